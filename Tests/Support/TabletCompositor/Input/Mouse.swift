import InkModel

/// The mouse.
///
/// Points are on the screen, in logical pixels.
public struct Mouse: Sendable {
  let thread: ServerThread

  /// Buttons by their codes in linux/input-event-codes.h.
  public enum Button: UInt32, Hashable, Sendable {
    case left = 0x110
    case right = 0x111
    case middle = 0x112
    case back = 0x116
    case forward = 0x115
  }

  private func send(_ body: (PointerDevice, Double) -> Void) {
    let time = now()
    thread.run { body($0.seat.pointer, time) }
  }

  /// The cursor that the program under it has set; `nil` where it set none.
  public var cursor: Cursor? {
    thread.run { server in server.seat.pointer.cursor.cursor(on: server) }
  }

  public func move(to p: Point) { send { $0.move(to: p, time: $1) } }

  /// Takes the pointer off the screen.
  public func leave() { send { pointer, _ in pointer.leave() } }

  public func down(_ button: Button = .left) {
    send { $0.button(button.rawValue, pressed: true, time: $1) }
  }

  public func up(_ button: Button = .left) {
    send { $0.button(button.rawValue, pressed: false, time: $1) }
  }

  /// Moves there and clicks `count` times.
  public func click(at p: Point, _ button: Button = .left, count: Int = 1) {
    move(to: p)
    for i in 0..<count {
      if i > 0 { pause(0.05) }
      down(button)
      pause(0.02)
      up(button)
    }
  }

  /// Presses at `from`, moves to `to`, and releases.
  public func drag(
    from: Point, to: Point, _ button: Button = .left, duration: Double = 0.25, rate: Double = 120
  ) {
    move(to: from)
    down(button)
    steps(duration, rate) { move(to: from.lerp(to: to, $0)) }
    up(button)
  }

  /// Moves through `points`, one every 1/`rate` seconds.
  public func move(along points: [Point], rate: Double = 125) {
    let pacer = Pacer()
    for (i, p) in points.enumerated() {
      _ = pacer.wait(until: Double(i + 1) / rate)
      move(to: p)
    }
  }

  /// Turns the wheel by whole notches; positive is down and right.
  public func scroll(_ notches: Int, horizontal: Int = 0) {
    let step = Vector(Double(horizontal.signum()) * 10, Double(notches.signum()) * 10)
    for i in 0..<max(abs(notches), abs(horizontal)) {
      let dx = i < abs(horizontal) ? step.dx : 0
      let dy = i < abs(notches) ? step.dy : 0
      send {
        $0.scroll(
          dx: dx, dy: dy,
          discrete: (dx == 0 ? 0 : horizontal.signum(), dy == 0 ? 0 : notches.signum()), time: $1)
      }
    }
  }
}

/// Fingers on a touchpad: they scroll and make gestures where the pointer is.
public struct Touchpad: Sendable {
  let thread: ServerThread

  /// Two fingers scroll smoothly by `v` logical pixels and lift.
  public func scroll(by v: Vector, duration: Double = 0.2, rate: Double = 120) {
    var last = 0.0
    steps(duration, rate) { part in
      let d = v * (part - last)
      last = part
      let time = now()
      thread.run { $0.seat.pointer.scroll(dx: d.dx, dy: d.dy, discrete: nil, time: time) }
    }
    let time = now()
    thread.run { $0.seat.pointer.scrollEnded(time: time) }
  }

  private func send(_ body: (GestureDevice, Double) -> Void) {
    let time = now()
    thread.run { body($0.gestures, time) }
  }

  /// Three or more fingers move by `v`.
  public func swipe(
    fingers: Int = 3, by v: Vector, duration: Double = 0.25, rate: Double = 120,
    cancelled: Bool = false
  ) {
    send { $0.begin(.swipe, fingers: fingers, time: $1) }
    var last = 0.0
    steps(duration, rate) { part in
      let d = v * (part - last)
      last = part
      send { $0.swipe(by: d, time: $1) }
    }
    send { $0.end(.swipe, cancelled: cancelled, time: $1) }
  }

  /// Fingers move apart to `scale` times their distance while they turn by `rotate` radians.
  public func pinch(
    fingers: Int = 2, scale: Double, rotate: Double = 0, by v: Vector = .zero,
    duration: Double = 0.3, rate: Double = 120, cancelled: Bool = false
  ) {
    send { $0.begin(.pinch, fingers: fingers, time: $1) }
    var last = 0.0
    steps(duration, rate) { part in
      let step = part - last
      last = part
      send {
        $0.pinch(
          by: v * step, scale: 1 + (scale - 1) * part, degrees: rotate * step * 180 / .pi, time: $1)
      }
    }
    send { $0.end(.pinch, cancelled: cancelled, time: $1) }
  }

  /// Fingers rest for `duration` seconds.
  public func hold(fingers: Int = 2, duration: Double = 0.3, cancelled: Bool = false) {
    send { $0.begin(.hold, fingers: fingers, time: $1) }
    pause(duration)
    send { $0.end(.hold, cancelled: cancelled, time: $1) }
  }
}

/// The buttons, rings and strips of the tablet's pad.
///
/// There is one once ``plug(_:)`` added it.
public struct TabletPad: Sendable {
  let thread: ServerThread

  /// Sets the tablet's pad; `nil` removes it.
  public func plug(_ description: PadDescription? = .usual) {
    thread.run { $0.tablets.setPad(description) }
  }

  private func send(_ body: (PadDevice, Double) -> Void) {
    let time = now()
    thread.run { if let pad = $0.tablets.pad { body(pad, time) } }
  }

  public func press(_ button: Int) {
    send { $0.button(button, pressed: true, time: $1) }
    send { $0.button(button, pressed: false, time: $1) }
  }

  public func setMode(group: Int = 0, _ mode: Int) {
    send { $0.mode(group: group, mode, time: $1) }
  }

  /// A finger goes around a ring through `degrees` (clockwise from the top) and lifts.
  public func turnRing(_ ring: Int = 0, through degrees: [Double]) {
    for d in degrees { send { $0.ring(ring, degrees: d, time: $1) } }
    send { $0.ring(ring, degrees: nil, time: $1) }
  }

  /// A finger goes along a strip through `positions` (0…1 from the top) and lifts.
  public func slideStrip(_ strip: Int = 0, through positions: [Double]) {
    for p in positions { send { $0.strip(strip, position: p, time: $1) } }
    send { $0.strip(strip, position: nil, time: $1) }
  }
}
