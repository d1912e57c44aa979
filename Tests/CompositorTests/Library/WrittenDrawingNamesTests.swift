import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Names of new drawings that are written below the last one, and what somebody does right behind that.
  @Suite struct WrittenDrawingNamesTests {
    private static func write(_ text: String, below last: String, _ library: LibraryBench) throws {
      let row = try library.frame(last)
      let box = Rect(x: row.minX - 40, y: row.maxY + 60, width: 150, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word(text).strokes(in: box), with: library.bench.screen.pen)
    }

    @Test func `S42 a word drawn right behind a new drawing's name stays where it is`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      try Self.write("coffee", below: "Trees", library)
      // Longer than the name takes to be read, without a pause in which the paper might be changed.
      for k in 0..<16 {
        library.bench.stroke(200, 200 + Double(k) * 20)
        pause(0.2)
      }
      library.bench.screen.pen.proximityOut()
      library.waitForFiles(["Boats", "Trees", "coffee"])
      try library.tree.wait(for: "“coffee” was made.")
      #expect(library.window.title == "Boats – Plumbago")
      try library.tree.wait(for: "coffee", isWhole: true)
      try library.bench.screen.waitUntilStill()
      try library.tree.press("Open")
      try library.wait(forTitle: "coffee")
      // Five strokes were there.
      try await library.finish(strokes: ["Boats": 21, "coffee": 0])
    }

    @Test func `S42 a drawing's name is kept where the window is closed right behind it`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      try Self.write("coffee", below: "Trees", library)
      let field = try library.tree.wait(for: "Name of the new drawing")
      // Its text has come, and the pause behind that has not passed.
      let end = Date().addingTimeInterval(5)
      while try library.tree.content(field) != "coffee", Date() < end { pause(0.02) }
      library.window.close()
      let status = try library.app.waitForExit()
      #expect(status == .exited(0))
      try library.app.expectQuiet()
      #expect(library.files == ["Boats", "Trees", "coffee"])
      library.bench.screen.close()
    }
  }
}
