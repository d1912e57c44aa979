import InkModel

/// What layers are called where people read it.
enum LayerNames {
  /// A layer's own name, or one by its number.
  static func name(_ layer: Layer) -> String {
    layer.name.isEmpty
      ? tr("Layer {number}").filled("number", String(layer.id + 1)) : layer.name
  }

  /// What the layers that show are called, by their numbers; none where there is one layer.
  static func shown(_ settings: DrawingSettings) -> [Int32: String] {
    guard settings.layers.count > 1 else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: settings.layers.filter { !$0.isHidden }.map { ($0.id, name($0)) })
  }

  /// What a copy of a layer is called.
  static func copy(of layer: Layer) -> String {
    tr("{layer} (copy)").filled("layer", name(layer))
  }

  /// Why nothing is drawn on a layer that is hidden or locked, and what the button says that opens it.
  static func refusal(_ layer: Layer) -> (sentence: String, button: String) {
    let texts =
      switch (layer.isHidden, layer.isLocked) {
      case (true, true):
        (tr("The layer “{layer}” is hidden and locked."), tr("_Show and Unlock It"))
      case (false, true): (tr("The layer “{layer}” is locked."), tr("_Unlock It"))
      default: (tr("The layer “{layer}” is hidden."), tr("_Show It"))
      }
    return (texts.0.filled("layer", name(layer)), texts.1)
  }
}
