import InkModel
import TabletCompositor
import Testing

extension CompositorTests {
  /// GTK's own demonstration programs on the screen, from Debian's gtk-4-examples.
  @Suite struct GtkProgramTests {
    @Test func `a stroke of the pen changes the pixels under it and nothing far from it`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      try window.resize(to: PixelSize(width: 800, height: 600))
      let before = try screen.waitUntilStill()
      let points = (0...100).map { Point(200 + Double($0) * 3, 300) }
      screen.pen.stroke(points)
      let after = try screen.waitUntilStill()
      let change = after.difference(from: before)
      #expect(change.box.x >= 190 && change.box.maxX <= 510)
      #expect(change.box.width >= 290)
      #expect(change.box.y >= 290 && change.box.maxY <= 310)
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
    }

    @Test func `GTK hands on every sample of a pen at 240 Hz, in groups`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      try screen.waitForWindow().resize(to: PixelSize(width: 1200, height: 600))
      try screen.waitUntilStill()
      // Every sample is a corner, so one that was dropped is a corner without ink. The program
      // itself leaves out one of each group that GTK hands it: the newest, where there are others.
      let corners = (0..<240).map { i in
        Point(60 + Double(i) * 4.5, i % 2 == 0 ? 200.5 : 260.5)
      }
      screen.clearLog()
      screen.pen.down(at: corners[0], force: 1)
      screen.pen.move(along: Array(corners.dropFirst()), rate: 240) { _ in 1 }
      // The program does without a group that comes together with the lift, as on a machine with much else to do. Of two
      // samples behind one another one at least is not the newest of its group, and has a line that leads to it.
      let last = Rect(x: corners[236].x + 2, y: 195, width: 5, height: 70)
      try screen.wait(for: "the last group") { picture in
        (Int(last.minY)..<Int(last.maxY)).contains { y in
          (Int(last.minX)..<Int(last.maxX)).contains { picture[$0, y].luma < 0.9 }
        }
      }
      try screen.waitUntilStill()
      screen.pen.up()
      // A program that gets no processor stands still as well: what is drawn after the stroke is shown after it.
      screen.pen.stroke((0...40).map { Point(60 + Double($0) * 5, 400) })
      try screen.wait(for: "the stroke after it") { $0[Point(110, 400)].luma < 0.9 }
      let picture = try screen.waitUntilStill()
      let commits = screen.commits.count { $0.role == "toplevel" && $0.damagedArea > 0 }
      let missing = corners.indices.filter { picture[corners[$0]].luma > 0.9 }
      #expect(zip(missing, missing.dropFirst()).allSatisfy { $1 - $0 > 1 }, "\(missing)")
      #expect(missing.count <= commits + 2)
      #expect(commits < 160)
      try app.expectQuiet()
    }

    @Test(arguments: ["gtk4-widget-factory", "gtk4-demo"])
    func `GTK's own programs start, resize, scale and close without a complaint`(
      name: String
    ) throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch(name)
      let window = try screen.waitForWindow()
      try screen.settle()
      try window.resize(to: PixelSize(width: 900, height: 600))
      try window.maximize()
      screen.mouse.move(to: Point(300, 300))
      screen.touch.tap(at: Point(500, 20))
      screen.pen.hover(at: Point(200, 300))
      screen.setScale(2)
      try screen.settle()
      screen.pen.proximityOut()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
    }

    @Test func `GTK does without the tablet when its cable is pulled in mid-stroke`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=paint"])
      let window = try screen.waitForWindow()
      try window.resize(to: PixelSize(width: 600, height: 500))
      try screen.waitUntilStill()
      screen.pen.down(at: Point(100, 200))
      screen.pen.move(along: (1...20).map { Point(100 + Double($0) * 5, 200) })
      screen.unplugTablet()
      screen.mouse.click(at: Point(200, 300))
      let without = try screen.waitUntilStill()
      screen.pen.stroke([Point(100, 400), Point(300, 400)])
      #expect(try screen.waitUntilStill() == without)
      screen.plugTablet()
      screen.pen.stroke((0...40).map { Point(100 + Double($0) * 5, 400) })
      #expect(try screen.waitUntilStill().difference(from: without).box.width > 150)
      try app.expectQuiet()
    }

    @Test func `keys typed go to the field that was clicked`() throws {
      let screen = try Screen()
      defer { screen.close() }
      let app = try screen.launch("gtk4-demo", ["--run=entry_undo"])
      let window = try screen.waitForWindow()
      let before = try screen.waitUntilStill()
      let frame = window.frame
      screen.mouse.click(at: frame.rect.center)
      try screen.keyboard.type("Hello, World+")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.press("c", [.control])
      try screen.waitForClipboard("text/plain;charset=utf-8")
      #expect(try screen.clipboardText() == "Hello, World+")
      #expect(try !screen.waitUntilStill().difference(from: before).isEmpty)
      try app.expectQuiet()
    }
  }
}
