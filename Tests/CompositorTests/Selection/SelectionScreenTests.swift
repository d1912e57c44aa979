import Canvas
import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Selecting, and what becomes of the selected, as the eye and other programs see it.
  @Suite struct SelectionScreenTests {
    /// A wave, 120 points long.
    private func wave(_ fixture: AppFixture, _ x: Double, _ y: Double) -> [Point] {
      (0...30).map { fixture.at(x + Double($0) * 4, y + 12 * sin(Double($0) / 3)) }
    }

    private func box(_ fixture: AppFixture, _ r: Rect) -> PixelBox {
      let p = fixture.at(r.minX, r.minY)
      return PixelBox(covering: Rect(x: p.x, y: p.y, width: r.width, height: r.height))
    }

    /// Takes the tool that selects in the hand and draws a line around a part of the paper.
    private func select(_ fixture: AppFixture, _ r: Rect) throws {
      try fixture.screen.keyboard.press("s")
      try fixture.screen.waitUntilStill()
      let corners = (r.corners + [r.corners[0]]).map { fixture.at($0.x, $0.y) }
      fixture.pen.stroke(
        zip(corners, corners.dropFirst()).flatMap { a, b in
          (0..<12).map { a.lerp(to: b, Double($0) / 12) }
        })
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
    }

    private func drag(_ fixture: AppFixture, _ a: Point, _ b: Point) throws {
      fixture.pen.stroke((0...24).map { a.lerp(to: b, Double($0) / 24) })
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
    }

    @Test(arguments: [1, 2])
    func `S19 S76 a drag moves ink pixel by pixel, and undo brings every pixel back`(
      scale: Int
    ) async throws {
      let fixture = try AppFixture(
        size: PixelSize(width: 800 * scale, height: 600 * scale), scale: scale)
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.stroke(wave(fixture, 100, 300))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let before = try fixture.paperAtRest()
      let old = fixture.screen.screenshot(
        of: box(fixture, Rect(x: 90, y: 80, width: 140, height: 40)))
      try select(fixture, Rect(x: 80, y: 70, width: 170, height: 60))
      try drag(fixture, fixture.at(160, 100), fixture.at(383, 197))
      try fixture.screen.keyboard.press("Escape")
      let after = try fixture.paperAtRest()
      let new = fixture.screen.screenshot(
        of: box(fixture, Rect(x: 313, y: 177, width: 140, height: 40)))
      // The same but for what leaving points out may shift: less than a tenth of a pixel, here and
      // there.
      #expect(new.difference(from: old, tolerance: 2).count <= 60)
      #expect(new.difference(from: old, tolerance: 24).isEmpty)
      // Where it was is bare paper, and nothing else changed.
      let bare = InkSight(
        fixture.screen.screenshot(of: box(fixture, Rect(x: 80, y: 70, width: 160, height: 60))))
      #expect(bare.area == 0)
      let element = try #require(try await fixture.kept(2).last).element
      #expect(element.canvasFromElement.tx == 223 && element.canvasFromElement.ty == 97)
      try fixture.screen.keyboard.press("z", [.control])
      #expect(try fixture.paperAtRest() == before)
      try fixture.screen.keyboard.press("z", [.control, .shift])
      #expect(try fixture.paperAtRest() == after)
      try fixture.done()
    }

    @Test func `S19 what is dragged is under the pen in every frame, and never shown twice`()
      throws
    {
      let fixture = try AppFixture(presenter: .frames)
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.stroke(wave(fixture, 300, 400))
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      let old = box(fixture, Rect(x: 110, y: 84, width: 100, height: 32))
      let ink = InkSight(fixture.screen.screenshot(of: old)).pixels(above: 0.6)
      #expect(ink > 100)
      try select(fixture, Rect(x: 80, y: 70, width: 170, height: 60))
      fixture.pen.down(at: fixture.at(160, 120))
      for i in 1...10 {
        fixture.pen.move(to: fixture.at(160 + Double(i) * 20, 120 + Double(i) * 10))
        pause(0.02)
      }
      try fixture.screen.waitUntilStill(for: 0.06)
      // At rest: all of it is there and nothing at its old position.
      let there = box(fixture, Rect(x: 310, y: 184, width: 100, height: 32))
      #expect(InkSight(fixture.screen.screenshot(of: there)).pixels(above: 0.6) >= ink)
      #expect(InkSight(fixture.screen.screenshot(of: old)).pixels(above: 0.6) == 0)
      // Let go: in no frame is it anywhere else.
      fixture.screen.clearLog()
      fixture.screen.watch(there)
      fixture.pen.up()
      try fixture.screen.waitUntilStill(for: 0.3)
      fixture.screen.watch(nil)
      #expect(!fixture.screen.captures.isEmpty)
      for capture in fixture.screen.captures {
        #expect(InkSight(capture.picture).pixels(above: 0.6) >= ink)
      }
      #expect(InkSight(fixture.screen.screenshot(of: old)).pixels(above: 0.6) == 0)
      try fixture.done()
    }

    /// The middle of the ink alone: what frames the selection is blue.
    private func middle(_ picture: Picture) -> Point? {
      let dark = picture.pixels { $0.luma < 0.3 && $0.blue < 90 }.box
      return dark.isEmpty
        ? nil : Point(Double(dark.x + dark.maxX) / 2, Double(dark.y + dark.maxY) / 2)
    }

    /// Draws a wave, selects it, and has the pen drag it from (172, 126) of the canvas on.
    ///
    /// - Returns: The part of the screen that it is dragged over, and its middle there.
    private func beginDragging(_ fixture: AppFixture) throws -> (whole: PixelBox, start: Point) {
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      let whole = PixelBox(x: fixture.canvas.x, y: fixture.canvas.y, width: 600, height: 400)
      try select(fixture, Rect(x: 80, y: 70, width: 170, height: 60))
      fixture.pen.down(at: fixture.at(160, 120))
      // Past what counts as no motion yet.
      fixture.pen.move(to: fixture.at(172, 126))
      try fixture.screen.waitUntilStill()
      return (whole, try #require(middle(fixture.screen.screenshot(of: whole))))
    }

    @Test func `S19 what is dragged follows each step of the pen within a frame or two`() throws {
      let fixture = try AppFixture(presenter: .frames)
      let (whole, start) = try beginDragging(fixture)
      var lags: [Int] = []
      for i in 1...12 {
        fixture.screen.clearLog()
        fixture.screen.watch(whole)
        let offset = Vector(Double(i) * 20, Double(i) * 12)
        fixture.pen.move(to: fixture.at(172, 126) + offset)
        func follows(_ picture: Picture) -> Bool {
          middle(picture).map { $0.distance(to: start + offset) < 2 } ?? false
        }
        try fixture.screen.wait(for: "the ink at step \(i)", in: whole, timeout: 3) { follows($0) }
        let sent = try #require(fixture.screen.sentEvents.first { $0.device == .tool })
        let shown = try #require(fixture.screen.captures.first { follows($0.picture) })
        // No commit in between has it anywhere else.
        for capture in fixture.screen.captures where capture.time < shown.time {
          #expect(middle(capture.picture).map { $0.distance(to: start + offset) < 26 } ?? false)
        }
        lags.append(fixture.screen.refreshTimes.count { (sent.time...shown.time).contains($0) })
      }
      fixture.screen.watch(nil)
      fixture.pen.up()
      fixture.pen.proximityOut()
      // A machine that is busy with something else may miss one of them.
      #expect(lags.count { $0 <= 2 } >= 10, "\(lags)")
      try fixture.done()
    }

    @Test func `S19 the first frame after each step of the pen has what is dragged at its tip`()
      throws
    {
      let fixture = try AppFixture(presenter: .frames)
      let (whole, start) = try beginDragging(fixture)
      for i in 1...8 {
        // Nothing is under way when the pen steps on.
        try fixture.screen.waitUntilStill(for: 0.3)
        let before = fixture.screen.screenshot(of: whole)
        fixture.screen.clearLog()
        fixture.screen.watch(whole)
        let offset = Vector(Double(i) * 20, Double(i) * 12)
        fixture.pen.move(to: fixture.at(172, 126) + offset)
        try fixture.screen.wait(for: "a frame after step \(i)", in: whole) { $0 != before }
        fixture.screen.watch(nil)
        let first = try #require(fixture.screen.captures.first)
        let position = try #require(middle(first.picture), "step \(i)")
        #expect(position.distance(to: start + offset) < 2, "step \(i): \(position)")
      }
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test
    func `S66 S70 S79 two fingers on what is selected turn and scale it, beside it the paper`()
      async throws
    {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 300, 250))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try select(fixture, Rect(x: 280, y: 200, width: 170, height: 100))
      // Fingers that come with the pen are a palm's.
      pause(0.7)
      let before = try fixture.paperAtRest()
      fixture.screen.touch.pinch(center: fixture.at(360, 250), from: 50, to: 100, rotate: .pi / 6)
      try await Kept.wait(for: "two steps", in: fixture.path) { $0.undoDepth == 2 }
      let t = try #require(try await fixture.kept(1).first).element.canvasFromElement
      #expect(abs(t.meanScale - 2) < 0.15)
      #expect(abs(atan2(t.b, t.a) - .pi / 6) < 0.08)
      try fixture.screen.keyboard.press("z", [.control])
      #expect(try fixture.paperAtRest().difference(from: before, tolerance: 2).isEmpty)
      // Beside it: the paper, and no step.
      fixture.screen.touch.pinch(center: fixture.at(600, 450), from: 50, to: 100)
      try fixture.screen.waitUntilStill(for: 1)
      try await Kept.wait(for: "no step", in: fixture.path) { $0.undoDepth == 1 }
      #expect(try fixture.paperAtRest() != before)
      try fixture.done()
    }

    @Test func `S22 a message does not lie over the tools`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let red = DefaultPalette.colors[2]
      /// The rows of the screen in which a column through a colour of the palette has that colour.
      func rows() throws -> [Int] {
        let p = try fixture.item(.color(2))
        let column = fixture.screen.screenshot(
          of: PixelBox(x: Int(p.x), y: 0, width: 1, height: 300))
        return (0..<300).filter { column[0, $0].distance(to: Pixel(red.rgba >> 8)) < 12 }
      }
      let before = try rows()
      let bare = fixture.screen.screenshot()
      // There is nothing to paste, and the window says so.
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill(for: 0.5)
      let after = try rows()
      #expect(before.count > 15 && after == before)
      let tools = PixelBox(covering: fixture.pickerFrame())
      let message = fixture.screen.screenshot().difference(from: bare, outside: tools)
      #expect(message.count > 1000, "there is no message")
      try fixture.done()
    }

    @Test func `S76 Escape in the midst of a drag puts the ink back where it was`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let before = try fixture.paperAtRest()
      try select(fixture, Rect(x: 80, y: 70, width: 170, height: 60))
      fixture.pen.down(at: fixture.at(160, 100))
      fixture.pen.move(along: (0...20).map { fixture.at(160 + Double($0) * 10, 100) })
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("Escape")
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press("Escape")
      #expect(try fixture.paperAtRest() == before)
      try await Kept.wait(for: "one step", in: fixture.path) { $0.undoDepth == 1 }
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S6 S58 chosen, moved, recoloured, doubled and deleted by pen, finger or mouse alone`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.stroke(wave(fixture, 300, 300))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // A finger that comes with the pen is a palm.
      pause(0.7)
      try hand.press(fixture.tool("selection"), on: fixture)
      try hand.press(fixture.at(301, 301), on: fixture)
      try hand.drag(fixture.at(370, 316), to: fixture.at(370, 416), on: fixture)
      try await Kept.wait(for: "two steps", in: fixture.path) { $0.undoDepth == 2 }
      let moved = try #require(try await fixture.kept(1).first).element
      #expect(moved.canvasFromElement.ty > 90)
      // With something selected, a colour is meant for it.
      try hand.press(fixture.item(.color(2)), on: fixture)
      try await Kept.wait(for: "three steps", in: fixture.path) { $0.undoDepth == 3 }
      let red = try #require(try await fixture.kept(1).first).element
      guard case .stroke(let stroke) = red.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color.opaque == DefaultPalette.colors[2])
      // The bar below: copy, duplicate, colour, delete, more, 44 points each.
      let bar = try bar(fixture, of: red)
      try hand.press(Point(bar.minX + 2 + 44 * 1.5, bar.center.y), on: fixture)
      _ = try await fixture.kept(2)
      let copy = try #require(try await fixture.kept(2).last).element
      let second = try self.bar(fixture, of: copy)
      try hand.press(Point(second.minX + 2 + 44 * 3.5, second.center.y), on: fixture)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) {
        $0.strokes == 1 && $0.undoDepth == 5
      }
      try fixture.done()
    }

    /// Where the bar of a selection is, on the screen.
    private func bar(_ fixture: AppFixture, of element: Element) throws -> Rect {
      let view = Viewport(width: fixture.paperArea.width, height: fixture.paperArea.height)
      let handles = SelectionHandles(SelectionFrame(around: [element], rotation: 0), in: view)
      let size = (width: 226.0, height: 50.0)
      let frame = SelectionBarLayout.frame(
        width: size.width, height: size.height, selection: handles.bounds.outset(by: 10),
        ink: [element.bounds], in: view.clearBounds)
      let p = fixture.at(frame.minX, frame.minY)
      return Rect(x: p.x, y: p.y, width: frame.width, height: frame.height)
    }

    @Test(arguments: Pointing.allCases)
    func `where lines cross, the one that is brought to the front is seen, and the other behind it`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let cross = fixture.at(420, 400)
      let colors = [DefaultPalette.colors[2], DefaultPalette.colors[6]]
      for (i, direction) in [Vector(1, 0), Vector(0, 1)].enumerated() {
        try Pointing.pen.press(fixture.item(.color([2, 6][i])), on: fixture)
        if i == 0 { for _ in 0..<14 { try fixture.screen.keyboard.press("]") } }
        try fixture.screen.settle()
        fixture.pen.stroke((-20...20).map { cross + direction * (Double($0) * 4) })
      }
      fixture.pen.proximityOut()
      let red = try await fixture.kept(2)[0].element
      func isOnTop(_ color: Color) -> Bool {
        fixture.screen.pixel(at: cross).distance(to: Pixel(color.rgba >> 8)) < 12
      }
      func wait(for color: Color, _ steps: Int) async throws {
        try await Kept.wait(for: "\(steps) steps", in: fixture.path, by: fixture.app) {
          $0.undoDepth == steps
        }
        try fixture.screen.wait(for: "\(color) on top") { _ in isOnTop(color) }
      }
      try await wait(for: colors[1], 2)
      let around = PixelBox(covering: Rect(center: cross, radius: 60))
      let under = try fixture.screen.waitUntilStill().cropped(to: around)
      // A finger that comes with the pen is a palm.
      pause(0.7)
      try hand.press(fixture.tool("selection"), on: fixture)
      try hand.press(fixture.at(350, 400), on: fixture)
      let bar = try bar(fixture, of: red)
      /// Of three rows behind the last button of the bar.
      func choose(_ row: Double) throws {
        try hand.press(Point(bar.minX + 2 + 44 * 4.5, bar.center.y), on: fixture)
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let menu = try #require(fixture.screen.popups.first)
        let height = Double(menu.height - 28 - 10) / 3
        let isBelow = Double(menu.y) > bar.center.y
        let bottom = Double(menu.maxY) - 14 - (isBelow ? 0 : 10)
        try hand.press(
          Point(Double(menu.x) + 40, bottom - height * (2.5 - row)), on: fixture)
        try fixture.screen.waitForPopups(0)
      }
      try choose(1)
      try await wait(for: colors[0], 3)
      try choose(2)
      try await wait(for: colors[1], 4)
      // Back by undo, and by keys.
      try fixture.screen.keyboard.press("z", [.control])
      try await wait(for: colors[0], 3)
      try fixture.screen.keyboard.press("Down", [.control, .shift])
      try await wait(for: colors[1], 4)
      try fixture.screen.keyboard.press("Up", [.control, .shift])
      try await wait(for: colors[0], 5)
      try fixture.screen.keyboard.press("Down", [.control, .shift])
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.wait(for: "all as before", in: around) {
        $0.difference(from: under, tolerance: 2).isEmpty
      }
      try fixture.done()
    }

    @Test func `S6 S58 all of it by keyboard alone, and F2 keeps its own keys`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.stroke(wave(fixture, 100, 300))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("s")
      try keyboard.press("Tab")
      try keyboard.press("Tab")
      try keyboard.press("Right", [.shift])
      try keyboard.press("Down")
      try await Kept.wait(for: "two steps more", in: fixture.path) { $0.undoDepth == 4 }
      let moved = try #require(try await fixture.kept(2).last).element
      #expect(moved.canvasFromElement.tx == 10 && moved.canvasFromElement.ty == 1)
      #expect(moved.bounds.center.y > 250)
      try keyboard.press("plus")
      try keyboard.press("period")
      try await Kept.wait(for: "two more", in: fixture.path) { $0.undoDepth == 6 }
      let turned = try #require(try await fixture.kept(2).last).element.canvasFromElement
      #expect(abs(turned.meanScale - 1.1) < 1e-9)
      #expect(abs(atan2(turned.b, turned.a) - .pi / 12) < 1e-9)
      try keyboard.press("d", [.control])
      _ = try await fixture.kept(3)
      try keyboard.press("Delete")
      _ = try await fixture.kept(2)
      try keyboard.press("a", [.control])
      try keyboard.press("x", [.control])
      _ = try await fixture.kept(0)
      try fixture.screen.waitForClipboard(InkClip.mimeType)
      try keyboard.press("v", [.control])
      _ = try await fixture.kept(2)
      // In the field for the name the same keys are those of text.
      try keyboard.press("F2")
      try fixture.screen.waitForPopups(1)
      try keyboard.press("a", [.control])
      try keyboard.press("x", [.control])
      try fixture.screen.waitForClipboard("text/plain;charset=utf-8")
      #expect(try fixture.screen.clipboardText() == "drawing")
      try keyboard.press("Delete")
      try keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      _ = try await fixture.kept(2)
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `two taps with the selection tool select a line of writing`(pointing: Pointing)
      async throws
    {
      let fixture = try AppFixture()
      let lines = try [200.0, 320].map { y in
        try InputOnScreen.ScribbleTests.word("tin hat", at: fixture.at(120, y), size: 24)
      }
      for line in lines { InputOnScreen.ScribbleTests.write(line, with: fixture.pen) }
      _ = try await fixture.kept(lines.reduce(0) { $0 + $1.count })
      try fixture.screen.keyboard.press("s")
      try fixture.screen.waitUntilStill()
      let spot = lines[1][0][lines[1][0].count / 2]
      if pointing == .finger {
        // A pen was there, so that a finger moves the paper; it left long enough ago that this is no palm.
        fixture.pen.proximityOut()
        pause(1)
      }
      for _ in 0..<2 {
        switch pointing {
        case .pen:
          fixture.pen.hover(at: spot)
          fixture.pen.down(at: spot)
          fixture.pen.up()
        case .finger: fixture.screen.touch.tap(at: spot)
        case .mouse: fixture.screen.mouse.click(at: spot)
        }
        pause(0.05)
      }
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill(for: 0.7)
      try fixture.screen.keyboard.press("Delete")
      let rest = try await fixture.kept(lines[0].count)
      let below = fixture.canvasPoint(120, 260).y
      #expect(rest.allSatisfy { $0.element.bounds.maxY < below })
      try fixture.done()
    }

    @Test
    func `S81 two taps of a finger with the selection tool zoom where there is no line`()
      async throws
    {
      let fixture = try AppFixture()
      let spot = fixture.at(300, 250)
      fixture.pen.stroke([fixture.at(100, 250), spot, fixture.at(500, 250)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("s")
      // The pen has left for longer than palms are kept away after it.
      pause(1)
      for _ in 0..<2 {
        fixture.screen.touch.tap(at: spot)
        pause(0.1)
      }
      try fixture.screen.waitUntilStill(for: 1)
      // Twice as large, and still at the finger: where the ink ended before it goes on.
      let beyond = fixture.at(600, 250)
      #expect(fixture.ink(around: Point(beyond.x, spot.y), reach: 30).area > 5)
      try fixture.done()
    }

    @Test func `where nothing is selected the page is copied as text`() async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let ink = try InputOnScreen.ScribbleTests.word("tin hat", at: fixture.at(120, 200), size: 24)
      InputOnScreen.ScribbleTests.write(ink, with: fixture.pen)
      _ = try await fixture.kept(ink.count)
      try fixture.screen.keyboard.press("c", [.control, .shift])
      try tree.wait(for: "Copied as text")
      let copied = try #require(try fixture.screen.clipboardText())
      #expect(copied.contains("tin"), "\(copied)")
      try fixture.done()
    }

    @Test func `S103 a selection is dragged by its bar into another program`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 100, 140))
      fixture.pen.stroke(wave(fixture, 300, 340))
      fixture.pen.proximityOut()
      let originals = try await fixture.kept(2)
      try select(fixture, Rect(x: 80, y: 110, width: 170, height: 60))
      let tree = try AccessibleTree(fixture.screen)
      let window = try #require(fixture.screen.windows.first)
      let box = try tree.box(tree.wait(for: "Drag to another program"))
      let grip = window.point(box.center.x, box.center.y)
      let mouse = fixture.screen.mouse
      mouse.move(to: grip)
      mouse.down()
      let end = fixture.at(450, 420)
      mouse.move(along: (0...20).map { grip.lerp(to: end, Double($0) / 20) })
      let svg = try #require(try fixture.screen.dragged("image/svg+xml"))
      #expect(String(decoding: svg, as: UTF8.self).components(separatedBy: "<path").count == 2)
      let png = try #require(try fixture.screen.dragged("image/png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let own = try #require(try fixture.screen.dragged(InkClip.mimeType))
      #expect(try #require(InkClip(data: own)).elements.count == 1)
      // And as a drawing of its own, for a file manager.
      let list = try #require(try fixture.screen.dragged("text/uri-list"))
      let uri = String(decoding: list, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      let file = try #require(URL(string: uri)).path
      #expect(file.hasSuffix("/drawing (selection).plumbago"))
      let dragged = try await DocumentStore.inspect(file)
      #expect(dragged.strokes == 1 && dragged.samples == originals[0].samples.count)
      // The paper below takes it as well as another drawing's.
      mouse.move(to: end)
      pause(0.2)
      mouse.up()
      let all = try await fixture.kept(3)
      #expect(all[2].samples == originals[0].samples)
      #expect(all[2].element.bounds.center.distance(to: fixture.canvasPoint(450, 420)) < 2)
      // What was dragged has not moved.
      #expect(all[0].element.canvasFromElement == originals[0].element.canvasFromElement)
      try fixture.done()
    }

    @Test
    func `S84 copied ink is pasted into another drawing, and into other programs as pictures`()
      async throws
    {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.stroke(wave(fixture, 300, 300))
      fixture.pen.proximityOut()
      let originals = try await fixture.kept(2)
      let keyboard = fixture.screen.keyboard
      try keyboard.press("a", [.control])
      try keyboard.press("c", [.control])
      try fixture.screen.waitForClipboard(InkClip.mimeType)
      #expect(Set(["image/svg+xml", "image/png"]).isSubset(of: fixture.screen.clipboardTypes))
      let svg = String(
        decoding: try #require(try fixture.screen.clipboard("image/svg+xml")), as: UTF8.self)
      #expect(svg.hasPrefix("<?xml") && svg.components(separatedBy: "<path").count == 3)
      #expect(!svg.contains("<rect"))
      let png = try #require(try fixture.screen.clipboard("image/png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let own = try #require(try fixture.screen.clipboard(InkClip.mimeType))
      let clip = try #require(InkClip(data: own))
      #expect(clip.elements.count == 2)
      #expect(clip.contents.map(\.samples.count) == originals.map(\.samples.count))

      // Into the same drawing twice: beside each other.
      try keyboard.press("v", [.control])
      _ = try await fixture.kept(4)
      try keyboard.press("v", [.control])
      let all = try await fixture.kept(6)
      let boxes = all.map(\.element.bounds)
      #expect(boxes[4].minX - boxes[2].minX == 16 && boxes[4].minY - boxes[2].minY == 16)
      #expect(all[2].samples == originals[0].samples)
      // Into another window of the same program.
      try keyboard.press("n", [.control])
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      try keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill()
      let folder = fixture.screen.folder.home + "/Documents/Plumbago"
      let other = try #require(
        FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
          .first { $0.hasSuffix(".plumbago") })
      _ = try await Kept.strokes(2, in: folder + "/" + other, by: fixture.app)
      try keyboard.press("w", [.control])
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `what is on the clipboard and is damaged or cannot be pasted changes nothing`()
      async throws
    {
      let fixture = try AppFixture()
      fixture.pen.stroke(wave(fixture, 100, 100))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      for bytes in [[], Array("plumbink".utf8), [UInt8](repeating: 7, count: 5000)] {
        fixture.screen.setClipboard([(InkClip.mimeType, bytes)])
        try fixture.screen.settle()
        try fixture.screen.keyboard.press("v", [.control])
        try fixture.screen.waitUntilStill()
      }
      fixture.screen.setClipboard([("audio/ogg", [1, 2, 3])])
      try fixture.screen.settle()
      try fixture.screen.keyboard.press("v", [.control])
      try fixture.screen.waitUntilStill()
      try await Kept.wait(for: "one stroke", in: fixture.path) {
        $0.strokes == 1 && $0.undoDepth == 1
      }
      try fixture.done()
    }
  }
}
