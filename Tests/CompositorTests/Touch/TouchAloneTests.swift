import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Work with fingers and nothing else.
  @Suite struct TouchAloneTests {
    @Test func `S6 S8 fingers alone draw, choose tool and colour, undo, redo, zoom and move on`()
      async throws
    {
      // Settings as they come: no pen was ever seen.
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let touch = fixture.screen.touch
      func draw(_ y: Double) {
        touch.swipe(fingers: 1, from: fixture.at(150, y), by: Vector(300, 30), duration: 0.2)
      }
      draw(250)
      _ = try await fixture.kept(1)
      touch.tap(at: try fixture.tool("crayon"))
      touch.tap(at: try fixture.item(.color(2)))
      try fixture.screen.waitUntilStill()
      draw(330)
      let strokes = try await fixture.kept(2)
      guard case .stroke(let stroke) = strokes[1].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.brush == "crayon")
      #expect(stroke.ink.color.opaque == DefaultPalette.colors[2])
      #expect(strokes.allSatisfy { $0.tool.kind == .finger })
      touch.tap(at: try fixture.item(.undo))
      try await Kept.wait(for: "one undone", in: fixture.path) {
        $0.strokes == 1 && $0.redoDepth == 1
      }
      touch.tap(fingers: 3, at: fixture.at(400, 500))
      try await Kept.wait(for: "it done again", in: fixture.path) { $0.strokes == 2 }
      // Closer, a little to the side, and on.
      touch.pinch(center: fixture.at(450, 400), from: 60, to: 120, by: Vector(30, 20))
      try fixture.screen.waitUntilStill(for: 0.6)
      draw(420)
      let third = try await fixture.kept(3)[2]
      let length = (third.samples.last?.position.x ?? 0) - third.samples[0].position.x
      #expect(abs(length - 150) < 2)
      try fixture.done()
    }

    @Test func `S6 the menu says whether a finger draws, and changes it at once`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 300) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      pause(0.6)
      let touch = fixture.screen.touch
      touch.swipe(fingers: 1, from: fixture.at(200, 200), by: Vector(20, 0), duration: 0.3)
      try fixture.screen.waitUntilStill(for: 0.8)
      #expect(await Kept.info(fixture.path)?.strokes == 1)
      // In “Pen and Hand”, as a menu is used without a mouse.
      try fixture.screen.chooseByLetters("d", "i")
      try fixture.screen.waitForPopups(0)
      touch.swipe(fingers: 1, from: fixture.at(200, 200), by: Vector(100, 0), duration: 0.2)
      #expect(try await fixture.kept(2)[1].tool.kind == .finger)
      try fixture.done()
    }
  }
}
