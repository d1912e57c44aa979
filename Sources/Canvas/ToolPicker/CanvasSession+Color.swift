import InkModel

extension CanvasSession {
  /// How far beside a line a press still means it, in widget points.
  private static let reach = 4.0

  /// Makes the next press tell a colour in place of drawing: that of the ink it lifts from.
  ///
  /// ``CanvasUpdate/picked`` tells it. Contacts that are down go on with what they do.
  public func pickColor() { isPickingColor = true }

  public func stopPickingColor() { isPickingColor = false }

  /// A contact has picked; the next one draws again.
  func picked(_ color: Color?, into update: inout CanvasUpdate) {
    guard isPickingColor else { return }
    isPickingColor = false
    update.picked = PickedColor(color: color)
  }

  /// The colour of the ink on top at a place (widget points), as it was chosen, without its opacity;
  /// `nil` on bare paper.
  public func inkColor(at place: Point) -> Color? {
    strokes(
      at: viewport.canvasFromWidget(place), within: Self.reach / viewport.scale
    ).first?.ink.color.opaque
  }

  /// The strokes with ink within `reach` of a place, both in canvas space; the uppermost first.
  func strokes(at place: Point, within reach: Double) -> [Stroke] {
    drawing.elements(touchedFrom: place, to: place, radius: reach)
      .sorted { $0.order > $1.order }
      .compactMap { element -> Stroke? in
        guard case .stroke(let stroke) = element.kind else { return nil }
        return stroke
      }
  }
}
