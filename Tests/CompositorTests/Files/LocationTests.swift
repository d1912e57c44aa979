import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Where drawings are, and what becomes of that while they are open.
  @Suite struct LocationTests {
    @Test func `a missing file opens empty, which is said, and is made with the first change`()
      async throws
    {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      let telling: Preferences = [.tellOfNewFiles: true]
      try telling.store(on: bench.screen)
      let (app, window) = try bench.start([path])
      let tree = try AccessibleTree(bench.screen)
      let sentence = "“a.plumbago” does not exist yet. It is created with the first change."
      try tree.wait(for: sentence)
      #expect(window.title == "a – Plumbago")
      #expect(bench.names("a").isEmpty)
      bench.strokes(1)
      try await Kept.wait(for: "a stroke", in: path, by: app) { $0.strokes == 1 }
      try tree.wait(forNo: sentence)
      try bench.finish(app, window)
      #expect(bench.names("a") == ["a.plumbago"])
      bench.screen.close()
    }

    @Test func `a mistyped name in the Open dialog is told of, and no drawing is begun there`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      try await bench.drawing("a.plumbago", strokes: 3)
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try window.maximize()
      try screen.waitUntilStill()
      let tree = try AccessibleTree(screen)
      for name in ["mistyped", "mistyped.plumbago"] {
        try screen.keyboard.press("o", [.control])
        _ = try screen.waitForWindow { $0.title == "Open a Drawing" }
        try screen.waitUntilStill()
        try screen.keyboard.type(bench.path(name))
        try screen.waitUntilStill()
        try screen.keyboard.press("Return")
        try tree.wait(for: "There is no file “\(name)”.")
        try screen.waitUntilStill()
        try screen.keyboard.press("Return")
        try screen.waitForWindows(1)
      }
      #expect(screen.windows == [window])
      // Work goes on in the drawing that was open.
      bench.stroke(300, 400)
      try await Kept.wait(for: "4 strokes", in: bench.path("a.plumbago"), by: app) {
        $0.strokes == 4
      }
      try bench.finish(app, window)
      #expect(bench.names("mistyped").isEmpty)
      screen.close()
    }

    @Test func `a deleted file is written anew with the next stroke, and that is said`()
      async throws
    {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      let (app, window) = try bench.start([path])
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(2)
      try await Kept.wait(for: "2 strokes", in: path, by: app) { $0.strokes == 2 }
      try FileManager.default.removeItem(atPath: path)
      bench.stroke(500, 300)
      try await Kept.wait(for: "3 strokes", in: path, by: app) { $0.strokes == 3 }
      let tree = try AccessibleTree(bench.screen)
      let sentence = "The drawing's file was gone. All of it is now kept in “\(path)”."
      try tree.wait(for: sentence)
      #expect(app.standardError.contains("plumbago: " + sentence))
      try bench.screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "2 strokes", in: path, by: app) { $0.strokes == 2 }
      try bench.finish(app, window)
      #expect(bench.names("a") == ["a.plumbago"])
      bench.screen.close()
    }

    @Test func `a renamed file is followed, in title and file`() async throws {
      let bench = try FileBench()
      let (app, window) = try bench.start([bench.path("a.plumbago")])
      try bench.screen.waitUntilStill()
      bench.strokes(1)
      try await Kept.wait(for: "a stroke", in: bench.path("a.plumbago"), by: app) {
        $0.strokes == 1
      }
      try FileManager.default.moveItem(
        atPath: bench.path("a.plumbago"), toPath: bench.path("b.plumbago"))
      bench.stroke(500, 300)
      try await Kept.wait(for: "2 strokes", in: bench.path("b.plumbago"), by: app) {
        $0.strokes == 2
      }
      try bench.screen.waitUntilStill()
      #expect(window.title == "b – Plumbago")
      try bench.finish(app, window)
      #expect(bench.names("a").isEmpty && bench.names("b") == ["b.plumbago"])
      bench.screen.close()
    }

    @Test(arguments: [false, true])
    func `a file that another program writes while it is open stays, and both drawings are kept`(
      inPlace: Bool
    ) async throws {
      let bench = try FileBench()
      let path = bench.path("a.plumbago")
      try await bench.drawing("a.plumbago", strokes: 4)
      try await bench.drawing("other.plumbago", strokes: 9)
      let theirs = try bench.bytes("other.plumbago")
      let (app, window) = try bench.start([path])
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(2)
      try await Kept.wait(for: "6 strokes", in: path, by: app) { $0.strokes == 6 }
      bench.screen.pen.proximityOut()
      let command = inPlace ? "cat \"$1\" > \"$2\"" : "mv \"$1\" \"$2\""
      _ = try Command.run(["/bin/sh", "-c", command, "sh", bench.path("other.plumbago"), path])
      let written = Date()
      let name = "a (before it was replaced).plumbago"
      // Nobody draws meanwhile: it is noticed all the same.
      while !bench.names("a").contains(name), Date().timeIntervalSince(written) < 10 { pause(0.02) }
      #expect(Date().timeIntervalSince(written) < 2)
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "That file was left as it is; what you see here is now kept in “\(name)”")
      try bench.screen.waitUntilStill()
      #expect(window.title == "a (before it was replaced) – Plumbago")
      let kept = try await Kept.wait(for: "6 strokes", in: bench.path(name), by: app) {
        $0.strokes == 6
      }
      #expect(kept.undoDepth == (inPlace ? 0 : 6))
      bench.stroke(500, 300)
      try await Kept.wait(for: "7 strokes", in: bench.path(name), by: app) { $0.strokes == 7 }
      #expect(try bench.bytes("a.plumbago") == theirs)
      try tree.press("Open That File")
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
      #expect(bench.screen.windows.map(\.title).contains("a – Plumbago"))
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      #expect(bench.names("a") == [name, "a.plumbago"])
      #expect(try await DocumentStore.inspect(path).strokes == 9)
      bench.screen.close()
    }

    @Test func `a drawing opened twice in one app has one window`() async throws {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago")
      try await bench.drawing("b.plumbago")
      let path = bench.path("a.plumbago")
      try FileManager.default.createSymbolicLink(
        atPath: bench.path("link.plumbago"), withDestinationPath: path)
      let app = try bench.screen.launchApp([path, bench.path("b.plumbago"), path])
      try bench.screen.waitForWindows(2)
      try bench.screen.waitUntilStill()
      // A second start hands its files to the first and ends.
      for name in ["a.plumbago", "link.plumbago", "../home/a.plumbago"] {
        let second = try bench.screen.launchApp([bench.path(name)])
        #expect(try second.waitForExit() == .exited(0))
        try second.expectQuiet()
      }
      try bench.screen.settle()
      #expect(bench.screen.windows.map(\.title).sorted() == ["a – Plumbago", "b – Plumbago"])
      try app.expectQuiet()
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      bench.screen.close()
    }

    @Test func `a drawing that another process has open can be looked at only`() async throws {
      let bench = try FileBench()
      try await bench.drawing("a.plumbago", strokes: 5)
      let path = bench.path("a.plumbago")
      let store = try await DocumentStore.open(path)
      let (app, window) = try bench.start([path])
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "This drawing is open in another program.")
      let before = try bench.paper()
      bench.strokes(2)
      bench.screen.pen.proximityOut()
      #expect(try bench.paper() == before)
      #expect(try await store.statistics().strokes == 5)
      // What shows is older once the other program goes on, which is told.
      let told = "Another program has changed it since."
      #expect(try !tree.texts().contains { $0.contains(told) })
      try await store.perform([.setMetadata(.title, "Theirs")])
      try tree.wait(for: told)
      // Under another name it can be worked on.
      try bench.screen.keyboard.press("s", [.control, .shift])
      _ = try bench.screen.waitForWindow { $0.isDialog }
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("a", [.control])
      try bench.screen.keyboard.type(bench.path("b.plumbago"))
      try bench.screen.keyboard.press("Return")
      try tree.wait(forNo: "This drawing is open in another program.")
      bench.strokes(2)
      try await Kept.wait(for: "7 strokes", in: bench.path("b.plumbago"), by: app) {
        $0.strokes == 7
      }
      try bench.finish(app, window)
      try await store.close()
      #expect(try await DocumentStore.inspect(path).strokes == 5)
      #expect(bench.names("a") == ["a.plumbago"] && bench.names("b") == ["b.plumbago"])
      bench.screen.close()
    }

    @Test(.enabled(if: FileBench.canMount, "this machine allows no mounts"))
    func `a drawing on a read-only disk can be looked at only`() async throws {
      let bench = try FileBench()
      let folder = bench.path("fixed")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try await bench.drawing("fixed/a.plumbago", strokes: 5)
      let bytes = try bench.bytes("fixed/a.plumbago")
      let (app, window) = try bench.start(
        script: """
          mount --bind "$1" "$1"
          mount -o remount,bind,ro "$1"
          exec "$plumbago" "$1/a.plumbago"
          """, [folder], isolated: true)
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "This drawing cannot be changed where it is.")
      let before = try bench.paper()
      bench.strokes(2)
      bench.screen.pen.proximityOut()
      #expect(try bench.paper() == before)
      try bench.finish(app, window)
      #expect(try bench.bytes("fixed/a.plumbago") == bytes)
      bench.screen.close()
    }

    @Test(.enabled(if: FileBench.canMount, "this machine allows no mounts"))
    func `a file whose folder takes no others is written back, and after a kill at the next start`()
      async throws
    {
      let bench = try FileBench()
      let folder = bench.path("portal")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try await bench.drawing("portal/a.plumbago", strokes: 5)
      // As a document portal shows a file: it can be written, and nothing beside it.
      let script = """
        mount --bind "$1" "$1"
        mount --bind "$1/a.plumbago" "$1/a.plumbago"
        mount -o remount,bind,ro "$1"
        shift
        exec "$plumbago" "$@"
        """
      let path = folder + "/a.plumbago"
      func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
      }
      var (app, window) = try bench.start(script: script, [folder, path], isolated: true)
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(2)
      try bench.finish(app, window)
      #expect(try await DocumentStore.inspect(path).strokes == 7)
      #expect(try names() == ["a.plumbago"])

      (app, window) = try bench.start(script: script, [folder, path], isolated: true)
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(1, x: 500)
      let working = bench.screen.folder.data + "/plumbago/working"
      let copy = try #require(
        try FileManager.default.contentsOfDirectory(atPath: working)
          .first { $0.hasSuffix(".working") })
      try await Kept.wait(for: "8 strokes", in: working + "/" + copy, by: app) {
        $0.strokes == 8
      }
      app.kill()
      #expect(try await DocumentStore.inspect(path).strokes == 7)

      // Without being asked for the file.
      (app, window) = try bench.start(script: script, [folder], isolated: true)
      try bench.screen.waitUntilStill()
      #expect(window.title == "a – Plumbago")
      try bench.finish(app, window)
      let facts = try await DocumentStore.inspect(path)
      #expect(facts.strokes == 8 && facts.undoDepth == 8)
      #expect(try names() == ["a.plumbago"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: working).isEmpty)
      bench.screen.close()
    }

    @Test func `save as moves an untitled drawing and asks before it replaces`() async throws {
      let bench = try FileBench()
      let target = bench.path("named.plumbago")
      try await bench.drawing("named.plumbago", strokes: 9)
      let (app, window) = try bench.start()
      try window.maximize()
      try bench.screen.waitUntilStill()
      bench.strokes(3)
      bench.screen.pen.proximityOut()
      let drawn = try bench.paper()
      #expect(bench.library.count == 1)
      try bench.screen.keyboard.press("s", [.control, .shift])
      _ = try bench.screen.waitForWindow { $0.isDialog }
      try bench.screen.waitUntilStill()
      try bench.screen.keyboard.press("a", [.control])
      // Without the suffix, which the app adds: so the app has to ask.
      try bench.screen.keyboard.type(bench.path("named"))
      try bench.screen.keyboard.press("Return")
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "There is a file “named.plumbago” already")
      #expect(try await DocumentStore.inspect(target).strokes == 9)
      try tree.press("Replace")
      try await Kept.wait(for: "3 strokes", in: target, by: app) { $0.strokes == 3 }
      try bench.screen.waitForWindows(1)
      try bench.screen.waitUntilStill()
      #expect(window.title == "named – Plumbago")
      #expect(bench.library.isEmpty)
      #expect(try bench.paper() == drawn)
      bench.stroke(500, 300)
      try await Kept.wait(for: "4 strokes", in: target, by: app) { $0.strokes == 4 }
      try bench.finish(app, window)
      #expect(bench.names("named") == ["named.plumbago"])
      bench.screen.close()
    }

    @Test func `a drawing is saved where drawings are`() throws {
      let bench = try FileBench()
      let screen = bench.screen
      let (app, window) = try bench.start()
      try window.maximize()
      bench.strokes(1)
      screen.pen.proximityOut()
      try screen.waitUntilStill()
      try screen.keyboard.press("s", [.control, .shift])
      _ = try screen.waitForWindow { $0.title == "Save the Drawing As" }
      // The kind of file, in the dialog's own list of kinds.
      try AccessibleTree(screen).wait(for: "Plumbago drawings")
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      // A name and no folder: it lies in the one that the dialog began in.
      try screen.keyboard.type("named")
      try screen.keyboard.press("Return")
      try screen.wait(for: "the name") { _ in window.title == "named – Plumbago" }
      #expect(bench.library.map { $0.hasSuffix("/named.plumbago") } == [true])
      try screen.waitForWindows(1)
      try bench.finish(app, window)
      screen.close()
    }

    @Test(arguments: [false, true])
    func `a drawing is opened beside the one that is shown, or where drawings are`(
      isUntitled: Bool
    ) async throws {
      let bench = try FileBench()
      let screen = bench.screen
      // Neither is the home folder, in which GTK begins by itself.
      let folder = isUntitled ? "Documents/Plumbago" : "Work"
      try FileManager.default.createDirectory(
        atPath: bench.path(folder), withIntermediateDirectories: true)
      let shown = "\(folder)/shown.plumbago"
      let other = "\(folder)/other.plumbago"
      for name in [shown, other] { try await bench.drawing(name, strokes: 6) }
      let (app, _) = try bench.start(isUntitled ? [] : [bench.path(shown)])
      try screen.waitUntilStill()
      try screen.keyboard.press("o", [.control])
      _ = try screen.waitForWindow { $0.title == "Open a Drawing" }
      try AccessibleTree(screen).wait(for: "Drawings, PDF documents and pictures")
      try screen.waitUntilStill()
      // A name in the folder that the dialog began in, in GTK's field for one.
      try screen.keyboard.press("l", [.control])
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("other.plumbago")
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      _ = try screen.waitForWindow { $0.title == "other – Plumbago" }
      try bench.finish(app)
      screen.close()
    }
  }
}
