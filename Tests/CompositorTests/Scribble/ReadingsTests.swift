import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Words that were written just now can be read otherwise.
  @Suite struct ReadingsTests {
    typealias Fields = ScribbleTests.Fields

    /// Until then a touch on the word's ink is the dot of an i, in seconds.
    static let dotTime = 1.6

    /// The names of all buttons that a screen reader finds.
    static func buttons(_ tree: AccessibleTree) throws -> [String] {
      try tree.widgets(ofRoles: [AccessibleRole.button.rawValue]).map(\.name)
        .filter { !$0.isEmpty }
    }

    /// The readings that are offered.
    ///
    /// - Parameter before: The buttons that there are without them.
    static func offered(
      on screen: Screen, _ tree: AccessibleTree, besides before: [String]
    ) throws -> [String] {
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try tree.wait(for: "Other readings")
      return try buttons(tree).filter { !before.contains($0) }
    }

    /// Where a reading can be pressed, on the screen.
    static func position(of reading: Int, of count: Int, on screen: Screen) throws -> Point {
      let popup = try #require(screen.popups.first)
      // The rows have the same height; frame and arrow of the popover are above and below them.
      let row = Double(popup.height) / Double(count)
      return Point(
        Double(popup.x) + Double(popup.width) / 2, Double(popup.y) + row * (Double(reading) + 0.5))
    }

    /// Fields, in one of which a pen has just written “coffee”.
    private struct Written {
      let fields: Fields
      /// That field, on the screen.
      let box: Rect
      /// The buttons that there were before.
      private let buttons: [String]

      /// - Parameters:
      ///   - name: Of the field.
      ///   - start: Where the ink begins, from the left end of the field.
      ///   - text: That of the field with the word.
      init(in name: String = "entry", from start: Double = 14, text: String = "coffee") throws {
        fields = try Fields()
        box = try fields.box(name)
        buttons = try ReadingsTests.buttons(fields.tree)
        let ink = try ScribbleTests.recorded("coffee", in: box, from: start)
        ScribbleTests.write(ink, with: fields.screen.pen)
        try fields.wait(for: text, in: name)
      }

      /// Taps the field once a touch is no dot of the word any more, and returns what this offers.
      ///
      /// - Parameter x: From the left end of the field.
      func readings(at x: Double) throws -> [String] {
        pause(ReadingsTests.dotTime)
        fields.tap(at: Point(box.minX + x, box.center.y))
        return try ReadingsTests.offered(on: fields.screen, fields.tree, besides: buttons)
      }
    }

    /// The dots below a written word: coloured pixels in rows below the letters.
    private func marks(_ fields: Fields, _ box: Rect) -> Picture {
      fields.screen.screenshot(of: PixelBox(covering: box.outset(by: -4)))
    }

    @Test func `a tap on a word that was just written offers other readings, and one is chosen`()
      throws
    {
      let written = try Written()
      let (fields, screen) = (written.fields, written.fields.screen)
      // Nothing is offered by itself.
      #expect(screen.popups.isEmpty)
      let readings = try written.readings(at: 16)
      #expect((1...5).contains(readings.count), "\(readings)")
      let first = try #require(readings.first)
      #expect(first != "coffee" && !first.contains(":"))
      // Below the field, which stays in sight.
      let popup = try #require(screen.popups.first)
      #expect(Double(popup.y) >= written.box.maxY - 2)
      fields.tap(at: try Self.position(of: 0, of: readings.count, on: screen))
      try fields.wait(for: first, in: "entry")
      try screen.waitForPopups(0)
      // It is a step of undo.
      try screen.keyboard.press("z", [.control])
      try fields.wait(for: "coffee", in: "entry")
      try fields.done()
    }

    @Test(arguments: ["search", "label"])
    func `other readings leave a field of one line in sight, whatever lies in it`(
      name: String
    ) throws {
      // Behind its icon, or the text that it has.
      let text = name == "label" ? "note coffee" : "coffee"
      let written = try Written(in: name, from: 44, text: text)
      let readings = try written.readings(at: name == "label" ? 60 : 46)
      #expect(!readings.isEmpty)
      let popup = try #require(written.fields.screen.popups.first)
      let box = try written.fields.box(name)
      // At the most over its lower border and padding, where no letters are.
      #expect(Double(popup.y) >= box.maxY - 6)
      try written.fields.done()
    }

    @Test func `other readings leave a line that a program paints itself in sight`() throws {
      let fields = try Fields("WrittenAreas")
      // A field above it goes: there is room for what opens below it.
      kill(fields.app.processID, SIGUSR1)
      pause(0.3)
      try fields.screen.waitUntilStill()
      let box = try fields.box("own")
      let ink = try ScribbleTests.recorded("coffee", in: box)
      ScribbleTests.write(ink, with: fields.screen.pen)
      try fields.wait(for: "coffee", in: "own")
      pause(Self.dotTime)
      fields.tap(at: Point(box.minX + 16, box.center.y))
      try fields.screen.waitForPopups(1)
      let popup = try #require(fields.screen.popups.first)
      // Its text ends more than that above its lower edge.
      #expect(Double(popup.y) >= box.maxY - 6)
      try fields.done()
    }

    @Test func `other readings of a word in a text of many lines are below its line`() throws {
      let fields = try Fields("LivelyFields")
      pause(0.5)
      let picture = try fields.screen.waitUntilStill()
      let box = try fields.box("long")
      // The first line below the third part of what is seen of the text, by its dark pixels.
      let edge = fields.window.point(0, Double(fields.window.frame.height) - 24).y
      let columns = Int(box.minX) + 2..<Int(box.minX) + 60
      let rows = Int(box.minY + (edge - box.minY) / 3)..<Int(edge)
      let isDark = rows.map { y in columns.contains { x in picture[x, y].luma < 0.4 } }
      let blank = try #require(isDark.firstIndex(of: false))
      let top = try #require(isDark[blank...].firstIndex(of: true))
      let end = try #require(isDark[top...].firstIndex(of: false))
      let (first, bottom) = (Double(rows.lowerBound + top), Double(rows.lowerBound + end))
      try #require(edge > bottom + 100)
      let buttons = try Self.buttons(fields.tree)
      let ink = try ScribbleTests.recorded(
        "coffee", at: Point(box.minX + 120, bottom), size: 16)
      ScribbleTests.write(ink, with: fields.screen.pen)
      let late = Date().addingTimeInterval(10)
      while fields.said("long") == nil, Date() < late { pause(0.02) }
      try fields.screen.waitUntilStill()
      pause(Self.dotTime)
      // Behind the line's own text, in the word.
      fields.tap(at: Point(box.minX + 80, (first + bottom) / 2))
      let readings = try Self.offered(on: fields.screen, fields.tree, besides: buttons)
      #expect(!readings.isEmpty)
      let popup = try #require(fields.screen.popups.first)
      // Below the word, not below the text, which goes on to the edge of the window.
      #expect(Double(popup.y) >= bottom - 2 && Double(popup.y) < bottom + 40)
      try fields.done()
    }

    @Test func `the tap that offers readings puts the caret there, and four at most come with it`()
      throws
    {
      let written = try Written()
      let (fields, screen) = (written.fields, written.fields.screen)
      // Where the text begins: before the first letter, while the caret was behind the last one.
      let readings = try written.readings(at: 1)
      let literal = readings.filter { $0.hasPrefix("As written: ") }
      #expect(literal.count <= 1 && readings.count - literal.count <= 4, "\(readings)")
      #expect(Set(readings).count == readings.count)
      // Below the others.
      if let last = literal.first { #expect(readings.last == last) }
      try screen.keyboard.type("x")
      try fields.wait(for: "xcoffee", in: "entry")
      try screen.waitForPopups(0)
      try fields.done()
    }

    @Test func `the next stroke, a key and a press elsewhere close what a word offers`() throws {
      let written = try Written()
      let (fields, box) = (written.fields, written.box)
      let (screen, pen) = (fields.screen, fields.screen.pen)
      let word = Point(box.minX + 16, box.center.y)
      for close in ["stroke", "key", "press"] {
        pause(Self.dotTime)
        fields.tap(at: word)
        try screen.waitForPopups(1)
        switch close {
        case "stroke":
          let start = Point(box.minX + 190, box.center.y)
          pen.hover(at: start)
          pen.down(at: start)
          pen.move(along: [start + Vector(10, 2), start + Vector(20, 0)])
          try screen.waitForPopups(0)
          // Scratched out again before it is read.
          pen.move(
            along: (1...24).map { start + Vector($0 % 2 == 0 ? 20 : -4, Double($0 % 3)) })
          pen.up()
        case "key": try screen.keyboard.press("End")
        default:
          screen.mouse.click(at: try fields.box("entry").center)
          screen.mouse.leave()
        }
        try screen.waitForPopups(0)
      }
      #expect(fields.said("entry") == "coffee")
      try fields.done()
    }

    @Test func `a dotted line is below a written word for eight seconds`() throws {
      let written = try Written()
      let (fields, screen, box) = (written.fields, written.fields.screen, written.box)
      let began = Date()
      // No caret is shown.
      screen.mouse.click(at: try fields.box("done").center)
      screen.mouse.leave()
      try screen.waitUntilStill(for: 0.5)
      let marked = marks(fields, box)
      while Date().timeIntervalSince(began) < 7 { pause(0.1) }
      #expect(marks(fields, box).difference(from: marked).count == 0)
      pause(2.5)
      let plain = marks(fields, box)
      // Some dots in one or two rows, and nothing else.
      let changed = plain.difference(from: marked)
      #expect((4...120).contains(changed.count), "\(changed.count)")
      try fields.done()
    }
  }
}
