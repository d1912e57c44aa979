import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The page of the help on which gestures over text and fields are tried.
  @Suite struct TryScribbleTests {
    /// The boxes of so many words in a part of the screen.
    ///
    /// Of what is dark in several pictures: the caret blinks, which is none of them.
    static func words(_ count: Int, in area: PixelBox, on screen: Screen) throws -> [Rect] {
      var dark: Set<Int>?
      for _ in 0..<7 {
        let picture = screen.screenshot(of: area)
        let now = Set(
          (0..<area.width * area.height).filter { i in
            let p = picture[i % area.width, i / area.width]
            return Int(p.red) + Int(p.green) + Int(p.blue) < 330
          })
        dark = dark?.intersection(now) ?? now
        pause(0.2)
      }
      let pixels = try #require(dark)
      let columns = Set(pixels.map { $0 % area.width }).sorted()
      let rows = Set(pixels.map { $0 / area.width }).sorted()
      try #require(columns.count > count)
      let gaps = zip(columns, columns.dropFirst()).sorted { $0.1 - $0.0 > $1.1 - $1.0 }
        .prefix(count - 1).sorted { $0.0 < $1.0 }
      let starts = [columns[0]] + gaps.map(\.1)
      let ends = gaps.map(\.0) + [columns[columns.count - 1]]
      return zip(starts, ends).map {
        Rect(
          minX: Double(area.x + $0), minY: Double(area.y + rows[0]),
          maxX: Double(area.x + $1 + 1), maxY: Double(area.y + rows[rows.count - 1] + 1))
      }
    }

    /// The fields of each kind, and what is written in them.
    static let fields: [(name: String, word: String)] = [
      ("Name or Any Line", "coffee"), ("Search", "world"), ("Number", "110"), ("Digits", "110"),
      ("Date", "10"), ("Phone Number", "10-1"), ("E-Mail Address", "coffee"),
      ("Web Address", "world"), ("Label to Rename", "coffee"),
      ("Text of Many Lines", "really"), ("Password, Which Takes No Handwriting", "coffee"),
    ]

    /// The page, open in the help.
    private struct Page {
      let fixture: AppFixture
      let tree: AccessibleTree
      let window: Window
      /// AT-SPI's number of the role of fields for passwords.
      private static let password: UInt32 = 40

      var pen: Pen { fixture.pen }
      var screen: Screen { fixture.screen }

      /// - Parameter isStill: Whether nothing is to move on screen.
      init(isStill: Bool = false) throws {
        fixture = try AppFixture(size: PixelSize(width: 1000, height: 1000)) { screen in
          if isStill { try App.reduceMotion(on: screen) }
        }
        tree = try AccessibleTree(fixture.screen)
        try fixture.screen.keyboard.press("F1")
        window = try fixture.screen.waitForWindow { $0.title == "Help" }
        try fixture.screen.waitUntilStill()
        try Pointing.pen.press(tree.position(of: "Try Scribble", in: window), on: fixture)
        try tree.wait(for: "Each gesture is shown")
        // The pictures play once.
        if !isStill { pause(5) }
        try fixture.screen.waitUntilStill(for: 0.5)
      }

      /// A field by its name, scrolled to where it can be written in, nothing of it selected; and where it is.
      func field(_ name: String) throws -> (widget: AccessibleTree.Widget, box: Rect) {
        try fixture.focus(name, tree)
        try screen.keyboard.press("End")
        try screen.waitUntilStill()
        let widget = try #require(
          try tree.widgets().last {
            // Not the label above it; AT-SPI has a role of its own for passwords.
            guard $0.name == name else { return false }
            let role = try tree.role($0)
            return role == Self.password || AccessibleRole(rawValue: role)?.takesText == true
          })
        let own = try tree.box(widget)
        let corner = window.point(own.minX, own.minY)
        return (widget, Rect(x: corner.x, y: corner.y, width: own.width, height: own.height))
      }

      func words(_ count: Int, in box: Rect) throws -> [Rect] {
        try TryScribbleTests.words(
          count, in: PixelBox(covering: box.outset(by: -7)), on: screen)
      }

      /// What the picture of a gesture shows before it is pressed, in each frame that changes it,
      /// and at rest.
      func pressed(_ gesture: String) throws -> (before: Picture, frames: [Picture], after: Picture)
      {
        let name = "Play: " + gesture
        // Scrolled to where it is seen.
        try fixture.focus(name, tree)
        let own = try tree.box(try tree.wait(for: name, isWhole: true))
        let corner = window.point(own.minX, own.minY)
        let area = PixelBox(
          covering: Rect(x: corner.x, y: corner.y, width: own.width, height: own.height))
        // A press takes the ring of the keyboard's focus away.
        try tree.press(name)
        let before = try screen.waitUntilStill(for: 2).cropped(to: area)
        screen.clearLog()
        screen.watch(area)
        try tree.press(name)
        // It rests for a while before its end, too.
        let after = try screen.waitUntilStill(for: 2).cropped(to: area)
        screen.watch(nil)
        return (before, screen.captures.map(\.picture), after)
      }

      func draw(_ stroke: [Point]) {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pen.move(along: Array(stroke.dropFirst()), rate: 240)
        pen.up()
        pen.proximityOut()
      }

      func expect(_ text: String, in widget: AccessibleTree.Widget) throws {
        let end = Date().addingTimeInterval(8)
        while try tree.content(widget) != text, Date() < end { pause(0.05) }
        let content = try tree.content(widget)
        #expect(content == text, "\(widget.name)")
      }

      func expectSelected(_ text: String) throws {
        pause(0.6)
        let end = Date().addingTimeInterval(6)
        repeat {
          try screen.keyboard.press("c", [.control])
          pause(0.1)
        } while try screen.clipboardText() != text && Date() < end
        #expect(try screen.clipboardText() == text)
      }
    }

    private func line(_ corners: Point...) -> [Point] {
      zip(corners, corners.dropFirst()).flatMap { a, b in
        (0...30).map { a.lerp(to: b, Double($0) / 30) }
      }
    }

    /// A word, or a number, by somebody's hand.
    private func writing(_ text: String) throws -> RecordedWriting {
      let isNumber = !text.contains { $0.isLetter }
      return try isNumber ? RecordedWriting.number(text, by: 12) : RecordedWriting.word(text)
    }

    /// Writes behind the text of the editable label, which takes no keys before it is edited.
    private func rename(_ name: String, on page: Page) throws {
      let (screen, tree) = (page.screen, page.tree)
      try page.fixture.focus(name, tree)
      try screen.waitUntilStill()
      let label = try #require(try tree.widgets().last { $0.name == name })
      let own = try tree.box(label)
      let corner = page.window.point(own.minX, own.minY)
      ScribbleTests.write(
        try ScribbleTests.recorded(
          "coffee", at: Point(corner.x + 60, corner.y + own.height / 2 + 9)),
        with: page.pen)
      pause(2)
      try screen.keyboard.press("Home")
      try screen.keyboard.press("End", [.shift])
      try page.expectSelected("Label coffee")
    }

    /// How much of a picture is ink and text.
    private func dark(_ picture: Picture) -> Int { picture.pixels { $0.luma < 0.45 }.count }

    /// Writes into a field of every kind.
    private func writeInFields(of page: Page) throws {
      for (name, word) in Self.fields {
        guard name != "Label to Rename" else {
          try rename(name, on: page)
          continue
        }
        let (widget, box) = try page.field(name)
        let isPage = name == "Text of Many Lines"
        let start = Point(box.minX + 60, isPage ? box.minY + 34 : box.center.y + 9)
        ScribbleTests.write(
          ScribbleTests.recorded(try writing(word), at: start), with: page.pen)
        if name.hasPrefix("Password") {
          pause(2)
          #expect(try page.tree.content(widget) == "")
        } else {
          try page.expect(word, in: widget)
        }
      }
    }

    @Test(.timeLimit(.minutes(6)))
    func `S5 S52 in the help every gesture is practised, and every kind of field is written in`()
      throws
    {
      let page = try Page()
      let picture = try page.pressed("Scratch Out")
      // The ink comes to the text bit by bit, then a word goes with it. The look of a press is
      // nearly as dark as the one before.
      let amounts = Set(picture.frames.map(dark))
      #expect(amounts.count > 5)
      let least = try #require(amounts.min())
      #expect(least * 10 < dark(picture.before) * 8)
      #expect(picture.after == picture.before)
      for name in [
        "Scratch Out", "Strike Through", "Circle", "Underline", "Part a Word", "Join Two Words",
        "Write Between Words", "Break a Line", "Rest and Pass Over",
      ] {
        let (widget, box) = try page.field("Practice: " + name)
        let text = try page.tree.content(widget)
        let words = try page.words(text.split(separator: " ").count, in: box)
        let (second, last) = (words[1], words[words.count - 1])
        switch name {
        case "Scratch Out":
          let (a, b) = (
            Point(second.minX, second.center.y), Point(second.maxX, second.center.y + 1)
          )
          page.draw(line(a, b, a, b, a, b, a))
          try page.expect("milk bread", in: widget)
        case "Strike Through":
          let stroke = line(
            Point(second.minX, second.center.y), Point(second.maxX, second.center.y + 1))
          page.draw(stroke)
          try page.expect("milk bread", in: widget)
          // The word that comes back is selected.
          try page.screen.keyboard.press("z", [.control])
          try page.expect(text, in: widget)
          page.draw(stroke)
          try page.expect("milk bread", in: widget)
        case "Circle":
          page.draw(
            (0...50).map { k in
              let t = Double(k) / 50 * 2.05 * .pi - 1.5
              return second.center
                + Vector((second.width / 2 + 4) * cos(t), (second.height / 2 + 6) * sin(t))
            })
          try page.expectSelected("sugar")
        case "Underline":
          page.draw(line(Point(last.minX, last.maxY + 1), Point(last.maxX, last.maxY + 2)))
          try page.expectSelected("bread")
        case "Part a Word":
          page.draw(
            line(
              Point(second.center.x + 1, second.minY - 6),
              Point(second.center.x - 1, second.maxY + 6)))
          let end = Date().addingTimeInterval(6)
          while try page.tree.content(widget) == text, Date() < end { pause(0.05) }
          let parted = try page.tree.content(widget)
          #expect(parted.split(separator: " ").count == 3)
          #expect(parted.filter { $0 != " " } == text.filter { $0 != " " })
        case "Join Two Words":
          let x = (second.maxX + last.minX) / 2
          page.draw(line(Point(x, second.minY - 6), Point(x, second.maxY + 14)))
          try page.expect("milk strawberry", in: widget)
        case "Write Between Words":
          let gap = Point((words[0].maxX + second.minX) / 2, second.center.y)
          page.pen.hover(at: gap)
          page.pen.down(at: gap)
          pause(1)
          page.pen.up()
          pause(0.5)
          ScribbleTests.write(
            try ScribbleTests.recorded(
              "coffee", at: Point(words[0].maxX + 20, second.center.y + 9)),
            with: page.pen)
          try page.expect("milk coffee bread", in: widget)
        case "Break a Line":
          let x = (words[0].maxX + second.minX) / 2
          page.draw(
            line(
              Point(x, second.minY - 2), Point(x, second.maxY + 14),
              Point(words[0].minX, second.maxY + 15)))
          try page.expect("milk\nbread", in: widget)
        default:
          let (a, b) = (Point(second.minX, second.center.y), Point(last.maxX, last.center.y))
          page.pen.hover(at: a)
          page.pen.down(at: a)
          pause(1)
          page.pen.move(along: line(a, b), rate: 120)
          page.pen.up()
          page.pen.proximityOut()
          try page.expectSelected("sugar bread")
        }
      }
      // Back to what it was.
      try page.tree.press("Start Over")
      let first = try page.field("Practice: Scratch Out")
      try page.expect("milk sugar bread", in: first.widget)
      try writeInFields(of: page)
      page.window.close()
      try page.screen.waitForWindows(1)
      try page.fixture.done()
    }

    @Test
    func `S52 where nothing is to move on screen a gesture's picture has all of its ink at once`()
      throws
    {
      let page = try Page(isStill: true)
      let picture = try page.pressed("Scratch Out")
      let all = dark(picture.before)
      #expect(picture.frames.allSatisfy { dark($0) * 10 > all * 9 })
      #expect(dark(picture.after) * 10 > all * 9)
      // There is the look of a button that is pressed and of one that is not, and none in between. That such a press plays the
      // picture else is shown above.
      #expect(picture.frames.count <= 4)
      page.window.close()
      try page.screen.waitForWindows(1)
      try page.fixture.done()
    }

    @Test(.timeLimit(.minutes(3)))
    func `S38 behind a dot an address and a date go on without a space, and numbers hold digits`()
      throws
    {
      let page = try Page()
      // Elsewhere a word stands apart from what is before it.
      for (name, typed, word, text) in [
        ("E-Mail Address", "me.", "coffee", "me.coffee"),
        ("Web Address", "www.", "world", "www.world"), ("Date", "3.", "10-1", "3.10-1"),
        ("Name or Any Line", "me", "coffee", "me coffee"),
      ] {
        let (widget, box) = try page.field(name)
        try page.screen.keyboard.type(typed)
        try page.expect(typed, in: widget)
        try page.screen.waitUntilStill()
        let start = Point(box.minX + 90, box.center.y + 9)
        ScribbleTests.write(
          ScribbleTests.recorded(try writing(word), at: start), with: page.pen)
        try page.expect(text, in: widget)
      }
      // Letters are no part of a date.
      let (date, dateBox) = try page.field("Date")
      let behind = Point(dateBox.minX + 180, dateBox.center.y + 9)
      let area = PixelBox(covering: dateBox.outset(by: -7))
      let none = dark(page.screen.screenshot(of: area))
      let before = try page.tree.content(date)
      let ink = try ScribbleTests.recorded("world", at: behind)
      let last = try #require(ink.last)
      ScribbleTests.write(Array(ink.dropLast()), with: page.pen)
      page.pen.hover(at: last[0])
      page.pen.down(at: last[0])
      page.pen.move(along: Array(last.dropFirst()))
      let inked = dark(try page.screen.waitUntilStill().cropped(to: area))
      page.pen.up()
      page.pen.proximityOut()
      try #require(inked > none + 60, "the field took no ink")
      /// Until it has become text, or is gone. A caret that blinks is less than this.
      func isRead() throws -> Bool {
        if try page.tree.content(date) != before { return true }
        return dark(page.screen.screenshot(of: area)) < none + 60
      }
      let end = Date().addingTimeInterval(10)
      while try !isRead(), Date() < end { pause(0.05) }
      let wasRead = try isRead()
      try #require(wasRead, "the ink was not read")
      pause(0.7)
      let content = try page.tree.content(date)
      #expect(content.hasPrefix("3.") && !content.contains { $0.isLetter }, "\(content)")
      // A number replaces the one before.
      let (number, box) = try page.field("Number")
      let start = Point(box.minX + 40, box.center.y + 9)
      for digits in ["110", "10"] {
        ScribbleTests.write(
          ScribbleTests.recorded(try writing(digits), at: start), with: page.pen)
        try page.expect(digits, in: number)
      }
      page.window.close()
      try page.screen.waitForWindows(1)
      try page.fixture.done()
    }
  }
}
