import Canvas
import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// A drawing is named, and a text on it written, edited, taken back and read otherwise by the pen, without a key.
  @Suite struct TextByPenAloneTests {
    private static let text = "coffee customer really"

    private let fixture: AppFixture
    private let tree: AccessibleTree

    init() throws {
      fixture = try AppFixture()
      tree = try AccessibleTree(fixture.screen)
    }

    private func write(_ word: String, in box: Rect) throws {
      let recorded = try RecordedWriting.word(word)
      ScribbleTests.writeQuickly(recorded.strokes(in: box), with: fixture.pen)
    }

    private func draw(_ stroke: [Point]) { TextGesturesTests.draw(stroke, with: fixture.pen) }

    /// What the text says that is edited, as a screen reader knows it.
    private var said: String? {
      let editor = try? tree.widgets(ofRoles: AccessibleRole.takingText).first
      return try? editor.map { try tree.content($0) }
    }

    private func wait(for what: String, _ isExpected: (String) -> Bool) {
      let end = Date().addingTimeInterval(10)
      while said.map(isExpected) != true, Date() < end { pause(0.03) }
      #expect(said.map(isExpected) == true, "\(what): \(said ?? "nothing is edited")")
    }

    private func wait(for text: String) { wait(for: text) { $0 == text } }

    /// The frames of the three words, as high as their letters: the caret, which blinks, is higher.
    private func words(in box: PixelBox) throws -> [Rect] {
      let views = try (0..<4).map { _ in
        pause(0.4)
        return try TextGesturesTests.Page.words(
          in: box, of: fixture.screen.screenshot(), at: fixture.screen.scale)
      }
      return try #require(views.min { $0[0].height < $1[0].height })
    }

    /// Types two words with the text tool at a point of the screen, puts the keyboard away, and returns their frames.
    private func typeTwoWords(_ text: String, at typed: Point) throws -> [Rect] {
      let screen = fixture.screen
      screen.mouse.click(at: typed)
      wait(for: "")
      try screen.keyboard.type(text)
      wait(for: text)
      try screen.keyboard.press("Escape")
      screen.mouse.leave()
      try screen.waitUntilStill(for: 0.5)
      let line = Rect(x: typed.x - 4, y: typed.y - 14, width: 160, height: 28)
      return try TextGesturesTests.Page.words(
        in: PixelBox(covering: line), of: screen.screenshot(), at: screen.scale, count: 2)
    }

    /// To and fro over a word.
    private static func scratch(_ word: Rect) -> [Point] {
      let turns = (0...8).map { k in
        Point(k % 2 == 0 ? word.minX - 2 : word.maxX + 2, word.center.y - 4 + Double(k))
      }
      return zip(turns, turns.dropFirst()).flatMap { a, b in
        TextGesturesTests.line(a, b).dropLast()
      }
    }

    /// One tap of the undo button brings the text back.
    private func undo(_ what: String, to text: String? = nil) throws {
      let text = text ?? Self.text
      try Pointing.pen.press(fixture.undoButton, on: fixture)
      wait(for: "\(what) is undone") { $0 == text }
      pause(0.7)
      #expect(said == text, "\(what) is undone")
    }

    /// Writes another name for the drawing, in the form that its title opens.
    private func rename(to word: String) throws {
      let header = Double(fixture.canvas.y - fixture.window.frame.y)
      let title = fixture.window.point(Double(fixture.window.frame.width) / 2, header / 2)
      try Pointing.pen.press(title, on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      // All of the old name is selected.
      let form = try #require(fixture.screen.popups.first).rect
      let top = form.minY + form.height / 3 - 13
      try write(word, in: Rect(x: form.minX + 40, y: top, width: 120, height: 26))
      wait(for: word)
      try fixture.screen.waitUntilStill()
      // Below the field, which may have grown.
      let grown = try #require(fixture.screen.popups.first).rect
      try Pointing.pen.press(Point(grown.maxX - 50, grown.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix(word), "\(fixture.window.title)")
    }

    /// Chooses the first other reading of a word that was just written at a point of the screen.
    private func readOtherwise(at p: Point) throws -> String {
      // Until then a touch there is a dot of the word.
      pause(ReadingsTests.dotTime)
      let before = try ReadingsTests.buttons(tree)
      fixture.pen.hover(at: p)
      fixture.pen.down(at: p)
      pause(0.03)
      fixture.pen.up()
      fixture.pen.proximityOut()
      let readings = try ReadingsTests.offered(on: fixture.screen, tree, besides: before)
      let row = try ReadingsTests.position(of: 0, of: readings.count, on: fixture.screen)
      try Pointing.pen.press(row, on: fixture)
      try fixture.screen.waitForPopups(0)
      return try #require(readings.first)
    }

    @Test
    func `S5 S52 named, written, edited by each gesture, undone, read otherwise, by the pen alone`()
      throws
    {
      try rename(to: "coffee")
      let tool = try fixture.tool("text", PickerPlacements.standard(.landscape, hand: .right))
      try Pointing.pen.press(tool, on: fixture)
      let start = fixture.at(150, 200)
      func box(_ x: Double, width: Double) -> Rect {
        Rect(x: start.x + x, y: start.y, width: width, height: 26)
      }
      try write("coffee", in: box(0, width: 60))
      wait(for: "coffee")
      // Behind the text, which is still edited, it goes on.
      try write("customer", in: box(62, width: 78))
      wait(for: "coffee customer")
      try write("really", in: box(142, width: 60))
      wait(for: Self.text)
      pause(1)
      let words = try words(in: PixelBox(covering: box(-6, width: 260)))
      let (coffee, customer, really) = (words[0], words[1], words[2])
      let line = TextGesturesTests.line
      func down(_ x: Double) -> [Point] {
        line(Point(x + 1, coffee.minY - 11), Point(x - 1, coffee.maxY + 6))
      }
      let gap = (coffee.maxX + customer.minX) / 2

      draw(Self.scratch(customer))
      wait(for: "coffee really")
      try undo("scratching out")

      let middle = customer.center.y
      draw(line(Point(customer.minX - 2, middle), Point(customer.maxX + 2, middle - 1)))
      wait(for: "coffee really")
      try undo("a line through a word")
      draw(line(Point(coffee.minX - 2, middle), Point(customer.maxX + 2, middle - 1)))
      wait(for: "really")
      try undo("a line through two words")

      draw(down(gap))
      wait(for: "coffeecustomer really")
      try undo("joining")
      draw(down(customer.center.x))
      wait(for: "a word in two parts") {
        $0 != Self.text && $0.split(separator: " ").count == 4
          && $0.filter { $0 != " " } == Self.text.filter { $0 != " " }
      }
      try undo("parting")

      let low = coffee.maxY + 14
      draw(
        line(Point(gap, coffee.minY - 2), Point(gap, low))
          + line(Point(gap, low), Point(coffee.minX + 2, low + 1)))
      wait(for: "coffee\ncustomer really")
      try undo("breaking the line")

      draw(TextGesturesTests.circle(customer))
      // After the time in which another stroke would make it a letter.
      pause(0.6)
      try write("world", in: Rect(x: customer.minX + 4, y: start.y, width: 60, height: 26))
      wait(for: "coffee world really")
      let other = try readOtherwise(at: Point(customer.minX + 12, customer.center.y))
      #expect(other != "world")
      wait(for: "coffee \(other) really")
      try undo("another reading", to: "coffee world really")
      try undo("writing over a word with a circle")
      draw(line(Point(really.minX, really.maxY + 1), Point(really.maxX, really.maxY + 2)))
      pause(0.6)
      try write("still", in: Rect(x: really.minX + 2, y: start.y, width: 40, height: 26))
      wait(for: "coffee customer still")
      try undo("writing over a word with a line below")

      fixture.pen.hover(at: Point(gap, middle))
      fixture.pen.down(at: Point(gap, middle))
      pause(0.9)
      fixture.pen.up()
      pause(0.5)
      try write("your", in: Rect(x: coffee.maxX + 24, y: start.y, width: 60, height: 26))
      wait(for: "coffee your customer really")
      try undo("writing in a gap")
      try fixture.done()
    }

    @Test
    func
      `S41 S52 a line of large words is one text, and a text at rest is edited by gestures`()
      throws
    {
      let screen = fixture.screen
      try screen.keyboard.press("t")
      let start = fixture.at(200, 240)
      let world = try RecordedWriting.word("world").strokes(
        in: Rect(x: start.x, y: start.y, width: 160, height: 40))
      ScribbleTests.writeQuickly(world, with: fixture.pen)
      wait(for: "world")
      pause(1.5)
      // Behind the ink, which was twice as wide as the text.
      let end = Rect(around: world.joined()).maxX
      try write("still", in: Rect(x: end + 20, y: start.y, width: 160, height: 40))
      wait(for: "two words in one text") { $0.first == "w" && $0.split(separator: " ").count == 2 }
      pause(1)
      try screen.keyboard.press("Escape")

      let typed = fixture.at(200, 400)
      let words = try typeTwoWords("Hello team", at: typed)
      let (hello, team) = (words[0], words[1])
      draw(Self.scratch(team))
      wait(for: "Hello")
      pause(1)
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill(for: 0.5)
      // It begins above the text.
      draw(
        TextGesturesTests.circle(
          Rect(
            minX: hello.minX, minY: hello.minY - 7, maxX: hello.maxX, maxY: hello.maxY + 7)))
      wait(for: "Hello")
      pause(0.7)
      try write("world", in: Rect(x: hello.minX + 4, y: typed.y - 13, width: 60, height: 26))
      wait(for: "world")
      try screen.keyboard.press("Escape")

      // What lies on a hidden layer is no text below the pen.
      try screen.keyboard.press("l", [.control, .shift])
      try tree.press("Add a Layer")
      try tree.press("Hide “Layer 1”")
      try screen.keyboard.press("l", [.control, .shift])
      try screen.waitUntilStill(for: 0.5)
      try #require(said == nil)
      draw(Self.scratch(hello))
      pause(1.5)
      #expect(said == nil)
      try fixture.done()
    }

    @Test
    func
      `S41 S52 in a view turned by 45° a text at rest is edited by gestures along its lines`()
      throws
    {
      let screen = fixture.screen
      try screen.keyboard.press("t")
      let words = try typeTwoWords("Hello team", at: fixture.middle - Vector(60, 0))
      let (hello, team) = (words[0], words[1])
      // By 15° each, about the middle.
      for _ in 0..<3 { try screen.keyboard.press("r", [.control]) }
      try screen.waitUntilStill(for: 0.5)
      func drawTurned(_ stroke: [Point]) {
        draw(stroke.map { fixture.middle + AffineTransform.rotation(.pi / 4)($0 - fixture.middle) })
      }
      drawTurned(Self.scratch(team))
      wait(for: "Hello")
      // The text is edited now, and in sight of the gesture.
      pause(1)
      drawTurned(
        TextGesturesTests.line(
          Point(hello.minX - 2, hello.center.y), Point(hello.maxX + 2, hello.center.y)))
      wait(for: "")
      try fixture.done()
    }
  }
}
