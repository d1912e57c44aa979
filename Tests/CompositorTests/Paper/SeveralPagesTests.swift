import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Several pages at once by one hand, and pages that are fitted into the window.
  @Suite struct SeveralPagesTests {
    /// The app with a drawing of blank pages of these sizes, the first in view.
    private func fixture(_ sizes: [PageSize], size: PixelSize) async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "several-\(UUID().uuidString).plumbago").path
      var (pages, order): ([Page], OrderKey) = ([], .first)
      for (i, size) in sizes.enumerated() {
        pages.append(Page(id: Int32(i + 1), order: order, size: size))
        order = order.next
      }
      let store = try await DocumentStore.open(file)
      try await store.perform([.begin(with: DrawingSettings(layout: PageLayout(pages)))])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: size, finger: "pan", profile: .barePaper,
        preferences: [.colorScheme: .init("light")],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    /// The app with three pages of this width, each of which nearly fills the window's height, and its widgets.
    private func threePages(width: Double) async throws -> (AppFixture, AccessibleTree) {
      let fixture = try await fixture(
        Array(repeating: PageSize(width: width, height: 600), count: 3),
        size: PixelSize(width: 1000, height: 700))
      return (fixture, try AccessibleTree(fixture.screen))
    }

    /// Draws on the first and on the last of three pages, each in view and at rest, and takes the pen away.
    private func onFirstAndLastPage(
      _ fixture: AppFixture, _ tree: AccessibleTree, draw: () -> Void
    ) throws {
      for (key, page) in [("Home", 1), ("End", 3)] {
        try fixture.screen.keyboard.press(key, [.alt])
        try tree.wait(for: "Pages: \(page) of 3")
        try fixture.screen.waitUntilStill(for: 0.5)
        draw()
        fixture.pen.proximityOut()
      }
    }

    /// The pages of the file, once as many steps can be undone.
    private func pages(_ fixture: AppFixture, steps: Int) async throws -> [Page] {
      let kept = try await Kept.wait(for: "\(steps) steps", in: fixture.path, by: fixture.app) {
        $0.undoDepth == steps
      }
      return kept.settings.layout.pages
    }

    @Test(arguments: [Pointing.pen, .finger])
    func `pages that are tapped one after the other are doubled, turned and undone together`(
      by hand: Pointing
    ) async throws {
      let fixture = try await fixture(
        Array(repeating: PageSize(width: 300, height: 200), count: 3),
        size: PixelSize(width: 1000, height: 1300))
      let screen = fixture.screen
      // Ink on the first and on the third page, which are 24 points apart from the second.
      let first = Point(fixture.middle.x, Double(fixture.wholeCanvas.y) + 100)
      let sheet = try sheet(at: first, fixture)
      for y: Double in [60, 508] {
        let start = Point(Double(sheet.x) + 40, Double(sheet.y) + y)
        fixture.pen.stroke((0...20).map { (i: Int) -> Point in start + Vector(Double(i) * 5, 0) })
      }
      fixture.pen.proximityOut()
      let inked = try await fixture.kept(2).map(\.element.page)
      #expect(inked == [1, 3])
      try screen.keyboard.press("F8")
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Page 3 of 3")
      // Fingers that come with the pen are a palm's.
      pause(1)
      try screen.waitUntilStill()
      func press(_ name: String) throws {
        try hand.press(tree.position(of: name, in: fixture.window), on: fixture)
      }
      func canDelete() throws -> Bool {
        try tree.whileItChanges {
          try tree.has(.sensitive, tree.wait(for: "Delete the Page"))
        }
      }
      // Of the tick over the lower end corner of the picture; all else there is light.
      func tick() throws -> Int {
        try screen.waitUntilStill()
        let box = try tree.whileItChanges { try tree.box(tree.wait(for: "Page 1 of 3")) }
        let corner = fixture.window.point(box.maxX - 24, box.maxY - 44)
        let area = PixelBox(x: Int(corner.x), y: Int(corner.y), width: 16, height: 14)
        return screen.screenshot(of: area).pixels { $0.luma < 0.6 }.count
      }
      try press("Page 1 of 3")
      let alone = try tick()
      #expect(alone == 0)
      try press("Select Several Pages")
      // The page in view is not one of them.
      try tree.wait(for: "0 selected", isWhole: true)
      let none = try canDelete()
      #expect(!none)
      try press("Page 1 of 3")
      try press("Page 3 of 3")
      try tree.wait(for: "2 selected", isWhole: true)
      let ticked = try tick()
      #expect(ticked > 30)
      let two = try canDelete()
      #expect(two)
      try press("Duplicate the Page")
      // Copies of the two, with their ink, behind the last; not of the one between them.
      let doubled = try await pages(fixture, steps: 3)
      #expect(doubled.map(\.id) == [1, 2, 3, 4, 5])
      let copied = try await fixture.kept(4)
      #expect(copied.map(\.element.page) == [1, 3, 4, 5])
      #expect(copied[2].samples == copied[0].samples && copied[3].samples == copied[1].samples)
      // What is new is selected.
      try tree.wait(for: "Page 5 of 5")
      try press("Turn the Page Right")
      let turned = try await pages(fixture, steps: 4)
      #expect(turned.map(\.quarterTurns) == [0, 0, 0, 1, 1])
      try screen.keyboard.press("z", [.control])
      let back = try await pages(fixture, steps: 3)
      #expect(back.map(\.quarterTurns) == [0, 0, 0, 0, 0])
      try screen.keyboard.press("z", [.control])
      let before = try await pages(fixture, steps: 2)
      #expect(before.map(\.id) == [1, 2, 3])
      let rest = try await fixture.kept(2).map(\.element.page)
      #expect(rest == [1, 3])
      // One that is tapped again is not for the next command.
      try tree.wait(for: "Page 3 of 3")
      try screen.waitUntilStill()
      try press("Done")
      try tree.wait(forNo: " selected")
      try press("Page 1 of 3")
      try press("Select Several Pages")
      for number in [1, 2, 3] { try press("Page \(number) of 3") }
      try tree.wait(for: "3 selected", isWhole: true)
      let all = try canDelete()
      #expect(!all, "a drawing with pages keeps one")
      try press("Page 2 of 3")
      try press("Turn the Page Right")
      let last = try await pages(fixture, steps: 3)
      #expect(last.map(\.quarterTurns) == [1, 0, 1])
      // The page that was not tapped stays, and is not for the next command either.
      try press("Delete the Page")
      let left = try await pages(fixture, steps: 4)
      #expect(left.map(\.id) == [2])
      try tree.wait(for: "0 selected", isWhole: true)
      try fixture.done()
    }

    @Test func `after undo and redo the panel deletes and doubles the page that is in view`()
      async throws
    {
      let (fixture, tree) = try await threePages(width: 300)
      let keys = fixture.screen.keyboard
      try keys.press("F8")
      try tree.wait(for: "Select Several Pages")
      try keys.press("n", [.control, .shift])
      try tree.wait(for: "Pages: 2 of 4")
      try keys.press("z", [.control])
      try tree.wait(for: "Pages: 2 of 3")
      try keys.press("z", [.control, .shift])
      try tree.wait(for: "Pages: 2 of 4")
      try tree.press("Delete the Page")
      let left = try await pages(fixture, steps: 2)
      #expect(left.map(\.id) == [1, 2, 3])
      try keys.press("z", [.control])
      let back = try await pages(fixture, steps: 1)
      #expect(back.map(\.id) == [1, 4, 2, 3])
      try tree.wait(for: "Pages: 2 of 4")
      try tree.press("Duplicate the Page")
      let doubled = try await pages(fixture, steps: 2)
      #expect(doubled.map(\.id) == [1, 4, 5, 2, 3])
      // What the view comes to while the panel is closed is selected there, too.
      try tree.wait(for: "Pages: 3 of 5")
      try keys.press("F8")
      try tree.wait(forNo: "Select Several Pages")
      try keys.press("Home", [.alt])
      try tree.wait(for: "Pages: 1 of 5")
      try keys.press("F8")
      try tree.wait(for: "Select Several Pages")
      try tree.press("Delete the Page")
      let rest = try await pages(fixture, steps: 3)
      #expect(rest.map(\.id) == [4, 5, 2, 3])
      try fixture.done()
    }

    @Test func `what is selected or deleted out of view is told, with how many pages it is on`()
      async throws
    {
      let (fixture, tree) = try await threePages(width: 300)
      let keys = fixture.screen.keyboard
      try onFirstAndLastPage(fixture, tree) {
        let start = fixture.middle - Vector(50, 0)
        fixture.pen.stroke((0...20).map { (i: Int) -> Point in start + Vector(Double(i) * 5, 0) })
      }
      let inked = try await fixture.kept(2).map(\.element.page)
      #expect(inked == [1, 3])
      try keys.press("a", [.control])
      try tree.wait(for: "2 selected · 2 pages", isWhole: true)
      try keys.press("Delete")
      try tree.wait(for: "2 deleted · 2 pages", isWhole: true)
      _ = try await fixture.kept(0)
      try keys.press("z", [.control])
      try tree.wait(forNo: "2 deleted")
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test func `lines that become text out of view are told, with how many pages they are on`()
      async throws
    {
      let (fixture, tree) = try await threePages(width: 700)
      let keys = fixture.screen.keyboard
      let line = try RecordedWriting.lines()[21]
      try onFirstAndLastPage(fixture, tree) {
        let middle = fixture.middle
        let frame = Rect(x: middle.x - 280, y: middle.y - 13, width: 560, height: 26)
        InputOnScreen.ScribbleTests.writeQuickly(line.strokes(in: frame), with: fixture.pen)
      }
      _ = try await fixture.kept(2 * line.strokes.count)
      try keys.press("a", [.control])
      try tree.wait(for: " selected · 2 pages")
      try keys.press("t", [.control, .shift])
      try tree.wait(for: "2 lines became text · 2 pages", isWhole: true)
      try fixture.done()
    }

    // MARK: Side by side

    /// Chooses how the pages stand, in the menu.
    private func arrange(_ name: String, _ fixture: AppFixture, _ tree: AccessibleTree) throws {
      try fixture.choose("View", by: .mouse, tree)
      try fixture.screen.waitUntilStill(for: 0.5)
      let row = try tree.position(ofRow: name, in: #require(fixture.screen.popups.last))
      try Pointing.mouse.press(row, on: fixture)
      try fixture.screen.waitForPopups(0)
      fixture.screen.mouse.leave()
    }

    /// The first two sheets, beside one another around the middle of the window.
    private func expectPair(_ fixture: AppFixture) throws -> PixelBox {
      let side = Vector(162, 0)
      let left = try sheet(at: fixture.middle - side, fixture)
      let right = try sheet(at: fixture.middle + side, fixture)
      #expect(left.width == 300 && right.width == 300 && left.y == right.y)
      #expect(right.x - (left.x + left.width) == Int(PageLayout.gap))
      return right
    }

    @Test
    func
      `pages stand side by side where that is chosen, ink keeps to its page, and the file to what it was`()
      async throws
    {
      let fixture = try await fixture(
        Array(repeating: PageSize(width: 300, height: 200), count: 2),
        size: PixelSize(width: 1000, height: 900))
      let tree = try AccessibleTree(fixture.screen)
      try arrange("Two Columns", fixture, tree)
      let right = try expectPair(fixture)
      let start = Point(Double(right.x) + 40, Double(right.y) + 60)
      fixture.pen.stroke((0...20).map { (i: Int) -> Point in start + Vector(Double(i) * 5, 0) })
      fixture.pen.proximityOut()
      let drawn = try #require(try await fixture.kept(1).first).element
      #expect(drawn.page == 2)
      // Where it lies on its page, as the file has it.
      #expect(abs(drawn.pageBounds.minX - 40) < 6 && abs(drawn.pageBounds.center.y - 60) < 3)
      let before = try #require(await Kept.info(fixture.path))
      try arrange("One Column", fixture, tree)
      try fixture.screen.keyboard.press("End", [.alt])
      try tree.wait(for: "Pages: 2 of 2")
      let below = try sheet(at: fixture.middle, fixture)
      #expect(below.width == 300)
      let ink = Point(Double(below.x) + 90, Double(below.y) + 60)
      #expect(fixture.ink(around: ink).pixels(above: 0.8) > 5)
      try arrange("Two Columns", fixture, tree)
      try fixture.app.expectQuiet()
      // The next time that it is opened, the view is as it was.
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let kept = try #require(try await fixture.kept(1).first).element
      let after = try #require(await Kept.info(fixture.path))
      #expect(kept == drawn)
      #expect(after.settings == before.settings && after.undoDepth == before.undoDepth)
      let app = try fixture.screen.launchApp([fixture.path])
      let window = try fixture.screen.waitForWindow()
      let picture = try fixture.screen.waitUntilStill(for: 1.2)
      let color = Pixel(PaperStyle.light.color.rgba >> 8)
      let area = fixture.wholeCanvas
      let rows = (area.y..<area.maxY).map { y in
        (area.x..<area.maxX).count { picture[$0, y] == color }
      }
      // No row of one column is wider than one page.
      #expect(rows.max() == 600)
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
      fixture.screen.close()
    }

    // MARK: Fitting

    /// The sheet around a point of the screen, as far as it is in view, once all is at rest.
    private func sheet(at p: Point, _ fixture: AppFixture) throws -> PixelBox {
      // Nothing tells any more that the view has moved.
      let picture = try fixture.screen.waitUntilStill(for: 1.2)
      let color = Pixel(PaperStyle.light.color.rgba >> 8)
      let area = fixture.wholeCanvas
      let (x, y) = (Int(p.x), Int(p.y))
      try #require(picture[x, y] == color, "there is no sheet at \(p)")
      var (left, right, top, bottom) = (x, x, y, y)
      while left > area.x, picture[left - 1, y] == color { left -= 1 }
      while right + 1 < area.maxX, picture[right + 1, y] == color { right += 1 }
      while top > area.y, picture[x, top - 1] == color { top -= 1 }
      while bottom + 1 < area.maxY, picture[x, bottom + 1] == color { bottom += 1 }
      return PixelBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// The most that is left beside a sheet that is as large as it fits, in points.
    private static let rim = 32

    @Test func `a page of any size is fitted as large as the window shows all of it`()
      async throws
    {
      let sizes = [PageSize(width: 300, height: 150), PageSize(width: 200, height: 500)]
      let fixture = try await fixture(sizes, size: PixelSize(width: 1000, height: 700))
      let tree = try AccessibleTree(fixture.screen)
      for (i, size) in sizes.enumerated() {
        try fixture.screen.keyboard.press(["Home", "End"][i], [.alt])
        try tree.wait(for: "Pages: \(i + 1) of 2")
        try fixture.screen.keyboard.press("3", [.control])
        let sheet = try sheet(at: fixture.middle, fixture)
        let box = try tree.box(tree.wait(for: "Canvas", isWhole: true))
        let corner = fixture.window.point(box.minX, box.minY)
        let area = PixelBox(
          x: Int(corner.x), y: Int(corner.y), width: Int(box.width), height: Int(box.height))
        // All of it, by its form and with something beside it on each side.
        #expect(
          abs(Double(sheet.width) / Double(sheet.height) - size.width / size.height) < 0.01)
        let beside = [sheet.x - area.x, area.maxX - sheet.maxX]
        let above = [sheet.y - area.y, area.maxY - sheet.maxY]
        #expect((beside + above).allSatisfy { $0 > 0 }, "page \(i + 1): \(sheet) in \(area)")
        // In the middle, and no larger one would fit.
        #expect(abs(beside[0] - beside[1]) <= 2 && abs(above[0] - above[1]) <= 2)
        #expect(min(beside[0], above[0]) <= Self.rim, "page \(i + 1): \(sheet) in \(area)")
      }
      try fixture.done()
    }

    @Test func `the width that is fitted is that of the widest page, and the others keep to it`()
      async throws
    {
      let sizes = [PageSize(width: 200, height: 150), PageSize(width: 300, height: 180)]
      let fixture = try await fixture(sizes, size: PixelSize(width: 1000, height: 700))
      let tree = try AccessibleTree(fixture.screen)
      let area = fixture.wholeCanvas
      let before = try sheet(
        at: Point(fixture.middle.x, Double(area.y) + 100), fixture)
      #expect(before.width == 200)
      try fixture.screen.keyboard.press("2", [.control])
      try fixture.screen.waitUntilStill(for: 1.2)
      var widths: [Int] = []
      for (i, key) in ["Home", "End"].enumerated() {
        try fixture.screen.keyboard.press(key, [.alt])
        try tree.wait(for: "Pages: \(i + 1) of 2")
        let sheet = try sheet(at: fixture.middle, fixture)
        let (left, right) = (sheet.x - area.x, area.maxX - sheet.maxX)
        #expect(abs(left - right) <= 2)
        widths.append(sheet.width)
      }
      // The wider one fills the window but for a rim, the other is as much smaller as it is.
      let narrowest = area.width - 2 * Self.rim
      #expect(widths[1] < area.width && widths[1] >= narrowest, "\(widths)")
      let ratio = Double(widths[0]) / Double(widths[1])
      #expect(abs(ratio - 2.0 / 3) < 0.01, "\(widths)")
      // On a screen that is turned it is as wide as that.
      fixture.screen.setSize(PixelSize(width: 700, height: 1000))
      try fixture.screen.waitUntilStill(for: 0.5)
      try fixture.findCanvas()
      let turned = try self.sheet(
        at: Point(fixture.middle.x, Double(fixture.wholeCanvas.y) + 100), fixture)
      let (left, right) = (turned.x, 700 - turned.maxX)
      #expect(left > 0 && left <= Self.rim && abs(left - right) <= 2, "\(turned)")
      try fixture.done()
    }
  }
}
