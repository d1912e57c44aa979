import Foundation
import InkModel
import InkTestSupport
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// A text is written and edited without a key and without a finger.
  @Suite struct PenAloneTests {
    /// The form for the drawing's name, and the pen that writes there.
    ///
    /// The pen stays near: when it has left for some seconds the field is as low as before, and its text elsewhere.
    private final class Form {
      let fixture: AppFixture
      let tree: AccessibleTree
      let entry: AccessibleTree.Widget
      /// The form on the screen.
      let frame: Rect
      var pen: Pen { fixture.pen }
      var screen: Screen { fixture.screen }

      init(_ fixture: AppFixture) throws {
        self.fixture = fixture
        tree = try AccessibleTree(fixture.screen)
        let title = Point(
          Double(fixture.window.frame.x) + Double(fixture.window.frame.width) / 2,
          Double(fixture.window.frame.y) + 23)
        try Pointing.pen.press(title, on: fixture)
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        // Not its placeholder, which says the same.
        let tree = tree
        entry = try #require(
          try tree.widgets().last {
            guard let role = AccessibleRole(rawValue: try tree.role($0)) else { return false }
            return role.takesText && $0.name == "Name of the drawing"
          })
        frame = try Self.frame(#require(fixture.screen.popups.first))
      }

      static func frame(_ popup: PixelBox) -> Rect {
        Rect(
          x: Double(popup.x), y: Double(popup.y), width: Double(popup.width),
          height: Double(popup.height))
      }

      /// Waits until the field holds a text.
      func expect(_ text: String) throws {
        let end = Date().addingTimeInterval(10)
        while try tree.content(entry) != text, Date() < end { pause(0.03) }
        let content = try tree.content(entry)
        #expect(content == text)
        // Nothing moves but the caret.
        pause(0.3)
      }

      /// The boxes of so many words, on the screen.
      ///
      /// Of what is dark in several pictures: the caret blinks, which is none of them.
      func words(_ count: Int) throws -> [Rect] {
        try PenAloneTests.words(
          count,
          in: PixelBox(
            covering: Rect(
              minX: frame.minX + 14, minY: frame.minY + frame.height * 0.2, maxX: frame.maxX - 24,
              maxY: frame.minY + frame.height * 0.44)),
          on: screen)
      }
      /// Writes a word as one of the recorded people did.
      func write(_ text: String, at left: Double, in line: Rect) throws {
        let word = try #require(try RecordedWriting.words().first { $0.text == text })
        let box = Rect(x: left, y: line.center.y - 14, width: 400, height: 28)
        for stroke in word.strokes(in: box) {
          var samples = [stroke[0]]
          for (a, b) in zip(stroke, stroke.dropFirst()) {
            let steps = max(1, Int((a.distance(to: b) / 2).rounded()))
            samples += (1...steps).map { a.lerp(to: b, Double($0) / Double(steps)) }
          }
          pen.hover(at: samples[0])
          pen.stroke(samples)
          pause(0.02)
        }
      }

      func draw(_ stroke: [Point]) {
        pen.hover(at: stroke[0])
        pen.down(at: stroke[0])
        pen.move(along: Array(stroke.dropFirst()), rate: 240)
        pen.up()
      }

      func line(_ a: Point, _ b: Point) -> [Point] {
        (0...30).map { a.lerp(to: b, Double($0) / 30) }
      }

      func through(_ x: Double, _ line: Rect) -> [Point] {
        self.line(Point(x + 1, line.minY - 6), Point(x - 1, line.maxY + 6))
      }

      func tap(at p: Point) {
        pen.hover(at: p)
        pen.down(at: p)
        pause(0.03)
        pen.up()
      }

      /// Where a text of a popover on the form is, on the screen: a row of its height among all rows.
      func popup() throws -> Rect {
        try screen.waitForPopups(2)
        try screen.waitUntilStill()
        return try Self.frame(#require(screen.popups.last))
      }
    }

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

    @Test(.timeLimit(.minutes(5)))
    func `S52 a drawing gets its name by the pen alone, with each gesture and another reading`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 640))
      let form = try Form(fixture)
      let field = Rect(
        x: form.frame.minX + 24, y: form.frame.minY + 24, width: 100,
        height: form.frame.height * 0.52 - 24)
      // All of the old name is selected, and is replaced.
      try form.write("Monday", at: field.minX + 40, in: field)
      try form.expect("Monday")
      var words = try form.words(1)
      try form.write("question", at: words[0].maxX + 14, in: field)
      try form.expect("Monday question")
      words = try form.words(2)
      try form.write("coffee", at: words[1].maxX + 14, in: field)
      try form.expect("Monday question coffee")
      // Another reading, once a touch is no dot of the word any more.
      words = try form.words(3)
      form.tap(at: words[2].center)
      let readings = try form.popup()
      form.tap(at: Point(readings.center.x, readings.minY + 30))
      try form.screen.waitForPopups(1)
      let end = Date().addingTimeInterval(5)
      var text = ""
      repeat {
        pause(0.05)
        text = try form.tree.content(form.entry)
      } while text == "Monday question coffee" && Date() < end
      #expect(text.hasPrefix("Monday question ") && text != "Monday question coffee")
      let chosen = String(text.dropFirst("Monday question ".count))
      // Scratched out.
      pause(0.5)
      words = try form.words(3)
      let (left, right) = (words[1].minX + 1, words[1].maxX - 1)
      form.draw(
        (0..<6).flatMap { k -> [Point] in
          let y = words[1].center.y + Double(k % 3) - 1
          let ends = k % 2 == 0 ? (left, right) : (right, left)
          return form.line(Point(ends.0, y), Point(ends.1, y + 1))
        })
      try form.expect("Monday \(chosen)")
      // Written between.
      words = try form.words(2)
      let gap = Point((words[0].maxX + words[1].minX) / 2, words[0].center.y)
      form.pen.hover(at: gap)
      form.pen.down(at: gap)
      pause(1)
      form.pen.up()
      pause(0.5)
      try form.write("tonight", at: words[0].maxX + 16, in: field)
      try form.expect("Monday tonight \(chosen)")
      // Split and joined.
      words = try form.words(3)
      form.draw(form.through(words[1].center.x, words[1]))
      let parted = Date().addingTimeInterval(5)
      repeat {
        pause(0.05)
        text = try form.tree.content(form.entry)
      } while text == "Monday tonight \(chosen)" && Date() < parted
      #expect(text.split(separator: " ").count == 4)
      #expect(text.filter { $0 != " " } == "Mondaytonight\(chosen)")
      words = try form.words(4)
      form.draw(form.through((words[1].maxX + words[2].minX) / 2, words[1]))
      try form.expect("Monday tonight \(chosen)")
      // Circled, and so replaced.
      words = try form.words(3)
      let word = words[1]
      form.draw(
        (0...50).map { k in
          let t = Double(k) / 50 * 2.05 * .pi - 1.5
          return word.center
            + Vector((word.width / 2 + 4) * cos(t), (word.height / 2 + 6) * sin(t))
        })
      pause(1)
      try form.write("knowledge", at: word.minX, in: word)
      try form.expect("Monday knowledge \(chosen)")
      // Undone, by the menu that a button of the pen opens.
      words = try form.words(3)
      form.pen.hover(at: words[1].center)
      form.pen.press(.lower)
      let menu = try form.popup()
      let row = menu.height / 8
      form.tap(at: Point(menu.center.x, menu.maxY - 1.35 * row))
      try form.screen.waitForPopups(1)
      try form.expect("Monday tonight \(chosen)")
      // And the drawing has its name.
      try Pointing.pen.press(Point(form.frame.maxX - 50, form.frame.maxY - 34), on: fixture)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.window.title.hasPrefix("Monday tonight \(chosen)"))
      try fixture.done()
    }
  }
}
