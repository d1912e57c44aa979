import CGtk
import Gtk

/// Keeps popovers off the screen that a program opens as the text of a field changes, while that is written in.
///
/// A program that knows nothing of handwriting opens them at `GtkEditable::changed`, or some time after it. For the program
/// such a popover is open: it is visible, and can be closed again; but it is not mapped.
///
/// Invariants:
/// 1. Before ``end()`` no held popover is mapped, and each is visible or not as its program had it last.
/// 2. After ``end()`` nothing is held, and those that are visible are mapped.
///
/// A popover that a press elsewhere closes is never held: somebody has opened it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class HeldPopovers {
  private struct HeldPopover {
    let popover: Kept<Object>
    let surface: Kept<Object>
    /// Hides the surface again that GTK maps for each visible popover when it lays out the popover's parent.
    let mapping: Subscription
  }

  /// Marks a popover that is no suggestion of a program.
  private static let ownKey = "plumbago-own"

  /// The outermost widget that is the field.
  private let field: Kept<Object>
  private var held: [HeldPopover] = []
  private var isEnded = false

  /// - Parameter field: The outermost widget that is the field; what is open below it is held.
  init(of field: UnsafeMutablePointer<GtkWidget>) {
    self.field = Kept(Object(field))
    for controller in ScribbleController.controllers.values {
      let native = controller.native
      guard native.isA(gtk_popover_get_type()), gtk_widget_is_ancestor(native, field) != 0 else {
        continue
      }
      hold(native)
    }
  }

  /// Has a popover shown at once, always.
  static func neverHold(_ popover: UnsafeMutablePointer<GtkWidget>) {
    g_object_set_data(popover.object, ownKey, popover.raw)
  }

  /// Holds a popover that has just been opened, where it may be one of the field's: it hangs on the field, on a part of it,
  /// or on what the field lies in.
  func hold(_ popover: UnsafeMutablePointer<GtkWidget>) {
    guard !isEnded, gtk_widget_get_mapped(popover) != 0,
      gtk_popover_get_autohide(popover.cast()) == 0,
      g_object_get_data(popover.object, Self.ownKey) == nil,
      let parent = gtk_widget_get_parent(popover), isRelated(parent),
      // The one that is written in.
      gtk_widget_is_ancestor(field.object.widget, popover) == 0,
      let surface = gtk_native_get_surface(popover.opaque)
    else { return }
    let isKnown = held.contains {
      $0.popover.object.isSame(as: popover) && $0.surface.object.isSame(as: surface)
    }
    if !isKnown {
      // GTK hides a popover whose surface is no longer mapped, which would tell the program that it was closed.
      guard Self.setsVisibility(of: popover, by: surface, false) else { return }
      let mapping = Object(surface.raw).notify("mapped").subscribe { [weak self] in
        // Once GTK has done all that belongs to the mapping.
        MainLoop.after(0) { self?.hideSurfaces() }
      }
      held.append(
        HeldPopover(
          popover: Kept(Object(popover)), surface: Kept(Object(surface)), mapping: mapping))
    }
    gtk_widget_unmap(popover)
  }

  /// Hides the surfaces of what is held that are mapped.
  private func hideSurfaces() {
    for each in held where gtk_widget_get_mapped(each.popover.object.widget) == 0 {
      Self.hide(each.surface.object)
    }
  }

  private static func hide(_ surface: Object) {
    if gdk_surface_get_mapped(surface.opaque) != 0 { gdk_surface_hide(surface.opaque) }
  }

  private func isRelated(_ parent: UnsafeMutablePointer<GtkWidget>) -> Bool {
    let field = field.object.widget
    return parent == field || gtk_widget_is_ancestor(parent, field) != 0
      || gtk_widget_is_ancestor(field, parent) != 0
  }

  /// Blocks or unblocks GTK's handler that hides a popover when its surface is unmapped; false where
  /// there is no such handler.
  @discardableResult
  static func setsVisibility(
    of popover: some GObjectPointer, by surface: some GObjectPointer, _ sets: Bool
  ) -> Bool {
    let mask = GSignalMatchType(
      rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DETAIL.rawValue
        | G_SIGNAL_MATCH_DATA.rawValue)
    let notify = g_signal_lookup("notify", gdk_surface_get_type())
    let mapped = g_quark_from_string("mapped")
    let count =
      sets
      ? g_signal_handlers_unblock_matched(
        surface.raw, mask, notify, mapped, nil, nil, popover.raw)
      : g_signal_handlers_block_matched(surface.raw, mask, notify, mapped, nil, nil, popover.raw)
    return count > 0
  }

  /// Shows those that are still open for their program.
  func end() {
    isEnded = true
    let all = held
    held = []
    for each in all {
      let popover = each.popover.object.widget
      if gtk_widget_get_visible(popover) == 0 { Self.hide(each.surface.object) }
      Self.setsVisibility(of: each.popover.object, by: each.surface.object, true)
      guard gtk_widget_get_visible(popover) != 0, gtk_widget_get_mapped(popover) == 0,
        let parent = gtk_widget_get_parent(popover)
      else { continue }
      if gtk_widget_get_mapped(parent) != 0 {
        gtk_widget_map(popover)
      } else {
        gtk_popover_popdown(popover.cast())
      }
    }
  }
}
