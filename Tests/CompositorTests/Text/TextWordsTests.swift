import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What a screen reader says of the text boxes on the paper.
  @Suite struct TextWordsTests {
    /// The app with a text of two lines on the paper.
    private struct Bench {
      let fixture: AppFixture
      let tree: AccessibleTree
      var screen: Screen { fixture.screen }

      static let lines = ["apples and pears", "plums"]

      init() async throws {
        fixture = try AppFixture()
        tree = try AccessibleTree(fixture.screen)
        let keyboard = fixture.screen.keyboard
        try keyboard.press("t")
        fixture.screen.mouse.click(at: fixture.at(250, 200))
        try tree.wait(for: "Text Box")
        try keyboard.type(Self.lines[0])
        try keyboard.press("Return")
        try keyboard.type(Self.lines[1])
        try keyboard.press("Escape")
        fixture.screen.mouse.leave()
        try await Kept.wait(for: "a text", in: fixture.path, by: fixture.app) {
          $0.texts == 1 && $0.undoDepth == 1
        }
      }

      /// What is said of the paper.
      func said() throws -> [String] {
        let text = try tree.whileItChanges {
          try tree.description(#require(try tree.widgets().first { $0.name == "Canvas" }))
        }
        return text.split(separator: "\n").map(String.init)
      }

      /// The boxes of what says a line, from the window's corner.
      func boxes(_ line: String) throws -> [Rect] {
        try tree.whileItChanges {
          try tree.widgets().filter { $0.name == line }.map { try tree.box($0) }
        }
      }

      func wait(until isExpected: () throws -> Bool) rethrows {
        let deadline = Date().addingTimeInterval(30)
        while try !isExpected(), Date() < deadline { pause(0.1) }
      }
    }

    @Test func `a screen reader hears what texts say, until they are gone`() async throws {
      let bench = try await Bench()
      let keyboard = bench.screen.keyboard
      try bench.wait { try bench.said() == Bench.lines }
      let lines = try bench.said()
      #expect(lines == Bench.lines)
      for key in ["a", "Delete"] {
        try keyboard.press(key, key == "a" ? [.control] : [])
        try bench.screen.waitUntilStill()
      }
      try bench.wait { try bench.said().isEmpty }
      let none = try bench.said()
      #expect(none.isEmpty, "\(none)")
      try keyboard.press("z", [.control])
      try bench.wait { try bench.said() == Bench.lines }
      let again = try bench.said()
      #expect(again == Bench.lines)
      try bench.fixture.done()
    }

    @Test func `a screen reader finds each line of a text where it is, and says which is selected`()
      async throws
    {
      let bench = try await Bench()
      let (fixture, screen) = (bench.fixture, bench.screen)
      try AccessibleTree.setScreenReader(true, screen)
      try bench.wait { try Bench.lines.allSatisfy { try bench.boxes($0).count == 1 } }
      try screen.waitUntilStill()
      let found = try Bench.lines.map { try bench.boxes($0) }
      #expect(found.map(\.count) == [1, 1])
      let (first, second) = (try #require(found[0].first), try #require(found[1].first))
      // Around its letters on the screen, one line below the other.
      let part = PixelBox(covering: Rect(center: fixture.at(330, 210), radius: 130))
      let ink = screen.screenshot(of: part).pixels { $0.luma < 0.4 }.box
      let corner = fixture.window.frame
      let drawn = Rect(
        x: Double(part.x + ink.x - corner.x), y: Double(part.y + ink.y - corner.y),
        width: Double(ink.width), height: Double(ink.height))
      let both = first.union(second)
      #expect(both.outset(by: 3).contains(drawn), "\(drawn) in \(both)")
      #expect(abs(both.minX - drawn.minX) < 6 && abs(both.maxX - drawn.maxX) < 6)
      #expect(both.height < 1.6 * drawn.height && second.width < first.width / 2)
      #expect(second.center.y > first.center.y + 12 && abs(second.minX - first.minX) < 4)
      // What the keyboard selects is said.
      try screen.keyboard.press("s")
      try screen.keyboard.press("Tab")
      let name = try bench.tree.wait(for: "Text “apples and pears").name
      #expect(name.contains("plums”") && name.hasSuffix(", 1 of 1"))
      // Without a screen reader there is none.
      try AccessibleTree.setScreenReader(false, screen)
      try bench.wait { try bench.boxes("plums").isEmpty }
      let left = try bench.boxes("plums")
      #expect(left.isEmpty)
      try fixture.done()
    }
  }
}
