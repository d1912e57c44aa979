import InkModel
import TabletCompositor
import Testing

/// Choosing from menus and finding controls, as a hand does.
extension AppFixture {
  /// AT-SPI's number of the role of rows in menus.
  private static let menuItem: UInt32 = 35

  /// Opens the window's menu and presses a row of it.
  func choose(_ name: String, by hand: Pointing, _ tree: AccessibleTree) throws {
    try hand.press(tree.position(of: "Main Menu", in: window), on: self)
    try screen.waitForPopups(1)
    try screen.waitUntilStill()
    let popup = try #require(screen.popups.last)
    // Rows one below the other; of where they are, only how far from the first is known.
    let rows = try tree.widgets().filter { try tree.role($0) == Self.menuItem }.map {
      (name: $0.name, box: try tree.box($0))
    }
    let row = try #require(rows.first { $0.name == name })
    let top = rows.map(\.box.minY).min() ?? 0
    try hand.press(
      Point(
        Double(popup.x + popup.width / 2), Double(popup.y) + 8 + row.box.center.y - top),
      on: self)
  }

  /// AT-SPI's number of the state of the widget that has the keyboard.
  private static let focused: UInt32 = 12

  /// Tabs on to the control of a row in the preferences.
  func focus(_ name: String, _ tree: AccessibleTree) throws {
    for _ in 0..<80 {
      let all = try tree.widgets()
      // GTK gives the focus to the button within the control, right behind it in the tree.
      if let row = all.lastIndex(where: { $0.name.contains(name) }),
        let now = try all.lastIndex(where: { try tree.has(Self.focused, $0) }),
        (row...row + 3).contains(now)
      {
        return
      }
      try screen.keyboard.press("Tab")
      try screen.waitUntilStill()
    }
    Issue.record("the keyboard does not come to “\(name)”")
  }
}

extension AccessibleTree {
  /// The middle of the widget of a window that says this, on the screen.
  func position(of name: String, in window: Window) throws -> Point {
    let middle = try box(wait(for: name)).center
    return Point(Double(window.frame.x) + middle.x, Double(window.frame.y) + middle.y)
  }
}
