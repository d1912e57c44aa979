import CGtk
import Canvas
import Gtk
import GtkInk

/// Hears the buttons, rings and strips beside a tablet's surface, for a window (GTK's pad controller).
///
/// What they are for is ``Canvas/PadMap``'s to say; ``onPress`` and ``onTurn`` are told.
public final class TabletPadController {
  public var map = PadMap.standard
  public var onPress: (PadPress) -> Void = { _ in }
  /// Told of whole steps, positive clockwise and down.
  public var onTurn: (PadTurn, Int) -> Void = { _, _ in }

  private enum Part: Hashable {
    case ring(Int)
    case strip(Int)
  }

  /// Rings or strips of a pad; those with more are not known.
  private static let dials = 2

  private var dials: [Part: PadDial] = [:]

  /// Listens for a toplevel window, which owns the GTK side from here on.
  public init(of window: UnsafeMutablePointer<GtkWindow>) {
    let group = g_simple_action_group_new()!
    let controller = gtk_pad_controller_new(group.opaque, nil)!
    for i in 0..<PadMap.buttons {
      let action = g_simple_action_new("button-\(i)", nil)
      RawSignal.connect1(action!, "activate") { [weak self] _ in
        guard let self else { return }
        self.onPress(self.map[i])
      }
      add(action, "button-\(i)", GTK_PAD_ACTION_BUTTON, i, to: group, controller)
    }
    for i in 0..<Self.dials {
      addDial(.ring(i), "ring-\(i)", GTK_PAD_ACTION_RING, i, to: group, controller)
      addDial(.strip(i), "strip-\(i)", GTK_PAD_ACTION_STRIP, i, to: group, controller)
    }
    gtk_widget_add_controller(window.widget, controller)
    g_object_unref(group.raw)
  }

  private func addDial(
    _ part: Part, _ name: String, _ type: GtkPadActionType, _ number: Int,
    to group: UnsafeMutablePointer<GSimpleActionGroup>, _ controller: OpaquePointer
  ) {
    let double = g_variant_type_new("d")
    defer { g_variant_type_free(double) }
    let action = g_simple_action_new(name, double)
    RawSignal.connect1(action!, "activate") { [weak self] value in
      guard let value else { return }
      self?.turn(part, to: g_variant_get_double(OpaquePointer(value)))
    }
    add(action, name, type, number, to: group, controller)
  }

  private func add(
    _ action: OpaquePointer?, _ name: String, _ type: GtkPadActionType, _ number: Int,
    to group: UnsafeMutablePointer<GSimpleActionGroup>, _ controller: OpaquePointer
  ) {
    g_action_map_add_action(group.opaque, action)
    g_object_unref(action?.raw)
    gtk_pad_controller_set_action(controller, type, CInt(number), -1, name, name)
  }

  private func turn(_ part: Part, to value: Double) {
    let isRing: Bool
    if case .ring = part { isRing = true } else { isRing = false }
    // GDK (4.8 on Wayland) hands on a ring's degrees and a strip's part of the way; where the finger
    // lifts, the last of them once more, or −1.
    let place: Double? = value < 0 ? nil : isRing ? value / 360 : value
    let steps = dials[part, default: PadDial(isRing: isRing)].move(to: place)
    if steps != 0 { onTurn(isRing ? map.ring : map.strip, steps) }
  }
}
