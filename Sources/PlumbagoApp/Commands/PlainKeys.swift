import CGtk
import Gtk
import GtkInk

/// Shortcuts of single keys without a modifier, which must not act while somebody types.
///
/// GTK gives a window's accelerators their turn before the widget that has the keyboard, so that a
/// letter among them would never reach a text field. These have theirs after it: a field that takes
/// the key keeps it.
enum PlainKeys {
  /// Whether a key, as GTK writes accelerators, is one that could be typed.
  static func isPlain(_ accelerator: String) -> Bool {
    var (key, modifiers) = (UInt32(0), GdkModifierType(0))
    guard gtk_accelerator_parse(accelerator, &key, &modifiers) != 0 else { return false }
    return modifiers.rawValue & ~GDK_SHIFT_MASK.rawValue == 0 && gdk_keyval_to_unicode(key) >= 0x20
  }

  /// Binds keys to actions for one window.
  static func bind(
    _ shortcuts: [(accelerator: String, action: String)], in window: UnsafeMutablePointer<GtkWindow>
  ) {
    let controller = gtk_shortcut_controller_new()!
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_BUBBLE)
    for (accelerator, detailed) in shortcuts {
      var name: UnsafeMutablePointer<CChar>?
      var target: OpaquePointer?
      guard let trigger = gtk_shortcut_trigger_parse_string(accelerator),
        g_action_parse_detailed_name(detailed, &name, &target, nil) != 0, let name
      else { continue }
      defer { g_free(name) }
      let shortcut = gtk_shortcut_new(trigger, gtk_named_action_new(name))!
      if let target {
        gtk_shortcut_set_arguments(shortcut, target)
        g_variant_unref(target)
      }
      gtk_shortcut_controller_add_shortcut(controller, shortcut)
    }
    gtk_widget_add_controller(window.widget, controller)
  }
}
