import Glibc
import InkModel
import TabletCompositor

/// Does what a script says, line by line.
final class Runner {
  let screen: Screen
  private let command: [String]
  private let environment: [String: String?]
  private(set) var program: Program
  var mark: Picture?
  var hand: Pen
  private var hands: [String: Pen] = [:]
  private var isFollowingInk = false

  init(
    _ screen: Screen, command: [String], environment: [String: String?]
  ) throws(ScreenError) {
    self.screen = screen
    self.command = command
    self.environment = environment
    hand = screen.pen
    program = try screen.launch(
      command[0], Array(command.dropFirst()), environment: environment)
  }

  /// One line; throws a ``ScriptError`` or a `ScreenError`.
  func run(_ line: String) throws {
    var words = Words(Self.withoutComment(line))
    guard let verb = words.next() else { return }
    if try !look(verb, &words), try !penLine(verb, &words), try !pointAndKey(verb, &words),
      try !manage(verb, &words)
    {
      throw ScriptError("there is no command “\(verb)”; see --help")
    }
    guard words.isEmpty else { throw ScriptError("too much: \(words.remainder())") }
  }

  /// A `#` that begins a line, or stands alone, begins a comment; one before a colour does not.
  static func withoutComment(_ line: String) -> String {
    let isSpace = { (c: Character) in c == " " || c == "\t" || c == "\r" }
    var kept: Substring = ""
    if let first = line.first(where: { !isSpace($0) }), first != "#" {
      kept = line[...]
      var i = line.startIndex
      while let hash = line[i...].firstIndex(of: "#") {
        let next = line.index(after: hash)
        if isSpace(line[line.index(before: hash)]), next == line.endIndex || isSpace(line[next]) {
          kept = line[..<hash]
          break
        }
        i = next
      }
    }
    while let last = kept.last, isSpace(last) { kept.removeLast() }
    return String(kept)
  }

  func topWindow() throws(ScriptError) -> Window {
    guard let window = screen.windows.last else { throw ScriptError("no window is open") }
    return window
  }

  func point(_ words: inout Words) throws(ScriptError) -> Point {
    Point(try words.number("X"), try words.number("Y"))
  }

  // MARK: Looking

  private func look(_ verb: String, _ words: inout Words) throws -> Bool {
    switch verb {
    case "wait": pause(try words.number("SECONDS"))
    case "wait-window":
      let title = words.remainder()
      _ = try screen.waitForWindow { title.isEmpty || $0.title.hasPart(title) }
    case "wait-windows": try screen.waitForWindows(try words.integer("N"))
    case "wait-popups": try screen.waitForPopups(try words.integer("N"))
    case "wait-still": try screen.waitUntilStill(for: words.optionalNumber() ?? 0.15)
    case "settle": try screen.settle()
    case "windows":
      for w in screen.windows {
        let f = w.frame
        print("\(w.title) [\(w.applicationID)] \(f.x),\(f.y) \(f.width)x\(f.height)")
      }
    case "screenshot":
      let file = try words.word("FILE")
      let shot = screen.screenshot()
      try (part(&words).map { shot.cropped(to: $0) } ?? shot).savePNG(file)
    case "mark": mark = screen.screenshot()
    case "print": print(words.remainder())
    case "expect-changed":
      let least = words.optionalNumber() ?? 1
      let most = words.optionalNumber() ?? .infinity
      let set = try changes(&words)
      guard Double(set.count) >= least, Double(set.count) <= most else {
        throw ScriptError("\(set.count) pixels changed")
      }
    case "expect-unchanged":
      let set = try changes(&words)
      guard set.isEmpty else { throw ScriptError("\(set.count) pixels changed in \(set.box)") }
    case "expect-pixel":
      let p = try point(&words)
      let wanted = try color(&words)
      let found = screen.pixel(at: p)
      guard found.distance(to: wanted) <= Int(words.optionalNumber() ?? 0) else {
        throw ScriptError("the pixel is \(found)")
      }
    case "expect-clipboard":
      let wanted = words.remainder()
      let found = try screen.clipboardText()
      guard found == wanted else { throw ScriptError("on the clipboard is \(found ?? "no text")") }
    case "expect-quiet": try program.expectQuiet()
    case "expect-exit":
      let status = try program.waitForExit()
      let wanted = words.optionalNumber().map { Int32($0) } ?? 0
      guard status == .exited(wanted) else { throw ScriptError("the program \(status)") }
    default: return false
    }
    return true
  }

  private func changes(_ words: inout Words) throws -> PixelSet {
    guard let mark else { throw ScriptError("there is no mark to compare with") }
    let shot = screen.screenshot()
    guard let box = try part(&words) else { return shot.difference(from: mark) }
    return shot.cropped(to: box).difference(from: mark.cropped(to: box))
  }

  /// A part of the screen, in its pixels, where one is given: `in X Y WIDTH HEIGHT`.
  private func part(_ words: inout Words) throws -> PixelBox? {
    guard words.take("in") else { return nil }
    let k = screen.density
    let corner = try point(&words)
    return PixelBox(
      covering: Rect(
        x: corner.x * k, y: corner.y * k, width: try words.number("WIDTH") * k,
        height: try words.number("HEIGHT") * k))
  }

  private func color(_ words: inout Words) throws -> Pixel {
    var word = try words.word("RRGGBB")
    if word.hasPrefix("#") { word.removeFirst() }
    guard word.count == 6, let value = UInt32(word, radix: 16) else {
      throw ScriptError("\(word) is no colour")
    }
    return Pixel(value)
  }

  // MARK: Program and screen

  private func manage(_ verb: String, _ words: inout Words) throws -> Bool {
    switch verb {
    case "resize":
      try topWindow().resize(
        to: PixelSize(width: try words.integer("WIDTH"), height: try words.integer("HEIGHT")))
    case "maximize": try topWindow().maximize()
    case "unmaximize": try topWindow().maximize(false)
    case "fullscreen": try topWindow().fullscreen()
    case "unfullscreen": try topWindow().fullscreen(false)
    case "minimize": try topWindow().minimize()
    case "restore": try topWindow().restore()
    case "move-window": try topWindow().move(toX: try words.integer("X"), y: try words.integer("Y"))
    case "close": try topWindow().close()
    case "size":
      screen.setSize(
        PixelSize(width: try words.integer("WIDTH"), height: try words.integer("HEIGHT")))
    case "scale":
      let scale = try words.number("N")
      guard scale > 0 else { throw ScriptError("a scale must be above 0") }
      screen.setFractionalScale(scale)
    case "refresh": screen.setRefresh(try words.number("HZ"))
    case "latency": latency()
    case "signal": try signal(try words.word("NAME"))
    case "start":
      guard program.status != .running else { throw ScriptError("the program still runs") }
      program = try screen.launch(
        command[0], Array(command.dropFirst()), environment: environment)
    case "output":
      print(program.standardOutput, terminator: "")
      print(program.standardError, terminator: "")
    default: return false
    }
    return true
  }

  private func signal(_ name: String) throws {
    let numbers = [
      "KILL": SIGKILL, "TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "STOP": SIGSTOP,
      "CONT": SIGCONT, "SEGV": SIGSEGV, "ABRT": SIGABRT,
    ]
    guard let number = Int32(name) ?? numbers[name] else {
      throw ScriptError("there is no signal \(name)")
    }
    program.signal(number)
    if number == SIGKILL { try program.waitForExit() }
  }

  private func latency() {
    if isFollowingInk {
      let all = screen.inkResponses
      let found = all.compactMap(\.latency).sorted()
      func at(_ part: Double) -> String {
        guard !found.isEmpty else { return "-" }
        let v = found[min(found.count - 1, Int(part * Double(found.count)))]
        return "\((v * 10000).rounded() / 10)"
      }
      print(
        "\(all.count) samples, \(found.count) answered; ms: median \(at(0.5)) p95 \(at(0.95)) "
          + "p99 \(at(0.99)) max \(at(1))")
    }
    isFollowingInk.toggle()
    screen.clearLog()
    screen.followInk(isFollowingInk)
  }

  func tool(_ kind: String, _ serial: UInt64) throws(ScriptError) -> Pen {
    let key = "\(kind) \(serial)"
    if let known = hands[key] { return known }
    let kinds: [String: ToolDescription.Kind] = [
      "pen": .pen, "eraser": .eraser, "brush": .brush, "pencil": .pencil, "airbrush": .airbrush,
      "finger": .finger, "mouse": .mouse, "lens": .lens,
    ]
    guard let kind = kinds[kind] else { throw ScriptError("there is no tool \(kind)") }
    let made = screen.makeTool(kind, serial: serial)
    hands[key] = made
    return made
  }
}

extension String {
  /// Whether `part` is somewhere in it. (The standard library has it only with Foundation.)
  func hasPart(_ part: String) -> Bool {
    withCString { t in part.withCString { strstr(t, $0) != nil } }
  }
}
