import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// A small bar beside the selection with what is done to selections most.
///
/// It comes when a selection rests and goes while anything is down on the paper.
final class SelectionBar {
  enum Action {
    case cut
    case copy
    case duplicate
    case delete
    case toFront
    case toBack
  }

  let widget: UnsafeMutablePointer<GtkWidget>
  let colors: ColorOptions
  var onAction: (Action) -> Void = { _ in }
  /// Asks for all colours to be shown.
  var onColors: () -> Void = {}
  /// A menu has closed: the keyboard belongs to the paper again.
  var onClosed: () -> Void = {}

  private let swatch = SwatchArt()
  private let colorButton: UnsafeMutablePointer<GtkWidget>
  private let more: UnsafeMutablePointer<GtkWidget>
  private let menu: UnsafeMutablePointer<GtkWidget>
  /// Of what changes the drawing.
  private var changing: [UnsafeMutablePointer<GtkWidget>] = []

  init(_ labels: PickerLabels) {
    let words = labels.selection
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    widget.set(
      "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLBAR, gtk_accessible_role_get_type())
    colors = ColorOptions(labels, withEyedropper: false)
    colorButton = gtk_button_new()
    more = gtk_button_new_from_icon_name("view-more-symbolic")
    menu = gtk_popover_new()
    gtk_widget_add_css_class(widget, "selection-bar")
    gtk_widget_set_visible(widget, 0)
    Accessible.name(widget, words.bar)

    add("edit-copy-symbolic", words.copy, .copy)
    changing.append(add("plumbago-duplicate-symbolic", words.duplicate, .duplicate))
    gtk_widget_set_size_request(swatch.widget, 24, 24)
    gtk_button_set_child(colorButton.cast(), swatch.widget)
    finish(colorButton, words.color)
    changing.append(colorButton)
    changing.append(add("user-trash-symbolic", words.delete, .delete))
    finish(more, words.more)
    gtk_widget_set_parent(colors.popover, colorButton)
    gtk_widget_set_parent(menu, more)
    fillMenu(words)

    RawSignal.connect(colorButton, "clicked") { [weak self] in self?.onColors() }
    RawSignal.connect(more, "clicked") { [weak self] in
      guard let self else { return }
      if gtk_widget_get_visible(self.menu) != 0 {
        gtk_popover_popdown(self.menu.cast())
      } else {
        gtk_popover_popup(self.menu.cast())
      }
    }
    for popover in [menu, colors.popover] {
      RawSignal.connect(popover, "closed") { [weak self] in self?.onClosed() }
    }
    // The bar's own end comes after its buttons'.
    for (button, popover) in [(colorButton, colors.popover), (more, menu)] {
      RawSignal.connect(button, "destroy") { gtk_widget_unparent(popover) }
    }
  }

  @discardableResult
  private func add(
    _ icon: String, _ name: String, _ action: Action
  ) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_button_new_from_icon_name(icon)!
    finish(button, name)
    RawSignal.connect(button, "clicked") { [weak self] in self?.onAction(action) }
    return button
  }

  private func finish(_ button: UnsafeMutablePointer<GtkWidget>, _ name: String) {
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_focus_on_click(button, 0)
    gtk_widget_set_tooltip_text(button, name)
    Accessible.name(button, name)
    gtk_box_append(widget.cast(), button)
  }

  private func fillMenu(_ words: SelectionLabels) {
    gtk_widget_add_css_class(menu, "picker-options")
    // The first press on the paper acts; it must not be spent on closing this.
    gtk_popover_set_autohide(menu.cast(), 0)
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_popover_set_child(menu.cast(), box)
    for (name, action) in [
      (words.cut, Action.cut), (words.toFront, .toFront), (words.toBack, .toBack),
    ] {
      let button = gtk_button_new_with_label(name)!
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_add_css_class(button, "kind")
      if let label = gtk_button_get_child(button.cast()) {
        gtk_label_set_xalign(label.opaque, 0)
      }
      RawSignal.connect(button, "clicked") { [weak self] in
        guard let self else { return }
        gtk_popover_popdown(self.menu.cast())
        self.onAction(action)
      }
      gtk_box_append(box.cast(), button)
      changing.append(button)
    }
    addEscape(to: menu)
  }

  // MARK: Showing

  /// Its natural size, in widget points.
  var size: (width: Double, height: Double) {
    var (width, height): (CInt, CInt) = (0, 0)
    gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
    return (Double(width), Double(height))
  }

  var isVisible: Bool { gtk_widget_get_visible(widget) != 0 }

  /// - Parameter color: Of all that is selected; `nil` where there are several.
  func show(color: Color?, canChange: Bool, _ look: PickerLook) {
    if look.isHighContrast {
      gtk_widget_add_css_class(widget, "high-contrast")
    } else {
      gtk_widget_remove_css_class(widget, "high-contrast")
    }
    swatch.shown = .init(color: color ?? Color(rgba: 0x8080_80FF), look: look, radius: 9)
    for button in changing { gtk_widget_set_sensitive(button, canChange ? 1 : 0) }
    if !isVisible { gtk_widget_set_visible(widget, 1) }
  }

  func hide() {
    guard isVisible else { return }
    closeMenus()
    gtk_widget_set_visible(widget, 0)
  }

  func closeMenus() {
    for popover in [menu, colors.popover] where gtk_widget_get_visible(popover) != 0 {
      gtk_popover_popdown(popover.cast())
    }
  }
}
