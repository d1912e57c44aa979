import Canvas

/// What the buttons of pens and the parts of tablets can be set to, as commands and by name.
extension PadPress {
  /// The window's command that the button stands for, by its action's name without a prefix.
  var command: String? { self == .nothing ? nil : rawValue }

  var title: String { command.map { CommandTable["win." + $0].title } ?? trc("button", "Nothing") }
}

extension SinglePress {
  var title: String {
    switch self {
    case .nothing: PadPress.nothing.title
    case .erase: tr("Erase While Held")
    case .pan: tr("Move the Paper While Held")
    case .undo, .redo, .toggleEraser, .previousTool, .colors, .sizes:
      CommandTable["win." + rawValue].title
    }
  }
}

extension DoublePress {
  var title: String { SinglePress(rawValue: rawValue)?.title ?? "" }
}

extension PadTurn {
  var title: String {
    switch self {
    case .nothing: PadPress.nothing.title
    case .zoom: tr("Zoom")
    case .size: tr("Size")
    case .history: tr("Undo and Redo")
    }
  }
}
