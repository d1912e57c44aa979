import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// A pen that has pressed something other than the paper, and comes over that without another press.
  ///
  /// Its reports have pressure there: all while its tip is down, and the first one after it has lifted.
  @Suite struct StrayInkTests {
    private static let tools = [(name: "Marker", tool: "marker"), (name: "Pen", tool: "pen")]

    /// The app with its tools beside the paper, and what it says.
    private func start() throws -> (AppFixture, AccessibleTree) {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      return (fixture, try AccessibleTree(fixture.screen))
    }

    /// Hovers over the paper for several reports, presses one of the tools and comes back.
    ///
    /// - Parameters:
    ///   - i: Which press it is; each is of another tool and at another position than the one before.
    ///   - approach: Seconds for which the pen hovers over the tool before it presses.
    ///   - rests: Whether it hovers over the tool for several reports, each handled before the next.
    private func press(
      _ i: Int, after approach: Double, rests: Bool = false, on fixture: AppFixture,
      _ tree: AccessibleTree
    ) throws {
      let screen = fixture.screen
      for step in 0..<4 {
        fixture.pen.hover(at: fixture.at(250 + 5 * Double(i) + Double(step), 380 + 2 * Double(i)))
        try screen.settle()
      }
      let chosen = Self.tools[i % 2]
      let p = try fixture.tool(chosen.tool)
      for step in rests ? [3.0, 2, 1] : [] {
        fixture.pen.hover(at: Point(p.x + step, p.y))
        try screen.settle()
      }
      fixture.pen.hover(at: p)
      pause(approach)
      fixture.pen.stroke([p, p])
      try screen.settle()
      let isChosen = try tree.widgets().contains { $0.name == chosen.name && $0.had(.pressed) }
      #expect(isChosen, "press \(i) does not choose the \(chosen.name)")
      fixture.pen.hover(at: fixture.at(255 + 5 * Double(i), 380 + 2 * Double(i)))
      try screen.settle()
    }

    /// Expects neither ink on the paper nor a stroke in the file, but one that is drawn now.
    private func expectNoInk(on fixture: AppFixture) async throws {
      fixture.pen.proximityOut()
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      #expect(fixture.ink(around: fixture.at(330, 430), reach: 160).area < 0.1)
      fixture.pen.stroke((0...20).map { fixture.at(250 + Double($0) * 5, 430) })
      fixture.pen.proximityOut()
      let stroke = try await fixture.kept(1)[0]
      #expect(stroke.samples.count > 10)
      try fixture.done()
    }

    @Test
    func `S26 a pen that goes from the paper straight to a tool and taps there leaves no ink`()
      async throws
    {
      let (fixture, tree) = try start()
      // From within one report of the tablet to half a frame: whether the tap or what GTK defers comes first.
      for i in 0..<30 { try press(i, after: 0.008 * Double(i) / 30, on: fixture, tree) }
      try await expectNoInk(on: fixture)
    }

    @Test
    func `S26 a pen that taps a tool after a mouse has left the paper leaves no ink there`()
      async throws
    {
      let (fixture, tree) = try start()
      for i in 0..<4 {
        fixture.pen.hover(at: fixture.at(240, 360))
        fixture.screen.mouse.move(to: fixture.at(500, 600))
        fixture.pen.hover(at: fixture.at(242, 360))
        // GTK tells of one pointer that leaves a widget, and so not of the pen that leaves it next.
        fixture.screen.mouse.leave()
        try fixture.screen.settle()
        try press(i, after: 0, rests: true, on: fixture, tree)
      }
      try await expectNoInk(on: fixture)
    }

    @Test
    func `S26 a pen that was pressed on tools which have gone since draws nothing below them`()
      async throws
    {
      let (fixture, _) = try start()
      fixture.pen.hover(at: fixture.at(240, 360))
      try fixture.screen.settle()
      fixture.pen.down(at: try fixture.tool("marker"))
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("F9")
      try fixture.screen.waitUntilStill()
      for step in 0..<10 {
        fixture.pen.move(to: fixture.at(300 + 6 * Double(step), 400))
        try fixture.screen.settle()
      }
      fixture.pen.up()
      try await expectNoInk(on: fixture)
    }
  }
}
