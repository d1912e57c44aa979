import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// For who asks the desktop for high contrast: edges where there were shades (S103).
  ///
  /// Measured as WCAG 2 does it, 7:1 for what is read and for what tells which is chosen.
  @Suite struct HighContrastTests {
    private static let enough = 7.0

    private func color(_ p: Pixel) -> Color {
      Color(red: p.red, green: p.green, blue: p.blue)
    }

    /// The colour that most of a picture has.
    private func ground(_ picture: Picture) -> Color {
      var counts: [Pixel: Int] = [:]
      for y in 0..<picture.height {
        for x in 0..<picture.width { counts[picture[x, y], default: 0] += 1 }
      }
      return color(counts.max { $0.value < $1.value }?.key ?? .white)
    }

    /// The part of a picture's pixels, 0 … 1, that stands out from a colour.
    private func part(_ picture: Picture, from ground: Color) -> Double {
      let count = picture.pixels { color($0).contrast(against: ground) >= Self.enough }.count
      return Double(count) / Double(picture.width * picture.height)
    }

    /// How much the strongest pixel of something on one ground stands out.
    private func contrast(_ picture: Picture) -> Double {
      let ground = ground(picture)
      var most = 1.0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          most = max(most, color(picture[x, y]).contrast(against: ground))
        }
      }
      return most
    }

    private func shot(_ fixture: AppFixture, _ r: Rect) -> Picture {
      fixture.screen.screenshot(of: PixelBox(covering: r))
    }

    /// The two points of width along the left and the right edge of an item, between its round corners.
    private func edges(_ fixture: AppFixture, _ item: PickerLayout.Item) throws -> [Picture] {
      let box = try #require(fixture.layout()[item])
      let frame = fixture.pickerFrame()
      // Within the card's edge.
      let (x, y) = (frame.minX + 2 + box.minX, frame.minY + 2 + box.minY)
      return [x, x + box.width - 2].map {
        shot(fixture, Rect(x: $0, y: y + 20, width: 2, height: box.height - 40))
      }
    }

    @Test(arguments: ["HighContrast", "Default:hc-dark"])
    func `S103 in high contrast the tools have an edge, and a frame tells which is chosen`(
      theme: String
    ) async throws {
      let fixture = try AppFixture.withTools(environment: ["GTK_THEME": theme])
      try fixture.waitForPicker()
      let frame = fixture.pickerFrame()
      let ground = ground(shot(fixture, frame))
      // A line of two points along all four sides, between the round corners.
      let sides = [
        Rect(x: frame.minX + 30, y: frame.minY, width: frame.width - 60, height: 2),
        Rect(x: frame.minX + 30, y: frame.maxY - 2, width: frame.width - 60, height: 2),
        Rect(x: frame.minX, y: frame.minY + 30, width: 2, height: frame.height - 60),
        Rect(x: frame.maxX - 2, y: frame.minY + 30, width: 2, height: frame.height - 60),
      ]
      for side in sides { #expect(part(shot(fixture, side), from: ground) == 1, "\(side)") }
      // And no shadow beyond it.
      let paper = fixture.screen.pixel(at: fixture.at(20, 400))
      #expect(fixture.screen.pixel(at: Point(frame.center.x, frame.maxY + 1)) == paper)

      func framed() throws -> [String] {
        try ToolCatalog.tools.enumerated().filter { i, _ in
          try edges(fixture, .tool(i)).allSatisfy { part($0, from: ground) > 0.9 }
        }.map(\.element.description)
      }
      #expect(try framed() == ["pen"])
      for i in ToolCatalog.tools.indices where ToolCatalog.tools[i].description != "pen" {
        for edge in try edges(fixture, .tool(i)) { #expect(part(edge, from: ground) < 0.3) }
      }
      try fixture.screen.keyboard.press("m")
      try fixture.screen.waitUntilStill()
      #expect(try framed() == ["marker"])

      // A colour that is chosen has a ring of more than its own hue.
      func swatch() throws -> Picture {
        shot(fixture, Rect(center: try fixture.item(.color(6)), radius: 15))
      }
      let before = part(try swatch(), from: ground)
      try Pointing.finger.press(fixture.item(.color(6)), on: fixture)
      #expect(part(try swatch(), from: ground) > before + 0.05)
      try fixture.done()
    }

    @Test(arguments: ["HighContrast", "Default:hc-dark"])
    func `S103 in high contrast names and icons stand out by 7 to 1, in the header and the tools`(
      theme: String
    ) async throws {
      let fixture = try AppFixture.withTools(environment: ["GTK_THEME": theme])
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      try await fixture.makeUndoAndRedoPossible(at: [300.0, 360])
      for (name, position) in [
        ("the name", fixture.window.point(450, Double(fixture.canvas.y) / 2)),
        ("the menu", try tree.position(of: "Main Menu", in: fixture.window)),
        ("undo", try fixture.item(.undo)), ("redo", try fixture.item(.redo)),
        ("the handle", try fixture.item(.handle)),
      ] {
        let seen = contrast(shot(fixture, Rect(center: position, radius: 10)))
        #expect(seen >= Self.enough, "\(name): \(seen)")
      }
      // In a popover.
      try fixture.screen.keyboard.press("o")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let popup = try #require(fixture.screen.popups.first)
      #expect(contrast(fixture.screen.screenshot(of: popup)) >= Self.enough)
      try fixture.done()
    }

    @Test func `S103 in high contrast the bar of a selection and the ring of sizes have edges`()
      async throws
    {
      let fixture = try AppFixture(environment: ["GTK_THEME": "HighContrast"])
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.stroke((0...20).map { fixture.at(350 + Double($0) * 5, 150) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("s")
      try fixture.screen.keyboard.press("a", [.control])
      let bar = try tree.wait(for: "What to do with the selection")
      try fixture.screen.waitUntilStill()
      /// Whether going inwards from the middle of a widget's left side meets an edge at once.
      func hasEdge(_ widget: AccessibleTree.Widget) throws -> Bool {
        let box = try tree.box(widget)
        let start = fixture.window.point(box.minX, box.center.y)
        let row = shot(fixture, Rect(x: start.x - 3, y: start.y, width: 9, height: 1))
        return contrast(row) >= Self.enough
      }
      #expect(try hasEdge(bar))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.keyboard.press("p")
      try fixture.screen.keyboard.press("r")
      let ring = try tree.wait(for: "Sizes and Colors")
      try fixture.screen.waitUntilStill()
      #expect(try hasEdge(ring))
      try fixture.done()
    }
  }
}
