import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Pictures of each format and drawings of other programs that are dropped on the library.
  @Suite struct LibraryKindsTests {
    @Test
    func `S103 pictures and Xournal++ files that are dropped on the library become drawings`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let (bench, screen) = (library.bench, library.bench.screen)
      let kinds = PictureKind.allCases.map { ($0, "photo \($0)") }
      var names: [String: [UInt8]] = [:]
      for (kind, name) in kinds { names["\(name).\(kind)"] = kind.bytes }
      names["music.xopp"] = Array(XournalLine.bytes)
      for (name, bytes) in names { try Data(bytes).write(to: URL(filePath: bench.path(name))) }
      try library.open()
      let list = names.keys.sorted().map { name in
        "file://\(bench.path(name).replacingOccurrences(of: " ", with: "%20"))\r\n"
      }.joined()
      try screen.drop(
        [("text/uri-list", Array(list.utf8))], at: library.frame("Boats").center)
      library.waitForFiles((["Boats", "music"] + kinds.map(\.1)).sorted())
      // A page that the picture is all over, at 96 pixels to the inch.
      for (kind, name) in kinds {
        let settings = try await DocumentStore.inspect(library.path(name)).settings
        let page = try #require(settings.layout.pages.first, "\(kind)")
        #expect(settings.layout.pageCount == 1)
        #expect(page.size == PageSize(width: 150, height: 120), "\(kind)")
        guard case .picture = page.background else {
          Issue.record("the page of \(name) shows no picture")
          continue
        }
      }
      // The files themselves are only read.
      for (name, bytes) in names {
        let after = try bench.bytes(name)
        #expect(Array(after) == bytes, "\(name)")
      }
      // What came last is in view, above all that came before, and shows when it is opened.
      let shown = "photo \(PictureKind.webp)"
      try screen.waitUntilStill(for: 0.5)
      try library.tap(shown, with: .mouse)
      try library.wait(forTitle: shown)
      // Without the small pictures in the list.
      try screen.keyboard.press("l", [.control])
      try library.tree.wait(forNo: "Search the library")
      let all = PixelBox(x: 0, y: 0, width: screen.size.width, height: screen.size.height)
      try screen.wait(for: "the picture", in: all) { picture in
        PictureKind.quarters.allSatisfy { color in
          picture.pixels { $0.distance(to: color) < 60 }.count > 1000
        }
      }
      try await library.finish(strokes: ["music": 1])
    }
  }
}
