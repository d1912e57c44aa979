import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Labels of pages, by keyboard and by writing.
  @Suite struct PageLabelScreenTests {
    private func fixture(_ labels: [String], height: Int = 700) async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "labels-\(UUID().uuidString).plumbago").path
      var settings = DrawingSettings(
        layout: .pages(PageSize(width: 300, height: 200), count: labels.count))
      for (i, label) in labels.enumerated() {
        settings.layout = settings.layout.changing([Int32(i + 1)]) { $0.label = label }
      }
      let store = try await DocumentStore.open(file)
      try await store.perform([.begin(with: settings)])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 1000, height: height), profile: .barePaper,
        preferences: [.colorScheme: .init("light")],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    private func expect(_ labels: [String], in fixture: AppFixture) async throws {
      let deadline = Date().addingTimeInterval(15)
      var last: [String] = []
      repeat {
        let store = try await DocumentStore.open(fixture.path, mode: .readOnly)
        last = try await store.load().settings.layout.pages.map(\.label)
        try await store.close()
        if last == labels { return }
        try await Task.sleep(for: .milliseconds(50))
      } while Date() < deadline
      #expect(last == labels)
    }

    @Test func `a page is labelled by the keyboard, and gone to by its label`() async throws {
      let fixture = try await fixture(["", "ii", ""])
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      try keys.press("F8")
      try tree.wait(for: "Page 2 of 3: ii")
      // Below its picture as well; a page without a label has its number there.
      try tree.wait(for: "2 · ii", isWhole: true)
      try tree.wait(for: "3", isWhole: true)
      try fixture.screen.waitUntilStill()
      try keys.press("Down")
      try keys.press("Down")
      try keys.press("F2")
      try tree.wait(for: "Label of the page")
      try keys.type("Week 12")
      try keys.press("Return")
      try await expect(["", "ii", "Week 12"], in: fixture)
      try tree.wait(for: "Page 3 of 3: Week 12")
      try tree.wait(for: "3 · Week 12", isWhole: true)
      // The label alone is edited, without the number.
      try keys.press("Up")
      try keys.press("F2")
      let field = try tree.wait(for: "Label of the page")
      let label = try tree.content(field)
      #expect(label == "ii")
      // Escape leaves it; the list has the keyboard still.
      try keys.type("x")
      try keys.press("Escape")
      try keys.press("F8")
      try await expect(["", "ii", "Week 12"], in: fixture)
      for (text, page) in [("ii", 2), ("week", 3), ("1", 1)] {
        try keys.press("g", [.control])
        try tree.wait(for: "Page, 1 to 3, or its label")
        try fixture.screen.waitUntilStill()
        try keys.press("a", [.control])
        try keys.type(text)
        try keys.press("Return")
        try tree.wait(for: "Pages: \(page) of 3")
        try fixture.screen.waitUntilStill()
      }
      try keys.press("z", [.control])
      try await expect(["", "ii", ""], in: fixture)
      try fixture.done()
    }

    /// The list of pages, open beside a drawing of six, more than it has room for.
    private func sixPages() async throws -> (AppFixture, AccessibleTree) {
      let fixture = try await fixture(["a", "b", "c", "d", "e", "f"])
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F8")
      try tree.wait(for: "Page 1 of 6")
      try fixture.screen.waitUntilStill()
      return (fixture, tree)
    }

    private func box(_ name: String, _ tree: AccessibleTree) throws -> Rect {
      try tree.whileItChanges { try tree.box(tree.wait(for: name)) }
    }

    @Test func `F2 labels the page that is selected, in sight, though another one was tapped`()
      async throws
    {
      let (fixture, tree) = try await sixPages()
      let keys = fixture.screen.keyboard
      let first = try tree.position(of: "Page 1 of 6", in: fixture.window)
      try Pointing.mouse.press(first, on: fixture)
      try keys.press("End", [.alt])
      try tree.wait(for: "Pages: 6 of 6")
      try fixture.screen.waitUntilStill(for: 0.5)
      try keys.press("F2")
      try tree.wait(for: "Label of the page")
      try fixture.screen.waitUntilStill()
      let (tile, field) = try (box("Page 6 of 6", tree), box("Label of the page", tree))
      let end = fixture.window.point(tile.maxX, tile.maxY)
      #expect(end.y <= Double(fixture.window.frame.maxY))
      #expect(tile.contains(field.center), "the field is at \(field), its page at \(tile)")
      try keys.press("a", [.control])
      try keys.type("end")
      try keys.press("Return")
      try await expect(["a", "b", "c", "d", "e", "end"], in: fixture)
      try fixture.done()
    }

    @Test func `the menu of a page is over that page, wherever the list was scrolled`()
      async throws
    {
      let (fixture, tree) = try await sixPages()
      let screen = fixture.screen
      let list = try tree.position(of: "Page 2 of 6", in: fixture.window)
      screen.mouse.move(to: list)
      screen.mouse.scroll(30)
      try screen.waitUntilStill(for: 0.5)
      let last = try tree.position(of: "Page 6 of 6", in: fixture.window)
      let before = try box("Page 6 of 6", tree)
      func expectMenu() throws {
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
        let after = try box("Page 6 of 6", tree)
        #expect(after == before)
        try screen.keyboard.press("Escape")
        try screen.waitForPopups(0)
        try screen.waitUntilStill()
      }
      screen.mouse.click(at: last, .right)
      try expectMenu()
      screen.mouse.leave()
      screen.touch.down(1, at: last)
      pause(0.9)
      screen.touch.up(1)
      try expectMenu()
      try screen.keyboard.press("Menu")
      try expectMenu()
      try fixture.done()
    }

    @Test func `the view goes with a page that keys move, and the header tells where it is now`()
      async throws
    {
      let (fixture, tree) = try await sixPages()
      let keys = fixture.screen.keyboard
      try keys.press("End")
      try tree.wait(for: "Pages: 6 of 6")
      try fixture.screen.waitUntilStill(for: 0.5)
      try keys.press("Up", [.alt])
      try await expect(["a", "b", "c", "d", "f", "e"], in: fixture)
      try tree.wait(for: "Pages: 5 of 6")
      try keys.press("Down", [.alt])
      try await expect(["a", "b", "c", "d", "e", "f"], in: fixture)
      try tree.wait(for: "Pages: 6 of 6")
      try fixture.done()
    }

    @Test func `S42 a label written below the last page makes a page of that label`() async throws {
      // So high that the space below four pages is in view.
      let fixture = try await fixture(["", ""], height: 1100)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F8")
      try tree.wait(for: "Write a label here for a new page")
      try fixture.screen.waitUntilStill()
      for (k, text) in ["coffee", "customer"].enumerated() {
        let word = try RecordedWriting.word(text)
        let hint = try tree.position(
          of: "Write a label here for a new page", in: fixture.window)
        let box = Rect(x: hint.x - 80, y: hint.y - 6, width: 150, height: 26)
        InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: box), with: fixture.pen)
        try await expect(["", ""] + ["coffee", "customer"].prefix(k + 1), in: fixture)
        try fixture.screen.waitUntilStill()
      }
      // A tap makes none, and what was written is one step each.
      let hint = try tree.position(of: "Write a label here for a new page", in: fixture.window)
      fixture.pen.hover(at: hint)
      fixture.pen.stroke([hint, hint])
      fixture.pen.proximityOut()
      pause(1)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.undoDepth == 2 && kept.strokes == 0)
      try await expect(["", "", "coffee", "customer"], in: fixture)
      try fixture.done()
    }

    @Test func `S42 a label is read that is written at the edges of the space below the last page`()
      async throws
    {
      let fixture = try await fixture(["", ""], height: 1100)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("F8")
      try tree.wait(for: "Write a label here for a new page")
      try fixture.screen.waitUntilStill()
      let frame = try tree.box(tree.wait(for: "Page 2 of 2"))
      let left = fixture.window.point(frame.minX, frame.maxY).x
      // From the panel's edge on, and down to its end.
      let strokes = try RecordedWriting.word("customer").strokes(
        in: Rect(x: left - 3, y: Double(fixture.window.frame.maxY) - 30, width: 150, height: 26))
      InputOnScreen.ScribbleTests.writeQuickly(strokes, with: fixture.pen)
      try await expect(["", "", "customer"], in: fixture)
      let last = try tree.box(tree.wait(for: "Page 3 of 3"))
      try fixture.screen.waitUntilStill()
      // Close below the last card: the first stroke begins over its lower edge, and goes on below it.
      let start = fixture.window.point(last.minX + 24, last.maxY + 2)
      let word = try RecordedWriting.word("coffee").strokes(
        in: Rect(x: start.x, y: 0, width: 150, height: 26))
      let highest = try #require(word.map(\.[0].y).min())
      InputOnScreen.ScribbleTests.writeQuickly(
        word.map { $0.map { $0 + Vector(0, start.y - highest) } }, with: fixture.pen)
      try await expect(["", "", "customer", "coffee"], in: fixture)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.undoDepth == 2 && kept.strokes == 0)
      try fixture.done()
    }

    /// Writes “coffee” below the picture of the first of two pages; where on the screen.
    @discardableResult
    private func writeLabel(in fixture: AppFixture, _ tree: AccessibleTree) throws -> Rect {
      try fixture.screen.keyboard.press("F8")
      let tile = try tree.wait(for: "Page 1 of 2")
      try fixture.screen.waitUntilStill()
      let frame = try tree.box(tile)
      let corner = fixture.window.point(frame.minX, frame.minY)
      let box = Rect(
        x: corner.x + frame.width / 2 - 55, y: corner.y + frame.height - 28, width: 110, height: 24)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("coffee").strokes(in: box), with: fixture.pen)
      return box
    }

    @Test func `S38 a page's label is kept where somebody draws right behind it`() async throws {
      let fixture = try await fixture(["", ""])
      try writeLabel(in: fixture, AccessibleTree(fixture.screen))
      // The press ends the editing of the label, and the tip stays down.
      fixture.drawSlowly(seconds: 4)
      try await expect(["coffee", ""], in: fixture)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.strokes == 1)
      try fixture.done()
    }

    @Test func `S38 what the pen writes over a page's label is its label`() async throws {
      let fixture = try await fixture(["", ""])
      let tree = try AccessibleTree(fixture.screen)
      let box = try writeLabel(in: fixture, tree)
      try await expect(["coffee", ""], in: fixture)
      try tree.wait(for: "Page 1 of 2: coffee")
      try fixture.screen.waitUntilStill()
      // One that is crossed out is written anew.
      let label = Rect(center: box.center, radius: 10)
      let scratch = InputOnScreen.TextGesturesTests.scratch(label, before: 20, beyond: 20)
      InputOnScreen.ScribbleTests.write([scratch], with: fixture.pen)
      let field = try tree.wait(for: "Label of the page")
      try fixture.screen.waitUntilStill()
      let text = try tree.content(field)
      #expect(text.isEmpty)
      // Longer than the pause after which the pen's writing is finished.
      pause(1.5)
      try fixture.screen.keyboard.type("ii")
      try fixture.screen.keyboard.press("Return")
      try await expect(["ii", ""], in: fixture)
      for labels in [["coffee", ""], ["", ""]] {
        try fixture.screen.keyboard.press("z", [.control])
        try await expect(labels, in: fixture)
      }
      try fixture.done()
    }
  }
}
