import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Fields in each of GTK's containers stay as they are while the pen writes, whatever comes and goes there.
  @Suite struct StillContainersTests {
    typealias Fields = ScribbleTests.Fields

    /// A word of which the first stroke is drawn into “low”, with the pen still down.
    private struct BegunWord {
      let fields: Fields
      let low: Rect
      let search: Rect
      /// The screen.
      let picture: Picture
      private let ink: [[Point]]

      init(in container: String) throws {
        fields = try Fields("LivelyFields", variables: ["FIELDS_CONTAINER": container])
        pause(0.5)
        low = try fields.box("low", isWhole: true)
        search = try fields.box("search")
        ink = try ScribbleTests.recorded("coffee", in: low)
        let pen = fields.screen.pen
        pen.hover(at: ink[0][0])
        pen.down(at: ink[0][0])
        pen.move(along: Array(ink[0].dropFirst()))
        picture = try fields.screen.waitUntilStill()
      }

      /// Has the program make a change; what the screen shows after it.
      func change(by signal: CInt, until line: String) throws -> Picture {
        kill(fields.app.processID, signal)
        let end = Date().addingTimeInterval(10)
        while !fields.app.standardOutput.contains(line), Date() < end { pause(0.01) }
        #expect(fields.app.standardOutput.contains(line))
        pause(0.3)
        try expectStill()
        return try fields.screen.waitUntilStill()
      }

      func expectStill() throws {
        let (now, beside) = (try fields.box("low", isWhole: true), try fields.box("search"))
        #expect(now == low && beside == search, "\(now), \(beside); \(low), \(search)")
      }

      /// Writes the rest, and waits until the program's layout applies again: at the pause.
      func finish() throws {
        let pen = fields.screen.pen
        pen.up()
        try ScribbleTests.write(Array(ink.dropFirst()), with: pen, check: expectStill)
        let end = Date().addingTimeInterval(10)
        while fields.said("low") != "coffee", Date() < end { pause(0.01) }
        #expect(fields.said("low") == "coffee")
        let committed = Date()
        while try fields.box("low", isWhole: true) == low, Date() < end { pause(0.01) }
        #expect(Date().timeIntervalSince(committed) >= 0.5)
      }
    }

    /// How many pixels are as dark as text.
    private func dark(in box: Rect, of picture: Picture) -> Int {
      picture.cropped(to: PixelBox(covering: box)).pixels { $0.luma < 0.5 }.count
    }

    @Test(arguments: ["grid", "list", "flow", "pane"])
    func `S46 S45 S50 a field stays in each container, and what came is seen at the pause`(
      container: String
    ) throws {
      let word = try BegunWord(in: container)
      let fields = word.fields
      let changed = try word.change(by: SIGHUP, until: "panel")
      #expect(changed == word.picture)
      if container == "list" || container == "flow" {
        // One of the two rows that have come is filtered out before either was seen.
        let filtered = try word.change(by: SIGHUP, until: "filtered")
        // The text below shows its scroll bar for a moment.
        let long = try fields.box("long")
        let bar = Rect(minX: long.maxX - 12, minY: long.minY, maxX: long.maxX, maxY: long.maxY)
        let difference = filtered.difference(from: word.picture, outside: PixelBox(covering: bar))
        #expect(difference.count == 0, "\(difference)")
      }
      try word.finish()
      let picture = try fields.screen.waitUntilStill()
      let (low, search) = (try fields.box("low", isWhole: true), try fields.box("search"))
      #expect(low.minX > word.low.minX + 10)
      #expect(low.minX == search.minX && low.width == search.width)
      if container == "pane" {
        #expect(low.minY == word.low.minY + 60 && search.minY == word.search.minY + 60)
      } else {
        #expect(low.minY > word.low.minY + 10 && search.minY > word.search.minY + 10)
        // The banner's text is at the left, and that of the row which is filtered out at the right.
        let (top, bottom) = (word.search.minY - 4, search.minY - 2)
        let middle = search.center.x
        let left = Rect(minX: search.minX, minY: top, maxX: middle, maxY: bottom)
        let right = Rect(minX: middle, minY: top, maxX: search.maxX, maxY: bottom)
        #expect(dark(in: left, of: picture) > 20)
        #expect(dark(in: right, of: picture) == 0)
      }
      try fields.done()
    }

    @Test(arguments: ["grid", "list", "flow"])
    func `S46 what goes from beside a field goes at once, as what has room comes, and none moves`(
      container: String
    ) throws {
      let word = try BegunWord(in: container)
      let fields = word.fields
      let long = try fields.box("long")
      let completing = try fields.box("completing")
      let (low, before) = (word.low, word.picture)
      let below = Rect(
        minX: low.minX, minY: low.maxY + 1, maxX: low.maxX, maxY: low.maxY + 40)
      #expect(dark(in: below, of: before) == 0)
      let after = try word.change(by: SIGWINCH, until: "gone")
      #expect(dark(in: below, of: after) > 20)
      let longAfter = try fields.box("long")
      #expect(longAfter == long)
      // It had a border, and now there is but the window.
      let background = after[Point(completing.center.x, completing.minY - 6)]
      let room = PixelBox(covering: completing)
      let shown = before.cropped(to: room).pixels { $0 != background }
      let left = after.cropped(to: room).pixels { $0 != background }
      #expect(shown.count > 100 && left.isEmpty)
      try word.finish()
      try fields.screen.waitUntilStill()
      let (moved, search) = (try fields.box("low", isWhole: true), try fields.box("search"))
      #expect(moved.minY < low.minY - 10 && search.minY < word.search.minY - 10)
      try fields.done()
    }
  }
}
