import Foundation
import InkModel
import RecordedHands
import TabletCompositor
import Testing

extension InputOnScreen {
  /// What is written into a field is nowhere else.
  @Suite struct NothingKeptTests {
    /// The files below a folder that hold one of some words, by their paths there.
    private static func files(in folder: String, holding words: [String]) -> [String] {
      let forms = words.flatMap { [$0, $0.capitalized] }.map { Data($0.utf8) }
      let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return names.filter { name in
        let path = folder + "/" + name
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        // Reading from a socket or a pipe would wait for ever.
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
          let data = FileManager.default.contents(atPath: path)
        else { return false }
        return forms.contains { data.range(of: $0) != nil }
      }
    }

    @Test func `what is written, and another reading that is chosen, is in no file and in no log`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1000))
      let (screen, pen) = (fixture.screen, fixture.pen)
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press(",", [.control])
      let dialog = try screen.waitForWindow { $0.title == "Preferences" }
      try screen.waitUntilStill()
      // A field whose text is no setting.
      let name = "Write here to try it"
      try fixture.focus(name, tree)
      try screen.waitUntilStill(for: 0.3)
      let found = try tree.widgets().last { widget in
        guard widget.name == name else { return false }
        return AccessibleRole(rawValue: try tree.role(widget))?.takesText == true
      }
      let entry = try #require(found)
      let own = try tree.box(entry)
      let corner = dialog.point(own.minX, own.minY)
      func wait(for text: String) throws {
        let end = Date().addingTimeInterval(10)
        while try tree.content(entry) != text, Date() < end { pause(0.03) }
        let content = try tree.content(entry)
        #expect(content == text)
      }
      let buttons = try ReadingsTests.buttons(tree)
      let written = "coffee"
      let recorded = try RecordedWriting.word(written)
      let middle = corner.y + own.height / 2
      ScribbleTests.writeQuickly(
        recorded.strokes(in: Rect(x: corner.x + 20, y: middle - 14, width: 150, height: 28)),
        with: pen)
      try wait(for: written)
      pause(ReadingsTests.dotTime)
      try Pointing.pen.press(Point(corner.x + 26, middle), on: screen)
      let readings = try ReadingsTests.offered(on: screen, tree, besides: buttons)
      let chosen = try #require(readings.first)
      #expect(chosen != written && chosen.count > 3)
      let row = try ReadingsTests.position(of: 0, of: readings.count, on: screen)
      try Pointing.pen.press(row, on: screen)
      try wait(for: chosen)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      // Something is on disk: a drawing.
      pen.stroke([fixture.at(300, 300), fixture.at(400, 310)])
      pen.proximityOut()
      try screen.waitUntilStill()
      try fixture.app.expectQuiet()
      fixture.window.close()
      let status = try fixture.app.waitForExit()
      #expect(status == .exited(0))

      let words = [written, chosen]
      let folder = screen.folder.path
      #expect(FileManager.default.fileExists(atPath: fixture.path))
      #expect(Self.files(in: folder, holding: words) == [])
      let said = (fixture.app.standardOutput + fixture.app.standardError).lowercased()
      for word in words { #expect(!said.contains(word.lowercased()), "\(said)") }
      // As a control, a file that has one of them.
      let control = screen.folder.state + "/control"
      try Data("\0 \(chosen)\n".utf8).write(to: URL(filePath: control))
      #expect(Self.files(in: folder, holding: words) == ["home/state/control"])
      screen.close()
    }
  }
}
