import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// What is set in the popovers of the tools by hand, and what is drawn with it then.
  @Suite struct ToolOptionsTests {
    /// A desk whose pen is so broad that the middle of its line is nothing but ink.
    private func start() throws -> Desk {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      for _ in 0..<18 { try desk.screen.keyboard.press("]") }
      try desk.screen.waitUntilStill()
      return desk
    }

    /// Opens the popover of an item of the picker, and says where it is.
    private func open(_ place: Point, by hand: Pointing, on desk: Desk) throws -> Rect {
      try hand.press(place, on: desk)
      try desk.screen.waitForPopups(1)
      try desk.screen.waitUntilStill()
      return try popover(on: desk)
    }

    private func popover(on desk: Desk) throws -> Rect {
      let box = try #require(desk.screen.popups.first)
      return Rect(
        x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
    }

    /// Draws a line, and returns its ink and the colour of its middle on the screen.
    private func draw(
      _ y: Double, by hand: Pointing, on desk: Desk, strokes: Int
    ) async throws -> (ink: Ink, seen: Pixel) {
      try hand.drag(desk.at(100, y), to: desk.at(360, y), on: desk)
      try desk.screen.waitForPopups(0)
      guard case .stroke(let stroke) = try await desk.kept(strokes)[strokes - 1].element.kind else {
        throw DeskError.noPaper
      }
      try desk.screen.waitUntilStill()
      return (stroke.ink, desk.screen.pixel(at: desk.at(230, y)))
    }

    /// What ink looks like on the light paper.
    private func shown(_ color: Color) -> Pixel {
      let paper = Pixel(PaperStyle.light.color.rgba >> 8)
      let a = Double(color.alpha) / 255
      func mixed(_ under: UInt8, _ over: UInt8) -> UInt8 {
        UInt8((Double(under) * (1 - a) + Double(over) * a).rounded())
      }
      return Pixel(
        red: mixed(paper.red, color.red), green: mixed(paper.green, color.green),
        blue: mixed(paper.blue, color.blue))
    }

    @Test(arguments: Pointing.allCases)
    func
      `S6 S58 the slider of opacity is dragged, and the next line lets the paper through by that`(
        by hand: Pointing
      ) async throws
    {
      let desk = try start()
      let options = try open(desk.tool("pen"), by: hand, on: desk)
      // Its knob is at the right end of the last row.
      let y = options.maxY - 32
      try hand.drag(Point(options.maxX - 29, y), to: Point(options.center.x, y), on: desk)
      let first = try await draw(560, by: hand, on: desk, strokes: 1)
      let opacity = Double(first.ink.color.alpha) / 255
      #expect((0.35...0.7).contains(opacity), "\(opacity)")
      #expect(first.ink.color.opaque == DefaultPalette.colors[0])
      #expect(first.seen.distance(to: shown(first.ink.color)) <= 4, "\(first.seen)")
      // And back, as far as it goes.
      _ = try open(desk.tool("pen"), by: hand, on: desk)
      try hand.drag(Point(options.center.x, y), to: Point(options.maxX - 8, y), on: desk)
      let second = try await draw(620, by: hand, on: desk, strokes: 2)
      #expect(second.ink.color == DefaultPalette.colors[0])
      #expect(second.seen.distance(to: shown(second.ink.color)) <= 4, "\(second.seen)")
      try desk.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S6 S58 a colour of one's own is pressed on its plane or typed, and the next line has it`(
      by hand: Pointing
    ) async throws {
      let desk = try start()
      /// Opens the colours and presses their last row.
      func edit() throws -> Rect {
        let colors = try open(desk.item(.colors), by: hand, on: desk)
        try hand.press(Point(colors.center.x, colors.maxY - 36), on: desk)
        return try popover(on: desk)
      }
      var editor = try edit()
      #expect(editor.height > 350 && editor.minX >= 0 && editor.maxX <= 900)
      /// Of the button below.
      func done() -> Point { Point(editor.center.x, editor.maxY - 32) }
      // The keyboard is in the field for its name.
      try desk.screen.keyboard.press("a", [.control])
      try desk.screen.keyboard.type("#1F7A5C")
      try desk.screen.keyboard.press("Return")
      try desk.screen.waitUntilStill()
      try hand.press(done(), on: desk)
      try desk.screen.waitForPopups(0)
      let typed = try await draw(560, by: hand, on: desk, strokes: 1)
      #expect(typed.ink.color == Color(rgba: 0x1F7A_5CFF))
      #expect(typed.seen.distance(to: shown(typed.ink.color)) <= 4, "\(typed.seen)")

      // Near the corner of its plane where the hue is full.
      editor = try edit()
      try hand.press(Point(editor.maxX - 60, editor.minY + 75), on: desk)
      try hand.press(done(), on: desk)
      try desk.screen.waitForPopups(0)
      let plane = try await draw(620, by: hand, on: desk, strokes: 2)
      // The hue of the green that was there, and much stronger.
      #expect(plane.ink.color.green > 200 && plane.ink.color.red < 60, "\(plane.ink.color)")
      #expect(plane.seen.distance(to: shown(plane.ink.color)) <= 4, "\(plane.seen)")
      // Both are at hand from now on.
      let tree = try AccessibleTree(desk.screen)
      _ = try open(desk.item(.colors), by: hand, on: desk)
      try tree.wait(for: "#1F7A5C")
      #expect(try tree.texts().contains(hex(plane.ink.color)))
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForPopups(0)
      try desk.done()
    }

    private func hex(_ color: Color) -> String {
      Pixel(color.rgba >> 8).description.uppercased()
    }

    @Test(arguments: ["o", "k"])
    func `S58 Escape closes options that a letter or a hand opened, and no more than that`(
      letter: String
    ) async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      desk.pen.stroke((0...20).map { desk.at(300 + Double($0) * 5, 560) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      try desk.screen.keyboard.press("s")
      try desk.screen.keyboard.press("a", [.control])
      try desk.screen.waitUntilStill()
      let selected = try desk.screen.waitUntilStill()
      let place = letter == "o" ? try desk.tool("selection") : try desk.item(.colors)
      let ways: [() throws -> Void] = [
        { try desk.screen.keyboard.press(letter) },
        { try Pointing.mouse.press(place, on: desk) },
      ]
      for open in ways {
        try open()
        try desk.screen.waitForPopups(1)
        try desk.screen.waitUntilStill()
        try desk.screen.keyboard.press("Escape")
        try desk.screen.waitForPopups(0)
        #expect(
          try desk.screen.waitUntilStill().difference(from: selected, tolerance: 24).isEmpty)
      }
      // The next one is the selection's.
      try desk.screen.keyboard.press("Escape")
      try desk.screen.wait(for: "nothing selected") {
        $0.difference(from: selected, tolerance: 24).count > 100
      }
      try desk.done()
    }
  }
}
