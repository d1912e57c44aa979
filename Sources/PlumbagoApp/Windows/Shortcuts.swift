import CGtk
import Canvas
import Gtk
import GtkInk

/// The help window of keyboard shortcuts and gestures.
enum Shortcuts {
  /// The help window: `data/ui/shortcuts.ui`, with a group for each of ``groups`` and each section of gestures.
  static func showWindow(parent: (some GObjectPointer)?) {
    guard let layout = Layout("shortcuts") else { return }
    let window: Window = layout.child("window")
    let keys: ShortcutsSection = layout.child("keys")
    keys.add(
      groups.map { group in
        .init(
          title: group.title,
          shortcuts: group.shortcuts.map {
            .init(title: $0.title, keys: Array($0.keys.prefix($0.action.isEmpty ? 4 : 2)))
          })
      })
    let gestures: ShortcutsSection = layout.child("gestures")
    gestures.add(
      Gesture.sections.map { section in
        .init(
          title: section.title,
          shortcuts: section.gestures.map { .init(title: $0.title, gesture: $0.instruction) })
      })
    window.setTransient(for: parent.map { Window($0) })
    window.present()
  }
}
