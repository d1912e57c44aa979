import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Fields that lie in others, or become others, stay as they are while the pen writes in them.
  @Suite struct StillKindsTests {
    typealias Fields = ScribbleTests.Fields

    @Test(arguments: ["bar", "label"])
    func `S45 S46 S50 a bar's entry and a label stay while their program lays out without asking`(
      name: String
    ) throws {
      let fields = try Fields("LivelyFields")
      let pen = fields.screen.pen
      pause(0.5)
      let box = try fields.box(name, isWhole: true)
      let search = try fields.box("search")
      // Behind the entry's icon, or the label's text.
      let ink = try ScribbleTests.recorded("coffee", in: box, from: 44, size: 16)
      pen.hover(at: ink[0][0])
      // Before the tip has moved, as what may yet be a tap.
      pen.down(at: ink[0][0])
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      pause(0.3)
      func expectStill() throws {
        let current = try fields.box(name, isWhole: true)
        #expect(current == box)
      }
      try expectStill()
      // So does what lies beside it.
      #expect(try fields.box("search") == search)
      pen.move(along: Array(ink[0].dropFirst()))
      try expectStill()
      pen.up()
      try ScribbleTests.write(Array(ink.dropFirst()), with: pen, check: expectStill)
      let text = name == "label" ? "note coffee" : "coffee"
      while fields.said(name) != text, Date() < end { pause(0.01) }
      let committed = Date()
      #expect(fields.said(name) == text)
      try expectStill()
      while try fields.box(name, isWhole: true) == box, Date() < end { pause(0.01) }
      #expect(Date().timeIntervalSince(committed) >= 0.4)
      try fields.screen.waitUntilStill()
      #expect(try fields.box(name, isWhole: true).minY > box.minY + 10)
      try fields.done()
    }

    // An entry's own test is with those of input methods, in a program without a placeholder.
    @Test(arguments: ["search", "spin", "view"])
    func `S45 no kind of field asks for the desktop's keyboard from the first ink to a pause`(
      name: String
    ) throws {
      let fields = try Fields(hasInputMethod: true)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box(name)
      // Beside the icon of a search entry.
      let start = Point(box.minX + 44, box.center.y + 9)
      let isNumber = name == "spin"
      var (ink, held) = try ScribbleTests.recordedPair(at: start)
      if isNumber {
        ink = ScribbleTests.recorded(try RecordedWriting.number("110", by: 12), at: start)
        held = ink.count - 1
      }
      try fields.leave()
      for stroke in ink[..<held] {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      // The pen stays down after it: no pause ends.
      pen.hover(at: ink[held][0])
      pen.down(at: ink[held][0])
      pen.move(along: Array(ink[held].dropFirst()))
      if isNumber {
        // Longer than a pause.
        pause(0.8)
      } else {
        try fields.wait(for: "world", in: name)
      }
      try fields.expectUnasked("while “\(name)” is written in")
      pen.up()
      let rest = Array(ink[(held + 1)...])
      ScribbleTests.write(rest, with: pen)
      try fields.wait(for: isNumber ? "110" : "world call", in: name)
      try screen.waitForField("“\(name)”")
      try fields.done()
    }

    @Test
    func `S45 neither a label's words nor gestures ask for the desktop's keyboard before a pause`()
      throws
    {
      let fields = try Fields(hasInputMethod: true)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let (entry, label) = (try fields.box("entry"), try fields.box("label"))
      /// The pen stays down after it: no pause ends.
      func begin(_ ink: [[Point]]) {
        pen.hover(at: ink[0][0])
        pen.down(at: ink[0][0])
        pen.move(along: Array(ink[0].dropFirst()))
      }
      func finish(_ ink: [[Point]]) {
        pen.up()
        ScribbleTests.write(Array(ink.dropFirst()), with: pen)
      }
      /// Scratches out what stands at the start of the entry, while a button has the keyboard.
      func scratch() throws {
        try fields.leave()
        let start = Rect(
          minX: entry.minX + 4, minY: entry.minY, maxX: entry.minX + 96, maxY: entry.maxY)
        let stroke = TextGesturesTests.scratch(start)
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pen.move(along: Array(stroke.dropFirst()), rate: 240)
        pen.up()
      }
      func waitUntilEmpty() {
        let end = Date().addingTimeInterval(10)
        while fields.said("entry") != "", Date() < end { pause(0.01) }
        #expect(fields.said("entry") == "")
      }

      screen.mouse.click(at: entry.center)
      try screen.keyboard.type("wonderful")
      try fields.wait(for: "wonderful", in: "entry")
      try screen.waitForField("the entry")
      try scratch()
      let word = try ScribbleTests.recorded("coffee", in: entry)
      begin(word)
      waitUntilEmpty()
      try fields.expectUnasked("of the entry")
      finish(word)
      try fields.wait(for: "coffee", in: "entry")
      try screen.waitForField("the entry")
      // Where nothing follows, the gesture has a pause too.
      try scratch()
      pen.proximityOut()
      waitUntilEmpty()
      try screen.waitForField("the empty entry")

      // A label that was edited before has room for words.
      let line = label.center.y + 9
      let first = try ScribbleTests.recorded("coffee", at: Point(label.minX + 44, line))
      ScribbleTests.write(first, with: pen)
      try fields.wait(for: "note coffee", in: "label")
      try screen.keyboard.press("Return")
      try screen.waitUntilStill()
      try #require(screen.inputMethod.field == nil)
      screen.inputMethod.forget()
      let second = try ScribbleTests.recorded("really", at: Point(label.minX + 210, line))
      let gap = Rect(around: second.joined()).maxX + 40
      let third = try ScribbleTests.recorded("world", at: Point(gap, line))
      ScribbleTests.write(second, with: pen)
      begin(third)
      // In a field that needs no focus the word would be text by then.
      pause(0.8)
      try fields.expectUnasked("of the label")
      #expect(fields.said("label") == "note coffee")
      finish(third)
      try fields.wait(for: "note coffee really world", in: "label")
      try screen.waitForField("the label")
      try fields.done()
    }

    @Test func `S45 a field in which the pen selects asks for the desktop's keyboard at a pause`()
      throws
    {
      let fields = try Fields(variables: ["FIELDS_PAUSE": "2"], hasInputMethod: true)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let entry = try fields.box("entry")
      screen.mouse.click(at: entry.center)
      try screen.keyboard.type("wonderful")
      try fields.wait(for: "wonderful", in: "entry")
      try TextGesturesTests.Page.leave(fields)
      let words = try TextGesturesTests.Page.words(
        in: PixelBox(covering: entry.outset(by: -6)), of: screen.screenshot(), at: screen.scale,
        count: 1)
      let word = try #require(words.first)

      screen.inputMethod.forget()
      TextGesturesTests.draw(TextGesturesTests.circle(word), with: pen)
      // The gesture is known 0.25 s after the lift, and the pause ends 2 s after that.
      pause(0.4)
      try fields.expectUnasked("by a circle")
      try screen.waitForField("the entry")
      let end = Date().addingTimeInterval(5)
      repeat {
        try screen.keyboard.press("c", [.control])
        pause(0.1)
      } while try screen.clipboardText() != "wonderful" && Date() < end
      #expect(try screen.clipboardText() == "wonderful")

      try fields.leave()
      // The box of the word was looked for within the entry, and its first letter is cut there.
      let start = Point(entry.minX, word.center.y)
      pen.hover(at: start)
      pen.down(at: start)
      pause(0.7)
      pen.move(
        along: TextGesturesTests.line(start, Point(word.maxX, word.center.y)), rate: 120)
      // The pen rests for longer than a pause, but has not lifted.
      pause(2.3)
      try fields.expectUnasked("by resting and moving")
      pen.up()
      pen.proximityOut()
      try screen.waitForField("the entry again")
      // All that was selected is replaced.
      try screen.keyboard.type(TextGesturesTests.text)
      try fields.wait(for: TextGesturesTests.text, in: "entry")

      try fields.leave()
      let parts = try TextGesturesTests.Page.words(
        in: PixelBox(covering: entry.outset(by: -6)), of: screen.screenshot(), at: screen.scale)
      let gap = Point((parts[0].maxX + parts[1].minX) / 2, parts[0].center.y)
      let ink = try ScribbleTests.recorded(
        "coffee", at: Point(parts[0].maxX + 24, parts[0].center.y + 9))
      pen.hover(at: gap)
      pen.down(at: gap)
      pause(0.9)
      pen.up()
      // The gap is open by then.
      pause(0.5)
      try fields.expectUnasked("by a gap")
      ScribbleTests.write(ink, with: pen)
      try fields.expectUnasked("by what is written in a gap")
      try fields.wait(for: "alpha coffee beta gamma", in: "entry")
      try screen.waitForField("the entry with the word in its gap")
      try fields.done()
    }

    /// A label over which the pen gestures, and the time at which it lifted last.
    private final class Label {
      let fields: Fields
      let box: Rect
      private let writingPause: Double
      private var lift = Date()
      var screen: Screen { fields.screen }

      /// - Parameter writingPause: Seconds without ink after which gestures act.
      init(_ program: String = "TextFields", writingPause: Double = 4) throws {
        self.writingPause = writingPause
        fields = try Fields(
          program, variables: ["FIELDS_PAUSE": "\(writingPause)"], hasInputMethod: true)
        box = try fields.box("label", isWhole: true)
      }

      /// The boxes of its words on the screen.
      func words(_ count: Int) throws -> [Rect] {
        try TextGesturesTests.Page.words(
          in: PixelBox(covering: box), of: screen.screenshot(), at: screen.scale, count: count)
      }

      func draw(_ strokes: [[Point]]) {
        for stroke in strokes {
          screen.pen.hover(at: stroke[0])
          screen.pen.down(at: stroke[0])
          screen.pen.move(along: Array(stroke.dropFirst()))
          lift = Date()
          screen.pen.up()
        }
        screen.pen.proximityOut()
      }

      /// Rests at a point, and goes on to another one.
      func rest(at start: Point, to end: Point) {
        screen.pen.hover(at: start)
        screen.pen.down(at: start)
        pause(0.7)
        screen.pen.move(along: TextGesturesTests.line(start, end), rate: 120)
      }

      func liftPen() {
        lift = Date()
        screen.pen.up()
        screen.pen.proximityOut()
      }

      /// Some time after the pen has lifted, and before the pause has passed.
      func expectUntouched(_ text: String?) throws {
        pause(0.4)
        try fields.expectUnasked("before the pause")
        #expect(fields.said("label") == text)
        try expectBeforePause()
      }

      /// What was seen before this was seen before the pause has passed.
      func expectBeforePause() throws {
        let isInTime = Date().timeIntervalSince(lift) < writingPause
        try #require(
          isInTime || screen.pen.isTouching, "too slow to see anything before the pause")
      }

      /// Ends its editing, by a key.
      func leave() throws {
        try screen.keyboard.press("Return")
        try fields.leave()
      }

      func hasInk(in box: Rect) -> Bool {
        let dark = screen.screenshot(of: PixelBox(covering: box)).pixels { $0.luma < 0.5 }
        return dark.count > 10
      }

      /// How many pixels look selected.
      func tinted(in box: Rect) -> Int {
        screen.screenshot(of: PixelBox(covering: box)).pixels {
          Int($0.blue) - Int($0.red) > 30
        }.count
      }
    }

    @Test func `S45 S46 gestures over a label show their ink until the pause, and act with it`()
      throws
    {
      let label = try Label()
      let (fields, screen) = (label.fields, label.screen)
      // Nobody has edited it yet.
      let note = try label.words(1)[0]
      let scratch = TextGesturesTests.scratch(note, before: 0, beyond: 24)
      let behind = Rect(
        minX: note.maxX + 4, minY: note.minY - 4, maxX: note.maxX + 24, maxY: note.maxY + 6)
      let wasInked = label.hasInk(in: behind)
      #expect(!wasInked)
      screen.inputMethod.forget()
      label.draw([scratch])
      try label.expectUntouched(nil)
      let isInked = label.hasInk(in: behind)
      try label.expectBeforePause()
      #expect(isInked, "the ink of the gesture is gone before the pause")
      try fields.wait(for: "", in: "label")
      try screen.waitForField("the label")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "note", in: "label")

      // What is written before the pause comes after the gesture.
      try label.leave()
      label.draw([scratch])
      label.draw(try ScribbleTests.recorded("coffee", in: label.box, from: 120))
      try label.expectUntouched("note")
      try fields.wait(for: "coffee", in: "label")
      try screen.waitForField("the label again")

      try label.leave()
      let coffee = try label.words(1)[0]
      label.draw([TextGesturesTests.circle(coffee)])
      try label.expectUntouched("coffee")
      // The top of the circle.
      let above = Rect(
        minX: coffee.center.x - 8, minY: coffee.minY - 9, maxX: coffee.center.x + 8,
        maxY: coffee.minY - 3)
      let isCircled = label.hasInk(in: above)
      try label.expectBeforePause()
      #expect(isCircled, "the circle is gone before the pause")
      try screen.waitForField("what is circled")
      try screen.keyboard.type("really now")
      try fields.wait(for: "really now", in: "label")

      // A gap between its words is there with the focus.
      try label.leave()
      let words = try label.words(2)
      let second = Rect(
        minX: words[1].minX + 6, minY: words[1].minY, maxX: words[1].maxX, maxY: words[1].maxY)
      let wasThere = label.hasInk(in: second)
      #expect(wasThere)
      let gap = Point((words[0].maxX + words[1].minX) / 2, words[1].center.y)
      label.rest(at: gap, to: gap)
      label.liftPen()
      try label.expectUntouched("really now")
      try screen.waitForField("the label with a gap")
      // Until the second word has moved on.
      pause(0.5)
      let isThere = label.hasInk(in: second)
      #expect(!isThere, "no gap has opened")

      // A tap is for what is seen below it, before the gesture that it has act moves that.
      try label.leave()
      label.draw([TextGesturesTests.scratch(words[0], before: 0, beyond: 2)])
      // Not so soon that the tap is a part of a letter.
      pause(0.5)
      fields.tap(at: Point(words[1].minX + 1, words[1].center.y))
      try label.expectBeforePause()
      screen.pen.proximityOut()
      try fields.wait(for: "now", in: "label")
      try screen.keyboard.type("x")
      try fields.wait(for: "xnow", in: "label")
      try fields.done()
    }

    @Test func `S45 S48 what a pen passes over in a label looks selected there until the pause`()
      throws
    {
      // Its program lays it out meanwhile.
      let label = try Label("LivelyFields", writingPause: 8)
      let (fields, screen) = (label.fields, label.screen)
      pause(0.5)
      let note = try label.words(1)[0]
      screen.inputMethod.forget()
      label.rest(at: Point(note.minX, note.center.y), to: Point(note.maxX + 2, note.center.y))
      try label.expectUntouched(nil)
      let least = Int(note.width * note.height / 3)
      let tinted = label.tinted(in: note)
      #expect(tinted > least)
      label.liftPen()
      try label.expectUntouched(nil)
      // Its program lays it out elsewhere.
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      try screen.settle()
      pause(0.2)
      let (left, box) = (label.tinted(in: note), try fields.box("label", isWhole: true))
      let moved = label.tinted(in: box)
      try label.expectBeforePause()
      try #require(box.minY > note.maxY + 10)
      #expect(left == 0 && moved > least)
      try screen.waitForField("what the pen has passed over")
      try screen.keyboard.type("x")
      try fields.wait(for: "x", in: "label")
      // Behind the letter, and within the frame of the label.
      let now = Rect(
        x: note.minX + box.minX - label.box.minX + 12,
        y: note.minY + box.minY - label.box.minY, width: note.width - 12, height: note.height)
      let edited = label.tinted(in: now)
      #expect(edited == 0, "it still looks selected")
      try fields.done()
    }

    @Test(arguments: ["right", "middle"])
    func `S52 a gesture over a label's text finds it wherever that stands`(side: String) throws {
      let fields = try Fields(variables: ["FIELDS_LABEL": side])
      let (screen, box) = (fields.screen, try fields.box("label"))
      let words = try TextGesturesTests.Page.words(
        in: PixelBox(covering: box), of: screen.screenshot(), at: screen.scale, count: 1)
      let note = try #require(words.first)
      try #require(note.minX > box.minX + 150)
      TextGesturesTests.draw(TextGesturesTests.circle(note), with: screen.pen)
      pause(1.2)
      try screen.keyboard.type("x")
      try fields.wait(for: "x", in: "label")
      try fields.done()
    }

    @Test
    func `S45 a field stays under a pen that selects while its program lays out without asking`()
      throws
    {
      let fields = try Fields("LivelyFields")
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(0.5)
      screen.mouse.click(at: try fields.box("low").center)
      try screen.keyboard.type("wonderful")
      try fields.wait(for: "wonderful", in: "low")
      let low = try fields.box("low")
      pen.hover(at: Point(low.minX + 30, low.center.y))
      // It grows below the pen.
      pause(0.5)
      let box = try fields.box("low")
      let start = Point(box.minX + 30, box.center.y)
      pen.hover(at: start)
      pen.down(at: start)
      // From here on it selects.
      pause(0.7)
      kill(fields.app.processID, SIGHUP)
      let end = Date().addingTimeInterval(10)
      while !fields.app.standardOutput.contains("panel"), Date() < end { pause(0.01) }
      pause(0.3)
      let resting = try fields.box("low")
      #expect(resting == box)
      pen.move(along: TextGesturesTests.line(start, start + Vector(30, 0)), rate: 120)
      // Longer than a pause.
      pause(0.8)
      let selecting = try fields.box("low")
      #expect(selecting == box)
      pen.up()
      pen.proximityOut()
      while try fields.box("low").minY <= box.minY + 10, Date() < end { pause(0.02) }
      #expect(try fields.box("low").minY > box.minY + 10)
      try fields.done()
    }

    @Test func `S47 a word for which an entry has no room scrolls nothing before the pause`() throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("beside")
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      // Narrow letters, up to where another word has no room.
      let inside = PixelBox(covering: box.outset(by: -6))
      var typed = "on on "
      try screen.keyboard.type(typed)
      func end() throws -> Int {
        try screen.waitUntilStill().cropped(to: inside).pixels { $0.luma < 0.5 }.box.maxX
      }
      while try end() < inside.width - 16, typed.count < 80 {
        typed += "i"
        try screen.keyboard.type("i")
        try fields.wait(for: typed, in: "beside")
      }
      let filled = try end()
      try #require(filled >= inside.width - 16 && filled <= inside.width - 4)
      // The first word begins behind the text and goes on over the button beside the entry.
      let first = try ScribbleTests.recorded(
        "world", at: Point(box.maxX - 18, box.center.y + 8), size: 16)
      let second = try ScribbleTests.recorded(
        "call", at: Point(Rect(around: first.joined()).maxX + 36, box.center.y + 8), size: 16)
      let left = PixelBox(
        x: inside.x, y: inside.y, width: inside.width / 2, height: inside.height)
      let before = screen.screenshot(of: left)
      func expectStill() {
        #expect(fields.said("beside") == typed)
        let now = screen.screenshot(of: left)
        #expect(now.difference(from: before).isEmpty)
      }
      for stroke in first {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        expectStill()
      }
      // Where there is room, the first word is text by the end of this.
      pen.hover(at: second[0][0])
      pen.down(at: second[0][0])
      pen.move(along: Array(second[0][1...8]))
      for _ in 0..<20 {
        expectStill()
        pause(0.05)
      }
      pen.move(along: Array(second[0][9...]))
      pen.up()
      for stroke in second.dropFirst() {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
        expectStill()
      }
      pen.proximityOut()
      try fields.wait(for: typed + " world call", in: "beside")
      #expect(fields.said("next") == nil)
      try fields.done()
    }
  }
}
