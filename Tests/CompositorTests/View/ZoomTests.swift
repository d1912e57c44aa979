import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Zooming, as the eye follows it.
  @Suite struct ZoomTests {
    @Test(arguments: [1, 2])
    func `S77 the point under the pointer stays within a pixel through any zoom`(
      scale: Int
    ) async throws {
      let fixture = try AppFixture(scale: scale)
      let anchor = fixture.at(317.5, 203)
      fixture.pen.down(at: anchor, force: 1)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      fixture.screen.mouse.move(to: anchor)
      fixture.screen.keyboard.hold(.control)
      var zoom = 1.0
      for notches in [-3, -6, 2, 9, -1, -13, 7] {
        fixture.screen.mouse.scroll(notches)
        for _ in 0..<abs(notches) { zoom *= notches < 0 ? 1.189207 : 1 / 1.189207 }
        let seen = try fixture.dot(near: anchor, reach: 8 + 3 * zoom)
        #expect(seen.distance(to: anchor) <= 1 / Double(scale), "at \(zoom)")
      }
      fixture.screen.keyboard.release(.control)
      // Fingers that pinch on a touchpad, turning as they do.
      for (factor, turn) in [(2.0, 0.0), (0.6, 0.9), (1.7, -1.6)] {
        fixture.screen.touchpad.pinch(scale: factor, rotate: turn)
        zoom *= factor
        let seen = try fixture.dot(near: anchor, reach: 8 + 3 * zoom)
        #expect(seen.distance(to: anchor) <= 1 / Double(scale), "pinched to \(zoom)")
      }
      try fixture.done()
    }

    @Test func `a pinch on a touchpad that the desktop takes over leaves the view where it was`()
      async throws
    {
      let fixture = try AppFixture()
      for p in [fixture.at(300, 200), fixture.at(400, 300)] {
        fixture.pen.down(at: p, force: 1)
        fixture.pen.up()
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let before = try fixture.paperAtRest()
      fixture.screen.mouse.move(to: fixture.at(350, 240))
      fixture.screen.touchpad.pinch(scale: 1.6, rotate: 0.8, by: Vector(30, 20), cancelled: true)
      fixture.screen.mouse.leave()
      #expect(try fixture.paperAtRest() == before)
      try fixture.done()
    }

    @Test func `S64 the keyboard zooms by round steps, fits the drawing and gets back to 100 %`()
      async throws
    {
      let fixture = try AppFixture()
      let positions = [fixture.at(200, 100), fixture.at(600, 400)]
      for p in positions {
        fixture.pen.down(at: p, force: 1)
        fixture.pen.up()
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let before = try fixture.paper()
      let keyboard = fixture.screen.keyboard
      let center = fixture.middle
      func expectDots(at zoom: Double) throws {
        for p in positions {
          let expected = center + (p - center) * zoom
          let seen = try fixture.dot(near: expected, reach: 10)
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
      #expect(try fixture.paperAtRest() == before)
      // All of the drawing, from one margin to the other.
      try keyboard.press("1")
      let wide = min(
        (Double(fixture.wholeCanvas.width) - 48) / 403.2,
        (Double(fixture.wholeCanvas.height) - 48) / 303.2)
      for (p, side) in zip(positions, [-1.0, 1]) {
        let expected = center + Vector(200 * side, 150 * side) * wide
        _ = p
        let seen = try fixture.dot(near: expected, reach: 16)
        #expect(seen.distance(to: expected) <= 1)
      }
      try keyboard.press("0", [.control])
      try fixture.done()
    }

    @Test func `ink does not go while it dries and the view moves away`() async throws {
      let fixture = try AppFixture()
      let p = fixture.at(300, 200)
      fixture.screen.mouse.move(to: p)
      fixture.screen.keyboard.hold(.control)
      fixture.pen.stroke((0...30).map { p + Vector(Double($0 - 15) * 3, 0) }, rate: 960, force: 1)
      // Zoomed in the moment the pen lifts: the line's middle stays inked in every frame.
      let box = PixelBox(covering: Rect(center: p, radius: 2))
      try fixture.waitForInk(at: p)
      fixture.screen.watch(box)
      fixture.screen.clearLog()
      for _ in 0..<6 {
        fixture.screen.mouse.scroll(-1)
        pause(0.02)
      }
      fixture.screen.keyboard.release(.control)
      try fixture.screen.waitUntilStill()
      for capture in fixture.screen.captures {
        #expect(InkSight(capture.picture).pixels(above: 0.3) > 0)
      }
      fixture.screen.watch(nil)
      fixture.pen.proximityOut()
      try fixture.done()
    }
  }
}
