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

    @Test(arguments: [-4, 0, 3, 6])
    func `S23 S24 S27 S89 the preview is the dot that a middling press leaves, at each zoom`(
      _ zoom: Int
    ) async throws {
      let fixture = try Self.fixture()
      try Self.broaden(fixture, by: 8)
      for _ in 0..<abs(zoom) {
        try fixture.screen.keyboard.press(zoom > 0 ? "+" : "-", [.control])
      }
      try fixture.findCanvas()
      let p = fixture.at(301.5, 250.25)
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      try fixture.screen.waitUntilStill()
      let preview = fixture.ink(around: p, reach: 60)
      #expect(fixture.pen.cursor?.picture == nil, "a cursor lies on the preview")
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.ink(around: p, reach: 60).area < 0.1
      }
      try tap(fixture, at: p)
      _ = try await fixture.kept(1)
      let dot = fixture.ink(around: p, reach: 60)
      #expect(dot.area > 0.5)
      func diameter(_ sight: InkSight) -> Double { (4 * sight.area / .pi).squareRoot() }
      #expect(abs(diameter(preview) - diameter(dot)) <= 1)
      let (a, b) = (try #require(preview.centroid), try #require(dot.centroid))
      #expect(a.distance(to: b) <= 0.5, "\(a) and \(b)")
      // As dark as the dot at its darkest: the same colour.
      #expect(abs(preview[60, 60] - dot[60, 60]) < 0.05)
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

    @Test(arguments: InkPresenter.allCases)
    func `S23 the next picture after a pen has come near has its preview, after it has left none`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try Self.fixture(presenter.preferences)
      try Self.broaden(fixture, by: 8)
      for i in 0..<6 {
        let p = fixture.at(150 + Double(i) * 70, 220)
        /// Pictures without a change at the pen, before the first that has one.
        func late() -> Int {
          fixture.inkCommits(presenter).prefix { commit in
            !commit.changed.offset(x: commit.originX ?? 0, y: commit.originY ?? 0).contains(p)
          }.count
        }
        try fixture.screen.waitUntilStill()
        fixture.screen.clearLog()
        fixture.pen.hover(at: p)
        try fixture.waitForInk(at: p)
        // One may have been under way.
        #expect(late() <= 1, "coming, \(i)")
        try fixture.screen.waitUntilStill()
        fixture.screen.clearLog()
        fixture.pen.proximityOut()
        let box = PixelBox(covering: Rect(center: p, radius: 3))
        try fixture.screen.wait(for: "bare paper", in: box) {
          InkSight($0).pixels(above: 0.1) == 0
        }
        #expect(late() <= 1, "leaving, \(i)")
      }
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S98 the preview goes when the pen draws, and is back within a frame of its lifting`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try Self.fixture(presenter.preferences)
      try Self.broaden(fixture)
      // The eraser's ring is no ink: what is seen of it is a preview.
      try fixture.screen.keyboard.press("e")
      let p = fixture.at(300, 250)
      let bare = try fixture.paper()
      func ring() -> Int {
        fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 20).count
      }
      fixture.pen.hover(at: p)
      try fixture.screen.wait(for: "the ring") { _ in ring() > 20 }
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
      fixture.pen.down(at: p)
      fixture.pen.move(along: (1...40).map { Point(p.x + Double($0) * 3, p.y) })
      try fixture.screen.waitUntilStill()
      // The line and nothing before or beside its end.
      let end = Point(p.x + 120, p.y)
      let wet = fixture.ink(around: end, reach: 40)
      fixture.screen.clearLog()
      fixture.pen.up()
      try fixture.screen.waitUntilStill()
      let after = fixture.ink(around: end, reach: 40)
      // The dot of the preview reaches as far as the round end of the line does, and has an edge of another colour there.
      #expect(after.area >= wet.area * 0.93)
      #expect(fixture.pen.cursor?.picture == nil)
      // Where the pen lifted it hovers: the eraser's ring is there without another motion.
      let line = fixture.screen.screenshot(of: fixture.canvas)
      try fixture.screen.keyboard.press("e")
      try fixture.screen.wait(for: "the ring where the pen lifted") { _ in
        let seen = fixture.screen.screenshot(of: fixture.canvas).difference(
          from: line, tolerance: 20)
        return seen.count > 20
          && abs(Double(seen.box.x + seen.box.width / 2) + Double(fixture.canvas.x) - end.x) < 3
      }
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `S98 in no frame of a stroke is there a preview, and one of the next two has it again`(
      _ presenter: InkPresenter
    ) async throws {
      let fixture = try Self.fixture(presenter.preferences)
      try Self.broaden(fixture, by: 18)
      let p = fixture.at(200, 250)
      let end = Point(p.x + 160, p.y)
      /// How much of the column through a position is inked.
      func breadth(_ picture: Picture, _ x: Double) -> Double {
        InkSight(picture).area(ofColumn: Int(x - p.x) + 30)
      }
      let box = PixelBox(x: Int(p.x) - 30, y: Int(p.y) - 40, width: 240, height: 80)
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      try fixture.screen.waitUntilStill()
      // The mark of a middling press; a light one is much finer.
      let dot = breadth(fixture.screen.screenshot(of: box), p.x)
      fixture.screen.clearLog()
      fixture.screen.watch(box)
      fixture.pen.down(at: p, force: 0.03)
      for i in 1...40 {
        fixture.pen.move(to: Point(p.x + Double(i) * 4, p.y), force: 0.03)
        pause(0.008)
      }
      try fixture.screen.waitUntilStill()
      let drawn = fixture.screen.captures
      let line = breadth(fixture.screen.screenshot(of: box), p.x + 80)
      #expect(line > 0.5 && line < dot / 2, "\(line) and \(dot)")
      // From the first ink on: the preview goes in the same commit that has it.
      let inked = drawn.drop { breadth($0.picture, p.x) > dot * 0.8 }
      #expect(inked.count > 10)
      for capture in inked {
        let widest = (0..<240).map { InkSight(capture.picture).area(ofColumn: $0) }.max() ?? 0
        #expect(widest < (dot + line) / 2, "a preview beside the line, or on it")
      }
      #expect(drawn.count - inked.count <= 1)
      fixture.screen.clearLog()
      fixture.pen.up()
      try fixture.screen.wait(for: "the preview where the pen lifted", in: box) {
        breadth($0, end.x) > dot * 0.8
      }
      let lifted = try #require(
        fixture.screen.sentEvents.first { $0.device == .tool && $0.action == .up })
      let captures = fixture.screen.captures.filter { $0.time > lifted.time }
      let back = try #require(captures.firstIndex { breadth($0.picture, end.x) > dot * 0.8 })
      #expect(back <= 1, "\(back) commits without it")
      let frames = fixture.screen.refreshTimes.filter {
        (lifted.time...captures[back].time).contains($0)
      }
      #expect(frames.count <= 2, "\(frames.count) frames later")
      fixture.screen.watch(nil)
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1).count == 1)
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

    @Test(arguments: InkPresenter.allCases)
    func `S20 S23 hovering repaints the few pixels of the preview and nothing else`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try Self.fixture(presenter.preferences)
      try Self.broaden(fixture, by: 6)
      fixture.pen.stroke((0...40).map { fixture.at(100 + Double($0) * 8, 300) })
      fixture.pen.hover(at: fixture.at(150, 200))
      try fixture.screen.waitUntilStill()
      fixture.screen.clearLog()
      for i in 0..<60 {
        fixture.pen.hover(at: fixture.at(150 + Double(i) * 5, 200 + Double(i) * 2))
        pause(0.017)
      }
      try fixture.screen.waitUntilStill()
      let commits = fixture.inkCommits(presenter).filter { !$0.damage.isEmpty }
      #expect(commits.count > 20)
      // The old position and the new one, of a dot of less than ten pixels.
      for commit in commits { #expect(commit.damagedArea < 1200, "\(commit.damage)") }
      // Ahead of the frames: a frame in the making would hold back the first ink of a stroke.
      if presenter == .direct { #expect(fixture.frames.isEmpty) }
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test
    func
      `a pen that comes down from hovering waits for no frame: each of its first samples has its own commit`()
      throws
    {
      let fixture = try Self.fixture(InkPresenter.direct.preferences)
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 300) })
      for i in 0..<30 {
        fixture.pen.hover(at: fixture.at(150 + Double(i) * 2, 200))
        pause(0.004)
      }
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: fixture.at(212, 200))
      try fixture.screen.settle()
      fixture.screen.clearLog()
      fixture.pen.down(at: fixture.at(214, 200), force: 0.6)
      try fixture.screen.settle()
      for i in 1...8 {
        let before = fixture.inkCommits(.direct).count
        fixture.pen.move(to: fixture.at(214 + Double(i) * 6, 200))
        try fixture.screen.settle()
        #expect(fixture.inkCommits(.direct).count > before, "sample \(i)")
      }
      #expect(fixture.frames.isEmpty)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.done()
    }

    /// On the paper where the banner will lie, and below it.
    @Test(arguments: [8.0, 300])
    func `S30 a banner that comes over a resting mouse leaves the preview to the pen`(
      y: Double
    ) throws {
      let fixture = try Self.fixture()
      try Self.broaden(fixture)
      let p = fixture.at(300, 350)
      fixture.screen.mouse.move(to: fixture.at(600, y + 2))
      fixture.screen.mouse.move(to: fixture.at(600, y))
      try fixture.screen.waitUntilStill()
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      let before = fixture.screen.screenshot(of: fixture.canvas)
      // There is no ink on the clipboard.
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.wait(for: "a banner") { _ in
        fixture.screen.screenshot(of: fixture.canvas).difference(from: before).count > 2000
      }
      try fixture.screen.waitUntilStill(for: 0.4)
      #expect(fixture.ink(around: p).pixels(above: 0.3) > 0, "the preview is gone")
      try fixture.done()
    }

    @Test func `a mouse that leaves while a pen is near does not make the pen's preview stay`()
      throws
    {
      let fixture = try Self.fixture()
      try Self.broaden(fixture)
      let p = fixture.at(300, 250)
      fixture.pen.hover(at: Point(p.x - 4, p.y))
      fixture.screen.mouse.move(to: fixture.at(200, 150))
      fixture.screen.mouse.leave()
      try fixture.screen.settle()
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.ink(around: p, reach: 40).area < 0.1
      }
      // The same when the pen goes on over the header.
      fixture.screen.mouse.move(to: fixture.at(200, 150))
      fixture.pen.hover(at: Point(p.x - 2, p.y))
      fixture.screen.mouse.leave()
      try fixture.screen.settle()
      fixture.pen.hover(at: p)
      try fixture.waitForInk(at: p)
      for i in 0..<4 {
        fixture.pen.hover(at: Point(p.x + Double(i), Double(fixture.canvas.y) - 20))
      }
      fixture.pen.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.ink(around: p, reach: 40).area < 0.1
      }
      try fixture.done()
    }

    @Test(arguments: ["p", "h"])
    func `a pen that goes leaves no preview behind, whatever it did just before`(_ key: String)
      throws
    {
      let fixture = try Self.fixture(InkPresenter.direct.preferences)
      // The pen is in the hand already; its key would open its options.
      if key != "p" { try fixture.screen.keyboard.press(key) }
      let bare = try fixture.paper()
      var generator = SeededGenerator(seed: 5)
      for _ in 0..<40 {
        var drawn = 0
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let p = fixture.at(
            Double.random(in: 100...500, using: &generator),
            Double.random(in: 100...300, using: &generator))
          if generator.once(in: 2) { fixture.pen.hover(at: p) }
          if generator.once(in: 2) {
            fixture.pen.down(at: p, force: 0.5)
            for i in 0..<Int.random(in: 0...6, using: &generator) {
              fixture.pen.move(to: Point(p.x + Double(i) * 4, p.y + 3))
              if generator.once(in: 3) { pause(0.01) }
            }
            fixture.pen.up()
            drawn += 1
          }
          if generator.once(in: 3) { fixture.pen.proximityOut() }
        }
        fixture.pen.proximityOut()
        for _ in 0..<drawn { try fixture.screen.keyboard.press("z", [.control]) }
        try fixture.screen.waitUntilStill(for: 0.3)
        try #require(
          fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 4).isEmpty
        )
      }
      try fixture.done()
    }

    @Test
    func
      `with a selection the eraser's ring is in frames, without on the layer: never lost or double`()
      throws
    {
      let fixture = try Self.fixture(InkPresenter.direct.preferences)
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, 300) })
      fixture.pen.proximityOut()
      let p = fixture.at(400, 150)
      let box = PixelBox(covering: Rect(center: p, radius: 40))
      let bare = fixture.screen.screenshot(of: box)
      func ring() throws -> Picture {
        fixture.screen.eraser.hover(at: Point(p.x - 2, p.y))
        fixture.screen.eraser.hover(at: p)
        try fixture.screen.wait(for: "the ring") { _ in
          fixture.screen.screenshot(of: box).difference(from: bare, tolerance: 20).count > 20
        }
        try fixture.screen.waitUntilStill()
        return fixture.screen.screenshot(of: box)
      }
      let plain = try ring()
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      #expect(try ring() == plain)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      #expect(try ring() == plain)
      fixture.screen.eraser.proximityOut()
      try fixture.screen.wait(for: "bare paper") { _ in fixture.screen.screenshot(of: box) == bare }
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

    @Test func `no preview lies over the tools or the header`() throws {
      let fixture = try AppFixture.withTools(preferences: [.hoverPreview: "pen"])
      try fixture.waitForPicker()
      try Self.broaden(fixture, by: 18)
      let folded = PixelBox(covering: fixture.pickerFrame())
      fixture.pen.hover(at: fixture.at(450, 500))
      try fixture.screen.waitUntilStill()
      let before = fixture.screen.screenshot(of: folded)
      let p = try fixture.item(.handle)
      fixture.pen.hover(at: p)
      try fixture.screen.waitUntilStill()
      // A button has a hover style; the dot would be black.
      let after = fixture.screen.screenshot(of: folded)
      #expect(
        after.pixels { $0.luma < 0.2 }.count <= before.pixels { $0.luma < 0.2 }.count + 4)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test(arguments: InkPresenter.allCases)
    func `while the eraser erases its ring is at its tip, as large as what it takes away`(
      _ presenter: InkPresenter
    ) throws {
      let fixture = try AppFixture(presenter: presenter)
      let bare = try fixture.paper()
      fixture.screen.eraser.down(at: fixture.at(200, 200))
      for i in 1...20 {
        fixture.screen.eraser.move(to: fixture.at(200 + Double(i) * 4, 200))
        pause(0.008)
      }
      try fixture.screen.waitUntilStill()
      let ring = fixture.screen.screenshot(of: fixture.canvas).difference(from: bare, tolerance: 20)
      #expect(ring.count > 20)
      #expect(abs(Double(ring.box.width) - Eraser.standardSize) <= 4, "\(ring.box)")
      #expect(abs(ring.box.x + ring.box.width / 2 - 280) <= 2, "\(ring.box)")
      fixture.screen.eraser.up()
      fixture.screen.eraser.proximityOut()
      try fixture.screen.wait(for: "no ring") { _ in
        fixture.screen.screenshot(of: fixture.canvas) == bare
      }
      try fixture.done()
    }
  }
}
