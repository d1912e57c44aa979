import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Several drawings in tabs of one window.
  @Suite struct TabTests {
    @Test func `each tab is a drawing with its own ink, keys and undo`() async throws {
      let bench = try await TabBench(2)
      let screen = bench.screen
      bench.draw()
      try await Kept.wait(for: "a stroke more", in: bench.path("b"), by: bench.app) {
        $0.strokes == 11
      }
      let second = try screen.waitUntilStill()
      try screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "b"], selected: "a")
      #expect(try screen.waitUntilStill() != second)
      bench.draw()
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
    func `S7 a tab is chosen by a tap, and closed by its button`(pointing: Pointing) async throws {
      let bench = try await TabBench(3)
      try pointing.press(bench.frame("a").center, on: bench.screen)
      try bench.waitForTabs(["a", "b", "c"], selected: "a")
      // One that is not shown.
      try pointing.press(bench.closeButton("b"), on: bench.screen)
      try bench.waitForTabs(["a", "c"], selected: "a")
      // And the one that is: its neighbor takes its place, and alone it needs no strip.
      try pointing.press(bench.closeButton("a"), on: bench.screen)
      try bench.waitForTabs([], selected: "c")
      bench.draw()
      try await Kept.wait(for: "a stroke more", in: bench.path("c"), by: bench.app) {
        $0.strokes == 16
      }
      #expect(await Kept.info(bench.path("a"))?.strokes == 5)
      try bench.finish()
    }

    @Test func `a finger that rests on the paper is lifted before another tab is shown`()
      async throws
    {
      let bench = try await TabBench(2)
      bench.screen.touch.down(1, at: Point(400, 400))
      pause(0.5)
      try bench.screen.keyboard.press("Tab", [.control])
      pause(0.5)
      #expect(bench.title == "b – Plumbago")
      bench.screen.touch.up(1)
      try bench.waitForTabs(["a", "b"], selected: "a")
      try bench.finish()
    }

    @Test func `what is written at once after the key for a new tab is in its drawing`()
      async throws
    {
      let files = try FileBench()
      let store = try await DocumentStore.open(files.path("a.plumbago"))
      let pages = PageLayout.pages(PageSize(width: 300, height: 200), count: 3)
      try await store.perform([.begin(with: DrawingSettings(layout: pages))])
      try await store.close()
      let (app, window) = try files.start([files.path("a.plumbago")])
      let bench = try TabBench(files, app: app, window: window)
      let screen = bench.screen
      try screen.waitUntilStill()
      // The pen stays near, as a hand that writes holds it.
      screen.pen.stroke((0...20).map { Point(300 + Double($0) * 5, 350) })
      try await Kept.wait(for: "a stroke", in: bench.path("a"), by: app) { $0.strokes == 1 }
      try screen.keyboard.press("t", [.control])
      // Sooner than a press would be waited for.
      try wait(1.2, for: "Untitled drawing – Plumbago", bench)
      bench.draw()
      try bench.waitForTabs(["a", "Untitled drawing"], selected: "Untitled drawing")
      let new = try #require(files.library.first)
      try await Kept.wait(for: "the next stroke", in: new, by: app) { $0.strokes == 1 }
      #expect(await Kept.info(bench.path("a"))?.strokes == 1)
      // A pen that hovers keeps no other tab back, either.
      screen.pen.hover(at: Point(300, 350))
      try screen.waitUntilStill()
      try screen.keyboard.press("Tab", [.control])
      try wait(1.2, for: "a – Plumbago", bench)
      try bench.finish()
    }

    /// Waits for the window's title for some seconds at the most, and for one frame.
    private func wait(_ seconds: Double, for title: String, _ bench: TabBench) throws {
      let end = Date().addingTimeInterval(seconds)
      while bench.title != title, Date() < end { pause(0.01) }
      #expect(bench.title == title)
      try bench.screen.settle()
    }

    @Test func `a tab whose last stroke was not in its file is where it was after a kill`()
      async throws
    {
      let bench = try await TabBench(2)
      let screen = bench.screen
      for name in ["b", "a"] {
        // Until both are read: one that is being read at a kill is offered at the next start, and not opened by itself.
        pause(1)
        bench.draw()
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
      let bench = try await TabBench(3)
      let screen = bench.screen
      try pointing.press(bench.frame("b").center, on: screen)
      let (from, to) = try (bench.frame("b").center, bench.frame("a"))
      let end = Point(to.center.x - 10, to.center.y)
      try bench.drag(from, to: end, with: pointing)
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
      let bench = try await TabBench(1, inTabs: false)
      let screen = bench.screen
      try screen.waitUntilStill()
      try screen.keyboard.press("t", [.control])
      try bench.waitForTabs(["a", "Untitled drawing"], selected: "Untitled drawing")
      bench.draw()
      #expect(bench.files.library.count == 1)
      try screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "Untitled drawing"], selected: "a")
      let shown = try screen.waitUntilStill()
      // “View”, “Windows and Tabs” and “Move to a New Window” in the menu.
      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.keyboard.press("v")
      try screen.waitUntilStill()
      try screen.keyboard.press("n")
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
        let tabs = try library.tree.widgets(ofRoles: [AccessibleRole.pageTab.rawValue])
          .map(\.name)
        #expect(tabs == (inTabs ? ["Boats", "Trees"] : []))
        try bench.finish(library.app, bench.screen.waitForWindow())
        bench.screen.close()
      }
    }
  }
}
