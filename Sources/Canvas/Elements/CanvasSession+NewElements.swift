import InkModel

extension CanvasSession {
  /// An element for the drawing, of the page that it lies on and of the layer that tools work on.
  ///
  /// - Parameters:
  ///   - id: Its number, where that was taken before.
  ///   - order: In ``currentLayer``.
  ///   - canvasFromElement: Where it lies on the canvas.
  ///   - first: The point that decides its page, in canvas space: where a stroke began, the corner of a picture.
  ///   - known: Its page, where that is known whatever is at that point.
  func newElement(
    _ kind: Element.Kind, id: ElementID? = nil, order: OrderKey,
    canvasFromElement: AffineTransform = .identity, at first: Point, onPage known: Int32? = nil
  ) -> Element {
    let element = Element(
      id: id ?? takeElement(), order: order, canvasFromElement: canvasFromElement, kind: kind)
    let layer = currentLayer.id
    var page = page(at: first)
    if let known, drawing.settings.layout.index(of: known) != nil { page = known }
    guard page != 0 || layer != 0 else { return drawing.settings.placed(element) }
    return element.version(element.id, page: page, layer: layer, in: drawing.settings)
  }

  /// The page that something at a point of the canvas belongs to; 0 is the canvas.
  ///
  /// Something beside all pages belongs to the nearest one.
  func page(at point: Point) -> Int32 { drawing.settings.layout.pageID(nearest: point) }

  /// The same element as one of the page that it lies on, by the middle of its bounds.
  func rehomed(_ element: Element) -> Element {
    let page = page(at: element.bounds.center)
    guard page != element.page else { return element }
    return element.version(element.id, page: page, layer: element.layer, in: drawing.settings)
  }
}
