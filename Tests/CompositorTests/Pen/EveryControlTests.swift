import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The pen as a pointer: on everything that can be pressed, on windows, lists and menus.
  @Suite struct EveryControlTests {
    /// What a tap does to a control may be seen in more than its picture.
    private struct Outcome: Equatable {
      var states: UInt64
      var value: Double?
      var popups: Int
      var windows: Int
    }

    /// A window that a key opens: its layout in `data/ui`, and the least number of its controls.
    struct Opened: Sendable {
      var key: String
      var modifiers: Set<Keyboard.Modifier>
      var layout: String
      var least: Int
    }

    static let byKeys = [
      Opened(key: ",", modifiers: [.control], layout: "preferences", least: 24),
      Opened(key: "p", modifiers: [.control, .shift], layout: "paper", least: 6),
      Opened(key: "F1", modifiers: [], layout: "help", least: 1),
      Opened(key: "F1", modifiers: [.shift], layout: "gestures", least: 1),
      Opened(key: "question", modifiers: [.control, .shift], layout: "shortcuts", least: 2),
    ]

    /// Windows that need some ink or a picture.
    ///
    /// The one for a picture has a text and two buttons.
    static let byTitles = [
      (title: "Export", layout: "export", least: 4),
      (title: "Input Test", layout: "input-tester", least: 4),
      (title: "Record Gestures", layout: "gesture-recorder", least: 3),
      (title: "Alternative Text", layout: "alternative-text", least: 3),
    ]

    /// A control of a window that is closed and opened again: what it is, and which of several alike.
    private struct Identity: Hashable {
      var role: UInt32
      var name: String
      var number: Int
    }

    /// The controls of a window that can be tapped now, whole within it, and not within `covered`.
    ///
    /// - Parameter done: Those that were tapped already, which are left out.
    private func controls(
      of window: Window, _ tree: AccessibleTree, leavingOut covered: [Rect], _ done: Set<Identity>
    ) throws -> [(identity: Identity, widget: AccessibleTree.Widget, role: AccessibleRole)] {
      let frame = window.frame
      let whole = Rect(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
      var counts: [Identity: Int] = [:]
      let (widgets, roles) = try tree.whileItChanges {
        let all = try tree.widgets(in: window.title)
        return (all, try tree.roles(of: all))
      }
      return try zip(widgets, roles).compactMap { widget, number in
        guard let role = AccessibleRole(rawValue: number), role.takesTaps, widget.had(.sensitive)
        else { return nil }
        var identity = Identity(role: role.rawValue, name: widget.name, number: 0)
        counts[identity, default: 0] += 1
        identity.number = counts[identity] ?? 0
        guard !done.contains(identity) else { return nil }
        let box = try tree.box(widget)
        // Beyond the edge of what scrolls, or in a part that is not shown now.
        guard box.width > 2, box.height > 2, whole.contains(box.center),
          whole.union(box) == whole,
          !covered.contains(where: { $0.contains(window.point(box.center.x, box.center.y)) })
        else { return nil }
        return (identity, widget, role)
      }
    }

    /// Turns the wheel in the margin of a window, where no control takes it; whether another part of it is shown then.
    private func scrollOn(_ window: Window, _ screen: Screen) throws -> Bool {
      let frame = window.frame
      let inner = PixelBox(
        x: frame.x + 20, y: frame.y + 60, width: frame.width - 60, height: frame.height - 80)
      let before = screen.screenshot(of: inner)
      screen.mouse.move(to: Point(Double(frame.x) + 8, Double(frame.y + frame.height / 2)))
      screen.mouse.scroll(6)
      screen.mouse.leave()
      // Until the bar is gone again that shows meanwhile.
      try screen.waitUntilStill(for: 1.5)
      return screen.screenshot(of: inner).difference(from: before).count > 1000
    }

    /// Taps each control of a window with the pen.
    ///
    /// A hovered or pressed style is not enough: the tap must have had an effect once the pen is up again,
    /// and still over it. Of a button that is something elsewhere on the screen.
    ///
    /// - Parameter scrolls: Whether the window is longer than it shows; then it is scrolled to its end.
    /// - Returns: What nothing came of, and how many controls there were.
    func tap(
      allOf window: Window, _ tree: AccessibleTree, on fixture: AppFixture,
      leavingOut covered: [Rect] = [], scrolls: Bool = false,
      reopen: () throws -> Window
    ) throws -> (deaf: [String], count: Int) {
      var window = window
      let screen = fixture.screen
      var done: Set<Identity> = []
      var deaf: [String] = []
      while true {
        let all = try controls(of: window, tree, leavingOut: covered, done)
        // What is chosen already can be chosen again only once something else was.
        func isChosen(
          _ c: (identity: Identity, widget: AccessibleTree.Widget, role: AccessibleRole)
        ) -> Bool {
          c.role.isOneOfSeveral && c.widget.had(.checked) || c.widget.had(.pressed)
        }
        guard let (identity, widget, role) = all.first(where: { !isChosen($0) }) ?? all.first
        else {
          guard scrolls, try scrollOn(window, screen) else { break }
          continue
        }
        done.insert(identity)
        let isChosenAlready = isChosen((identity, widget, role))
        // A field that was written in shrinks two seconds after the pen has left, which moves what is below it. While
        // one is near, nothing does.
        fixture.pen.hover(at: window.point(6, Double(window.frame.height) / 2))
        try screen.waitUntilStill()
        let box = try tree.box(widget)
        // Far along a slider: where its knob is, a tap changes nothing.
        let x = role == .slider ? box.minX + box.width * 0.8 : box.center.x
        let position = window.point(x, box.center.y)
        let own = PixelBox(
          covering: Rect(
            x: position.x - (x - box.minX), y: position.y - box.height / 2, width: box.width,
            height: box.height
          ).outset(by: 4))
        func outcome() throws -> Outcome {
          Outcome(
            states: try tree.states(widget), value: tree.value(widget), popups: screen.popupCount,
            windows: screen.windows.count)
        }
        let popups = screen.popupCount
        fixture.pen.hover(at: position)
        var seen = try screen.waitUntilStill()
        // A tooltip goes with the press, which is no answer of the control's: pressed before it comes.
        for _ in 0..<5 where screen.popupCount > popups {
          fixture.pen.proximityOut()
          try screen.waitForPopups(popups)
          fixture.pen.hover(at: position)
          seen = try screen.waitUntilStill()
        }
        var before = try outcome()
        before.popups = popups
        fixture.pen.down(at: position)
        fixture.pen.up()
        let now = try screen.waitUntilStill()
        let isGone = !screen.windows.contains(window)
        let after = isGone ? nil : try outcome()
        var answers = isGone || isChosenAlready
        if let after {
          let ignored = AccessibleState.transient | 1 << AccessibleState.focused.rawValue
          let isWrittenIn = try role.takesText && tree.has(.focused, widget)
          answers =
            answers || isWrittenIn || after.value != before.value || after.popups != before.popups
            || after.windows != before.windows
            || (after.states ^ before.states) & ~ignored != 0
            || !now.difference(from: seen, outside: own).isEmpty
        }
        if !answers { deaf.append("\(role) “\(widget.name)” \(box)") }
        // Others may depend on what it switched: back again.
        if !isGone, role == .checkBox || role == .toggleSwitch {
          fixture.pen.down(at: position)
          fixture.pen.up()
          try screen.waitUntilStill()
        }
        fixture.pen.proximityOut()
        try screen.waitUntilStill()
        // As it was: what a tap opened is closed, what it closed is opened.
        while screen.popupCount > 0 {
          try screen.keyboard.press("Escape")
          try screen.waitUntilStill()
        }
        for other in screen.windows where other != window && other != fixture.window {
          other.close()
        }
        if isGone { window = try reopen() }
        try screen.waitForWindows(window == fixture.window ? 1 : 2)
        try screen.waitUntilStill()
      }
      let marked = done.map(\.name).filter { $0.contains("_") }
      #expect(marked.isEmpty, "names with mnemonics in “\(window.title)”")
      return (deaf, done.count)
    }

    @Test func `S7 each control of the window and of its dialogs answers to a tap of the pen`()
      async throws
    {
      let fixture = try Self.withTools()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.stroke([fixture.at(100, 300), fixture.at(300, 320)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.findCanvas()

      // The picker's own tests press each of its items; the button that closes the window comes last.
      let picker = fixture.pickerFrame().outset(by: 4)
      let close = try tree.box(tree.wait(for: "Close"))
      let own = try tap(
        allOf: fixture.window, tree, on: fixture,
        leavingOut: [
          picker,
          Rect(
            center: fixture.window.point(close.center.x, close.center.y), radius: close.width / 2),
        ],
        reopen: { throw FixtureError.noPaper })
      #expect(own.deaf.isEmpty, "of the window")
      #expect(own.count >= 2, "title, menu: \(own.count)")

      for dialog in Self.byKeys {
        func open() throws -> Window {
          try fixture.screen.keyboard.press(dialog.key, dialog.modifiers)
          let window = try fixture.screen.waitForWindow { $0 != fixture.window }
          try fixture.screen.waitUntilStill()
          // So that there is something to clear.
          if dialog.key == "," {
            let pad = try tree.box(tree.wait(for: "Test pad")).center
            fixture.pen.stroke((0...10).map { window.point(pad.x + Double($0) * 2, pad.y) })
            fixture.pen.proximityOut()
            try fixture.screen.waitUntilStill()
          }
          return window
        }
        let window = try open()
        let title = window.title
        let found = try tap(
          allOf: window, tree, on: fixture, scrolls: dialog.key == ",", reopen: open)
        #expect(found.deaf.isEmpty, "of “\(title)”")
        #expect(found.count >= dialog.least, "of “\(title)”: \(found.count)")
        for other in fixture.screen.windows where other != fixture.window { other.close() }
        try fixture.screen.waitForWindows(1)
      }
      #expect(try await fixture.kept(1).count == 1)
      // And the last control of the window closes it.
      let button = fixture.window.point(close.center.x, close.center.y)
      fixture.pen.hover(at: button)
      fixture.pen.down(at: button)
      fixture.pen.up()
      #expect(try fixture.app.waitForExit() == .exited(0))
      try fixture.app.expectQuiet()
      fixture.screen.close()
    }

    /// The app with tools, and with room for the largest dialog.
    static func withTools() throws -> AppFixture {
      // A caret that blinked would pass for what comes of a tap.
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 1100, height: 1000), before: App.stopCaret)
      try fixture.waitForPicker()
      return fixture
    }

    @Test func `S7 each control of dialogs that need ink or a picture answers to a tap of the pen`()
      async throws
    {
      let fixture = try Self.withTools()
      let (screen, keyboard) = (fixture.screen, fixture.screen.keyboard)
      let tree = try AccessibleTree(screen)
      fixture.pen.stroke([fixture.at(100, 300), fixture.at(300, 320)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      for (title, layout, least) in Self.byTitles {
        func open() throws -> Window {
          // A dialog that asks for a file has gone by then.
          try screen.waitForWindows(1)
          try screen.waitUntilStill()
          switch layout {
          case "export": try keyboard.press("e", [.control])
          case "alternative-text": try fixture.openAlternativeText(tree)
          case "gesture-recorder": try fixture.openGestureRecorder(tree)
          default: try fixture.openInputTest()
          }
          let window = try screen.waitForWindow { $0.title == title }
          try screen.waitForPopups(0)
          try screen.waitUntilStill()
          if title == "Input Test" {
            // So that there is something to clear.
            let pad = window.point(150, 200)
            fixture.pen.stroke((0...20).map { Point(pad.x + Double($0) * 3, pad.y) })
            fixture.pen.proximityOut()
            try screen.waitUntilStill()
          }
          return window
        }
        if layout == "alternative-text" { try fixture.pastePicture(tree) }
        let found = try tap(allOf: try open(), tree, on: fixture, reopen: open)
        #expect(found.deaf.isEmpty, "of “\(title)”")
        #expect(found.count >= least, "of “\(title)”: \(found.count)")
        for other in screen.windows where other != fixture.window { other.close() }
        try screen.waitForWindows(1)
      }
      // Nothing of it is in the drawing.
      let strokes = await Kept.info(fixture.path)?.strokes
      #expect(strokes == 1)
      try fixture.done()
    }

    @Test func `S7 the pen drags the scroll bar of preferences that are longer than their window`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 800, height: 520))
      try fixture.screen.keyboard.press(",", [.control])
      let window = try fixture.screen.waitForWindow { $0 != fixture.window }
      let before = try fixture.screen.waitUntilStill()
      let frame = window.frame
      // GTK's bar comes at the right edge once the pen is there, its top at the top.
      let x = Double(frame.maxX) - 6
      let top = Double(frame.y) + 80
      fixture.pen.hover(at: Point(x - 40, top))
      fixture.pen.hover(at: Point(x, top))
      try fixture.screen.waitUntilStill()
      fixture.pen.down(at: Point(x, top))
      fixture.pen.move(along: (1...30).map { Point(x, top + Double($0) * 4) })
      fixture.pen.up()
      fixture.pen.proximityOut()
      // Until the bar is gone again.
      try fixture.screen.waitUntilStill(for: 1.5)
      let after = fixture.screen.screenshot()
      let rows = PixelBox(
        x: frame.x + 20, y: frame.y + 60, width: frame.width - 60, height: frame.height - 80)
      let moved = after.cropped(to: rows).difference(from: before.cropped(to: rows))
      #expect(moved.count > 1000 && moved.box.height > 150, "\(moved)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `S7 the pen drags the handles of selected text as a finger does`() throws {
      var selected: [String] = []
      for usesPen in [true, false] {
        let fixture = try AppFixture()
        let (screen, touch) = (fixture.screen, fixture.screen.touch)
        try screen.keyboard.press("F2")
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
        try screen.keyboard.press("a", [.control])
        try screen.keyboard.type("Hello wonderful world and more")
        try screen.waitUntilStill()
        let entry = try #require(screen.popups.first)
        // The field is above the button.
        let word = Point(Double(entry.x) + 85, Double(entry.y) + Double(entry.height) / 3)
        // Twice on a word: GTK selects it, with a handle at either end.
        touch.tap(at: word)
        pause(0.1)
        touch.tap(at: word)
        try screen.waitForPopups(3)
        try screen.waitUntilStill()
        let handle = try #require(screen.popups.dropFirst().max { $0.x < $1.x })
        let grip = Point(
          Double(handle.x) + Double(handle.width) / 2, Double(handle.y) + Double(handle.height) / 2)
        pause(0.6)
        if usesPen {
          fixture.pen.hover(at: grip)
          fixture.pen.down(at: grip)
          fixture.pen.move(along: (1...25).map { Point(grip.x + Double($0) * 2, grip.y) })
          fixture.pen.up()
          fixture.pen.proximityOut()
        } else {
          touch.down(1, at: grip)
          for i in 1...25 {
            touch.move(1, to: Point(grip.x + Double(i) * 2, grip.y))
            pause(0.005)
          }
          touch.up(1)
        }
        try screen.waitUntilStill()
        try screen.keyboard.press("c", [.control])
        try screen.waitForClipboard("text/plain;charset=utf-8")
        selected.append(try screen.clipboardText() ?? "")
        try fixture.done()
      }
      #expect(selected[0] == selected[1])
      #expect(!["", "wonderful"].contains(selected[0]))
    }

    @Test func `S10 the pen drags the window by its header bar`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 1400, height: 1000), maximized: false)
      let before = fixture.window.frame
      let grip = fixture.window.point(Double(before.width) * 0.25, 20)
      fixture.pen.hover(at: grip)
      fixture.pen.down(at: grip)
      for i in 1...20 {
        fixture.pen.move(to: Point(grip.x + Double(i) * 3, grip.y + Double(i) * 2))
        pause(0.01)
      }
      fixture.pen.up()
      fixture.pen.proximityOut()
      try fixture.screen.waitUntilStill()
      // What moved before the drag counted as one stays behind.
      let offset = (fixture.window.frame.x - before.x, fixture.window.frame.y - before.y)
      #expect((30...60).contains(offset.0) && (15...40).contains(offset.1), "\(offset)")
      try fixture.done()
    }

    /// Expects that the menu that is open shows all of its rows at once.
    ///
    /// - Parameter more: The height of what else is in it.
    private func expectWhole(
      from first: String, to last: String, beside more: Double, _ tree: AccessibleTree,
      _ fixture: AppFixture
    ) throws {
      try fixture.screen.waitUntilStill(for: 0.5)
      let menu = try #require(fixture.screen.popups.last)
      let rows = try tree.height(fromRow: first, to: last)
      #expect(Double(menu.height) >= rows + more, "\(rows) points of rows in \(menu)")
      #expect(menu.y >= 0 && menu.maxY <= fixture.screen.size.height, "\(menu)")
      // Where there is more below, the theme lays a shadow over the last row.
      let edge = Double(menu.x) + 8
      let plain = fixture.screen.pixel(at: Point(edge, Double(menu.y + menu.height / 2)))
      let end = fixture.screen.pixel(at: Point(edge, Double(menu.maxY - 12)))
      #expect(end.distance(to: plain) < 8, "\(end) and not \(plain) at the end of \(menu)")
    }

    @Test func `S10 the pen opens menus and chooses rows of lists`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 1280, height: 800))
      let tree = try AccessibleTree(fixture.screen)
      let menu = try tree.box(tree.wait(for: "Main Menu")).center
      try Pointing.pen.press(fixture.window.point(menu.x, menu.y), on: fixture)
      try fixture.screen.waitForPopups(1)
      // Nothing of it has to be scrolled to on a screen of this height. The theme pads a menu by 5 points, and a
      // submenu begins with a row of 30 points that leads back.
      try expectWhole(from: "New Drawing", to: "About Plumbago", beside: 10, tree, fixture)
      try fixture.screen.keyboard.press("v")
      try expectWhole(from: "Zoom to Fit", to: "Windows and Tabs", beside: 40, tree, fixture)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)

      try fixture.screen.keyboard.press(",", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try fixture.screen.waitUntilStill()
      // The list of styles is the first of its kind.
      let combo: UInt32 = 11
      let list = try #require(
        try tree.widgets(in: "Preferences", ofRoles: [combo]).first)
      let middle = try tree.box(list).center
      try Pointing.pen.press(dialog.point(middle.x, middle.y), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let rows = try #require(fixture.screen.popups.last)
      try Pointing.pen.press(
        Point(Double(rows.x + rows.width / 2), Double(rows.maxY) - Double(rows.height) / 6),
        on: fixture)
      let dark = Pixel(PaperStyle.dark.color.rgba >> 8)
      try fixture.screen.wait(for: "dark paper") { _ in
        fixture.screen.pixel(at: fixture.at(20, 20)) == dark
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
