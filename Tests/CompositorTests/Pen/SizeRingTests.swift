import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Sizes and colours at the hovering tip.
  @Suite struct SizeRingTests {
    /// - Parameter settings: As they are stored; `nil` for those of a fresh profile.
    private func fixture(_ settings: [String: String]? = nil) throws -> AppFixture {
      guard let settings else { return try HoverTests.fixture() }
      return try HoverTests.fixture {
        try App.writeSettings(settings, for: $0)
      }
    }

    /// The upper left corner of the whole canvas on the screen.
    private func corner(_ fixture: AppFixture) -> Vector {
      fixture.at(0, 0) - fixture.canvasPoint(0, 0)
    }

    private func ring(_ fixture: AppFixture, at tip: Point) -> SizeRing {
      SizeRing(sizes: 5, colors: 5, around: tip - corner(fixture), in: fixture.paperArea)
    }

    /// The middle of an item on the screen.
    private func position(_ item: SizeRing.Item, _ fixture: AppFixture, at tip: Point) throws
      -> Point
    {
      let center = try #require(ring(fixture, at: tip).items.first { $0.item == item }?.position)
      return center + corner(fixture)
    }

    /// Hovers at a position and holds Control until the ring is shown.
    private func open(_ fixture: AppFixture, at tip: Point) throws {
      let bare = try fixture.paper()
      fixture.pen.hover(at: Point(tip.x - 2, tip.y))
      fixture.pen.hover(at: tip)
      try fixture.screen.settle()
      fixture.screen.keyboard.hold(.control)
      try fixture.screen.wait(for: "the ring") { _ in
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count > 3000
      }
      try fixture.screen.waitUntilStill()
    }

    private func waitForNoRing(_ fixture: AppFixture, like bare: Picture) throws {
      try fixture.screen.wait(for: "no ring") { _ in
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count < 3000
      }
    }

    /// The ink of the only stroke of the drawing, once it is kept.
    private func inkOfStroke(_ fixture: AppFixture) async throws -> Ink {
      var ink: Ink?
      if case .stroke(let stroke) = try await fixture.kept(1)[0].element.kind { ink = stroke.ink }
      return try #require(ink, "of another kind")
    }

    /// Draws the first stroke of the drawing, and returns its ink.
    private func inkOfNewStroke(_ fixture: AppFixture) async throws -> Ink {
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 60) })
      fixture.pen.proximityOut()
      return try await inkOfStroke(fixture)
    }

    private func width(_ fixture: AppFixture, _ y: Double, strokes: Int) async throws -> Double {
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, y) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(strokes)
      try fixture.findCanvas()
      return fixture.ink(around: fixture.at(200, y), reach: 20).area(ofColumn: 20)
    }

    @Test func `S28 S29 a modifier held opens the ring at the tip, and a touch chooses a size`()
      async throws
    {
      let fixture = try fixture()
      let before = try await width(fixture, 60, strokes: 1)
      let tip = fixture.at(350, 300)
      let bare = try fixture.paper()
      try open(fixture, at: tip)
      let seen = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare)
      let middle = fixture.at(
        Double(seen.box.x) + Double(seen.box.width) / 2,
        Double(seen.box.y) + Double(seen.box.height) / 2)
      #expect(middle.distance(to: tip) <= 80)
      for i in 0..<5 {
        #expect(try position(.size(i), fixture, at: tip).distance(to: tip) <= 120)
        #expect(try position(.color(i), fixture, at: tip).distance(to: tip) <= 120)
      }
      fixture.screen.keyboard.release(.control)
      // It stays to be touched.
      let large = try position(.size(4), fixture, at: tip)
      fixture.pen.hover(at: large)
      fixture.pen.down(at: large)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try waitForNoRing(fixture, like: bare)
      let after = try await width(fixture, 120, strokes: 2)
      #expect(after > 2.5 * before, "\(before), then \(after)")
      try fixture.done()
    }

    @Test func `S26 S28 letting the modifier go over an item chooses it; hovering there does not`()
      async throws
    {
      let fixture = try fixture()
      let tip = fixture.at(350, 300)
      let bare = try fixture.paper()
      try open(fixture, at: tip)
      let red = try position(.color(2), fixture, at: tip)
      for i in 1...10 { fixture.pen.hover(at: tip.lerp(to: red, Double(i) / 10)) }
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: tip)
      // Over nothing: letting go chooses nothing, and the ring stays.
      try fixture.screen.settle()
      fixture.screen.keyboard.release(.control)
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count > 3000)
      try fixture.screen.keyboard.press("Escape")
      try waitForNoRing(fixture, like: bare)
      // And once more, to the end.
      fixture.pen.proximityOut()
      try open(fixture, at: tip)
      for i in 1...10 { fixture.pen.hover(at: tip.lerp(to: red, Double(i) / 10)) }
      try fixture.screen.settle()
      fixture.screen.keyboard.release(.control)
      try waitForNoRing(fixture, like: bare)
      let ink = try await inkOfNewStroke(fixture)
      #expect(ink.color.opaque == ToolPicker().ringColorChoices[2])
      try fixture.done()
    }

    @Test
    func `S28 a mouse that rests leaves the ring to the pen, one that moves closes it`()
      async throws
    {
      let fixture = try fixture()
      let before = try await width(fixture, 60, strokes: 1)
      let tip = fixture.at(300, 300)
      fixture.screen.mouse.move(to: fixture.at(700, 500))
      fixture.screen.mouse.move(to: fixture.at(710, 500))
      try fixture.screen.waitUntilStill()
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      // Laying out anew, as a banner makes the window do, has GTK repeat where the mouse is.
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.waitUntilStill()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: tip)
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      pause(0.5)
      let large = try position(.size(4), fixture, at: tip)
      fixture.pen.hover(at: large)
      fixture.pen.down(at: large)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      let after = try await width(fixture, 120, strokes: 2)
      #expect(after > 2.5 * before, "\(before), then \(after)")
      // The device that moves owns it.
      let empty = try fixture.paper()
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      fixture.screen.mouse.move(to: fixture.at(700, 520))
      fixture.screen.mouse.move(to: fixture.at(700, 540))
      try waitForNoRing(fixture, like: empty)
      fixture.pen.proximityOut()
      fixture.screen.mouse.leave()
      try fixture.done()
    }

    @Test func `S28 leaving, Escape, drawing and another key close the ring`() async throws {
      let fixture = try fixture()
      let tip = fixture.at(350, 250)
      let bare = try fixture.paper()
      let closings: [(AppFixture) throws -> Void] = [
        { fixture in
          for i in 1...12 {
            fixture.pen.hover(at: tip.lerp(to: fixture.at(650, 500), Double(i) / 12))
          }
        }, { $0.pen.proximityOut() }, { try $0.screen.keyboard.press("Escape") },
        { try $0.screen.keyboard.press("d") },
      ]
      for close in closings {
        try open(fixture, at: tip)
        fixture.screen.keyboard.release(.control)
        try close(fixture)
        try waitForNoRing(fixture, like: bare)
        fixture.pen.proximityOut()
        try fixture.screen.waitUntilStill()
      }
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      fixture.pen.stroke((0...10).map { Point(tip.x + Double($0), tip.y) })
      fixture.pen.proximityOut()
      try waitForNoRing(fixture, like: bare)
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test func `S28 a shortcut with the modifier opens no ring, nor does a short press`() throws {
      let fixture = try fixture()
      let tip = fixture.at(350, 250)
      fixture.pen.hover(at: tip)
      try fixture.screen.waitUntilStill()
      let seen = fixture.screen.screenshot()
      fixture.screen.keyboard.hold(.control)
      pause(0.1)
      fixture.screen.keyboard.release(.control)
      pause(0.4)
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot() == seen)
      fixture.screen.keyboard.hold(.control)
      pause(0.1)
      try fixture.screen.keyboard.hold(key: "d")
      pause(0.5)
      try fixture.screen.keyboard.release(key: "d")
      fixture.screen.keyboard.release(.control)
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot() == seen)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S28 with ink selected a colour of the ring is meant for it, as the palette's is`()
      async throws
    {
      let fixture = try fixture()
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 60) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      let tip = fixture.at(350, 300)
      let bare = try fixture.paper()
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      // What selects has no sizes.
      let ring = SizeRing(
        sizes: 0, colors: 5, around: tip - corner(fixture), in: fixture.paperArea)
      let center = try #require(ring.items.first { $0.item == .color(2) }?.position)
      let red = center + corner(fixture)
      fixture.pen.hover(at: red)
      fixture.pen.down(at: red)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try waitForNoRing(fixture, like: bare)
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
      let ink = try await inkOfStroke(fixture)
      #expect(ink.color.opaque == ToolPicker().ringColorChoices[2])
      // It is still selected.
      try fixture.screen.keyboard.press("Delete")
      _ = try await fixture.kept(0)
      try fixture.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing in the ring`() async throws {
      let fixture = try fixture()
      let tip = fixture.at(350, 300)
      let bare = try fixture.paper()
      try open(fixture, at: tip)
      fixture.screen.keyboard.release(.control)
      fixture.screen.touch.tap(at: try position(.color(2), fixture, at: tip))
      fixture.screen.touch.tap(at: try position(.size(4), fixture, at: tip))
      try fixture.screen.waitUntilStill()
      #expect(
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count > 3000,
        "the ring has closed")
      try fixture.screen.keyboard.press("Escape")
      try waitForNoRing(fixture, like: bare)
      let ink = try await inkOfNewStroke(fixture)
      #expect(ink == ToolPicker().ink)
      try fixture.done()
    }

    @Test func `S28 the keyboard reaches the ring, and a screen reader hears what is in it`()
      async throws
    {
      let fixture = try fixture()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("r")
      try tree.wait(for: "Sizes and Colors")
      for name in ["Size 0.8", "Size 2", "Size 6.4", "Red"] { try tree.wait(for: name) }
      // From the size in use two steps on around the ring.
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("Return")
      try tree.wait(forNo: "Size 6.4")
      let ink = try await inkOfNewStroke(fixture)
      #expect(ink.size == ToolPicker.presets(of: .brush("pen"))[4])
      // Opened and left by keyboard.
      try fixture.screen.keyboard.press("r")
      try tree.wait(for: "Size 6.4")
      try fixture.screen.keyboard.press("Escape")
      try tree.wait(forNo: "Size 6.4")
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.strokes == 0 }
      try fixture.done()
    }

    /// Whether the ring opens at a hovering tip while this key is down for long enough.
    private func opens(_ modifier: Keyboard.Modifier, _ fixture: AppFixture, at tip: Point) throws
      -> Bool
    {
      fixture.pen.hover(at: Point(tip.x - 2, tip.y))
      fixture.pen.hover(at: tip)
      try fixture.screen.waitUntilStill()
      let bare = fixture.screen.screenshot(of: fixture.canvas)
      fixture.screen.keyboard.hold(modifier)
      pause(0.5)
      try fixture.screen.waitUntilStill()
      let seen = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count > 3000
      fixture.screen.keyboard.release(modifier)
      try fixture.screen.keyboard.press("Escape")
      try waitForNoRing(fixture, like: bare)
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      return seen
    }

    @Test(arguments: ["none", "control", "shift", "alt"])
    func `S28 the ring opens by the key that is set, and by no other`(_ key: String) throws {
      let fixture = try fixture(["ring-key": "'\(key)'"])
      let modifiers: [(name: String, key: Keyboard.Modifier)] = [
        ("control", .control), ("shift", .shift), ("alt", .alt),
      ]
      for modifier in modifiers {
        #expect(
          try opens(modifier.key, fixture, at: fixture.at(350, 300)) == (modifier.name == key),
          "\(modifier.name) where \(key) is set")
      }
      try fixture.done()
    }

    @Test(arguments: ["lower=sizes,nothing", "lower=nothing,sizes"])
    func
      `S28 S33 a button that is set to it opens the ring at a hovering brush, which then chooses`(
        _ map: String
      ) async throws
    {
      let fixture = try fixture(["pen-buttons": "'\(map)'"])
      try fixture.screen.keyboard.press("b")
      let tip = fixture.at(350, 300)
      let bare = try fixture.paper()
      fixture.pen.hover(at: Point(tip.x - 2, tip.y))
      fixture.pen.hover(at: tip)
      try fixture.screen.settle()
      fixture.pen.press(.lower)
      if map.hasSuffix("sizes") {
        pause(0.08)
        fixture.pen.press(.lower)
      }
      try fixture.screen.wait(for: "the ring") { _ in
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare).count > 3000
      }
      try fixture.screen.waitUntilStill()
      let seen = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare)
      let middle = fixture.at(
        Double(seen.box.x) + Double(seen.box.width) / 2,
        Double(seen.box.y) + Double(seen.box.height) / 2)
      #expect(middle.distance(to: tip) <= 80)
      let large = try position(.size(4), fixture, at: tip)
      fixture.pen.hover(at: large)
      fixture.pen.down(at: large)
      fixture.pen.up()
      try waitForNoRing(fixture, like: bare)
      // One stroke: the touch on the ring left no dot.
      let ink = try await inkOfNewStroke(fixture)
      #expect(ink.brush == "brush")
      #expect(ink.size == ToolPicker.presets(of: .brush("brush"))[4])
      try fixture.done()
    }
  }
}
