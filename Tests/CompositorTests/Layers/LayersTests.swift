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

      /// The grip of a layer's row.
      func grip(_ name: String) throws -> Point {
        let box = try frame(name)
        return Point(box.minX - 14, box.center.y)
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

    /// How much ink a line at a height shows.
    private func ink(_ y: Double, on fixture: AppFixture) throws -> Double {
      fixture.takePenAway()
      try fixture.screen.waitUntilStill()
      return fixture.ink(around: fixture.at(200, y), reach: 12).area
    }

    @Test
    func
      `a layer is added by finger, drawn on, hidden, shown, made faint, moved and deleted, and all of it undone`()
      async throws
    {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      try panel.tap("Add a Layer")
      try await panel.wait(for: "two layers") { $0.count == 2 }
      line(200, on: fixture)
      _ = try await fixture.kept(2)
      let full = (upper: try ink(200, on: fixture), lower: try ink(100, on: fixture))
      #expect(full.upper > 20 && full.lower > 20)

      try panel.tap("Hide “Layer 2”")
      try await panel.wait(for: "a hidden layer") { $0.last?.isHidden == true }
      #expect(try ink(200, on: fixture) < 1)
      #expect(try ink(100, on: fixture) == full.lower)
      // Nothing is drawn on it, and why is said, with a way out.
      line(300, on: fixture)
      try panel.tree.wait(for: "The layer “Layer 2” is hidden.")
      #expect(try ink(300, on: fixture) < 1)
      #expect(try await DocumentStore.inspect(fixture.path).strokes == 2)
      try panel.tap("Show It")
      try await panel.wait(for: "a layer that shows") { $0.last?.isHidden == false }
      #expect(try ink(200, on: fixture) == full.upper)

      let slider = try panel.frame("Opacity of the layer")
      try Pointing.finger.drag(
        Point(slider.maxX - 10, slider.center.y), to: slider.center, on: fixture)
      let faint = try await panel.wait(for: "a faint layer") { ($0.last?.opacity ?? 1) < 0.9 }
      let opacity = try #require(faint.settings.layers.last?.opacity)
      #expect(abs(try ink(200, on: fixture) / full.upper - opacity) < 0.04)
      #expect(try ink(100, on: fixture) == full.lower)
      // What is drawn on it now is as faint when it is dry.
      line(300, on: fixture)
      _ = try await fixture.kept(3)
      #expect(abs(try ink(300, on: fixture) / full.upper - opacity) < 0.06)

      let lower = try panel.frame("Layer 1")
      try Pointing.finger.drag(
        panel.grip("Layer 2"), to: Point(lower.minX - 14, lower.maxY + 6), on: fixture)
      try await panel.wait(for: "another order") { $0.map(\.id) == [1, 0] }

      try panel.tap("Delete the Layer")
      try await panel.wait(for: "one layer") { $0.map(\.id) == [0] }
      #expect(try ink(200, on: fixture) < 1 && ink(300, on: fixture) < 1)
      #expect(try ink(100, on: fixture) == full.lower)

      // Five steps back everything is there but faint, and all are taken back and done again.
      let steps = try await DocumentStore.inspect(fixture.path).undoDepth
      #expect(steps == 9)
      for _ in 0..<steps { try fixture.screen.keyboard.press("z", [.control]) }
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.undoDepth == 0 }
      #expect(try ink(100, on: fixture) < 1)
      for _ in 0..<(steps - 1) { try fixture.screen.keyboard.press("z", [.control, .shift]) }
      let again = try await Kept.wait(for: "both layers", in: fixture.path, by: fixture.app) {
        $0.redoDepth == 1
      }
      #expect(again.settings.layers.map(\.id) == [1, 0] && again.strokes == 3)
      let before = try fixture.paper()

      // And after a kill it is as it was.
      fixture.app.kill()
      let app = try fixture.screen.launchApp([fixture.path])
      let window = try fixture.screen.waitForWindow()
      let second = try AppFixture(window, of: app, on: fixture.screen, path: fixture.path)
      let box = PixelBox(covering: Rect(x: 90, y: 90, width: 260, height: 240))
      let picture = second.screen.screenshot(of: second.canvas)
      #expect(picture.cropped(to: box) == before.cropped(to: box))
      try second.done()
    }

    @Test func `S42 a name written below the last layer makes a layer of that name`() async throws {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      let row = try panel.frame("Layer 1")
      let words = try RecordedWriting.words()
      for (k, text) in ["coffee", "customer"].enumerated() {
        let word = try #require(words.first { $0.text == text })
        let last = k == 0 ? row : try panel.frame("Layer 1")
        let box = Rect(x: row.minX - 10, y: last.maxY + 70, width: 170, height: 28)
        InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: box), with: fixture.pen)
        try await panel.wait(for: "a layer “\(text)”") { $0.first?.name == text }
        try panel.tree.wait(for: text)
        try fixture.screen.waitUntilStill()
      }
      // A tap makes none, and what was written is one step each.
      let below = Point(row.center.x, try panel.frame("customer").maxY + 60)
      fixture.pen.hover(at: below)
      fixture.pen.stroke([below, below])
      fixture.pen.proximityOut()
      pause(1)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layers.map(\.name) == ["customer", "coffee", ""])
      #expect(kept.undoDepth == 3 && kept.strokes == 1)
      try fixture.done()
    }

    @Test func `S42 the name of a layer is edited by the pen alone`() async throws {
      let fixture = try AppFixture()
      line(100, on: fixture)
      _ = try await fixture.kept(1)
      let panel = try Panel(fixture)
      let name = try panel.frame("Layer 1")
      for _ in 0..<2 {
        fixture.pen.hover(at: name.center)
        fixture.pen.down(at: name.center)
        fixture.pen.up()
        pause(0.05)
      }
      fixture.pen.proximityOut()
      try panel.tree.wait(for: "Name of the layer")
      try fixture.screen.waitUntilStill()
      // All of it is selected: what is written takes its place.
      let word = try #require(RecordedWriting.words().first { $0.text == "coffee" })
      InputOnScreen.ScribbleTests.writeQuickly(
        word.strokes(
          in: Rect(x: name.minX + 6, y: name.center.y - 12, width: name.width - 10, height: 24)),
        with: fixture.pen)
      pause(2)
      // The next stroke on the paper ends it.
      line(200, on: fixture)
      try await panel.wait(for: "another name") { $0.first?.name.contains("coffee") == true }
      _ = try await fixture.kept(2)
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
      // Back on the paper, letters are keys of tools again.
      try keyboard.press("Escape")
      try keyboard.press("z", [.control])
      try await panel.wait(for: "both") { $0.map(\.name) == ["", "Notes"] }
      try keyboard.press("l", [.control, .shift])
      try panel.tree.wait(forNo: "Opacity of the layer")
      try fixture.done()
    }

    private func panel(
      _ fixture: AppFixture, _ what: String, until condition: ([Layer]) -> Bool
    ) async throws {
      try await Kept.wait(for: what, in: fixture.path, by: fixture.app) {
        condition($0.settings.layers)
      }
    }

    @Test func `the tools say which layer is current where there are several, and open the layers`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      let tree = try AccessibleTree(fixture.screen)
      line(500, on: fixture)
      _ = try await fixture.kept(1)
      #expect(try !tree.texts().contains { $0.hasPrefix("Layer: ") })
      try fixture.screen.keyboard.press("n", [.control, .alt])
      let label = try tree.wait(for: "Layer: Layer 2")
      try fixture.screen.waitUntilStill()
      let box = try tree.box(label)
      let corner = fixture.window.point(box.minX, box.minY)
      try Pointing.pen.press(
        Point(corner.x + box.width / 2, corner.y + box.height / 2), on: fixture)
      try tree.wait(for: "Opacity of the layer")
      try fixture.screen.keyboard.press("z", [.control])
      try tree.wait(forNo: "Layer: ")
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
