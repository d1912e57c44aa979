import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The size of a page, by the name of a standard and by its own sides.
  @Suite struct PageSizeTests {
    /// Points of so many millimetres.
    private static func points(_ millimetres: Double) -> Double { millimetres * 72 / 25.4 }

    /// Two pages of A4, the first in view.
    private func fixture() async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "sizes-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(StandardPage.a4.size, count: 2)))
      ])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 1000, height: 1000), profile: .barePaper,
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    private func open(_ fixture: AppFixture) throws -> Window {
      try fixture.screen.keyboard.press("p", [.control, .shift])
      let dialog = try fixture.screen.waitForWindow { $0.isDialog }
      try fixture.screen.waitUntilStill()
      return dialog
    }

    /// Chooses a row of a list, counted from 0.
    private func choose(
      _ row: Int, of name: String, _ dialog: Window, _ tree: AccessibleTree, _ fixture: AppFixture
    ) throws {
      try fixture.press(name, .comboBox, in: dialog, tree)
      try fixture.screen.waitForPopups(1)
      try fixture.screen.waitUntilStill()
      try fixture.screen.keyboard.press("Home")
      for _ in 0..<row { try fixture.screen.keyboard.press("Down") }
      try fixture.screen.keyboard.press("Return")
      try fixture.screen.waitForPopups(0)
      try fixture.screen.waitUntilStill()
    }

    /// Waits for the step, and returns the sizes of all pages in points.
    private func sizes(_ fixture: AppFixture, step: Int) async throws -> [[Double]] {
      let kept = try await Kept.wait(for: "step \(step)", in: fixture.path, by: fixture.app) {
        $0.undoDepth == step
      }
      return kept.settings.layout.pages.map { [$0.size.width, $0.size.height] }
    }

    private func expect(
      _ sizes: [[Double]], _ millimetres: [[Double]],
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let wanted = millimetres.flatMap { $0.map(Self.points) }
      let found = sizes.flatMap(\.self)
      #expect(
        found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.1 },
        "\(sizes)", sourceLocation: sourceLocation)
    }

    @Test
    func `one page gets a size by its name, then one of its own, and undo brings each back`()
      async throws
    {
      let fixture = try await fixture()
      let keys = fixture.screen.keyboard
      let tree = try AccessibleTree(fixture.screen)
      // “This Page” is the second row; before A5 are the endless canvas, A3 and A4.
      var dialog = try open(fixture)
      // It ends where its rows end.
      let last = try tree.box(tree.wait(for: "For new drawings, too"))
      let end = Double(dialog.frame.y + dialog.frame.height)
      #expect(end - dialog.point(0, last.maxY).y < 60)
      try choose(1, of: "For", dialog, tree, fixture)
      try choose(3, of: "Size", dialog, tree, fixture)
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      expect(try await sizes(fixture, step: 1), [[148, 210], [210, 297]])

      // “Custom” is the last row: after A6, Letter and Legal.
      try fixture.screen.waitUntilStill()
      dialog = try open(fixture)
      try choose(1, of: "For", dialog, tree, fixture)
      try choose(7, of: "Size", dialog, tree, fixture)
      for (name, side) in [("Width (mm)", "120"), ("Height (mm)", "80")] {
        try fixture.press(name, .spinButton, in: dialog, tree)
        try fixture.screen.waitUntilStill()
        try keys.press("a", [.control])
        try keys.type(side + "\t")
        try fixture.screen.waitUntilStill()
      }
      try tree.press("Apply")
      try fixture.screen.waitForWindows(1)
      expect(try await sizes(fixture, step: 2), [[120, 80], [210, 297]])

      // As other programs see it.
      let told = try App.run(["info", "--json", fixture.path])
      let info = try JSONSerialization.jsonObject(with: Data(told.standardOutput.utf8))
      let first = (info as? [String: Any])?["pages"] as? [String: Any]
      expect(
        [["width", "height"].compactMap { (first?[$0] as? NSNumber)?.doubleValue }], [[120, 80]])
      let out = fixture.screen.path("out.pdf")
      let exported = try App.run(["export", fixture.path, out])
      #expect(exported.status == 0, "\(exported)")
      let facts = try Command.run(["pdfinfo", "-f", "1", "-l", "2", out]).standardOutput
      let pages = facts.matches(of: /Page +\d+ size: +([0-9.]+) x ([0-9.]+) pts/).map {
        [Double($0.1) ?? 0, Double($0.2) ?? 0]
      }
      expect(pages, [[120, 80], [210, 297]])

      try keys.press("z", [.control])
      expect(try await sizes(fixture, step: 1), [[148, 210], [210, 297]])
      try keys.press("z", [.control])
      expect(try await sizes(fixture, step: 0), [[210, 297], [210, 297]])
      try fixture.done()
    }

    @Test func `an endless canvas is tried out over pages, which are there again without it`()
      async throws
    {
      let fixture = try await fixture()
      let tree = try AccessibleTree(fixture.screen)
      let before = try fixture.paperAtRest()
      let dialog = try open(fixture)
      try choose(0, of: "Size", dialog, tree, fixture)
      try fixture.screen.waitUntilStill(for: 0.5)
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      fixture.screen.mouse.leave()
      let after = try fixture.paperAtRest()
      #expect(after == before)
      let kept = try await DocumentStore.inspect(fixture.path)
      #expect(kept.settings.layout.pageCount == 2 && kept.undoDepth == 0)
      try fixture.done()
    }
  }
}
