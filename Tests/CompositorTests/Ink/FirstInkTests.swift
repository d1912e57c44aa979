import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Ink at the first contact, whatever went before.
  @Suite struct FirstInkTests {
    /// Touches and lifts; the very next picture that comes must show ink there.
    private func expectInkInTheNextFrame(
      _ fixture: AppFixture, _ presenter: InkPresenter, at p: Point, _ situation: Comment,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      try fixture.screen.settle()
      fixture.screen.clearLog()
      fixture.pen.down(at: p, force: 0.7)
      try fixture.waitForInk(at: p)
      let frame = try #require(
        fixture.inkCommits(presenter).first, situation, sourceLocation: sourceLocation)
      let changed = frame.changed.offset(x: frame.originX ?? 0, y: frame.originY ?? 0)
      #expect(changed.contains(p), situation, sourceLocation: sourceLocation)
      fixture.pen.up()
      fixture.pen.proximityOut()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S11 the pen marks in the frame after contact, whatever went before`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture.fresh(presenter: presenter)
      let screen = fixture.screen
      try expectInkInTheNextFrame(
        fixture, presenter, at: fixture.at(100, 300), "the first contact ever")

      try screen.keyboard.press("F10")
      try screen.waitForPopups(1)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()
      try expectInkInTheNextFrame(fixture, presenter, at: fixture.at(140, 300), "after a menu")

      try screen.keyboard.press("o", [.control])
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try screen.waitUntilStill()
      try expectInkInTheNextFrame(fixture, presenter, at: fixture.at(180, 300), "after a dialog")

      screen.withholdFocus()
      try screen.waitUntilStill()
      try expectInkInTheNextFrame(
        fixture, presenter, at: fixture.at(220, 300), "without the keyboard")
      screen.withholdFocus(false)
      try screen.waitUntilStill()
      try expectInkInTheNextFrame(
        fixture, presenter, at: fixture.at(260, 300), "after the focus came back")

      try screen.keyboard.press("F11")
      try screen.wait(for: "a full screen") { _ in fixture.window.isFullscreen }
      try fixture.findCanvas()
      try expectInkInTheNextFrame(fixture, presenter, at: fixture.at(300, 300), "in full screen")
      try screen.keyboard.press("F11")
      try screen.wait(for: "the window again") { _ in !fixture.window.isFullscreen }
      try fixture.findCanvas()
      try expectInkInTheNextFrame(fixture, presenter, at: fixture.at(340, 300), "after full screen")

      _ = try await fixture.kept(7)
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S11 the pen marks at once on a drawing that was just opened`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture.fresh(
        presenter: presenter,
        before: { screen in
          let made = try App.run([
            "replay", Repository.url("Tests/Fixtures/stylus/demo.stylus").path,
            screen.path("drawing.plumbago"),
          ])
          #expect(made.status == 0, "\(made)")
        })
      let before = try #require(await Kept.info(fixture.path))
      #expect(before.strokes > 10)
      let bare = try #require(barePosition(fixture))
      try expectInkInTheNextFrame(fixture, presenter, at: bare, "after opening")
      try await Kept.wait(for: "one stroke more", in: fixture.path) {
        $0.strokes == before.strokes + 1
      }
      try fixture.done()
    }

    @Test func `S11 a stroke that begins while the window comes up is whole`() async throws {
      let screen = try Screen(size: PixelSize(width: 1280, height: 800))
      let path = screen.path("drawing.plumbago")
      let app = try screen.launchApp([path], profile: .fresh)
      let window = try screen.waitForWindow()
      // No waiting: the window has been shown for less than a frame.
      let middle = window.frame.rect.center
      screen.pen.stroke((0...60).map { middle + Vector(Double($0), 0) })
      let strokes = try await Kept.strokes(1, in: path)
      #expect(strokes[0].samples.count == 61)
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
      screen.close()
    }

    /// A position on the canvas with nothing drawn near it.
    private func barePosition(_ fixture: AppFixture) -> Point? {
      // Below the tools.
      for y in stride(from: 110.0, to: Double(fixture.canvas.height) - 30, by: 20) {
        for x in stride(from: 30.0, to: 700, by: 20) {
          let p = fixture.at(x, y)
          if fixture.ink(around: p, reach: 12).pixels(above: 0.02) == 0 { return p }
        }
      }
      return nil
    }
  }
}
