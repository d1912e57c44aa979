import Gtk

/// The commands of a window or of the app as actions, to which menus, buttons and keys are bound.
///
/// 1. Made with the object that has the actions and the target that the commands act on, which keeps this.
/// 2. ``refresh()`` whenever something has changed on which a command's state depends; it costs nothing where the
///    state is the same.
/// 3. ``perform(_:)`` performs a command without an action: for a gesture, a button of a tablet.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class CommandActions<Target: AnyObject> {
  private typealias Handler = AppCommand.Handler<Target>

  /// A command's action, and what it shows now.
  private struct Entry {
    var handler: Handler
    var action: Action
    var isEnabled = true
    var state: AppCommand.State?
  }

  /// Told when a command was performed.
  var onPerformed: () -> Void = {}

  /// `nil` once a command has closed the window that it acts on.
  private weak var target: Target?
  private var entries: [Entry] = []
  /// Indices in ``entries``, by the action's name without a prefix.
  private var indices: [String: Int] = [:]
  /// Indices of those that change with what is shown.
  private var changing: [Int] = []

  /// - Parameter map: Of a GtkApplication, or of a tab.
  init(
    _ map: ActionMap, target: Target, _ handler: (AppCommand) -> AppCommand.Handler<Target>?
  ) {
    self.target = target
    for command in CommandTable.all {
      let name = String(command.actionName.dropFirst("win.".count))
      // The rows of a choice share one action.
      guard let handler = handler(command), indices[name] == nil else { continue }
      let state = handler.state.map { $0(target) }
      let index = entries.count
      let action = action(name, index, handler, state)
      indices[name] = index
      if handler.isEnabled != nil || handler.state != nil { changing.append(index) }
      entries.append(Entry(handler: handler, action: action, state: state))
      map.add(action)
    }
    refresh()
  }

  private func action(
    _ name: String, _ index: Int, _ handler: Handler, _ state: AppCommand.State?
  ) -> Action {
    switch state {
    case .isOn(let isOn):
      Action(name, isOn: isOn) { [weak self] _ in self?.activated(handler, nil) }
    case .chosen(let value):
      Action(name, state: value) { [weak self] in
        // The action has the new state already.
        self?.entries[index].state = .chosen($0)
        self?.activated(handler, $0)
      }
    case nil where handler.takesText:
      Action(name, taking: { [weak self] (text: String) in self?.activated(handler, text) })
    case nil:
      Action(name) { [weak self] in self?.activated(handler, nil) }
    }
  }

  private func activated(_ handler: Handler, _ text: String?) {
    guard let target else { return }
    handler.perform(target, text)
    refresh()
    onPerformed()
  }

  /// Whether there is such a command, by its action's name without a prefix, and it can be done now.
  func isEnabled(_ name: String) -> Bool {
    guard let target, let handler = handler(of: name) else { return false }
    return handler.isEnabled?(target) ?? true
  }

  /// Does a command that takes no text, where it can be done now.
  func perform(_ name: String) {
    guard isEnabled(name), let handler = handler(of: name) else { return }
    activated(handler, nil)
  }

  private func handler(of name: String) -> Handler? { indices[name].map { entries[$0].handler } }

  /// Updates which actions are enabled, and their states.
  func refresh() {
    guard let target else { return }
    for index in changing {
      if let isEnabled = entries[index].handler.isEnabled?(target),
        isEnabled != entries[index].isEnabled
      {
        entries[index].isEnabled = isEnabled
        entries[index].action.isEnabled = isEnabled
      }
      guard let state = entries[index].handler.state?(target), state != entries[index].state
      else { continue }
      entries[index].state = state
      switch state {
      case .isOn(let isOn): entries[index].action.setState(isOn)
      case .chosen(let value): entries[index].action.setState(value)
      }
    }
  }
}
