import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What a program decides of writing in its fields and areas, and what it is told.
  @Suite struct WrittenAreasTests {
    typealias Fields = ScribbleTests.Fields

    /// What the program has said of a name, without what its fields hold meanwhile.
    private static func told(_ name: String, _ fields: Fields) -> [String] {
      fields.app.standardOutput.split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func wait(until body: () throws -> Bool) throws {
      let end = Date().addingTimeInterval(10)
      while try !body(), Date() < end { pause(0.02) }
      #expect(try body())
    }

    @Test func `S51 a field takes no writing where its program says no, and the pen is a pointer`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      let box = try fields.box("half")
      try ScribbleTests.writeRecorded("coffee", at: Point(box.minX + 330, box.minY + 8), with: pen)
      pause(1.5)
      #expect(fields.said("half") == nil)
      #expect(!Self.told("half", fields).contains("began"))
      // The press was the field's own: the keyboard is there.
      try Self.wait { Self.told("half", fields).contains("focused") }
      try ScribbleTests.writeRecorded("coffee", at: Point(box.minX + 12, box.minY + 8), with: pen)
      try fields.wait(for: "coffee", in: "half")
      // What begins where it may goes on where it could not begin.
      try Self.wait { Self.told("half", fields).last == "finished" }
      try fields.screen.keyboard.press("a", [.control])
      try fields.screen.keyboard.press("BackSpace")
      try fields.wait(for: "", in: "half")
      try ScribbleTests.writeRecorded(
        "performing", at: Point(box.minX + 200, box.minY + 8), width: 220, with: pen)
      try Self.wait { fields.said("half") != "" }
      try fields.wait(for: "performing", in: "half")
      try fields.done()
    }

    @Test func `S51 both ends are told once for each writing, in order, and not for a tap`() throws
    {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      let box = try fields.box("half")
      fields.tap(at: box.center - Vector(150, 0))
      try Self.wait { Self.told("half", fields).contains("focused") }
      pause(1)
      func ends() -> [String] { Self.told("half", fields).filter { $0 != "focused" } }
      #expect(ends() == [])
      // Two words without a pause are one writing, though the first is text before the second is written.
      try ScribbleTests.writeRecorded(
        "world", at: Point(box.minX + 12, box.minY + 8), width: 90, with: pen)
      try ScribbleTests.writeRecorded(
        "call", at: Point(box.minX + 150, box.minY + 8), width: 60, with: pen)
      try fields.wait(for: "world call", in: "half")
      try Self.wait { ends() == ["began", "finished"] }
      let lines = fields.app.standardOutput.split(separator: "\n").map(String.init)
      let text = try #require(lines.lastIndex { $0.hasPrefix("half: ") })
      #expect(try #require(lines.firstIndex(of: "half began")) < text)
      #expect(try #require(lines.firstIndex(of: "half finished")) > text)
      // Another field that is written in ends it, before that one begins.
      try ScribbleTests.writeRecorded("coffee", at: Point(box.minX + 12, box.minY + 8), with: pen)
      let above = try fields.box("above")
      try ScribbleTests.writeRecorded(
        "coffee", at: Point(above.minX + 12, above.minY + 8), with: pen)
      try fields.wait(for: "coffee", in: "above")
      try Self.wait { Self.told("above", fields).last == "finished" }
      #expect(ends() == ["began", "finished", "began", "finished"])
      try fields.done()
    }

    @Test func `S51 the end is told where the window loses the keyboard or the field is destroyed`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("doomed")
      let ink = try RecordedWriting.word("coffee").strokes(
        in: Rect(x: box.minX + 12, y: box.minY + 8, width: 140, height: 28))
      // With the pen down.
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      try Self.wait { Self.told("doomed", fields) == ["began"] }
      screen.withholdFocus()
      pen.up()
      ScribbleTests.writeQuickly(Array(ink.dropFirst()), with: pen)
      try Self.wait {
        Self.told("doomed", fields).filter { $0 != "focused" } == ["began", "finished"]
      }
      screen.withholdFocus(false)
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      try Self.wait { Self.told("doomed", fields).last == "began" }
      kill(fields.app.processID, SIGUSR1)
      pause(0.2)
      pen.up()
      pen.proximityOut()
      try Self.wait { Self.told("doomed", fields).last == "finished" }
      pause(1.5)
      #expect(Self.told("doomed", fields).count { $0 == "finished" } == 2)
      try fields.done()
    }

    @Test func `S51 S46 a field that delays its focus has it with its text at the pause`() throws {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      let box = try fields.box("late")
      try ScribbleTests.writeRecorded(
        "world", at: Point(box.minX + 12, box.minY + 8), width: 90, with: pen)
      // As a control, in another field the first word is text while the second is written.
      let ink = try RecordedWriting.word("call").strokes(
        in: Rect(x: box.minX + 150, y: box.minY + 8, width: 60, height: 28))
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      pause(1.5)
      #expect(Self.told("late", fields) == ["began"])
      #expect(fields.said("late") == nil)
      pen.up()
      ScribbleTests.writeQuickly(Array(ink.dropFirst()), with: pen)
      try fields.wait(for: "world call", in: "late")
      try Self.wait { Self.told("late", fields) == ["began", "focused", "finished"] }
      try fields.done()
    }

    @Test func `S41 a text that a program paints itself is written in like every field`() throws {
      let fields = try Fields("WrittenAreas")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("own")
      let ink = try ScribbleTests.recorded("world", in: box)
      // The hint goes with the first ink.
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      try Self.wait { Self.told("own", fields) == ["hint hidden"] }
      pen.up()
      ScribbleTests.write(Array(ink[1..<3]), with: pen)
      // A pause in the middle of the word: what was read is read anew with the rest, and is one step of undo.
      try Self.wait { fields.said("own")?.isEmpty == false }
      ScribbleTests.write(Array(ink[3...]), with: pen)
      try fields.wait(for: "world", in: "own")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "own")
      pause(1.5)
      // Two words: the first is text while the second is written.
      try ScribbleTests.writeRecorded(
        "world", at: Point(box.minX + 12, box.center.y - 14), width: 90, with: pen)
      let second = try RecordedWriting.word("call").strokes(
        in: Rect(x: box.minX + 150, y: box.center.y - 14, width: 60, height: 28))
      pen.hover(at: second[0][0])
      pen.down(at: second[0][0])
      try Self.wait { fields.said("own") == "world" }
      pen.move(along: Array(second[0].dropFirst()))
      pen.up()
      ScribbleTests.writeQuickly(Array(second.dropFirst()), with: pen)
      try fields.wait(for: "world call", in: "own")
      for text in ["world", ""] {
        try screen.keyboard.press("z", [.control])
        try fields.wait(for: text, in: "own")
      }
      // A tap writes nothing: the hint goes with the contact, and is back with the lift.
      let hints = Self.told("own", fields)
      #expect(hints.last == "hint shown")
      pen.hover(at: box.center)
      pen.down(at: box.center)
      try Self.wait { Self.told("own", fields) == hints + ["hint hidden"] }
      pen.up()
      pen.proximityOut()
      try Self.wait { Self.told("own", fields) == hints + ["hint hidden", "hint shown"] }
      try fields.done()
    }

    @Test func `S51 a pen is expected once it is near, and for ten seconds after it has left`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      func told() -> [String] { Self.told("pen", fields) }
      fields.screen.mouse.move(to: Point(300, 300))
      pause(0.3)
      #expect(told() == [])
      fields.screen.pen.hover(at: Point(300, 300))
      try Self.wait { told() == ["near"] }
      fields.screen.pen.proximityOut()
      pause(8)
      #expect(told() == ["near"])
      try Self.wait { told() == ["near", "away"] }
      try fields.done()
    }

    @Test func `S51 S42 an element of an area comes when it is written in, at once or at a pause`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      func told(_ name: String) -> [String] { Self.told(name, fields) }
      let left = try fields.box("element left")
      let ink = try RecordedWriting.word("coffee").strokes(
        in: Rect(x: left.minX + 12, y: left.minY + 30, width: 120, height: 28))
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      // While the pen is down.
      try Self.wait { told("left") == ["began", "asked for inside"] }
      pen.up()
      ScribbleTests.writeQuickly(Array(ink.dropFirst()), with: pen)
      try fields.wait(for: "coffee", in: "left")
      try Self.wait { told("left").last == "finished" }
      #expect(told("left") == ["began", "asked for inside", "focused", "finished"])

      // While it has the focus, what is written over it goes into its text.
      try ScribbleTests.writeRecorded(
        "world", at: Point(left.minX + 20, left.minY + 80), width: 90, with: pen)
      try fields.wait(for: "coffee world", in: "left")
      try Self.wait { told("left").last == "finished" }
      #expect(told("left").filter { $0 != "focused" }.suffix(2) == ["began", "finished"])
      #expect(told("left").count { $0.hasPrefix("asked") } == 1)

      let right = try fields.box("element right")
      try ScribbleTests.writeRecorded(
        "world", at: Point(right.minX + 20, right.minY + 40), width: 100, with: pen)
      #expect(told("right") == ["began"])
      try fields.wait(for: "world", in: "right")
      try Self.wait { told("right").last == "finished" }
      #expect(told("right") == ["began", "asked for inside", "focused", "finished"])

      // Its entry is a field as every other one: it stays while the program lays out what is above it.
      pause(1)
      let entry = try fields.box("right", isWhole: true)
      let second = try ScribbleTests.recorded("call", in: entry, from: 90)
      pen.hover(at: second[0][0])
      pen.down(at: second[0][0])
      pen.move(along: Array(second[0].dropFirst()))
      kill(fields.app.processID, SIGHUP)
      try Self.wait { fields.app.standardOutput.contains("banner") }
      pause(0.3)
      func expectStill() throws {
        let box = try fields.box("right", isWhole: true)
        #expect(box == entry)
      }
      try expectStill()
      pen.up()
      ScribbleTests.write(Array(second.dropFirst()), with: pen)
      try Self.wait { fields.said("right") != "world" }
      try Self.wait { try fields.box("right", isWhole: true).minY > entry.minY + 10 }

      // What cannot be focused takes the ink along; a tap is none.
      let gone = try fields.box("element gone")
      fields.tap(at: gone.center)
      pause(0.5)
      #expect(told("gone") == [])
      try ScribbleTests.writeRecorded(
        "world", at: Point(gone.minX + 20, gone.minY + 40), width: 100, with: pen)
      try Self.wait { told("gone") == ["began", "asked for inside", "finished"] }
      try fields.done()
    }

    @Test func `S51 an element that is destroyed while it is written in is told to be finished`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      func told() -> [String] { Self.told("left", fields).filter { $0 != "focused" } }
      let left = try fields.box("element left")
      let ink = try RecordedWriting.word("coffee").strokes(
        in: Rect(x: left.minX + 12, y: left.minY + 30, width: 120, height: 28))
      pen.hover(at: ink[0][0])
      pen.down(at: ink[0][0])
      pen.move(along: Array(ink[0].dropFirst()))
      try fields.tree.wait(for: "left")
      try Self.wait { told() == ["began", "asked for inside"] }
      kill(fields.app.processID, SIGUSR1)
      pause(0.3)
      pen.up()
      pen.proximityOut()
      try Self.wait { told() == ["began", "asked for inside", "finished"] }
      pause(1)
      #expect(told().count == 3)
      // It can be written in anew.
      ScribbleTests.writeQuickly(ink, with: pen)
      try fields.wait(for: "coffee", in: "left")
      try Self.wait { told().count { $0 == "finished" } == 2 }
      try fields.done()
    }

    @Test func `S51 while a canvas is drawn on, a field beside it takes none of its strokes`()
      throws
    {
      let fields = try Fields("WrittenAreas")
      let pen = fields.screen.pen
      let (above, canvas) = (try fields.box("above"), try fields.box("canvas"))
      func strokes() -> Int {
        fields.app.standardOutput.split(separator: "\n").count { $0 == "stroke" }
      }
      // From close below the field, and over it.
      for k in 0..<3 {
        let start = Point(canvas.minX + 60 + Double(k) * 40, canvas.minY + 3)
        pen.hover(at: start)
        pen.stroke([start, start + Vector(8, -30), start + Vector(30, 40), start + Vector(36, 60)])
      }
      pen.proximityOut()
      try Self.wait { strokes() == 3 }
      pause(1.2)
      #expect(fields.said("above") == nil)
      // And where ink waits in the field: what would go on with it is drawn.
      func writeAndGoOn(from x: Double) throws {
        let ink = try RecordedWriting.word("world").strokes(
          in: Rect(x: x, y: above.maxY - 38, width: 100, height: 36))
        ScribbleTests.writeQuickly(ink, with: pen)
        // Closer to the ink than half its height.
        let start = Point(x + 60, canvas.minY + 4)
        #expect(start.y < above.maxY + 10)
        pen.hover(at: start)
        pen.stroke([start, start + Vector(10, 20), start + Vector(20, 50)])
        pen.proximityOut()
      }
      try writeAndGoOn(from: above.minX + 30)
      try fields.wait(for: "world", in: "above")
      try Self.wait { strokes() == 4 }
      // As a control, the same where the canvas says nothing against it.
      kill(fields.app.processID, SIGUSR2)
      try Self.wait { Self.told("canvas", fields).contains("allows") }
      try writeAndGoOn(from: above.minX + 250)
      try Self.wait { fields.said("above") != "world" }
      pause(0.3)
      #expect(strokes() == 4)
      try fields.done()
    }

    @Test
    func `S38 S51 a stroke on the paper beside a field's ink is the field's, unless one draws`()
      async throws
    {
      let fixture = try AppFixture()
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      func field() throws -> Rect {
        let box = try tree.box(tree.wait(for: "Find in the drawing"))
        let corner = fixture.window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }
      func draw(_ start: Point, _ end: Point) {
        pen.hover(at: start)
        pen.stroke((0...12).map { start.lerp(to: end, Double($0) / 12) })
      }
      try screen.keyboard.press("f", [.control])
      pen.hover(at: try field().center)
      // Until the field has grown.
      pause(0.5)
      try screen.waitUntilStill()
      let box = try field()
      let below = Point(box.minX + 80, box.maxY + 24)
      /// A line from the field down onto the paper, and one beside its end.
      func writeAndGoOn() {
        draw(Point(box.minX + 60, box.center.y), Point(box.minX + 52, box.maxY + 34))
        draw(below, below + Vector(10, 50))
      }
      writeAndGoOn()
      pause(2)
      let drawn = await Kept.info(fixture.path)?.strokes ?? 0
      #expect(drawn == 0)
      // The field has had the keyboard all the time.
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("Delete")
      try screen.waitUntilStill()
      let far = Point(box.minX + 40, box.maxY + 160)
      draw(far, far + Vector(120, 10))
      writeAndGoOn()
      pen.proximityOut()
      let strokes = try await fixture.kept(2)
      let start = try #require(strokes[1].samples.first).position + fixture.origin
      #expect(start.distance(to: below) < 2, "\(start)")
      pause(1.5)
      try fixture.done()
    }

    @Test
    func `S38 S51 a word that begins on the paper before a panel's field is that field's, whole`()
      async throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 1280, height: 800))
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("l", [.control])
      let field = try tree.wait(for: "Search the library")
      pen.hover(at: try fixture.window.point(tree.box(field).center.x, tree.box(field).center.y))
      // Until the field has grown.
      pause(0.5)
      try screen.waitUntilStill()
      let inWindow = try tree.box(field)
      let corner = fixture.window.point(inWindow.minX, inWindow.minY)
      let text = Rect(x: corner.x, y: corner.y, width: inWindow.width, height: inWindow.height)
      // Where the panel ends, and the paper begins.
      let picture = try screen.waitUntilStill()
      let (middle, y) = (fixture.middle, Int(text.center.y))
      var edge = text.minX
      while picture[Int(edge), y] != picture[Int(middle.x), Int(middle.y)] { edge -= 1 }
      func draw(_ start: Point) {
        pen.stroke((0...12).map { start + Vector(3, 24) * (Double($0) / 12) })
      }
      // Where the hand has drawn more than letters, the field takes nothing of what goes on with that.
      let top = text.center.y - 12
      for k in 0..<7 { draw(Point(edge - 90 + Double(k) * 12, top)) }
      draw(Point(text.minX + 4, top))
      pen.proximityOut()
      let drawn = try await fixture.kept(7).count
      #expect(drawn == 7)
      pause(1.5)
      #expect(try tree.content(field) == "")
      // Letters that begin on the paper, close to the panel, and go on in the field: a word, and one after it.
      let paper = PixelBox(covering: Rect(x: edge - 12, y: top - 12, width: 12, height: 48))
      // At last its second letter begins beside the field, where the panel has its margin.
      for offset in [-8, -8, -18.0] {
        pen.hover(at: text.center)
        pause(0.5)
        let before = try screen.waitUntilStill().cropped(to: paper)
        let word = try RecordedWriting.word("world").strokes(
          in: Rect(x: edge + offset, y: top, width: 200, height: 24))
        // The first letter is the paper's, the next one begins in the field, 11 points farther, or before it.
        let second = word[1][0].x
        #expect(word[0][0].x < edge)
        #expect(offset == -8 ? second > edge + 11 : second > edge + 2 && second < edge + 9)
        ScribbleTests.write(word, with: pen)
        pen.proximityOut()
        try Self.wait { try tree.content(field) == "world" }
        let after = try screen.waitUntilStill().cropped(to: paper)
        #expect(after.difference(from: before).count == 0)
        let left = await Kept.info(fixture.path)?.strokes
        #expect(left == 7)
        pause(1)
        try screen.keyboard.press("a", [.control])
        try screen.keyboard.press("Delete")
        try Self.wait { try tree.content(field) == "" }
      }
      // Of a tap in the field no stroke becomes ink: what is drawn stays.
      pause(1.2)
      draw(Point(edge - 12, top))
      pen.down(at: Point(text.minX + 4, text.center.y))
      pause(0.05)
      pen.up()
      pen.proximityOut()
      pause(1.5)
      let stayed = try await fixture.kept(8).count
      #expect(stayed == 8)
      #expect(try tree.content(field) == "")
      try fixture.done()
    }
  }
}
