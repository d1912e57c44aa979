import CGtk
import Gtk
import GtkInk

/// The parts of dialogs that ask for several things: groups of rows, each a name and a control.
enum Form {
  typealias Widget = UnsafeMutablePointer<GtkWidget>

  /// A column of groups.
  static func page() -> Widget {
    let page = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18)!
    gtk_widget_add_css_class(page, "form")
    return page
  }

  /// A framed group of rows under a title.
  static func group(_ title: String?, in page: Widget) -> Widget {
    if let title {
      let label = gtk_label_new(title)!
      gtk_label_set_xalign(label.opaque, 0)
      gtk_widget_add_css_class(label, "form-title")
      gtk_box_append(page.cast(), label)
    }
    let group = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(group, "form-group")
    gtk_box_append(page.cast(), group)
    return group
  }

  /// A row: what it is called at its start, the control at its end.
  ///
  /// The control gets the name, too, for whoever hears it instead of seeing it.
  @discardableResult
  static func row(_ name: String, note: String? = nil, _ control: Widget, in group: Widget)
    -> Widget
  {
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    gtk_widget_add_css_class(row, "form-row")
    let text = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)!
    gtk_widget_set_valign(text, GTK_ALIGN_CENTER)
    gtk_widget_set_hexpand(text, 1)
    let label = gtk_label_new(name)!
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_box_append(text.cast(), label)
    if let note { gtk_box_append(text.cast(), Form.note(note)) }
    gtk_box_append(row.cast(), text)
    gtk_widget_set_valign(control, GTK_ALIGN_CENTER)
    gtk_box_append(row.cast(), control)
    gtk_box_append(group.cast(), row)
    Accessible.name(control, name)
    return row
  }

  /// A control that needs the whole width.
  @discardableResult
  static func wideRow(_ control: Widget, in group: Widget) -> Widget {
    let row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)!
    gtk_widget_add_css_class(row, "form-row")
    gtk_box_append(row.cast(), control)
    gtk_box_append(group.cast(), row)
    return row
  }

  /// Small print.
  static func note(_ text: String) -> Widget {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    // Asked for no more than this, it takes what the window has.
    gtk_label_set_max_width_chars(label.opaque, 24)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_add_css_class(label, "form-note")
    return label
  }

  /// A page that scrolls where there is no room for it.
  static func scrolled(_ page: Widget, tallest: Int) -> Widget {
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(
      scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
    gtk_scrolled_window_set_max_content_height(scroller.opaque, CInt(tallest))
    gtk_scrolled_window_set_child(scroller.opaque, page)
    return scroller
  }

  // MARK: Controls

  static func number(
    _ range: ClosedRange<Double>, step: Double, digits: Int, _ body: @escaping (Double) -> Void
  ) -> Widget {
    let spin = gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step)!
    gtk_spin_button_set_digits(spin.opaque, UInt32(digits))
    gtk_spin_button_set_numeric(spin.opaque, 1)
    gtk_editable_set_width_chars(spin.opaque, 5)
    gtk_editable_set_max_width_chars(spin.opaque, 5)
    RawSignal.connect(spin, "value-changed") { body(gtk_spin_button_get_value(spin.opaque)) }
    return spin
  }

  static func choice(
    _ names: [String], selected: Int, _ body: @escaping (Int) -> Void
  ) -> Widget {
    var texts: [UnsafePointer<CChar>?] = names.map { UnsafePointer(g_strdup($0)) }
    texts.append(nil)
    defer { for text in texts { g_free(UnsafeMutableRawPointer(mutating: text)) } }
    let dropDown = texts.withUnsafeBufferPointer {
      gtk_drop_down_new_from_strings($0.baseAddress)!
    }
    gtk_drop_down_set_selected(dropDown.opaque, UInt32(max(selected, 0)))
    RawSignal.connect1(dropDown, "notify::selected") { _ in
      body(Int(gtk_drop_down_get_selected(dropDown.opaque)))
    }
    return dropDown
  }

  static func toggle(_ isOn: Bool, _ body: @escaping (Bool) -> Void) -> Widget {
    let toggle = gtk_switch_new()!
    gtk_switch_set_active(toggle.opaque, isOn ? 1 : 0)
    RawSignal.connect1(toggle, "notify::active") { _ in
      body(gtk_switch_get_active(toggle.opaque) != 0)
    }
    return toggle
  }

  static func slider(
    _ range: ClosedRange<Double>, marks: [(Double, String)], value: Double,
    _ body: @escaping (Double) -> Void
  ) -> Widget {
    let scale = gtk_scale_new_with_range(
      GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound,
      (range.upperBound - range.lowerBound) / 40)!
    gtk_scale_set_draw_value(scale.cast(), 0)
    gtk_widget_set_size_request(scale, 180, -1)
    // The marks' words reach beyond the ends.
    gtk_widget_set_margin_end(scale, 10)
    for (place, text) in marks {
      gtk_scale_add_mark(
        scale.cast(), place, GTK_POS_BOTTOM,
        "<small>" + (takeString(g_markup_escape_text(text, -1)) ?? "") + "</small>")
    }
    gtk_range_set_value(scale.cast(), value)
    RawSignal.connect(scale, "value-changed") { body(gtk_range_get_value(scale.cast())) }
    return scale
  }

  /// Buttons of which one is pressed: what each shows and how it is called.
  static func radio(
    _ items: [(child: Widget, name: String)], selected: Int?, style: String,
    _ body: @escaping (Int) -> Void
  ) -> (box: Widget, buttons: [Widget]) {
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, style == "linked" ? 0 : 4)!
    if style == "linked" { gtk_widget_add_css_class(box, "linked") }
    var buttons: [Widget] = []
    for (i, item) in items.enumerated() {
      let button = gtk_toggle_button_new()!
      gtk_button_set_child(button.cast(), item.child)
      gtk_widget_set_tooltip_text(button, item.name)
      Accessible.name(button, item.name)
      gtk_widget_add_css_class(button, style)
      if let first = buttons.first {
        gtk_toggle_button_set_group(button.cast(), first.cast())
      }
      gtk_toggle_button_set_active(button.cast(), i == selected ? 1 : 0)
      RawSignal.connect(button, "toggled") {
        if gtk_toggle_button_get_active(button.cast()) != 0 { body(i) }
      }
      gtk_box_append(box.cast(), button)
      buttons.append(button)
    }
    return (box, buttons)
  }
}
