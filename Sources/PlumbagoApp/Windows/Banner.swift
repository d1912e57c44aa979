import CGtk
import Gtk
import GtkInk

/// A sentence at the top of a window, over the canvas so that no ink moves when it comes.
final class Banner {
  let widget: UnsafeMutablePointer<GtkWidget>
  private let label: UnsafeMutablePointer<GtkWidget>
  /// As many as any message needs.
  private let buttons: [UnsafeMutablePointer<GtkWidget>]
  private var acts: [() -> Void] = []
  /// Told when it comes, goes or says something else.
  var onChange: () -> Void = {}

  /// What the banner is about; a later message of the same kind takes its place.
  enum Subject {
    case saving
    case readOnly
    case notice
    case keyboardPen
    case hand
  }
  private(set) var subject: Subject?

  init() {
    widget = gtk_revealer_new()
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)!
    label = gtk_label_new(nil)
    buttons = (0..<2).map { _ in gtk_button_new_with_mnemonic("") }
    let close = gtk_button_new_from_icon_name("window-close-symbolic")!
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_hexpand(label, 1)
    gtk_widget_set_tooltip_text(close, tr("Close"))
    gtk_widget_add_css_class(close, "flat")
    for part in [label] + buttons + [close] {
      gtk_widget_set_valign(part, GTK_ALIGN_CENTER)
      gtk_box_append(box.cast(), part)
    }
    gtk_widget_add_css_class(box, "banner")
    gtk_revealer_set_child(widget.opaque, box)
    gtk_widget_set_valign(widget, GTK_ALIGN_START)
    // A revealer at rest takes no input, but its empty box would.
    gtk_widget_set_visible(widget, 0)
    RawSignal.connect(close, "clicked") { [weak self] in self?.hide() }
    for (i, button) in buttons.enumerated() {
      RawSignal.connect(button, "clicked") { [weak self] in self?.acts[i]() }
    }
  }

  /// Lies at the bottom of the window, for where the top is taken.
  var isAtBottom: Bool {
    get { gtk_widget_get_valign(widget) == GTK_ALIGN_END }
    set { gtk_widget_set_valign(widget, newValue ? GTK_ALIGN_END : GTK_ALIGN_START) }
  }

  /// Shows a sentence, with what can be done about it where there is something.
  func show(_ subject: Subject, _ sentence: String, actions: [(String, () -> Void)] = []) {
    self.subject = subject
    gtk_label_set_label(label.opaque, sentence)
    acts = actions.map(\.1)
    for (i, button) in buttons.enumerated() {
      gtk_widget_set_visible(button, actions.indices.contains(i) ? 1 : 0)
      if actions.indices.contains(i) { gtk_button_set_label(button.cast(), actions[i].0) }
    }
    gtk_widget_set_visible(widget, 1)
    gtk_revealer_set_reveal_child(widget.opaque, 1)
    onChange()
  }

  /// How much of a window of this width it covers, in widget points.
  func height(forWidth width: Double) -> Double {
    guard subject != nil, let box = gtk_revealer_get_child(widget.opaque) else { return 0 }
    var height: CInt = 0
    gtk_widget_measure(
      box, GTK_ORIENTATION_VERTICAL, CInt(width.rounded()), nil, &height, nil, nil)
    return Double(height)
  }

  func hide() {
    subject = nil
    gtk_revealer_set_reveal_child(widget.opaque, 0)
    gtk_widget_set_visible(widget, 0)
    onChange()
  }

  /// Hides the banner where it is about `subject`.
  func hide(_ subject: Subject) {
    if self.subject == subject { hide() }
  }
}
