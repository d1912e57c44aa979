import Glibc

/// Where the modelled tip is and how fast it moves.
struct TipState: Hashable, Sendable {
  var position: Point
  var velocity = Vector.zero
  var time: Double
}

/// The second stage: a tip with mass, drawn along by the hand on a spring through a thick fluid.
///
/// m·a = k·(hand − tip) − c·v, integrated step by step (semi-implicit Euler), with m/k the
/// spring mass and c/m the drag.
struct TipDynamics: Sendable {
  private let springMass: Double
  private let drag: Double
  private let step: Double
  private let stopDistance: Double
  private let stopSteps: Int
  private(set) var state: TipState?
  /// Where the hand is.
  private(set) var anchor = Point.zero

  /// A pause longer than this many steps is taken as this many: the tip has long arrived.
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

  /// The hand touched at a point.
  mutating func begin(at position: Point, time: Double) -> TipState {
    let s = TipState(position: position, time: time)
    state = s
    anchor = position
    return s
  }

  /// The hand moved to a point; tells the tip's states on the way there, evenly spaced in time.
  mutating func update(_ position: Point, time: Double, _ tell: (TipState) -> Void) {
    guard var s = state else { return }
    let whole = time - s.time
    let n = min(max(Int((whole / step).rounded(.up)), 1), mostSteps)
    let dt = min(whole / Double(n), step)
    let from = anchor
    for i in 1...n {
      let fraction = Double(i) / Double(n)
      advance(&s, towards: from.lerp(to: position, fraction), by: dt)
      s.time = time - whole * (1 - fraction)
      tell(s)
    }
    anchor = position
    state = s
  }

  /// The hand lifted (or is taken to have): tells the tip's states until it has reached the hand.
  ///
  /// Nothing follows after that.
  func finish(_ tell: (TipState) -> Void) {
    guard var s = state else { return }
    var dt = step
    for _ in 0..<stopSteps {
      var next = s
      advance(&next, towards: anchor, by: dt)
      next.time = s.time + dt
      let travelled = next.position.distance(to: s.position)
      if travelled < stopDistance / 16 { break }
      // A step that would swing past the hand is tried again, half as long.
      let nearest = closest(on: s.position, next.position, to: anchor)
      if nearest < 1 {
        dt /= 2
        if dt < step / 64 { break }
        continue
      }
      s = next
      tell(s)
      if s.position.distance(to: anchor) < stopDistance { break }
    }
  }

  private func advance(_ s: inout TipState, towards hand: Point, by dt: Double) {
    let pull = (hand - s.position) * (1 / springMass)
    s.velocity = s.velocity + (pull - s.velocity * drag) * dt
    s.position = s.position + s.velocity * dt
  }

  /// How far along from a to b the point nearest to `p` is, 0…1.
  private func closest(on a: Point, _ b: Point, to p: Point) -> Double {
    let v = b - a
    guard v.lengthSquared > 0 else { return 1 }
    return min(max((p - a).dot(v) / v.lengthSquared, 0), 1)
  }
}
