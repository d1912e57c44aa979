import CGtk
import Canvas
import Gtk

/// Receives a tablet pad's buttons, rings and strips for a window (GtkPadController).
///
/// ``Canvas/PadMap`` says what they do; ``onPress`` and ``onTurn`` are told.
public final class TabletPadController {
  public var map = PadMap.standard
  public var onPress: (PadPress) -> Void = { _ in }
  /// Told of whole steps, positive clockwise and down.
  public var onTurn: (PadTurn, Int) -> Void = { _, _ in }

  private enum Part: Hashable {
    case ring(Int)
    case strip(Int)
  }

  /// Rings, or strips, of a pad at the most; no pad with more is known.
  private static let dials = 2

  private var dials: [Part: PadDial] = [:]

  /// Listens for a toplevel window, which owns the GTK side from here on.
  public init(of window: some GObjectPointer) {
    let group = ActionGroup()
    let controller = PadController(group)
    for i in 0..<PadMap.buttons {
      let action = Action("button-\(i)") { [weak self] in
        guard let self else { return }
        self.onPress(self.map[i])
      }
      group.add(action)
      controller.setAction(
        GTK_PAD_ACTION_BUTTON, index: i, label: action.name, action: action.name)
    }
    for i in 0..<Self.dials {
      addDial(.ring(i), "ring-\(i)", GTK_PAD_ACTION_RING, i, to: group, controller)
      addDial(.strip(i), "strip-\(i)", GTK_PAD_ACTION_STRIP, i, to: group, controller)
    }
    Widget(window).add(controller)
  }

  private func addDial(
    _ part: Part, _ name: String, _ type: GtkPadActionType, _ number: Int, to group: ActionGroup,
    _ controller: PadController
  ) {
    group.add(Action(name, taking: { [weak self] (value: Double) in self?.turn(part, to: value) }))
    controller.setAction(type, index: number, label: name, action: name)
  }

  private func turn(_ part: Part, to value: Double) {
    let isRing: Bool
    if case .ring = part { isRing = true } else { isRing = false }
    // GDK (4.8 on Wayland) gives a ring's angle in degrees and a strip's position as 0…1. When the finger
    // lifts it gives the last value again, or −1.
    let position: Double? = value < 0 ? nil : isRing ? value / 360 : value
    let steps = dials[part, default: PadDial(isRing: isRing)].move(to: position)
    if steps != 0 { onTurn(isRing ? map.ring : map.strip, steps) }
  }
}
