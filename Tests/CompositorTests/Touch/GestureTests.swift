import Canvas
import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Gestures of several fingers, the paper's menu, and the pages that tell of them.
  @Suite struct GestureTests {
    /// A fixture with lines drawn by pen, which then is away.
    private func start(_ lines: Int, finger: String = "draw") async throws -> AppFixture {
      let fixture = try AppFixture(finger: finger)
      for i in 0..<lines {
        fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 320 + 40 * Double(i)) })
      }
      fixture.pen.proximityOut()
      if lines > 0 { _ = try await fixture.kept(lines) }
      pause(0.6)
      return fixture
    }

    private func wait(_ fixture: AppFixture, strokes: Int, redo: Int) async throws {
      try await Kept.wait(
        for: "\(strokes) strokes, \(redo) to redo", in: fixture.path, by: fixture.app
      ) {
        $0.strokes == strokes && $0.redoDepth == redo
      }
    }

    @Test(arguments: ["draw", "pan"])
    func `S62 S82 S86 taps and swipes undo and redo one step each, and leave no ink`(finger: String)
      async throws
    {
      let fixture = try await start(3, finger: finger)
      let touch = fixture.screen.touch
      let all = try fixture.paperAtRest()
      touch.tap(fingers: 2, at: fixture.at(400, 200))
      try await wait(fixture, strokes: 2, redo: 1)
      touch.tap(fingers: 3, at: fixture.at(400, 200))
      try await wait(fixture, strokes: 3, redo: 0)
      for _ in 0..<2 {
        touch.swipe(fingers: 3, from: fixture.at(500, 250), by: Vector(-170, 10))
        pause(0.1)
      }
      try await wait(fixture, strokes: 1, redo: 2)
      // Zoomed and turned, left is still left (S86).
      try fixture.screen.keyboard.press("r", [.control])
      try fixture.screen.keyboard.press("plus")
      touch.swipe(fingers: 3, from: fixture.at(300, 250), by: Vector(170, 10))
      try await wait(fixture, strokes: 2, redo: 1)
      touch.swipe(fingers: 3, from: fixture.at(300, 250), by: Vector(170, 10))
      try await wait(fixture, strokes: 3, redo: 0)
      try fixture.screen.keyboard.press("0")
      try fixture.screen.keyboard.press("5", [.control])
      try fixture.screen.waitUntilStill(for: 1)
      // Near misses: too short, upwards, taken over by the desktop.
      touch.swipe(fingers: 3, from: fixture.at(400, 250), by: Vector(-70, 0))
      touch.swipe(fingers: 3, from: fixture.at(400, 350), by: Vector(-20, -160))
      touch.down([(1, fixture.at(400, 300)), (2, fixture.at(450, 300)), (3, fixture.at(500, 300))])
      for i in 1...20 {
        touch.move((1...3).map { ($0, fixture.at(350 + Double($0) * 50 - Double(i) * 9, 300)) })
        pause(0.008)
      }
      touch.cancel()
      try fixture.screen.waitUntilStill(for: 0.7)
      try await wait(fixture, strokes: 3, redo: 0)
      #expect(all.width > 0)
      try fixture.done()
    }

    /// How the window and what lies in it are laid out.
    enum Layout: String, CaseIterable, Sendable {
      case wide, narrow, short
      case fullScreen = "full screen"
      case withoutTools = "without tools"
      case mirrored = "right to left"

      var size: PixelSize {
        switch self {
        case .narrow: PixelSize(width: 400, height: 760)
        case .short: PixelSize(width: 720, height: 360)
        default: PixelSize(width: 800, height: 600)
        }
      }
    }

    @Test(arguments: Layout.allCases)
    func `S62 three fingers undo and redo in every layout`(_ layout: Layout) async throws {
      let fixture = try AppFixture(
        size: layout.size, preferences: layout == .withoutTools ? [.showTools: false] : [:],
        environment: layout == .mirrored ? AppFixture.rightToLeft : [:])
      if layout == .fullScreen {
        try fixture.screen.keyboard.press("F11")
        try fixture.screen.waitUntilStill(for: 0.5)
      }
      // In a short window the tools lie over the upper half.
      let middle = fixture.middle + Vector(0, layout == .short ? 60 : 0)
      for i in 0..<3 {
        let y = middle.y - 40 + 40 * Double(i)
        fixture.pen.stroke((0...20).map { Point(middle.x - 60 + Double($0) * 6, y) })
      }
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      pause(0.6)
      let touch = fixture.screen.touch
      for (dx, strokes) in [(-150.0, 2), (-150, 1), (150, 2), (150, 3)] {
        touch.swipe(fingers: 3, from: Point(middle.x - dx / 2, middle.y), by: Vector(dx, 6))
        try await wait(fixture, strokes: strokes, redo: 3 - strokes)
      }
      touch.tap(fingers: 2, at: middle)
      try await wait(fixture, strokes: 2, redo: 1)
      touch.tap(fingers: 3, at: middle)
      try await wait(fixture, strokes: 3, redo: 0)
      try fixture.done()
    }

    @Test func `S71 a swipe of three fingers shows how far it is, and going back takes it back`()
      async throws
    {
      let fixture = try await start(2)
      let touch = fixture.screen.touch
      let before = try fixture.paperAtRest()
      let badge = PixelBox(
        covering: Rect(
          center: Point(
            fixture.room.center.x, fixture.at(0, Double(fixture.canvas.height) * 0.24).y),
          radius: 42)
      )
      func dark() -> Int { fixture.screen.screenshot(of: badge).pixels { $0.luma < 0.6 }.count }
      #expect(dark() == 0)
      touch.down([(1, fixture.at(500, 400)), (2, fixture.at(550, 400)), (3, fixture.at(600, 400))])
      var shots: [Picture] = []
      for i in 1...8 {
        func move() {
          for _ in 0..<4 {
            pause(0.004)
            touch.move(
              (1...3).map { ($0, fixture.at(450 + Double($0) * 50 - Double(i) * 17, 400)) })
          }
        }
        // Once it is known for a swipe, each step is in the next frame.
        if let last = shots.last, (3...5).contains(i) {
          let frame = try fixture.frame(
            with: "step \(i)", in: badge, after: move, where: { $0 != last })
          #expect(frame == 1, "step \(i)")
        } else {
          move()
        }
        shots.append(try fixture.screen.waitUntilStill().cropped(to: badge))
      }
      #expect(dark() > 1000)
      // Each step shows another one, until it is full.
      for (a, b) in zip(shots, shots.dropFirst()).prefix(5) { #expect(a != b) }
      #expect(shots[6] == shots[7])
      for i in stride(from: 8, through: 2, by: -1) {
        touch.move((1...3).map { ($0, fixture.at(450 + Double($0) * 50 - Double(i) * 17, 400)) })
        pause(0.01)
      }
      touch.up([1, 2, 3])
      #expect(try fixture.paperAtRest() == before)
      try await wait(fixture, strokes: 2, redo: 0)
      try fixture.done()
    }

    @Test func `S64 three fingers on a touchpad swipe through the history as well`() async throws {
      let fixture = try await start(2)
      fixture.screen.mouse.move(to: fixture.at(400, 200))
      fixture.screen.touchpad.swipe(by: Vector(-160, 5))
      try await wait(fixture, strokes: 1, redo: 1)
      fixture.screen.touchpad.swipe(by: Vector(160, 5))
      try await wait(fixture, strokes: 2, redo: 0)
      fixture.screen.touchpad.swipe(by: Vector(-160, 5), cancelled: true)
      fixture.screen.touchpad.swipe(by: Vector(-60, 5))
      fixture.screen.touchpad.swipe(by: Vector(-20, 160))
      fixture.screen.touchpad.swipe(fingers: 4, by: Vector(-160, 0))
      try fixture.screen.waitUntilStill(for: 0.5)
      try await wait(fixture, strokes: 2, redo: 0)
      try fixture.done()
    }

    @Test(arguments: [false, true])
    func `S88 all that a long press opens stands in the window's menu or on a button`(
      whatIsSelected: Bool
    ) async throws {
      let fixture = try AppFixture(size: PixelSize(width: 1100, height: 1000), finger: "pan")
      let line = (0...20).map { fixture.at(200 + Double($0) * 8, 300) }
      fixture.pen.stroke(line)
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      if whatIsSelected { try fixture.screen.keyboard.press("a", [.control]) }
      try fixture.screen.waitUntilStill(for: 0.7)
      let tree = try AccessibleTree(fixture.screen)
      func names(_ roles: Set<AccessibleRole>) throws -> Set<String> {
        let found = try tree.widgets(ofRoles: Set(roles.map(\.rawValue)))
        return Set(found.map(\.name)).subtracting([""])
      }
      let buttons = try names([.button, .toggleButton])
      fixture.screen.touch.down(1, at: line[10])
      try fixture.screen.waitForPopups(1)
      fixture.screen.touch.up(1)
      try fixture.screen.waitUntilStill()
      // Its rows, and the buttons that stand among them.
      let opened = try names([.menuItem])
        .union(names([.button, .toggleButton]).subtracting(buttons))
      #expect(opened.count >= 8, "\(opened.sorted())")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      #expect(try names([.menuItem]).isEmpty)

      try Pointing.finger.press(tree.position(of: "Main Menu", in: fixture.window), on: fixture)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      let inSight = try names([.menuItem]).union(names([.button, .toggleButton]))
      // A button says what it would undo.
      let hidden = opened.filter { item in
        !inSight.contains {
          $0 == item || $0.hasPrefix(item + " ") || $0 == "Nothing to \(item.lowercased())"
        }
      }
      #expect(hidden.isEmpty, "of \(inSight.sorted())")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    /// Expects the menu that is open to lie on the screen, and to show all its rows without scrolling.
    private func expectWholeMenu(on fixture: AppFixture, _ tree: AccessibleTree) throws {
      let menu = try #require(fixture.screen.popups.last).rect
      let size = fixture.screen.size
      let screen = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      #expect(screen.contains(menu), "\(menu)")
      let rows = try tree.whileItChanges {
        try tree.widgets(ofRoles: [AccessibleRole.menuItem.rawValue]).map { try tree.box($0) }
      }
      let (first, last) = (rows.map(\.minY).min() ?? 0, rows.map(\.maxY).max() ?? 0)
      #expect(rows.count >= 10)
      #expect(last - first <= menu.height, "\(rows.count) rows in \(menu)")
    }

    @Test func `S78 a long press opens the menu at the finger, as keys and the mouse do`()
      async throws
    {
      let fixture = try await start(2, finger: "pan")
      let touch = fixture.screen.touch
      let position = fixture.at(250, 150)
      touch.down(1, at: position)
      try fixture.screen.waitForPopups(1)
      touch.up(1)
      try fixture.screen.waitUntilStill()
      let box = try #require(fixture.screen.popups.first)
      #expect(abs(Double(box.x) - position.x) < 40 && abs(Double(box.y) - position.y) < 40)
      let tree = try AccessibleTree(fixture.screen)
      for name in ["Undo", "Redo", "Zoom to Fit", "Paper…"] { try tree.wait(for: name) }
      // Its first item undoes, by a tap.
      touch.tap(at: Point(Double(box.x) + 60, Double(box.y) + 30))
      try await wait(fixture, strokes: 1, redo: 1)
      try fixture.screen.waitForPopups(0)
      try fixture.screen.keyboard.press("F10", [.shift])
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      // In the middle, neither above nor below has room for all rows.
      for y in [200.0, 260, 500] {
        fixture.screen.mouse.click(at: fixture.at(300, y), .right)
        try fixture.screen.waitForPopups(1)
        try fixture.screen.waitUntilStill()
        try expectWholeMenu(on: fixture, tree)
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForPopups(0)
      }
      fixture.screen.mouse.leave()
      // Near misses: a finger that strays, and one that is not there for long.
      touch.down(1, at: position)
      touch.move(1, to: position + Vector(14, 0))
      pause(0.7)
      touch.up(1)
      touch.tap(at: fixture.at(500, 300), duration: 0.3)
      pause(0.5)
      #expect(fixture.screen.popupCount == 0)
      // The paper is drawn on as ever.
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 200) })
      fixture.pen.proximityOut()
      try await wait(fixture, strokes: 2, redo: 0)
      try fixture.done()
    }

    @Test func `a window closes with its menu open, and a menu at the edge stays on the screen`()
      async throws
    {
      let fixture = try await start(1, finger: "pan")
      let corner = fixture.at(Double(fixture.canvas.width) - 30, Double(fixture.canvas.height) - 30)
      fixture.screen.touch.down(1, at: corner)
      try fixture.screen.waitForPopups(1)
      fixture.screen.touch.up(1)
      try fixture.screen.waitUntilStill()
      let box = try #require(fixture.screen.popups.first)
      #expect(
        box.x >= 0 && box.y >= 0 && box.maxX <= fixture.screen.size.width + 24
          && box.maxY <= 600 + 24)
      try fixture.done()
    }

    @Test func `S65 S69 the gestures are told of in a window of their own and among the shortcuts`()
      throws
    {
      let fixture = try AppFixture()
      try fixture.screen.keyboard.press("F1", [.shift])
      _ = try fixture.screen.waitForWindow { $0.title == "Gestures" }
      let tree = try AccessibleTree(fixture.screen)
      for text in [
        "Tap with two fingers", "Swipe left with three fingers",
        "Move, spread and turn two fingers", "Hold one finger still", "On a Touchpad", "Ctrl+Z",
      ] {
        try tree.wait(for: text)
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.screen.keyboard.press("question", [.control, .shift])
      try fixture.screen.waitForWindows(2)
      try tree.wait(for: "Tap with three fingers")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    /// What the help says of a movement.
    private static let instructions: [Gesture.Movement: [Int: String]] = [
      .tap: [1: "Tap with one finger", 2: "Tap with two fingers", 3: "Tap with three fingers"],
      .doubleTap: [1: "Tap twice with one finger"], .hold: [1: "Hold one finger still"],
      .drag: [1: "Move one finger", 2: "Move two fingers"],
      .pinch: [2: "Move, spread and turn two fingers"],
      .swipeLeft: [3: "Swipe left with three fingers"],
      .swipeRight: [3: "Swipe right with three fingers"],
      .pinchIn: [3: "Pinch three fingers together"], .pinchOut: [3: "Spread three fingers"],
    ]

    /// What does the same as a gesture without a touchscreen, first the one that the help tells of.
    private static let alternatives: [Gesture.Effect: [String]] = [
      .moveView: ["win.zoom-in", "win.turn-right"], .zoom: ["win.zoom-in", "win.zoom-fit"],
      .undo: ["win.undo"], .redo: ["win.redo"], .copy: ["win.copy"], .paste: ["win.paste"],
      .menu: ["win.context-menu"], .select: ["win.select-all"],
    ]

    /// The keys of an action as the help shows them, and its row in a menu; `nil` for the action that is a menu.
    private static let keysAndRows: [String: (keys: String, row: String?)] = [
      "win.undo": ("Ctrl+Z", "Undo"), "win.redo": ("Shift+Ctrl+Z", "Redo"),
      "win.copy": ("Ctrl+C", "Copy"), "win.paste": ("Ctrl+V", "Paste"),
      "win.select-all": ("Ctrl+A", "Select All"), "win.zoom-in": ("Ctrl++", "Zoom In"),
      "win.zoom-fit": ("Ctrl+1", "Zoom to Fit"), "win.turn-right": ("Ctrl+R", "Rotate Right"),
      "win.context-menu": ("Menu", nil),
    ]

    @Test
    func
      `S69 S72 each gesture of the table has a line of help with its keys, and an action in a menu`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1000))
      let tree = try AccessibleTree(fixture.screen)
      var instructions: [String: Int] = [:]
      var keys: [String: Int] = [:]
      var actions: Set<String> = []
      for gesture in Gesture.all {
        let words = try #require(
          Self.instructions[gesture.movement]?[gesture.fingers], "\(gesture) is not told of")
        instructions[words, default: 0] += 1
        // Whatever draws or moves the paper does so by pen, mouse and arrow keys.
        let names = Self.alternatives[gesture.effect] ?? []
        actions.formUnion(names)
        if let first = names.first {
          keys[try #require(Self.keysAndRows[first], "\(first)").keys, default: 0] += 1
        }
      }
      // The window has each of them as often as the table.
      try fixture.screen.keyboard.press("F1", [.shift])
      _ = try fixture.screen.waitForWindow { $0.title == "Gestures" }
      try tree.wait(for: "On a Touchpad")
      let help = try tree.widgets(in: "Gestures").map(\.name)
      for (words, count) in instructions {
        #expect(help.count { $0 == words } == count, "“\(words)” in the window")
      }
      for (label, count) in keys {
        #expect(help.count { $0 == label } == count, "“\(label)” in the window")
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      // So has the one of shortcuts.
      try fixture.screen.keyboard.press("question", [.control, .shift])
      try fixture.screen.waitForWindows(2)
      try tree.wait(for: "Tap with three fingers")
      let shortcuts = try tree.widgets().map(\.name)
      for words in instructions.keys {
        #expect(shortcuts.contains { $0.contains(words) }, "“\(words)” among the shortcuts")
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)

      // What the window can do, as it says on the session bus.
      let bus = try #require(fixture.screen.environment["DBUS_SESSION_BUS_ADDRESS"])
      let list = try Command.run(
        [
          "gdbus", "call", "--session", "--dest", "org.plumbago.Plumbago", "--object-path",
          "/org/plumbago/Plumbago/window/1", "--method", "org.gtk.Actions.List",
        ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
      #expect(list.status == 0, "\(list)")
      for action in actions {
        let name = action.replacing("win.", with: "")
        #expect(list.standardOutput.contains("'\(name)'"), "\(action) is no action")
      }
      // The menu of the paper and that of the window.
      fixture.screen.mouse.click(at: fixture.at(300, 200), .right)
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: "Select All")
      var rows = try tree.texts()
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      fixture.screen.mouse.leave()
      try fixture.screen.keyboard.press("F10")
      try fixture.screen.waitForPopups(1)
      try tree.wait(for: "Preferences")
      rows += try tree.texts()
      for action in actions {
        guard let row = try #require(Self.keysAndRows[action], "\(action)").row else { continue }
        #expect(rows.contains { $0.hasPrefix(row) }, "\(action) is in no menu")
      }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try fixture.done()
    }

    @Test
    func
      `S84 three fingers closing copy what is selected, and opening they paste it, as the keys do`()
      async throws
    {
      let fixture = try await start(1)
      let touch = fixture.screen.touch
      let center = fixture.at(450, 200)
      // Nothing selected, nothing copied: there is nothing to change.
      touch.pinch(fingers: 3, center: center, from: 130, to: 60)
      touch.pinch(fingers: 3, center: center, from: 60, to: 130)
      try fixture.screen.waitUntilStill(for: 0.5)
      try await wait(fixture, strokes: 1, redo: 0)
      try fixture.screen.keyboard.press("a", [.control])
      touch.pinch(fingers: 3, center: center, from: 130, to: 60)
      try fixture.screen.waitUntilStill(for: 0.5)
      touch.pinch(fingers: 3, center: center, from: 60, to: 130)
      try await wait(fixture, strokes: 2, redo: 0)
      // The clipboard is the one that Ctrl+V takes from.
      try fixture.screen.keyboard.press("v", [.control])
      try await wait(fixture, strokes: 3, redo: 0)
      try fixture.done()
    }

    @Test
    func `S72 S85 what gestures do has its buttons, menus and keys, for who has no touchscreen`()
      async throws
    {
      let fixture = try await start(2)
      let (mouse, keyboard) = (fixture.screen.mouse, fixture.screen.keyboard)
      mouse.click(at: fixture.undoButton)
      try await wait(fixture, strokes: 1, redo: 1)
      mouse.click(at: fixture.redoButton)
      try await wait(fixture, strokes: 2, redo: 0)
      mouse.leave()
      try keyboard.press("z", [.control])
      try await wait(fixture, strokes: 1, redo: 1)
      try keyboard.press("z", [.control, .shift])
      try await wait(fixture, strokes: 2, redo: 0)
      // The menu of the paper has what the gestures do, and its keys beside it.
      mouse.click(at: fixture.at(300, 200), .right)
      try fixture.screen.waitForPopups(1)
      let tree = try AccessibleTree(fixture.screen)
      for name in ["Undo", "Redo", "Copy", "Paste", "Select All", "Zoom to Fit"] {
        try tree.wait(for: name)
      }
      try keyboard.press("Escape")
      try fixture.screen.waitForPopups(0)
      try keyboard.press("a", [.control])
      try keyboard.press("c", [.control])
      try keyboard.press("v", [.control])
      try await wait(fixture, strokes: 4, redo: 0)
      try keyboard.press("Escape")
      let before = try fixture.paperAtRest()
      try keyboard.press("plus", [.control])
      try keyboard.press("r", [.control])
      let after = try fixture.paperAtRest()
      #expect(before != after)
      try fixture.done()
    }

    @Test func `S69 the first touch is answered by a hint, once`() throws {
      let fixture = try AppFixture(finger: "draw", preferences: [.gesturesTold: false])
      fixture.screen.touch.tap(at: fixture.at(300, 300))
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "A tap with two fingers undoes")
      try tree.press("All Gestures")
      _ = try fixture.screen.waitForWindow { $0.title == "Gestures" }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try tree.wait(forNo: "A tap with two fingers undoes")
      fixture.screen.touch.tap(at: fixture.at(320, 300))
      try fixture.screen.waitUntilStill(for: 0.7)
      try tree.wait(forNo: "A tap with two fingers undoes")
      try fixture.done()
    }

    @Test func `S8 what one finger does is chosen in the preferences and holds at once`()
      async throws
    {
      let fixture = try await start(1, finger: "pan")
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      let tree = try AccessibleTree(fixture.screen)
      try tree.wait(for: "One finger")
      try tree.wait(for: "Other hand moves the paper")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try App.writeSettings(["finger": "'draw'"], for: fixture.screen)
      pause(0.5)
      fixture.screen.touch.swipe(fingers: 1, from: fixture.at(200, 200), by: Vector(150, 0))
      try await wait(fixture, strokes: 2, redo: 0)
      try fixture.done()
    }
  }
}
