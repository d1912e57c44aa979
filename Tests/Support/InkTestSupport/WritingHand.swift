import Glibc
import InkModel

/// A hand that follows a line with natural speed and tremor, and a tablet that reports it.
///
/// It speeds up from rest, slows down where the line bends sharply, rounds corners a little and comes
/// to rest at the end (a steady walk along the line, blurred over time: minimum effort, nearly). Its
/// force rises when it touches and falls before it lifts. Unlike a recording it also says where the
/// hand truly was between two reports.
public struct WritingHand: Sendable {
  /// Canvas points a second on a long straight line.
  public var pace = 260.0
  /// Over how long a time the walk is blurred (one standard deviation), in seconds.
  public var agility = 0.018
  /// Reports a second.
  public var rate = 240.0
  /// How far a report may be from the hand, in canvas points.
  public var tremor = 0.03
  /// Part of the line that is left when the hand lifts, 0 to come to rest first: a flick.
  public var flick = 0.0
  /// Seconds over which the force falls before the hand lifts.
  public var release = 0.025

  public init() {}

  /// The hand's position at each millisecond, from touching to lifting.
  public func walk(along line: [Point]) -> [Point] {
    guard line.count > 1 else { return line }
    var walked = [0.0]
    for (a, b) in zip(line, line.dropFirst()) {
      walked.append(walked[walked.count - 1] + a.distance(to: b))
    }
    let length = walked[walked.count - 1]
    func position(after distance: Double) -> Point {
      let i = min(max((walked.firstIndex { $0 >= distance } ?? line.count) - 1, 0), line.count - 2)
      let step = walked[i + 1] - walked[i]
      return line[i].lerp(
        to: line[i + 1], step > 0 ? min(max((distance - walked[i]) / step, 0), 1) : 0)
    }
    let sigma = agility * 1000
    let rest = Int(3 * sigma)
    let moving = Int(length / pace * 1000)
    let steady = (0..<moving + 2 * rest).map { position(after: Double($0 - rest) * pace / 1000) }
    let kernel = (-rest...rest).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = kernel.reduce(0, +)
    let blurred = steady.indices.map { i -> Point in
      var v = Vector.zero
      for (k, weight) in kernel.enumerated() {
        let j = min(max(i + k - rest, 0), steady.count - 1)
        v = v + (steady[j] - .zero) * (weight / sum)
      }
      return .zero + v
    }
    // A tool touches when the hand sets out, and lifts when it is all but there.
    let first = blurred.firstIndex { $0.distance(to: blurred[0]) > 0.2 } ?? 0
    let end = blurred[blurred.count - 1]
    let last = blurred.lastIndex { $0.distance(to: end) > 0.2 } ?? blurred.count - 1
    let lift = min(last, blurred.count - 1 - Int(Double(moving) * flick))
    return Array(blurred[first...max(lift, first)])
  }

  /// The reports of a walk; times in whole milliseconds from 0.
  public func samples(of walk: [Point], seed: UInt64 = 1) -> [StylusSample] {
    var chance = SeededGenerator(seed: seed)
    let end = Double(walk.count - 1) / 1000
    return (0...Int(end * rate)).map { i in
      let ms = Int((Double(i) / rate * 1000).rounded())
      let t = Double(ms) / 1000
      let shake = Vector(
        .random(in: -tremor...tremor, using: &chance), .random(in: -tremor...tremor, using: &chance)
      )
      let ends = min(1, 0.3 + t / 0.03, 0.02 + (end - t) / max(release, 1e-3))
      return StylusSample(
        position: walk[min(ms, walk.count - 1)] + shake, time: t, force: Float(0.55 * ends))
    }
  }
}
