import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What somebody does with the app from its first start on, in one go: all that `scripts/test --quick` asks of it.
  @Suite struct OnePassTests {
    @Test func `drawn, erased, undone, selected, moved, closed, and open again as it was`()
      async throws
    {
      let fixture = try AppFixture.fresh()
      try fixture.waitForPicker()
      let (screen, pen) = (fixture.screen, fixture.pen)
      func wave(_ y: Double) -> [Point] {
        (0...40).map { fixture.at(200 + Double($0) * 6, y + Double($0 % 8)) }
      }
      // All that is drawn and nothing of the tools, whose redo comes and goes.
      let area = PixelBox(x: 150, y: 200, width: 600, height: 400)
      func paper() throws -> Picture { try fixture.paperAtRest().cropped(to: area) }
      // The hand is chosen, so that it is not asked for at the next start.
      pen.stroke(wave(250))
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Which hand draws?")
      try tree.press("Right")
      try tree.wait(forNo: "Which hand draws?")
      pen.stroke(wave(400))
      pen.proximityOut()
      _ = try await fixture.kept(2)
      let both = try paper()

      screen.eraser.stroke((0...20).map { fixture.at(300, 370 + Double($0) * 4) })
      screen.eraser.proximityOut()
      _ = try await fixture.kept(1)
      #expect(try paper() != both)
      try screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(2)
      #expect(try paper() == both)

      // A line around the lower wave selects it, and a drag from its middle moves it.
      try screen.keyboard.press("s")
      let around = Rect(x: 180, y: 370, width: 290, height: 60)
      let corners = (around.corners + [around.corners[0]]).map { fixture.at($0.x, $0.y) }
      pen.stroke(
        zip(corners, corners.dropFirst()).flatMap { a, b in
          (0..<12).map { a.lerp(to: b, Double($0) / 12) }
        })
      try screen.waitUntilStill()
      pen.stroke((0...24).map { fixture.at(320 + Double($0) * 4, 402 + Double($0) * 4) })
      pen.proximityOut()
      try screen.keyboard.press("Escape")
      let moved = try paper()
      #expect(moved != both)
      let element = try #require(try await fixture.kept(2).last).element
      #expect(element.canvasFromElement.tx > 80 && element.canvasFromElement.ty > 80)

      try fixture.app.expectQuiet()
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let again = try screen.launchApp([fixture.path], profile: .fresh)
      let window = try screen.waitForWindow()
      if !window.isMaximized { try window.maximize() }
      try screen.waitUntilStill(for: 1)
      #expect(screen.screenshot(of: fixture.canvas).cropped(to: area) == moved)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      screen.close()
    }
  }
}
