import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Several drawings in tabs of one window.
  @Suite struct TabTests {
    /// The app with drawings in tabs, `a.plumbago`, `b.plumbago` and so on.
    private final class Bench {
      let files: FileBench
      var app: Program
      var window: Window
      var tree: AccessibleTree
      var screen: Screen { files.screen }

      /// - Parameter count: Of the drawings; each is opened like a file manager opens it.
      init(_ count: Int, inTabs: Bool = true) async throws {
        let files = try FileBench(size: PixelSize(width: 800, height: 600))
        let preferences: Preferences = [.openInTabs: .init(text: "\(inTabs)")]
        try preferences.store(on: files.screen)
        self.files = files
        let names = Self.names.prefix(count)
        // The last one is another number of strokes than the first.
        for (i, name) in names.enumerated() {
          try await files.drawing(name + ".plumbago", strokes: 5 * (i + 1), seed: UInt64(i + 1))
        }
        (app, window) = try files.start(names.map { files.path($0 + ".plumbago") })
        tree = try AccessibleTree(files.screen)
        if inTabs { try waitForTabs(Array(names), selected: names.last!) }
      }

      static let names = ["a", "b", "c"]

      func path(_ name: String) -> String { files.path(name + ".plumbago") }

      /// The tabs from left to right.
      func tabs() throws -> [(title: String, frame: Rect)] {
        try tree.whileItChanges {
          try tree.widgets().compactMap { widget in
            guard try tree.role(widget) == AccessibleRole.pageTab.rawValue else { return nil }
            let box = try tree.box(widget)
            let corner = window.point(box.minX, box.minY)
            return (
              widget.name, Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
            )
          }.sorted { $0.frame.minX < $1.frame.minX }
        }
      }

      private var titles: [String] { (try? tabs().map(\.title)) ?? [] }
      var title: String { screen.windows.first?.title ?? "" }

      func waitForTabs(_ names: [String], selected: String) throws {
        let deadline = Date().addingTimeInterval(20)
        while Date() < deadline,
          titles != names || title != "\(selected) – Plumbago" || screen.windows.count != 1
        {
          try screen.settle()
          pause(0.05)
        }
        #expect(titles == names)
        #expect(screen.windows.map(\.title) == ["\(selected) – Plumbago"])
        try screen.waitUntilStill()
      }

      func frame(_ name: String) throws -> Rect {
        try #require(try tabs().first { $0.title == name }?.frame)
      }

      /// The middle of a tab's button that closes it: at the end of the tab.
      func closeButton(_ name: String) throws -> Point {
        let widget = try tree.wait(for: "Close “\(name)”")
        let box = try tree.whileItChanges { try tree.box(widget) }
        return window.point(box.center.x, box.center.y)
      }

      func finish() throws {
        try files.finish(app, window)
        screen.close()
      }
    }

    private static let line = (0...20).map { Point(300 + Double($0) * 5, 350) }

    private func draw(_ bench: Bench) {
      bench.screen.pen.stroke(Self.line)
      bench.screen.pen.proximityOut()
      pause(1)
    }

    @Test func `each tab is a drawing with its own ink, keys and undo`() async throws {
      let bench = try await Bench(2)
      let screen = bench.screen
      draw(bench)
      try await Kept.wait(for: "a stroke more", in: bench.path("b"), by: bench.app) {
        $0.strokes == 11
      }
      let second = try screen.waitUntilStill()
      try screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "b"], selected: "a")
      #expect(try screen.waitUntilStill() != second)
      draw(bench)
      try await Kept.wait(for: "a stroke more", in: bench.path("a"), by: bench.app) {
        $0.strokes == 6
      }
      #expect(await Kept.info(bench.path("b"))?.strokes == 11)
      try screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "b"], selected: "b")
      #expect(try screen.waitUntilStill() == second)
      // A key acts on what one sees.
      try screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "what was", in: bench.path("b"), by: bench.app) {
        $0.strokes == 10
      }
      #expect(await Kept.info(bench.path("a"))?.strokes == 6)
      try screen.keyboard.press("Tab", [.control, .shift])
      try bench.waitForTabs(["a", "b"], selected: "a")
      // The menu of this tab, and not of the hidden one.
      try screen.keyboard.press("F10")
      let row = try bench.tree.wait(for: "Preferences")
      #expect(try bench.tree.box(row).height > 0)
      try screen.keyboard.press("Escape")
      try bench.finish()
    }

    @Test(arguments: Pointing.allCases)
    func `a tab is chosen by a tap, and closed by its button`(pointing: Pointing) async throws {
      let bench = try await Bench(3)
      try pointing.press(bench.frame("a").center, on: bench.screen)
      try bench.waitForTabs(["a", "b", "c"], selected: "a")
      // One that is not shown.
      try pointing.press(bench.closeButton("b"), on: bench.screen)
      try bench.waitForTabs(["a", "c"], selected: "a")
      // And the one that is: its neighbor takes its place, and alone it needs no strip.
      try pointing.press(bench.closeButton("a"), on: bench.screen)
      try bench.waitForTabs([], selected: "c")
      draw(bench)
      try await Kept.wait(for: "a stroke more", in: bench.path("c"), by: bench.app) {
        $0.strokes == 16
      }
      #expect(await Kept.info(bench.path("a"))?.strokes == 5)
      try bench.finish()
    }

    @Test func `a finger that rests on the paper is lifted before another tab is shown`()
      async throws
    {
      let bench = try await Bench(2)
      bench.screen.touch.down(1, at: Point(400, 400))
      pause(0.5)
      try bench.screen.keyboard.press("Tab", [.control])
      pause(0.5)
      #expect(bench.title == "b – Plumbago")
      bench.screen.touch.up(1)
      try bench.waitForTabs(["a", "b"], selected: "a")
      try bench.finish()
    }

    @Test func `a tab whose last stroke was not in its file is where it was after a kill`()
      async throws
    {
      let bench = try await Bench(2)
      let screen = bench.screen
      for name in ["b", "a"] {
        draw(bench)
        bench.app.kill()
        (bench.app, bench.window) = try bench.files.start()
        bench.tree = try AccessibleTree(screen)
        try bench.waitForTabs(["a", "b"], selected: name == "b" ? "b" : "a")
        guard name == "b" else { break }
        try screen.keyboard.press("Tab", [.control])
        try bench.waitForTabs(["a", "b"], selected: "a")
      }
      for (name, strokes) in [("a", 6), ("b", 11)] {
        #expect(await Kept.info(bench.path(name))?.strokes == strokes)
      }
      try bench.finish()
    }

    @Test(arguments: Pointing.allCases)
    func `tabs are moved by dragging, and are there as they were at the next start`(
      pointing: Pointing
    ) async throws {
      let bench = try await Bench(3)
      let screen = bench.screen
      try pointing.press(bench.frame("b").center, on: screen)
      let (from, to) = try (bench.frame("b").center, bench.frame("a"))
      let end = Point(to.center.x - 10, to.center.y)
      if pointing == .finger {
        // Slowly, so that the tab is laid out at its new position while the finger moves.
        screen.touch.down(1, at: from)
        for step in 0...24 {
          screen.touch.move(1, to: from.lerp(to: end, Double(step) / 24))
          pause(0.03)
        }
        screen.touch.up(1)
      } else {
        try pointing.drag(from, to: end, on: screen)
      }
      try bench.waitForTabs(["b", "a", "c"], selected: "b")
      // Quit, closed, and killed.
      for end in 0..<3 {
        switch end {
        case 0: try screen.keyboard.press("q", [.control])
        case 1: bench.window.close()
        default: bench.app.kill()
        }
        if end < 2 {
          #expect(try bench.app.waitForExit() == .exited(0))
          try bench.app.expectQuiet()
        }
        (bench.app, bench.window) = try bench.files.start()
        bench.tree = try AccessibleTree(screen)
        try bench.waitForTabs(["b", "a", "c"], selected: "b")
      }
      // Each is all there.
      for (name, strokes) in [("a", 5), ("c", 15)] {
        try pointing.press(bench.frame(name).center, on: screen)
        try bench.waitForTabs(["b", "a", "c"], selected: name)
        #expect(await Kept.info(bench.path(name))?.strokes == strokes)
      }
      try bench.finish()
    }

    @Test func `a new drawing comes in a tab by a key, and a tab can become a window`() async throws
    {
      let bench = try await Bench(1, inTabs: false)
      let screen = bench.screen
      try screen.waitUntilStill()
      try screen.keyboard.press("t", [.control])
      try bench.waitForTabs(["a", "Untitled drawing"], selected: "Untitled drawing")
      draw(bench)
      #expect(bench.files.library.count == 1)
      try screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "Untitled drawing"], selected: "a")
      let shown = try screen.waitUntilStill()
      // “View” and “Move to a New Window” in the menu.
      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.keyboard.press("v")
      try screen.waitUntilStill()
      try screen.keyboard.press("m")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      let titles = Set(screen.windows.map(\.title))
      #expect(titles == ["a – Plumbago", "Untitled drawing – Plumbago"])
      let own = try #require(screen.windows.first { $0.title == "a – Plumbago" })
      own.activate()
      #expect(try screen.waitUntilStill() != shown, "it has no strip any more")
      own.close()
      try screen.waitForWindows(1)
      #expect(await Kept.info(bench.path("a"))?.strokes == 5)
      bench.window = try screen.waitForWindow()
      try bench.finish()
    }

    @Test func `what the library opens comes in another tab where tabs are preferred`() async throws
    {
      for inTabs in [true, false] {
        var library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
        let bench = library.bench
        try bench.finish(library.app, library.window)
        let preferences: Preferences = [.openInTabs: .init(text: "\(inTabs)")]
        try preferences.store(on: bench.screen)
        (library.app, library.window) = try bench.start([library.path("Boats")])
        library.tree = try AccessibleTree(bench.screen)
        try bench.screen.waitUntilStill()
        try library.open()
        try library.tap("Trees", with: .mouse)
        try library.wait(forTitle: "Trees")
        let tabs = try library.tree.whileItChanges {
          try library.tree.widgets().filter {
            try library.tree.role($0) == AccessibleRole.pageTab.rawValue
          }.map(\.name)
        }
        #expect(tabs == (inTabs ? ["Boats", "Trees"] : []))
        try bench.finish(library.app, bench.screen.waitForWindow())
        bench.screen.close()
      }
    }
  }
}
