import InkModel

extension Stroke: EditedElement {
  /// How much of the stroke's line is inside; what was rubbed out does not count.
  ///
  /// Tested in steps of a 64th of the loop's own size or less.
  public func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double {
    let gone = trails.flatMap { trail in
      let canvasFromTrail = canvasFromElement * trail.elementFromTrail
      return trail.discs.map {
        SweptDisc(
          from: canvasFromTrail($0.start), to: canvasFromTrail($0.end),
          radius: $0.radius * canvasFromTrail.leastStretch)
      }
    }
    let step = max(min(loop.bounds.width, loop.bounds.height) / 64, 1e-6)
    var (all, inside) = (0.0, 0.0)
    func count(_ p: Point, _ weight: Double) {
      guard !gone.contains(where: { $0.distance(to: p) < $0.radius }) else { return }
      all += weight
      if loop.contains(p) { inside += weight }
    }
    for points in shownPoints {
      let line = points.map { canvasFromElement($0.position) }
      // A dot has almost no weight beside a line, and all where there is no line.
      if let dot = line.first { count(dot, 1e-9) }
      for (p, q) in zip(line, line.dropFirst()) {
        let length = p.distance(to: q)
        guard length > 0, length.isFinite else { continue }
        let parts = min(max(Int((length / step).rounded(.up)), 1), 256)
        for i in 0..<parts {
          count(p.lerp(to: q, (Double(i) + 0.5) / Double(parts)), length / Double(parts))
        }
      }
    }
    return all > 0 ? inside / all : 0
  }

  /// The same line by the same brush.
  public func isAlike(_ other: Stroke) -> Bool {
    path == other.path && ink.brush == other.ink.brush
  }

  /// The stroke's own line, as broad as its marks are on average.
  public func highlight(after t: AffineTransform) -> SelectionHighlight {
    let family = StockBrushes.family(of: ink)
    let points = shownPoints
    let marks = points.joined().map { family.mark(ink, at: $0).radius }
    let radius = marks.reduce(0, +) / Double(max(marks.count, 1)) * t.meanScale
    return SelectionHighlight(
      lines: points.map { $0.map { t($0.position) }.filter(\.isFinite) }, radius: radius)
  }
}
