import Glibc
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// How much of the screen a stroke makes the desktop repaint.
  @Suite struct DamageTests {
    @Test(arguments: InkPresenter.allCases)
    func `S20 while the pen inks nothing changes but the ink and the undo button`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture(presenter: presenter)
      // A first stroke, so that the second is one of many.
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 400) })
      fixture.pen.hover(at: fixture.at(200, 100))
      let before = try fixture.findCanvas()
      fixture.screen.clearLog()
      let points = (0...120).map { i in
        fixture.at(200 + Double(i) * 2, 150 + 50 * sin(Double(i) / 9))
      }
      fixture.pen.stroke(points)
      try fixture.findCanvas()
      let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
      // And the predicted ink: as far as the pen goes in a refresh, or a little farther.
      let allowed =
        [PixelBox(covering: bounds.outset(by: 12 + 2 * 12))]
        + [fixture.undoButton, fixture.redoButton]
        .map { PixelBox(covering: Rect(center: $0, radius: 20)) }
      for commit in fixture.screen.commits where commit.role != "cursor" {
        #expect(commit.surface == fixture.window.surface || commit.role == "subsurface")
        for box in commit.screenDamage {
          #expect(allowed.contains { $0.contains(box) }, "\(box)")
        }
      }
      #expect(fixture.inkCommits(presenter).count > 10)
      // And by the pixels themselves.
      let after = fixture.screen.screenshot()
      for box in allowed.dropFirst() + [
        PixelBox(x: 0, y: 0, width: fixture.canvas.maxX, height: 100)
      ] {
        #expect(after.cropped(to: box) == before.cropped(to: box))
      }
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S20 at a first start no pixel of tools, header and hint changes while the pen inks`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture.fresh(presenter: presenter)
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      // A first stroke, so that the second is one of many, and the question which hand draws.
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 400) })
      try tree.wait(for: "Which hand draws?")
      let points = (0...120).map { i in
        fixture.at(200 + Double(i) * 2, 250 + 50 * sin(Double(i) / 9))
      }
      fixture.pen.hover(at: points[0])
      let before = try fixture.findCanvas()
      fixture.screen.clearLog()
      fixture.pen.stroke(points)
      try fixture.findCanvas()
      let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
      // And the ink that is foretold: as far as the pen goes in a refresh, or a little farther.
      let allowed = PixelBox(covering: bounds.outset(by: 12 + 2 * 12))
      // And by the pixels themselves: header, tools and hint are as they were.
      let after = fixture.screen.screenshot()
      let difference = after.difference(from: before)
      #expect(!difference.isEmpty && allowed.contains(difference.box), "\(difference.box)")
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `a stroke amid other ink makes nothing else be painted anew, not even when it dries`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture(presenter: presenter)
      // Around all that follows, in each tile.
      for y in [20.0, 240, 270, 480] {
        fixture.pen.stroke((0...60).map { fixture.at(10 + Double($0) * 9, y + Double($0 % 2)) })
      }
      func line(_ y: Double) -> [Point] { (0...60).map { fixture.at(150 + Double($0) * 3, y) } }
      var last = Rect.empty
      for y in [120.0, 180, 330, 390] {
        fixture.pen.hover(at: line(y)[0])
        try fixture.findCanvas()
        fixture.screen.clearLog()
        fixture.pen.stroke(line(y))
        try fixture.findCanvas()
        let bounds = line(y).reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
        // With what is foretold, and what was marked as painted anew by the stroke before.
        let allowed =
          [bounds, last].map { PixelBox(covering: $0.outset(by: 36)) }
          + [fixture.undoButton, fixture.redoButton]
          .map { PixelBox(covering: Rect(center: $0, radius: 20)) }
        last = bounds
        for commit in fixture.screen.commits where commit.role != "cursor" {
          for box in commit.screenDamage {
            #expect(allowed.contains { $0.contains(box) }, "\(box)")
          }
        }
      }
      try fixture.done()
    }

    @Test func `S20 a preview below the ink comes and goes, and the ink is not painted anew`()
      async throws
    {
      let fixture = try AppFixture(presenter: .frames, preferences: [.hoverPreview: "pen"])
      for y in [20.0, 240, 270, 480] {
        fixture.pen.stroke((0...60).map { fixture.at(10 + Double($0) * 9, y + Double($0 % 2)) })
      }
      try fixture.screen.keyboard.press("h")
      fixture.pen.proximityOut()
      try fixture.findCanvas()
      fixture.screen.clearLog()
      let p = fixture.at(300, 360)
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      let allowed = PixelBox(covering: Rect(center: p, radius: 40))
      #expect(!fixture.frames.isEmpty)
      for commit in fixture.frames {
        for box in commit.screenDamage { #expect(allowed.contains(box), "\(box)") }
      }
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S96 the 10,000th point of a stroke costs as much as the first`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try AppFixture(size: PixelSize(width: 1280, height: 800), presenter: presenter)
      /// Draws in bites that an app's socket can hold, and no faster than two points in each of
      /// the milliseconds that Wayland counts.
      func follow(_ points: [Point]) throws {
        for start in stride(from: 0, to: points.count, by: 100) {
          fixture.pen.move(along: Array(points[start..<min(start + 100, points.count)]), rate: 2000)
          try fixture.screen.settle()
        }
      }
      // A strip of circles, 20 points a step. Two strips that are some multiple of 128 pixels
      // apart, and are entered alike, lie alike on the grid of wet tiles.
      func strip(_ top: Double) -> [[Point]] {
        (0..<50).map { step in
          (0..<20).map { i in
            let n = Double(step * 20 + i)
            let turn = n / 100 * 2 * .pi
            return fixture.at(104 + n * 0.6 - 40 * cos(turn), top + 64 + 40 * sin(turn))
          }
        }
      }
      /// Draws it step by step; returns the most pixels that a frame of each declared as changed.
      func draw(_ top: Double) throws -> [Int] {
        try follow((0...54).map { fixture.at(10 + Double($0), top + 64) })
        try fixture.screen.waitUntilStill(for: 0.1)
        return try strip(top).map { points in
          fixture.screen.clearLog()
          if presenter == .direct {
            // No faster than Wayland's milliseconds: each report is a commit, and predicts a position.
            fixture.pen.move(along: points, rate: 500)
          } else {
            // All at once, so that they are one frame's worth.
            for p in points { fixture.pen.move(to: p) }
          }
          try fixture.screen.settle()
          try fixture.screen.wait(for: "a frame") { _ in
            fixture.inkCommits(presenter).contains { !$0.changed.isEmpty }
          }
          pause(0.01)
          let damage = fixture.inkCommits(presenter).map(\.damagedArea)
          // Directly, each point has a commit of its own, and they cost what they cost together.
          return presenter == .direct ? damage.reduce(0, +) / 20 : damage.max() ?? 0
        }
      }
      func path(from: (Double, Double), to: (Double, Double)) -> [Point] {
        let (a, b) = (fixture.at(from.0, from.1), fixture.at(to.0, to.1))
        return (0...60).map { a.lerp(to: b, Double($0) / 60) }
      }
      fixture.pen.down(at: fixture.at(10, 127))
      try follow(path(from: (10, 127), to: (10, 64)))
      let first = try draw(0)
      // Around the second strip, which is bare paper yet.
      try follow(path(from: (704, 64), to: (1250, 64)) + path(from: (1250, 64), to: (1220, 400)))
      for row in 0..<8 {
        let y = 400 + 40 * Double(row)
        let line = (0..<1000).map {
          fixture.at(20 + 1.2 * Double($0), y + 15 * sin(Double($0) / 8))
        }
        try follow(row % 2 == 1 ? line : line.reversed())
      }
      try follow(path(from: (1220, 680), to: (10, 720)) + path(from: (10, 720), to: (10, 192)))
      let last = try draw(128)
      fixture.pen.up()
      #expect(try await fixture.kept(1)[0].samples.count > 10_000)
      func median(_ damage: [Int]) -> Double { Double(damage.sorted()[damage.count / 2]) }
      let (a, b) = (median(first), median(last))
      // How many of the points share a commit, and how much is foretold of a hand so hasty, is the
      // machine's mood; were it the stroke's length, it would be a hundredfold.
      #expect(abs(b - a) <= 0.35 * a, "\(a) pixels a frame at the start, \(b) at the end")
      // Near the pen: a frame repaints a few tiles at the most, and what is foretold of a pen that
      // seems to go at 5,000 points a second.
      #expect((first + last).max() ?? 0 < 10 * 128 * 128)
      try fixture.done()
    }
  }
}
