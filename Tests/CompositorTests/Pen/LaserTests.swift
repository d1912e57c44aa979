import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The laser pointer: light where the contact goes, and nothing afterwards.
  @Suite struct LaserTests {
    /// How many pixels of a part of the screen are of a strong red.
    private func light(_ fixture: AppFixture, _ box: PixelBox) -> Int {
      fixture.screen.screenshot(of: box).pixels {
        Int($0.red) > 200 && Int($0.red) - Int($0.green) > 90 && Int($0.red) - Int($0.blue) > 90
      }.count
    }

    /// Draws a line of light and leaves the contact down.
    private func point(
      _ pointing: Pointing, on fixture: AppFixture, y: Double, from x: Double = 200
    ) {
      let line = (0...40).map { fixture.at(x + Double($0) * 5, y) }
      switch pointing {
      case .pen:
        fixture.pen.down(at: line[0], force: 0.5)
        fixture.pen.move(along: Array(line.dropFirst()))
      case .finger:
        fixture.screen.touch.down(1, at: line[0])
        for p in line.dropFirst() {
          fixture.screen.touch.move(1, to: p)
          pause(0.004)
        }
      case .mouse:
        fixture.screen.mouse.move(to: line[0])
        fixture.screen.mouse.down()
        for p in line.dropFirst() {
          fixture.screen.mouse.move(to: p)
          pause(0.004)
        }
      }
    }

    private func lift(_ pointing: Pointing, on fixture: AppFixture) {
      switch pointing {
      case .pen:
        fixture.pen.up()
        fixture.pen.proximityOut()
      case .finger: fixture.screen.touch.up(1)
      case .mouse:
        fixture.screen.mouse.up()
        fixture.screen.mouse.leave()
      }
    }

    private func area(_ fixture: AppFixture, y: Double, from x: Double = 200) -> PixelBox {
      let (a, b) = (fixture.at(x - 14, y - 14), fixture.at(x + 214, y + 14))
      return PixelBox(covering: Rect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y))
    }

    @Test(arguments: Pointing.allCases, [false, true])
    func `light follows what points, is gone in a second and a half, and leaves nothing`(
      pointing: Pointing, isDark: Bool
    ) async throws {
      let fixture = try AppFixture(
        environment: ["GSETTINGS_BACKEND": "keyfile"],
        before: {
          let scheme = isDark ? "'dark'" : "'light'"
          try App.writeSettings(["finger": "'draw'", "color-scheme": scheme], for: $0)
        })
      let paper: PaperStyle = isDark ? .dark : .light
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 100) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      pause(0.6)
      try fixture.screen.keyboard.press("l")
      try fixture.screen.settle()
      let before = fixture.screen.screenshot(of: fixture.canvas)
      point(pointing, on: fixture, y: 300)
      let box = area(fixture, y: 300)
      try fixture.screen.wait(for: "light", in: box) { _ in light(fixture, box) > 150 }
      lift(pointing, on: fixture)
      pause(1.5)
      #expect(light(fixture, box) == 0)
      #expect(InkSight(fixture.screen.screenshot(of: box), paper: paper).area < 0.1)
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot(of: fixture.canvas).pixels(otherThan: before) == 0)
      #expect(try await fixture.kept(1).count == 1)
      // The line that was there is what undo takes back.
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(0)
      try fixture.done()
    }

    @Test(
      arguments: Pointing.allCases,
      [PixelSize(width: 900, height: 720), PixelSize(width: 400, height: 760)])
    func `S59 it is among the tools in wide windows and in narrow ones`(
      pointing: Pointing, size: PixelSize
    ) async throws {
      let fixture = try AppFixture.withTools(
        size: size, preferences: [.finger: .init("draw")])
      try fixture.waitForPicker()
      try pointing.press(fixture.tool("laser"), on: fixture)
      point(pointing, on: fixture, y: 300, from: 100)
      let box = area(fixture, y: 300, from: 100)
      try fixture.screen.wait(for: "light", in: box) { _ in light(fixture, box) > 150 }
      lift(pointing, on: fixture)
      pause(1.5)
      #expect(light(fixture, box) == 0)
      // Any brush draws again.
      try pointing.press(fixture.tool("pen"), on: fixture)
      try pointing.drag(fixture.at(120, 300), to: fixture.at(260, 300), on: fixture)
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }
  }
}

extension Picture {
  /// How many pixels are not those of another picture of the same size.
  fileprivate func pixels(otherThan other: Picture) -> Int {
    (0..<height).reduce(0) { sum, y in
      sum + (0..<width).count { x in self[x, y] != other[x, y] }
    }
  }
}
