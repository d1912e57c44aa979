import InkModel

extension CanvasSession {
  /// The distance from a line within which a press picks it, in widget points.
  private static let reach = 4.0

  /// Makes the next press pick a colour instead of drawing: that of the ink it lifts from.
  ///
  /// ``CanvasUpdate/picked`` has it. Contacts that are down continue what they do.
  public func pickColor() { isPickingColor = true }

  public func stopPickingColor() { isPickingColor = false }

  /// A contact has picked; the next one draws again.
  func picked(_ color: Color?, into update: inout CanvasUpdate) {
    guard isPickingColor else { return }
    isPickingColor = false
    update.picked = PickedColor(color: color)
  }

  /// The colour of the uppermost ink at a position (widget points), as it was chosen, without its opacity;
  /// `nil` on bare paper.
  public func inkColor(at position: Point) -> Color? {
    let position = viewport.canvasFromWidget(position)
    return elements(at: position, within: Self.reach / viewport.scale).first?
      .color(at: position)?.opaque
  }

  /// The elements of layers that show that paint something within `reach` of a position, both in canvas space; the uppermost
  /// first.
  func elements(at position: Point, within reach: Double) -> [Element] {
    let hidden = drawing.settings.hiddenLayers
    return drawing.elements(touchedFrom: position, to: position, radius: reach)
      .filter { !hidden.contains($0.layer) }.reversed()
  }
}
