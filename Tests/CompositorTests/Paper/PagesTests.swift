import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pages, their panel, and what one does there by pen, finger, mouse and keyboard.
  @Suite struct PagesTests {
    private static let size = PageSize(width: 300, height: 200)
    /// The panel's width in points.
    private static let panel = 224

    private func fixture(
      _ count: Int, size: PixelSize = PixelSize(width: 1000, height: 640), scheme: String = "light",
      finger: String? = "pan", environment: [String: String] = [:]
    ) async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "pages-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(Self.size, count: count)))
      ])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: size, finger: finger, profile: .barePaper,
        preferences: [.colorScheme: .init(scheme)], environment: environment,
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    /// The first sheet from above, in the middle of the free part of the paper, on the screen.
    private func sheet(_ fixture: AppFixture, beside panel: Int) throws -> PixelBox {
      let picture = try fixture.screen.waitUntilStill()
      let color = Pixel(PaperStyle.light.color.rgba >> 8)
      let middle = fixture.window.frame.x + (fixture.window.frame.width - panel) / 2
      let top = try #require((60..<picture.height).first { picture[middle, $0] == color })
      let row = top + 3
      var (left, right) = (middle, middle)
      while left > 0, picture[left - 1, row] == color { left -= 1 }
      while right + 1 < picture.width, picture[right + 1, row] == color { right += 1 }
      return PixelBox(x: left, y: top, width: right - left + 1, height: Int(Self.size.height))
    }

    /// The identities of the file's pages, in order, once they are these.
    private func expect(_ ids: [Int32], in fixture: AppFixture) async throws {
      let deadline = Date().addingTimeInterval(15)
      var last: [Int32] = []
      repeat {
        let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
        last = try await store.load().settings.layout.pages.map(\.id)
        try await store.close()
        if last == ids { return }
        try await Task.sleep(for: .milliseconds(50))
      } while Date() < deadline
      #expect(last == ids)
    }

    private func line(_ fixture: AppFixture, from p: Point) {
      fixture.pen.stroke((0...20).map { p + Vector(Double($0) * 5, 0) })
      fixture.pen.proximityOut()
    }

    /// Opens the panel of pages, and waits until it shows a page and all is still.
    private func openPanel(
      _ fixture: AppFixture, showing page: String
    ) throws -> AccessibleTree {
      try fixture.screen.keyboard.press("F8")
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: page)
      try fixture.screen.waitUntilStill()
      return tree
    }

    private func tap(_ name: String, _ tree: AccessibleTree, _ fixture: AppFixture) throws {
      let p = try tree.position(of: name, in: fixture.window)
      fixture.pen.stroke([p])
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
    }

    private func inked(_ fixture: AppFixture, at p: Point) -> Bool {
      fixture.ink(around: p).pixels(above: 0.8) > 5
    }

    @Test
    func
      `a page that is deleted in the panel takes its ink, the next moves up with its own, and a kill loses no step`()
      async throws
    {
      let fixture = try await fixture(3)
      let first = try sheet(fixture, beside: 0)
      // On the second page.
      let below = Double(first.y) + Self.size.height + PageLayout.gap
      line(fixture, from: Point(Double(first.x) + 40, below + 60))
      let stroke = try #require(try await fixture.kept(1).first)
      #expect(stroke.element.page == 2)
      try fixture.findCanvas()
      let paper = PixelBox(x: first.x, y: first.y, width: 200, height: 400)
      let before = fixture.screen.screenshot(of: paper)
      let tree = try openPanel(fixture, showing: "Page 1 of 3")
      // The panel opens beside the drawing, whose pages are in the middle of what is left.
      let beside = try sheet(fixture, beside: Self.panel)
      #expect(beside.x == first.x - Self.panel / 2 && beside.y == first.y)
      let moved = PixelBox(
        x: beside.x, y: beside.y, width: paper.width, height: paper.height)
      #expect(fixture.screen.screenshot(of: moved) == before)
      // A page with ink does not go without a word, whose button takes that back.
      try tap("Page 2 of 3", tree, fixture)
      try tap("Delete the Page", tree, fixture)
      try tree.wait(for: "1 page was deleted.")
      try await expect([1, 3], in: fixture)
      _ = try await fixture.kept(0)
      let undo = try tree.box(tree.wait(for: "Undo", isWhole: true)).center
      fixture.pen.stroke([fixture.window.point(undo.x, undo.y)])
      fixture.pen.proximityOut()
      // Sooner than it would go by itself.
      try tree.wait(forNo: "1 page was deleted.", timeout: 6)
      try await expect([1, 2, 3], in: fixture)
      _ = try await fixture.kept(1)
      try tree.wait(for: "Page 3 of 3")
      try fixture.screen.waitUntilStill()
      try tap("Page 1 of 3", tree, fixture)
      try tap("Delete the Page", tree, fixture)
      try await expect([2, 3], in: fixture)
      // Nothing was on it, and nothing is said.
      let said = try tree.texts().contains { $0.contains("1 page was deleted.") }
      #expect(!said)
      let top = try sheet(fixture, beside: Self.panel)
      let spot = Point(Double(top.x) + 90, Double(top.y) + 60)
      #expect(inked(fixture, at: spot))
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("z", [.control])
      try await expect([1, 2, 3], in: fixture)
      try tree.wait(for: "Page 3 of 3")
      try fixture.app.expectQuiet()
      fixture.app.kill()
      _ = try fixture.app.waitForExit()
      let again = try fixture.screen.launchApp([fixture.path])
      let window = try fixture.screen.waitForWindow()
      // The panel is open as it was.
      let other = try AccessibleTree(fixture.screen)
      try other.wait(for: "Page 3 of 3")
      try fixture.screen.keyboard.press("z", [.control, .shift])
      try await expect([2, 3], in: fixture)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      fixture.screen.close()
    }

    @Test
    func `a page that is turned in the panel stands, with its ink turned, and lies again by undo`()
      async throws
    {
      let fixture = try await fixture(2)
      let first = try sheet(fixture, beside: 0)
      // Along the page's upper edge: after the turn to the right along its right edge.
      line(fixture, from: Point(Double(first.x) + 40, Double(first.y) + 30))
      let kept = try #require(try await fixture.kept(1).first)
      try fixture.screen.keyboard.press("F8")
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Page 1 of 2")
      let lying = try sheet(fixture, beside: Self.panel)
      try tap("Page 1 of 2", tree, fixture)
      func turned() async throws -> Int {
        let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
        let page = try #require(try await store.load().settings.layout.pages.first)
        try await store.close()
        return page.quarterTurns
      }
      func wait(for turns: Int) async throws {
        let deadline = Date().addingTimeInterval(15)
        while try await turned() != turns, Date() < deadline { pause(0.05) }
        #expect(try await turned() == turns)
      }
      try tap("Turn the Page Right", tree, fixture)
      try await wait(for: 1)
      let standing = try sheet(fixture, beside: Self.panel)
      #expect(abs(standing.width - Int(Self.size.height)) <= 2)
      // From the page's corner: 30 from the upper edge is 30 from the right one.
      let ink = Point(Double(standing.x + standing.width) - 30, Double(standing.y) + 90)
      #expect(inked(fixture, at: ink))
      let after = try #require(try await fixture.kept(1).first)
      #expect(after.samples.map(\.force) == kept.samples.map(\.force))
      try fixture.screen.keyboard.press("z", [.control])
      try await wait(for: 0)
      // What was taken back is in view, in its middle.
      let again = try sheet(fixture, beside: Self.panel)
      #expect(again.width == lying.width)
      #expect(inked(fixture, at: Point(Double(again.x) + 90, Double(again.y) + 30)))
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S76 a drag moves a page in the list, by pen, finger and mouse`(
      by hand: Pointing
    ) async throws {
      let fixture = try await fixture(3)
      let first = try sheet(fixture, beside: 0)
      line(fixture, from: Point(Double(first.x) + 40, Double(first.y) + 60))
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("F8")
      let tree = try AccessibleTree(fixture.screen)
      let one = try tree.position(of: "Page 1 of 3", in: fixture.window)
      try fixture.screen.waitUntilStill()
      let two = try tree.position(of: "Page 2 of 3", in: fixture.window)
      if hand == .pen {
        // Lifted where it has rested, it opens the menu.
        fixture.pen.down(at: one)
        pause(0.9)
        fixture.pen.up()
        fixture.pen.proximityOut()
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
        try fixture.screen.waitUntilStill()
      }
      // Between the second and the third.
      let target = Point(two.x, two.y + (two.y - one.y) / 2 - 20)
      // A pen or a finger rests: else it would scroll.
      try hand.drag(one, to: target, on: fixture.screen, rests: hand != .mouse)
      try await expect([2, 1, 3], in: fixture)
      let kept = try #require(try await fixture.kept(1).first)
      #expect(kept.element.page == 1)
      try fixture.screen.keyboard.press("z", [.control])
      try await expect([1, 2, 3], in: fixture)
      try fixture.done()
    }

    @Test func `the page that was dragged is the one that the next command is for`() async throws {
      let fixture = try await fixture(3)
      let tree = try openPanel(fixture, showing: "Page 3 of 3")
      let tiles = try (1...3).map { try tree.position(of: "Page \($0) of 3", in: fixture.window) }
      try Pointing.mouse.press(tiles[2], on: fixture)
      let target = Point(tiles[1].x, tiles[1].y + (tiles[1].y - tiles[0].y) / 2 - 20)
      try Pointing.mouse.drag(tiles[0], to: target, on: fixture)
      try await expect([2, 1, 3], in: fixture)
      try tree.press("Delete the Page")
      try await expect([2, 3], in: fixture)
      try fixture.screen.keyboard.press("z", [.control])
      try await expect([2, 1, 3], in: fixture)
      try fixture.done()
    }

    @Test
    func
      `pages are selected, moved, turned and deleted by the keyboard alone, and gone to by number`()
      async throws
    {
      let fixture = try await fixture(4)
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      try keys.press("g", [.control])
      try tree.wait(for: "Page, 1 to 4")
      try fixture.screen.waitUntilStill()
      try keys.press("a", [.control])
      try keys.type("4")
      try keys.press("Return")
      try tree.wait(for: "Pages: 4 of 4")
      try keys.press("Page_Up", [.control])
      try tree.wait(for: "Pages: 3 of 4")
      try keys.press("Home", [.alt])
      try tree.wait(for: "Pages: 1 of 4")
      try keys.press("F8")
      try tree.wait(for: "Select Several Pages")
      try fixture.screen.waitUntilStill()
      try keys.press("Down")
      try keys.press("Down", [.shift])
      // The second and the third.
      try keys.press("Up", [.alt])
      try await expect([2, 3, 1, 4], in: fixture)
      try keys.press("Down", [.alt])
      try await expect([1, 2, 3, 4], in: fixture)
      try keys.press("Delete")
      try await expect([1, 4], in: fixture)
      try keys.press("z", [.control])
      try await expect([1, 2, 3, 4], in: fixture)
      try keys.press("n", [.control, .shift])
      let deadline = Date().addingTimeInterval(10)
      var count = 0
      while count != 5, Date() < deadline {
        let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
        count = try await store.load().settings.layout.pageCount
        try await store.close()
      }
      #expect(count == 5)
      try fixture.done()
    }

    @Test
    func `the first page lies below the ink, and an empty one follows where it holds all of it`()
      async throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 1200, height: 800), profile: .barePaper,
        preferences: [.colorScheme: "light"])
      let tree = try AccessibleTree(fixture.screen)
      let keys = fixture.screen.keyboard
      // Wider than a page of A4 that lies on its side: two lines far apart, and one between them.
      let middles = [100.0, 600, 1100].map { fixture.at($0, 350) }
      for middle in middles {
        fixture.pen.stroke((0...20).map { middle + Vector(0, Double($0) * 10 - 100) })
      }
      let drawn = try await fixture.kept(3).map(\.element.bounds)
      let before = try fixture.paperAtRest()
      try keys.press("n", [.control, .shift])
      let kept = try await Kept.wait(for: "a page", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 1
      }
      let page = try #require(kept.settings.layout.frame(0))
      #expect(abs(page.width - 297 / 25.4 * 72) < 0.1 && abs(page.height - 210 / 25.4 * 72) < 0.1)
      try tree.wait(for: "The drawing is larger than page 1.")
      try fixture.screen.waitUntilStill()
      for middle in middles { #expect(inked(fixture, at: middle)) }
      // Its edges are as far from the middle line at either side.
      let sheet = Pixel(PaperStyle.light.color.rgba >> 8)
      for (x, isOn) in [(-430.0, false), (-412, true), (412, true), (430, false)] {
        #expect((fixture.screen.pixel(at: middles[1] + Vector(x, 30)) == sheet) == isOn, "at \(x)")
      }
      try tree.wait(forNo: "The drawing is larger than page 1.")
      try keys.press("z", [.control])
      try await Kept.wait(for: "no page", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 0
      }
      let after = try fixture.paperAtRest()
      #expect(after == before)
      let back = try await fixture.kept(3).map(\.element.bounds)
      #expect(back == drawn)
      // One line alone is on a page of its own, and the empty one is shown.
      for count in [2, 1] {
        try keys.press("z", [.control])
        _ = try await fixture.kept(count)
      }
      try keys.press("n", [.control, .shift])
      try await expect([1, 2], in: fixture)
      try tree.wait(for: "Pages: 2 of 2")
      try tree.wait(for: "The drawing is page 1 now, and page 2 is empty.")
      try keys.press("z", [.control])
      try await expect([], in: fixture)
      // It is in view again: after half a second elsewhere there would be a button that leads there.
      try fixture.screen.waitUntilStill(for: 1)
      let isLost = try tree.widgets().contains { $0.name.contains("Back to the Drawing") }
      #expect(!isLost)
      let line = try await fixture.kept(1).map(\.element.bounds)
      #expect(line == [drawn[0]])
      try fixture.done()
    }

    @Test func `going to a page of a drawing without pages says so, and offers to add one`()
      async throws
    {
      let fixture = try AppFixture(profile: .barePaper)
      let tree = try AccessibleTree(fixture.screen)
      let sentence = "The drawing has no pages yet."
      try fixture.screen.keyboard.press("g", [.control])
      try tree.wait(for: sentence)
      try fixture.screen.waitUntilStill()
      try tree.press("Add a Page")
      let kept = try await Kept.wait(for: "a page", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 1
      }
      #expect(kept.undoDepth == 1)
      try tree.wait(forNo: sentence)
      // A page that comes by other means takes it away as well, sooner than it would go by itself.
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "no page", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 0
      }
      try fixture.screen.keyboard.press("g", [.control])
      try tree.wait(for: sentence)
      try fixture.screen.keyboard.press("n", [.control, .shift])
      try tree.wait(forNo: sentence, timeout: 6)
      // Now it asks for one.
      try fixture.screen.keyboard.press("g", [.control])
      try tree.wait(for: "Page, 1 to 1")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `a page is in view after the one in view was taken back`() async throws {
      let fixture = try await fixture(1, size: PixelSize(width: 700, height: 400))
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      for count in 2...4 {
        try keys.press("n", [.control, .shift])
        try await expect(Array(1...Int32(count)), in: fixture)
      }
      try fixture.screen.waitUntilStill()
      for count in [3, 2, 1] {
        try keys.press("z", [.control])
        try await expect(Array(1...Int32(count)), in: fixture)
      }
      try tree.wait(for: "Pages: 1 of 1")
      #expect(try sheet(fixture, beside: 0).width == Int(Self.size.width))
      try fixture.done()
    }

    @Test
    func `a pull beyond the last page adds one when it is let go, and none when it is taken back`()
      async throws
    {
      let fixture = try await fixture(1)
      let tree = try AccessibleTree(fixture.screen)
      let touch = fixture.screen.touch
      func pull(_ heights: [Double], _ isArmed: Bool) throws {
        let start = Point(500, 500)
        touch.down(0, at: start)
        pause(0.05)
        for height in heights {
          touch.move(0, to: start - Vector(0, height))
          pause(0.02)
        }
        if isArmed { try tree.wait(for: "Let go to add a page") }
        pause(0.1)
        touch.up(0)
        try fixture.screen.waitUntilStill()
      }
      // There and back.
      try pull(
        Array(stride(from: 10, through: 180, by: 10)) + stride(from: 180, through: 0, by: -10),
        false)
      try await expect([1], in: fixture)
      try pull(Array(stride(from: 10, through: 180, by: 10)), true)
      try await expect([1, 2], in: fixture)
      try fixture.screen.keyboard.press("z", [.control])
      try await expect([1], in: fixture)
      // The wheel lets go when it rests.
      try fixture.screen.keyboard.press("Home", [.alt])
      try fixture.screen.waitUntilStill()
      fixture.screen.mouse.move(to: Point(500, 400))
      for _ in 0..<4 {
        fixture.screen.mouse.scroll(1)
        pause(0.05)
      }
      try await expect([1, 2], in: fixture)
      try fixture.done()
    }

    @Test func `the button below the last page adds one by pen`() async throws {
      let fixture = try await fixture(1)
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Add a Page at the End")
      try fixture.screen.waitUntilStill()
      try tap("Add a Page at the End", tree, fixture)
      try await expect([1, 2], in: fixture)
      try fixture.done()
    }

    @Test func `the button below the last page makes room for a selection's bar`() async throws {
      let fixture = try await fixture(1)
      let tree = try AccessibleTree(fixture.screen)
      let box = try tree.box(tree.wait(for: "Add a Page at the End"))
      try fixture.screen.waitUntilStill()
      // Just above the button, so that the bar is below the ink.
      line(fixture, from: Point(box.center.x - 50, box.minY - 40))
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("a", [.control])
      try tree.wait(for: "Duplicate")
      try fixture.screen.waitUntilStill()
      try tree.wait(forNo: "Add a Page at the End")
      #expect(try tree.texts().contains { $0.contains("Duplicate") })
      try fixture.screen.keyboard.press("Escape")
      try tree.wait(for: "Add a Page at the End")
      try fixture.done()
    }

    @Test func `on a canvas without pages the panel leaves most of the window to the paper`() throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 700))
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F8")
      let sentence = try tree.wait(
        for: "The canvas has no end. Add a page, and the drawing gets pages, one below the other.")
      try fixture.screen.waitUntilStill()
      let box = try tree.box(sentence)
      #expect(box.width < 250, "\(box)")
      try fixture.done()
    }

    @Test func `in a narrow window the panel is a sheet, and the drawing above it stays`()
      async throws
    {
      let fixture = try await fixture(3, size: PixelSize(width: 400, height: 720))
      let first = try sheet(fixture, beside: 0)
      line(fixture, from: Point(Double(first.x) + 60, Double(first.y) + 40))
      _ = try await fixture.kept(1)
      try fixture.findCanvas()
      let paper = PixelBox(x: first.x, y: first.y, width: 250, height: 120)
      let before = fixture.screen.screenshot(of: paper)
      let tree = try openPanel(fixture, showing: "Page 1 of 3")
      #expect(fixture.screen.screenshot(of: paper) == before)
      let box = try tree.box(tree.wait(for: "Page 2 of 3"))
      #expect(box.minY > 200 && box.maxX <= 400)
      // What ends the selecting of several fits as well; Escape first ends that.
      let several = try tree.position(of: "Select Several Pages", in: fixture.window)
      try Pointing.mouse.press(several, on: fixture)
      try tree.wait(for: "0 selected", isWhole: true)
      try fixture.screen.waitUntilStill()
      let done = try tree.box(tree.wait(for: "Done", isWhole: true))
      #expect(done.width > 20 && done.maxX <= 400 && done.maxY <= 720)
      try fixture.screen.keyboard.press("Escape")
      try tree.wait(forNo: " selected")
      try tree.wait(for: "Select Several Pages")
      try fixture.screen.keyboard.press("Escape")
      try tree.wait(forNo: "Select Several Pages")
      try fixture.done()
    }

    @Test func `the picture of a page follows within two seconds of the last stroke`() async throws
    {
      let fixture = try await fixture(2)
      try fixture.screen.keyboard.press("F8")
      let tree = try AccessibleTree(fixture.screen)
      let middle = try tree.position(of: "Page 1 of 2", in: fixture.window)
      try fixture.screen.waitUntilStill()
      let box = PixelBox(covering: Rect(center: middle, radius: 60))
      func dark() -> Int { fixture.screen.screenshot(of: box).pixels { $0.luma < 0.6 }.count }
      #expect(dark() == 0)
      let first = try sheet(fixture, beside: Self.panel)
      for i in 0..<6 {
        fixture.pen.stroke(
          (0...30).map {
            Point(Double(first.x) + 30 + Double($0) * 8, Double(first.y) + 40 + Double(i) * 20)
          })
      }
      let lifted = Date()
      fixture.pen.proximityOut()
      while dark() == 0, Date().timeIntervalSince(lifted) < 10 { pause(0.02) }
      #expect(dark() > 0 && Date().timeIntervalSince(lifted) < 2)
      try fixture.done()
    }
  }
}
