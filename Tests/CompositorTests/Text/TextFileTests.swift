import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension InputOnScreen {
  /// Files of plain text: on the paper they are text boxes, and opened they are drawings.
  @Suite struct TextFileTests {
    private func boxes(in path: String) async throws -> [Element] {
      let store = try await DocumentStore.open(path, mode: .readOnly, kinds: .complete)
      let elements = try await store.load().elements
      try await store.close()
      return elements
    }

    private func texts(in path: String) async throws -> [String] {
      try await boxes(in: path).compactMap { ($0.kind.otherValue as? TextBox)?.text }
    }

    @Test(arguments: [false, true])
    func `S103 a file of text that is dropped on the paper or pasted becomes a text box there`(
      isPasted: Bool
    ) async throws {
      let fixture = try AppFixture()
      let path = fixture.screen.path("list.txt")
      try Data("Eggs\r\nand чай\n".utf8).write(to: URL(filePath: path))
      try fixture.bring(path, to: fixture.at(450, 260), isPasted: isPasted)
      try await Kept.wait(for: "a text", in: fixture.path, by: fixture.app) { $0.texts == 1 }
      let said = try await texts(in: fixture.path)
      #expect(said == ["Eggs\nand чай"])
      if !isPasted {
        let box = try #require(try await boxes(in: fixture.path).first)
        #expect(box.bounds.center.distance(to: fixture.canvasPoint(450, 260)) < 2)
      }
      // One step, and no window for it.
      #expect(fixture.screen.windows.count == 1)
      try fixture.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "no text", in: fixture.path, by: fixture.app) { $0.texts == 0 }
      try fixture.done()
    }

    @Test(
      arguments: [
        ([0x63, 0x61, 0x66, 0xE9], "is no text in UTF-8."),
        ([UInt8](repeating: 0x61, count: 1 << 20) + [0x61], "has more than"),
        ([0x20, 0x0A], "has no text in it."),
      ] as [([UInt8], String)])
    func `a file of text that cannot be a box is told of in a sentence, and changes nothing`(
      bytes: [UInt8], sentence: String
    ) async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      let path = fixture.screen.path("list.txt")
      try Data(bytes).write(to: URL(filePath: path))
      try fixture.screen.drop(
        [("text/uri-list", Array("file://\(path)\r\n".utf8))], at: fixture.at(450, 260))
      try tree.wait(for: "The text could not be inserted")
      try tree.wait(for: "“list.txt” " + sentence)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      #expect(await Kept.info(fixture.path).map { $0.undoDepth == 0 } ?? true)
      try fixture.done()
    }

    @Test func `a file of text that is opened becomes a drawing in the library, which shows it`()
      async throws
    {
      let bench = try FileBench()
      let text = Array("Eggs\nand чай\n".utf8)
      try Data(text).write(to: URL(filePath: bench.path("list.txt")))
      let (app, window) = try bench.start([bench.path("list.txt")])
      try window.maximize()
      try bench.screen.waitUntilStill()
      #expect(window.title == "list – Plumbago")
      let made = try #require(bench.library.first)
      #expect(bench.library.count == 1 && made.hasSuffix("/list.plumbago"))
      let said = try await texts(in: made)
      #expect(said == ["Eggs\nand чай"])
      // It is in view, beside the tools and below the header.
      let shown = try bench.screen.waitUntilStill().cropped(
        to: PixelBox(x: 180, y: 60, width: 300, height: 120))
      #expect(shown.pixels { $0.luma < 0.4 }.count > 100)
      let kept = try bench.bytes("list.txt")
      #expect(Array(kept) == text)
      try bench.finish(app, window)
      bench.screen.close()
    }
  }
}
