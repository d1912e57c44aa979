import Glibc

/// The position and velocity of the modelled tip.
struct TipState: Hashable, Sendable {
  var position: Point
  var velocity = Vector.zero
  var time: Double
}

/// The second stage: a tip with mass, pulled towards the samples by a spring, with drag.
///
/// m·a = k·(sample − tip) − c·v, integrated step by step (semi-implicit Euler), with m/k the
/// spring mass and c/m the drag.
struct TipDynamics: Sendable {
  private let springMass: Double
  private let drag: Double
  private let step: Double
  private let stopDistance: Double
  private let stopSteps: Int
  private(set) var state: TipState?
  /// The last sample's position, to which the spring pulls.
  private(set) var anchor = Point.zero

  /// A pause longer than this many steps counts as this many: the tip has long arrived.
  private let mostSteps: Int

  init(_ parameters: StrokeModelerParameters) {
    springMass = parameters.springMass
    drag = parameters.drag
    step = 1 / parameters.outputRate
    stopDistance = parameters.stopDistance
    stopSteps = parameters.stopSteps
    // 27 times what the spring needs for a radian: half a second of the standard one.
    mostSteps = max(90, Int(27 * springMass.squareRoot() * parameters.outputRate))
  }

  /// The tool touched at a point.
  mutating func begin(at position: Point, time: Double) -> TipState {
    let s = TipState(position: position, time: time)
    state = s
    anchor = position
    return s
  }

  /// The tool moved to a point; calls `body` with the tip's states until then, evenly spaced in time.
  mutating func update(_ position: Point, time: Double, _ body: (TipState) -> Void) {
    guard var s = state else { return }
    let whole = time - s.time
    let n = min(max(Int((whole / step).rounded(.up)), 1), mostSteps)
    let dt = min(whole / Double(n), step)
    let from = anchor
    for i in 1...n {
      let fraction = Double(i) / Double(n)
      advance(&s, towards: from.lerp(to: position, fraction), by: dt)
      s.time = time - whole * (1 - fraction)
      body(s)
    }
    anchor = position
    state = s
  }

  /// The tool lifted: calls `body` with the tip's states until it has reached the last sample.
  ///
  /// Not to be updated after that.
  func finish(_ body: (TipState) -> Void) {
    guard var s = state else { return }
    var dt = step
    for _ in 0..<stopSteps {
      var next = s
      advance(&next, towards: anchor, by: dt)
      next.time = s.time + dt
      let travelled = next.position.distance(to: s.position)
      if travelled < stopDistance / 16 { break }
      // A step that would overshoot is tried again, half as long.
      let nearest = closest(on: s.position, next.position, to: anchor)
      if nearest < 1 {
        dt /= 2
        if dt < step / 64 { break }
        continue
      }
      s = next
      body(s)
      if s.position.distance(to: anchor) < stopDistance { break }
    }
  }

  private func advance(_ s: inout TipState, towards target: Point, by dt: Double) {
    let pull = (target - s.position) * (1 / springMass)
    s.velocity = s.velocity + (pull - s.velocity * drag) * dt
    s.position = s.position + s.velocity * dt
  }

  /// The fraction from a to b of the point nearest to `p`, 0…1.
  private func closest(on a: Point, _ b: Point, to p: Point) -> Double {
    let v = b - a
    guard v.lengthSquared > 0 else { return 1 }
    return min(max((p - a).dot(v) / v.lengthSquared, 0), 1)
  }
}
