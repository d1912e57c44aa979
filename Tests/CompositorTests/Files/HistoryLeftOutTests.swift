import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Copies without history, and drawings whose history is forgotten.
  @Suite struct HistoryLeftOutTests {
    /// A drawing of three strokes of which the second was erased by the pen.
    private func drawAndErase(on fixture: AppFixture) async throws {
      for y in [120.0, 200, 280] {
        fixture.pen.stroke([fixture.at(100, y), fixture.at(250, y)])
      }
      _ = try await fixture.kept(3)
      fixture.pen.proximityOut()
      try fixture.screen.keyboard.press("e")
      fixture.pen.stroke([fixture.at(170, 180), fixture.at(170, 220)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(2)
      try fixture.screen.keyboard.press("p")
      try fixture.screen.waitUntilStill()
    }

    private func save(
      keepingHistory: Bool, on fixture: AppFixture, _ tree: AccessibleTree
    ) async throws -> DocumentStatistics {
      try fixture.choose("Save a Copy…", by: .mouse, tree)
      _ = try fixture.screen.waitForWindow { $0.title == "Save a Copy" }
      try fixture.screen.waitUntilStill()
      if keepingHistory {
        let chooser = try #require(fixture.screen.windows.first { $0.title == "Save a Copy" })
        try Pointing.mouse.press(tree.position(of: "Keep the history", in: chooser), on: fixture)
        try fixture.screen.waitUntilStill()
      }
      try tree.press("Save")
      try tree.wait(
        for: keepingHistory
          ? "has all of the drawing's history." : "holds what shows, without the history.")
      try fixture.screen.waitForWindows(1)
      let home = fixture.screen.folder.home
      let name = try #require(
        FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
          .first { $0.hasSuffix("(copy).plumbago") })
      return try await DocumentStore.inspect(home + "/" + name)
    }

    @Test(arguments: [false, true])
    func `a copy has the history only where that was chosen, and work goes on in the drawing`(
      keepingHistory: Bool
    ) async throws {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try await drawAndErase(on: fixture)
      let copy = try await save(keepingHistory: keepingHistory, on: fixture, tree)
      #expect(copy.strokes == 2)
      #expect(copy.undoDepth == (keepingHistory ? 4 : 0))
      fixture.pen.stroke([fixture.at(100, 360), fixture.at(250, 360)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      try fixture.done()
    }

    @Test func `history is forgotten after a question, and nothing can be undone then`()
      async throws
    {
      let fixture = try AppFixture()
      let tree = try AccessibleTree(fixture.screen)
      try await drawAndErase(on: fixture)
      func ask() throws {
        let bus = try #require(fixture.screen.environment["DBUS_SESSION_BUS_ADDRESS"])
        let answer = try Command.run(
          [
            "gdbus", "call", "--session", "--dest", "org.plumbago.Plumbago", "--object-path",
            "/org/plumbago/Plumbago/window/1", "--method", "org.gtk.Actions.Activate",
            "forget-history", "[]", "{}",
          ], environment: ["DBUS_SESSION_BUS_ADDRESS": bus])
        #expect(answer.status == 0, "\(answer)")
        try tree.wait(for: "This itself cannot be undone.")
      }
      try ask()
      try tree.press("Cancel")
      try fixture.screen.waitForWindows(1)
      #expect(try await DocumentStore.inspect(fixture.path).undoDepth == 4)
      try ask()
      try tree.press("Forget")
      try tree.wait(for: "The history is forgotten.")
      let facts = try await DocumentStore.inspect(fixture.path)
      #expect(facts.strokes == 2 && facts.undoDepth == 0 && facts.redoDepth == 0)
      try fixture.screen.keyboard.press("z", [.control])
      try fixture.screen.waitUntilStill()
      _ = try await fixture.kept(2)
      // It goes on as ever.
      fixture.pen.stroke([fixture.at(100, 360), fixture.at(250, 360)])
      fixture.pen.proximityOut()
      _ = try await fixture.kept(3)
      try fixture.screen.keyboard.press("z", [.control])
      _ = try await fixture.kept(2)
      try fixture.done()
    }
  }
}
