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

  /// The colour of what is on top at a position (widget points), as it was chosen, without its opacity;
  /// `nil` on bare paper.
  public func inkColor(at place: Point) -> Color? {
    let place = viewport.canvasFromWidget(place)
    return elements(at: place, within: Self.reach / viewport.scale).first?
      .color(at: place)?.opaque
  }

  /// The elements that paint something within `reach` of a place, both in canvas space; the uppermost
  /// first.
  func elements(at place: Point, within reach: Double) -> [Element] {
    drawing.elements(touchedFrom: place, to: place, radius: reach).reversed()
  }
}
