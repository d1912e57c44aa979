/// Every command of the app.
///
/// A new command is a row in one of the groups below, and its name in a list of ``CommandMenus`` if a menu shows it:
/// actions, keys, the help and tooltips are made from here.
enum CommandTable {
  /// Commands that the help lists together, those that have keys.
  struct Group {
    let title: String
    let commands: [AppCommand]
  }

  /// In the order in which the help has them.
  static let groups: [Group] = [
    history, tools, selection, finding, pages, layers, pictures, view, moving, keyboardPen, files,
    library, tabs,
    general,
  ]

  /// What most people need first, by actions, in this order; all have keys.
  static let mostUsed = [
    "win.undo", "win.redo", "win.tool::pen", "win.tool::eraser", "win.tool::selection",
    "win.colors", "win.copy", "win.paste", "win.zoom-fit", "win.fullscreen", "app.new", "app.open",
    "win.save", "win.export", "app.help", "app.shortcuts",
  ]

  static let all = groups.flatMap(\.commands)

  private static let byAction = Dictionary(
    all.filter { !$0.action.isEmpty }.map { ($0.action, $0) },
    uniquingKeysWith: { first, _ in first })

  /// The command with this action.
  ///
  /// Names are written in the source only, and a test checks each list of them against the table.
  static subscript(_ action: String) -> AppCommand {
    guard let command = byAction[action] else { preconditionFailure("no command \(action)") }
    return command
  }

  static func has(_ action: String) -> Bool { byAction[action] != nil }
}
