import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// Zooming, as the eye follows it.
  @Suite struct ZoomTests {
    /// A dot, and where the eye finds it near a place, in logical pixels of the screen.
    private func dot(near p: Point, reach: Double, on desk: Desk) throws -> Point {
      let k = desk.screen.density
      let box = PixelBox(covering: Rect(center: Point(p.x * k, p.y * k), radius: reach * k))
      let found = try #require(
        InkSight(try desk.screen.waitUntilStill().cropped(to: box)).centroid)
      return Point((found.x + Double(box.x)) / k, (found.y + Double(box.y)) / k)
    }

    @Test(arguments: [1, 2])
    func `S77 the point under the pointer stays within a pixel through any zoom`(
      scale: Int
    ) async throws {
      let desk = try Desk(scale: scale)
      let anchor = desk.at(317.5, 203)
      desk.pen.down(at: anchor, force: 1)
      desk.pen.up()
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      desk.screen.mouse.move(to: anchor)
      desk.screen.keyboard.hold(.control)
      var zoom = 1.0
      for notches in [-3, -6, 2, 9, -1, -13, 7] {
        desk.screen.mouse.scroll(notches)
        for _ in 0..<abs(notches) { zoom *= notches < 0 ? 1.189207 : 1 / 1.189207 }
        let seen = try dot(near: anchor, reach: 8 + 3 * zoom, on: desk)
        #expect(seen.distance(to: anchor) <= 1 / Double(scale), "at \(zoom)")
      }
      desk.screen.keyboard.release(.control)
      // Fingers that pinch on a touchpad, turning as they do.
      for (factor, turn) in [(2.0, 0.0), (0.6, 0.9), (1.7, -1.6)] {
        desk.screen.touchpad.pinch(scale: factor, rotate: turn)
        zoom *= factor
        let seen = try dot(near: anchor, reach: 8 + 3 * zoom, on: desk)
        #expect(seen.distance(to: anchor) <= 1 / Double(scale), "pinched to \(zoom)")
      }
      try desk.done()
    }

    @Test func `a pinch on a touchpad that the desktop takes over leaves the view where it was`()
      async throws
    {
      let desk = try Desk()
      for p in [desk.at(300, 200), desk.at(400, 300)] {
        desk.pen.down(at: p, force: 1)
        desk.pen.up()
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      let before = try desk.paperAtRest()
      desk.screen.mouse.move(to: desk.at(350, 240))
      desk.screen.touchpad.pinch(scale: 1.6, rotate: 0.8, by: Vector(30, 20), cancelled: true)
      desk.screen.mouse.leave()
      #expect(try desk.paperAtRest() == before)
      try desk.done()
    }

    @Test func `S64 the keyboard zooms by round steps, fits the drawing and gets back to 100 %`()
      async throws
    {
      let desk = try Desk()
      let places = [desk.at(200, 100), desk.at(600, 400)]
      for p in places {
        desk.pen.down(at: p, force: 1)
        desk.pen.up()
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      let before = try desk.paper()
      let keyboard = desk.screen.keyboard
      let center = Point(
        Double(desk.canvas.x) + Double(desk.canvas.width) / 2,
        Double(desk.canvas.y) + Double(desk.canvas.height) / 2)
      func expectDots(at zoom: Double) throws {
        for p in places {
          let expected = center + (p - center) * zoom
          let seen = try dot(near: expected, reach: 10, on: desk)
          #expect(seen.distance(to: expected) <= 1, "at \(zoom)")
        }
      }
      try keyboard.press("plus")
      try expectDots(at: 1.25)
      try keyboard.press("plus")
      try expectDots(at: 1.5)
      try keyboard.press("minus", [.control])
      try keyboard.press("minus")
      try keyboard.press("minus")
      try expectDots(at: 0.8)
      try keyboard.press("0")
      try expectDots(at: 1)
      #expect(try desk.paperAtRest() == before)
      // All of the drawing, from one margin to the other.
      try keyboard.press("1")
      let wide = min(752.0 / 403.2, (Double(desk.canvas.height) - 48) / 303.2)
      for (p, side) in zip(places, [-1.0, 1]) {
        let expected = center + Vector(200 * side, 150 * side) * wide
        _ = p
        let seen = try dot(near: expected, reach: 16, on: desk)
        #expect(seen.distance(to: expected) <= 1)
      }
      try keyboard.press("0", [.control])
      try desk.done()
    }

    @Test func `ink does not go while it dries and the view moves away`() async throws {
      let desk = try Desk()
      let p = desk.at(300, 200)
      desk.screen.mouse.move(to: p)
      desk.screen.keyboard.hold(.control)
      desk.pen.stroke((0...30).map { p + Vector(Double($0 - 15) * 3, 0) }, rate: 960, force: 1)
      // Zoomed in the moment the pen lifts: the line's middle stays inked in every frame.
      let box = PixelBox(covering: Rect(center: p, radius: 2))
      try desk.waitForInk(at: p)
      desk.screen.watch(box)
      desk.screen.clearLog()
      for _ in 0..<6 {
        desk.screen.mouse.scroll(-1)
        pause(0.02)
      }
      desk.screen.keyboard.release(.control)
      try desk.screen.waitUntilStill()
      for capture in desk.screen.captures {
        #expect(InkSight(capture.picture).pixels(above: 0.3) > 0)
      }
      desk.screen.watch(nil)
      desk.pen.proximityOut()
      try desk.done()
    }
  }
}
