import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct PreferencesTests {
    @Test func `S15 the force curve is bent and tried on a pad, and drawings are drawn with it`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      /// How much of the screen a stroke at a force of 0.35 covers.
      func area(_ y: Double, strokes: Int) async throws -> Double {
        let points = (0...40).map { fixture.at(100 + Double($0) * 5, y) }
        fixture.pen.stroke(points, force: 0.35)
        fixture.pen.proximityOut()
        _ = try await fixture.kept(strokes)
        try fixture.findCanvas()
        return fixture.ink(around: fixture.at(200, y), reach: 30).area
      }
      let before = try await area(60, strokes: 1)
      try fixture.screen.keyboard.press(",", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      for name in ["Style", "Force curve", "Test pad", "Touch", "Stabilizer", "Fast ink"] {
        try tree.wait(for: name)
      }
      try fixture.screen.waitUntilStill()
      // The pad has real ink; nothing of it is in the drawing's file.
      let empty = fixture.screen.screenshot()
      let pad = dialog.point(300, 290)
      fixture.pen.stroke((0...20).map { Point(pad.x + Double($0) * 3, pad.y) }, force: 0.8)
      fixture.pen.proximityOut()
      let inked = try fixture.screen.waitUntilStill()
      #expect(empty.difference(from: inked).count > 60)
      try tree.press("Clear the Pad")
      let box = PixelBox(covering: Rect(center: Point(pad.x + 30, pad.y), radius: 40))
      try fixture.screen.wait(for: "a clear pad") { _ in
        fixture.screen.screenshot(of: box) == empty.cropped(to: box)
      }
      #expect(try await fixture.kept(1).count == 1)
      // The upper handle is taken up and left: a light touch is enough.
      let editor = dialog.point(105, 290)
      fixture.screen.mouse.drag(
        from: Point(editor.x + 32, editor.y - 32), to: Point(editor.x - 30, editor.y - 58))
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      let after = try await area(160, strokes: 2)
      #expect(after > before * 1.15, "\(before), then \(after)")
      try fixture.done()
    }

    @Test func `S56 the style is chosen in the preferences and holds at once`() async throws {
      let fixture = try AppFixture()
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try fixture.screen.waitUntilStill()
      func isPaper(_ style: PaperStyle) -> Bool {
        fixture.screen.pixel(at: fixture.at(20, 20)) == Pixel(style.color.rgba >> 8)
      }
      #expect(isPaper(.light))
      // The list of styles has the focus: dark is the last.
      try fixture.screen.keyboard.press("space")
      try fixture.screen.waitForPopups(1)
      try fixture.screen.keyboard.press("End")
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.wait(for: "dark paper") { _ in isPaper(.dark) }
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `a wheel over a slider scrolls the preferences, and changes nothing`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 800, height: 520))
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press(",", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try fixture.screen.waitUntilStill()
      let sliders = try tree.widgets(
        in: "Preferences", ofRoles: [AccessibleRole.slider.rawValue])
      let row = try #require(sliders.first)
      let (before, value) = (try tree.box(row), tree.value(row))
      fixture.screen.mouse.move(to: dialog.point(before.center.x, before.center.y))
      fixture.screen.mouse.scroll(3)
      try fixture.screen.waitUntilStill(for: 0.4)
      #expect(try tree.box(row).minY < before.minY - 30)
      #expect(value != nil && tree.value(row) == value)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `S75 a finger's swipe scrolls preferences that are longer than their window`() throws
    {
      let fixture = try AppFixture(
        size: PixelSize(width: 800, height: 520))
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press(",", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      let row = try tree.wait(for: "Force curve")
      try fixture.screen.waitUntilStill()
      let before = try tree.box(row)
      let frame = dialog.frame
      let start = dialog.point(Double(frame.width) / 2, Double(frame.height) * 0.7)
      fixture.screen.touch.swipe(fingers: 1, from: start, by: Vector(0, -150), duration: 0.3)
      try fixture.screen.waitUntilStill(for: 0.6)
      #expect(try tree.box(row).minY < before.minY - 60)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test
    func
      `without an installed schema the app draws, complains of nothing and keeps what is chosen`()
      async throws
    {
      let empty = FileManager.default.temporaryDirectory
        .appending(path: "plumbago-no-schema-\(getpid())")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: empty) }
      let fixture = try AppFixture.withTools(
        size: PixelSize(width: 900, height: 900),
        environment: ["GSETTINGS_SCHEMA_DIR": empty.path],
        // Nobody reads this: there is no schema for it.
        before: {
          try App.writeSettings(["color-scheme": "'dark'", "show-tools": "false"], for: $0)
        })
      let tree = try AccessibleTree(fixture.screen)
      func isPaper(_ style: PaperStyle, _ fixture: AppFixture) -> Bool {
        fixture.screen.pixel(at: fixture.at(20, 600)) == Pixel(style.color.rgba >> 8)
      }
      try fixture.waitForPicker()
      #expect(isPaper(.light, fixture))
      fixture.pen.stroke((0...40).map { fixture.at(300 + Double($0) * 5, 600) })
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1)[0].samples.count == 41)

      /// Chooses a row of a list in the preferences.
      func choose(_ name: String, row: Int) throws {
        try fixture.focus(name, tree)
        try fixture.screen.chooseInList(by: ["Home"] + Array(repeating: "Down", count: row))
        try fixture.screen.waitUntilStill()
      }
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try fixture.screen.waitUntilStill()
      try choose("Style", row: 2)
      try fixture.screen.wait(for: "dark paper") { _ in isPaper(.dark, fixture) }
      let undo = try #require(SinglePress.allCases.firstIndex(of: .undo))
      try choose("Lower button, one press", row: undo)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      // A hand from the menu, which the tools' position follows.
      fixture.pen.hover(at: fixture.at(300, 500))
      fixture.pen.press(.lower)
      try await Kept.wait(for: "no stroke", in: fixture.path, by: fixture.app) { $0.redoDepth == 1 }
      fixture.pen.proximityOut()

      // The next window has it all, and the preferences still say so.
      try fixture.screen.keyboard.press("n", [.control])
      try fixture.screen.waitForWindows(2)
      let window = try fixture.screen.waitForWindow { $0 != fixture.window }
      let second = try AppFixture(window, of: fixture.app, on: fixture.screen, path: "")
      #expect(isPaper(.dark, second))
      window.close()
      try fixture.screen.waitForWindows(1)
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try tree.wait(for: "Dark")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `without the file of layouts the app draws, and says what is missing`() async throws
    {
      let empty = FileManager.default.temporaryDirectory
        .appending(path: "plumbago-no-layouts-\(getpid())")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: empty) }
      let fixture = try AppFixture(environment: ["PLUMBAGO_DATA_DIR": empty.path])
      let tree = try AccessibleTree(fixture.screen)
      for keys: (String, Set<Keyboard.Modifier>) in [(",", [.control]), ("p", [.control, .shift])] {
        try fixture.screen.keyboard.press(keys.0, keys.1)
        try fixture.screen.waitForWindows(2)
        try tree.wait(for: "A part of Plumbago is missing: \(empty.path)")
        try fixture.screen.keyboard.press("Escape")
        try fixture.screen.waitForWindows(1)
      }
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 200) })
      fixture.pen.proximityOut()
      #expect(try await fixture.kept(1)[0].samples.count == 21)
      try fixture.done()
    }

    @Test func `the window about the app opens from the menu and closes by Escape`() throws {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1100))
      let tree = try AccessibleTree(fixture.screen)
      try fixture.choose("About Plumbago", by: .mouse, tree)
      let about = try fixture.screen.waitForWindow { $0 != fixture.window }
      try tree.wait(for: "Drawing and handwriting")
      try fixture.screen.waitUntilStill()
      #expect(about.isDialog)
      #expect(try tree.texts().contains { $0.contains("0.2.0") })
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      // The keyboard is the drawing's again, and so is the pen.
      try fixture.screen.keyboard.press("e")
      try fixture.screen.keyboard.press("p")
      fixture.pen.stroke((0...20).map { fixture.at(100 + Double($0) * 8, 200) })
      try fixture.waitForInk(at: fixture.at(180, 200))
      fixture.pen.proximityOut()
      try fixture.done()
    }
  }
}
