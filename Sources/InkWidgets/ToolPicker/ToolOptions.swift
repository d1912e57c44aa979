import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel

/// The options of one tool: how broad, how much it hides, and which eraser.
final class ToolOptions {
  let popover: UnsafeMutablePointer<GtkWidget>
  /// Asks for a change of the picker.
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }

  var isOpen: Bool { gtk_widget_get_visible(popover) != 0 }

  private let labels: PickerLabels
  private let title: UnsafeMutablePointer<GtkWidget>
  private let preview = MarkArt()
  private let dots: [(button: UnsafeMutablePointer<GtkWidget>, art: DotArt)]
  private let kinds: [UnsafeMutablePointer<GtkWidget>]
  private let kindBox: UnsafeMutablePointer<GtkWidget>
  private let selection: SelectionOptions
  private let sizeBox: UnsafeMutablePointer<GtkWidget>
  private let opacityBox: UnsafeMutablePointer<GtkWidget>
  private let size: LabelledSlider
  private let opacity: LabelledSlider
  private var shown = ToolPicker()
  /// What is set here comes from the picker and not from a hand.
  private var isShowing = false

  init(_ labels: PickerLabels) {
    self.labels = labels
    popover = gtk_popover_new()
    gtk_widget_add_css_class(popover, "picker-options")
    // The first press on the paper draws; it must not be spent on closing this.
    gtk_popover_set_autohide(popover.cast(), 0)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)!
    gtk_widget_set_size_request(box, 252, -1)
    gtk_popover_set_child(popover.cast(), box)
    title = gtk_label_new(nil)
    gtk_widget_add_css_class(title, "heading")
    gtk_widget_set_halign(title, GTK_ALIGN_START)
    gtk_box_append(box.cast(), title)
    gtk_widget_set_size_request(preview.widget, -1, 64)
    gtk_box_append(box.cast(), preview.widget)

    kindBox = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    kinds = Eraser.Kind.allCases.map { kind in
      let button = gtk_toggle_button_new_with_label(labels.eraserKind(kind))!
      gtk_widget_add_css_class(button, "kind")
      gtk_widget_add_css_class(button, "flat")
      if let label = gtk_button_get_child(button.cast()) {
        gtk_label_set_xalign(label.opaque, 0)
      }
      return button
    }
    for button in kinds { gtk_box_append(kindBox.cast(), button) }
    gtk_box_append(box.cast(), kindBox)

    selection = SelectionOptions(labels.selection)
    gtk_box_append(box.cast(), selection.widget)

    sizeBox = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4)!
    gtk_box_set_homogeneous(row.cast(), 1)
    dots = (0..<5).map { _ in
      let button = gtk_toggle_button_new()!
      let art = DotArt()
      gtk_widget_add_css_class(button, "size-dot")
      gtk_widget_add_css_class(button, "flat")
      gtk_button_set_child(button.cast(), art.widget)
      gtk_box_append(row.cast(), button)
      return (button, art)
    }
    size = LabelledSlider(labels.size)
    opacity = LabelledSlider(labels.opacity)
    gtk_box_append(sizeBox.cast(), row)
    gtk_box_append(sizeBox.cast(), size.widget)
    gtk_box_append(box.cast(), sizeBox)
    opacityBox = opacity.widget
    gtk_box_append(box.cast(), opacityBox)
    connect()
    addEscape(to: popover)
  }

  private func connect() {
    for (i, dot) in dots.enumerated() {
      RawSignal.connect(dot.button, "clicked") { [weak self] in
        self?.change { $0.setSize(ToolPicker.presets(of: $0.tool)[i]) }
      }
    }
    for (kind, button) in zip(Eraser.Kind.allCases, kinds) {
      RawSignal.connect(button, "clicked") { [weak self] in self?.change { $0.select(kind) } }
    }
    selection.onChange = { [weak self] in self?.change($0) }
    size.onChange = { [weak self] t in
      self?.change {
        let range = ToolPicker.sizes(of: $0.tool)
        $0.setSize(range.lowerBound * exp(t * log(range.upperBound / range.lowerBound)))
      }
    }
    opacity.onChange = { [weak self] t in
      self?.change {
        let range = ToolPicker.opacities
        $0.setOpacity(range.lowerBound + t * (range.upperBound - range.lowerBound))
      }
    }
  }

  private func change(_ body: (inout ToolPicker) -> Void) {
    guard !isShowing else { return }
    onChange(body)
    // Pressing the one that is chosen leaves it chosen.
    show(shown, preview.shown.look)
  }

  func show(_ picker: ToolPicker, _ look: PickerLook) {
    isShowing = true
    defer { isShowing = false }
    shown = picker
    let tool = picker.tool
    let options = ToolCatalog.definition(of: tool).options
    gtk_label_set_label(title.opaque, labels.tool(tool))
    for part in [preview.widget, opacityBox] {
      gtk_widget_set_visible(part, options.contains(.opacity) ? 1 : 0)
    }
    gtk_widget_set_visible(kindBox, options.contains(.eraserKind) ? 1 : 0)
    gtk_widget_set_visible(selection.widget, options.contains(.selectionKind) ? 1 : 0)
    gtk_widget_set_visible(sizeBox, options.contains(.size) ? 1 : 0)
    selection.show(picker)
    guard options.contains(.size) else { return }
    for (kind, button) in zip(Eraser.Kind.allCases, kinds) {
      gtk_toggle_button_set_active(button.cast(), kind == picker.eraserKind ? 1 : 0)
    }
    preview.shown = .init(ink: picker.ink, look: look)
    let value = picker.size(of: tool)
    let range = ToolPicker.sizes(of: tool)
    let presets = ToolPicker.presets(of: tool)
    // In their own size where that fits, else in proportion.
    let part = min(30 / (presets.last ?? 30), 1)
    for (preset, dot) in zip(presets, dots) {
      dot.art.shown = .init(
        diameter: max(preset * part, 2),
        color: options.contains(.opacity) ? picker.ink.color : nil, look: look)
      gtk_toggle_button_set_active(dot.button.cast(), abs(preset - value) < 0.05 ? 1 : 0)
      let name = labels.sizeValue(preset)
      gtk_widget_set_tooltip_text(dot.button, name)
      Accessible.name(dot.button, labels.size + " " + name)
    }
    size.show(
      log(value / range.lowerBound) / log(range.upperBound / range.lowerBound),
      labels.sizeValue(value))
    let opacities = ToolPicker.opacities
    opacity.show(
      (picker.opacity - opacities.lowerBound) / (opacities.upperBound - opacities.lowerBound),
      labels.percentage(picker.opacity))
  }
}

/// Escape closes a popover that presses elsewhere do not close.
@MainActor func addEscape(to popover: UnsafeMutablePointer<GtkWidget>) {
  let keys = gtk_event_controller_key_new()!
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
  RawSignal.connectKey(keys, "key-pressed") { key, _ in
    guard key == UInt32(GDK_KEY_Escape) else { return false }
    gtk_popover_popdown(popover.cast())
    return true
  }
  gtk_widget_add_controller(popover, keys)
}

/// A slider from 0 to 1 with its name and what it stands at.
final class LabelledSlider {
  let widget: UnsafeMutablePointer<GtkWidget>
  var onChange: (Double) -> Void = { _ in }

  private let value: UnsafeMutablePointer<GtkWidget>
  private let scale: UnsafeMutablePointer<GtkWidget>
  private var isShowing = false

  init(_ name: String) {
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    value = gtk_label_new(nil)
    scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1.0 / 24)
    let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    let label = gtk_label_new(name)!
    gtk_widget_add_css_class(label, "caption")
    gtk_widget_add_css_class(value, "value")
    gtk_widget_set_hexpand(label, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_box_append(row.cast(), label)
    gtk_box_append(row.cast(), value)
    gtk_box_append(widget.cast(), row)
    gtk_scale_set_draw_value(scale.cast(), 0)
    Accessible.name(scale, name)
    gtk_box_append(widget.cast(), scale)
    RawSignal.connect(scale, "value-changed") { [weak self] in
      guard let self, !self.isShowing else { return }
      self.onChange(gtk_range_get_value(self.scale.cast()))
    }
  }

  func show(_ position: Double, _ text: String) {
    isShowing = true
    defer { isShowing = false }
    // A hand that drags it knows better, by less than a step of the colour's eight bits.
    if abs(gtk_range_get_value(scale.cast()) - position) > 0.004 {
      gtk_range_set_value(scale.cast(), position)
    }
    gtk_label_set_label(value.opaque, text)
  }
}
