import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The ruler over the paper, as the eye, the hands and the file see it.
  @Suite struct RulerScreenTests {
    /// From edge to edge.
    private static let breadth = Int(Ruler.breadth)

    /// The part of a line of pixels that the ruler covers, as offsets from the line's start.
    private func ruler(_ fixture: AppFixture, _ line: PixelBox) -> ClosedRange<Int>? {
      let picture = fixture.screen.screenshot(of: line)
      // Darker than the paper, its marks too.
      let box = picture.pixels { $0.luma < 0.955 }.box
      guard !box.isEmpty else { return nil }
      return line.width == 1 ? box.y...box.maxY : box.x...box.maxX
    }

    private func column(_ fixture: AppFixture, x: Double) -> PixelBox {
      PixelBox(
        x: Int(fixture.at(x, 0).x), y: fixture.canvas.y, width: 1, height: fixture.canvas.height)
    }

    private func row(_ fixture: AppFixture, y: Double) -> PixelBox {
      PixelBox(
        x: fixture.canvas.x, y: Int(fixture.at(0, y).y), width: fixture.canvas.width, height: 1)
    }

    /// Puts the ruler onto the paper, and returns the middle of its dial on the screen.
    private func show(_ fixture: AppFixture) throws -> Point {
      try fixture.screen.keyboard.press("u")
      try fixture.screen.wait(for: "the ruler", in: fixture.canvas) { _ in
        ruler(fixture, column(fixture, x: 40)) != nil
      }
      try fixture.screen.waitUntilStill()
      let across = try #require(ruler(fixture, column(fixture, x: 40)))
      #expect(abs(across.count - Self.breadth) <= 2)
      let whole = fixture.wholeCanvas
      return Point(
        Double(whole.x) + Double(whole.width) / 2,
        fixture.at(0, Double(across.lowerBound + across.upperBound) / 2).y)
    }

    @Test(arguments: Pointing.allCases)
    func `S76 the ruler is dragged, turned, and drawn along, and goes without a trace`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture(finger: hand == .finger ? "draw" : "pan")
      let bare = try fixture.paper()
      var dial = try show(fixture)
      let before = try #require(ruler(fixture, column(fixture, x: 40)))
      try hand.drag(dial + Vector(-60, 10), to: dial + Vector(-20, -70), on: fixture)
      let after = try #require(ruler(fixture, column(fixture, x: 40)))
      #expect(after == before.lowerBound - 80...before.upperBound - 80)
      dial = dial + Vector(40, -80)
      // A quarter turn, roughly: it catches the right angle.
      try hand.drag(
        dial + Vector(Ruler.knobDistance, 0), to: dial + Vector(3, Ruler.knobDistance),
        on: fixture)
      let across = try #require(
        ruler(fixture, row(fixture, y: Double(fixture.canvas.height) - 20)))
      #expect(abs(across.count - Self.breadth) <= 2)
      let edge = fixture.at(Double(across.upperBound), 0).x
      #expect(abs(edge - dial.x - Ruler.breadth / 2) <= 1.5)

      // Along the edge and away from it.
      try hand.drag(Point(edge + 5, dial.y - 60), to: Point(edge + 40, dial.y + 90), on: fixture)
      let beside = Point(edge + 120, dial.y - 60)
      try hand.drag(beside, to: beside + Vector(40, 150), on: fixture)
      let strokes = try await fixture.kept(2)
      let xs = strokes[0].samples.map(\.position.x)
      #expect(try #require(xs.max()) - #require(xs.min()) < 0.1)
      #expect(abs(try #require(xs.first) - (edge - fixture.origin.dx)) < 4)
      let ys = strokes[0].samples.map(\.position.y)
      #expect(try #require(ys.max()) - #require(ys.min()) > 140)
      let free = strokes[1].samples.map(\.position.x)
      #expect(try #require(free.max()) - #require(free.min()) > 35)

      // Away: the paper is as it was, but for the two strokes.
      try fixture.screen.keyboard.press("u")
      try fixture.screen.wait(for: "no ruler", in: fixture.canvas) { _ in
        ruler(fixture, column(fixture, x: Double(across.lowerBound) + 4)) == nil
      }
      for _ in 0..<2 { try fixture.screen.keyboard.press("z", [.control]) }
      try fixture.screen.wait(for: "bare paper", in: fixture.canvas) { $0 == bare }
      try fixture.done()
    }

    @Test func `with the text tool in the hand a pen still moves the ruler, and writes nothing`()
      throws
    {
      let fixture = try AppFixture()
      let bare = try fixture.paper()
      let dial = try show(fixture)
      let before = try #require(ruler(fixture, column(fixture, x: 40)))
      try fixture.screen.keyboard.press("t")
      try Pointing.pen.drag(dial + Vector(-60, 10), to: dial + Vector(-20, 80), on: fixture)
      let after = try #require(ruler(fixture, column(fixture, x: 40)))
      #expect(after == before.lowerBound + 70...before.upperBound + 70)
      // Longer than a pause after which writing is read.
      pause(1)
      try fixture.screen.keyboard.press("u")
      try fixture.screen.wait(for: "bare paper", in: fixture.canvas) { $0 == bare }
      try fixture.done()
    }

    @Test func `S76 two fingers move and turn the ruler, and the paper below it stays`()
      async throws
    {
      let fixture = try AppFixture(finger: "pan")
      fixture.pen.stroke((0...20).map { fixture.at(60 + Double($0) * 4, 60) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let ink = try fixture.paper()
      let dial = try show(fixture)
      // The hand that drew has gone for longer than its palm is expected (`PalmRule`).
      pause(1)
      let touch = fixture.screen.touch
      let (a, b) = (dial + Vector(-70, 0), dial + Vector(70, 0))
      touch.down(1, at: a)
      touch.down(2, at: b)
      for i in 1...15 {
        let part = Double(i) / 15
        let turn = AffineTransform.rotation(.pi / 2 * part)
        let middle = dial + Vector(100, 20) * part
        touch.move(1, to: middle + turn(Vector(-70, 0)))
        touch.move(2, to: middle + turn(Vector(70, 0)))
        pause(0.012)
      }
      touch.up(1)
      touch.up(2)
      try fixture.screen.waitUntilStill()
      let across = try #require(ruler(fixture, row(fixture, y: 20)))
      #expect(abs(across.count - Self.breadth) <= 2)
      let middle = fixture.at(Double(across.lowerBound + across.upperBound) / 2, 0).x
      #expect(abs(middle - dial.x - 100) <= 2)
      try fixture.screen.keyboard.press("u")
      try fixture.screen.wait(for: "the paper as it was", in: fixture.canvas) { $0 == ink }
      try fixture.done()
    }
  }
}
