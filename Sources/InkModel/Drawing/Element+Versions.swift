extension Element {
  /// Another version of the element, the same but for the arguments.
  ///
  /// - Parameters:
  ///   - id: Never used before.
  ///   - order: `nil` keeps its order key.
  ///   - motion: Canvas space to canvas space; applied after its ``canvasFromElement``.
  ///   - color: `nil` keeps its own.
  public func version(
    _ id: ElementID, order: OrderKey? = nil, moved motion: AffineTransform = .identity,
    color: Color? = nil
  ) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order ?? self.order,
      pageFromElement: pageFromElement(moved: motion), placement: placement,
      kind: color.map { kind.recolored($0) } ?? kind)
  }

  /// The transform to the page's space after a motion, canvas space to canvas space.
  private func pageFromElement(moved motion: AffineTransform) -> AffineTransform {
    guard motion != .identity else { return pageFromElement }
    guard !placement.isCanvas, let pageFromCanvas = placement.canvasFromPage.inverse else {
      return motion * pageFromElement
    }
    return pageFromCanvas * motion * canvasFromElement
  }

  /// Another version of the element that lies where it lies and belongs to another page or layer.
  public func version(
    _ id: ElementID, page: Int32, layer: Int32, in settings: DrawingSettings
  ) -> Element {
    let placement = settings.placement(page: page, layer: layer)
    let pageFromElement =
      placement.canvasFromPage.inverse.map {
        placement.isCanvas ? canvasFromElement : $0 * canvasFromElement
      }
      ?? canvasFromElement
    return Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: placement,
      kind: kind)
  }

  /// Another version of the element that lies where it lies, at a position in a layer.
  public func version(_ id: ElementID, layer: Int32, order: OrderKey) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: placement, kind: kind)
  }

  /// Another version of the element: a changed value in the same space.
  ///
  /// - Parameter order: `nil` keeps its order key.
  public func version(_ id: ElementID, _ kind: Kind, order: OrderKey? = nil) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order ?? self.order,
      pageFromElement: pageFromElement,
      placement: placement, kind: kind)
  }
}
