import Canvas
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Which frames and commits have a preview, and how much of them.
  @Suite struct HoverFramesTests {
    @Test(arguments: InkPresenter.allCases)
    func `S23 the next picture after a pen has come near has its preview, after it has left none`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try HoverTests.fixture(presenter.preferences)
      // GTK's clock may begin a frame only after the next refresh. A surface of its own does not wait for that.
      let latest = presenter == .frames ? 2 : 1
      try HoverTests.broaden(fixture, by: 8)
      for i in 0..<3 {
        let p = fixture.at(150 + Double(i) * 140, 220)
        let box = PixelBox(covering: Rect(center: p, radius: 3))
        let coming = try fixture.frame(
          with: "the preview", in: box, after: { fixture.pen.hover(at: p) },
          where: { InkSight($0).pixels(above: 0.3) > 0 })
        #expect(coming <= latest, "coming, \(i)")
        let leaving = try fixture.frame(
          with: "bare paper", in: box, after: { fixture.pen.proximityOut() },
          where: { InkSight($0).pixels(above: 0.1) == 0 })
        #expect(leaving <= latest, "leaving, \(i)")
      }
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S98 the preview goes when the pen draws, and is back within a frame of its lifting`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try HoverTests.fixture(presenter.preferences)
      try HoverTests.broaden(fixture)
      // The eraser's ring is no ink: what is seen of it is a preview.
      try fixture.screen.keyboard.press("e")
      let p = fixture.at(300, 250)
      let bare = try fixture.paper()
      func ring() -> Int {
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 20).count
      }
      fixture.pen.hover(at: p)
      try fixture.screen.wait(for: "the ring") { _ in ring() > 20 }
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
      fixture.pen.down(at: p)
      fixture.pen.move(along: (1...40).map { Point(p.x + Double($0) * 3, p.y) })
      try fixture.screen.waitUntilStill()
      // The line and nothing before or beside its end.
      let end = Point(p.x + 120, p.y)
      let wet = fixture.ink(around: end, reach: 40)
      fixture.screen.clearLog()
      fixture.pen.up()
      try fixture.screen.waitUntilStill()
      let after = fixture.ink(around: end, reach: 40)
      // The dot of the preview reaches as far as the round end of the line does, and has an edge of another colour there.
      #expect(after.area >= wet.area * 0.93)
      #expect(fixture.pen.cursor?.picture == nil)
      // Where the pen lifted it hovers: the eraser's ring is there without another motion.
      let line = fixture.screen.screenshot(of: fixture.canvas)
      try fixture.screen.keyboard.press("e")
      try fixture.screen.wait(for: "the ring where the pen lifted") { _ in
        let seen = fixture.screen.screenshot(of: fixture.canvas).difference(
          from: line, tolerance: 20)
        return seen.count > 20
          && abs(Double(seen.box.x + seen.box.width / 2) + Double(fixture.canvas.x) - end.x) < 3
      }
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S98 in no frame of a stroke is there a preview, and the frame after it has it again`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try HoverTests.fixture(presenter.preferences)
      try HoverTests.broaden(fixture, by: 18)
      let p = fixture.at(200, 250)
      let end = Point(p.x + 160, p.y)
      /// How much of the column through a position is inked.
      func breadth(_ picture: Picture, _ x: Double) -> Double {
        InkSight(picture).area(ofColumn: Int(x - p.x) + 30)
      }
      let box = PixelBox(x: Int(p.x) - 30, y: Int(p.y) - 40, width: 240, height: 80)
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      try fixture.screen.waitUntilStill()
      // The mark of a middling press; a light one is much finer.
      let dot = breadth(fixture.screen.screenshot(of: box), p.x)
      fixture.screen.clearLog()
      fixture.screen.watch(box)
      fixture.pen.down(at: p, force: 0.03)
      for i in 1...40 {
        fixture.pen.move(to: Point(p.x + Double(i) * 4, p.y), force: 0.03)
        pause(0.008)
      }
      try fixture.screen.waitUntilStill()
      let drawn = fixture.screen.captures
      let line = breadth(fixture.screen.screenshot(of: box), p.x + 80)
      #expect(line > 0.5 && line < dot / 2, "\(line) and \(dot)")
      // The preview goes in the same commit that has the first ink.
      #expect(drawn.count > 10)
      for capture in drawn {
        let widest = (0..<240).map { InkSight(capture.picture).area(ofColumn: $0) }.max() ?? 0
        #expect(widest < (dot + line) / 2, "a preview beside the line, or on it")
      }
      let back = try fixture.frame(
        with: "the preview where the pen lifted", in: box, after: { fixture.pen.up() },
        where: { breadth($0, end.x) > dot * 0.8 })
      #expect(back == 1)
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S20 S23 hovering repaints the few pixels of the preview and nothing else`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try HoverTests.fixture(presenter.preferences)
      try HoverTests.broaden(fixture, by: 6)
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 8, 300) })
      fixture.pen.hover(at: fixture.at(150, 200))
      try fixture.screen.waitUntilStill()
      fixture.screen.clearLog()
      for i in 0..<60 {
        fixture.pen.hover(at: fixture.at(150 + Double(i) * 5, 200 + Double(i) * 2))
        pause(0.017)
      }
      try fixture.screen.waitUntilStill()
      let commits = fixture.inkCommits(presenter).filter { !$0.damage.isEmpty }
      #expect(commits.count > 20)
      // The old position and the new one, of a dot of less than ten pixels.
      for commit in commits { #expect(commit.damagedArea < 1200, "\(commit.damage)") }
      // Ahead of the frames: a frame in the making would hold back the first ink of a stroke.
      if presenter == .direct { #expect(fixture.frames.isEmpty) }
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test
    func
      `a pen that comes down from hovering waits for no frame: each of its first samples has its own commit`()
      throws
    {
      let fixture = try HoverTests.fixture(InkPresenter.direct.preferences)
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 300) })
      for i in 0..<30 {
        fixture.pen.hover(at: fixture.at(150 + Double(i) * 2, 200))
        pause(0.004)
      }
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: fixture.at(212, 200))
      try fixture.screen.settle()
      fixture.screen.clearLog()
      fixture.pen.down(at: fixture.at(214, 200), force: 0.6)
      try fixture.screen.settle()
      for i in 1...8 {
        let before = fixture.inkCommits(.direct).count
        fixture.pen.move(to: fixture.at(214 + Double(i) * 6, 200))
        try fixture.screen.settle()
        #expect(fixture.inkCommits(.direct).count > before, "sample \(i)")
      }
      #expect(fixture.frames.isEmpty)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.done()
    }
  }
}
