import Canvas
import Glibc
import InkModel
import InkTestSupport

/// A model of a person's hand on a touchscreen, from which touches are made.
///
/// It stands in for recordings of people, of which there are none: what it makes is synthetic. What it has of real
/// hands:
///
/// 1. Speed: fingers go from one position to the next with minimum jerk, 10 τ³ − 15 τ⁴ + 6 τ⁵ of the distance (Flash and Hogan,
///    “The coordination of arm movements”, J. Neurosci. 5, 1985), along a slight arc.
/// 2. Tremor: a sum of sines of 8 to 12 Hz, which is physiological tremor, for each finger, and noise of the sensor.
/// 3. Fingers land and lift one after the other, by tens of milliseconds, in any order; the hand that they share moves
///    on meanwhile, from the mean of their landings on.
/// 4. Fingertips lie as far from each other as those of small and large hands, in an arc that is turned as the hand is.
/// 5. Fingers that tap roll by a millimetre or so; a hand that turns adds its turn to any movement.
/// 6. The screen reports 60 to 120 times a second, all fingers at once, and positions by steps of its own.
/// 7. The screen may lose a finger for a few reports in mid-gesture: it lifts and lands again.
struct ModelHand: Sendable, CustomStringConvertible {
  var name: String
  /// Millimetres from one fingertip to the next.
  var spacing: Double
  /// The deviation of the times at which fingers of one gesture land or lift, seconds.
  var asynchrony: Double
  /// Of the tremor of a fingertip, millimetres.
  var tremor: Double
  /// Hertz, 8 … 12.
  var tremorRate: Double
  /// How long a swipe or a pinch takes, seconds.
  var pace: ClosedRange<Double>
  /// How far it is, millimetres.
  var reach: ClosedRange<Double>
  /// How the row of fingers is turned, radians from the screen's horizontal.
  var rotation: Double
  /// Reports a second.
  var reports: Double

  var description: String { name }

  /// Widget points for a millimetre, on a screen of 96 points to the inch.
  static let point = 96 / 25.4

  /// Hands that differ in all that the model has.
  static let all: [ModelHand] = [
    .init("small and quick", spacing: 15, 0.008, 0.1, 10.5, 0.12...0.25, 35...50, -0.1, 120),
    .init("small and slow", spacing: 16, 0.025, 0.25, 9, 0.4...0.9, 35...45, 0.3, 60),
    .init("middling", spacing: 19, 0.015, 0.15, 10, 0.2...0.45, 40...65, 0, 90),
    .init("middling, left", spacing: 19, 0.018, 0.15, 9.5, 0.2...0.5, 40...65, -0.5, 100),
    .init("large and quick", spacing: 24, 0.01, 0.12, 11.5, 0.1...0.22, 50...90, 0.15, 120),
    .init("large and slow", spacing: 25, 0.03, 0.3, 8.2, 0.5...1.1, 45...80, 0.5, 60),
    .init("trembling", spacing: 20, 0.035, 0.6, 8, 0.3...0.8, 40...60, 0.2, 75),
    .init("hasty", spacing: 18, 0.022, 0.2, 12, 0.09...0.16, 40...75, -0.3, 60),
  ]

  init(
    _ name: String, spacing: Double, _ asynchrony: Double, _ tremor: Double, _ tremorRate: Double,
    _ pace: ClosedRange<Double>, _ reach: ClosedRange<Double>, _ rotation: Double, _ reports: Double
  ) {
    self.name = name
    self.spacing = spacing
    self.asynchrony = asynchrony
    self.tremor = tremor
    self.tremorRate = tremorRate
    self.pace = pace
    self.reach = reach
    self.rotation = rotation
    self.reports = reports
  }

  /// What one finger does: from when it is down, until when, and where it is.
  private struct Finger {
    var landing: Double
    var lifting: Double
    /// When the screen loses it, and for how long.
    var loss: (at: Double, lasting: Double)?
    /// At a time from the beginning, in widget points.
    var position: (Double) -> Point
  }

  /// Does a gesture on a screen.
  ///
  /// - Parameter loses: The screen loses one of the fingers for a moment.
  func perform(
    _ gesture: Gesture, on hand: inout TouchHand, loses: Bool = false,
    using random: inout SeededGenerator
  ) {
    let center = Point(
      .random(in: 350...700, using: &random), .random(in: 250...450, using: &random))
    switch gesture.movement {
    case .doubleTap:
      play(fingers(gesture, at: center, false, &random), on: &hand)
      hand.wait(.random(in: 0.06...0.2, using: &random))
      let beside = Vector(
        .random(in: -10...10, using: &random), .random(in: -10...10, using: &random))
      play(fingers(gesture, at: center + beside, false, &random), on: &hand)
    default: play(fingers(gesture, at: center, loses, &random), on: &hand)
    }
  }

  /// Minimum jerk: how much of a distance is gone at a share of its time.
  private static func gone(_ share: Double) -> Double {
    let t = min(max(share, 0), 1)
    return t * t * t * (10 - 15 * t + 6 * t * t)
  }

  private func fingers(
    _ gesture: Gesture, at center: Point, _ loses: Bool, _ random: inout SeededGenerator
  ) -> [Finger] {
    let k = Self.point
    let n = gesture.fingers
    let turned = rotation + .random(in: -0.15...0.15, using: &random)
    let isTap = [.tap, .doubleTap].contains(gesture.movement)
    let time: Double =
      switch gesture.movement {
      case .tap, .doubleTap: .random(in: 0.05...0.12, using: &random)
      case .hold: .random(in: 0.65...0.9, using: &random)
      default: .random(in: pace, using: &random)
      }
    let far = Double.random(in: reach, using: &random) * k
    // A hand does not go straight, and turns a little as it goes.
    let bow = Double.random(in: -0.08...0.08, using: &random) * far
    let slant = Double.random(in: -0.2...0.2, using: &random)
    let turn = Double.random(in: -0.12...0.12, using: &random)
    let isPinch = [.pinch, .pinchIn, .pinchOut].contains(gesture.movement)
    let growth: Double =
      switch gesture.movement {
      case .pinchIn: .random(in: 0.38...0.52, using: &random)
      case .pinchOut: .random(in: 1.8...2.6, using: &random)
      case .pinch:
        random.once(in: 2)
          ? .random(in: 0.4...0.6, using: &random) : .random(in: 1.6...2.5, using: &random)
      default: 1
      }
    let direction: Vector =
      switch gesture.movement {
      case .swipeLeft: Vector(angle: .pi + slant)
      case .swipeRight: Vector(angle: slant)
      case .drag: Vector(angle: .random(in: -3...3, using: &random))
      default: .zero
      }
    let landings = (0..<n).map { _ in abs(asynchrony * random.normal()) }
    let begin = landings.reduce(0, +) / Double(n)
    let loser = loses ? Int.random(in: 0..<n, using: &random) : -1
    return (0..<n).map { f in
      let arm = arm(f, of: n, isPinch: isPinch, growth: growth, turned, &random)
      let landing = landings[f]
      let roll =
        isTap || gesture.movement == .hold
        ? Vector(angle: .random(in: -3...3, using: &random))
          * (.random(in: 0...1.2, using: &random) * k)
        : .zero
      let shake = tremble(&random)
      let loss = f == loser ? (at: begin + time * 0.5, lasting: 0.025) : nil
      return Finger(
        landing: landing, lifting: begin + time + abs(asynchrony * random.normal()), loss: loss
      ) { t in
        let gone = Self.gone((t - begin) / time)
        let along = direction * (far * gone)
        let bend = Vector(-direction.dy, direction.dx) * (bow * 4 * gone * (1 - gone))
        let size = 1 + (growth - 1) * gone
        let turning = isPinch ? turn * 2 : turn
        return center + arm.rotated(by: turning * gone) * size + along + bend + roll * gone
          + shake(t)
      }
    }
  }

  /// From the middle of the fingers to one of them, in widget points.
  private func arm(
    _ f: Int, of n: Int, isPinch: Bool, growth: Double, _ turned: Double,
    _ random: inout SeededGenerator
  ) -> Vector {
    let k = Self.point
    guard n > 1 else { return .zero }
    let uneven = Vector(
      .random(in: -1.5...1.5, using: &random), .random(in: -1.5...1.5, using: &random))
    if isPinch {
      // Thumb against one or two fingers: wide apart before it closes, close before it opens.
      let angle = n == 2 ? Double(f) * .pi : [0.85 * .pi, -0.18, 0.25][f]
      let radius = spacing * (growth < 1 ? 1.7 : 0.8)
      return (Vector(angle: angle + turned) * radius + uneven) * k
    }
    let column = Double(f) - Double(n - 1) / 2
    // The middle finger is the longest.
    let height = n == 3 && f == 1 ? -0.35 * spacing : 0
    return (Vector(column * spacing, height).rotated(by: turned) + uneven) * k
  }

  /// A fingertip's tremor by time, in widget points.
  private func tremble(_ random: inout SeededGenerator) -> (Double) -> Vector {
    let waves = (0..<3).map { _ in
      (
        rate: min(max(tremorRate + .random(in: -1...1, using: &random), 8), 12),
        phase: Double.random(in: 0...6.28, using: &random),
        size: Vector(angle: .random(in: 0...6.28, using: &random)) * (tremor * Self.point / 1.7)
      )
    }
    return { t in
      waves.reduce(Vector.zero) { $0 + $1.size * sin(2 * .pi * $1.rate * t + $1.phase) }
    }
  }

  /// Reports the fingers as a screen does: all at once, so many times a second, in eighths of a point.
  private func play(_ fingers: [Finger], on hand: inout TouchHand) {
    let end = fingers.map(\.lifting).max() ?? 0
    let step = 1 / reports
    var time = 0.0
    func isDown(_ finger: Finger, _ t: Double) -> Bool {
      guard t >= finger.landing, t < finger.lifting else { return false }
      if let loss = finger.loss, t >= loss.at, t < loss.at + loss.lasting { return false }
      return true
    }
    func seen(_ finger: Finger, _ t: Double) -> Point {
      let p = finger.position(t)
      return Point((p.x * 8).rounded() / 8, (p.y * 8).rounded() / 8)
    }
    while time <= end + step {
      for (f, finger) in fingers.enumerated() {
        switch (hand.down[f] != nil, isDown(finger, time)) {
        case (false, true): hand.land(f, at: seen(finger, time))
        case (true, true):
          if hand.down[f] != seen(finger, time) { hand.move(f, to: seen(finger, time)) }
        case (true, false): hand.lift(f)
        case (false, false): break
        }
      }
      hand.wait(step)
      time += step
    }
  }
}

extension Vector {
  fileprivate func rotated(by angle: Double) -> Vector { AffineTransform.rotation(angle)(self) }
}

extension SeededGenerator {
  /// Of a normal distribution of deviation 1.
  fileprivate mutating func normal() -> Double {
    let u = Double.random(in: 1e-9...1, using: &self)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * .random(in: 0...1, using: &self))
  }
}
