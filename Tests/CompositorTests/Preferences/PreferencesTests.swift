import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension HandsOnScreen {
  @Suite struct PreferencesTests {
    @Test func `S15 the force curve is bent and tried on a pad, and drawings are drawn with it`()
      async throws
    {
      let desk = try Desk()
      let tree = try AccessibleTree(desk.screen)
      /// How much of the screen a stroke at a force of 0.35 covers.
      func area(_ y: Double, strokes: Int) async throws -> Double {
        let points = (0...40).map { desk.at(100 + Double($0) * 5, y) }
        desk.pen.stroke(points, force: 0.35)
        desk.pen.proximityOut()
        _ = try await desk.kept(strokes)
        try desk.look()
        return desk.ink(around: desk.at(200, y), reach: 30).area
      }
      let before = try await area(60, strokes: 1)
      try desk.screen.keyboard.press(",", [.control])
      let dialog = try desk.screen.waitForWindow { $0.title == "Preferences" }
      for name in ["Style", "Force curve", "Test pad", "Touch", "Stabilizer", "Fast ink"] {
        try tree.wait(for: name)
      }
      try desk.screen.waitUntilStill()
      // The pad has real ink; nothing of it is in the drawing's file.
      let empty = desk.screen.screenshot()
      let pad = dialog.point(300, 290)
      desk.pen.stroke((0...20).map { Point(pad.x + Double($0) * 3, pad.y) }, force: 0.8)
      desk.pen.proximityOut()
      let inked = try desk.screen.waitUntilStill()
      #expect(empty.difference(from: inked).count > 60)
      try tree.press("Clear the Pad")
      let box = PixelBox(covering: Rect(center: Point(pad.x + 30, pad.y), radius: 40))
      try desk.screen.wait(for: "a clear pad") { _ in
        desk.screen.screenshot(of: box) == empty.cropped(to: box)
      }
      #expect(try await desk.kept(1).count == 1)
      // The upper handle is taken up and left: a light touch is enough.
      let editor = dialog.point(105, 290)
      desk.screen.mouse.drag(
        from: Point(editor.x + 32, editor.y - 32), to: Point(editor.x - 30, editor.y - 58))
      try desk.screen.waitUntilStill()
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      let after = try await area(160, strokes: 2)
      #expect(after > before * 1.15, "\(before), then \(after)")
      try desk.done()
    }

    @Test func `S56 the style is chosen in the preferences and holds at once`() async throws {
      let desk = try Desk()
      try desk.screen.keyboard.press(",", [.control])
      _ = try desk.screen.waitForWindow { $0.title == "Preferences" }
      try desk.screen.waitUntilStill()
      func isPaper(_ style: PaperStyle) -> Bool {
        desk.screen.pixel(at: desk.at(20, 20)) == Pixel(style.color.rgba >> 8)
      }
      #expect(isPaper(.light))
      // The list of styles has the focus: dark is the last.
      try desk.screen.keyboard.press("space")
      try desk.screen.waitForPopups(1)
      try desk.screen.keyboard.press("End")
      try desk.screen.keyboard.press("Return")
      try desk.screen.wait(for: "dark paper") { _ in isPaper(.dark) }
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
    }

    @Test func `S75 a finger's swipe scrolls preferences that are longer than their window`() throws
    {
      let desk = try Desk(
        size: PixelSize(width: 800, height: 520))
      let tree = try AccessibleTree(desk.screen)
      try desk.screen.keyboard.press(",", [.control])
      let dialog = try desk.screen.waitForWindow { $0.title == "Preferences" }
      let row = try tree.wait(for: "Force curve")
      try desk.screen.waitUntilStill()
      let before = try tree.box(row)
      let frame = dialog.frame
      let start = dialog.point(Double(frame.width) / 2, Double(frame.height) * 0.7)
      desk.screen.touch.swipe(fingers: 1, from: start, by: Vector(0, -150), duration: 0.3)
      try desk.screen.waitUntilStill(for: 0.6)
      #expect(try tree.box(row).minY < before.minY - 60)
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
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
      let desk = try Desk.withTools(
        size: PixelSize(width: 900, height: 900),
        environment: ["GSETTINGS_SCHEMA_DIR": empty.path],
        // Nobody reads this: there is no schema for it.
        before: {
          try App.writeSettings(["color-scheme": "'dark'", "show-tools": "false"], for: $0)
        })
      let tree = try AccessibleTree(desk.screen)
      func isPaper(_ style: PaperStyle, _ desk: Desk) -> Bool {
        desk.screen.pixel(at: desk.at(20, 600)) == Pixel(style.color.rgba >> 8)
      }
      try desk.waitForPicker()
      #expect(isPaper(.light, desk))
      desk.pen.stroke((0...40).map { desk.at(300 + Double($0) * 5, 600) })
      desk.pen.proximityOut()
      #expect(try await desk.kept(1)[0].samples.count == 41)

      /// Chooses a row of a list in the preferences.
      func choose(_ name: String, row: Int) throws {
        try desk.focus(name, tree)
        try desk.screen.keyboard.press("space")
        try desk.screen.waitForPopups(1)
        try desk.screen.keyboard.press("Home")
        for _ in 0..<row { try desk.screen.keyboard.press("Down") }
        try desk.screen.keyboard.press("Return")
        try desk.screen.waitForPopups(0)
        try desk.screen.waitUntilStill()
      }
      try desk.screen.keyboard.press(",", [.control])
      _ = try desk.screen.waitForWindow { $0.title == "Preferences" }
      try desk.screen.waitUntilStill()
      try choose("Style", row: 2)
      try desk.screen.wait(for: "dark paper") { _ in isPaper(.dark, desk) }
      let undo = try #require(SinglePress.allCases.firstIndex(of: .undo))
      try choose("Lower button, one press", row: undo)
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      // A hand from the menu, where a place of the tools follows it.
      desk.pen.hover(at: desk.at(300, 500))
      desk.pen.press(.lower)
      try await Kept.wait(for: "no stroke", in: desk.path, by: desk.app) { $0.redoDepth == 1 }
      desk.pen.proximityOut()

      // The next window has it all, and the preferences still say so.
      try desk.screen.keyboard.press("n", [.control])
      try desk.screen.waitForWindows(2)
      let window = try desk.screen.waitForWindow { $0 != desk.window }
      let second = try Desk(window, of: desk.app, on: desk.screen, path: "")
      #expect(isPaper(.dark, second))
      window.close()
      try desk.screen.waitForWindows(1)
      try desk.screen.keyboard.press(",", [.control])
      _ = try desk.screen.waitForWindow { $0.title == "Preferences" }
      try tree.wait(for: "Dark")
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      try desk.done()
    }

    @Test func `without the file of layouts the app draws, and says what is missing`() async throws
    {
      let empty = FileManager.default.temporaryDirectory
        .appending(path: "plumbago-no-layouts-\(getpid())")
      try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: empty) }
      let desk = try Desk(environment: ["PLUMBAGO_DATA_DIR": empty.path])
      let tree = try AccessibleTree(desk.screen)
      for keys: (String, Set<Keyboard.Modifier>) in [(",", [.control]), ("p", [.control, .shift])] {
        try desk.screen.keyboard.press(keys.0, keys.1)
        try desk.screen.waitForWindows(2)
        try tree.wait(for: "A part of Plumbago is missing: \(empty.path)")
        try desk.screen.keyboard.press("Escape")
        try desk.screen.waitForWindows(1)
      }
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 8, 200) })
      desk.pen.proximityOut()
      #expect(try await desk.kept(1)[0].samples.count == 21)
      try desk.done()
    }

    @Test func `the window about the app opens from the menu and closes by Escape`() throws {
      let desk = try Desk(size: PixelSize(width: 900, height: 1000))
      let tree = try AccessibleTree(desk.screen)
      try desk.choose("About Plumbago", by: .mouse, tree)
      let about = try desk.screen.waitForWindow { $0 != desk.window }
      try tree.wait(for: "Drawing and handwriting")
      try desk.screen.waitUntilStill()
      #expect(about.isDialog)
      #expect(try tree.texts().contains { $0.contains("0.1.0") })
      try desk.screen.keyboard.press("Escape")
      try desk.screen.waitForWindows(1)
      // The keyboard is the drawing's again, and so is the pen.
      try desk.screen.keyboard.press("e")
      try desk.screen.keyboard.press("p")
      desk.pen.stroke((0...20).map { desk.at(100 + Double($0) * 8, 200) })
      try desk.waitForInk(at: desk.at(180, 200))
      desk.pen.proximityOut()
      try desk.done()
    }
  }
}
