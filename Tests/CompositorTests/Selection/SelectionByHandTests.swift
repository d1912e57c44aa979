import Canvas
import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What one hand alone selects and does with it, by the bar of the selection, by keys and by taps.
  @Suite struct SelectionByHandTests {
    @Test(arguments: Pointing.allCases)
    func `S6 S58 chosen, moved, recoloured, doubled and deleted by pen, finger or mouse alone`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.stroke(fixture.wave(300, 300))
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
      /// Of seven rows behind the last button of the bar.
      func choose(_ row: Double) throws {
        try hand.press(Point(bar.minX + 2 + 44 * 4.5, bar.center.y), on: fixture)
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        let menu = try #require(fixture.screen.popups.first)
        let height = Double(menu.height - 28 - 10) / 7
        let isBelow = Double(menu.y) > bar.center.y
        let bottom = Double(menu.maxY) - 14 - (isBelow ? 0 : 10)
        try hand.press(
          Point(Double(menu.x) + 40, bottom - height * (6.5 - row)), on: fixture)
        try fixture.screen.waitForPopups(0)
      }
      try choose(3)
      try await wait(for: colors[0], 3)
      try choose(4)
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

    @Test func `close below the tools the handle that turns is below what is selected`()
      async throws
    {
      let fixture = try AppFixture.withTools(size: PixelSize(width: 640, height: 480))
      try fixture.waitForPicker()
      // Above it the handle would lie under the tools; they do not step aside here.
      let center = Point(fixture.middle.x, fixture.pickerFrame().maxY + 40)
      fixture.pen.stroke((0...20).map { center + Vector(Double($0) * 4 - 40, 0) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill()
      // The frame is 26 points from the stroke, and the handle 34 from the frame.
      let handle = center + Vector(0, 60)
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.hover(at: handle)
      fixture.pen.down(at: handle)
      fixture.pen.move(
        along: (1...20).map { handle + Vector(-60, -60) * (Double($0) / 20) })
      // The angle is told as long as the pen turns it.
      try tree.wait(for: "90°", isWhole: true)
      fixture.pen.up()
      fixture.pen.proximityOut()
      try tree.wait(forNo: "90°")
      try await Kept.wait(for: "two steps", in: fixture.path) { $0.undoDepth == 2 }
      let turned = try #require(try await fixture.kept(1).first).element.canvasFromElement
      #expect(abs(atan2(turned.b, turned.a) - .pi / 2) < 1e-6)
      try fixture.done()
    }

    @Test func `S6 S58 all of it by keyboard alone, and F2 keeps its own keys`() async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(fixture.wave(100, 100))
      fixture.pen.stroke(fixture.wave(100, 300))
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

    @Test(arguments: [false, true])
    func `Escape after Select All gives back the tool of before, also a selection tool`(
      isChosen: Bool
    ) async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke(fixture.wave(300, 250))
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      if isChosen { try fixture.screen.keyboard.press("s") }
      try fixture.screen.keyboard.press("a", [.control])
      try fixture.screen.waitUntilStill(for: 0.7)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      fixture.pen.stroke(fixture.wave(300, 400))
      fixture.pen.proximityOut()
      if isChosen {
        // It has drawn a line around nothing; with the pen again, the next stroke is the second one.
        try fixture.screen.keyboard.press("p")
        fixture.pen.stroke(fixture.wave(300, 480))
        fixture.pen.proximityOut()
      }
      _ = try await fixture.kept(2)
      try await Kept.wait(for: "two steps", in: fixture.path, by: fixture.app) {
        $0.undoDepth == 2
      }
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `two taps with the selection tool select a line of writing`(pointing: Pointing)
      async throws
    {
      let fixture = try AppFixture()
      let words = try ["coffee", "world"].map { try RecordedWriting.word($0) }
      let line = RecordedWriting.row(of: words)
      let lines = [200.0, 320].map { y in
        InputOnScreen.ScribbleTests.recorded(line, at: fixture.at(120, y), size: 24)
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
  }
}
