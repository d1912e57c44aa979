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
  private(set) var widget: PaintedWidget!
  var onPress: (SizeRing.Item) -> Void = { _ in }
  /// Escape was pressed in the ring.
  var onEscape: () -> Void = {}

  /// The ring's geometry, in the overlay's points; `nil` while it is closed.
  private(set) var ring: SizeRing?
  /// The item under the hovering tool, which releasing the modifier chooses.
  var aimed: SizeRing.Item? {
    didSet {
      guard aimed != oldValue else { return }
      for part in parts {
        part.button.setClass("aimed", part.item == aimed)
      }
    }
  }

  private struct Part {
    let item: SizeRing.Item
    let button: ToggleButton
    let art: PickerArt
  }

  private var parts: [Part] = []
  private var hiding: PressSafeHiding!
  private let labels: PickerLabels
  private var appearance = PickerAppearance()

  init(_ labels: PickerLabels) {
    self.labels = labels
    widget = PaintedWidget(self, role: .toolbar)
    widget.addClass("size-ring")
    widget.clipsChildren = true
    widget.isVisible = false
    hiding = PressSafeHiding(widget)
    widget.setAccessibleName(labels.ring)
    for i in 0..<5 { add(.size(i), MarkDotArt()) }
    for i in 0..<ToolPicker.ringColors { add(.color(i), SwatchArt()) }
    listenToKeys()
    widget.destroyed.connect { [weak self] in self?.dismantle() }
  }

  private func add(_ item: SizeRing.Item, _ art: PickerArt) {
    let button = ToggleButton(child: art.widget)
    button.addClass("ring-item")
    button.focusesOnClick = false
    button.setParent(widget)
    button.clicked.connect { [weak self] in
      guard let self, self.ring != nil else { return }
      self.onPress(item)
    }
    parts.append(Part(item: item, button: button, art: art))
  }

  // MARK: Showing

  /// Opens around the tip, or shows other choices where it is open.
  func show(
    _ ring: SizeRing, _ picker: ToolPicker, of tool: Tool, _ appearance: PickerAppearance
  ) {
    self.ring = ring
    self.appearance = appearance
    widget.setClass("high-contrast", appearance.isHighContrast)
    let presets = ToolPicker.presets(of: tool)
    let colors = picker.ringColorChoices
    let shown = Set(ring.items.map(\.item))
    for part in parts {
      part.button.isVisible = shown.contains(part.item)
      switch part.item {
      case .size(let i):
        guard presets.indices.contains(i) else { continue }
        let isChosen = ToolPicker.isSame(picker.size(of: tool), presets[i])
        (part.art as? MarkDotArt)?.shown = .init(
          ink: tool.brush.map { picker.ink(of: $0) }, size: presets[i], largest: presets.last ?? 1,
          appearance: appearance.forColors(of: picker))
        describe(
          part.button, labels.sizeName(presets[i]), isChosen: isChosen)
      case .color(let i):
        guard colors.indices.contains(i) else { continue }
        let isChosen = tool != .eraser && picker.color.opaque == colors[i]
        (part.art as? SwatchArt)?.shown = .init(
          color: colors[i], isChosen: isChosen, appearance: appearance.forColors(of: picker),
          radius: ring.itemRadius * 0.55)
        describe(part.button, labels.color(colors[i]), isChosen: isChosen)
      }
    }
    aimed = nil
    hiding.isShown = true
    widget.queueAllocate()
  }

  private func describe(_ button: ToggleButton, _ name: String, isChosen: Bool) {
    button.name(name)
    button.isActive = isChosen
  }

  func hide() {
    ring = nil
    aimed = nil
    hiding.isShown = false
  }

  /// Brings the keyboard to what is chosen now, or to the first item.
  func takeKeyboard() {
    let shown = parts.filter { $0.button.isVisible }
    let chosen = shown.first { $0.button.isActive }
    guard let target = (chosen ?? shown.first)?.button else { return }
    target.grabFocus()
    target.window?.setFocusVisible(true)
  }

  var hasKeyboard: Bool { parts.contains { $0.button.hasFocus } }

  // MARK: Keys

  /// Arrows go around the ring.
  private func listenToKeys() {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard let self else { return false }
      switch key {
      case .escape: self.onEscape()
      case .right, .down, .keypadRight, .keypadDown: self.step(1)
      case .left, .up, .keypadLeft, .keypadUp: self.step(-1)
      default: return false
      }
      return true
    }
    widget.add(keys)
  }

  private func step(_ by: Int) {
    let shown = parts.filter { $0.button.isVisible }
    let focused = shown.firstIndex { $0.button.hasFocus }
    guard let now = focused else { return }
    shown[(now + by + shown.count) % shown.count].button.grabFocus()
  }

  // MARK: Layout and painting

  func resized(width: Int, height: Int) {
    guard let ring else { return }
    for part in parts {
      guard let center = ring.items.first(where: { $0.item == part.item })?.position else {
        continue
      }
      for orientation: Orientation in [.horizontal, .vertical] {
        _ = part.button.measure(orientation)
      }
      let middle = Point(center.x - ring.frame.minX, center.y - ring.frame.minY)
      part.button.allocate(Rect(center: middle, radius: ring.itemRadius))
    }
  }

  /// Paints a ring-shaped band; the tip and its preview are in the middle.
  func snapshot(_ snapshot: OpaquePointer) {
    guard let ring else { return }
    let outer = ring.outerRadius
    let inner = innerRadius(ring)
    let isDark = appearance.isDark
    let edge =
      (isDark ? Color.white : Color.black).with(alpha: appearance.isHighContrast ? 1 : 0.14)
    let box = Rect(x: 0, y: 0, width: outer * 2, height: outer * 2)
    RenderNode.painted(in: box) { cr in
      for (radius, isOuter) in [(outer - 1, true), (inner, false)] where radius > 0 {
        cairo_new_sub_path(cr)
        if isOuter {
          cairo_arc(cr, outer, outer, radius, 0, 2 * .pi)
        } else {
          cairo_arc_negative(cr, outer, outer, radius, 0, -2 * .pi)
        }
      }
      cr.set(appearance.card)
      cairo_fill_preserve(cr)
      cr.stroke(edge, appearance.isHighContrast ? 2 : 1)
    }?.append(to: snapshot)
    for part in parts where part.button.isVisible {
      widget.paint(part.button, to: snapshot)
    }
  }

  /// The middle is no part of the ring: events there go to the paper.
  func contains(_ position: Point) -> Bool? {
    guard let ring else { return false }
    let middle = Point(ring.outerRadius, ring.outerRadius)
    return (innerRadius(ring)...ring.outerRadius).contains(position.distance(to: middle))
  }

  private func innerRadius(_ ring: SizeRing) -> Double {
    max(ring.radius - ring.itemRadius - 7, 0)
  }

  private func dismantle() {
    for part in parts { part.button.unparent() }
    parts = []
  }
}

/// A size to choose in the ring: a dot, larger for a broader mark.
final class MarkDotArt: PickerArt {
  struct Shown: Hashable {
    /// `nil` for erasers.
    var ink: Ink?
    var size = 4.0
    /// The largest of the sizes beside it.
    var largest = 8.0
    var appearance = PickerAppearance()
  }

  var shown = Shown() {
    didSet { if shown != oldValue { changed() } }
  }

  override func paint(_ cr: OpaquePointer) {
    let room = min(size.width, size.height) * 0.72
    // By the square root, so that the finest is visible beside the broadest.
    let diameter = room * (shown.size / shown.largest).squareRoot()
    SizeDot.paint(
      shown.ink?.color, diameter: max(diameter, 2), at: Point(size.width / 2, size.height / 2),
      shown.appearance, on: cr)
  }
}
