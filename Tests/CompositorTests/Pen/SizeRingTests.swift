import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// Sizes and colours at the hovering tip.
  @Suite struct SizeRingTests {
    /// - Parameter settings: As they are stored; `nil` for those of a fresh profile.
    private func desk(_ settings: [String: String]? = nil) throws -> Desk {
      guard let settings else { return try HoverTests.desk() }
      return try HoverTests.desk {
        try App.writeSettings(settings, for: $0)
      }
    }

    private func ring(_ desk: Desk, at tip: Point) -> SizeRing {
      let corner = desk.at(0, 0)
      return SizeRing(
        sizes: 5, colors: 5, around: Point(tip.x - corner.x, tip.y - corner.y), in: desk.paperArea)
    }

    /// The middle of an item on the screen.
    private func place(_ item: SizeRing.Item, _ desk: Desk, at tip: Point) throws -> Point {
      let place = try #require(ring(desk, at: tip).items.first { $0.item == item }?.position)
      return desk.at(place.x, place.y)
    }

    /// Hovers at a place and holds Control until the ring is there.
    private func open(_ desk: Desk, at tip: Point) throws {
      let bare = try desk.paper()
      desk.pen.hover(at: Point(tip.x - 2, tip.y))
      desk.pen.hover(at: tip)
      try desk.screen.settle()
      desk.screen.keyboard.hold(.control)
      try desk.screen.wait(for: "the ring") { _ in
        desk.screen.screenshot(of: desk.canvas).difference(from: bare).count > 3000
      }
      try desk.screen.waitUntilStill()
    }

    private func waitForNoRing(_ desk: Desk, like bare: Picture) throws {
      try desk.screen.wait(for: "no ring") { _ in
        desk.screen.screenshot(of: desk.canvas).difference(from: bare).count < 3000
      }
    }

    private func width(_ desk: Desk, _ y: Double, strokes: Int) async throws -> Double {
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 5, y) })
      desk.pen.proximityOut()
      _ = try await desk.kept(strokes)
      try desk.look()
      return desk.ink(around: desk.at(200, y), reach: 20).area(ofColumn: 20)
    }

    @Test func `S28 S29 a modifier held opens the ring at the tip, and a touch chooses a size`()
      async throws
    {
      let desk = try desk()
      let before = try await width(desk, 60, strokes: 1)
      let tip = desk.at(350, 300)
      let bare = try desk.paper()
      try open(desk, at: tip)
      let seen = desk.screen.screenshot(of: desk.canvas).difference(from: bare)
      let middle = desk.at(
        Double(seen.box.x) + Double(seen.box.width) / 2,
        Double(seen.box.y) + Double(seen.box.height) / 2)
      #expect(middle.distance(to: tip) <= 80)
      for i in 0..<5 {
        #expect(try place(.size(i), desk, at: tip).distance(to: tip) <= 120)
        #expect(try place(.color(i), desk, at: tip).distance(to: tip) <= 120)
      }
      desk.screen.keyboard.release(.control)
      // It stays to be touched.
      let large = try place(.size(4), desk, at: tip)
      desk.pen.hover(at: large)
      desk.pen.down(at: large)
      desk.pen.up()
      desk.pen.proximityOut()
      try waitForNoRing(desk, like: bare)
      let after = try await width(desk, 120, strokes: 2)
      #expect(after > 2.5 * before, "\(before), then \(after)")
      try desk.done()
    }

    @Test func `S26 S28 letting the modifier go over an item chooses it; hovering there does not`()
      async throws
    {
      let desk = try desk()
      let tip = desk.at(350, 300)
      let bare = try desk.paper()
      try open(desk, at: tip)
      let red = try place(.color(2), desk, at: tip)
      for i in 1...10 { desk.pen.hover(at: tip.lerp(to: red, Double(i) / 10)) }
      try desk.screen.waitUntilStill()
      desk.pen.hover(at: tip)
      // Over nothing: letting go chooses nothing, and the ring stays.
      try desk.screen.settle()
      desk.screen.keyboard.release(.control)
      try desk.screen.waitUntilStill()
      #expect(desk.screen.screenshot(of: desk.canvas).difference(from: bare).count > 3000)
      try desk.screen.keyboard.press("Escape")
      try waitForNoRing(desk, like: bare)
      // And once more, to the end.
      desk.pen.proximityOut()
      try open(desk, at: tip)
      for i in 1...10 { desk.pen.hover(at: tip.lerp(to: red, Double(i) / 10)) }
      try desk.screen.settle()
      desk.screen.keyboard.release(.control)
      try waitForNoRing(desk, like: bare)
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 60) })
      desk.pen.proximityOut()
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color.opaque == ToolPicker().ringColorChoices[2])
      try desk.done()
    }

    @Test func `S28 leaving, Escape, drawing and another key close the ring`() async throws {
      let desk = try desk()
      let tip = desk.at(350, 250)
      let bare = try desk.paper()
      let ways: [(Desk) throws -> Void] = [
        { desk in
          for i in 1...12 { desk.pen.hover(at: tip.lerp(to: desk.at(650, 500), Double(i) / 12)) }
        }, { $0.pen.proximityOut() }, { try $0.screen.keyboard.press("Escape") },
        { try $0.screen.keyboard.press("d") },
      ]
      for close in ways {
        try open(desk, at: tip)
        desk.screen.keyboard.release(.control)
        try close(desk)
        try waitForNoRing(desk, like: bare)
        desk.pen.proximityOut()
        try desk.screen.waitUntilStill()
      }
      try open(desk, at: tip)
      desk.screen.keyboard.release(.control)
      desk.pen.stroke((0...10).map { Point(tip.x + Double($0), tip.y) })
      desk.pen.proximityOut()
      try waitForNoRing(desk, like: bare)
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `S28 a shortcut with the modifier opens no ring, nor does a short press`() throws {
      let desk = try desk()
      let tip = desk.at(350, 250)
      desk.pen.hover(at: tip)
      try desk.screen.waitUntilStill()
      let seen = desk.screen.screenshot()
      desk.screen.keyboard.hold(.control)
      pause(0.1)
      desk.screen.keyboard.release(.control)
      pause(0.4)
      try desk.screen.waitUntilStill()
      #expect(desk.screen.screenshot() == seen)
      desk.screen.keyboard.hold(.control)
      pause(0.1)
      try desk.screen.keyboard.hold(key: "d")
      pause(0.5)
      try desk.screen.keyboard.release(key: "d")
      desk.screen.keyboard.release(.control)
      try desk.screen.waitUntilStill()
      #expect(desk.screen.screenshot() == seen)
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S28 with ink selected a colour of the ring is meant for it, as the palette's is`()
      async throws
    {
      let desk = try desk()
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 60) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      try desk.screen.keyboard.press("a", [.control])
      try desk.screen.waitUntilStill()
      let tip = desk.at(350, 300)
      let bare = try desk.paper()
      try open(desk, at: tip)
      desk.screen.keyboard.release(.control)
      let corner = desk.at(0, 0)
      // What selects has no sizes.
      let ring = SizeRing(
        sizes: 0, colors: 5, around: Point(tip.x - corner.x, tip.y - corner.y), in: desk.paperArea)
      let place = try #require(ring.items.first { $0.item == .color(2) }?.position)
      let red = desk.at(place.x, place.y)
      desk.pen.hover(at: red)
      desk.pen.down(at: red)
      desk.pen.up()
      desk.pen.proximityOut()
      try waitForNoRing(desk, like: bare)
      try await Kept.wait(for: "two steps", in: desk.path, by: desk.app) { $0.undoDepth == 2 }
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color.opaque == ToolPicker().ringColorChoices[2])
      // It is still selected.
      try desk.screen.keyboard.press("Delete")
      _ = try await desk.kept(0)
      try desk.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing in the ring`() async throws {
      let desk = try desk()
      let tip = desk.at(350, 300)
      let bare = try desk.paper()
      try open(desk, at: tip)
      desk.screen.keyboard.release(.control)
      desk.screen.touch.tap(at: try place(.color(2), desk, at: tip))
      desk.screen.touch.tap(at: try place(.size(4), desk, at: tip))
      #expect(try desk.paper().difference(from: bare).count > 3000, "the ring has closed")
      try desk.screen.keyboard.press("Escape")
      try waitForNoRing(desk, like: bare)
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 60) })
      desk.pen.proximityOut()
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink == ToolPicker().ink)
      try desk.done()
    }

    @Test func `S28 the keyboard reaches the ring, and a screen reader hears what is in it`()
      async throws
    {
      let desk = try desk()
      let tree = try AccessibleTree(desk.screen)
      try desk.screen.keyboard.press("r")
      try tree.wait(for: "Sizes and Colors")
      for name in ["Size 0.8", "Size 2", "Size 6.4", "Red"] { try tree.wait(for: name) }
      // From the size in use two steps on around the ring.
      try desk.screen.keyboard.press("Right")
      try desk.screen.keyboard.press("Right")
      try desk.screen.keyboard.press("Return")
      try tree.wait(forNo: "Size 6.4")
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 60) })
      desk.pen.proximityOut()
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.size == ToolPicker.presets(of: .brush("pen"))[4])
      // Opened and left by keyboard.
      try desk.screen.keyboard.press("r")
      try tree.wait(for: "Size 6.4")
      try desk.screen.keyboard.press("Escape")
      try tree.wait(forNo: "Size 6.4")
      try desk.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "nothing", in: desk.path, by: desk.app) { $0.strokes == 0 }
      try desk.done()
    }

    /// Whether the ring opens at a hovering tip while this is held for long enough.
    private func opens(_ modifier: Keyboard.Modifier, _ desk: Desk, at tip: Point) throws -> Bool {
      desk.pen.hover(at: Point(tip.x - 2, tip.y))
      desk.pen.hover(at: tip)
      try desk.screen.waitUntilStill()
      let bare = desk.screen.screenshot(of: desk.canvas)
      desk.screen.keyboard.hold(modifier)
      pause(0.5)
      try desk.screen.waitUntilStill()
      let seen = desk.screen.screenshot(of: desk.canvas).difference(from: bare).count > 3000
      desk.screen.keyboard.release(modifier)
      try desk.screen.keyboard.press("Escape")
      try waitForNoRing(desk, like: bare)
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill()
      return seen
    }

    @Test(arguments: ["none", "control", "shift", "alt"])
    func `S28 the ring opens by the key that is set, and by no other`(_ key: String) throws {
      let desk = try desk(["ring-key": "'\(key)'"])
      let modifiers: [(name: String, key: Keyboard.Modifier)] = [
        ("control", .control), ("shift", .shift), ("alt", .alt),
      ]
      for modifier in modifiers {
        #expect(
          try opens(modifier.key, desk, at: desk.at(350, 300)) == (modifier.name == key),
          "\(modifier.name) where \(key) is set")
      }
      try desk.done()
    }

    @Test(arguments: ["lower=sizes,nothing", "lower=nothing,sizes"])
    func
      `S28 S33 a button that is set to it opens the ring at a hovering brush, which then chooses`(
        _ map: String
      ) async throws
    {
      let desk = try desk(["pen-buttons": "'\(map)'"])
      try desk.screen.keyboard.press("b")
      let tip = desk.at(350, 300)
      let bare = try desk.paper()
      desk.pen.hover(at: Point(tip.x - 2, tip.y))
      desk.pen.hover(at: tip)
      try desk.screen.settle()
      desk.pen.press(.lower)
      if map.hasSuffix("sizes") {
        pause(0.08)
        desk.pen.press(.lower)
      }
      try desk.screen.wait(for: "the ring") { _ in
        desk.screen.screenshot(of: desk.canvas).difference(from: bare).count > 3000
      }
      try desk.screen.waitUntilStill()
      let seen = desk.screen.screenshot(of: desk.canvas).difference(from: bare)
      let middle = desk.at(
        Double(seen.box.x) + Double(seen.box.width) / 2,
        Double(seen.box.y) + Double(seen.box.height) / 2)
      #expect(middle.distance(to: tip) <= 80)
      let large = try place(.size(4), desk, at: tip)
      desk.pen.hover(at: large)
      desk.pen.down(at: large)
      desk.pen.up()
      try waitForNoRing(desk, like: bare)
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 60) })
      desk.pen.proximityOut()
      // One stroke: the touch on the ring left no dot.
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.brush == "brush")
      #expect(stroke.ink.size == ToolPicker.presets(of: .brush("brush"))[4])
      try desk.done()
    }
  }
}
