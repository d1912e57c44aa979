import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Swipes of a finger in panels, and from the edges of a window whose edges are the screen's.
  @Suite struct PanelSwipeTests {
    /// What the paper shows, and what its file holds: strokes, and steps to undo and to redo.
    private struct Paper {
      var picture: Picture
      var counts: [Int]
    }

    private func paper(_ screen: Screen, _ box: PixelBox, _ path: String) async throws -> Paper {
      // Long enough for what a finger drew to be there to stay.
      try screen.waitUntilStill(for: 0.8)
      let facts = try #require(await Kept.info(path))
      return Paper(
        picture: screen.screenshot(of: box),
        counts: [facts.strokes, facts.undoDepth, facts.redoDepth])
    }

    private func expect(_ now: Paper, like before: Paper, after swipe: String) {
      let changed = now.picture.difference(from: before.picture)
      #expect(changed.isEmpty, "\(swipe): \(changed.box)")
      #expect(now.counts == before.counts, "\(swipe)")
    }

    /// The paper beside the tools and, at the right, the library.
    private static let besideLibrary = PixelBox(x: 170, y: 70, width: 430, height: 610)

    /// The app with two drawings, one of them open in a window that fills the screen, with a stroke of the pen in it.
    ///
    /// - Parameter finger: What one finger does on the paper.
    private func library(finger: String) async throws -> LibraryBench {
      let library = try await LibraryBench(
        ["Boats", "Trees"], opening: "Boats", preferences: [.finger: .init(finger)])
      try library.window.maximize()
      try library.bench.screen.waitUntilStill()
      library.bench.strokes(1, x: 300, y: 300)
      library.bench.screen.pen.proximityOut()
      try await Kept.wait(for: "a stroke more", in: library.path("Boats"), by: library.app) {
        $0.strokes == 6
      }
      // Fingers are palms until then.
      pause(1)
      return library
    }

    @Test(arguments: ["draw", "pan"])
    func `S80 a finger's swipe that begins in the library is the library's, wherever it ends`(
      finger: String
    ) async throws {
      let library = try await library(finger: finger)
      let (screen, path) = (library.bench.screen, library.path("Boats"))
      try library.open()
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      let before = try await paper(screen, Self.besideLibrary, path)
      let ink = before.picture.pixels { $0.luma < 0.4 }.count
      #expect(ink > 20)
      let row = try library.frame("Trees")
      let y = row.center.y
      // What a row has comes by a swipe on it, and goes by one back, beyond the panel and the window.
      try Pointing.finger.drag(Point(row.minX + 80, y), to: Point(300, y + 6), on: screen)
      try library.tree.wait(for: "Move to the Bin")
      expect(try await paper(screen, Self.besideLibrary, path), like: before, after: "a row's")
      try Pointing.finger.drag(Point(row.minX - 20, y), to: Point(899, y + 6), on: screen)
      try library.tree.wait(forNo: "Move to the Bin")
      let others: [(String, Point, Point)] = [
        ("from the screen's right edge", Point(898, y), Point(250, y + 5)),
        ("from the screen's lower edge", Point(780, 698), Point(780, 330)),
        ("beside the list", Point(780, 600), Point(250, 605)),
      ]
      for (name, start, end) in others {
        try Pointing.finger.drag(start, to: end, on: screen)
        expect(try await paper(screen, Self.besideLibrary, path), like: before, after: name)
      }
      // On the paper it would undo.
      screen.touch.swipe(fingers: 3, from: Point(790, 560), by: Vector(-170, 5))
      expect(try await paper(screen, Self.besideLibrary, path), like: before, after: "three")
      // Nothing was opened, made or closed by any of them.
      #expect(library.window.title == "Boats – Plumbago")
      #expect(library.files == ["Boats", "Trees"])
      try library.tree.wait(for: "Search the library", timeout: 2)
      try await library.finish(strokes: ["Boats": 6, "Trees": 5])
    }

    @Test(arguments: ["draw", "pan"])
    func `S80 a finger's swipe from the screen's edge over the paper does nothing, opens no panel`(
      finger: String
    ) async throws {
      let library = try await library(finger: finger)
      let (screen, path) = (library.bench.screen, library.path("Boats"))
      let box = PixelBox(x: 170, y: 70, width: 700, height: 610)
      let before = try await paper(screen, box, path)
      let swipes: [(String, Point, Point)] = [
        ("left", Point(3, 400), Point(500, 405)), ("right", Point(897, 400), Point(500, 405)),
        ("lower", Point(400, 697), Point(405, 300)),
      ]
      for (name, start, end) in swipes {
        try Pointing.finger.drag(start, to: end, on: screen)
        expect(try await paper(screen, box, path), like: before, after: name)
        let texts = try library.tree.texts()
        #expect(!texts.contains("Search the library") && !texts.contains("Select Several Pages"))
      }
      // What begins on the paper is the paper's.
      try Pointing.finger.drag(Point(400, 500), to: Point(600, 505), on: screen)
      if finger == "draw" {
        try await Kept.wait(for: "a finger's stroke", in: path, by: library.app) {
          $0.strokes == 7
        }
      }
      let after = try await paper(screen, box, path)
      #expect(!after.picture.difference(from: before.picture).isEmpty)
      try await library.finish(strokes: ["Boats": finger == "draw" ? 7 : 6])
    }

    /// The app with a drawing of three pages in a narrow window that fills the screen.
    private func pages(finger: String) async throws -> AppFixture {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "swipes-\(UUID().uuidString).plumbago").path
      let store = try await DocumentStore.open(file)
      let size = PageSize(width: 300, height: 200)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(size, count: 3)))
      ])
      try await store.close()
      defer { try? FileManager.default.removeItem(atPath: file) }
      return try AppFixture(
        size: PixelSize(width: 400, height: 720), finger: finger, profile: .barePaper,
        preferences: [.colorScheme: "light"],
        before: {
          try FileManager.default.copyItem(atPath: file, toPath: $0.path("drawing.plumbago"))
        })
    }

    @Test(arguments: ["draw", "pan"])
    func `S80 a finger's swipe in the sheet of pages moves, or dismisses, the sheet alone`(
      finger: String
    ) async throws {
      let fixture = try await pages(finger: finger)
      let screen = fixture.screen
      let color = Pixel(PaperStyle.light.color.rgba >> 8)
      let picture = try screen.waitUntilStill()
      let top = try #require((60..<picture.height).first { picture[200, $0] == color })
      fixture.pen.stroke((0...20).map { Point(100 + Double($0) * 5, Double(top) + 40) })
      fixture.pen.proximityOut()
      _ = try await fixture.kept(1)
      // Fingers are palms until then.
      pause(1)
      let box = PixelBox(x: 60, y: top, width: 250, height: 120)
      let before = try await paper(screen, box, fixture.path)
      let ink = before.picture.pixels { $0.luma < 0.4 }.count
      #expect(ink > 20)
      try screen.keyboard.press("F8")
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Select Several Pages")
      try screen.waitUntilStill()
      // The bar of the panel is below its head.
      let head =
        try tree.position(of: "Select Several Pages", in: fixture.window).y - 40
      #expect(head - 30 > Double(box.maxY))
      let onPaper = Double(top) + 60
      let swipes: [(String, Point, Point)] = [
        ("from the screen's lower edge", Point(200, 716), Point(200, onPaper)),
        ("from the screen's left edge", Point(3, 600), Point(380, 605)),
        ("from a page", Point(150, 600), Point(150, onPaper)),
      ]
      for (name, start, end) in swipes {
        try Pointing.finger.drag(start, to: end, on: screen)
        expect(try await paper(screen, box, fixture.path), like: before, after: name)
        try tree.wait(for: "Select Several Pages", timeout: 2)
      }
      try Pointing.finger.drag(Point(120, head), to: Point(130, 716), on: screen)
      try tree.wait(forNo: "Select Several Pages")
      expect(try await paper(screen, box, fixture.path), like: before, after: "from its head")
      try fixture.done()
    }
  }
}
