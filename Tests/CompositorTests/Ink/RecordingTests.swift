import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct RecordingTests {
    @Test func `S90 what “Record Stylus” saves draws the same strokes when it is replayed`()
      async throws
    {
      let fixture = try AppFixture()
      let screen = fixture.screen
      let keyboard = screen.keyboard
      // “Record Stylus…” in “Pen and Hand”.
      try screen.chooseByLetters("d", "s")
      try screen.waitForPopups(0)
      try screen.waitUntilStill()

      fixture.pen.tilt(x: 20, y: -30)
      fixture.pen.hover(at: fixture.at(90, 150))
      fixture.pen.down(at: fixture.at(100, 150), force: 0.3)
      fixture.pen.move(
        along: (1...60).map { fixture.at(100 + Double($0) * 5, 150 + 20 * sin(Double($0) / 7)) }
      ) {
        0.3 + 0.5 * $0
      }
      fixture.pen.up()
      fixture.pen.proximityOut()
      screen.eraser.stroke((0...10).map { fixture.at(600, 300 + Double($0) * 4) })
      screen.eraser.proximityOut()
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 250) }, force: 0.8)
      fixture.pen.proximityOut()
      let drawn = try await Kept.strokes(2, in: fixture.path, by: fixture.app)

      // Stop and save, by keyboard from the menu once more.
      try screen.chooseByLetters("d", "s")
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      let recording = screen.path("hand.stylus")
      try keyboard.press("a", [.control])
      try keyboard.type(recording)
      try screen.waitUntilStill()
      try keyboard.press("Return")
      try screen.waitForWindows(1)
      try screen.waitUntilStill()
      let copy = screen.path("copy.plumbago")
      let made = try App.run(["replay", recording, copy])
      #expect(made.status == 0, "\(made)")
      let again = try await Kept.strokes(2, in: copy)
      for (a, b) in zip(drawn, again) {
        #expect(a.tool == b.tool)
        try #require(a.samples.count == b.samples.count)
        for (p, q) in zip(a.samples, b.samples) {
          #expect(p.position.distance(to: q.position) < 0.001)
          #expect(abs(p.time - q.time) < 0.00001)
          #expect(p.force == q.force && p.altitude == q.altitude && p.azimuth == q.azimuth)
        }
        guard case .stroke(let s) = a.element.kind, case .stroke(let t) = b.element.kind else {
          continue
        }
        #expect(s.path.points.count == t.path.points.count)
      }
      try fixture.done()
    }
  }
}
