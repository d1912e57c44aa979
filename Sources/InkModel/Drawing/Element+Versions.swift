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

  /// Another version of the element: a changed value in the same space and layer order.
  public func version(_ id: ElementID, _ kind: Kind) -> Element {
    Element(
      id: id, page: page, layer: layer, order: order, pageFromElement: pageFromElement,
      placement: placement, kind: kind)
  }
}

extension Drawing {
  /// The order keys of `elements` put into the drawing as if they were new: each above everything
  /// or, where that is its band, below everything, and in the order that they have.
  public func orders(for elements: [Element]) -> [OrderKey] {
    var orders = elements.map(\.order)
    var top = topOrder
    for i in elements.indices where elements[i].band == .above {
      orders[i] = top?.next ?? .first
      top = orders[i]
    }
    var bottom: OrderKey?
    for i in elements.indices.reversed() where elements[i].band == .below {
      // In an empty drawing, the element that just got its key is the bottom.
      orders[i] = bottom?.previous ?? bottomOrder?.previous ?? OrderKey.first.previous
      bottom = orders[i]
    }
    return orders
  }

  /// Order keys that put `elements` above everything, in the order that they have.
  public func orders(above elements: [Element]) -> [OrderKey] {
    var top = topOrder
    return elements.map { _ in
      let key = top?.next ?? .first
      top = key
      return key
    }
  }

  /// Order keys that put `elements` below everything, in the order that they have.
  public func orders(below elements: [Element]) -> [OrderKey] {
    var bottom = bottomOrder
    return elements.reversed().map { _ in
      let key = bottom?.previous ?? .first
      bottom = key
      return key
    }.reversed()
  }

  /// The least key of the lowest layer.
  private var bottomOrder: OrderKey? { chunks.first?.elements.first?.order }
}
