import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The strip of tabs where it runs from right to left, and in narrow windows.
  @Suite struct TabLayoutTests {
    @Test(arguments: Pointing.allCases)
    func `S103 right to left, the first tab is at the right, and a drag moves a tab as it is seen`(
      pointing: Pointing
    ) async throws {
      let bench = try await TabBench(TabBench.names, environment: AppFixture.rightToLeft)
      let screen = bench.screen
      let (first, last) = try (bench.frame("a"), bench.frame("c"))
      #expect(first.maxX > Double(bench.window.frame.maxX) - 20)
      let button = try bench.closeButton("a")
      #expect(button.x > first.minX && button.x < first.center.x)
      // Behind the last one comes the first, at the other end.
      let steps: [(Set<Keyboard.Modifier>, String)] = [
        ([.control], "a"), ([.control], "b"), ([.control, .shift], "a"),
      ]
      for (modifiers, name) in steps {
        try screen.keyboard.press("Tab", modifiers)
        try bench.waitForTabs(["c", "b", "a"], selected: name)
      }
      try pointing.press(bench.frame("b").center, on: screen)
      try bench.waitForTabs(["c", "b", "a"], selected: "b")
      // To the right it comes before the first, to the left behind the last.
      try bench.drag(
        bench.frame("b").center, to: Point(first.center.x + 10, first.center.y), with: pointing)
      try bench.waitForTabs(["c", "a", "b"], selected: "b")
      try bench.drag(
        bench.frame("b").center, to: Point(last.center.x - 10, last.center.y), with: pointing)
      try bench.waitForTabs(["b", "c", "a"], selected: "b")
      try screen.keyboard.press("q", [.control])
      #expect(try bench.app.waitForExit() == .exited(0))
      try bench.app.expectQuiet()
      // Their order is the same from left to right.
      (bench.app, bench.window) = try bench.files.start()
      bench.tree = try AccessibleTree(screen)
      try bench.waitForTabs(["a", "c", "b"], selected: "b")
      try bench.finish()
    }

    // MARK: Narrow windows

    /// Expects all of a tab, and of its button, in a window of a width.
    private func expectWhole(_ name: String, _ bench: TabBench, width: Int) throws {
      let (tab, button) = try (bench.frame(name), bench.closeButton(name))
      #expect(tab.minX >= 0 && tab.maxX <= Double(width), "\(name): \(tab)")
      // It is 30 points wide.
      #expect(button.x - 15 >= tab.minX && button.x + 15 <= tab.maxX, "\(name): \(button)")
    }

    @Test(arguments: [400, 360])
    func `in a narrow window tabs share its width, and a finger chooses and closes them`(
      width: Int
    ) async throws {
      let names = ["a", "The old town hall from the east", "c"]
      let size = PixelSize(width: width, height: 700)
      let bench = try await TabBench(names, size: size, showsAll: false)
      let screen = bench.screen
      try bench.window.maximize()
      try bench.waitForTabs(names, selected: "c")
      #expect(bench.window.frame == PixelBox(x: 0, y: 0, width: width, height: 700))
      for name in names { try expectWhole(name, bench, width: width) }
      let tabs = try bench.tabs()
      for (tab, next) in zip(tabs, tabs.dropFirst()) {
        #expect(tab.frame.maxX <= next.frame.minX + 1)
      }
      try Pointing.finger.press(bench.frame("a").center, on: screen)
      try bench.waitForTabs(names, selected: "a")
      try Pointing.finger.press(bench.closeButton(names[1]), on: screen)
      try bench.waitForTabs(["a", "c"], selected: "a")
      try Pointing.finger.press(bench.frame("c").center, on: screen)
      try bench.waitForTabs(["a", "c"], selected: "c")
      try Pointing.finger.press(bench.closeButton("c"), on: screen)
      try bench.waitForTabs([], selected: "a")
      bench.draw(from: Point(120, 350))
      try await Kept.wait(for: "a stroke more", in: bench.path("a"), by: bench.app) {
        $0.strokes == 6
      }
      try bench.finish()
    }

    @Test func `where the strip has no room for all tabs, the one that is shown is in it`()
      async throws
    {
      let names = ["a", "b", "c", "d", "e", "f"]
      let width = 360
      let size = PixelSize(width: width, height: 700)
      let bench = try await TabBench(names, size: size, showsAll: false)
      let screen = bench.screen
      try bench.window.maximize()
      try bench.wait(forTitle: "f")
      #expect(bench.window.frame == PixelBox(x: 0, y: 0, width: width, height: 700))
      // Behind the last one comes the first.
      for name in names {
        try screen.keyboard.press("Tab", [.control])
        try bench.wait(forTitle: name)
        try expectWhole(name, bench, width: width)
      }
      for (name, next) in zip(names.reversed(), names.dropLast().reversed()) {
        try Pointing.finger.press(bench.closeButton(name), on: screen)
        try bench.wait(forTitle: next)
      }
      // Each was closed by itself, and kept.
      for (i, name) in names.enumerated() {
        #expect(await Kept.info(bench.path(name))?.strokes == 5 * (i + 1))
      }
      try bench.finish()
    }
  }
}
