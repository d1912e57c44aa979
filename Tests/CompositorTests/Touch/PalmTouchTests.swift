import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The palm of the hand with the pen, and fingers at the edge.
  @Suite struct PalmTouchTests {
    @Test func `S3 what a palm drew just before its pen came is gone without a trace`()
      async throws
    {
      let desk = try Desk(finger: "draw")
      for y in [100.0, 150] {
        desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, y) })
      }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      try desk.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one step to redo", in: desk.path) { $0.redoDepth == 1 }
      pause(0.6)
      let before = try desk.paperAtRest()
      let touch = desk.screen.touch
      // A knuckle's dot, and a palm that stays.
      touch.tap(at: desk.at(400, 300))
      touch.down(5, at: desk.at(500, 350))
      for i in 1...6 {
        touch.move(5, to: desk.at(500 + Double(i) * 3, 350))
        pause(0.01)
      }
      try desk.waitForInk(at: desk.at(505, 350))
      desk.pen.hover(at: desk.at(300, 250))
      touch.move(5, to: desk.at(560, 350))
      desk.pen.hover(at: desk.at(302, 250))
      touch.up(5)
      #expect(try desk.paper() == before)
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill(for: 0.8)
      let info = try #require(await Kept.info(desk.path))
      #expect(info.strokes == 1 && info.undoDepth == 1 && info.redoDepth == 1)
      // What could be redone still can be.
      try desk.screen.keyboard.press("z", [.control, .shift])
      #expect(try await desk.kept(2).allSatisfy { $0.tool.kind == .pen })
      try desk.done()
    }

    @Test func `S3 a contact as large as a palm leaves nothing, nor a finger that becomes one`()
      async throws
    {
      let desk = try Desk(finger: "draw")
      let before = try desk.paperAtRest()
      let touch = desk.screen.touch
      func draw(_ y: Double, size: Double, growing: Double? = nil) {
        touch.down(1, at: desk.at(100, y), size: size)
        for i in 1...20 {
          if i == 10, let growing { touch.resize(1, to: growing) }
          touch.move(1, to: desk.at(100 + Double(i) * 6, y))
          pause(0.01)
        }
        touch.up(1)
      }
      draw(100, size: 120)
      draw(200, size: 14, growing: 120)
      #expect(try desk.paperAtRest() == before)
      // A fingertip draws; one palm more beside it takes nothing from it.
      touch.down(2, at: desk.at(400, 400), size: 130)
      draw(300, size: 14, growing: 18)
      touch.up(2)
      let kept = try await desk.kept(1)
      #expect(kept.count == 1 && kept[0].tool.kind == .finger && kept[0].samples.count > 15)
      try desk.waitForInk(at: desk.at(200, 300))
      let info = try #require(await Kept.info(desk.path))
      #expect(info.undoDepth == 1)
      try desk.done()
    }

    @Test func `S3 S86 while the pen is near, and a moment after, touches do nothing at all`()
      async throws
    {
      let desk = try Desk(finger: "draw")
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 100) })
      _ = try await desk.kept(1)
      let before = try desk.paperAtRest()
      let touch = desk.screen.touch
      func fumble() {
        touch.tap(fingers: 2, at: desk.at(400, 300))
        touch.swipe(fingers: 1, from: desk.at(400, 300), by: Vector(80, 20), duration: 0.05)
        touch.swipe(fingers: 3, from: desk.at(400, 300), by: Vector(-170, 0), duration: 0.05)
      }
      for i in 0..<3 {
        desk.pen.hover(at: desk.at(200 + Double(i), 200))
        fumble()
      }
      desk.pen.proximityOut()
      fumble()
      #expect(try desk.paperAtRest() == before)
      let info = try #require(await Kept.info(desk.path))
      #expect(info.strokes == 1 && info.redoDepth == 0)
      try desk.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing on a sentence over the paper`() throws
    {
      let desk = try Desk(finger: "draw")
      // There is nothing to paste, and the window says so.
      try desk.screen.keyboard.press("v", [.control])
      let tree = try AccessibleTree(desk.screen)
      let sentence = "There is no ink on the clipboard."
      try tree.wait(for: sentence)
      try desk.screen.waitUntilStill(for: 0.7)
      // Once it has slid in, its button is at its end.
      let banner = try tree.box(tree.wait(for: sentence))
      let close = desk.window.point(Double(desk.window.frame.width) - 24, banner.center.y)
      desk.pen.hover(at: desk.at(300, 300))
      desk.pen.hover(at: desk.at(302, 300))
      desk.screen.touch.tap(at: close)
      desk.pen.proximityOut()
      desk.screen.touch.tap(at: close)
      try desk.screen.waitUntilStill(for: 0.8)
      #expect(try tree.texts().contains { $0.contains(sentence) })
      // With the pen away the same tap closes it.
      desk.screen.touch.tap(at: close)
      try tree.wait(forNo: sentence)
      try desk.done()
    }

    @Test func `S3 a pen that rests on the paper for long keeps touches off it`() async throws {
      let desk = try Desk(finger: "draw")
      desk.pen.down(at: desk.at(300, 300), force: 0.5)
      desk.pen.move(to: desk.at(330, 300), force: 0.5)
      pause(5.6)
      desk.screen.touch.swipe(fingers: 1, from: desk.at(400, 400), by: Vector(100, 0))
      // Long enough for what a finger drew to be there to stay.
      pause(0.8)
      desk.screen.touch.tap(fingers: 2, at: desk.at(500, 400))
      desk.pen.move(to: desk.at(360, 300), force: 0.5)
      desk.pen.up()
      desk.pen.proximityOut()
      #expect(try await desk.kept(1).first?.tool.kind == .pen)
      try desk.screen.waitUntilStill(for: 0.8)
      #expect(await Kept.info(desk.path)?.undoDepth == 1)
      try desk.done()
    }

    @Test func `a finger's stroke outlives a crash in the moment before it is a step`() async throws
    {
      let desk = try Desk(finger: "draw")
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      pause(0.6)
      desk.screen.touch.swipe(fingers: 1, from: desk.at(100, 300), by: Vector(200, 0))
      pause(0.25)
      // Drawn, and no step yet.
      #expect(await Kept.info(desk.path)?.strokes == 1)
      desk.app.kill()
      _ = try desk.app.waitForExit()
      let again = try desk.screen.launchApp([desk.path])
      _ = try desk.screen.waitForWindow()
      let strokes = try await Kept.strokes(2, in: desk.path, by: again)
      #expect(strokes[1].tool.kind == .finger && strokes[1].samples.count > 10)
      try again.expectQuiet()
      desk.screen.close()
    }

    @Test
    func `S73 a finger from the screen's edge draws nothing; in full screen it calls the tools`()
      async throws
    {
      let desk = try Desk.withTools {
        try App.writeSettings(["finger": "'draw'"], for: $0)
      }
      try desk.waitForPicker()
      let touch = desk.screen.touch
      touch.swipe(fingers: 1, from: desk.at(4, 300), by: Vector(300, 0))
      touch.swipe(fingers: 1, from: desk.at(895, 300), by: Vector(-300, 0))
      try desk.screen.waitUntilStill(for: 0.7)
      #expect(await Kept.info(desk.path) == nil)
      try desk.screen.keyboard.press("F11")
      try desk.screen.wait(for: "a full screen") { _ in desk.window.isFullscreen }
      try desk.look()
      #expect(try !desk.showsPicker())
      touch.tap(at: Point(450, 18))
      try desk.waitForPicker()
      try desk.screen.waitUntilStill(for: 0.7)
      #expect(await Kept.info(desk.path) == nil)
      // A stroke has the paper for itself again.
      touch.swipe(fingers: 1, from: Point(200, 400), by: Vector(200, 0))
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }
  }
}
