import Canvas
import Gtk

/// One command of the app, which menus, buttons, keys, gestures, pens and pads activate.
///
/// ``CommandTable`` has them all. Whatever offers a command names it by its ``action`` and takes label, keys and
/// effect from there.
struct AppCommand {
  /// Its action's detailed name, as GTK writes it: `win.undo`, and `win.tool::pen` where the action takes a text.
  ///
  /// Settings, tests and other programs know a command by it. Empty for keys that GTK or the canvas takes by itself.
  let action: String
  /// What menus say, with an underscore before the mnemonic.
  let label: String
  /// What tooltips, screen readers and the help say.
  let title: String
  /// Its keys as GTK writes accelerators; the first is the one that tooltips and the help show.
  let keys: [String]
  /// The symbolic icon of its button, where it has one.
  let icon: String?
  let effect: Effect

  enum Effect {
    case window(Handler<DocumentWindow>)
    case app(Handler<Application>)
    /// GTK or the canvas takes the keys by itself; they are listed, and not bound.
    case elsewhere
  }

  /// What a command does to a window or to the app.
  struct Handler<Target> {
    /// Whether it can be done now; `nil` for always.
    var isEnabled: ((Target) -> Bool)?
    /// What menus show of it, and so which type its action has; `nil` for nothing.
    var state: ((Target) -> State)?
    /// Whether ``perform`` needs a text.
    var takesText = false
    var perform: (Target, String?) -> Void
  }

  /// What a menu shows beside a command.
  enum State: Equatable {
    /// A check mark.
    case isOn(Bool)
    /// The value of the radio item that is chosen.
    case chosen(String)
  }

  /// The action's name without the text that it takes.
  var actionName: Substring {
    action.prefix(upTo: action.firstRange(of: "::")?.lowerBound ?? action.endIndex)
  }

  fileprivate init(
    _ action: String, _ label: String, _ title: String?, _ keys: [String], _ icon: String?,
    _ effect: Effect
  ) {
    self.action = action
    self.label = label
    self.title = title ?? Self.title(ofLabel: label)
    self.keys = keys
    self.icon = icon
    self.effect = effect
  }

  /// A menu's label without its mnemonic and the ellipsis: `Save _As…` and `名前を付けて保存(_A)…` are a menu's.
  static func title(ofLabel label: String) -> String {
    var title = label.withoutMnemonic
    if title.last == "…" { title.removeLast() }
    return title
  }
}

// MARK: Rows of the table

extension AppCommand {
  /// A command of a window.
  ///
  /// - Parameter title: What it is called outside of menus, where that is not what the label says.
  static func win(
    _ name: String, _ label: String, title: String? = nil, keys: [String] = [], icon: String? = nil,
    isEnabled: ((DocumentWindow) -> Bool)? = nil, perform: @escaping (DocumentWindow) -> Void
  ) -> AppCommand {
    AppCommand(
      "win." + name, label, title, keys, icon,
      .window(Handler(isEnabled: isEnabled) { window, _ in perform(window) }))
  }

  /// A command that is on or off.
  static func win(
    _ name: String, _ label: String, title: String? = nil, keys: [String] = [],
    isEnabled: ((DocumentWindow) -> Bool)? = nil, isOn: @escaping (DocumentWindow) -> Bool,
    turn: @escaping (DocumentWindow, Bool) -> Void
  ) -> AppCommand {
    AppCommand(
      "win." + name, label, title, keys, nil,
      .window(
        Handler(isEnabled: isEnabled, state: { .isOn(isOn($0)) }) { window, _ in
          turn(window, !isOn(window))
        }))
  }

  /// One of several commands of which one is chosen: they share an action.
  static func win(
    _ name: String, value: String, _ label: String, keys: [String] = [],
    chosen: @escaping (DocumentWindow) -> String, choose: @escaping (DocumentWindow, String) -> Void
  ) -> AppCommand {
    AppCommand(
      "win." + name + "::" + value, label, nil, keys, nil,
      .window(Self.choice(chosen, choose)))
  }

  /// A command of the app, which no window is needed for.
  static func app(
    _ name: String, _ label: String, title: String? = nil, keys: [String] = [],
    perform: @escaping (Application) -> Void
  ) -> AppCommand {
    AppCommand(
      "app." + name, label, title, keys, nil, .app(Handler { app, _ in perform(app) }))
  }

  static func app(
    _ name: String, _ label: String, isOn: @escaping (Application) -> Bool,
    turn: @escaping (Application, Bool) -> Void
  ) -> AppCommand {
    AppCommand(
      "app." + name, label, nil, [], nil,
      .app(Handler(state: { .isOn(isOn($0)) }) { app, _ in turn(app, !isOn(app)) }))
  }

  static func app(
    _ name: String, value: String, _ label: String, chosen: @escaping (Application) -> String,
    choose: @escaping (Application, String) -> Void
  ) -> AppCommand {
    AppCommand("app." + name + "::" + value, label, nil, [], nil, .app(Self.choice(chosen, choose)))
  }

  /// A command that takes a text, as an item of a list of files has it.
  static func app(
    _ name: String, _ label: String, taking perform: @escaping (Application, String) -> Void
  ) -> AppCommand {
    AppCommand(
      "app." + name, label, nil, [], nil,
      .app(Handler(takesText: true) { app, text in if let text { perform(app, text) } }))
  }

  /// Keys that GTK or the canvas takes by itself.
  static func listed(_ keys: [String], _ title: String, action: String = "") -> AppCommand {
    AppCommand(action, title, title, keys, nil, .elsewhere)
  }

  private static func choice<Target>(
    _ chosen: @escaping (Target) -> String, _ choose: @escaping (Target, String) -> Void
  ) -> Handler<Target> {
    Handler(state: { .chosen(chosen($0)) }, takesText: true) { target, value in
      if let value { choose(target, value) }
    }
  }
}
