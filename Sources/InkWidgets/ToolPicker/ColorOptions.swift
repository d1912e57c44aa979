import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// All colours: the palette, those used lately, any other, and one from the drawing.
final class ColorOptions {
  let popover: UnsafeMutablePointer<GtkWidget>
  var onChange: ((inout ToolPicker) -> Void) -> Void = { _ in }
  var onEyedropper: () -> Void = {}

  var isOpen: Bool { gtk_widget_get_visible(popover) != 0 }

  private let labels: PickerLabels
  private let pages: UnsafeMutablePointer<GtkWidget>
  private let palette: UnsafeMutablePointer<GtkWidget>
  private let recents: UnsafeMutablePointer<GtkWidget>
  private let recentsTitle: UnsafeMutablePointer<GtkWidget>
  private let chooser: UnsafeMutablePointer<GtkWidget>
  private var swatches: [(button: UnsafeMutablePointer<GtkWidget>, art: SwatchArt, color: Color)] =
    []
  private var shown: (palette: [Color], recents: [Color]) = ([], [])
  private var isShowing = false

  private static let columns = 4

  /// - Parameter withEyedropper: Whether a colour can be taken from the drawing.
  init(_ labels: PickerLabels, withEyedropper: Bool = true) {
    self.labels = labels
    popover = gtk_popover_new()
    gtk_widget_add_css_class(popover, "picker-options")
    gtk_popover_set_autohide(popover.cast(), 0)
    pages = gtk_stack_new()
    gtk_stack_set_hhomogeneous(pages.opaque, 0)
    gtk_stack_set_vhomogeneous(pages.opaque, 0)
    gtk_popover_set_child(popover.cast(), pages)

    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)!
    palette = gtk_grid_new()
    recents = gtk_grid_new()
    recentsTitle = gtk_label_new(labels.recentColors)
    let title = gtk_label_new(labels.colors)!
    for (label, style) in [(title, "heading"), (recentsTitle, "caption")] {
      gtk_widget_add_css_class(label, style)
      gtk_widget_set_halign(label, GTK_ALIGN_START)
    }
    for grid in [palette, recents] {
      gtk_grid_set_row_spacing(grid.cast(), 2)
      gtk_grid_set_column_spacing(grid.cast(), 2)
      gtk_grid_set_column_homogeneous(grid.cast(), 1)
    }
    for part in [title, palette, recentsTitle, recents] { gtk_box_append(box.cast(), part) }
    let custom = Self.row("list-add-symbolic", labels.customColor)
    let dropper = Self.row("plumbago-eyedropper-symbolic", labels.pickFromDrawing)
    Accessible.describe(dropper, labels.pickFromDrawingHelp)
    gtk_widget_set_tooltip_text(dropper, labels.pickFromDrawingHelp)
    gtk_box_append(box.cast(), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    gtk_widget_set_visible(dropper, withEyedropper ? 1 : 0)
    gtk_box_append(box.cast(), dropper)
    gtk_box_append(box.cast(), custom)
    gtk_stack_add_named(pages.opaque, box, "colors")

    let editor = gtk_box_new(GTK_ORIENTATION_VERTICAL, 10)!
    chooser = gtk_color_chooser_widget_new()
    chooser.set("show-editor", true)
    gtk_color_chooser_set_use_alpha(chooser.opaque, 0)
    let done = gtk_button_new_with_label(labels.done)!
    gtk_widget_add_css_class(done, "suggested-action")
    gtk_box_append(editor.cast(), chooser)
    gtk_box_append(editor.cast(), done)
    gtk_stack_add_named(pages.opaque, editor, "editor")

    RawSignal.connect(custom, "clicked") { [weak self] in self?.edit() }
    RawSignal.connect(dropper, "clicked") { [weak self] in self?.onEyedropper() }
    RawSignal.connect(done, "clicked") { [weak self] in
      guard let self else { return }
      self.choose(self.edited)
      gtk_popover_popdown(self.popover.cast())
    }
    RawSignal.connect(popover, "closed") { [weak self] in
      guard let self else { return }
      gtk_stack_set_visible_child_name(self.pages.opaque, "colors")
    }
    addEscape(to: popover)
  }

  /// A button with an icon and words, as in a menu.
  private static func row(_ icon: String, _ text: String) -> UnsafeMutablePointer<GtkWidget> {
    let button = gtk_button_new()!
    let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 10)!
    gtk_box_append(box.cast(), gtk_image_new_from_icon_name(icon))
    gtk_box_append(box.cast(), gtk_label_new(text))
    gtk_button_set_child(button.cast(), box)
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_add_css_class(button, "kind")
    Accessible.name(button, text)
    return button
  }

  private var edited: Color {
    var rgba = GdkRGBA()
    gtk_color_chooser_get_rgba(chooser.opaque, &rgba)
    func byte(_ v: Float) -> UInt8 { UInt8((min(max(v, 0), 1) * 255).rounded()) }
    return Color(red: byte(rgba.red), green: byte(rgba.green), blue: byte(rgba.blue))
  }

  private func edit() {
    gtk_stack_set_visible_child_name(pages.opaque, "editor")
    gtk_widget_grab_focus(chooser)
  }

  private func choose(_ color: Color) {
    guard !isShowing else { return }
    onChange { $0.setColor(color) }
  }

  func show(_ picker: ToolPicker, _ look: PickerLook) {
    isShowing = true
    defer { isShowing = false }
    if shown.palette != picker.palette || shown.recents != picker.recents {
      shown = (picker.palette, picker.recents)
      fill(picker)
    }
    let chosen = picker.ink.color.opaque
    for (button, art, color) in swatches {
      art.shown = .init(color: color, isChosen: color == chosen, look: look, radius: 15)
      gtk_toggle_button_set_active(button.cast(), color == chosen ? 1 : 0)
    }
    gtk_widget_set_visible(recentsTitle, picker.recents.isEmpty ? 0 : 1)
    if String(cString: gtk_stack_get_visible_child_name(pages.opaque)) == "colors" {
      var rgba = chosen.gdk
      gtk_color_chooser_set_rgba(chooser.opaque, &rgba)
    }
  }

  private func fill(_ picker: ToolPicker) {
    for (button, _, _) in swatches {
      if let grid = gtk_widget_get_parent(button) { gtk_grid_remove(grid.cast(), button) }
    }
    swatches = []
    for (grid, colors) in [(palette, picker.palette), (recents, picker.recents)] {
      for (i, color) in colors.enumerated() {
        let button = gtk_toggle_button_new()!
        let art = SwatchArt()
        gtk_widget_set_size_request(art.widget, 44, 44)
        gtk_button_set_child(button.cast(), art.widget)
        gtk_widget_add_css_class(button, "picker-item")
        let name = labels.color(color)
        gtk_widget_set_tooltip_text(button, name)
        Accessible.name(button, name)
        RawSignal.connect(button, "clicked") { [weak self] in self?.choose(color) }
        // The palette as it stands in the picker, two by two.
        let (column, row) = grid == palette ? (i / 2, i % 2) : (i % Self.columns, i / Self.columns)
        gtk_grid_attach(grid.cast(), button, CInt(column), CInt(row), 1, 1)
        swatches.append((button, art, color))
      }
    }
  }
}
