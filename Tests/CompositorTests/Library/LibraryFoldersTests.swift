import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What is done in and with the folders of the library, and to several rows at once, by every hand.
  @Suite struct LibraryFoldersTests {
    private func press(_ button: String, in library: LibraryBench, by hand: Pointing) throws {
      let position = try library.tree.position(of: button, in: library.window)
      try hand.press(position, on: library.bench.screen)
      try library.bench.screen.waitUntilStill()
    }

    /// Opens the menu of a row by resting on it, and chooses a command.
    private func choose(
      _ command: String, of name: String, in library: LibraryBench, by hand: Pointing
    ) throws {
      let screen = library.bench.screen
      try library.rest(on: name, by: hand)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let position = try library.tree.position(ofRow: command, in: #require(screen.popups.last))
      try hand.press(position, on: screen)
      if hand == .pen { screen.pen.proximityOut() }
      try screen.waitForPopups(0)
    }

    @Test(arguments: [Pointing.pen, .finger])
    func `several drawings are selected by taps, and copied and binned together`(by hand: Pointing)
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.open()
      try press("Select Several", in: library, by: hand)
      for name in ["Trees", "Boats", "Houses"] { try library.tap(name, with: hand) }
      // Tapped again, it is none of them; tapped twice quickly, it is what it was.
      try library.tap("Boats", with: hand)
      pause(0.6)
      let trees = try library.frame("Trees").center
      if hand == .pen {
        let pen = library.bench.screen.pen
        pen.hover(at: trees)
        for _ in 0..<2 {
          pen.down(at: trees)
          pen.up()
        }
      } else {
        for _ in 0..<2 {
          library.bench.screen.touch.down(1, at: trees)
          library.bench.screen.touch.up(1)
        }
      }
      pause(0.6)
      try library.bench.screen.waitUntilStill()
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      try choose("Make a Copy", of: "Trees", in: library, by: hand)
      library.waitForFiles(["Boats", "Houses", "Houses (copy)", "Trees", "Trees (copy)"])
      try library.bench.screen.waitUntilStill()
      try choose("Move to the Bin", of: "Houses", in: library, by: hand)
      try library.tree.wait(for: "2 drawings are in the bin now.", isWhole: true)
      library.waitForFiles(["Boats", "Houses (copy)", "Trees (copy)"])
      // Off again, a tap opens.
      try press("Select Several", in: library, by: hand)
      try library.tap("Trees (copy)", with: hand)
      try library.wait(forTitle: "Trees (copy)")
      try await library.finish(strokes: ["Boats": 5, "Trees (copy)": 5, "Houses (copy)": 6])
    }

    @Test func `the menu key opens the menu of the row that has the keyboard focus`() async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let screen = library.bench.screen
      try library.open()
      try screen.keyboard.press("Down")
      try screen.keyboard.press("Menu")
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      try screen.keyboard.press("c")
      try screen.waitForPopups(0)
      library.waitForFiles(["Boats", "Trees", "Trees (copy)"])
      try await library.finish()
    }

    @Test func `Escape ends the selecting of several`() async throws {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.open()
      try press("Select Several", in: library, by: .mouse)
      try library.tap("Trees", with: .mouse)
      try library.bench.screen.keyboard.press("Escape")
      try library.bench.screen.waitUntilStill()
      try library.tap("Houses", with: .mouse)
      try library.wait(forTitle: "Houses")
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Houses": 6])
    }

    @Test(arguments: Pointing.allCases)
    func `S76 drawings and folders are dragged to another folder, and to the one above`(
      by hand: Pointing
    ) async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      for name in ["Art", "Work"] { try library.makeFolder(name) }
      try await library.bench.drawing("\(LibraryBench.folder)/Art/Plans.plumbago", strokes: 7)
      try library.open()
      try library.drag("Art", to: "Work", by: hand)
      library.waitForFile("Work/Art/Plans")
      #expect(library.folders == ["Work"])
      try library.tap("Work", with: hand)
      try library.tap("Art", with: hand)
      try library.tree.wait(for: "Plans", isWhole: true)
      try library.bench.screen.waitUntilStill()
      // The arrow up takes a drawing one folder up, and then the folder itself.
      let above = try library.tree.position(of: "The Folder Above", in: library.window)
      try library.drag("Plans", to: above, by: hand)
      library.waitForFile("Work/Plans")
      try press("The Folder Above", in: library, by: hand)
      try library.tree.wait(for: "Plans", isWhole: true)
      try library.bench.screen.waitUntilStill()
      try library.drag("Art", to: above, by: hand)
      let deadline = Date().addingTimeInterval(10)
      while library.folders != ["Art", "Work"], Date() < deadline { pause(0.05) }
      #expect(library.folders == ["Art", "Work"])
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Work/Plans": 7])
    }

    @Test func `S76 a drag that stays at the edge of the list scrolls it to the folder`()
      async throws
    {
      let names = (1...20).map { "Drawing \($0)" }
      let library = try await LibraryBench(names, opening: names[0])
      try library.makeFolder("Work")
      let screen = library.bench.screen
      try library.open()
      try library.tree.wait(for: "Work")
      let top = try library.frame("Work").center
      screen.mouse.move(to: top)
      for _ in 0..<40 {
        screen.mouse.scroll(1)
        pause(0.02)
      }
      screen.mouse.leave()
      try screen.waitUntilStill()
      let start = try library.frame(names[19]).center
      let edge = Point(top.x, top.y - 20)
      #expect(start.y > top.y + 100)
      let pen = screen.pen
      pen.hover(at: start)
      pen.down(at: start)
      // It rests: else it would scroll.
      pause(0.9)
      for i in 1...24 { pen.move(to: start.lerp(to: edge, Double(i) / 24)) }
      let deadline = Date().addingTimeInterval(10)
      func isAtTop() throws -> Bool {
        try library.tree.whileItChanges {
          try library.tree.widgets().contains { widget in
            guard widget.name == "Work" else { return false }
            let box = try library.tree.box(widget)
            return abs(library.window.point(box.center.x, box.center.y).y - top.y) < 2
          }
        }
      }
      while try !isAtTop(), Date() < deadline { pause(0.1) }
      pen.move(to: top)
      pause(0.1)
      pen.up()
      pen.proximityOut()
      library.waitForFile("Work/" + names[19])
      #expect(library.files.count == 19)
      try await library.finish()
    }

    /// Drags rows out of the list by the last of them until they are over the paper.
    ///
    /// Before, a stroke is drawn on “Boats”, which is open, and taken back: its history has a step to redo.
    private func takeOut(_ names: [String], in library: LibraryBench) async throws {
      let screen = library.bench.screen
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: library.path("Boats"), by: library.app) {
        $0.strokes == 6
      }
      try screen.keyboard.press("z", [.control])
      try await Kept.wait(for: "undo", in: library.path("Boats"), by: library.app) {
        $0.strokes == 5
      }
      try library.open()
      try library.select(names)
      let start = try library.frame(#require(names.last)).center
      let mouse = screen.mouse
      mouse.move(to: start)
      // Else it is the second press of a double click, which opens the drawing.
      pause(0.5)
      mouse.down()
      for i in 1...20 {
        mouse.move(to: start.lerp(to: Point(300, 400), Double(i) / 20))
        pause(0.01)
      }
    }

    /// The files that another program gets of what is dragged now, by their names.
    private func copies(_ screen: Screen) async throws -> [String: DocumentStatistics] {
      let list = try #require(try screen.dragged("text/uri-list"))
      var copies: [String: DocumentStatistics] = [:]
      for line in String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let file = try #require(URL(string: String(line)))
        copies[file.lastPathComponent] = try await DocumentStore.inspect(file.path)
      }
      return copies
    }

    @Test func `S76 drawings that are selected are dragged to another program, without history`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.makeFolder("Work")
      let screen = library.bench.screen
      try await takeOut(["Work", "Boats", "Houses"], in: library)
      let copies = try await copies(screen)
      #expect(copies.keys.sorted() == ["Boats.plumbago", "Houses.plumbago"])
      for (name, copy) in copies {
        #expect(copy.strokes == (name == "Boats.plumbago" ? 5 : 6))
        #expect(copy.undoDepth == 0)
      }
      // On the paper the drawings open, and the folder does nothing.
      screen.mouse.up()
      screen.mouse.leave()
      _ = try screen.waitForWindow { $0.title == "Houses – Plumbago" }
      try screen.waitUntilStill()
      #expect(
        screen.windows.map(\.title).sorted() == ["Boats – Plumbago", "Houses – Plumbago"])
      library.waitForFiles(["Boats", "Houses", "Trees"])
      try library.end()
    }

    @Test
    func `S76 drawings are dragged to another program with their history where that is preferred`()
      async throws
    {
      // One is open, the other is not.
      let library = try await LibraryBench(["Boats", "Houses"], opening: "Boats")
      let screen = library.bench.screen
      try await takeOut(["Boats", "Houses"], in: library)
      let before = try await copies(screen)
      #expect(before.count == 2)
      #expect(before.values.allSatisfy { $0.undoDepth == 0 && $0.redoDepth == 0 })
      // What holds is what is preferred when the other program asks, not when the drag began.
      try App.writeSettings(["drag-keeps-history": "true"], for: screen)
      let deadline = Date().addingTimeInterval(10)
      var after = try await copies(screen)
      while after.values.contains(where: { $0.undoDepth == 0 }), Date() < deadline {
        pause(0.1)
        after = try await copies(screen)
      }
      let (boats, houses) = (after["Boats.plumbago"], after["Houses.plumbago"])
      #expect(boats?.strokes == 5 && boats?.undoDepth == 5 && boats?.redoDepth == 1)
      #expect(houses?.strokes == 6 && houses?.undoDepth == 6 && houses?.redoDepth == 0)
      screen.mouse.up()
      screen.mouse.leave()
      _ = try screen.waitForWindow { $0.title == "Houses – Plumbago" }
      try screen.waitUntilStill()
      try library.end()
    }

    @Test func `a new drawing is in the folder that the library shows`() async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.makeFolder("Work")
      try library.open()
      try library.tap("Work")
      try library.tree.wait(for: "The Folder Above")
      try library.bench.screen.waitUntilStill()
      try press("New Drawing", in: library, by: .mouse)
      let new = try library.bench.screen.waitForWindow { $0.title.hasPrefix("Untitled") }
      try library.bench.screen.waitUntilStill()
      #expect(library.files == ["Boats"])
      let corner = new.frame
      library.bench.screen.pen.stroke([
        Point(Double(corner.x) + 200, Double(corner.y) + 300),
        Point(Double(corner.x) + 280, Double(corner.y) + 320),
      ])
      library.bench.screen.pen.proximityOut()
      let folder = library.bench.path(LibraryBench.folder + "/Work")
      func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
          .filter { $0.hasSuffix(".plumbago") }
      }
      let deadline = Date().addingTimeInterval(10)
      while names().isEmpty, Date() < deadline { pause(0.05) }
      #expect(names().count == 1 && library.files == ["Boats"])
      try library.end()
    }

    @Test func `the library stays in a folder as drawings are opened and made there`() async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let (screen, tree) = (library.bench.screen, library.tree)
      try library.makeFolder("Work")
      for name in ["Plans", "Maps"] {
        try await library.bench.drawing(
          "\(LibraryBench.folder)/Work/\(name).plumbago", strokes: name.count)
      }
      let names = ["Work", "Boats", "Plans", "Maps"]
      func expectFolder(_ title: String) throws {
        try library.wait(forTitle: title)
        try tree.wait(for: "The Folder Above")
        try tree.wait(for: "Maps")
        try screen.waitUntilStill()
        let listed = try library.listed(of: names + ["coffee"])
        #expect(Set(listed) == Set(["Plans", "Maps", title]))
      }
      try library.open()
      try library.tap("Work", with: .mouse)
      try tree.wait(for: "Maps")
      try screen.waitUntilStill()
      try library.tap("Plans", with: .mouse)
      try expectFolder("Plans")
      let blank = try tree.position(
        of: "Write a name here", in: #require(screen.windows.first))
      let word = try RecordedWriting.word("coffee")
      InputOnScreen.ScribbleTests.writeQuickly(
        word.strokes(in: Rect(x: blank.x - 50, y: blank.y - 12, width: 100, height: 24)),
        with: screen.pen)
      screen.pen.proximityOut()
      library.waitForFile("Work/coffee")
      try expectFolder("coffee")
      try library.end()
    }

    @Test func `while the folder is gone, a name makes a drawing in the usual one`() async throws {
      let bench = try FileBench(size: PixelSize(width: 900, height: 700))
      let folder = bench.path("Disk/Drawings")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await bench.drawing("Disk/Drawings/Boats.plumbago", strokes: 3)
      try App.writeSettings(["library-folder": "'\(folder)'"], for: bench.screen)
      let (app, window) = try bench.start()
      try bench.screen.waitUntilStill()
      let tree = try AccessibleTree(bench.screen)
      try tree.wait(for: "Boats")
      try FileManager.default.moveItem(atPath: bench.path("Disk"), toPath: bench.path("Away"))
      try tree.wait(for: "is not there now.")
      try bench.screen.waitUntilStill()
      let blank = try tree.position(of: "Write a name here", in: window)
      let word = try RecordedWriting.word("coffee")
      InputOnScreen.ScribbleTests.writeQuickly(
        word.strokes(in: Rect(x: blank.x - 50, y: blank.y - 12, width: 100, height: 24)),
        with: bench.screen.pen)
      bench.screen.pen.proximityOut()
      let made = bench.path(LibraryBench.folder + "/coffee.plumbago")
      let deadline = Date().addingTimeInterval(15)
      while !FileManager.default.fileExists(atPath: made), Date() < deadline { pause(0.05) }
      #expect(FileManager.default.fileExists(atPath: made))
      #expect(!FileManager.default.fileExists(atPath: bench.path("Disk")))
      app.signal(SIGTERM)
      #expect(try app.waitForExit() == .exited(0))
      bench.screen.close()
    }

    @Test
    func `a drawing that another program renames while it is open is the same in the library`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try await Kept.wait(for: "a stroke", in: library.path("Boats"), by: library.app) {
        $0.strokes == 6
      }
      try FileManager.default.moveItem(
        atPath: library.path("Boats"), toPath: library.path("Ships"))
      try library.wait(forTitle: "Ships")
      try library.tree.wait(for: "Ships")
      try library.tap("Ships", with: .mouse)
      try library.bench.screen.waitUntilStill()
      let said = try library.tree.texts()
      #expect(!said.contains { $0.contains("open elsewhere") }, "\(said)")
      #expect(library.bench.screen.windows.map(\.title) == ["Ships – Plumbago"])
      try library.rename("Ships", to: "Ferries")
      try library.wait(forTitle: "Ferries")
      try await library.finish(strokes: ["Ferries": 6, "Trees": 5])
    }
  }
}
