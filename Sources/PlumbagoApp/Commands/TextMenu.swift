import Gtk

/// What the context menu of a text field has behind GTK's own items.
@MainActor
enum TextMenu {
  /// Undo and redo of the field: for a pen, which presses no keys.
  static var steps: Menu { steps("text.undo", "text.redo") }
  /// Those of the drawing, which are a text's while one is edited in it.
  static var drawingSteps: Menu { steps("win.undo", "win.redo") }

  private static func steps(_ undo: String, _ redo: String) -> Menu {
    Menu { menu in
      menu.section { section in
        section.item(CommandTable["win.undo"].label, undo)
        section.item(CommandTable["win.redo"].label, redo)
      }
    }
  }
}
