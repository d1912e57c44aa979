import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct FingerTests {
    @Test func `S8 and S12 a finger draws, and its tap is a dot`() async throws {
      let fixture = try AppFixture()
      let touch = fixture.screen.touch
      let points = (0...24).map { fixture.at(100 + Double($0) * 6, 100) }
      touch.down(1, at: points[0])
      for p in points.dropFirst() {
        touch.move(1, to: p)
        pause(0.008)
      }
      touch.up(1)
      touch.tap(at: fixture.at(400, 100))
      let strokes = try await fixture.kept(2)
      #expect(
        strokes[0].samples.map(\.position) == points.map { $0 - fixture.origin })
      #expect(strokes.allSatisfy { $0.tool.kind == .finger })
      try fixture.screen.waitUntilStill()
      #expect(abs(fixture.ink(around: fixture.at(400, 100)).area - .pi) < 0.3)
      try fixture.done()
    }

    @Test func `a touch that the desktop takes over leaves no trace and keeps the redo`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      for y in [100.0, 150] {
        fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, y) })
      }
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one step to redo", in: fixture.path) { $0.redoDepth == 1 }
      let before = try fixture.paper()
      let touch = fixture.screen.touch
      pause(0.5)
      touch.down(1, at: fixture.at(100, 250))
      for i in 1...20 {
        touch.move(1, to: fixture.at(100 + Double(i) * 8, 250))
        pause(0.008)
      }
      try fixture.waitForInk(at: fixture.at(200, 250))
      touch.cancel()
      #expect(try fixture.paper() == before)
      #expect(fixture.showsSensitive(fixture.redoButton))
      #expect(await Kept.info(fixture.path)?.redoDepth == 1)
      // The next finger draws as ever.
      touch.tap(at: fixture.at(300, 300))
      try await Kept.wait(for: "two strokes", in: fixture.path) {
        $0.strokes == 2 && $0.redoDepth == 0
      }
      try fixture.done()
    }

    @Test func `S3 a finger beside the pen takes nothing from its stroke, and leaves nothing`()
      async throws
    {
      let fixture = try AppFixture(finger: "draw")
      fixture.pen.down(at: fixture.at(100, 100))
      for i in 1...30 {
        if i == 10 { fixture.screen.touch.down(4, at: fixture.at(500, 400)) }
        if i == 20 { fixture.screen.touch.up(4) }
        fixture.pen.move(to: fixture.at(100 + Double(i) * 5, 100))
        pause(0.004)
      }
      fixture.pen.up()
      try fixture.screen.waitUntilStill(for: 0.7)
      let strokes = try await fixture.kept(1)
      #expect(strokes[0].tool.kind == .pen && strokes[0].samples.count == 31)
      #expect(fixture.ink(around: fixture.at(500, 400), reach: 20).pixels(above: 0.1) == 0)
      try fixture.done()
    }

    @Test func `only the mouse's first button draws`() async throws {
      let fixture = try AppFixture()
      let bare = try fixture.paper()
      // The right one opens the menu.
      for button in [Mouse.Button.middle, .back] {
        fixture.screen.mouse.drag(
          from: fixture.at(100, 100), to: fixture.at(200, 150), button, duration: 0.05)
      }
      fixture.screen.mouse.leave()
      #expect(try fixture.paper() == bare)
      let points = (0...30).map { fixture.at(100 + Double($0) * 4, 100) }
      fixture.screen.mouse.move(to: points[0])
      fixture.screen.mouse.down()
      fixture.screen.mouse.move(along: Array(points.dropFirst()))
      fixture.screen.mouse.up()
      #expect(try await fixture.kept(1)[0].samples.count == 31)
      try fixture.done()
    }
  }
}
