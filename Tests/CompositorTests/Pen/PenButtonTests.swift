import Canvas
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What the buttons on pens and beside tablets do.
  @Suite struct PenButtonTests {
    private func fixture(_ settings: [String: String] = [:]) throws -> AppFixture {
      try AppFixture {
        try App.writeSettings(settings, for: $0)
      }
    }

    private func line(_ fixture: AppFixture, _ y: Double) {
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 5, y) })
    }

    private func cross(_ fixture: AppFixture, _ y: Double) {
      fixture.pen.stroke((0...10).map { fixture.at(150, y - 25 + Double($0) * 5) })
    }

    private func doublePress(_ pen: Pen, _ button: Pen.Button = .lower) {
      pen.press(button)
      pause(0.08)
      pen.press(button)
    }

    @Test(arguments: [Pen.Button.lower, .upper])
    func `S32 S34 two presses of a hovering pen's button take the eraser, two more the tool`(
      _ button: Pen.Button
    ) async throws {
      let fixture = try fixture()
      line(fixture, 100)
      line(fixture, 200)
      _ = try await fixture.kept(2)
      fixture.pen.hover(at: fixture.at(150, 150))
      doublePress(fixture.pen, button)
      try fixture.screen.settle()
      cross(fixture, 100)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      doublePress(fixture.pen, button)
      try fixture.screen.settle()
      cross(fixture, 200)
      try await Kept.wait(for: "a cross", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S34 keys that a desktop makes of a button do what keys do, and no more`()
      async throws
    {
      let fixture = try fixture()
      line(fixture, 100)
      line(fixture, 200)
      _ = try await fixture.kept(2)
      // A desktop that maps a button to undo sends the keys instead of the button, near the paper or on it.
      let keyboard = fixture.screen.keyboard
      fixture.pen.hover(at: fixture.at(150, 150))
      try keyboard.press("z", [.control])
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) {
        $0.strokes == 1 && $0.redoDepth == 1
      }
      fixture.pen.down(at: fixture.at(100, 300))
      fixture.pen.move(to: fixture.at(200, 300))
      try keyboard.press("e")
      fixture.pen.move(to: fixture.at(300, 300))
      fixture.pen.up()
      // The stroke in progress went on to its end; the next one erases.
      let kept = try await fixture.kept(2)
      #expect(kept[1].element.bounds.maxX > fixture.canvasPoint(290, 0).x)
      cross(fixture, 100)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S36 S37 one press does nothing at first, and two never change the drawing`()
      async throws
    {
      let fixture = try fixture()
      line(fixture, 100)
      _ = try await fixture.kept(1)
      fixture.pen.hover(at: fixture.at(150, 150))
      for button in [Pen.Button.lower, .upper, .third] {
        fixture.pen.press(button)
        pause(0.6)
      }
      for _ in 0..<2 { doublePress(fixture.pen) }
      pause(0.5)
      try fixture.screen.settle()
      let info = await Kept.info(fixture.path)
      #expect(info?.strokes == 1 && info?.undoDepth == 1 && info?.redoDepth == 0)
      // And the pen is still a pen.
      line(fixture, 200)
      _ = try await fixture.kept(2)
      fixture.pen.proximityOut()
      try fixture.done()
    }

    /// Pixels of the screen where something is not as it was, by more than a shade.
    private func changed(_ picture: Picture, since before: Picture, in box: PixelBox) -> Int {
      picture.cropped(to: box).difference(from: before.cropped(to: box), tolerance: 24).count
    }

    @Test func `S36 a press that takes another tool names it for a moment, and the tools show it`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tip = fixture.at(400, 500)
      pen.hover(at: tip)
      let before = try screen.waitUntilStill(for: 0.5)
      let tools = PixelBox(covering: fixture.pickerFrame())
      // Where a sentence can be: above the middle, below the tools.
      let above = PixelBox(
        x: fixture.canvas.x + 200, y: tools.y + tools.height + 8, width: fixture.canvas.width - 400,
        height: 150)
      doublePress(pen)
      try screen.wait(for: "a name over the paper") { changed($0, since: before, in: above) > 400 }
      // Without a further event it goes, and the eraser is still shown as chosen.
      let after = try screen.wait(for: "paper again") {
        changed($0, since: before, in: above) == 0
      }
      #expect(changed(after, since: before, in: tools) > 100)
      doublePress(pen)
      try screen.wait(for: "the tools as at first") {
        changed($0, since: before, in: tools) == 0 && changed($0, since: before, in: above) == 0
      }
      // A name never lies over fresh ink.
      doublePress(pen)
      doublePress(pen)
      try screen.wait(for: "a name over the paper") { changed($0, since: before, in: above) > 400 }
      let middle = Point(Double(above.x) + Double(above.width) / 2, fixture.at(0, 420).y)
      pen.down(at: middle)
      pen.move(to: Point(middle.x + 40, middle.y))
      try screen.wait(for: "paper again, at once", timeout: 1) {
        changed($0, since: before, in: above) == 0
      }
      pen.up()
      pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    @Test func `S36 while a button erases the tools show the eraser, and the pen after it`() throws
    {
      let fixture = try AppFixture.withTools(
        before: { try App.writeSettings(["pen-buttons": "'lower=erase,nothing'"], for: $0) })
      try fixture.waitForPicker()
      let (screen, pen) = (fixture.screen, fixture.pen)
      pen.hover(at: fixture.at(400, 500))
      let before = try screen.waitUntilStill(for: 0.5)
      let tools = PixelBox(covering: fixture.pickerFrame())
      pen.setButton(.lower, pressed: true)
      try screen.wait(for: "another tool") { changed($0, since: before, in: tools) > 100 }
      pen.setButton(.lower, pressed: false)
      try screen.wait(for: "the pen") { changed($0, since: before, in: tools) == 0 }
      // The same as a person sees who takes the eraser.
      try screen.keyboard.press("e")
      try screen.wait(for: "the eraser, chosen") {
        changed($0, since: before, in: tools) > 100
      }
      let chosen = try screen.waitUntilStill(for: 0.5)
      pen.setButton(.lower, pressed: true)
      let both = try screen.waitUntilStill(for: 0.5)
      #expect(changed(both, since: chosen, in: tools) == 0)
      pen.setButton(.lower, pressed: false)
      pen.proximityOut()
      try fixture.done()
    }

    @Test(arguments: [1, 2])
    func `S7 S34 after presses of a button over the paper the next touch is where it is: on a tool`(
      presses: Int
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.hover(at: fixture.at(400, 400))
      for _ in 0..<presses {
        fixture.pen.press(.lower)
        pause(0.08)
      }
      pause(0.5)
      let marker = try fixture.tool("marker")
      for i in 1...8 { fixture.pen.hover(at: fixture.at(400, 400).lerp(to: marker, Double(i) / 8)) }
      fixture.pen.down(at: marker)
      fixture.pen.up()
      try fixture.screen.waitUntilStill()
      line(fixture, 450)
      fixture.pen.proximityOut()
      // One stroke, by the tool that was touched; nothing below it.
      guard case .stroke(let stroke) = try await fixture.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.brush == "marker")
      try fixture.done()
    }

    @Test func `S35 S37 colours and sizes come by two presses, and two more leave all as it was`()
      async throws
    {
      let fixture = try AppFixture.withTools(
        before: {
          try App.writeSettings(
            ["pen-buttons": "'lower=nothing,colors upper=nothing,sizes'"], for: $0)
        })
      try fixture.waitForPicker()
      line(fixture, 300)
      let first = try await fixture.kept(1)[0].element
      fixture.pen.hover(at: fixture.at(400, 450))
      let before = try fixture.screen.waitUntilStill()
      for (button, popups) in [(Pen.Button.lower, 1), (.upper, 0)] {
        doublePress(fixture.pen, button)
        try fixture.screen.wait(for: "colours or sizes") {
          $0.difference(from: before).count > 3000
        }
        try fixture.screen.waitForPopups(popups)
        pause(0.6)
        doublePress(fixture.pen, button)
        try fixture.screen.waitForPopups(0)
        try fixture.screen.wait(for: "all as before") {
          $0.difference(from: before, tolerance: 4).isEmpty
        }
        pause(0.6)
      }
      let info = await Kept.info(fixture.path)
      #expect(info?.strokes == 1 && info?.undoDepth == 1 && info?.redoDepth == 0)
      line(fixture, 350)
      fixture.pen.proximityOut()
      let second = try await fixture.kept(2)[1].element
      guard case .stroke(let a) = first.kind, case .stroke(let b) = second.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(a.ink == b.ink)
      try fixture.done()
    }

    @Test func `S35 colours for a tool that has none, and sizes, change the mode of the tool`()
      async throws
    {
      let fixture = try fixture(["pen-buttons": "'lower=nothing,colors upper=nothing,sizes'"])
      line(fixture, 100)
      line(fixture, 200)
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("e")
      fixture.pen.hover(at: fixture.at(150, 150))
      try fixture.screen.settle()
      // From whole lines to the part that is touched, and back.
      doublePress(fixture.pen)
      try fixture.screen.settle()
      cross(fixture, 100)
      try await Kept.wait(for: "two halves", in: fixture.path, by: fixture.app) { $0.strokes == 3 }
      doublePress(fixture.pen)
      try fixture.screen.settle()
      cross(fixture, 200)
      try await Kept.wait(for: "two halves", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      // From a line to a box: a diagonal goes round nothing, its box holds both halves.
      try fixture.screen.keyboard.press("s")
      fixture.pen.hover(at: fixture.at(150, 150))
      try fixture.screen.settle()
      doublePress(fixture.pen, .upper)
      try fixture.screen.settle()
      fixture.pen.stroke((0...20).map { fixture.at(60 + Double($0) * 9, 60 + Double($0) * 5) })
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Delete")
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.strokes == 0 }
      try fixture.done()
    }

    @Test func `a button can undo at one press, without touching, and erase while it is held`()
      async throws
    {
      let fixture = try fixture(["pen-buttons": "'lower=undo,nothing upper=erase,nothing'"])
      line(fixture, 100)
      line(fixture, 200)
      _ = try await fixture.kept(2)
      fixture.pen.hover(at: fixture.at(300, 300))
      fixture.pen.press(.lower)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      fixture.pen.setButton(.upper, pressed: true)
      cross(fixture, 100)
      fixture.pen.setButton(.upper, pressed: false)
      try await Kept.wait(for: "nothing", in: fixture.path, by: fixture.app) { $0.strokes == 0 }
      try fixture.screen.settle()
      line(fixture, 250)
      try await Kept.wait(for: "a stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      fixture.pen.proximityOut()
      try fixture.done()
    }

    @Test func `S3 out of the box a button erases while it is held, and that is told once`()
      async throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 900, height: 700), preferences: [.erasingTold: false])
      let tree = try AccessibleTree(fixture.screen)
      let told = "While its button is held"
      for y in [100.0, 200, 300, 500] { line(fixture, y) }
      _ = try await fixture.kept(4)
      // At once, and after a while in which the tools show it.
      fixture.pen.hover(at: fixture.at(300, 350))
      fixture.pen.setButton(.lower, pressed: true)
      cross(fixture, 100)
      try await Kept.wait(for: "three", in: fixture.path, by: fixture.app) { $0.strokes == 3 }
      #expect(try !tree.texts().contains { $0.contains(told) }, "while it erases")
      fixture.pen.setButton(.lower, pressed: false)
      try tree.wait(for: told)
      fixture.pen.hover(at: fixture.at(300, 350))
      fixture.pen.setButton(.upper, pressed: true)
      try tree.wait(for: "Eraser")
      pause(0.6)
      cross(fixture, 200)
      try await Kept.wait(for: "two", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      fixture.pen.setButton(.upper, pressed: false)
      // The message goes as work goes on; a second one would be seen then.
      pause(3.5)
      for y in [400.0, 450] { line(fixture, y) }
      try tree.wait(forNo: told)
      fixture.pen.hover(at: fixture.at(300, 350))
      fixture.pen.setButton(.lower, pressed: true)
      cross(fixture, 300)
      try await Kept.wait(for: "three", in: fixture.path, by: fixture.app) { $0.strokes == 3 }
      fixture.pen.setButton(.lower, pressed: false)
      pause(1)
      #expect(try !tree.texts().contains { $0.contains(told) }, "told again")
      // Two presses still change to the eraser and back.
      for _ in 0..<2 { doublePress(fixture.pen) }
      line(fixture, 400)
      _ = try await fixture.kept(4)
      fixture.pen.proximityOut()
      // It is not told again, here or after the next start.
      let stored = try Keyfile(of: fixture.screen).values(of: Preferences.group)
      #expect(stored["erasing-told"] == "true")
      try fixture.done()
    }

    @Test func `the paper moves with a pen whose button is held for that, hovering or touching`()
      async throws
    {
      let fixture = try fixture(["pen-buttons": "'lower=pan,nothing'"])
      line(fixture, 100)
      _ = try await fixture.kept(1)
      fixture.pen.hover(at: fixture.at(300, 300))
      try fixture.screen.settle()
      #expect(fixture.ink(around: fixture.at(150, 100)).area > 5)
      fixture.pen.setButton(.lower, pressed: true)
      for i in 1...20 { fixture.pen.move(to: fixture.at(300, 300 + Double(i) * 4), force: 0) }
      fixture.pen.setButton(.lower, pressed: false)
      try fixture.waitForInk(at: fixture.at(150, 180))
      fixture.pen.proximityOut()
      #expect(await Kept.info(fixture.path)?.strokes == 1)
      try fixture.done()
    }

    @Test func `S34 a pad's buttons, ring and strip do what they are set to`() async throws {
      let fixture = try AppFixture { $0.pad.plug() }
      // In the middle of the paper, about which it is zoomed.
      for y in [240.0, 300] {
        fixture.pen.stroke((0...20).map { fixture.at(350 + Double($0) * 5, y) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      let pad = fixture.screen.pad
      pad.press(0)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      pad.press(1)
      try await Kept.wait(for: "two strokes", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      // A third of a turn to the right: eight steps, twice the size.
      try fixture.screen.waitUntilStill(for: 1)
      fixture.screen.mouse.leave()
      func extent() -> Int {
        fixture.screen.screenshot(of: fixture.canvas).pixels { $0.luma < 0.4 }.box.width
      }
      let before = extent()
      pad.turnRing(through: stride(from: 10.0, through: 134, by: 4).map { $0 })
      try fixture.screen.waitUntilStill(for: 1)
      #expect(abs(Double(extent()) / Double(before) - 2) < 0.1, "\(before), then \(extent())")
      // Along the strip: broader lines.
      try fixture.screen.keyboard.press("0", [.control])
      try fixture.screen.waitUntilStill(for: 1)
      pad.slideStrip(through: stride(from: 0.1, through: 0.6, by: 0.05).map { $0 })
      try fixture.screen.settle()
      line(fixture, 400)
      fixture.pen.proximityOut()
      guard case .stroke(let stroke) = try await fixture.kept(3)[2].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.size > 1.5 * Ink.standard.size)
      try fixture.done()
    }

    @Test func `S34 a pad that is set otherwise does what it is set to, and nothing else`()
      async throws
    {
      let pad =
        "0=toggle-eraser 1=nothing 2=broader 3=zoom-in 4=redo 5=undo ring=history strip=nothing"
      let fixture = try AppFixture {
        try App.writeSettings(["tablet-pad": "'\(pad)'"], for: $0)
        $0.pad.plug()
      }
      for y in [200.0, 240, 280] { line(fixture, y) }
      let strokes = try await fixture.kept(3)
      fixture.pen.proximityOut()
      let parts = fixture.screen.pad
      func wait(_ strokes: Int, redo: Int) async throws {
        try await Kept.wait(
          for: "\(strokes) strokes, \(redo) to redo", in: fixture.path, by: fixture.app
        ) {
          $0.strokes == strokes && $0.redoDepth == redo
        }
      }
      // What undid and redid does something else, or nothing.
      parts.press(1)
      parts.slideStrip(through: stride(from: 0.1, through: 0.6, by: 0.05).map { $0 })
      try fixture.screen.settle()
      parts.press(5)
      try await wait(2, redo: 1)
      parts.press(4)
      try await wait(3, redo: 0)
      // The ring goes through the history: by two steps of 15° back, by one forth.
      parts.turnRing(through: [100, 92, 84, 76, 69])
      try await wait(1, redo: 2)
      // Landing elsewhere turns nothing.
      parts.turnRing(through: [200, 208, 217])
      try await wait(2, redo: 1)
      parts.press(4)
      try await wait(3, redo: 0)
      // The eraser, and back; then twice as broad as the strip would not have made it.
      parts.press(0)
      try fixture.screen.settle()
      cross(fixture, 200)
      try await wait(2, redo: 0)
      parts.press(0)
      for _ in 0..<4 { parts.press(2) }
      try fixture.screen.settle()
      line(fixture, 340)
      fixture.pen.proximityOut()
      guard case .stroke(let broad) = try await fixture.kept(3)[2].element.kind,
        case .stroke(let first) = strokes[0].element.kind
      else { return }
      #expect(first.ink.size == Ink.standard.size)
      var picker = ToolPicker()
      for _ in 0..<4 { picker.stepSize(1) }
      #expect(abs(broad.ink.size - picker.ink.size) < 1e-6 && broad.ink.size > first.ink.size)
      // Closer, about the middle of the paper.
      let before = try fixture.paperAtRest()
      parts.press(3)
      #expect(try fixture.paperAtRest() != before)
      try fixture.done()
    }

    @Test func `S36 what buttons do is chosen in the preferences and holds at once`() async throws {
      let fixture = try fixture()
      let tree = try AccessibleTree(fixture.screen)
      line(fixture, 100)
      _ = try await fixture.kept(1)
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      for name in [
        "Preview", "Sizes at the tip", "Lower button, one press", "Lower button, two presses",
        "Upper button, one press", "Third button, two presses", "Test Input…",
      ] { try tree.wait(for: name) }
      try fixture.focus("Lower button, one press", tree)
      try fixture.screen.keyboard.press("space")
      try fixture.screen.waitForPopups(1)
      let undo = try #require(SinglePress.allCases.firstIndex(of: .undo))
      for _ in 0..<undo { try fixture.screen.keyboard.press("Down") }
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      fixture.pen.hover(at: fixture.at(150, 150))
      fixture.pen.press(.lower)
      try await Kept.wait(for: "no stroke", in: fixture.path, by: fixture.app) {
        $0.strokes == 0 && $0.redoDepth == 1
      }
      fixture.pen.proximityOut()
      try fixture.done()
    }
  }
}
