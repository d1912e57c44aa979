import Glibc
import InkModel

/// Fingers on the screen, in logical pixels.
public struct TouchScreen: Sendable {
  let thread: ServerThread

  private func send(_ body: (TouchDevice, Double) -> Void) {
    let time = now()
    thread.run { body($0.seat.touch, time) }
  }

  /// A finger comes down.
  ///
  /// `finger` is any number that no other finger has.
  public func down(_ finger: Int, at p: Point) { down([(finger, p)]) }

  /// A finger, or a palm, comes down with a contact that is `size` logical pixels long.
  public func down(_ finger: Int, at p: Point, size: Double) {
    send { touch, time in
      touch.down(Int32(finger), at: p, time: time)
      touch.shape(Int32(finger), major: size, minor: size * 0.7)
      touch.frame()
    }
  }

  /// A contact is another size now, wherever it goes.
  public func resize(_ finger: Int, to size: Double) {
    send { touch, _ in
      touch.shape(Int32(finger), major: size, minor: size * 0.7)
      touch.frame()
    }
  }

  /// Several fingers come down in the same moment.
  public func down(_ fingers: [(finger: Int, at: Point)]) {
    send { touch, time in
      for f in fingers { touch.down(Int32(f.finger), at: f.at, time: time) }
      touch.frame()
    }
  }

  public func move(_ finger: Int, to p: Point) { move([(finger, p)]) }

  /// Several fingers move in the same moment.
  public func move(_ fingers: [(finger: Int, to: Point)]) {
    send { touch, time in
      for f in fingers { touch.move(Int32(f.finger), to: f.to, time: time) }
      touch.frame()
    }
  }

  public func up(_ finger: Int) { up([finger]) }

  public func up(_ fingers: [Int]) {
    send { touch, time in
      for f in fingers { touch.up(Int32(f), time: time) }
      touch.frame()
    }
  }

  /// The compositor takes all fingers for a gesture of its own: clients must forget them.
  public func cancel() { send { touch, _ in touch.cancel() } }

  // MARK: Gestures

  /// One or more fingers come down side by side around `p` and lift `duration` seconds later.
  public func tap(fingers: Int = 1, at p: Point, duration: Double = 0.05) {
    let positions = row(fingers, around: p)
    down(positions.enumerated().map { ($0, $1) })
    pause(duration)
    up(Array(0..<fingers))
  }

  /// Fingers side by side come down around `from`, move by `by` and lift.
  public func swipe(
    fingers: Int, from: Point, by: Vector, duration: Double = 0.25, rate: Double = 90
  ) {
    let positions = row(fingers, around: from)
    down(positions.enumerated().map { ($0, $1) })
    steps(duration, rate) { part in
      move(positions.enumerated().map { ($0, $1 + by * part) })
    }
    up(Array(0..<fingers))
  }

  /// Fingers evenly around `center` go from one radius to another while they turn by
  /// `rotate` radians (clockwise) and their centre moves by `by`.
  public func pinch(
    fingers: Int = 2, center: Point, from: Double, to: Double, rotate: Double = 0,
    by: Vector = .zero,
    angle: Double = 0, duration: Double = 0.4, rate: Double = 90
  ) {
    func positions(_ part: Double) -> [(Int, Point)] {
      let middle = center + by * part
      let reach = from + (to - from) * part
      return (0..<fingers).map { i in
        let turn = 2 * .pi * Double(i) / Double(fingers)
        return (i, middle + Vector(angle: angle + rotate * part + turn) * reach)
      }
    }
    down(positions(0).map { ($0.0, $0.1) })
    steps(duration, rate) { part in move(positions(part).map { ($0.0, $0.1) }) }
    up(Array(0..<fingers))
  }

  private func row(_ fingers: Int, around p: Point) -> [Point] {
    (0..<fingers).map { p + Vector((Double($0) - Double(fingers - 1) / 2) * 60, 0) }
  }
}

/// Calls `step` with 1/n, 2/n … 1, `rate` times a second for `duration` seconds.
func steps(_ duration: Double, _ rate: Double, _ step: (Double) -> Void) {
  let count = max(1, Int((duration * rate).rounded()))
  let pacer = Pacer()
  for i in 1...count {
    _ = pacer.wait(until: duration * Double(i) / Double(count))
    step(Double(i) / Double(count))
  }
}
