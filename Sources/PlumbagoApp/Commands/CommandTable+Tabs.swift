import Gtk

/// The tabs of a window.
extension CommandTable {
  static let tabs = Group(
    title: tr("Tabs"),
    commands: [
      .win("new-tab", tr("_New Tab"), title: tr("New Drawing in a Tab"), keys: ["<Control>t"]) {
        Application.shared?.newDrawing(in: .tab($0.toplevel))
      },
      .win(
        "next-tab", tr("Ne_xt Tab"), keys: ["<Control>" + KeyNames.tab], isEnabled: { $0.hasTabs }
      ) {
        $0.toplevel.selectNext(by: 1)
      },
      .win(
        "previous-tab", tr("Pre_vious Tab"), keys: ["<Control><Shift>" + KeyNames.tab],
        isEnabled: { $0.hasTabs }
      ) { $0.toplevel.selectNext(by: -1) },
      .win(
        "tab-to-window", tr("_Move to a New Window"), title: tr("Move the Tab to a New Window"),
        isEnabled: { $0.hasTabs }
      ) { Application.shared?.moveToWindow($0) },
    ])
}

extension DocumentWindow {
  /// Whether its window shows other drawings, too.
  fileprivate var hasTabs: Bool { toplevel.tabs.count > 1 }
}
