import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Moving the paper by hand, and the bars that tell where one is.
  @Suite struct MovingTests {
    /// A fixture with a dot drawn, and the dot.
    private func start(
      _ environment: [String: String] = [:]
    ) async throws -> (fixture: AppFixture, dot: Point) {
      let fixture = try AppFixture(environment: environment)
      let p = fixture.at(300, 220)
      fixture.pen.down(at: p, force: 1)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      return (fixture, p)
    }

    private func expectDot(at p: Point, on fixture: AppFixture, _ situation: Comment) throws {
      try fixture.screen.waitUntilStill()
      let box = PixelBox(covering: Rect(center: p, radius: 10))
      let found = try #require(fixture.ink(around: p, reach: 10).centroid, situation)
      #expect(
        Point(found.x + Double(box.x), found.y + Double(box.y)).distance(to: p) <= 1, situation)
    }

    @Test func `S64 with space held any tool moves the paper, and draws nothing`() async throws {
      let (fixture, dot) = try await start()
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      let ordinary = { screen.mouse.cursor }
      screen.mouse.move(to: dot + Vector(50, 50))
      try screen.settle()
      let cross = ordinary()
      try keyboard.hold(key: "space")
      try screen.settle()
      try screen.waitUntilStill()
      #expect(screen.mouse.cursor != cross)
      var at = dot
      // The mouse, the pen, a finger; each goes on after space is up.
      screen.mouse.drag(from: at + Vector(50, 50), to: at + Vector(150, 20))
      at = at + Vector(100, -30)
      try expectDot(at: at, on: fixture, "moved by the mouse")
      screen.mouse.leave()
      fixture.pen.down(at: fixture.at(400, 300), force: 0.8)
      fixture.pen.move(along: (1...20).map { fixture.at(400 - Double($0) * 5, 300 + Double($0)) })
      try keyboard.release(key: "space")
      try screen.settle()
      fixture.pen.move(along: (1...10).map { fixture.at(300, 320 + Double($0) * 4) })
      fixture.pen.up()
      fixture.pen.proximityOut()
      at = at + Vector(-100, 60)
      try expectDot(at: at, on: fixture, "moved by the pen")
      try keyboard.hold(key: "space")
      // The pen's hand is away; put down before it lifts, the finger throws nothing.
      pause(0.6)
      screen.touch.down(1, at: fixture.at(200, 300))
      for i in 1...10 { screen.touch.move(1, to: fixture.at(200 + Double(i) * 4, 300)) }
      pause(0.1)
      screen.touch.up(1)
      try keyboard.release(key: "space")
      at = at + Vector(40, 0)
      try expectDot(at: at, on: fixture, "moved by a finger")
      // And then each draws again.
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 400) })
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(2).count == 2)
      try fixture.done()
    }

    @Test func `from where nothing is to be seen a button leads back, by any hand, and a key does`()
      async throws
    {
      let (fixture, _) = try await start()
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      let tree = try AccessibleTree(screen)
      let name = "Back to the Drawing"
      // The dot fills the room beside the tools, as far as it is zoomed.
      let room = fixture.room
      func lose() throws {
        for _ in 0..<3 { try keyboard.press("Page_Down") }
        try tree.wait(for: name)
        try screen.waitUntilStill(for: 0.3)
      }
      func expectFound(_ situation: Comment) throws {
        try tree.wait(forNo: name)
        let seen = try fixture.dot(near: room.center, reach: 20)
        #expect(seen.distance(to: room.center) <= 2, situation)
      }
      let texts = try tree.texts()
      #expect(!texts.contains { $0.contains(name) })
      for hand in [Pointing.mouse, .finger, .pen] {
        try lose()
        let button = try tree.position(of: name, in: fixture.window)
        #expect(abs(button.x - room.center.x) <= 1)
        try hand.press(button, on: fixture)
        try expectFound("by \(hand)")
      }
      try lose()
      try keyboard.press("1", [.control])
      try expectFound("by the key")
      let kept = try await fixture.kept(1)
      #expect(kept.count == 1)
      try fixture.done()
    }

    @Test func `undo and redo of ink out of view show it, and else leave the view as it is`()
      async throws
    {
      let (fixture, dot) = try await start()
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      func undo() async throws {
        try keyboard.press("z", [.control])
        _ = try await fixture.kept(0)
        try screen.waitUntilStill(for: 0.3)
      }
      func redo() async throws {
        try keyboard.press("z", [.control, .shift])
        _ = try await fixture.kept(1)
        try screen.waitUntilStill(for: 0.3)
      }
      func lose() throws {
        for _ in 0..<3 { try keyboard.press("Page_Down") }
        try screen.waitUntilStill(for: 0.3)
      }
      // In view the dot stays where it is.
      try await undo()
      try await redo()
      try expectDot(at: dot, on: fixture, "undone and redone in view")
      // Above the view it comes to the upper edge, in the column that it was in.
      let shown = Point(dot.x, fixture.room.minY + 30)
      try lose()
      try await undo()
      try await redo()
      let first = try fixture.dot(near: shown, reach: 20)
      #expect(abs(first.x - dot.x) <= 1)
      try await undo()
      try lose()
      try await redo()
      let second = try fixture.dot(near: shown, reach: 20)
      #expect(second.distance(to: first) <= 2)
      try fixture.done()
    }

    @Test func `S64 the middle button drags the paper, the arrows step it`() async throws {
      let (fixture, dot) = try await start()
      fixture.screen.mouse.drag(from: fixture.at(500, 300), to: fixture.at(430, 350), .middle)
      try expectDot(at: dot + Vector(-70, 50), on: fixture, "dragged")
      let keyboard = fixture.screen.keyboard
      for (key, back, offset) in [
        ("Right", "Left", Vector(-60, 0)), ("Down", "Up", Vector(0, -60)),
        ("Left", "Right", Vector(60, 0)), ("Up", "Down", Vector(0, 60)),
      ] {
        try keyboard.press(key)
        try expectDot(at: dot + Vector(-70, 50) + offset, on: fixture, "one step \(key)")
        try keyboard.press(back)
      }
      try expectDot(at: dot + Vector(-70, 50), on: fixture, "back")
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test func `S20 bars tell where the view is while it moves, and never lie over fresh ink`()
      async throws
    {
      let (fixture, _) = try await start()
      let edge = PixelBox(
        x: fixture.canvas.maxX - 12, y: fixture.canvas.y, width: 12, height: fixture.canvas.height)
      func inked(_ picture: Picture) -> Int {
        let bare = Pixel(PaperStyle.light.color.rgba >> 8)
        return picture.pixels { $0.distance(to: bare) > 24 }.count
      }
      #expect(inked(fixture.screen.screenshot(of: edge)) == 0)
      fixture.screen.mouse.move(to: fixture.at(400, 300))
      fixture.screen.mouse.scroll(6)
      try fixture.screen.waitUntilStill()
      #expect(inked(fixture.screen.screenshot(of: edge)) > 100)
      // Gone the moment a tool comes down.
      fixture.pen.down(at: fixture.at(100, 100), force: 0.5)
      try fixture.waitForInk(at: fixture.at(100, 100))
      try fixture.screen.wait(for: "no bars", in: edge) { inked($0) == 0 }
      fixture.pen.up()
      fixture.pen.proximityOut()
      // Fading by themselves, without a frame left to paint after that.
      fixture.screen.mouse.scroll(1)
      try fixture.screen.wait(for: "bars", in: edge) { inked($0) > 100 }
      try fixture.screen.waitUntilStill(for: 1)
      #expect(inked(fixture.screen.screenshot(of: edge)) == 0)
      fixture.screen.clearLog()
      pause(0.5)
      #expect(fixture.frames.isEmpty)
      try fixture.done()
    }

    @Test func `where nothing is to move on screen the bars go without fading`() async throws {
      let fixture = try AppFixture(
        environment: ["GSETTINGS_BACKEND": "keyfile"], before: { try App.reduceMotion(on: $0) })
      let p = fixture.at(300, 220)
      fixture.pen.down(at: p, force: 1)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let edge = PixelBox(
        x: fixture.canvas.maxX - 12, y: fixture.canvas.y, width: 12, height: fixture.canvas.height)
      fixture.screen.mouse.move(to: fixture.at(400, 300))
      fixture.screen.watch(edge)
      fixture.screen.mouse.scroll(6)
      try fixture.screen.waitUntilStill(for: 1)
      // Shown, at a few positions at most; then gone, with nothing in between.
      let shades = Set(
        fixture.screen.captures.map { c in c.picture.pixels { $0.luma < 0.7 }.count })
      #expect(shades.contains(0) && shades.contains { $0 > 100 })
      let pale = fixture.screen.captures.count { c in
        c.picture.pixels { $0.luma < 0.7 }.isEmpty
          && c.picture.pixels { $0.luma < 0.93 }.count > 50
      }
      #expect(pale == 0)
      fixture.screen.watch(nil)
      try fixture.done()
    }

    @Test(arguments: [false, true])
    func `S81 a double tap glides to its zoom, and leaps where nothing is to move on screen`(
      isStill: Bool
    ) async throws {
      let fixture = try AppFixture(
        before: { screen in
          if isStill { try App.reduceMotion(on: screen) }
        })
      for x in [300.0, 400] { fixture.pen.stroke([fixture.at(x, 180), fixture.at(x, 260)]) }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      pause(0.6)
      let row = PixelBox(x: fixture.canvas.x, y: fixture.canvas.y + 218, width: 800, height: 4)
      /// How far the two lines are from each other.
      func gap(_ picture: Picture) -> Int { picture.pixels { $0.luma < 0.6 }.box.width }
      let before = gap(fixture.screen.screenshot(of: row))
      fixture.screen.watch(row)
      fixture.screen.clearLog()
      for _ in 0..<2 {
        fixture.screen.touch.tap(at: fixture.at(350, 220))
        pause(0.08)
      }
      try fixture.screen.waitUntilStill(for: 0.8)
      let after = gap(fixture.screen.screenshot(of: row))
      #expect(after > before + 50)
      let between = Set(fixture.screen.captures.map { gap($0.picture) })
        .filter { $0 > before + 10 && $0 < after - 10 }
      #expect(between.isEmpty == isStill, "\(before), \(between), \(after)")
      fixture.screen.watch(nil)
      try fixture.done()
    }

    @Test func `a drawing opens where it was left, at its zoom and turn`() async throws {
      let (fixture, _) = try await start()
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 100 + Double($0) * 3) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("r", [.control])
      try fixture.screen.keyboard.press("plus")
      try fixture.screen.keyboard.press("Down")
      let left = try fixture.paperAtRest()
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let again = try fixture.screen.launchApp([fixture.path])
      let window = try fixture.screen.waitForWindow()
      if !window.isMaximized { try window.maximize() }
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot(of: fixture.canvas) == left)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      fixture.screen.close()
    }
  }
}
