import Canvas

/// Which commands gestures stand for, and how else to do what gestures do.
extension Gesture.Effect {
  /// How to do the same without a touchscreen, or without knowing the gesture.
  enum Alternative: Hashable {
    /// A command with a key and a button or a menu item, by its action.
    case command(String)
    /// A key that the canvas itself takes, by its GDK name.
    case key(String)
    /// A pen or a mouse does it without a command.
    case pointer

    var action: String? { if case .command(let action) = self { action } else { nil } }
  }

  /// Never empty (S72).
  var alternatives: [Alternative] {
    switch self {
    case .draw: [.pointer]
    case .pan: [.key(KeyNames.arrows[0])]
    case .moveView: [.command("win.zoom-in"), .command("win.turn-right"), .key(KeyNames.arrows[0])]
    case .zoom: [.command("win.zoom-in"), .command("win.zoom-fit")]
    case .undo: [.command("win.undo")]
    case .redo: [.command("win.redo")]
    case .copy: [.command("win.copy")]
    case .paste: [.command("win.paste")]
    case .menu: [.command("win.context-menu")]
    case .select: [.command("win.select-all"), .pointer]
    }
  }

  /// The action's name, without a prefix, of the window's command that a gesture performs.
  ///
  /// `nil` for effects that need the gesture's position, and for those that the canvas performs.
  var command: String? {
    switch self {
    case .undo, .redo, .copy, .paste: rawValue
    case .draw, .pan, .moveView, .zoom, .menu, .select: nil
    }
  }
}
