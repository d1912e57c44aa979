import CGtk
import Canvas
import Gtk
import GtkInk
import InkWidgets

/// The bar at a window's top: undo and redo where the tools have no room for them, the drawing's name, the menu.
final class HeaderBar {
  let widget: UnsafeMutablePointer<GtkWidget>
  /// Told the name that was typed.
  var onRename: (String) -> Void = { _ in }
  /// Told when a menu or the name's form has closed: the keyboard belongs to the canvas again.
  var onClosed: () -> Void = {}

  private let history: UnsafeMutablePointer<GtkWidget>
  private let undo: UnsafeMutablePointer<GtkWidget>
  private let redo: UnsafeMutablePointer<GtkWidget>
  private let menuButton: UnsafeMutablePointer<GtkWidget>
  private let titleButton: UnsafeMutablePointer<GtkWidget>
  private let titleLabel: UnsafeMutablePointer<GtkWidget>
  private let subtitleLabel: UnsafeMutablePointer<GtkWidget>
  private let entry: UnsafeMutablePointer<GtkWidget>
  private let popover: UnsafeMutablePointer<GtkWidget>
  /// The zoom in the menu.
  let zoom = ZoomRow()

  init() {
    widget = gtk_header_bar_new()
    undo = Self.button("win.undo")
    redo = Self.button("win.redo")
    menuButton = gtk_menu_button_new()
    titleButton = gtk_menu_button_new()
    titleLabel = gtk_label_new(nil)
    subtitleLabel = gtk_label_new(nil)
    entry = gtk_entry_new()
    popover = gtk_popover_new()

    history = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_box_append(history.cast(), undo)
    gtk_box_append(history.cast(), redo)
    for button in [undo, redo] { HistoryIcon.keepWay(of: button) }
    gtk_header_bar_pack_start(widget.opaque, history)

    gtk_menu_button_set_icon_name(menuButton.opaque, "open-menu-symbolic")
    gtk_widget_set_tooltip_text(menuButton, CommandTable["app.menu"].title)
    Accessible.name(menuButton, CommandTable["app.menu"].title)
    gtk_menu_button_set_primary(menuButton.opaque, 1)
    gtk_widget_set_valign(menuButton, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(menuButton, "bar-button")
    gtk_header_bar_pack_end(widget.opaque, menuButton)
    buildTitle()
  }

  private static func button(_ action: String) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_button_new_from_icon_name(CommandTable[action].icon)!
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(button, "bar-button")
    // A click must not take the keyboard from the canvas.
    gtk_widget_set_focus_on_click(button, 0)
    return button
  }

  var title: String {
    get { String(cString: gtk_label_get_label(titleLabel.opaque)) }
    set { gtk_label_set_label(titleLabel.opaque, newValue) }
  }

  var subtitle: String? {
    get {
      gtk_widget_get_visible(subtitleLabel) != 0
        ? String(cString: gtk_label_get_label(subtitleLabel.opaque)) : nil
    }
    set {
      gtk_label_set_label(subtitleLabel.opaque, newValue ?? "")
      gtk_widget_set_visible(subtitleLabel, newValue == nil ? 0 : 1)
    }
  }

  /// Whether undo and redo are here; where not, the tools have them (S61).
  var showsHistory: Bool {
    get { gtk_widget_get_visible(history) != 0 }
    set { gtk_widget_set_visible(history, newValue ? 1 : 0) }
  }

  var undoTooltip: String {
    get { gtk_widget_get_tooltip_text(undo).map { String(cString: $0) } ?? "" }
    set {
      guard newValue != undoTooltip else { return }
      gtk_widget_set_tooltip_text(undo, newValue)
      Accessible.name(undo, newValue)
    }
  }

  var redoTooltip: String {
    get { gtk_widget_get_tooltip_text(redo).map { String(cString: $0) } ?? "" }
    set {
      guard newValue != redoTooltip else { return }
      gtk_widget_set_tooltip_text(redo, newValue)
      Accessible.name(redo, newValue)
    }
  }

  // MARK: The name

  private func buildTitle() {
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER)
    for (label, style) in [(titleLabel, "title"), (subtitleLabel, "subtitle")] {
      gtk_widget_add_css_class(label, style)
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
      gtk_label_set_single_line_mode(label.opaque, 1)
      gtk_box_append(box.cast(), label)
    }
    gtk_menu_button_set_child(titleButton.opaque, box)
    gtk_menu_button_set_has_frame(titleButton.opaque, 0)
    gtk_widget_add_css_class(titleButton, "drawing-title")
    gtk_widget_add_css_class(titleButton, "bar-button")
    gtk_widget_set_tooltip_text(titleButton, CommandTable["win.rename"].title)
    gtk_header_bar_set_title_widget(widget.opaque, titleButton)

    let form = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)!
    let done = gtk_button_new_with_mnemonic(tr("_Rename"))!
    gtk_widget_add_css_class(done, "suggested-action")
    gtk_widget_add_css_class(form, "name-form")
    gtk_entry_set_placeholder_text(entry.cast(), tr("Name of the drawing"))
    gtk_box_append(form.cast(), entry)
    gtk_box_append(form.cast(), done)
    gtk_popover_set_child(popover.cast(), form)
    gtk_menu_button_set_popover(titleButton.opaque, popover)
    RawSignal.connect(popover, "show") { [weak self] in
      guard let self else { return }
      gtk_editable_set_text(self.entry.opaque, self.title)
      gtk_editable_select_region(self.entry.opaque, 0, -1)
      gtk_widget_grab_focus(self.entry)
    }
    RawSignal.connect(popover, "closed") { [weak self] in self?.onClosed() }
    RawSignal.connect(entry, "activate") { [weak self] in self?.finishRenaming() }
    RawSignal.connect(done, "clicked") { [weak self] in self?.finishRenaming() }
  }

  func editTitle() { gtk_menu_button_popup(titleButton.opaque) }

  private func finishRenaming() {
    let name = String(cString: gtk_editable_get_text(entry.opaque))
    gtk_popover_popdown(popover.cast())
    onRename(name)
  }

  // MARK: The menu

  /// The window's menu, as ``CommandMenus`` has it, with the recent drawings and the row of the zoom in it.
  func fill(recent: OpaquePointer) {
    let menu = Menu()
    menu.section { s in
      s.items(CommandMenus.file[0])
      s.submenu(CommandTable["app.open-file"].label, recent)
    }
    menu.section { s in s.items(CommandMenus.file[1]) }
    menu.section { s in
      s.submenu(tr("_Edit"), Menu(sections: CommandMenus.edit))
      s.widget(ZoomRow.id)
      s.submenu(tr("_View"), Menu(sections: CommandMenus.view))
      s.items(CommandMenus.tools)
    }
    menu.section { s in
      s.submenu(tr("St_yle"), CommandMenus.style)
      s.submenu(tr("_Drawing Hand"), CommandMenus.hand)
      s.items(CommandMenus.general)
    }
    gtk_menu_button_set_menu_model(menuButton.opaque, menu.model.cast(to: GMenuModel.self))
    g_object_unref(menu.model.raw)
    if let popover = gtk_menu_button_get_popover(menuButton.opaque) {
      gtk_popover_menu_add_child(popover.opaque, zoom.widget, ZoomRow.id)
      RawSignal.connect(popover, "closed") { [weak self] in self?.onClosed() }
    }
  }
}
