import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The menu of what is selected, and the popovers of its bar.
  @Suite struct SelectionMenuTests {
    /// A fixture with a wave around (360, 250) and one around (360, 500), of which the first is selected.
    private func start(finger: String = "draw") async throws -> AppFixture {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 720), finger: finger)
      for y in [250.0, 500] { fixture.pen.stroke(fixture.wave(300, y)) }
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("s")
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke([fixture.at(300, 250), fixture.at(300, 250)])
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.7)
      return fixture
    }

    private static let onSelection = Point(360, 252)
    private static let commands = [
      "Cut", "Copy", "Duplicate", "Delete", "Copy as Text", "Convert to Text", "Color…",
      "Bring to Front", "Send to Back",
      "Move to the Current Layer", "Export the Selection…",
    ]
    /// AT-SPI's number of the role of rows in menus.
    private static let menuItem: UInt32 = 35

    private func rows(_ tree: AccessibleTree) throws -> [String] {
      try tree.widgets(ofRoles: [Self.menuItem]).map(\.name)
    }

    private func openMenu(_ fixture: AppFixture, by pointing: Pointing, at p: Point) throws {
      switch pointing {
      case .mouse: fixture.screen.mouse.click(at: p, .right)
      case .finger:
        fixture.screen.touch.down(1, at: p)
        try fixture.screen.waitForPopups(1)
        fixture.screen.touch.up(1)
      case .pen:
        fixture.pen.down(at: p)
        try fixture.screen.waitForPopups(1)
        fixture.pen.up()
        fixture.pen.proximityOut()
      }
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
    }

    /// Presses a row of the menu that is open.
    private func choose(_ name: String, _ fixture: AppFixture, _ tree: AccessibleTree) throws {
      let popup = try #require(fixture.screen.popups.last)
      let rows = try tree.widgets(ofRoles: [Self.menuItem]).map {
        (name: $0.name, box: try tree.box($0))
      }
      let row = try #require(rows.first { $0.name == name })
      let top = rows.map(\.box.minY).min() ?? 0
      try Pointing.mouse.press(
        Point(
          Double(popup.x + popup.width / 2), Double(popup.y) + 8 + row.box.center.y - top),
        on: fixture)
    }

    @Test(arguments: Pointing.allCases)
    func `S78 on what is selected the menu has what can be done with that, elsewhere the paper's`(
      pointing: Pointing
    ) async throws {
      let fixture = try await start(finger: "pan")
      let tree = try AccessibleTree(fixture.screen)
      try openMenu(fixture, by: pointing, at: fixture.at(360, 252))
      #expect(try rows(tree) == Self.commands)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      // The other ink is not selected.
      if pointing != .pen {
        try openMenu(fixture, by: pointing, at: fixture.at(360, 502))
        let paper = try rows(tree)
        #expect(paper.contains("Paper…"))
        #expect(!paper.contains("Bring to Front"))
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
      }
      try fixture.screen.waitUntilStill()
      try fixture.done()
    }

    @Test(arguments: [false, true], [false, true])
    func `in a narrow window menus are as wide as anywhere, and whole`(
      ofSelection: Bool, isMirrored: Bool
    ) async throws {
      let size = PixelSize(width: 400, height: 720)
      let fixture = try AppFixture(
        size: size, finger: "pan", environment: isMirrored ? AppFixture.rightToLeft : [:])
      if ofSelection {
        fixture.pen.stroke((0...60).map { fixture.at(20 + Double($0) * 6, 160) })
        fixture.pen.proximityOut()
        _ = try await fixture.kept(1)
        try fixture.screen.keyboard.press("a", [.control])
        try fixture.screen.waitUntilStill(for: 0.7)
      }
      let tree = try AccessibleTree(fixture.screen)
      var widths: Set<Int> = []
      // Where the window has room for a menu on one side, on neither, and by the key.
      for x: Double? in [60, 170, 200, 230, 340, nil] {
        if let x {
          try openMenu(fixture, by: .mouse, at: fixture.at(x, 160))
        } else {
          try fixture.screen.keyboard.press("F10", [.shift])
          try fixture.screen.waitForPopups(1)
          try fixture.screen.waitUntilStill()
        }
        let menu = try #require(fixture.screen.popups.first)
        #expect(menu.x >= 0 && menu.maxX <= size.width && menu.maxY <= size.height, "\(menu)")
        widths.insert(menu.width)
        let isOfSelection = try rows(tree).contains("Bring to Front")
        #expect(isOfSelection == ofSelection)
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
      }
      let widest = try #require(widths.max())
      #expect(widths.count == 1 && widest < size.width, "\(widths)")
      try fixture.done()
    }

    @Test func `S78 the menu of the selection duplicates, colours, exports and deletes it`()
      async throws
    {
      let fixture = try await start()
      let tree = try AccessibleTree(fixture.screen)
      // By the key for menus: that of the selection, too.
      try fixture.screen.keyboard.press("F10", [.shift])
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      #expect(try rows(tree) == Self.commands)
      try choose("Duplicate", fixture, tree)
      try fixture.screen.waitForPopups(0)
      _ = try await fixture.kept(3)
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(2)
      fixture.pen.stroke([fixture.at(300, 250), fixture.at(300, 250)])
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.7)

      try openMenu(fixture, by: .mouse, at: fixture.at(360, 252))
      try choose("Color…", fixture, tree)
      try fixture.screen.waitForPopups(1)
      try tree.press("Red")
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) { $0.undoDepth == 3 }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)

      try openMenu(fixture, by: .mouse, at: fixture.at(360, 252))
      try choose("Export the Selection…", fixture, tree)
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.keyboard.type(fixture.screen.path("selected.svg") + "\n")
      try tree.wait(for: "Exported to “selected.svg”.")
      let svg = try String(contentsOfFile: fixture.screen.path("selected.svg"), encoding: .utf8)
      // One line of two, and no taller than that.
      let height = try #require(svg.firstMatch(of: /height="([0-9.]+)/)?.1)
      #expect(try #require(Double(height)) < 120)
      try fixture.screen.waitForWindows(1)
      try fixture.screen.waitUntilStill(for: 0.5)

      try openMenu(fixture, by: .mouse, at: fixture.at(360, 252))
      try choose("Delete", fixture, tree)
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    /// The bar's menu has the commands of the window's menu that the bar has no button for.
    private func exportFromBar(_ fixture: AppFixture, _ tree: AccessibleTree) throws {
      try Pointing.mouse.press(tree.position(of: "More", in: fixture.window), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try tree.wait(for: "Move to the Current Layer", isWhole: true)
      // As the menu on the selection has them.
      let beside = Self.commands.filter {
        !["Copy", "Duplicate", "Delete", "Color…"].contains($0)
      }
      var rows: [String] = []
      for text in try tree.texts() where beside.contains(text) && !rows.contains(text) {
        rows.append(text)
      }
      #expect(rows == beside)
      try tree.press("Export the Selection…")
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.screen.waitUntilStill()
    }

    @Test(arguments: ["More", "Color of the Selection"])
    func `Escape closes a popover of the selection's bar, and the next one selects nothing`(
      button: String
    ) async throws {
      let fixture = try await start()
      let tree = try AccessibleTree(fixture.screen)
      if button == "More" { try exportFromBar(fixture, tree) }
      try Pointing.mouse.press(tree.position(of: button, in: fixture.window), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      try tree.wait(for: "What to do with the selection")
      try fixture.screen.keyboard.press("Escape")
      try tree.wait(forNo: "What to do with the selection")
      #expect(await Kept.info(fixture.path)?.strokes == 2)
      try fixture.done()
    }

    @Test func `a key that is typed right after the Escape that closes a menu or a question acts`()
      async throws
    {
      let fixture = try AppFixture()
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      let tree = try AccessibleTree(screen)
      fixture.pen.stroke(fixture.wave(300, 120))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      func openMenu() throws {
        try keyboard.press("F10", [.shift])
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
      }
      try openMenu()
      try keyboard.press("Escape")
      try keyboard.press("s")
      try screen.waitForPopups(0)
      // The tool that selects is in the hand: a tap on ink selects that.
      fixture.pen.stroke([fixture.at(300, 120), fixture.at(300, 120)])
      fixture.pen.proximityOut()
      try tree.wait(for: "What to do with the selection")
      try keyboard.press("Escape")
      try tree.wait(forNo: "What to do with the selection")

      // The number that a ruler asks for.
      try keyboard.press("u")
      try screen.waitUntilStill()
      try openMenu()
      let row = try tree.position(ofRow: "Angle…", in: #require(screen.popups.last))
      screen.mouse.click(at: row)
      screen.mouse.leave()
      try tree.wait(for: "Angle (°)")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try keyboard.press("Escape")
      try keyboard.press("p")
      try screen.waitForPopups(0)
      fixture.pen.stroke(fixture.wave(300, 180))
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `where there is nothing to select, Select All says so and keeps the tool`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("a", [.control])
      try tree.wait(for: "There is nothing that can be selected.")
      fixture.pen.stroke(fixture.wave(300, 250))
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    @Test(arguments: ["draw", "pan"], [true, false])
    func `fingers on the paper and on the selection's bar at once leave nothing pressed`(
      finger: String, barFirst: Bool
    ) async throws {
      let fixture = try await start(finger: finger)
      let tree = try AccessibleTree(fixture.screen)
      let bar = try tree.position(of: "Delete", in: fixture.window)
      let before = fixture.screen.screenshot(
        of: PixelBox(covering: Rect(center: bar, radius: 18)))
      let touch = fixture.screen.touch
      let paper = fixture.at(120, 420)
      for round in 0..<3 {
        touch.down(barFirst ? 1 : 2, at: barFirst ? bar : paper)
        pause(0.06)
        touch.down(barFirst ? 2 : 1, at: barFirst ? paper : bar)
        pause(0.06)
        for i in 1...8 {
          touch.move(2, to: paper + Vector(0, Double(i) * 6))
          pause(0.02)
        }
        touch.up(round == 1 ? 1 : 2)
        pause(0.1)
        touch.up(round == 1 ? 2 : 1)
        pause(0.9)
        try fixture.screen.waitUntilStill()
        // What the fingers did with the view is undone, and the same ink is selected again.
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.keyboard.press("Escape")
        while let info = await Kept.info(fixture.path), info.undoDepth > 2 {
          try fixture.screen.keyboard.press("z", [.control])
          try await Kept.wait(for: "one less", in: fixture.path, by: fixture.app) {
            $0.undoDepth < info.undoDepth
          }
        }
        #expect(await Kept.info(fixture.path)?.strokes == 2)
        try fixture.app.expectQuiet()
      }
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill(for: 0.7)
      let button = try tree.wait(for: "Delete")
      #expect(try !tree.has(.pressed, button))
      #expect(try !tree.has(.armed, button))
      let middle = try tree.position(of: "Delete", in: fixture.window)
      fixture.pen.proximityOut()
      let after = fixture.screen.screenshot(
        of: PixelBox(covering: Rect(center: middle, radius: 18)))
      #expect(after.difference(from: before, tolerance: 24).count < 40, "it looks pressed")
      try fixture.done()
    }
  }
}
