import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// A program in a sandbox has no files but those that the desktop's portals hand it.
  @Suite struct PortalTests: AsksPortals {
    @Test func `S103 a drawing is opened, written on and saved elsewhere through the portal`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      try await bench.drawing("mine.plumbago", strokes: 3)
      let opened = try handed("mine.plumbago", bench)
      try FileManager.default.moveItem(atPath: bench.path("mine.plumbago"), toPath: opened)
      let saved = try handed("copy.plumbago", bench)
      let portal = try launch([opened, saved], on: screen)
      let (app, _) = try startMaximized(bench)
      try screen.keyboard.press("o", [.control])
      let question = try wait(for: "OpenFile", portal)
      // The dialog is the window's.
      #expect(question[1].hasPrefix("wayland:window-"), "\(question)")
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "mine – Plumbago")
      let window = try screen.waitForWindow { $0.title.contains("mine") }
      try window.maximize()
      bench.strokes(1)
      screen.pen.proximityOut()
      try await Kept.wait(for: "four strokes", in: opened, by: app) { $0.strokes == 4 }
      // Save As.
      try screen.waitUntilStill()
      try screen.keyboard.press("s", [.control, .shift])
      _ = try wait(for: "SaveFile", portal)
      try wait(forFile: saved)
      try await Kept.wait(for: "the copy", in: saved, by: app) { $0.strokes == 4 }
      try portal.expectQuiet()
      try bench.finish(app)
      screen.close()
    }

    @Test
    func `S103 pictures come and go through the portal, and closing it changes nothing`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let picture = try handed("four.png", bench, of: Pixel(0xC0_20_B0))
      let exported = try handed("ink.png", bench)
      let portal = try launch(["", picture, exported], on: screen)
      let path = bench.path("a.plumbago")
      let (app, window) = try startMaximized(bench, [path])
      // Closed.
      try screen.keyboard.press("i", [.control, .alt])
      _ = try wait(for: "OpenFile", portal)
      try screen.waitUntilStill()
      #expect(await Kept.info(path).map { $0.undoDepth == 0 } ?? true)
      try screen.keyboard.press("i", [.control, .alt])
      try await Kept.wait(for: "the picture", in: path, by: app) { $0.undoDepth == 1 }
      try screen.keyboard.press("Escape")
      try screen.waitUntilStill()
      try screen.keyboard.press("e", [.control])
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Export")
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      _ = try wait(for: "SaveFile", portal)
      try wait(forFile: exported)
      try tree.wait(for: "Exported")
      #expect(try Picture(png: exported).width > 0)
      try portal.expectQuiet()
      try bench.finish(app, window)
      screen.close()
    }

    @Test
    func `S103 a document is opened through the portal, and its ink saved into a copy there`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      let paper = try handed("paper.pdf", bench)
      let bytes = Data(RedSquare.document.utf8)
      try bytes.write(to: URL(filePath: paper))
      let copy = try handed("inked.pdf", bench)
      let portal = try launch([paper, copy], on: screen)
      let (app, _) = try startMaximized(bench)
      try screen.keyboard.press("o", [.control])
      _ = try wait(for: "OpenFile", portal)
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "paper – Plumbago")
      let window = try screen.waitForWindow { $0.title.contains("paper") }
      try window.maximize()
      try RedSquare.drawLine(below: 0.25, on: screen)
      _ = try await Kept.strokes(1, in: #require(bench.library.first), by: app)
      try screen.waitUntilStill()
      // “Save Into PDF…” in “Save and Export”.
      try screen.chooseByLetters("s", "i")
      _ = try wait(for: "SaveFile", portal)
      try wait(forFile: copy)
      try tree.wait(for: "The ink is in “inked.pdf”.")
      try RedSquare.expectInk(below: 0.25, in: copy, bench)
      // The one that was opened is as it was.
      let after = try Data(contentsOf: URL(filePath: paper))
      #expect(after == bytes)
      try portal.expectQuiet()
      try bench.finish(app)
      screen.close()
    }

    @Test
    func `S103 a picture that is dropped from a sandbox is handed over by the portal of documents`()
      async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let picture = try handed("four.png", bench, of: Pixel(0xC0_20_B0))
      let portal = try launch([picture], withDocuments: true, on: screen)
      let path = bench.path("a.plumbago")
      let (app, window) = try startMaximized(bench, [path])
      // GTK looks for the portal when the first file comes, which is one by its name.
      try screen.drop(
        [("text/uri-list", Array("file://\(picture)\r\n".utf8))], at: Point(350, 200))
      try await Kept.wait(for: "a picture", in: path, by: app) { $0.pictures == 1 }
      try screen.waitUntilStill()
      try screen.drop(
        [("application/vnd.portal.filetransfer", Array("four-1\0".utf8))], at: Point(600, 400))
      let asked = try wait(for: "RetrieveFiles", portal)
      #expect(asked.last == "four-1")
      try await Kept.wait(for: "both pictures", in: path, by: app) { $0.pictures == 2 }
      try portal.expectQuiet()
      try bench.finish(app, window)
      screen.close()
    }

    @Test
    func `S103 a drawing that is dragged out is handed to programs in sandboxes by the portal`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      let screen = bench.screen
      let name = LibraryBench.folder + "/Boats.plumbago"
      try FileManager.default.createDirectory(
        atPath: bench.path(LibraryBench.folder), withIntermediateDirectories: true)
      try await bench.drawing(name, strokes: 5)
      let portal = try launch([], withDocuments: true, on: screen)
      let (app, window) = try bench.start([bench.path(name)], environment: Self.sandbox)
      try screen.waitUntilStill()
      let library = LibraryBench(
        bench: bench, app: app, window: window, tree: try AccessibleTree(screen))
      try library.open()
      let start = try library.frame("Boats").center
      var key: [UInt8]?
      // GTK looks for the portal as the first drag begins, and may not have found it then.
      for _ in 0..<3 where key == nil {
        screen.mouse.move(to: start)
        screen.mouse.down()
        for i in 1...20 {
          screen.mouse.move(to: start.lerp(to: Point(300, 400), Double(i) / 20))
          pause(0.01)
        }
        key = try screen.dragged("application/vnd.portal.filetransfer")
        // Where it came from nothing is done with it.
        screen.mouse.move(to: start)
        pause(0.2)
        screen.mouse.up()
        try screen.waitUntilStill()
      }
      let said = try #require(key).prefix { $0 != 0 }
      #expect(String(decoding: said, as: UTF8.self) == "ours-1")
      let handed = try wait(for: "AddFiles", portal)
      #expect(handed.count == 3 && handed[1] == "ours-1", "\(handed)")
      let file = String(try #require(handed.last))
      #expect(file.hasSuffix("/Boats.plumbago") && file != bench.path(name))
      let copy = try await DocumentStore.inspect(file)
      #expect(copy.strokes == 5 && copy.undoDepth == 0)
      try portal.expectQuiet()
      screen.mouse.leave()
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `S103 what the portal has moved to the bin is not offered to be taken out of there`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      let screen = bench.screen
      try FileManager.default.createDirectory(
        atPath: bench.path(LibraryBench.folder), withIntermediateDirectories: true)
      for name in ["Boats", "Trees"] {
        try await bench.drawing("\(LibraryBench.folder)/\(name).plumbago", strokes: 5)
      }
      let moved = bench.path("of the desktop.plumbago")
      let portal = try launch([moved], on: screen)
      let boats = bench.path(LibraryBench.folder + "/Boats.plumbago")
      let (app, window) = try bench.start([boats], environment: Self.sandbox)
      try screen.waitUntilStill()
      let library = LibraryBench(
        bench: bench, app: app, window: window, tree: try AccessibleTree(screen))
      try library.open()
      try library.choose("Move to the Bin", of: "Trees")
      let asked = try wait(for: "TrashFile", portal)
      #expect(asked.last.map(String.init) == library.path("Trees"))
      try library.tree.wait(for: "“Trees” is in the bin now.")
      try screen.waitUntilStill()
      // One of the drawing is in the header in any case.
      let buttons = try library.tree.whileItChanges {
        try library.tree.widgets().filter {
          try $0.name.replacing("_", with: "") == "Undo"
            && library.tree.role($0) == AccessibleRole.button.rawValue
            && library.tree.box($0).minY > Double(FileBench.paperTop)
        }
      }
      #expect(buttons.isEmpty)
      // Neither does the key do it, nor take ink back instead.
      try screen.keyboard.press("z", [.control])
      try screen.waitUntilStill()
      library.waitForFiles(["Boats"])
      let copy = try await DocumentStore.inspect(moved)
      #expect(copy.strokes == 5)
      try portal.expectQuiet()
      try await library.finish(strokes: ["Boats": 5])
    }

    @Test func `S103 what is printed goes through the portal`() async throws {
      let bench = try FileBench()
      let screen = bench.screen
      let printed = bench.path("printed.pdf")
      let portal = try launch([printed], on: screen)
      try await bench.drawing("a.plumbago")
      let (app, window) = try startMaximized(bench, [bench.path("a.plumbago")])
      try screen.keyboard.press("p", [.control])
      // The portal's dialog has no room for these.
      let dialog = try screen.waitForWindow { $0.isDialog }
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Fit to the Paper")
      try screen.waitUntilStill()
      try tree.press("Print…")
      _ = try wait(for: "PreparePrint", portal)
      #expect(!screen.windows.contains(dialog))
      _ = try wait(for: "Print", portal)
      let info = try #require(try PrintingTests.info(printed))
      #expect(info.pages == 1)
      try portal.expectQuiet()
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `how a drawing is printed is asked no longer once its window is gone`() async throws
    {
      let bench = try FileBench()
      let screen = bench.screen
      let printed = bench.path("printed.pdf")
      let portal = try launch([printed], on: screen)
      try await bench.drawing("a.plumbago")
      let (app, blank) = try bench.start(["--new-window"], environment: Self.sandbox)
      try screen.waitUntilStill()
      try screen.keyboard.press("p", [.control])
      let asked = try screen.waitForWindow { $0.isDialog }
      // The window of an unused drawing closes for one that is opened.
      let opening = try screen.launchApp([bench.path("a.plumbago")], environment: Self.sandbox)
      let status = try opening.waitForExit()
      #expect(status == .exited(0))
      let window = try screen.waitForWindow { $0.title == "a – Plumbago" }
      try screen.waitForWindows(1)
      #expect(!screen.windows.contains(asked) && !screen.windows.contains(blank))
      // And that one is printed as ever.
      try window.maximize()
      try screen.waitUntilStill()
      try screen.keyboard.press("p", [.control])
      _ = try screen.waitForWindow { $0.isDialog }
      let tree = try AccessibleTree(screen)
      try tree.wait(for: "Fit to the Paper")
      try screen.waitUntilStill()
      try tree.press("Print…")
      _ = try wait(for: "Print", portal)
      let info = try #require(try PrintingTests.info(printed))
      #expect(info.pages == 1)
      try portal.expectQuiet()
      try bench.finish(app, window)
      screen.close()
    }
  }
}
