import InkModel
import TabletCompositor
import Testing

/// Choosing from menus and finding controls, as a hand does.
extension AppFixture {
  /// Opens the window's menu and presses a row of it, or of one of its submenus.
  func choose(
    _ name: String, in submenu: String? = nil, by hand: Pointing, _ tree: AccessibleTree
  ) throws {
    try hand.press(tree.position(of: "Main Menu", in: window), on: self)
    try screen.waitForPopups(1)
    try screen.waitUntilStill()
    if let submenu {
      try hand.press(tree.position(ofRow: submenu, in: #require(screen.popups.last)), on: self)
      try screen.waitUntilStill(for: 0.5)
    }
    try hand.press(tree.position(ofRow: name, in: #require(screen.popups.last)), on: self)
  }

  /// Opens the menu of the first page in the panel and presses a row of it.
  func chooseOfFirstPage(_ name: String, _ tree: AccessibleTree) throws {
    let tile = try tree.position(of: "Page 1 of", in: window)
    screen.mouse.click(at: tile, .right)
    try screen.waitForPopups(1)
    try screen.waitUntilStill()
    let row = try tree.position(ofRow: name, in: #require(screen.popups.last))
    screen.mouse.click(at: row)
    screen.mouse.leave()
  }

  /// Presses the start of a control of a dialog, where neither of the buttons of a number is.
  func press(
    _ name: String, _ role: AccessibleRole, in dialog: Window, _ tree: AccessibleTree
  ) throws {
    let box = try tree.whileItChanges {
      let found = try tree.widgets(in: dialog.title).first {
        try $0.name == name && tree.role($0) == role.rawValue
      }
      return try tree.box(#require(found))
    }
    screen.mouse.click(at: dialog.point(box.minX + 16, box.center.y))
  }

  /// Tabs on to the control of a row in the preferences.
  func focus(_ name: String, _ tree: AccessibleTree) throws {
    for tabs in 0..<80 {
      let all = try tree.widgets()
      // GTK gives the focus to the button within the control, right behind it in the tree.
      if let row = all.lastIndex(where: { $0.name == name })
        ?? all.lastIndex(where: { $0.name.contains(name) }),
        let now = all.lastIndex(where: { $0.had(.focused) }), (row...row + 3).contains(now)
      {
        // What scrolls to where the keyboard is has come to rest.
        if tabs > 0 { try screen.waitUntilStill() }
        return
      }
      try screen.keyboard.press("Tab")
      try screen.settle()
    }
    Issue.record("the keyboard does not come to “\(name)”")
  }

  /// Chooses a row of a list of choices by keys.
  ///
  /// - Parameter row: Counted from 0; the first one is the choice before.
  func chooseRow(_ row: Int, of name: String, _ tree: AccessibleTree) throws {
    try focus(name, tree)
    try screen.chooseInList(by: Array(repeating: "Down", count: row))
  }

  /// Presses “Export…” in the dialog, saves under the name that is offered, and waits until the app tells of it.
  func saveExport(as name: String, _ tree: AccessibleTree) throws {
    try tree.press("Export…")
    _ = try screen.waitForWindow { $0.title == "Export the Drawing" }
    try screen.waitUntilStill()
    try screen.keyboard.press("Return")
    try tree.wait(for: "Exported to “\(name)”.")
  }

  /// Brings a file as other programs do: pasted from the clipboard, else dropped at a point of the screen.
  func bring(_ path: String, to p: Point, isPasted: Bool) throws {
    let files = [("text/uri-list", Array("file://\(path)\r\n".utf8))]
    if isPasted {
      screen.setClipboard(files)
      try screen.settle()
      try screen.keyboard.press("v", [.control])
    } else {
      try screen.drop(files, at: p)
    }
  }
}

extension Screen {
  /// Opens the list of choices that has the keyboard, goes to a row by these keys and chooses it.
  func chooseInList(by keys: [String]) throws {
    try keyboard.press("space")
    try waitForPopups(1)
    for key in keys { try keyboard.press(key) }
    try keyboard.press("Return")
    try waitForPopups(0)
  }

  /// Opens the window's menu, a submenu of it and a row of that, by keys: the letters that are underlined there.
  func chooseByLetters(_ submenu: String, _ row: String) throws {
    try keyboard.press("F10")
    try waitForPopups(1)
    try waitUntilStill()
    try keyboard.press(submenu)
    try waitUntilStill()
    try keyboard.press(row)
  }
}

extension AccessibleTree {
  /// AT-SPI's numbers of the roles of rows in menus: plain ones, those with a check mark, those of several.
  private static let menuItems: Set<UInt32> = [35, 8, 45]

  /// The middle of a row of the menu that is open, on the screen.
  func position(ofRow name: String, in popup: PixelBox) throws -> Point {
    // Rows one below the other; of where they are, only how far from the first is known.
    let rows = try whileItChanges {
      try widgets(ofRoles: Self.menuItems).map { (name: $0.name, box: try box($0)) }
    }
    let row = try #require(rows.first { $0.name == name })
    let top = rows.map(\.box.minY).min() ?? 0
    return Point(
      Double(popup.x + popup.width / 2), Double(popup.y) + 8 + row.box.center.y - top)
  }

  /// The height of the rows of the menu that is open, from one to another.
  func height(fromRow first: String, to last: String) throws -> Double {
    try whileItChanges {
      let top = try box(wait(for: first, isWhole: true, timeout: 1)).minY
      return try box(wait(for: last, isWhole: true, timeout: 1)).maxY - top
    }
  }

  /// The middle of the widget of a window that says this, on the screen.
  func position(of name: String, in window: Window) throws -> Point {
    let middle = try whileItChanges { try box(wait(for: name, timeout: 1)).center }
    return Point(Double(window.frame.x) + middle.x, Double(window.frame.y) + middle.y)
  }
}
