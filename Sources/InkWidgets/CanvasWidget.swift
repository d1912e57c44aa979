import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// The paper: a widget that shows a ``CanvasSession`` and is drawn on.
///
/// 1. Made with a session; ``widget`` goes into a window like any other.
/// 2. Pens, fingers and the mouse draw; ``onUpdate`` tells what has to be written to the file.
/// 3. Commands from elsewhere (undo, say) go through ``perform(_:)``, so that what they change is
///    repainted; those that move the view go through ``view``.
///
/// A frame is paper, tiles of dry ink, wet ink; each keeps its render nodes from frame to frame,
/// so that GSK repaints nothing but the few pixels around the tip.
public final class CanvasWidget: WidgetPainter {
  public let session: CanvasSession
  /// Told after everything that changed the drawing or its history, of what the history waits for, and of all that
  /// happens while a moment of the past is shown.
  public var onUpdate: (CanvasUpdate) -> Void = { _ in }
  /// Told once, when the first whole picture is painted: work that was put off at the start can begin.
  public var onFirstPicture: () -> Void = {}
  // Unchecked here and below: on the path of each report, all on the main thread.
  /// Told of everything that pens, fingers and the mouse do to the paper, after it is done.
  @exclusivity(unchecked)
  public var onInput: (StylusInput) -> Void = { _ in }
  /// Told of the buttons of pens, hovering or drawing.
  public var onPenButton: (StylusTool, StylusButton, _ isDown: Bool) -> Void = { _, _, _ in }
  /// Told of each contact of a pen, before anything is done about it.
  var onPenDown: (StylusTool) -> Void = { _ in }
  /// Told of hovering pens, in widget points; `nil` when one touches or leaves proximity.
  public var onPenHover: (StylusTool, StylusSample?) -> Void = { _, _ in }
  /// Told when a pen leaves proximity.
  public var onPenLeave: (StylusTool) -> Void = { _ in }
  /// Told when a text began or ended to be edited.
  var onText: () -> Void = {}
  /// Whether the text that is edited has the keyboard.
  var textHasFocus: () -> Bool = { false }
  /// Told of a link that was tapped.
  public var onLink: (FollowedLink) -> Void = { _ in }
  /// Told of an element whose line of writing is to be selected; where it is in none, a finger's taps are to zoom
  /// (``TouchController/zoom(at:)``).
  public var onLine: (WantedLine) -> Void = { _ in }
  /// Where a tool or a finger touched last, in widget points.
  var lastPress: Point?
  /// Told when the widget has another size.
  public var onResized: () -> Void = {}
  /// How much of the paper something covers at its lower edge, in widget points (S60).
  public var bottomInset: Double {
    get { session.viewport.coveredBelow }
    set { session.viewport.coveredBelow = newValue }
  }
  /// Records all input while it is set.
  @exclusivity(unchecked)
  public var recorder: StylusRecorder?

  /// The widget itself; whoever puts it into a window owns it from there.
  public private(set) var widget: Widget!

  /// Told when ``paper`` has changed: tools and colours are shown as they mark on it.
  var onPaper: () -> Void = {}

  public var paper: PaperStyle = .light {
    didSet {
      guard paper != oldValue else { return }
      picture.setPaper(paper)
      queueDraw()
      onPaper()
    }
  }

  /// Moves the view by wheel, touchpad, keyboard and command.
  public private(set) var view: ViewController!

  /// Recognises what fingers do.
  public private(set) var touch: TouchController!

  /// Whether strokes in progress go to the screen ahead of the window's frames.
  public var fastInk: FastInk {
    get { layer.mode }
    set { layer.mode = newValue }
  }

  /// Widgets of the window that lie over the canvas: ink in progress stays out of their boxes while
  /// they are shown.
  ///
  /// Popovers need not be told.
  public var coveringWidgets: [Widget] {
    get { layer.coveringWidgets }
    set { layer.coveringWidgets = newValue }
  }

  /// Whether the canvas is marked as pressed before any press.
  ///
  /// A tool that is near has it and all that it lies in marked so; ``WidgetProtocol/isPressed`` tells nothing then.
  public var isPressedInAdvance: Bool { layer.isPrimed }

  /// A pen that the keyboard moves.
  public private(set) var virtualPen: VirtualPenController!
  /// Shows what hovering tools would mark.
  public private(set) var hover: HoverController!

  private let picture: CanvasPicture
  private var cursor: CanvasCursor!
  private let wetInk: WetInk
  private var frames: FramePresenter!
  private var layer: LayerPresenter!
  private let selectionNodes = SelectionNodes()
  private let instrumentNodes = InstrumentNodes()
  private let highlightNodes = HighlightNodes()
  /// What of the paper is lit up: where something was found.
  public var highlights = CanvasHighlights() {
    didSet { if highlights != oldValue { queueDraw() } }
  }
  private var trailNodes: TrailNodes!
  private var loupe: PickLoupe!
  private var selectionKeys: SelectionKeys?
  private var restingPen: RestingPen!
  /// Told when the selection, or where it is shown, may have changed.
  var onSelection: () -> Void = {}
  /// Told when a key has selected the next or the previous element.
  public var onElementStep: () -> Void = {}
  /// The colours and contrast that the desktop asks for.
  var appearance = PickerAppearance() { didSet { if appearance != oldValue { queueDraw() } } }
  private var stylus: StylusController?
  private var pointer: PointerController?

  /// - Parameter prepared: The session's picture, if there is one already.
  public init(session: CanvasSession, picture prepared: CanvasPicture? = nil) {
    self.session = session
    picture = prepared ?? CanvasPicture(session)
    wetInk = WetInk(session, over: picture)
    widget = Widget(PaintedWidget(self))
    trailNodes = TrailNodes(session, on: widget)
    loupe = PickLoupe(on: widget)
    view = ViewController(session, attachedTo: widget)
    assembleWetInk()
    widget.expandsHorizontally = true
    widget.expandsVertically = true
    widget.isFocusable = true
    widget.clipsChildren = true
    cursor = CanvasCursor(of: widget)
    view.onCursor = { [weak self] in self?.cursor.grab = $0 }
    view.onPointer = { [weak self] in
      guard let self else { return }
      self.cursor.over = self.session.cursor(at: $0)
    }
    hover = HoverController(session, on: widget, cursor: cursor)
    hover.onChange = { [wetInk] in wetInk.previewChanged() }
    hover.onMove = { [weak self] in
      guard let self, self.session.isPickingColor else { return }
      self.showLoupe(at: $0)
    }
    picture.onTiles = { [weak self] in self?.queueDraw() }
    picture.onComplete = { [weak self] in
      guard let self else { return }
      self.picture.onComplete = {}
      self.onFirstPicture()
    }

    session.onFollowed = { [weak self] in self?.show($0) }
    session.onYield = { [weak self] in
      self?.finishContacts()
      self?.perform { $0.yieldTurn() }
    }
    let stylus = StylusController(attachedTo: widget)
    stylus.onInput = { [weak self] in self?.handle($0) }
    stylus.onHover = { [weak self] tool, sample in self?.hover(tool, sample) }
    stylus.onButton = { [weak self] in self?.onPenButton($0, $1, $2) }
    stylus.onLeave = { [weak self] in self?.onPenLeave($0) }
    // With the text tool the pen writes, which takes its tip events.
    stylus.opensByPressure = { [weak self] in self?.session.picker.tool != .text }
    self.stylus = stylus
    let pointer = PointerController(attachedTo: widget)
    pointer.onInput = { [weak self] in self?.handle($0) }
    self.pointer = pointer
    touch = TouchController(self)
    // An app with commands of its own performs those instead.
    touch.onGesture = { [weak self] effect, _ in
      switch effect {
      case .undo: self?.perform { $0.undo() }
      case .redo: self?.perform { $0.redo() }
      default: break
      }
    }
    // As must an app that finds lines.
    onLine = { [weak self] in if $0.tool == .finger { self?.touch.zoom(at: $0.position) } }
    selectionKeys = SelectionKeys(self)
    restingPen = RestingPen(self)
    restingPen.onRest = { [weak self] in self?.touch.onGesture(.menu, $0) }
    virtualPen = VirtualPenController(self)
    view.onMove = { [weak self] in
      guard let self else { return }
      self.onSelection()
      self.picture.isMoving = self.view.isMoving
      self.picture.viewChanged()
      self.queueDraw()
    }
    // A window that is only hidden may come back with another surface.
    widget.unmapped.connect { [weak self] in self?.layer.remove() }
    widget.notify("scale-factor").connect { [weak self] in
      guard let self else { return }
      self.picture.deviceScale = self.deviceScale
      self.queueDraw()
    }
  }

  /// Gives wet ink its presenters, and tells it what they notice.
  private func assembleWetInk() {
    frames = FramePresenter(on: widget)
    frames.underlay = { [weak self] in
      guard let self else { return }
      self.selectionNodes.appendGlow(self.session, self.appearance, to: $0)
    }
    layer = LayerPresenter(on: widget, over: frames)
    layer.onUnwanted = { [weak wetInk] in wetInk?.leaveLayer() }
    layer.onGone = { [weak wetInk] in wetInk?.layerIsGone() }
    layer.onTool = { [weak wetInk] in
      if $0 { wetInk?.toolIsNear() } else { wetInk?.toolIsGone() }
    }
    let timer = RestTimer()
    timer.onRest = { [weak wetInk] in wetInk?.toolsRest() }
    wetInk.frames = frames
    wetInk.layer = layer
    wetInk.restTimer = timer
    wetInk.preview = { [weak self] in self?.previewPicture }
  }

  // MARK: Input

  /// Handles what a tool did, whether pen, mouse, finger or virtual pen.
  func handle(_ input: StylusInput) {
    if case .down(let contact, let tip) = input {
      lastPress = tip.position
      onPenDown(contact.tool)
    }
    // The preview goes and the ink comes in one frame.
    wetInk.beginGathering()
    hover.take(input)
    defer {
      // Nothing hovers while it draws.
      if case .move = input {} else { hover.refresh() }
      wetInk.endGathering()
    }
    if case .down(let contact, _) = input {
      touch.toolCame()
      view.rest()
      view.indicators.hide()
      // Beside a contact that may be withdrawn a text goes on being edited; its end gives the focus back.
      let keepsText = textHasFocus() && session.mayBeWithdrawn(contact)
      if !widget.hasFocus, !keepsText { widget.grabFocus() }
    }
    let update = session.handle(input)
    if update.use != .view {
      recorder?.record(input, canvasFromWidget: session.viewport.canvasFromWidget)
    }
    show(update)
    guard update.use == .tool else { return take(update, at: input.tip?.position) }
    restingPen.take(input)
    onInput(input)
  }

  /// Handles an update of a contact that pans or picks a colour instead of using the picker's tool.
  ///
  /// - Parameter position: Of the contact, in widget points, where the input has one.
  private func take(_ update: CanvasUpdate, at position: Point?) {
    view.updateCursor()
    if update.use == .colorPick { showLoupe(at: position) }
    if update.pan != .zero { view.change { $0.pan(by: update.pan) } }
    if let picked = update.picked { endPick(picked.color) }
  }

  /// Whether frames show an area (canvas space) as it is, as far as it is visible.
  func isFresh(in area: Rect) -> Bool { picture.isFresh(in: area) }

  /// Whether a pen is in proximity of the window, or was a moment ago.
  public var isPenNear: Bool { touch.pens.takesTouchesForPalms }

  /// The preview to show; what it depends on may have changed without notice.
  private var previewPicture: PreviewPicture? {
    let preview = hover.preview
    hover.shown = preview
    return preview.map {
      var paper = session.settings.paperStyle(in: paper)
      if case .mark(_, let point) = $0.shape {
        paper = session.paper(paper, from: point.position)
      }
      return PreviewPicture(
        preview: $0, view: session.viewport, paper: paper, deviceScale: deviceScale)
    }
  }

  /// What lies over the paper to draw along; `nil` for nothing.
  public var instrument: Instrument.Kind? {
    get { session.shownInstrument }
    set {
      let before = instrument
      perform { $0.showInstrument(newValue) }
      if instrument != before { onInstrument() }
    }
  }
  /// Told when ``instrument`` has changed.
  public var onInstrument: () -> Void = {}
  /// Told when the reading of the instrument is tapped.
  public var onMeasure: () -> Void = {}

  /// Millimetres with their unit, in the language of the app.
  var millimetres = PickerLabels().millimetres

  /// The colour that a picked one replaces.
  var presentColor: () -> Color = { .ink }
  /// Is given the colour under the next press.
  private var onPick: ((Color?) -> Void)?

  /// Has the next press on the paper pick a colour instead of drawing.
  ///
  /// `answer` is given the colour of the ink where that contact lifts, `nil` where there is none. A second
  /// call ends the first with `nil`. Contacts that are down keep their activities.
  public func pickColor(_ onPick: @escaping (Color?) -> Void) {
    stopPickingColor()
    self.onPick = onPick
    session.pickColor()
    showLoupe(at: hover.position)
    cursor.isPicking = true
    widget.grabFocus()
  }

  /// Whether a colour is being picked.
  public var isPickingColor: Bool { session.isPickingColor }

  public func stopPickingColor() {
    session.stopPickingColor()
    endPick(nil)
  }

  /// Shows what would be picked at a position, in widget points; `nil` for nothing.
  private func showLoupe(at position: Point?) {
    let position = session.isPickingColor ? position : nil
    loupe.show(
      at: position, color: position.flatMap { session.inkColor(at: $0) },
      present: presentColor().opaque, appearance)
  }

  private func endPick(_ color: Color?) {
    showLoupe(at: nil)
    let onPick = onPick
    self.onPick = nil
    cursor.isPicking = false
    onPick?(color)
  }

  /// Where pasted elements go, in widget points: under the pointer or the pen, else in the middle beside the tools.
  public var pastingPosition: Point {
    let view = session.viewport
    return self.view.pointerPosition.flatMap { view.clearBounds.contains($0) ? $0 : nil }
      ?? self.view.clearRoom.center
  }

  private func hover(_ tool: StylusTool, _ sample: StylusSample?) {
    hover.hover(tool, sample)
    onPenHover(tool, sample)
    guard let sample else { return }
    recorder?.recordHover(tool, sample, canvasFromWidget: session.viewport.canvasFromWidget)
  }

  /// Ends every open contact where it is: the window lost the focus, or is about to close.
  public func finishContacts() {
    stylus?.loseAll()
    pointer?.loseAll()
    touch.loseAll()
    perform { $0.settleAll() }
    virtualPen.lift()
  }

  /// Runs a command on the session and shows what it changed.
  public func perform(_ command: (CanvasSession) -> CanvasUpdate) {
    show(command(session))
  }

  private func show(_ update: CanvasUpdate) {
    if update.shift != .zero { view.setView { $0.origin = $0.origin + update.shift } }
    picture.take(update)
    wetInk.take(update)
    if !update.damage.isEmpty || !update.appended.isEmpty || update.eraserMoved
      || update.settingsChanged || update.selectionChanged || update.selectionMoved
      || update.instrumentChanged
    {
      queueDraw()
    }
    if update.trailsChanged { trailNodes.changed() }
    if update.selectionChanged || update.selectionMoved { onSelection() }
    if update.textChanged { onText() }
    if update.wantsMeasure { onMeasure() }
    if let link = update.followed { onLink(link) }
    if let line = update.wantedLine { onLine(line) }
    if !update.commands.isEmpty || update.historyChanged || update.wantsHistory
      || update.layersChanged || update.arrangementChanged || update.refused != nil
      || session.isLookingBack
    {
      onUpdate(update)
    }
    // Last: what is told of the update may move the view itself.
    if let step = update.stepped { touch.reveal(step) }
  }

  // MARK: Painting

  private var deviceScale: Double { Double(widget.scaleFactor) }

  private func queueDraw() { widget.queueDraw() }

  public func resized(width: Int, height: Int) {
    view.resize(width: width, height: height)
    // What lies over the paper follows first: the view is fitted beside it.
    onResized()
    view.followSize(isInLayout: true)
    picture.viewChanged()
    onSelection()
  }

  public func realized() {
    picture.deviceScale = deviceScale
    // A window that loses its shadow moves its contents on the surface, perhaps at the same size. GTK then asks
    // for no new frame, and the layer would not know where the last one is. Raw: `Gtk` wraps no surfaces.
    guard let surface = widget.surface else { return }
    for length in ["width", "height"] {
      surface.notify(length).connect { [weak self] in self?.queueDraw() }
    }
  }

  public func unrealized() {
    finishContacts()
    layer.remove()
  }

  public func snapshot(_ snapshot: OpaquePointer) {
    frames.paint(to: snapshot) { wetInk.paintFrame() }
    highlightNodes.append(highlights, session.viewport, appearance, to: snapshot)
    selectionNodes.append(session, appearance, to: snapshot)
    instrumentNodes.append(
      session.instrument, session.viewport, appearance, millimetres, to: snapshot)
    if let width = instrumentNodes.readingWidth { session.readingWidth = width }
    trailNodes.append(to: snapshot)
    view.indicators.append(to: snapshot, session.viewport, drawing: session.drawing.bounds)
    touch.badge.append(to: snapshot, in: view.clearRoom)
    loupe.append(to: snapshot)
  }
}
