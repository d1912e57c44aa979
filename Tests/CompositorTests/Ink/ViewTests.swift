import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The canvas seen through its window.
  @Suite struct ViewTests {
    @Test func `resizing neither loses nor moves ink`() async throws {
      // Without tools, which change their edge with the shape of the window.
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 800), maximized: false, profile: .barePaper)
      try fixture.window.resize(to: PixelSize(width: 700, height: 500))
      try fixture.findCanvas()
      for i in 0..<6 {
        let y = 40 + 70 * Double(i)
        fixture.pen.stroke(
          (0...60).map { fixture.at(30 + Double($0) * 10, y + Double($0 % 7)) }, rate: 960)
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(6)
      let before = try fixture.paper()
      for (width, height) in [(500, 400), (900, 700), (420, 640), (701, 499), (700, 500)] {
        try fixture.window.resize(to: PixelSize(width: width, height: height))
        try fixture.findCanvas()
        let now = try fixture.paper()
        let common = now.bounds.intersection(before.bounds)
        #expect(now.cropped(to: common).difference(from: before.cropped(to: common)).isEmpty)
      }
      #expect(try fixture.paper() == before)
      try fixture.window.maximize()
      try fixture.findCanvas()
      #expect(try fixture.paper().cropped(to: before.bounds) == before)
      try fixture.window.maximize(false)
      try fixture.findCanvas()
      #expect(try fixture.paper() == before)
      try fixture.done()
    }

    @Test func `resizing in mid-stroke neither loses nor moves its ink`() async throws {
      let fixture = try AppFixture(size: PixelSize(width: 1000, height: 800), maximized: false)
      try fixture.window.resize(to: PixelSize(width: 700, height: 500))
      try fixture.findCanvas()
      fixture.pen.down(at: fixture.at(50, 200), force: 0.7)
      fixture.pen.move(along: (1...40).map { fixture.at(50 + Double($0) * 5, 200) })
      try fixture.screen.waitUntilStill(for: 0.06)
      try fixture.window.resize(to: PixelSize(width: 800, height: 600))
      fixture.pen.move(along: (41...80).map { fixture.at(50 + Double($0) * 5, 200) })
      fixture.pen.up()
      #expect(
        try await fixture.kept(1)[0].samples.map(\.position.x)
          == (0...80).map { 50 + Double($0) * 5 })
      let sight = InkSight(
        try fixture.paper().cropped(to: PixelBox(x: 50, y: 190, width: 400, height: 20)))
      #expect((0..<400).allSatisfy { sight.area(ofColumn: $0) > 2 })
      try fixture.done()
    }

    @Test func `S64 the wheel pans, and with Ctrl zooms about the pointer`() async throws {
      let fixture = try AppFixture()
      let anchor = fixture.at(300, 250)
      for p in [anchor, anchor + Vector(60, 0), anchor + Vector(0, 40)] {
        fixture.pen.down(at: p, force: 1)
        fixture.pen.up()
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      fixture.screen.mouse.move(to: anchor)
      let before = try fixture.paper()
      func expectInk(at positions: [Point], _ situation: Comment) throws {
        try fixture.screen.waitUntilStill()
        for p in positions {
          let box = PixelBox(covering: Rect(center: p, radius: 10))
          let found = try #require(fixture.ink(around: p, reach: 10).centroid, situation)
          let inked = Point(found.x + Double(box.x), found.y + Double(box.y))
          #expect(inked.distance(to: p) <= 1, situation)
        }
      }
      fixture.screen.mouse.scroll(1)
      try expectInk(at: [anchor - Vector(0, 60), anchor + Vector(60, -60)], "panned down")
      fixture.screen.mouse.scroll(-1)
      #expect(try fixture.paperAtRest() == before)
      // With Shift sideways. (GDK 4.8 mixes up left and right of a wheel that tilts.)
      fixture.screen.keyboard.hold(.shift)
      fixture.screen.mouse.scroll(2)
      try expectInk(at: [anchor - Vector(120, 0), anchor - Vector(60, 0)], "panned right")
      fixture.screen.mouse.scroll(-2)
      fixture.screen.keyboard.release(.shift)
      #expect(try fixture.paperAtRest() == before)
      // Two fingers on a touchpad move the paper as far as they go, and slow ones throw it nowhere.
      fixture.screen.touchpad.scroll(by: Vector(40, 30), duration: 1)
      try expectInk(at: [anchor - Vector(40, 30), anchor + Vector(20, -30)], "panned by fingers")
      fixture.screen.touchpad.scroll(by: Vector(-40, -30), duration: 1)
      try expectInk(at: [anchor, anchor + Vector(60, 0)], "and back")
      try fixture.screen.keyboard.press("0", [.control])

      fixture.screen.keyboard.hold(.control)
      fixture.screen.mouse.scroll(-4)
      try expectInk(
        at: [anchor, anchor + Vector(120, 0), anchor + Vector(0, 80)], "zoomed in to twice the size"
      )
      // The pen marks where it is at any zoom.
      fixture.screen.keyboard.release(.control)
      fixture.pen.down(at: anchor + Vector(-100, 30), force: 0.5)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try expectInk(at: [anchor + Vector(-100, 30)], "drawn at twice the size")
      let strokes = try await fixture.kept(4)
      let position = try #require(strokes[3].samples.first).position
      #expect(position.distance(to: Point(300 - 50, 250 + 15)) < 0.6)
      try fixture.screen.keyboard.press("z", [.control])
      fixture.screen.mouse.move(to: anchor)
      fixture.screen.keyboard.hold(.control)
      fixture.screen.mouse.scroll(4)
      fixture.screen.keyboard.release(.control)
      try expectInk(at: [anchor, anchor + Vector(60, 0), anchor + Vector(0, 40)], "zoomed back")
      try fixture.screen.keyboard.press("0", [.control])
      try fixture.done()
    }

    @Test func `the wheel under a pen that is down moves nothing`() async throws {
      let fixture = try AppFixture()
      fixture.pen.down(at: fixture.at(100, 100), force: 0.7)
      fixture.pen.move(along: (1...20).map { fixture.at(100 + Double($0) * 5, 100) })
      let before = try fixture.paper()
      fixture.screen.mouse.move(to: fixture.at(500, 300))
      fixture.screen.mouse.scroll(3)
      fixture.screen.mouse.leave()
      #expect(try fixture.paper() == before)
      fixture.pen.move(along: (21...40).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.up()
      let sight = InkSight(
        try fixture.paper().cropped(to: PixelBox(x: 100, y: 90, width: 200, height: 20)))
      #expect((0..<200).allSatisfy { sight.area(ofColumn: $0) > 2 })
      #expect(try await fixture.kept(1)[0].samples.count == 41)
      try fixture.done()
    }
  }
}
