import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Gestures over the text of fields, by the pen.
  @Suite struct TextGesturesTests {
    typealias Fields = ScribbleTests.Fields

    static let text = "alpha beta gamma"

    static func draw(_ stroke: [Point], with pen: Pen) {
      pen.hover(at: stroke[0])
      pen.down(at: stroke[0])
      pen.move(along: Array(stroke.dropFirst()), rate: 240)
      pen.up()
      pen.proximityOut()
    }

    static func line(_ a: Point, _ b: Point) -> [Point] {
      (0...30).map { a.lerp(to: b, Double($0) / 30) }
    }

    /// Around a word, a little more than once.
    static func circle(_ word: Rect) -> [Point] {
      (0...40).map { k in
        let t = Double(k) / 40 * 2.05 * .pi - 1.5
        return word.center
          + Vector((word.width / 2 + 4) * cos(t), (word.height / 2 + 6) * sin(t))
      }
    }

    /// To and fro over a word, and so many points beyond its ends.
    ///
    /// On a label, which has no border, a scratch begins at the word: a press before it is not the label's.
    static func scratch(_ word: Rect, before: Double = 4, beyond: Double = 4) -> [Point] {
      let ends = (0...6).map { k in
        Point(
          k % 2 == 0 ? word.minX - before : word.maxX + beyond, word.center.y - 3 + Double(k))
      }
      return zip(ends, ends.dropFirst()).flatMap { line($0, $1) }
    }

    /// A field with three words, and their boxes on the screen, from left to right.
    struct Page {
      let fields: Fields
      let name: String
      let words: [Rect]
      var screen: Screen { fields.screen }
      var pen: Pen { fields.screen.pen }

      /// - Parameters:
      ///   - variables: Of the program's environment.
      ///   - isLight: Whether its text is light, on what is dark.
      ///   - width: The window's, in points, or as little more as its fields need.
      init(
        _ name: String, _ text: String = TextGesturesTests.text, scale: Int = 1,
        variables: [String: String] = [:], isLight: Bool = false, width: Int? = nil
      ) throws {
        fields = try Fields(scale: scale, variables: variables)
        if let width { try fields.window.resize(to: PixelSize(width: width, height: 720)) }
        self.name = name
        let screen = fields.screen
        let box = try fields.box(name)
        screen.mouse.click(at: Point(box.minX + 30, name == "view" ? box.minY + 10 : box.center.y))
        screen.setClipboard(text: text)
        try screen.keyboard.press("v", [.control])
        try fields.wait(for: text, in: name)
        try Self.leave(fields)
        words = try Self.words(
          in: PixelBox(covering: box.outset(by: -6)), of: screen.screenshot(), at: screen.scale,
          isLight: isLight)
        try #require(words.count == 3, "\(words)")
      }

      /// Gives the keyboard to something else, so that neither a caret nor a frame is shown.
      static func leave(_ fields: Fields) throws {
        fields.screen.mouse.click(at: try fields.box("done").center)
        fields.screen.mouse.leave()
        try fields.screen.waitUntilStill(for: 0.5)
      }

      /// The boxes of dark pixels, or of light ones, parted at the widest gaps.
      static func words(
        in box: PixelBox, of picture: Picture, at scale: Int, count: Int = 3, isLight: Bool = false
      ) throws -> [Rect] {
        var rows: [Int] = []
        var columns: [Int] = []
        func isInk(_ x: Int, _ y: Int) -> Bool {
          let p = picture[x * scale, y * scale]
          return (Int(p.red) + Int(p.green) + Int(p.blue) < 450) != isLight
        }
        for y in box.y..<box.y + box.height
        where (box.x..<box.x + box.width).contains(where: { isInk($0, y) }) {
          rows.append(y)
        }
        for x in box.x..<box.x + box.width
        where (box.y..<box.y + box.height).contains(where: { isInk(x, $0) }) {
          columns.append(x)
        }
        let (top, bottom) = (try #require(rows.first), try #require(rows.last))
        let gaps = zip(columns, columns.dropFirst()).sorted { $0.1 - $0.0 > $1.1 - $1.0 }
          .prefix(count - 1)
          .sorted { $0.0 < $1.0 }
        let starts = [columns[0]] + gaps.map(\.1)
        let ends = gaps.map(\.0) + [columns[columns.count - 1]]
        return zip(starts, ends).map {
          Rect(
            minX: Double($0), minY: Double(top), maxX: Double($1) + 1, maxY: Double(bottom) + 1)
        }
      }

      func draw(_ stroke: [Point]) { TextGesturesTests.draw(stroke, with: pen) }

      func line(_ a: Point, _ b: Point) -> [Point] { TextGesturesTests.line(a, b) }

      /// The selected text, as the clipboard gets it.
      func expectSelected(_ text: String) throws {
        // After the time in which another stroke would make it a letter.
        pause(0.5)
        let end = Date().addingTimeInterval(5)
        repeat {
          try screen.keyboard.press("c", [.control])
          pause(0.1)
        } while try screen.clipboardText() != text && Date() < end
        #expect(try screen.clipboardText() == text)
      }

      /// The gesture made this of the text, as one step of undo.
      func expectEdit(_ text: String) throws {
        try fields.wait(for: text, in: name)
        try screen.keyboard.press("z", [.control])
        try fields.wait(for: TextGesturesTests.text, in: name)
        pause(0.7)
        #expect(fields.said(name) == TextGesturesTests.text)
      }
    }

    @Test(arguments: ["entry", "view"])
    func `S52 a circle and a line below select, and the ink goes`(name: String) throws {
      let page = try Page(name)
      let beta = page.words[1]
      let before = page.screen.screenshot()
      page.draw(Self.circle(beta))
      try page.expectSelected("beta")
      let gamma = page.words[2]
      page.draw(
        page.line(Point(gamma.minX, gamma.maxY + 1), Point(gamma.maxX, gamma.maxY + 2)))
      try page.expectSelected("gamma")
      // No ink is left, and the text is as it was.
      try page.screen.keyboard.press("End")
      try Page.leave(page.fields)
      #expect(page.screen.screenshot().difference(from: before).count < 60)
      try page.fields.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S52 a line a little into the next word deletes one, over half of a word it types nothing`(
      name: String
    ) throws {
      let page = try Page(name)
      let (beta, gamma) = (page.words[1], page.words[2])
      let around = PixelBox(covering: beta.outset(by: 4))
      let before = page.screen.screenshot().cropped(to: around)
      let y = beta.center.y
      page.draw(
        page.line(
          Point(beta.minX + 0.3 * beta.width, y), Point(beta.maxX - 0.3 * beta.width, y)))
      // After the pause for which writing waits.
      pause(2)
      #expect(page.fields.said(name) == Self.text)
      try Page.leave(page.fields)
      let after = page.screen.screenshot().cropped(to: around)
      #expect(after.difference(from: before).count < 30)
      page.draw(page.line(Point(beta.minX - 1, y), Point(gamma.minX + 5, y)))
      try page.expectEdit("alpha gamma")
      try page.fields.done()
    }

    @Test func `S52 a scratch or a rest over a spin button's number changes and selects nothing`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("spin")
      screen.mouse.click(at: Point(box.minX + 30, box.center.y))
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("110")
      try fields.wait(for: "110", in: "spin")
      try Page.leave(fields)
      let before = screen.screenshot()
      // Beside the buttons at its end.
      let left = Rect(x: box.minX + 6, y: box.minY + 6, width: 90, height: box.height - 12)
      let number = try #require(
        try Page.words(in: PixelBox(covering: left), of: before, at: screen.scale, count: 1).first)
      screen.setClipboard(text: "nothing")
      func expectAsBefore(_ what: String) throws {
        // After the time in which another stroke would make it a letter.
        pause(1.5)
        try screen.keyboard.press("c", [.control])
        pause(0.2)
        let copied = try screen.clipboardText()
        #expect(copied == "nothing", "\(what)")
        try Page.leave(fields)
        let seen = screen.screenshot().difference(from: before).count
        #expect(seen < 60, "\(what)")
        #expect(fields.said("spin") == "110", "\(what)")
      }
      let inked = try fields.inked(Self.scratch(number))
      #expect(inked > 0.3, "the field took no ink")
      try expectAsBefore("scratched")
      pen.hover(at: number.center)
      pen.down(at: number.center)
      pause(1)
      pen.up()
      pen.proximityOut()
      try expectAsBefore("rested")
      try fields.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S52 a line down parts a word or joins two, each taken back at once`(name: String) throws {
      let page = try Page(name)
      func through(_ x: Double) -> [Point] {
        page.line(
          Point(x + 1, page.words[0].minY - 7), Point(x - 1, page.words[0].maxY + 6))
      }
      let gap = (page.words[0].maxX + page.words[1].minX) / 2
      page.draw(through(gap))
      try page.expectEdit("alphabeta gamma")
      page.draw(through((page.words[1].minX + page.words[1].maxX) / 2))
      let end = Date().addingTimeInterval(5)
      while page.fields.said(name) == Self.text, Date() < end { pause(0.02) }
      let parted = page.fields.said(name) ?? ""
      #expect(["alpha be ta gamma", "alpha b eta gamma", "alpha bet a gamma"].contains(parted))
      try page.expectEdit(parted)
      try page.fields.done()
    }

    @Test func `S52 a line down and to the left breaks a text's line`() throws {
      let page = try Page("view")
      let gap = (page.words[0].maxX + page.words[1].minX) / 2
      let (top, low) = (page.words[0].minY - 2, page.words[0].maxY + 14)
      page.draw(
        page.line(Point(gap, top), Point(gap, low))
          + page.line(Point(gap, low), Point(page.words[0].minX + 2, low + 1)))
      // The program prints both lines; the first one has its name.
      try page.expectEdit("alpha")
      try page.fields.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S48 a pen that rests on text and moves selects exactly what it passes over`(name: String)
      throws
    {
      let page = try Page(name)
      let (beta, gamma) = (page.words[1], page.words[2])
      for (from, to, text) in [
        (Point(beta.minX, beta.center.y), Point(gamma.maxX, gamma.center.y), "beta gamma"),
        (Point(beta.maxX, beta.center.y), Point(beta.minX, beta.center.y), "beta"),
      ] {
        page.pen.hover(at: from)
        page.pen.down(at: from)
        pause(0.7)
        page.pen.move(along: page.line(from, to), rate: 120)
        page.pen.up()
        page.pen.proximityOut()
        try page.expectSelected(text)
      }
      #expect(page.fields.said(name) == Self.text)
      try page.fields.done()
    }

    @Test(arguments: ["entry", "view"])
    func `S52 on a line of both directions a circle and a line below select`(name: String) throws {
      // The second word of Hebrew is shown before the first one.
      let page = try Page(name, "abc אבג דהו")
      page.draw(Self.circle(page.words[1]))
      try page.expectSelected("דהו")
      let last = page.words[2]
      // These letters end on the line that they stand on.
      page.draw(page.line(Point(last.minX, last.maxY + 7), Point(last.maxX, last.maxY + 8)))
      try page.expectSelected("אבג")
      #expect(page.fields.said(name) == "abc אבג דהו")
      try page.fields.done()
    }

    /// How much of a part of the screen has the colour of selections and their handles, in square
    /// points.
    ///
    /// The frame around a field that has the keyboard is paler.
    static func accent(in box: Rect, of picture: Picture, at scale: Int) -> Int {
      let area = PixelBox(covering: box)
      return (area.y..<area.maxY).reduce(0) { sum, y in
        sum
          + (area.x..<area.maxX).count { x in
            let pixel = picture[x * scale, y * scale]
            return Int(pixel.blue) - Int(pixel.red) > 120
          }
      }
    }

    @Test(arguments: [("entry", 2), ("view", 1)])
    func `S7 the pen drags the handles of a word that two of its taps have selected`(
      name: String, scale: Int
    ) throws {
      let page = try Page(name, scale: scale)
      let (screen, beta, gamma) = (page.screen, page.words[1], page.words[2])
      // Below the line, on either side: a field that grows below the pen moves its text a little.
      func handles(_ left: Double, _ right: Double, in picture: Picture) -> [Int] {
        [left - 28, right].map { x in
          let box = Rect(x: x, y: beta.maxY + 1, width: 28, height: 34)
          return Self.accent(in: box, of: picture, at: scale)
        }
      }
      let none = handles(beta.minX, beta.maxX, in: screen.screenshot())
      #expect(none == [0, 0])
      page.fields.tap(at: beta.center)
      page.fields.tap(at: beta.center)
      // After the time in which a third tap would choose the line.
      pause(0.6)
      // 24 points wide and high, with three round corners and a rim.
      let shown = handles(beta.minX, beta.maxX, in: try screen.waitUntilStill())
      #expect(shown.allSatisfy { (330...480).contains($0) }, "\(shown)")

      let grip = Point(beta.maxX + 12, beta.maxY + 16)
      Self.draw(Self.line(grip, grip + Vector(gamma.maxX - beta.maxX, 0)), with: page.pen)
      let dragged = handles(beta.minX, gamma.maxX, in: try screen.waitUntilStill())
      #expect(dragged.allSatisfy { (330...480).contains($0) }, "\(dragged)")
      #expect(page.fields.said(name) == Self.text)

      try screen.keyboard.type("z")
      try page.fields.wait(for: "alpha z", in: name)
      let left = handles(beta.minX, gamma.maxX, in: try screen.waitUntilStill())
      #expect(left.allSatisfy { $0 < 20 }, "\(left)")
      try page.fields.done()
    }

    @Test func `S7 a word that begins on a handle is written, and replaces what is selected`()
      throws
    {
      let page = try Page("view")
      let (screen, pen, beta) = (page.screen, page.pen, page.words[1])
      /// A word whose first point is at a position.
      func word(_ text: String, from start: Point) throws -> [[Point]] {
        let ink = try ScribbleTests.recorded(text, at: start, size: 24)
        let offset = start - ink[0][0]
        return ink.map { $0.map { $0 + offset } }
      }
      page.draw(Self.circle(beta))
      // After the time in which another stroke would make it a letter.
      pause(0.6)
      let left = Rect(x: beta.minX - 28, y: beta.maxY + 1, width: 28, height: 34)
      let shown = Self.accent(in: left, of: try screen.waitUntilStill(), at: screen.scale)
      try #require((330...480).contains(shown), "\(shown)")
      let handle = Point(beta.minX - 12, beta.maxY + 10)
      // A tap on it changes nothing.
      page.fields.tap(at: handle)
      pen.proximityOut()
      pause(0.6)
      let tapped = Self.accent(in: left, of: try screen.waitUntilStill(), at: screen.scale)
      #expect((330...480).contains(tapped), "\(tapped)")
      // From its upper part, so that the word is on the line of what is selected.
      let above = Point(beta.minX - 8, beta.maxY + 3)
      ScribbleTests.write(try word("world", from: above), with: pen)
      let replaced = "alpha world gamma"
      try page.fields.wait(for: replaced, in: page.name)

      // Below the caret that a finger has set behind the text, where GTK shows a handle.
      pause(1)
      let box = try page.fields.box(page.name)
      screen.touch.tap(at: Point(box.maxX - 40, beta.center.y))
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let popup = try #require(screen.popups.first)
      let caret = Point(popup.rect.center.x, max(popup.rect.minY, beta.maxY) + 3)
      ScribbleTests.write(try word("coffee", from: caret), with: pen)
      try page.fields.wait(for: replaced + " coffee", in: page.name)
      try page.fields.done()
    }

    /// How many letters a picture of a line of text shows that stand apart.
    private static func letters(in picture: Picture) -> Int {
      let columns = (0..<picture.width).filter { x in
        (0..<picture.height).contains { picture[x, $0].luma < 0.7 }
      }
      // Within a letter a column or two may be faint.
      return zip(columns, columns.dropFirst()).count { $0.1 - $0.0 > 3 } + (columns.isEmpty ? 0 : 1)
    }

    @Test
    func `S48 a selection that leaves an entry ends with what is seen there, and scrolls nothing`()
      throws
    {
      let fields = try Fields()
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let box = try fields.box("beside")
      // Letters that stand apart, more than there is room for.
      let text = "a b c d e g h k m n o p q r s u v w x y z A B C D E G H K M N O P"
      screen.mouse.click(at: Point(box.minX + 30, box.center.y))
      screen.setClipboard(text: text)
      try screen.keyboard.press("v", [.control])
      try fields.wait(for: text, in: "beside")
      try screen.keyboard.press("Home")
      try Page.leave(fields)
      // The text begins at the side of it.
      let inside = PixelBox(covering: box.outset(by: -1))
      let before = screen.screenshot(of: inside)
      let shown = Self.letters(in: before)
      try #require((6..<30).contains(shown), "\(shown)")
      let first = before.pixels { $0.luma < 0.6 }.box

      let start = Point(Double(inside.x + first.x), box.center.y)
      let edge = Point(box.maxX - 12, box.center.y)
      pen.hover(at: start)
      pen.down(at: start)
      pause(0.7)
      pen.move(along: Self.line(start, edge), rate: 120)
      // Selected up to the edge, and so it stays: its left half has no end of the selection. The
      // handle that the start has once the pen has lifted is before the text.
      let skipped = first.x + 2
      let half = PixelBox(
        x: inside.x + skipped, y: inside.y, width: inside.width / 2 - skipped,
        height: inside.height)
      let selected = try screen.waitUntilStill().cropped(to: half)
      let plain = before.cropped(
        to: PixelBox(x: skipped, y: 0, width: half.width, height: half.height))
      #expect(selected.difference(from: plain).count > 200, "nothing looks selected")
      // Beyond the edge, and there for a while.
      pen.move(along: Self.line(edge, edge + Vector(120, 6)), rate: 120)
      pause(0.5)
      let beyond = try screen.waitUntilStill().cropped(to: half)
      #expect(beyond.difference(from: selected).count == 0, "scrolled under the pen")
      pen.up()
      pen.proximityOut()
      // Until the pause has given it the focus, with which a selection has another colour.
      pause(1.5)
      let lifted = try screen.waitUntilStill().cropped(to: half)
      let former = selected.pixels { $0.luma < 0.6 }.box
      let now = lifted.pixels { $0.luma < 0.6 }.box
      try #require(!former.isEmpty && !now.isEmpty)
      let hasStayed = abs(former.x - now.x) <= 2 && abs(former.maxX - now.maxX) <= 2
      #expect(hasStayed, "scrolled as the pen lifted, from \(former) to \(now)")
      var part = text
      let end = Date().addingTimeInterval(5)
      while part == text, Date() < end {
        try screen.keyboard.press("c", [.control])
        pause(0.1)
        part = try screen.clipboardText() ?? text
      }
      // The last letter may be seen in part.
      let count = part.count { $0 != " " }
      #expect((shown - 1...shown).contains(count), "\(part)")
      #expect(text.hasPrefix(part) && fields.said("beside") == text)
      try fields.done()
    }
  }
}
