/// The elements of one layer, and the order keys that others get in it.
extension Drawing {
  /// The elements of a layer, bottom first.
  public func elements(ofLayer id: Int32) -> some Sequence<Element> {
    let rank = settings.placement(page: 0, layer: id).rank
    let first = firstChunk { $0.elements[$0.elements.count - 1].placement.rank >= rank }
    return chunks[first...].lazy.prefix { $0.elements[0].placement.rank <= rank }
      .flatMap(\.elements).filter { $0.layer == id }
  }

  /// The bounds of what a layer paints, in canvas space.
  public func bounds(ofLayer id: Int32) -> Rect {
    elements(ofLayer: id).reduce(.empty) { $0.union($1.bounds) }
  }

  /// The elements of layers that show, in layer order.
  public var shownElements: [Element] {
    let hidden = settings.hiddenLayers
    return hidden.isEmpty ? Array(elements) : elements.filter { !hidden.contains($0.layer) }
  }

  /// The bounds of what is on layers that show, in canvas space.
  public var shownBounds: Rect {
    let hidden = settings.hiddenLayers
    guard !hidden.isEmpty else { return bounds }
    return elements.lazy.filter { !hidden.contains($0.layer) }
      .reduce(.empty) { $0.union($1.bounds) }
  }

  /// Whether an element of the drawing could be painted onto a picture of the others, on top or, where that is its band,
  /// below them, and look as if all were painted in order.
  ///
  /// So it is where its layer is opaque and nothing that shows lies between it and that end of the order.
  public func canBePaintedLast(_ element: Element) -> Bool {
    if let layer = settings.layer(element.layer), layer.isHidden || layer.opacity < 1 {
      return false
    }
    // Most drawings have one layer, and new elements are at an end of it; but a highlighter may be above a picture.
    guard settings.layers.count > 1 || element.band == .below else { return true }
    let hidden = settings.hiddenLayers
    // A pixel at the edge may get something of two neighbours.
    return !elements(in: element.bounds.outset(by: 2)).contains { other in
      guard other.id != element.id, !hidden.contains(other.layer) else { return false }
      return element.band == .above ? element.paintsBelow(other) : other.paintsBelow(element)
    }
  }

  // MARK: Order keys

  /// The key of the topmost element of a layer; `nil` where the layer has none.
  public func topOrder(in layer: Int32 = 0) -> OrderKey? {
    let rank = settings.placement(page: 0, layer: layer).rank
    let end = firstChunk { $0.elements[0].placement.rank > rank }
    guard end > 0, let last = chunks[end - 1].elements.last(where: { $0.placement.rank <= rank }),
      last.placement.rank == rank
    else { return nil }
    return last.order
  }

  /// The key of the lowest element of a layer; `nil` where the layer has none.
  private func bottomOrder(in layer: Int32) -> OrderKey? {
    let rank = settings.placement(page: 0, layer: layer).rank
    let start = firstChunk { $0.elements[$0.elements.count - 1].placement.rank >= rank }
    guard start < chunks.count,
      let first = chunks[start].elements.first(where: { $0.placement.rank >= rank }),
      first.placement.rank == rank
    else { return nil }
    return first.order
  }

  /// The index of the first chunk for which a condition holds that holds for all after it.
  private func firstChunk(where condition: (Chunk) -> Bool) -> Int {
    var (low, high) = (0, chunks.count)
    while low < high {
      let mid = (low + high) / 2
      if condition(chunks[mid]) { high = mid } else { low = mid + 1 }
    }
    return low
  }

  /// The key of what is new on a layer, and over no ground: above everything on it or, where that is its band, below it.
  public func order(for band: LayerBand, in layer: Int32 = 0) -> OrderKey {
    switch band {
    case .above: topOrder(in: layer)?.next ?? .first
    case .below: bottomOrder(in: layer)?.previous ?? .first
    }
  }

  /// The key of a new element on its layer: above everything there or, where that is its band, below everything but
  /// what it would be hidden by (``ElementValue/isGround``).
  public func order(of element: Element) -> OrderKey {
    let layer = element.layer
    guard element.band == .below, let key = orderOverGrounds(of: element, in: layer) else {
      return order(for: element.band, in: layer)
    }
    return key
  }

  /// The key next above the topmost ground of a layer that an element lies over; `nil` where it lies over none.
  ///
  /// - Parameter motion: How the element is moved, on the canvas.
  private func orderOverGrounds(
    of element: Element, moved motion: AffineTransform = .identity, in layer: Int32
  ) -> OrderKey? {
    let grounds = elements(in: motion(element.bounds)).lazy
      .filter { $0.isGround && $0.layer == layer }
    guard let ground = grounds.last(where: { element.lies(over: $0, moved: motion) }) else {
      return nil
    }
    let rank = ground.placement.rank
    func isAbove(_ element: Element) -> Bool {
      element.placement.rank == rank
        ? element.order > ground.order : element.placement.rank > rank
    }
    let start = firstChunk { isAbove($0.elements[$0.elements.count - 1]) }
    guard start < chunks.count, let next = chunks[start].elements.first(where: isAbove),
      next.placement.rank == rank
    else { return ground.order.next }
    return OrderKey.between(ground.order, next.order)
  }

  /// The order keys of `elements` put into the drawing as if they were new: each above everything on its layer
  /// or, where that is its band, below everything but what it would be hidden by, and in the order that they have.
  ///
  /// A highlighter that lies over a picture among them stays between that and what is above it.
  ///
  /// - Parameters:
  ///   - layer: The layer that all of them are put on; `nil` for their own.
  ///   - motion: How they are moved, on the canvas.
  public func orders(
    for elements: [Element], in layer: Int32? = nil, moved motion: AffineTransform = .identity
  ) -> [OrderKey] {
    var orders = elements.map(\.order)
    var tops: [Int32: OrderKey] = [:]
    var grounds: [(layer: Int32, element: Element)] = []
    var low: [Int] = []
    for (i, element) in elements.enumerated() {
      let layer = layer ?? element.layer
      if element.isGround { grounds.append((layer, element)) }
      let isHigh =
        element.band == .above
        || grounds.contains { $0.layer == layer && element.lies(over: $0.element) }
      guard isHigh else {
        low.append(i)
        continue
      }
      orders[i] = (tops[layer] ?? topOrder(in: layer))?.next ?? .first
      tops[layer] = orders[i]
    }
    var bottoms: [Int32: OrderKey] = [:]
    for i in low.reversed() {
      let layer = layer ?? elements[i].layer
      if let key = orderOverGrounds(of: elements[i], moved: motion, in: layer) {
        orders[i] = key
        continue
      }
      // On an empty layer, the element that just got its key is the bottom.
      orders[i] = (bottoms[layer] ?? bottomOrder(in: layer) ?? .first).previous
      bottoms[layer] = orders[i]
    }
    return orders
  }

  /// Order keys that put `elements` above everything on their layers, in the order that they have.
  ///
  /// - Parameter layer: The layer that all of them are put on; `nil` for their own.
  public func orders(above elements: [Element], in layer: Int32? = nil) -> [OrderKey] {
    var tops: [Int32: OrderKey] = [:]
    return elements.map {
      let layer = layer ?? $0.layer
      let key = (tops[layer] ?? topOrder(in: layer))?.next ?? .first
      tops[layer] = key
      return key
    }
  }

  /// Order keys that put `elements` below everything on their layers, in the order that they have.
  public func orders(below elements: [Element]) -> [OrderKey] {
    var bottoms: [Int32: OrderKey] = [:]
    return elements.reversed().map {
      let key = (bottoms[$0.layer] ?? bottomOrder(in: $0.layer))?.previous ?? .first
      bottoms[$0.layer] = key
      return key
    }.reversed()
  }
}
