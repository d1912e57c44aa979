import CGtk
import Canvas
import Gtk
import GtkInk

/// The options of the tool that selects: how, and whether new selections come to old ones.
final class SelectionOptions {
  let widget: UnsafeMutablePointer<GtkWidget>
  /// Asks for a change of the picker.
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }

  private let kinds: [UnsafeMutablePointer<GtkWidget>]
  private let adds: UnsafeMutablePointer<GtkWidget>
  private var isShowing = false

  init(_ labels: SelectionLabels) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    func button(_ text: String) -> UnsafeMutablePointer<GtkWidget> {
      let button = gtk_toggle_button_new_with_label(text)!
      gtk_widget_add_css_class(button, "kind")
      gtk_widget_add_css_class(button, "flat")
      if let label = gtk_button_get_child(button.cast()) {
        gtk_label_set_xalign(label.opaque, 0)
      }
      return button
    }
    kinds = SelectionKind.allCases.map { button(labels.kind($0)) }
    adds = gtk_check_button_new_with_label(labels.adds)
    gtk_widget_add_css_class(adds, "kind")
    for part in kinds { gtk_box_append(widget.cast(), part) }
    gtk_box_append(widget.cast(), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    gtk_box_append(widget.cast(), adds)
    for (kind, button) in zip(SelectionKind.allCases, kinds) {
      RawSignal.connect(button, "clicked") { [weak self] in self?.change { $0.select(kind) } }
    }
    RawSignal.connect(adds, "toggled") { [weak self] in
      guard let self else { return }
      let isOn = gtk_check_button_get_active(self.adds.cast()) != 0
      self.change { $0.setAddsToSelection(isOn) }
    }
  }

  private func change(_ body: (inout ToolPicker) -> Void) {
    if !isShowing { onChange(body) }
  }

  func show(_ picker: ToolPicker) {
    isShowing = true
    defer { isShowing = false }
    for (kind, button) in zip(SelectionKind.allCases, kinds) {
      gtk_toggle_button_set_active(button.cast(), kind == picker.selectionKind ? 1 : 0)
    }
    gtk_check_button_set_active(adds.cast(), picker.addsToSelection ? 1 : 0)
  }
}
