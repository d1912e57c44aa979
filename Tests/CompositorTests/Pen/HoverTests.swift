import Canvas
import Foundation
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// The preview of the mark to come.
  @Suite struct HoverTests {
    /// A desk where pens have previews.
    static func desk(
      _ preferences: Preferences = [:], scale: Int = 1,
      before: (Screen) throws -> Void = { _ in }
    ) throws -> Desk {
      try Desk(
        scale: scale, preferences: ([.hoverPreview: "pen"] as Preferences).merging(preferences),
        before: before)
    }

    /// A pen so broad that its dots can be measured.
    static func broaden(_ desk: Desk, by steps: Int = 14) throws {
      for _ in 0..<steps { try desk.screen.keyboard.press("]") }
      try desk.screen.waitUntilStill()
    }

    private func tap(_ desk: Desk, at p: Point) throws {
      desk.pen.down(at: p, force: 0.5)
      pause(0.03)
      desk.pen.up()
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill()
    }

    @Test(arguments: [-4, 0, 3, 6])
    func `S23 S24 S27 S89 the preview is the dot that a middling press leaves, at each zoom`(
      _ zoom: Int
    ) async throws {
      let desk = try Self.desk()
      try Self.broaden(desk, by: 8)
      for _ in 0..<abs(zoom) {
        try desk.screen.keyboard.press(zoom > 0 ? "+" : "-", [.control])
      }
      try desk.look()
      let p = desk.at(301.5, 250.25)
      desk.pen.hover(at: p)
      try desk.waitForInk(at: p)
      try desk.screen.waitUntilStill()
      let preview = desk.ink(around: p, reach: 60)
      #expect(desk.pen.cursor?.picture == nil, "a cursor lies on the preview")
      desk.pen.proximityOut()
      try desk.screen.wait(for: "bare paper") { _ in desk.ink(around: p, reach: 60).area < 0.1 }
      try tap(desk, at: p)
      _ = try await desk.kept(1)
      let dot = desk.ink(around: p, reach: 60)
      #expect(dot.area > 0.5)
      func diameter(_ sight: InkSight) -> Double { (4 * sight.area / .pi).squareRoot() }
      #expect(abs(diameter(preview) - diameter(dot)) <= 1)
      let (a, b) = (try #require(preview.centroid), try #require(dot.centroid))
      #expect(a.distance(to: b) <= 0.5, "\(a) and \(b)")
      // As dark as the dot at its darkest: the same colour.
      #expect(abs(preview[60, 60] - dot[60, 60]) < 0.05)
      try desk.done()
    }

    @Test func `S27 on ink of its own colour the preview keeps an edge within the mark`()
      async throws
    {
      let desk = try Self.desk()
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      try tap(desk, at: p)
      _ = try await desk.kept(1)
      let box = PixelBox(covering: Rect(center: p, radius: 40))
      let dot = desk.screen.screenshot(of: box)
      desk.pen.hover(at: p)
      let edged = try desk.screen.wait(for: "an edge", in: box) { picture in
        Self.pixels(picture, dot).contains { abs($0.luma - $1.luma) > 0.3 }
      }
      let paper = dot[0, 0].luma
      for (now, before) in Self.pixels(edged, dot) where abs(before.luma - paper) < 0.01 {
        #expect(abs(now.luma - before.luma) < 0.05, "the preview covers more than the mark")
      }
      desk.pen.proximityOut()
      try desk.screen.wait(for: "the dot alone", in: box) { $0 == dot }
      try desk.done()
    }

    /// The pixels of two pictures of one size side by side.
    private static func pixels(_ a: Picture, _ b: Picture) -> [(Pixel, Pixel)] {
      (0..<a.height).flatMap { y in (0..<a.width).map { x in (a[x, y], b[x, y]) } }
    }

    @Test func `S24 a turned view and a leaning pen show the nib as it will mark`() async throws {
      let desk = try Self.desk()
      try desk.screen.keyboard.press("m")
      for _ in 0..<6 { try desk.screen.keyboard.press("]") }
      try desk.screen.keyboard.press("r", [.control])
      try desk.screen.keyboard.press("r", [.control])
      try desk.screen.waitUntilStill(for: 1)
      let p = desk.at(300, 250)
      let bare = desk.screen.screenshot(of: desk.canvas)
      desk.pen.tilt(x: 40, y: -20)
      desk.pen.hover(at: Point(p.x - 4, p.y))
      desk.pen.hover(at: p)
      desk.pen.hover(at: p)
      try desk.screen.waitUntilStill()
      let preview = desk.screen.screenshot(of: desk.canvas).difference(from: bare, tolerance: 12)
      #expect(preview.count > 60)
      try tap(desk, at: p)
      _ = try await desk.kept(1)
      let dot = desk.screen.screenshot(of: desk.canvas).difference(from: bare, tolerance: 12)
      #expect(abs(preview.box.width - dot.box.width) <= 2, "\(preview.box) and \(dot.box)")
      #expect(abs(preview.box.height - dot.box.height) <= 2, "\(preview.box) and \(dot.box)")
      // A bar, and no disc.
      #expect(abs(preview.box.width - preview.box.height) > 5)
      try desk.done()
    }

    @Test func `S25 S99 S100 rising changes nothing up to half the height, then only fades`() throws
    {
      let desk = try Self.desk()
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      func sight(_ distance: Double) throws -> InkSight {
        // Twice: the height comes with the report after the place.
        desk.pen.hover(at: p, distance: distance)
        desk.pen.hover(at: Point(p.x, p.y + 0.004), distance: distance)
        try desk.screen.waitUntilStill(for: 0.15)
        return desk.ink(around: p, reach: 30)
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
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `S98 the preview goes when the pen draws, and is back within a frame of its lifting`(
      _ way: InkWay
    ) async throws {
      let desk = try Self.desk(way.preferences)
      try Self.broaden(desk)
      // The eraser's ring is no ink: what is seen of it is a preview.
      try desk.screen.keyboard.press("e")
      let p = desk.at(300, 250)
      let bare = try desk.paper()
      func ring() -> Int {
        desk.screen.screenshot(of: desk.canvas).difference(from: bare, tolerance: 20).count
      }
      desk.pen.hover(at: p)
      try desk.screen.wait(for: "the ring") { _ in ring() > 20 }
      try desk.screen.keyboard.press("p")
      try desk.screen.waitUntilStill()
      desk.pen.down(at: p)
      desk.pen.move(along: (1...40).map { Point(p.x + Double($0) * 3, p.y) })
      try desk.screen.waitUntilStill()
      // The line and nothing before or beside its end.
      let end = Point(p.x + 120, p.y)
      let wet = desk.ink(around: end, reach: 40)
      desk.screen.clearLog()
      desk.pen.up()
      try desk.screen.waitUntilStill()
      let after = desk.ink(around: end, reach: 40)
      // The dot of the preview reaches as far as the round end of the line does, and has an edge of another colour there.
      #expect(after.area >= wet.area * 0.95)
      #expect(desk.pen.cursor?.picture == nil)
      // Where the pen lifted it hovers: the eraser's ring is there without another motion.
      let line = try desk.paper()
      try desk.screen.keyboard.press("e")
      try desk.screen.wait(for: "the ring where the pen lifted") { _ in
        let seen = desk.screen.screenshot(of: desk.canvas).difference(from: line, tolerance: 20)
        return seen.count > 20
          && abs(Double(seen.box.x + seen.box.width / 2) + Double(desk.canvas.x) - end.x) < 3
      }
      desk.pen.proximityOut()
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `S98 in no frame of a stroke is there a preview, and one of the next two has it again`(
      _ way: InkWay
    ) async throws {
      let desk = try Self.desk(way.preferences)
      try Self.broaden(desk, by: 18)
      let p = desk.at(200, 250)
      let end = Point(p.x + 160, p.y)
      /// How much of the column through a place is inked.
      func breadth(_ picture: Picture, _ x: Double) -> Double {
        InkSight(picture).area(ofColumn: Int(x - p.x) + 30)
      }
      let box = PixelBox(x: Int(p.x) - 30, y: Int(p.y) - 40, width: 240, height: 80)
      desk.pen.hover(at: Point(p.x - 2, p.y))
      desk.pen.hover(at: p)
      try desk.waitForInk(at: p)
      try desk.screen.waitUntilStill()
      // The mark of a middling press; a light one is much finer.
      let dot = breadth(desk.screen.screenshot(of: box), p.x)
      desk.screen.clearLog()
      desk.screen.watch(box)
      desk.pen.down(at: p, force: 0.03)
      for i in 1...40 {
        desk.pen.move(to: Point(p.x + Double(i) * 4, p.y), force: 0.03)
        pause(0.008)
      }
      try desk.screen.waitUntilStill()
      let drawn = desk.screen.captures
      let line = breadth(desk.screen.screenshot(of: box), p.x + 80)
      #expect(line > 0.5 && line < dot / 2, "\(line) and \(dot)")
      // From the first ink on: the preview goes in the same commit that has it.
      let inked = drawn.drop { breadth($0.picture, p.x) > dot * 0.8 }
      #expect(inked.count > 10)
      for capture in inked {
        let widest = (0..<240).map { InkSight(capture.picture).area(ofColumn: $0) }.max() ?? 0
        #expect(widest < (dot + line) / 2, "a preview beside the line, or on it")
      }
      #expect(drawn.count - inked.count <= 1)
      desk.screen.clearLog()
      desk.pen.up()
      try desk.screen.wait(for: "the preview where the pen lifted", in: box) {
        breadth($0, end.x) > dot * 0.8
      }
      let lifted = try #require(
        desk.screen.sentEvents.first { $0.device == .tool && $0.action == .up })
      let captures = desk.screen.captures.filter { $0.time > lifted.time }
      let back = try #require(captures.firstIndex { breadth($0.picture, end.x) > dot * 0.8 })
      #expect(back <= 1, "\(back) commits without it")
      let frames = desk.screen.refreshTimes.filter {
        (lifted.time...captures[back].time).contains($0)
      }
      #expect(frames.count <= 2, "\(frames.count) frames later")
      desk.screen.watch(nil)
      desk.pen.proximityOut()
      #expect(try await desk.kept(1).count == 1)
      try desk.done()
    }

    @Test func `S97 S101 without previews the pen draws the same, and without ink it still hovers`()
      async throws
    {
      var papers: [Picture] = []
      for policy in ["pen", "off"] {
        let desk = try Self.desk([.hoverPreview: .init(policy)])
        for y in [150.0, 300] {
          desk.pen.hover(at: desk.at(100, y))
          desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 6, y + Double($0)) })
        }
        desk.pen.proximityOut()
        _ = try await desk.kept(2)
        papers.append(try desk.paperAtRest())
        try desk.done()
      }
      // But for what the hand's own time makes of it.
      #expect(papers[0].difference(from: papers[1], tolerance: 128).isEmpty)
      // A pen that picks a colour draws nothing; near the paper it is known all the same.
      let desk = try Self.desk()
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      for _ in 0..<3 {
        desk.pen.hover(at: Point(p.x - 3, p.y))
        desk.pen.hover(at: p)
        try desk.waitForInk(at: p)
        desk.pen.proximityOut()
        try desk.screen.wait(for: "bare paper") { _ in desk.ink(around: p, reach: 40).area < 0.1 }
      }
      #expect(await Kept.info(desk.path)?.strokes ?? 0 == 0)
      try desk.done()
    }

    @Test func `S100 where nothing is to move on screen a preview is whole at any height, or gone`()
      throws
    {
      let desk = try Self.desk { try App.reduceMotion(on: $0) }
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      func area(_ distance: Double) throws -> Double {
        // Twice: the height comes with the report after the place.
        desk.pen.hover(at: p, distance: distance)
        desk.pen.hover(at: Point(p.x, p.y + 0.004), distance: distance)
        try desk.screen.waitUntilStill(for: 0.15)
        return desk.ink(around: p, reach: 30).area
      }
      let low = try area(0.1)
      #expect(low > 30)
      for distance in [0.55, 0.75, 0.9] { #expect(abs(try area(distance) - low) < 0.02 * low) }
      #expect(try area(1) < 0.01 * low)
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `S20 S23 hovering repaints the few pixels of the preview and nothing else`(
      _ way: InkWay
    ) throws {
      let desk = try Self.desk(way.preferences)
      try Self.broaden(desk, by: 6)
      desk.pen.stroke((0...40).map { desk.at(100 + Double($0) * 8, 300) })
      desk.pen.hover(at: desk.at(150, 200))
      try desk.screen.waitUntilStill()
      desk.screen.clearLog()
      for i in 0..<60 {
        desk.pen.hover(at: desk.at(150 + Double(i) * 5, 200 + Double(i) * 2))
        pause(0.017)
      }
      try desk.screen.waitUntilStill()
      let commits = desk.inkCommits(way).filter { !$0.damage.isEmpty }
      #expect(commits.count > 20)
      // The old place and the new one, of a dot of less than ten pixels.
      for commit in commits { #expect(commit.damagedArea < 1200, "\(commit.damage)") }
      // Ahead of the frames: a frame in the making would hold back the first ink of a stroke.
      if way == .direct { #expect(desk.frames.isEmpty) }
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test
    func
      `a pen that comes down from hovering waits for no frame: each of its first samples has its own commit`()
      throws
    {
      let desk = try Self.desk(InkWay.direct.preferences)
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 300) })
      for i in 0..<30 {
        desk.pen.hover(at: desk.at(150 + Double(i) * 2, 200))
        pause(0.004)
      }
      try desk.screen.waitUntilStill()
      desk.pen.hover(at: desk.at(212, 200))
      try desk.screen.settle()
      desk.screen.clearLog()
      desk.pen.down(at: desk.at(214, 200), force: 0.6)
      try desk.screen.settle()
      for i in 1...8 {
        let before = desk.inkCommits(.direct).count
        desk.pen.move(to: desk.at(214 + Double(i) * 6, 200))
        try desk.screen.settle()
        #expect(desk.inkCommits(.direct).count > before, "sample \(i)")
      }
      #expect(desk.frames.isEmpty)
      desk.pen.up()
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `a mouse that leaves while a pen is near does not make the pen's preview stay`()
      throws
    {
      let desk = try Self.desk()
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      desk.pen.hover(at: Point(p.x - 4, p.y))
      desk.screen.mouse.move(to: desk.at(200, 150))
      desk.screen.mouse.leave()
      try desk.screen.settle()
      desk.pen.hover(at: Point(p.x - 2, p.y))
      desk.pen.hover(at: p)
      try desk.waitForInk(at: p)
      desk.pen.proximityOut()
      try desk.screen.wait(for: "bare paper") { _ in desk.ink(around: p, reach: 40).area < 0.1 }
      // The same when the pen goes on over the header.
      desk.screen.mouse.move(to: desk.at(200, 150))
      desk.pen.hover(at: Point(p.x - 2, p.y))
      desk.screen.mouse.leave()
      try desk.screen.settle()
      desk.pen.hover(at: p)
      try desk.waitForInk(at: p)
      for i in 0..<4 { desk.pen.hover(at: Point(p.x + Double(i), Double(desk.canvas.y) - 20)) }
      desk.pen.proximityOut()
      try desk.screen.wait(for: "bare paper") { _ in desk.ink(around: p, reach: 40).area < 0.1 }
      try desk.done()
    }

    @Test(arguments: ["p", "h"])
    func `a pen that goes leaves no preview behind, whatever it did just before`(_ key: String)
      throws
    {
      let desk = try Self.desk(InkWay.direct.preferences)
      try desk.screen.keyboard.press(key)
      let bare = try desk.paper()
      var generator = SeededGenerator(seed: 5)
      for _ in 0..<40 {
        var drawn = 0
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let p = desk.at(
            Double.random(in: 100...500, using: &generator),
            Double.random(in: 100...300, using: &generator))
          if generator.once(in: 2) { desk.pen.hover(at: p) }
          if generator.once(in: 2) {
            desk.pen.down(at: p, force: 0.5)
            for i in 0..<Int.random(in: 0...6, using: &generator) {
              desk.pen.move(to: Point(p.x + Double(i) * 4, p.y + 3))
              if generator.once(in: 3) { pause(0.01) }
            }
            desk.pen.up()
            drawn += 1
          }
          if generator.once(in: 3) { desk.pen.proximityOut() }
        }
        desk.pen.proximityOut()
        for _ in 0..<drawn { try desk.screen.keyboard.press("z", [.control]) }
        try desk.screen.waitUntilStill(for: 0.3)
        try #require(
          desk.screen.screenshot(of: desk.canvas).difference(from: bare, tolerance: 4).isEmpty)
      }
      try desk.done()
    }

    @Test
    func
      `with a selection the eraser's ring is in frames, without on the layer: never lost or double`()
      throws
    {
      let desk = try Self.desk(InkWay.direct.preferences)
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 300) })
      desk.pen.proximityOut()
      let p = desk.at(400, 150)
      let box = PixelBox(covering: Rect(center: p, radius: 40))
      let bare = desk.screen.screenshot(of: box)
      func ring() throws -> Picture {
        desk.screen.eraser.hover(at: Point(p.x - 2, p.y))
        desk.screen.eraser.hover(at: p)
        try desk.screen.wait(for: "the ring") { _ in
          desk.screen.screenshot(of: box).difference(from: bare, tolerance: 20).count > 20
        }
        try desk.screen.waitUntilStill()
        return desk.screen.screenshot(of: box)
      }
      let plain = try ring()
      try desk.screen.keyboard.press("a", [.control])
      try desk.screen.waitUntilStill()
      #expect(try ring() == plain)
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitUntilStill()
      #expect(try ring() == plain)
      desk.screen.eraser.proximityOut()
      try desk.screen.wait(for: "bare paper") { _ in desk.screen.screenshot(of: box) == bare }
      try desk.done()
    }

    @Test(arguments: ["pen", "off", "pen-and-mouse"])
    func `S30 S31 S101 who has a preview is set: the pen, nobody, or the mouse as well`(
      _ policy: String
    ) throws {
      let desk = try Self.desk([.hoverPreview: .init(policy)])
      try Self.broaden(desk)
      let p = desk.at(300, 250)
      desk.screen.mouse.move(to: Point(p.x - 3, p.y))
      desk.screen.mouse.move(to: p)
      try desk.screen.waitUntilStill()
      let all = policy == "pen-and-mouse"
      #expect((desk.ink(around: p, reach: 30).area > 20) == all)
      #expect((desk.screen.mouse.cursor?.picture == nil) == all)
      desk.screen.mouse.leave()
      desk.pen.hover(at: Point(p.x, p.y + 1))
      desk.pen.hover(at: p)
      try desk.screen.waitUntilStill()
      #expect((desk.ink(around: p, reach: 30).area > 20) == (policy != "off"))
      #expect((desk.pen.cursor?.picture == nil) == (policy != "off"))
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S26 S97 hovering over everything leaves the drawing and the settings as they were`()
      async throws
    {
      let desk = try Desk.withTools(
        preferences: [.hoverPreview: "pen"])
      try desk.waitForPicker()
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, 300) })
      desk.pen.proximityOut()
      _ = try await desk.kept(1)
      try desk.screen.waitUntilStill(for: 0.5)
      let settings = desk.screen.folder.config + "/glib-2.0/settings/keyfile"
      let before = try? Data(contentsOf: URL(filePath: settings))
      let drawing = try Data(contentsOf: URL(filePath: desk.path))
      let seen = try desk.paper()
      for row in 0..<24 {
        for column in 0..<30 {
          desk.pen.hover(
            at: Point(Double(column) * 30 + 2, Double(row) * 30 + 2),
            distance: Double((row * 7 + column) % 10) / 10)
        }
        try desk.screen.settle()
      }
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill(for: 1)
      #expect(try Data(contentsOf: URL(filePath: desk.path)) == drawing)
      #expect((try? Data(contentsOf: URL(filePath: settings))) == before)
      try desk.screen.waitForPopups(0)
      // A button that was hovered at may end a shade off.
      let strayed = try desk.paper().difference(from: seen, tolerance: 4)
      #expect(strayed.isEmpty, "\(strayed.count) pixels in \(strayed.box)")
      try desk.done()
    }

    @Test func `no preview lies over the tools or the header`() throws {
      let desk = try Desk.withTools(preferences: [.hoverPreview: "pen"])
      try desk.waitForPicker()
      try Self.broaden(desk, by: 18)
      let folded = PixelBox(covering: desk.pickerFrame())
      desk.pen.hover(at: desk.at(450, 500))
      try desk.screen.waitUntilStill()
      let before = desk.screen.screenshot(of: folded)
      let p = try desk.item(.handle)
      desk.pen.hover(at: p)
      try desk.screen.waitUntilStill()
      // A button that is hovered at looks so; the dot would be black.
      let after = desk.screen.screenshot(of: folded)
      #expect(
        after.pixels { $0.luma < 0.2 }.count <= before.pixels { $0.luma < 0.2 }.count + 4)
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test(arguments: InkWay.allCases)
    func `while the eraser erases its ring is at its tip, as large as what it takes away`(
      _ way: InkWay
    ) throws {
      let desk = try Desk(way: way)
      let bare = try desk.paper()
      desk.screen.eraser.down(at: desk.at(200, 200))
      for i in 1...20 {
        desk.screen.eraser.move(to: desk.at(200 + Double(i) * 4, 200))
        pause(0.008)
      }
      try desk.screen.waitUntilStill()
      let ring = desk.screen.screenshot(of: desk.canvas).difference(from: bare, tolerance: 20)
      #expect(ring.count > 20)
      #expect(abs(Double(ring.box.width) - Eraser.standardSize) <= 4, "\(ring.box)")
      #expect(abs(ring.box.x + ring.box.width / 2 - 280) <= 2, "\(ring.box)")
      desk.screen.eraser.up()
      desk.screen.eraser.proximityOut()
      try desk.screen.wait(for: "no ring") { _ in
        desk.screen.screenshot(of: desk.canvas) == bare
      }
      try desk.done()
    }
  }
}
