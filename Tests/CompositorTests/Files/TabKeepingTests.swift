import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Tabs of drawings that cannot be saved where they are.
  @Suite struct TabKeepingTests {
    private static let sentence = "The disk is full. What you draw stays here"

    /// Draws in the tab that is shown until its disk is full; how many strokes that took.
    private func fill(_ bench: TabBench) throws -> Int {
      for i in 0..<400 {
        bench.files.stroke(200 + Double(i % 15) * 38, 130 + Double(i / 15) * 16)
        guard i % 20 == 19, try bench.tree.texts().contains(where: { $0.contains(Self.sentence) })
        else { continue }
        bench.screen.pen.proximityOut()
        // Until the message is back, where the last stroke was near it.
        try bench.screen.waitUntilStill(for: 0.7)
        return i + 1
      }
      throw KeptError(description: "the disk took 400 strokes")
    }

    /// Waits for the question that comes before ink is lost, and keeps the drawing open.
    private func keepOpen(_ bench: TabBench) throws {
      try bench.tree.wait(for: "“b” could not be saved")
      #expect(bench.screen.windows.contains { $0.title == "b – Plumbago" })
      try bench.tree.press("Keep Open")
    }

    @Test(.enabled(if: FileBench.canMount, "this machine allows no mounts"))
    func `a tab whose disk is full asks before it closes, and its window, too, and keeps its ink`()
      async throws
    {
      let files = try FileBench()
      let preferences: Preferences = [.openInTabs: true]
      try preferences.store(on: files.screen)
      try await files.drawing("a.plumbago", strokes: 5)
      let folder = files.path("disk")
      let (app, window) = try files.start(
        script: """
          mkdir "$1"
          mount -t tmpfs -o size=512k none "$1"
          head -c 200k /dev/zero > "$1/ballast"
          exec "$plumbago" "$2" "$1/b.plumbago"
          """, [folder, files.path("a.plumbago")], isolated: true)
      let bench = try TabBench(files, app: app, window: window)
      try window.maximize()
      try bench.waitForTabs(["a", "b"], selected: "b")
      let count = try fill(bench)
      // Pressed again before the question is there, it asks once.
      let mouse = bench.screen.mouse
      mouse.move(to: try bench.closeButton("b"))
      for _ in 0..<2 {
        mouse.down(.left)
        mouse.up(.left)
      }
      mouse.leave()
      try bench.tree.wait(for: "“b” could not be saved")
      try bench.screen.waitUntilStill()
      #expect(bench.screen.windows.count { $0.isDialog } == 1)
      try keepOpen(bench)
      try bench.waitForTabs(["a", "b"], selected: "b")
      // The tab beside it is saved as ever, and from there it is shown what asks.
      try bench.screen.keyboard.press("Tab", [.control])
      try bench.waitForTabs(["a", "b"], selected: "a")
      bench.draw()
      try await Kept.wait(for: "a stroke more", in: bench.path("a"), by: app) { $0.strokes == 6 }
      try Pointing.mouse.press(bench.closeButton("b"), on: bench.screen)
      try keepOpen(bench)
      try bench.waitForTabs(["a", "b"], selected: "b")
      // With the window the tab closes that could be saved.
      window.close()
      try keepOpen(bench)
      try bench.waitForTabs([], selected: "b")
      #expect(await Kept.info(bench.path("a"))?.strokes == 6)

      // Its disk as this process sees it.
      let inside = "/proc/\(app.processID)/root" + folder
      try FileManager.default.removeItem(atPath: inside + "/ballast")
      try bench.tree.wait(forNo: Self.sentence)
      for suffix in ["", "-wal"] {
        let bytes = try Data(contentsOf: URL(filePath: "\(inside)/b.plumbago\(suffix)"))
        try bytes.write(to: URL(filePath: bench.path("copy") + suffix))
      }
      let facts = try await DocumentStore.inspect(bench.path("copy"))
      #expect(facts.strokes == count && facts.samples == count * 7)
      try bench.finish()
    }

    @Test func `the drawings of tabs whose folder is gone are kept in the library, and told of`()
      async throws
    {
      let bench = try await TabBench(["a", "b"], folder: "work")
      let library = bench.files.path("Documents/Plumbago")
      try FileManager.default.removeItem(atPath: bench.files.path("work"))
      bench.draw()
      let kept = try await Kept.wait(
        for: "a stroke more", in: library + "/b.plumbago", by: bench.app
      ) { $0.strokes == 11 }
      #expect(kept.undoDepth == 11)
      try bench.tree.wait(
        for: "The drawing's file was gone. All of it is now kept in “\(library)/b.plumbago”.")
      try Pointing.mouse.press(bench.closeButton("b"), on: bench.screen)
      try bench.waitForTabs([], selected: "a")
      // The other one ends with the app, right after its stroke.
      bench.screen.pen.stroke([Point(300, 350), Point(400, 350)])
      bench.screen.pen.proximityOut()
      try bench.files.finish(bench.app, bench.window)
      #expect(try await DocumentStore.inspect(library + "/a.plumbago").strokes == 6)
      #expect(try await DocumentStore.inspect(library + "/b.plumbago").strokes == 11)
      #expect(!FileManager.default.fileExists(atPath: bench.files.path("work")))
      bench.screen.close()
    }
  }
}
