import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What is set in the popovers of the tools by hand, and what is drawn with it then.
  @Suite struct ToolOptionsTests {
    /// A fixture whose pen is so broad that the middle of its line is nothing but ink.
    private func start() throws -> AppFixture {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      for _ in 0..<18 { try fixture.screen.keyboard.press("]") }
      try fixture.screen.waitUntilStill()
      return fixture
    }

    /// Opens the popover of an item of the picker, and says where it is.
    private func open(_ position: Point, by hand: Pointing, on fixture: AppFixture) throws -> Rect {
      try hand.press(position, on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      return try popover(on: fixture)
    }

    private func popover(on fixture: AppFixture) throws -> Rect {
      let box = try #require(fixture.screen.popups.first)
      return Rect(
        x: Double(box.x), y: Double(box.y), width: Double(box.width), height: Double(box.height))
    }

    /// Draws a line, and returns its ink and the colour of its middle on the screen.
    private func draw(
      _ y: Double, by hand: Pointing, on fixture: AppFixture, strokes: Int
    ) async throws -> (ink: Ink, seen: Pixel) {
      try hand.drag(fixture.at(100, y), to: fixture.at(360, y), on: fixture)
      try fixture.screen.waitForPopups(0)
      guard case .stroke(let stroke) = try await fixture.kept(strokes)[strokes - 1].element.kind
      else {
        throw FixtureError.noPaper
      }
      try fixture.screen.waitUntilStill()
      return (stroke.ink, fixture.screen.pixel(at: fixture.at(230, y)))
    }

    /// The colour of ink on the light paper.
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

    @Test func `S11 with a pen near a tool's letter opens nothing: what begins there is drawn`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let options = try popover(on: fixture)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      let p = options.center
      fixture.pen.hover(at: Point(p.x - 3, p.y))
      fixture.pen.hover(at: p)
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("p")
      try fixture.screen.settle()
      pause(0.3)
      #expect(fixture.screen.popupCount == 0)
      fixture.pen.stroke((0...20).map { p + Vector(Double($0) * 3, 0) })
      _ = try await fixture.kept(1)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `a tool's options close as another tool is chosen by its key`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("e")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test(arguments: ["l", "p"])
    func `Escape closes a tool's options that keys opened while a panel had the keyboard`(
      letter: String
    ) throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("l", [.control, .shift])
      try tree.wait(for: "Opacity of the layer")
      try fixture.screen.waitUntilStill()
      // Another tool first, so that the letter alone opens nothing.
      for key in ["e", letter, "o"] {
        #expect(fixture.screen.popupCount == 0)
        try fixture.screen.keyboard.press(key)
        try fixture.screen.settle()
      }
      try fixture.screen.waitForPopups(1)
      // The laser pointer has nothing to set, and says what it is for.
      if letter == "l" { try tree.wait(for: "It points at the drawing with light") }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `in two rows the options of a tool in the lower row point at it`() throws {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 400, height: 720))
      try fixture.waitForPicker()
      let i = try #require(ToolCatalog.tools.firstIndex { $0.description == "eraser" })
      let item = try #require(fixture.layout()[.tool(i)])
      let card = fixture.pickerFrame()
      // Else it is in the upper row, and nothing is shown here.
      try #require(item.minY > 40)
      let eraser = try fixture.tool("eraser")
      try Pointing.mouse.press(eraser, on: fixture)
      #expect(fixture.screen.popupCount == 0)
      let options = try open(eraser, by: .mouse, on: fixture)
      #expect(abs(options.maxY - (card.minY + item.minY)) < 24)
      #expect(options.minX < eraser.x && eraser.x < options.maxX)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      // All colours have room above the tools, from the button beside their title to the last row.
      try fixture.screen.keyboard.press("k")
      try fixture.screen.waitForPopups(1)
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Another Color…")
      try fixture.screen.waitUntilStill()
      let rows = try ["Change the Row", "Another Color…"].map { name in
        try tree.box(#require(try tree.widgets().first { $0.name == name }))
      }
      let colors = try popover(on: fixture)
      let screen = Rect(x: 0, y: 0, width: 400, height: 720)
      #expect(screen.contains(colors), "\(colors)")
      // With the popover's padding.
      #expect(rows[1].maxY - rows[0].minY + 28 <= colors.height, "\(rows) in \(colors)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test func `each of a tool's five sizes is shown larger than the one before`() throws {
      let fixture = try AppFixture.withTools()
      let tree = try AccessibleTree(fixture.screen)
      try fixture.waitForPicker()
      for tool in ["pen", "pencil", "highlighter"] {
        try Pointing.mouse.press(fixture.tool(tool), on: fixture)
        if fixture.screen.popupCount == 0 {
          try Pointing.mouse.press(fixture.tool(tool), on: fixture)
        }
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let options = try popover(on: fixture)
        let boxes = try tree.widgets().filter { $0.name.contains(/^Size [0-9]/) }
          .map { try tree.box($0) }
        #expect(boxes.count == 5)
        // The slider of opacity is lowest, as far from the lower edge as the dots are from the sides.
        let opacity = try tree.box(
          #require(
            try tree.widgets().last {
              try tree.role($0) == AccessibleRole.slider.rawValue && $0.name == "Opacity"
            }))
        let middle = try #require(boxes.first).center.lerp(to: try #require(boxes.last).center, 0.5)
        let side = options.center.x - middle.x
        let areas = boxes.map { box in
          let y = options.maxY - 14 - (opacity.maxY - box.center.y)
          let around = PixelBox(
            covering: Rect(center: Point(box.center.x + side, y), radius: box.width / 2 - 1))
          let picture = fixture.screen.screenshot(of: around)
          let ground = picture[0, picture.height / 2]
          return (0..<picture.height).reduce(0) { count, y in
            count
              + (0..<picture.width).count { picture[$0, y].distance(to: ground) > 40 }
          }
        }
        for (a, b) in zip(areas, areas.dropFirst()) {
          #expect(Double(b) > Double(a) * 1.4, "\(tool): \(areas)")
        }
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
      }
      try fixture.done()
    }

    @Test(arguments: ["light", "dark"], ["eraser", "selection"])
    func `S56 the chosen row of a tool's options stands out from the others, in the dark too`(
      scheme: String, tool: String
    ) throws {
      let names =
        tool == "eraser"
        ? [
          "Whole lines", "The part of a line that it touches", "Just the ink that it covers",
        ] : ["What a line goes round", "What is in a box"]
      let fixture = try AppFixture.withTools(preferences: [.colorScheme: .init(scheme)])
      let tree = try AccessibleTree(fixture.screen)
      try fixture.waitForPicker()
      try Pointing.pen.press(fixture.tool(tool), on: fixture)
      let options = try open(fixture.tool(tool), by: .pen, on: fixture)
      // The lowest control is as far from the lower edge as the popover's padding is wide.
      let padding = 14.0
      let lowest = try tree.box(
        #require(
          try tree.widgets().last {
            let role = try tree.role($0)
            return tool == "eraser"
              ? role == AccessibleRole.slider.rawValue && $0.name == "Size"
              : role == AccessibleRole.checkBox.rawValue
          }))
      let heights = try names.map { name in
        let box = try tree.box(tree.wait(for: name, isWhole: true))
        return options.maxY - padding - (lowest.maxY - box.center.y)
      }
      /// The colour of a row, right of its text.
      func ground(_ row: Int) -> Color {
        let p = fixture.screen.pixel(at: Point(options.maxX - padding - 8, heights[row]))
        return Color(red: p.red, green: p.green, blue: p.blue)
      }
      /// How much the text of a row stands out from it.
      func legibility(_ row: Int) -> Double {
        // Nearly as high as a row, whose middle is known to some points.
        let words = Rect(
          x: options.minX + padding + 8, y: heights[row] - 18, width: 120, height: 36)
        let picture = fixture.screen.screenshot(of: PixelBox(covering: words))
        let below = ground(row)
        var most = 1.0
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let p = picture[x, y]
            let color = Color(red: p.red, green: p.green, blue: p.blue)
            most = max(most, color.contrast(against: below))
          }
        }
        return most
      }
      /// The row that a screen reader is told is chosen.
      func chosen() throws -> Int {
        try #require(
          try names.firstIndex { name in
            try tree.widgets().contains {
              try $0.name == name && tree.has(AccessibleState.pressed, $0)
            }
          })
      }
      func expectChosen(_ row: Int) throws {
        let told = try chosen()
        #expect(told == row)
        for other in names.indices where other != row {
          let seen = ground(row).contrast(against: ground(other))
          #expect(seen >= 1.2, "\(names[row]) beside \(names[other]): \(seen)")
        }
        for i in names.indices {
          #expect(legibility(i) >= 4.5, "\(names[i]): \(legibility(i))")
        }
      }
      let first = try chosen()
      try expectChosen(first)
      // What stands out goes along with the choice.
      let next = (first + 1) % names.count
      try Pointing.pen.press(Point(options.center.x, heights[next]), on: fixture)
      try expectChosen(next)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `a loupe beside the tip shows the colour that is picked, and goes when it is`(
      by hand: Pointing
    ) async throws {
      let fixture = try start()
      try Pointing.mouse.press(fixture.item(.color(2)), on: fixture)
      let red = try await draw(450, by: .pen, on: fixture, strokes: 1)
      try Pointing.mouse.press(fixture.item(.color(0)), on: fixture)
      let present = try await draw(550, by: .pen, on: fixture, strokes: 2)
      try fixture.screen.keyboard.press("i")
      let tip = fixture.at(230, 450)
      let upper = PixelBox(covering: Rect(center: tip - Vector(0, 62 + 12), radius: 3))
      let lower = PixelBox(covering: Rect(center: tip - Vector(0, 62 - 12), radius: 3))
      switch hand {
      case .pen:
        fixture.pen.hover(at: tip - Vector(2, 0))
        fixture.pen.hover(at: tip)
      case .mouse:
        fixture.screen.mouse.move(to: tip - Vector(2, 0))
        fixture.screen.mouse.move(to: tip)
      case .finger:
        // Later than a palm would come.
        pause(1)
        fixture.screen.touch.down(1, at: tip)
      }
      try fixture.screen.wait(for: "the colour to come", in: upper) {
        $0[3, 3].distance(to: red.seen) < 8
      }
      #expect(fixture.screen.screenshot(of: lower)[3, 3].distance(to: present.seen) < 8)
      if hand != .finger { try hand.press(tip, on: fixture) } else { fixture.screen.touch.up(1) }
      try fixture.screen.wait(for: "no loupe", in: upper) {
        $0[3, 3].distance(to: red.seen) > 60
      }
      let third = try await draw(610, by: .pen, on: fixture, strokes: 3)
      #expect(third.seen.distance(to: red.seen) < 8)
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func
      `S6 S58 the slider of opacity is dragged, and the next line lets the paper through by that`(
        by hand: Pointing
      ) async throws
    {
      let fixture = try start()
      let options = try open(fixture.tool("pen"), by: hand, on: fixture)
      // Its knob is at the right end of the last row.
      let y = options.maxY - 32
      try hand.drag(Point(options.maxX - 29, y), to: Point(options.center.x, y), on: fixture)
      let first = try await draw(560, by: hand, on: fixture, strokes: 1)
      let opacity = Double(first.ink.color.alpha) / 255
      #expect((0.35...0.7).contains(opacity), "\(opacity)")
      #expect(first.ink.color.opaque == DefaultPalette.colors[0])
      #expect(first.seen.distance(to: shown(first.ink.color)) <= 4, "\(first.seen)")
      // And back, as far as it goes.
      _ = try open(fixture.tool("pen"), by: hand, on: fixture)
      try hand.drag(Point(options.center.x, y), to: Point(options.maxX - 8, y), on: fixture)
      let second = try await draw(620, by: hand, on: fixture, strokes: 2)
      #expect(second.ink.color == DefaultPalette.colors[0])
      #expect(second.seen.distance(to: shown(second.ink.color)) <= 4, "\(second.seen)")
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S6 S58 a colour of one's own is pressed on its plane or typed, and the next line has it`(
      by hand: Pointing
    ) async throws {
      let fixture = try start()
      /// Opens the colours and presses their last row.
      func edit() throws -> Rect {
        let colors = try open(fixture.item(.colors), by: hand, on: fixture)
        try hand.press(Point(colors.center.x, colors.maxY - 36), on: fixture)
        return try popover(on: fixture)
      }
      var editor = try edit()
      #expect(editor.height > 350 && editor.minX >= 0 && editor.maxX <= 900)
      /// Of the button below.
      func done() -> Point { Point(editor.center.x, editor.maxY - 32) }
      // The keyboard is in the field for its name.
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.keyboard.type("#1F7A5C")
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitUntilStill()
      try hand.press(done(), on: fixture)
      try fixture.screen.waitForPopups(0)
      let typed = try await draw(560, by: hand, on: fixture, strokes: 1)
      #expect(typed.ink.color == Color(rgba: 0x1F7A_5CFF))
      #expect(typed.seen.distance(to: shown(typed.ink.color)) <= 4, "\(typed.seen)")

      // Near the corner of its plane where the hue is full.
      editor = try edit()
      try hand.press(Point(editor.maxX - 60, editor.minY + 75), on: fixture)
      try hand.press(done(), on: fixture)
      try fixture.screen.waitForPopups(0)
      let plane = try await draw(620, by: hand, on: fixture, strokes: 2)
      // The hue of the green that was there, and much stronger.
      #expect(plane.ink.color.green > 200 && plane.ink.color.red < 60, "\(plane.ink.color)")
      #expect(plane.seen.distance(to: shown(plane.ink.color)) <= 4, "\(plane.seen)")
      // Both are at hand from now on.
      let tree = try AccessibleTree(fixture.screen)
      _ = try open(fixture.item(.colors), by: hand, on: fixture)
      try tree.wait(for: "#1F7A5C")
      #expect(try tree.texts().contains(hex(plane.ink.color)))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      // The highlighter offers colours of its own, and the fountain pen the one that it came with.
      try hand.press(fixture.tool("highlighter"), on: fixture)
      try fixture.screen.waitUntilStill()
      let yellow = try fixture.screen.pixel(at: fixture.item(.color(0)))
      #expect(yellow.distance(to: Pixel(0xFFD900)) < 8)
      try hand.press(fixture.tool("fountainpen"), on: fixture)
      try hand.press(fixture.item(.color(2)), on: fixture)
      _ = try open(fixture.item(.colors), by: hand, on: fixture)
      try tree.press("Own Color of the Tool")
      // GTK shows a button pressed for a quarter of a second first.
      pause(0.5)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      let own = try await draw(500, by: hand, on: fixture, strokes: 3)
      #expect(own.ink.color == Color(rgba: 0x1B2F_6BFF))
      try fixture.done()
    }

    private func hex(_ color: Color) -> String {
      Pixel(color.rgba >> 8).description.uppercased()
    }

    @Test(arguments: ["o", "k"])
    func `S58 Escape closes options that a letter or a hand opened, and no more than that`(
      letter: String
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.stroke((0...20).map { fixture.at(300 + Double($0) * 5, 560) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("s")
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      let selected = try fixture.screen.waitUntilStill()
      let position = letter == "o" ? try fixture.tool("selection") : try fixture.item(.colors)
      let openings: [() throws -> Void] = [
        { try fixture.screen.keyboard.press(letter) },
        { try Pointing.mouse.press(position, on: fixture) },
      ]
      for open in openings {
        try open()
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
        #expect(
          try fixture.screen.waitUntilStill().difference(from: selected, tolerance: 24).isEmpty)
      }
      // The next one is the selection's.
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.wait(for: "nothing selected") {
        $0.difference(from: selected, tolerance: 24).count > 100
      }
      try fixture.done()
    }
  }
}
