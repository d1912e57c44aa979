/// The layers by their identities.
extension DrawingSettings {
  /// The layer of an identity; `nil` where there is none.
  public func layer(_ id: Int32) -> Layer? { layers.first { $0.id == id } }

  /// The layer that something of an identity counts as: itself, or the topmost one where there is none.
  public func layerOrTop(_ id: Int32) -> Layer { layer(id) ?? layers[layers.count - 1] }

  /// The layers that nothing is painted of.
  public var hiddenLayers: Set<Int32> { Set(layers.lazy.filter(\.isHidden).map(\.id)) }

  /// The layers that tools leave alone: the hidden ones and the locked ones.
  public var closedLayers: Set<Int32> {
    Set(layers.lazy.filter { $0.isHidden || $0.isLocked }.map(\.id))
  }

  /// The layer next below another one; `nil` for the lowest.
  public func layer(below id: Int32) -> Layer? {
    guard let index = layers.firstIndex(where: { $0.id == id }), index > 0 else { return nil }
    return layers[index - 1]
  }

  /// An identity that no layer has.
  ///
  /// One that a deleted layer had may come again: nothing that lives refers to it.
  public var newLayerID: Int32 { (layers.map(\.id).max() ?? -1) + 1 }

  /// The key of a layer at an index among the others, counted from the bottom.
  public func layerOrder(at index: Int, among others: [Layer]) -> OrderKey {
    let low = index > 0 ? others[index - 1].order : nil
    let high = index < others.count ? others[index].order : nil
    return switch (low, high) {
    case (nil, nil): .first
    case (nil, let high?): high.previous
    case (let low?, nil): low.next
    case (let low?, let high?): low < high ? .between(low, high) : low
    }
  }

  /// The same with a layer changed.
  public func changing(_ id: Int32, _ change: (inout Layer) -> Void) -> DrawingSettings {
    var copy = self
    copy.layers = layers.map { layer in
      var layer = layer
      if layer.id == id { change(&layer) }
      return layer
    }
    return copy
  }
}

extension SettingsChange {
  /// The layers that are there before and after, and show otherwise: hidden or not, with another opacity.
  var layersThatLookDifferent: [Int32] {
    guard before.layers != after.layers else { return [] }
    return after.layers.filter { new in
      before.layer(new.id).map {
        $0.isHidden != new.isHidden || (!new.isHidden && $0.opacity != new.opacity)
      } ?? false
    }.map(\.id)
  }
}

extension EditLabel {
  public static let addLayer = EditLabel(rawValue: "layer-add")
  public static let renameLayer = EditLabel(rawValue: "layer-rename")
  public static let reorderLayer = EditLabel(rawValue: "layer-order")
  public static let hideLayer = EditLabel(rawValue: "layer-hide")
  public static let showLayer = EditLabel(rawValue: "layer-show")
  public static let lockLayer = EditLabel(rawValue: "layer-lock")
  public static let unlockLayer = EditLabel(rawValue: "layer-unlock")
  public static let layerOpacity = EditLabel(rawValue: "layer-opacity")
  public static let duplicateLayer = EditLabel(rawValue: "layer-duplicate")
  public static let mergeLayer = EditLabel(rawValue: "layer-merge")
  public static let deleteLayer = EditLabel(rawValue: "layer-delete")
  public static let moveToLayer = EditLabel(rawValue: "layer-move")
}
