import Glibc

/// A geometric figure that is drawn with an ink.
///
/// A stroke is what a pen drew; a shape is what was meant. It is painted by the strokes that a steady hand would draw
/// along its lines (``strokes``).
public struct Shape: ElementValue {
  public var outline: ShapeOutline
  public var ink: Ink
  /// Seeds the brush's random numbers, as ``Stroke/seed``.
  public var seed: UInt32

  public init(_ outline: ShapeOutline, ink: Ink, seed: UInt32) {
    self.outline = outline
    self.ink = ink
    self.seed = seed
  }

  public var bounds: Rect { strokes.reduce(.empty) { $0.union($1.bounds) } }

  public func bounds(after t: AffineTransform) -> Rect? {
    let boxes = strokes.compactMap { $0.bounds(after: t) }
    return boxes.isEmpty ? nil : boxes.reduce(.empty) { $0.union($1) }
  }

  public var band: LayerBand { StockBrushes.family(of: ink).band }

  public var color: Color? { ink.color }

  public func recolored(_ color: Color) -> Shape {
    var copy = self
    copy.ink.color = color
    return copy
  }

  public func inked(atLeast width: Double) -> Shape {
    var copy = self
    copy.ink.size = max(ink.size, width)
    return copy
  }

  public func isTouched(by disc: SweptDisc, _ canvasFromElement: AffineTransform) -> Bool {
    strokes.contains { $0.isTouched(by: disc, canvasFromElement) }
  }

  public func isPainted(in area: Quad) -> Bool {
    strokes.contains { $0.isPainted(in: area) }
  }

  public var isWithinLimits: Bool {
    let points = outline.points
    return (0...ElementLimits.size).contains(ink.size) && points.allSatisfy(\.isWithinReach)
      && (1...ElementLimits.shapePoints).contains(points.count) && outline.anglesAreSound
  }
}

/// The lines of a shape, in element space.
public enum ShapeOutline: Hashable, Sendable {
  case line(Point, Point)
  /// Straight from point to point.
  case polyline([Point])
  /// A polyline with heads at its ends.
  case arrow([Point], atStart: Bool, atEnd: Bool)
  case rectangle(Rect)
  /// The one that a rectangle holds.
  case ellipse(Rect)
  /// Closed.
  case polygon([Point])
  /// A part of the ellipse that a rectangle holds: angles in radians, from +x towards +y, of the circle that was
  /// stretched to it. A negative sweep goes the other way.
  case arc(Rect, start: Double, sweep: Double)

  /// The points that define it.
  var points: [Point] {
    switch self {
    case .line(let a, let b): [a, b]
    case .polyline(let points), .arrow(let points, _, _), .polygon(let points): points
    case .rectangle(let box), .ellipse(let box), .arc(let box, _, _):
      [Point(box.minX, box.minY), Point(box.maxX, box.maxY)]
    }
  }

  var anglesAreSound: Bool {
    guard case .arc(_, let start, let sweep) = self else { return true }
    return abs(start) <= Double(ElementLimits.axis) && abs(sweep) <= 2 * .pi
  }
}

// MARK: Strokes

extension Shape {
  /// What paints it: its lines, and the heads of an arrow.
  ///
  /// They have no recorded content and are in no file.
  public var strokes: [Stroke] {
    lines.map { Stroke(content: ContentID(0), ink: ink, path: path(along: $0), seed: seed) }
  }

  private var lines: [[Point]] {
    switch outline {
    case .line(let a, let b): return [[a, b]]
    case .polyline(let points): return [points]
    case .polygon(let points): return [points + points.prefix(1)]
    case .rectangle(let box): return [box.corners + box.corners.prefix(1)]
    case .ellipse(let box): return [Self.arc(box, start: 0, sweep: 2 * .pi)]
    case .arc(let box, let start, let sweep): return [Self.arc(box, start: start, sweep: sweep)]
    case .arrow(let points, let atStart, let atEnd):
      var lines = [points]
      if atStart { lines += head(points.reversed()) }
      if atEnd { lines += head(points) }
      return lines
    }
  }

  /// The two sides of the head at the last of some points.
  private func head(_ points: [Point]) -> [[Point]] {
    guard let tip = points.last, let before = points.last(where: { $0 != tip }),
      let back = (before - tip).normalized
    else { return [] }
    let length = min(max(4 * ink.size, 8), (before - tip).length)
    let half = Double.pi / 7
    let (c, s) = (cos(half) * length, sin(half) * length)
    let side = back.perpendicular
    return [[tip + back * c + side * s, tip, tip + back * c - side * s]]
  }

  private static func arc(_ box: Rect, start: Double, sweep: Double) -> [Point] {
    let (rx, ry) = (box.width / 2, box.height / 2)
    guard [start, sweep, rx, ry].allSatisfy(\.isFinite) else { return [] }
    // From the arc to a chord of it is a twentieth of a point at most, within reason.
    let radius = max(abs(rx), abs(ry), 0.1)
    let step = max(2 * acos(max(1 - 0.05 / radius, -1)), 2 * .pi / 2048)
    let n = max(2, Int((min(abs(sweep), 2 * .pi) / step).rounded(.up)))
    return (0...n).map { i in
      let angle = start + sweep * Double(i) / Double(n)
      return Point(box.center.x + rx * cos(angle), box.center.y + ry * sin(angle))
    }
  }

  /// A pen that goes along straight lines at one speed, upright and with half its force.
  private func path(along corners: [Point]) -> StrokePath {
    let length = zip(corners, corners.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length.isFinite, let first = corners.first else { return StrokePath([]) }
    // Close enough for a brush's grain, and never too many for a long line.
    let step = max(4, length / 2048)
    var points: [StrokePoint] = []
    var gone = 0.0
    func add(_ p: Point, at distance: Double) {
      points.append(
        StrokePoint(
          x: Float(p.x), y: Float(p.y), force: 0.5, altitude: .pi / 2, azimuth: 0,
          timeOffset: Float(distance / Self.speed)))
    }
    add(first, at: 0)
    for (a, b) in zip(corners, corners.dropFirst()) {
      let side = (b - a).length
      guard side > 0 else { continue }
      let n = max(1, Int((side / step).rounded(.up)))
      for i in 1...n {
        add(a + (b - a) * (Double(i) / Double(n)), at: gone + side * Double(i) / Double(n))
      }
      gone += side
    }
    return StrokePath(points)
  }

  /// Canvas points a second: that of calm drawing.
  private static let speed = 300.0
}
