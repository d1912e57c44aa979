import Canvas
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

    @Test func `S60 the upper edge of a drawing that is fitted to the width is below the tools`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      // Taller than the window once it is as broad.
      for y in [350.0, 640] {
        fixture.pen.stroke((0...30).map { fixture.at(200 + Double($0) * 12, y) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("2", [.control])
      try fixture.screen.waitUntilStill(for: 1)
      let tools = fixture.pickerFrame()
      let below = PixelBox(
        x: fixture.wholeCanvas.x, y: Int(tools.maxY) + 24, width: fixture.wholeCanvas.width,
        height: 100)
      let ink = fixture.screen.screenshot(of: below).pixels { $0.luma < 0.25 }
      #expect(ink.box.width > fixture.wholeCanvas.width - 60, "\(ink.box)")
      #expect(ink.box.y <= 4, "\(ink.box)")
      try fixture.done()
    }

    @Test(arguments: ["left", "right", "top"])
    func `S60 what is fitted to the width, or as a whole, lies beside the tools`(
      edge: String
    ) async throws {
      let fixture = try AppFixture(
        size: PixelSize(width: 1000, height: 800),
        preferences: [
          .pickerPlacements: .init(text: "'landscape=\(edge):0.5 portrait=\(edge):0.5'")
        ])
      // Two lines far apart, beyond what is seen at first.
      for y in [250.0, 420] {
        fixture.pen.stroke((0...30).map { fixture.at(200 + Double($0) * 18, y) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let placement = PickerPlacement(
        .docked(try #require(PickerPlacement.Edge(rawValue: edge)), along: 0.5))
      let tools = fixture.pickerFrame(placement)
      for key in ["2", "1"] {
        try fixture.screen.keyboard.press(key, [.control])
        try fixture.screen.waitUntilStill(for: 1)
        let whole = fixture.wholeCanvas
        let picture = fixture.screen.screenshot(of: whole)
        // The ink is nearly black; tools have black too, so theirs are left out.
        var left = Int.max, right = 0, top = Int.max
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let p = Point(Double(whole.x + x), Double(whole.y + y))
            guard picture[x, y].luma < 0.25, !tools.outset(by: 12).contains(p) else { continue }
            (left, right, top) = (min(left, x), max(right, x), min(top, y))
          }
        }
        let (l, r) = (Double(whole.x + left), Double(whole.x + right))
        let low = edge == "left" ? tools.maxX : Double(whole.x)
        let high = edge == "right" ? tools.minX : Double(whole.maxX)
        // The margin is 24.
        #expect(abs(l - low - 24) <= 4, "\(key): from \(l), the room from \(low)")
        #expect(abs(high - r - 24) <= 4, "\(key): to \(r), the room to \(high)")
        if edge == "top" { #expect(Double(whole.y + top) > tools.maxY) }
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
      // All of the drawing, from one margin to the other, beside the tools.
      try keyboard.press("1")
      let room = fixture.room
      let wide = min((room.width - 48) / 403.2, (room.height - 48) / 303.2)
      for (p, side) in zip(positions, [-1.0, 1]) {
        let expected = room.center + Vector(200 * side, 150 * side) * wide
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
