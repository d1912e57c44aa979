import Canvas
import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pictures on the canvas, as the eye, other programs and the file see them.
  @Suite struct PictureScreenTests {
    // MARK: What is shown

    static let red = Pixel(0xE0_20_20)
    static let green = Pixel(0x20_B0_40)
    /// No colour of what frames the selection.
    static let violet = Pixel(0xC0_20_B0)
    static let yellow = Pixel(0xF0_D0_20)

    /// A picture of 200 by 160 pixels or a square one, a quarter of it in each of four colours, and its bytes.
    func fourQuarters(_ path: String, side: Int? = nil) throws -> [UInt8] {
      let (width, height) = (side ?? 200, side ?? 160)
      try Picture(width: width, height: height) { x, y in
        switch (x < width / 2, y < height / 2) {
        case (true, true): Self.red
        case (false, true): Self.green
        case (true, false): Self.violet
        case (false, false): Self.yellow
        }
      }.savePNG(path)
      return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// The box of the pixels of a colour on the canvas, in logical pixels from its corner.
    func box(_ color: Pixel, _ fixture: AppFixture) -> PixelBox {
      fixture.screen.screenshot(of: fixture.canvas).pixels { $0.distance(to: color) < 60 }.box
    }

    func waitFor(
      _ color: Pixel, _ fixture: AppFixture, _ what: String, _ holds: @escaping (PixelBox) -> Bool
    ) throws {
      try fixture.screen.wait(for: what, in: fixture.canvas) { picture in
        holds(picture.pixels { $0.distance(to: color) < 60 }.box)
      }
    }

    // MARK: The file

    struct Placed {
      var picture: PlacedPicture
      var element: Element
    }

    /// The pictures in the file, once it tells as many steps.
    func placed(_ fixture: AppFixture, steps: Int) async throws -> [Placed] {
      try await Kept.wait(for: "\(steps) steps", in: fixture.path, by: fixture.app) {
        $0.undoDepth == steps
      }
      let store = try await DocumentStore.open(fixture.path, mode: .readOnly, kinds: .complete)
      let found = try await store.load().elements.compactMap { element in
        (element.kind.otherValue as? PlacedPicture).map { Placed(picture: $0, element: element) }
      }
      try await store.close()
      return found
    }

    /// A fixture with the picture pasted into the middle, selected; its file has one step.
    func pasted(_ fixture: AppFixture) async throws -> Placed {
      let bytes = try fourQuarters(fixture.screen.path("four.png"))
      fixture.screen.setClipboard([("image/png", bytes)])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      let one = try #require(try await placed(fixture, steps: 1).first)
      try waitFor(Self.red, fixture, "the picture") { $0.width > 50 }
      try fixture.screen.waitUntilStill(for: 0.7)
      return one
    }

    /// How somebody lets go of a picture that was inserted.
    enum LettingGo: String, CaseIterable {
      case escape, penTap, mouseTap, stroke
    }

    @Test(arguments: LettingGo.allCases)
    func `once a picture that came is let go, the pen draws as before`(_ letting: LettingGo)
      async throws
    {
      let fixture = try AppFixture()
      _ = try await pasted(fixture)
      let beside = fixture.at(90, 300)
      switch letting {
      case .escape: try fixture.screen.keyboard.press("Escape")
      case .penTap: fixture.pen.stroke([beside, beside])
      case .mouseTap: fixture.screen.mouse.click(at: beside)
      case .stroke: break
      }
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke((0...20).map { beside + Vector(0, 5) * Double($0) })
      fixture.pen.proximityOut()
      // The tap is no dot.
      _ = try await fixture.kept(1)
      try await Kept.wait(for: "a picture and a stroke", in: fixture.path, by: fixture.app) {
        $0.pictures == 1 && $0.strokes == 1 && $0.undoDepth == 2
      }
      try fixture.done()
    }

    // MARK: Ink over it

    @Test
    func `S57 in the dark a pen over a picture has its own colour: hovering, down and lifted`()
      async throws
    {
      let fixture = try AppFixture(preferences: [.colorScheme: "dark", .hoverPreview: "pen"])
      _ = try await pasted(fixture)
      // The pen that was in the hand before draws again.
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      let yellow = box(Self.yellow, fixture)
      let start = fixture.at(Double(yellow.x) + 20, Double(yellow.y) + 30)
      let around = PixelBox(covering: Rect(center: start + Vector(15, 0), radius: 22))
      func dark(_ picture: Picture) -> Int { picture.pixels { $0.luma < 0.35 }.count }
      /// Brighter than the yellow: ink for dark paper.
      func light(_ picture: Picture) -> Int { picture.pixels { $0.luma > 0.87 }.count }
      #expect(dark(fixture.screen.screenshot(of: around)) == 0)

      fixture.pen.hover(at: start)
      let hovering = try fixture.screen.wait(for: "the mark to come", in: around) { dark($0) > 0 }
      #expect(light(hovering) == 0)
      fixture.pen.down(at: start)
      fixture.pen.move(along: (1...30).map { start + Vector(Double($0), 0) })
      let wet = try fixture.screen.wait(for: "wet ink", in: around) { dark($0) > 25 }
      #expect(light(wet) == 0)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: fixture.path, by: fixture.app) { $0.undoDepth == 2 }
      try fixture.screen.waitUntilStill()
      let dry = fixture.screen.screenshot(of: around)
      #expect(dark(dry) > 25 && light(dry) == 0)
      // Beside it the same pen is light.
      let beside = fixture.at(Double(yellow.maxX) + 60, Double(yellow.y) + 30)
      fixture.pen.down(at: beside)
      fixture.pen.move(along: (1...30).map { beside + Vector(Double($0), 0) })
      try fixture.waitForInk(at: beside + Vector(15, 0), paper: .dark)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.done()
    }

    // MARK: Coming

    @Test
    func `a picture that another program copied is pasted, and its bytes are kept as they came`()
      async throws
    {
      let fixture = try AppFixture()
      let one = try await pasted(fixture)
      #expect(one.picture.width == 200 && one.picture.height == 160)
      // 96 pixels to the inch: 150 by 120 points.
      #expect(abs(one.element.bounds.width - 150) < 1e-6)
      let (red, green, blue, yellow) = (
        box(Self.red, fixture), box(Self.green, fixture), box(Self.violet, fixture),
        box(Self.yellow, fixture)
      )
      #expect(abs(red.width - 75) <= 3 && abs(red.height - 60) <= 3)
      #expect(abs(green.x - red.maxX) <= 3 && abs(blue.y - red.maxY) <= 3)
      #expect(abs(yellow.x - blue.maxX) <= 3 && abs(yellow.y - green.maxY) <= 3)

      try fixture.done()
    }

    /// At the first start the tools lie at the top, afterwards in these tests at the left.
    @Test(arguments: [true, false])
    func `S60 a large picture that is pasted lies beside the tools`(isFirst: Bool) async throws {
      let fixture = try isFirst ? AppFixture.fresh() : AppFixture()
      let bytes = try fourQuarters(fixture.screen.path("big.png"), side: 1500)
      fixture.screen.setClipboard([("image/png", bytes)])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      _ = try await placed(fixture, steps: 1)
      try waitFor(Self.red, fixture, "the picture") { $0.width > 50 }
      try fixture.screen.waitUntilStill(for: 0.7)
      // Nothing lies over any of its quarters: about as much is seen of each.
      let seen = fixture.screen.screenshot(of: fixture.canvas)
      let counts = [Self.red, Self.green, Self.violet, Self.yellow].map { color in
        seen.pixels { $0.distance(to: color) < 60 }.count
      }
      let (least, most) = (try #require(counts.min()), try #require(counts.max()))
      #expect(least > 35_000 && Double(least) > 0.95 * Double(most), "\(counts)")
      try fixture.done()
    }

    @Test func `a picture is inserted by the dialog, and saved as it came, by keyboard alone`()
      async throws
    {
      let fixture = try AppFixture()
      let path = fixture.screen.path("four.png")
      let bytes = try fourQuarters(path)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("i", [.control, .alt])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try keyboard.type(path)
      try fixture.screen.waitUntilStill()
      try keyboard.press("Return")
      _ = try await placed(fixture, steps: 1)
      try waitFor(Self.red, fixture, "the picture") { $0.width > 50 }
      try fixture.screen.waitUntilStill(for: 0.7)
      // The menu of the selection, by its key and the items' letters.
      try keyboard.press("F10", [.shift])
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try keyboard.press("p")
      try fixture.screen.waitUntilStill()
      try keyboard.press("g")
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      let out = fixture.screen.path("saved.png")
      try keyboard.press("a", [.control])
      try keyboard.type(out)
      try fixture.screen.waitUntilStill()
      try keyboard.press("Return")
      let deadline = Date().addingTimeInterval(15)
      while !FileManager.default.fileExists(atPath: out), Date() < deadline { pause(0.05) }
      #expect(Array(try Data(contentsOf: URL(filePath: out))) == bytes)
      try fixture.screen.waitUntilStill()
      try fixture.done()
    }

    @Test func `S103 files and pictures of other programs are dropped where the pointer lets go`()
      async throws
    {
      let fixture = try AppFixture()
      let path = fixture.screen.path("four.png")
      let bytes = try fourQuarters(path)
      try fixture.screen.drop(
        [("text/uri-list", Array("file://\(path)\r\n".utf8))], at: fixture.at(200, 150))
      _ = try await placed(fixture, steps: 1)
      try fixture.screen.drop([("image/png", bytes)], at: fixture.at(500, 400))
      let both = try await placed(fixture, steps: 2)
      let middles = both.map(\.element.bounds.center)
      #expect(middles[0].distance(to: fixture.canvasPoint(200, 150)) < 1)
      #expect(middles[1].distance(to: fixture.canvasPoint(500, 400)) < 1)
      // Once in the file.
      #expect(both[0].picture.blob == both[1].picture.blob)
      // Neither has a colour for the bar to change, nor is one of them meant alone.
      try fixture.screen.keyboard.press("a", [.control])
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(forNo: "Crop")
      try tree.wait(for: "What to do with the selection")
      let buttons = try tree.texts()
      #expect(!buttons.contains("Color of the Selection"))
      // What is no picture is refused while it is dragged.
      #expect(
        try !fixture.screen.wouldTake([("application/x-other", [1, 2])], at: fixture.at(300, 300)))
      try fixture.done()
    }

    @Test func `what is no picture is told of in a sentence, and changes nothing`() async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      fixture.screen.setClipboard([("image/png", Array("no picture at all".utf8))])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      _ = try tree.wait(for: "The picture could not be inserted")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      _ = dialog
      #expect(await Kept.info(fixture.path).map { $0.undoDepth == 0 } ?? true)
      try fixture.done()
    }

    // MARK: Becoming ink

    /// 400 by 160 pixels: a violet line from left to right, a red one from top to bottom.
    private static let lines = Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="400" height="160" viewBox="0 0 100 40">
      <path d="M5 20 H95" stroke="#C020B0" stroke-width="4"/>
      <path d="M50 2 V38" stroke="#E02020" stroke-width="2" fill="none"/>
      </svg>
      """.utf8)

    @Test func `the lines of an SVG picture become ink where they are, and a picture again`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      fixture.screen.setClipboard([("image/svg+xml", Self.lines)])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      let one = try #require(try await placed(fixture, steps: 1).first)
      try waitFor(Self.violet, fixture, "the picture") { $0.width > 50 }
      try fixture.screen.waitUntilStill(for: 0.7)
      let before = box(Self.violet, fixture)
      try tree.press("More")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try tree.press("Convert to Ink")
      try await Kept.wait(for: "ink", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      #expect(try await placed(fixture, steps: 2).isEmpty)
      // What frames the selection lies over its ends.
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill(for: 0.7)
      let after = box(Self.violet, fixture)
      // The ends of a pen's line are round: half its width longer.
      let half = before.height / 2 + 2
      #expect((before.x - half...before.x + 2).contains(after.x))
      #expect((before.maxX - 2...before.maxX + half).contains(after.maxX))
      #expect(abs(after.y - before.y) <= 3 && abs(after.maxY - before.maxY) <= 3)
      let strokes = try await fixture.kept(2)
      #expect(Set(strokes.map(\.element.color?.rgba)) == [0xC020_B0FF, 0xE020_20FF])
      // Undo brings the picture back, in one step.
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "the picture", in: fixture.path, by: fixture.app) {
        $0.strokes == 0
      }
      #expect(try await placed(fixture, steps: 1).first?.picture == one.picture)
      try fixture.done()
    }

    @Test func `a picture of pixels does not offer to become ink or text`() async throws {
      let fixture = try AppFixture()
      _ = try await pasted(fixture)
      let tree = try AccessibleTree(fixture.screen)
      try tree.press("More")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try tree.wait(for: "Replace…")
      let offered = try tree.texts()
      for name in ["Convert to Ink", "Copy as Text", "Convert to Text"] {
        #expect(!offered.contains { $0.contains(name) }, "\(name)")
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test
    func `what is seen in a picture is said in a dialog, in one step, and screen readers hear it`()
      async throws
    {
      let fixture = try AppFixture()
      let keyboard = fixture.screen.keyboard
      _ = try await pasted(fixture)
      let tree = try AccessibleTree(fixture.screen)
      try fixture.openAlternativeText(tree)
      try fixture.screen.settle()
      try keyboard.type("Four colours")
      try keyboard.press("d", [.alt])
      try fixture.screen.waitForWindows(1)
      #expect(
        try await placed(fixture, steps: 2).first?.picture.alternativeText == "Four colours")
      let deadline = Date().addingTimeInterval(20)
      func told() throws -> String {
        try tree.whileItChanges {
          try tree.description(#require(try tree.widgets().first { $0.name == "Canvas" }))
        }
      }
      while try told() != "Four colours", Date() < deadline { pause(0.2) }
      #expect(try told() == "Four colours")
      try keyboard.press("z", [.control])
      #expect(try await placed(fixture, steps: 1).first?.picture.alternativeText == "")
      try fixture.done()
    }

    // MARK: Changing

    @Test func `it is moved by the pen, cropped by a finger, undone, killed and there again`()
      async throws
    {
      let fixture = try AppFixture(finger: "pan")
      let first = try await pasted(fixture)
      // By the pen.
      let start = fixture.at(0, 0) + (first.element.bounds.center - fixture.canvasPoint(0, 0))
      fixture.pen.stroke((0...20).map { start + Vector(-90, -60) * (Double($0) / 20) })
      fixture.pen.proximityOut()
      let moved = try #require(try await placed(fixture, steps: 2).first)
      #expect(
        (moved.element.bounds.center - first.element.bounds.center - Vector(-90, -60)).length < 1)
      try fixture.screen.waitUntilStill(for: 0.7)

      // Cropped: all of it stays in view, and the right half is dragged off by a finger.
      try fixture.screen.keyboard.press("x", [.control, .shift])
      try fixture.screen.waitUntilStill()
      let b = moved.element.bounds
      func onScreen(_ p: Point) -> Point { fixture.at(0, 0) + (p - fixture.canvasPoint(0, 0)) }
      let right = onScreen(Point(b.maxX, b.center.y))
      let touch = fixture.screen.touch
      touch.down(1, at: right)
      for i in 1...15 {
        touch.move(1, to: right + Vector(-5 * Double(i), 0))
        pause(0.01)
      }
      try fixture.screen.waitUntilStill()
      // What is cut off is still seen, paler.
      let dimmed = fixture.screen.screenshot(
        of: PixelBox(covering: Rect(center: right + Vector(-30, -30), radius: 4)))
      #expect(
        dimmed.pixels { $0.distance(to: Self.green) > 60 && $0.green > $0.red + 10 }.count > 30)
      touch.up(1)
      #expect(await Kept.info(fixture.path)?.undoDepth == 2)
      // A tap of the finger beside it keeps it.
      touch.tap(at: onScreen(Point(b.center.x, b.maxY + 120)))
      let cropped = try #require(try await placed(fixture, steps: 3).first)
      #expect(abs(cropped.picture.crop.width - 100) < 3 && cropped.picture.crop.minX == 0)
      #expect(cropped.element.canvasFromElement == moved.element.canvasFromElement)
      try waitFor(Self.green, fixture, "the green half gone") { $0.width < 6 }
      // What shows is where it was.
      let red = box(Self.red, fixture)
      #expect(abs(Double(red.x) + fixture.origin.dx - onScreen(Point(b.minX, b.minY)).x) <= 3)
      try fixture.screen.keyboard.press("Escape")
      let before = try fixture.paperAtRest()

      // Undone and redone: pixel by pixel.
      try fixture.screen.keyboard.press("z", [.control])
      try waitFor(Self.green, fixture, "the green half again") { $0.width > 50 }
      try fixture.screen.keyboard.press("z", [.control, .shift])
      try waitFor(Self.green, fixture, "the green half gone") { $0.width < 6 }
      #expect(try fixture.paperAtRest() == before)

      // Killed, and opened again.
      fixture.app.kill()
      _ = try fixture.app.waitForExit()
      let again = try fixture.screen.launchApp([fixture.path])
      let window = try fixture.screen.waitForWindow()
      try window.maximize()
      let next = try AppFixture(window, of: again, on: fixture.screen, path: fixture.path)
      _ = try await placed(next, steps: 3)
      try waitFor(Self.red, next, "the picture") { $0.width > 50 }
      #expect(box(Self.green, next).width < 6)
      try next.done()
    }

    @Test func `the mouse crops at a handle, Escape leaves it, Enter keeps it`() async throws {
      let fixture = try AppFixture()
      let one = try await pasted(fixture)
      let b = one.element.bounds
      func onScreen(_ p: Point) -> Point { fixture.at(0, 0) + (p - fixture.canvasPoint(0, 0)) }
      let mouse = fixture.screen.mouse
      let bottom = onScreen(Point(b.center.x, b.maxY))
      for (key, steps) in [("Escape", 1), ("Return", 2)] {
        try fixture.screen.keyboard.press("x", [.control, .shift])
        try fixture.screen.waitUntilStill()
        mouse.drag(from: bottom, to: bottom + Vector(0, -60))
        try fixture.screen.waitUntilStill()
        try fixture.screen.keyboard.press(key)
        try fixture.screen.waitUntilStill()
        let now = try #require(try await placed(fixture, steps: steps).first)
        #expect(abs(now.picture.crop.height - (steps == 1 ? 160 : 80)) < 4)
      }
      try waitFor(Self.violet, fixture, "the lower half gone") { $0.height < 6 }
      try fixture.done()
    }

    @Test func `keys flip it, and copies between drawings carry its bytes`() async throws {
      let fixture = try AppFixture()
      _ = try await pasted(fixture)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("h", [.shift])
      _ = try await placed(fixture, steps: 2)
      try fixture.screen.waitUntilStill(for: 0.5)
      // Left and right have changed places.
      #expect(box(Self.green, fixture).x < box(Self.red, fixture).x)
      try keyboard.press("v", [.shift])
      _ = try await placed(fixture, steps: 3)
      try fixture.screen.waitUntilStill(for: 0.5)
      #expect(box(Self.violet, fixture).y < box(Self.red, fixture).y)

      try keyboard.press("c", [.control])
      try fixture.screen.waitForClipboard(InkClip.mimeType)
      let copied = try #require(try fixture.screen.clipboard(InkClip.mimeType))
      let clip = try #require(InkClip(data: copied, kinds: .complete))
      let original = Array(
        try Data(contentsOf: URL(filePath: fixture.screen.path("four.png"))))
      #expect(clip.blobs.map(\.bytes) == [original])
      // Other programs get the picture as it is seen here.
      let png = fixture.screen.path("copied.png")
      try Data(try #require(try fixture.screen.clipboard("image/png")))
        .write(to: URL(filePath: png))
      let seen = try Picture(png: png)
      let (red, green) = (
        seen.pixels { $0.distance(to: Self.red) < 60 }.box,
        seen.pixels { $0.distance(to: Self.green) < 60 }.box
      )
      #expect(green.width > 100 && red.width > 100 && green.x < red.x)

      // Into another drawing.
      try keyboard.press("n", [.control])
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      try keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill(for: 1)
      let folder = fixture.screen.folder.home + "/Documents/Plumbago"
      let other = try #require(
        FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".plumbago") })
      try await Kept.wait(for: "the copy", in: folder + "/" + other) { $0.undoDepth == 1 }
      let store = try await DocumentStore.open(
        folder + "/" + other, mode: .readOnly, kinds: .complete)
      let blob = try #require(try await store.load().elements.flatMap(\.kind.blobs).first)
      let kept = try #require(try await store.clipBlob(blob, limit: 1 << 20))
      #expect(kept.bytes == original && kept.type == "image/png")
      try await store.close()
      try keyboard.press("w", [.control])
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test
    func `S70 two fingers move a picture that is selected or under both, and the view beside it`()
      async throws
    {
      let fixture = try AppFixture(finger: "pan")
      let one = try await pasted(fixture)
      func onScreen(_ p: Point) -> Point { fixture.at(0, 0) + (p - fixture.canvasPoint(0, 0)) }
      func pinch(about p: Point) throws {
        let touch = fixture.screen.touch
        let (a, b) = (p + Vector(-25, 0), p + Vector(25, 0))
        touch.down(1, at: a)
        touch.down(2, at: b)
        for i in 1...12 {
          touch.move(1, to: a + Vector(-2, 0) * Double(i))
          touch.move(2, to: b + Vector(2, 0) * Double(i))
          pause(0.012)
        }
        touch.up(1)
        touch.up(2)
        try fixture.screen.waitUntilStill(for: 0.7)
      }
      try pinch(about: onScreen(one.element.bounds.center))
      let grown = try #require(try await placed(fixture, steps: 2).first)
      #expect(grown.element.bounds.width > 200)
      // It is not selected now, and under both of them.
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.keyboard.press("s")
      try pinch(about: onScreen(one.element.bounds.center))
      let again = try #require(try await placed(fixture, steps: 3).first)
      #expect(again.element.bounds.width > grown.element.bounds.width * 1.3)
      // Selected with ink: all of the selection.
      try fixture.screen.keyboard.press("p")
      fixture.pen.stroke(fixture.wave(60, 40))
      fixture.pen.proximityOut()
      _ = try await placed(fixture, steps: 4)
      // Fingers that come with the pen are a palm's.
      pause(1)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      let middle = onScreen(one.element.bounds.center)
      fixture.screen.touch.pinch(center: middle, from: 60, to: 30)
      let shrunk = try #require(try await placed(fixture, steps: 5).first)
      let ratio =
        shrunk.element.canvasFromElement.meanScale / again.element.canvasFromElement.meanScale
      let ink = try #require(try await fixture.kept(1).first).element.canvasFromElement
      #expect(abs(ratio - 0.5) < 0.1 && abs(ink.meanScale - ratio) < 1e-6, "\(ratio) \(ink)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill(for: 0.7)
      let width = box(Self.red, fixture).width
      try pinch(about: onScreen(one.element.bounds.center) + Vector(0, 240))
      #expect(await Kept.info(fixture.path)?.undoDepth == 5)
      // It may reach beyond the edge of the view.
      #expect(Double(box(Self.red, fixture).width) > Double(width) * 1.05)
      try fixture.done()
    }
  }
}
