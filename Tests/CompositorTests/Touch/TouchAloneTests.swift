import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// Work with fingers and nothing else.
  @Suite struct TouchAloneTests {
    @Test func `S6 S8 fingers alone draw, choose tool and colour, undo, redo, zoom and move on`()
      async throws
    {
      // Settings as they come: no pen was ever seen.
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let touch = desk.screen.touch
      func draw(_ y: Double) {
        touch.swipe(fingers: 1, from: desk.at(150, y), by: Vector(300, 30), duration: 0.2)
      }
      draw(250)
      _ = try await desk.kept(1)
      touch.tap(at: try desk.tool("crayon"))
      touch.tap(at: try desk.item(.color(2)))
      try desk.screen.waitUntilStill()
      draw(330)
      let strokes = try await desk.kept(2)
      guard case .stroke(let stroke) = strokes[1].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.brush == "crayon")
      #expect(stroke.ink.color.opaque == DefaultPalette.colors[2])
      #expect(strokes.allSatisfy { $0.tool.kind == .finger })
      touch.tap(at: try desk.item(.undo))
      try await Kept.wait(for: "one undone", in: desk.path) { $0.strokes == 1 && $0.redoDepth == 1 }
      touch.tap(fingers: 3, at: desk.at(400, 500))
      try await Kept.wait(for: "it done again", in: desk.path) { $0.strokes == 2 }
      // Closer, a little to the side, and on.
      touch.pinch(center: desk.at(450, 400), from: 60, to: 120, by: Vector(30, 20))
      try desk.screen.waitUntilStill(for: 0.6)
      draw(420)
      let third = try await desk.kept(3)[2]
      let length = (third.samples.last?.position.x ?? 0) - third.samples[0].position.x
      #expect(abs(length - 150) < 2)
      try desk.done()
    }

    @Test func `S6 the menu says whether a finger draws, and changes it at once`() async throws {
      let desk = try Desk()
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 8, 300) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      pause(0.6)
      let touch = desk.screen.touch
      touch.swipe(fingers: 1, from: desk.at(200, 200), by: Vector(20, 0), duration: 0.3)
      try desk.screen.waitUntilStill(for: 0.8)
      #expect(await Kept.info(desk.path)?.strokes == 1)
      try desk.screen.keyboard.press("F10")
      try desk.screen.waitForPopups(1)
      // By its letter, as a menu is used without a mouse.
      try desk.screen.keyboard.press("i")
      try desk.screen.waitForPopups(0)
      touch.swipe(fingers: 1, from: desk.at(200, 200), by: Vector(100, 0), duration: 0.2)
      #expect(try await desk.kept(2)[1].tool.kind == .finger)
      try desk.done()
    }
  }
}
