import Canvas
import Foundation
import InkModel
import TabletCompositor
import Testing

extension InputOnScreen {
  /// From a new drawing to a picture of it, with one kind of pointing or with keys, and nothing else.
  @Suite struct WholeSessionTests {
    @Test(arguments: Pointing.allCases)
    func
      `S6 S7 S8 new, drawn, coloured, erased, undone, moved and exported by pen, finger or mouse alone`(
        by hand: Pointing
      ) async throws
    {
      let first = try AppFixture.withTools()
      try first.waitForPicker()
      let tree = try AccessibleTree(first.screen)
      try first.choose("New Drawing", by: hand, tree)
      var fixture = try secondWindow(of: first)

      try hand.drag(fixture.at(300, 300), to: fixture.at(600, 320), on: fixture)
      fixture = try AppFixture(
        fixture.window, of: fixture.app, on: fixture.screen, path: try await drawing(on: fixture))
      _ = try await fixture.kept(1)
      try hand.press(fixture.item(.color(2)), on: fixture)
      try hand.drag(fixture.at(300, 420), to: fixture.at(600, 440), on: fixture)
      let red = try await fixture.kept(2)[1].element
      guard case .stroke(let stroke) = red.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color.opaque == DefaultPalette.colors[2])

      try hand.press(fixture.tool("eraser"), on: fixture)
      try hand.drag(fixture.at(450, 270), to: fixture.at(450, 350), on: fixture)
      _ = try await fixture.kept(1)
      try hand.press(fixture.item(.undo), on: fixture)
      _ = try await fixture.kept(2)

      try hand.press(fixture.tool("selection"), on: fixture)
      try hand.press(fixture.at(450, 430), on: fixture)
      try hand.drag(fixture.at(450, 430), to: fixture.at(450, 530), on: fixture)
      try await Kept.wait(for: "a move", in: fixture.path, by: fixture.app) { $0.undoDepth == 3 }
      let moved = try await fixture.kept(2).map(\.element)
      #expect(
        moved.map { $0.canvasFromElement.ty.rounded() }.sorted() == [0, 100],
        "\(moved.map { ($0.id, $0.canvasFromElement) }) of \(red.id)")

      try fixture.choose("Export…", in: "Save and Export", by: hand, tree)
      let dialog = try fixture.screen.waitForWindow { $0.title == "Export" }
      try fixture.screen.waitUntilStill()
      try hand.press(tree.position(of: "Export…", in: dialog), on: fixture)
      let chooser = try fixture.screen.waitForWindow { $0.title == "Export the Drawing" }
      try fixture.screen.waitUntilStill()
      try hand.press(tree.position(of: "Save", in: chooser), on: fixture)
      try tree.wait(for: "Exported to “")
      try await expectPicture(of: fixture)
      try fixture.done()
    }

    @Test
    func `S6 new, drawn, coloured, erased, undone, moved and exported by keys alone`() async throws
    {
      let first = try AppFixture.withTools()
      try first.waitForPicker()
      let tree = try AccessibleTree(first.screen)
      let keyboard = first.screen.keyboard
      try keyboard.press("n", [.control])
      var fixture = try secondWindow(of: first)

      // The pen of the keys, down and up by space.
      try keyboard.press("v")
      func line(_ key: String) throws {
        try keyboard.press("space")
        for _ in 0..<8 { try keyboard.press(key) }
        try keyboard.press("space")
        try fixture.screen.waitUntilStill()
      }
      try line("Right")
      fixture = try AppFixture(
        fixture.window, of: fixture.app, on: fixture.screen, path: try await drawing(on: fixture))
      _ = try await fixture.kept(1)
      // A colour: the picker is entered, walked through to its end, where the keys stay in it, and left.
      try keyboard.press("F6")
      try fixture.screen.waitUntilStill()
      for _ in 0..<20 { try keyboard.press("Right") }
      try fixture.screen.settle()
      for _ in 0..<6 where try !hasKeyboard("Orange", tree) {
        try keyboard.press("Left")
        try fixture.screen.settle()
      }
      try keyboard.press("Up")
      try fixture.screen.settle()
      #expect(try hasKeyboard("Red", tree))
      try keyboard.press("space")
      try keyboard.press("Escape")
      try fixture.screen.waitUntilStill()
      for _ in 0..<6 { try keyboard.press("Down") }
      try line("Left")
      let red = try await fixture.kept(2)[1].element
      guard case .stroke(let stroke) = red.kind else {
        Issue.record("of another kind")
        return
      }
      #expect(stroke.ink.color.opaque == DefaultPalette.colors[2])

      // Across the red line, which then comes back.
      try keyboard.press("e")
      for _ in 0..<3 { try keyboard.press("Up") }
      for _ in 0..<4 { try keyboard.press("Right") }
      try line("Down")
      _ = try await fixture.kept(1)
      try keyboard.press("z", [.control])
      _ = try await fixture.kept(2)

      try keyboard.press("Escape")
      try keyboard.press("s")
      try keyboard.press("Tab")
      try keyboard.press("Down", [.shift])
      try await Kept.wait(for: "a move", in: fixture.path, by: fixture.app) { $0.undoDepth == 3 }

      try keyboard.press("e", [.control])
      for title in ["Export", "Export the Drawing"] {
        _ = try fixture.screen.waitForWindow { $0.title == title }
        try fixture.screen.waitUntilStill()
        try keyboard.press("Return")
      }
      try tree.wait(for: "Exported to “")
      try await expectPicture(of: fixture)
      try fixture.done()
    }

    /// AT-SPI's number of the state of the widget that has the keyboard.
    private static let focused: UInt32 = 12

    private func hasKeyboard(_ name: String, _ tree: AccessibleTree) throws -> Bool {
      try tree.widgets().contains { try $0.name == name && tree.has(Self.focused, $0) }
    }

    /// The window that a fixture's app opened beside its own, which is closed.
    private func secondWindow(of first: AppFixture) throws -> AppFixture {
      try first.screen.waitForWindows(2)
      let window = try first.screen.waitForWindow { $0 != first.window }
      first.window.close()
      try first.screen.waitForWindows(1)
      let fixture = try AppFixture(window, of: first.app, on: first.screen, path: "")
      try fixture.waitForPicker()
      return fixture
    }

    /// The file of the one new drawing.
    private func drawing(on fixture: AppFixture) async throws -> String {
      let folder = fixture.screen.folder.home + "/Documents/Plumbago"
      for _ in 0..<500 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if let name = names.first(where: { $0.hasSuffix(".plumbago") }) {
          return folder + "/" + name
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      throw KeptError(description: "no drawing came to \(folder)")
    }

    private func expectPicture(of fixture: AppFixture) async throws {
      let home = fixture.screen.folder.home
      let names = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? []
      let picture = try #require(names.first { $0.hasSuffix(".png") })
      let bytes = try Data(contentsOf: URL(filePath: home + "/" + picture))
      #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]) && bytes.count > 500)
      try fixture.screen.waitForWindows(1)
    }
  }
}
