import InkModel

extension CanvasSession {
  /// How far beside a line a press still means it, in widget points.
  private static let reach = 4.0

  /// The colour of the ink on top at a place (widget points), as it was chosen, without its opacity;
  /// `nil` on bare paper.
  public func inkColor(at place: Point) -> Color? {
    let canvasPoint = viewport.canvasFromWidget(place)
    let hits = drawing.elements(
      touchedFrom: canvasPoint, to: canvasPoint, radius: Self.reach / viewport.scale)
    guard let top = hits.max(by: { $0.order < $1.order }), case .stroke(let stroke) = top.kind
    else { return nil }
    return stroke.ink.color.opaque
  }
}
