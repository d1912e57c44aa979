import CGtk
import Canvas
import Gtk
import InkModel

/// A pen on the canvas that the keyboard moves (S6).
///
/// Arrows move it, with Shift by fine steps; Space or Return puts its tip down and lifts it; Escape lifts
/// it, or turns it off. Page Up and Page Down change the force, with Shift the distance; Home and End change
/// the azimuth, with Shift the altitude (S90).
///
/// While it is off the keys move the view. The preview of its mark shows its position, with ticks around it.
public final class VirtualPenController {
  /// Told when it is turned on or off.
  public var onChange: (Bool) -> Void = { _ in }

  /// Whether it is in use.
  public var isOn: Bool {
    get { pen != nil }
    set { if newValue != isOn { newValue ? takeUp() : putAway() } }
  }

  private unowned let canvas: CanvasWidget
  private var pen: VirtualPen?

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    // Before the view takes arrows and the space bar.
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressed(key, modifiers) ?? false
    }
    keys.released.connect { [weak self] key, _, _ in
      if let direction = Self.direction(key) { self?.pen?.release(direction) }
    }
    canvas.widget.add(keys)
    let focus = FocusController()
    focus.left.connect { [weak self] in self?.lift() }
    canvas.widget.add(focus)
  }

  private var now: Double { canvas.session.clock.now }

  // MARK: On and off

  private func takeUp() {
    var pen = VirtualPen(in: area, at: now)
    if let position = canvas.hover.position { pen.jump(to: position) }
    self.pen = pen
    canvas.hover.virtualTool = VirtualPen.tool
    show()
    canvas.widget.grabFocus()
    onChange(true)
  }

  private func putAway() {
    lift()
    pen = nil
    canvas.hover.hover(VirtualPen.tool, nil)
    canvas.hover.virtualTool = nil
    onChange(false)
  }

  /// Lifts the tip if it is down; the stroke is kept.
  func lift() {
    pen?.releaseAll()
    for input in pen?.lift() ?? [] { canvas.handle(input) }
  }

  /// The part of the canvas that nothing covers: the pen stays within it.
  private var area: Rect { canvas.session.viewport.clearBounds }

  private func show() {
    guard let pen, !pen.isDown else { return }
    canvas.hover.hover(VirtualPen.tool, pen.sample)
  }

  // MARK: Keys

  private static func direction(_ key: Key) -> VirtualPen.Direction? {
    switch key {
    case .left, .keypadLeft: .left
    case .right, .keypadRight: .right
    case .up, .keypadUp: .up
    case .down, .keypadDown: .down
    default: nil
    }
  }

  private static func axis(_ key: Key, _ shift: Bool) -> (VirtualPen.Axis, more: Bool)? {
    switch key {
    case .pageUp, Key(GDK_KEY_KP_Page_Up): (shift ? .distance : .force, true)
    case .pageDown, Key(GDK_KEY_KP_Page_Down): (shift ? .distance : .force, false)
    case .end, Key(GDK_KEY_KP_End): (shift ? .altitude : .azimuth, shift ? false : true)
    case .home, Key(GDK_KEY_KP_Home): (shift ? .altitude : .azimuth, shift ? true : false)
    default: nil
    }
  }

  private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard pen != nil else { return false }
    guard modifiers.isDisjoint(with: .shortcut) else { return false }
    pen?.confine(to: area)
    let shift = modifiers.contains(.shift)
    if let direction = Self.direction(key) {
      move(direction, isFine: shift)
      return true
    }
    if let (axis, more) = Self.axis(key, shift) {
      for input in pen?.hold(axis, more: more, at: now) ?? [] { canvas.handle(input) }
      show()
      return true
    }
    switch key {
    case .space, Key(GDK_KEY_KP_Space), .enter, .keypadEnter:
      for input in pen?.toggleTip(at: now) ?? [] { canvas.handle(input) }
    case .escape:
      if pen?.isDown == true { lift() } else { isOn = false }
    default: return false
    }
    return true
  }

  private func move(_ direction: VirtualPen.Direction, isFine: Bool) {
    guard let step = pen?.press(direction, isFine: isFine, at: now) else { return }
    for input in step.input { canvas.handle(input) }
    // At the edge the paper pans instead, unless the pen draws.
    if step.beyond != .zero { canvas.view.change { $0.pan(by: -step.beyond) } }
    show()
  }
}
