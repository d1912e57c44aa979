import Gtk

/// In which window a drawing is shown.
enum Host {
  /// In a window of its own, or in a tab of the one that the user looks at, as the preferences say.
  case preferred
  case ownWindow
  /// In a tab of a window behind its others.
  ///
  /// - Parameter fromMenu: Whether that was chosen in a menu.
  case tab(TabbedWindow, fromMenu: Bool = false)
  /// In the place of another drawing, which closes; beside it where the preferences say tabs.
  case inPlace(of: DocumentWindow)
  /// Where it was when the app ended.
  case restored(RestoredWindows, SessionFile.OpenDrawing)

  static var opensTabs: Bool { Settings.shared[.opensTabs] }

  /// What closes once the drawing is on the screen.
  var replaced: DocumentWindow? {
    if case .inPlace(let old) = self, !Self.opensTabs { old } else { nil }
  }

  /// The windows among which it was when the app ended.
  var restoredWindows: RestoredWindows? {
    if case .restored(let restored, _) = self { restored } else { nil }
  }

  /// The tab that its own comes behind; `nil` for the last.
  var neighbor: DocumentWindow? {
    if case .inPlace(let old) = self { old } else { nil }
  }

  /// Whether what is pressed has to be let go before the drawing is shown.
  ///
  /// Who has chosen from a menu has let go. GTK may still count the press that opened the menu, whose release went to the
  /// menu, and nothing would come to end it.
  var waitsForRelease: Bool {
    if case .tab(_, fromMenu: true) = self { false } else { true }
  }

  /// Whether its window shows the drawing at once.
  var isShown: Bool {
    if case .restored(_, let drawing) = self { drawing.isSelected } else { true }
  }
}

/// The windows that were open when the app ended, as far as they are open again, by their numbers then.
final class RestoredWindows {
  var windows: [Int: TabbedWindow] = [:]

  func contains(_ toplevel: TabbedWindow) -> Bool {
    windows.values.contains { $0 === toplevel }
  }
}

extension Application {
  /// The window for a drawing; a new one where the wanted one has closed.
  func toplevel(for host: Host) -> TabbedWindow {
    let wanted: TabbedWindow? =
      switch host {
      case .preferred: Host.opensTabs ? lastWindow?.toplevel : nil
      case .ownWindow: nil
      case .tab(let toplevel, _): toplevel
      case .inPlace(let old):
        Host.opensTabs || old.toplevel.tabs.count > 1 ? old.toplevel : nil
      case .restored(let restored, let drawing): restored.windows[drawing.window]
      }
    let toplevel = wanted.flatMap { $0.tabs.isEmpty ? nil : $0 } ?? TabbedWindow(self)
    if case .restored(let restored, let drawing) = host {
      restored.windows[drawing.window] = toplevel
    }
    return toplevel
  }
}
