import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is asked before a drawing is exported, and where it is saved.
  @Suite struct ExportTests {
    private func draw(on fixture: AppFixture) async throws {
      fixture.pen.stroke([fixture.at(100, 120), fixture.at(250, 140)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      try fixture.screen.waitUntilStill()
    }

    /// The app with two ruled pages of A4 and a line, and the export dialog, which has to lie on the screen.
    ///
    /// - Parameter textScale: How much larger than usual the desktop has text.
    private func openDialogForPages(
      size: PixelSize, textScale: String? = nil
    ) async throws -> (AppFixture, AccessibleTree, Window) {
      let fixture = try AppFixture(size: size) {
        try App.writeSettings(
          ["new-drawing": "'pattern=ruled pages=2 width=595 height=842'"], for: $0)
        if let textScale { try App.scaleText(by: textScale, on: $0) }
      }
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      try fixture.screen.keyboard.press("e", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      expectOnScreen(dialog, fixture)
      return (fixture, tree, dialog)
    }

    private func files(_ fixture: AppFixture, _ ending: String) -> [String] {
      let home = fixture.screen.folder.home
      return (FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(ending) }
    }

    private func expectOnScreen(_ window: Window, _ fixture: AppFixture) {
      let (frame, size) = (window.frame, fixture.screen.size)
      #expect(
        frame.x >= 0 && frame.y >= 0 && frame.maxX <= size.width && frame.maxY <= size.height,
        "“\(window.title)” is at \(frame)")
    }

    @Test func `on a narrow screen a drawing with pages is exported by taps of the pen alone`()
      async throws
    {
      let (fixture, tree, dialog) = try await openDialogForPages(
        size: PixelSize(width: 420, height: 640))
      // A drawing with pages is a document.
      try tree.wait(for: "PDF document")
      for question in ["Pages", "Ink outside of the pages", "Lines of the paper", "Dark paper"] {
        try tree.wait(for: question)
      }
      let asked = try tree.texts()
      #expect(!asked.contains("Transparent paper"))
      try Pointing.pen.press(tree.position(of: "Export…", in: dialog), on: fixture)
      let chooser = try fixture.screen.waitForWindow { $0.isDialog && $0 != dialog }
      try fixture.screen.waitForWindows(2)
      try fixture.screen.waitUntilStill()
      expectOnScreen(chooser, fixture)
      // The name and the kind of file say the same.
      #expect(try !tree.texts().contains("PNG picture"))
      try Pointing.pen.press(tree.position(of: "Save", in: chooser), on: fixture)
      try tree.wait(for: "Exported to “")
      let names = files(fixture, ".pdf")
      #expect(names.count == 1)
      let bytes = try Data(contentsOf: URL(filePath: fixture.screen.folder.home + "/" + names[0]))
      #expect(bytes.prefix(5) == Data("%PDF-".utf8))
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `in large text every row of the export dialog is shown whole`() async throws {
      let (fixture, tree, dialog) = try await openDialogForPages(
        size: PixelSize(width: 900, height: 760), textScale: "1.5")
      let asked = try tree.texts()
      for row in [
        "Ink outside of the pages", "Lines of the paper", "Dark paper",
        "Handwriting can be searched",
      ] where asked.contains(row) {
        // A row is at least 48 points high, and 18 are free below the last.
        let middle = try tree.position(of: row, in: dialog)
        #expect(middle.y + 24 + 18 <= Double(dialog.frame.maxY), "“\(row)”")
      }
      #expect(asked.contains("Dark paper"))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `the format that is chosen is the file's, and what it does not have is not asked`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      try fixture.screen.keyboard.press("e", [.control])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      // Without pages a picture; only pixels have a resolution.
      try tree.wait(for: "PNG picture")
      try tree.wait(for: "Resolution")
      #expect(try !tree.texts().contains("Ink outside of the pages"))
      try fixture.chooseRow(1, of: "Format", tree)
      try tree.wait(forNo: "Resolution")
      // What no file was written with is not what the next one begins with.
      try tree.press("Export…")
      _ = try fixture.screen.waitForWindow { $0.title == "Export the Drawing" }
      try fixture.screen.waitUntilStill()
      try tree.press("Cancel")
      try fixture.screen.waitForWindows(1)
      try fixture.screen.keyboard.press("e", [.control])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try tree.wait(for: "PNG picture")
      let begun = try tree.texts()
      #expect(begun.contains("Resolution"))
      try fixture.chooseRow(1, of: "Format", tree)
      try tree.wait(forNo: "Resolution")
      try fixture.focus("Transparent paper", tree)
      try fixture.screen.keyboard.press("space")
      try fixture.screen.waitUntilStill()
      try fixture.saveExport(as: "drawing.svg", tree)
      #expect(files(fixture, ".svg").count == 1 && files(fixture, ".png").isEmpty)
      let name = try #require(files(fixture, ".svg").first)
      let text = try String(
        contentsOfFile: fixture.screen.folder.home + "/" + name, encoding: .utf8)
      // A drawing on plain paper has no other rectangle.
      #expect(text.contains("<path") && !text.contains("<rect"))
      try fixture.screen.waitForWindows(1)
      // The next one begins with the same.
      try fixture.screen.keyboard.press("e", [.control])
      _ = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      try tree.wait(for: "SVG drawing")
      let isTransparent = try tree.whileItChanges { () throws -> Bool in
        try tree.widgets().contains {
          try $0.name == "Transparent paper" && tree.has(.checked, $0)
        }
      }
      #expect(isTransparent)
      #expect(try !tree.texts().contains("Resolution"))
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `pages are exported by their numbers, and what is no number of one is told`()
      async throws
    {
      let fixture = try AppFixture {
        try App.writeSettings(
          ["new-drawing": "'pattern=ruled pages=3 width=300 height=200'"], for: $0)
      }
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      let keys = fixture.screen.keyboard
      try keys.press("e", [.control])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      #expect(try !tree.texts().contains("Numbers of pages"))
      // The field for them has the keyboard.
      try fixture.chooseRow(2, of: "Pages", tree)
      try tree.wait(for: "Numbers of pages")
      try fixture.screen.waitUntilStill()
      expectOnScreen(dialog, fixture)
      for wrong in ["2-9", "two", "0"] {
        try keys.press("a", [.control])
        try keys.type(wrong)
        try keys.press("Return")
        try tree.wait(for: "The pages are numbers from 1 to 3")
      }
      try keys.press("a", [.control])
      try keys.type("3, 1")
      try tree.wait(forNo: "The pages are numbers from 1 to 3")
      try keys.press("Return")
      _ = try fixture.screen.waitForWindow { $0.title == "Export the Drawing" }
      try fixture.screen.waitUntilStill()
      try keys.press("Return")
      try tree.wait(for: "Exported to “")
      let name = try #require(files(fixture, ".pdf").first)
      let file = fixture.screen.folder.home + "/" + name
      #expect(try Command.run(["pdfinfo", file]).standardOutput.contains(/Pages: +2\n/))
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `on a narrow screen the window to save in has its buttons on the screen`()
      async throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 420, height: 640))
      let tree = try AccessibleTree(fixture.screen)
      try await draw(on: fixture)
      try fixture.screen.keyboard.press("s", [.control, .shift])
      let chooser = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      expectOnScreen(chooser, fixture)
      let save = try tree.box(tree.wait(for: "Save"))
      #expect(save.minX >= 0 && save.maxX <= Double(chooser.frame.width))
      try tree.press("Cancel")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
