import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Neither a text box on the canvas nor the paper moves while the pen writes in it.
  @Suite struct StillTextBoxTests {
    /// Above the lower edge of the paper is the middle of a line there, in points: a line below it is out of view.
    private static let lowLine = 16.0
    /// Above and below the middle of a line, in points, its letters and the frame around it end.
    private static let lineReach = 15.0

    private let fixture: AppFixture
    private let tree: AccessibleTree

    /// The app with the text tool, which sets lines in the middle.
    init() throws {
      fixture = try AppFixture(preferences: [.toolPicker: "tool=text text.alignment=1"]) {
        // Longer than a pen that was taken away counts as near.
        try App.writeSettings(["writing-pause": "2.0"], for: $0)
      }
      tree = try AccessibleTree(fixture.screen)
    }

    /// What the text says that is edited, as a screen reader knows it.
    private var said: String? {
      let editor = try? tree.widgets(ofRoles: AccessibleRole.takingText).first
      return try? editor.map { try tree.content($0) }
    }

    private func wait(until isExpected: () -> Bool) {
      let end = Date().addingTimeInterval(10)
      while !isExpected(), Date() < end { pause(0.03) }
    }

    /// Types the first word of a box that was begun.
    private func typeFirstWord() throws {
      wait { said == "" }
      try fixture.screen.keyboard.type("first")
      wait { said == "first" }
      #expect(said == "first")
      fixture.screen.mouse.leave()
      try fixture.screen.waitUntilStill()
    }

    /// From beside the first word's frame to before its end, where the caret blinks.
    private func firstLetters(around middle: Point, width: Double) -> PixelBox {
      PixelBox(
        covering: Rect(
          minX: middle.x - width / 2 - 8, minY: middle.y - Self.lineReach, maxX: middle.x + 6,
          maxY: middle.y + Self.lineReach))
    }

    /// Writes words one behind the other on a line, and takes the pen away; calls a closure after each stroke.
    private func write(_ words: [String], from start: Point, check: () -> Void) throws {
      let size = 12.0
      var x = start.x
      for word in words {
        let ink = try ScribbleTests.recorded(word, at: Point(x, start.y + size / 2), size: size)
        for stroke in ink {
          fixture.pen.hover(at: stroke[0])
          fixture.pen.stroke(stroke)
          pause(0.05)
          check()
        }
        // A gap that tells by itself that a word begins.
        x = Rect(around: ink.joined()).maxX + 3.5 * size
      }
      fixture.pen.proximityOut()
    }

    /// How many pixels of a part of the screen are no longer as they were.
    private func changes(since picture: Picture, in box: PixelBox) -> Int {
      fixture.screen.screenshot(of: box).difference(from: picture, tolerance: 60).count
    }

    /// The dark pixels of a part of the screen, in its own.
    private func letters(in box: PixelBox) -> PixelBox {
      fixture.screen.screenshot(of: box).pixels { $0.luma < 0.4 }.box
    }

    @Test func `S45 S47 words of a text box stay, and the paper below it, until the pause`() throws
    {
      // Lines break at the third of the words.
      let width = 130.0
      let middle = fixture.at(350, Double(fixture.canvas.height) - Self.lowLine)
      let half = Vector(width / 2, 0)
      // From its upper left corner.
      let corner = middle - half - Vector(0, 11)
      fixture.screen.mouse.drag(from: corner, to: corner + half * 2)
      try typeFirstWord()
      let box = firstLetters(around: middle, width: width)
      let before = fixture.screen.screenshot(of: box)
      let former = letters(in: box)
      #expect(former.width > 8 && former.height > 8, "\(former)")
      var moved = 0
      try write(["world", "call", "coffee"], from: middle + Vector(30, 0)) {
        moved = max(moved, changes(since: before, in: box))
      }
      #expect(moved == 0, "while the pen writes")
      var isWaiting = true
      let end = Date().addingTimeInterval(10)
      while isWaiting, Date() < end {
        // Before the text is asked for, which comes at any time.
        let count = changes(since: before, in: box)
        isWaiting = said == "first"
        if isWaiting { moved = max(moved, count) }
      }
      #expect(moved == 0, "before the pause")
      let text = try #require(said)
      #expect(text.hasPrefix("first") && text.count > 14, "\(text)")
      // Nor does the paper scroll to the second line before a pause has followed.
      pause(1)
      let top = letters(in: box).y
      #expect(abs(top - former.y) <= 3)
      // The caret is shown as it is after keys.
      let area = PixelBox(x: box.x, y: box.y - 60, width: box.width, height: box.height + 60)
      let highest = former.y + 60
      wait { letters(in: area).y < highest - 10 }
      let shown = letters(in: area).y
      #expect(shown < highest - 10)
      try fixture.screen.keyboard.press("Escape")
      try fixture.done()
    }

    @Test func `S45 S50 a text box that grows in the middle keeps its frame until the pause`()
      throws
    {
      let middle = fixture.at(350, 250)
      fixture.screen.mouse.click(at: middle)
      try typeFirstWord()
      let box = firstLetters(around: middle, width: 60)
      let before = fixture.screen.screenshot(of: box)
      let former = letters(in: box)
      #expect(former.width > 8 && former.height > 8, "\(former)")
      var moved = 0
      try write(["world"], from: middle + Vector(24, 0)) {
        moved = max(moved, changes(since: before, in: box))
      }
      wait { said != "first" }
      let text = try #require(said)
      #expect(text.hasPrefix("first") && text.count > 6, "\(text)")
      // Its word is there, beside the first, and a pause has yet to follow.
      pause(1)
      moved = max(moved, changes(since: before, in: box))
      #expect(moved == 0)
      // Then it is around its middle, as if it had been typed.
      let line = PixelBox(
        covering: Rect(
          minX: middle.x - 100, minY: middle.y - Self.lineReach, maxX: middle.x + 140,
          maxY: middle.y + Self.lineReach))
      func center() -> Double {
        let found = letters(in: line)
        return Double(line.x + found.x) + Double(found.width) / 2
      }
      wait { abs(center() - middle.x) < 5 }
      let there = center()
      #expect(abs(there - middle.x) < 5)
      let again = changes(since: before, in: box)
      #expect(again > 20)
      try fixture.screen.keyboard.press("Escape")
      try fixture.done()
    }
  }
}
