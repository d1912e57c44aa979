import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The canvas seen through its window.
  @Suite struct ViewTests {
    @Test func `resizing neither loses nor moves ink`() async throws {
      let desk = try Desk(size: PixelSize(width: 1000, height: 800), maximized: false)
      try desk.window.resize(to: PixelSize(width: 700, height: 500))
      try desk.look()
      for i in 0..<6 {
        let y = 40 + 70 * Double(i)
        desk.pen.stroke(
          (0...60).map { desk.at(30 + Double($0) * 10, y + Double($0 % 7)) }, rate: 960)
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(6)
      let before = try desk.paper()
      for (width, height) in [(500, 400), (900, 700), (420, 640), (701, 499), (700, 500)] {
        try desk.window.resize(to: PixelSize(width: width, height: height))
        try desk.look()
        let now = try desk.paper()
        let common = now.bounds.intersection(before.bounds)
        #expect(now.cropped(to: common).difference(from: before.cropped(to: common)).isEmpty)
      }
      #expect(try desk.paper() == before)
      try desk.window.maximize()
      try desk.look()
      #expect(try desk.paper().cropped(to: before.bounds) == before)
      try desk.window.maximize(false)
      try desk.look()
      #expect(try desk.paper() == before)
      try desk.done()
    }

    @Test func `resizing in mid-stroke neither loses nor moves its ink`() async throws {
      let desk = try Desk(size: PixelSize(width: 1000, height: 800), maximized: false)
      try desk.window.resize(to: PixelSize(width: 700, height: 500))
      try desk.look()
      desk.pen.down(at: desk.at(50, 200), force: 0.7)
      desk.pen.move(along: (1...40).map { desk.at(50 + Double($0) * 5, 200) })
      try desk.screen.waitUntilStill(for: 0.06)
      try desk.window.resize(to: PixelSize(width: 800, height: 600))
      desk.pen.move(along: (41...80).map { desk.at(50 + Double($0) * 5, 200) })
      desk.pen.up()
      #expect(
        try await desk.kept(1)[0].samples.map(\.position.x) == (0...80).map { 50 + Double($0) * 5 })
      let sight = InkSight(
        try desk.paper().cropped(to: PixelBox(x: 50, y: 190, width: 400, height: 20)))
      #expect((0..<400).allSatisfy { sight.area(ofColumn: $0) > 2 })
      try desk.done()
    }

    @Test func `S64 the wheel pans, and with Ctrl zooms about the pointer`() async throws {
      let desk = try Desk()
      let anchor = desk.at(300, 250)
      for p in [anchor, anchor + Vector(60, 0), anchor + Vector(0, 40)] {
        desk.pen.down(at: p, force: 1)
        desk.pen.up()
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(3)
      desk.screen.mouse.move(to: anchor)
      let before = try desk.paper()
      func expectInk(at places: [Point], _ situation: Comment) throws {
        try desk.screen.waitUntilStill()
        for p in places {
          let box = PixelBox(covering: Rect(center: p, radius: 10))
          let found = try #require(desk.ink(around: p, reach: 10).centroid, situation)
          let inked = Point(found.x + Double(box.x), found.y + Double(box.y))
          #expect(inked.distance(to: p) <= 1, situation)
        }
      }
      desk.screen.mouse.scroll(1)
      try expectInk(at: [anchor - Vector(0, 60), anchor + Vector(60, -60)], "panned down")
      desk.screen.mouse.scroll(-1)
      #expect(try desk.paperAtRest() == before)
      // With Shift sideways. (GDK 4.8 mixes up left and right of a wheel that tilts.)
      desk.screen.keyboard.hold(.shift)
      desk.screen.mouse.scroll(2)
      try expectInk(at: [anchor - Vector(120, 0), anchor - Vector(60, 0)], "panned right")
      desk.screen.mouse.scroll(-2)
      desk.screen.keyboard.release(.shift)
      #expect(try desk.paperAtRest() == before)
      // Two fingers on a touchpad move the paper as far as they go, and slow ones throw it nowhere.
      desk.screen.touchpad.scroll(by: Vector(40, 30), duration: 1)
      try expectInk(at: [anchor - Vector(40, 30), anchor + Vector(20, -30)], "panned by fingers")
      desk.screen.touchpad.scroll(by: Vector(-40, -30), duration: 1)
      try expectInk(at: [anchor, anchor + Vector(60, 0)], "and back")
      try desk.screen.keyboard.press("0", [.control])

      desk.screen.keyboard.hold(.control)
      desk.screen.mouse.scroll(-4)
      try expectInk(
        at: [anchor, anchor + Vector(120, 0), anchor + Vector(0, 80)], "zoomed in to twice the size"
      )
      // The pen marks where it is at any zoom.
      desk.screen.keyboard.release(.control)
      desk.pen.down(at: anchor + Vector(-100, 30), force: 0.5)
      desk.pen.up()
      desk.pen.proximityOut()
      try expectInk(at: [anchor + Vector(-100, 30)], "drawn at twice the size")
      let strokes = try await desk.kept(4)
      let place = try #require(strokes[3].samples.first).position
      #expect(place.distance(to: Point(300 - 50, 250 + 15)) < 0.6)
      try desk.screen.keyboard.press("z", [.control])
      desk.screen.mouse.move(to: anchor)
      desk.screen.keyboard.hold(.control)
      desk.screen.mouse.scroll(4)
      desk.screen.keyboard.release(.control)
      try expectInk(at: [anchor, anchor + Vector(60, 0), anchor + Vector(0, 40)], "zoomed back")
      try desk.screen.keyboard.press("0", [.control])
      try desk.done()
    }

    @Test func `the wheel under a pen that is down moves nothing`() async throws {
      let desk = try Desk()
      desk.pen.down(at: desk.at(100, 100), force: 0.7)
      desk.pen.move(along: (1...20).map { desk.at(100 + Double($0) * 5, 100) })
      let before = try desk.paper()
      desk.screen.mouse.move(to: desk.at(500, 300))
      desk.screen.mouse.scroll(3)
      desk.screen.mouse.leave()
      #expect(try desk.paper() == before)
      desk.pen.move(along: (21...40).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.up()
      let sight = InkSight(
        try desk.paper().cropped(to: PixelBox(x: 100, y: 90, width: 200, height: 20)))
      #expect((0..<200).allSatisfy { sight.area(ofColumn: $0) > 2 })
      #expect(try await desk.kept(1)[0].samples.count == 41)
      try desk.done()
    }
  }
}
