import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct BadFileTests {
    @Test func `elements that make no sense are told of, and stay in the file while one draws on`()
      async throws
    {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      try await bench.drawing("a.plumbago", strokes: 3)
      let store = try await DocumentStore.open(path)
      let elements = try await store.load().elements
      for (step, element) in zip(4..., elements.prefix(2)) {
        var far = element
        far.id = ElementID(Int64(step))
        far.pageFromElement.tx = 1e300
        try await store.perform([
          .commit(step: step, edit: DrawingEdit(label: .draw, inserted: [far]))
        ])
      }
      try await store.close()
      let (app, window) = try bench.start([path])
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      let sentence =
        "2 elements of “a.plumbago” make no sense and are not shown (numbers 4, 5). They were left in the file as they are."
      try tree.wait(for: sentence)
      #expect(app.standardError.contains("plumbago: " + sentence))
      bench.stroke(300, 400)
      try await Kept.wait(for: "4 strokes", in: path, by: app) { $0.strokes == 4 }
      try bench.screen.waitUntilStill()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      #expect(
        try await DocumentStore.inspect(path).refusedElements == [ElementID(4), ElementID(5)])
      bench.screen.close()
    }

    @Test func `what is wrong with a file that the app is started with lies over its window`()
      throws
    {
      let bench = try FileBench()
      try Data("A letter to a friend.".utf8).write(to: URL(filePath: bench.path("bad.plumbago")))
      let app = try bench.screen.launchApp([bench.path("bad.plumbago")])
      try bench.screen.waitForWindows(2)
      let top = try #require(bench.screen.windows.last)
      #expect(top.isDialog)
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("Return")
      try bench.screen.waitForWindows(1)
      try app.expectQuiet()
      bench.screen.windows.first?.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test func `a file that is no good is told of in the window, and left as it is`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("good.plumbago")
      let good = try bench.bytes("good.plumbago")
      func write(_ bytes: Data, _ name: String) throws {
        try bytes.write(to: URL(filePath: bench.path(name)))
      }
      try write(Data("A letter to a friend.".utf8), "foreign.plumbago")
      try write(Data(), "empty.plumbago")
      try write(Data("A letter to a friend.".utf8), "letter.pdf")
      try write(good.prefix(good.count / 2), "short.plumbago")
      var newer = good
      newer[63] = 99  // The last byte of SQLite's user version.
      try write(newer, "newer.plumbago")
      var flipped = good
      for i in stride(from: 4096, to: flipped.count, by: 999) { flipped[i] ^= 0x10 }
      try write(flipped, "flipped.plumbago")
      try await bench.drawingWithDamagedLog("crashed.plumbago")
      try FileManager.default.createDirectory(
        atPath: bench.path("folder.plumbago"), withIntermediateDirectories: false)
      let names = bench.names("")
      let files = names.filter {
        ($0.hasSuffix(".plumbago") || $0.hasSuffix("-wal")) && $0 != "folder.plumbago"
      }
      #expect(files.contains("crashed.plumbago-wal"))
      let before = try files.map(bench.bytes)

      let sentences = [
        ("foreign.plumbago", "“foreign.plumbago” is not a Plumbago drawing."),
        ("empty.plumbago", "“empty.plumbago” is not a Plumbago drawing."),
        ("letter.pdf", "“letter.pdf” is damaged, or nothing that Plumbago can open."),
        ("short.plumbago", "“short.plumbago” is damaged."),
        ("newer.plumbago", "“newer.plumbago” was made by a newer version of Plumbago."),
        ("flipped.plumbago", "“flipped.plumbago” is damaged."),
        ("crashed.plumbago", "“crashed.plumbago” is damaged."),
        ("folder.plumbago", "“folder.plumbago” is a folder."),
        ("missing.pdf", "There is no file “missing.pdf”."),
        ("no/where.plumbago", "There is no folder “\(bench.path("no"))”."),
      ]
      let app = try bench.screen.launchApp(sentences.map { bench.path($0.0) })
      try bench.screen.waitForWindows(2)
      let tree = try AccessibleTree(bench.screen)
      let (last, end) = (sentences[sentences.count - 1].1, Date().addingTimeInterval(20))
      while !app.standardError.contains(last), Date() < end { pause(0.1) }
      // As long as a message waits for its window to be active: none comes over the one that is open.
      pause(2)
      var offers = 0
      for (i, (_, sentence)) in sentences.enumerated() {
        try tree.wait(for: sentence)
        #expect(app.standardError.contains("plumbago: " + sentence))
        try bench.screen.waitUntilStill()
        #expect(bench.screen.windows.count == 2)
        let texts = try tree.whileItChanges { try tree.texts() }
        // One after the other, and none but it.
        let told = sentences.filter { file in texts.contains { $0.contains(file.1) } }
        #expect(told.map(\.1) == [sentence])
        if texts.contains(where: { $0.contains("Recover What Is Left") }) { offers += 1 }
        // The last one is open when the app is told to end.
        guard i < sentences.count - 1 else { break }
        try bench.screen.keyboard.press("Escape")
        try tree.wait(forNo: sentence)
      }
      #expect(app.standardError.split(separator: "\n").count == sentences.count)
      // Each that may hold something offers to save it.
      #expect(offers >= 3)
      try app.expectQuiet()
      app.signal(SIGTERM)
      _ = try app.waitForExit()
      // The library's folder is made at each start.
      #expect(bench.names("").filter { $0 != "Documents" } == names)
      #expect(try files.map(bench.bytes) == before)
      bench.screen.close()
    }

    @Test func `the next message waits until the dialog that one led to is closed`() async throws {
      let bench = try FileBench()
      try await bench.drawing("good.plumbago")
      let good = try bench.bytes("good.plumbago")
      let paths = ["a.plumbago", "b.plumbago"].map(bench.path)
      for path in paths { try good.prefix(good.count / 2).write(to: URL(filePath: path)) }
      let app = try bench.screen.launchApp(paths)
      try bench.screen.waitForWindows(2)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "“a.plumbago” is damaged.")
      try bench.screen.waitUntilStill()
      let message = try #require(bench.screen.windows.first { $0.isDialog })
      try tree.press("Recover What Is Left")
      let chooser = try bench.screen.waitForWindow { $0.isDialog && $0 != message }
      // As long as a message waits for its window to be active.
      pause(2)
      #expect(chooser.isOpen)
      #expect(bench.screen.windows.count == 2)
      try bench.screen.keyboard.press("Escape")
      try tree.wait(for: "“b.plumbago” is damaged.")
      #expect(!chooser.isOpen)
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("Return")
      try bench.screen.waitForWindows(1)
      try app.expectQuiet()
      bench.screen.windows.first?.close()
      #expect(try app.waitForExit() == .exited(0))
      bench.screen.close()
    }

    @Test
    func `damage that opening cannot see is told of, nothing is written, and what is left saved`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      try await bench.damageSecretly("a.plumbago")
      let before = try bench.bytes("a.plumbago")
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "“a.plumbago” is damaged.")
      #expect(app.standardError.contains("plumbago: “a.plumbago” is damaged."))
      let picture = try bench.paper()
      bench.strokes(1)
      bench.screen.pen.proximityOut()
      #expect(try bench.paper() == picture)
      #expect(try bench.bytes("a.plumbago") == before)

      try tree.press("Recover What Is Left")
      let dialog = try bench.screen.waitForWindow { $0.isDialog }
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("a", [.control])
      try bench.screen.keyboard.type(bench.path("saved.plumbago"))
      try bench.screen.keyboard.press("Return")
      try tree.wait(for: "strokes were recovered.")
      #expect(!dialog.isOpen)
      #expect(try await DocumentStore.inspect(bench.path("saved.plumbago")).strokes >= 39)
      #expect(try bench.bytes("a.plumbago") == before)
      #expect(bench.names("a") == ["a.plumbago"])
      try app.expectQuiet()
      app.signal(SIGTERM)
      _ = try app.waitForExit()
      bench.screen.close()
    }
  }
}
