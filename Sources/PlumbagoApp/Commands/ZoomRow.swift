import CGtk
import Gtk
import GtkInk

/// The row of the menu that tells the zoom and changes it: smaller, as it is, larger.
final class ZoomRow {
  /// The name of its place in the menu.
  static let id = "zoom"

  let widget: UnsafeMutablePointer<GtkWidget>
  private let percent: UnsafeMutablePointer<GtkWidget>

  init() {
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    var percent: UnsafeMutablePointer<GtkWidget>?
    for command in CommandMenus.zoomRow.map({ CommandTable[$0] }) {
      let button =
        command.icon.map { gtk_button_new_from_icon_name($0)! } ?? gtk_button_new_with_label("")!
      if command.icon == nil { percent = button }
      gtk_actionable_set_action_name(button.opaque, command.action)
      gtk_widget_set_tooltip_text(button, command.title)
      Accessible.name(button, command.title)
      gtk_widget_add_css_class(button, "flat")
      gtk_box_append(widget.cast(), button)
    }
    self.percent = percent!
    gtk_widget_set_hexpand(self.percent, 1)
    gtk_widget_add_css_class(widget, "zoom-row")
    show(scale: 1)
  }

  /// 1 is 100 %.
  func show(scale: Double) {
    // Translators: the zoom, as in “125 %”.
    let text = tr("{number} %").filled("number", Self.number(percent: scale * 100))
    gtk_button_set_label(percent.cast(), text)
    Accessible.describe(percent, text)
  }

  /// Whole, but for small numbers that are not.
  static func number(percent: Double) -> String {
    let tenths = Int((percent * 10).rounded())
    return tenths < 200 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10)" : "\(Int(percent.rounded()))"
  }
}
