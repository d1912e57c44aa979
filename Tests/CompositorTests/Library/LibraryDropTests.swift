import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What other programs drag to the library that is no drawing: texts and pictures, with and without a file.
  @Suite struct LibraryDropTests {
    /// What the text boxes of a drawing say.
    private func texts(in path: String) async throws -> [String] {
      let store = try await DocumentStore.open(path, mode: .readOnly, kinds: .complete)
      let elements = try await store.load().elements
      try await store.close()
      return elements.compactMap { ($0.kind.otherValue as? TextBox)?.text }
    }

    private func list(_ paths: String...) -> [(type: String, bytes: [UInt8])] {
      [("text/uri-list", Array(paths.map { "file://\($0)\r\n" }.joined().utf8))]
    }

    @Test func `S103 files of text become drawings with a text box, where they are in UTF-8`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let bench = library.bench
      // As an editor of Windows writes it.
      let words = Array("\u{FEFF}Eggs\r\nand чай\r\n".utf8)
      try Data(words).write(to: URL(filePath: bench.path("list.txt")))
      try Data([0xFF, 0xFE, 0x41, 0x00]).write(to: URL(filePath: bench.path("wide.txt")))
      try library.open()
      try bench.screen.drop(
        list(bench.path("list.txt"), bench.path("wide.txt")), at: library.frame("Boats").center)
      library.waitForFiles(["Boats", "list"])
      try library.tree.wait(for: "“wide.txt” is no text in UTF-8.")
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForWindows(1)
      let said = try await texts(in: library.path("list"))
      #expect(said == ["Eggs\nand чай"])
      let kept = try bench.bytes("list.txt")
      #expect(Array(kept) == words)
      try await library.finish()
    }

    @Test func `S103 a text that is dropped on the library becomes a drawing with a text box`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.makeFolder("Work")
      try library.open()
      let screen = library.bench.screen
      let text = "Bread and butter\nfor Friday"
      let offered = [("text/plain;charset=utf-8", Array(text.utf8))]
      try screen.drop(offered, at: library.frame("Boats").center)
      // It is called as it begins.
      library.waitForFiles(["Boats", "Bread and butter"])
      let said = try await texts(in: library.path("Bread and butter"))
      #expect(said == [text])
      // On a folder it comes into that.
      try screen.waitUntilStill()
      try screen.drop(offered, at: library.frame("Work").center)
      library.waitForFile("Work/Bread and butter")
      library.waitForFiles(["Boats", "Bread and butter"])
      try await library.finish()
    }

    @Test func `S103 a picture without a file that is dropped on the library becomes a drawing`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let screen = library.bench.screen
      let file = library.bench.path("four.png")
      try Picture(width: 200, height: 160) { _, _ in Pixel(0xC0_20_B0) }
        .savePNG(file)
      let bytes = Array(try Data(contentsOf: URL(filePath: file)))
      try library.open()
      // A browser offers an address beside it, which is none of a file.
      let address = Array("https://example.org/four.png\r\n".utf8)
      try screen.drop(
        [("text/uri-list", address), ("image/png", bytes), ("text/plain", address)],
        at: library.frame("Boats").center)
      library.waitForFiles(["Boats", "Picture"])
      let made = try await DocumentStore.inspect(library.path("Picture"))
      // 96 pixels to the inch.
      let sizes = made.settings.layout.pages.map(\.size)
      #expect(sizes == [PageSize(width: 150, height: 120)])
      let blob = try #require(made.settings.layout.pages.first?.background.blob)
      let store = try await DocumentStore.open(library.path("Picture"), mode: .readOnly)
      let facts = try #require(try await store.blob(blob))
      let held = try await store.bytes(of: blob, in: 0..<facts.length)
      try await store.close()
      // As it came.
      #expect(held == bytes)
      // What is none gets a sentence, and nothing is made.
      try screen.waitUntilStill()
      try screen.drop(
        [("image/png", Array("no picture at all".utf8))], at: library.frame("Boats").center)
      try library.tree.wait(for: "Not everything could be brought into the library")
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      library.waitForFiles(["Boats", "Picture"])
      try await library.finish()
    }
  }
}
