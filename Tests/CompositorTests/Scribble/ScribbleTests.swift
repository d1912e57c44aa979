import Foundation
import InkModel
import InkTestSupport
import RecordedHands
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Handwriting in text fields: of every kind that GTK has, and of the app's own.
  @Suite struct ScribbleTests {
    @Test
    func `S9 S38 S39 what the pen writes becomes text in fields of every kind, chosen or not`()
      throws
    {
      let fields = try Fields()
      func expect(_ text: String, in name: String) throws {
        let end = Date().addingTimeInterval(10)
        while fields.said(name)?.lowercased() != text, Date() < end { pause(0.02) }
        #expect(fields.said(name)?.lowercased() == text)
        try fields.screen.waitUntilStill()
      }
      // By three people.
      for (name, text, width) in [
        ("entry", "performing", 220.0), ("search", "coffee", 140.0), ("label", "world", 100.0),
      ] {
        let box = try fields.box(name)
        // Behind the text that the label has.
        let left = box.minX + (name == "label" ? 44 : 12)
        try Self.writeRecorded(
          text, at: Point(left, box.center.y - 14), width: width, with: fields.screen.pen)
        try expect(name == "label" ? "note " + text : text, in: name)
      }
      let spin = try fields.box("spin")
      Self.write(
        Self.recorded(
          try RecordedWriting.number("110", by: 12), at: Point(spin.minX + 14, spin.center.y + 9)),
        with: fields.screen.pen)
      try expect("110", in: "spin")
      // Two words at once.
      let view = try fields.box("view")
      let (ink, _) = try Self.recordedPair(at: Point(view.minX + 14, view.center.y + 9))
      Self.write(ink, with: fields.screen.pen)
      try expect("world call", in: "view")
      try fields.done()
    }

    @Test
    func `S38 fields for digits and for phone numbers take these with their marks, and no letters`()
      throws
    {
      let fields = try Fields()
      try Self.expectNumberAlone("110", in: "digits", of: fields, marks: "")
      try Self.expectNumberAlone("10-1", in: "phone", of: fields, marks: "+-./()*# ")
      try fields.done()
    }

    @Test func `S38 the gaps between groups of a phone number are its spaces`() throws {
      let fields = try Fields()
      let box = try fields.box("phone")
      // Two groups at once, and the third behind a pause.
      var start = Point(box.minX + 8, box.center.y + 9)
      var written: [[Point]] = []
      func add(_ text: String) throws {
        let ink = Self.recorded(try RecordedWriting.number(text, by: 12), at: start)
        written += ink
        start.x = Rect(around: ink.joined()).maxX + 25
      }
      try add("10")
      try add("11")
      Self.write(written, with: fields.screen.pen)
      try fields.wait(for: "10 11", in: "phone")
      written = []
      try add("0")
      Self.write(written, with: fields.screen.pen)
      try fields.wait(for: "10 11 0", in: "phone")
      try fields.done()
    }

    /// Writes a number in an empty field, and then a word, of which no letter is left.
    ///
    /// - Parameter marks: What the field takes besides digits.
    private static func expectNumberAlone(
      _ text: String, in name: String, of fields: Fields, marks: String
    ) throws {
      let box = try fields.box(name)
      let start = Point(box.minX + 14, box.center.y + 9)
      let number = try RecordedWriting.number(text, by: 12)
      Self.write(Self.recorded(number, at: start), with: fields.screen.pen)
      try fields.wait(for: text, in: name)
      try fields.clear(name)
      let inside = PixelBox(covering: box.outset(by: -6))
      func dark() -> Int { fields.screen.screenshot(of: inside).pixels { $0.luma < 0.5 }.count }
      let none = dark()
      // A word that other fields get as it was written.
      let ink = try Self.recorded("world", at: start)
      let inked = try fields.inked(ink[0])
      try #require(inked > 0.3, "the field took no ink")
      Self.write(Array(ink.dropFirst()), with: fields.screen.pen)
      // Until it has become text, or is gone. A caret that blinks is less than this.
      func isRead() -> Bool { fields.said(name) != "" || dark() < none + 60 }
      let end = Date().addingTimeInterval(10)
      while !isRead(), Date() < end { pause(0.05) }
      try #require(isRead(), "the ink was not read")
      pause(0.7)
      let said = try #require(fields.said(name))
      #expect(said.allSatisfy { ("0123456789" + marks).contains($0) }, "\(said)")
    }

    @Test func `a screen reader hears what handwriting puts in a field`()
      throws
    {
      let fields = try Fields()
      for (name, text) in [("entry", "coffee"), ("view", "really")] {
        let changes = fields.tree.textChanges()
        let box = try fields.box(name)
        Self.write(try Self.recorded(text, in: box), with: fields.screen.pen)
        let end = Date().addingTimeInterval(10)
        while fields.said(name)?.lowercased() != text, Date() < end { pause(0.02) }
        try fields.screen.waitUntilStill()
        let said = try #require(fields.said(name))
        // GTK 4.8 says that nothing was inserted when a field begins to take keys, and miscounts positions in text views.
        let written = changes.all.filter { !$0.text.isEmpty }
        #expect(written.map(\.text) == [said], "in \(name)")
        #expect(written.allSatisfy { $0.kind == "insert" })
      }
      // A word behind another one is heard by itself, with the space before it.
      let changes = fields.tree.textChanges()
      let before = try #require(fields.said("entry"))
      let box = try fields.box("entry")
      let ink = try Self.recorded("world", at: Point(box.minX + 300, box.center.y + 9))
      Self.write(ink, with: fields.screen.pen)
      try fields.wait(for: before + " world", in: "entry")
      let heard = changes.all.filter { !$0.text.isEmpty }
      #expect(heard == [.init(kind: "insert", position: before.count, text: " world")])
      try Self.expectMarkHeard(in: fields)
      try fields.done()
    }

    /// A mark behind what was typed, to which it brings no space, is heard by itself, and is a step
    /// of undo.
    private static func expectMarkHeard(in fields: Fields) throws {
      let (screen, box) = (fields.screen, try fields.box("phone"))
      screen.mouse.click(at: box.center)
      screen.mouse.leave()
      try screen.keyboard.type("10")
      try fields.wait(for: "10", in: "phone")
      let changes = fields.tree.textChanges()
      let start = Point(box.minX + 50, box.center.y)
      let dash = (0...6).map { start + Vector(Double($0) * 2, 0) }
      write([dash], with: screen.pen)
      try fields.wait(for: "10-", in: "phone")
      let heard = changes.all.filter { !$0.text.isEmpty }
      #expect(heard == [.init(kind: "insert", position: 2, text: "-")])
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "10", in: "phone")
      try screen.keyboard.press("z", [.control, .shift])
      try fields.wait(for: "10-", in: "phone")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "10", in: "phone")
    }

    @Test func `S40 passwords, numbers of cards and what cannot be edited take no ink`() throws {
      let fields = try Fields()
      for name in ["password", "pin", "hidden", "fixed"] {
        let box = try fields.box(name)
        let ink = try Self.recorded("coffee", in: box)
        #expect(try fields.inked(ink[0]) < 0.3, "in \(name)")
        Self.write(Array(ink.dropFirst()), with: fields.screen.pen)
        pause(0.8)
        #expect(fields.said(name) == nil, "in \(name)")
      }
      // As a control, one that takes it.
      #expect(try fields.inked(try Self.recorded("coffee", in: try fields.box("entry"))[0]) > 0.7)
      try fields.done()
    }

    @Test func `S9 the same strokes by finger or mouse are no writing`() throws {
      let fields = try Fields()
      let (touch, mouse) = (fields.screen.touch, fields.screen.mouse)
      for name in ["entry", "view"] {
        for stroke in try Self.recorded("coffee", in: try fields.box(name)) {
          touch.down(1, at: stroke[0])
          for p in stroke.dropFirst() {
            touch.move(1, to: p)
            pause(0.002)
          }
          touch.up(1)
          mouse.move(to: stroke[0])
          mouse.down()
          for p in stroke.dropFirst() { mouse.move(to: p) }
          mouse.up()
        }
        pause(0.8)
        #expect(fields.said(name) == nil, "in \(name)")
      }
      try fields.done()
    }

    @Test func `S9 a finger scrolls a text and chooses words of it, a mouse too`() throws {
      let fields = try Fields(blinks: false)
      let (screen, touch, mouse) = (fields.screen, fields.screen.touch, fields.screen.mouse)
      let box = try fields.box("view")
      mouse.click(at: Point(box.minX + 30, box.minY + 10))
      let lines = (1...30).map { "wonderful line \($0)" }
      screen.setClipboard(text: lines.joined(separator: "\n"))
      try screen.keyboard.press("v", [.control])
      try fields.wait(for: lines[0], in: "view")
      mouse.leave()
      try screen.keyboard.press("Home", [.control])
      try screen.waitUntilStill(for: 1)
      let inside = PixelBox(covering: box.outset(by: -8))
      let top = screen.screenshot(of: inside)
      touch.swipe(fingers: 1, from: Point(box.center.x, box.maxY - 10), by: Vector(0, -60))
      try screen.wait(for: "other lines", in: inside) { $0.difference(from: top).count > 500 }
      touch.swipe(fingers: 1, from: Point(box.center.x, box.minY + 10), by: Vector(0, 200))
      try screen.waitUntilStill(for: 1)
      // Twice on a word of the first line.
      let word = Point(box.minX + 30, box.minY + 10)
      touch.tap(at: word)
      pause(0.1)
      touch.tap(at: word)
      try screen.waitUntilStill()
      /// Copies what is selected, until that is this.
      func expectSelected(_ text: String) throws {
        let end = Date().addingTimeInterval(10)
        repeat {
          try screen.keyboard.press("c", [.control])
          pause(0.1)
        } while try screen.clipboardText() != text && Date() < end
        #expect(try screen.clipboardText() == text)
      }
      try expectSelected("wonderful")
      // Along the first line; a drag of what is selected would move it.
      mouse.click(at: box.center)
      pause(0.6)
      mouse.move(to: Point(box.minX + 1, word.y))
      mouse.down()
      for i in 1...20 { mouse.move(to: Point(box.minX + 1 + Double(i) * 12, word.y)) }
      mouse.up()
      try expectSelected(lines[0])
      #expect(fields.said("view") == lines[0])
      try fields.done()
    }

    @Test func `S52 a tap of the pen is the caret's, two choose a word, and scratching deletes it`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("view")
      let first = Point(box.minX + 30, box.minY + 10)
      fields.tap(at: first)
      pen.proximityOut()
      try screen.waitUntilStill()
      try screen.keyboard.type("wonderful day here")
      try fields.wait(for: "wonderful day here", in: "view")
      pause(0.5)
      fields.tap(at: first)
      pause(0.1)
      fields.tap(at: first)
      pen.proximityOut()
      try screen.waitUntilStill()
      try screen.keyboard.press("c", [.control])
      try screen.waitForClipboard("text/plain;charset=utf-8")
      #expect(try screen.clipboardText() == "wonderful")
      let scratch = (0...8).map { k in
        Point(box.minX + (k % 2 == 0 ? -4 : 66), first.y - 4 + Double(k))
      }
      let dense = zip(scratch, scratch.dropFirst()).flatMap { a, b in
        (0..<12).map { a + (b - a) * (Double($0) / 12) }
      }
      pen.hover(at: Point(box.minX + 2, first.y))
      pen.stroke([Point(box.minX + 2, first.y)] + dense)
      pen.proximityOut()
      try fields.wait(for: "day here", in: "view")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "wonderful day here", in: "view")
      try fields.done()
    }

    @Test func `a key and a press that follow ink act on its text`() throws {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      Self.write(try Self.recorded("coffee", in: box), with: pen)
      // Before the pause is over, and while another field could have the keyboard.
      try screen.keyboard.type("!")
      try fields.wait(for: "coffee!", in: "entry")
      Self.write(try Self.recorded("world", in: box, from: 110), with: pen)
      let done = try fields.box("done").center
      screen.mouse.move(to: done)
      screen.mouse.down()
      screen.mouse.up()
      try fields.wait(for: "coffee! world", in: "pressed")
      try fields.done()
    }

    @Test
    func `the main loop goes on while a reading is slow, a press waits briefly and no ink is lost`()
      throws
    {
      let fields = try Fields(opening: 4)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      let search = try fields.box("search")
      let done = try fields.box("done").center
      Self.write(try Self.recorded("coffee", in: box), with: pen)
      // Has to wait for the text, and does so for a moment only.
      screen.mouse.move(to: done)
      screen.mouse.down()
      screen.mouse.up()
      // Another field is written in while the first is still being read.
      Self.write(try Self.recorded("world", in: search), with: pen)
      try fields.wait(for: "coffee", in: "entry")
      try fields.wait(for: "world", in: "search")
      #expect(fields.said("pressed") == "")
      try expectHeldBriefly(in: fields)
      try fields.done()
    }

    @Test func `a key waits briefly as well while a reading is slow, and no ink is lost`() throws {
      let fields = try Fields(opening: 4)
      Self.write(try Self.recorded("coffee", in: try fields.box("entry")), with: fields.screen.pen)
      try fields.screen.keyboard.press("Return")
      try fields.wait(for: "coffee", in: "entry")
      try expectHeldBriefly(in: fields)
      try fields.done()
    }

    /// Expects that the first key or press after ink waited for its text, while the main loop went on, and no more
    /// than 0.15 s.
    private func expectHeldBriefly(in fields: Fields) throws {
      func turns(_ name: String) throws -> Int {
        try #require(fields.said(name).flatMap { Int($0) }, "“\(name)” was never said")
      }
      let (held, unread) = (try turns("held"), try turns("unread"))
      // Not once, had the main thread waited; the shortest press is delivered within the same turn.
      #expect(held >= 3, "\(held) turns")
      // By the order of two timers, which a busy machine does not change.
      #expect(fields.said("overdue") == "no")
      // The reading takes about 3 s more.
      #expect(held * 4 < unread, "held for \(held) turns of \(unread)")
    }

    @Test func `S53 what is written over a selection is taken back as one step, and done again`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      let first = Point(box.minX + 24, box.center.y)
      fields.tap(at: first)
      pen.proximityOut()
      try screen.waitUntilStill()
      try screen.keyboard.type("drawing.plumbago")
      try fields.wait(for: "drawing.plumbago", in: "entry")
      pause(0.5)
      // As a dialog selects a file's name, without its suffix.
      try screen.keyboard.press("Home")
      for _ in 0..<7 { try screen.keyboard.press("Right", [.shift]) }
      Self.write(try Self.recorded("coffee", in: box, from: 30), with: pen)
      try fields.wait(for: "coffee.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "drawing.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control, .shift])
      try fields.wait(for: "coffee.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "drawing.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control, .shift])
      try fields.wait(for: "coffee.plumbago", in: "entry")
      // What is deleted by hand leaves the same text, and is a step of its own.
      for _ in 0..<6 { try screen.keyboard.press("BackSpace") }
      try fields.wait(for: ".plumbago", in: "entry")
      pause(0.3)
      #expect(fields.said("entry") == ".plumbago")
      try fields.done()
    }

    @Test func `S53 what is written in a search field or a label is taken back as one step`() throws
    {
      let fields = try Fields()
      for (name, start, old, new) in [
        ("search", 14.0, "", "coffee"), ("label", 44.0, "note", "note coffee"),
      ] {
        let box = try fields.box(name)
        Self.write(try Self.recorded("coffee", in: box, from: start), with: fields.screen.pen)
        try fields.wait(for: new, in: name)
        try Self.expectOneStep(from: old, to: new, in: name, of: fields)
      }
      try fields.done()
    }

    @Test func `S53 a number that its field writes anew is taken back as one step, and done again`()
      throws
    {
      let fields = try Fields(variables: ["FIELDS_SPIN": "decimals"])
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("spin")
      func ink(_ number: String) throws -> [[Point]] {
        let writing = try RecordedWriting.number(number, by: 12)
        return Self.recorded(writing, at: Point(box.minX + 14, box.center.y + 9))
      }
      // It is shown with a decimal.
      Self.write(try ink("10"), with: pen)
      try fields.wait(for: "10.0", in: "spin")
      try Self.expectOneStep(from: "5.0", to: "10.0", in: "spin", of: fields)
      try screen.keyboard.press("z", [.control])
      try Self.expectSettled(on: "5.0", in: "spin", of: fields)
      // What was read before a pause is read anew with the rest; the decimal that it got goes, too.
      let (all, first) = (try ink("10"), try ink("1").count)
      Self.write(Array(all[..<first]), with: pen)
      let end = Date().addingTimeInterval(10)
      while fields.said("spin") == "5.0", Date() < end { pause(0.02) }
      try #require(fields.said("spin") != "5.0", "the first digit was not read")
      Self.write(Array(all[first...]), with: pen)
      try fields.wait(for: "10.0", in: "spin")
      try Self.expectOneStep(from: "5.0", to: "10.0", in: "spin", of: fields)
      // More than it takes, twice: the second number changes nothing in the end.
      Self.write(try ink("110"), with: pen)
      try fields.wait(for: "100.0", in: "spin")
      try Self.expectOneStep(from: "10.0", to: "100.0", in: "spin", of: fields)
      func count() -> Int {
        fields.app.standardOutput.split(separator: "\n").count { $0 == "spin: 110" }
      }
      let before = count()
      Self.write(try ink("110"), with: pen)
      let late = Date().addingTimeInterval(10)
      while count() == before, Date() < late { pause(0.02) }
      try #require(count() > before, "the number was not read")
      try Self.expectSettled(on: "100.0", in: "spin", of: fields)
      // The second number is a step of its own, although the text before it is the one after it.
      let backAndAgain: [(isUndo: Bool, text: String)] = [
        (true, "100.0"), (true, "10.0"), (false, "100.0"), (false, "100.0"), (true, "100.0"),
        (true, "10.0"),
      ]
      for step in backAndAgain {
        try screen.keyboard.press("z", step.isUndo ? [.control] : [.control, .shift])
        try Self.expectSettled(on: step.text, in: "spin", of: fields)
      }
      try fields.done()
    }

    @Test func `S38 S53 a word in a spin button that shows words replaces the one there`() throws {
      let fields = try Fields(variables: ["FIELDS_SPIN": "words"])
      let pen = fields.screen.pen
      let box = try fields.box("spin")
      Self.write(try Self.recorded("coffee", in: box), with: pen)
      // As the program spells it.
      try fields.wait(for: "Coffee", in: "spin")
      try Self.expectOneStep(from: "Breakfast", to: "Coffee", in: "spin", of: fields)
      // What it does not know is seen for a moment, and the one before comes back.
      Self.write(try Self.recorded("world", in: box), with: pen)
      func isRead() -> Bool { fields.app.standardOutput.lowercased().contains("spin: world\n") }
      let end = Date().addingTimeInterval(10)
      while !isRead(), Date() < end { pause(0.02) }
      try #require(isRead(), "the word was not read")
      try Self.expectSettled(on: "Coffee", in: "spin", of: fields)
      try fields.done()
    }

    @Test(arguments: [("times", "10:10"), ("off", "110"), ("signed", "-10")])
    func `S38 a spin button takes a time, a number where it shows “Off”, and one below zero`(
      kind: String, text: String
    ) throws {
      let fields = try Fields(variables: ["FIELDS_SPIN": kind])
      let box = try fields.box("spin")
      var strokes: [[Point]] = []
      var start = Point(box.minX + 14, box.center.y + 9)
      for part in text.split(separator: ":") {
        if !strokes.isEmpty {
          // The colon.
          for y in [start.y - 14, start.y - 4] {
            strokes.append((0...3).map { Point(start.x, y + Double($0) * 0.7) })
          }
          start.x += 9
        }
        let number = try RecordedWriting.number(String(part), by: 12)
        strokes += Self.recorded(number, at: start)
        start.x = Rect(around: strokes.joined()).maxX + 9
      }
      Self.write(strokes, with: fields.screen.pen)
      try fields.wait(for: text, in: "spin")
      try Self.expectSettled(on: text, in: "spin", of: fields)
      try fields.done()
    }

    @Test func `S38 a number that a spin button cannot hold leaves the one there`() throws {
      let fields = try Fields()
      let box = try fields.box("spin")
      let start = Point(box.minX + 14, box.center.y + 9)
      for (text, expected) in [("110", "110"), ("-10", "110"), ("10-1", "110"), ("10", "10")] {
        let ink = Self.recorded(try RecordedWriting.number(text, by: 12), at: start)
        Self.write(ink, with: fields.screen.pen)
        // Past the pause, and until no ink fades any more.
        pause(1.5)
        try fields.screen.waitUntilStill()
        try Self.expectSettled(on: expected, in: "spin", of: fields)
      }
      try fields.done()
    }

    /// A field has a text, and nothing else follows by itself.
    private static func expectSettled(on text: String, in name: String, of fields: Fields) throws {
      try fields.wait(for: text, in: name)
      pause(0.3)
      #expect(fields.said(name) == text, "in \(name)")
    }

    /// Undo leads from the new text to the old one at once, and redo back.
    private static func expectOneStep(
      from old: String, to new: String, in name: String, of fields: Fields
    ) throws {
      let keyboard = fields.screen.keyboard
      try keyboard.press("z", [.control])
      try expectSettled(on: old, in: name, of: fields)
      try keyboard.press("z", [.control, .shift])
      try expectSettled(on: new, in: name, of: fields)
    }

    @Test
    func `S53 what is written over lines of a text is one step, and the old ones come back`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("view")
      let view = try fields.tree.wait(for: "view")
      func expect(_ text: String, _ what: String) throws {
        let end = Date().addingTimeInterval(10)
        while try fields.tree.content(view) != text, Date() < end { pause(0.03) }
        // A second step would follow by itself.
        pause(0.4)
        let content = try fields.tree.content(view)
        #expect(content == text, "\(what)")
      }
      let old = "wonderful day\nhere now"
      screen.mouse.click(at: Point(box.minX + 30, box.minY + 10))
      screen.mouse.leave()
      screen.setClipboard(text: old)
      try screen.keyboard.press("v", [.control])
      try expect(old, "pasted")
      // From within the first line to the start of the second.
      try screen.keyboard.press("Home", [.control])
      try screen.keyboard.press("Right", [.control])
      try screen.keyboard.press("Down", [.shift])
      try screen.keyboard.press("Home", [.shift])
      try screen.waitUntilStill()
      Self.write(
        try Self.recorded("world", at: Point(box.minX + 66, box.minY + 21), size: 16), with: pen)
      let new = "wonderful world here now"
      try expect(new, "written over the selection")
      try screen.keyboard.press("z", [.control])
      try expect(old, "taken back")
      try screen.keyboard.press("z", [.control, .shift])
      try expect(new, "done again")
      try screen.keyboard.press("z", [.control])
      try expect(old, "taken back again")
      // What is left is the step of the pasted text.
      try screen.keyboard.press("z", [.control])
      try expect("", "nothing of it is left")
      try fields.done()
    }

    @Test func `S5 each text entry of the app is of a kind that takes handwriting`() throws {
      let kinds = try Repository.text("Tests/Support/TextFields/main.swift")
      let making = /gtk_[a-z_]*(?:entry|text|text_view|spin_button|editable_label)_new[a-z_]*/
      var found: Set<String> = []
      for file in Repository.files(under: "Sources", suffix: ".swift") {
        for match in try Repository.text(file).matches(of: making) { found.insert(String(match.0)) }
      }
      #expect(found.count >= 2)
      for maker in found { #expect(kinds.contains(maker + "("), "\(maker)") }
    }
  }
}
