import Glibc
import InkModel

/// The velocity of fingers, from their recent positions.
struct VelocityTracker: Sendable {
  private var trail: [(time: Double, offset: Vector)] = []
  private var offset = Vector.zero

  /// Seconds over which the velocity is averaged.
  private static let span = 0.1
  /// Seconds without movement after which fingers have stopped.
  private static let pause = 0.05

  mutating func reset() {
    trail = []
    offset = .zero
  }

  /// The fingers moved by `step` and are there at `time`.
  mutating func add(_ step: Vector, at time: Double) {
    offset = offset + step
    // Fingers of one frame are reported one by one.
    if let last = trail.last, time <= last.time {
      trail[trail.count - 1].offset = offset
    } else {
      trail.append((time, offset))
    }
    trail.removeAll { time - $0.time > Self.span }
  }

  /// Widget points a second, when fingers lift at `time`.
  func velocity(at time: Double) -> Vector {
    guard let first = trail.first, let last = trail.last, last.time > first.time,
      time - last.time < Self.pause
    else { return .zero }
    return (last.offset - first.offset) * (1 / (last.time - first.time))
  }
}

/// The motion of the view after fingers have lifted while moving it: slower and slower, to a stop.
public struct Coasting: Hashable, Sendable {
  /// Widget points a second at the beginning.
  public let velocity: Vector

  /// The share of its speed that it loses in a second; the same as in GTK's kinetic scrolling.
  public static let friction = 4.0
  /// Widget points a second: after a slower motion the view stops at once.
  public static let slowestThrow = 120.0
  /// Widget points a second at which it stops.
  static let standstill = 10.0
  /// Widget points a second; a late event can give a higher velocity, which is not meant.
  static let fastest = 8000.0

  /// `nil` where the view does not coast at this velocity.
  public init?(velocity: Vector) {
    let speed = velocity.length
    guard speed.isFinite, speed >= Self.slowestThrow else { return nil }
    self.velocity = speed > Self.fastest ? velocity * (Self.fastest / speed) : velocity
  }

  /// Seconds until it stops.
  public var duration: Double { log(velocity.length / Self.standstill) / Self.friction }

  /// The offset of the view after `time` seconds, in widget points.
  public func offset(after time: Double) -> Vector {
    let t = min(max(time, 0), duration)
    return velocity * ((1 - exp(-Self.friction * t)) / Self.friction)
  }
}
