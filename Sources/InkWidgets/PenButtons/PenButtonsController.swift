import Canvas
import Gtk
import InkModel

/// Performs what the buttons of pens are mapped to, on a canvas.
///
/// Functions that last while a button is down (erasing, panning) are performed here; ``onCommand`` is told the
/// rest. ``Canvas/PenButtons`` decides what a press means; this class gives it the time and wakes it.
public final class PenButtonsController {
  /// Told what a press asks for.
  public var onCommand: (PenButtons.Command) -> Void = { _ in }
  /// Told when what goes on while a button is held has begun or ended.
  var onHold: (PenButtons.HeldAction, _ isHeld: Bool) -> Void = { _, _ in }

  /// What each button is for.
  public var map: PenButtonMap {
    get { buttons.map }
    set { buttons.map = newValue }
  }

  private var buttons = PenButtons()
  private let canvas: CanvasWidget
  private var timer: Timer?
  /// The last position of a pen that moves the paper, in widget points; `nil` before the first.
  private var pan: (isHeld: Bool, last: Point?) = (false, nil)

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    canvas.onPenButton = { [weak self] tool, button, isDown in
      self?.take(tool, button, isDown: isDown)
    }
    canvas.onPenDown = { [weak self] tool in
      guard let self else { return }
      self.perform { $0.touch(tool, at: self.now) }
    }
    canvas.onPenHover = { [weak self] in self?.hover($1) }
    canvas.onPenLeave = { [weak self] tool in self?.perform { $0.leave(tool) } }
    canvas.widget.unmapped.connect { [weak self] in self?.reset() }
  }

  /// Ends all functions of buttons that are down: the window is no longer in use.
  func reset() { perform { $0.reset() } }

  private var now: Double { canvas.session.clock.now }

  private func take(_ tool: StylusTool, _ button: StylusButton, isDown: Bool) {
    // The desktop's setting for the mouse applies to pens too.
    buttons.doublePressTime = DesktopSettings.doubleClickTime
    perform {
      isDown
        ? $0.press(tool, button, at: now) : $0.release(tool, button, at: now)
    }
  }

  private func perform(_ change: (inout PenButtons) -> [PenButtons.Output]) {
    for output in change(&buttons) {
      switch output {
      case .perform(let command): onCommand(command)
      case .begin(let held): hold(held, true)
      case .end(let held): hold(held, false)
      }
    }
    timer = nil
    guard let deadline = buttons.deadline else { return }
    // A millisecond later than due, so that rounding never wakes it too early.
    timer = Timer(after: max(deadline - now, 0) + 0.001) { [weak self] in
      guard let self else { return }
      self.perform { $0.wake(at: self.now) }
    }
  }

  private func hold(_ held: PenButtons.HeldAction, _ isHeld: Bool) {
    switch held {
    case .erase:
      canvas.session.isErasing = isHeld
      canvas.hover.refresh()
    case .pan:
      pan = (isHeld, canvas.hover.position)
      canvas.view.grab(isHeld)
      canvas.hover.refresh()
    }
    onHold(held, isHeld)
  }

  /// The paper follows a pen that hovers with the button down; the view handles one that touches.
  private func hover(_ sample: StylusSample?) {
    guard pan.isHeld else { return }
    guard let sample else {
      pan.last = nil
      return
    }
    if let last = pan.last { canvas.view.change { $0.pan(by: sample.position - last) } }
    pan.last = sample.position
  }
}
