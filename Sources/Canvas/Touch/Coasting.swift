import Glibc
import InkModel

/// How fast fingers are, from where they were lately.
struct VelocityTracker: Sendable {
  private var trail: [(time: Double, way: Vector)] = []
  private var way = Vector.zero

  /// Seconds that count.
  private static let span = 0.1
  /// Seconds without movement after which fingers have stopped.
  private static let pause = 0.05

  mutating func reset() {
    trail = []
    way = .zero
  }

  /// The fingers moved by `step` and are there at `time`.
  mutating func add(_ step: Vector, at time: Double) {
    way = way + step
    // Fingers of one moment come one by one.
    if let last = trail.last, time <= last.time {
      trail[trail.count - 1].way = way
    } else {
      trail.append((time, way))
    }
    trail.removeAll { time - $0.time > Self.span }
  }

  /// Widget points a second, when fingers lift at `time`.
  func velocity(at time: Double) -> Vector {
    guard let first = trail.first, let last = trail.last, last.time > first.time,
      time - last.time < Self.pause
    else { return .zero }
    return (last.way - first.way) * (1 / (last.time - first.time))
  }
}

/// Paper that was thrown: it goes on as the hand let it go, slower and slower, and stops.
public struct Coasting: Hashable, Sendable {
  /// Widget points a second at the beginning.
  public let velocity: Vector

  /// By which share of its speed it slows down, in a second; as GTK's own scrolling feels.
  public static let friction = 4.0
  /// Widget points a second: what is slower was put down, not thrown.
  public static let slowestThrow = 120.0
  /// Widget points a second at which it stands.
  static let standstill = 10.0
  /// Widget points a second; an event that came late is no throw across the room.
  static let fastest = 8000.0

  /// `nil` where fingers that lift at this velocity leave the paper where it is.
  public init?(velocity: Vector) {
    let speed = velocity.length
    guard speed.isFinite, speed >= Self.slowestThrow else { return nil }
    self.velocity = speed > Self.fastest ? velocity * (Self.fastest / speed) : velocity
  }

  /// Seconds until it stands.
  public var duration: Double { log(velocity.length / Self.standstill) / Self.friction }

  /// How far it has come after `time` seconds, in widget points.
  public func offset(after time: Double) -> Vector {
    let t = min(max(time, 0), duration)
    return velocity * ((1 - exp(-Self.friction * t)) / Self.friction)
  }
}
