import Canvas
import Foundation
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The preview of the mark to come.
  @Suite struct HoverTests {
    /// A fixture where pens have previews.
    static func fixture(
      _ preferences: Preferences = [:], scale: Int = 1,
      before: (Screen) throws -> Void = { _ in }
    ) throws -> AppFixture {
      try AppFixture(
        scale: scale, preferences: ([.hoverPreview: "pen"] as Preferences).merging(preferences),
        before: before)
    }

    /// A pen so broad that its dots can be measured.
    static func broaden(_ fixture: AppFixture, by steps: Int = 14) throws {
      for _ in 0..<steps { try fixture.screen.keyboard.press("]") }
      try fixture.screen.waitUntilStill()
    }

    private func tap(_ fixture: AppFixture, at p: Point) throws {
      fixture.pen.down(at: p, force: 0.5)
      pause(0.03)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
    }

    /// What the pen marks with.
    struct Mark: CustomTestStringConvertible, Sendable {
      /// As the settings have the tools.
      var tools: String
      var color = Ink.standard.color

      var testDescription: String { tools.isEmpty ? "the pen as it comes" : tools }

      static let standard = Mark(tools: "")
      static let broadPen = Mark(tools: "tool=pen brush=pen pen.color=1A1F2BFF pen.size=6.8")
      static let redBrush = Mark(
        tools: "tool=brush brush=brush brush.color=C8273DFF brush.size=8.0",
        color: Color(rgba: 0xC827_3DFF))
    }

    /// Steps of the zoom from 100 % to 25, 300 and 800 %, and marks that are broader than a pixel there.
    static let marks: [(Int, Mark)] = [
      (-5, .broadPen), (-5, .redBrush), (0, .standard), (3, .broadPen), (7, .standard),
      (7, .broadPen), (7, .redBrush),
    ]

    @Test(arguments: marks)
    func `S23 S24 S27 S89 the preview is the dot that a middling press leaves, at each zoom`(
      _ zoom: Int, _ mark: Mark
    ) async throws {
      let fixture = try Self.fixture([.toolPicker: .init(mark.tools)])
      for _ in 0..<abs(zoom) {
        try fixture.screen.keyboard.press(zoom > 0 ? "+" : "-", [.control])
      }
      try fixture.findCanvas()
      let p = fixture.at(301.5, 250.25)
      /// What is seen around the tip, which is over the pixel in its middle.
      func seen() -> (picture: Picture, sight: InkSight) {
        let picture = fixture.screen.screenshot(of: PixelBox(covering: Rect(center: p, radius: 60)))
        return (picture, InkSight(picture, ink: mark.color))
      }
      fixture.pen.hover(at: p)
      try fixture.screen.wait(for: "a preview") { _ in seen().sight[60, 60] > 0.3 }
      try fixture.screen.waitUntilStill()
      let preview = seen()
      #expect(fixture.pen.cursor?.picture == nil, "a cursor lies on the preview")
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in seen().sight.area < 0.1 }
      try tap(fixture, at: p)
      _ = try await fixture.kept(1)
      let dot = seen()
      #expect(dot.sight.area > 0.5)
      func diameter(_ sight: InkSight) -> Double { (4 * sight.area / .pi).squareRoot() }
      #expect(abs(diameter(preview.sight) - diameter(dot.sight)) <= 1)
      // Neither is cut off by the picture's edges.
      #expect(diameter(dot.sight) < 100)
      let (a, b) = (try #require(preview.sight.centroid), try #require(dot.sight.centroid))
      #expect(a.distance(to: b) <= 0.5, "\(a) and \(b)")
      // As dark as the dot at its darkest, and of its hue: the same colour.
      #expect(abs(preview.sight[60, 60] - dot.sight[60, 60]) < 0.05)
      let (shown, left) = (preview.picture[60, 60], dot.picture[60, 60])
      #expect(shown.distance(to: left) < 16, "\(shown) and \(left)")
      try fixture.done()
    }

    @Test func `S27 on ink of its own colour the preview keeps an edge within the mark`()
      async throws
    {
      let fixture = try Self.fixture()
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      try tap(fixture, at: p)
      _ = try await fixture.kept(1)
      let box = PixelBox(covering: Rect(center: p, radius: 40))
      let dot = fixture.screen.screenshot(of: box)
      fixture.pen.hover(at: p)
      let edged = try fixture.screen.wait(for: "an edge", in: box) { picture in
        Self.pixels(picture, dot).contains { abs($0.luma - $1.luma) > 0.3 }
      }
      let paper = dot[0, 0].luma
      for (now, before) in Self.pixels(edged, dot) where abs(before.luma - paper) < 0.01 {
        #expect(abs(now.luma - before.luma) < 0.05, "the preview covers more than the mark")
      }
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "the dot alone", in: box) { $0 == dot }

      // A modal dialog gets all that the pen does then, and that it left the paper.
      fixture.pen.hover(at: p)
      try fixture.screen.wait(for: "an edge again", in: box) { $0 != dot }
      try fixture.screen.keyboard.press("e", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.title == "Export" }
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: dialog.point(40, 80))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "the dot without a preview", in: box) { $0 == dot }
      try fixture.done()
    }

    /// The pixels of two pictures of one size side by side.
    private static func pixels(_ a: Picture, _ b: Picture) -> [(Pixel, Pixel)] {
      (0..<a.height).flatMap { y in (0..<a.width).map { x in (a[x, y], b[x, y]) } }
    }

    @Test func `S24 a turned view and a leaning pen show the nib as it will mark`() async throws {
      let fixture = try Self.fixture()
      try fixture.screen.keyboard.press("m")
      for _ in 0..<6 { try fixture.screen.keyboard.press("]") }
      try fixture.screen.keyboard.press("r", [.control])
      try fixture.screen.keyboard.press("r", [.control])
      try fixture.screen.waitUntilStill(for: 1)
      let p = fixture.at(300, 250)
      let bare = fixture.screen.screenshot(of: fixture.canvas)
      fixture.pen.tilt(x: 40, y: -20)
      fixture.pen.hover(at: Point(p.x - 4, p.y))
      fixture.pen.hover(at: p)
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      let preview = fixture.screen.screenshot(of: fixture.canvas).difference(
        from: bare, tolerance: 12)
      #expect(preview.count > 60)
      try tap(fixture, at: p)
      _ = try await fixture.kept(1)
      let dot = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 12)
      #expect(abs(preview.box.width - dot.box.width) <= 2, "\(preview.box) and \(dot.box)")
      #expect(abs(preview.box.height - dot.box.height) <= 2, "\(preview.box) and \(dot.box)")
      // A bar, and no disc.
      #expect(abs(preview.box.width - preview.box.height) > 5)
      try fixture.done()
    }

    /// Whether a cursor on a ground of one colour is a cross: four arms from its hotspot, and nothing between them.
    private static func isCross(_ cursor: Cursor, on ground: Pixel) throws -> Bool {
      let picture = try #require(cursor.picture)
      /// Whether something is drawn within two pixels across an arm.
      func isMarked(_ dx: Int, _ dy: Int, within reach: Int) -> Bool {
        (-reach...reach).contains { i in
          let x = cursor.hotspotX + dx + (dy == 0 ? 0 : i)
          let y = cursor.hotspotY + dy + (dx == 0 ? 0 : i)
          guard (0..<picture.width).contains(x), (0..<picture.height).contains(y) else {
            return false
          }
          return picture[x, y].distance(to: ground) > 60
        }
      }
      let arm = picture.width / 4
      let corner = picture.width * 3 / 10
      let arms = [(-arm, 0), (arm, 0), (0, -arm), (0, arm)]
      let corners = [-corner, corner].flatMap { x in [-corner, corner].map { (x, $0) } }
      return arms.allSatisfy { isMarked($0.0, $0.1, within: 2) }
        && !corners.contains { isMarked($0.0, $0.1, within: 0) }
    }

    @Test func `S24 where the selection tool hovers there is a cross, and no mark on the paper`()
      throws
    {
      let fixture = try Self.fixture()
      let (screen, pen) = (fixture.screen, fixture.pen)
      let ground = Pixel(0xFF00FF)
      screen.setBackground(ground)
      let p = fixture.at(300, 250)
      func hover(_ key: String) throws -> (cursor: Cursor, marks: PixelSet) {
        try screen.keyboard.press(key)
        let bare = try fixture.paper()
        pen.hover(at: Point(p.x - 2, p.y))
        pen.hover(at: p)
        try screen.waitUntilStill()
        let marks = screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 4)
        return (try #require(pen.cursor), marks)
      }
      let selection = try hover("s")
      #expect(selection.marks.isEmpty, "\(selection.marks)")
      let isCross = try Self.isCross(selection.cursor, on: ground)
      #expect(isCross)
      // Each of the others has its own: a ring on the paper, the bar of a text, a dot on the paper.
      let eraser = try hover("e")
      #expect(eraser.cursor.picture == nil && eraser.marks.count > 20)
      let text = try hover("t")
      let textIsCross = try Self.isCross(text.cursor, on: ground)
      #expect(text.marks.isEmpty && !textIsCross)
      let brush = try hover("m")
      #expect(brush.cursor.picture == nil && !brush.marks.isEmpty)
      // And it is back with the tool.
      let again = try hover("s")
      #expect(again.cursor == selection.cursor && again.marks.isEmpty)
      pen.proximityOut()
      try fixture.done()
    }

    @Test func `S25 S99 S100 rising changes nothing up to half the height, then only fades`() throws
    {
      let fixture = try Self.fixture()
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      func sight(_ distance: Double) throws -> InkSight {
        // Twice: the height comes with the report after the position.
        fixture.pen.hover(at: p, distance: distance)
        fixture.pen.hover(at: Point(p.x, p.y + 0.004), distance: distance)
        try fixture.screen.waitUntilStill(for: 0.15)
        return fixture.ink(around: p, reach: 30)
      }
      let low = try sight(0.1)
      let middle = try sight(0.49)
      let high = try sight(0.75)
      let top = try sight(1)
      #expect(low.area > 30)
      #expect(abs(middle.area - low.area) < 0.02 * low.area)
      #expect(abs(high.area / low.area - 0.5) < 0.06)
      #expect(high.pixels(above: 0.25) == low.pixels(above: 0.5))
      #expect(top.area < 0.01 * low.area)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S97 S101 without previews the pen draws the same, and without ink it still hovers`()
      async throws
    {
      var papers: [Picture] = []
      for policy in ["pen", "off"] {
        let fixture = try Self.fixture([.hoverPreview: .init(policy)])
        for y in [150.0, 300] {
          fixture.pen.hover(at: fixture.at(100, y))
          fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 6, y + Double($0)) })
        }
        fixture.pen.proximityOut()
        _ = try await fixture.kept(2)
        papers.append(try fixture.paperAtRest())
        try fixture.done()
      }
      // But for what the hand's own time makes of it.
      #expect(papers[0].difference(from: papers[1], tolerance: 128).isEmpty)
      // A pen that picks a colour draws nothing; near the paper it is known all the same.
      let fixture = try Self.fixture()
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      for _ in 0..<3 {
        fixture.pen.hover(at: Point(p.x - 3, p.y))
        fixture.pen.hover(at: p)
        try fixture.waitForInk(at: p)
        fixture.pen.proximityOut()
        try fixture.screen.wait(for: "bare paper") { _ in
          fixture.ink(around: p, reach: 40).area < 0.1
        }
      }
      #expect(await Kept.info(fixture.path)?.strokes ?? 0 == 0)
      try fixture.done()
    }

    @Test func `S100 where nothing is to move on screen a preview is whole at any height, or gone`()
      throws
    {
      let fixture = try Self.fixture { try App.reduceMotion(on: $0) }
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      func area(_ distance: Double) throws -> Double {
        // Twice: the height comes with the report after the position.
        fixture.pen.hover(at: p, distance: distance)
        fixture.pen.hover(at: Point(p.x, p.y + 0.004), distance: distance)
        try fixture.screen.waitUntilStill(for: 0.15)
        return fixture.ink(around: p, reach: 30).area
      }
      let low = try area(0.1)
      #expect(low > 30)
      for distance in [0.55, 0.75, 0.9] { #expect(abs(try area(distance) - low) < 0.02 * low) }
      #expect(try area(1) < 0.01 * low)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test(arguments: ["pen", "off", "pen-and-mouse"])
    func `S30 S31 S101 who has a preview is set: the pen, nobody, or the mouse as well`(
      _ policy: String
    ) throws {
      let fixture = try Self.fixture([.hoverPreview: .init(policy)])
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      fixture.screen.mouse.move(to: Point(p.x - 3, p.y))
      fixture.screen.mouse.move(to: p)
      try fixture.screen.waitUntilStill()
      let all = policy == "pen-and-mouse"
      #expect((fixture.ink(around: p, reach: 30).area > 20) == all)
      #expect((fixture.screen.mouse.cursor?.picture == nil) == all)
      fixture.screen.mouse.leave()
      fixture.pen.hover(at: Point(p.x, p.y + 1))
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      #expect((fixture.ink(around: p, reach: 30).area > 20) == (policy != "off"))
      #expect((fixture.pen.cursor?.picture == nil) == (policy != "off"))
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S26 S97 hovering over everything leaves the drawing and the settings as they were`()
      async throws
    {
      let fixture = try AppFixture.withTools(
        preferences: [.hoverPreview: "pen"])
      try fixture.waitForPicker()
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 300) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // At rest the log is written into the file, which the comparison is not about.
      let log = fixture.path + "-wal"
      let rest = Date().addingTimeInterval(15)
      while let size = (try? FileManager.default.attributesOfItem(atPath: log))?[.size] as? Int,
        size > 0, Date() < rest
      {
        pause(0.05)
      }
      try fixture.screen.waitUntilStill(for: 0.5)
      let settings = fixture.screen.folder.config + "/glib-2.0/settings/keyfile"
      let before = try? Data(contentsOf: URL(filePath: settings))
      let drawing = try Data(contentsOf: URL(filePath: fixture.path))
      let seen = try fixture.paper()
      for row in 0..<24 {
        for column in 0..<30 {
          fixture.pen.hover(
            at: Point(Double(column) * 30 + 2, Double(row) * 30 + 2),
            distance: Double((row * 7 + column) % 10) / 10)
        }
        try fixture.screen.settle()
      }
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 1)
      #expect(try Data(contentsOf: URL(filePath: fixture.path)) == drawing)
      #expect((try? Data(contentsOf: URL(filePath: settings))) == before)
      try fixture.screen.waitForPopups(0)
      // A button that was hovered at may end a shade off.
      let strayed = try fixture.paper().difference(from: seen, tolerance: 4)
      #expect(strayed.isEmpty, "\(strayed.count) pixels in \(strayed.box)")
      try fixture.done()
    }
  }
}
