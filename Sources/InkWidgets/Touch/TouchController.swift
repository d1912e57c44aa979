import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Passes fingers on a canvas to ``Canvas/TouchRecognizer`` and performs what it recognises.
///
/// 1. ``fingerMode`` says whether one finger draws; the embedding app saves ``penSeen`` with its settings.
/// 2. Ink and the view are handled here; ``onGesture`` is told of every other gesture.
///
/// Invariant: what a finger draws is provisional until the recogniser settles it; nobody else ends
/// a finger's contact.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class TouchController {
  /// What one finger does.
  public var fingerMode = FingerMode.automatic { didSet { follow() } }
  /// Whether a pen was ever used with this app.
  public var penSeen = false { didSet { follow() } }
  /// Told when a pen is used over this canvas for the first time.
  public var onPenSeen: () -> Void = {}
  /// Two fingers of the other hand may pan while the pen is near.
  public var pansBesidePen = false { didSet { recognizer.settings.pansBesidePen = pansBesidePen } }
  /// Told of gestures that the app performs, as undo or the menu, with the position in widget points.
  ///
  /// The canvas sets one that undoes and redoes.
  public var onGesture: (Gesture.Effect, Point) -> Void = { _, _ in }
  /// Whether a gesture that the app performs would do anything now.
  public var canPerform: (Gesture.Effect) -> Bool = { _ in true }
  /// Told when all fingers have lifted.
  public var onRest: () -> Void = {}
  /// Whether something else takes a touch that begins at this position, in widget points.
  public var mayTake: (Point) -> Bool {
    get { source.mayTake }
    set { source.mayTake = newValue }
  }

  /// Whether one finger draws now.
  public var fingerDraws: Bool { fingerMode.draws(penSeen: penSeen) }

  let pens: PenWatch
  let badge: GestureBadge
  let viewMover: ViewMover
  private let selectionMover: SelectionMover
  private let instrumentMover: InstrumentMover
  /// Two fingers moved something on the paper: the one that lifts last does not move the view, nor does it coast.
  private var isHolding = false

  private unowned let canvas: CanvasWidget
  private let source: TouchSource
  private var recognizer = TouchRecognizer()
  private var touchpad: TouchpadSwipe?
  private var touchpadPinch: TouchpadPinch?
  private var timer: (timer: Timer, time: Double)?
  private var now: Double { canvas.session.clock.now }

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    pens = PenWatch(for: canvas.widget, canvas.session.clock)
    badge = GestureBadge(on: canvas.widget)
    viewMover = ViewMover(canvas.view)
    selectionMover = SelectionMover(canvas, viewMover)
    instrumentMover = InstrumentMover(canvas, viewMover)
    source = TouchSource(attachedTo: canvas.widget, canvas.session.clock)
    canvas.session.fingersAreProvisional = true
    source.onTouch = { [weak self] in self?.touch($0, $1) }
    pens.onSign = { [weak self] in self?.penCame() }
    canvas.view.onTouchpadSwipe = { [weak self] in self?.swipe($0) }
    canvas.view.onTouchpadPinch = { [weak self] in self?.pinch($0) }
    canvas.view.onTouchpadRest = { [weak self] in self?.viewMover.stop() }
    canvas.view.onThrow = { [weak self] in self?.viewMover.coast(at: $0) }
    recognizer.settings.longPress = DesktopSettings.longPressTime
    recognizer.settings.doubleTapTime = DesktopSettings.doubleClickTime
    follow()
  }

  /// Ends what fingers do, and ignores them until they lift.
  func loseAll() {
    // Before what waits is settled: the window or the tab may be about to go.
    canvas.session.forgetMeasure()
    source.forgetAll()
    endPinch(.ended(velocity: .zero))
    pens.lose()
    take(recognizer.lose(at: now))
    isHolding = false
  }

  /// A tool came down: stops all movement of the view.
  func toolCame() {
    endPinch(.ended(velocity: .zero))
    viewMover.stop()
    badge.hide()
  }

  // MARK: Fingers

  private func follow() {
    recognizer.settings.fingerDraws = fingerDraws
  }

  private func touch(_ phase: TouchSource.Phase, _ touch: TouchSource.Touch) {
    if case .began = phase {
      endPinch(.ended(velocity: .zero))
      recognizer.settings.field = field
      // Any contact picks a colour, a finger too.
      recognizer.settings.fingerDraws = fingerDraws || canvas.isPickingColor
      recognizer.settings.fingerHolds =
        !canvas.isPickingColor
        && (canvas.session.instrumentPart(at: touch.position, of: .finger) != nil
          || canvas.session.isSelectionHeld(at: touch.position))
    }
    let wasTouched = recognizer.isTouched
    take(recognizer.handle(TouchEvent(phase, touch), palms: pens.palms))
    guard wasTouched, !recognizer.isTouched else { return }
    isHolding = false
    onRest()
  }

  /// Touches that begin at an edge of the screen belong to the system (S73).
  private static let edge = 16.0

  /// Where touches may begin, in widget points; `nil` (anywhere) unless the window's edges are the screen's.
  private var field: Rect? {
    guard let window = canvas.widget.window, window.isMaximized || window.isFullscreen else {
      return nil
    }
    return window.frame(in: canvas.widget)?.outset(by: -Self.edge)
  }

  /// Whether a pen came over this canvas.
  private var sawPen = false

  private func penCame() {
    if !sawPen {
      (sawPen, penSeen) = (true, true)
      onPenSeen()
    }
    take(recognizer.penCame(at: now))
  }

  // MARK: Performing

  private func take(_ outputs: [TouchOutput]) {
    for output in outputs {
      switch output {
      case .ink(let input): canvas.handle(input)
      case .settled(let contact): canvas.perform { $0.settle(contact) }
      case .stopped:
        viewMover.stop()
        badge.hide()
      case .view(let step): take(step, besideTool: pens.takesTouchesForPalms)
      case .gesture(let effect, let position): perform(effect, at: position)
      case .progress(let progress):
        badge.show(progress, isPossible: progress.map { isPossible($0.effect) } ?? false)
      }
    }
    keepTime()
  }

  private func take(_ step: ViewStep, besideTool: Bool = false) {
    if case .began = step { canvas.session.forgetMeasure() }
    if instrumentMover.takes(step) || selectionMover.takes(step) {
      isHolding = true
      return
    }
    guard !isHolding else { return }
    viewMover.take(step, besideTool: besideTool)
  }

  private func perform(_ effect: Gesture.Effect, at position: Point) {
    switch effect {
    case .zoom:
      var isTaken = true
      canvas.perform { session in
        if let update = session.secondTap(at: position) { return update }
        isTaken = false
        return CanvasUpdate()
      }
      if !isTaken { zoom(at: position) }
    case .menu:
      // An open menu grabs the touches, and their end may not be delivered here.
      loseAll()
      onGesture(effect, position)
    case .undo, .redo, .copy, .paste:
      guard isPossible(effect) else { return }
      badge.flash(effect)
      onGesture(effect, position)
    case .select, .draw, .pan, .moveView: onGesture(effect, position)
    }
  }

  /// Zooms in, or back out, as two taps of a finger do.
  public func zoom(at position: Point) { viewMover.zoom(at: position) }

  /// Shows what undo or redo has changed where nothing of it is in view.
  func reveal(_ step: SteppedArea) { viewMover.reveal(step) }

  private func isPossible(_ effect: Gesture.Effect) -> Bool {
    let session = canvas.session
    switch effect {
    case .undo:
      return !session.isReadOnly && !session.isBusy && session.undoLabel != nil
        && canPerform(effect)
    case .redo:
      return !session.isReadOnly && !session.isBusy && session.redoLabel != nil
        && canPerform(effect)
    case .paste: return !session.isReadOnly && canPerform(effect)
    default: return canPerform(effect)
    }
  }

  /// Sets a timer for the recogniser's next deadline.
  private func keepTime() {
    guard let deadline = recognizer.deadline else { return }
    if let timer, deadline >= timer.time { return }
    // A millisecond later than due, so that rounding never wakes it too early.
    let next = Timer(after: max(deadline - now, 0) + 0.001) { [weak self] in
      guard let self else { return }
      self.timer = nil
      self.take(self.recognizer.advance(to: self.now))
    }
    timer = (next, deadline)
  }

  // MARK: The touchpad

  private func swipe(_ event: Event) {
    switch event.touchpadPhase {
    case .begin: touchpad = TouchpadSwipe()
    case .update:
      guard touchpad != nil else { return }
      let progress = touchpad?.move(event.touchpadDelta)
      badge.show(progress, isPossible: progress.map { isPossible($0.effect) } ?? false)
    case .end:
      let progress = touchpad?.progress
      touchpad = nil
      badge.show(nil, isPossible: false)
      if let progress, progress.isComplete { perform(progress.effect, at: .zero) }
    default:
      touchpad = nil
      badge.show(nil, isPossible: false)
    }
  }

  /// Two fingers on the touchpad act as two on the screen, around the pointer.
  private func pinch(_ event: Event) {
    switch event.touchpadPhase {
    case .begin:
      guard !canvas.session.isBusy, !recognizer.isTouched else { return }
      // The event's own: after a touch GTK reports no motion of a pointer that has not moved since.
      let position =
        event.position.flatMap { canvas.widget.point(ofSurface: $0) }
        ?? canvas.view.pointerPosition ?? canvas.view.viewport.center
      touchpadPinch = TouchpadPinch(at: position)
      take(.began)
    case .update:
      touchpadPinch?.move(
        by: event.touchpadDelta, scale: event.pinchScale, turn: event.pinchTurn)
      if let touchpadPinch { take(touchpadPinch.step) }
    case .end: endPinch(.ended(velocity: .zero))
    default: endPinch(.restored)
    }
  }

  private func endPinch(_ step: ViewStep) {
    guard touchpadPinch != nil else { return }
    touchpadPinch = nil
    take(step)
    isHolding = false
  }
}
