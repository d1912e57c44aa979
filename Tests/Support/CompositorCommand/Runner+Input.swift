import Glibc
import InkModel
import TabletCompositor

extension Runner {
  // MARK: The tablet

  func penLine(_ verb: String, _ words: inout Words) throws -> Bool {
    switch verb {
    case "tool":
      let kind = try words.word("KIND")
      hand = try tool(kind, UInt64(words.optionalNumber() ?? 1))
    case "pen": try pen(&words)
    case "play": try play(&words)
    case "axes":
      switch try words.word("ORDER") {
      case "motion-first": screen.setAxisOrder(.motionFirst)
      case "axes-first": screen.setAxisOrder(.axesFirst)
      case let other: throw ScriptError("there is no order \(other)")
      }
    case "tools":
      switch try words.word("one or several") {
      case "one": screen.setSeveralTools(false)
      case "several": screen.setSeveralTools(true)
      case let other: throw ScriptError("tools are near one or several at a time, not “\(other)”")
      }
    case "unplug": screen.unplugTablet(politely: !words.take("rudely"))
    case "plug": screen.plugTablet()
    case "pad": try pad(&words)
    default: return false
    }
    return true
  }

  private func pen(_ words: inout Words) throws {
    switch try words.word("what the pen does") {
    case "hover":
      let p = try point(&words)
      hand.hover(at: p, distance: words.optionalNumber() ?? 0.5)
    case "down":
      let p = try point(&words)
      hand.down(at: p, force: words.optionalNumber() ?? 0.5)
    case "move":
      let p = try point(&words)
      hand.move(to: p, force: words.optionalNumber())
    case "up": hand.up()
    case "out": hand.proximityOut()
    case "line":
      let path = try path(&words, from: hand.position)
      hand.move(along: path.points, rate: path.rate)
    case "stroke":
      let path = try path(&words, from: nil)
      hand.stroke(path.points, rate: path.rate, force: path.force)
    case "tilt": hand.tilt(x: try words.number("X"), y: try words.number("Y"))
    case "rotation": hand.axes.rotation = try words.number("DEGREES")
    case "slider": hand.axes.slider = try words.number("VALUE")
    case "button":
      let names: [String: Pen.Button] = ["lower": .lower, "upper": .upper, "third": .third]
      guard let button = names[try words.word("BUTTON")] else {
        throw ScriptError("a pen's buttons are lower, upper and third")
      }
      if words.take("down") {
        hand.setButton(button, pressed: true)
      } else if words.take("up") {
        hand.setButton(button, pressed: false)
      } else {
        hand.press(button)
      }
    case "wheel":
      let clicks = try words.integer("CLICKS")
      hand.wheel(degrees: Double(clicks) * 15, clicks: clicks)
    case let other: throw ScriptError("a pen cannot “\(other)”")
    }
  }

  private struct Path {
    var points: [Point] = []
    var rate = 240.0
    var speed = 900.0
    var force = 0.5
  }

  /// Corners, joined by samples as even as a steady hand's.
  private func path(_ words: inout Words, from start: Point?) throws -> Path {
    var path = Path()
    var corners: [Point] = start.map { [$0] } ?? []
    while let x = words.optionalNumber() { corners.append(Point(x, try words.number("Y"))) }
    while !words.isEmpty {
      switch try words.word("option") {
      case "rate": path.rate = try words.number("HZ")
      case "speed": path.speed = try words.number("PIXELS")
      case "force": path.force = try words.number("F")
      case let other: throw ScriptError("a line has no “\(other)”")
      }
    }
    guard corners.count >= (start == nil ? 1 : 2), path.rate > 0, path.speed > 0 else {
      throw ScriptError("a line needs points, and a rate and a speed above 0")
    }
    if start == nil { path.points = [corners[0]] }
    for (a, b) in zip(corners, corners.dropFirst()) {
      let count = max(1, Int((a.distance(to: b) / path.speed * path.rate).rounded()))
      for i in 1...count { path.points.append(a.lerp(to: b, Double(i) / Double(count))) }
    }
    return path
  }

  private func play(_ words: inout Words) throws {
    let file = try words.word("FILE")
    guard let text = readText(file) else { throw ScriptError("\(file) cannot be read") }
    let recording: StylusRecording
    do {
      recording = try StylusRecording(parsing: text)
    } catch {
      throw ScriptError("\(file), line \(error.line): \(error.reason)")
    }
    let dx = words.optionalNumber() ?? 0
    let dy = words.optionalNumber() ?? 0
    let k = words.optionalNumber() ?? 1
    screen.play(recording, through: AffineTransform(a: k, b: 0, c: 0, d: k, tx: dx, ty: dy))
  }

  private func pad(_ words: inout Words) throws {
    func numbers() -> [Double] {
      var out: [Double] = []
      while let v = words.optionalNumber() { out.append(v) }
      return out
    }
    switch try words.word("what the pad does") {
    case "plug": screen.pad.plug()
    case "press": screen.pad.press(try words.integer("N"))
    case "mode": screen.pad.setMode(try words.integer("N"))
    case "ring": screen.pad.turnRing(through: numbers())
    case "strip": screen.pad.slideStrip(through: numbers())
    case let other: throw ScriptError("a pad cannot “\(other)”")
    }
  }

  // MARK: Fingers, mouse, keys

  func pointAndKey(_ verb: String, _ words: inout Words) throws -> Bool {
    switch verb {
    case "touch": try touch(&words)
    case "mouse": try mouse(&words)
    case "touchpad": try touchpad(&words)
    case "key": try key(try words.word("NAME"))
    case "type": try screen.keyboard.type(words.remainder())
    case "clipboard": screen.setClipboard(text: words.remainder())
    default: return false
    }
    return true
  }

  private func touch(_ words: inout Words) throws {
    let touch = screen.touch
    switch try words.word("what the fingers do") {
    case "down": touch.down(try words.integer("ID"), at: try point(&words))
    case "move": touch.move(try words.integer("ID"), to: try point(&words))
    case "up": touch.up(try words.integer("ID"))
    case "cancel": touch.cancel()
    case "tap":
      let p = try point(&words)
      touch.tap(fingers: Int(words.optionalNumber() ?? 1), at: p)
    case "swipe":
      let fingers = try words.integer("FINGERS")
      let from = try point(&words)
      let by = try point(&words) - Point.zero
      touch.swipe(fingers: fingers, from: from, by: by, duration: words.optionalNumber() ?? 0.25)
    case "pinch":
      let center = try point(&words)
      let from = try words.number("FROM")
      let to = try words.number("TO")
      let turn = (words.optionalNumber() ?? 0) * .pi / 180
      touch.pinch(
        center: center, from: from, to: to, rotate: turn, duration: words.optionalNumber() ?? 0.4)
    case let other: throw ScriptError("fingers cannot “\(other)”")
    }
  }

  private func mouse(_ words: inout Words) throws {
    let mouse = screen.mouse
    func button() throws(ScriptError) -> Mouse.Button {
      let names: [String: Mouse.Button] = [
        "left": .left, "right": .right, "middle": .middle, "back": .back, "forward": .forward,
      ]
      guard let name = words.next() else { return .left }
      guard let button = names[name] else { throw ScriptError("a mouse has no button \(name)") }
      return button
    }
    switch try words.word("what the mouse does") {
    case "move": mouse.move(to: try point(&words))
    case "down": mouse.down(try button())
    case "up": mouse.up(try button())
    case "leave": mouse.leave()
    case "click":
      let p = try point(&words)
      let which = try button()
      mouse.click(at: p, which, count: Int(words.optionalNumber() ?? 1))
    case "drag":
      let from = try point(&words)
      let to = try point(&words)
      mouse.drag(from: from, to: to, try button())
    case "scroll":
      let notches = try words.integer("NOTCHES")
      mouse.scroll(notches, horizontal: Int(words.optionalNumber() ?? 0))
    case let other: throw ScriptError("a mouse cannot “\(other)”")
    }
  }

  private func touchpad(_ words: inout Words) throws {
    switch try words.word("what the touchpad does") {
    case "scroll": screen.touchpad.scroll(by: try point(&words) - Point.zero)
    case "swipe":
      screen.touchpad.swipe(
        fingers: try words.integer("FINGERS"), by: try point(&words) - Point.zero)
    case "pinch":
      let scale = try words.number("SCALE")
      screen.touchpad.pinch(scale: scale, rotate: (words.optionalNumber() ?? 0) * .pi / 180)
    case "hold": screen.touchpad.hold(fingers: try words.integer("FINGERS"))
    case let other: throw ScriptError("a touchpad cannot “\(other)”")
    }
  }

  private func key(_ name: String) throws {
    let names: [String: Keyboard.Modifier] = [
      "ctrl": .control, "control": .control, "shift": .shift, "alt": .alt, "logo": .logo,
    ]
    var held: Set<Keyboard.Modifier> = []
    var rest = name[...]
    while let plus = rest.firstIndex(of: "+"), let modifier = names[String(rest[..<plus])] {
      held.insert(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    try screen.keyboard.press(String(rest), held)
  }
}

/// The text of a file, `nil` where it cannot be read.
func readText(_ path: String) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let n = fread(&buffer, 1, buffer.count, file)
    if n == 0 { break }
    bytes += buffer[..<n]
  }
  return String(decoding: bytes, as: UTF8.self)
}
