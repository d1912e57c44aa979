import Foundation
import InkModel
import InkStore
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pages of a document that come into a drawing with pages of its own.
  @Suite struct InsertedPagesTests {
    private static let red = Pixel(0xFF_0000)
    /// So high that one page is in the middle of the view.
    private static let own = PageSize(width: 500, height: 1000)
    private static let inserted = PageSize(width: 480, height: 980)

    /// Two pages, the first of which has a red square from (100, 400) to (300, 600).
    private static let document: String = {
      let page = { (content: Int) in
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 480 980] /Contents \(content) 0 R"
          + " /Resources << >> >>"
      }
      return SampleDocument.text(
        objects: [
          "<< /Type /Catalog /Pages 2 0 R >>",
          "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>", page(5), page(6),
          SampleDocument.stream("1 0 0 rg 100 400 200 200 re f"), SampleDocument.stream("n"),
        ])
    }()

    /// The app with a drawing of two pages, the first in view, and the document in its home.
    private func fixture() async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "inserted-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(Self.own, count: 2)))
      ])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 1000, height: 1100), profile: .barePaper,
        preferences: [.colorScheme: .init("light")],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
          try Self.document.write(
            toFile: $0.path("paper.pdf"), atomically: true, encoding: .utf8)
        })
    }

    private func redPixels(_ fixture: AppFixture) -> Int {
      fixture.screen.screenshot(of: fixture.wholeCanvas).pixels { $0 == Self.red }.count
    }

    @Test
    func `pages of a document come behind the one in view, in one step that is undone and redone`()
      async throws
    {
      let fixture = try await fixture()
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Pages: 1 of 2")
      #expect(redPixels(fixture) == 0)
      // By the names of the rows: their letters are those of others, too.
      try fixture.choose("Pages", by: .mouse, tree)
      try screen.waitUntilStill(for: 0.5)
      try Pointing.mouse.press(
        tree.position(ofRow: "Insert Pages From…", in: #require(screen.popups.last)), on: fixture)
      _ = try screen.waitForWindow { $0.title == "Insert Pages From" }
      try screen.waitUntilStill()
      try screen.keyboard.type(screen.path("paper.pdf"))
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try screen.waitForWindows(1)

      func expectInserted() async throws {
        let kept = try await Kept.wait(for: "four pages", in: fixture.path, by: fixture.app) {
          $0.settings.layout.pageCount == 4
        }
        #expect(kept.undoDepth == 1)
        let pages = kept.settings.layout.pages
        #expect(pages.first?.id == 1 && pages.last?.id == 2)
        #expect(pages.map(\.size) == [Self.own, Self.inserted, Self.inserted, Self.own])
        let numbers = pages.map { page -> Int? in
          guard case .document(_, let number) = page.background else { return nil }
          return number
        }
        #expect(numbers == [nil, 0, 1, nil])
      }
      try await expectInserted()
      // The first of them is in view.
      try tree.wait(for: "Pages: 2 of 4")
      try screen.wait(for: "the page", in: fixture.wholeCanvas) {
        $0.pixels { $0 == Self.red }.count > 10_000
      }

      try screen.keyboard.press("z", [.control])
      let back = try await Kept.wait(for: "two pages", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 2 && $0.redoDepth == 1
      }
      #expect(back.settings.layout.pages.map(\.id) == [1, 2])
      try screen.wait(for: "no page of the document", in: fixture.wholeCanvas) {
        $0.pixels { $0 == Self.red }.isEmpty
      }
      try screen.keyboard.press("z", [.control, .shift])
      try await expectInserted()
      try fixture.done()
    }
  }
}
