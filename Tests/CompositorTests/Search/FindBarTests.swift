import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Finding words in the drawing of a window, and ink that becomes text.
  @Suite struct FindBarTests {
    /// The app with a drawing of two lines of two hands, on a canvas without pages.
    private struct Notes {
      let bench: FileBench
      let app: Program
      let window: Window
      let tree: AccessibleTree
      var screen: Screen { bench.screen }
      var path: String { bench.path("notes.plumbago") }

      /// Where its lines are written, the upper one first.
      static let boxes = [200.0, 420].map { Rect(x: 200, y: $0, width: 520, height: 26) }

      init(color: Color = Ink.standard.color) async throws {
        bench = try FileBench(size: PixelSize(width: 1000, height: 700))
        var drawing = WrittenDrawing()
        drawing.color = color
        let lines = try RecordedWriting.lines()
        // “the great benefits of a well-developed”
        // The upper one comes last.
        for box in Self.boxes.reversed() { drawing.write(lines[1], in: box) }
        try await drawing.save(to: bench.path("notes.plumbago"))
        (app, window) = try bench.start([bench.path("notes.plumbago")])
        try window.maximize()
        try bench.screen.waitUntilStill()
        tree = try AccessibleTree(bench.screen)
      }

      /// What is lit up as the hit that is looked at.
      func lit() throws -> PixelSet {
        try screen.waitUntilStill()
        return FindingTests.lit(screen)
      }

      func done() throws {
        try bench.finish(app, window)
        screen.close()
      }
    }

    @Test func `a handwritten word is found, lit up on the page and stepped through`() async throws
    {
      let notes = try await Notes()
      let keyboard = notes.screen.keyboard
      let before = try notes.screen.waitUntilStill()
      try keyboard.press("f", [.control])
      try notes.tree.wait(for: "Find in the drawing")
      try keyboard.type("benefits")
      try notes.tree.wait(for: "1 of 2")
      let first = try notes.lit()
      // The word, not its line: the line is 520 wide and 26 high, and the word about a quarter of it.
      #expect(first.count > 500 && first.box.width < 260 && first.box.height < 60)
      // Its ink shows through.
      let dark = notes.screen.screenshot(of: first.box).pixels { $0.green < 120 }
      #expect(dark.count > 20)
      try keyboard.press("F3")
      try notes.tree.wait(for: "2 of 2")
      let second = try notes.lit()
      #expect(abs(second.box.y - first.box.y - 220) < 4 && abs(second.box.x - first.box.x) < 4)
      try keyboard.press("Return")
      try notes.tree.wait(for: "1 of 2")
      try keyboard.press("F3", [.shift])
      try notes.tree.wait(for: "2 of 2")
      // No word is this letter alone, though one begins with it.
      try keyboard.press("a", [.control])
      try keyboard.type("w")
      try notes.tree.wait(for: "Type two letters or more.")
      try keyboard.press("a", [.control])
      try keyboard.type("submarine")
      try notes.tree.wait(for: "Nothing found")
      #expect(try notes.lit().count == 0)
      try keyboard.press("Escape")
      try notes.tree.wait(forNo: "Nothing found")
      // The paper is as it was.
      #expect(try notes.screen.waitUntilStill() == before)
      // From the paper, which was drawn on meanwhile: a selection ends first, and then the bar goes.
      try keyboard.press("f", [.control])
      try keyboard.type("benefits")
      try notes.tree.wait(for: "1 of 2")
      notes.screen.pen.stroke([Point(880, 330)])
      notes.screen.pen.proximityOut()
      try notes.screen.waitUntilStill()
      try keyboard.press("a", [.control])
      try notes.screen.waitUntilStill()
      try keyboard.press("Escape")
      let still = try notes.lit()
      #expect(still.count > 500)
      try notes.tree.wait(for: "1 of 2")
      try keyboard.press("Escape")
      try notes.tree.wait(forNo: "1 of 2")
      let none = try notes.lit()
      #expect(none.count == 0)
      try notes.done()
    }

    @Test func `a word in a text whose lines are broken is lit up, and not the whole text`()
      async throws
    {
      let notes = try await Notes()
      let screen = notes.screen
      let keyboard = screen.keyboard
      try keyboard.press("t")
      // A box 300 wide.
      screen.mouse.drag(from: Point(300, 300), to: Point(600, 340))
      try screen.waitUntilStill()
      try keyboard.type("apples pears plums and apricots and cherries and quinces and medlars")
      try keyboard.press("Escape")
      screen.mouse.leave()
      try screen.waitUntilStill()
      try keyboard.press("f", [.control])
      try keyboard.type("quinces")
      try notes.tree.wait(for: "1 of 1")
      let lit = try notes.lit()
      #expect(lit.count > 200 && lit.box.width < 110 && lit.box.height < 50, "\(lit.box)")
      // Its letters show through.
      let dark = screen.screenshot(of: lit.box).pixels { $0.green < 120 }
      #expect(dark.count > 40)
      try notes.done()
    }

    @Test func `a hit out of view is brought into view`() async throws {
      let notes = try await Notes()
      // Far away, down and to the right.
      notes.screen.mouse.move(to: Point(600, 400))
      notes.screen.mouse.scroll(24)
      try notes.screen.waitUntilStill()
      try notes.screen.keyboard.press("f", [.control])
      try notes.screen.keyboard.type("great")
      try notes.tree.wait(for: "1 of 2")
      let lit = try notes.lit()
      #expect(lit.count > 300)
      // Not below the bar.
      #expect(lit.box.y > 100)
      notes.screen.mouse.leave()
      try notes.done()
    }

    @Test func `ink becomes text boxes in one step, and is copied as text`() async throws {
      let notes = try await Notes()
      let keyboard = notes.screen.keyboard
      let ink = try #require(await Kept.info(notes.path)).strokes
      try keyboard.press("a", [.control])
      try notes.screen.waitUntilStill()
      try keyboard.press("c", [.control, .shift])
      try notes.tree.wait(for: "Copied as text")
      let copied = try #require(try notes.screen.clipboardText())
      let lines = copied.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("great benefits") }, "\(copied)")
      // The ink is as it was.
      #expect(await Kept.info(notes.path)?.strokes == ink)
      try keyboard.press("t", [.control, .shift])
      try await Kept.wait(for: "text in the place of ink", in: notes.path, by: notes.app) {
        $0.strokes == 0
      }
      let store = try await DocumentStore.open(notes.path, mode: .readOnly)
      let texts = try await store.load().drawing.elements.compactMap(\.textBox?.text)
      try await store.close()
      #expect(texts.joined(separator: "\n") == copied)
      // In one step back.
      try keyboard.press("z", [.control])
      try await Kept.wait(for: "the ink again", in: notes.path, by: notes.app) { $0.strokes == ink }
      try notes.done()
    }

    @Test func `a text box between lines of ink is copied between them`() async throws {
      let notes = try await Notes()
      let (screen, keyboard) = (notes.screen, notes.screen.keyboard)
      try keyboard.press("t")
      screen.mouse.click(at: Point(400, 370))
      try notes.tree.wait(for: "Text Box")
      try keyboard.type("in the middle")
      try keyboard.press("Escape")
      screen.mouse.leave()
      try await Kept.wait(for: "a text", in: notes.path, by: notes.app) { $0.texts == 1 }
      try keyboard.press("c", [.control, .shift])
      try notes.tree.wait(for: "Copied as text")
      let lines = try #require(try screen.clipboardText()).split(separator: "\n")
      try #require(lines.count == 3, "\(lines)")
      #expect(lines[1] == "in the middle")
      #expect(lines[0].contains("great benefits") && lines[2].contains("great benefits"))
      try notes.done()
    }

    @Test func `with nothing selected all writing becomes text, where it was and in its color`()
      async throws
    {
      let red = Color(rgba: 0x9D2B_49FF)
      let notes = try await Notes(color: red)
      let keyboard = notes.screen.keyboard
      let before = try #require(await Kept.info(notes.path))
      #expect(before.strokes > 0 && before.texts == 0)
      try keyboard.press("t", [.control, .shift])
      let after = try await Kept.wait(for: "text alone", in: notes.path, by: notes.app) {
        $0.strokes == 0 && $0.texts > 0
      }
      #expect(after.undoDepth == before.undoDepth + 1)
      let store = try await DocumentStore.open(notes.path, mode: .readOnly)
      let texts = try await store.load().elements.filter { $0.textBox != nil }
        .sorted { $0.bounds.minY < $1.bounds.minY }
      try await store.close()
      // The lines are too far from each other for one box.
      try #require(texts.count == 2)
      let line = try RecordedWriting.lines()[1]
      for (element, box) in zip(texts, Notes.boxes) {
        #expect(element.textBox?.text.contains("great benefits") == true)
        #expect(element.textBox?.color == red)
        let ink = Rect(around: line.strokes(in: box).joined())
        let (half, frame) = (ink.height / 2, element.bounds)
        #expect(abs(frame.minX - ink.minX) < half, "\(frame) for \(ink)")
        #expect(abs(frame.center.y - ink.center.y) < half, "\(frame) for \(ink)")
        #expect(abs(frame.minY - ink.minY) < half && abs(frame.maxY - ink.maxY) < half)
      }
      // One step back is all the ink and no text.
      try keyboard.press("z", [.control])
      try await Kept.wait(for: "the ink again", in: notes.path, by: notes.app) {
        $0.strokes == before.strokes && $0.texts == 0 && $0.undoDepth == before.undoDepth
      }
      try notes.done()
    }

    @Test func `without writing in the selection there is a sentence`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke([fixture.at(200, 200), fixture.at(200, 201)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("t", [.control, .shift])
      try tree.wait(for: "No writing was found in the selection.")
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test func `a screen reader hears what is written on the paper`() async throws {
      let notes = try await Notes()
      let canvas = try notes.tree.wait(for: "Canvas")
      let deadline = Date().addingTimeInterval(30)
      while try !notes.tree.description(canvas).contains("benefits"), Date() < deadline {
        pause(0.1)
      }
      let lines = try notes.tree.description(canvas).split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("great benefits") }, "\(lines)")
      // What is gone is not said any more.
      for key in ["a", "Delete"] {
        try notes.screen.keyboard.press(key, key == "a" ? [.control] : [])
        try notes.screen.waitUntilStill()
      }
      while try !notes.tree.description(canvas).isEmpty, Date() < deadline { pause(0.1) }
      #expect(try notes.tree.description(canvas) == "")
      try notes.done()
    }

    @Test func `a screen reader finds each line of writing where it is, and follows the view`()
      async throws
    {
      let notes = try await Notes()
      try AccessibleTree.setScreenReader(true, notes.screen)
      let deadline = Date().addingTimeInterval(30)
      func lines() throws -> [Rect] {
        try notes.tree.whileItChanges {
          try notes.tree.widgets().filter { $0.name.contains("great benefits") }
            .map { try notes.tree.box($0) }
        }
      }
      while try lines().count != 2, Date() < deadline { pause(0.1) }
      try notes.screen.waitUntilStill()
      let found = try lines()
      #expect(found.count == 2)
      // Around the ink on the screen: that of the first line, below header and tools, is above that of the second.
      let corner = notes.window.frame
      for (line, rows) in zip(found, [100..<340, 340..<600]) {
        let part = PixelBox(x: 160, y: rows.lowerBound, width: 840, height: rows.count)
        let ink = notes.screen.screenshot(of: part).pixels { $0.luma < 0.4 }.box
        let drawn = Rect(
          x: Double(part.x + ink.x - corner.x), y: Double(part.y + ink.y - corner.y),
          width: Double(ink.width), height: Double(ink.height))
        #expect(abs(line.minX - drawn.minX) < 4 && abs(line.maxX - drawn.maxX) < 4)
        #expect(abs(line.minY - drawn.minY) < 4 && abs(line.maxY - drawn.maxY) < 4)
      }
      // Scrolled on, both are where the ink is then.
      notes.screen.mouse.move(to: Point(500, 400))
      notes.screen.mouse.scroll(1)
      try notes.screen.waitUntilStill(for: 1)
      let moved = try lines()
      #expect(moved.count == 2 && moved[0].minY < found[0].minY - 10)
      #expect(abs((moved[1].minY - moved[0].minY) - (found[1].minY - found[0].minY)) < 2)
      // What the keyboard selects is said.
      notes.screen.mouse.leave()
      try notes.screen.keyboard.press("s")
      try notes.screen.keyboard.press("Tab")
      let first = try notes.tree.wait(for: "Handwriting “the great benefits").name
      try notes.screen.keyboard.press("Tab")
      let second = try notes.tree.wait(for: "”, 2 of ").name
      #expect(first.contains("”, 1 of ") && second.hasPrefix("Handwriting “the great"))
      // Without a screen reader there is none.
      try AccessibleTree.setScreenReader(false, notes.screen)
      while try !lines().isEmpty, Date() < deadline { pause(0.1) }
      #expect(try lines().isEmpty)
      try notes.done()
    }

    @Test func `words of a document's pages are found where they are`() async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      try PaperOnScreen.DocumentTextTests.document.write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let (app, window) = try bench.start([bench.path("paper.pdf")])
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "1 / 3")
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("f", [.control])
      try bench.screen.keyboard.type("brave")
      // The button of the pages says so, too.
      try tree.wait(for: "1 of 3", isWhole: true)
      try bench.screen.waitUntilStill()
      let lit = FindingTests.lit(bench.screen)
      // A word of 20 points' height.
      let dark = bench.screen.screenshot(of: lit.box).pixels { $0.green < 120 }
      #expect(lit.count > 500 && dark.count > 50)
      #expect(lit.box.width < 4 * lit.box.height)
      try bench.screen.keyboard.press("F3")
      try tree.wait(for: "2 of 3")
      try bench.screen.waitUntilStill()
      #expect(FindingTests.lit(bench.screen).box.y > lit.box.y + 100)
      try bench.finish(app, window)
      bench.screen.close()
    }
  }
}
