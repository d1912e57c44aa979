import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Several drawings that are selected in the library: that one sees it, and the bar of what can be done with them.
  @Suite struct LibraryChoosingTests {
    private static let names = ["Boats", "Trees", "Houses"]

    /// The middle of the lowest of the buttons that are called so, on the screen, and whether it can be pressed.
    ///
    /// Rows have stars as well.
    private func lowest(
      _ button: String, _ library: LibraryBench
    ) throws -> (middle: Point, isSensitive: Bool) {
      try library.tree.wait(for: button)
      let found = try library.tree.whileItChanges {
        try library.tree.widgets().filter { $0.name == button }.map {
          (middle: try library.tree.box($0).center, isOn: try library.tree.has(.sensitive, $0))
        }
      }
      let one = try #require(found.max { $0.middle.y < $1.middle.y })
      return (library.window.point(one.middle.x, one.middle.y), one.isOn)
    }

    /// Presses the lowest of the buttons that are called so.
    private func press(_ button: String, _ library: LibraryBench, by hand: Pointing) throws {
      try hand.press(lowest(button, library).middle, on: library.bench.screen)
      try library.bench.screen.waitUntilStill()
    }

    /// How many pixels around the middle of a button are not gray.
    private func colors(around middle: Point, _ library: LibraryBench) -> Int {
      let box = PixelBox(covering: Rect(center: middle, radius: 8))
      return library.bench.screen.screenshot(of: box)
        .pixels { abs(Int($0.red) - Int($0.blue)) > 40 }.count
    }

    /// What is within the lower end corner of a row's picture, which lies over the ground of a selected row.
    private func corner(_ name: String, _ library: LibraryBench) throws -> Picture {
      try library.bench.screen.waitUntilStill()
      let row = try library.frame(name)
      return library.bench.screen.screenshot(
        of: PixelBox(x: Int(row.minX) - 28, y: Int(row.minY) + 20, width: 14, height: 14))
    }

    @Test(arguments: Pointing.allCases)
    func `several that are selected are ticked and counted, and a bar does what can be done`(
      hand: Pointing
    ) async throws {
      let library = try await LibraryBench(Self.names, opening: "Boats")
      let screen = library.bench.screen
      try library.makeFolder("Work")
      try library.open()
      try library.waitForList(["Work"] + Self.names, of: ["Work"] + Self.names)
      // Pictures come late.
      pause(1.5)
      let plain = try corner("Trees", library)
      let open = try corner("Boats", library)
      try library.tree.wait(forNo: " selected")
      try press("Select Several", library, by: hand)
      try library.tree.wait(for: "0 selected", isWhole: true)
      // Neither nothing nor a folder becomes a favourite.
      let none = try lowest("Favorite", library)
      #expect(!none.isSensitive)
      try library.tap("Work", with: hand)
      try library.tree.wait(for: "1 selected", isWhole: true)
      let folder = try lowest("Favorite", library)
      #expect(!folder.isSensitive)
      try library.tap("Work", with: hand)
      try library.tree.wait(for: "0 selected", isWhole: true)
      for name in ["Trees", "Houses"] { try library.tap(name, with: hand) }
      try library.tree.wait(for: "2 selected", isWhole: true)
      let drawings = try lowest("Favorite", library)
      #expect(drawings.isSensitive)
      let ticked = try corner("Trees", library)
      #expect(ticked != plain)
      let stillOpen = try corner("Boats", library)
      #expect(stillOpen == open, "the open drawing looks like one of those that are selected")
      // Both become favourites, and stay selected.
      #expect(colors(around: drawings.middle, library) == 0)
      try press("Favorite", library, by: hand)
      #expect(colors(around: drawings.middle, library) > 10)
      try library.tree.press("Favorites Only")
      try library.waitForList(["Trees", "Houses"], of: Self.names)
      try library.tree.press("Favorites Only")
      try library.waitForList(Self.names, of: Self.names)
      try library.tree.wait(for: "2 selected", isWhole: true)
      // In another order they are still the same ones.
      let byName = ["Boats", "Houses", "Trees"]
      try library.tree.press("Sort by Name")
      try library.waitForList(byName, of: Self.names)
      try library.tree.wait(for: "2 selected", isWhole: true)
      try library.tree.press("Sort by Name")
      try library.waitForList(Self.names, of: Self.names)
      try library.tree.wait(for: "2 selected", isWhole: true)
      // Both go to the bin, and come back.
      try press("Move to the Bin", library, by: hand)
      try library.tree.wait(for: "2 drawings are in the bin now.", isWhole: true)
      library.waitForFiles(["Boats"])
      try library.tree.wait(for: "0 selected", isWhole: true)
      try library.tree.press("Undo")
      library.waitForFiles(Self.names.sorted())
      try library.waitForList(Self.names, of: Self.names)
      // One moves to a folder.
      try library.tap("Houses", with: hand)
      try library.tree.wait(for: "1 selected", isWhole: true)
      try press("Move to a Folder", library, by: hand)
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      try screen.keyboard.type(library.bench.path(LibraryBench.folder + "/Work"))
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try screen.waitForWindows(1)
      library.waitForFile("Work/Houses")
      try library.waitForList(["Boats", "Trees"], of: Self.names)
      // Done, a tap opens again.
      try library.tap("Trees", with: hand)
      try library.tree.wait(for: "1 selected", isWhole: true)
      try press("Done", library, by: hand)
      try library.tree.wait(forNo: " selected")
      let again = try corner("Trees", library)
      #expect(again == plain)
      #expect(screen.windows.map(\.title) == ["Boats – Plumbago"])
      try library.tap("Trees", with: hand)
      try library.wait(forTitle: "Trees")
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Work/Houses": 6])
    }

    @Test func `the keyboard comes to the bar of what is selected, which goes with the selection`()
      async throws
    {
      let library = try await LibraryBench(Self.names, opening: "Boats")
      let keyboard = library.bench.screen.keyboard
      try library.open()
      try library.waitForList(Self.names, of: Self.names)
      try library.select(["Trees"])
      try library.tree.wait(forNo: " selected")
      try library.select(["Trees", "Houses"])
      try library.tree.wait(for: "2 selected", isWhole: true)
      func hasKeyboard() throws -> Bool {
        try library.tree.widgets().contains { $0.name == "Move to the Bin" && $0.had(.focused) }
      }
      var count = 0
      while try !hasKeyboard(), count < 60 {
        try keyboard.press("Tab")
        try library.bench.screen.settle()
        count += 1
      }
      try keyboard.press("space")
      try library.tree.wait(for: "2 drawings are in the bin now.", isWhole: true)
      library.waitForFiles(["Boats"])
      try library.tree.wait(forNo: " selected")
      try await library.finish(strokes: ["Boats": 5])
    }
  }
}
