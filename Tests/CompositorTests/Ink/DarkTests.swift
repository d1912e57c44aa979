import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The same drawing on light and on dark paper.
  @Suite struct DarkTests {
    private func isPaper(_ fixture: AppFixture, _ paper: PaperStyle) -> Bool {
      fixture.screen.pixel(at: fixture.at(20, 20)) == Pixel(paper.color.rgba >> 8)
    }

    private func draw(_ fixture: AppFixture, _ y: Double) {
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 5, y) })
      fixture.pen.proximityOut()
    }

    private func line(_ fixture: AppFixture, _ y: Double, on paper: PaperStyle) throws -> InkSight {
      let box = PixelBox(x: 100, y: Int(y) - 8, width: 200, height: 16)
      return InkSight(try fixture.paper().cropped(to: box), paper: paper)
    }

    @Test func `S56 dark paper shows light ink, and the file keeps its colour once`() async throws {
      let fixture = try AppFixture(preferences: [.colorScheme: "dark"])
      #expect(isPaper(fixture, .dark))
      // The header bar is dark too.
      #expect(fixture.screen.pixel(at: fixture.window.point(300, 8)).luma < 0.35)
      // Wet, then dry.
      fixture.pen.down(at: fixture.at(100, 100), force: 0.5)
      fixture.pen.move(along: (1...40).map { fixture.at(100 + Double($0) * 5, 100) })
      try fixture.waitForInk(at: fixture.at(200, 100), paper: .dark)
      fixture.pen.up()
      fixture.pen.proximityOut()
      let dry = try line(fixture, 100, on: .dark)
      #expect(dry.pixels(above: 0.9) > 300)
      let strokes = try await fixture.kept(1)
      guard case .stroke(let stroke) = strokes[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color == Ink.standard.color)
      let tree = try AccessibleTree(fixture.screen)
      try expectWayBackIsRead(on: fixture, tree)
      try expectRedIsRead(on: fixture, tree)
      try fixture.done()
    }

    private func color(_ p: Pixel) -> Color {
      Color(red: p.red, green: p.green, blue: p.blue)
    }

    /// The button that leads back to the drawing stands out from paper of either style, and its text
    /// from the button.
    private func expectWayBackIsRead(on fixture: AppFixture, _ tree: AccessibleTree) throws {
      let name = "Back to the Drawing"
      for _ in 0..<3 { try fixture.screen.keyboard.press("Page_Down") }
      try tree.wait(for: name)
      try fixture.screen.waitUntilStill(for: 0.3)
      let middle = try tree.position(of: name, in: fixture.window)
      // Across its upper edge, which is 22 points above the middle, and above its text.
      let edge = fixture.screen.screenshot(
        of: PixelBox(x: Int(middle.x), y: Int(middle.y) - 30, width: 1, height: 18))
      let across = (0..<18).map { color(edge[0, $0]) }
      for paper in PaperStyle.allCases {
        let most = across.map { $0.contrast(against: paper.color) }.max() ?? 1
        #expect(most >= 3, "\(paper)")
      }
      #expect(across[0] == PaperStyle.dark.color)
      let text = fixture.screen.screenshot(
        of: PixelBox(covering: Rect(center: middle, radius: 10)))
      let read = text.pixels { color($0).contrast(against: across[17]) >= 4.5 }
      #expect(read.count > 10)
      try fixture.screen.keyboard.press("1", [.control])
      try tree.wait(forNo: name)
    }

    /// Words that are not found are red, and stand out from their field.
    private func expectRedIsRead(on fixture: AppFixture, _ tree: AccessibleTree) throws {
      try fixture.screen.keyboard.press("f", [.control])
      let field = try tree.wait(for: "Find in the drawing")
      try fixture.screen.keyboard.type("HHH")
      try tree.wait(for: "Nothing found")
      try fixture.screen.waitUntilStill()
      let box = try tree.box(field)
      let corner = fixture.window.point(box.minX + 6, box.minY + 6)
      let inner = Rect(x: corner.x, y: corner.y, width: box.width - 12, height: box.height - 12)
      let picture = fixture.screen.screenshot(of: PixelBox(covering: inner))
      let ground = color(picture[picture.width / 2, 2])
      let red = picture.pixels {
        Int($0.red) > Int($0.green) + 40 && color($0).contrast(against: ground) >= 4.5
      }
      #expect(red.count > 10)
    }

    @Test func `S56 a theme forced by the environment has paper and forms of its own shade`() throws
    {
      for (theme, paper) in [("Default:dark", PaperStyle.dark), ("Default", .light)] {
        let fixture = try AppFixture(environment: ["GTK_THEME": theme])
        #expect(isPaper(fixture, paper))
        #expect(
          (fixture.screen.pixel(at: fixture.window.point(300, 8)).luma < 0.35) == (paper == .dark))
        try fixture.done()
      }
    }

    @Test(arguments: [PaperStyle.light, .dark])
    func `S56 from the start tools and colours are shown as they mark on the paper`(
      paper: PaperStyle
    ) throws {
      let fixture = try AppFixture.withTools(
        preferences: [.colorScheme: paper == .dark ? "dark" : "light"])
      // The first colour is the ink, dark on light paper and light on dark; in the middle of its swatch.
      let swatch = PixelBox(covering: Rect(center: try fixture.item(.color(0)), radius: 2))
      try fixture.screen.wait(for: "ink for \(paper) paper", in: swatch) { picture in
        picture.pixels { paper == .dark ? $0.luma > 0.6 : $0.luma < 0.2 }.count
          == picture.width * picture.height
      }
      // So are the drawn tools: all as they are again after another one was chosen, which paints them anew.
      try fixture.screen.waitUntilStill()
      let picker = PixelBox(covering: fixture.pickerFrame())
      let start = fixture.screen.screenshot(of: picker)
      try fixture.screen.keyboard.press("f")
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot(of: picker) != start)
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
      #expect(fixture.screen.screenshot(of: picker) == start)
      try fixture.done()
    }

    @Test func `S56 in no commit is ink missing or of the other paper when the desktop turns dark`()
      async throws
    {
      var portal: Program?
      let fixture = try AppFixture(before: { screen in
        portal = try launchPortal(2, on: screen)
      })
      let desktop = try #require(portal)
      for y in stride(from: 60.0, through: 460, by: 40) {
        fixture.pen.stroke(
          (0...60).map { fixture.at(60 + Double($0) * 11, y + 12 * sin(Double($0))) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(11)
      let box = PixelBox(
        x: fixture.canvas.x + 20, y: fixture.canvas.y + 20, width: 760, height: 480)
      for (signal, paper) in [(SIGUSR1, PaperStyle.dark), (SIGUSR2, .light), (SIGUSR1, .dark)] {
        try fixture.screen.waitUntilStill()
        let before = fixture.screen.screenshot(of: box)
        fixture.screen.clearLog()
        fixture.screen.watch(box)
        desktop.signal(signal)
        try fixture.screen.wait(for: "\(paper) paper") { _ in isPaper(fixture, paper) }
        try fixture.screen.waitUntilStill(for: 0.4)
        fixture.screen.watch(nil)
        let after = fixture.screen.screenshot(of: box)
        #expect(InkSight(after, paper: paper).pixels(above: 0.9) > 11 * 660)
        #expect(!fixture.screen.captures.isEmpty)
        for capture in fixture.screen.captures {
          #expect(capture.picture == before || capture.picture == after)
        }
      }
      try desktop.expectQuiet()
      try fixture.done()
    }

    @Test func `S56 S103 the app follows the desktop from light to dark and back while it runs`()
      async throws
    {
      var portal: Program?
      let fixture = try AppFixture(before: { screen in
        portal = try launchPortal(1, on: screen)
      })
      let desktop = try #require(portal)
      #expect(isPaper(fixture, .dark))
      draw(fixture, 100)
      let dark = try line(fixture, 100, on: .dark)
      desktop.signal(SIGUSR2)
      try fixture.screen.wait(for: "light paper") { _ in isPaper(fixture, .light) }
      let light = try line(fixture, 100, on: .light)
      #expect(light.pixels(above: 0.9) == dark.pixels(above: 0.9))
      #expect(light.lost(from: dark) == 0)
      draw(fixture, 200)
      #expect(try line(fixture, 200, on: .light).pixels(above: 0.9) > 300)
      let before = try fixture.findCanvas()
      desktop.signal(SIGUSR1)
      try fixture.screen.wait(for: "dark paper") { _ in isPaper(fixture, .dark) }
      #expect(try line(fixture, 200, on: .dark).pixels(above: 0.9) > 300)
      desktop.signal(SIGUSR2)
      try fixture.screen.wait(for: "light paper again") { _ in isPaper(fixture, .light) }
      #expect(try fixture.findCanvas() == before)
      _ = try await fixture.kept(2)
      try desktop.expectQuiet()
      try fixture.done()
    }

    /// What desktops without the portal do: their dark style is a theme that is dark.
    private func choose(theme: String, on screen: Screen) throws {
      try App.writeSettings(
        ["gtk-theme": "'\(theme)'"], of: "org/gnome/desktop/interface", for: screen)
    }

    private func launchPortal(_ scheme: Int, on screen: Screen) throws -> Program {
      let program = try screen.launch("SettingsPortal", ["\(scheme)"])
      while program.standardOutput != "ready\n", program.status == .running { pause(0.005) }
      return program
    }

    @Test(arguments: [nil, 0] as [Int?])
    func `S56 a dark theme makes paper dark for as long as the desktop has it`(portal scheme: Int?)
      throws
    {
      var portal: Program?
      let fixture = try AppFixture(
        before: { screen in
          portal = try scheme.map { try launchPortal($0, on: screen) }
          try choose(theme: "Adwaita-dark", on: screen)
        })
      #expect(isPaper(fixture, .dark))
      try choose(theme: "Adwaita", on: fixture.screen)
      try fixture.screen.wait(for: "light paper") { _ in isPaper(fixture, .light) }
      try choose(theme: "Yaru-dark", on: fixture.screen)
      try fixture.screen.wait(for: "dark paper") { _ in isPaper(fixture, .dark) }
      try portal?.expectQuiet()
      try fixture.done()
    }

    @Test func `S56 what the portal prefers counts before the theme's name`() throws {
      var portal: Program?
      let fixture = try AppFixture(
        before: { screen in
          portal = try launchPortal(2, on: screen)
          try choose(theme: "Yaru-dark", on: screen)
        })
      try fixture.screen.wait(for: "light paper") { _ in isPaper(fixture, .light) }
      let desktop = try #require(portal)
      desktop.signal(SIGUSR1)
      try fixture.screen.wait(for: "dark paper") { _ in isPaper(fixture, .dark) }
      desktop.signal(SIGUSR2)
      try fixture.screen.wait(for: "light paper again") { _ in isPaper(fixture, .light) }
      try desktop.expectQuiet()
      try fixture.done()
    }
  }
}
