import CGtk
import Canvas
import Gtk
import InkModel

/// The keys that act on a selection: where there is one, they take precedence over those that move the view.
///
/// While a picture is cropped: Tab chooses a handle, arrows move it, Enter keeps the crop and Escape leaves it.
/// Else Escape, Delete, the arrows, `+` and `-`, `,` and `.`; Tab with the selection tool. Where
/// nothing is selected, Escape puts the instrument away.
final class SelectionKeys {
  private unowned let canvas: CanvasWidget

  /// Widget points for one press of an arrow, and with Shift.
  static let nudge = 1.0
  static let longNudge = 10.0
  /// By how much one press scales.
  static let growth = 1.1
  /// Radians for one press that turns, and with Shift.
  static let turn = Double.pi / 12
  static let fineTurn = Double.pi / 180

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, modifiers in
      self?.pressed(key, modifiers) ?? false
    }
    canvas.widget.add(keys)
    // Every event carries the modifiers that are down.
    let watching = LegacyController(phase: .capture)
    watching.onEvent { [weak self] event in
      self?.note(event.modifiers)
      return false
    }
    canvas.widget.add(watching)
  }

  private func note(_ modifiers: Modifiers) {
    var down: SelectionModifiers = []
    if modifiers.contains(.shift) { down.insert(.shift) }
    if modifiers.contains(.control) { down.insert(.control) }
    canvas.session.selectionModifiers = down
  }

  private func pressed(_ key: Key, _ modifiers: Modifiers) -> Bool {
    guard modifiers.isDisjoint(with: .shortcut) else { return false }
    let session = canvas.session
    let isShifted = modifiers.contains(.shift)
    if session.crop != nil { return crop(key, isShifted) }
    if [.tab, Key(GDK_KEY_KP_Tab), .backTab].contains(key) {
      return step(backwards: isShifted)
    }
    if key == .escape {
      if canvas.isPickingColor {
        canvas.stopPickingColor()
        return true
      }
      if session.hasSelectedText {
        canvas.perform { $0.clearSelectedText() }
        return true
      }
      guard session.selection != nil || session.selectionOutline != nil else {
        return hideInstrument()
      }
      canvas.perform {
        // The first press cancels a movement or an outline in progress, the next one clears the selection.
        $0.selectionOutline != nil || $0.isMovingSelection
          ? $0.cancelSelecting() : $0.clearSelection()
      }
      return true
    }
    guard session.selection != nil else { return false }
    let step = isShifted ? Self.longNudge : Self.nudge
    switch key {
    case .left, .keypadLeft: nudge(Vector(-step, 0))
    case .right, .keypadRight: nudge(Vector(step, 0))
    case .up, .keypadUp: nudge(Vector(0, -step))
    case .down, .keypadDown: nudge(Vector(0, step))
    case Key(GDK_KEY_plus), Key(GDK_KEY_equal), Key(GDK_KEY_KP_Add):
      canvas.perform { $0.transformSelection(scale: Self.growth) }
    case Key(GDK_KEY_minus), Key(GDK_KEY_KP_Subtract):
      canvas.perform { $0.transformSelection(scale: 1 / Self.growth) }
    case Key(GDK_KEY_period): canvas.perform { $0.transformSelection(turn: Self.turn) }
    case Key(GDK_KEY_comma): canvas.perform { $0.transformSelection(turn: -Self.turn) }
    case Key(GDK_KEY_greater): canvas.perform { $0.transformSelection(turn: Self.fineTurn) }
    case Key(GDK_KEY_less): canvas.perform { $0.transformSelection(turn: -Self.fineTurn) }
    case .delete, Key(GDK_KEY_KP_Delete), .backspace:
      canvas.perform { $0.deleteSelection() }
    default: return false
    }
    return true
  }

  /// Puts the instrument away, unless the key is meant for something else.
  private func hideInstrument() -> Bool {
    let session = canvas.session
    guard session.instrument != nil, session.textEditing == nil, !session.isBusy,
      !session.isLookingBack, !canvas.virtualPen.isOn
    else { return false }
    canvas.instrument = nil
    return true
  }

  /// The keys while a picture is cropped.
  private func crop(_ key: Key, _ isShifted: Bool) -> Bool {
    let step = isShifted ? Self.longNudge : Self.nudge
    switch key {
    case .tab, Key(GDK_KEY_KP_Tab): canvas.perform { $0.chooseCropHandle(backwards: isShifted) }
    case .backTab: canvas.perform { $0.chooseCropHandle(backwards: true) }
    case .enter, Key(GDK_KEY_KP_Enter): canvas.perform { $0.endPictureTrial(keeping: true) }
    case .escape: canvas.perform { $0.endPictureTrial(keeping: false) }
    case .left, .keypadLeft: canvas.perform { $0.nudgeCrop(by: Vector(-step, 0)) }
    case .right, .keypadRight: canvas.perform { $0.nudgeCrop(by: Vector(step, 0)) }
    case .up, .keypadUp: canvas.perform { $0.nudgeCrop(by: Vector(0, -step)) }
    case .down, .keypadDown: canvas.perform { $0.nudgeCrop(by: Vector(0, step)) }
    default: return false
    }
    return true
  }

  private func nudge(_ offset: Vector) { canvas.perform { $0.nudgeSelection(by: offset) } }

  /// Selects the next or the previous element; after the last one the keyboard focus leaves the canvas.
  private func step(backwards: Bool) -> Bool {
    let session = canvas.session
    guard session.picker.tool == .selection, !session.isBusy else { return false }
    let before = session.selection?.ids
    canvas.perform { $0.selectNext(backwards: backwards) }
    guard let selection = session.selection, selection.ids != before else { return false }
    canvas.view.reveal(selection.bounds)
    canvas.onElementStep()
    return true
  }
}
