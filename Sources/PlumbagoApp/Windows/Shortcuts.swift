import CGtk
import Canvas
import Gtk
import GtkInk

/// The help window of keyboard shortcuts and gestures.
enum Shortcuts {
  /// The help window.
  ///
  /// GTK 4.8 makes one only from a description.
  static func showWindow(parent: (some GObjectPointer)?) {
    func escaped(_ text: String) -> String { takeString(g_markup_escape_text(text, -1)) ?? "" }
    let keyboard = escaped(tr("Keyboard"))
    let gestures = escaped(tr("Gestures"))
    var xml = """
      <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
      <child><object class="GtkShortcutsSection"><property name="section-name">keys</property>
      <property name="max-height">12</property>
      """
    xml += "<property name=\"title\">\(keyboard)</property>"
    for group in groups {
      xml += "<child><object class=\"GtkShortcutsGroup\">"
      xml += "<property name=\"title\">\(escaped(group.title))</property>"
      for shortcut in group.shortcuts {
        xml += "<child><object class=\"GtkShortcutsShortcut\">"
        xml += "<property name=\"title\">\(escaped(shortcut.title))</property>"
        let keys = shortcut.keys.prefix(shortcut.action.isEmpty ? 4 : 2).joined(separator: " ")
        xml += "<property name=\"accelerator\">\(escaped(keys))</property></object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child><child><object class=\"GtkShortcutsSection\">"
    xml += "<property name=\"section-name\">gestures</property><property name=\"max-height\">12"
    xml += "</property><property name=\"title\">\(gestures)</property>"
    for section in Gesture.sections {
      xml += "<child><object class=\"GtkShortcutsGroup\">"
      xml += "<property name=\"title\">\(escaped(section.title))</property>"
      for gesture in section.gestures {
        xml += "<child><object class=\"GtkShortcutsShortcut\">"
        xml += "<property name=\"shortcut-type\">gesture</property>"
        xml += "<property name=\"title\">\(escaped(gesture.title))</property>"
        xml += "<property name=\"subtitle\">\(escaped(gesture.instruction))</property>"
        xml += "</object></child>"
      }
      xml += "</object></child>"
    }
    xml += "</object></child></object></interface>"
    guard let builder = gtk_builder_new_from_string(xml, -1) else { return }
    defer { g_object_unref(builder.raw) }
    guard let window = gtk_builder_get_object(builder, "window") else { return }
    if let parent {
      gtk_window_set_transient_for(
        window.raw.assumingMemoryBound(to: GtkWindow.self), parent.cast())
    }
    gtk_window_present(window.raw.assumingMemoryBound(to: GtkWindow.self))
  }
}
