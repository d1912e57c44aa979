import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// A page of a document as a template: it has the document in itself.
  @Suite struct DocumentTemplateTests {
    private static let red = Pixel(0xFF_0000)

    /// A page of 300 by 300 points with a word and a red square.
    private static let document = SampleDocument.text(
      content: "1 0 0 rg 100 100 100 100 re f 0 g BT /F1 14 Tf 30 270 Td (Timetable) Tj ET",
      resources: "<< /Font << /F1 5 0 R >> >>", box: "[0 0 300 300]",
      more: ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"])

    /// Beside the panel of pages, below the header.
    private static let canvas = PixelBox(x: 0, y: 60, width: 760, height: 640)

    /// Opens the menu of the first page in the panel and presses a row of it, which opens a dialog.
    private func choose(
      _ name: String, _ window: Window, _ tree: AccessibleTree, _ screen: Screen
    ) throws {
      screen.mouse.click(at: try tree.position(of: "Page 1 of", in: window), .right)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let row = try tree.position(ofRow: name, in: #require(screen.popups.last))
      screen.mouse.click(at: row)
      screen.mouse.leave()
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
    }

    private func waitForSquare(_ screen: Screen) throws {
      try screen.wait(for: "the square", in: Self.canvas) {
        $0.pixels { $0 == Self.red }.count > 5000
      }
    }

    @Test
    func `a page of a document is a template, which shows it when the document is long gone`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      try Self.document.write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let app = try screen.launchApp(
        [bench.path("paper.pdf")], profile: .barePaper, preferences: [.colorScheme: "light"])
      let window = try screen.waitForWindow()
      try window.maximize()
      try waitForSquare(screen)
      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("F8")
      try tree.wait(for: "Page 1 of 1")
      try screen.waitUntilStill()
      try choose("Save the Page as a Template…", window, tree, screen)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("Lessons")
      try screen.keyboard.press("Return")
      try tree.wait(for: "“Lessons” is a template now.")
      try bench.finish(app, window)

      // Neither the document nor the drawing that was made of it is there any more.
      for path in bench.library + [bench.path("paper.pdf")] {
        try FileManager.default.removeItem(atPath: path)
      }
      let path = bench.path("mine.plumbago")
      let store = try await DocumentStore.open(path)
      try await store.perform([
        .begin(
          with: DrawingSettings(layout: .pages(PageSize(width: 300, height: 200), count: 1)))
      ])
      try await store.close()
      let again = try screen.launchApp([path], profile: .barePaper)
      let other = try screen.waitForWindow()
      try other.maximize()
      let second = try AccessibleTree(screen)
      // The panel is open as it was.
      try second.wait(for: "Page 1 of 1")
      try screen.waitUntilStill()
      try choose("Add a Page From a Template…", other, second, screen)
      try second.press("Lessons")
      try second.wait(for: "New drawings begin with it")
      try second.press("Add")
      let kept = try await Kept.wait(for: "a page more", in: path, by: again) {
        $0.settings.layout.pageCount == 2
      }
      let page = try #require(kept.settings.layout.pages.last)
      guard case .document(_, page: 0) = page.background else {
        Issue.record("\(page.background)")
        return
      }
      #expect(page.size == PageSize(width: 300, height: 300))
      try screen.waitForWindows(1)
      try waitForSquare(screen)
      try bench.finish(again, other)

      // It is in the drawing's own file: other programs find the page in what is exported.
      let out = bench.path("out.pdf")
      let exported = try App.run(["export", path, out])
      #expect(exported.status == 0, "\(exported)")
      let told = try Command.run(["pdftotext", "-f", "2", "-l", "2", out, "-"])
      #expect(told.standardOutput.contains("Timetable"), "\(told)")
      screen.close()
    }
  }
}
