import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Moves, scales and turns the view of a canvas: by command, wheel, touchpad, keyboard and drag.
///
/// 1. Attached to the canvas's widget, it receives the events that move the view, and draws nothing.
/// 2. While space is held the session has ``Canvas/CanvasSession/isPanHeld``: a tool that comes down then pans
///    and draws nothing.
/// 3. ``onChange`` tells that the session's viewport changed.
///
/// Invariants:
/// 1. Nothing here moves the view while a tool draws: the stroke would get segments from the movement.
/// 2. A view at rest has the canvas's origin on a whole device pixel, so that tiles are shown pixel
///    by pixel; the offset that this adds is subtracted before the next change.
public final class ViewController {
  /// Told after the view moved, turned or got another scale.
  public var onChange: () -> Void = {}

  /// Told of three fingers that swipe on a touchpad.
  var onTouchpadSwipe: (Event) -> Void = { _ in }
  /// Told of two fingers that pinch on a touchpad.
  var onTouchpadPinch: (Event) -> Void = { _ in }
  /// Told when two fingers come to rest on a touchpad, to scroll perhaps.
  var onTouchpadRest: () -> Void = {}
  /// Told when two fingers that scrolled lift from a touchpad: the velocity of the paper, in widget points a
  /// second.
  var onThrow: (Vector) -> Void = { _ in }
  /// Told before a command moves the view, so that coasting stops.
  var onCommand: () -> Void = {}

  /// What becomes of the scale and the turn of the view.
  enum Turning {
    /// Somebody has changed one of them, by whatever means; fingers that hold the view may go on.
    case changed(Viewport, isHeld: Bool)
    /// Fingers that held the view have lifted.
    case released
    /// What fingers did with the view is taken back.
    case withdrawn
  }
  /// Told of it, for what says the zoom.
  var onTurning: (Turning) -> Void = { _ in }

  /// Told as ``onChange``, for the canvas itself.
  var onMove: () -> Void = {}
  /// Told where the pointer is, in widget points.
  var onPointer: (Point) -> Void = { _ in }

  /// Told the cursor for moving the paper, `nil` where nothing moves it.
  var onCursor: (String?) -> Void = { _ in }

  /// Asks whether fingers hold the view, or it still coasts.
  var isHeld: () -> Bool = { false }

  /// The part of the widget in which commands fit a drawing, in widget points: beside what lies over the paper; `nil`
  /// for all of it.
  var room: () -> Rect? = { nil }

  let session: CanvasSession
  let widget: Widget

  /// What aligning with pixels subtracted from the view's origin, in canvas points, so that many small steps
  /// add up without error.
  private var slack = Vector.zero
  /// The position of the mouse, in widget points: the fixed point of zooming by wheel.
  var pointerPosition: Point?
  /// The last position of a drag with the middle button, in widget points.
  private var dragged: Point?
  private var wantsToShowDrawing = false
  /// Widget points for one unit of GTK's scroll deltas.
  private var scrollUnit = 1.0
  let indicators: ScrollIndicators
  /// Pulls beyond the last page.
  public let pull: PagePuller

  /// Widget points for one notch of a wheel; a touchpad's deltas are points already.
  static let notch = 60.0
  /// Radians for one step by command.
  static let turn = Double.pi / 12

  init(_ session: CanvasSession, attachedTo widget: Widget) {
    self.session = session
    lastChange = session.clock.now
    self.widget = widget
    indicators = ScrollIndicators(on: widget)
    pull = PagePuller(session)
    listenToScrolling()
    listenToRest()
    listenToKeys()
  }

  var deviceScale: Double { Double(widget.scaleFactor) }

  /// What fingers on the screen or a touchpad may not change; commands can.
  public var locks: ViewportMotion.Locks = []

  // MARK: Commands

  public var viewport: Viewport { session.viewport }

  /// Changes the view, unless a tool is down.
  ///
  /// - Parameter isMoving: Another change of scale or turn is likely to follow at once.
  public func change(isMoving: Bool = false, _ change: (inout Viewport) -> Void) {
    let before = viewport
    onCommand()
    guard !session.isBusy, setView(isMoving: isMoving, change) else { return }
    showMovement(from: before)
  }

  /// Shows that somebody has moved the view, and how far it is zoomed and turned where that is another.
  ///
  /// - Parameter isHeld: Whether fingers hold it.
  func showMovement(from before: Viewport, isHeld: Bool = false) {
    indicators.show()
    let now = viewport
    guard now.scale != before.scale || now.rotation != before.rotation else { return }
    onTurning(.changed(now, isHeld: isHeld))
  }

  /// As ``change(isMoving:_:)``, but without scroll indicators, and even while a tool is down.
  ///
  /// - Parameters:
  ///   - isMoving: Another change of scale or turn is likely to follow at once.
  ///   - isInLayout: Whether this is within an allocation, in which no text may be set: ``onChange`` is told afterwards.
  /// - Returns: Whether the view changed.
  @discardableResult
  func setView(
    isMoving: Bool = false, isInLayout: Bool = false, _ change: (inout Viewport) -> Void
  ) -> Bool {
    let before = session.viewport
    session.viewport = exact
    change(&session.viewport)
    let after = session.viewport
    if isMoving, after.scale != before.scale || after.rotation != before.rotation { move() }
    // In motion, rounding to pixels would be visible as a tremble.
    if !self.isMoving { session.viewport.alignToPixels(deviceScale) }
    slack = after.origin - session.viewport.origin
    guard session.viewport != before else { return false }
    lastChange = session.clock.now
    onMove()
    if isInLayout { MainLoop.after(0) { [weak self] in self?.onChange() } } else { onChange() }
    return true
  }

  /// The view before it was aligned with pixels.
  var exact: Viewport {
    var view = session.viewport
    view.origin = view.origin + slack
    return view
  }

  // MARK: Motion

  /// When the view changed last, by the session's clock.
  private var lastChange: Double
  /// Seconds since the view changed last.
  public var restTime: Double { session.clock.now - lastChange }
  /// Whether scale or rotation changes from frame to frame.
  private(set) var isMoving = false
  var isAtRest: Bool { !isMoving && !session.isPanning && dragged == nil }
  private var movements = 0

  /// Seconds without a change after which a view is at rest.
  private static let restDelay = 0.12

  private func move() {
    isMoving = true
    movements += 1
    let movement = movements
    MainLoop.after(Self.restDelay) { [weak self] in
      guard let self, self.movements == movement else { return }
      self.rest()
    }
  }

  /// The motion has ended: the view may be shown sharp.
  func rest() {
    guard isMoving else { return }
    isMoving = false
    movements += 1
    // Not while a tool draws: alignment would shift the paper under it.
    if session.isBusy || !setView({ _ in }) { onMove() }
  }

  public func zoomIn() { change { $0.zoom(to: $0.step(in: true), about: $0.center) } }

  public func zoomOut() { change { $0.zoom(to: $0.step(in: false), about: $0.center) } }

  /// Zooms by small steps, positive to zoom in, about the pointer where it is over the canvas.
  public func zoom(bySteps steps: Double) {
    // Eight steps double the size.
    change(isMoving: true) { view in
      view.zoom(to: view.scale * exp2(steps / 8), about: pointerPosition ?? view.center)
    }
  }

  /// 100 %, about the centre.
  public func zoomToOriginal() { change { $0.zoom(to: 1, about: $0.center) } }

  /// Shows the whole drawing.
  public func zoomToFit() {
    let bounds = session.extent
    guard !bounds.isEmpty else { return zoomToOriginal() }
    fit(bounds, .drawing)
  }

  /// Shows the drawing again where nothing of it is in view.
  public func findDrawing() {
    let room = room()
    guard let way = session.wayBack(from: exact, in: room) else { return }
    fit(way.area, way.manner)
  }

  /// Shows the drawing's whole width.
  public func zoomToWidth() {
    let bounds = session.extent
    guard !bounds.isEmpty else { return zoomToOriginal() }
    fit(bounds, .width(closest: 4))
  }

  /// Shows a page (canvas space) from its top, at the scale that the view has.
  public func showPage(_ page: Rect) {
    // Before the view is being changed, which it depends on.
    let room = room()
    change { $0.show(page: page, in: room) }
  }

  /// Shows all of a page (canvas space), as large as it fits.
  public func fitPage(_ page: Rect) { fit(page, .page) }

  /// Shows pages that stand side by side (canvas space) from edge to edge, no larger than they are unless all is shown
  /// larger.
  public func showRow(_ row: Rect) { fit(row, .width(closest: max(viewport.scale, 1))) }

  /// Fits the view to its size, and again when that changes.
  private func fit(_ area: Rect, _ manner: ViewFit.Manner) {
    let room = room()
    change { $0.fit(area, manner, in: room) }
    if !session.isBusy { fitted = ViewFit(manner, of: area, in: exact) }
  }

  /// Pans the view by the least offset that shows an area (canvas space); its middle where it is too large.
  public func reveal(_ area: Rect) { reveal(area, in: viewport.clearBounds) }

  /// The part of the widget that nothing lies over, in widget points: hints, and what is told for a
  /// moment, are centred across it.
  public var clearRoom: Rect { room() ?? viewport.clearBounds }

  /// The same, beside the tools, where the area is not wholly within the view.
  func keepInView(_ area: Rect) {
    guard !viewport.clearBounds.contains(viewport.widgetFromCanvas(area)) else { return }
    reveal(area, in: clearRoom)
  }

  /// The same, beside the tools and below something else that lies over the paper's upper part, in widget points.
  public func reveal(_ area: Rect, below cover: Rect) {
    var room = clearRoom
    if cover.maxY > room.minY, cover.maxY < room.center.y {
      room = Rect(minX: room.minX, minY: cover.maxY, maxX: room.maxX, maxY: room.maxY)
    }
    reveal(area, in: room)
  }

  private func reveal(_ area: Rect, in room: Rect) {
    let offset = viewport.offset(toReveal: area, in: room)
    guard offset != .zero else { return }
    change { $0.pan(by: offset) }
  }

  /// Turns the paper by one step, clockwise or back, about the centre.
  ///
  /// The next multiple of a step, so that quarter turns are met from any angle.
  public func turn(clockwise: Bool) {
    change { view in
      let steps = view.rotation / Self.turn
      let next = clockwise ? (steps + 1e-6).rounded(.down) + 1 : (steps - 1e-6).rounded(.up) - 1
      view.rotate(to: next * Self.turn, about: view.center)
    }
  }

  public func resetTurn() { change { $0.rotate(to: 0, about: $0.center) } }

  /// Shows the first page from its top, as a book is opened; does nothing without pages.
  ///
  /// The zoom is not told: nobody has chosen it.
  public func showPages() {
    guard let first = session.settings.layout.frame(0) else { return }
    fit(first, .opening)
    onTurning(.withdrawn)
  }

  /// Once the size is known, moves the view to the drawing if nothing of it is visible.
  public func showDrawing() {
    wantsToShowDrawing = true
    showDrawingIfSized()
  }

  private func showDrawingIfSized() {
    guard wantsToShowDrawing, session.viewport.width > 1 else { return }
    wantsToShowDrawing = false
    let room = room()
    setView { fitted = session.showDrawing(in: &$0, isRestored: isRestored, room: room) }
  }

  // MARK: Remembering

  /// The view's position, scale and rotation, and how the pages stand in it; setting it leaves these as they are.
  ///
  /// Setting it takes effect as soon as the size is known.
  public var currentState: Viewport.State {
    get {
      wantedState ?? session.viewport.state(in: session.presentDrawing.arrangement.columns)
    }
    set {
      wantedState = newValue
      restoreIfSized()
    }
  }
  private var wantedState: Viewport.State?
  private var isRestored = false

  private func restoreIfSized() {
    guard let wanted = wantedState, session.viewport.width > 1 else { return }
    wantedState = nil
    isRestored = true
    setView { $0.restore(wanted) }
  }

  // MARK: Another size

  /// How the view was fitted last; nothing where it was moved since (``CanvasSession/follow(_:from:fit:in:)``).
  private var fitted: ViewFit?
  /// The width before the size changed, in widget points, and the view then: what it has still to follow.
  private var unfollowed: (width: Double, view: Viewport)?
  private var following: Timer?

  /// Seconds between looks whether somebody still draws.
  private static let busyTime = 0.25

  /// The widget has another size, in widget points; until ``followSize(isInLayout:)`` the ink keeps its position relative to
  /// the top left corner.
  func resize(width: Int, height: Int) {
    let before = session.viewport
    session.viewport.width = Double(width)
    session.viewport.height = Double(height)
    let isOther = (session.viewport.width, session.viewport.height) != (before.width, before.height)
    if isOther, before.width > 1, unfollowed == nil { unfollowed = (before.width, exact) }
    restoreIfSized()
    showDrawingIfSized()
  }

  /// Fits a view of pages to its new size, or keeps its middle, once what lies over the paper is laid out.
  ///
  /// While somebody draws or moves the view nothing changes: it follows when that has ended, unless the view was moved.
  func followSize(isInLayout: Bool = false) {
    following = nil
    guard let (width, view) = unfollowed else { return }
    guard !session.isBusy, isAtRest, !isHeld() else {
      following = Timer(after: Self.busyTime) { [weak self] in self?.followSize() }
      return
    }
    unfollowed = nil
    guard !exact.isMoved(from: view) else { return }
    let room = room()
    let before = session.viewport
    setView(isInLayout: isInLayout) {
      fitted = session.follow(&$0, from: width, fit: fitted, in: room)
    }
    session.carryInstrument(from: before)
  }

  // MARK: Wheel and touchpad

  private func listenToScrolling() {
    let flags = GtkEventControllerScrollFlags(
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue)
    let scroll = ScrollController(flags)
    scroll.scrolled.connect { [weak self] dx, dy in
      guard let self else { return true }
      self.scrollUnit = scroll.unit == GDK_SCROLL_UNIT_WHEEL ? Self.notch : 1
      self.scroll(by: Vector(dx, dy) * self.scrollUnit, scroll.currentModifiers)
      return true
    }
    scroll.began.connect { [weak self] in self?.onTouchpadRest() }
    scroll.decelerated.connect { [weak self] x, y in
      guard let self else { return }
      self.thrown(Vector(x, y) * self.scrollUnit, scroll.currentModifiers)
    }
    widget.add(scroll)
    let motion = MotionController()
    for signal in [motion.entered, motion.moved] {
      signal.connect { [weak self] x, y in self?.pointerMoved(to: Point(x, y)) }
    }
    motion.left.connect { [weak self] in self?.pointerPosition = nil }
    widget.add(motion)
  }

  private func scroll(by v: Vector, _ modifiers: Modifiers) {
    if modifiers.contains(.control) {
      change(isMoving: true) { view in
        // Four notches, or as far on a touchpad, double the size.
        let factor = exp2(-v.dy / (4 * Self.notch))
        view.zoom(to: view.scale * factor, about: pointerPosition ?? view.center)
      }
    } else {
      pull.scrolls()
      change { $0.pan(by: Self.panOffset(v, modifiers)) }
      pull.moved()
    }
  }

  /// The offset of the paper for a scroll delta; with Shift the axes are swapped.
  private static func panOffset(_ v: Vector, _ modifiers: Modifiers) -> Vector {
    modifiers.contains(.shift) ? Vector(-v.dy, -v.dx) : v * -1
  }

  /// The fingers lifted while scrolling: the view coasts, but a zoom by scrolling does not.
  private func thrown(_ velocity: Vector, _ modifiers: Modifiers) {
    guard !modifiers.contains(.control) else { return }
    onThrow(Self.panOffset(velocity, modifiers))
  }

  private func pointerMoved(to position: Point) {
    pointerPosition = position
    onPointer(position)
    guard let last = dragged else { return }
    dragged = position
    change { $0.pan(by: position - last) }
  }

  // MARK: The middle button, and gestures on a touchpad

  private func listenToRest() {
    let controller = LegacyController()
    controller.onEvent { [weak self] in self?.handle($0) ?? false }
    widget.add(controller)
  }

  private func handle(_ event: Event) -> Bool {
    switch event.type {
    case .touchpadPinch where event.touchpadFingers == 2:
      onTouchpadPinch(event)
    case .touchpadSwipe where event.touchpadFingers == 3:
      onTouchpadSwipe(event)
    case .buttonPress where isMiddleButton(event):
      guard !session.isBusy, let pointerPosition else { return false }
      dragged = pointerPosition
      updateCursor()
    case .buttonRelease where dragged != nil && isMiddleButton(event):
      dragged = nil
      updateCursor()
    case .grabBroken:
      dragged = nil
      updateCursor()
      return false
    default: return false
    }
    return true
  }

  /// Whether it is a mouse's middle button, and no pen's.
  private func isMiddleButton(_ event: Event) -> Bool {
    event.deviceTool == nil && event.button == UInt32(GDK_BUTTON_MIDDLE)
  }

  // MARK: Space and a tool

  /// Updates the cursor for moving the paper; called when a contact began or ended.
  func updateCursor() {
    onCursor(
      session.isPanning || dragged != nil ? "grabbing" : session.isPanHeld ? "grab" : nil)
  }

  /// Has tools pan while a pen's button is down, as with the space key.
  func grab(_ isHeld: Bool) {
    session.isPanHeld = isHeld
    updateCursor()
  }

  // MARK: Keyboard

  private func listenToKeys() {
    let keys = KeyController()
    keys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressed(key.rawValue, GdkModifierType(modifiers.rawValue)) ?? false
    }
    keys.released.connect { [weak self] key, _, _ in if key == .space { self?.letGo() } }
    widget.add(keys)
    let focus = FocusController()
    focus.left.connect { [weak self] in self?.letGo() }
    widget.add(focus)
  }

  /// The space key was released, or the focus was lost; a drag that began goes on.
  private func letGo() {
    guard session.isPanHeld else { return }
    session.isPanHeld = false
    updateCursor()
  }

  private func pressed(_ key: UInt32, _ state: GdkModifierType) -> Bool {
    let others =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      | GDK_META_MASK.rawValue
    guard state.rawValue & others == 0 else { return false }
    // With Shift four steps at a time.
    let step = Self.notch * (state.rawValue & GDK_SHIFT_MASK.rawValue != 0 ? 4 : 1)
    let page = session.viewport.height * 0.85
    switch Int32(bitPattern: key) {
    case GDK_KEY_space:
      // A contact keeps its activity.
      guard !session.isPanHeld, !session.isBusy else { return true }
      session.isPanHeld = true
      updateCursor()
    case GDK_KEY_Left, GDK_KEY_KP_Left: change { $0.pan(by: Vector(step, 0)) }
    case GDK_KEY_Right, GDK_KEY_KP_Right: change { $0.pan(by: Vector(-step, 0)) }
    case GDK_KEY_Up, GDK_KEY_KP_Up: change { $0.pan(by: Vector(0, step)) }
    case GDK_KEY_Down, GDK_KEY_KP_Down: change { $0.pan(by: Vector(0, -step)) }
    case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: change { $0.pan(by: Vector(0, page)) }
    case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: change { $0.pan(by: Vector(0, -page)) }
    case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: zoomIn()
    case GDK_KEY_minus, GDK_KEY_KP_Subtract: zoomOut()
    case GDK_KEY_0, GDK_KEY_KP_0: zoomToOriginal()
    case GDK_KEY_1, GDK_KEY_KP_1: zoomToFit()
    default: return false
    }
    return true
  }
}
