import Canvas
import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension InputOnScreen {
  /// How texts look, as it is chosen by the pen: from the options while one is edited, by handles afterwards.
  @Suite struct TextLooksTests {
    private func tap(_ p: Point, _ fixture: AppFixture) {
      fixture.pen.hover(at: p)
      fixture.pen.stroke([p, p])
      fixture.pen.proximityOut()
    }

    /// The one element of a file, with a text that may be edited still.
    private func element(_ fixture: AppFixture) async throws -> Element? {
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let contents = try await store.load().includingDraft
      try await store.close()
      return contents.elements.first
    }

    /// Waits for what the file has of the one text.
    private func wait(
      for what: String, _ fixture: AppFixture, until isExpected: (TextBox) -> Bool
    ) async throws {
      let end = Date().addingTimeInterval(10)
      var last: TextBox?
      repeat {
        last = (try? await element(fixture))?.textBox
        if let last, isExpected(last) { return }
        pause(0.05)
      } while Date() < end
      Issue.record("\(what) is not in the file: \(String(describing: last))")
    }

    // MARK: Options

    /// The middle of a control of the text tool's options, on the screen.
    ///
    /// Of a popover AT-SPI tells only how far its widgets are from one another: the slider is the lowest, 14 points
    /// above the lower edge, and as wide as all.
    private func control(
      _ name: String, _ tree: AccessibleTree, _ fixture: AppFixture
    ) throws -> Point {
      let popover = try #require(fixture.screen.popups.first).rect
      let (found, lowest) = try tree.whileItChanges { () throws -> (Rect?, Rect?) in
        let all = try tree.widgets()
        let slider = try all.last {
          try $0.name == "Size" && tree.role($0) == AccessibleRole.slider.rawValue
        }
        return (
          try all.last { $0.name == name }.map { try tree.box($0) },
          try slider.map { try tree.box($0) }
        )
      }
      let (box, slider) = (try #require(found), try #require(lowest))
      return Point(
        box.center.x + popover.center.x - slider.center.x,
        box.center.y + popover.maxY - 14 - slider.maxY)
    }

    private func press(_ name: String, _ tree: AccessibleTree, _ fixture: AppFixture) throws {
      try Pointing.pen.press(control(name, tree, fixture), on: fixture)
    }

    /// Chooses the second row of the list of fonts, “Serif”, behind which there is “Monospace”.
    private func chooseSerif(_ tree: AccessibleTree, _ fixture: AppFixture) throws {
      try press("Font", tree, fixture)
      try fixture.screen.waitForPopups(2)
      try fixture.screen.waitUntilStill()
      let list = try #require(fixture.screen.popups.last).rect
      let found = try tree.whileItChanges { () throws -> [Rect?] in
        let labels = try tree.widgets(ofRoles: [29])
        return try ["Serif", "Monospace"].map { name in
          try labels.last { $0.name == name }.map { try tree.box($0) }
        }
      }
      let (serif, next) = (try #require(found[0]), try #require(found[1]))
      // Where a row is, only how far it is from the others is known.
      let height = next.center.y - serif.center.y
      try Pointing.pen.press(
        Point(list.center.x, list.minY + 8 + 1.5 * height), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
    }

    /// The app with tools, and an empty text that is edited at a point of the paper.
    private func withText(at p: Point) throws -> (AppFixture, AccessibleTree) {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("t")
      tap(fixture.at(p.x, p.y), fixture)
      try tree.wait(for: "Text Box")
      return (fixture, tree)
    }

    @Test func `the pen sets each look of a word that is selected, and a list, from the options`()
      async throws
    {
      let (fixture, tree) = try withText(at: Point(200, 500))
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      try keyboard.type("one two")
      try await wait(for: "the words", fixture) { $0.text == "one two" }
      try keyboard.press("Left", [.control, .shift])
      try screen.waitUntilStill()

      let red = DefaultPalette.colors[2]
      try Pointing.pen.press(fixture.item(.color(2)), on: fixture)
      try await wait(for: "the colour", fixture) { $0.runs.last?.color == red }
      try Pointing.pen.press(fixture.tool("text"), on: fixture)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try press("Italic", tree, fixture)
      try await wait(for: "italic", fixture) { $0.runs.last?.slant == .italic }
      try press("Size 28", tree, fixture)
      try await wait(for: "the size", fixture) { $0.runs.last?.size == 28 }
      try chooseSerif(tree, fixture)
      try await wait(for: "the font", fixture) { $0.runs.last?.family == "Serif" }
      try press("Bold", tree, fixture)
      try await wait(for: "bold", fixture) { $0.runs.last?.weight == 700 }
      try press("In the Middle", tree, fixture)
      try await wait(for: "the alignment", fixture) { $0.alignment == .center }
      try press("List With Numbers", tree, fixture)
      try await wait(for: "the list", fixture) { $0.text == "1. one two" }

      // The options first, then the text.
      try keyboard.press("Escape")
      try screen.waitForPopups(0)
      try keyboard.press("Escape")
      try await Kept.wait(for: "a step", in: fixture.path, by: fixture.app) {
        $0.texts == 1 && $0.undoDepth == 1
      }
      let box = try #require(try await element(fixture)?.textBox)
      let word = TextRun(
        "two", family: "Serif", size: 28, weight: 700, slant: .italic, color: red)
      #expect(box.runs.last == word)
      // What was not selected looks as before; how lines are set is for all of them.
      let others = box.runs.dropLast()
      #expect(others.map(\.text).joined() == "1. one ")
      #expect(
        others.allSatisfy {
          $0.family == "Sans" && $0.size == 18 && $0.weight == 400 && $0.slant == .upright
            && $0.color == .ink
        })
      #expect(box.alignment == .center)
      // It is seen so on the paper.
      try screen.waitUntilStill()
      let reds = screen.screenshot(of: fixture.canvas.intersection(around(fixture))).pixels {
        $0.distance(to: Pixel(red.rgba >> 8)) < 40
      }
      #expect(reds.count > 30)
      try fixture.done()
    }

    @Test func `a look of what is selected is not that of the next text, one of a whole text is`()
      async throws
    {
      let (fixture, _) = try withText(at: Point(200, 300))
      let keyboard = fixture.screen.keyboard
      try keyboard.type("one two")
      try keyboard.press("Left", [.control, .shift])
      try keyboard.press("i", [.control])
      try await wait(for: "italic", fixture) { $0.runs.map(\.slant) == [.upright, .italic] }
      // With nothing selected.
      try keyboard.press("Home")
      let red = DefaultPalette.colors[2]
      try Pointing.pen.press(fixture.item(.color(2)), on: fixture)
      try await wait(for: "the colour", fixture) { $0.runs.allSatisfy { $0.color == red } }
      try keyboard.press("Escape")
      tap(fixture.at(200, 450), fixture)
      try keyboard.type("three")
      try keyboard.press("Escape")
      try await Kept.wait(for: "two texts", in: fixture.path, by: fixture.app) { $0.texts == 2 }
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let boxes = try await store.load().elements.compactMap(\.textBox)
      try await store.close()
      let next = try #require(boxes.first { $0.text == "three" })
      #expect(next.runs == [TextRun("three", family: "Sans", size: 18, color: red)])
      try fixture.done()
    }

    @Test func `what is typed over a selection looks as its first letter did`() async throws {
      let (fixture, _) = try withText(at: Point(200, 300))
      let keyboard = fixture.screen.keyboard
      func runs(_ box: TextBox) -> [String] { box.runs.map { "\($0.text) \($0.slant)" } }
      try keyboard.type("one two")
      // All of it, as nothing else is left to take a look from.
      try keyboard.press("a", [.control])
      try keyboard.press("i", [.control])
      try keyboard.type("three four")
      try await wait(for: "all typed over", fixture) { runs($0) == ["three four italic"] }
      // A word, by another look than what stands before it.
      try keyboard.press("Left", [.control, .shift])
      try keyboard.press("i", [.control])
      try keyboard.type("x")
      try await wait(for: "a word typed over", fixture) {
        runs($0) == ["three  italic", "x upright"]
      }
      // Where the selection is only left, every letter stays as it is.
      try keyboard.press("a", [.control])
      try keyboard.press("Right")
      try keyboard.type("y")
      try await wait(for: "a letter behind", fixture) {
        runs($0) == ["three  italic", "xy upright"]
      }
      try fixture.done()
    }

    /// Where the text of the test is, and no tool.
    private func around(_ fixture: AppFixture) -> PixelBox {
      PixelBox(covering: Rect(center: fixture.at(200, 510), radius: 150))
    }

    // MARK: Handles

    @Test func `the pen moves, scales and recolors a text, and undo takes back each`() async throws
    {
      let (fixture, _) = try withText(at: Point(250, 320))
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      try keyboard.type("Moved")
      try keyboard.press("Escape")
      func kept(steps: Int) async throws -> Element {
        try await Kept.wait(for: "\(steps) steps", in: fixture.path, by: fixture.app) {
          $0.undoDepth == steps
        }
        let found = try #require(try await element(fixture))
        #expect(found.textBox?.text == "Moved")
        return found
      }
      func onScreen(_ p: Point) -> Point { fixture.at(0, 0) + (p - fixture.canvasPoint(0, 0)) }
      let first = try await kept(steps: 1)
      let b = first.bounds
      try fixture.select(b.outset(by: 14))
      try screen.waitUntilStill(for: 0.7)

      let start = onScreen(b.center)
      fixture.pen.hover(at: start)
      fixture.pen.stroke((0...20).map { start + Vector(60, 100) * (Double($0) / 20) })
      fixture.pen.proximityOut()
      let moved = try await kept(steps: 2)
      #expect((moved.bounds.center - b.center - Vector(60, 100)).length < 1)
      #expect(moved.textBox == first.textBox)
      try screen.waitUntilStill(for: 0.7)

      // By the handle at the lower right, along the diagonal: twice as large, and the upper left corner stays.
      let m = moved.bounds
      let view = Viewport(width: fixture.paperArea.width, height: fixture.paperArea.height)
      let handles = SelectionHandles(SelectionFrame(around: [moved], rotation: 0), in: view)
      let corner = onScreen(handles.corners[2])
      fixture.pen.hover(at: corner)
      fixture.pen.stroke(
        (0...20).map { corner + Vector(m.width, m.height) * (Double($0) / 20) })
      fixture.pen.proximityOut()
      let scaled = try await kept(steps: 3)
      let s = scaled.bounds
      #expect(s.corners[0].distance(to: m.corners[0]) < 1)
      #expect(abs(s.width - 2 * m.width) < 2 && abs(s.height - 2 * m.height) < 2)

      // With something selected, a colour is meant for it.
      let red = DefaultPalette.colors[2]
      try Pointing.pen.press(fixture.item(.color(2)), on: fixture)
      let colored = try await kept(steps: 4)
      #expect(colored.textBox?.runs.map(\.color) == [red])
      #expect(colored.bounds == s)
      try keyboard.press("Escape")
      try screen.waitUntilStill(for: 0.5)
      // In red, where it is now: as wide as the box but for what letters leave at the sides.
      func letters(_ area: Rect) -> PixelSet {
        screen.screenshot(of: PixelBox(covering: area)).pixels {
          $0.distance(to: Pixel(red.rgba >> 8)) < 60
        }
      }
      let corners = s.corners.map(onScreen)
      let seen = letters(Rect(around: corners))
      #expect(seen.count > 100 && Double(seen.box.width) > 0.8 * s.width, "\(seen) in \(s)")
      #expect(fixture.ink(around: onScreen(b.center)).pixels(above: 0.5) == 0)

      for (steps, before) in [(3, scaled), (2, moved), (1, first)] {
        try keyboard.press("z", [.control])
        let now = try await kept(steps: steps)
        #expect(now.bounds == before.bounds && now.textBox == before.textBox)
      }
      try fixture.done()
    }
  }
}
