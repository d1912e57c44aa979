import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The laser pointer: light where the contact goes, and nothing afterwards.
  @Suite struct LaserTests {
    /// How many pixels of a part of the screen are of a strong red.
    private func light(_ desk: Desk, _ box: PixelBox) -> Int {
      desk.screen.screenshot(of: box).pixels {
        Int($0.red) > 200 && Int($0.red) - Int($0.green) > 90 && Int($0.red) - Int($0.blue) > 90
      }.count
    }

    /// Draws a line of light and leaves the contact down.
    private func point(_ pointing: Pointing, on desk: Desk, y: Double, from x: Double = 200) {
      let line = (0...40).map { desk.at(x + Double($0) * 5, y) }
      switch pointing {
      case .pen:
        desk.pen.down(at: line[0], force: 0.5)
        desk.pen.move(along: Array(line.dropFirst()))
      case .finger:
        desk.screen.touch.down(1, at: line[0])
        for p in line.dropFirst() {
          desk.screen.touch.move(1, to: p)
          pause(0.004)
        }
      case .mouse:
        desk.screen.mouse.move(to: line[0])
        desk.screen.mouse.down()
        for p in line.dropFirst() {
          desk.screen.mouse.move(to: p)
          pause(0.004)
        }
      }
    }

    private func lift(_ pointing: Pointing, on desk: Desk) {
      switch pointing {
      case .pen:
        desk.pen.up()
        desk.pen.proximityOut()
      case .finger: desk.screen.touch.up(1)
      case .mouse:
        desk.screen.mouse.up()
        desk.screen.mouse.leave()
      }
    }

    private func area(_ desk: Desk, y: Double, from x: Double = 200) -> PixelBox {
      let (a, b) = (desk.at(x - 14, y - 14), desk.at(x + 214, y + 14))
      return PixelBox(covering: Rect(minX: a.x, minY: a.y, maxX: b.x, maxY: b.y))
    }

    @Test(arguments: Pointing.allCases, [false, true])
    func `light follows what points, is gone in a second and a half, and leaves nothing`(
      pointing: Pointing, isDark: Bool
    ) async throws {
      let desk = try Desk(
        environment: ["GSETTINGS_BACKEND": "keyfile"],
        before: {
          let scheme = isDark ? "'dark'" : "'light'"
          try App.writeSettings(["finger": "'draw'", "color-scheme": scheme], for: $0)
        })
      let paper: PaperStyle = isDark ? .dark : .light
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      pause(0.6)
      try desk.screen.keyboard.press("l")
      try desk.screen.settle()
      let before = desk.screen.screenshot(of: desk.canvas)
      point(pointing, on: desk, y: 300)
      let box = area(desk, y: 300)
      try desk.screen.wait(for: "light", in: box) { _ in light(desk, box) > 150 }
      lift(pointing, on: desk)
      pause(1.5)
      #expect(light(desk, box) == 0)
      #expect(InkSight(desk.screen.screenshot(of: box), paper: paper).area < 0.1)
      try desk.screen.waitUntilStill()
      #expect(desk.screen.screenshot(of: desk.canvas).pixels(otherThan: before) == 0)
      #expect(try await desk.kept(1).count == 1)
      // The line that was there is what undo takes back.
      try desk.screen.keyboard.press("z", [.control])
      _ = try await desk.kept(0)
      try desk.done()
    }

    @Test(arguments: [PixelSize(width: 900, height: 720), PixelSize(width: 400, height: 760)])
    func `S59 it is among the tools in wide windows and in narrow ones`(size: PixelSize)
      async throws
    {
      let desk = try Desk.withTools(size: size)
      try desk.waitForPicker()
      try Pointing.mouse.press(desk.tool("laser"), on: desk)
      point(.mouse, on: desk, y: 300, from: 100)
      let box = area(desk, y: 300, from: 100)
      try desk.screen.wait(for: "light", in: box) { _ in light(desk, box) > 150 }
      lift(.mouse, on: desk)
      pause(1.5)
      #expect(light(desk, box) == 0)
      // Any brush draws again.
      try Pointing.mouse.press(desk.tool("pen"), on: desk)
      try Pointing.mouse.drag(desk.at(120, 300), to: desk.at(260, 300), on: desk)
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
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
