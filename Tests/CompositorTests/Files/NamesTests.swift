import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Names, the list of recent drawings, and pictures made from a window.
  @Suite struct NamesTests {
    @Test func `rename names the file, in the library, too`() async throws {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago", strokes: 3)
      try await bench.drawing("taken.plumbago", strokes: 1)
      var (app, window) = try bench.start([bench.path("a.plumbago")])
      try bench.screen.waitUntilStill()
      func open() throws {
        try bench.screen.keyboard.press("F2")
        try bench.screen.waitForPopups(1)
        try bench.screen.waitUntilStill()
      }
      func enter(_ name: String) throws {
        try bench.screen.keyboard.press("a", [.control])
        try bench.screen.keyboard.type(name + "\n")
      }
      func rename(_ name: String) throws {
        try open()
        try enter(name)
        try bench.screen.waitForPopups(0)
        try bench.screen.waitUntilStill()
      }
      try rename("b c")
      #expect(window.title == "b c – Plumbago")
      #expect(bench.names("a").isEmpty)
      let tree = try AccessibleTree(bench.screen)
      // Below the field, which stays open for another.
      try open()
      try enter("taken")
      try tree.wait(for: "There is a file “taken.plumbago” already")
      #expect(bench.screen.popups.count == 1)
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForPopups(0)
      try bench.screen.waitUntilStill()
      #expect(window.title == "b c – Plumbago")
      bench.strokes(1)
      try await Kept.wait(for: "4 strokes", in: bench.path("b c.plumbago"), by: app) {
        $0.strokes == 4
      }
      try bench.finish(app, window)
      #expect(try await DocumentStore.inspect(bench.path("taken.plumbago")).strokes == 1)

      (app, window) = try bench.start(["--new-window"])
      try bench.screen.waitUntilStill()
      bench.strokes(1)
      try open()
      try enter("Sketch: a/b?")
      try tree.wait(for: "A name cannot contain “/”.")
      #expect(window.title == "Untitled drawing – Plumbago")
      try enter(".hidden")
      try tree.wait(for: "A name cannot begin with a dot, nor be longer than about 230 letters.")
      try tree.wait(forNo: "A name cannot contain “/”.")
      #expect(window.title == "Untitled drawing – Plumbago")
      try enter("Sketch: a?")
      try bench.screen.waitForPopups(0)
      try bench.screen.waitUntilStill()
      #expect(window.title == "Sketch: a? – Plumbago")
      try bench.finish(app, window)
      let path = try #require(bench.library.first)
      #expect(bench.library.count == 1)
      #expect(path.hasSuffix("/Sketch: a?.plumbago"))
      #expect(try await DocumentStore.inspect(path).title == nil)
      (app, window) = try bench.start()
      try bench.screen.waitUntilStill()
      #expect(window.title == "Sketch: a? – Plumbago")
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `drawings that were open lately are in the menu`() async throws {
      let bench = try FileBench()
      for name in ["one", "two_three", "gone"] {
        try await bench.drawing(name + ".plumbago")
        let (app, window) = try bench.start([bench.path(name + ".plumbago")])
        try bench.finish(app, window)
      }
      try FileManager.default.removeItem(atPath: bench.path("gone.plumbago"))
      let (app, window) = try bench.start(["--new-window"])
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      try bench.screen.keyboard.press("F10")
      try bench.screen.waitForPopups(1)
      try tree.wait(for: "two_three")
      try tree.wait(for: "one")
      #expect(try !tree.texts().contains("gone"))
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForPopups(0)
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `a picture is made from the window, and a failure is told of`() async throws {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try window.maximize()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      func export(_ name: String) throws {
        try bench.screen.keyboard.press("e", [.control])
        _ = try bench.screen.waitForWindow { $0.title == "Export" }
        try bench.screen.waitUntilStill()
        try bench.screen.keyboard.press("Return")
        _ = try bench.screen.waitForWindow { $0.title == "Export the Drawing" }
        try bench.screen.waitUntilStill()
        try bench.screen.keyboard.press("a", [.control])
        try bench.screen.keyboard.type(bench.path(name) + "\n")
      }
      try export("picture.svg")
      try tree.wait(for: "Exported to “picture.svg”.")
      #expect(try bench.bytes("picture.svg").count > 1000)
      try bench.screen.waitForWindows(1)
      // A name without a suffix gets that of the kind which is chosen.
      try export("picture")
      try tree.wait(for: "Exported to “picture.png”.")
      #expect(try bench.bytes("picture.png").prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      try bench.screen.waitForWindows(1)
      try bench.finish(app, window)
      #expect(bench.names("picture") == ["picture.png", "picture.svg"])
      bench.screen.close()
    }
  }
}
