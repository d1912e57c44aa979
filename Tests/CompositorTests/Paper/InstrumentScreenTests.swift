import Canvas
import Glibc
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What lies over the paper to draw along, as the eye, the hands and the file see it.
  @Suite struct InstrumentScreenTests {
    /// From edge to edge.
    private static let breadth = Int(Instrument.breadth)

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
        dial + Vector(Instrument.knobDistance, 0), to: dial + Vector(3, Instrument.knobDistance),
        on: fixture)
      let across = try #require(
        ruler(fixture, row(fixture, y: Double(fixture.canvas.height) - 20)))
      #expect(abs(across.count - Self.breadth) <= 2)
      let edge = fixture.at(Double(across.upperBound), 0).x
      #expect(abs(edge - dial.x - Instrument.breadth / 2) <= 1.5)

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
      try fixture.screen.keyboard.press("F10", [.shift])
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let menu = try #require(fixture.screen.popups.last)
      let item = try AccessibleTree(fixture.screen).position(ofRow: "Angle…", in: menu)
      fixture.screen.mouse.click(at: item)
      fixture.screen.mouse.leave()
      // A quarter turn the other way makes it upright as well.
      try enter("-90", for: "Angle (", fixture)
      let across = try #require(ruler(fixture, row(fixture, y: 20)))
      #expect(abs(across.count - Self.breadth) <= 2)
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

      // The menu of the ruler begins with what puts it away, and so does Escape.
      touch.down(1, at: Point(dial.x + 100, dial.y + 85))
      try fixture.screen.waitForPopups(1)
      touch.up(1)
      try fixture.screen.waitUntilStill()
      let box = try #require(fixture.screen.popups.first)
      touch.tap(at: Point(Double(box.x) + 60, Double(box.y) + 30))
      try fixture.screen.waitForPopups(0)
      try fixture.screen.wait(for: "the paper as it was", in: fixture.canvas) { $0 == ink }
      try fixture.screen.keyboard.press("u")
      try fixture.screen.wait(for: "the ruler again", in: fixture.canvas) { _ in
        ruler(fixture, row(fixture, y: 20)) != nil
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.wait(for: "the paper as it was", in: fixture.canvas) { $0 == ink }
      try fixture.done()
    }

    /// Types a number into the field of this name, which has come for the instrument.
    private func enter(_ number: String, for name: String, _ fixture: AppFixture) throws {
      let screen = fixture.screen
      try AccessibleTree(screen).wait(for: name)
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(number)
      try screen.keyboard.press("Return")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
    }

    /// Types a number into the field that has come for the instrument, and expects to see all of it.
    ///
    /// With the cursor at its end and at its start it looks the same, but for the cursor: nothing is scrolled.
    private func expectRoom(for number: String, _ fixture: AppFixture) throws {
      let screen = fixture.screen
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let box = try #require(screen.popups.last)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(number)
      try screen.waitUntilStill()
      let atEnd = screen.screenshot(of: box)
      try screen.keyboard.press("Home")
      try screen.waitUntilStill()
      let atStart = screen.screenshot(of: box)
      let others = (0..<atEnd.width).filter { x in
        (0..<atEnd.height).contains { atEnd[x, $0] != atStart[x, $0] }
      }
      #expect(others.count < 10, "columns \(others)")
    }

    // MARK: The set square and the compass

    /// The part of the screen around the middle of the paper where they are when they come.
    private func around(_ fixture: AppFixture) -> PixelBox {
      PixelBox(covering: Rect(center: fixture.middle, radius: 200)).intersection(fixture.canvas)
    }

    /// The middles of the pixels of ink there, once no pen is near.
    private func ink(_ fixture: AppFixture) throws -> [Point] {
      fixture.takePenAway()
      try fixture.screen.waitUntilStill()
      let box = around(fixture)
      let picture = fixture.screen.screenshot(of: box)
      var found: [Point] = []
      for y in 0..<picture.height {
        for x in 0..<picture.width where picture[x, y].luma < 0.5 {
          found.append(Point(Double(box.x + x) + 0.5, Double(box.y + y) + 0.5))
        }
      }
      return found
    }

    /// The direction of the line that runs through points, in degrees within -90 … 90, and how far they are from it.
    private func fit(_ points: [Point]) -> (degrees: Double, off: Double) {
      let count = Double(points.count)
      let middle = Point(
        points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for p in points {
        let v = p - middle
        xx += v.dx * v.dx
        xy += v.dx * v.dy
        yy += v.dy * v.dy
      }
      let angle = atan2(2 * xy, xx - yy) / 2
      let across = Vector(angle: angle).perpendicular
      let off = points.map { abs(($0 - middle).dot(across)) }.max() ?? .infinity
      return (angle * 180 / .pi, off)
    }

    /// Draws beside a line with a hand that trembles.
    private func tremble(_ fixture: AppFixture, from a: Point, to b: Point, outward: Vector) {
      fixture.pen.stroke(
        (0...60).map { i in
          a.lerp(to: b, Double(i) / 60) + outward * (4 + 8 * sin(Double(i) * 1.7))
        })
      fixture.pen.proximityOut()
    }

    @Test func `S76 the set square gives right angles and the compass circles of the radius shown`()
      async throws
    {
      let fixture = try AppFixture()
      let screen = fixture.screen
      let bare = try fixture.paper()
      try screen.keyboard.press("u", [.shift])
      try screen.wait(for: "the set square", in: around(fixture)) {
        !$0.pixels { $0.luma < 0.955 }.isEmpty
      }
      try screen.waitUntilStill()
      let box = screen.screenshot(of: around(fixture)).pixels { $0.luma < 0.955 }.box
      #expect(abs(box.width - 320) <= 3)
      #expect(abs(box.height - 160) <= 3)
      // Its corners: the long edge is the lower one.
      let corner = Vector(Double(around(fixture).x), Double(around(fixture).y))
      let left = Point(Double(box.x), Double(box.maxY)) + corner
      let right = Point(Double(box.maxX), Double(box.maxY)) + corner
      let top = Point((left.x + right.x) / 2, Double(box.y) + corner.dy)

      let slope = 0.5.squareRoot()
      tremble(
        fixture, from: left.lerp(to: right, 0.2), to: left.lerp(to: right, 0.8),
        outward: Vector(0, 1))
      tremble(
        fixture, from: right.lerp(to: top, 0.3), to: right.lerp(to: top, 0.7),
        outward: Vector(slope, -slope))
      tremble(
        fixture, from: left.lerp(to: top, 0.3), to: left.lerp(to: top, 0.7),
        outward: Vector(-slope, -slope))
      _ = try await fixture.kept(3)
      // The compass comes and the set square goes.
      try screen.keyboard.press("c", [.shift])
      let inside = top + Vector(0, 40)
      try screen.wait(for: "no set square", in: PixelBox(covering: Rect(center: inside, radius: 2)))
      { $0.pixels { $0.luma < 0.955 }.isEmpty }
      try screen.keyboard.press("c", [.shift])
      let lines = try ink(fixture)
      let beside = left.y - 20
      let long = fit(lines.filter { $0.y > beside })
      let legs = [
        fit(lines.filter { $0.y <= beside && $0.x > top.x }),
        fit(lines.filter { $0.y <= beside && $0.x < top.x }),
      ]
      for line in [long] + legs { #expect(line.off < 3) }
      #expect(abs(long.degrees) < 0.5)
      #expect(abs(legs[0].degrees - legs[1].degrees - 90) < 1)
      #expect(abs(legs[0].degrees - long.degrees - 45) < 1)

      for _ in 0..<3 { try screen.keyboard.press("z", [.control]) }
      try screen.wait(for: "bare paper", in: fixture.canvas) { $0 == bare }
      let middle = try await circle(fixture)
      try screen.keyboard.press("z", [.control])
      try screen.wait(for: "bare paper", in: fixture.canvas) { $0 == bare }
      try await typedCircle(fixture, around: middle)
      try fixture.done()
    }

    /// Types 40 millimetres for the radius of the compass, and draws all around it.
    private func typedCircle(_ fixture: AppFixture, around middle: Point) async throws {
      let screen = fixture.screen
      try screen.keyboard.press("c", [.shift])
      try screen.waitUntilStill()
      // The radius stands below the disc in its middle.
      try Pointing.pen.press(middle + Vector(0, 40), on: fixture)
      try expectRoom(for: "135.5", fixture)
      try enter("40", for: "Radius (", fixture)
      // 72 points are an inch of 25.4 millimetres.
      let wanted = 40 * 72 / 25.4
      fixture.pen.stroke((0...160).map { middle + Vector(angle: 1 + Double($0) / 25) * wanted })
      fixture.pen.proximityOut()
      let samples = try await fixture.kept(1)[0].samples
      let box = Rect(around: samples.map(\.position))
      #expect(abs(box.width - 2 * wanted) < 1)
      #expect(abs(box.height - 2 * wanted) < 1)
    }

    /// Opens the compass to 50 millimetres, and draws all around it with a hand that trembles.
    ///
    /// - Returns: The middle of the circle on the screen.
    private func circle(_ fixture: AppFixture) async throws -> Point {
      let screen = fixture.screen
      try screen.keyboard.press("c", [.shift])
      try screen.waitUntilStill()
      // The circle's lowest and highest pixels are above and below its middle.
      let area = around(fixture)
      let box = screen.screenshot(of: area).pixels { $0.luma < 0.85 }.box
      let radius = Double(box.height) / 2
      #expect(abs(radius - 100) < 2)
      let middle = Point(
        fixture.middle.x, Double(area.y) + Double(box.y + box.maxY) / 2)
      // 72 points are an inch of 25.4 millimetres.
      let wanted = 50 * 72 / 25.4
      try Pointing.pen.drag(
        middle + Vector(100, 0), to: middle + Vector(wanted + 0.4, 0), on: fixture)
      fixture.pen.stroke(
        (0...160).map { i in
          middle + Vector(angle: 1 + Double(i) / 25) * (wanted + 5 + 8 * sin(Double(i) * 1.7))
        })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // The menu on its circle has what puts it away, and nothing of the paper below.
      screen.mouse.click(at: middle - Vector(wanted, 0), .right)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let menu = try #require(screen.popups.last)
      let tree = try AccessibleTree(screen)
      let rows = try tree.texts()
      #expect(!rows.contains("Paper…"))
      let row = try tree.position(ofRow: "Hide the Compass", in: menu)
      screen.mouse.click(at: row)
      screen.mouse.leave()
      try screen.waitForPopups(0)
      let points = try ink(fixture)
      let distances = points.map { $0.distance(to: middle) }
      let mean = distances.reduce(0, +) / Double(max(distances.count, 1))
      #expect(abs(mean - wanted) < 0.75)
      #expect(distances.allSatisfy { abs($0 - wanted) < 3.5 })
      // All around, in each of 36 parts.
      let parts = Set(
        points.map { Int((atan2($0.y - middle.y, $0.x - middle.x) + .pi) / .pi * 17.999) })
      #expect(parts.count == 36)
      return middle
    }
  }
}
