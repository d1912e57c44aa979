import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The keys of undo while the library has the keyboard.
  @Suite struct LibraryUndoTests {
    @Test(arguments: [false, true])
    func `undo by its key takes a drawing out of the bin, and no ink back, until one draws again`(
      byMenu: Bool
    ) async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let screen = library.bench.screen
      let boats = library.path("Boats")
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: boats, by: library.app) { $0.strokes == 6 }
      try library.open()
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      if byMenu {
        try library.choose("Move to the Bin", of: "Trees")
      } else {
        try screen.keyboard.press("Down")
        try screen.waitUntilStill()
        try screen.keyboard.press("Delete")
      }
      library.waitForFiles(["Boats"])
      try library.tree.wait(for: "“Trees” is in the bin now.")
      try library.waitForList(["Boats"], of: ["Boats", "Trees"])
      try screen.keyboard.press("z", [.control])
      library.waitForFiles(["Boats", "Trees"])
      try library.tree.wait(forNo: "is in the bin now.")
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      // Nothing more was done here; what was drawn before stays.
      try screen.keyboard.press("z", [.control])
      try screen.waitUntilStill()
      library.bench.strokes(1, x: 200, y: 360)
      screen.pen.proximityOut()
      try await Kept.wait(for: "all ink", in: boats, by: library.app) { $0.strokes == 7 }
      // The keyboard is the paper's again.
      try screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "undo", in: boats, by: library.app) { $0.strokes == 6 }
      try await library.finish(strokes: ["Boats": 6, "Trees": 5])
    }

    @Test func `in the library's field undo is the text's, and the drawing's ink stays`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let screen = library.bench.screen
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: library.path("Boats"), by: library.app) {
        $0.strokes == 6
      }
      try library.open()
      try screen.keyboard.type("trees")
      try library.waitForList(["Trees"], of: ["Boats", "Trees"])
      try screen.keyboard.press("z", [.control])
      // However GTK parts what was typed into steps: both names have the first letter.
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      try await library.finish(strokes: ["Boats": 6])
    }
  }
}
