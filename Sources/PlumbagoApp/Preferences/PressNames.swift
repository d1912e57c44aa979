import Canvas

/// What the buttons of pens and the controls of tablets can be set to, by name.
extension SinglePress {
  var title: String {
    switch self {
    case .nothing: trc("button", "Nothing")
    case .erase: tr("Erase While Held")
    case .pan: tr("Move the Paper While Held")
    case .undo: tr("Undo")
    case .redo: tr("Redo")
    case .toggleEraser: tr("Eraser and Back")
    case .previousTool: tr("Previous Tool")
    case .colors: tr("Colors")
    case .sizes: tr("Sizes at the Tip")
    }
  }
}

extension DoublePress {
  var title: String { SinglePress(rawValue: rawValue)?.title ?? "" }
}

extension PadPress {
  var title: String {
    switch self {
    case .nothing, .undo, .redo, .toggleEraser, .previousTool, .colors, .sizes:
      SinglePress(rawValue: rawValue)?.title ?? ""
    case .finer: tr("Finer")
    case .broader: tr("Broader")
    case .zoomIn: tr("Zoom In")
    case .zoomOut: tr("Zoom Out")
    }
  }
}

extension PadTurn {
  var title: String {
    switch self {
    case .nothing: trc("button", "Nothing")
    case .zoom: tr("Zoom")
    case .size: tr("Size")
    case .history: tr("Undo and Redo")
    }
  }
}
