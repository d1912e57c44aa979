import Canvas
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  /// What the buttons on pens and beside tablets do.
  @Suite struct PenButtonTests {
    private func desk(_ settings: [String: String] = [:]) throws -> Desk {
      try Desk {
        try App.writeSettings(settings, for: $0)
      }
    }

    private func line(_ desk: Desk, _ y: Double) {
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 5, y) })
    }

    private func cross(_ desk: Desk, _ y: Double) {
      desk.pen.stroke((0...10).map { desk.at(150, y - 25 + Double($0) * 5) })
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
      let desk = try desk()
      line(desk, 100)
      line(desk, 200)
      _ = try await desk.kept(2)
      desk.pen.hover(at: desk.at(150, 150))
      doublePress(desk.pen, button)
      try desk.screen.settle()
      cross(desk, 100)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      doublePress(desk.pen, button)
      try desk.screen.settle()
      cross(desk, 200)
      try await Kept.wait(for: "a cross", in: desk.path, by: desk.app) { $0.strokes == 2 }
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S34 keys that a desktop makes of a button do what keys do, and no more`()
      async throws
    {
      let desk = try desk()
      line(desk, 100)
      line(desk, 200)
      _ = try await desk.kept(2)
      // A desktop that has a button for undo sends its keys in place of the button, near the paper or on it.
      let keyboard = desk.screen.keyboard
      desk.pen.hover(at: desk.at(150, 150))
      try keyboard.press("z", [.control])
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) {
        $0.strokes == 1 && $0.redoDepth == 1
      }
      desk.pen.down(at: desk.at(100, 300))
      desk.pen.move(to: desk.at(200, 300))
      try keyboard.press("e")
      desk.pen.move(to: desk.at(300, 300))
      desk.pen.up()
      // The stroke that was under way went on to its end; the next one erases.
      let kept = try await desk.kept(2)
      #expect(kept[1].element.bounds.maxX > 290)
      cross(desk, 100)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `S36 S37 one press does nothing at first, and two never change the drawing`()
      async throws
    {
      let desk = try desk()
      line(desk, 100)
      _ = try await desk.kept(1)
      desk.pen.hover(at: desk.at(150, 150))
      for button in [Pen.Button.lower, .upper, .third] {
        desk.pen.press(button)
        pause(0.6)
      }
      for _ in 0..<2 { doublePress(desk.pen) }
      pause(0.5)
      try desk.screen.settle()
      let info = await Kept.info(desk.path)
      #expect(info?.strokes == 1 && info?.undoDepth == 1 && info?.redoDepth == 0)
      // And the pen is still a pen.
      line(desk, 200)
      _ = try await desk.kept(2)
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test(arguments: [1, 2])
    func `S7 S34 after presses of a button over the paper the next touch is where it is: on a tool`(
      presses: Int
    ) async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      desk.pen.hover(at: desk.at(400, 400))
      for _ in 0..<presses {
        desk.pen.press(.lower)
        pause(0.08)
      }
      pause(0.5)
      let marker = try desk.tool("marker")
      for i in 1...8 { desk.pen.hover(at: desk.at(400, 400).lerp(to: marker, Double(i) / 8)) }
      desk.pen.down(at: marker)
      desk.pen.up()
      try desk.screen.waitUntilStill()
      line(desk, 450)
      desk.pen.proximityOut()
      // One stroke, by the tool that was touched; nothing below it.
      guard case .stroke(let stroke) = try await desk.kept(1)[0].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.brush == "marker")
      try desk.done()
    }

    @Test func `S35 S37 colours and sizes come by two presses, and two more leave all as it was`()
      async throws
    {
      let desk = try Desk.withTools(
        before: {
          try App.writeSettings(
            ["pen-buttons": "'lower=nothing,colors upper=nothing,sizes'"], for: $0)
        })
      try desk.waitForPicker()
      line(desk, 300)
      let first = try await desk.kept(1)[0].element
      desk.pen.hover(at: desk.at(400, 450))
      let before = try desk.screen.waitUntilStill()
      for (button, popups) in [(Pen.Button.lower, 1), (.upper, 0)] {
        doublePress(desk.pen, button)
        try desk.screen.wait(for: "colours or sizes") { $0.difference(from: before).count > 3000 }
        try desk.screen.waitForPopups(popups)
        pause(0.6)
        doublePress(desk.pen, button)
        try desk.screen.waitForPopups(0)
        try desk.screen.wait(for: "all as before") {
          $0.difference(from: before, tolerance: 4).isEmpty
        }
        pause(0.6)
      }
      let info = await Kept.info(desk.path)
      #expect(info?.strokes == 1 && info?.undoDepth == 1 && info?.redoDepth == 0)
      line(desk, 350)
      desk.pen.proximityOut()
      let second = try await desk.kept(2)[1].element
      guard case .stroke(let a) = first.kind, case .stroke(let b) = second.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(a.ink == b.ink)
      try desk.done()
    }

    @Test func `S35 colours for a tool that has none, and sizes, change the way of the tool`()
      async throws
    {
      let desk = try desk(["pen-buttons": "'lower=nothing,colors upper=nothing,sizes'"])
      line(desk, 100)
      line(desk, 200)
      _ = try await desk.kept(2)
      try desk.screen.keyboard.press("e")
      desk.pen.hover(at: desk.at(150, 150))
      try desk.screen.settle()
      // From whole lines to the part that is touched, and back.
      doublePress(desk.pen)
      try desk.screen.settle()
      cross(desk, 100)
      try await Kept.wait(for: "two halves", in: desk.path, by: desk.app) { $0.strokes == 3 }
      doublePress(desk.pen)
      try desk.screen.settle()
      cross(desk, 200)
      try await Kept.wait(for: "two halves", in: desk.path, by: desk.app) { $0.strokes == 2 }
      // From a line to a box: a diagonal goes round nothing, its box holds both halves.
      try desk.screen.keyboard.press("s")
      desk.pen.hover(at: desk.at(150, 150))
      try desk.screen.settle()
      doublePress(desk.pen, .upper)
      try desk.screen.settle()
      desk.pen.stroke((0...20).map { desk.at(60 + Double($0) * 9, 60 + Double($0) * 5) })
      desk.pen.proximityOut()
      try desk.screen.waitUntilStill()
      try desk.screen.keyboard.press("Delete")
      try await Kept.wait(for: "nothing", in: desk.path, by: desk.app) { $0.strokes == 0 }
      try desk.done()
    }

    @Test func `a button can undo at one press, without touching, and erase while it is held`()
      async throws
    {
      let desk = try desk(["pen-buttons": "'lower=undo,nothing upper=erase,nothing'"])
      line(desk, 100)
      line(desk, 200)
      _ = try await desk.kept(2)
      desk.pen.hover(at: desk.at(300, 300))
      desk.pen.press(.lower)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      desk.pen.setButton(.upper, pressed: true)
      cross(desk, 100)
      desk.pen.setButton(.upper, pressed: false)
      try await Kept.wait(for: "nothing", in: desk.path, by: desk.app) { $0.strokes == 0 }
      try desk.screen.settle()
      line(desk, 250)
      try await Kept.wait(for: "a stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      desk.pen.proximityOut()
      try desk.done()
    }

    @Test func `the paper moves with a pen whose button is held for that, hovering or touching`()
      async throws
    {
      let desk = try desk(["pen-buttons": "'lower=pan,nothing'"])
      line(desk, 100)
      _ = try await desk.kept(1)
      desk.pen.hover(at: desk.at(300, 300))
      try desk.screen.settle()
      #expect(desk.ink(around: desk.at(150, 100)).area > 5)
      desk.pen.setButton(.lower, pressed: true)
      for i in 1...20 { desk.pen.move(to: desk.at(300, 300 + Double(i) * 4), force: 0) }
      desk.pen.setButton(.lower, pressed: false)
      try desk.waitForInk(at: desk.at(150, 180))
      desk.pen.proximityOut()
      #expect(await Kept.info(desk.path)?.strokes == 1)
      try desk.done()
    }

    @Test func `S34 a pad's buttons, ring and strip do what they are set to`() async throws {
      let desk = try Desk { $0.pad.plug() }
      // In the middle of the paper, about which it is zoomed.
      for y in [240.0, 300] { desk.pen.stroke((0...20).map { desk.at(350 + Double($0) * 5, y) }) }
      desk.pen.proximityOut()
      _ = try await desk.kept(2)
      let pad = desk.screen.pad
      pad.press(0)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      pad.press(1)
      try await Kept.wait(for: "two strokes", in: desk.path, by: desk.app) { $0.strokes == 2 }
      // A third of a turn to the right: eight steps, twice the size.
      try desk.screen.waitUntilStill(for: 1)
      desk.screen.mouse.leave()
      func extent() -> Int {
        desk.screen.screenshot(of: desk.canvas).pixels { $0.luma < 0.4 }.box.width
      }
      let before = extent()
      pad.turnRing(through: stride(from: 10.0, through: 134, by: 4).map { $0 })
      try desk.screen.waitUntilStill(for: 1)
      #expect(abs(Double(extent()) / Double(before) - 2) < 0.1, "\(before), then \(extent())")
      // Along the strip: broader lines.
      try desk.screen.keyboard.press("0", [.control])
      try desk.screen.waitUntilStill(for: 1)
      pad.slideStrip(through: stride(from: 0.1, through: 0.6, by: 0.05).map { $0 })
      try desk.screen.settle()
      line(desk, 400)
      desk.pen.proximityOut()
      guard case .stroke(let stroke) = try await desk.kept(3)[2].element.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.size > 1.5 * Ink.standard.size)
      try desk.done()
    }

    @Test func `S34 a pad that is set otherwise does what it is set to, and nothing else`()
      async throws
    {
      let pad =
        "0=toggle-eraser 1=nothing 2=broader 3=zoom-in 4=redo 5=undo ring=history strip=nothing"
      let desk = try Desk {
        try App.writeSettings(["tablet-pad": "'\(pad)'"], for: $0)
        $0.pad.plug()
      }
      for y in [200.0, 240, 280] { line(desk, y) }
      let strokes = try await desk.kept(3)
      desk.pen.proximityOut()
      let parts = desk.screen.pad
      func wait(_ strokes: Int, redo: Int) async throws {
        try await Kept.wait(for: "\(strokes) strokes, \(redo) to redo", in: desk.path, by: desk.app)
        {
          $0.strokes == strokes && $0.redoDepth == redo
        }
      }
      // What undid and redid does something else, or nothing.
      parts.press(1)
      parts.slideStrip(through: stride(from: 0.1, through: 0.6, by: 0.05).map { $0 })
      try desk.screen.settle()
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
      try desk.screen.settle()
      cross(desk, 200)
      try await wait(2, redo: 0)
      parts.press(0)
      for _ in 0..<4 { parts.press(2) }
      try desk.screen.settle()
      line(desk, 340)
      desk.pen.proximityOut()
      guard case .stroke(let broad) = try await desk.kept(3)[2].element.kind,
        case .stroke(let first) = strokes[0].element.kind
      else { return }
      #expect(first.ink.size == Ink.standard.size)
      var picker = ToolPicker()
      for _ in 0..<4 { picker.stepSize(1) }
      #expect(abs(broad.ink.size - picker.ink.size) < 1e-6 && broad.ink.size > first.ink.size)
      // Closer, about the middle of the paper.
      let before = try desk.paperAtRest()
      parts.press(3)
      #expect(try desk.paperAtRest() != before)
      try desk.done()
    }

    @Test func `S36 what buttons do is chosen in the preferences and holds at once`() async throws {
      let desk = try desk()
      let tree = try AccessibleTree(desk.screen)
      line(desk, 100)
      _ = try await desk.kept(1)
      desk.pen.proximityOut()
      try desk.screen.keyboard.press(",", [.control])
      _ = try desk.screen.waitForWindow { $0.title == "Preferences" }
      for name in [
        "Preview", "Sizes at the tip", "Lower button, one press", "Lower button, two presses",
        "Upper button, one press", "Third button, two presses", "Test Input…",
      ] { try tree.wait(for: name) }
      try desk.focus("Lower button, one press", tree)
      try desk.screen.keyboard.press("space")
      try desk.screen.waitForPopups(1)
      let undo = try #require(SinglePress.allCases.firstIndex(of: .undo))
      for _ in 0..<undo { try desk.screen.keyboard.press("Down") }
      try desk.screen.keyboard.press("Return")
      try desk.screen.waitForPopups(0)
      try desk.screen.waitUntilStill()
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      desk.pen.hover(at: desk.at(150, 150))
      desk.pen.press(.lower)
      try await Kept.wait(for: "no stroke", in: desk.path, by: desk.app) {
        $0.strokes == 0 && $0.redoDepth == 1
      }
      desk.pen.proximityOut()
      try desk.done()
    }
  }
}
