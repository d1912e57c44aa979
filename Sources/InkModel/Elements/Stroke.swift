/// A stroke as the drawing holds it: which ink along which path, and what erasers left of it.
///
/// The samples it was made from stay in the file, under ``content``.
///
/// A stroke that was erased in part keeps its whole path: the rest is painted exactly as it
/// was, because grain, tapers and whatever else a brush derives from the path are still derived
/// from all of it. ``spans`` are the stretches of the path that are painted, ``trails`` what has
/// been rubbed out of those. (Only in a copy for sharing is the path itself cut down; see
/// ``StrokePath/lead``.)
public struct Stroke: Hashable, Sendable {
  public var content: ContentID
  public var ink: Ink
  /// The modelled path, in the space of ``Element/canvasFromElement``'s source.
  public var path: StrokePath
  /// Seeds a brush's random numbers (grain, jitter), so that the stroke always looks the same.
  public var seed: UInt32
  /// The stretches of ``path`` that are painted, ascending and apart; empty for all of it.
  public var spans: [PathSpan]
  /// What erasers rubbed out of the ink along ``spans``; empty for most.
  public var trails: [EraserTrail]

  public init(
    content: ContentID, ink: Ink, path: StrokePath, seed: UInt32, spans: [PathSpan] = [],
    trails: [EraserTrail] = []
  ) {
    self.content = content
    self.ink = ink
    self.path = path
    self.seed = seed
    self.spans = spans
    self.trails = trails
  }

  /// Whether what is painted begins where the tool touched the paper.
  public var isBeginning: Bool {
    path.points.first?.timeOffset == 0 && (spans.first?.lowerBound ?? 0) == 0
  }

  /// The stretches of the path that are painted, one at least unless the path is empty.
  public var shownSpans: [PathSpan] {
    if !spans.isEmpty { return spans }
    return path.points.isEmpty ? [] : [path.span]
  }

  /// The points of what is painted, a list for each of ``shownSpans``, ends that are cut included.
  public var shownPoints: [[StrokePoint]] {
    spans.isEmpty ? (path.points.isEmpty ? [] : [path.points]) : spans.map { path.points(in: $0) }
  }

  /// A stroke that paints the same, with a path that ends where what is painted ends.
  ///
  /// Between two stretches of one stroke the path runs straight; nothing is painted there.
  public var trimmed: Stroke {
    guard let first = spans.first, let last = spans.last else { return self }
    var copy = self
    copy.path.points = []
    copy.spans = []
    for points in shownPoints {
      let start = Double(copy.path.points.count)
      copy.path.points += points
      copy.spans.append(start...start + Double(points.count - 1))
    }
    if copy.spans.count == 1 { copy.spans = [] }
    copy.path.lead += path.length(of: 0...first.lowerBound)
    copy.path.trail += path.length(of: last.upperBound...path.span.upperBound)
    return copy
  }
}

/// The stroke as an element; what erasers do to it is in other files.
extension Stroke: ElementValue {
  /// The bounds of everything the stroke may paint, before any transform.
  public var bounds: Rect {
    let reach = StockBrushes.family(of: ink).reach(ink)
    if spans.isEmpty { return path.pointBounds.outset(by: reach) }
    return spans.reduce(.empty) {
      $0.union(StrokePath(path.points(in: $1)).pointBounds.outset(by: reach))
    }
  }

  public func bounds(after t: AffineTransform) -> Rect? {
    // A mark is no longer than its reach, whichever direction it has.
    let margin = StockBrushes.family(of: ink).reach(ink) * t.greatestStretch
    var box: Rect?
    for points in shownPoints {
      for point in points {
        let p = t(point.position)
        guard p.isFinite else { continue }
        let mark = Rect(center: p, radius: margin)
        box = box.map { $0.union(mark) } ?? mark
      }
    }
    return box
  }

  public var band: LayerBand { StockBrushes.family(of: ink).band }

  public var color: Color? { ink.color }

  public func recolored(_ color: Color) -> Stroke {
    var copy = self
    copy.ink.color = color
    return copy
  }

  public func inked(atLeast width: Double) -> Stroke {
    guard ink.size < width else { return self }
    var copy = self
    copy.ink.size = width
    // Else what was rubbed out would show again along the eraser's edges.
    let growth = (width - ink.size) / 2
    for i in copy.trails.indices {
      let scale = copy.trails[i].elementFromTrail.meanScale
      if scale > 0 { copy.trails[i].radius += growth / scale }
    }
    return copy
  }

  public func isVersion(of other: Stroke) -> Bool { content == other.content }
}
