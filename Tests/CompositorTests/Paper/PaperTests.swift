import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What drawings are on, as the eye sees it and as people choose it.
  @Suite struct PaperTests {
    private static let grid = DrawingSettings(
      paper: Paper(pattern: .grid, spacing: 20, lineColor: Color(rgba: 0x8A8F_97FF)))

    /// The app over a drawing on such paper, in which nothing is drawn yet.
    private func fixture(
      on settings: DrawingSettings, scheme: String = "light", scale: Int = 1,
      size: PixelSize = PixelSize(width: 800, height: 600), language: String? = nil,
      preferences: Preferences = [:]
    ) async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "paper-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      try await store.perform([.begin(with: settings)])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: size, scale: scale,
        preferences: preferences.merging([.colorScheme: .init(scheme)]),
        environment: language.map { ["LANGUAGE": $0] } ?? [:],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    private func rgb(_ color: Color) -> Pixel { Pixel(color.rgba >> 8) }

    @Test(arguments: [1, 2])
    func `a pattern lies under the ink, crisp, and is not repainted while the pen draws`(
      scale: Int
    ) async throws {
      // In frames, since the test captures these; the layer over the window has tests of its own.
      let fixture = try await fixture(
        on: Self.grid, scale: scale, preferences: InkPresenter.frames.preferences)
      let line = rgb(Self.grid.paper.lineColor)
      let sheet = rgb(PaperStyle.light.color)
      let paper = try fixture.paper()
      let seen = Set(
        (0..<paper.height).flatMap { y in
          stride(from: 0, to: paper.width, by: 7).map { paper[$0, y] }
        })
      #expect(seen == [line, sheet])
      fixture.screen.clearLog()
      let points = (0...100).map { fixture.at(200 + Double($0), 150 + Double($0 % 10)) }
      fixture.pen.stroke(points)
      fixture.pen.proximityOut()
      try fixture.findCanvas()
      let bounds = points.reduce(Rect.empty) { $0.union(Rect(center: $1, radius: 1)) }
      let allowed =
        // With as much as may be foretold of a pen that turns so sharply.
        [PixelBox(covering: bounds.outset(by: 60))]
        + [fixture.undoButton, fixture.redoButton]
        .map { PixelBox(covering: Rect(center: $0, radius: 20)) }
      for commit in fixture.screen.commits where commit.role != "cursor" {
        for box in commit.screenDamage {
          #expect(allowed.contains { $0.contains(box) }, "\(box)")
        }
      }
      #expect(fixture.frames.count > 5)
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    @Test func `pages are sheets on a fixture, in the light style and in the dark`() async throws {
      let settings = DrawingSettings(
        layout: .pages(PageSize(width: 300, height: 200), count: 2))
      for (scheme, style) in [("light", PaperStyle.light), ("dark", .dark)] {
        let fixture = try await fixture(
          on: settings, scheme: scheme, preferences: Preferences.barePaper)
        let picture = try fixture.findCanvas()
        // The first page is in sight, centred.
        let middle = fixture.window.frame.x + fixture.window.frame.width / 2
        let sheet = rgb(style.color)
        let row = fixture.canvas.y + 100
        #expect(picture[middle, row] == sheet)
        let columns = (fixture.canvas.x..<picture.width).filter { picture[$0, row] == sheet }
        #expect(columns.count == 300)
        #expect(abs((columns[0] + columns[299]) / 2 - middle) <= 1)
        #expect(
          picture[fixture.canvas.x + 4, row] == Pixel(style == .light ? 0xE3_E2DE : 0x0F_1012))
        try fixture.done()
      }
    }

    @Test func `S56 a drawing that keeps its colours has light paper in the dark style`()
      async throws
    {
      var settings = Self.grid
      settings.keepsColors = true
      let fixture = try await fixture(on: settings, scheme: "dark")
      #expect(fixture.screen.pixel(at: fixture.window.point(300, 8)).luma < 0.35)
      #expect(fixture.screen.pixel(at: fixture.at(110, 110)) == rgb(PaperStyle.light.color))
      fixture.pen.down(at: fixture.at(130, 110), force: 0.5)
      fixture.pen.move(along: (1...40).map { fixture.at(130 + Double($0) * 5, 110) })
      try fixture.waitForInk(at: fixture.at(230, 110), paper: .light)
      fixture.pen.up()
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.findCanvas()
      #expect(fixture.ink(around: fixture.at(230, 110), paper: .light).pixels(above: 0.9) > 5)
      try fixture.done()
    }

    @Test func `lines have any colour that is chosen, and it is kept`() async throws {
      let fixture = try await fixture(on: Self.grid)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("p", [.control, .shift])
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      try tree.press("Another color")
      try fixture.screen.waitForWindows(3)
      try fixture.screen.waitUntilStill()
      // Some colour of the desktop's own palette.
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("space")
      try tree.press("Select")
      try fixture.screen.waitForWindows(2)
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      let kept = try await Kept.wait(for: "another colour", in: fixture.path, by: fixture.app) {
        !Paper.lineColors.contains($0.settings.paper.lineColor) && $0.undoDepth == 1
      }
      let color = kept.settings.paper.lineColor
      #expect(color.alpha == 255)
      let lines = try fixture.paper().pixels { $0 == rgb(color) }
      #expect(lines.count > 10_000)
      // The dialog knows it again, and leaves it at that.
      try fixture.screen.keyboard.press("p", [.control, .shift])
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      #expect(try await DocumentStore.inspect(fixture.path).undoDepth == 1)
      try fixture.done()
    }

    @Test func `a canvas becomes pages by their size, which the dialog shows while one chooses`()
      async throws
    {
      let fixture = try await fixture(on: .standard)
      let tree = try AccessibleTree(fixture.screen)
      // A line that is longer than the pages will be broad, which lie around its middle.
      try fixture.screen.keyboard.press("Left", [.shift])
      fixture.pen.stroke((1...10).map { fixture.at(Double($0) * 75, 300) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("p", [.control, .shift])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      let before = try fixture.screen.waitUntilStill()
      let size = try #require(
        try tree.widgets(ofRoles: [AccessibleRole.comboBox.rawValue]).first)
      let middle = try tree.box(size).center
      fixture.screen.mouse.click(at: dialog.point(middle.x, middle.y))
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("Down")
      try fixture.screen.keyboard.press("Down")
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      #expect(try fixture.screen.waitUntilStill() != before)
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      try await Kept.wait(for: "pages", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount > 0 && $0.undoDepth == 2
      }
      try tree.wait(for: "Part of the drawing lies beside the pages")
      try fixture.done()
    }

    @Test(arguments: [
      PixelSize(width: 1280, height: 800), PixelSize(width: 800, height: 1200),
      PixelSize(width: 400, height: 720),
    ])
    func `the dialog is as high as its rows, or as the window allows, whatever is chosen`(
      size: PixelSize
    ) throws {
      let fixture = try AppFixture(size: size, profile: .barePaper)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press("p", [.control, .shift])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      func expectRoomIsUsed(_ choice: String) throws {
        let last = try tree.box(tree.wait(for: "For new drawings, too"))
        let frame = dialog.frame
        #expect(frame.y >= 0 && frame.maxY <= size.height, "\(choice): \(frame)")
        let below = Double(frame.maxY) - dialog.point(0, last.maxY).y
        let isWhole = (0..<60).contains(below)
        #expect(isWhole || frame.height >= size.height - 40, "\(choice): \(frame), \(below)")
      }
      try expectRoomIsUsed("plain")
      try tree.press("Ruled")
      // GTK shows a button pressed for a quarter of a second first.
      pause(0.5)
      try fixture.screen.waitUntilStill()
      try expectRoomIsUsed("ruled")
      try fixture.chooseRow(2, of: "Size", tree)
      try fixture.screen.waitUntilStill()
      try expectRoomIsUsed("pages")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `S102 paper is chosen by keyboard, shown while choosing, kept and undone`()
      async throws
    {
      let fixture = try await fixture(on: .standard)
      let plain = try fixture.paper()
      let tree = try AccessibleTree(fixture.screen)
      func open() throws {
        try fixture.screen.keyboard.press("p", [.control, .shift])
        _ = try fixture.screen.waitForWindow { $0.isDialog }
        try fixture.screen.waitUntilStill()
      }
      try open()
      for name in ["Plain", "Ruled", "Grid", "Dots", "Music", "Sheet", "Size", "Exact colors"] {
        try tree.wait(for: name)
      }
      // The first tile has the focus; two steps on is the grid.
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("space")
      try tree.wait(for: "Spacing (mm)")
      let corner = PixelBox(x: fixture.canvas.x, y: fixture.canvas.y, width: 150, height: 400)
      try fixture.screen.wait(for: "the grid, tried out", in: corner) {
        $0.pixels { $0 == rgb(Paper.blueLines) }.count > 500
      }
      // The name of the sheet's colour is said beside its button, too, once it is chosen.
      try tree.press("Cream")
      // GTK shows a button pressed for a quarter of a second first.
      pause(0.5)
      try fixture.screen.waitUntilStill()
      let names = try tree.texts().filter { $0 == "Cream" }
      #expect(names.count == 2)
      // Nothing of it is in the file, and leaving takes it back.
      #expect(try await DocumentStore.inspect(fixture.path).settings == .standard)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      #expect(try fixture.paper() == plain)
      #expect(try await DocumentStore.inspect(fixture.path).undoDepth == 0)
      try open()
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("Right")
      try fixture.screen.keyboard.press("space")
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      try await Kept.wait(for: "a grid", in: fixture.path, by: fixture.app) {
        $0.settings.paper.pattern == .grid && $0.undoDepth == 1
      }
      let grid = try fixture.paper()
      #expect(grid != plain)
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "plain paper", in: fixture.path, by: fixture.app) {
        $0.settings == .standard && $0.redoDepth == 1
      }
      #expect(try fixture.paper() == plain)
      try fixture.screen.keyboard.press("z", [.control, .shift])
      try await Kept.wait(for: "the grid again", in: fixture.path, by: fixture.app) {
        $0.settings.paper.pattern == .grid
      }
      #expect(try fixture.paper() == grid)
      try fixture.done()
    }
  }
}
