import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pages of documents and pictures that come into a drawing with pages of its own.
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

    /// Inserts the pages of a file in the home, by the window's menu and the dialog.
    private func insert(_ name: String, _ fixture: AppFixture, _ tree: AccessibleTree) throws {
      let screen = fixture.screen
      // By the names of the rows: their letters are those of others, too.
      try fixture.choose("Pages", by: .mouse, tree)
      try screen.waitUntilStill(for: 0.5)
      try Pointing.mouse.press(
        tree.position(ofRow: "Insert Pages From…", in: #require(screen.popups.last)), on: fixture)
      try answer(name, screen)
    }

    /// The same by the menu of a page in the panel, which is open.
    private func insert(
      _ name: String, after page: String, _ fixture: AppFixture, _ tree: AccessibleTree
    ) throws {
      let screen = fixture.screen
      screen.mouse.click(at: try tree.position(of: page, in: fixture.window), .right)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let row = try tree.position(
        ofRow: "Insert Pages From…", in: #require(screen.popups.last))
      screen.mouse.click(at: row)
      screen.mouse.leave()
      try answer(name, screen)
    }

    /// Chooses a file in the home in the dialog that comes.
    private func answer(_ name: String, _ screen: Screen) throws {
      _ = try screen.waitForWindow { $0.title == "Insert Pages From" }
      try screen.waitUntilStill()
      try screen.keyboard.type(screen.path(name))
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
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
      try insert("paper.pdf", fixture, tree)
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

    @Test
    func `a picture comes as a page behind the one in view, or behind that whose menu was used`()
      async throws
    {
      let fixture = try await fixture()
      let screen = fixture.screen
      let (left, right) = (Pixel(0xC0_20_B0), Pixel(0x20_B0_40))
      try Picture(width: 480, height: 960) { x, _ in x < 240 ? left : right }
        .savePNG(screen.path("photo.png"))
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Pages: 1 of 2")
      try insert("photo.png", fixture, tree)
      try screen.waitForWindows(1)
      let kept = try await Kept.wait(for: "three pages", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 3
      }
      #expect(kept.undoDepth == 1 && kept.pictures == 0)
      let pages = kept.settings.layout.pages
      // 96 pixels to the inch.
      let size = PageSize(width: 360, height: 720)
      #expect(pages.map(\.size) == [Self.own, size, Self.own])
      guard case .picture = pages[1].background else {
        Issue.record("the page shows no picture")
        return
      }
      // It is in view, and the picture is all over it.
      try tree.wait(for: "Pages: 2 of 3")
      func box(_ color: Pixel, _ picture: Picture) -> PixelBox {
        picture.pixels { $0.distance(to: color) < 30 }.box
      }
      try screen.wait(for: "both halves of the picture", in: fixture.wholeCanvas) {
        box(left, $0).width > 170 && box(right, $0).width > 170
      }
      let seen = try screen.waitUntilStill(for: 0.7)
      let (violet, green) = (box(left, seen), box(right, seen))
      #expect(abs(violet.width - 180) <= 3 && abs(violet.height - 720) <= 3)
      #expect(abs(green.width - 180) <= 3 && abs(green.height - 720) <= 3)
      #expect(abs(green.x - violet.maxX) <= 3 && abs(green.y - violet.y) <= 1)

      try screen.keyboard.press("z", [.control])
      let back = try await Kept.wait(for: "two pages", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 2 && $0.redoDepth == 1
      }
      #expect(back.settings.layout.pages.map(\.id) == [1, 2])
      try screen.wait(for: "no page of the picture", in: fixture.wholeCanvas) {
        box(left, $0).isEmpty && box(right, $0).isEmpty
      }

      // The page that was behind it is in view. From the first one on:
      try screen.keyboard.press("Home", [.alt])
      try tree.wait(for: "Pages: 1 of 2")
      try screen.keyboard.press("F8")
      try tree.wait(for: "Page 2 of 2")
      try screen.waitUntilStill()
      try insert("photo.png", after: "Page 2 of 2", fixture, tree)
      let last = try await Kept.wait(for: "a last page", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 3
      }
      #expect(last.settings.layout.pages.map(\.size) == [Self.own, Self.own, size])
      try tree.wait(for: "Pages: 3 of 3")
      try fixture.done()
    }

    @Test
    func `pages of a document with a password come once it fits, and none where it is not given`()
      async throws
    {
      let fixture = try await fixture()
      let screen = fixture.screen
      try Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf"))
        .write(to: URL(filePath: screen.path("locked.pdf")))
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Pages: 1 of 2")
      let question = "“locked.pdf” is protected by a password"
      // Not given: no pages, and no complaint.
      try insert("locked.pdf", fixture, tree)
      try tree.wait(for: question)
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try screen.waitUntilStill(for: 0.5)
      let said = try tree.texts()
      #expect(!said.contains { $0.contains("No pages were inserted") })
      let before = try await DocumentStore.inspect(fixture.path)
      #expect(before.settings.layout.pageCount == 2 && before.undoDepth == 0)

      try insert("locked.pdf", fixture, tree)
      try tree.wait(for: question)
      try screen.waitUntilStill()
      try screen.keyboard.type("guess\n")
      try tree.wait(for: "This password does not open it. Please try again.")
      try screen.waitUntilStill()
      try screen.keyboard.type("secret\n")
      let kept = try await Kept.wait(for: "five pages", in: fixture.path, by: fixture.app) {
        $0.settings.layout.pageCount == 5
      }
      #expect(kept.undoDepth == 1)
      let sizes = kept.settings.layout.pages.map(\.size)
      // The document's are 200 by 300 points.
      let locked = PageSize(width: 200, height: 300)
      #expect(sizes == [Self.own, locked, locked, locked, Self.own])
      try screen.waitForWindows(1)
      try tree.wait(for: "Pages: 2 of 5")
      // It is known to the pages, too: nothing asks for it again.
      try screen.waitUntilStill(for: 0.7)
      let after = try tree.texts()
      #expect(!after.contains { $0.contains("password") || $0.contains("Password") })
      #expect(!fixture.app.standardError.contains("secret"))
      try fixture.done()
    }
  }
}
