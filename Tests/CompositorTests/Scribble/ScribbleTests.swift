import Foundation
import InkModel
import InkTestSupport
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Handwriting in text fields: of every kind that GTK has, and of the app's own.
  @Suite struct ScribbleTests {
    /// A program with a field of each kind, which says what is in them.
    final class Fields {
      let screen: Screen
      let app: Program
      let window: Window
      let tree: AccessibleTree

      /// - Parameter opening: Seconds that the recogniser takes to open.
      init(scale: Int = 1, opening: Double? = nil) throws {
        screen = try Screen(size: PixelSize(width: 640, height: 780), scale: scale)
        let binary = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
          .deletingLastPathComponent().appending(path: "TextFields").path
        app = try screen.launch(
          binary, opening.map { ["\($0)"] } ?? [],
          environment: App.resources.mapValues { .some($0) })
        window = try screen.waitForWindow { $0.title == "Fields" }
        try screen.waitUntilStill()
        tree = try AccessibleTree(screen)
      }

      /// Where a field is, on the screen.
      func box(_ name: String) throws -> Rect {
        let box = try tree.box(tree.wait(for: name))
        let corner = window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }

      /// What a field said last that it holds, nil where it never changed.
      func said(_ name: String) -> String? {
        app.standardOutput.split(separator: "\n").last { $0.hasPrefix(name + ": ") }
          .map { String($0.dropFirst(name.count + 2)) }
      }

      func wait(for text: String, in name: String) throws {
        let end = Date().addingTimeInterval(10)
        while said(name) != text, Date() < end { pause(0.02) }
        #expect(said(name) == text, "in \(name)")
        try screen.waitUntilStill()
      }

      /// A tap of the pen, which stays near.
      func tap(at p: Point) {
        screen.pen.hover(at: p)
        screen.pen.down(at: p)
        pause(0.03)
        screen.pen.up()
      }

      /// Draws a stroke; what part of it is dark on the screen before the pen lifts.
      func inked(_ stroke: [Point]) throws -> Double {
        screen.pen.hover(at: stroke[0])
        screen.pen.down(at: stroke[0])
        screen.pen.move(along: Array(stroke.dropFirst()))
        let picture = try screen.waitUntilStill()
        screen.pen.up()
        screen.pen.proximityOut()
        let k = Double(screen.scale)
        let dark = stroke.count { p in
          let pixel = picture[Int(p.x * k), Int(p.y * k)]
          return Int(pixel.red) + Int(pixel.green) + Int(pixel.blue) < 300
        }
        return Double(dark) / Double(stroke.count)
      }

      func done() throws {
        try app.expectQuiet()
        window.close()
        #expect(try app.waitForExit() == .exited(0))
        screen.close()
      }
    }

    /// The strokes of a word from a position on, with letters of a height.
    static func word(_ text: String, at position: Point, size: Double = 18) throws -> [[Point]] {
      try #require(DrawnLetters(size: size).draw(text)).map { stroke in
        stroke.map { Point($0.x + position.x, $0.y + position.y) }
      }
    }

    /// The word in the middle of a field's height, from near its start on.
    static func word(_ text: String, in box: Rect, size: Double = 18) throws -> [[Point]] {
      try word(text, at: Point(box.minX + 14, box.center.y + size / 2), size: size)
    }

    static func write(_ strokes: [[Point]], with pen: Pen) {
      for stroke in strokes {
        pen.hover(at: stroke[0])
        pen.stroke(stroke)
      }
      pen.proximityOut()
    }

    @Test
    func `S9 S38 S39 what the pen writes becomes text in fields of every kind, chosen or not`()
      throws
    {
      let fields = try Fields()
      for (name, text, expected) in [
        ("entry", "hello", "hello"), ("search", "tin", "tin"), ("spin", "340", "340"),
        ("label", "mouth", "note mouth"), ("view", "come on", "come on"),
      ] {
        Self.write(try Self.word(text, in: try fields.box(name)), with: fields.screen.pen)
        let end = Date().addingTimeInterval(10)
        while fields.said(name)?.lowercased() != expected, Date() < end { pause(0.02) }
        #expect(fields.said(name)?.lowercased() == expected)
        try fields.screen.waitUntilStill()
      }
      try fields.done()
    }

    @Test func `S40 passwords, numbers of cards and what cannot be edited take no ink`() throws {
      let fields = try Fields()
      for name in ["password", "pin", "hidden", "fixed"] {
        let box = try fields.box(name)
        let ink = try Self.word("tin", in: box)
        #expect(try fields.inked(ink[0]) < 0.3, "in \(name)")
        Self.write(Array(ink.dropFirst()), with: fields.screen.pen)
        pause(0.8)
        #expect(fields.said(name) == nil, "in \(name)")
      }
      // As a control, one that takes it.
      #expect(try fields.inked(try Self.word("tin", in: try fields.box("entry"))[0]) > 0.7)
      try fields.done()
    }

    @Test func `S9 the same strokes by finger or mouse are no writing`() throws {
      let fields = try Fields()
      let (touch, mouse) = (fields.screen.touch, fields.screen.mouse)
      for name in ["entry", "view"] {
        for stroke in try Self.word("hello", in: try fields.box(name)) {
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
      let fields = try Fields()
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

    @Test(arguments: ["entry", "view"])
    func `S53 a field that was written in looks to the pixel as one that was typed in`(name: String)
      throws
    {
      var pictures: [Picture] = []
      for isWritten in [false, true] {
        let fields = try Fields()
        let screen = fields.screen
        let box = try fields.box(name)
        if isWritten {
          Self.write(try Self.word("tin", in: box), with: screen.pen)
        } else {
          screen.mouse.click(at: Point(box.minX + 30, box.minY + 10))
          screen.mouse.leave()
          try screen.keyboard.type("tin")
        }
        try fields.wait(for: "tin", in: name)
        let inside = PixelBox(covering: box)
        if let typed = pictures.first {
          // The caret blinks.
          try screen.wait(for: "the picture of the typed word", in: inside) { $0 == typed }
        } else {
          pictures.append(screen.screenshot(of: inside))
        }
        try fields.done()
      }
    }

    @Test
    func `S44 S53 hints go with the first ink, ink goes with its text, and undo takes it as one`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      // Beside the letters that say “Name”.
      let far = try Self.word("t", at: Point(box.minX + 150, box.center.y + 8))
      pen.hover(at: far[0][0])
      pen.stroke(far[0])
      let placeholder = PixelBox(
        covering: Rect(x: box.minX + 4, y: box.minY + 4, width: 90, height: box.height - 8))
      try screen.wait(for: "no placeholder", in: placeholder) { picture in
        let first = picture[0, 0]
        return (0..<picture.height).allSatisfy { y in
          (0..<picture.width).allSatisfy { x in picture[x, y] == first }
        }
      }
      pen.stroke(far[1])
      pen.proximityOut()
      try fields.wait(for: "t", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "entry")
      Self.write(try Self.word("one", in: box), with: pen)
      try fields.wait(for: "one", in: "entry")
      Self.write(try Self.word("two", in: box), with: pen)
      try fields.wait(for: "one two", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "one", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "", in: "entry")
      try fields.done()
    }

    @Test func `S44 the placeholder is back where nothing was read`() throws {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("entry")
      // Beside the letters that say “Name”: a scratch, which deletes what it lies over, and here that is nothing.
      let zigzag = (0...8).map { k in
        Point(box.minX + (k % 2 == 0 ? 150 : 220), box.center.y - 4 + Double(k))
      }
      let scratch = zip(zigzag, zigzag.dropFirst()).flatMap { a, b in
        (0..<12).map { a.lerp(to: b, Double($0) / 12) }
      }
      // Without the blinking caret and the frame of a field that has the keyboard.
      let placeholder = PixelBox(
        covering: Rect(x: box.minX + 14, y: box.minY + 6, width: 60, height: box.height - 12))
      let before = try screen.waitUntilStill().cropped(to: placeholder)
      let colors = Set(
        (0..<before.height).flatMap { y in (0..<before.width).map { before[$0, y] } })
      #expect(colors.count > 3, "no letters in the placeholder's area")
      pen.hover(at: scratch[0])
      pen.down(at: scratch[0])
      pen.move(along: Array(scratch.dropFirst()))
      try screen.wait(for: "no placeholder", in: placeholder) { picture in
        let first = picture[0, 0]
        return (0..<picture.height).allSatisfy { y in
          (0..<picture.width).allSatisfy { x in picture[x, y] == first }
        }
      }
      pen.up()
      pen.proximityOut()
      try screen.wait(for: "the placeholder", in: placeholder) { picture in
        (0..<picture.height).allSatisfy { y in
          (0..<picture.width).allSatisfy { x in picture[x, y] == before[x, y] }
        }
      }
      #expect(fields.said("entry") == nil)
      try fields.done()
    }

    @Test(arguments: ["entry", "search", "spin", "label", "view"])
    func `S45 S50 a field neither moves nor changes its size while it is written in`(name: String)
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let names = ["entry", "search", "spin", "label", "view"]
      let before = try names.map { try fields.box($0) }
      let number = try #require(names.firstIndex(of: name))
      let ink = try Self.word(name == "spin" ? "340" : "tin", in: before[number])
      // Focus may be shown at the field's own edge.
      let own = PixelBox(covering: before[number].outset(by: 6))
      let bare = screen.screenshot()
      func expectOthersAsBefore() {
        let seen = screen.screenshot().difference(from: bare, outside: own)
        #expect(seen.isEmpty, "around “\(name)”: \(seen)")
      }
      for stroke in ink {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pen.move(along: Array(stroke.dropFirst()))
        // While the pen is down: to ask takes longer than a pause.
        #expect(try names.map { try fields.box($0) } == before)
        expectOthersAsBefore()
        pen.up()
        expectOthersAsBefore()
      }
      pen.proximityOut()
      // Up to the pause, when the text comes.
      let end = Date().addingTimeInterval(10)
      while fields.said(name) == nil, Date() < end {
        expectOthersAsBefore()
        pause(0.02)
      }
      #expect(fields.said(name) != nil)
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
      Self.write(try Self.word("tin", in: box), with: pen)
      // Before the pause is over, and while another field could have the keyboard.
      try screen.keyboard.type("!")
      try fields.wait(for: "tin!", in: "entry")
      Self.write(try Self.word("one", in: box), with: pen)
      let done = try fields.box("done").center
      screen.mouse.move(to: done)
      screen.mouse.down()
      screen.mouse.up()
      try fields.wait(for: "tin! one", in: "pressed")
      try fields.done()
    }

    @Test func `the main loop goes on while a reading is slow, and no ink is lost`() throws {
      let fields = try Fields(opening: 1.5)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      pause(1.2)
      let box = try fields.box("entry")
      let search = try fields.box("search")
      let done = try fields.box("done").center
      Self.write(try Self.word("tin", in: box), with: pen)
      // Has to wait for the text, and does so for a moment only.
      screen.mouse.move(to: done)
      screen.mouse.down()
      screen.mouse.up()
      // Another field is written in while the first is still being read.
      Self.write(try Self.word("one", in: search), with: pen)
      try fields.wait(for: "tin", in: "entry")
      try fields.wait(for: "one", in: "search")
      #expect(fields.said("pressed") == "")
      let waits = fields.app.standardOutput.split(separator: "\n").filter {
        $0.hasPrefix("waited: ")
      }
      // Busy machines make everybody wait a little; the reading took 1,500 ms.
      #expect(waits.compactMap { Int($0.dropFirst(8)) }.allSatisfy { $0 < 700 }, "\(waits)")
      try fields.done()
    }

    @Test
    func `S38 S53 writing that leaves its field is the field's, over a button or paper`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      for (name, other) in [("beside", "next"), ("second", "paper")] {
        let (box, over) = (try fields.box(name), try fields.box(other))
        let pixels = PixelBox(covering: over)
        pen.proximityOut()
        let before = try screen.waitUntilStill().cropped(to: pixels)
        // The first letter is in the field, those that follow are over what is beside it.
        let ink = try Self.word("hello", at: Point(box.maxX - 26, box.center.y + 9))
        #expect(ink.count { $0[0].x > over.minX } >= 1)
        Self.write(ink, with: pen)
        try fields.wait(for: "hello", in: name)
        // A full stop touches what lies under it no more than a letter does.
        let right = ink.joined().map(\.x).max() ?? 0
        Self.write(try Self.word("one", at: Point(box.maxX - 18, box.center.y + 9)), with: pen)
        let stop = Point(right - 8, box.center.y + 9)
        pen.hover(at: stop)
        pen.stroke([stop, stop])
        pen.proximityOut()
        pause(1.5)
        try screen.waitUntilStill()
        #expect(fields.said(name)?.hasPrefix("hello one") == true)
        #expect(fields.said(other) == nil)
        let after = try screen.waitUntilStill().cropped(to: pixels)
        let left = (0..<after.height).flatMap { y in
          (0..<after.width).filter { after[$0, y].distance(to: before[$0, y]) > 60 }
        }
        #expect(left.isEmpty, "\(left.count) pixels over \(other)")
      }
      try fields.done()
    }

    @Test func `a tap on a button close to ink presses it once the ink is text`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      for (name, other) in [("beside", "next"), ("second", "paper")] {
        let (box, over) = (try fields.box(name), try fields.box(other))
        Self.write(try Self.word("tin", at: Point(box.maxX - 56, box.center.y + 9)), with: pen)
        let tap = Point(over.minX + 30, over.center.y - 4)
        pen.hover(at: tap)
        pen.down(at: tap)
        pause(0.05)
        pen.up()
        pen.proximityOut()
        try fields.wait(for: "tin", in: other)
        #expect(fields.said(name) == "tin")
      }
      try fields.done()
    }

    @Test func `writing into the field that follows is no continuation of the one before`() throws {
      let fields = try Fields()
      let pen = fields.screen.pen
      let (beside, second) = (try fields.box("beside"), try fields.box("second"))
      Self.write(try Self.word("tin", in: beside), with: pen)
      Self.write(try Self.word("one", in: second), with: pen)
      try fields.wait(for: "tin", in: "beside")
      try fields.wait(for: "one", in: "second")
      let (entry, search) = (try fields.box("entry"), try fields.box("search"))
      Self.write(try Self.word("tin", in: entry), with: pen)
      Self.write(try Self.word("one", in: search), with: pen)
      try fields.wait(for: "tin", in: "entry")
      try fields.wait(for: "one", in: "search")
      try fields.done()
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
      Self.write(try Self.word("tin", at: Point(box.minX + 30, box.center.y + 9)), with: pen)
      try fields.wait(for: "tin.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "drawing.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control, .shift])
      try fields.wait(for: "tin.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "drawing.plumbago", in: "entry")
      try screen.keyboard.press("z", [.control, .shift])
      try fields.wait(for: "tin.plumbago", in: "entry")
      // What is deleted by hand leaves the same text, and is a step of its own.
      for _ in 0..<3 { try screen.keyboard.press("BackSpace") }
      try fields.wait(for: ".plumbago", in: "entry")
      pause(0.3)
      #expect(fields.said("entry") == ".plumbago")
      try fields.done()
    }

    @Test func `S38 the field for a drawing's name is as wide as the window allows`() throws {
      for width in [360, 900] {
        let fixture = try AppFixture(
          size: PixelSize(width: width, height: 640), profile: .barePaper)
        try fixture.screen.keyboard.press("F2")
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let popup = try #require(fixture.screen.popups.first)
        #expect(popup.x >= 0)
        #expect(popup.x + popup.width <= width)
        #expect(popup.width >= width - 40)
        // Nothing that can be pressed is right of the field.
        let tree = try AccessibleTree(fixture.screen)
        let entry = try tree.widgets().first { try tree.role($0) == AccessibleRole.text.rawValue }
        let field = try tree.box(#require(entry))
        let button = try tree.box(tree.wait(for: "Rename"))
        #expect(field.width >= Double(width) - 80)
        #expect(button.minY >= field.maxY)
        try fixture.screen.keyboard.press("Escape")
        try fixture.done()
      }
    }

    /// Opens the form for the drawing's name and writes into it.
    @discardableResult
    static func rename(_ fixture: AppFixture, to text: String) throws -> Rect {
      try fixture.screen.keyboard.press("F2")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let popup = try #require(fixture.screen.popups.first)
      let form = Rect(
        x: Double(popup.x), y: Double(popup.y), width: Double(popup.width),
        height: Double(popup.height))
      write(
        try word(text, at: Point(form.minX + 40, form.minY + form.height / 3 + 8), size: 16),
        with: fixture.pen)
      return form
    }

    @Test func `S5 the drawing is renamed by hand, the button pressed before the ink was read`()
      throws
    {
      let fixture = try AppFixture()
      // All of the name is selected, so that the text replaces it.
      let form = try Self.rename(fixture, to: "tin hat")
      try Pointing.pen.press(Point(form.maxX - 50, form.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix("tin hat"))
      try fixture.done()
    }

    @Test func `a form that closes takes its ink along, and fingers and pen go on`() async throws {
      let fixture = try AppFixture(finger: "draw")
      let form = try Self.rename(fixture, to: "tin")
      // With the pen down.
      let start = Point(form.minX + 40, form.minY + form.height / 3)
      fixture.pen.hover(at: start)
      fixture.pen.down(at: start)
      fixture.pen.move(to: start + Vector(30, 8))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix("drawing"))
      fixture.pen.stroke([fixture.at(100, 300), fixture.at(200, 310)])
      fixture.pen.proximityOut()
      pause(0.8)
      fixture.screen.touch.swipe(fingers: 1, from: fixture.at(100, 400), by: Vector(80, 10))
      _ = try await fixture.kept(2)
      try fixture.done()
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

    @Test func `handwriting in fields can be switched off, and the pen is a pointer there`() throws
    {
      let fixture = try AppFixture { screen in
        try App.writeSettings(["field-writing": "false"], for: screen)
      }
      _ = try Self.rename(fixture, to: "tin")
      pause(0.8)
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      #expect(fixture.window.title.hasPrefix("drawing"))
      try fixture.done()
    }
  }
}
