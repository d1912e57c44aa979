import Canvas
import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Layers, as people see and use them.
  @Suite struct LayersTests {
    /// The app with its panel of layers open.
    private struct Panel {
      let fixture: AppFixture
      let tree: AccessibleTree

      init(_ fixture: AppFixture) throws {
        self.fixture = fixture
        tree = try AccessibleTree(fixture.screen)
        try fixture.screen.keyboard.press("l", [.control, .shift])
        try tree.wait(for: "Opacity of the layer")
        try fixture.screen.waitUntilStill()
      }

      /// The frame of what says a text, on the screen.
      func frame(_ name: String) throws -> Rect {
        try tree.wait(for: name)
        // Not the label that a button has in it.
        let found = try tree.widgets().last { try $0.name == name && tree.role($0) != 29 }
        let widget = try #require(found)
        let box = try tree.box(widget)
        let corner = fixture.window.point(box.minX, box.minY)
        return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
      }

      func tap(_ name: String, with pointing: Pointing = .finger) throws {
        try pointing.press(frame(name).center, on: fixture)
      }

      @discardableResult
      func wait(
        for what: String, until condition: ([Layer]) -> Bool
      ) async throws -> DocumentStatistics {
        try await Kept.wait(for: what, in: fixture.path, by: fixture.app) {
          condition($0.settings.layers)
        }
      }
    }

    private func line(_ y: Double, on fixture: AppFixture) {
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, y) }, force: 0.8)
      fixture.pen.proximityOut()
    }

    /// Draws a straight line in a tenth of a second.
    private func stroke(from start: Point, by travel: Vector, on fixture: AppFixture) {
      fixture.pen.stroke((0...24).map { start + travel * (Double($0) / 24) })
      fixture.pen.proximityOut()
    }

    @Test func `the menu of a layer is beside its row, wherever the list was scrolled`()
      async throws
    {
      let fixture = try AppFixture()
      let screen = fixture.screen
      let panel = try Panel(fixture)
      // More than the list has room for.
      for count in 2...14 {
        try panel.tree.press("Add a Layer")
        try await panel.wait(for: "\(count) layers") { $0.count == count }
      }
      try screen.waitUntilStill()
      let opacity = try panel.frame("Opacity of the layer")
      screen.mouse.move(to: Point(opacity.center.x, opacity.minY - 100))
      screen.mouse.scroll(30)
      try screen.waitUntilStill(for: 0.5)
      let before = try panel.frame("Layer 1")
      #expect(before.maxY < opacity.minY, "the lowest layer is in view")
      screen.mouse.click(at: before.center, .right)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let after = try panel.frame("Layer 1")
      #expect(after == before)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      screen.mouse.leave()
      try fixture.done()
    }

    @Test func `S42 a name written below the last layer makes a layer of that name`() async throws {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      let row = try panel.frame("Layer 1")
      for (k, text) in ["coffee", "customer"].enumerated() {
        let word = try RecordedWriting.word(text)
        // Each comes above the current layer, so that what is drawn next is seen.
        let last = k == 0 ? row : try panel.frame("Layer 1")
        let box = Rect(x: row.minX - 10, y: last.maxY + 70, width: 170, height: 28)
        InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: box), with: fixture.pen)
        try await panel.wait(for: "a layer “\(text)”") { $0.last?.name == text }
        try panel.tree.wait(for: text)
        try fixture.screen.waitUntilStill()
      }
      // A tap makes none, and what was written is one step each.
      let below = Point(row.center.x, try panel.frame("Layer 1").maxY + 60)
      fixture.pen.hover(at: below)
      fixture.pen.stroke([below, below])
      fixture.pen.proximityOut()
      pause(1)
      // Nor does a flick along the list, or a dash, and over a name neither is another one.
      let name = try panel.frame("customer").center
      stroke(from: below, by: Vector(0, -150), on: fixture)
      stroke(from: name, by: Vector(0, 150), on: fixture)
      for start in [below, name] {
        stroke(from: start, by: Vector(24, 0), on: fixture)
        pause(1)
      }
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layers.map(\.name) == ["", "coffee", "customer"])
      #expect(kept.undoDepth == 3 && kept.strokes == 1)
      // Who has gone on to another field by the pause that follows a name has the keyboard there.
      let keys = fixture.screen.keyboard
      try keys.press("f", [.control])
      let find = try panel.tree.wait(for: "Find in the drawing")
      try fixture.screen.waitUntilStill()
      let field = try panel.tree.box(find).center
      let word = try RecordedWriting.word("coffee")
      let box = Rect(
        x: row.minX - 10, y: try panel.frame("Layer 1").maxY + 40, width: 170, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: box), with: fixture.pen)
      // The name is there after one pause, and is a layer's after the next.
      pause(0.95)
      fixture.screen.mouse.click(at: fixture.window.point(field.x, field.y))
      fixture.screen.mouse.leave()
      try keys.type("x")
      try await panel.wait(for: "a layer more") { $0.count == 4 }
      pause(0.2)
      try keys.type("y")
      let end = Date().addingTimeInterval(5)
      while try panel.tree.content(find) != "xy", Date() < end { pause(0.05) }
      let found = try panel.tree.content(find)
      #expect(found == "xy")
      try fixture.done()
    }

    /// Writes a word below the only layer's row.
    private func write(_ text: String, below panel: Panel) throws {
      let row = try panel.frame("Layer 1")
      let box = Rect(x: row.minX - 10, y: row.maxY + 70, width: 170, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word(text).strokes(in: box), with: panel.fixture.pen)
    }

    /// A drawing of one line, and a panel in which the name of a new layer was just written.
    private func writtenLayer(_ name: String) async throws -> (fixture: AppFixture, panel: Panel) {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      try write(name, below: panel)
      return (fixture, panel)
    }

    @Test func `S42 a new layer's name is kept where somebody draws right behind it`()
      async throws
    {
      let (fixture, panel) = try await writtenLayer("coffee")
      // The tip is down while the name is read, and at the pause behind that.
      fixture.drawSlowly(seconds: 4)
      let kept = try await panel.wait(for: "a layer “coffee”") { $0.last?.name == "coffee" }
      #expect(kept.settings.layers.count == 2 && kept.strokes == 2)
      // The new name of a layer likewise.
      let row = try panel.frame("coffee")
      let box = Rect(x: row.minX, y: row.center.y - 12, width: min(row.width, 110), height: 24)
      InputOnScreen.ScribbleTests.writeQuickly(
        try RecordedWriting.word("customer").strokes(in: box), with: fixture.pen)
      fixture.drawSlowly(seconds: 4)
      try await panel.wait(for: "a layer “customer”") { $0.last?.name == "customer" }
      try fixture.done()
    }

    @Test func `S42 a new layer's name is kept where the window is closed right behind it`()
      async throws
    {
      let (fixture, panel) = try await writtenLayer("coffee")
      // Its text has come, and the pause behind that has not passed.
      let field = try panel.tree.wait(for: "Name of the new layer")
      let end = Date().addingTimeInterval(5)
      while try panel.tree.content(field) != "coffee", Date() < end { pause(0.02) }
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layers.map(\.name) == ["", "coffee"])
      try fixture.app.expectQuiet()
      fixture.screen.close()
    }

    @Test func `S38 what the pen writes over a layer's name is its name`() async throws {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      var name = "Layer 1"
      for text in ["coffee", "bred", "customer"] {
        let word = try RecordedWriting.word(text)
        let row = try panel.frame(name)
        let box = Rect(
          x: row.minX, y: row.center.y - 12, width: min(row.width, 110), height: 24)
        let strokes = word.strokes(in: box)
        // A row is 44 points high (S59), and a tall letter begins at its upper edge.
        let start = text == "bred" ? Point(row.minX + 8, row.center.y - 21) : strokes[0][0]
        let offset = start - strokes[0][0]
        InputOnScreen.ScribbleTests.writeQuickly(
          strokes.map { $0.map { $0 + offset } }, with: fixture.pen)
        try await panel.wait(for: "a layer “\(text)”") { $0.map(\.name) == [text] }
        try panel.tree.wait(for: text)
        try fixture.screen.waitUntilStill()
        name = text
      }
      // A tap is one still, and what was written is one step each.
      try panel.tap("customer", with: .pen)
      pause(1)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layers.map(\.name) == ["customer"] && kept.undoDepth == 4)
      // What begins at its lower edge and goes on below is what lies there: a new layer's name.
      let row = try panel.frame("customer")
      let strokes = try RecordedWriting.word("bred").strokes(
        in: Rect(x: 0, y: 0, width: 110, height: 28))
      let offset = Point(row.minX + 8, row.center.y + 20) - strokes[0][0]
      InputOnScreen.ScribbleTests.writeQuickly(
        strokes.map { $0.map { $0 + offset } }, with: fixture.pen)
      try await panel.wait(for: "a layer more") { $0.map(\.name) == ["customer", "bred"] }
      try fixture.done()
    }

    @Test
    func
      `S38 a layer's name that is crossed out is written anew, or stays where nothing is written`()
      async throws
    {
      let fixture = try AppFixture()
      let keys = fixture.screen.keyboard
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      let row = try panel.frame("Layer 1")
      let name = Rect(x: row.minX + 8, y: row.center.y - 8, width: 50, height: 16)
      func crossOut() throws {
        InputOnScreen.ScribbleTests.write(
          [InputOnScreen.TextGesturesTests.scratch(name)], with: fixture.pen)
        let field = try panel.tree.wait(for: "Name of the layer", isWhole: true)
        try fixture.screen.waitUntilStill()
        let text = try panel.tree.content(field)
        #expect(text.isEmpty)
      }
      try crossOut()
      // Longer than the pause after which the pen's writing is finished.
      pause(1.5)
      try keys.press("Return")
      try panel.tree.wait(for: "Layer 1", isWhole: true)
      try fixture.screen.waitUntilStill()
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layers.map(\.name) == [""] && kept.undoDepth == 1)
      try crossOut()
      let box = Rect(x: row.minX, y: row.center.y - 12, width: min(row.width, 110), height: 24)
      let word = try RecordedWriting.word("coffee").strokes(in: box)
      InputOnScreen.ScribbleTests.writeQuickly(word, with: fixture.pen)
      pause(1.5)
      try keys.press("Return")
      try await panel.wait(for: "its name") { $0.map(\.name) == ["coffee"] }
      try fixture.done()
    }

    @Test func `layers are added, named, moved, locked and deleted by the keyboard alone`()
      async throws
    {
      let fixture = try AppFixture()
      let keyboard = fixture.screen.keyboard
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      try keyboard.press("n", [.control, .alt])
      try await panel(fixture, "a second layer") { $0.count == 2 }
      let panel = try Panel(fixture)
      // The current layer has the focus.
      try keyboard.press("F2")
      try panel.tree.wait(for: "Name of the layer")
      try keyboard.type("Notes")
      try keyboard.press("Return")
      try await panel.wait(for: "a name") { $0.map(\.name) == ["", "Notes"] }
      try keyboard.press("Down", [.alt])
      try await panel.wait(for: "another order") { $0.map(\.name) == ["Notes", ""] }
      try keyboard.press("Up", [.alt])
      try await panel.wait(for: "the order before") { $0.map(\.name) == ["", "Notes"] }
      // From the name to the eye and the lock.
      try keyboard.press("Tab")
      try keyboard.press("Tab")
      try keyboard.press("space")
      try await panel.wait(for: "a lock") { $0.last?.isLocked == true }
      try keyboard.press("space")
      try await panel.wait(for: "no lock") { $0.last?.isLocked == false }
      // To the other layer and back.
      try keyboard.press("Delete")
      try await panel.wait(for: "one layer") { $0.count == 1 }
      // A layer that is added gets the focus of the one that was current.
      try keyboard.press("n", [.control, .alt])
      try await panel.wait(for: "another layer") { $0.count == 2 }
      try fixture.screen.waitUntilStill()
      try keyboard.press("F2")
      try panel.tree.wait(for: "Name of the layer", isWhole: true)
      try keyboard.type("Third")
      try keyboard.press("Return")
      try await panel.wait(for: "its name") { $0.map(\.name) == ["", "Third"] }
      for _ in 1...2 { try keyboard.press("z", [.control]) }
      try await panel.wait(for: "one layer again") { $0.count == 1 }
      // Back on the paper, letters are keys of tools again.
      try keyboard.press("Escape")
      try keyboard.press("z", [.control])
      try await panel.wait(for: "both") { $0.map(\.name) == ["", "Notes"] }
      try keyboard.press("l", [.control, .shift])
      try panel.tree.wait(forNo: "Opacity of the layer")
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `the slider fades the layer, on the screen and in the file, in one step`(
      pointing: Pointing
    ) async throws {
      let fixture = try AppFixture()
      line(150, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      let part = PixelBox(covering: Rect(center: fixture.at(200, 150), radius: 6))
      func darkest() -> Double {
        let picture = fixture.screen.screenshot(of: part)
        return (0..<part.height).flatMap { y in (0..<part.width).map { picture[$0, y].luma } }
          .min() ?? 1
      }
      let before = darkest()
      #expect(before < 0.3)
      let slider = try panel.frame("Opacity of the layer")
      // As long as the panel is wide, whatever the word for opacity takes.
      #expect(slider.width >= 120)
      try pointing.drag(
        Point(slider.maxX - 12, slider.center.y), to: slider.center, on: fixture)
      let kept = try await panel.wait(for: "a faint layer") {
        (0.35...0.65).contains($0[0].opacity)
      }
      #expect(kept.undoDepth == 2)
      try fixture.screen.waitUntilStill()
      // On white paper.
      let expected = 1 - (1 - before) * kept.settings.layers[0].opacity
      #expect(abs(darkest() - expected) < 0.1)
      try fixture.screen.keyboard.press("z", [.control])
      try await panel.wait(for: "a full layer") { $0[0].opacity == 1 }
      try fixture.done()
    }

    private func panel(
      _ fixture: AppFixture, _ what: String, until condition: ([Layer]) -> Bool
    ) async throws {
      try await Kept.wait(for: what, in: fixture.path, by: fixture.app) {
        condition($0.settings.layers)
      }
    }

    @Test func `the tools say which layer is current, one alone too, and open the layers`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      let tree = try AccessibleTree(fixture.screen)
      line(500, on: fixture)
      _ = try await fixture.kept(1)
      try tree.wait(for: "Layer: Layer 1")
      try fixture.screen.keyboard.press("n", [.control, .alt])
      let label = try tree.wait(for: "Layer: Layer 2")
      try fixture.screen.waitUntilStill()
      let box = try tree.box(label)
      // For a finger, too (S59).
      #expect(box.width >= 44 && box.height >= 44)
      let corner = fixture.window.point(box.minX, box.minY)
      try Pointing.pen.press(
        Point(corner.x + box.width / 2, corner.y + box.height / 2), on: fixture)
      try tree.wait(for: "Opacity of the layer")
      try fixture.screen.keyboard.press("z", [.control])
      try tree.wait(for: "Redo Adding a Layer")
      // Beside the panel, too, where there is less room.
      let alone = try tree.whileItChanges { try tree.box(tree.wait(for: "Layer: Layer 1")) }
      #expect(alone.width >= 44 && alone.height >= 44)
      // Folded they say it, too, and open the same panel.
      try fixture.screen.keyboard.press("l", [.control, .shift])
      try tree.wait(forNo: "Opacity of the layer")
      try fixture.screen.waitUntilStill()
      try Pointing.pen.press(fixture.item(.handle), on: fixture)
      try tree.wait(forNo: "Fountain Pen")
      try tree.wait(for: "Layer: Layer 1")
      let folded = PickerPlacement(.docked(.top, along: 0.5), isFolded: true)
      try Pointing.pen.press(fixture.item(.layer, folded), on: fixture)
      try tree.wait(for: "Opacity of the layer")
      try fixture.done()
    }

    @Test
    func
      `ink below another layer shows while it is drawn, and is below when it is dry, without a blink`()
      async throws
    {
      let fixture = try AppFixture()
      line(150, on: fixture)
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("n", [.control, .alt])
      // A second line across the first, on the upper layer; then again on the lower one.
      fixture.pen.stroke((0...40).map { fixture.at(200, 60 + Double($0) * 5) }, force: 0.8)
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let panel = try Panel(fixture)
      try panel.tap("Layer 1")
      let beside = fixture.at(250, 190)
      fixture.pen.down(at: fixture.at(120, 190), force: 0.8)
      fixture.pen.move(along: (1...40).map { fixture.at(120 + Double($0) * 5, 190) })
      try fixture.waitForInk(at: beside)
      fixture.screen.clearLog()
      fixture.pen.up()
      // In every picture from the pen's lifting on it is there.
      for _ in 0..<30 {
        #expect(fixture.ink(around: beside, reach: 3).pixels(above: 0.3) > 0)
        pause(0.01)
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      let kept = try await DocumentStore.open(fixture.path, mode: .readOnly)
      let elements = try await kept.load().drawing.elements.map(\.layer)
      try await kept.close()
      #expect(elements == [0, 0, 1])
      try fixture.done()
    }
  }
}
