import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The way into a full screen, and out of it by any hand.
  @Suite struct FullScreenTests {
    private static let leave = "Leave Full Screen"

    /// The app after F11, and what a screen reader knows of it.
    private func start() throws -> (AppFixture, AccessibleTree) {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.screen.waitUntilStill()
      return (fixture, tree)
    }

    private func waitForWindow(_ fixture: AppFixture) throws {
      try fixture.screen.wait(for: "a window") { _ in !fixture.window.isFullscreen }
      try fixture.findCanvas()
      try fixture.waitForPicker()
    }

    /// Points or touches at the upper edge, without a press.
    private func call(_ hand: Pointing, on screen: Screen) {
      switch hand {
      case .pen: screen.pen.hover(at: Point(450, 3))
      case .finger: screen.touch.tap(at: Point(450, 12))
      case .mouse: screen.mouse.move(to: Point(450, 3))
      }
    }

    @Test(arguments: Pointing.allCases)
    func `S6 the upper edge of a full screen brings the header, whose button leaves it`(
      hand: Pointing
    ) throws {
      let (fixture, tree) = try start()
      let before = try tree.texts()
      #expect(!before.contains(Self.leave))
      call(hand, on: fixture.screen)
      try tree.wait(for: Self.leave, isWhole: true)
      try fixture.screen.waitUntilStill()
      // The menu, too, is at hand.
      let menu = try tree.position(of: "Main Menu", in: fixture.window)
      #expect(menu.y < 60)
      try hand.press(menu, on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      #expect(fixture.window.isFullscreen)
      try hand.press(tree.position(of: Self.leave, in: fixture.window), on: fixture)
      try waitForWindow(fixture)
      // In the window's title bar again, as before.
      let after = try tree.texts()
      #expect(!after.contains(Self.leave))
      try hand.press(tree.position(of: "Main Menu", in: fixture.window), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `the bar of a selection makes room for the header and the tools that come`()
      async throws
    {
      let (fixture, tree) = try start()
      // From so far below the upper edge that the bar is above it, to the lower one.
      fixture.pen.stroke((0...30).map { Point(450, 130 + Double($0) * 19) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("s")
      try fixture.screen.keyboard.press("a", [.control])
      let delete = try tree.wait(for: "Delete", isWhole: true)
      try fixture.screen.waitUntilStill()
      let before = try tree.box(delete)
      #expect(before.height > 8 && before.maxY < 80, "\(before)")
      call(.mouse, on: fixture.screen)
      let header = try tree.wait(for: Self.leave, isWhole: true)
      try fixture.screen.waitUntilStill()
      let tool = try tree.wait(for: "Pen", isWhole: true)
      let covered = try max(tree.box(header).maxY, tree.box(tool).maxY)
      let after = try tree.box(delete)
      #expect(after.height > 8 && after.minY > covered, "\(after) below \(covered)")
      fixture.screen.mouse.leave()
      try fixture.done()
    }

    @Test func `Escape leaves a full screen, once it has closed what is open there`() throws {
      let (fixture, _) = try start()
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.isFullscreen)
      try fixture.screen.keyboard.press("Escape")
      try waitForWindow(fixture)
      try fixture.done()
    }

    /// Whether the full screen's row has a check mark in the paper's menu, which is opened for that.
    private func isTicked(_ fixture: AppFixture, _ tree: AccessibleTree) throws -> Bool {
      // Below the tools, and high enough that all rows have room.
      fixture.screen.mouse.click(at: Point(fixture.middle.x, 190), .right)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let isTicked = try tree.whileItChanges { () throws -> Bool in
        try tree.widgets().contains { try $0.name == "Full Screen" && tree.has(.checked, $0) }
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      fixture.screen.mouse.leave()
      return isTicked
    }

    @Test func `a menu has a check mark while the window fills the screen`() throws {
      let (fixture, tree) = try start()
      let inFullScreen = try isTicked(fixture, tree)
      #expect(inFullScreen)
      // Escape was the menu's.
      #expect(fixture.window.isFullscreen)
      try fixture.screen.keyboard.press("F11")
      try waitForWindow(fixture)
      let inWindow = try isTicked(fixture, tree)
      #expect(!inWindow)
      try fixture.done()
    }
  }
}
