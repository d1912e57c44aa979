import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Favourites, the folder that is chosen, its absence, and versions that syncing programs keep.
  @Suite struct LibraryKeepingTests {
    /// Presses the star of a row.
    private func star(_ name: String, _ library: LibraryBench, by hand: Pointing) throws {
      var found: Rect?
      let deadline = Date().addingTimeInterval(10)
      // Rows may be made anew while they are looked at.
      while found == nil, Date() < deadline {
        guard let row = try? library.frame(name),
          let stars = try? library.tree.widgets().filter({ $0.name == "Favorite" }).map({
            try library.tree.box($0)
          })
        else { continue }
        let y = row.center.y - library.window.point(0, 0).y
        found = stars.min { abs($0.center.y - y) < abs($1.center.y - y) }
      }
      let box = try #require(found)
      try hand.press(library.window.point(box.center.x, box.center.y), on: library.bench.screen)
      if hand == .pen { library.bench.screen.pen.proximityOut() }
      try library.bench.screen.waitUntilStill()
    }

    @Test(arguments: [Pointing.mouse, .finger, .pen])
    func `a star makes a favourite, which stays one through another program's renaming`(
      hand: Pointing
    ) async throws {
      let names = ["Boats", "Trees", "Houses"]
      let library = try await LibraryBench(names, opening: "Boats")
      try library.open()
      try library.waitForList(names, of: names)
      try star("Trees", library, by: hand)
      // It was not opened by that.
      #expect(library.window.title == "Boats – Plumbago")
      try library.tree.press("Favorites Only")
      try library.waitForList(["Trees"], of: names)
      try FileManager.default.moveItem(
        atPath: library.path("Trees"), toPath: library.path("Oaks"))
      try library.tree.press("Favorites Only")
      try library.waitForList(
        ["Boats", "Oaks", "Houses"], of: ["Boats", "Oaks", "Houses", "Trees"])
      try library.tree.press("Favorites Only")
      try library.waitForList(["Oaks"], of: ["Boats", "Oaks", "Houses", "Trees"])
      try star("Oaks", library, by: hand)
      try library.waitForList([], of: ["Boats", "Oaks", "Houses", "Trees"])
      try await library.finish()
    }

    /// Whether the star on the button that shows favourites alone is filled: its middle is not that of the button.
    private func isStarFilled(_ library: LibraryBench) throws -> Bool {
      let tree = library.tree
      try library.bench.screen.waitUntilStill()
      let found = try tree.whileItChanges {
        try tree.widgets().first { $0.name == "Favorites Only" }.map { try tree.box($0) }
      }
      let box = try #require(found)
      let middle = library.window.point(box.center.x, box.center.y)
      let row = library.bench.screen.screenshot(
        of: PixelBox(x: Int(middle.x) - 12, y: Int(middle.y), width: 13, height: 1))
      return abs(row[0, 0].luma - row[12, 0].luma) > 0.2
    }

    @Test func `a list with nothing in it says so, and what brings something there`() async throws {
      let names = ["Work", "Boats"]
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let tree = library.tree
      try library.makeFolder("Work")
      try library.open()
      try library.waitForList(names, of: names)
      let texts = try tree.texts()
      #expect(!texts.contains { $0.contains("No favorites yet") })
      try tree.press("Favorites Only")
      try tree.wait(for: "No favorites yet. The star beside a drawing makes it one.")
      try library.waitForList([], of: names)
      try tree.press("Favorites Only")
      try tree.wait(forNo: "No favorites yet")
      try library.waitForList(names, of: names)
      try star("Boats", library, by: .mouse)
      let before = try isStarFilled(library)
      try tree.press("Favorites Only")
      try library.waitForList(["Boats"], of: names)
      try tree.wait(forNo: "No favorites yet")
      let during = try isStarFilled(library)
      try tree.press("Favorites Only")
      try library.waitForList(names, of: names)
      let after = try isStarFilled(library)
      // It is filled while favourites alone are shown, as the star of a row that is one.
      #expect([before, during, after] == [false, true, false])
      try library.tap("Work", with: .mouse)
      try tree.wait(for: "This folder is empty.")
      try library.waitForList([], of: ["Boats"])
      // Nor does a search that finds nothing leave it blank.
      let field = try tree.position(of: "Search the library", in: library.window)
      try Pointing.mouse.press(field, on: library.bench.screen)
      try library.bench.screen.keyboard.type("zebra")
      try tree.wait(for: "Nothing found")
      try tree.wait(forNo: "This folder is empty.")
      try await library.finish(strokes: ["Boats": 5])
    }

    @Test func `a favourite that another program moves into a folder is found there`() async throws
    {
      let names = ["Boats", "Trees", "Oaks", "Houses"]
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.makeFolder("Work/Plans")
      try library.open()
      try star("Trees", library, by: .mouse)
      try FileManager.default.moveItem(
        atPath: library.path("Trees"), toPath: library.path("Work/Plans/Oaks"))
      try library.waitForList(["Boats", "Houses"], of: names)
      try library.tree.press("Favorites Only")
      try library.waitForList(["Oaks"], of: names)
      // And out of it, while the favourites are shown.
      try FileManager.default.moveItem(
        atPath: library.path("Work/Plans/Oaks"), toPath: library.path("Work/Trees"))
      try library.tree.press("Favorites Only")
      try library.waitForList(["Boats", "Houses"], of: names)
      try library.tree.press("Favorites Only")
      try library.waitForList(["Trees"], of: names)
      // It is the same drawing.
      try library.tap("Trees", with: .mouse)
      try library.wait(forTitle: "Trees")
      try await library.finish(strokes: ["Work/Trees": 5, "Boats": 5])
    }

    @Test func `the other version of a drawing is marked, and both are opened`() async throws {
      let other = "Boats.sync-conflict-20260102-030405-ABCDEFG"
      let names = ["Boats", "Trees", other]
      let library = try await LibraryBench(names, opening: "Trees")
      try library.open()
      try library.waitForList(["Boats", other, "Trees"], of: names)
      try library.tree.wait(for: "Other version")
      try library.choose("Open Both Versions", of: other)
      try library.bench.screen.waitForWindows(3)
      let titles = Set(library.bench.screen.windows.map(\.title))
      #expect(titles == Set(names.map { "\($0) – Plumbago" }))
      library.app.signal(SIGTERM)
      #expect(try library.app.waitForExit() == .exited(0))
      library.bench.screen.close()
    }

    @Test func `a folder that is gone is said so, and comes back by itself`() async throws {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      let folder = bench.path("Disk/Drawings")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try await bench.drawing("Disk/Drawings/Boats.plumbago", strokes: 3)
      try App.writeSettings(["library-folder": "'\(folder)'"], for: bench.screen)
      let (app, _) = try bench.start()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Boats")
      try FileManager.default.moveItem(atPath: bench.path("Disk"), toPath: bench.path("Away"))
      try tree.wait(for: "is not there now.")
      // What is drawn meanwhile is kept where drawings are otherwise.
      try bench.screen.keyboard.press("n", [.control])
      let window = try bench.screen.waitForWindow { $0.title.hasPrefix("Untitled") }
      try bench.screen.waitUntilStill()
      bench.screen.pen.stroke([window.point(250, 300), window.point(350, 320)])
      bench.screen.pen.proximityOut()
      let deadline = Date().addingTimeInterval(10)
      while bench.library.isEmpty, Date() < deadline { pause(0.05) }
      let made = try #require(bench.library.first)
      try await Kept.wait(for: "a stroke", in: made, by: app) { $0.strokes == 1 }
      #expect(bench.library.count == 1)
      #expect(!FileManager.default.fileExists(atPath: bench.path("Disk")))
      try FileManager.default.moveItem(atPath: bench.path("Away"), toPath: bench.path("Disk"))
      try tree.wait(forNo: "is not there now.")
      try tree.wait(for: "Boats")
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      bench.screen.close()
    }
  }
}
