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
    percent = gtk_button_new_with_label("")
    let smaller = gtk_button_new_from_icon_name("list-remove-symbolic")!
    let larger = gtk_button_new_from_icon_name("list-add-symbolic")!
    for (button, action, name) in [
      (smaller, "win.zoom-out", tr("Zoom Out")), (percent, "win.zoom-original", tr("Actual Size")),
      (larger, "win.zoom-in", tr("Zoom In")),
    ] {
      gtk_actionable_set_action_name(button.opaque, action)
      gtk_widget_set_tooltip_text(button, name)
      Accessible.name(button, name)
      gtk_widget_add_css_class(button, "flat")
      gtk_box_append(widget.cast(), button)
    }
    gtk_widget_set_hexpand(percent, 1)
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

  /// What else there is to do with the view.
  static var viewMenu: Menu {
    let menu = Menu()
    menu.section { s in
      s.item(tr("Zoom to _Fit"), "win.zoom-fit")
      s.item(tr("Fit the _Width"), "win.zoom-width")
      s.item(tr("Actual _Size"), "win.zoom-original")
    }
    menu.section { s in
      s.item(tr("Rotate _Right"), "win.turn-right")
      s.item(tr("Rotate _Left"), "win.turn-left")
      s.item(tr("R_eset Rotation"), "win.turn-reset")
    }
    menu.section { s in
      s.item(tr("F_ull Screen"), "win.fullscreen")
      s.item(tr("Draw With the _Keyboard"), "win.keyboard-pen")
    }
    return menu
  }
}
