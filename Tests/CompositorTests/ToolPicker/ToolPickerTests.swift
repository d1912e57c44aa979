import Canvas
import Glibc
import InkModel
import InkStore
import TabletCompositor
import Testing

extension InputOnScreen {
  @Suite struct ToolPickerTests {
    private static let line = (0...30).map { Point(300 + Double($0) * 8, 400) }

    private func draw(_ fixture: AppFixture, by hand: Pointing, at y: Double = 400) throws {
      let points = Self.line.map { fixture.at($0.x, y) }
      try hand.drag(points[0], to: points[30], on: fixture)
    }

    private func ink(_ stroke: KeptStroke) throws -> Ink {
      guard case .stroke(let stroke) = stroke.element.kind else {
        throw FixtureError.noPaper
      }
      return stroke.ink
    }

    @Test func `S103 a screen reader has a name for each tool`() throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      // What the tools are, in their order, as the help has them.
      let tools = [
        "Pen", "Fountain Pen", "Pencil", "Marker", "Highlighter", "Brush", "Crayon", "Watercolor",
        "Eraser", "Selection", "Text", "Laser Pointer",
      ]
      let named = try tree.widgets().filter { tools.contains($0.name) }
      #expect(named.map(\.name) == tools)
      // Each is a button that is told to be pressed or not, one of them is.
      let pressed = try named.filter { try tree.has(AccessibleState.pressed, $0) }
      #expect(pressed.map(\.name) == ["Pen"])
      try fixture.screen.keyboard.press("e")
      try fixture.screen.waitUntilStill()
      let next = try tree.widgets().filter {
        try tools.contains($0.name) && tree.has(AccessibleState.pressed, $0)
      }
      #expect(next.map(\.name) == ["Eraser"])
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S6 S7 S58 S61 tools, colours, sizes, the eraser and undo by pen, finger or mouse alone`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      try hand.press(fixture.tool("marker"), on: fixture)
      try hand.press(fixture.item(.color(6)), on: fixture)
      // Again: its options, above all the sizes.
      try hand.press(fixture.tool("marker"), on: fixture)
      try fixture.screen.waitForPopups(1)
      // Drawing closes them and is not lost on that.
      try draw(fixture, by: hand, at: 580)
      try fixture.screen.waitForPopups(0)
      let first = try ink(await fixture.kept(1)[0])
      #expect(first.brush == "marker")
      #expect(first.color.opaque == DefaultPalette.colors[6])
      #expect(first.size == ToolPicker.standardInk("marker").size)

      try hand.press(fixture.tool("pen"), on: fixture)
      try draw(fixture, by: hand, at: 500)
      #expect(try ink(await fixture.kept(2)[1]).brush == "pen")
      try hand.press(fixture.tool("eraser"), on: fixture)
      try hand.drag(fixture.at(400, 470), to: fixture.at(400, 530), on: fixture)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }
      try hand.press(fixture.item(.undo), on: fixture)
      try await Kept.wait(for: "two strokes", in: fixture.path, by: fixture.app) { $0.strokes == 2 }
      try hand.press(fixture.item(.redo), on: fixture)
      try await Kept.wait(for: "one stroke", in: fixture.path, by: fixture.app) { $0.strokes == 1 }

      // Folded to a button, and back.
      try hand.press(fixture.item(.handle), on: fixture)
      let folded = PickerPlacement(.docked(.top, along: 0.5), isFolded: true)
      #expect(try !fixture.showsPicker())
      try hand.press(fixture.item(.unfold, folded), on: fixture)
      #expect(try fixture.showsPicker())
      try fixture.done()
    }

    @Test func `S6 S7 tools, colours, sizes, the eraser and undo by keyboard alone`() async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let keyboard = fixture.screen.keyboard
      /// The pen draws; everything else is the keyboard's.
      func line(_ y: Double) { fixture.pen.stroke(Self.line.map { fixture.at($0.x, y) }) }
      for (key, name) in [("f", "fountainpen"), ("h", "highlighter"), ("b", "brush"), ("p", "pen")]
      {
        try keyboard.press(key)
        try fixture.screen.settle()
        line(300 + Double(key.utf8.first!))
        let strokes = try await fixture.kept(["f", "h", "b", "p"].firstIndex(of: key)! + 1)
        #expect(try ink(strokes[strokes.count - 1]).brush == name)
      }
      // Broader by three steps, then the previous tool.
      for _ in 0..<3 { try keyboard.press("]") }
      try fixture.screen.settle()
      line(350)
      let pen = ToolPicker.standardInk("pen").size
      #expect(try ink(await fixture.kept(5)[4]).size > pen * 1.3)
      try keyboard.press("x")
      try fixture.screen.settle()
      line(380)
      #expect(try ink(await fixture.kept(6)[5]).brush == "brush")

      // Into the picker, along it, a tool chosen, its options, and out again.
      try keyboard.press("F6")
      try fixture.screen.waitUntilStill()
      try keyboard.press("Right")
      try keyboard.press("space")
      try fixture.screen.waitUntilStill()
      try keyboard.press("space")
      try fixture.screen.waitForPopups(1)
      try keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      line(420)
      #expect(try ink(await fixture.kept(7)[6]).brush == "crayon")
      try keyboard.press("F9")
      try fixture.screen.waitUntilStill()
      #expect(try !fixture.showsPicker())
      try keyboard.press("F9")
      try fixture.waitForPicker()
      try fixture.done()
    }

    @Test func `S6 S7 arrow keys move the sliders of a tool's options`() async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let keyboard = fixture.screen.keyboard
      try keyboard.press("F6")
      try fixture.screen.waitUntilStill()
      try keyboard.press("space")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      // At once from the tool into its options, to the sizes; the sliders come after those.
      let scale: UInt32 = 51
      let tree = try AccessibleTree(fixture.screen)
      func hasKeyboard(_ isMeant: (AccessibleTree.Widget) throws -> Bool) throws -> Bool {
        try tree.widgets().contains { try $0.had(.focused) && isMeant($0) }
      }
      try keyboard.press("Tab")
      try fixture.screen.settle()
      #expect(try hasKeyboard { $0.name.hasPrefix("Size ") })
      for _ in 0..<10 where try !hasKeyboard({ try tree.role($0) == scale }) {
        try keyboard.press("Tab")
        try fixture.screen.settle()
      }
      for _ in 0..<4 { try keyboard.press("Right") }
      try keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      fixture.pen.stroke(Self.line.map { fixture.at($0.x, 400) })
      let drawn = try ink(await fixture.kept(1)[0])
      #expect(drawn.size > ToolPicker.standardInk("pen").size * 1.2)
      try fixture.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S19 S22 S58 S76 the picker is dragged to all four edges and afloat, and is remembered`(
      by hand: Pointing
    ) async throws {
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 1000, height: 720))
      try fixture.waitForPicker()
      var placement = PickerPlacements.standard(.landscape, hand: nil)
      let (w, h) = (fixture.paperArea.width, fixture.paperArea.height)
      let targets: [(PickerPlacement.Edge, Point)] = [
        (.left, fixture.at(15, h / 2)), (.bottom, fixture.at(300, h - 5)),
        (.right, fixture.at(w - 15, 200)),
        (.top, fixture.at(250, 8)),
      ]
      for (edge, target) in targets {
        let from = try fixture.item(.handle, placement)
        try hand.drag(from, to: target, on: fixture)
        var form = fixture.layout(PickerPlacement(.docked(edge, along: 0)))
        let handle = try #require(form[.handle]?.center)
        let tip = Point(target.x - Double(fixture.canvas.x), target.y - Double(fixture.canvas.y))
        placement = PickerPlacement(
          PickerPlacement.docked(
            edge, width: form.width, height: form.height, handle: handle, at: tip,
            in: fixture.paperArea))
        #expect(try fixture.showsPicker(placement), "at the \(edge)")
        form = fixture.layout(placement)
        // Not where it was: that is paper to draw on.
      }
      try hand.drag(fixture.item(.handle, placement), to: fixture.at(120, 330), on: fixture)
      let layout = fixture.layout(PickerPlacement(.floating(x: 0, y: 0)))
      let grip = try #require(layout[.handle]?.center)
      let frame = Rect(
        x: 120 - grip.x, y: 330 - grip.y, width: layout.width, height: layout.height)
      let floating = PickerPlacement(PickerPlacement.floating(frame, in: fixture.paperArea))
      #expect(try fixture.showsPicker(floating), "afloat")

      // A smaller window has it whole; so has the next start.
      try fixture.window.maximize(false)
      try fixture.window.resize(to: PixelSize(width: 700, height: 420))
      try fixture.findCanvas()
      #expect(try fixture.showsPicker(floating), "in a smaller window")
      try fixture.window.maximize()
      try fixture.findCanvas()
      fixture.window.close()
      #expect(try fixture.app.waitForExit() == .exited(0))
      let again = try fixture.screen.launchApp(
        [fixture.path], profile: .tools)
      let window = try fixture.screen.waitForWindow()
      try window.maximize()
      try fixture.waitForPicker(floating)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      try again.expectQuiet()
      fixture.screen.close()
    }

    @Test func `S22 arrow keys move the picker`() throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let keyboard = fixture.screen.keyboard
      // The handle is the first of all in the picker.
      try keyboard.press("F6")
      for _ in 0..<1 { try keyboard.press("Tab", [.shift]) }
      try fixture.screen.waitUntilStill()
      // Undo and redo cannot be pressed on an empty drawing, so this is the handle.
      var placement = PickerPlacements.standard(.landscape, hand: nil)
      for (key, edge) in [
        ("Down", PickerPlacement.Edge.bottom), ("Left", .left), ("Down", .bottom),
        ("Right", .right),
      ] {
        try keyboard.press(key)
        try fixture.screen.waitUntilStill()
        let layout = fixture.layout(placement)
        placement.move(
          edge,
          frame: placement.frame(width: layout.width, height: layout.height, in: fixture.paperArea),
          in: fixture.paperArea)
        #expect(try fixture.showsPicker(placement), "\(placement)")
      }
      try keyboard.press("Escape")
      try fixture.screen.settle()
      fixture.pen.stroke(Self.line.map { fixture.at($0.x, 600) })
      try fixture.done()
    }

    @Test func `S20 while the pen inks the picker is not painted, but for undo`() async throws {
      // In frames, since the test captures these.
      let fixture = try AppFixture.withTools(
        profile: .fresh, preferences: InkPresenter.frames.preferences)
      try fixture.waitForPicker()
      fixture.pen.stroke((0...10).map { fixture.at(100 + Double($0) * 5, 500) })
      fixture.pen.hover(at: fixture.at(200, 300))
      try fixture.screen.waitUntilStill()
      fixture.screen.clearLog()
      let points = (0...120).map { i in
        fixture.at(200 + Double(i) * 2, 350 + 50 * sin(Double(i) / 9))
      }
      fixture.pen.stroke(points)
      try fixture.findCanvas()
      let picker = PixelBox(covering: fixture.pickerFrame())
      let allowed = try [fixture.item(.undo), fixture.item(.redo)]
        .map { PixelBox(covering: Rect(center: $0, radius: 26)) }
      for commit in fixture.screen.commits where commit.role != "cursor" {
        for box in commit.screenDamage.map({ $0.intersection(picker) }) where !box.isEmpty {
          #expect(allowed.contains { $0.contains(box) }, "\(box)")
        }
      }
      #expect(fixture.frames.count > 10)
      try fixture.done()
    }

    @Test func `S22 a stroke runs under the picker, which steps aside and comes back`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let end = try fixture.item(.color(2))
      let start = fixture.at(end.x - Double(fixture.canvas.x), 420)
      fixture.pen.down(at: start)
      for i in 1...60 {
        fixture.pen.move(to: start.lerp(to: end, Double(i) / 60))
        pause(0.004)
      }
      try fixture.screen.wait(for: "ink under the picker") { _ in
        (try? fixture.showsPicker()) == false
      }
      fixture.pen.up()
      fixture.pen.proximityOut()
      let stroke = try await fixture.kept(1)[0]
      #expect(stroke.samples.count == 61)
      try fixture.waitForPicker()
      // And is itself again: a press chooses.
      try Pointing.pen.press(fixture.tool("pencil"), on: fixture)
      try draw(fixture, by: .pen)
      #expect(try ink(await fixture.kept(2)[1]).brush == "pencil")
      try fixture.done()
    }

    @Test func `fingers on the picker are palms while the pen hovers`() async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      fixture.pen.hover(at: fixture.at(400, 400))
      try fixture.screen.settle()
      fixture.screen.touch.tap(at: try fixture.tool("crayon"))
      fixture.pen.hover(at: fixture.at(402, 400))
      // Neither does a palm drag it.
      fixture.screen.touch.down(2, at: try fixture.item(.handle))
      for i in 1...10 {
        fixture.screen.touch.move(2, to: try fixture.item(.handle) + Vector(0, Double(i) * 20))
      }
      fixture.screen.touch.up(2)
      try fixture.screen.waitUntilStill()
      #expect(try fixture.showsPicker())
      try draw(fixture, by: .pen)
      #expect(try ink(await fixture.kept(1)[0]).brush == "pen")
      // Once it has been away for a while they are fingers again.
      pause(0.6)
      try Pointing.finger.press(fixture.tool("crayon"), on: fixture)
      try draw(fixture, by: .pen, at: 500)
      #expect(try ink(await fixture.kept(2)[1]).brush == "crayon")
      try fixture.done()
    }

    @Test func `a colour is picked from the drawing`() async throws {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      try Pointing.pen.press(fixture.item(.color(4)), on: fixture)
      try draw(fixture, by: .pen)
      _ = try await fixture.kept(1)
      try Pointing.pen.press(fixture.item(.color(0)), on: fixture)
      try fixture.screen.keyboard.press("i")
      try fixture.screen.settle()
      try Pointing.pen.press(fixture.at(420, 401), on: fixture)
      try draw(fixture, by: .pen, at: 500)
      let strokes = try await fixture.kept(2)
      #expect(try ink(strokes[1]).color == DefaultPalette.colors[4])
      try fixture.done()
    }

    @Test func `a screen reader finds every tool, colour and button, and which are chosen`()
      async throws
    {
      let fixture = try AppFixture.withTools()
      try fixture.waitForPicker()
      let tree = try AccessibleTree(fixture.screen)
      // GTK has toggles of their own since 4.10; before, they are buttons that can be pressed in.
      let (buttons, pressed): (Set<UInt32>, UInt32) = ([43, 62], 20)
      let names = [
        "Pen", "Fountain Pen", "Pencil", "Marker", "Highlighter", "Brush", "Crayon", "Eraser",
        "Selection", "Laser Pointer", "Ink", "Gray", "Red", "Orange", "Green", "Teal", "Blue",
        "Violet",
      ]
      /// Which of the toggles are pressed.
      func chosen() throws -> [String] {
        let widgets = try tree.widgets()
        return try names.filter { name in
          let found = try widgets.filter { try $0.name == name && buttons.contains(tree.role($0)) }
          #expect(found.count == 1, "\(name)")
          return try found.contains { try tree.has(pressed, $0) }
        }
      }
      try tree.wait(for: "Move or Fold the Tools")
      try tree.wait(for: "Tools")
      // What is no choice is a button to press, each there once.
      let button: UInt32 = 43
      for name in ["Move or Fold the Tools", "Nothing to undo", "Nothing to redo", "Colors"] {
        let found = try tree.widgets().filter { try $0.name == name && tree.role($0) == button }
        #expect(found.count == 1, "\(name)")
      }
      #expect(try chosen() == ["Pen", "Ink"])
      try fixture.screen.keyboard.press("e")
      try fixture.screen.waitUntilStill()
      #expect(try chosen() == ["Eraser", "Ink"])
      try fixture.screen.keyboard.press("s")
      try fixture.screen.waitUntilStill()
      #expect(try chosen() == ["Selection", "Ink"])
      try fixture.screen.keyboard.press("e")
      try fixture.screen.waitUntilStill()
      try Pointing.mouse.press(fixture.item(.color(2)), on: fixture)
      #expect(try chosen() == ["Pen", "Red"])
      try fixture.done()
    }

    @Test
    func
      `S21 the first pen is asked for its hand, once, and the tools stand where that does not hide them`()
      throws
    {
      let fixture = try AppFixture.withTools(profile: .fresh)
      try fixture.waitForPicker()
      let left = PickerPlacements.standard(fixture.pickerLayout, hand: .left)
      #expect(left != PickerPlacements.standard(fixture.pickerLayout, hand: nil))
      fixture.pen.hover(at: fixture.at(300, 300))
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "Which hand draws?")
      // The question takes nothing from the pen.
      let line = (0...20).map { fixture.at(200 + Double($0) * 10, 400) }
      fixture.pen.stroke(line)
      try fixture.waitForInk(at: line[10])
      try tree.press("Left")
      try tree.wait(forNo: "Which hand draws?")
      try fixture.waitForPicker(left)
      fixture.pen.proximityOut()
      pause(0.5)
      fixture.pen.hover(at: fixture.at(320, 300))
      try fixture.screen.waitUntilStill(for: 0.5)
      try tree.wait(forNo: "Which hand draws?")
      try fixture.done()
    }

    @Test func `S21 in a narrow window nobody is asked for a hand, and in a wider one the pen is`()
      throws
    {
      let fixture = try AppFixture.withTools(profile: .fresh)
      try fixture.waitForPicker()
      try fixture.window.maximize(false)
      try fixture.window.resize(to: PixelSize(width: 420, height: 640))
      try fixture.findCanvas()
      #expect(fixture.layout().form == .compact)
      // The pen has been seen once its stroke is there.
      fixture.pen.stroke((0...20).map { fixture.at(200 + Double($0) * 4, 300) })
      fixture.pen.proximityOut()
      try fixture.waitForInk(at: fixture.at(240, 300))
      try fixture.screen.waitUntilStill(for: 0.5)
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(forNo: "Which hand draws?")
      try fixture.window.maximize()
      try tree.wait(for: "Which hand draws?")
      try fixture.done()
    }
  }
}
