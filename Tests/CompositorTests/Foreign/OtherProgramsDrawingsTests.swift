import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Drawings of other programs, opened and written as a person does it.
  @Suite struct OtherProgramsDrawingsTests {
    private func waitForRed(_ screen: Screen) throws {
      let all = PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
      try screen.wait(for: "the red line", in: all) {
        $0.pixels { $0 == Pixel(0xFF_0000) }.count > 1000
      }
    }

    /// The one drawing in the library, once it is there.
    private func drawing(_ bench: FileBench, by app: Program) async throws -> DocumentStatistics {
      let end = Date().addingTimeInterval(10)
      while bench.library.isEmpty, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
      return try await Kept.wait(
        for: "the line", in: #require(bench.library.first), by: app
      ) { $0.strokes == 1 && $0.settings.layout.pageCount == 1 }
    }

    @Test func `a drawing of Xournal++ opens as one in the library, and its file stays as it was`()
      async throws
    {
      let bench = try FileBench()
      try XournalLine.write(to: bench.path("notes.xopp"))
      let (app, window) = try bench.start([bench.path("notes.xopp")])
      try waitForRed(bench.screen)
      #expect(try await drawing(bench, by: app).title == "notes")
      #expect(window.title.contains("notes"))
      // What is drawn goes into the new drawing.
      bench.stroke(300, 250)
      bench.screen.pen.proximityOut()
      try await Kept.wait(for: "two lines", in: #require(bench.library.first), by: app) {
        $0.strokes == 2
      }
      #expect(try bench.bytes("notes.xopp") == XournalLine.bytes)
      #expect(bench.names("notes") == ["notes.xopp"])
      try bench.finish(app, window)
    }

    @Test func `a damaged drawing of another program gets a sentence, and nothing is made`() throws
    {
      let bench = try FileBench()
      try XournalLine.text.dropLast(40).description.write(
        toFile: bench.path("notes.xopp"), atomically: true, encoding: .utf8)
      let (app, _) = try bench.start([bench.path("notes.xopp")])
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "“notes.xopp” is damaged or incomplete")
      #expect(bench.library.isEmpty)
      app.kill()
    }

    /// Makes a file of a name in the home.
    ///
    /// - Returns: What a drawing that is made of it has.
    private func make(_ name: String, at path: String) async throws -> (strokes: Int, pages: Int) {
      let ink = """
        <ink xmlns="http://www.w3.org/2003/InkML"><trace>0 0, 1000 1000, 2000 0</trace></ink>
        """
      let file = URL(filePath: path)
      switch name {
      case "notes.inkml":
        try Data(ink.utf8).write(to: file)
        return (1, 0)
      case "notes.xopp":
        try XournalLine.bytes.write(to: file)
        return (1, 1)
      case "paper.pdf":
        try Data(SampleDocument.textPages(1)).write(to: file)
        return (0, 1)
      default:
        let store = try await DocumentStore.open(path)
        let size = PageSize(width: 300, height: 200)
        try await store.perform([.begin(with: DrawingSettings(layout: .pages(size, count: 2)))])
        try await store.close()
        return (0, 2)
      }
    }

    @Test(
      arguments: ["notes.inkml", "notes.xopp", "paper.pdf", "trees.plumbago"], [false, true])
    func `S103 a drawing or a document that is dropped on the paper or pasted opens beside it`(
      name: String, isPasted: Bool
    ) async throws {
      let fixture = try AppFixture()
      fixture.pen.stroke([fixture.at(100, 120), fixture.at(250, 140)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      let path = fixture.screen.path(name)
      let (strokes, pages) = try await make(name, at: path)
      try fixture.bring(path, to: fixture.at(300, 300), isPasted: isPasted)
      let title = String(name.prefix { $0 != "." })
      let window = try fixture.screen.waitForWindow { $0.title.contains(title) }
      // One of ours stays where it is, of the others one is made in the library.
      let isOurs = name.hasSuffix(".plumbago")
      let library = fixture.screen.path("Documents/Plumbago")
      try await Kept.wait(
        for: "what came", in: isOurs ? path : "\(library)/\(title).plumbago", by: fixture.app
      ) { $0.strokes == strokes && (pages == 0 || $0.settings.layout.pageCount == pages) }
      let made = try? FileManager.default.contentsOfDirectory(atPath: library)
      #expect((made ?? []).contains { $0.hasSuffix(".plumbago") } != isOurs)
      window.close()
      try fixture.screen.waitForWindows(1)
      // Nothing came into the drawing it was dropped on.
      _ = try await fixture.kept(1)
      try fixture.done()
    }

    @Test func `a drawing of Xournal++ is opened by the dialog, and its file stays as it was`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      try XournalLine.write(to: bench.path("notes.xopp"))
      let (app, _) = try bench.start()
      try screen.waitUntilStill()
      try screen.keyboard.press("o", [.control])
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      try screen.keyboard.type(bench.path("notes.xopp"))
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      _ = try screen.waitForWindow { $0.title == "notes – Plumbago" }
      try waitForRed(screen)
      #expect(try await drawing(bench, by: app).title == "notes")
      #expect(try bench.bytes("notes.xopp") == XournalLine.bytes)
      #expect(bench.names("notes") == ["notes.xopp"])
      try bench.finish(app)
      screen.close()
    }

    @Test
    func `what another program's format cannot hold is said before the drawing is saved there`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      fixture.pen.stroke([fixture.at(100, 120), fixture.at(250, 140)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.keyboard.press("e", [.control])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try fixture.chooseRow(3, of: "Format", tree)
      try tree.wait(
        for: "This format cannot hold all of the drawing: a canvas without edges.")
      // Only pictures have these.
      try tree.wait(forNo: "Dark paper")
      try fixture.saveExport(as: "drawing.xopp", tree)
      try fixture.screen.waitForWindows(1)
      let written = try FileManager.default.subpathsOfDirectory(
        atPath: fixture.screen.folder.home
      ).first { $0.hasSuffix("drawing.xopp") }
      let path = fixture.screen.path(try #require(written))
      let text = try Command.run(["gzip", "-dc", "-S", ".xopp", path]).standardOutput
      #expect(
        text.contains("<xournal creator=\"Plumbago\"") && text.contains("<stroke tool=\"pen\""))
      try fixture.done()
    }
  }
}
