import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// The picker itself: a card with all its tools, laid out as a ``PickerLayout`` says.
///
/// Every item is a GTK button, so that pen, finger, mouse, keyboard and screen reader find it; what
/// is not in the layout is there and not shown.
final class PickerCard: WidgetPainter {
  private(set) var widget: UnsafeMutablePointer<GtkWidget>!

  /// What the buttons ask for.
  var onPress: (PickerLayout.Item) -> Void = { _ in }
  /// An arrow key on the handle (or on the one button of a folded picker).
  var onArrow: (PickerPlace.Edge) -> Void = { _ in }
  /// Out of the picker, back to the paper.
  var onEscape: () -> Void = {}

  private struct Part {
    let item: PickerLayout.Item
    let button: UnsafeMutablePointer<GtkWidget>
    let art: PickerArt?
  }

  private var parts: [Part] = []
  private var popovers: [UnsafeMutablePointer<GtkWidget>] = []
  private let labels: PickerLabels

  /// What is laid out at the next allocation.
  var layout = PickerLayout(
    .folded, tools: 0, colors: 0, in: Rect(x: 0, y: 0, width: 600, height: 400))
  {
    didSet {
      guard layout != oldValue else { return }
      showForm()
      gtk_widget_queue_allocate(widget)
      gtk_widget_queue_draw(widget)
    }
  }

  var look = PickerLook() {
    didSet {
      guard look != oldValue else { return }
      if look.isHighContrast {
        gtk_widget_add_css_class(widget, "high-contrast")
      } else {
        gtk_widget_remove_css_class(widget, "high-contrast")
      }
      gtk_widget_queue_draw(widget)
    }
  }

  init(_ labels: PickerLabels, colors: Int) {
    self.labels = labels
    widget = PaintedWidget.make(self, role: GTK_ACCESSIBLE_ROLE_TOOLBAR)
    gtk_widget_add_css_class(widget, "tool-picker")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    Accessible.name(widget, labels.picker)
    add(.unfold, isToggle: false, ToolArt(), labels.unfold)
    add(.handle, isToggle: false, GripArt(), labels.handle, help: labels.handleHelp)
    addIcon(.undo, "edit-undo-symbolic", labels.undo)
    addIcon(.redo, "edit-redo-symbolic", labels.redo)
    for (i, tool) in ToolCatalog.tools.enumerated() {
      add(.tool(i), isToggle: true, ToolArt(), labels.tool(tool))
    }
    for i in 0..<colors { add(.color(i), isToggle: true, SwatchArt(), "") }
    add(.colors, isToggle: false, ColorWheelArt(), labels.colors)
    addKeys()
    RawSignal.connect(widget, "destroy") { [weak self] in self?.dismantle() }
  }

  // MARK: Making

  private func add(
    _ item: PickerLayout.Item, isToggle: Bool, _ art: PickerArt, _ name: String, help: String? = nil
  ) {
    guard let button = isToggle ? gtk_toggle_button_new() : gtk_button_new() else { return }
    gtk_button_set_child(button.cast(), art.widget)
    finish(item, button, art, name, help)
  }

  private func addIcon(_ item: PickerLayout.Item, _ icon: String, _ name: String) {
    guard let button = gtk_button_new_from_icon_name(icon) else { return }
    if item == .undo || item == .redo { HistoryIcon.keepWay(of: button) }
    finish(item, button, nil, name, nil)
  }

  private func finish(
    _ item: PickerLayout.Item, _ button: UnsafeMutablePointer<GtkWidget>, _ art: PickerArt?,
    _ name: String, _ help: String?
  ) {
    gtk_widget_add_css_class(button, "picker-item")
    // A click leaves the keyboard with the paper.
    gtk_widget_set_focus_on_click(button, 0)
    rename(button, name)
    if let help {
      Accessible.describe(button, help)
      gtk_widget_set_tooltip_text(button, help)
    }
    gtk_widget_set_parent(button, widget)
    gtk_widget_set_child_visible(button, 0)
    RawSignal.connect(button, "clicked") { [weak self] in self?.onPress(item) }
    parts.append(Part(item: item, button: button, art: art))
  }

  private func rename(_ button: UnsafeMutablePointer<GtkWidget>, _ name: String) {
    guard !name.isEmpty else { return }
    gtk_widget_set_tooltip_text(button, name)
    Accessible.name(button, name)
  }

  private func addKeys() {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, state in
      guard let self else { return false }
      if key == UInt32(GDK_KEY_Escape) {
        self.onEscape()
        return true
      }
      guard state.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) == 0 else {
        return false
      }
      if key == UInt32(GDK_KEY_Tab) { return self.enterOptions() }
      let ways: [UInt32: (PickerPlace.Edge, GtkDirectionType)] = [
        UInt32(GDK_KEY_Left): (.left, GTK_DIR_LEFT), UInt32(GDK_KEY_Right): (.right, GTK_DIR_RIGHT),
        UInt32(GDK_KEY_Up): (.top, GTK_DIR_UP), UInt32(GDK_KEY_Down): (.bottom, GTK_DIR_DOWN),
        UInt32(GDK_KEY_KP_Left): (.left, GTK_DIR_LEFT),
        UInt32(GDK_KEY_KP_Right): (.right, GTK_DIR_RIGHT),
        UInt32(GDK_KEY_KP_Up): (.top, GTK_DIR_UP), UInt32(GDK_KEY_KP_Down): (.bottom, GTK_DIR_DOWN),
      ]
      guard let (edge, direction) = ways[key] else { return false }
      if self.handleHasFocus {
        self.onArrow(edge)
      } else {
        guard self.hasFocusedPart else { return false }
        // At the last item it stays there: GTK would go on to whatever of the window lies that way.
        gtk_widget_child_focus(self.widget, direction)
      }
      return true
    }
    gtk_widget_add_controller(widget, keys)
  }

  /// Brings the keyboard from the picker into what is open over it, if anything is.
  private func enterOptions() -> Bool {
    guard hasFocusedPart, let open = popovers.first(where: { gtk_widget_get_visible($0) != 0 })
    else { return false }
    return gtk_widget_child_focus(open, GTK_DIR_TAB_FORWARD) != 0
  }

  /// The keyboard is with one of the items; what has it in a popover of the card's is heard here, too.
  private var hasFocusedPart: Bool {
    parts.contains { gtk_widget_has_focus($0.button) != 0 }
  }

  private var handleHasFocus: Bool {
    [.handle, .unfold].contains { button($0).map { gtk_widget_has_focus($0) != 0 } ?? false }
  }

  // MARK: What others need

  func button(_ item: PickerLayout.Item) -> UnsafeMutablePointer<GtkWidget>? {
    parts.first { $0.item == item }?.button
  }

  func art<Art: PickerArt>(_ item: PickerLayout.Item, _ type: Art.Type = Art.self) -> Art? {
    parts.first { $0.item == item }?.art as? Art
  }

  /// Shows which of a group is chosen, to the eye and to a screen reader.
  func setChosen(_ item: PickerLayout.Item, _ isChosen: Bool) {
    guard let button = button(item) else { return }
    let toggle: UnsafeMutablePointer<GtkToggleButton> = button.cast()
    if (gtk_toggle_button_get_active(toggle) != 0) != isChosen {
      gtk_toggle_button_set_active(toggle, isChosen ? 1 : 0)
    }
  }

  func setSensitive(_ item: PickerLayout.Item, _ isSensitive: Bool) {
    guard let button = button(item), (gtk_widget_get_sensitive(button) != 0) != isSensitive else {
      return
    }
    gtk_widget_set_sensitive(button, isSensitive ? 1 : 0)
  }

  func setName(_ item: PickerLayout.Item, _ name: String) {
    guard let button = button(item),
      gtk_widget_get_tooltip_text(button).map({ String(cString: $0) }) != name
    else { return }
    rename(button, name)
  }

  /// Puts a popover beside items of this card; it goes with the card.
  func adopt(_ popover: UnsafeMutablePointer<GtkWidget>) {
    gtk_widget_set_parent(popover, widget)
    popovers.append(popover)
  }

  /// Nothing moves while a pen draws.
  func finishAnimations() {
    for part in parts { (part.art as? ToolArt)?.finish() }
  }

  // MARK: Layout and painting

  private func showForm() {
    for (style, isOn) in [
      ("compact", layout.form == .compact), ("folded", layout.form == .folded),
    ] {
      if isOn {
        gtk_widget_add_css_class(widget, style)
      } else {
        gtk_widget_remove_css_class(widget, style)
      }
    }
    for part in parts {
      // What has no place here is not there for screen readers either.
      gtk_widget_set_visible(part.button, layout[part.item] == nil ? 0 : 1)
      (part.art as? ToolArt)?.shown.tips = layout.tips
      (part.art as? GripArt)?.shown.isUpright = layout.tips == .top || layout.tips == .bottom
      if layout.form == .compact { (part.art as? GripArt)?.shown.isUpright = false }
    }
  }

  func resized(width: Int, height: Int) {
    for part in parts {
      guard let frame = layout[part.item] else {
        gtk_widget_set_child_visible(part.button, 0)
        continue
      }
      gtk_widget_set_child_visible(part.button, 1)
      // GTK wants to have been asked before it allocates.
      for way in [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL] {
        gtk_widget_measure(part.button, way, -1, nil, nil, nil, nil)
      }
      var box = Rect(
        minX: frame.minX.rounded(), minY: frame.minY.rounded(), maxX: frame.maxX.rounded(),
        maxY: frame.maxY.rounded()
      ).gdk
      gtk_widget_size_allocate(part.button, &box, -1)
    }
    for popover in popovers { gtk_popover_present(popover.cast()) }
  }

  func snapshot(_ snapshot: OpaquePointer) {
    for part in parts { gtk_widget_snapshot_child(widget, part.button, snapshot) }
    let alpha = look.isHighContrast ? 1 : 0.13
    var color = (look.isDark ? Color.white : .black).with(alpha: alpha).gdk
    for line in layout.separators {
      var box = line.graphene
      gtk_snapshot_append_color(snapshot, &color, &box)
    }
  }

  func realized() {}
  func unrealized() {}

  private func dismantle() {
    for popover in popovers { gtk_widget_unparent(popover) }
    popovers = []
    for part in parts { gtk_widget_unparent(part.button) }
    parts = []
  }
}
