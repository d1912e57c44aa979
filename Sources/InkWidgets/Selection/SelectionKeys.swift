import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel

/// The keys that act on a selection, before those that move the paper: what is selected is what they
/// mean.
///
/// Escape, Delete, the arrows, `+` and `-`, `,` and `.`; Tab while the tool in the hand selects.
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
    let keys = gtk_event_controller_key_new()!
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    RawSignal.connectKey(keys, "key-pressed") { [weak self] key, state in
      self?.pressed(key, state) ?? false
    }
    gtk_widget_add_controller(canvas.widget, keys)
    // Whatever comes says which keys are held.
    let watching = gtk_event_controller_legacy_new()!
    gtk_event_controller_set_propagation_phase(watching, GTK_PHASE_CAPTURE)
    RawSignal.connectEvent(watching, "event") { [weak self] event in
      self?.note(gdk_event_get_modifier_state(event))
      return false
    }
    gtk_widget_add_controller(canvas.widget, watching)
  }

  private func note(_ state: GdkModifierType) {
    var held: SelectionModifiers = []
    if state.rawValue & GDK_SHIFT_MASK.rawValue != 0 { held.insert(.shift) }
    if state.rawValue & GDK_CONTROL_MASK.rawValue != 0 { held.insert(.control) }
    canvas.session.selectionModifiers = held
  }

  private func pressed(_ key: UInt32, _ state: GdkModifierType) -> Bool {
    let others =
      GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
      | GDK_META_MASK.rawValue
    guard state.rawValue & others == 0 else { return false }
    let session = canvas.session
    let isShifted = state.rawValue & GDK_SHIFT_MASK.rawValue != 0
    if [GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab].contains(Int32(bitPattern: key)) {
      return step(backwards: isShifted)
    }
    if key == UInt32(GDK_KEY_Escape) {
      if canvas.isPickingColor {
        canvas.stopPickingColor()
        return true
      }
      guard session.selection != nil || session.selectionOutline != nil else { return false }
      canvas.perform {
        // What is under way goes back first; the selection goes with the next press.
        $0.selectionOutline != nil || $0.isMovingSelection
          ? $0.cancelSelecting() : $0.clearSelection()
      }
      return true
    }
    guard session.selection != nil else { return false }
    let step = isShifted ? Self.longNudge : Self.nudge
    switch Int32(bitPattern: key) {
    case GDK_KEY_Left, GDK_KEY_KP_Left: nudge(Vector(-step, 0))
    case GDK_KEY_Right, GDK_KEY_KP_Right: nudge(Vector(step, 0))
    case GDK_KEY_Up, GDK_KEY_KP_Up: nudge(Vector(0, -step))
    case GDK_KEY_Down, GDK_KEY_KP_Down: nudge(Vector(0, step))
    case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add:
      canvas.perform { $0.transformSelection(scale: Self.growth) }
    case GDK_KEY_minus, GDK_KEY_KP_Subtract:
      canvas.perform { $0.transformSelection(scale: 1 / Self.growth) }
    case GDK_KEY_period: canvas.perform { $0.transformSelection(turn: Self.turn) }
    case GDK_KEY_comma: canvas.perform { $0.transformSelection(turn: -Self.turn) }
    case GDK_KEY_greater: canvas.perform { $0.transformSelection(turn: Self.fineTurn) }
    case GDK_KEY_less: canvas.perform { $0.transformSelection(turn: -Self.fineTurn) }
    case GDK_KEY_Delete, GDK_KEY_KP_Delete, GDK_KEY_BackSpace:
      canvas.perform { $0.deleteSelection() }
    default: return false
    }
    return true
  }

  private func nudge(_ way: Vector) { canvas.perform { $0.nudgeSelection(by: way) } }

  /// From stroke to stroke; past the last one the keyboard leaves the paper.
  private func step(backwards: Bool) -> Bool {
    let session = canvas.session
    guard session.picker.tool == .selection, !session.isBusy else { return false }
    let before = session.selection?.ids
    canvas.perform { $0.selectNext(backwards: backwards) }
    guard let selection = session.selection, selection.ids != before else { return false }
    canvas.view.reveal(selection.bounds)
    return true
  }
}
