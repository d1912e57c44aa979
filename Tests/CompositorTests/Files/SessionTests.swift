import Foundation
import InkModel
import InkStore
import RecordedHands
import SearchIndex
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What was open comes back with the next start.
  @Suite struct SessionTests {
    /// How the app ends with all its windows.
    enum End: CaseIterable, Sendable {
      case quit
      case hangUp
      case endOfSession
    }

    private func names(_ bench: FileBench) -> [String] {
      bench.screen.windows.map(\.title).sorted()
    }

    /// Starts with nothing to open but what is remembered, and waits for so many windows.
    private func restart(
      _ bench: FileBench, windows: Int, opening paths: [String] = []
    ) throws -> Program {
      let app = try bench.screen.launchApp(paths)
      try bench.screen.waitForWindows(windows)
      try bench.screen.waitUntilStill()
      return app
    }

    private func end(_ app: Program) throws {
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
    }

    /// Ends an app as a fault of its own does.
    private func crash(_ app: Program) throws {
      app.signal(SIGSEGV)
      let end = try app.waitForExit()
      #expect(end == .killed(signal: SIGSEGV))
    }

    @Test(arguments: End.allCases)
    func `all windows that were open at the end are there at the next start`(
      _ ending: End
    ) async throws {
      let bench = try FileBench()
      let drawings = ["a.plumbago", "b.plumbago", "c.plumbago"]
      for name in drawings { try await bench.drawing(name) }
      let app = try bench.screen.launchApp(drawings.map(bench.path))
      try bench.screen.waitForWindows(3)
      try bench.screen.waitUntilStill()
      // One of them has something to bring to the disk yet, and so goes last.
      bench.screen.pen.down(at: Point(300, 300))
      bench.screen.pen.move(along: (1...20).map { Point(300 + Double($0) * 4, 300) })
      try bench.screen.settle()
      switch ending {
      case .quit: try bench.screen.keyboard.press("q", [.control])
      case .hangUp: app.signal(SIGHUP)
      case .endOfSession: app.signal(SIGTERM)
      }
      #expect(try app.waitForExit() == .exited(0))
      try app.expectQuiet()
      bench.screen.pen.up()
      bench.screen.pen.proximityOut()
      let again = try restart(bench, windows: 3)
      #expect(names(bench) == ["a – Plumbago", "b – Plumbago", "c – Plumbago"])
      try end(again)
      bench.screen.close()
    }

    private static let offer =
      "“a” was not opened again: Plumbago ended unexpectedly"
    /// What each start says after the one that said the above, until it is answered.
    private static let laterOffer = "“a” is still not opened by itself"

    /// What the next start opens, as the file of the session lists it.
    private func remembered(_ bench: FileBench) -> String {
      let file = Keyfile(at: URL(filePath: bench.screen.folder.state + "/plumbago/session"))
      return file.values(of: "windows")["drawings"] ?? ""
    }

    @Test func `an offer that is closed does not come again, nor does what it offered open`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      let app = try restart(bench, windows: 1, opening: [bench.path("a.plumbago")])
      #expect(names(bench) == ["a – Plumbago"])
      try crash(app)
      #expect(remembered(bench).contains("/a.plumbago"))
      // Who does not answer is asked again, but told only once how the app ended.
      let ignoring = try restart(bench, windows: 1)
      let first = try AccessibleTree(bench.screen)
      try first.wait(for: Self.offer)
      try first.wait(for: "Show Report…")
      try end(ignoring)
      let declining = try restart(bench, windows: 1)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: Self.laterOffer)
      // The card says it before it is where it stays.
      try bench.screen.waitUntilStill()
      let said = try tree.texts()
      #expect(!said.contains { $0.contains("ended unexpectedly") || $0.contains("Show Report…") })
      // The window has a button of that name, too: the card's is beside its others.
      let other = try tree.box(tree.wait(for: "Open Anyway")).center
      let closes = try tree.widgets().filter { $0.name == "Close" }.map { try tree.box($0).center }
      let close = closes.min { abs($0.y - other.y) < abs($1.y - other.y) }
      let (target, window) = (try #require(close), try #require(bench.screen.windows.first))
      bench.screen.mouse.click(at: window.point(target.x, target.y))
      try tree.wait(forNo: Self.laterOffer)
      try end(declining)
      // The offer might come after this looks at the next start: nothing is left to make it of.
      let state = bench.screen.folder.state + "/plumbago"
      let marks = try FileManager.default.contentsOfDirectory(atPath: state + "/opening")
      #expect(marks == [])
      #expect(!remembered(bench).contains("/a.plumbago"))
      let reports = try FileManager.default.contentsOfDirectory(atPath: state)
      #expect(!reports.contains { $0.hasPrefix("crash-") })
      let last = try restart(bench, windows: 1)
      try bench.screen.waitUntilStill(for: 0.5)
      #expect(names(bench) == ["Untitled drawing – Plumbago"])
      let texts = try AccessibleTree(bench.screen).texts()
      #expect(!texts.contains { $0.contains(Self.offer) || $0.contains(Self.laterOffer) })
      try end(last)
      bench.screen.close()
    }

    @Test func `a crash that an offer has told of is not told of once its drawing was opened`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      let app = try restart(bench, windows: 1, opening: [bench.path("a.plumbago")])
      try crash(app)
      let ignoring = try restart(bench, windows: 1)
      try AccessibleTree(bench.screen).wait(for: Self.offer)
      try end(ignoring)
      let last = try restart(bench, windows: 1, opening: [bench.path("a.plumbago")])
      try bench.screen.waitUntilStill(for: 0.5)
      #expect(names(bench) == ["a – Plumbago"])
      let texts = try AccessibleTree(bench.screen).texts()
      #expect(!texts.contains { $0.contains("ended unexpectedly") })
      try end(last)
      bench.screen.close()
    }

    @Test
    func `each crash is told of until that was on the screen, and no more than was true of it`()
      async throws
    {
      let bench = try FileBench()
      for name in ["a.plumbago", "b.plumbago"] { try await bench.drawing(name) }
      try crash(try restart(bench, windows: 1, opening: [bench.path("a.plumbago")]))
      // While another process has the drawing, a message says so that stays: none comes after it.
      let store = try await DocumentStore.open(bench.path("b.plumbago"))
      for paths in [[bench.path("b.plumbago")], []] {
        let covering = try restart(bench, windows: 1, opening: paths)
        #expect(names(bench) == ["b – Plumbago"])
        let tree = try AccessibleTree(bench.screen)
        try tree.wait(for: "This drawing is open in another program.")
        try bench.screen.waitUntilStill(for: 0.5)
        let texts = try tree.texts()
        #expect(!texts.contains { $0.contains("ended unexpectedly") })
        try end(covering)
      }
      try await store.close()
      let first = try restart(bench, windows: 1)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: Self.offer)
      try tree.wait(for: "Show Report…")
      // One of them was offered before, and not open at this crash.
      try crash(first)
      let second = try restart(bench, windows: 1)
      #expect(names(bench) == ["Untitled drawing – Plumbago"])
      let both = try AccessibleTree(bench.screen)
      try both.wait(for: "2 drawings were not opened again, as they may be why")
      // Both were, and nothing was open.
      try crash(second)
      let third = try restart(bench, windows: 1)
      let last = try AccessibleTree(bench.screen)
      try last.wait(
        for: "Plumbago ended unexpectedly last time. 2 drawings are still not opened by themselves")
      try last.wait(for: "Show Report…")
      try end(third)
      // What was told of is not kept.
      let state = try FileManager.default.contentsOfDirectory(
        atPath: bench.screen.folder.state + "/plumbago")
      #expect(!state.contains { $0.hasPrefix("crash-") })
      bench.screen.close()
    }

    /// Opens a drawing by hand beside an unnamed one that is drawn on, and so stays.
    private func openByHand(_ name: String, _ bench: FileBench) throws {
      bench.strokes(1)
      bench.screen.pen.proximityOut()
      let opening = try bench.screen.launchApp([bench.path(name)])
      let end = try opening.waitForExit()
      #expect(end == .exited(0))
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
    }

    @Test func `an offer leaves out what was opened by hand meanwhile, and opens none of it again`()
      async throws
    {
      let bench = try FileBench()
      for name in ["a.plumbago", "b.plumbago"] { try await bench.drawing(name) }
      try crash(restart(bench, windows: 2, opening: ["a.plumbago", "b.plumbago"].map(bench.path)))
      let app = try restart(bench, windows: 1)
      let offering = try #require(bench.screen.windows.first)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "2 drawings were not opened again")
      try openByHand("b.plumbago", bench)
      offering.activate()
      try tree.wait(for: Self.offer)
      try bench.screen.waitUntilStill()
      try tree.press("Open Anyway")
      try bench.screen.waitForWindows(3)
      try bench.screen.waitUntilStill()
      let opened = names(bench).filter { ["a – Plumbago", "b – Plumbago"].contains($0) }
      #expect(opened == ["a – Plumbago", "b – Plumbago"])
      try end(app)
      bench.screen.close()
    }

    @Test func `an offer stays where a drawing that is opened takes the place of an unused one`()
      async throws
    {
      let bench = try FileBench()
      for name in ["a.plumbago", "b.plumbago"] { try await bench.drawing(name) }
      let paths = ["a.plumbago", "b.plumbago"].map(bench.path)
      try crash(restart(bench, windows: 2, opening: paths))
      let app = try restart(bench, windows: 1)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "2 drawings were not opened again")
      let opening = try bench.screen.launchApp([paths[1]])
      let status = try opening.waitForExit()
      #expect(status == .exited(0))
      try tree.wait(for: Self.offer)
      try bench.screen.waitForWindows(1)
      try bench.screen.waitUntilStill()
      #expect(names(bench) == ["b – Plumbago"])
      try tree.press("Open Anyway")
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
      #expect(names(bench) == ["a – Plumbago", "b – Plumbago"])
      try end(app)
      bench.screen.close()
    }

    @Test func `an offer goes once all of it was opened by hand, however many windows it had`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      let both = try restart(bench, windows: 1, opening: [bench.path("a.plumbago")])
      try bench.screen.keyboard.press("w", [.control, .alt])
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
      #expect(names(bench) == ["a – Plumbago", "a – Plumbago"])
      try crash(both)
      let app = try restart(bench, windows: 1)
      let offering = try #require(bench.screen.windows.first)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: Self.offer)
      try openByHand("a.plumbago", bench)
      offering.activate()
      try tree.wait(forNo: Self.offer)
      let windows = names(bench).count { $0 == "a – Plumbago" }
      #expect(windows == 1)
      try end(app)
      bench.screen.close()
    }

    @Test func `an app that is started twice at once opens what was open once, and suspects none`()
      async throws
    {
      let bench = try FileBench()
      // So large that the second start comes while it is read.
      try await bench.drawing("a.plumbago", strokes: 3000)
      try end(restart(bench, windows: 1, opening: [bench.path("a.plumbago")]))
      let app = try bench.screen.launchApp([])
      let deadline = Date().addingTimeInterval(20)
      while Date() < deadline, !isOpening(bench), bench.screen.windows.isEmpty { usleep(500) }
      let second = try bench.screen.launchApp([])
      let status = try second.waitForExit()
      #expect(status == .exited(0))
      try bench.screen.waitForWindows(1)
      try bench.screen.waitUntilStill(for: 0.5)
      #expect(names(bench) == ["a – Plumbago"])
      let texts = try AccessibleTree(bench.screen).texts()
      #expect(!texts.contains { $0.contains("not opened") })
      try end(app)
      bench.screen.close()
    }

    /// Whether a drawing is being opened, and not on the screen yet.
    private func isOpening(_ bench: FileBench) -> Bool {
      let marks = bench.screen.folder.state + "/plumbago/opening"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: marks)) ?? []
      // A mark that is made but not written yet says nothing, and comes before the file is opened.
      return names.contains { name in
        (try? Data(contentsOf: URL(filePath: marks + "/" + name)))?.isEmpty == false
      }
    }

    /// Starts the app on a large drawing, and ends it by a signal before the drawing shows.
    private func killWhileOpening(
      _ bench: FileBench, _ arguments: [String], by signal: Int32 = SIGKILL
    ) throws {
      // On a machine that has much to do, the drawing may show before this gets to the kill: again, then.
      for _ in 0..<10 {
        let app = try bench.screen.launchApp(arguments)
        let deadline = Date().addingTimeInterval(20)
        while Date() < deadline, !isOpening(bench) { usleep(500) }
        app.signal(signal)
        let end = try app.waitForExit()
        #expect(end == .killed(signal: signal))
        if isOpening(bench) { return }
      }
      Issue.record("the drawing showed each time before the app was killed")
    }

    @Test func `a drawing that the app ended with while it opened is offered, not opened again`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago", strokes: 3000)
      let path = bench.path("a.plumbago")
      // What was open last, so that the next start would open it.
      try end(try restart(bench, windows: 1, opening: [path]))
      try killWhileOpening(bench, [])
      let ignoring = try restart(bench, windows: 1)
      #expect(names(bench) == ["Untitled drawing – Plumbago"])
      try AccessibleTree(bench.screen).wait(for: Self.offer)
      // Who does not answer is asked again.
      try end(ignoring)
      let app = try restart(bench, windows: 1)
      #expect(names(bench) == ["Untitled drawing – Plumbago"])
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: Self.laterOffer)
      let said = try tree.texts()
      #expect(!said.contains { $0.contains("ended unexpectedly") })
      try tree.press("Open Anyway")
      let deadline = Date().addingTimeInterval(20)
      while names(bench) != ["a – Plumbago"], Date() < deadline { try bench.screen.settle() }
      try bench.screen.waitUntilStill()
      #expect(names(bench) == ["a – Plumbago"])
      // Once it was shown it is a drawing like any other.
      app.kill()
      #expect(try app.waitForExit() == .killed(signal: SIGKILL))
      let last = try restart(bench, windows: 1)
      #expect(names(bench) == ["a – Plumbago"])
      try end(last)
      bench.screen.close()
    }

    @Test func `a crash while drawings are opened again offers those that still waited, too`()
      async throws
    {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago", strokes: 3000)
      try await bench.drawing("b.plumbago")
      let paths = ["a.plumbago", "b.plumbago"].map(bench.path)
      try end(try restart(bench, windows: 2, opening: paths))
      try killWhileOpening(bench, [], by: SIGSEGV)
      let app = try restart(bench, windows: 1)
      try AccessibleTree(bench.screen).wait(for: "2 drawings were not opened again")
      #expect(names(bench) == ["Untitled drawing – Plumbago"])
      try end(app)
      bench.screen.close()
    }

    @Test
    func `what was open at a crash, in any tab, is offered, and one press opens it in its tabs`()
      async throws
    {
      let bench = try await TabBench(3)
      let screen = bench.screen
      func start() throws {
        (bench.app, bench.window) = try bench.files.start()
        bench.tree = try AccessibleTree(screen)
      }
      // Its neighbor takes the place of the one that is closed; it is drawn on, so that the crash is
      // not one of its opening.
      try Pointing.mouse.press(bench.closeButton("c"), on: screen)
      try bench.waitForTabs(["a", "b"], selected: "b")
      bench.draw()
      try await Kept.wait(for: "a stroke more", in: bench.path("b"), by: bench.app) {
        $0.strokes == 11
      }
      try crash(bench.app)
      try start()
      // The tab that waited behind the other one may be the cause as well.
      try bench.tree.wait(for: "2 drawings were not opened again, as they may be why")
      try bench.waitForTabs([], selected: "Untitled drawing")
      let button = try bench.tree.position(of: "Open Anyway", in: bench.window)
      try Pointing.pen.press(button, on: screen)
      try bench.waitForTabs(["a", "b"], selected: "b")
      #expect(await Kept.info(bench.path("b"))?.strokes == 11)
      // The press is no promise that they are harmless.
      try crash(bench.app)
      try start()
      try bench.tree.wait(for: "2 drawings were not opened again, as they may be why")
      try bench.waitForTabs([], selected: "Untitled drawing")
      // Who does not answer, and draws something else, finds them where they were all the same.
      bench.draw()
      try end(bench.app)
      #expect(bench.files.library.count == 1)
      try start()
      try bench.tree.wait(for: "2 drawings are still not opened by themselves")
      try screen.waitUntilStill()
      #expect(screen.windows.count == 1)
      // A key opens both, in a window of their own beside the one that is drawn on.
      try screen.keyboard.press("o", [.alt])
      try screen.waitForWindows(2)
      try screen.waitUntilStill()
      let tabs = try bench.tabs().map(\.title)
      #expect(tabs == ["a", "b"])
      #expect(names(bench.files).contains("b – Plumbago"))
      try bench.files.finish(bench.app)
      screen.close()
    }

    /// How many drawings have a picture in the cache.
    private func pictures(_ bench: FileBench) -> Int {
      let folder = bench.screen.folder.cache + "/thumbnails/large"
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      return (names ?? []).count { $0.hasSuffix(".png") }
    }

    /// Has the library read all there is, and ends the app by a crash while it reads one of the drawings.
    private func crashWhileReading(_ path: String, _ library: LibraryBench) throws {
      let screen = library.bench.screen
      try library.open()
      let pictured = Date().addingTimeInterval(20)
      while pictures(library.bench) < library.files.count, Date() < pictured { pause(0.05) }
      // Read at once, since somebody waits for it; what is marked is not painted any more.
      try screen.keyboard.type("quick")
      let (marks, bytes) = (
        screen.folder.state + "/plumbago/reading", Data(FilePaths.canonical(path).utf8)
      )
      func isMarked() -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: marks)) ?? []
        return names.contains { (try? Data(contentsOf: URL(filePath: marks + "/" + $0))) == bytes }
      }
      let read = Date().addingTimeInterval(20)
      var wasMarked = isMarked()
      // A mark says nothing while the reading waits for a moment.
      while !wasMarked, Date() < read {
        usleep(500)
        wasMarked = isMarked()
      }
      #expect(wasMarked)
      try crash(library.app)
      // This signal is another thread's, which lets the reading go on until the end. A crash of the
      // reading itself leaves this.
      try bytes.write(to: URL(filePath: marks + "/left"))
      // Nothing is known of any drawing.
      for name in ["plumbago", "thumbnails"] {
        try FileManager.default.removeItem(atPath: screen.folder.cache + "/" + name)
      }
    }

    /// Shows the library's panel, unless it comes by itself.
    private func showPanel(of library: LibraryBench) throws {
      let comes = (try? library.tree.wait(for: "Search the library", timeout: 5)) != nil
      if !comes { try library.open() }
    }

    /// Waits until so many drawings have pictures, and one of them was read.
    private func wait(
      forPictures count: Int, andLinesOf name: String, in index: SearchIndex,
      of library: LibraryBench
    ) async {
      let path = library.path(name)
      let deadline = Date().addingTimeInterval(60)
      while await index.lines(of: path).isEmpty || pictures(library.bench) < count,
        Date() < deadline
      { pause(0.1) }
      let lines = await index.lines(of: path)
      #expect(!lines.isEmpty, "\(name)")
      let made = pictures(library.bench)
      #expect(made == count)
    }

    /// The rows whose drawings are said not to be shown.
    private func unshown(in library: LibraryBench) throws -> [String] {
      let tree = library.tree
      return try tree.whileItChanges {
        try tree.widgets().filter {
          try !$0.name.isEmpty && tree.description($0).hasPrefix("Not shown: ")
        }.map(\.name).sorted()
      }
    }

    @Test func `what may have crashed the app is neither painted nor read until it is opened`()
      async throws
    {
      var (a, long) = (WrittenDrawing(), WrittenDrawing())
      a.texts = [("Bread and coffee", Rect(x: 300, y: 120, width: 120, height: 20))]
      // Its ink takes seconds to read.
      for (i, line) in try RecordedWriting.lines().prefix(24).enumerated() {
        long.write(line, in: Rect(x: 40, y: 60 + 40 * Double(i), width: 500, height: 24))
      }
      var library = try await LibraryBench(
        [], opening: "a", size: PixelSize(width: 1280, height: 800),
        written: ["a": a, "Meeting": FindingTests.meeting(), "Novel": long])
      try crashWhileReading(library.path("Novel"), library)
      let screen = library.bench.screen
      (library.app, library.window) = try library.bench.start()
      library.tree = try AccessibleTree(screen)
      try library.tree.wait(for: Self.offer)
      try showPanel(of: library)
      let all = ["Meeting", "Novel", "a"]
      let index = try SearchIndex(at: screen.folder.cache + "/plumbago/index.db")
      // What nobody suspects is painted and read, which begins when nobody did anything for five seconds.
      await wait(forPictures: 1, andLinesOf: "Meeting", in: index, of: library)
      pause(2)
      let made = pictures(library.bench)
      #expect(made == 1)
      for name in ["a", "Novel"] {
        let lines = await index.lines(of: library.path(name))
        #expect(lines.isEmpty, "\(name)")
      }
      let listed = try library.listed(of: all).sorted()
      #expect(listed == all)
      // Nor do they look empty, as a sheet that nobody has drawn on does.
      let before = try unshown(in: library)
      #expect(before == ["Novel", "a"])
      let name = try library.frame("Novel")
      let middle = Rect(center: Point(name.minX - 40, name.center.y), radius: 6)
      let white = screen.screenshot(of: PixelBox(covering: middle)).pixels { $0.luma > 0.99 }
      #expect(white.count == 0)
      try library.tree.press("Open Anyway")
      try library.wait(forTitle: "a")
      library.window = try #require(screen.windows.first)
      try showPanel(of: library)
      await wait(forPictures: 2, andLinesOf: "a", in: index, of: library)
      // Nothing offers the other one: a tap opens it.
      try library.tap("Novel", with: .mouse)
      try library.wait(forTitle: "Novel")
      await wait(forPictures: 3, andLinesOf: "Novel", in: index, of: library)
      let deadline = Date().addingTimeInterval(10)
      while try !unshown(in: library).isEmpty, Date() < deadline { pause(0.1) }
      let after = try unshown(in: library)
      #expect(after == [])
      try await library.finish()
    }

    @Test func `a window that was closed by itself does not come back, unless it was the last`()
      async throws
    {
      let bench = try FileBench()
      for name in ["a.plumbago", "b.plumbago"] { try await bench.drawing(name) }
      let app = try bench.screen.launchApp(["a.plumbago", "b.plumbago"].map(bench.path))
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
      bench.screen.windows.first { $0.title.hasPrefix("a") }?.close()
      try bench.screen.waitForWindows(1)
      try end(app)
      let second = try restart(bench, windows: 1)
      #expect(names(bench) == ["b – Plumbago"])
      bench.screen.windows.first?.close()
      #expect(try second.waitForExit() == .exited(0))
      let third = try restart(bench, windows: 1)
      #expect(names(bench) == ["b – Plumbago"])
      try end(third)
      bench.screen.close()
    }
  }
}
