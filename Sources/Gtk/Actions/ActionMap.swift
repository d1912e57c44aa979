import CGtk

/// The actions of an application or of a window, under the prefixes `app.` and `win.`.
public struct ActionMap {
  private let pointer: OpaquePointer

  /// For a GtkApplication or a GtkApplicationWindow.
  public init(_ map: some GObjectPointer) { pointer = map.opaque }

  public init(_ group: ActionGroup) { self.init(group.pointer) }

  public func add(_ action: Action) { g_action_map_add_action(pointer, action.pointer) }
  /// Adds all actions of a group, in the place of those of the same names.
  public func add(all group: ActionGroup) {
    guard let names = g_action_group_list_actions(group.pointer.opaque) else { return }
    defer { g_strfreev(names) }
    var next = names
    while let name = next.pointee {
      g_action_map_add_action(pointer, g_action_map_lookup_action(group.pointer.opaque, name))
      next += 1
    }
  }

  public func remove(_ name: String) { g_action_map_remove_action(pointer, name) }
}

/// A group of actions, for ``WidgetProtocol/insertActionGroup(_:_:)``.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class ActionGroup {
  let pointer: UnsafeMutableRawPointer

  public init() {
    guard let made = g_simple_action_group_new() else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    pointer = made.raw
  }

  isolated deinit { g_object_unref(pointer) }

  public func add(_ action: Action) { ActionMap(self).add(action) }
}
