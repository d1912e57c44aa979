import InkModel

/// A shape is edited as the strokes that paint it are.
extension Shape: EditedElement {
  public func share(in loop: SelectionLoop, _ canvasFromElement: AffineTransform) -> Double {
    let strokes = self.strokes
    guard !strokes.isEmpty else { return 0 }
    let points = strokes.map { Double($0.path.points.count) }
    let inside = zip(strokes, points).reduce(0) {
      $0 + $1.0.share(in: loop, canvasFromElement) * $1.1
    }
    return inside / points.reduce(0, +)
  }

  public func isAlike(_ other: Shape) -> Bool { outline == other.outline && isVersion(of: other) }

  public func highlight(after t: AffineTransform) -> SelectionHighlight {
    let parts = strokes.map { $0.highlight(after: t) }
    return SelectionHighlight(
      lines: parts.flatMap(\.lines), radius: parts.map(\.radius).max() ?? 0)
  }
}
