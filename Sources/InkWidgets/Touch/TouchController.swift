import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// Brings fingers to a canvas: what ``Canvas/TouchRecognizer`` makes of them is drawn, moved, undone
/// or told.
///
/// 1. ``fingerMode`` says whether one finger draws; ``penSeen`` is kept by whoever keeps settings.
/// 2. Ink, the view, undo and redo are done here; every other gesture is told (``onGesture``).
///
/// Invariant: what a finger draws is provisional until the recogniser settles it; nobody else ends
/// a finger's contact.
// Said again, since the optimizer forgets the default isolation of another module (Swift 6.3).
@MainActor
public final class TouchController {
  /// What one finger does.
  public var fingerMode = FingerMode.automatic { didSet { follow() } }
  /// A pen has been seen on this machine.
  public var penSeen = false { didSet { follow() } }
  /// Told when a pen is seen for the first time.
  public var onPenSeen: () -> Void = {}
  /// Two fingers of the other hand may pan while the pen is near.
  public var pansBesidePen = false { didSet { recognizer.settings.pansBesidePen = pansBesidePen } }
  /// Told of gestures that others have to do something about: a tap, the menu, copy and paste.
  ///
  /// Widget points.
  public var onGesture: (Gesture.Effect, Point) -> Void = { _, _ in }
  /// Whether a gesture that others have to do something about could do anything now.
  public var canPerform: (Gesture.Effect) -> Bool = { _ in true }
  /// Told when all fingers have lifted after a gesture that was none of a palm.
  public var onRest: () -> Void = {}
  /// Whether somebody else takes a touch that begins here, in widget points.
  public var mayTake: (Point) -> Bool {
    get { source.mayTake }
    set { source.mayTake = newValue }
  }

  /// One finger draws now.
  public var fingerDraws: Bool { fingerMode.draws(penSeen: penSeen) }

  let pens: PenWatch
  let badge: GestureBadge
  let hands: ViewHands
  private let selectionHands: SelectionHands

  private unowned let canvas: CanvasWidget
  private let source: TouchSource
  private var recognizer = TouchRecognizer()
  private var touchpad: TouchpadSwipe?
  private var touchpadPinch: TouchpadPinch?
  private var timer: (source: UInt32, time: Double)?
  private var now: Double { canvas.session.clock.now }

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    pens = PenWatch(for: canvas.widget, canvas.session.clock)
    badge = GestureBadge(on: canvas.widget)
    hands = ViewHands(canvas.view)
    selectionHands = SelectionHands(canvas, hands)
    source = TouchSource(attachedTo: canvas.widget, canvas.session.clock)
    canvas.session.fingersAreProvisional = true
    source.onTouch = { [weak self] in self?.touch($0, $1) }
    pens.onSign = { [weak self] in self?.penCame() }
    canvas.view.onTouchpadSwipe = { [weak self] in self?.swipe($0) }
    canvas.view.onTouchpadPinch = { [weak self] in self?.pinch($0) }
    canvas.view.onTouchpadRest = { [weak self] in self?.hands.stop() }
    canvas.view.onThrow = { [weak self] in self?.hands.coast(at: $0) }
    recognizer.settings.longPress = DesktopSettings.longPressTime
    recognizer.settings.doubleTapTime = DesktopSettings.doubleClickTime
    follow()
  }

  /// Ends whatever fingers do where it is: nothing more is heard of them.
  func loseAll() {
    source.forgetAll()
    endPinch(.ended(velocity: .zero))
    pens.lose()
    take(recognizer.lose(at: now))
  }

  /// A tool touches the paper: nothing else moves it from here on.
  func toolCame() {
    endPinch(.ended(velocity: .zero))
    hands.stop()
    badge.hide()
  }

  // MARK: Fingers

  private func follow() {
    recognizer.settings.fingerDraws = fingerDraws
  }

  private func touch(_ phase: TouchSource.Phase, _ touch: TouchSource.Touch) {
    let (id, time) = (TouchID(touch.number), touch.time)
    let point = TouchPoint(touch.place, time: time, size: touch.size)
    let event: TouchEvent
    switch phase {
    case .began:
      endPinch(.ended(velocity: .zero))
      recognizer.settings.field = field
      // A colour is picked with whatever touches.
      recognizer.settings.fingerDraws = fingerDraws || canvas.isPickingColor
      recognizer.settings.fingerHolds =
        !canvas.isPickingColor && canvas.session.isSelectionHeld(at: touch.place)
      event = .began(id, point)
    case .moved: event = .moved(id, point)
    case .ended: event = .ended(id, time: time)
    case .cancelled: event = .cancelled(id, time: time)
    }
    let wasTouched = recognizer.isTouched
    take(recognizer.handle(event, palms: pens.palms))
    if wasTouched, !recognizer.isTouched { onRest() }
  }

  /// Touches that begin at an edge of the screen belong to the system (S73).
  private static let edge = 16.0

  /// Where touches may begin; everywhere, as far as is known, where the window's edges are not the
  /// screen's.
  private var field: Rect? {
    guard let window = canvas.widget.window, window.isMaximized || window.isFullscreen else {
      return nil
    }
    return window.frame(in: canvas.widget)?.outset(by: -Self.edge)
  }

  private func penCame() {
    if !penSeen {
      penSeen = true
      onPenSeen()
    }
    take(recognizer.penCame(at: now))
  }

  // MARK: What they mean

  private func take(_ answers: [TouchOutput]) {
    for answer in answers {
      switch answer {
      case .ink(let input): canvas.handle(input)
      case .settled(let contact): canvas.perform { $0.settle(contact) }
      case .stopped:
        hands.stop()
        badge.hide()
      case .view(let step): take(step, besideTool: pens.takesTouchesForPalms)
      case .gesture(let effect, let place): perform(effect, at: place)
      case .progress(let progress):
        badge.show(progress, isPossible: progress.map { isPossible($0.effect) } ?? false)
      }
    }
    keepTime()
  }

  private func take(_ step: ViewStep, besideTool: Bool = false) {
    if selectionHands.takes(step) { return }
    hands.take(step, besideTool: besideTool)
  }

  private func perform(_ effect: Gesture.Effect, at place: Point) {
    switch effect {
    case .undo, .redo:
      guard isPossible(effect) else { return }
      canvas.perform { effect == .undo ? $0.undo() : $0.redo() }
      badge.flash(effect)
    case .zoom: hands.zoom(at: place)
    case .menu:
      // A menu takes the fingers for itself, and may not tell when they lift.
      loseAll()
      onGesture(effect, place)
    case .copy, .paste:
      guard isPossible(effect) else { return }
      badge.flash(effect)
      onGesture(effect, place)
    case .select, .draw, .pan, .moveView: onGesture(effect, place)
    }
  }

  private func isPossible(_ effect: Gesture.Effect) -> Bool {
    let session = canvas.session
    switch effect {
    case .undo: return !session.isReadOnly && !session.isBusy && session.undoLabel != nil
    case .redo: return !session.isReadOnly && !session.isBusy && session.history.redoLabel != nil
    case .paste: return !session.isReadOnly && canPerform(effect)
    default: return canPerform(effect)
    }
  }

  /// Comes back when the recogniser wants to know that time has passed.
  private func keepTime() {
    guard let deadline = recognizer.deadline else { return }
    if let timer {
      guard deadline < timer.time else { return }
      g_source_remove(timer.source)
    }
    let wait = max(deadline - now, 0) + 0.001
    let source = MainLoop.after(wait) { [weak self] in
      guard let self else { return }
      self.timer = nil
      self.take(self.recognizer.advance(to: self.now))
    }
    timer = (source, deadline)
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

  /// Two fingers on the touchpad are as two on the screen, where the pointer is.
  private func pinch(_ event: Event) {
    switch event.touchpadPhase {
    case .begin:
      guard !canvas.session.isBusy, !recognizer.isTouched else { return }
      let place = canvas.view.pointerPlace ?? canvas.view.viewport.center
      touchpadPinch = TouchpadPinch(at: place)
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
  }
}
