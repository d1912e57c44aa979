import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// What is selected, under one finger, under those of a touchpad, and near a palm.
  @Suite struct SelectionFingerTests {
    /// A desk with a wave around (360, 250) that is selected, by a pen that has gone.
    private func start(finger: String = "draw", tools: Bool = false) async throws -> Desk {
      let desk = try Desk(
        size: PixelSize(width: 900, height: 720), finger: finger,
        profile: tools ? .tools : .barePaper)
      desk.pen.stroke(
        (0...30).map { desk.at(300 + Double($0) * 4, 250 + 12 * sin(Double($0) / 3)) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      try desk.screen.keyboard.press("a", [.control])
      try desk.screen.waitUntilStill(for: 0.7)
      return desk
    }

    private func placement(_ desk: Desk) async throws -> AffineTransform {
      try #require(try await desk.kept(1).first).element.canvasFromElement
    }

    @Test(arguments: ["draw", "pan"])
    func `S78 S81 a finger that rests on what is selected opens the menu, and two taps there zoom`(
      finger: String
    ) async throws {
      let desk = try await start(finger: finger)
      let touch = desk.screen.touch
      let place = desk.at(360, 252)
      let before = try desk.paperAtRest()
      touch.down(1, at: place)
      touch.move(1, to: place + Vector(3, 2))
      try desk.screen.waitForPopups(1)
      touch.move(1, to: place + Vector(80, 2))
      touch.up(1)
      try AccessibleTree(desk.screen).wait(for: "Copy")
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForPopups(0)
      #expect(try desk.paperAtRest() == before)
      #expect(await Kept.info(desk.path)?.undoDepth == 1)

      touch.tap(at: place)
      pause(0.1)
      touch.tap(at: place + Vector(4, 0))
      try desk.screen.waitUntilStill(for: 1)
      #expect(desk.screen.popupCount == 0)
      // Twice as large, and still at the finger.
      #expect(desk.ink(around: desk.at(480, 250), reach: 40).area > 5)
      #expect(await Kept.info(desk.path)?.undoDepth == 1)
      touch.tap(at: place)
      pause(0.1)
      touch.tap(at: place)
      #expect(try desk.paperAtRest().difference(from: before, tolerance: 2).count < 20)
      try desk.done()
    }

    @Test(arguments: ["draw", "pan"])
    func `S19 S76 a finger drags what is selected at once, and may pause on the way`(
      finger: String
    ) async throws {
      let desk = try await start(finger: finger)
      let touch = desk.screen.touch
      touch.down(1, at: desk.at(360, 252))
      for i in 1...10 { touch.move(1, to: desk.at(360 + Double(i) * 4, 252)) }
      // All of it is where the finger is, long before a long press would be over.
      try desk.screen.wait(for: "ink under the finger") { _ in
        desk.ink(around: desk.at(450, 250), reach: 8).area > 3
      }
      pause(0.8)
      #expect(desk.screen.popupCount == 0)
      touch.move(1, to: desk.at(420, 252))
      touch.up(1)
      try await Kept.wait(for: "two steps", in: desk.path, by: desk.app) { $0.undoDepth == 2 }
      #expect(try await placement(desk).tx == 60)
      try desk.done()
    }

    @Test
    func `S10 a pen that rests on what is selected opens the menu, one that draws makes a dot`()
      async throws
    {
      let desk = try await start()
      let place = desk.at(360, 252)
      let before = try desk.paperAtRest()
      desk.pen.down(at: place)
      desk.pen.move(to: place + Vector(1, 1))
      try desk.screen.waitForPopups(1)
      desk.pen.move(to: place + Vector(60, 1))
      desk.pen.up()
      desk.pen.proximityOut()
      try AccessibleTree(desk.screen).wait(for: "Copy")
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForPopups(0)
      #expect(try desk.paperAtRest() == before)
      // Dragged at once it is a drag, however long it pauses then.
      desk.pen.down(at: place)
      desk.pen.move(along: (1...10).map { place + Vector(Double($0) * 4, 0) })
      pause(0.8)
      #expect(desk.screen.popupCount == 0)
      desk.pen.up()
      try await Kept.wait(for: "two steps", in: desk.path, by: desk.app) { $0.undoDepth == 2 }
      // A tool that draws has nothing to wait for.
      try desk.screen.keyboard.press("p")
      try desk.screen.settle()
      desk.pen.down(at: desk.at(100, 100))
      pause(0.8)
      #expect(desk.screen.popupCount == 0)
      desk.pen.up()
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      try desk.done()
    }

    @Test
    func `S64 S66 S70 fingers on a touchpad scale and turn what is selected under the pointer`()
      async throws
    {
      let desk = try await start()
      let before = try desk.paperAtRest()
      let touchpad = desk.screen.touchpad
      desk.screen.mouse.move(to: desk.at(360, 250))
      touchpad.pinch(scale: 2, rotate: .pi / 6, by: Vector(30, 10))
      try await Kept.wait(for: "two steps", in: desk.path, by: desk.app) { $0.undoDepth == 2 }
      let t = try await placement(desk)
      #expect(abs(t.meanScale - 2) < 0.02)
      #expect(abs(atan2(t.b, t.a) - .pi / 6) < 0.02)
      // What was under the pointer went with the fingers.
      #expect(t(Point(360, 250)).distance(to: Point(390, 260)) < 1)
      desk.screen.mouse.leave()
      try desk.screen.keyboard.press("z", [.control])
      #expect(try desk.paperAtRest() == before)
      // Given up by the desktop, it was nothing.
      desk.screen.mouse.move(to: desk.at(360, 250))
      touchpad.pinch(scale: 1.5, rotate: 0.4, cancelled: true)
      desk.screen.mouse.leave()
      #expect(try desk.paperAtRest() == before)
      // Beside it: the paper.
      desk.screen.mouse.move(to: desk.at(700, 500))
      touchpad.pinch(scale: 1.5)
      desk.screen.mouse.leave()
      #expect(try desk.paperAtRest() != before)
      #expect(await Kept.info(desk.path)?.undoDepth == 1)
      try desk.done()
    }

    @Test func `S3 near a hovering pen a palm presses nothing on the selection's bar`() async throws
    {
      let desk = try await start(tools: true)
      let tree = try AccessibleTree(desk.screen)
      let delete = try tree.box(tree.wait(for: "Delete")).center
      let place = desk.window.point(delete.x, delete.y)
      desk.pen.hover(at: desk.at(100, 500))
      desk.pen.hover(at: desk.at(102, 500))
      desk.screen.touch.tap(at: place)
      desk.pen.proximityOut()
      desk.screen.touch.tap(at: place)
      try desk.screen.waitUntilStill(for: 0.8)
      #expect(await Kept.info(desk.path)?.undoDepth == 1)
      // With the pen away the same tap deletes.
      desk.screen.touch.tap(at: place)
      _ = try await desk.kept(0)
      try desk.done()
    }
  }
}
