import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The paper in the hands of fingers on the screen.
  @Suite struct TouchViewTests {
    /// A desk with dots drawn by pen, which then is away.
    private func start(
      _ dots: [(Double, Double)], finger: String = "pan",
      size: PixelSize = PixelSize(width: 800, height: 600)
    ) async throws -> (desk: Desk, dots: [Point]) {
      let desk = try Desk(size: size, finger: finger)
      let places = dots.map { desk.at($0.0, $0.1) }
      for p in places {
        desk.pen.down(at: p, force: 1)
        desk.pen.up()
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(places.count)
      pause(0.6)
      return (desk, places)
    }

    /// Where the eye finds a dot near a place.
    private func dot(near p: Point, reach: Double = 14, on desk: Desk) throws -> Point {
      let box = PixelBox(covering: Rect(center: p, radius: reach))
      let found = try #require(InkSight(try desk.screen.waitUntilStill().cropped(to: box)).centroid)
      return Point(found.x + Double(box.x), found.y + Double(box.y))
    }

    /// Two fingers that come to rest before they lift, so that nothing coasts.
    private func pinch(
      _ desk: Desk, _ center: Point, from: Double, to: Double, rotate: Double, by way: Vector
    ) {
      func places(_ part: Double) -> [(Int, Point)] {
        let arm = Vector(angle: rotate * part) * (from + (to - from) * part)
        return [(0, center + way * part + arm), (1, center + way * part - arm)]
      }
      desk.screen.touch.down(places(0).map { ($0.0, $0.1) })
      for i in 1...30 {
        pause(0.008)
        desk.screen.touch.move(places(Double(i) / 30).map { ($0.0, $0.1) })
      }
      pause(0.15)
      desk.screen.touch.up([0, 1])
    }

    @Test(arguments: ["draw", "pan"])
    func `S77 S87 two fingers pan, zoom and turn in one, and what they hold stays under them`(
      finger: String
    ) async throws {
      let center = (340.0, 260.0)
      let (desk, dots) = try await start(
        [center, (420, 260), (340, 300)], finger: finger)
      let middle = dots[0]
      let way = Vector(60, -40)
      // The dead zone takes a bit of the turn; the rest is the paper's.
      pinch(desk, middle, from: 60, to: 105, rotate: 0.8, by: way)
      let turn = AffineTransform.rotation(0.8 - 0.21)
      for p in dots {
        let expected = middle + way + turn(p - middle) * 1.75
        let seen = try dot(near: expected, on: desk)
        #expect(seen.distance(to: expected) <= 1, "\(p)")
      }
      // And back: a small turn is none, and fingers that pinch leave no ink.
      pinch(desk, middle + way, from: 105, to: 60, rotate: 0.15, by: way * -1)
      for p in dots {
        let expected = middle + turn(p - middle)
        #expect(try dot(near: expected, on: desk).distance(to: expected) <= 1)
      }
      #expect(try await desk.kept(3).count == 3)
      try desk.done()
    }

    @Test func `S8 a finger moves the paper once a pen has been seen, and throws it`() async throws
    {
      // Settings as they come.
      let desk = try Desk(size: PixelSize(width: 1000, height: 700))
      let place = desk.at(200, 300)
      desk.pen.down(at: place, force: 1)
      desk.pen.up()
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      pause(0.6)
      let touch = desk.screen.touch
      touch.down(1, at: desk.at(400, 400))
      for i in 1...30 {
        touch.move(1, to: desk.at(400 + Double(i) * 4, 400 - Double(i)))
        pause(0.008)
      }
      pause(0.15)
      touch.up(1)
      let moved = place + Vector(120, -30)
      #expect(try dot(near: moved, on: desk).distance(to: moved) <= 1)
      // Thrown, it goes on after the finger has lifted, and stops by itself.
      touch.swipe(fingers: 1, from: desk.at(300, 400), by: Vector(100, 0), duration: 0.12)
      try desk.screen.waitUntilStill(for: 0.6)
      let box = PixelBox(
        x: desk.canvas.x, y: Int(moved.y) - 8, width: desk.canvas.width, height: 16)
      let sight = InkSight(desk.screen.screenshot(of: box))
      let x = try #require(sight.centroid).x
      #expect(x > moved.x + 100 + 60)
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `S64 paper thrown on a touchpad coasts, and stops where it is touched again`()
      async throws
    {
      let (desk, dots) = try await start([(100, 300)], size: PixelSize(width: 1400, height: 700))
      let box = PixelBox(
        x: desk.canvas.x, y: Int(dots[0].y) - 8, width: desk.canvas.width, height: 16)
      func x() -> Double { InkSight(desk.screen.screenshot(of: box)).centroid?.x ?? .nan }
      desk.screen.mouse.move(to: desk.at(700, 400))
      let touchpad = desk.screen.touchpad
      touchpad.scroll(by: Vector(-160, 0), duration: 0.12)
      try desk.screen.waitUntilStill(for: 0.6)
      let thrown = x()
      #expect(thrown > 100 + 160 + 60, "\(thrown)")
      // Put down before the fingers lift, it stays.
      touchpad.scroll(by: Vector(40, 0), duration: 1.2)
      try desk.screen.waitUntilStill(for: 0.6)
      #expect(abs(x() - (thrown - 40)) <= 1)
      // Fingers that come to rest on the touchpad stop it.
      touchpad.scroll(by: Vector(-160, 0), duration: 0.1)
      touchpad.hold(duration: 0.02)
      try desk.screen.settle()
      let stopped = x()
      try desk.screen.waitUntilStill(for: 0.6)
      #expect(abs(x() - stopped) <= 1)
      #expect(stopped < thrown - 40 + 160 + 60)
      // So does the pen, where it comes down.
      touchpad.scroll(by: Vector(160, 0), duration: 0.1)
      desk.pen.down(at: desk.at(700, 100))
      try desk.screen.settle()
      let held = x()
      pause(0.3)
      #expect(abs(x() - held) <= 1)
      desk.pen.up()
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `a touch stops paper that coasts`() async throws {
      let (desk, dots) = try await start([(100, 300)], size: PixelSize(width: 1400, height: 700))
      let touch = desk.screen.touch
      touch.swipe(fingers: 1, from: desk.at(200, 400), by: Vector(160, 0), duration: 0.1)
      pause(0.1)
      touch.down(1, at: desk.at(700, 500))
      pause(0.1)
      let box = PixelBox(
        x: desk.canvas.x, y: Int(dots[0].y) - 8, width: desk.canvas.width, height: 16)
      let then = InkSight(desk.screen.screenshot(of: box)).centroid?.x
      pause(0.2)
      #expect(InkSight(desk.screen.screenshot(of: box)).centroid?.x == then)
      touch.up(1)
      try desk.screen.waitUntilStill(for: 0.4)
      #expect(InkSight(desk.screen.screenshot(of: box)).centroid?.x == then)
      try desk.done()
    }

    @Test func `S81 a double tap zooms in about the tap, and the next one back`() async throws {
      let (desk, dots) = try await start([(300, 200), (340, 200)])
      let before = try desk.paperAtRest()
      func doubleTap(_ p: Point) {
        desk.screen.touch.tap(at: p)
        pause(0.08)
        desk.screen.touch.tap(at: p)
      }
      doubleTap(dots[0])
      try desk.screen.waitUntilStill(for: 0.4)
      for (p, expected) in [(dots[0], dots[0]), (dots[1], dots[0] + Vector(100, 0))] {
        #expect(try dot(near: expected, on: desk).distance(to: expected) <= 1, "\(p)")
      }
      doubleTap(desk.at(500, 400))
      try desk.screen.waitUntilStill(for: 0.4)
      #expect(try desk.paperAtRest() == before)
      // A near miss: two taps far apart.
      desk.screen.touch.tap(at: desk.at(200, 400))
      pause(0.08)
      desk.screen.touch.tap(at: desk.at(400, 400))
      #expect(try desk.paperAtRest() == before)
      #expect(try await desk.kept(2).count == 2)
      try desk.done()
    }

    @Test func `S77 beyond its limits the zoom gives way, and comes back when the fingers lift`()
      async throws
    {
      let (desk, dots) = try await start([(300, 260), (500, 260)])
      let middle = dots[0].lerp(to: dots[1], 0.5)
      func expectDots(at scale: Double, _ slack: Double) throws {
        for p in dots {
          let expected = middle + (p - middle) * scale
          #expect(try dot(near: expected, on: desk).distance(to: expected) <= slack, "\(scale)")
        }
      }
      // To 10 %, and as far again.
      pinch(desk, middle, from: 240, to: 48, rotate: 0, by: .zero)
      try desk.screen.waitUntilStill(for: 0.4)
      try expectDots(at: 0.2, 1)
      let touch = desk.screen.touch
      touch.down([(0, middle + Vector(200, 0)), (1, middle - Vector(200, 0))])
      for i in 1...30 {
        let arm = Vector(200 - Double(i) * 5, 0)
        touch.move([(0, middle + arm), (1, middle - arm)])
        pause(0.008)
      }
      let held = try desk.paper()
      touch.up([0, 1])
      try desk.screen.waitUntilStill(for: 0.5)
      #expect(try desk.paperAtRest() != held)
      // At 10 % the dots are as far apart as a tenth of what they were; the eye sees one mark.
      let box = PixelBox(covering: Rect(center: middle, radius: 30))
      let sight = InkSight(desk.screen.screenshot(of: box))
      let inked = (0..<sight.width).filter { sight.area(ofColumn: $0) > 0.01 }
      let breadth = Double((inked.last ?? 0) - (inked.first ?? 0))
      #expect(abs(breadth - 20) <= 2)
      try desk.done()
    }

    @Test func `a pinch that the desktop takes over leaves the view where it was`() async throws {
      let (desk, _) = try await start([(300, 200), (400, 300)])
      let before = try desk.paperAtRest()
      let touch = desk.screen.touch
      touch.down([(1, desk.at(300, 300)), (2, desk.at(400, 300))])
      for i in 1...20 {
        touch.move([
          (1, desk.at(300 - Double(i) * 4, 300)), (2, desk.at(400 + Double(i) * 4, 310)),
        ])
        pause(0.008)
      }
      try desk.screen.settle()
      #expect(try desk.paper() != before)
      touch.cancel()
      #expect(try desk.paperAtRest() == before)
      touch.tap(fingers: 2, at: desk.at(300, 300))
      try await Kept.wait(for: "one stroke undone", in: desk.path) { $0.strokes == 1 }
      try desk.done()
    }

    @Test func `S83 four fingers are the system's: nothing moves, nothing is drawn or undone`()
      async throws
    {
      for finger in ["draw", "pan"] {
        let (desk, _) = try await start([(300, 200)], finger: finger)
        let before = try desk.paperAtRest()
        desk.screen.touch.swipe(fingers: 4, from: desk.at(400, 300), by: Vector(-250, 0))
        desk.screen.touch.tap(fingers: 4, at: desk.at(400, 300))
        #expect(try desk.paperAtRest() == before)
        let info = try #require(await Kept.info(desk.path))
        #expect(info.strokes == 1 && info.redoDepth == 0)
        try desk.done()
      }
    }

    @Test func `S87 with the option on, two fingers far from the pen pan while it draws`()
      async throws
    {
      let desk = try Desk(
        size: PixelSize(width: 1000, height: 700)
      ) {
        try App.writeSettings(["pan-beside-pen": "true"], for: $0)
      }
      let touch = desk.screen.touch
      desk.pen.down(at: desk.at(800, 300), force: 0.6)
      desk.pen.move(to: desk.at(802, 300))
      touch.down([(1, desk.at(150, 300)), (2, desk.at(220, 300))])
      for i in 1...25 {
        touch.move([
          (1, desk.at(150, 300 + Double(i) * 4)), (2, desk.at(220, 300 + Double(i) * 4)),
        ])
        desk.pen.move(to: desk.at(802, 300))
        pause(0.01)
      }
      touch.up([1, 2])
      desk.pen.move(to: desk.at(803, 300))
      desk.pen.up()
      desk.pen.proximityOut()
      // The paper went by under a pen that stood still: a line as long as the way.
      let stroke = try await desk.kept(1)[0]
      let ys = stroke.samples.map(\.position.y)
      #expect(abs((ys.max() ?? 0) - (ys.min() ?? 0) - 100) < 6)
      try desk.done()
    }
  }
}
