import Canvas
import Glibc
import InkModel
import InkStore
import TabletCompositor
import Testing

extension HandsOnScreen {
  @Suite struct ToolPickerTests {
    private static let line = (0...30).map { Point(300 + Double($0) * 8, 400) }

    private func draw(_ desk: Desk, by hand: Pointing, at y: Double = 400) throws {
      let points = Self.line.map { desk.at($0.x, y) }
      try hand.drag(points[0], to: points[30], on: desk)
    }

    private func ink(_ stroke: KeptStroke) throws -> Ink {
      guard case .stroke(let stroke) = stroke.element.kind else {
        throw DeskError.noPaper
      }
      return stroke.ink
    }

    @Test(arguments: Pointing.allCases)
    func `S6 S7 S58 S61 tools, colours, sizes, the eraser and undo by pen, finger or mouse alone`(
      by hand: Pointing
    ) async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      try hand.press(desk.tool("marker"), on: desk)
      try hand.press(desk.item(.color(6)), on: desk)
      // Again: its options, above all the sizes.
      try hand.press(desk.tool("marker"), on: desk)
      try desk.screen.waitForPopups(1)
      // Drawing closes them and is not lost on that.
      try draw(desk, by: hand, at: 580)
      try desk.screen.waitForPopups(0)
      let first = try ink(await desk.kept(1)[0])
      #expect(first.brush == "marker")
      #expect(first.color.opaque == DefaultPalette.colors[6])
      #expect(first.size == ToolPicker.standardInk("marker").size)

      try hand.press(desk.tool("pen"), on: desk)
      try draw(desk, by: hand, at: 500)
      #expect(try ink(await desk.kept(2)[1]).brush == "pen")
      try hand.press(desk.tool("eraser"), on: desk)
      try hand.drag(desk.at(400, 470), to: desk.at(400, 530), on: desk)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }
      try hand.press(desk.item(.undo), on: desk)
      try await Kept.wait(for: "two strokes", in: desk.path, by: desk.app) { $0.strokes == 2 }
      try hand.press(desk.item(.redo), on: desk)
      try await Kept.wait(for: "one stroke", in: desk.path, by: desk.app) { $0.strokes == 1 }

      // Folded to a button, and back.
      try hand.press(desk.item(.handle), on: desk)
      let folded = PickerPlacement(.docked(.top, along: 0.5), isFolded: true)
      #expect(try !desk.showsPicker())
      try hand.press(desk.item(.unfold, folded), on: desk)
      #expect(try desk.showsPicker())
      try desk.done()
    }

    @Test func `S6 S7 tools, colours, sizes, the eraser and undo by keyboard alone`() async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let keyboard = desk.screen.keyboard
      /// The pen draws; everything else is the keyboard's.
      func line(_ y: Double) { desk.pen.stroke(Self.line.map { desk.at($0.x, y) }) }
      for (key, name) in [("f", "fountainpen"), ("h", "highlighter"), ("b", "brush"), ("p", "pen")]
      {
        try keyboard.press(key)
        try desk.screen.settle()
        line(300 + Double(key.utf8.first!))
        let strokes = try await desk.kept(["f", "h", "b", "p"].firstIndex(of: key)! + 1)
        #expect(try ink(strokes[strokes.count - 1]).brush == name)
      }
      // Broader by three steps, then the previous tool.
      for _ in 0..<3 { try keyboard.press("]") }
      try desk.screen.settle()
      line(350)
      let pen = ToolPicker.standardInk("pen").size
      #expect(try ink(await desk.kept(5)[4]).size > pen * 1.3)
      try keyboard.press("x")
      try desk.screen.settle()
      line(380)
      #expect(try ink(await desk.kept(6)[5]).brush == "brush")

      // Into the picker, along it, a tool chosen, its options, and out again.
      try keyboard.press("F6")
      try desk.screen.waitUntilStill()
      try keyboard.press("Right")
      try keyboard.press("space")
      try desk.screen.waitUntilStill()
      try keyboard.press("space")
      try desk.screen.waitForPopups(1)
      try keyboard.press("Escape")
      try desk.screen.waitForPopups(0)
      line(420)
      #expect(try ink(await desk.kept(7)[6]).brush == "crayon")
      try keyboard.press("F9")
      try desk.screen.waitUntilStill()
      #expect(try !desk.showsPicker())
      try keyboard.press("F9")
      try desk.waitForPicker()
      try desk.done()
    }

    @Test func `S6 S7 arrow keys move the sliders of a tool's options`() async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let keyboard = desk.screen.keyboard
      try keyboard.press("F6")
      try desk.screen.waitUntilStill()
      try keyboard.press("space")
      try desk.screen.waitForPopups(1)
      try desk.screen.waitUntilStill()
      // At once from the tool into its options, to the sizes; the sliders come after those.
      let scale: UInt32 = 51
      let focused: UInt32 = 12
      let tree = try AccessibleTree(desk.screen)
      func hasKeyboard(_ isMeant: (AccessibleTree.Widget) throws -> Bool) throws -> Bool {
        try tree.widgets().contains { try tree.has(focused, $0) && isMeant($0) }
      }
      try keyboard.press("Tab")
      try desk.screen.settle()
      #expect(try hasKeyboard { $0.name.hasPrefix("Size ") })
      for _ in 0..<10 where try !hasKeyboard({ try tree.role($0) == scale }) {
        try keyboard.press("Tab")
        try desk.screen.settle()
      }
      for _ in 0..<4 { try keyboard.press("Right") }
      try keyboard.press("Escape")
      try desk.screen.waitForPopups(0)
      desk.pen.stroke(Self.line.map { desk.at($0.x, 400) })
      let drawn = try ink(await desk.kept(1)[0])
      #expect(drawn.size > ToolPicker.standardInk("pen").size * 1.2)
      try desk.done()
    }

    @Test(arguments: Pointing.allCases)
    func `S19 S22 S58 S76 the picker is dragged to all four edges and afloat, and is remembered`(
      by hand: Pointing
    ) async throws {
      let desk = try Desk.withTools(
        size: PixelSize(width: 1000, height: 720))
      try desk.waitForPicker()
      var place = PickerPlacements.standard(.landscape, hand: nil)
      let (w, h) = (desk.paperArea.width, desk.paperArea.height)
      let targets: [(PickerPlacement.Edge, Point)] = [
        (.left, desk.at(15, h / 2)), (.bottom, desk.at(300, h - 5)), (.right, desk.at(w - 15, 200)),
        (.top, desk.at(250, 8)),
      ]
      for (edge, target) in targets {
        let from = try desk.item(.handle, place)
        try hand.drag(from, to: target, on: desk)
        var form = desk.layout(PickerPlacement(.docked(edge, along: 0)))
        let handle = try #require(form[.handle]?.center)
        let tip = Point(target.x - Double(desk.canvas.x), target.y - Double(desk.canvas.y))
        place = PickerPlacement(
          PickerPlacement.docked(
            edge, width: form.width, height: form.height, handle: handle, at: tip,
            in: desk.paperArea))
        #expect(try desk.showsPicker(place), "at the \(edge)")
        form = desk.layout(place)
        // Not where it was: that is paper to draw on.
      }
      try hand.drag(desk.item(.handle, place), to: desk.at(120, 330), on: desk)
      let layout = desk.layout(PickerPlacement(.floating(x: 0, y: 0)))
      let grip = try #require(layout[.handle]?.center)
      let frame = Rect(
        x: 120 - grip.x, y: 330 - grip.y, width: layout.width, height: layout.height)
      let floating = PickerPlacement(PickerPlacement.floating(frame, in: desk.paperArea))
      #expect(try desk.showsPicker(floating), "afloat")

      // A smaller window has it whole; so has the next start.
      try desk.window.maximize(false)
      try desk.window.resize(to: PixelSize(width: 700, height: 420))
      try desk.look()
      #expect(try desk.showsPicker(floating), "in a smaller window")
      try desk.window.maximize()
      try desk.look()
      desk.window.close()
      #expect(try desk.app.waitForExit() == .exited(0))
      let again = try desk.screen.launchApp(
        [desk.path], profile: .tools)
      let window = try desk.screen.waitForWindow()
      try window.maximize()
      try desk.waitForPicker(floating)
      try again.expectQuiet()
      window.close()
      #expect(try again.waitForExit() == .exited(0))
      try again.expectQuiet()
      desk.screen.close()
    }

    @Test func `S22 arrow keys move the picker`() throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let keyboard = desk.screen.keyboard
      // The handle is the first of all in the picker.
      try keyboard.press("F6")
      for _ in 0..<1 { try keyboard.press("Tab", [.shift]) }
      try desk.screen.waitUntilStill()
      // Undo and redo cannot be pressed on an empty drawing, so this is the handle.
      var place = PickerPlacements.standard(.landscape, hand: nil)
      for (key, way) in [
        ("Down", PickerPlacement.Edge.bottom), ("Left", .left), ("Down", .bottom),
        ("Right", .right),
      ] {
        try keyboard.press(key)
        try desk.screen.waitUntilStill()
        let layout = desk.layout(place)
        place.move(
          way,
          frame: place.frame(width: layout.width, height: layout.height, in: desk.paperArea),
          in: desk.paperArea)
        #expect(try desk.showsPicker(place), "\(place)")
      }
      try keyboard.press("Escape")
      try desk.screen.settle()
      desk.pen.stroke(Self.line.map { desk.at($0.x, 600) })
      try desk.done()
    }

    @Test func `S20 while the pen inks the picker is not painted, but for undo`() async throws {
      // By frames, since these are looked at.
      let desk = try Desk.withTools(profile: .fresh, preferences: InkWay.frames.preferences)
      try desk.waitForPicker()
      desk.pen.stroke((0...10).map { desk.at(100 + Double($0) * 5, 500) })
      desk.pen.hover(at: desk.at(200, 300))
      try desk.screen.waitUntilStill()
      desk.screen.clearLog()
      let points = (0...120).map { i in
        desk.at(200 + Double(i) * 2, 350 + 50 * sin(Double(i) / 9))
      }
      desk.pen.stroke(points)
      try desk.look()
      let picker = PixelBox(covering: desk.pickerFrame())
      let allowed = try [desk.item(.undo), desk.item(.redo)]
        .map { PixelBox(covering: Rect(center: $0, radius: 26)) }
      for commit in desk.screen.commits where commit.role != "cursor" {
        for box in commit.screenDamage.map({ $0.intersection(picker) }) where !box.isEmpty {
          #expect(allowed.contains { $0.contains(box) }, "\(box)")
        }
      }
      #expect(desk.frames.count > 10)
      try desk.done()
    }

    @Test func `S22 a stroke runs under the picker, which steps aside and comes back`()
      async throws
    {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let end = try desk.item(.color(2))
      let start = desk.at(end.x - Double(desk.canvas.x), 420)
      desk.pen.down(at: start)
      for i in 1...60 {
        desk.pen.move(to: start.lerp(to: end, Double(i) / 60))
        pause(0.004)
      }
      try desk.screen.wait(for: "ink under the picker") { _ in
        (try? desk.showsPicker()) == false
      }
      desk.pen.up()
      desk.pen.proximityOut()
      let stroke = try await desk.kept(1)[0]
      #expect(stroke.samples.count == 61)
      try desk.waitForPicker()
      // And is itself again: a press chooses.
      try Pointing.pen.press(desk.tool("pencil"), on: desk)
      try draw(desk, by: .pen)
      #expect(try ink(await desk.kept(2)[1]).brush == "pencil")
      try desk.done()
    }

    @Test func `fingers on the picker are palms while the pen hovers`() async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      desk.pen.hover(at: desk.at(400, 400))
      try desk.screen.settle()
      desk.screen.touch.tap(at: try desk.tool("crayon"))
      desk.pen.hover(at: desk.at(402, 400))
      // Neither does a palm drag it.
      desk.screen.touch.down(2, at: try desk.item(.handle))
      for i in 1...10 {
        desk.screen.touch.move(2, to: try desk.item(.handle) + Vector(0, Double(i) * 20))
      }
      desk.screen.touch.up(2)
      try desk.screen.waitUntilStill()
      #expect(try desk.showsPicker())
      try draw(desk, by: .pen)
      #expect(try ink(await desk.kept(1)[0]).brush == "pen")
      // Once it has been away for a while they are fingers again.
      pause(0.6)
      try Pointing.finger.press(desk.tool("crayon"), on: desk)
      try draw(desk, by: .pen, at: 500)
      #expect(try ink(await desk.kept(2)[1]).brush == "crayon")
      try desk.done()
    }

    @Test func `a colour is picked from the drawing`() async throws {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      try Pointing.pen.press(desk.item(.color(4)), on: desk)
      try draw(desk, by: .pen)
      _ = try await desk.kept(1)
      try Pointing.pen.press(desk.item(.color(0)), on: desk)
      try desk.screen.keyboard.press("i")
      try desk.screen.settle()
      try Pointing.pen.press(desk.at(420, 401), on: desk)
      try draw(desk, by: .pen, at: 500)
      let strokes = try await desk.kept(2)
      #expect(try ink(strokes[1]).color == DefaultPalette.colors[4])
      try desk.done()
    }

    @Test func `a screen reader finds every tool, colour and button, and which are chosen`()
      async throws
    {
      let desk = try Desk.withTools()
      try desk.waitForPicker()
      let tree = try AccessibleTree(desk.screen)
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
      try desk.screen.keyboard.press("e")
      try desk.screen.waitUntilStill()
      #expect(try chosen() == ["Eraser", "Ink"])
      try desk.screen.keyboard.press("s")
      try desk.screen.waitUntilStill()
      #expect(try chosen() == ["Selection", "Ink"])
      try desk.screen.keyboard.press("e")
      try desk.screen.waitUntilStill()
      try Pointing.mouse.press(desk.item(.color(2)), on: desk)
      #expect(try chosen() == ["Pen", "Red"])
      try desk.done()
    }

    @Test
    func
      `S21 the first pen is asked for its hand, once, and the tools stand where that does not hide them`()
      throws
    {
      let desk = try Desk.withTools(profile: .fresh)
      try desk.waitForPicker()
      let left = PickerPlacements.standard(desk.pickerLayout, hand: .left)
      #expect(left != PickerPlacements.standard(desk.pickerLayout, hand: nil))
      desk.pen.hover(at: desk.at(300, 300))
      let tree = try AccessibleTree(desk.screen)
      try tree.wait(for: "Which hand draws?")
      // The question takes nothing from the pen.
      let line = (0...20).map { desk.at(200 + Double($0) * 10, 400) }
      desk.pen.stroke(line)
      try desk.waitForInk(at: line[10])
      try tree.press("Left")
      try tree.wait(forNo: "Which hand draws?")
      try desk.waitForPicker(left)
      desk.pen.proximityOut()
      pause(0.5)
      desk.pen.hover(at: desk.at(320, 300))
      try desk.screen.waitUntilStill(for: 0.5)
      try tree.wait(forNo: "Which hand draws?")
      try desk.done()
    }
  }
}
