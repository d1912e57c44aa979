import CGtk
import Gtk
import GtkInk

/// A question or a sentence that cannot wait.
enum MessageDialog {
  struct Choice {
    var title: String
    var isDestructive: Bool
    var body: () -> Void

    init(_ title: String, isDestructive: Bool = false, body: @escaping () -> Void) {
      self.title = title
      self.isDestructive = isDestructive
      self.body = body
    }
  }

  static func ask(
    parent: UnsafeMutablePointer<GtkWindow>?, _ title: String, _ detail: String,
    choices: [Choice]
  ) {
    // gtk_message_dialog_new takes varargs; its properties say the same.
    guard let made = g_object_new_with_properties(gtk_message_dialog_get_type(), 0, nil, nil)
    else { return }
    let dialog = made.raw
    dialog.set("text", title)
    dialog.set("secondary-text", detail)
    dialog.set("modal", true)
    if let parent { gtk_window_set_transient_for(dialog.cast(), parent) }
    for (i, choice) in choices.enumerated() {
      let button = gtk_dialog_add_button(dialog.cast(), choice.title, CInt(i))
      if choice.isDestructive, let button {
        gtk_widget_add_css_class(button, "destructive-action")
      }
    }
    gtk_dialog_set_default_response(dialog.cast(), 0)
    RawSignal.connectInt(dialog, "response") { response in
      gtk_window_destroy(dialog.cast())
      if choices.indices.contains(Int(response)) { choices[Int(response)].body() }
    }
    gtk_window_present(dialog.cast())
  }

  static func tell(
    parent: UnsafeMutablePointer<GtkWindow>?, _ title: String, _ detail: String
  ) {
    ask(parent: parent, title, detail, choices: [Choice(tr("_Close")) {}])
  }
}
