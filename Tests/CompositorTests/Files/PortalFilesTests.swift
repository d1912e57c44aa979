import Foundation
import InkModel
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pages, pictures and drawings of other programs come and go through the desktop's portals, too.
  @Suite struct PortalFilesTests: AsksPortals {
    @Test func `S103 pages of a document are inserted through the portal`() async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      let paper = try handed("paper.pdf", bench)
      let bytes = Data(RedSquare.document.utf8)
      try bytes.write(to: URL(filePath: paper))
      let portal = try launch([paper], on: screen)
      let path = bench.path("a.plumbago")
      let (app, window) = try bench.start([path], environment: Self.sandbox)
      let fixture = try AppFixture(window, of: app, on: screen, path: path)
      let tree = try AccessibleTree(screen)
      try fixture.choose("Pages", by: .mouse, tree)
      try screen.waitUntilStill(for: 0.5)
      try Pointing.mouse.press(
        tree.position(ofRow: "Insert Pages From…", in: #require(screen.popups.last)), on: fixture)
      let question = try wait(for: "OpenFile", portal)
      #expect(question.last == "Insert Pages From", "\(question)")
      let kept = try await Kept.wait(for: "the page", in: path, by: app) {
        $0.settings.layout.pageCount == 1
      }
      #expect(kept.undoDepth == 1)
      #expect(kept.settings.layout.pages.map(\.size) == [PageSize(width: 200, height: 200)])
      _ = try RedSquare.wait(on: screen)
      let after = try Data(contentsOf: URL(filePath: paper))
      #expect(after == bytes)
      try portal.expectQuiet()
      try fixture.done()
    }

    @Test func `S103 a picture is replaced, and saved as it came, through the portal`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let (violet, green) = (Pixel(0xC0_20_B0), Pixel(0x20_B0_40))
      let first = try handed("first.png", bench, of: violet)
      let second = try handed("second.png", bench, of: green)
      let saved = try handed("saved.png", bench)
      let portal = try launch([first, second, saved], on: screen)
      let path = bench.path("a.plumbago")
      let (app, window) = try startMaximized(bench, [path])
      let all = PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
      func expect(_ color: Pixel, after steps: Int) async throws {
        try await Kept.wait(for: "\(steps) steps", in: path, by: app) {
          $0.undoDepth == steps && $0.pictures == 1
        }
        try screen.wait(for: "the picture of step \(steps)", in: all) { picture in
          picture.pixels { $0.distance(to: color) < 30 }.count > 10_000
        }
        try screen.waitUntilStill(for: 0.7)
      }
      let tree = try AccessibleTree(screen)
      func choose(_ command: String) throws {
        try tree.press("More")
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
        try tree.press(command)
      }
      try screen.keyboard.press("i", [.control, .alt])
      try await expect(violet, after: 1)
      try choose("Replace…")
      try await expect(green, after: 2)
      let shown = screen.screenshot(of: all).pixels { $0.distance(to: violet) < 30 }.count
      #expect(shown == 0)
      try choose("Save Original…")
      try wait(forFile: saved)
      try tree.wait(for: "Saved as “saved.png”.")
      let bytes = try [first, second, saved].map { try Data(contentsOf: URL(filePath: $0)) }
      #expect(bytes[2] == bytes[1] && bytes[2] != bytes[0])
      try portal.expectQuiet()
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `S103 a drawing of Xournal++ comes in and goes out through the portal`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let notes = try handed("notes.xopp", bench)
      try XournalLine.write(to: notes)
      let out = try handed("out.xopp", bench)
      let portal = try launch([notes, out], on: screen)
      let (app, _) = try startMaximized(bench)
      try screen.keyboard.press("o", [.control])
      _ = try wait(for: "OpenFile", portal)
      let window = try screen.waitForWindow { $0.title == "notes – Plumbago" }
      let drawing = try #require(bench.library.first)
      let fixture = try AppFixture(window, of: app, on: screen, path: drawing)
      let kept = try await Kept.wait(for: "the line", in: drawing, by: app) { $0.strokes == 1 }
      #expect(kept.settings.layout.pageCount == 1)
      bench.stroke(300, 250)
      screen.pen.proximityOut()
      try await Kept.wait(for: "two lines", in: drawing, by: app) { $0.strokes == 2 }
      try screen.waitUntilStill()

      let tree = try AccessibleTree(screen)
      try screen.keyboard.press("e", [.control])
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      // Behind the pictures and documents.
      try fixture.chooseRow(3, of: "Format", tree)
      try tree.wait(for: "Xournal++ drawing")
      try tree.wait(forNo: "Dark paper")
      try tree.press("Export…")
      _ = try wait(for: "SaveFile", portal)
      try wait(forFile: out)
      try tree.wait(for: "Exported to “out.xopp”.")
      let text = try Command.run(["gzip", "-dc", "-S", ".xopp", out]).standardOutput
      #expect(text.components(separatedBy: "<page ").count == 2)
      #expect(text.components(separatedBy: "<stroke ").count == 3)
      // What was opened is as it was.
      let after = try Data(contentsOf: URL(filePath: notes))
      #expect(after == XournalLine.bytes)
      try portal.expectQuiet()
      try bench.finish(app)
      screen.close()
    }

    @Test func `S103 what is dropped on the library from a sandbox is handed over by the portal`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      let screen = bench.screen
      try FileManager.default.createDirectory(
        atPath: bench.path(LibraryBench.folder), withIntermediateDirectories: true)
      let boats = LibraryBench.folder + "/Boats.plumbago"
      try await bench.drawing(boats, strokes: 5)
      let paper = try handed("paper.pdf", bench)
      try Data(SampleDocument.textPages(2)).write(to: URL(filePath: paper))
      let notes = try handed("notes.xopp", bench)
      try XournalLine.write(to: notes)
      let portal = try launch([notes], withDocuments: true, on: screen)
      let (app, window) = try bench.start([bench.path(boats)], environment: Self.sandbox)
      try screen.waitUntilStill()
      let library = LibraryBench(
        bench: bench, app: app, window: window, tree: try AccessibleTree(screen))
      try library.open()
      let row = try library.frame("Boats").center
      // GTK looks for the portal when the first file comes, which is one by its name.
      try screen.drop([("text/uri-list", Array("file://\(paper)\r\n".utf8))], at: row)
      library.waitForFiles(["Boats", "paper"])
      try screen.waitUntilStill()
      try screen.drop(
        [("application/vnd.portal.filetransfer", Array("notes-1\0".utf8))], at: row)
      let asked = try wait(for: "RetrieveFiles", portal)
      #expect(asked.last == "notes-1")
      library.waitForFiles(["Boats", "notes", "paper"])
      let after = try Data(contentsOf: URL(filePath: notes))
      #expect(after == XournalLine.bytes)
      try portal.expectQuiet()
      try await library.finish(strokes: ["Boats": 5, "notes": 1, "paper": 0])
    }
  }
}
