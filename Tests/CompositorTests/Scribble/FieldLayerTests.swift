import Glibc
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Strokes in progress in text fields, ahead of the frames of their windows and popovers.
  @Suite struct FieldLayerTests {
    typealias Fields = ScribbleTests.Fields

    private func wave(_ x: Double, _ y: Double, count: Int = 40) -> [Point] {
      (0...count).map { Point(x + Double($0) * 3, y + 7 * sin(Double($0) / 4)) }
    }

    /// Begins a stroke, and waits until all that comes with its beginning is over.
    private func begin(_ points: ArraySlice<Point>, on screen: Screen) throws {
      guard let first = points.first else { return }
      screen.pen.hover(at: first)
      try screen.waitUntilStill()
      screen.pen.down(at: first, force: 0.6)
      screen.pen.move(along: Array(points.dropFirst()))
      try screen.waitUntilStill(for: 0.1)
      screen.clearLog()
    }

    private func layerCommits(on screen: Screen) -> [Commit] {
      screen.commits.filter { $0.role == "subsurface" && !$0.damage.isEmpty }
    }

    private func windowCommits(on screen: Screen) -> [Commit] {
      screen.commits.filter { ["toplevel", "popup"].contains($0.role) && !$0.damage.isEmpty }
    }

    /// Whether there is ink at a point.
    private func hasInk(at p: Point, on screen: Screen) -> Bool {
      let box = PixelBox(covering: Rect(center: p, radius: 3))
      return !screen.screenshot(of: box).pixels { $0.luma < 0.45 }.isEmpty
    }

    /// Goes on with a stroke, and expects each report on the screen by a commit of its own.
    ///
    /// - Parameter isAlone: No frame comes meanwhile. A field with the focus has a caret that blinks.
    private func expectAhead(
      _ points: ArraySlice<Point>, on screen: Screen, isAlone: Bool = true
    ) throws {
      screen.clearLog()
      var late = 0
      for p in points {
        let before = layerCommits(on: screen).count
        screen.pen.move(to: p)
        try screen.settle()
        if layerCommits(on: screen).count == before || !hasInk(at: p, on: screen) { late += 1 }
      }
      // While a frame is painted, GTK hands on no motion.
      #expect(late <= (isAlone ? 0 : points.count / 4))
      if isAlone { #expect(windowCommits(on: screen).isEmpty) }
    }

    @Test(arguments: [1, 2])
    func `S54 each report of the pen in a field is on the screen ahead of frames`(
      scale: Int
    ) throws {
      let fields = try Fields(scale: scale)
      let screen = fields.screen
      let box = try fields.box("view")
      let points = wave(box.minX + 40, box.minY + 40, count: 30)
      try begin(points[...10], on: screen)
      try expectAhead(points[11...], on: screen)
      // What is declared as changed lies around the tip.
      for commit in layerCommits(on: screen) { #expect(commit.damagedArea < 120 * 120) }
      screen.pen.up()
      screen.pen.proximityOut()
      try fields.done()
    }

    @Test(arguments: [1, 2])
    func `in no commit is a stroke in a field missing or doubled when the pen lifts`(
      scale: Int
    ) throws {
      // The ink is still there when the last picture has been taken.
      let fields = try Fields(scale: scale, variables: ["FIELDS_PAUSE": "4"])
      let box = try fields.box("view")
      fields.screen.pen.hover(at: Point(box.minX + 30, box.minY + 30))
      try fields.screen.waitUntilStill()
      // The first has its layer made for it, the second finds it there.
      for i in 0..<2 {
        let points = wave(box.minX + 40 + 140 * Double(i), box.minY + 40)
        try fields.screen.expectSeamless(points, "stroke \(i)")
      }
      fields.screen.pen.proximityOut()
      try fields.done()
    }

    @Test func `ink that goes far from its field is ahead of frames there, too`() throws {
      let fields = try Fields()
      let screen = fields.screen
      let box = try fields.box("entry")
      // From the first field down to where the sixth is.
      let line = (0...90).map { i in
        Point(box.minX + 60 + Double(i % 3), box.center.y + Double(i) * 4)
      }
      try begin(line[...70], on: screen)
      try expectAhead(line[71...80], on: screen)
      #expect(line[...80].allSatisfy { hasInk(at: $0, on: screen) })
      screen.pen.move(along: Array(line[81...]))
      screen.pen.up()
      screen.pen.proximityOut()
      try screen.waitUntilStill(for: 0.1)
      try fields.done()
    }

    @Test func `a window that is resized under the pen keeps the ink of a field`() throws {
      let fields = try Fields()
      let screen = fields.screen
      let box = try fields.box("entry")
      let points = wave(box.minX + 40, box.center.y)
      try begin(points[...25], on: screen)
      screen.watch(PixelBox(covering: Rect(center: points[12], radius: 3)))
      let frame = fields.window.frame
      // Narrower than the layer, which is as wide as the window here.
      try fields.window.resize(to: PixelSize(width: frame.width - 60, height: frame.height))
      try screen.waitUntilStill(for: 0.1)
      try #require(fields.window.frame.width < frame.width)
      #expect(!layerCommits(on: screen).isEmpty)
      let captures = screen.captures
      screen.watch(nil)
      for capture in captures {
        let dark = capture.picture.pixels { $0.luma < 0.45 }
        #expect(!dark.isEmpty)
      }
      // And the layer is where the window is now.
      try expectAhead(points[26...32], on: screen)
      screen.pen.up()
      screen.pen.proximityOut()
      try screen.waitUntilStill(for: 0.1)
      try fields.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `ink in a popover comes as the preferences say, and goes with the popover`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try AppFixture(presenter: presenter) { screen in
        // The ink is still there when the last picture has been taken.
        try App.writeSettings(["writing-pause": "2.0"], for: screen)
      }
      let screen = fixture.screen
      fixture.takePenAway()
      try screen.waitUntilStill()
      let bare = screen.screenshot(of: fixture.canvas)
      try screen.keyboard.press("F2")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let popup = try #require(screen.popups.first)
      // Where the name is not.
      let corner = Point(Double(popup.x) + 180, Double(popup.y) + Double(popup.height) / 3)
      let points = wave(corner.x, corner.y, count: 28)
      screen.pen.hover(at: points[0])
      try screen.waitUntilStill()
      try screen.expectSeamless(points, "in a popover, \(presenter)")
      let others = points.map { $0 + Vector(10, 4) }
      screen.pen.down(at: others[0], force: 0.6)
      screen.pen.move(along: Array(others[1...10]))
      try screen.waitUntilStill(for: 0.1)
      screen.clearLog()
      screen.pen.move(along: Array(others[11...20]))
      try screen.settle()
      #expect(layerCommits(on: screen).isEmpty == (presenter == .frames))
      if presenter == .frames { #expect(!windowCommits(on: screen).isEmpty) }
      #expect(hasInk(at: others[19], on: screen))
      // Closed in the midst of a stroke.
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      screen.pen.up()
      screen.pen.proximityOut()
      try screen.waitUntilStill()
      #expect(screen.screenshot(of: fixture.canvas) == bare)
      try fixture.done()
    }

    @Test func `S54 in a program that knows nothing of handwriting ink is ahead of frames as well`()
      throws
    {
      let demo = try OtherProgram("gtk4-demo", ["--run=entry_undo"])
      let entry = try #require(try demo.fields().first)
      let points = wave(entry.minX + 16, entry.center.y)
      // A tap, of a hand that trembles, has no layer.
      demo.pen.hover(at: points[0])
      try demo.screen.waitUntilStill()
      demo.screen.clearLog()
      demo.pen.down(at: points[0], force: 0.6)
      for offset in [Vector(1, 0), Vector(1, 1), Vector(0, 1)] {
        demo.pen.move(to: points[0] + offset)
        pause(0.05)
      }
      demo.pen.up()
      try demo.screen.settle()
      #expect(!demo.screen.commits.contains { $0.role == "subsurface" })
      try begin(points[...15], on: demo.screen)
      try expectAhead(points[16...30], on: demo.screen, isAlone: false)
      demo.pen.up()
      demo.pen.proximityOut()
      try demo.screen.waitUntilStill(for: 0.1)
      try demo.done()
    }
  }
}
