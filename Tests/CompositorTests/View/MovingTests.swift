import Foundation
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// Moving the paper by hand, and the bars that tell where one is.
  @Suite struct MovingTests {
    /// A desk with a dot drawn, and the dot.
    private func start(
      _ environment: [String: String] = [:]
    ) async throws -> (desk: Desk, dot: Point) {
      let desk = try Desk(environment: environment)
      let p = desk.at(300, 220)
      desk.pen.down(at: p, force: 1)
      desk.pen.up()
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      return (desk, p)
    }

    private func expectDot(at p: Point, on desk: Desk, _ situation: Comment) throws {
      try desk.screen.waitUntilStill()
      let box = PixelBox(covering: Rect(center: p, radius: 10))
      let found = try #require(desk.ink(around: p, reach: 10).centroid, situation)
      #expect(
        Point(found.x + Double(box.x), found.y + Double(box.y)).distance(to: p) <= 1, situation)
    }

    @Test func `S64 with space held any tool moves the paper, and draws nothing`() async throws {
      let (desk, dot) = try await start()
      let (screen, keyboard) = (desk.screen, desk.screen.keyboard)
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
      try expectDot(at: at, on: desk, "moved by the mouse")
      screen.mouse.leave()
      desk.pen.down(at: desk.at(400, 300), force: 0.8)
      desk.pen.move(along: (1...20).map { desk.at(400 - Double($0) * 5, 300 + Double($0)) })
      try keyboard.release(key: "space")
      try screen.settle()
      desk.pen.move(along: (1...10).map { desk.at(300, 320 + Double($0) * 4) })
      desk.pen.up()
      desk.pen.proximityOut()
      at = at + Vector(-100, 60)
      try expectDot(at: at, on: desk, "moved by the pen")
      try keyboard.hold(key: "space")
      // The pen's hand is away; put down before it lifts, the finger throws nothing.
      pause(0.6)
      screen.touch.down(1, at: desk.at(200, 300))
      for i in 1...10 { screen.touch.move(1, to: desk.at(200 + Double(i) * 4, 300)) }
      pause(0.1)
      screen.touch.up(1)
      try keyboard.release(key: "space")
      at = at + Vector(40, 0)
      try expectDot(at: at, on: desk, "moved by a finger")
      // And then each draws again.
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 400) })
      desk.pen.proximityOut()
      #expect(try await desk.kept(2).count == 2)
      try desk.done()
    }

    @Test func `S64 the middle button drags the paper, the arrows step it`() async throws {
      let (desk, dot) = try await start()
      desk.screen.mouse.drag(from: desk.at(500, 300), to: desk.at(430, 350), .middle)
      try expectDot(at: dot + Vector(-70, 50), on: desk, "dragged")
      let keyboard = desk.screen.keyboard
      for (key, back, way) in [
        ("Right", "Left", Vector(-60, 0)), ("Down", "Up", Vector(0, -60)),
        ("Left", "Right", Vector(60, 0)), ("Up", "Down", Vector(0, 60)),
      ] {
        try keyboard.press(key)
        try expectDot(at: dot + Vector(-70, 50) + way, on: desk, "one step \(key)")
        try keyboard.press(back)
      }
      try expectDot(at: dot + Vector(-70, 50), on: desk, "back")
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `S20 bars tell where the view is while it moves, and never lie over fresh ink`()
      async throws
    {
      let (desk, _) = try await start()
      let edge = PixelBox(
        x: desk.canvas.maxX - 12, y: desk.canvas.y, width: 12, height: desk.canvas.height)
      func inked(_ picture: Picture) -> Int {
        let bare = Pixel(PaperStyle.light.color.rgba >> 8)
        return picture.pixels { $0.distance(to: bare) > 24 }.count
      }
      #expect(inked(desk.screen.screenshot(of: edge)) == 0)
      desk.screen.mouse.move(to: desk.at(400, 300))
      desk.screen.mouse.scroll(6)
      try desk.screen.waitUntilStill()
      #expect(inked(desk.screen.screenshot(of: edge)) > 100)
      // Gone the moment a tool comes down.
      desk.pen.down(at: desk.at(100, 100), force: 0.5)
      try desk.waitForInk(at: desk.at(100, 100))
      try desk.screen.wait(for: "no bars", in: edge) { inked($0) == 0 }
      desk.pen.up()
      desk.pen.proximityOut()
      // Fading by themselves, without a frame left to paint after that.
      desk.screen.mouse.scroll(1)
      try desk.screen.wait(for: "bars", in: edge) { inked($0) > 100 }
      try desk.screen.waitUntilStill(for: 1)
      #expect(inked(desk.screen.screenshot(of: edge)) == 0)
      desk.screen.clearLog()
      pause(0.5)
      #expect(desk.frames.isEmpty)
      try desk.done()
    }

    @Test func `where nothing is to move on screen the bars go without fading`() async throws {
      let desk = try Desk(
        environment: ["GSETTINGS_BACKEND": "keyfile"], before: { try App.reduceMotion(on: $0) })
      let p = desk.at(300, 220)
      desk.pen.down(at: p, force: 1)
      desk.pen.up()
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      let edge = PixelBox(
        x: desk.canvas.maxX - 12, y: desk.canvas.y, width: 12, height: desk.canvas.height)
      desk.screen.mouse.move(to: desk.at(400, 300))
      desk.screen.watch(edge)
      desk.screen.mouse.scroll(6)
      try desk.screen.waitUntilStill(for: 1)
      // There, in at most a few places; then gone: no shade of them in between.
      let shades = Set(desk.screen.captures.map { c in c.picture.pixels { $0.luma < 0.7 }.count })
      #expect(shades.contains(0) && shades.contains { $0 > 100 })
      let pale = desk.screen.captures.count { c in
        c.picture.pixels { $0.luma < 0.7 }.isEmpty
          && c.picture.pixels { $0.luma < 0.93 }.count > 50
      }
      #expect(pale == 0)
      desk.screen.watch(nil)
      try desk.done()
    }

    @Test(arguments: [false, true])
    func `S81 a double tap glides to its zoom, and leaps where nothing is to move on screen`(
      isStill: Bool
    ) async throws {
      let desk = try Desk(
        before: { screen in
          if isStill { try App.reduceMotion(on: screen) }
        })
      for x in [300.0, 400] { desk.pen.stroke([desk.at(x, 180), desk.at(x, 260)]) }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      pause(0.6)
      let row = PixelBox(x: 0, y: desk.canvas.y + 218, width: 800, height: 4)
      /// How far the two lines are from each other.
      func gap(_ picture: Picture) -> Int { picture.pixels { $0.luma < 0.6 }.box.width }
      let before = gap(desk.screen.screenshot(of: row))
      desk.screen.watch(row)
      desk.screen.clearLog()
      for _ in 0..<2 {
        desk.screen.touch.tap(at: desk.at(350, 220))
        pause(0.08)
      }
      try desk.screen.waitUntilStill(for: 0.8)
      let after = gap(desk.screen.screenshot(of: row))
      #expect(after > before + 50)
      let between = Set(desk.screen.captures.map { gap($0.picture) })
        .filter { $0 > before + 10 && $0 < after - 10 }
      #expect(between.isEmpty == isStill, "\(before), \(between), \(after)")
      desk.screen.watch(nil)
      try desk.done()
    }

    @Test func `a drawing opens where it was left, at its zoom and turn`() async throws {
      let (desk, _) = try await start()
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 8, 100 + Double($0) * 3) })
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      try desk.screen.keyboard.press("r", [.control])
      try desk.screen.keyboard.press("plus")
      try desk.screen.keyboard.press("Down")
      let left = try desk.paperAtRest()
      desk.window.close()
      #expect(try desk.app.waitForExit() == .exited(0))
      let again = try desk.screen.launchApp([desk.path])
      let window = try desk.screen.waitForWindow()
      if !window.isMaximized { try window.maximize() }
      try desk.screen.waitUntilStill()
      #expect(desk.screen.screenshot(of: desk.canvas) == left)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      desk.screen.close()
    }
  }
}
