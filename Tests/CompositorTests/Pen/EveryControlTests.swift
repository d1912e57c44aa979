import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The pen as a pointer: on everything that can be pressed, on windows, lists and menus.
  @Suite struct EveryControlTests {
    /// AT-SPI's numbers of what can be pressed: check box, combo box, page tab, button, radio button,
    /// slider, spin button, toggle button, entry, switch.
    private static let pressable: Set<UInt32> = [7, 11, 37, 43, 44, 51, 52, 62, 79, 130]
    /// AT-SPI's number of the state of widgets that take presses.
    private static let sensitive: UInt32 = 24

    /// Presses each control of a window, and lets go of it beside it.
    ///
    /// - Returns: What showed nothing, and how many there were.
    private func press(
      allOf window: Window, _ tree: AccessibleTree, on desk: Desk, leavingOut covered: Rect = .empty
    ) throws -> (deaf: [String], count: Int) {
      let frame = window.frame
      let whole = Rect(
        x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
      var deaf: [String] = []
      var count = 0
      for widget in try tree.widgets(in: window.title) {
        guard Self.pressable.contains(try tree.role(widget)),
          try tree.has(Self.sensitive, widget)
        else { continue }
        let box = try tree.box(widget)
        // Beyond the edge of what scrolls, or in a part that is not shown now.
        guard box.width > 2, box.height > 2, whole.contains(box.center),
          whole.union(box) == whole
        else { continue }
        let middle = window.point(box.center.x, box.center.y)
        guard !covered.contains(middle) else { continue }
        count += 1
        let around = PixelBox(
          covering: Rect(
            x: middle.x - box.width / 2, y: middle.y - box.height / 2, width: box.width,
            height: box.height
          ).outset(by: 2)
        ).intersection(frame)
        let before = desk.screen.screenshot(of: around)
        desk.pen.hover(at: middle)
        desk.pen.down(at: middle)
        do {
          try desk.screen.wait(for: "an answer", in: around, timeout: 2) { $0 != before }
        } catch {
          deaf.append("\(widget.name) \(try tree.role(widget)) \(box)")
        }
        // Let go of where nothing is.
        desk.pen.move(to: window.point(box.center.x, Double(frame.height) - 3))
        desk.pen.up()
        desk.pen.proximityOut()
        try desk.screen.waitUntilStill()
        while desk.screen.popupCount > 0 {
          try desk.screen.keyboard.press("Escape")
          try desk.screen.waitUntilStill()
        }
      }
      return (deaf, count)
    }

    @Test func `S7 each control of the window and of its dialogs shows that the pen presses it`()
      async throws
    {
      let desk = try Desk.withTools(
        size: PixelSize(width: 1100, height: 1000),
        environment: ["GSETTINGS_BACKEND": "keyfile"])
      try desk.waitForPicker()
      let tree = try AccessibleTree(desk.screen)
      desk.pen.stroke([desk.at(100, 300), desk.at(300, 320)])
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      try desk.look()

      // The picker's own tests press each of its items.
      let picker = desk.pickerFrame().outset(by: 4)
      let own = try press(allOf: desk.window, tree, on: desk, leavingOut: picker)
      #expect(own.deaf.isEmpty, "of the window")
      #expect(own.count >= 4, "undo, redo or not, title, menu, close: \(own.count)")

      let dialogs: [(key: String, modifiers: Set<Keyboard.Modifier>, least: Int)] = [
        (",", [.control], 7), ("p", [.control, .shift], 6), ("F1", [], 1),
      ]
      for dialog in dialogs {
        try desk.screen.keyboard.press(dialog.key, dialog.modifiers)
        let window = try desk.screen.waitForWindow { $0 != desk.window }
        try desk.screen.waitUntilStill()
        let found = try press(allOf: window, tree, on: desk)
        #expect(found.deaf.isEmpty, "of “\(window.title)”")
        #expect(found.count >= dialog.least, "of “\(window.title)”")
        window.close()
        try desk.screen.waitForWindows(1)
      }
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `S7 the pen drags the handles of selected text as a finger does`() throws {
      var selected: [String] = []
      for usesPen in [true, false] {
        let desk = try Desk()
        let (screen, touch) = (desk.screen, desk.screen.touch)
        try screen.keyboard.press("F2")
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
        try screen.keyboard.press("a", [.control])
        try screen.keyboard.type("Hello wonderful world and more")
        try screen.waitUntilStill()
        let entry = try #require(screen.popups.first)
        let word = Point(Double(entry.x) + 85, Double(entry.y + entry.height / 2))
        // Twice on a word: GTK selects it, with a handle at either end.
        touch.tap(at: word)
        pause(0.1)
        touch.tap(at: word)
        try screen.waitForPopups(3)
        try screen.waitUntilStill()
        let handle = try #require(screen.popups.dropFirst().max { $0.x < $1.x })
        let grip = Point(
          Double(handle.x) + Double(handle.width) / 2, Double(handle.y) + Double(handle.height) / 2)
        pause(0.6)
        if usesPen {
          desk.pen.hover(at: grip)
          desk.pen.down(at: grip)
          desk.pen.move(along: (1...25).map { Point(grip.x + Double($0) * 2, grip.y) })
          desk.pen.up()
          desk.pen.proximityOut()
        } else {
          touch.down(1, at: grip)
          for i in 1...25 {
            touch.move(1, to: Point(grip.x + Double(i) * 2, grip.y))
            pause(0.005)
          }
          touch.up(1)
        }
        try screen.waitUntilStill()
        try screen.keyboard.press("c", [.control])
        try screen.waitForClipboard("text/plain;charset=utf-8")
        selected.append(try screen.clipboardText() ?? "")
        try desk.done()
      }
      #expect(selected[0] == selected[1])
      #expect(!["", "wonderful"].contains(selected[0]))
    }

    @Test func `S10 the pen drags the window by its header bar`() throws {
      let desk = try Desk(size: PixelSize(width: 1400, height: 1000), maximized: false)
      let before = desk.window.frame
      let grip = desk.window.point(Double(before.width) * 0.25, 20)
      desk.pen.hover(at: grip)
      desk.pen.down(at: grip)
      for i in 1...20 {
        desk.pen.move(to: Point(grip.x + Double(i) * 3, grip.y + Double(i) * 2))
        pause(0.01)
      }
      desk.pen.up()
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill()
      // What moved before the drag counted as one stays behind.
      let way = (desk.window.frame.x - before.x, desk.window.frame.y - before.y)
      #expect((30...60).contains(way.0) && (15...40).contains(way.1), "\(way)")
      try desk.done()
    }

    @Test func `S10 the pen opens menus and chooses rows of lists`() throws {
      let desk = try Desk(environment: ["GSETTINGS_BACKEND": "keyfile"])
      let tree = try AccessibleTree(desk.screen)
      let menu = try tree.box(tree.wait(for: "Main Menu")).center
      try Pointing.pen.press(desk.window.point(menu.x, menu.y), on: desk)
      try desk.screen.waitForPopups(1)
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForPopups(0)

      try desk.screen.keyboard.press(",", [.control])
      let dialog = try desk.screen.waitForWindow { $0.title == "Preferences" }
      try desk.screen.waitUntilStill()
      // The list of styles is the first of its kind.
      let combo: UInt32 = 11
      let list = try #require(
        try tree.widgets(in: "Preferences").first { try tree.role($0) == combo })
      let middle = try tree.box(list).center
      try Pointing.pen.press(dialog.point(middle.x, middle.y), on: desk)
      try desk.screen.waitForPopups(1)
      try desk.screen.waitUntilStill()
      let rows = try #require(desk.screen.popups.last)
      try Pointing.pen.press(
        Point(Double(rows.x + rows.width / 2), Double(rows.maxY) - Double(rows.height) / 6),
        on: desk)
      let dark = Pixel(PaperStyle.dark.color.rgba >> 8)
      try desk.screen.wait(for: "dark paper") { _ in
        desk.screen.pixel(at: desk.at(20, 20)) == dark
      }
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
    }
  }
}
