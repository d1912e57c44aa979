import Gtk

/// What the context menu of a text field has behind GTK's own items.
@MainActor
enum TextMenu {
  /// Undo and redo of the field: for a pen, which presses no keys.
  static var steps: Menu {
    Menu { menu in
      menu.section { section in
        section.item(CommandTable["win.undo"].label, "text.undo")
        section.item(CommandTable["win.redo"].label, "text.redo")
      }
    }
  }
}
