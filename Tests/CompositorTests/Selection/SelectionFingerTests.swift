import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is selected, under one finger, under those of a touchpad, and near a palm.
  @Suite struct SelectionFingerTests {
    /// A fixture with a wave around (360, 250) that is selected, by a pen that has gone.
    private func start(finger: String = "draw", tools: Bool = false) async throws -> AppFixture {
      let fixture = try AppFixture(
        size: PixelSize(width: 900, height: 720), finger: finger,
        profile: tools ? .tools : .everyday)
      fixture.pen.stroke(fixture.wave(300, 250))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill(for: 0.7)
      return fixture
    }

    private func placement(_ fixture: AppFixture) async throws -> AffineTransform {
      try #require(try await fixture.kept(1).first).element.canvasFromElement
    }

    @Test(arguments: ["draw", "pan"])
    func `S78 S81 a finger that rests on what is selected opens the menu, and two taps there zoom`(
      finger: String
    ) async throws {
      let fixture = try await start(finger: finger)
      let touch = fixture.screen.touch
      let position = fixture.at(360, 252)
      let before = try fixture.paperAtRest()
      touch.down(1, at: position)
      touch.move(1, to: position + Vector(3, 2))
      try fixture.screen.waitForPopups(1)
      touch.move(1, to: position + Vector(80, 2))
      touch.up(1)
      try AccessibleTree(fixture.screen).wait(for: "Copy")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      #expect(try fixture.paperAtRest() == before)
      #expect(await Kept.info(fixture.path)?.undoDepth == 1)

      touch.tap(at: position)
      pause(0.1)
      touch.tap(at: position + Vector(4, 0))
      try fixture.screen.waitUntilStill(for: 1)
      #expect(fixture.screen.popupCount == 0)
      // Twice as large, and still at the finger.
      #expect(fixture.ink(around: fixture.at(480, 250), reach: 40).area > 5)
      #expect(await Kept.info(fixture.path)?.undoDepth == 1)
      touch.tap(at: position)
      pause(0.1)
      touch.tap(at: position)
      #expect(try fixture.paperAtRest().difference(from: before, tolerance: 2).count < 20)
      try fixture.done()
    }

    @Test(arguments: ["draw", "pan"])
    func `S19 S76 a finger drags what is selected at once, and may pause meanwhile`(
      finger: String
    ) async throws {
      let fixture = try await start(finger: finger)
      let touch = fixture.screen.touch
      touch.down(1, at: fixture.at(360, 252))
      for i in 1...10 { touch.move(1, to: fixture.at(360 + Double(i) * 4, 252)) }
      // All of it is where the finger is, long before a long press would be over.
      try fixture.screen.wait(for: "ink under the finger") { _ in
        fixture.ink(around: fixture.at(450, 250), reach: 8).area > 3
      }
      pause(0.8)
      #expect(fixture.screen.popupCount == 0)
      touch.move(1, to: fixture.at(420, 252))
      touch.up(1)
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
      #expect(try await placement(fixture).tx == 60)
      try fixture.done()
    }

    @Test
    func `S10 a pen that rests on what is selected opens the menu, one that draws makes a dot`()
      async throws
    {
      let fixture = try await start()
      let position = fixture.at(360, 252)
      let before = try fixture.paperAtRest()
      fixture.pen.down(at: position)
      fixture.pen.move(to: position + Vector(1, 1))
      try fixture.screen.waitForPopups(1)
      fixture.pen.move(to: position + Vector(60, 1))
      fixture.pen.up()
      fixture.pen.proximityOut()
      try AccessibleTree(fixture.screen).wait(for: "Copy")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      #expect(try fixture.paperAtRest() == before)
      // Dragged at once it is a drag, however long it pauses then.
      fixture.pen.down(at: position)
      fixture.pen.move(along: (1...10).map { position + Vector(Double($0) * 4, 0) })
      pause(0.8)
      #expect(fixture.screen.popupCount == 0)
      fixture.pen.up()
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
      // A tool that draws has nothing to wait for.
      try fixture.screen.keyboard.press("p")
      try fixture.screen.settle()
      fixture.pen.down(at: fixture.at(100, 100))
      pause(0.8)
      #expect(fixture.screen.popupCount == 0)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test
    func `S64 S66 S70 fingers on a touchpad scale and turn what is selected under the pointer`()
      async throws
    {
      let fixture = try await start()
      let before = try fixture.paperAtRest()
      let touchpad = fixture.screen.touchpad
      fixture.screen.mouse.move(to: fixture.at(360, 250))
      touchpad.pinch(scale: 2, rotate: .pi / 6, by: Vector(30, 10))
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
      let t = try await placement(fixture)
      #expect(abs(t.meanScale - 2) < 0.02)
      #expect(abs(atan2(t.b, t.a) - .pi / 6) < 0.02)
      // What was under the pointer went with the fingers.
      #expect(t(fixture.canvasPoint(360, 250)).distance(to: fixture.canvasPoint(390, 260)) < 1)
      fixture.screen.mouse.leave()
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "one step", in: fixture.path, by: fixture.app) { $0.undoDepth == 1 }
      #expect(try fixture.paperAtRest() == before)
      // Given up by the desktop, it was nothing.
      fixture.screen.mouse.move(to: fixture.at(360, 250))
      touchpad.pinch(scale: 1.5, rotate: 0.4, cancelled: true)
      fixture.screen.mouse.leave()
      #expect(try fixture.paperAtRest() == before)
      // Beside it: the paper.
      fixture.screen.mouse.move(to: fixture.at(700, 500))
      touchpad.pinch(scale: 1.5)
      fixture.screen.mouse.leave()
      #expect(try fixture.paperAtRest() != before)
      #expect(await Kept.info(fixture.path)?.undoDepth == 1)
      try fixture.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing on the selection's bar`() async throws
    {
      let fixture = try await start(tools: true)
      let tree = try AccessibleTree(fixture.screen)
      let delete = try tree.box(tree.wait(for: "Delete")).center
      let position = fixture.window.point(delete.x, delete.y)
      try fixture.tapAsPalm(at: position, penAt: fixture.at(100, 500))
      #expect(await Kept.info(fixture.path)?.undoDepth == 1)
      // With the pen away the same tap deletes.
      fixture.screen.touch.tap(at: position)
      _ = try await fixture.kept(0)
      try fixture.done()
    }
  }
}
