import CGtk
import Canvas
import Glibc
import GtkInk
import InkModel
import InkRendering

/// The paper: a widget that shows a ``CanvasSession`` and is drawn on.
///
/// 1. Made with a session; ``widget`` goes into a window like any other.
/// 2. Pens, fingers and the mouse draw; ``onUpdate`` tells what the file has to know.
/// 3. Commands from elsewhere (undo, say) go through ``perform(_:)``, so that what they change is
///    repainted.
///
/// A frame is paper, tiles of dry ink, wet ink; each keeps its render nodes from frame to frame,
/// so that GSK repaints nothing but the few pixels around the tip.
public final class CanvasWidget: WidgetPainter {
  public let session: CanvasSession
  /// Told after everything that changed the drawing or its history.
  public var onUpdate: (CanvasUpdate) -> Void = { _ in }
  /// Told once, when the first whole picture is painted: the time for what could wait.
  public var onFirstPicture: () -> Void = {}
  /// Hears everything that happens while it is set.
  public var recorder: StylusRecorder?

  /// The widget itself; whoever puts it into a window owns it from there.
  public private(set) var widget: UnsafeMutablePointer<GtkWidget>!

  public var paper: PaperStyle = .light {
    didSet {
      guard paper != oldValue else { return }
      picture.setPaper(paper)
      queueDraw()
    }
  }

  private let picture: CanvasPicture
  private let nodes = InkNodes()
  private var stylus: StylusController?
  private var pointer: PointerController?
  private var wantsToShowDrawing = false

  public init(session: CanvasSession) {
    self.session = session
    picture = CanvasPicture(session)
    widget = PaintedWidget.make(self)
    gtk_widget_set_hexpand(widget, 1)
    gtk_widget_set_vexpand(widget, 1)
    gtk_widget_set_focusable(widget, 1)
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_set_cursor_from_name(widget, "crosshair")
    picture.onTiles = { [weak self] in self?.queueDraw() }
    picture.onComplete = { [weak self] in
      guard let self else { return }
      self.picture.onComplete = {}
      self.onFirstPicture()
    }

    let stylus = StylusController(attachedTo: widget)
    stylus.onInput = { [weak self] in self?.handle($0) }
    stylus.onHover = { [weak self] tool, sample in self?.hover(tool, sample) }
    self.stylus = stylus
    let pointer = PointerController(attachedTo: widget)
    pointer.onInput = { [weak self] in self?.handle($0) }
    self.pointer = pointer
    addScrolling()
    Signal.connect1(widget, "notify::scale-factor") { [weak self] _ in
      guard let self else { return }
      self.picture.deviceScale = self.deviceScale
      self.queueDraw()
    }
  }

  // MARK: Input

  private func handle(_ input: StylusInput) {
    recorder?.record(input, canvasFromWidget: session.viewport.canvasFromWidget)
    if case .down = input, gtk_widget_has_focus(widget) == 0 { gtk_widget_grab_focus(widget) }
    show(session.handle(input))
  }

  private func hover(_ tool: StylusTool, _ sample: StylusSample?) {
    guard let sample else { return }
    recorder?.recordHover(tool, sample, canvasFromWidget: session.viewport.canvasFromWidget)
  }

  /// Ends every open contact where it is: the window lost the focus, or is about to close.
  public func finishContacts() {
    stylus?.loseAll()
    pointer?.loseAll()
  }

  /// Runs a command on the session and shows what it changed.
  public func perform(_ command: (CanvasSession) -> CanvasUpdate) {
    show(command(session))
  }

  private func show(_ update: CanvasUpdate) {
    picture.take(update)
    if !update.wet.isEmpty || !update.damage.isEmpty || !update.appended.isEmpty
      || update.eraserMoved
    {
      queueDraw()
    }
    if !update.commands.isEmpty || update.historyChanged { onUpdate(update) }
  }

  // MARK: View

  /// Moves and scales the view, then repaints.
  public func changeView(_ change: (inout Viewport) -> Void) {
    let before = session.viewport
    session.viewport.origin = before.origin + slack
    change(&session.viewport)
    let exact = session.viewport.origin
    if session.viewport.rotation == 0 { alignToPixels() }
    slack = exact - session.viewport.origin
    guard session.viewport != before else { return }
    picture.viewChanged()
    queueDraw()
  }

  /// What aligning took from the view's origin, in canvas points; many small steps add up to what
  /// they are together.
  private var slack = Vector.zero

  /// An unturned view starts on a whole device pixel, so that tiles land on pixels and stay crisp.
  private func alignToPixels() {
    let k = session.viewport.scale * deviceScale
    let o = session.viewport.origin
    session.viewport.origin = Point((o.x * k).rounded() / k, (o.y * k).rounded() / k)
  }

  public func zoom(by factor: Double) {
    changeView { $0.zoom(to: $0.scale * factor, about: $0.center) }
  }

  /// 100 %, about the centre.
  public func zoomToOriginal() {
    changeView {
      $0.rotate(to: 0, about: $0.center)
      $0.zoom(to: 1, about: $0.center)
    }
  }

  /// The whole drawing.
  public func zoomToFit() {
    let bounds = session.drawing.bounds
    guard !bounds.isEmpty else { return zoomToOriginal() }
    changeView { $0.fit(bounds, margin: 24, closest: 4) }
  }

  /// Once the size is known, moves the view to the drawing where nothing of it would be visible.
  public func showDrawing() {
    wantsToShowDrawing = true
    showDrawingIfSized()
  }

  private func showDrawingIfSized() {
    guard wantsToShowDrawing, session.viewport.width > 1 else { return }
    wantsToShowDrawing = false
    let bounds = session.drawing.bounds
    guard !bounds.isEmpty, !bounds.intersects(session.viewport.visibleCanvas) else { return }
    changeView { $0.fit(bounds, margin: 24) }
  }

  private func addScrolling() {
    let flags = GtkEventControllerScrollFlags(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue)
    let scroll = gtk_event_controller_scroll_new(flags)!
    Signal.connectPositionQuestion(scroll, "scroll") { [weak self] dx, dy in
      let v = Vector(dx, dy)
      self?.scroll(
        by: gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_WHEEL
          ? v * Self.notch : v,
        gtk_event_controller_get_current_event_state(scroll))
      return true
    }
    gtk_widget_add_controller(widget, scroll)
    let motion = gtk_event_controller_motion_new()!
    for signal in ["enter", "motion"] {
      Signal.connectPosition(motion, signal) { [weak self] x, y in
        self?.pointerPlace = Point(x, y)
      }
    }
    gtk_widget_add_controller(widget, motion)
  }

  /// Where the mouse is, in widget points: what zooming by wheel holds still.
  private var pointerPlace: Point?

  /// Widget points for one notch of a wheel; a touchpad tells points by itself.
  private static let notch = 60.0

  private func scroll(by v: Vector, _ state: GdkModifierType) {
    // A view that moves under a pen would draw a line nobody drew.
    guard !session.isBusy else { return }
    if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 {
      changeView { view in
        // Four notches, or as far on a touchpad, double the size.
        let factor = exp2(-v.dy / (4 * Self.notch))
        view.zoom(to: view.scale * factor, about: pointerPlace ?? view.center)
      }
    } else {
      let turned = state.rawValue & GDK_SHIFT_MASK.rawValue != 0 ? Vector(v.dy, v.dx) : v
      changeView { $0.pan(by: turned * -1) }
    }
  }

  // MARK: Painting

  private var deviceScale: Double { Double(gtk_widget_get_scale_factor(widget)) }

  private func queueDraw() { gtk_widget_queue_draw(widget) }

  public func resized(width: Int, height: Int) {
    session.viewport.width = Double(width)
    session.viewport.height = Double(height)
    picture.viewChanged()
    showDrawingIfSized()
  }

  public func realized() { picture.deviceScale = deviceScale }

  public func unrealized() { finishContacts() }

  public func snapshot(_ snapshot: OpaquePointer) {
    nodes.append(picture.layers(), session.viewport, deviceScale, to: snapshot)
  }
}
