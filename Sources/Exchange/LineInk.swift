import Glibc
import InkModel

/// Ink for lines whose widths are known, as other programs keep them.
public enum LineInk {
  /// A stroke with a line of a width along its points, or of widths, one a point.
  ///
  /// One width is a pen's at half force. Several are those of a pen, or where they differ by more than a pen's may, of the
  /// brush, each point with the force that gives its width.
  public static func stroke(
    _ points: [Point], widths: [Double], color: Color, seed: UInt32
  ) -> Stroke {
    let greatest = widths.max() ?? 1
    let least = max(widths.min() ?? greatest, 0)
    guard greatest > least else {
      return stroke(points, Ink(StockBrushes.pen, color, size: greatest), seed) { _ in 0.5 }
    }
    let family =
      greatest <= least * range(of: StockBrushes.pen) ? StockBrushes.pen : StockBrushes.brush
    var ink = Ink(family, color, size: 1)
    ink.size = greatest / width(of: ink, family, force: 1)
    return stroke(points, ink, seed) { force(for: widths[min($0, widths.count - 1)], ink, family) }
  }

  /// A stroke of the highlighter, as broad as it is wide.
  static func highlight(_ points: [Point], width: Double, color: Color, seed: UInt32) -> Stroke {
    stroke(points, Ink(StockBrushes.highlighter, color, size: width), seed) { _ in 0.5 }
  }

  private static func stroke(
    _ points: [Point], _ ink: Ink, _ seed: UInt32, force: (Int) -> Float
  ) -> Stroke {
    var length = 0.0
    let path = points.indices.map { i in
      if i > 0 { length += points[i].distance(to: points[i - 1]) }
      return StrokePoint(
        x: Float(points[i].x), y: Float(points[i].y), force: force(i),
        timeOffset: Float(length / speed))
    }
    return Stroke(content: ContentID(0), ink: ink, path: StrokePath(path), seed: seed)
  }

  /// Canvas points a second: below all speeds at which a brush is thinner.
  private static let speed = 200.0

  private static func width(of ink: Ink, _ family: BrushFamily, force: Float) -> Double {
    2 * family.mark(ink, at: StrokePoint(x: 0, y: 0, force: force)).reach
  }

  /// How many times the thinnest line the broadest is.
  private static func range(of family: BrushFamily) -> Double {
    let ink = Ink(family, .ink, size: 1)
    return width(of: ink, family, force: 1) / width(of: ink, family, force: 0)
  }

  /// The force at which a line has a width: widths grow with it.
  private static func force(for wanted: Double, _ ink: Ink, _ family: BrushFamily) -> Float {
    var (low, high): (Float, Float) = (0, 1)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if width(of: ink, family, force: middle) < wanted { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

extension Stroke {
  /// The lines that it shows, one a stretch, in the space that `t` maps to: each point with the width that the line has
  /// there.
  ///
  /// What was rubbed out down to the middle of the line is a gap.
  func lines(after t: AffineTransform) -> [[(point: Point, width: Double)]] {
    let scale = t.meanScale
    var lines: [[(point: Point, width: Double)]] = []
    for span in shownSpans {
      var hand = BrushHand(ink, along: path)
      let points = path.points(in: span)
      var line: [(point: Point, width: Double)] = []
      for (i, point) in points.enumerated() {
        let mark = hand.mark(point)
        let neighbour = points[i == 0 ? min(1, points.count - 1) : i - 1]
        let along =
          i == 0 ? neighbour.position - point.position : point.position - neighbour.position
        // A dot is as wide as it reaches.
        let width =
          along.length > 0 ? mark.width(across: atan2(along.dy, along.dx)) : 2 * mark.reach
        if isRubbed(point.position) {
          if !line.isEmpty { lines.append(line) }
          line = []
        } else {
          line.append((t(point.position), width * scale))
        }
      }
      if !line.isEmpty { lines.append(line) }
    }
    return lines
  }

  private func isRubbed(_ point: Point) -> Bool {
    trails.contains { trail in
      guard let trailFromElement = trail.elementFromTrail.inverse else { return false }
      let p = trailFromElement(point)
      return trail.discs.contains { $0.distance(to: p) <= trail.radius }
    }
  }
}
