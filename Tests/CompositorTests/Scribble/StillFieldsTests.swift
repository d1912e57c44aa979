import Foundation
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Nothing moves, grows, scrolls or offers itself while the pen writes.
  @Suite struct StillFieldsTests {
    typealias Fields = ScribbleTests.Fields

    /// The pause of the program, in seconds: the usual one.
    private let writingPause = 0.6

    /// How often the long text had scrolled when a line was printed first; by default, has by now.
    private static func scrolls(of fields: Fields, before line: String = "") -> Int {
      let lines = fields.app.standardOutput.split(separator: "\n").prefix { $0 != line }
      return lines.count { $0.hasPrefix("scrolled") }
    }

    /// A program at rest whose text scrolls, where that text is, and how often something has scrolled.
    private static func longText() throws -> (Fields, Rect, Int) {
      let fields = try Fields("LivelyFields")
      pause(0.5)
      try fields.screen.waitUntilStill()
      return (fields, try fields.box("long"), scrolls(of: fields))
    }

    /// Writes strokes, and calls a closure a moment after each, with its number.
    private static func write(
      _ ink: [[Point]], into fields: Fields, check: (_ number: Int) throws -> Void
    ) throws {
      let pen = fields.screen.pen
      for (i, stroke) in ink.enumerated() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        pause(0.1)
        try check(i)
      }
      pen.proximityOut()
    }

    @Test func `S45 words in a centred entry come together at the pause, and none moves`() throws {
      let fields = try Fields(variables: ["FIELDS_CENTERED": "1"])
      let pen = fields.screen.pen
      let box = try fields.box("entry")
      let (ink, second) = try ScribbleTests.recordedPair(
        at: Point(box.minX + 14, box.center.y + 9))
      ScribbleTests.write(Array(ink[..<second]), with: pen)
      pen.hover(at: ink[second][0])
      pen.down(at: ink[second][0])
      // The pen stays down: no pause ends. Where text begins at the left the first word is there by then.
      pause(2)
      #expect(fields.said("entry") == nil)
      pen.move(along: Array(ink[second].dropFirst()))
      pen.up()
      ScribbleTests.write(Array(ink[(second + 1)...]), with: pen)
      try fields.wait(for: "world call", in: "entry")
      try fields.done()
    }

    @Test func `S47 a word for which a text has no room beside its margin moves no line`() throws {
      let fields = try Fields("LivelyFields", variables: ["FIELDS_MARGIN": "260"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      try screen.waitUntilStill()
      let box = try fields.box("long")
      let bottom = fields.window.point(0, Double(fields.window.frame.height) - 24).y
      // The third line from the end is the longest; the two below it are short.
      let seen = Rect(minX: box.minX, minY: bottom - 75, maxX: box.minX + 290, maxY: bottom)
      let words = try TextGesturesTests.Page.words(
        in: PixelBox(covering: seen), of: screen.screenshot(), at: screen.scale, count: 2)
      let end = try #require(words.last).maxX
      try #require(end > box.minX + 260, "\(words)")
      let below = PixelBox(
        covering: Rect(minX: box.minX, minY: bottom - 34, maxX: box.minX + 260, maxY: bottom))
      let before = screen.screenshot(of: below)
      let (ink, second) = try ScribbleTests.recordedPair(
        at: Point(end + 12, bottom - 40), size: 14)
      ScribbleTests.write(Array(ink[..<second]), with: pen)
      pen.hover(at: ink[second][0])
      pen.down(at: ink[second][0])
      // The pen stays down: no pause ends.
      pause(2)
      #expect(fields.said("long") == nil)
      let moved = screen.screenshot(of: below).difference(from: before).count
      #expect(moved == 0)
      pen.move(along: Array(ink[second].dropFirst()))
      pen.up()
      ScribbleTests.write(Array(ink[(second + 1)...]), with: pen)
      // It is text at the pause.
      try fields.wait(for: "line 200", in: "long")
      try fields.done()
    }

    @Test
    func `S43 no completion opens from the first ink to a pause after its text, then it does`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("completing")
      // As a control: typed, the same word has one, and a letter is added to it, which is selected.
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try screen.keyboard.type("world")
      try screen.waitForPopups(1)
      try fields.wait(for: "worldl", in: "completing")
      try screen.keyboard.press("Delete")
      try fields.wait(for: "world", in: "completing")
      try screen.waitForPopups(1)
      // That goes with the first ink, too: as the pen comes down.
      let ink = try ScribbleTests.recorded("coffee", in: box, from: 90)
      // GTK looks at the text a tenth of a second after the last key, when the pen is down:
      // nothing opens then either.
      try screen.keyboard.press("BackSpace")
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      try screen.waitForPopups(0)
      pause(0.3)
      #expect(screen.popups.isEmpty)
      pen.move(along: Array(ink[0].dropFirst()))
      pen.up()
      for stroke in ink.dropFirst() { pen.stroke(stroke) }
      pen.proximityOut()
      try fields.wait(for: "worl coffee", in: "completing")
      try screen.keyboard.press("a", [.control])
      ScribbleTests.write(try ScribbleTests.recorded("world", in: box), with: pen)
      let end = Date().addingTimeInterval(10)
      while fields.said("completing") != "world", Date() < end {
        #expect(screen.popups.isEmpty)
        pause(0.01)
      }
      let committed = Date()
      func changes() -> Int {
        fields.app.standardOutput.split(separator: "\n").count { $0.hasPrefix("completing: ") }
      }
      let told = changes()
      // The text was seen later than it was committed.
      while Date().timeIntervalSince(committed) < writingPause * 0.7 {
        #expect(screen.popups.isEmpty)
        pause(0.01)
      }
      // Then the list of words opens, no letter is added to what was written, and the program
      // hears of no change.
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      #expect(fields.said("completing") == "world")
      #expect(changes() == told)
      let list = try #require(screen.popups.first)
      fields.tap(
        at: Point(
          Double(list.x) + Double(list.width) / 2, Double(list.y) + Double(list.height) / 2))
      pen.proximityOut()
      try screen.waitForPopups(0)
      // The program writes what it was told after the list has gone.
      let chosen = Date().addingTimeInterval(10)
      func isChosen() -> Bool { fields.said("completing")?.hasPrefix("worldl") == true }
      while !isChosen(), Date() < chosen { pause(0.01) }
      #expect(isChosen())
      // What is typed has it as before.
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("world")
      try fields.wait(for: "worldl", in: "completing")
      try screen.waitForPopups(1)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try fields.done()
    }

    @Test func `S43 no emoji is offered from the first ink to the first key after its text`() throws
    {
      let fields = try Fields("LivelyFields", variables: ["FIELDS_EMOJI": "1"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("low")
      // As a control: typed, the same text offers the map of the world.
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try screen.keyboard.type(":world")
      try screen.waitForPopups(1)
      for _ in "world" { try screen.keyboard.press("BackSpace") }
      try fields.wait(for: ":", in: "low")
      try screen.waitForPopups(0)
      ScribbleTests.write(try ScribbleTests.recorded("world", in: box, from: 40), with: pen)
      let end = Date().addingTimeInterval(10)
      while fields.said("low") == ":", Date() < end {
        #expect(screen.popups.isEmpty)
        pause(0.01)
      }
      #expect(fields.said("low") == ":world")
      // Nor once nobody writes any more: an offer would take the next Tab and Return for itself.
      let committed = Date()
      while Date().timeIntervalSince(committed) < writingPause + 1 {
        #expect(screen.popups.isEmpty)
        pause(0.01)
      }
      // Then it is as before.
      try screen.keyboard.press("BackSpace")
      try fields.wait(for: ":worl", in: "low")
      try screen.waitForPopups(1)
      // What is offered goes with the first ink, too.
      let stroke = try ScribbleTests.recorded("coffee", in: box, from: 120)[0]
      pen.hover(at: stroke[0])
      pen.down(at: stroke[0])
      pen.move(along: Array(stroke.dropFirst()))
      try screen.waitForPopups(0)
      pen.up()
      pen.proximityOut()
      while fields.said("low") == ":worl", Date() < committed.addingTimeInterval(10) { pause(0.02) }
      try fields.done()
    }

    @Test func `S43 results of a search open after a pause that follows the text`() throws {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("search")
      let (ink, _) = try ScribbleTests.recordedPair(at: Point(box.minX + 40, box.center.y + 9))
      for stroke in ink {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        // The first word is text by the time that the second is written.
        pause(0.15)
        #expect(screen.popups.isEmpty)
      }
      pen.proximityOut()
      let end = Date().addingTimeInterval(10)
      while fields.said("search") != "world call", Date() < end {
        #expect(screen.popups.isEmpty)
        pause(0.01)
      }
      let committed = Date()
      #expect(fields.said("search") == "world call")
      try screen.waitForPopups(1)
      #expect(Date().timeIntervalSince(committed) > writingPause * 0.8)
      // Typed, they come as soon as ever.
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("BackSpace")
      try screen.waitForPopups(0)
      try screen.keyboard.type("t")
      try screen.waitForPopups(1)
      try fields.done()
    }

    @Test
    func `S45 S47 S50 a text written in at its lower edge does not scroll before the pause`()
      throws
    {
      let (fields, box, before) = try Self.longText()
      #expect(before > 0)
      // The last line is at the lower edge of what the window shows.
      let bottom = fields.window.point(0, Double(fields.window.frame.height) - 24).y
      let (ink, _) = try ScribbleTests.recordedPair(
        at: Point(box.minX + 120, bottom - 8), size: 16)
      try Self.write(ink, into: fields) { _ in
        let current = try fields.box("long")
        #expect(current == box)
        #expect(Self.scrolls(of: fields) == before)
      }
      // Nor from the last stroke until the text is there.
      let text = "line 200 world call"
      let end = Date().addingTimeInterval(10)
      while fields.said("long") != text, Date() < end {
        let current = try fields.box("long")
        #expect(current == box)
        pause(0.01)
      }
      #expect(fields.said("long") == text)
      let scrolled = Self.scrolls(of: fields, before: "long: " + text)
      #expect(scrolled == before)
      try fields.done()
    }

    @Test
    func `S48 a selection that leaves the text's lower edge ends there, and scrolls nothing`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      // The middle of each line that shows, by its dark pixels.
      let picture = try screen.waitUntilStill()
      let box = try fields.box("long")
      let bottom = fields.window.point(0, Double(fields.window.frame.height) - 24).y
      let columns = Int(box.minX) + 2..<Int(box.minX) + 60
      let dark = (Int(bottom) - 150..<Int(bottom)).filter { y in
        columns.contains { x in
          let p = picture[x, y]
          return Int(p.red) + Int(p.green) + Int(p.blue) < 300
        }
      }
      var lines: [ClosedRange<Int>] = []
      for y in dark {
        if let last = lines.last, y - last.upperBound < 3 {
          lines[lines.count - 1] = last.lowerBound...y
        } else {
          lines.append(y...y)
        }
      }
      try #require(lines.count > 4, "\(lines)")
      let first = lines[lines.count - 3]
      let start = Point(box.minX + 1, Double(first.lowerBound + first.upperBound) / 2)
      let before = Self.scrolls(of: fields)
      pen.hover(at: start)
      pen.down(at: start)
      pause(0.6)
      // Beyond the edge, and there for a while.
      for k in 0...30 { pen.move(to: start + Vector(Double(k) * 10, Double(k) * 4)) }
      pause(0.5)
      pen.up()
      pen.proximityOut()
      try screen.waitUntilStill()
      #expect(Self.scrolls(of: fields) == before)
      try screen.keyboard.press("c", [.control])
      let expected = "line 198\nline 199\nline 200"
      let end = Date().addingTimeInterval(5)
      while try screen.clipboardText() != expected, Date() < end { pause(0.05) }
      #expect(try screen.clipboardText() == expected)
      try fields.done()
    }

    @Test func `ink comes and goes over a text that is laid out in every frame`() throws {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      try screen.waitUntilStill()
      kill(fields.app.processID, SIGUSR2)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("transition"), Date() < end { pause(0.01) }
      let (low, long) = (try fields.box("low"), try fields.box("long"))
      // Words in two fields, and dots that are none, come one after another.
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: low), with: pen)
      try fields.wait(for: "coffee", in: "low")
      for k in 0..<4 {
        let dot = Point(long.minX + 200 + Double(k) * 60, long.center.y - 40)
        pen.hover(at: dot)
        pen.stroke([dot, dot])
        pen.proximityOut()
        pause(0.3)
      }
      pause(1)
      let bottom = fields.window.point(0, Double(fields.window.frame.height) - 24).y
      let (ink, _) = try ScribbleTests.recordedPair(
        at: Point(long.minX + 120, bottom - 8), size: 16)
      ScribbleTests.write(ink, with: pen)
      try fields.wait(for: "line 200 world call", in: "long")
      pause(1)
      // GTK paints nothing whose layout is missing, and says so.
      try fields.done()
    }

    @Test func `S46 S45 a change of layout that comes while someone writes waits for the pause`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      let low = try fields.box("low")
      let ink = try ScribbleTests.recorded("coffee", in: low)
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      kill(fields.app.processID, SIGUSR1)
      pause(0.3)
      #expect(try fields.box("low") == low)
      pen.up()
      try ScribbleTests.write(Array(ink.dropFirst()), with: pen) {
        let current = try fields.box("low")
        #expect(current == low)
      }
      let end = Date().addingTimeInterval(10)
      while fields.said("low") != "coffee", Date() < end { pause(0.01) }
      let committed = Date()
      #expect(!fields.app.standardOutput.contains("banner"))
      #expect(try fields.box("low") == low)
      while !fields.app.standardOutput.contains("banner"), Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.5)
      try fields.screen.waitUntilStill()
      #expect(try fields.box("low").minY > low.minY + 10)
      #expect(fields.said("low") == "coffee")
      // Where nobody writes, such a change waits for nothing.
      kill(fields.app.processID, SIGUSR1)
      let second = Date().addingTimeInterval(10)
      func banners() -> Int {
        fields.app.standardOutput.split(separator: "\n").count { $0 == "banner" }
      }
      while banners() < 2, Date() < second { pause(0.01) }
      #expect(banners() == 2)
      try fields.done()
    }

    @Test
    func `S46 S45 S50 a field stays where it is while its program lays it out without asking`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      let low = try fields.box("low")
      let search = try fields.box("search")
      let ink = try ScribbleTests.recorded("coffee", in: low)
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      let before = try screen.waitUntilStill()
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      pause(0.3)
      #expect(try fields.box("low") == low)
      // What lies beside it has not moved either, and nothing has come.
      #expect(try fields.box("search") == search)
      #expect(try screen.waitUntilStill() == before)
      pen.up()
      try ScribbleTests.write(Array(ink.dropFirst()), with: pen) {
        let current = try fields.box("low")
        #expect(current == low)
      }
      while fields.said("low") != "coffee", Date() < end { pause(0.01) }
      let committed = Date()
      while try fields.box("low") == low, Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.5)
      try screen.waitUntilStill()
      let moved = try fields.box("low")
      let other = try fields.box("search")
      #expect(moved.minY > low.minY + 10 && other.minY > search.minY + 10)
      #expect(moved.minX == other.minX && moved.width == other.width)
      #expect(fields.said("low") == "coffee")
      try fields.done()
    }

    @Test func `S46 what a key changes beside a field shows at once, and the field stays`() throws {
      // So long that it cannot be taken for the time in which a machine with much to do says where the field is.
      let writingPause = 8.0
      let fields = try Fields("LivelyFields", variables: ["FIELDS_PAUSE": "\(writingPause)"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      let (low, search) = (try fields.box("low"), try fields.box("search"))
      ScribbleTests.write(try ScribbleTests.recorded("coffee", in: low), with: pen)
      pen.proximityOut()
      kill(fields.app.processID, SIGHUP)
      let patience = Date().addingTimeInterval(20)
      while fields.said("low") != "coffee", Date() < patience { pause(0.01) }
      let committed = Date()
      pause(0.3)
      #expect(try fields.box("search") == search)
      try screen.keyboard.type("s")
      while try fields.box("search") == search, Date() < patience { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) < writingPause * 0.8)
      #expect(try fields.box("search").minY > search.minY + 10)
      #expect(try fields.box("low") == low)
      let end = Date().addingTimeInterval(20)
      while try fields.box("low") == low, Date() < end { pause(0.01) }
      #expect(try fields.box("low").minY > low.minY + 10)
      #expect(fields.said("low") == "coffees")
      try fields.done()
    }

    @Test func `a tap keeps a field where it is until it lifts`() throws {
      // So long that it cannot be taken for the time in which a machine with much to do says where the field is.
      let writingPause = 2.0
      let fields = try Fields("LivelyFields", variables: ["FIELDS_PAUSE": "\(writingPause)"])
      let pen = fields.screen.pen
      pause(0.5)
      let low = try fields.box("low")
      pen.hover(at: low.center)
      pen.down(at: low.center)
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      pause(0.2)
      #expect(try fields.box("low") == low)
      pen.up()
      let lifted = Date()
      pen.proximityOut()
      while try fields.box("low") == low, Date() < end { pause(0.01) }
      // No pause is waited for.
      #expect(Date().timeIntervalSince(lifted) < writingPause * 0.8)
      #expect(try fields.box("low").minY > low.minY + 10)
      try fields.done()
    }

    @Test
    func `S46 S47 a text neither moves nor scrolls while its program lays it out without asking`()
      throws
    {
      let (fields, box, before) = try Self.longText()
      let middle = fields.window.point(0, Double(fields.window.frame.height) - 200).y
      let (ink, _) = try ScribbleTests.recordedPair(at: Point(box.minX + 120, middle), size: 16)
      try Self.write(ink, into: fields) { i in
        let current = try fields.box("long")
        #expect(current == box)
        #expect(Self.scrolls(of: fields) == before)
        if i == 2 { kill(fields.app.processID, SIGHUP) }
      }
      #expect(fields.app.standardOutput.contains("panel"))
      let end = Date().addingTimeInterval(10)
      while try fields.box("long") == box, Date() < end { pause(0.01) }
      try fields.screen.waitUntilStill()
      let moved = try fields.box("long")
      #expect(moved.minX > box.minX + 10 && moved.minY > box.minY + 10)
      try fields.done()
    }

    @Test func `S45 S50 the entry of a search bar stays as it is until the pause`() throws {
      let fields = try Fields("LivelyFields")
      pause(0.5)
      let box = try fields.box("bar", isWhole: true)
      // Behind its icon; two words, the first of which is text before the second is written.
      let (ink, _) = try ScribbleTests.recordedPair(at: Point(box.minX + 40, box.center.y + 9))
      func expectStill() throws {
        let current = try fields.box("bar", isWhole: true)
        #expect(current == box)
      }
      try Self.write(ink, into: fields) { _ in try expectStill() }
      let end = Date().addingTimeInterval(10)
      while fields.said("bar") != "world call", Date() < end { try expectStill() }
      #expect(fields.said("bar") == "world call")
      let committed = Date()
      while Date().timeIntervalSince(committed) < writingPause * 0.8 { try expectStill() }
      try fields.done()
    }

    @Test
    func `S49 S50 a low field grows below a pen that hovers, and never while it is written in`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let low = try fields.box("low")
      #expect(low.height < 48)
      // A pen that only passes changes nothing.
      pen.hover(at: Point(low.center.x, low.minY - 20))
      pen.hover(at: low.center)
      pen.hover(at: Point(low.center.x, low.maxY + 20))
      pause(0.4)
      #expect(try fields.box("low").height == low.height)
      for k in 0..<10 {
        pen.hover(at: Point(low.minX + 40 + Double(k), low.center.y))
        pause(0.03)
      }
      try screen.waitUntilStill()
      let high = try fields.box("low")
      #expect(high.height >= 48)
      let ink = try ScribbleTests.recorded("coffee", in: high)
      for stroke in ink {
        pen.stroke(stroke)
        #expect(try fields.box("low") == high)
      }
      pen.proximityOut()
      #expect(try fields.box("low") == high)
      try fields.wait(for: "coffee", in: "low")
      // The pen has gone.
      let end = Date().addingTimeInterval(10)
      while try fields.box("low").height != low.height, Date() < end { pause(0.1) }
      #expect(try fields.box("low").height == low.height)
      try fields.done()
    }
  }
}
