import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The help window of keyboard shortcuts.
  @Suite struct ShortcutsTests {
    private static let title = "Keyboard Shortcuts"

    private func open(_ fixture: AppFixture) throws -> Window {
      try fixture.screen.keyboard.press("question", [.control, .shift])
      let window = try fixture.screen.waitForWindow { $0 != fixture.window }
      try fixture.screen.waitUntilStill()
      return window
    }

    /// The frame of a section's title, which a row may have for a name, too.
    private func box(ofSection title: String, _ tree: AccessibleTree) throws -> Rect {
      let titles = try tree.widgets(in: Self.title).filter { $0.name == title }
      return try titles.map { try tree.box($0) }.min { $0.minX < $1.minX } ?? .empty
    }

    @Test(arguments: Pointing.allCases)
    func `on a narrow screen all of the shortcuts fit, scroll in one column and are closed`(
      by hand: Pointing
    ) throws {
      let fixture = try AppFixture(size: PixelSize(width: 420, height: 640), finger: "draw")
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      let frame = window.frame
      #expect(frame.x >= 0 && frame.y >= 0 && frame.maxX <= 420 && frame.maxY <= 640, "\(frame)")
      #expect(window.title == Self.title)
      let tools = try box(ofSection: "Tools", tree)
      let view = try box(ofSection: "View", tree)
      #expect(tools.minX == view.minX && tools.maxY < view.minY)
      // The close button is where a tap reaches it.
      let close = try #require(try tree.widgets(in: Self.title).last { $0.name == "Close" })
      let box = try tree.box(close)
      #expect(box.minX >= 0 && box.maxX <= Double(frame.width))
      try hand.press(window.point(box.center.x, box.center.y), on: fixture)
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `on a wide screen the shortcuts stand in columns that follow the window's width`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1100, height: 800))
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      func columns() throws -> Int {
        let titles = ["Most Used", "Tools", "View", "Moving the Paper", "Files", "On a Touchpad"]
        return Set(try titles.map { try box(ofSection: $0, tree).minX }).count
      }
      #expect(try columns() == 2)
      // What is used most comes first.
      let first = try box(ofSection: "Most Used", tree)
      #expect(try first.minY < box(ofSection: "Tools", tree).minY)
      try window.resize(to: PixelSize(width: 400, height: 500))
      try fixture.screen.waitUntilStill()
      #expect(try columns() == 1)
      try window.resize(to: PixelSize(width: 1090, height: 700))
      try fixture.screen.waitUntilStill()
      #expect(try columns() == 3)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    /// Names of rows of several sections, none of which is part of another's.
    private static let known = [
      "Undo", "Export", "Zoom In", "Zoom to Fit", "Rotate Right", "Pencil",
    ]

    /// Waits until the window shows those of ``known``, and no others of them.
    private func wait(forRows expected: Set<String>, _ tree: AccessibleTree) throws {
      let end = Date().addingTimeInterval(10)
      var seen: Set<String> = []
      repeat {
        seen = Set(try tree.widgets(in: Self.title).map(\.name)).intersection(Self.known)
        if seen == expected { return }
        pause(0.02)
      } while Date() < end
      Issue.record("\(seen) is shown")
    }

    @Test func `what is typed searches names and keys, and Escape first ends the search`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      try wait(forRows: Set(Self.known), tree)
      // Without a tap on the field.
      try fixture.screen.keyboard.type("zoom")
      try wait(forRows: ["Zoom In", "Zoom to Fit"], tree)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.keyboard.type("ctrl+e")
      try wait(forRows: ["Export"], tree)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.keyboard.type("nothing like it")
      try tree.wait(for: "No shortcut has these words")
      try wait(forRows: [], tree)
      try fixture.screen.keyboard.press("Escape")
      try wait(forRows: Set(Self.known), tree)
      #expect(fixture.screen.windows.contains(window))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `S5 S38 a word written by hand searches the shortcuts`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let window = try open(fixture)
      let field = try tree.box(tree.wait(for: "Search"))
      let start = window.point(field.minX + 60, field.center.y + 8)
      InputOnScreen.ScribbleTests.write(
        try InputOnScreen.ScribbleTests.recorded("to", at: start, size: 16), with: fixture.pen)
      try wait(forRows: ["Zoom to Fit"], tree)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
