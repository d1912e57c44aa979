import Canvas
import Gtk
import InkModel
import InkWidgets

/// Asks for the radius or the angle of the instrument over the paper, in a popover at its middle.
///
/// A number is shown as soon as it is entered; Escape takes it back.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class InstrumentQuestion {
  /// Told when it has closed.
  var onClosed: () -> Void = {}

  private let overlay: CanvasOverlay
  /// It may be out of the overlay already: one that is destroyed drops its children first.
  private var popover: Kept<Popover>?
  /// Takes out what has closed.
  private var removal: Timer?
  /// As it was before a number was entered; `nil` while none is taken.
  private var before: Instrument?

  init(over overlay: CanvasOverlay) {
    self.overlay = overlay
    overlay.widget.destroyed.connect { [weak self] in self?.remove() }
  }

  /// The longest numbers, as “-135.5”, and the cursor; fewer, and the first digit is cut off.
  private static let leastCharacters = 7

  private static func name(_ kind: Instrument.Kind) -> String {
    switch kind {
    case .ruler, .setSquare: tr("Angle (°)")
    case .compass: tr("Radius (mm)")
    }
  }

  /// Seconds that the keyboard may take to come back to the window from the menu in which this was chosen.
  ///
  /// If they are fewer, nothing is asked on a machine that has much to do; if they are more, it is asked in a window that
  /// somebody has left and come back to.
  private static let patience = 0.5

  /// Does nothing where the paper is not before the user any more: the tab or the window was changed meanwhile.
  func ask() { ask(until: overlay.canvas.session.clock.now + Self.patience) }

  private func ask(until end: Double) {
    guard overlay.widget.isMapped else { return }
    let session = overlay.canvas.session
    guard overlay.widget.window?.isActive == true else {
      guard session.clock.now < end else { return }
      MainLoop.after(0.02) { [weak self] in self?.ask(until: end) }
      return
    }
    guard let instrument = session.instrument else { return }
    remove()
    before = instrument
    let measure = instrument.measure(over: session.viewport)
    let number = SpinButton(measure.range, step: 1, digits: 1)
    number.value = measure.value
    number.isNumeric = true
    number.widthInCharacters = Self.leastCharacters
    let name = Self.name(instrument.kind)
    number.setAccessibleName(name)
    let label = Label(name)
    label.xAlign = 0
    let popover = Popover()
    self.popover = Kept(popover)
    popover.setChild(Box(.vertical, spacing: 8, label, number).styled("instrument-question"))
    popover.setParent(overlay.widget)
    popover.position = .top
    popover.point(to: Rect(center: instrument.center, radius: instrument.gripRadius))
    number.valueChanged.connect { [weak self] in self?.take(number) }
    addKeys(to: number)
    popover.closed.connect { [weak self] in
      // What was typed last may not have been taken over.
      number.update()
      guard let self, self.popover?.object == popover else { return }
      self.before = nil
      self.removal = Timer(after: Popover.timeForKeys) { [weak self] in self?.remove() }
      // At once: the next key goes to what has the focus then, and that is still the number.
      self.onClosed()
    }
    popover.popUp()
    number.grabFocus()
    number.select()
  }

  private func addKeys(to number: SpinButton) {
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      switch key {
      case .enter, .keypadEnter: number.update()
      case .escape: self?.takeBack()
      default: return false
      }
      self?.popover?.object.popDown()
      return true
    }
    number.add(keys)
  }

  private func take(_ number: SpinButton) {
    let (canvas, value) = (overlay.canvas, number.value)
    guard let now = canvas.session.instrument, now.kind == before?.kind else { return }
    canvas.perform { $0.placeInstrument(now.with(measure: value, over: $0.viewport)) }
    guard let turned = canvas.session.instrument, turned.kind != .compass else { return }
    let measure = turned.measure(over: canvas.session.viewport).value
    // After half a turn angles begin anew, as on the dial, so that stepping goes on and on.
    if abs(measure - value) > 1 { number.value = measure }
  }

  private func takeBack() {
    guard let before else { return }
    self.before = nil
    overlay.canvas.perform { $0.placeInstrument(before) }
  }

  private func remove() {
    before = nil
    removal = nil
    guard let old = popover else { return }
    popover = nil
    old.object.unparent()
  }
}
