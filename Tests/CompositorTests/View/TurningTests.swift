import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Drawing on paper that is turned.
  @Suite struct TurningTests {
    @Test(arguments: [(1, 2), (2, 2), (1, 6), (1, 1)])
    func `S1 on turned paper ink lies under the tip, and is as sharp as on straight paper`(
      scale: Int, steps: Int
    ) async throws {
      let fixture = try AppFixture(scale: scale)
      let k = Double(scale)
      // By 15° each.
      for _ in 0..<steps { try fixture.screen.keyboard.press("r", [.control]) }
      let centers = (0..<8).map { i in
        fixture.at(90 + 80 * Double(i), 120) + Vector(Double(i) / 8, Double(i * 3 % 8) / 8)
      }
      for center in centers {
        for arm in [Vector(1, 0), Vector(0, 1)] {
          fixture.pen.stroke((-8...8).map { center + arm * Double($0) }, rate: 960, force: 0.3)
        }
      }
      let from = fixture.at(100, 300)
      fixture.pen.stroke((0...60).map { from + Vector(Double($0) * 5, Double($0) * 0.1) })
      fixture.pen.proximityOut()
      let kept = try await fixture.kept(2 * centers.count + 1)
      // It went into the file turned back.
      let line = try #require(kept.last).samples.map(\.position)
      let offset = try #require(line.last) - line[0]
      #expect(abs(offset.length - 300.06) < 0.5)
      let turn = Vector(300, 6)
      #expect(
        abs(
          offset.cross(Vector(angle: -Double(steps) * .pi / 12)) / offset.length
            - turn.cross(Vector(1, 0)) / turn.length) < 0.02)

      func check(_ situation: Comment) throws {
        let picture = try fixture.screen.waitUntilStill()
        for center in centers {
          let box = PixelBox(
            x: Int((center.x * k).rounded()) - 14 * scale,
            y: Int((center.y * k).rounded()) - 14 * scale, width: 28 * scale, height: 28 * scale)
          let found = try #require(InkSight(picture.cropped(to: box)).centroid, situation)
          let inked = Point(found.x + Double(box.x), found.y + Double(box.y))
          #expect(inked.distance(to: Point(center.x * k, center.y * k)) <= 0.5, situation)
        }
        let top = Int((from.y - 6) * k)
        let sight = InkSight(
          picture.cropped(
            to: PixelBox(
              x: Int((from.x + 40) * k), y: top, width: 200 * scale, height: 18 * scale)))
        let soft = (0..<sight.width).map { x in
          (0..<sight.height).count { sight[x, $0] > 0.06 && sight[x, $0] < 0.94 }
        }
        #expect(soft.max() ?? 9 <= 4, situation)
        #expect((0..<sight.width).allSatisfy { sight.area(ofColumn: $0) > 1.5 * k }, situation)
      }
      try check("as drawn")
      // From the tiles.
      try fixture.screen.keyboard.press("z", [.control])
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("y", [.control])
      try fixture.waitForInk(at: from + Vector(50, 1))
      try check("from the tiles")
      try fixture.done()
    }

    @Test func `the paper turns about the middle by steps, and back to where it was`() async throws
    {
      let fixture = try AppFixture()
      let center = fixture.middle
      for arm in [Vector(150, 0), Vector(0, 100)] {
        fixture.pen.down(at: center + arm, force: 1)
        fixture.pen.up()
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let before = try fixture.paper()
      func expectDots(_ degrees: Double) throws {
        try fixture.screen.waitUntilStill()
        for arm in [Vector(150, 0), Vector(0, 100)] {
          let p = center + AffineTransform.rotation(degrees * .pi / 180)(arm)
          #expect(try fixture.dot(near: p).distance(to: p) <= 1, "\(degrees)°")
        }
      }
      for i in 1...6 {
        try fixture.screen.keyboard.press("r", [.control])
        try expectDots(Double(i) * 15)
      }
      for i in 1...8 {
        try fixture.screen.keyboard.press("r", [.control, .shift])
        if i % 3 == 0 { try expectDots(90 - Double(i) * 15) }
      }
      try fixture.screen.keyboard.press("5", [.control])
      try expectDots(0)
      #expect(try fixture.paperAtRest() == before)
      try fixture.done()
    }

    @Test func `S64 S79 two fingers on a touchpad turn the paper, beyond a dead zone`() async throws
    {
      let fixture = try AppFixture()
      let center = fixture.at(400, 260)
      for arm in [Vector(140, 0), Vector(0, 90)] {
        fixture.pen.down(at: center + arm, force: 1)
        fixture.pen.up()
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      fixture.screen.mouse.move(to: center)
      func expectDots(turnedBy turn: Double, scale: Double) throws {
        try fixture.screen.waitUntilStill(for: 0.3)
        for arm in [Vector(140, 0), Vector(0, 90)] {
          let p = center + AffineTransform.rotation(turn)(arm) * scale
          #expect(
            try fixture.dot(near: p, reach: 10).distance(to: p) <= 1, "\(turn), \(scale)")
        }
      }
      // A small turn is none; of a large one the dead zone takes its part.
      fixture.screen.touchpad.pinch(scale: 1, rotate: 0.15)
      try expectDots(turnedBy: 0, scale: 1)
      fixture.screen.touchpad.pinch(scale: 1, rotate: 0.9)
      try expectDots(turnedBy: 0.9 - ViewportMotion.deadZone, scale: 1)
      fixture.screen.touchpad.pinch(scale: 1.25, rotate: -0.9)
      try expectDots(turnedBy: 0, scale: 1.25)
      try fixture.done()
    }

    @Test(arguments: [false, true], [false, true])
    func `fingers neither turn nor zoom what is locked, on the screen and on a touchpad`(
      rotation: Bool, zoom: Bool
    ) async throws {
      let fixture = try AppFixture {
        try App.writeSettings(["lock-rotation": "\(rotation)", "lock-zoom": "\(zoom)"], for: $0)
      }
      let center = fixture.at(380, 260)
      try await drawDots(about: center, fixture)
      try pinch(about: center, turns: !rotation, zooms: !zoom, fixture)
      try fixture.done()
    }

    @Test(arguments: Lock.allCases)
    func `the menu of the view locks turning or zoom until it is chosen again, and ticks it`(
      lock: Lock
    ) async throws {
      // The menu of the view has many rows.
      let fixture = try AppFixture(size: PixelSize(width: 1100, height: 1000))
      let tree = try AccessibleTree(fixture.screen)
      let center = fixture.at(450, 420)
      try await drawDots(about: center, fixture)
      let before = try ticked(switching: lock, fixture, tree)
      #expect(before.isEmpty)
      try pinch(about: center, turns: lock != .rotation, zooms: lock != .zoom, fixture)
      let meanwhile = try ticked(switching: lock, fixture, tree)
      #expect(meanwhile == [lock])
      try pinch(about: center, turns: true, zooms: true, fixture)
      let after = try ticked(fixture, tree)
      #expect(after.isEmpty)
      try fixture.done()
    }

    /// A row of a submenu of the menu of the view.
    enum Lock: String, CaseIterable, Sendable {
      case rotation = "Lock Rotation"
      case zoom = "Lock Zoom"
    }

    /// The locks that have a check mark in their submenu, which is opened for that.
    ///
    /// - Parameter lock: Is switched there after.
    private func ticked(
      switching lock: Lock? = nil, _ fixture: AppFixture, _ tree: AccessibleTree
    ) throws -> [Lock] {
      let screen = fixture.screen
      try fixture.choose("Lock for Fingers", in: "View", by: .mouse, tree)
      try screen.waitUntilStill(for: 0.5)
      let ticked = try tree.whileItChanges { () throws -> [Lock] in
        let rows = try tree.widgets()
        return try Lock.allCases.filter { lock in
          try rows.contains { try $0.name == lock.rawValue && tree.has(.checked, $0) }
        }
      }
      if let lock {
        let row = try tree.position(ofRow: lock.rawValue, in: #require(screen.popups.last))
        try Pointing.mouse.press(row, on: fixture)
      }
      if screen.popupCount > 0 { try screen.keyboard.press("Escape") }
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      return ticked
    }

    /// Draws a dot to the right of a point, and one below it, and takes the pen away.
    private func drawDots(about center: Point, _ fixture: AppFixture) async throws {
      for arm in Self.arms { fixture.pen.stroke([center + arm]) }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(Self.arms.count)
      pause(0.8)
    }

    private static let arms = [Vector(140, 0), Vector(0, 90)]

    /// Fingers turn and zoom by so much on the screen, then back on a touchpad; the dots show what of it counts.
    private func pinch(
      about center: Point, turns: Bool, zooms: Bool, _ fixture: AppFixture
    ) throws {
      func expectDots(turnedBy turn: Double, scale: Double) throws {
        try fixture.screen.waitUntilStill(for: 0.5)
        for arm in Self.arms {
          let p = center + AffineTransform.rotation(turn)(arm) * scale
          let box = PixelBox(covering: Rect(center: p, radius: 10))
          let found = try #require(fixture.ink(around: p, reach: 10).centroid, "\(turn), \(scale)")
          let seen = Point(found.x + Double(box.x), found.y + Double(box.y))
          #expect(seen.distance(to: p) <= 1.5, "\(turn), \(scale)")
        }
      }
      // Fingers that turn by a quarter snap to it.
      fixture.screen.touch.pinch(
        center: center, from: 80, to: 100, rotate: .pi / 2 + ViewportMotion.deadZone)
      try expectDots(turnedBy: turns ? .pi / 2 : 0, scale: zooms ? 1.25 : 1)
      // Back, on a touchpad, about the pointer and not where a finger touched last.
      fixture.screen.mouse.move(to: center)
      fixture.screen.touchpad.pinch(scale: 0.8, rotate: -.pi / 2 - ViewportMotion.deadZone)
      try expectDots(turnedBy: 0, scale: 1)
      fixture.screen.mouse.leave()
    }
  }
}
