import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What is longer than its window is reached by the pen alone, and by a finger alone.
  @Suite struct ScrollingTests {
    /// Points of a list or a page that are enough for a scroll bar's slider to begin in.
    private static let top = 16.0

    /// Scrolls with the pen by the bar at the right edge of an area of the screen, and back with a finger in it.
    ///
    /// - Parameter least: Pixels that are another then.
    private func scroll(_ area: Rect, on screen: Screen, least: Int = 600) throws {
      let inner = PixelBox(
        covering: Rect(
          x: area.minX + 8, y: area.minY + 4, width: area.width - 32, height: area.height - 8))
      /// Once a bar is gone again that came with the pen.
      func shown() throws -> Picture {
        try screen.waitUntilStill(for: 1.5)
        return screen.screenshot(of: inner)
      }
      let before = try shown()
      let pen = screen.pen
      let grip = Point(area.maxX - 6, area.minY + Self.top)
      pen.hover(at: Point(grip.x - 40, grip.y))
      pen.hover(at: grip)
      try screen.waitUntilStill()
      pen.down(at: grip)
      pen.move(along: (1...30).map { Point(grip.x, grip.y + Double($0) * 4) })
      pen.up()
      pen.proximityOut()
      let scrolled = try shown()
      let byPen = scrolled.difference(from: before)
      #expect(byPen.count > least && byPen.box.height > 60, "by the pen: \(byPen)")
      // Later than a palm would come.
      pause(1)
      screen.touch.swipe(
        fingers: 1, from: Point(area.center.x, area.minY + 40), by: Vector(0, 160), duration: 0.2)
      let byFinger = try shown().difference(from: scrolled)
      #expect(byFinger.count > least && byFinger.box.height > 60, "by a finger: \(byFinger)")
    }

    /// Swipes up with the pen from where something in a list is, and down again: it goes along.
    private func swipe(on screen: Screen, from position: () throws -> Point) throws {
      let start = try position()
      let end = start - Vector(0, 100)
      for (a, b) in [(start, end), (end, start)] {
        try Pointing.pen.drag(a, to: b, on: screen)
        let now = try position()
        #expect(abs(now.y - b.y) < 2, "from \(a) to \(b): \(now)")
      }
    }

    /// Drags a column of a window with the pen: it shows another part of what it has.
    ///
    /// - Parameter column: All of it that is seen, without a bar at its edge.
    private func pan(_ column: Rect, on screen: Screen) throws {
      let box = PixelBox(covering: column)
      let before = screen.screenshot(of: box)
      let start = Point(column.center.x, column.maxY - 60)
      try Pointing.pen.drag(start, to: start - Vector(0, 140), on: screen)
      let moved = screen.screenshot(of: box).difference(from: before)
      #expect(moved.count > 300 && moved.box.height > 100, "\(column): \(moved)")
    }

    /// Drags the window's menu with the pen, up and down again: it goes along, and nothing of it is chosen.
    private func panMenu(of fixture: AppFixture, _ tree: AccessibleTree) throws {
      let screen = fixture.screen
      try Pointing.pen.press(tree.position(of: "Main Menu", in: fixture.window), on: screen)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let popup = try #require(screen.popups.last)
      let low = Point(Double(popup.x + popup.width / 2), Double(popup.maxY) - 80)
      let high = low - Vector(0, 160)
      func row() throws -> Double { try tree.box(tree.wait(for: "Preferences")).minY }
      let before = try row()
      try Pointing.pen.drag(low, to: high, on: screen)
      let up = try row()
      #expect(up < before - 100, "from \(before) to \(up)")
      try Pointing.pen.drag(high, to: low, on: screen)
      let down = try row()
      #expect(abs(down - before) < 3, "from \(before) to \(down)")
      #expect(screen.popups.count == 1 && screen.windows.count == 1)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
    }

    /// Opens the window's menu on a screen of a height.
    ///
    /// - Returns: Where its lower end is, and whether it is shaded there.
    private func menu(onHeight height: Int) throws -> (end: Int, isShaded: Bool) {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: height))
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try Pointing.mouse.press(tree.position(of: "Main Menu", in: fixture.window), on: screen)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let menu = try #require(screen.popups.last)
      // Beside the words and the lines between them: at the edge, and where no shade comes to.
      let picture = screen.screenshot()
      let grounds = [10, 60].map { picture[menu.x + 10, menu.maxY - $0] }
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try fixture.done()
      return (menu.maxY, grounds[0] != grounds[1])
    }

    @Test func `a menu is shaded at the edge of the screen where rows are hidden, not only space`()
      throws
    {
      let whole = try menu(onHeight: 1000)
      try #require(whole.end < 900)
      #expect(!whole.isShaded)
      // Without its last points, and without most of its last row.
      let almost = try menu(onHeight: whole.end - 4)
      #expect(almost.end < whole.end && !almost.isShaded)
      let cut = try menu(onHeight: whole.end - 24)
      #expect(cut.end < almost.end && cut.isShaded)
    }

    @Test(arguments: ["Help", "Gestures", "Keyboard Shortcuts"])
    func `S7 a window of help that is longer than the screen is scrolled by pen or finger alone`(
      title: String
    ) throws {
      let fixture = try AppFixture(size: PixelSize(width: 800, height: 440))
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      switch title {
      case "Help": try screen.keyboard.press("F1")
      case "Gestures": try screen.keyboard.press("F1", [.shift])
      default: try screen.keyboard.press("question", [.control, .shift])
      }
      let window = try screen.waitForWindow { $0 != fixture.window }
      try screen.waitUntilStill()
      #expect(window.title == title)
      let frame = window.frame.rect
      // Below the header bar, and below the field in which shortcuts are searched.
      let upper = frame.minY + (title == "Keyboard Shortcuts" ? 120 : 56)
      var area = Rect(
        minX: frame.minX, minY: upper, maxX: frame.maxX,
        maxY: min(frame.maxY, Double(screen.size.height)) - 4)
      if title == "Help" {
        // The list of pages.
        let list = try tree.box(tree.wait(for: "Pages of the help"))
        area.maxX = window.point(list.maxX, 0).x
      }
      try scroll(area, on: screen)
      if title == "Help" {
        for x in [area.center.x, (area.maxX + frame.maxX) / 2] {
          let column = Rect(x: x - 60, y: upper + 4, width: 120, height: area.height - 8)
          try pan(column, on: screen)
        }
      }
      try screen.waitForWindows(2)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      if title == "Help" { try panMenu(of: fixture, tree) }
      try fixture.done()
    }

    @Test func `S7 the library is scrolled by pen or finger alone, and opens nothing meanwhile`()
      async throws
    {
      let names = (1...20).map { "Drawing \($0)" }
      let library = try await LibraryBench(names, opening: names[0])
      try library.window.maximize()
      try library.open()
      let screen = library.bench.screen
      try screen.waitUntilStill()
      let first = try library.frame(names[0])
      try swipe(on: screen) { try library.frame(names[3]).center }
      let edge = Double(library.window.frame.maxX)
      try scroll(
        Rect(minX: first.minX - 30, minY: first.minY - 4, maxX: edge, maxY: first.minY + 320),
        on: screen)
      #expect(screen.windows.map(\.title) == ["\(names[0]) – Plumbago"])
      try await library.finish()
    }

    @Test func `S7 the list of pages is scrolled by pen or finger alone, and moves none of them`()
      async throws
    {
      let count = 30
      let file = FileManager.default.temporaryDirectory
        .appending(path: "pages-\(UUID().uuidString).plumbago").path
      defer { try? FileManager.default.removeItem(atPath: file) }
      let store = try await DocumentStore.open(file)
      try await store.perform([
        .begin(
          with: DrawingSettings(layout: .pages(PageSize(width: 300, height: 200), count: count)))
      ])
      let pages = try await store.load().settings.layout.pages.map(\.id)
      try await store.close()
      #expect(pages.count == count)
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 640), finger: "pan", profile: .barePaper,
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("F8")
      try tree.wait(for: "Page 1 of \(count)")
      try screen.waitUntilStill()
      try swipe(on: screen) { try tree.position(of: "Page 2 of \(count)", in: fixture.window) }
      let box = try tree.box(tree.wait(for: "Page 1 of \(count)"))
      let corner = fixture.window.point(box.minX, box.minY)
      // Up to the window's edge, where the bar is.
      try scroll(
        Rect(
          minX: corner.x, minY: corner.y, maxX: Double(fixture.window.frame.maxX),
          maxY: corner.y + 320),
        // Bare pages differ in their numbers.
        on: screen, least: 60)
      let reader = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let now = try await reader.load().settings.layout.pages.map(\.id)
      try await reader.close()
      #expect(now == pages)
      try fixture.done()
    }
  }
}
