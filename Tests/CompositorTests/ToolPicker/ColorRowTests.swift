import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What changes the colours of the tools' row: the menu of each of them, and the same among all colours.
  @Suite struct ColorRowTests {
    /// What the menu of a colour can have.
    private static let rowActions = ["Edit Color…", "Remove From the Row", "Standard Colors"]

    /// The middle of a button at the right of the popover that is open, by how far it is above the lowest of some.
    private func position(
      of name: String, among names: [String], _ tree: AccessibleTree, on fixture: AppFixture
    ) throws -> Point {
      try fixture.screen.waitUntilStill()
      let boxes = try tree.whileItChanges {
        try tree.widgets().filter {
          try names.contains($0.name) && tree.role($0) == AccessibleRole.button.rawValue
        }.map { (name: $0.name, box: try tree.box($0)) }
      }
      let button = try #require(boxes.last { $0.name == name })
      let lowest = boxes.map(\.box.maxY).max() ?? button.box.maxY
      let options = try #require(fixture.screen.popups.first).rect
      // As wide as the popover's padding.
      let edge = 14.0
      return Point(
        options.maxX - edge - button.box.width / 2,
        options.maxY - edge - (lowest - button.box.center.y))
    }

    /// Presses a button of the menu of a colour, or of its like among all colours.
    private func press(
      _ action: String, by hand: Pointing, _ tree: AccessibleTree, on fixture: AppFixture
    ) throws {
      try tree.wait(for: action)
      let button = try position(of: action, among: Self.rowActions, tree, on: fixture)
      try hand.press(button, on: fixture)
    }

    /// Opens all colours, and what they have for the one in hand.
    private func openRow(
      by hand: Pointing, _ tree: AccessibleTree, on fixture: AppFixture
    ) throws {
      let (button, lowest) = ("Change the Row", "Another Color…")
      try fixture.screen.keyboard.press("k")
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: button)
      try hand.press(
        position(of: button, among: [button, lowest], tree, on: fixture), on: fixture)
    }

    /// Types a colour into the editor that is open, and is done with it.
    private func enter(_ color: String, _ tree: AccessibleTree, on fixture: AppFixture) throws {
      let keys = fixture.screen.keyboard
      try tree.wait(for: "Done")
      try fixture.screen.waitUntilStill()
      try keys.press("a", [.control])
      try keys.type(color)
      try keys.press("Return")
      try fixture.screen.waitUntilStill()
      try tree.press("Done")
      try fixture.screen.waitForPopups(0)
      try tree.wait(for: color)
    }

    @Test func `S7 a colour of the row is changed there, taken out and brought back, by each hand`()
      throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      let keys = fixture.screen.keyboard
      let (ink, red) = (try fixture.item(.color(0)), try fixture.item(.color(2)))
      // A finger, before a pen makes it a palm.
      fixture.screen.touch.down(1, at: red)
      pause(0.9)
      fixture.screen.touch.up(1)
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: "Remove From the Row")
      // Nobody has changed the row yet, nor chosen the colour.
      let texts = try tree.texts()
      #expect(!texts.contains("Standard Colors"))
      let chosen = try tree.widgets().filter { $0.had(.pressed) }.map(\.name)
      #expect(chosen.contains("Ink") && !chosen.contains("Red"))
      try press("Edit Color…", by: .finger, tree, on: fixture)
      try enter("#1F7A5C", tree, on: fixture)
      try fixture.screen.waitUntilStill()
      let shown = fixture.screen.pixel(at: red)
      #expect(shown.distance(to: Pixel(0x1F7A5C)) < 8, "\(shown)")

      fixture.screen.mouse.click(at: red, .right)
      fixture.screen.mouse.leave()
      try fixture.screen.waitForPopups(1)
      try press("Remove From the Row", by: .mouse, tree, on: fixture)
      try fixture.screen.waitForPopups(0)
      let removed = "“#1F7A5C” was removed from the row."
      try tree.wait(for: removed)
      try tree.wait(forNo: "#1F7A5C", isWhole: true)
      // The message's button brings it back where it was.
      try tree.press("Restore the Row")
      try tree.wait(forNo: removed)
      try tree.wait(for: "#1F7A5C", isWhole: true)
      try fixture.screen.waitUntilStill()
      let back = fixture.screen.pixel(at: red)
      #expect(back.distance(to: Pixel(0x1F7A5C)) < 8, "\(back)")

      fixture.pen.down(at: ink)
      pause(0.9)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitForPopups(1)
      try press("Standard Colors", by: .pen, tree, on: fixture)
      try fixture.screen.waitForPopups(0)
      try tree.wait(for: "Red", isWhole: true)
      try tree.wait(for: "The row has its standard colors again.")

      // From the tool in hand along the row to the first colour.
      try keys.press("F6")
      try fixture.screen.waitUntilStill()
      func isOnColor() throws -> Bool {
        try tree.widgets().contains {
          try ["Ink", "Gray"].contains($0.name) && tree.has(.focused, $0)
        }
      }
      for _ in 0..<20 {
        if try isOnColor() { break }
        try keys.press("Right")
        try fixture.screen.waitUntilStill()
      }
      try keys.press("Menu")
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: "Edit Color…")
      try keys.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    /// The names of the rows of the menu of a colour that have the keyboard.
    private func focusedActions(_ tree: AccessibleTree) throws -> [String] {
      try tree.whileItChanges {
        try tree.widgets().filter {
          try Self.rowActions.contains($0.name) && tree.has(.focused, $0)
        }.map(\.name)
      }
    }

    /// Expects that keys go to the menu of a colour that is open, and not to what is behind it.
    ///
    /// They take the colour out in the end.
    private func removeByKeys(_ tree: AccessibleTree, on fixture: AppFixture) throws {
      let (screen, keys) = (fixture.screen, fixture.screen.keyboard)
      try screen.waitUntilStill()
      let first = try focusedActions(tree)
      #expect(first == ["Edit Color…"])
      // The last row comes before the first. Keys that open all colours or hide the tools, either of
      // which closes the menu, do nothing.
      for key in ["Up", "k", "F9"] { try keys.press(key) }
      try screen.waitUntilStill()
      let last = try focusedActions(tree)
      #expect(last == ["Standard Colors"])
      #expect(screen.popupCount == 1)
      for key in ["Down", "Down", "Return"] { try keys.press(key) }
      try screen.waitForPopups(0)
    }

    @Test func `S88 what the menu of a colour has, all colours have for the one in hand`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      // The first one is in hand.
      try openRow(by: .finger, tree, on: fixture)
      try press("Edit Color…", by: .finger, tree, on: fixture)
      try enter("#1F7A5C", tree, on: fixture)
      try tree.wait(for: "“#1F7A5C” is in the place of “Ink” in the row now.")
      let before = try Set(tree.texts())
      #expect(!before.contains("Ink"))

      fixture.screen.mouse.click(at: try fixture.item(.color(0)), .right)
      fixture.screen.mouse.leave()
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: "Standard Colors")
      let offered = try Set(tree.texts().filter { !$0.hasPrefix("Gtk") }).subtracting(before)
      #expect(offered == Set(Self.rowActions))
      try removeByKeys(tree, on: fixture)
      let removed = "“#1F7A5C” was removed from the row."
      try tree.wait(for: removed)
      try tree.press("Restore the Row")
      try tree.wait(forNo: removed)

      try openRow(by: .mouse, tree, on: fixture)
      let missing = try offered.subtracting(tree.texts())
      #expect(missing.isEmpty, "\(missing)")
      try press("Remove From the Row", by: .mouse, tree, on: fixture)
      try fixture.screen.waitForPopups(0)
      try tree.wait(for: removed)
      try tree.wait(forNo: "#1F7A5C", isWhole: true)

      // It is in hand, and not of the row any more.
      try openRow(by: .pen, tree, on: fixture)
      let sensitive = try tree.whileItChanges {
        try tree.widgets().filter {
          try Self.rowActions.contains($0.name) && tree.role($0) == AccessibleRole.button.rawValue
            && tree.has(.sensitive, $0)
        }.map(\.name)
      }
      #expect(sensitive == ["Standard Colors"])
      try press("Standard Colors", by: .pen, tree, on: fixture)
      try fixture.screen.waitForPopups(0)
      try tree.wait(for: "Ink", isWhole: true)
      try fixture.done()
    }
  }
}
