import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// The help page of gestures, made from the one table of them.
final class GesturesWindow {
  private static var shown: UnsafeMutablePointer<GtkWidget>?

  static func show(parent: (some GObjectPointer)?) {
    let window = shown ?? make()
    shown = window
    if let parent { gtk_window_set_transient_for(window.cast(), parent.cast()) }
    gtk_window_present(window.cast())
  }

  private static func make() -> UnsafeMutablePointer<GtkWidget> {
    let window = gtk_window_new()!
    gtk_window_set_title(window.cast(), tr("Gestures"))
    gtk_window_set_destroy_with_parent(window.cast(), 1)
    gtk_window_set_default_size(window.cast(), 480, 640)
    gtk_widget_set_size_request(window, 300, 240)
    gtk_window_set_titlebar(window.cast(), gtk_header_bar_new())
    let page = Form.page()
    for section in Gesture.sections {
      let group = Form.group(section.title, in: page)
      for gesture in section.gestures { add(gesture, to: group) }
    }
    gtk_box_append(
      page.cast(),
      Form.note(
        tr(
          "Four fingers and swipes from the screen's edge are left to the system. Whether one finger draws is set in the preferences."
        )))
    gtk_window_set_child(window.cast(), Form.scrolled(page, tallest: 2000))
    let keys = gtk_event_controller_key_new()!
    RawSignal.connectKey(keys, "key-pressed") { key, _ in
      guard Int32(bitPattern: key) == GDK_KEY_Escape else { return false }
      gtk_window_close(window.cast())
      return true
    }
    gtk_widget_add_controller(window, keys)
    RawSignal.connect(window, "destroy") { shown = nil }
    return window
  }

  private static func add(_ gesture: Gesture, to group: Form.Widget) {
    let key = gtk_label_new(gesture.shortcut)!
    gtk_widget_add_css_class(key, "form-note")
    let row = Form.row(gesture.title, note: gesture.instruction, key, in: group)
    // What it says is what it is, and not the row's name.
    Accessible.name(key, gesture.shortcut)
    gtk_box_prepend(row.cast(), GestureArt(gesture).widget)
  }
}
