import Foundation
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Save and Save As of drawings that are saved all the time.
  @Suite struct SavingTests {
    private static let told = "Every stroke is saved at once. You never need to save by hand."

    /// A drawing of three strokes, `a.plumbago`, open in a window that fills the screen.
    private func openDrawing() async throws -> (
      bench: FileBench, app: Program, window: Window, tree: AccessibleTree
    ) {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago", strokes: 3)
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try window.maximize()
      try bench.screen.waitUntilStill()
      return (bench, app, window, try AccessibleTree(bench.screen))
    }

    /// Saves by keys where that asks for a name.
    private func askForName(_ modifiers: Set<Keyboard.Modifier>, _ screen: Screen) throws {
      try screen.keyboard.press("s", modifiers)
      _ = try screen.waitForWindow { $0.title == "Save the Drawing As" }
      try screen.waitUntilStill()
    }

    /// Expects that no other drawing has come; SQLite's own files stand beside an open one.
    private func expectNoOther(_ bench: FileBench) {
      #expect(
        Set(bench.names("a")).isSubset(
          of: ["a.plumbago", "a.plumbago-wal", "a.plumbago-shm"]))
    }

    @Test func `a drawing with a name is saved without a question, all of it in its own file`()
      async throws
    {
      let (bench, app, window, tree) = try await openDrawing()
      let screen = bench.screen
      bench.strokes(2)
      screen.pen.proximityOut()
      try screen.keyboard.press("s", [.control])
      try tree.wait(for: Self.told)
      // There is no PDF that lacks anything.
      let said = try tree.texts()
      #expect(!said.contains { $0.contains("PDF itself") })
      #expect(screen.windows == [window])
      // The file without its log, as a syncing program takes it.
      try bench.bytes("a.plumbago").write(to: URL(filePath: bench.path("copy.plumbago")))
      #expect(try await DocumentStore.inspect(bench.path("copy.plumbago")).strokes == 5)
      try bench.finish(app, window)
      expectNoOther(bench)
      screen.close()
    }

    @Test func `a drawing that does not exist yet is made where it was to be by saving it`()
      async throws
    {
      let bench = try FileBench()
      let path = bench.path("new.plumbago")
      let (app, window) = try bench.start([path])
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      try bench.screen.keyboard.press("s", [.control])
      try tree.wait(for: Self.told)
      #expect(try await DocumentStore.inspect(path).strokes == 0)
      bench.strokes(1)
      try await Kept.wait(for: "a stroke", in: path, by: app) {
        $0.strokes == 1 && $0.undoDepth == 1
      }
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `a drawing without a name is asked for it by saving it`() async throws {
      let bench = try FileBench()
      let screen = bench.screen
      let (app, window) = try bench.start()
      try window.maximize()
      try screen.waitUntilStill()
      bench.strokes(2)
      screen.pen.proximityOut()
      try screen.waitUntilStill()
      try askForName([.control], screen)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(bench.path("named.plumbago") + "\n")
      try screen.wait(for: "the name") { _ in window.title == "named – Plumbago" }
      try screen.waitForWindows(1)
      try bench.finish(app, window)
      #expect(try await DocumentStore.inspect(bench.path("named.plumbago")).strokes == 2)
      screen.close()
    }

    @Test func `save as onto the drawing's own file asks nothing, and leaves it as it is`()
      async throws
    {
      let (bench, app, window, tree) = try await openDrawing()
      let screen = bench.screen
      bench.strokes(1)
      screen.pen.proximityOut()
      let before = try bench.paper()
      try askForName([.control, .shift], screen)
      try screen.keyboard.press("a", [.control])
      // Without the suffix, which the app adds: GTK does not ask.
      try screen.keyboard.type(bench.path("a") + "\n")
      try tree.wait(for: Self.told)
      try screen.waitForWindows(1)
      #expect(try !tree.texts().contains { $0.contains("There is a file") })
      #expect(window.title == "a – Plumbago")
      try tree.wait(forNo: Self.told)
      #expect(try bench.paper() == before)
      bench.stroke(500, 300)
      try await Kept.wait(for: "5 strokes", in: bench.path("a.plumbago"), by: app) {
        $0.strokes == 5 && $0.undoDepth == 5
      }
      expectNoOther(bench)
      // The name that is offered is not its own.
      screen.pen.proximityOut()
      try askForName([.control, .shift], screen)
      try screen.keyboard.press("Return")
      try screen.wait(for: "the name") { _ in window.title == "a (copy) – Plumbago" }
      try screen.waitForWindows(1)
      try bench.finish(app, window)
      #expect(bench.names("a") == ["a (copy).plumbago", "a.plumbago"])
      screen.close()
    }
  }
}
