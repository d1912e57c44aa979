import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  @Suite struct RestartTests {
    @Test func `S102 undo and redo survive closing, killing and opening again`() async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      var (app, window) = try bench.start([path])
      try window.maximize()
      let blank = try bench.paper()
      bench.strokes(5)
      bench.screen.pen.proximityOut()
      let all = try bench.paper()
      #expect(all != blank)
      for _ in 0..<2 { try bench.screen.keyboard.press("z", [.control]) }
      try await Kept.wait(for: "3 strokes", in: path, by: app) { $0.strokes == 3 }
      let three = try bench.paper()
      // The laser pointer: what it draws fades, and so the next start is not with it.
      try bench.screen.keyboard.press("l")
      try bench.finish(app, window)
      let tools = try Preferences(of: bench.screen).values[.toolPicker]?.text ?? ""
      #expect(tools.contains("tool=laser"))
      #expect(bench.names("a") == ["a.plumbago"])

      (app, window) = try bench.start([path])
      try window.maximize()
      #expect(try bench.paper() == three)
      for _ in 0..<3 { try bench.screen.keyboard.press("z", [.control]) }
      try await Kept.wait(for: "no stroke", in: path, by: app) { $0.strokes == 0 }
      #expect(try bench.paper() == blank)
      app.kill()

      (app, window) = try bench.start([path])
      try window.maximize()
      #expect(try bench.paper() == blank)
      for key in ["y", "y", "y", "y"] { try bench.screen.keyboard.press(key, [.control]) }
      try bench.screen.keyboard.press("z", [.control, .shift])
      try await Kept.wait(for: "5 strokes", in: path, by: app) { $0.strokes == 5 }
      #expect(try bench.paper() == all)
      bench.strokes(1, x: 500)
      try await Kept.wait(for: "a stroke more", in: path, by: app) { $0.strokes == 6 }
      bench.screen.pen.proximityOut()
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `a drawing with pages opens at the page that was looked at last`() async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      let store = try await DocumentStore.open(path)
      try await store.perform([
        .begin(with: DrawingSettings(layout: .pages(PageSize(width: 300, height: 400), count: 6)))
      ])
      try await store.close()
      var (app, window) = try bench.start([path])
      try window.maximize()
      var tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Pages: 1 of 6")
      for page in 2...4 {
        try bench.screen.keyboard.press("Page_Down", [.control])
        try tree.wait(for: "Pages: \(page) of 6")
      }
      let before = try bench.paper()
      try bench.finish(app, window)
      (app, window) = try bench.start([path])
      try window.maximize()
      tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Pages: 4 of 6")
      #expect(try bench.paper() == before)
      try bench.finish(app, window)
      bench.screen.close()
    }

    // By the system, which is out of memory, or by a fault of its own.
    @Test(arguments: [SIGKILL, SIGSEGV])
    func `a window is maximized or not as it was when the app was killed or crashed`(
      signal: Int32
    ) async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      try await bench.drawing("a.plumbago")
      // As it opens first it is not; then it is, and then it is not again.
      for isMaximized in [true, false] {
        let (app, window) = try bench.start([path])
        try bench.screen.waitUntilStill()
        #expect(window.isMaximized == !isMaximized)
        try window.maximize(isMaximized)
        let deadline = Date().addingTimeInterval(20)
        while try Preferences(of: bench.screen).values[.windowMaximized]?.text
          != "\(isMaximized)", Date() < deadline
        { pause(0.05) }
        app.signal(signal)
        let end = try app.waitForExit()
        #expect(end == .killed(signal: signal))
      }
      let (app, window) = try bench.start([path])
      try bench.screen.waitUntilStill()
      #expect(!window.isMaximized)
      try bench.finish(app, window)
      bench.screen.close()
    }

    /// Waits until the session's file has another view of its only drawing than this one.
    private func savedView(
      after old: [String: String], on screen: Screen
    ) -> [String: String] {
      let file = Keyfile(at: URL(filePath: screen.folder.state + "/plumbago/session"))
      let deadline = Date().addingTimeInterval(20)
      while file.values(of: "view-0") == old, Date() < deadline { pause(0.05) }
      let view = file.values(of: "view-0")
      #expect(view != old)
      return view
    }

    @Test func `a drawing opens where it was looked at when the app was killed`() async throws {
      let bench = try FileBench()
      let (path, screen) = (bench.path("a.plumbago"), bench.screen)
      try await bench.drawing("a.plumbago")
      var (app, window) = try bench.start([path])
      try window.maximize()
      // Nor does a larger window move the view any more.
      try screen.waitUntilStill(for: 1.5)
      let first = try bench.paper()
      let view = savedView(after: [:], on: screen)
      screen.mouse.move(to: Point(400, 300))
      screen.mouse.scroll(3)
      screen.mouse.leave()
      _ = savedView(after: view, on: screen)
      let scrolled = try bench.paper()
      #expect(scrolled != first)
      app.kill()
      let end = try app.waitForExit()
      #expect(end == .killed(signal: SIGKILL))
      (app, window) = try bench.start([path])
      try window.maximize()
      let again = try bench.paper()
      #expect(again == scrolled)
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `an untitled drawing is there on the next start, without a question asked`()
      async throws
    {
      let bench = try FileBench()
      var (app, window) = try bench.start()
      try window.maximize()
      try bench.screen.waitUntilStill()
      #expect(bench.library.isEmpty)
      bench.strokes(3)
      bench.screen.pen.proximityOut()
      let drawn = try bench.paper()
      #expect(bench.library.count == 1)
      let path = try #require(bench.library.first)
      // Closed right after the last stroke; there is no other window to answer.
      window.close()
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
      #expect(try await DocumentStore.inspect(path).strokes == 3)

      (app, window) = try bench.start()
      try window.maximize()
      #expect(try bench.paper() == drawn)
      #expect(bench.library == [path])
      app.kill()

      (app, window) = try bench.start()
      try window.maximize()
      #expect(try bench.paper() == drawn)
      try bench.finish(app, window)
      #expect(bench.library == [path])
      bench.screen.close()
    }

    @Test func `looking at a drawing leaves every byte as it was`() async throws {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      let before = try bench.bytes("a.plumbago")
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try bench.finish(app, window)
      #expect(try bench.bytes("a.plumbago") == before)
      #expect(bench.names("a") == ["a.plumbago"])
      bench.screen.close()
    }
  }
}
