import Foundation
import InkModel
import InkTestSupport
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Handwriting in programs that know nothing of it, by the input-method module.
  @Suite struct OtherProgramsTests {
    /// gtk4-demo with a window that has one entry, and where that is.
    private func undoDemo(
      layout: String = "us", variables: [String: String?] = [:], blinks: Bool = true
    ) throws -> (OtherProgram, Rect) {
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"], layout: layout, variables: variables, blinks: blinks)
      return (demo, try #require(try demo.fields().first))
    }

    private func isBlack(_ pixel: Pixel) -> Bool {
      Int(pixel.red) + Int(pixel.green) + Int(pixel.blue) < 300
    }

    /// What part of a stroke is dark on the screen before the pen lifts.
    private func inked(_ stroke: [Point], in program: OtherProgram) throws -> Double {
      program.pen.hover(at: stroke[0])
      program.pen.down(at: stroke[0])
      program.pen.move(along: Array(stroke.dropFirst()))
      pause(0.3)
      let picture = program.screen.screenshot()
      program.pen.up()
      program.pen.proximityOut()
      return Double(stroke.count { isBlack(picture[Int($0.x), Int($0.y)]) }) / Double(stroke.count)
    }

    @Test
    func `S38 S39 S53 the pen writes into an entry of GTK's demo, and undo takes it as one step`()
      throws
    {
      let (demo, entry) = try undoDemo()
      for word in ["coffee", "world"] {
        try demo.write(word, in: entry)
        try demo.expectCopied(word)
        try demo.screen.keyboard.press("z", [.control])
        try demo.expectCopied("nothing")
      }
      try demo.done()
    }

    @Test
    func `S38 S39 S53 the pen writes into a text of GTK's demo, and undo takes it as one step`()
      throws
    {
      let demo = try OtherProgram("gtk4-demo", ["--run=textundo"])
      try demo.screen.waitUntilStill(for: 0.3)
      try demo.screen.keyboard.press("a", [.control])
      try demo.screen.keyboard.press("BackSpace")
      try demo.expectCopied("nothing")
      let page = Rect(x: 10, y: 50, width: 300, height: 60)
      try demo.write("coffee", in: page, size: 24)
      try demo.expectCopied("coffee")
      try demo.screen.keyboard.press("z", [.control])
      try demo.expectCopied("nothing")
      try demo.done()
    }

    @Test func `S38 the pen writes into an entry of GTK's widget factory that has no focus`() throws
    {
      let factory = try OtherProgram(
        "gtk4-widget-factory", size: PixelSize(width: 1340, height: 800))
      pause(1.5)
      // The entry below the two with lists, whose text “entry” would stay.
      try factory.write("coffee", in: Rect(x: 11, y: 146, width: 360, height: 32))
      try factory.expectCopied("coffee")
      try factory.done()
    }

    @Test func `S38 the pen writes into the search bar of GTK's demo`() throws {
      let demo = try OtherProgram("gtk4-demo", ["--run=search_entry2"], blinks: false)
      try demo.screen.waitUntilStill(for: 0.3)
      // The button with the magnifier; nothing of the bar is there before.
      demo.screen.mouse.click(at: Point(242, 23))
      demo.screen.mouse.leave()
      try demo.screen.waitUntilStill(for: 0.6)
      let bar = try #require(try demo.fields().first)
      // Beside its magnifier.
      try demo.write("world", in: bar, from: 50)
      try demo.expectCopied("world")
      try demo.done()
    }

    @Test func `S38 S53 the pen writes into GNOME's text editor, and undo takes word by word`()
      throws
    {
      let editor = try OtherProgram("gnome-text-editor", ["--standalone"], blinks: false)
      try editor.screen.waitUntilStill(for: 0.5)
      // Not a whole line's height below the first line, where a line of its own would begin.
      let page = Rect(x: 10, y: 50, width: 300, height: 60)
      try editor.write("world", in: page, size: 24)
      try editor.expectCopied("world")
      try editor.write("call", in: page, from: 192, size: 24)
      try editor.expectCopied("world call")
      try editor.screen.keyboard.press("z", [.control])
      try editor.expectCopied("world")
      // Version 43 complains of a template of its own at each start, without the module, too. It is not closed, since it
      // would ask about the draft.
      try editor.app.expectQuiet(allowing: ["EditorSidebarModel", "gtk_widget_add_controller"])
      editor.screen.close()
    }

    @Test func `S38 two windows, one of them a dialog, take handwriting`() throws {
      let demo = try OtherProgram("gtk4-demo", ["--run=dialog"])
      let entry = try #require(try demo.fields().first)
      try demo.write("coffee", in: entry, size: 16)
      try demo.expectCopied("coffee")
      demo.screen.mouse.click(at: Point(82, 113))
      try demo.screen.waitForWindows(2)
      try demo.screen.waitUntilStill()
      // It has an entry of its own with the first one's text, which is selected.
      let dialog = try #require(demo.screen.windows.last)
      let field = try #require(try demo.fields(in: dialog.title).first)
      try demo.write("world", in: field, from: 62)
      try demo.expectCopied("world")
      try demo.done()
    }

    @Test func `S38 a popover's entry takes handwriting, and a password entry beside it none`()
      throws
    {
      let program = try OtherProgram.changing()
      let tree = try AccessibleTree(program.screen)
      let menu = try program.box("menu", tree)
      program.screen.mouse.click(at: menu.center)
      try program.screen.waitForPopups(1)
      try program.screen.waitUntilStill()
      let popup = try #require(program.screen.popups.first)
      try program.write(
        "coffee",
        in: Rect(
          x: Double(popup.x) + 10, y: Double(popup.y), width: Double(popup.width),
          height: Double(popup.height)))
      try program.wait(for: "coffee", in: "inner")
      try program.screen.keyboard.press("Escape")
      try program.screen.waitForPopups(0)
      try program.write("world", in: try program.box("password", tree))
      pause(1)
      #expect(program.said("password") == nil)
      try program.done()
    }

    @Test
    func `S38 the pen writes into the search of a popover in GTK's demo, and that stays open`()
      throws
    {
      let (demo, _) = try undoDemo(blinks: false)
      let screen = demo.screen
      // The keys by which entries of GTK open what emoji are chosen in.
      try screen.keyboard.press(".", [.control])
      try screen.waitForPopups(1)
      try screen.waitUntilStill(for: 0.5)
      let popup = try #require(screen.popups.first)
      // The search is at its top, as wide as it: below the arrow, and beside the magnifier.
      let ink = try InputOnScreen.ScribbleTests.recorded(
        "world", at: Point(Double(popup.x) + 60, Double(popup.y) + 43))
      for stroke in ink {
        demo.pen.hover(at: stroke[0])
        demo.pen.stroke(stroke)
        #expect(screen.popups == [popup])
      }
      demo.pen.proximityOut()
      try demo.expectCopied("world")
      #expect(screen.popupCount == 1)
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      // Nothing of it is in the entry that the popover hangs on.
      try demo.expectCopied("nothing")
      try demo.done()
    }

    @Test func `S40 a password entry of GTK's demo takes no ink`() throws {
      let demo = try OtherProgram("gtk4-demo", ["--run=password_entry"])
      let box = try #require(try demo.fields().first)
      let ink = try InputOnScreen.ScribbleTests.recorded("coffee", in: box, from: 120)
      #expect(try inked(ink[0], in: demo) < 0.3)
      pause(1)
      try demo.expectCopied("nothing")
      try demo.done()
    }

    @Test func `S40 strokes over a password entry without the keyboard do nothing to the program`()
      throws
    {
      let demo = try OtherProgram("gtk4-demo", ["--run=password_entry"])
      let box = try #require(try demo.fields().last)
      // GTK makes up a press without axes where its own gesture gives up a stroke.
      for i in 0..<3 {
        let start = Point(box.minX + 20 + Double(i) * 30, box.center.y)
        demo.pen.stroke([start, start + Vector(30, 7), start + Vector(40, -4)])
        pause(0.3)
      }
      demo.pen.proximityOut()
      pause(1)
      #expect(demo.app.status == .running)
      try demo.expectCopied("nothing")
      try demo.done()
    }

    // MARK: What it costs and whom it leaves alone

    @Test func `only a small loader is in a program before a pen comes near a field`() throws {
      let (demo, entry) = try undoDemo()
      try demo.screen.keyboard.type("a")
      demo.screen.mouse.click(at: entry.center)
      demo.screen.touch.tap(at: entry.center)
      try demo.screen.settle()
      #expect(try demo.hasMapped(ScribbleModule.loader))
      #expect(try !demo.hasMapped(ScribbleModule.scribble))
      let loader = ScribbleModule.folder + "/4.0.0/immodules/" + ScribbleModule.loader
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: loader)[.size] as? Int)
      #expect(size < 100_000, "bytes")
      demo.pen.hover(at: entry.center)
      try demo.wait(forMapped: ScribbleModule.scribble)
      #expect(try !demo.hasMapped("libswiftCore"), "Swift's libraries are inside")
      try demo.done()
    }

    @Test func `the rest is opened as the pen comes near a field, and not elsewhere`() throws {
      // Its window has text that cannot be edited, and a search that is not shown yet.
      let demo = try OtherProgram("gtk4-demo", blinks: false)
      try demo.screen.waitUntilStill(for: 0.3)
      for x in stride(from: 60.0, to: 860, by: 80) {
        for y in stride(from: 80.0, to: 600, by: 80) { demo.pen.hover(at: Point(x, y)) }
      }
      demo.pen.stroke([Point(600, 300), Point(610, 320), Point(620, 300)])
      try demo.screen.settle()
      #expect(try demo.hasMapped(ScribbleModule.loader))
      #expect(try !demo.hasMapped(ScribbleModule.scribble))
      demo.pen.proximityOut()
      // A key opens the search, above the list.
      try demo.screen.keyboard.type("a")
      try demo.screen.waitUntilStill(for: 0.6)
      demo.pen.hover(at: Point(110, 150))
      try demo.wait(forMapped: ScribbleModule.scribble)
      // What reads follows as the pen goes up onto the search, before any contact.
      for y in stride(from: 146.0, through: 66, by: -4) {
        demo.pen.hover(at: Point(110, y))
        pause(0.06)
      }
      try demo.wait(forMapped: ScribbleModule.languagePack)
      try demo.done()
    }

    @Test(arguments: [nil, "gtk-im-context-simple", "wayland", "ibus"])
    func `where another input method is chosen, the module does nothing`(choice: String?) throws {
      let (demo, entry) = try undoDemo(variables: ["GTK_IM_MODULE": choice])
      let ink = try InputOnScreen.ScribbleTests.recorded("coffee", in: entry)
      #expect(try inked(ink[0], in: demo) < 0.3)
      #expect(try !demo.hasMapped(ScribbleModule.scribble))
      try demo.done()
    }

    @Test func `Plumbago itself has handwriting of its own, and not a second one`() throws {
      let fixture = try AppFixture(environment: ScribbleModule.environment)
      try InputOnScreen.DrawingNameTests.rename(fixture, to: "coffee")
      pause(1)
      #expect(try OtherProgram.hasMapped(ScribbleModule.loader, fixture.app))
      #expect(try !OtherProgram.hasMapped(ScribbleModule.scribble, fixture.app))
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      #expect(fixture.window.title.hasPrefix("coffee"))
      try fixture.done()
    }

    @Test func `a pen that comes near changes no pixel of another program's window`() throws {
      let factory = try OtherProgram.changing()
      let before = try factory.screen.waitUntilStill()
      let tree = try AccessibleTree(factory.screen)
      for name in ["entry", "spare", "view"] {
        let box = try factory.box(name, tree)
        // Where no field begins: a field's own state is that of any pointer over it.
        factory.pen.hover(at: Point(box.maxX + 15, box.maxY + 9))
        try factory.screen.settle()
      }
      try factory.wait(forMapped: ScribbleModule.scribble)
      let after = try factory.screen.waitUntilStill()
      factory.pen.proximityOut()
      #expect(after.difference(from: before).count < 1000, "no more than a cursor")
      #expect(try factory.screen.waitUntilStill() == before)
      try factory.done()
    }

    @Test
    func `S49 the pause before text, and whether low fields grow, are as the preferences have it`()
      throws
    {
      let program = try OtherProgram.changing(settings: "writing-pause=2.0")
      let tree = try AccessibleTree(program.screen)
      let low = try program.box("entry", tree)
      #expect(low.height < 48)
      // Until it is switched on, a form stays as it is.
      program.pen.hover(at: low.center)
      try program.wait(forMapped: ScribbleModule.scribble)
      program.hover(over: low)
      let hovered = try program.box("entry", tree)
      #expect(hovered == low)
      try program.write("coffee", in: low)
      pause(1.5)
      #expect(program.said("entry") == nil, "0.6 s are over long since")
      try program.wait(for: "coffee", in: "entry")
      let written = try program.box("entry", tree)
      #expect(written == low)
      // A program that runs follows the switch.
      try App.writeSettings(["other-fields-grow": "true"], for: program.screen)
      func height() throws -> Double { try program.box("entry", tree).height }
      let end = Date().addingTimeInterval(10)
      while try height() < 48, Date() < end { program.hover(over: low) }
      let grown = try height()
      #expect(grown >= 48)
      program.pen.proximityOut()
      let gone = Date().addingTimeInterval(10)
      while try height() != low.height, Date() < gone { pause(0.1) }
      let shrunk = try height()
      #expect(shrunk == low.height)
      try program.done()
    }

    @Test func `what is written again and again takes no more memory`() throws {
      let program = try OtherProgram.changing()
      let tree = try AccessibleTree(program.screen)
      let box = try program.box("entry", tree)
      func write(_ times: Int) throws {
        for _ in 0..<times {
          try program.write("world", in: box)
          // A key has the text put in at once; the arrow does nothing then.
          try program.screen.keyboard.press("Right")
          try program.wait(for: "world", in: "entry")
          try program.screen.keyboard.press("a", [.control])
          try program.screen.keyboard.press("Delete")
          try program.wait(for: "", in: "entry")
        }
      }
      // By then all that is remembered for a while has come and gone.
      try write(40)
      let before = try program.writtenMemory()
      try write(40)
      // A picture of the ink is about 100 KiB: forty of them would be four times this.
      let growth = try program.writtenMemory() - before
      #expect(growth < 1024)
      try program.done()
    }

    // MARK: The keyboard

    @Test(arguments: ["plumbago", "plumbago:wayland"])
    func `keys, dead keys and code points work as before, before and after ink`(
      choice: String
    ) throws {
      let (demo, entry) = try undoDemo(layout: "de", variables: ["GTK_IM_MODULE": choice])
      let keyboard = demo.screen.keyboard
      func type() throws {
        try keyboard.type("x")
        try keyboard.press("dead_acute")
        try keyboard.press("e")
        try keyboard.press("dead_circumflex")
        try keyboard.press("o")
        try keyboard.press("u", [.control, .shift])
        try keyboard.type("3b1 ")
      }
      try type()
      try demo.expectCopied("xéôα")
      try keyboard.type(" ")
      try demo.write("coffee", in: entry, from: 160)
      try demo.expectCopied("xéôα coffee")
      try type()
      try demo.expectCopied("xéôα coffeexéôα")
      try demo.done()
    }

    // MARK: Programs that change under the pen

    @Test(arguments: [
      "destroy", "reparent", "move", "hide", "lock", "fill", "close",
    ])
    func `a field that changes while the pen writes in it, or before its ink is text`(
      action: String
    ) throws {
      for isDown in [true, false] {
        let program = try OtherProgram.changing(action)
        let tree = try AccessibleTree(program.screen)
        let (entry, spare) = (try program.box("entry", tree), try program.box("spare", tree))
        let ink = try InputOnScreen.ScribbleTests.recorded("world", in: entry)
        for stroke in ink.dropLast() {
          program.pen.hover(at: stroke[0])
          program.pen.stroke(stroke)
        }
        if isDown {
          program.pen.down(at: ink[ink.count - 1][0])
          program.pen.move(along: Array(ink[ink.count - 1].dropFirst().prefix(8)))
        }
        program.app.signal(SIGUSR1)
        let end = Date().addingTimeInterval(10)
        while !program.app.standardOutput.contains("changed"), Date() < end { pause(0.01) }
        if isDown {
          program.pen.move(along: Array(ink[ink.count - 1].dropFirst(8)))
          program.pen.up()
        }
        program.pen.proximityOut()
        pause(1.2)
        if action != "close" {
          // The program goes on, and takes handwriting elsewhere.
          let now =
            action == "destroy" || action == "move" || action == "hide" || action == "reparent"
            ? try program.box("spare", tree) : spare
          try program.write("coffee", in: now)
          try program.wait(for: "coffee", in: "spare")
        }
        try program.done()
      }
    }

    @Test func `a window closed in the middle of a word ends as ever`() throws {
      for isDown in [true, false] {
        let (demo, entry) = try undoDemo()
        let ink = try InputOnScreen.ScribbleTests.recorded("world", in: entry)
        for stroke in ink.prefix(2) {
          demo.pen.hover(at: stroke[0])
          demo.pen.stroke(stroke)
        }
        if isDown {
          demo.pen.down(at: ink[2][0])
          demo.pen.move(along: Array(ink[2].dropFirst().prefix(8)))
        }
        demo.window.close()
        #expect(try demo.app.waitForExit() == .exited(0))
        demo.pen.up()
        try demo.app.expectQuiet()
        demo.screen.close()
      }
    }

    /// GTK's widget factory after a thousand random events of a pen.
    private func usedFactory(
      seed: UInt64, _ variables: [String: String?] = [:]
    ) throws -> OtherProgram {
      let size = PixelSize(width: 1340, height: 800)
      let factory = try OtherProgram("gtk4-widget-factory", size: size, variables: variables)
      pause(1.5)
      var random = SeededGenerator(seed: seed)
      var isDown = false
      var position = Point(100, 160)
      for i in 0..<1000 {
        switch Int.random(in: 0..<12, using: &random) {
        // Somewhere over the fields at the left of the first page, or anywhere below the header with its buttons.
        case 0:
          if !isDown {
            let (w, h) = i % 2 == 0 ? (420.0, 320.0) : (1300.0, 740.0)
            position = Point(
              Double.random(in: 5..<w, using: &random), Double.random(in: 55..<h, using: &random))
            factory.pen.hover(at: position)
          }
        case 1:
          if isDown { factory.pen.up() } else { factory.pen.proximityOut() }
          isDown = false
        case 2, 3, 4:
          if !isDown {
            factory.pen.down(at: position, force: Double.random(in: 0...1, using: &random))
          }
          isDown = true
        case 5: factory.pen.setButton(.lower, pressed: Bool.random(using: &random))
        default:
          position = Point(
            min(max(position.x + Double.random(in: -12...12, using: &random), 1), 1335),
            min(max(position.y + Double.random(in: -12...12, using: &random), 50), 795))
          factory.pen.move(to: position)
        }
        if i % 10 == 0 { pause(0.01) }
      }
      if isDown { factory.pen.up() }
      factory.pen.proximityOut()
      pause(1)
      return factory
    }

    @Test(arguments: [1, 2])
    func `a thousand random events of a pen bring no warning but GTK's own, hardly more often`(
      seed: UInt64
    ) throws {
      let factory = try usedFactory(seed: seed)
      #expect(try factory.hasMapped(ScribbleModule.scribble))
      #expect(factory.app.status == .running)
      try factory.done(allowing: [OtherProgram.miscount])
      // Of what is allowed there is hardly more than the same events bring without the module.
      let plain = try usedFactory(seed: seed, OtherProgram.withoutModule)
      #expect(try !plain.hasMapped(ScribbleModule.loader))
      factory.expectMiscounts(near: plain)
      try plain.done(allowing: [OtherProgram.miscount])
    }
  }
}

extension OtherProgram {
  /// Has the pen hover over a box's middle for half a second, moving a little as a hand that waits.
  func hover(over box: Rect) {
    for i in 0..<10 {
      pen.hover(at: Point(box.center.x + Double(i), box.center.y))
      pause(0.05)
    }
  }

  /// Where a field is, on the screen.
  func box(_ name: String, _ tree: AccessibleTree) throws -> Rect {
    let box = try tree.box(tree.wait(for: name))
    let corner = window.point(box.minX, box.minY)
    return Rect(x: corner.x, y: corner.y, width: box.width, height: box.height)
  }

  func wait(forMapped library: String) throws {
    let end = Date().addingTimeInterval(10)
    while try !hasMapped(library), Date() < end { pause(0.02) }
    #expect(try hasMapped(library))
  }
}
