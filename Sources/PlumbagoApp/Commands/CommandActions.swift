import CGtk
import Gtk
import GtkInk

/// The commands of a window or of the app as actions, to which menus, buttons and keys are bound.
///
/// 1. Made with the object that has the actions and the target that the commands act on, which outlives it.
/// 2. ``refresh()`` whenever something has changed that a command's handler asks for; what is shown already costs
///    nothing.
/// 3. ``perform(_:)`` does a command for whoever has no action to activate: a gesture, a button of a tablet.
// Said again, since the optimizer forgets the default isolation (Swift 6.3).
@MainActor
final class CommandActions<Target: AnyObject> {
  private typealias Handler = AppCommand.Handler<Target>

  private unowned let target: Target
  private let map: OpaquePointer
  private let handlers: [String: Handler]
  private var shownEnabled: [String: Bool] = [:]
  private var shownStates: [String: AppCommand.State] = [:]

  /// - Parameter map: A GtkApplication or a GtkApplicationWindow.
  init(
    _ map: some GObjectPointer, target: Target,
    _ handler: (AppCommand) -> AppCommand.Handler<Target>?
  ) {
    self.map = map.opaque
    self.target = target
    // The rows of a choice share one action.
    handlers = Dictionary(
      CommandTable.all.compactMap { command in
        handler(command).map { (String(command.actionName.dropFirst("win.".count)), $0) }
      }, uniquingKeysWith: { first, _ in first })
    for (name, handler) in handlers { add(name, handler) }
    refresh()
  }

  private func add(_ name: String, _ handler: Handler) {
    let type = handler.takesText ? g_variant_type_new("s") : nil
    defer { g_variant_type_free(type) }
    let state = handler.state.map { $0(target) }
    shownStates[name] = state
    let action =
      state.map { g_simple_action_new_stateful(name, type, $0.variant) }
      ?? g_simple_action_new(name, type)
    RawSignal.connect1(action!, "activate") { [weak self] parameter in
      let text = parameter.flatMap { g_variant_get_string(OpaquePointer($0), nil) }
      self?.activated(handler, text.map { String(cString: $0) })
    }
    g_action_map_add_action(map, action)
    g_object_unref(action?.raw)
  }

  private func activated(_ handler: Handler, _ text: String?) {
    handler.perform(target, text)
    refresh()
  }

  /// Whether there is such a command, by its action's name without a prefix, and it can be done now.
  func isEnabled(_ name: String) -> Bool {
    guard let handler = handlers[name] else { return false }
    return handler.isEnabled?(target) ?? true
  }

  /// Does a command that takes no text, where it can be done now.
  func perform(_ name: String) {
    guard isEnabled(name), let handler = handlers[name] else { return }
    activated(handler, nil)
  }

  /// Shows what can be done now, and what is on.
  func refresh() {
    for (name, handler) in handlers {
      if let isEnabled = handler.isEnabled?(target), isEnabled != shownEnabled[name] {
        shownEnabled[name] = isEnabled
        g_simple_action_set_enabled(g_action_map_lookup_action(map, name), isEnabled ? 1 : 0)
      }
      if let state = handler.state?(target), state != shownStates[name] {
        shownStates[name] = state
        g_simple_action_set_state(g_action_map_lookup_action(map, name), state.variant)
      }
    }
  }
}

extension AppCommand.State {
  /// Floating; whoever takes it owns it.
  fileprivate var variant: OpaquePointer? {
    switch self {
    case .isOn(let isOn): g_variant_new_boolean(isOn ? 1 : 0)
    case .chosen(let value): g_variant_new_string(value)
    }
  }
}
