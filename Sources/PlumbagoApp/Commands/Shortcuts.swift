import Gtk

/// The keys of the commands: what the app binds and what the help lists.
enum Shortcuts {
  struct Shortcut {
    /// Empty for keys that the canvas itself takes.
    var action: String
    var keys: [String]
    var title: String
  }

  struct Group {
    var title: String
    var shortcuts: [Shortcut]
  }

  /// What the help lists: every command that has keys, once, and first what is used most.
  static let groups: [Group] = {
    let most = CommandTable.mostUsed.map { CommandTable[$0] }
    let first = Set(CommandTable.mostUsed)
    let all =
      [CommandTable.Group(title: tr("Most Used"), commands: most)]
      + CommandTable.groups.map { group in
        .init(title: group.title, commands: group.commands.filter { !first.contains($0.action) })
      }
    return all.map { group in
      Group(
        title: group.title,
        shortcuts: group.commands.filter { !$0.keys.isEmpty }.map {
          Shortcut(action: $0.action, keys: $0.keys, title: $0.title)
        })
    }.filter { !$0.shortcuts.isEmpty }
  }()

  /// The commands that have keys to bind.
  private static var bound: [AppCommand] {
    CommandTable.all.filter { command in
      if case .elsewhere = command.effect { false } else { !command.keys.isEmpty }
    }
  }

  /// Binds the keys with a modifier, and those that type nothing.
  static func bind(to application: Gtk.Application) {
    for command in bound {
      let keys = command.keys.filter { !PlainKeys.isPlain($0) }
      if !keys.isEmpty { application.setAccelerators(keys, for: command.action) }
    }
  }

  /// Binds the keys that have no modifier, which are a window's own.
  static func bindPlainKeys(in window: some WidgetProtocol) {
    let plain = bound.flatMap { command in
      command.keys.filter(PlainKeys.isPlain).map { ($0, command.action) }
    }
    PlainKeys.bind(plain, in: window)
  }

  /// The keys of a command but for those that look as another of them does.
  static func distinct(_ keys: [String]) -> [String] {
    var shown: [String] = []
    for key in keys where !shown.map(label).contains(label(key)) { shown.append(key) }
    // A key of the number pad is shown with the very sign of the other one.
    let others = shown.filter { !$0.contains("KP_") }
    return others.isEmpty ? shown : others
  }

  /// A shortcut as a person reads it.
  static func label(_ keys: String) -> String { Accelerator(keys)?.label ?? "" }
}
