import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The palm of the hand with the pen, and fingers at the edge.
  @Suite struct PalmTouchTests {
    @Test func `S3 what a palm drew just before its pen came is gone without a trace`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      for y in [100.0, 150] {
        fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, y) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one step to redo", in: fixture.path) { $0.redoDepth == 1 }
      pause(0.6)
      let before = try fixture.paperAtRest()
      let touch = fixture.screen.touch
      // A knuckle's dot, and a palm that stays.
      touch.tap(at: fixture.at(400, 300))
      touch.down(5, at: fixture.at(500, 350))
      for i in 1...6 {
        touch.move(5, to: fixture.at(500 + Double(i) * 3, 350))
        pause(0.01)
      }
      try fixture.waitForInk(at: fixture.at(505, 350))
      fixture.pen.hover(at: fixture.at(300, 250))
      touch.move(5, to: fixture.at(560, 350))
      fixture.pen.hover(at: fixture.at(302, 250))
      touch.up(5)
      #expect(try fixture.paper() == before)
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.8)
      let info = try #require(await Kept.info(fixture.path))
      #expect(info.strokes == 1 && info.undoDepth == 1 && info.redoDepth == 1)
      // What could be redone still can be.
      try fixture.screen.keyboard.press("z", [.control, .shift])
      #expect(try await fixture.kept(2).allSatisfy { $0.tool.kind == .pen })
      try fixture.done()
    }

    @Test func `S3 a contact as large as a palm leaves nothing, nor a finger that becomes one`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      let before = try fixture.paperAtRest()
      let touch = fixture.screen.touch
      func draw(_ y: Double, size: Double, growing: Double? = nil) {
        touch.down(1, at: fixture.at(100, y), size: size)
        for i in 1...20 {
          if i == 10, let growing { touch.resize(1, to: growing) }
          touch.move(1, to: fixture.at(100 + Double(i) * 6, y))
          pause(0.01)
        }
        touch.up(1)
      }
      draw(100, size: 120)
      draw(200, size: 14, growing: 120)
      #expect(try fixture.paperAtRest() == before)
      // A fingertip draws; one palm more beside it takes nothing from it.
      touch.down(2, at: fixture.at(400, 400), size: 130)
      draw(300, size: 14, growing: 18)
      touch.up(2)
      let kept = try await fixture.kept(1)
      #expect(kept.count == 1 && kept[0].tool.kind == .finger && kept[0].samples.count > 15)
      try fixture.waitForInk(at: fixture.at(200, 300))
      let info = try #require(await Kept.info(fixture.path))
      #expect(info.undoDepth == 1)
      try fixture.done()
    }

    @Test func `S3 S86 while the pen is near, and a moment after, touches do nothing at all`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 100) })
      _ = try await fixture.kept(1)
      let before = try fixture.paperAtRest()
      let touch = fixture.screen.touch
      func fumble() {
        touch.tap(fingers: 2, at: fixture.at(400, 300))
        touch.swipe(fingers: 1, from: fixture.at(400, 300), by: Vector(80, 20), duration: 0.05)
        touch.swipe(fingers: 3, from: fixture.at(400, 300), by: Vector(-170, 0), duration: 0.05)
      }
      for i in 0..<3 {
        fixture.pen.hover(at: fixture.at(200 + Double(i), 200))
        fumble()
      }
      fixture.pen.proximityOut()
      fumble()
      #expect(try fixture.paperAtRest() == before)
      let info = try #require(await Kept.info(fixture.path))
      #expect(info.strokes == 1 && info.redoDepth == 0)
      try fixture.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing on a sentence over the paper`() throws
    {
      let fixture = try AppFixture(finger: "draw")
      // There is nothing to paste, and the window says so.
      try fixture.screen.keyboard.press("v", [.control])
      let tree = try AccessibleTree(fixture.screen)
      let sentence = "There is nothing on the clipboard that can be pasted."
      try tree.wait(for: sentence)
      try fixture.screen.waitUntilStill()
      let message = try tree.box(tree.wait(for: sentence))
      // The button of the message; the window's has the same name.
      let button = try #require(
        try tree.widgets().filter { $0.name == "Close" }.map { try tree.box($0).center }
          .first { abs($0.y - message.center.y) < 20 })
      let close = fixture.window.point(button.x, button.y)
      try fixture.tapAsPalm(at: close, penAt: fixture.at(300, 300))
      #expect(try tree.texts().contains { $0.contains(sentence) })
      // With the pen away the same tap closes it.
      fixture.screen.touch.tap(at: close)
      try tree.wait(forNo: sentence)
      try fixture.done()
    }

    @Test func `S3 a pen that rests on the paper for long keeps touches off it`() async throws {
      let fixture = try AppFixture(finger: "draw")
      fixture.pen.down(at: fixture.at(300, 300), force: 0.5)
      fixture.pen.move(to: fixture.at(330, 300), force: 0.5)
      pause(5.6)
      fixture.screen.touch.swipe(fingers: 1, from: fixture.at(400, 400), by: Vector(100, 0))
      // Long enough for what a finger drew to be there to stay.
      pause(0.8)
      fixture.screen.touch.tap(fingers: 2, at: fixture.at(500, 400))
      fixture.pen.move(to: fixture.at(360, 300), force: 0.5)
      fixture.pen.up()
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).first?.tool.kind == .pen)
      try fixture.screen.waitUntilStill(for: 0.8)
      #expect(await Kept.info(fixture.path)?.undoDepth == 1)
      try fixture.done()
    }

    @Test func `a finger's stroke outlives a crash in the moment before it is a step`() async throws
    {
      let fixture = try AppFixture(finger: "draw")
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      pause(0.6)
      fixture.screen.touch.swipe(fingers: 1, from: fixture.at(100, 300), by: Vector(200, 0))
      pause(0.25)
      // Drawn, and no step yet.
      #expect(await Kept.info(fixture.path)?.strokes == 1)
      fixture.app.kill()
      _ = try fixture.app.waitForExit()
      let again = try fixture.screen.launchApp([fixture.path])
      _ = try fixture.screen.waitForWindow()
      let strokes = try await Kept.strokes(2, in: fixture.path, by: again)
      #expect(strokes[1].tool.kind == .finger && strokes[1].samples.count > 10)
      try again.expectQuiet()
      fixture.screen.close()
    }

    @Test
    func `S73 a finger from the screen's edge draws nothing; in full screen it calls the tools`()
      async throws
    {
      let fixture = try AppFixture.withTools {
        try App.writeSettings(["finger": "'draw'"], for: $0)
      }
      try fixture.waitForPicker()
      let touch = fixture.screen.touch
      touch.swipe(fingers: 1, from: fixture.at(4, 300), by: Vector(300, 0))
      touch.swipe(fingers: 1, from: fixture.at(895, 300), by: Vector(-300, 0))
      try fixture.screen.waitUntilStill(for: 0.7)
      #expect(await Kept.info(fixture.path) == nil)
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.findCanvas()
      #expect(try !fixture.showsPicker())
      touch.tap(at: Point(450, 18))
      // Below the header, which comes, too.
      try fixture.findCanvas()
      try fixture.waitForPicker()
      try fixture.screen.waitUntilStill(for: 0.7)
      #expect(await Kept.info(fixture.path) == nil)
      // A stroke has the paper for itself again.
      touch.swipe(fingers: 1, from: Point(200, 400), by: Vector(200, 0))
      #expect(try await fixture.kept(1).count == 1)
      // The edges of a window that floats are not the screen's.
      try fixture.screen.keyboard.press("F11")
      try fixture.screen.wait(for: "a window") { _ in !fixture.window.isFullscreen }
      try fixture.window.maximize(false)
      try fixture.screen.waitUntilStill()
      try fixture.findCanvas()
      touch.swipe(fingers: 1, from: fixture.at(8, 300), by: Vector(200, 0))
      #expect(try await fixture.kept(2).count == 2)
      try fixture.done()
    }
  }
}

extension AppFixture {
  /// Taps at a point of the screen while the pen hovers over another, and again when it has just gone.
  func tapAsPalm(at p: Point, penAt tip: Point) throws {
    pen.hover(at: tip)
    pen.hover(at: tip + Vector(2, 0))
    screen.touch.tap(at: p)
    pen.proximityOut()
    screen.touch.tap(at: p)
    try screen.waitUntilStill(for: 0.8)
  }
}
