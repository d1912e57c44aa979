import Canvas
import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Text boxes on the canvas: typed, written by hand, edited in place, kept.
  @Suite struct TextBoxTests {
    private func tap(_ p: Point, _ fixture: AppFixture) {
      fixture.pen.hover(at: p)
      fixture.pen.stroke([p, p])
      fixture.pen.proximityOut()
    }

    /// What the boxes of the file say, from top to bottom.
    private func texts(in path: String) async throws -> [String] {
      let store = try await DocumentStore.open(path, mode: .readOnly)
      let elements = try await store.load().elements
      try await store.close()
      return elements.filter { $0.textBoxOfTest != nil }.sorted { $0.bounds.minY < $1.bounds.minY }
        .compactMap { $0.textBoxOfTest?.text }
    }

    private func waitForTexts(_ texts: [String], _ fixture: AppFixture) async throws {
      try await Kept.wait(for: "\(texts)", in: fixture.path, by: fixture.app) {
        $0.texts == texts.count
      }
      let end = Date().addingTimeInterval(10)
      while try await self.texts(in: fixture.path) != texts, Date() < end { pause(0.05) }
      #expect(try await self.texts(in: fixture.path) == texts)
    }

    /// The widget that is typed into, as a screen reader knows it.
    private func editor(_ tree: AccessibleTree) throws -> AccessibleTree.Widget? {
      try tree.widgets(ofRoles: AccessibleRole.takingText).first
    }

    private func wait(for text: String, _ tree: AccessibleTree) throws {
      let end = Date().addingTimeInterval(10)
      var said: String?
      while Date() < end {
        said = try? editor(tree).map { try tree.content($0) }
        if said == text { return }
        pause(0.03)
      }
      #expect(said == text)
    }

    private func waitForAnyText(_ tree: AccessibleTree, longerThan count: Int = 0) throws {
      let end = Date().addingTimeInterval(10)
      var said: String?
      while said.map({ $0.count <= count }) ?? true, Date() < end {
        said = try? editor(tree).map { try tree.content($0) }
        pause(0.03)
      }
      #expect(said?.isEmpty == false)
    }

    /// The app with an empty text that is edited, which a tap of the pen began.
    private func withEmptyText() throws -> (AppFixture, AccessibleTree) {
      let fixture = try AppFixture()
      try fixture.screen.keyboard.press("t")
      tap(fixture.at(200, 200), fixture)
      let tree = try AccessibleTree(fixture.screen)
      try wait(for: "", tree)
      return (fixture, tree)
    }

    /// A stretch of a text, and how heavy its letters are.
    private struct Stretch: Equatable {
      var text: String
      var weight: Int
    }

    /// Waits for the stretches of the one text in a file, which may be edited still.
    private func wait(for stretches: [Stretch], _ what: String, _ fixture: AppFixture) async throws
    {
      func kept() async throws -> [Stretch] {
        let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
        let contents = try await store.load().includingDraft
        try await store.close()
        return contents.elements.first?.textBoxOfTest?.runs
          .map { Stretch(text: $0.text, weight: $0.weight) } ?? []
      }
      let end = Date().addingTimeInterval(10)
      while (try? await kept()) != stretches, Date() < end { pause(0.05) }
      #expect(try await kept() == stretches, "\(what)")
    }

    @Test func `undo in a text takes back looks as it does letters, and redo has them again`()
      async throws
    {
      let (fixture, _) = try withEmptyText()
      let screen = fixture.screen
      let plain = [Stretch(text: "one two", weight: 400)]
      let bold = [Stretch(text: "one ", weight: 400), Stretch(text: "two", weight: 700)]
      try screen.keyboard.type("one two")
      try await wait(for: plain, "typed", fixture)
      try screen.keyboard.press("Left", [.control, .shift])
      try screen.keyboard.press("b", [.control])
      try await wait(for: bold, "a word is bold", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: plain, "that is undone", fixture)
      try screen.keyboard.press("y", [.control])
      try await wait(for: bold, "and done again", fixture)
      // The word is still selected, and comes back as it was.
      try screen.keyboard.press("Delete")
      try await wait(for: [Stretch(text: "one ", weight: 400)], "the word is deleted", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: bold, "that is undone", fixture)
      try screen.keyboard.press("End")
      try screen.keyboard.type("s")
      try await wait(
        for: [bold[0], Stretch(text: "twos", weight: 700)], "typing goes on in bold", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: bold, "a letter is undone, and the looks stay", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: plain, "then the looks", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: [Stretch(text: "one", weight: 400)], "then a word", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: [], "then the first one", fixture)
      for _ in 0..<4 { try screen.keyboard.press("y", [.control]) }
      try await wait(
        for: [bold[0], Stretch(text: "twos", weight: 700)], "all is done again", fixture)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["one twos"], fixture)
      try fixture.done()
    }

    @Test func `bold at a caret is for what is typed next, until the caret moves`() async throws {
      let (fixture, _) = try withEmptyText()
      let screen = fixture.screen
      try screen.keyboard.type("one")
      try screen.keyboard.press("b", [.control])
      try screen.keyboard.type("two")
      try screen.keyboard.press("b", [.control])
      try screen.keyboard.type("three")
      let typed = [
        Stretch(text: "one", weight: 400), Stretch(text: "two", weight: 700),
        Stretch(text: "three", weight: 400),
      ]
      try await wait(for: typed, "two is bold", fixture)
      // It goes where the caret moves, and comes not back with it.
      try screen.keyboard.press("b", [.control])
      try screen.keyboard.press("Left")
      try screen.keyboard.press("Right")
      try screen.keyboard.type("!")
      let ended = typed.dropLast() + [Stretch(text: "three!", weight: 400)]
      try await wait(for: Array(ended), "a mark is not", fixture)
      // In the middle of letters that are not.
      try screen.keyboard.press("Home")
      try screen.keyboard.press("Right")
      try screen.keyboard.press("b", [.control])
      try screen.keyboard.type("xy")
      let inside = [
        Stretch(text: "o", weight: 400), Stretch(text: "xy", weight: 700),
        Stretch(text: "ne", weight: 400),
      ]
      try await wait(for: inside + ended.dropFirst(), "letters within a word are", fixture)
      try screen.keyboard.press("z", [.control])
      try await wait(for: Array(ended), "which is undone", fixture)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["onetwothree!"], fixture)
      try fixture.done()
    }

    @Test func `a tap of the pen and keys make a text, which survives a kill, undo and redo`()
      async throws
    {
      let (fixture, tree) = try withEmptyText()
      let screen = fixture.screen
      try screen.keyboard.type("Hello, pen")
      // A screen reader hears it while it is typed.
      try wait(for: "Hello, pen", tree)
      try screen.waitUntilStill()
      #expect(fixture.ink(around: fixture.at(230, 200), reach: 14).pixels(above: 0.5) > 10)
      // Nothing ended the editing, and yet nothing is lost.
      fixture.app.kill()
      _ = try fixture.app.waitForExit()
      // Who only reads the file gets it, too.
      #expect(try App.run(["info", fixture.path]).standardOutput.contains("Hello, pen"))
      let picture = fixture.path + ".svg"
      #expect(try App.run(["export", fixture.path, picture]).status == 0)
      #expect(try String(contentsOfFile: picture, encoding: .utf8).contains("Hello, pen"))
      let app = try screen.launchApp([fixture.path])
      let next = try AppFixture(
        screen.waitForWindow(), of: app, on: screen, path: fixture.path)
      try await waitForTexts(["Hello, pen"], next)
      try screen.waitUntilStill()
      #expect(
        next.ink(around: fixture.at(230, 200), reach: 14).pixels(above: 0.5) > 10)
      try screen.keyboard.press("z", [.control])
      try await waitForTexts([], next)
      try screen.keyboard.press("y", [.control])
      try await waitForTexts(["Hello, pen"], next)
      try next.done()
    }

    @Test
    func
      `S38 S41 S42 words written by hand make a text box where they are written, and go on in it`()
      async throws
    {
      let fixture = try AppFixture()
      let screen = fixture.screen
      try screen.keyboard.press("t")
      let line = Rect(
        x: fixture.at(150, 150).x, y: fixture.at(150, 150).y, width: 220, height: 30)
      ScribbleTests.writeQuickly(
        try RecordedWriting.word("coffee").strokes(in: line), with: fixture.pen)
      let tree = try AccessibleTree(screen)
      try wait(for: "coffee", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["coffee"], fixture)
      pause(1)
      // The text stands where the ink was.
      try screen.waitUntilStill()
      let there = fixture.ink(around: Point(line.minX + 25, line.center.y), reach: 24)
      #expect(there.pixels(above: 0.5) > 15)
      // No tap first: writing behind it goes on in the box.
      let behind = Rect(x: line.minX + 62, y: line.center.y - 13, width: 160, height: 26)
      ScribbleTests.writeQuickly(
        try RecordedWriting.word("customer").strokes(in: behind), with: fixture.pen)
      try wait(for: "coffee customer", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["coffee customer"], fixture)
      // Writing elsewhere is another box.
      let below = Rect(x: line.minX, y: line.minY + 150, width: 220, height: 30)
      ScribbleTests.writeQuickly(
        try RecordedWriting.word("really").strokes(in: below), with: fixture.pen)
      try wait(for: "really", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["coffee customer", "really"], fixture)
      // The tall second letter begins far above the first one, and is of the same box.
      let farther = Rect(x: line.minX, y: line.minY + 250, width: 220, height: 50)
      ScribbleTests.writeQuickly(
        try RecordedWriting.word("stake").strokes(in: farther), with: fixture.pen)
      try waitForAnyText(tree, longerThan: 3)
      try screen.keyboard.press("Escape")
      try await Kept.wait(for: "three boxes", in: fixture.path, by: fixture.app) { $0.texts == 3 }
      let last = try #require(try await texts(in: fixture.path).last)
      #expect(last.count > 3 && last.lowercased().hasPrefix("s"), "\(last)")
      try fixture.done()
    }

    @Test func `S41 with another tool the same strokes are ink`() async throws {
      let fixture = try AppFixture()
      let line = Rect(
        x: fixture.at(150, 150).x, y: fixture.at(150, 150).y, width: 220, height: 30)
      let strokes = try RecordedWriting.word("coffee").strokes(in: line)
      ScribbleTests.writeQuickly(strokes, with: fixture.pen)
      #expect(try await fixture.kept(strokes.count).count == strokes.count)
      #expect(try await texts(in: fixture.path).isEmpty)
      try fixture.done()
    }

    @Test func `pressure that comes before the tip begins no text of its own`() async throws {
      let fixture = try AppFixture()
      try fixture.screen.keyboard.press("t")
      let line = Rect(
        x: fixture.at(150, 150).x, y: fixture.at(150, 150).y, width: 220, height: 30)
      for stroke in try RecordedWriting.word("coffee").strokes(in: line) {
        // As GDK tells it on a machine that has much to do.
        fixture.pen.hover(at: stroke[0])
        for _ in 0..<4 { fixture.pen.move(to: stroke[0], force: 0.5) }
        try fixture.screen.settle()
        ScribbleTests.writeQuickly([stroke], with: fixture.pen)
      }
      let tree = try AccessibleTree(fixture.screen)
      try wait(for: "coffee", tree)
      try fixture.screen.keyboard.press("Escape")
      try await waitForTexts(["coffee"], fixture)
      try fixture.done()
    }

    /// How the paper is looked at.
    struct Look: CustomTestStringConvertible, Sendable {
      var zooms: Int
      var turns: Int
      var scale: Int
      var testDescription: String { "\(zooms) steps in, \(turns) by 15°, at scale \(scale)" }
    }

    @Test(arguments: [
      Look(zooms: 0, turns: 0, scale: 1), Look(zooms: 0, turns: 0, scale: 2),
      Look(zooms: 4, turns: 0, scale: 1), Look(zooms: 0, turns: 2, scale: 1),
    ])
    func `letters stay where they are to a pixel when editing begins and ends`(look: Look)
      async throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 800 * look.scale, height: 600 * look.scale), scale: look.scale,
        before: App.stopCaret)
      let screen = fixture.screen
      for _ in 0..<look.zooms { try screen.keyboard.press("plus", [.control]) }
      for _ in 0..<look.turns { try screen.keyboard.press("r", [.control]) }
      try screen.waitUntilStill()
      try screen.keyboard.press("t")
      let start = fixture.at(220, 180)
      screen.mouse.click(at: start)
      try screen.keyboard.type("Where it was")
      try screen.keyboard.press("Return")
      try screen.keyboard.type("it stays, jq")
      // Three pictures: the text view's, the paper's, and the text view's again.
      screen.mouse.leave()
      func picture() throws -> Picture {
        try screen.waitUntilStill(for: 0.8)
        return screen.screenshot(of: fixture.canvas)
      }
      let typed = try picture()
      try screen.keyboard.press("Escape")
      try await waitForTexts(["Where it was\nit stays, jq"], fixture)
      let resting = try picture()
      let middle = start + Vector(8, 2)
      screen.mouse.click(at: middle)
      screen.mouse.leave()
      let edited = try picture()
      let k = look.scale
      for (a, b, what) in [(typed, resting, "ends"), (resting, edited, "begins")] {
        let (lost, more) = (missing(of: a, in: b), missing(of: b, in: a))
        // A caret, as high as a line, is in one of them alone.
        let caret = (look.zooms > 0 ? 300 : 90) * k * k
        #expect(max(lost, more) < caret, "it \(what): \(lost) and \(more) pixels moved")
        #expect(min(lost, more) <= 6 * k, "it \(what): \(lost) and \(more) pixels moved")
      }
      try screen.keyboard.press("Escape")
      try fixture.done()
    }

    /// How many dark pixels of one picture have none within a pixel in the other.
    private func missing(of a: Picture, in b: Picture) -> Int {
      let (first, second) = (InkSight(a), InkSight(b))
      var count = 0
      for y in 1..<first.height - 1 {
        for x in 1..<first.width - 1 where first[x, y] > 0.6 {
          let isThere = (-1...1).contains { dy in
            (-1...1).contains { dx in second[x + dx, y + dy] > 0.3 }
          }
          if !isThere { count += 1 }
        }
      }
      return count
    }

    @Test
    func `two taps edit, one elsewhere begins the next text`()
      async throws
    {
      let (fixture, tree) = try withEmptyText()
      let screen = fixture.screen
      try screen.keyboard.type("Hello")
      tap(fixture.at(500, 400), fixture)
      try await waitForTexts(["Hello"], fixture)
      // Letters go where one tapped, and not to the tools.
      try wait(for: "", tree)
      try screen.keyboard.type("red")
      try wait(for: "red", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["Hello", "red"], fixture)
      try screen.keyboard.press("z", [.control])
      try await waitForTexts(["Hello"], fixture)
      try screen.keyboard.press("s")
      let middle = fixture.at(222, 200)
      tap(middle, fixture)
      tap(middle, fixture)
      try wait(for: "Hello", tree)
      try screen.keyboard.press("End")
      try screen.keyboard.type("!")
      try screen.keyboard.press("Escape")
      try await waitForTexts(["Hello!"], fixture)
      // Two steps.
      try screen.keyboard.press("z", [.control])
      try await waitForTexts(["Hello"], fixture)
      try screen.keyboard.press("e")
      fixture.pen.stroke((0...20).map { fixture.at(190 + Double($0) * 4, 200) })
      fixture.pen.proximityOut()
      try await waitForTexts([], fixture)
      try screen.keyboard.press("z", [.control])
      try await waitForTexts(["Hello"], fixture)
      try fixture.done()
    }

    @Test func `S84 text is copied to other programs, and text of theirs becomes a box`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      let screen = fixture.screen
      screen.setClipboard(text: "From elsewhere")
      try screen.keyboard.press("v", [.control])
      try await waitForTexts(["From elsewhere"], fixture)
      try screen.waitUntilStill()
      // It is selected. Three fingers that close copy it, as the keys do; opening they paste it.
      screen.setClipboard(text: "")
      for isPinched in [true, false] {
        if isPinched {
          screen.touch.pinch(fingers: 3, center: fixture.at(450, 400), from: 130, to: 60)
        } else {
          try screen.keyboard.press("c", [.control])
        }
        try screen.waitUntilStill(for: 0.5)
        #expect(try screen.clipboardText() == "From elsewhere")
      }
      screen.touch.pinch(fingers: 3, center: fixture.at(450, 400), from: 60, to: 130)
      try await waitForTexts(["From elsewhere", "From elsewhere"], fixture)
      try screen.keyboard.press("v", [.control])
      let pasted = Array(repeating: "From elsewhere", count: 3)
      try await waitForTexts(pasted, fixture)

      // A word of a text that is edited, by fingers of which the first one draws.
      try screen.keyboard.press("t")
      screen.touch.tap(at: fixture.at(120, 110))
      let tree = try AccessibleTree(screen)
      try wait(for: "", tree)
      try screen.keyboard.type("one two")
      try screen.keyboard.press("Left", [.control, .shift])
      try wait(for: "one two", tree)
      screen.touch.pinch(fingers: 3, center: fixture.at(450, 400), from: 130, to: 60)
      try screen.waitUntilStill(for: 0.5)
      #expect(try screen.clipboardText() == "two")
      // It is still edited, also beside fingers that zoom.
      screen.touch.pinch(center: fixture.at(450, 400), from: 50, to: 60)
      try screen.waitUntilStill(for: 0.7)
      try screen.keyboard.type("three")
      try wait(for: "one three", tree)
      #expect(await Kept.info(fixture.path)?.undoDepth == 3)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["one three"] + pasted, fixture)
      try fixture.done()
    }

    @Test func `S103 a text of another program is dropped where the pointer lets go`() async throws
    {
      let fixture = try AppFixture()
      let said = "Dropped\nfrom elsewhere"
      try fixture.screen.drop(
        [("text/plain;charset=utf-8", Array(said.utf8))], at: fixture.at(450, 260))
      try await waitForTexts([said], fixture)
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly, kinds: .complete)
      let bounds = try #require(try await store.load().elements.first).bounds
      try await store.close()
      #expect(bounds.center.distance(to: fixture.canvasPoint(450, 260)) < 2)
      try fixture.screen.keyboard.press("z", [.control])
      try await waitForTexts([], fixture)
      try fixture.done()
    }

    @Test func `what is typed stays in view: its lines break, and the caret is followed`()
      async throws
    {
      let fixture = try AppFixture()
      let screen = fixture.screen
      let paper = fixture.canvas.rect
      try screen.keyboard.press("t")
      // Near the right edge and the lower one.
      let start = Point(paper.maxX - 300, paper.maxY - 40)
      tap(start, fixture)
      let tree = try AccessibleTree(screen)
      try wait(for: "", tree)
      // Nothing moves under a pen, which is put away now.
      pause(1.2)
      let sentence = "the quick brown fox jumps over the lazy dog and the quick brown fox jumps"
      try screen.keyboard.type(sentence)
      try wait(for: sentence, tree)
      try screen.waitUntilStill()
      func dark(_ area: Rect) -> PixelBox {
        let part = PixelBox(covering: area)
        let found = screen.screenshot(of: part).pixels { $0.luma < 0.4 }
        return found.count > 0 ? found.box : PixelBox(x: 0, y: 0, width: 0, height: 0)
      }
      let shown = dark(paper.outset(by: -2))
      // Three lines, all of them on the paper.
      #expect(shown.width > 150 && shown.width < 290 && shown.height > 46, "\(shown)")
      #expect(Double(shown.y + shown.height) < paper.maxY - 4)
      try screen.keyboard.press("Return")
      try screen.keyboard.press("Return")
      try screen.keyboard.press("Return")
      try screen.keyboard.type("end")
      try wait(for: sentence + "\n\n\nend", tree)
      try screen.waitUntilStill()
      let last = dark(
        Rect(minX: paper.minX, minY: paper.maxY - 70, maxX: paper.maxX, maxY: paper.maxY))
      #expect(last.width > 15 && last.width < 100, "\(last)")
      // The caret goes back to the first line, which is in view then.
      try screen.keyboard.press("Home", [.control])
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try await waitForTexts([sentence + "\n\n\nend"], fixture)
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let box = try #require(try await store.load().elements.first?.textBoxOfTest)
      try await store.close()
      #expect(try #require(box.width) < 300)
      try fixture.done()
    }

    @Test func `a frame shows which text is edited, as long as it is`() async throws {
      let fixture = try AppFixture(before: App.stopCaret)
      let screen = fixture.screen
      /// Where the paper is blue, as nothing else on it.
      func frame() throws -> PixelBox? {
        try screen.waitUntilStill(for: 0.4)
        let blue = screen.screenshot(of: fixture.canvas).pixels {
          Int($0.blue) > Int($0.red) + 40
        }
        return blue.count > 0 ? blue.box : nil
      }
      try screen.keyboard.press("t")
      #expect(try frame() == nil)
      tap(fixture.at(200, 200), fixture)
      let tree = try AccessibleTree(screen)
      try wait(for: "", tree)
      let empty = try #require(try frame())
      try screen.keyboard.type("Hello, pen")
      try wait(for: "Hello, pen", tree)
      let typed = try #require(try frame())
      // It lies around the line that is typed.
      #expect(typed.x == empty.x && typed.y == empty.y && typed.height == empty.height)
      #expect(typed.width > empty.width + 40)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["Hello, pen"], fixture)
      #expect(try frame() == nil)
      try fixture.done()
    }

    @Test func `a list is made from the options, and one goes on typing`() async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let screen = fixture.screen
      try screen.keyboard.press("t")
      screen.mouse.click(at: fixture.at(200, 300))
      let tree = try AccessibleTree(screen)
      try wait(for: "", tree)
      try screen.keyboard.type("apples")
      try screen.mouse.click(at: fixture.tool("text"))
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try tree.press("List With Bullets")
      try wait(for: "• apples", tree)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      try screen.keyboard.type(" and pears")
      try wait(for: "• apples and pears", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["• apples and pears"], fixture)
      try fixture.done()
    }

    @Test func `keys alone place a text, make it bold, and edit it again`() async throws {
      let fixture = try AppFixture()
      let screen = fixture.screen
      try screen.keyboard.press("t")
      try screen.keyboard.press("Return")
      let tree = try AccessibleTree(screen)
      try wait(for: "", tree)
      try screen.keyboard.type("plain")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("b", [.control])
      try screen.keyboard.press("Escape")
      try await waitForTexts(["plain"], fixture)
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let box = try #require(try await store.load().elements.first?.textBoxOfTest)
      try await store.close()
      #expect(box.runs.map(\.weight) == [700])
      try screen.keyboard.press("s")
      try screen.keyboard.press("Tab")
      try screen.keyboard.press("Return")
      try wait(for: "plain", tree)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("p")
      try wait(for: "p", tree)
      // Letters are typed, and choose no tool; undo is the text's.
      try screen.keyboard.press("z", [.control])
      try wait(for: "plain", tree)
      try screen.keyboard.press("Escape")
      try await waitForTexts(["plain"], fixture)
      try fixture.done()
    }
  }
}

extension Element {
  fileprivate var textBoxOfTest: TextBox? { kind.otherValue as? TextBox }
}
