import InkModel

extension CanvasSession {
  /// An element for the drawing, of the page that it lies on and of the layer that tools work on.
  ///
  /// - Parameters:
  ///   - id: Its number, where that was taken before.
  ///   - order: In its layer.
  ///   - canvasFromElement: Where it lies on the canvas.
  ///   - first: The point that decides its page, in canvas space: where a stroke began, the corner of a picture.
  func newElement(
    _ kind: Element.Kind, id: ElementID? = nil, order: OrderKey,
    canvasFromElement: AffineTransform = .identity, at first: Point
  ) -> Element {
    let element = Element(
      id: id ?? takeElement(), order: order, canvasFromElement: canvasFromElement, kind: kind)
    let (page, layer) = (page(at: first), currentLayer)
    guard page != 0 || layer != 0 else { return element }
    return element.version(element.id, page: page, layer: layer, in: drawing.settings)
  }

  /// The page that something at a point of the canvas belongs to; 0 is the canvas.
  private func page(at point: Point) -> Int32 { 0 }

  /// The layer that tools work on.
  private var currentLayer: Int32 { 0 }
}
