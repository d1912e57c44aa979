import Canvas
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Previews stay nowhere when their pen has gone, and lie over nothing but paper.
  @Suite struct HoverPositionsTests {
    /// On the paper where the banner will lie, and below it.
    @Test(arguments: [8.0, 300])
    func `S30 a banner that comes over a resting mouse leaves the preview to the pen`(
      y: Double
    ) throws {
      let fixture = try HoverTests.fixture()
      try HoverTests.broaden(fixture)
      let p = fixture.at(300, 350)
      fixture.screen.mouse.move(to: fixture.at(600, y + 2))
      fixture.screen.mouse.move(to: fixture.at(600, y))
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      let before = fixture.screen.screenshot(of: fixture.canvas)
      // There is nothing on the clipboard that can be pasted.
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.wait(for: "a banner") { _ in
        fixture.screen.screenshot(of: fixture.canvas).difference(from: before).count > 2000
      }
      try fixture.screen.waitUntilStill(for: 0.4)
      #expect(fixture.ink(around: p).pixels(above: 0.3) > 0, "the preview is gone")
      try fixture.done()
    }

    @Test func `a mouse that leaves while a pen is near does not make the pen's preview stay`()
      throws
    {
      let fixture = try HoverTests.fixture()
      try HoverTests.broaden(fixture)
      let p = fixture.at(300, 250)
      fixture.pen.hover(at: Point(p.x - 4, p.y))
      fixture.screen.mouse.move(to: fixture.at(200, 150))
      fixture.screen.mouse.leave()
      try fixture.screen.settle()
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.ink(around: p, reach: 40).area < 0.1
      }
      // The same when the pen goes on over the header.
      fixture.screen.mouse.move(to: fixture.at(200, 150))
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.screen.mouse.leave()
      try fixture.screen.settle()
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      for i in 0..<4 {
        fixture.pen.hover(at: Point(p.x + Double(i), Double(fixture.canvas.y) - 20))
      }
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.ink(around: p, reach: 40).area < 0.1
      }
      try fixture.done()
    }

    @Test(arguments: ["p", "h"])
    func `a pen that goes leaves no preview behind, whatever it did just before`(_ key: String)
      throws
    {
      let fixture = try HoverTests.fixture(InkPresenter.direct.preferences)
      // The pen is in the hand already; its key would open its options.
      if key != "p" { try fixture.screen.keyboard.press(key) }
      let bare = try fixture.paper()
      var generator = SeededGenerator(seed: 5)
      for _ in 0..<40 {
        var drawn = 0
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let p = fixture.at(
            Double.random(in: 100...500, using: &generator),
            Double.random(in: 100...300, using: &generator))
          if generator.once(in: 2) { fixture.pen.hover(at: p) }
          if generator.once(in: 2) {
            fixture.pen.down(at: p, force: 0.5)
            for i in 0..<Int.random(in: 0...6, using: &generator) {
              fixture.pen.move(to: Point(p.x + Double(i) * 4, p.y + 3))
              if generator.once(in: 3) { pause(0.01) }
            }
            fixture.pen.up()
            drawn += 1
          }
          if generator.once(in: 3) { fixture.pen.proximityOut() }
        }
        fixture.pen.proximityOut()
        for _ in 0..<drawn { try fixture.screen.keyboard.press("z", [.control]) }
        try fixture.screen.waitUntilStill(for: 0.3)
        try #require(
          fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 4).isEmpty
        )
      }
      try fixture.done()
    }

    @Test
    func
      `with a selection the eraser's ring is in frames, without on the layer: never lost or double`()
      throws
    {
      let fixture = try HoverTests.fixture(InkPresenter.direct.preferences)
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 300) })
      fixture.pen.proximityOut()
      let p = fixture.at(400, 150)
      let box = PixelBox(covering: Rect(center: p, radius: 40))
      let bare = fixture.screen.screenshot(of: box)
      func ring() throws -> Picture {
        fixture.screen.eraser.hover(at: Point(p.x - 2, p.y))
        fixture.screen.eraser.hover(at: p)
        try fixture.screen.wait(for: "the ring") { _ in
          fixture.screen.screenshot(of: box).difference(from: bare, tolerance: 20).count > 20
        }
        try fixture.screen.waitUntilStill()
        return fixture.screen.screenshot(of: box)
      }
      let plain = try ring()
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      #expect(try ring() == plain)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      #expect(try ring() == plain)
      fixture.screen.eraser.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.screen.screenshot(of: box) == bare }
      try fixture.done()
    }

    @Test func `no preview lies over the tools or the header`() throws {
      let fixture = try AppFixture.withTools(preferences: [.hoverPreview: "pen"])
      try fixture.waitForPicker()
      try HoverTests.broaden(fixture, by: 18)
      let folded = PixelBox(covering: fixture.pickerFrame())
      fixture.pen.hover(at: fixture.at(450, 500))
      try fixture.screen.waitUntilStill()
      let before = fixture.screen.screenshot(of: folded)
      let p = try fixture.item(.handle)
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      // A button has a hover style; the dot would be black.
      let after = fixture.screen.screenshot(of: folded)
      #expect(
        after.pixels { $0.luma < 0.2 }.count <= before.pixels { $0.luma < 0.2 }.count + 4)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `while the eraser erases its ring is at its tip, as large as what it takes away`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try AppFixture(presenter: presenter)
      let bare = try fixture.paper()
      fixture.screen.eraser.down(at: fixture.at(200, 200))
      for i in 1...20 {
        fixture.screen.eraser.move(to: fixture.at(200 + Double(i) * 4, 200))
        pause(0.008)
      }
      try fixture.screen.waitUntilStill()
      let ring = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 20)
      #expect(ring.count > 20)
      #expect(abs(Double(ring.box.width) - Eraser.standardSize) <= 4, "\(ring.box)")
      #expect(abs(ring.box.x + ring.box.width / 2 - 280) <= 2, "\(ring.box)")
      fixture.screen.eraser.up()
      fixture.screen.eraser.proximityOut()
      try fixture.screen.wait(for: "no ring") { _ in
        fixture.screen.screenshot(of: fixture.canvas) == bare
      }
      try fixture.done()
    }
  }
}
