import Gtk

extension Box {
  /// The row at the top of a panel, with buttons for commands, by their actions.
  static func panelBar(_ actions: [String]) -> Box {
    let bar = Box(.horizontal, spacing: 2).styled("panel-bar")
    for action in actions { bar.append(Button(panelCommand: action)) }
    return bar
  }
}

extension Button {
  /// A button of a panel for a command, by its action; the keyboard stays where it is.
  ///
  /// - Parameter icon: By default the command's.
  init(panelCommand action: String, icon: String? = nil) {
    let command = CommandTable[action]
    self.init(icon: icon ?? command.icon ?? "")
    styled("flat", "panel-button")
    setAction(action)
    name(command.title)
    focusesOnClick = false
  }
}
