import Canvas
import Gtk

/// The help page of gestures, filled from the table of gestures: `data/ui/gestures.ui`.
final class GesturesWindow {
  private static var shown: Window?

  static func show(parent: (some GObjectPointer)?) {
    guard let window = shown ?? make() else { return }
    shown = window
    window.setTransient(for: parent.map { Window($0) })
    window.present()
  }

  private static func make() -> Window? {
    guard let layout = Layout("gestures") else { return nil }
    let window: Window = layout.child("window")
    let sections: Box = layout.child("sections")
    for section in Gesture.sections {
      guard let layout = Layout("help-section") else { return nil }
      let title: Label = layout.child("title")
      title.text = section.title
      let rows: Box = layout.child("rows")
      for gesture in section.gestures { add(gesture, to: rows) }
      layout.append("section", to: sections)
    }
    window.destroyed.connect { shown = nil }
    return window
  }

  private static func add(_ gesture: Gesture, to rows: Box) {
    guard let layout = Layout("gesture-row") else { return }
    let title: Label = layout.child("title")
    title.text = gesture.title
    let instruction: Label = layout.child("instruction")
    instruction.text = gesture.instruction
    let shortcut: Label = layout.child("shortcut")
    shortcut.text = gesture.shortcut
    let row: Box = layout.child("row")
    row.prepend(GestureArt(gesture).widget)
    layout.append("row", to: rows)
  }
}
