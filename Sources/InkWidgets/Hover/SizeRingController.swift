import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Opens the ring of sizes and colours at the hovering tip, and does what is chosen there.
///
/// It opens by a modifier that is pressed alone (``modifier``), by a pen's button or by command. An item is
/// chosen by a press on it, or by releasing the modifier over it; hovering alone chooses nothing (S26).
/// Escape closes it, as do leaving it and drawing. The device that moves aims: one that rests elsewhere, as a mouse
/// beside a pen, neither aims nor leaves.
public final class SizeRingController {
  /// The key that opens the ring while it is down.
  public enum Modifier: String, Hashable, Sendable, CaseIterable {
    case none
    case control
    case shift
    case alt

    /// The key's left and right variants.
    fileprivate var keys: Set<Key> {
      switch self {
      case .none: []
      case .control: [Key(GDK_KEY_Control_L), Key(GDK_KEY_Control_R)]
      case .shift: [Key(GDK_KEY_Shift_L), Key(GDK_KEY_Shift_R)]
      case .alt: [Key(GDK_KEY_Alt_L), Key(GDK_KEY_Alt_R)]
      }
    }
  }

  public var modifier = Modifier.control { didSet { held.forget() } }

  let card: SizeRingCard
  private unowned let overlay: CanvasOverlay
  private var held = HeldModifier()
  private var timer: Timer?
  /// The tool whose sizes are shown.
  private var tool = Tool.eraser
  /// The colours that are shown.
  private var colors: [Color] = []
  /// The modifier that opened it is still down.
  private var isHeldOpen = false
  /// The ring took the keyboard focus, and gives it back to the canvas when it closes.
  private var hasTakenKeyboard = false
  private var travel = PointerTravel()
  /// A pen was the last device that moved.
  private var followsPen = false
  /// Gets the events of the window while the ring is open.
  private var pens: LegacyController?
  /// Takes the controllers off the window again.
  private var stopListening: () -> Void = {}

  init(_ overlay: CanvasOverlay, _ labels: PickerLabels) {
    self.overlay = overlay
    card = SizeRingCard(labels)
    card.onPress = { [weak self] in self?.choose($0) }
    card.onEscape = { [weak self] in self?.close() }
    observeMotion()
    // Keys reach controllers of the window wherever its focus is.
    overlay.widget.mapped.connect { [weak self] in self?.listen() }
    overlay.widget.unmapped.connect { [weak self] in
      self?.close()
      self?.stopListening()
    }
  }

  public var isOpen: Bool { card.ring != nil }

  /// The ring's frame, in the overlay's points.
  var frame: Rect? { card.ring?.frame }

  // MARK: Opening and closing

  /// Opens at the hovering tip, or in the middle where nothing hovers; closes the ring if it is open.
  func toggle(withKeyboard: Bool = false) {
    if isOpen { return close() }
    open(at: overlay.canvas.hover.position ?? overlay.canvas.session.viewport.center)
    guard withKeyboard, isOpen else { return }
    hasTakenKeyboard = true
    card.takeKeyboard()
  }

  private func open(at tip: Point) {
    let session = overlay.canvas.session
    guard !session.isBusy, !session.isReadOnly else { return }
    overlay.closeOptions()
    let erases = overlay.canvas.hover.hover.tool.map { session.erases($0) } ?? false
    tool = erases ? .eraser : overlay.picker.tool
    let shown = overlay.colorsAreForSelection ? overlay.colorsOfSelection : overlay.picker
    colors = tool == .eraser ? [] : shown.ringColorChoices
    let ring = SizeRing(
      sizes: ToolPicker.presets(of: tool).count, colors: colors.count, around: tip,
      in: overlay.window)
    card.show(ring, shown, of: tool, overlay.appearance)
    overlay.widget.queueAllocate()
    overlay.canvas.coveringWidgets.append(Widget(card.widget))
    pens?.phase = .capture
  }

  func close() {
    guard isOpen else { return }
    isHeldOpen = false
    pens?.phase = .none
    card.hide()
    overlay.canvas.coveringWidgets.removeAll { $0.isSame(as: card.widget) }
    if hasTakenKeyboard || card.hasKeyboard { overlay.canvas.widget.grabFocus() }
    hasTakenKeyboard = false
  }

  private func choose(_ item: SizeRing.Item) {
    let tool = tool
    close()
    switch item {
    case .size(let i):
      let presets = ToolPicker.presets(of: tool)
      guard presets.indices.contains(i) else { return }
      overlay.change { $0.setSize(presets[i], of: tool) }
    case .color(let i):
      guard colors.indices.contains(i) else { return }
      overlay.setColor { $0.setColor(colors[i]) }
    }
    overlay.canvas.hover.refresh()
  }

  /// A tool came down on the paper.
  func drawingBegins() {
    held.interrupt()
    close()
  }

  // MARK: Motion

  private func observeMotion() {
    let motion = MotionController(phase: .capture)
    motion.moved.connect { [weak self] x, y in
      guard let self, let event = motion.currentEvent, self.travel.hasMoved(event) else { return }
      self.followsPen = event.deviceTool != nil
      self.aim(at: Point(x, y))
    }
    motion.left.connect { [weak self] in
      // It comes for any pointer.
      guard let self, !self.followsPen else { return }
      self.leave()
    }
    overlay.widget.add(motion)
  }

  private func listen() {
    stopListening()
    guard let window = overlay.widget.window else { return }
    let (events, keys, focus) = (penEvents(), keyEvents(), focusEvents())
    window.add(events)
    window.add(keys)
    window.add(focus)
    pens = events
    stopListening = { [weak self] in
      window.remove(events)
      window.remove(keys)
      window.remove(focus)
      self?.pens = nil
      self?.held.forget()
      self?.stopListening = {}
    }
  }

  /// A pen leaves the paper for something beside it, or proximity.
  private func penEvents() -> LegacyController {
    let events = LegacyController(phase: .none)
    events.onEvent { [weak self] event in
      guard let self, self.followsPen else { return false }
      switch event.type {
      case .proximityOut: self.leave()
      case .motion where event.deviceTool != nil:
        let widget = self.overlay.widget
        let position = event.position.flatMap { widget.point(ofSurface: $0) }
        if event.surface == widget.surface?.opaque, let position, !widget.bounds.contains(position)
        {
          self.leave()
        }
      default: break
      }
      return false
    }
    return events
  }

  private func leave() {
    held.interrupt()
    if !hasTakenKeyboard { close() }
  }

  private func aim(at position: Point) {
    guard let ring = card.ring else { return }
    if ring.hasLeft(position), !hasTakenKeyboard { return close() }
    card.aimed = ring.item(at: position)
  }

  // MARK: Keys

  private var now: Double { overlay.canvas.session.clock.now }

  private func keyEvents() -> KeyController {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in self?.pressed(key) ?? false }
    keys.released.connect { [weak self] key, _, _ in self?.released(key) }
    return keys
  }

  private func focusEvents() -> FocusController {
    let focus = FocusController()
    focus.left.connect { [weak self] in
      self?.held.forget()
      self?.isHeldOpen = false
    }
    return focus
  }

  private func pressed(_ key: Key) -> Bool {
    if modifier.keys.contains(key) {
      held.press(at: now, isHovering: overlay.canvas.hover.position != nil && !isOpen)
      waitForDeadline()
      return false
    }
    held.pressOther(key.rawValue)
    guard isOpen, !card.hasKeyboard else { return false }
    close()
    return key == .escape
  }

  private func released(_ key: Key) {
    guard modifier.keys.contains(key) else { return held.releaseOther(key.rawValue) }
    held.release()
    guard isHeldOpen else { return }
    isHeldOpen = false
    if isOpen, let aimed = card.aimed { choose(aimed) }
  }

  private func waitForDeadline() {
    timer = nil
    guard let deadline = held.deadline else { return }
    timer = Timer(after: max(deadline - now, 0) + 0.001) { [weak self] in
      guard let self, self.held.isDue(at: self.now), let tip = self.overlay.canvas.hover.position,
        !self.isOpen
      else { return }
      self.open(at: tip)
      self.isHeldOpen = self.isOpen
    }
  }
}
