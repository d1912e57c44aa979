import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Strokes that something cuts short.
  @Suite struct InterruptionTests {
    /// What ends a stroke while the tip is down, and what makes the pen usable again.
    enum Interruption: String, CaseIterable, Sendable {
      case outOfReach, unplugged, unpluggedRudely, toolGone, toolGoneRudely, focusLost, menuOpened

      func begin(_ desk: Desk) throws {
        switch self {
        case .outOfReach: desk.pen.proximityOut()
        case .unplugged: desk.screen.unplugTablet()
        case .unpluggedRudely: desk.screen.unplugTablet(politely: false)
        case .toolGone: desk.pen.remove()
        case .toolGoneRudely: desk.pen.remove(politely: false)
        case .focusLost: desk.screen.withholdFocus()
        case .menuOpened:
          try desk.screen.keyboard.press("F10")
          try desk.screen.waitForPopups(1)
        }
      }

      func end(_ desk: Desk) throws {
        switch self {
        case .outOfReach, .toolGone, .toolGoneRudely: break
        case .unplugged, .unpluggedRudely: desk.screen.plugTablet()
        case .focusLost:
          desk.pen.proximityOut()
          desk.screen.withholdFocus(false)
        case .menuOpened:
          desk.pen.proximityOut()
          try desk.screen.keyboard.press("Escape")
          try desk.screen.waitForPopups(0)
        }
        try desk.screen.waitUntilStill()
      }
    }

    @Test(arguments: Interruption.allCases)
    func `S63 and S93 an interrupted stroke ends, is kept, and leaves nothing stale`(
      by interruption: Interruption
    ) async throws {
      let desk = try Desk()
      desk.pen.down(at: desk.at(100, 100), force: 0.6)
      desk.pen.move(along: (1...24).map { desk.at(100 + Double($0) * 5, 100) })
      try desk.waitForInk(at: desk.at(190, 100))
      try interruption.begin(desk)
      // Kept without anything more from the pen.
      let first = try await desk.kept(1)[0].samples.map(\.position.x)
      #expect(first == (0...24).map { 100 + Double($0) * 5 })
      try interruption.end(desk)
      // The next stroke is a stroke of its own.
      desk.pen.stroke((0...20).map { desk.at(400 + Double($0) * 5, 100) })
      let second = try await desk.kept(2)[1].samples.map(\.position.x)
      #expect(second == (0...20).map { 400 + Double($0) * 5 })
      let between = PixelBox(x: 230, y: 0, width: 160, height: desk.canvas.height)
      #expect(InkSight(try desk.paper().cropped(to: between)).area < 0.1)
      // GTK (4.8) itself goes on with a tablet that is gone for what was still in its queue.
      try desk.done(allowing: [
        "gdk_seat_get_keyboard: assertion 'GDK_IS_SEAT",
        "gdk_surface_set_device_cursor: assertion 'GDK_IS_DEVICE",
      ])
    }

    @Test func `S63 closing the window in mid-stroke keeps the stroke`() async throws {
      let desk = try Desk()
      desk.pen.down(at: desk.at(100, 100), force: 0.6)
      desk.pen.move(along: (1...24).map { desk.at(100 + Double($0) * 5, 100) })
      desk.window.close()
      #expect(try desk.app.waitForExit() == .exited(0))
      #expect(try await desk.kept(1)[0].samples.count == 25)
      try desk.app.expectQuiet()
      desk.screen.close()
    }

    @Test func `asking for a color with a key while the pen draws leaves the stroke to the pen`()
      async throws
    {
      let desk = try Desk()
      desk.pen.down(at: desk.at(100, 100), force: 0.6)
      desk.pen.move(along: (1...12).map { desk.at(100 + Double($0) * 5, 100) })
      try desk.waitForInk(at: desk.at(140, 100))
      try desk.screen.keyboard.press("i")
      try desk.screen.settle()
      desk.pen.move(along: (13...24).map { desk.at(100 + Double($0) * 5, 100) })
      desk.pen.up()
      let first = try await desk.kept(1)[0].samples.map(\.position.x)
      #expect(first == (0...24).map { 100 + Double($0) * 5 })
      // The press after it is the one that tells a color, and draws nothing.
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 300) })
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 400) })
      #expect(try await desk.kept(2)[1].samples.allSatisfy { $0.position.y == 400 })
      try desk.done()
    }

    @Test func `S63 without a tablet the mouse draws, and a pen that is plugged in then does`()
      async throws
    {
      let desk = try Desk(before: { $0.unplugTablet() })
      let points = (0...20).map { desk.at(100 + Double($0) * 5, 100) }
      desk.screen.mouse.move(to: points[0])
      desk.screen.mouse.down()
      desk.screen.mouse.move(along: points)
      desk.screen.mouse.up()
      #expect(try await desk.kept(1)[0].tool.kind == .mouse)
      desk.screen.plugTablet()
      desk.pen.stroke(points.map { $0 + Vector(0, 50) })
      let stroke = try await desk.kept(2)[1]
      #expect(stroke.tool.kind == .pen)
      #expect(stroke.samples.count == 21)
      try desk.done()
    }
  }
}
