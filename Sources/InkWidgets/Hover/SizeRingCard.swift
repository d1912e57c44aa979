import CGtk
import Canvas
import Glibc
import Gtk
import GtkInk
import InkModel

/// The ring of sizes and colours at the tip: buttons in a circle (S28, S29).
///
/// Each is a GTK button, so that pen, finger, mouse, keyboard and screen reader find it.
final class SizeRingCard: WidgetPainter {
  private(set) var widget: UnsafeMutablePointer<GtkWidget>!
  var onPress: (SizeRing.Item) -> Void = { _ in }
  /// Out of the ring by key.
  var onEscape: () -> Void = {}

  /// Where it is, in the points of what it lies over; `nil` while it is closed.
  private(set) var ring: SizeRing?
  /// The item that the hovering hand would choose.
  var aimed: SizeRing.Item? {
    didSet {
      guard aimed != oldValue else { return }
      for part in parts {
        if part.item == aimed {
          gtk_widget_add_css_class(part.button, "aimed")
        } else {
          gtk_widget_remove_css_class(part.button, "aimed")
        }
      }
    }
  }

  private struct Part {
    let item: SizeRing.Item
    let button: UnsafeMutablePointer<GtkWidget>
    let art: PickerArt
  }

  private var parts: [Part] = []
  private let labels: PickerLabels
  private var look = PickerLook()

  init(_ labels: PickerLabels) {
    self.labels = labels
    widget = PaintedWidget.make(self, role: GTK_ACCESSIBLE_ROLE_TOOLBAR)
    gtk_widget_add_css_class(widget, "size-ring")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_visible(widget, 0)
    Accessible.name(widget, labels.ring)
    for i in 0..<5 { add(.size(i), MarkDotArt()) }
    for i in 0..<ToolPicker.ringColors { add(.color(i), SwatchArt()) }
    listenToKeys()
    RawSignal.connect(widget, "destroy") { [weak self] in self?.dismantle() }
  }

  private func add(_ item: SizeRing.Item, _ art: PickerArt) {
    guard let button = gtk_toggle_button_new() else { return }
    gtk_button_set_child(button.cast(), art.widget)
    gtk_widget_add_css_class(button, "ring-item")
    gtk_widget_set_focus_on_click(button, 0)
    gtk_widget_set_parent(button, widget)
    RawSignal.connect(button, "clicked") { [weak self] in self?.onPress(item) }
    parts.append(Part(item: item, button: button, art: art))
  }

  // MARK: Showing

  /// Opens around the tip, or shows other choices where it is open.
  func show(
    _ ring: SizeRing, _ picker: ToolPicker, of tool: Tool, _ look: PickerLook
  ) {
    self.ring = ring
    self.look = look
    if look.isHighContrast {
      gtk_widget_add_css_class(widget, "high-contrast")
    } else {
      gtk_widget_remove_css_class(widget, "high-contrast")
    }
    let presets = ToolPicker.presets(of: tool)
    let colors = picker.ringColorChoices
    let shown = Set(ring.items.map(\.item))
    for part in parts {
      gtk_widget_set_visible(part.button, shown.contains(part.item) ? 1 : 0)
      switch part.item {
      case .size(let i):
        guard presets.indices.contains(i) else { continue }
        let isChosen = abs(picker.size(of: tool) - presets[i]) < 0.05
        (part.art as? MarkDotArt)?.shown = .init(
          ink: tool.brush.map { picker.ink(of: $0) }, size: presets[i], largest: presets.last ?? 1,
          look: look)
        describe(
          part.button, labels.sizeName(presets[i]), isChosen: isChosen)
      case .color(let i):
        guard colors.indices.contains(i) else { continue }
        let isChosen = tool != .eraser && picker.ink.color.opaque == colors[i]
        (part.art as? SwatchArt)?.shown = .init(
          color: colors[i], isChosen: isChosen, look: look, radius: ring.itemRadius * 0.55)
        describe(part.button, labels.color(colors[i]), isChosen: isChosen)
      }
    }
    aimed = nil
    gtk_widget_set_visible(widget, 1)
    gtk_widget_queue_allocate(widget)
  }

  private func describe(
    _ button: UnsafeMutablePointer<GtkWidget>, _ name: String, isChosen: Bool
  ) {
    Accessible.name(button, name)
    gtk_widget_set_tooltip_text(button, name)
    gtk_toggle_button_set_active(button.cast(), isChosen ? 1 : 0)
  }

  func hide() {
    ring = nil
    aimed = nil
    gtk_widget_set_visible(widget, 0)
  }

  /// Brings the keyboard to what is chosen now, or to the first item.
  func takeKeyboard() {
    let shown = parts.filter { gtk_widget_get_visible($0.button) != 0 }
    let chosen = shown.first { gtk_toggle_button_get_active($0.button.cast()) != 0 }
    guard let target = (chosen ?? shown.first)?.button else { return }
    gtk_widget_grab_focus(target)
    if let root = gtk_widget_get_root(target) {
      gtk_window_set_focus_visible(root.raw.assumingMemoryBound(to: GtkWindow.self), 1)
    }
  }

  var hasKeyboard: Bool { parts.contains { gtk_widget_has_focus($0.button) != 0 } }

  // MARK: Keys

  /// Arrows go around the ring.
  private func listenToKeys() {
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, _ in
      guard let self else { return false }
      switch Int32(bitPattern: key) {
      case GDK_KEY_Escape: self.onEscape()
      case GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_KP_Right, GDK_KEY_KP_Down: self.step(1)
      case GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_KP_Left, GDK_KEY_KP_Up: self.step(-1)
      default: return false
      }
      return true
    }
    gtk_widget_add_controller(widget, keys)
  }

  private func step(_ by: Int) {
    let shown = parts.filter { gtk_widget_get_visible($0.button) != 0 }
    let focused = shown.firstIndex { gtk_widget_has_focus($0.button) != 0 }
    guard let now = focused else { return }
    gtk_widget_grab_focus(shown[(now + by + shown.count) % shown.count].button)
  }

  // MARK: Layout and painting

  func resized(width: Int, height: Int) {
    guard let ring else { return }
    for part in parts {
      guard let place = ring.items.first(where: { $0.item == part.item })?.place else { continue }
      for way in [GTK_ORIENTATION_HORIZONTAL, GTK_ORIENTATION_VERTICAL] {
        gtk_widget_measure(part.button, way, -1, nil, nil, nil, nil)
      }
      let middle = Point(place.x - ring.frame.minX, place.y - ring.frame.minY)
      var box = Rect(center: middle, radius: ring.itemRadius).gdk
      gtk_widget_size_allocate(part.button, &box, -1)
    }
  }

  /// A band that leaves the middle free: there is the tip, and what it would mark.
  func snapshot(_ snapshot: OpaquePointer) {
    guard let ring else { return }
    let outer = ring.outerRadius
    let inner = innerRadius(ring)
    let isDark = look.isDark
    let edge =
      (isDark ? Color.white : Color.black).with(alpha: look.isHighContrast ? 1 : 0.14)
    let box = Rect(x: 0, y: 0, width: outer * 2, height: outer * 2)
    RenderNode.painted(in: box) { cr in
      for (radius, way) in [(outer - 1, 1.0), (inner, -1.0)] where radius > 0 {
        cairo_new_sub_path(cr)
        if way > 0 {
          cairo_arc(cr, outer, outer, radius, 0, 2 * .pi)
        } else {
          cairo_arc_negative(cr, outer, outer, radius, 0, -2 * .pi)
        }
      }
      cr.set(look.card)
      cairo_fill_preserve(cr)
      cr.stroke(edge, look.isHighContrast ? 2 : 1)
    }?.append(to: snapshot)
    for part in parts where gtk_widget_get_visible(part.button) != 0 {
      gtk_widget_snapshot_child(widget, part.button, snapshot)
    }
  }

  /// The middle is the paper's: there is the tip.
  func contains(_ place: Point) -> Bool? {
    guard let ring else { return false }
    let middle = Point(ring.outerRadius, ring.outerRadius)
    return (innerRadius(ring)...ring.outerRadius).contains(place.distance(to: middle))
  }

  private func innerRadius(_ ring: SizeRing) -> Double {
    max(ring.radius - ring.itemRadius - 7, 0)
  }

  func realized() {}
  func unrealized() {}

  private func dismantle() {
    for part in parts { gtk_widget_unparent(part.button) }
    parts = []
  }
}

/// A size to choose in the ring: a dot for a mark, the larger the broader.
final class MarkDotArt: PickerArt {
  struct Shown: Hashable {
    /// `nil` for erasers.
    var ink: Ink?
    var size = 4.0
    /// The largest of the sizes beside it.
    var largest = 8.0
    var look = PickerLook()
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    let (x, y) = (size.width / 2, size.height / 2)
    let room = min(size.width, size.height) * 0.72
    // By the square root, so that the finest can be seen beside the broadest.
    let diameter = room * (shown.size / shown.largest).squareRoot()
    cairo_arc(cr, x, y, max(diameter, 2) / 2, 0, 2 * .pi)
    if let ink = shown.ink {
      let color = ink.color.opaque.resolved(on: shown.look.paper)
      cr.set(color)
      cairo_fill_preserve(cr)
      // The paper's ink may be the card's colour: light paper under a dark style.
      if color.contrast(against: shown.look.card.opaque) < 2 {
        cr.stroke((shown.look.isDark ? Color.white : .black).with(alpha: 0.6), 1)
      }
      cairo_new_path(cr)
    } else {
      cr.stroke((shown.look.isDark ? Color.white : .black).with(alpha: 0.75), 1.5)
    }
  }
}
