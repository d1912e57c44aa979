import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// A whole errand with nothing but the pen in the hand.
  @Suite struct ByPenAloneTests {
    @Test func `a drawing is named, written, found, converted and copied out by the pen alone`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], size: PixelSize(width: 1100, height: 760))
      let (screen, tree) = (library.bench.screen, library.tree)
      try tree.wait(for: "Search the library")
      func write(_ strokes: [[Point]]) {
        InputOnScreen.ScribbleTests.writeQuickly(strokes, with: screen.pen)
      }
      func word(_ text: String) throws -> RecordedWriting {
        try RecordedWriting.word(text)
      }
      // From the library: a name in the blank space below the last drawing.
      let last = try library.frame("Boats")
      write(
        try word("coffee").strokes(
          in: Rect(x: last.minX - 40, y: last.maxY + 60, width: 150, height: 28)))
      library.waitForFiles(["Boats", "coffee"])
      try library.wait(forTitle: "coffee")
      // Three lines.
      let lines = try RecordedWriting.lines()
      var count = 0
      for (i, line) in [lines[21], lines[1], lines[4]].enumerated() {
        let strokes = line.strokes(
          in: Rect(x: 200, y: 240 + Double(i) * 110, width: 560, height: 26))
        count += strokes.count
        write(strokes)
      }
      let path = library.path("coffee")
      _ = try await Kept.strokes(count, in: path, by: library.app)
      // Back in the library: what is searched for is written, too, and the hit opened.
      let field = try tree.position(of: "Search the library", in: #require(screen.windows.first))
      write(
        try word("quick").strokes(
          in: Rect(x: field.x - 50, y: field.y - 12, width: 130, height: 24)))
      try tree.wait(for: "quick brown")
      try library.tap("coffee", with: .pen)
      screen.pen.proximityOut()
      try tree.wait(for: "1 of 1")
      try screen.waitUntilStill()
      let lit = FindingTests.lit(screen)
      #expect(lit.count > 300)
      #expect((220..<290).contains(lit.box.y))
      // The line is selected and converted, by the menu that a pen at rest opens.
      let window = try #require(screen.windows.first)
      try Pointing.pen.press(tree.position(of: "Selection", in: window), on: screen)
      try screen.waitUntilStill()
      let corners = [
        Point(185, 225), Point(785, 225), Point(785, 285), Point(185, 285), Point(185, 225),
      ]
      screen.pen.stroke(
        zip(corners, corners.dropFirst()).flatMap { a, b in
          (0..<12).map { a.lerp(to: b, Double($0) / 12) }
        })
      screen.pen.proximityOut()
      try screen.waitUntilStill(for: 0.7)
      func choose(_ command: String) throws {
        let spot = Point(Double(lit.box.x + lit.box.width / 2), 253)
        screen.pen.down(at: spot)
        try screen.waitForPopups(1)
        screen.pen.up()
        screen.pen.proximityOut()
        try screen.waitUntilStill()
        try Pointing.pen.press(
          tree.position(ofRow: command, in: #require(screen.popups.last)), on: screen)
        screen.pen.proximityOut()
        try screen.waitForPopups(0)
      }
      try choose("Convert to Text")
      try await Kept.wait(for: "a line less of ink", in: path, by: library.app) {
        $0.strokes == count - lines[21].strokes.count
      }
      try screen.waitUntilStill(for: 0.7)
      try choose("Copy as Text")
      try tree.wait(for: "Copied as text")
      let copied = try #require(try screen.clipboardText())
      #expect(copied.contains("quick brown"), "\(copied)")
      try await library.finish()
    }
  }
}
