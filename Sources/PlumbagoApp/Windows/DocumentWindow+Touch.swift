import Canvas
import Gtk
import GtkInk
import InkModel
import InkWidgets

extension DocumentWindow {
  /// Applies the settings for touch, and performs the gestures that the window handles.
  func connectTouch() {
    followTouchSettings()
    let settings = Settings.shared
    subscriptions += [
      settings.subscribe(to: .finger) { [weak self] _ in self?.followTouchSettings() },
      settings.subscribe(to: .penSeen) { [weak self] _ in self?.followTouchSettings() },
      settings.subscribe(to: .pansBesidePen) { [weak self] _ in self?.followTouchSettings() },
      settings.subscribe(to: .locksRotation) { [weak self] _ in self?.followLocks() },
      settings.subscribe(to: .locksZoom) { [weak self] _ in self?.followLocks() },
    ]
    canvas.touch.onPenSeen = { [weak self] in
      if !Settings.shared[.penSeen] { Settings.shared[.penSeen] = true }
      self?.askForHand()
    }
    canvas.touch.canPerform = { [weak self] effect in
      guard let self, let command = effect.command else { return true }
      return self.commands.isEnabled(command)
    }
    canvas.touch.onGesture = { [weak self] effect, position in
      guard let self else { return }
      switch effect {
      case .menu: self.showMenu(at: position)
      case .select: self.canvas.perform { $0.select(at: position, with: .finger) }
      default: if let command = effect.command { self.commands.perform(command) }
      }
    }
    canvas.touch.onRest = { [weak self] in self?.tellOfGestures() }
    // The mouse's secondary button opens the menu, too.
    let press = ClickGesture()
    press.setButton(ClickGesture.secondaryButton)
    press.pressed.connect { [weak self] _, x, y in
      guard let event = press.currentEvent, event.deviceTool == nil else { return }
      self?.showMenu(at: Point(x, y))
    }
    Widget(canvas.widget).add(press)
  }

  /// Opens the menu of what is at a position: of an instrument, of the selection below it, or of the paper.
  func showMenu(at position: Point) {
    let session = document.session
    let isOnInstrument =
      session.instrumentPart(at: position, of: .finger) != nil
      || session.instrument?.isTouched(byFingerAt: position) ?? false
    let subject: ContextMenu.Subject =
      if isOnInstrument, let instrument = canvas.instrument {
        .instrument(instrument)
      } else if session.isOnSelection(position) {
        .selection(selectionMenu)
      } else {
        .paper()
      }
    contextMenu.show(at: position, of: subject)
  }

  /// Opens the menu of what has the keyboard focus in a panel, or of the color that has it among the tools; else of the
  /// selection where there is one in view, else of the paper, in the middle of it, and of an instrument that lies over it: keys
  /// point at neither.
  func showMenu() {
    if panels.open?.showMenuAtFocus() ?? false || overlay.showMenuAtFocus() { return }
    let view = canvas.view.viewport
    if let selection = document.session.selection {
      let middle = view.widgetFromCanvas(selection.bounds).intersection(view.clearBounds).center
      if view.clearBounds.contains(middle), document.session.isOnSelection(middle) {
        return contextMenu.show(at: middle, of: .selection(selectionMenu))
      }
    }
    contextMenu.show(at: view.center, of: .paper(below: canvas.instrument))
  }

  /// Asks for the radius or the angle of the instrument over the paper.
  func askForMeasure() {
    // The menu that it was chosen from gives the keyboard back to the canvas first.
    MainLoop.after(0) { [weak self] in self?.instrumentQuestion.ask() }
  }

  private func followTouchSettings() {
    let settings = Settings.shared
    canvas.touch.fingerMode = settings[.finger]
    canvas.touch.penSeen = settings[.penSeen]
    canvas.touch.pansBesidePen = settings[.pansBesidePen]
    setLocks()
  }

  private func followLocks() {
    setLocks()
    commands.refresh()
  }

  private func setLocks() {
    let settings = Settings.shared
    var locks: ViewportMotion.Locks = []
    if settings[.locksRotation] { locks.insert(.rotation) }
    if settings[.locksZoom] { locks.insert(.scale) }
    canvas.view.locks = locks
  }

  /// Shows the hint about gestures once, after the first touch.
  private func tellOfGestures() {
    let settings = Settings.shared
    guard !settings[.gesturesWereTold] else { return }
    settings[.gesturesWereTold] = true
    let sentence =
      canvas.touch.fingerDraws
      ? tr("One finger draws, two move the paper. A tap with two fingers undoes.")
      : tr("One finger moves the paper, two zoom and rotate it. A tap with two undoes.")
    messages.show(
      .gestures, sentence,
      actions: [
        (
          tr("_All Gestures"),
          { [weak self] in
            self?.messages.hide(.gestures)
            GesturesWindow.show(parent: self?.window)
          }
        )
      ])
  }

  /// Whether it was asked since the start which hand holds the pen.
  private static var askedForHand = false
  /// Starts without an answer after which it is not asked any more.
  private static let mostHandQuestions = 3

  /// Asks which hand holds the pen, when the first one comes: once a start, and only at the first starts.
  ///
  /// In a compact window the answer would change nothing: there it waits until the window is wider. Without an answer the
  /// picker stays where it suits either hand; the preferences have the choice too.
  private func askForHand() {
    let settings = Settings.shared
    guard !Self.askedForHand, settings[.hand] == nil,
      settings[.handQuestions] < Self.mostHandQuestions
    else { return }
    // There the tools are at the bottom, over the whole width, for either hand.
    waitsForHand = overlay.windowLayout == .compact
    guard !waitsForHand else { return }
    Self.askedForHand = true
    settings[.handQuestions] += 1
    func answer(_ hand: Hand) -> () -> Void {
      { [weak self] in
        Settings.shared[.hand] = hand
        self?.messages.hide(.hand)
      }
    }
    let sides = [(trc("hand", "Left"), answer(.left)), (trc("hand", "Right"), answer(.right))]
    // Each button is on the side of its hand.
    let isMirrored = window.direction == .rightToLeft
    messages.show(
      .hand, tr("Which hand draws? The tools then stand where it does not hide them."),
      actions: isMirrored ? sides.reversed() : sides)
  }

  /// The window may be wider than it was when the first pen came.
  func askForHandAgain() {
    if waitsForHand { askForHand() }
  }
}
