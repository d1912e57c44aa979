import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct FingerTests {
    @Test func `S8 and S12 a finger draws, and its tap is a dot`() async throws {
      let desk = try Desk()
      let touch = desk.screen.touch
      let points = (0...24).map { desk.at(100 + Double($0) * 6, 100) }
      touch.down(1, at: points[0])
      for p in points.dropFirst() {
        touch.move(1, to: p)
        pause(0.008)
      }
      touch.up(1)
      touch.tap(at: desk.at(400, 100))
      let strokes = try await desk.kept(2)
      #expect(
        strokes[0].samples.map(\.position) == points.map { $0 - Vector(0, Double(desk.canvas.y)) })
      #expect(strokes.allSatisfy { $0.tool.kind == .finger })
      try desk.screen.waitUntilStill()
      #expect(abs(desk.ink(around: desk.at(400, 100)).area - .pi) < 0.3)
      try desk.done()
    }

    @Test func `a touch that the desktop takes over leaves no trace and keeps the redo`()
      async throws
    {
      let desk = try Desk(finger: "draw")
      for y in [100.0, 150] {
        desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, y) })
      }
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill()
      try desk.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one step to redo", in: desk.path) { $0.redoDepth == 1 }
      let before = try desk.paper()
      let touch = desk.screen.touch
      pause(0.5)
      touch.down(1, at: desk.at(100, 250))
      for i in 1...20 {
        touch.move(1, to: desk.at(100 + Double(i) * 8, 250))
        pause(0.008)
      }
      try desk.waitForInk(at: desk.at(200, 250))
      touch.cancel()
      #expect(try desk.paper() == before)
      #expect(desk.looksSensitive(desk.redoButton))
      #expect(await Kept.info(desk.path)?.redoDepth == 1)
      // The next finger draws as ever.
      touch.tap(at: desk.at(300, 300))
      try await Kept.wait(for: "two strokes", in: desk.path) {
        $0.strokes == 2 && $0.redoDepth == 0
      }
      try desk.done()
    }

    @Test func `S3 a finger beside the pen takes nothing from its stroke, and leaves nothing`()
      async throws
    {
      let desk = try Desk(finger: "draw")
      desk.pen.down(at: desk.at(100, 100))
      for i in 1...30 {
        if i == 10 { desk.screen.touch.down(4, at: desk.at(500, 400)) }
        if i == 20 { desk.screen.touch.up(4) }
        desk.pen.move(to: desk.at(100 + Double(i) * 5, 100))
        pause(0.004)
      }
      desk.pen.up()
      try desk.screen.waitUntilStill(for: 0.7)
      let strokes = try await desk.kept(1)
      #expect(strokes[0].tool.kind == .pen && strokes[0].samples.count == 31)
      #expect(desk.ink(around: desk.at(500, 400), reach: 20).pixels(above: 0.1) == 0)
      try desk.done()
    }

    @Test func `only the mouse's first button draws`() async throws {
      let desk = try Desk()
      let bare = try desk.paper()
      // The right one opens the menu.
      for button in [Mouse.Button.middle, .back] {
        desk.screen.mouse.drag(
          from: desk.at(100, 100), to: desk.at(200, 150), button, duration: 0.05)
      }
      desk.screen.mouse.leave()
      #expect(try desk.paper() == bare)
      let points = (0...30).map { desk.at(100 + Double($0) * 4, 100) }
      desk.screen.mouse.move(to: points[0])
      desk.screen.mouse.down()
      desk.screen.mouse.move(along: Array(points.dropFirst()))
      desk.screen.mouse.up()
      #expect(try await desk.kept(1)[0].samples.count == 31)
      try desk.done()
    }
  }
}
