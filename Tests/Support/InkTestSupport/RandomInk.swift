import Glibc
import InkModel

/// Strokes like handwriting in what matters to code: smooth lines at a tablet's rate,
/// with whatever axes a tool has.
///
/// One seed makes one sequence of strokes.
public struct RandomInk: Sendable {
  public var generator: SeededGenerator

  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Samples of a stroke of `count` points that begins near `start`, 4 ms apart.
  public mutating func samples(_ count: Int, near start: Point, tool: StylusTool) -> [StylusSample]
  {
    let hasForce = tool.kind != .mouse && tool.kind != .finger
    let hasTilt = hasForce && !generator.once(in: 3)
    let isPatchy = generator.once(in: 8)
    var position = start
    var heading = Double.random(in: 0..<2 * .pi, using: &generator)
    var force = Float.random(in: 0.1...0.5, using: &generator)
    var time = 0.0
    return (0..<count).map { i in
      if i > 0 {
        heading += Double.random(in: -0.3...0.3, using: &generator)
        let step = Double.random(in: 0.2...1.5, using: &generator)
        position = position + Vector(cos(heading) * step, sin(heading) * step)
        time += 0.004 + Double.random(in: -0.0003...0.0003, using: &generator)
        force = min(max(force + Float.random(in: -0.03...0.03, using: &generator), 0), 1)
      }
      var sample = StylusSample(position: position, time: time)
      let isSilent = isPatchy && generator.once(in: 4)
      if hasForce, !isSilent { sample.force = (force * 8191).rounded() / 8191 }
      if hasTilt {
        sample.altitude = Float.random(in: 0.9...1.1, using: &generator)
        sample.azimuth = 0.78
      }
      if tool.kind == .pencil { sample.roll = Float(i % 100) / 16 }
      if tool.kind == .airbrush {
        sample.slider = Float.random(in: -1...1, using: &generator)
      }
      return sample
    }
  }

  /// A stroke's content of `count` samples.
  ///
  /// Its path has a point a sample, moved a little, as a modeler's would.
  public mutating func content(_ id: Int64, count: Int, near start: Point) -> StrokeContent {
    let kind = StylusTool.Kind.allCases.randomElement(using: &generator) ?? .pen
    let tool = StylusTool(
      kind, serial: generator.once(in: 2) ? 0 : generator.next(),
      hardwareID: generator.once(in: 2) ? 0 : generator.next())
    let samples = samples(count, near: start, tool: tool)
    let path = StrokePath(
      samples.map { s in
        StrokePoint(
          x: Float(s.position.x) + Float.random(in: -0.1...0.1, using: &generator),
          y: Float(s.position.y) + Float.random(in: -0.1...0.1, using: &generator),
          force: s.force ?? StrokePoint.defaultForce,
          altitude: s.altitude ?? StrokePoint.defaultAltitude,
          azimuth: s.azimuth ?? StrokePoint.defaultAzimuth,
          barrel: s.roll.map { StrokePoint.barrel(roll: $0) }, timeOffset: Float(s.time))
      })
    return StrokeContent(
      id: ContentID(id), tool: tool, samples: samples, path: path,
      modelerVersion: Int.random(in: 1...4, using: &generator),
      seed: UInt32.random(in: 0 ... .max, using: &generator))
  }

  public mutating func ink() -> Ink {
    let brushes = ["pen", "pencil", "marker", "кисть"]
    return Ink(
      brush: brushes.randomElement(using: &generator) ?? "pen",
      brushVersion: Int.random(in: 1...2, using: &generator),
      color: [.ink, .black, Color(rgba: 0xFF00_00FF), Color(rgba: 0x00AA_FF80)]
        .randomElement(using: &generator) ?? .ink,
      size: [1, 2, 0.1, 12.75].randomElement(using: &generator) ?? 2)
  }

  public mutating func point(within side: Double = 2000) -> Point {
    Point(
      Double.random(in: -side...side, using: &generator),
      Double.random(in: -side...side, using: &generator))
  }
}
