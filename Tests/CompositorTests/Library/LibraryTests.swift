import Foundation
import InkModel
import InkStore
import RecordedHands
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The library: its panel, what it shows, and what one does there by pen, finger, mouse and keyboard.
  @Suite struct LibraryTests {
    @Test func `the app begins with the library where nothing was left open`() async throws {
      let names = ["Boats", "Trees", "Houses"]
      let library = try await LibraryBench(names)
      try library.tree.wait(for: "Search the library")
      try library.waitForList(names, of: names)
      // A new drawing beside it takes ink at once, and becomes the newest.
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try library.waitForList(
        ["Untitled drawing"] + names, of: names + ["Untitled drawing"])
      try await library.finish()
    }

    @Test func `an empty library does not come by itself`() async throws {
      let library = try await LibraryBench([])
      pause(0.5)
      #expect(try !library.tree.texts().contains("Search the library"))
      try await library.finish()
    }

    @Test(arguments: [Pointing.finger, .mouse, .pen])
    func `a tap opens a drawing in the window`(by hand: Pointing) async throws {
      let names = ["Boats", "Trees"]
      let library = try await LibraryBench(names, opening: "Boats")
      try library.open()
      try library.tap("Trees", with: hand)
      try library.wait(forTitle: "Trees")
      // The library stays for the next one.
      try library.tap("Boats", with: hand)
      try library.wait(forTitle: "Boats")
      try await library.finish(strokes: ["Boats": 5, "Trees": 5])
    }

    @Test(arguments: [Pointing.finger, .pen, .mouse], [900, 400])
    func `a swipe from the start edge of the header opens the library`(
      by hand: Pointing, width: Int
    ) async throws {
      let library = try await LibraryBench(
        ["Boats"], opening: "Boats", size: PixelSize(width: width, height: 700))
      let screen = library.bench.screen
      // Half of it is none.
      try hand.drag(Point(3, 22), to: Point(40, 24), on: screen)
      pause(0.3)
      #expect(try !library.tree.texts().contains("Search the library"))
      try hand.drag(Point(3, 22), to: Point(110, 30), on: screen)
      if hand == .mouse {
        // It drags the window there.
        pause(0.3)
        #expect(try !library.tree.texts().contains("Search the library"))
      } else {
        try library.tree.wait(for: "Search the library")
      }
      // Nothing was drawn, undone or chosen by it.
      try await library.finish(strokes: ["Boats": 5])
    }

    @Test func `below a drawing's name stand its time and the size of its file`() async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      let file = library.path("Trees")
      let bytes = try #require(
        try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
      // As other programs of the desktop write it, with a space that does not break.
      let size = String(format: "%.1f\u{A0}kB", Double(bytes) / 1000)
      let texts = try library.tree.texts()
      let name = try #require(texts.lastIndex(of: "Trees"))
      let below = try #require(texts[(name + 1)...].first { !$0.hasPrefix("Gtk") })
      #expect(below.hasSuffix(" · " + size), "\(texts)")
      #expect(below.first?.isNumber == true)
      try await library.finish()
    }

    @Test func `typing searches for names, and Return opens the first`() async throws {
      let names = ["Boats", "Old Trees", "New Trees"]
      let library = try await LibraryBench(names, opening: "Boats")
      try library.open()
      try library.waitForList(names, of: names)
      try library.bench.screen.keyboard.type("trEES")
      try library.waitForList(["Old Trees", "New Trees"], of: names)
      try library.bench.screen.keyboard.press("Escape")
      try library.waitForList(names, of: names)
      try library.bench.screen.keyboard.type("new")
      try library.waitForList(["New Trees"], of: names)
      try library.bench.screen.keyboard.press("Return")
      try library.wait(forTitle: "New Trees")
      try await library.finish()
    }

    @Test func `drawings are sorted by time, or by name as people count`() async throws {
      let unnamed = "2026-11-28 10.00.00"
      let names = [unnamed, "Page 10", "Page 9", "page 1"]
      let titles: [String] = ["Untitled drawing"] + names.dropFirst()
      let library = try await LibraryBench(names, opening: "Page 9")
      try library.open()
      try library.waitForList(titles, of: titles)
      try library.tree.press("Sort by Name")
      // One without a name comes where its title does, not by the digits of its file's name.
      let sorted = ["page 1", "Page 9", "Page 10", "Untitled drawing"]
      try library.waitForList(sorted, of: titles)
      try library.choose("Move to the Bin", of: "Untitled drawing")
      try library.tree.wait(for: "“Untitled drawing” is in the bin now.")
      library.waitForFiles(["Page 10", "Page 9", "page 1"])
      try await library.finish()
    }

    @Test func `of hundreds of drawings the last one is reached, and typing finds some`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      for i in 1...400 {
        let path = library.path("Drawing \(i)")
        try FileManager.default.copyItem(atPath: library.path("Boats"), toPath: path)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -7200 * Double(i))], ofItemAtPath: path)
      }
      let names = ["Boats"] + (1...400).map { "Drawing \($0)" }
      try library.open()
      try library.bench.screen.keyboard.press("Down")
      try library.bench.screen.keyboard.press("End")
      try library.bench.screen.waitUntilStill()
      #expect(try library.listed(of: names).contains("Drawing 400"))
      try library.bench.screen.keyboard.press("Return")
      try library.wait(forTitle: "Drawing 400")
      // The library of its window shows where it is.
      try library.waitForList(["Drawing 400"], of: ["Drawing 400"])
      let row = try library.frame("Drawing 400")
      #expect(row.maxY < Double(library.bench.screen.size.height))
      // Closed, and opened again.
      try library.bench.screen.keyboard.press("l", [.control])
      try library.bench.screen.waitUntilStill()
      try library.open()
      try library.bench.screen.keyboard.type("drawing 40")
      try library.waitForList(["Drawing 40", "Drawing 400"], of: names)
      try await library.finish()
    }

    @Test func `drawings get other names by the keyboard, the open one and others`() async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      let keyboard = library.bench.screen.keyboard
      // The first row has the keyboard.
      func rename(to name: String) throws {
        try keyboard.press("F2")
        try library.bench.screen.waitUntilStill()
        try keyboard.press("a", [.control])
        try keyboard.type(name + "\n")
      }
      try keyboard.press("Down")
      try library.bench.screen.waitUntilStill()
      try rename(to: "Old Oaks")
      library.waitForFiles(["Boats", "Old Oaks"])
      try library.waitForList(["Boats", "Old Oaks"], of: ["Boats", "Old Oaks", "Trees"])
      try keyboard.press("Up")
      try library.bench.screen.waitUntilStill()
      try rename(to: "Ships")
      library.waitForFiles(["Old Oaks", "Ships"])
      try library.wait(forTitle: "Ships")
      try await library.finish(strokes: ["Ships": 5, "Old Oaks": 5])
    }

    @Test func `a copy is a drawing of its own, also of the one that is open`() async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try library.open()
      try library.choose("Make a Copy", of: "Boats")
      library.waitForFiles(["Boats", "Boats (copy)", "Trees"])
      try library.choose("Make a Copy", of: "Trees")
      library.waitForFiles(["Boats", "Boats (copy)", "Trees", "Trees (copy)"])
      try await library.finish(strokes: ["Boats (copy)": 6, "Trees (copy)": 5])
    }

    @Test func `what goes to the bin comes back by Undo`() async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      // Whoever drew on it last was killed.
      try await library.putCrashed("Trees", strokes: 5)
      try library.open()
      try library.choose("Move to the Bin", of: "Trees")
      try library.tree.wait(for: "“Trees” is in the bin now.")
      library.waitForFiles(["Boats"])
      let bin = library.bench.screen.folder.data + "/Trash/files"
      #expect(try FileManager.default.contentsOfDirectory(atPath: bin) == ["Trees.plumbago"])
      // The strokes of its log are in the file there, and nothing of it stays behind.
      let binned = try await DocumentStore.inspect(bin + "/Trees.plumbago").strokes
      #expect(binned == 5)
      let left = try library.names(of: "Trees")
      #expect(left.isEmpty)
      try library.tree.press("Undo")
      library.waitForFiles(["Boats", "Trees"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: bin).isEmpty)
      // One of which the log cannot be brought into the file stays where it is, with it.
      try await library.putCrashed("Oaks", isDamaged: true)
      try library.tree.wait(for: "Oaks")
      try library.bench.screen.waitUntilStill()
      try library.choose("Move to the Bin", of: "Oaks")
      try library.tree.wait(for: "“Oaks” could not be moved to the bin")
      try library.bench.screen.waitUntilStill()
      try library.bench.screen.keyboard.press("Escape")
      try library.bench.screen.waitForWindows(1)
      let kept = try library.names(of: "Oaks")
      #expect(kept == ["Oaks.plumbago", "Oaks.plumbago-wal"])
      for name in kept {
        let folder = library.bench.path(LibraryBench.folder)
        try FileManager.default.removeItem(atPath: folder + "/" + name)
      }
      library.waitForFiles(["Boats", "Trees"])
      // In the list it comes after the other one.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: library.path("Trees"))
      // The one in the window, by a key: its ink goes with it and comes back with it.
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try library.bench.screen.keyboard.press("l", [.control])
      try library.tree.wait(forNo: "Search the library")
      try library.open()
      try library.waitForList(["Boats", "Trees"], of: ["Boats", "Trees"])
      for key in ["Down", "Up", "Delete"] { try library.bench.screen.keyboard.press(key) }
      library.waitForFiles(["Trees"])
      try library.wait(forTitle: "Untitled drawing")
      try library.tree.press("Undo")
      library.waitForFiles(["Boats", "Trees"])
      try await library.finish(strokes: ["Boats": 6, "Trees": 5])
    }

    @Test func `S42 a name written below the last drawing makes one of that name`() async throws {
      let names = ["Boats", "Trees"]
      let library = try await LibraryBench(names, opening: "Boats")
      try library.open()
      let word = try RecordedWriting.word("coffee")
      let last = try library.frame("Trees")
      let box = Rect(x: last.minX - 40, y: last.maxY + 60, width: 150, height: 28)
      InputOnScreen.ScribbleTests.writeQuickly(
        word.strokes(in: box), with: library.bench.screen.pen)
      library.waitForFiles(["Boats", "Trees", "coffee"])
      try library.wait(forTitle: "coffee")
      library.bench.strokes(2, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try await library.finish(strokes: ["coffee": 2])
    }

    @Test func `what other programs do in the folder shows within two seconds`() async throws {
      let names = ["Boats", "Trees", "Clouds", "Hills"]
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      try library.waitForList(["Boats", "Trees"], of: names)
      try await library.bench.drawing("\(LibraryBench.folder)/Clouds.plumbago", strokes: 2)
      pause(2)
      #expect(try library.listed(of: names) == ["Clouds", "Boats", "Trees"])
      try FileManager.default.moveItem(
        atPath: library.path("Clouds"), toPath: library.path("Hills"))
      pause(2)
      #expect(try library.listed(of: names) == ["Hills", "Boats", "Trees"])
      try FileManager.default.removeItem(atPath: library.path("Hills"))
      pause(2)
      #expect(try library.listed(of: names) == ["Boats", "Trees"])
      try await library.finish()
    }

    @Test func `what is drawn shows in the drawing's picture within two seconds`() async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.open()
      pause(1)
      let name = try library.frame("Boats")
      func picture() throws -> Picture {
        try library.bench.screen.waitUntilStill()
        return library.bench.screen.screenshot(
          of: PixelBox(x: Int(name.minX) - 70, y: Int(name.minY) - 4, width: 60, height: 48))
      }
      let before = try picture()
      let colors = Set((0..<60 * 48).map { before[$0 % 60, $0 / 60] })
      #expect(colors.count > 8)
      for i in 0..<12 { library.bench.stroke(150 + Double(i) * 30, 560) }
      library.bench.screen.pen.proximityOut()
      pause(2)
      #expect(try picture() != before)
      try await library.finish()
    }

    @Test func `other programs find the picture of a drawing where all keep theirs`() async throws {
      let library = try await LibraryBench(["Trees", "Boats"], opening: "Trees")
      let screen = library.bench.screen
      try library.open()
      // As GLib finds it, and finds it to be of the drawing as it is.
      func told(of name: String) throws -> String {
        try Command.run(
          ["gio", "info", "-a", "thumbnail::*", library.path(name)],
          environment: screen.environment
        ).standardOutput
      }
      func wait(forPictureOf name: String) throws -> String {
        let deadline = Date().addingTimeInterval(5)
        while try !told(of: name).contains("thumbnail::path"), Date() < deadline { pause(0.1) }
        return try told(of: name)
      }
      let found = try wait(forPictureOf: "Boats")
      #expect(found.contains("thumbnail::is-valid: TRUE"), "\(found)")
      let path = try #require(
        found.split(separator: "\n").first { $0.contains("thumbnail::path: ") }?
          .split(separator: ": ").last)
      #expect(path.contains("/thumbnails/large/"))
      let access = try FileManager.default.attributesOfItem(atPath: String(path))[
        .posixPermissions]
      #expect(access as? Int == 0o600)

      // The dialog that opens drawings begins in their folder, and shows their pictures.
      let rose = Color(rgba: 0xE020_A0FF)
      let store = try await DocumentStore.open(library.path("Rose"))
      let settings = DrawingSettings(
        paper: Paper(tint: rose), layout: .pages(PageSize(width: 300, height: 300), count: 1))
      try await store.perform([.begin(with: settings)])
      try await store.close()
      try library.waitForList(["Rose", "Trees", "Boats"], of: ["Rose", "Trees", "Boats"])
      _ = try wait(forPictureOf: "Rose")
      try screen.keyboard.press("o", [.control])
      let dialog = try screen.waitForWindow { $0.isDialog }
      // GTK's list has no names for screen readers.
      try screen.wait(for: "the picture in the dialog", in: dialog.frame) {
        $0.pixels { $0.red > 190 && $0.green < 80 && $0.blue > 120 }.count > 60
      }
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try await library.finish()
    }

    @Test func `a drawing in a folder is opened by going into it`() async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try FileManager.default.createDirectory(
        atPath: library.bench.path(LibraryBench.folder + "/Work"),
        withIntermediateDirectories: true)
      try await library.bench.drawing("\(LibraryBench.folder)/Work/Plans.plumbago", strokes: 2)
      try library.open()
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats", "Plans"])
      try library.tap("Work")
      try library.waitForList(["Plans"], of: ["Work", "Boats", "Plans"])
      try library.tree.press("The Folder Above")
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats", "Plans"])
      try library.tap("Work")
      try library.waitForList(["Plans"], of: ["Work", "Boats", "Plans"])
      try library.tap("Plans")
      try library.wait(forTitle: "Plans")
      try await library.finish()
    }

    @Test func `a folder is made, gets names, takes drawings, and comes back from the bin`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let all = ["Boats", "Trees", "New Folder", "Sea", "Old Sea"]
      let keyboard = library.bench.screen.keyboard
      func folders() -> [String] {
        let path = library.bench.path(LibraryBench.folder)
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?
          .filter { !$0.contains(".") }.sorted() ?? []
      }
      func wait(forFolders names: [String]) {
        let deadline = Date().addingTimeInterval(10)
        while folders() != names, Date() < deadline { pause(0.02) }
        #expect(folders() == names)
      }
      try library.open()
      // Its name is edited at once.
      try library.tree.press("New Folder")
      try library.tree.wait(for: "Name of the folder")
      try library.bench.screen.waitUntilStill()
      try keyboard.type("Sea\n")
      wait(forFolders: ["Sea"])
      try library.waitForList(["Sea", "Boats", "Trees"], of: all)
      try Pointing.mouse.drag(
        library.frame("Boats").center, to: library.frame("Sea").center, on: library.bench.screen)
      library.waitForFiles(["Trees"])
      #expect(FileManager.default.fileExists(atPath: library.path("Sea/Boats")))
      try library.bench.screen.waitUntilStill()
      // What is drawn goes with the folder of the open drawing.
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try library.choose("Rename…", of: "Sea")
      try library.tree.wait(for: "Name of the folder")
      try library.bench.screen.waitUntilStill()
      try keyboard.press("a", [.control])
      try keyboard.type("Old Sea\n")
      wait(forFolders: ["Old Sea"])
      #expect(FileManager.default.fileExists(atPath: library.path("Old Sea/Boats")))
      try library.waitForList(["Old Sea", "Trees"], of: all)
      library.bench.strokes(1, x: 200, y: 360)
      library.bench.screen.pen.proximityOut()
      #expect(library.window.title == "Boats – Plumbago")
      // A name that is taken is none.
      try library.tree.press("New Folder")
      try library.tree.wait(for: "Name of the folder")
      try library.bench.screen.waitUntilStill()
      try keyboard.press("a", [.control])
      try keyboard.type("Old Sea\n")
      try library.tree.wait(for: "The folder keeps its name")
      try keyboard.press("Escape")
      try library.bench.screen.waitForWindows(1)
      wait(forFolders: ["New Folder", "Old Sea"])
      // One that nothing can have is told in the panel, and holds up nobody.
      try library.rename("Old Sea", to: ".sea")
      try library.tree.wait(for: "No folder can be called “.sea”.")
      try library.rename("Trees", to: "a/b")
      try library.tree.wait(for: "No drawing can be called “a/b”.")
      #expect(library.bench.screen.windows.count == 1)
      wait(forFolders: ["New Folder", "Old Sea"])
      // The window of a drawing in it closes, and the log of another one goes with it.
      try await library.putCrashed("Old Sea/Plans", strokes: 4)
      try library.choose("Move to the Bin", of: "Old Sea")
      try library.tree.wait(for: "Move the folder and all that is in it to the bin?")
      try library.tree.press("Move to the Bin")
      try library.tree.wait(for: "“Old Sea” is in the bin now.")
      wait(forFolders: ["New Folder"])
      try library.wait(forTitle: "Untitled drawing")
      try library.tree.press("Undo")
      wait(forFolders: ["New Folder", "Old Sea"])
      try await library.finish(strokes: ["Old Sea/Boats": 7, "Old Sea/Plans": 4, "Trees": 5])
    }

    @Test(arguments: [Pointing.finger, .pen])
    func `S75 a swipe shows a row's actions, and one back hides them`(by hand: Pointing)
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      let row = try library.frame("Trees")
      let (start, end) = (
        Point(row.minX + 80, row.center.y), Point(row.minX - 20, row.center.y + 6)
      )
      #expect(try !library.tree.texts().contains("Move to the Bin"))
      try hand.drag(start, to: end, on: library.bench.screen)
      try library.tree.wait(for: "Move to the Bin")
      try hand.drag(end, to: start, on: library.bench.screen)
      try library.tree.wait(forNo: "Move to the Bin")
      // A tap on the row hides them as well, and so does one elsewhere.
      let other = Vector(0, try library.frame("Boats").center.y - row.center.y)
      for y in [Vector.zero, other] {
        try hand.drag(start + y, to: end + y, on: library.bench.screen)
        try library.tree.wait(for: "Move to the Bin")
        // Beside the buttons, which are where the drag began.
        try hand.press(Point(row.minX + 5, row.center.y), on: library.bench.screen)
        try library.tree.wait(forNo: "Move to the Bin")
      }
      // None of them opened anything.
      #expect(library.window.title == "Boats – Plumbago")
      try hand.drag(start, to: end, on: library.bench.screen)
      try library.tree.wait(for: "Move to the Bin")
      try library.tree.press("Move to the Bin")
      library.waitForFiles(["Boats"])
      // A folder has no such buttons.
      try FileManager.default.createDirectory(
        atPath: library.bench.path(LibraryBench.folder + "/Work"),
        withIntermediateDirectories: true)
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats"])
      let folder = try library.frame("Work")
      try hand.drag(
        Point(folder.minX + 80, folder.center.y), to: Point(folder.minX - 20, folder.center.y),
        on: library.bench.screen)
      #expect(try !library.tree.texts().contains("Move to the Bin"))
      try await library.finish()
    }

    @Test(arguments: [Pointing.finger, .pen, .mouse])
    func `S75 a swipe down from its head dismisses a sheet`(by hand: Pointing) async throws {
      let library = try await LibraryBench(
        ["Boats", "Trees"], opening: "Boats", size: PixelSize(width: 400, height: 700))
      try library.open()
      let head =
        try library.tree.position(of: "Search the library", in: library.window)
        - Vector(60, 80)
      // A little down, and it goes back to where it was.
      try hand.drag(head, to: head + Vector(0, 40), on: library.bench.screen)
      pause(0.4)
      #expect(
        try library.tree.position(of: "Search the library", in: library.window).y == head.y + 80)
      try hand.drag(head, to: head + Vector(10, 220), on: library.bench.screen)
      try library.tree.wait(forNo: "Search the library")
      // The paper below it took no ink.
      try await library.finish(strokes: ["Boats": 5])
    }

    @Test func `S76 a drawing is dragged into a folder by the mouse`() async throws {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let work = library.bench.path(LibraryBench.folder + "/Work")
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      try library.open()
      try library.waitForList(["Work", "Boats", "Trees"], of: ["Work", "Boats", "Trees"])
      for name in ["Trees", "Boats"] {
        try Pointing.mouse.drag(
          library.frame(name).center, to: library.frame("Work").center, on: library.bench.screen)
        let deadline = Date().addingTimeInterval(10)
        while !FileManager.default.fileExists(atPath: "\(work)/\(name).plumbago"),
          Date() < deadline
        {
          pause(0.05)
        }
        #expect(FileManager.default.fileExists(atPath: "\(work)/\(name).plumbago"))
        #expect(!FileManager.default.fileExists(atPath: library.path(name)))
        try library.bench.screen.waitUntilStill()
      }
      // The open one is still the same drawing.
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      #expect(library.window.title == "Boats – Plumbago")
      try await library.finish(strokes: ["Work/Boats": 6, "Work/Trees": 5])
    }

    @Test
    func `S103 what other programs made and is dropped on the library becomes drawings in it`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let bench = library.bench
      let ink = """
        <ink xmlns="http://www.w3.org/2003/InkML"><trace>0 0, 1000 1000, 2000 0</trace></ink>
        """
      let files = [
        "paper.pdf": SampleDocument.textPages(2), "notes.inkml": Array(ink.utf8),
        "words.doc": Array("no drawing".utf8),
      ]
      for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: bench.path(name))) }
      // One of ours from elsewhere is copied there.
      try await bench.drawing("Trees.plumbago", strokes: 4, seed: 1)
      try library.open()
      let row = try library.frame("Boats")
      let list = ["paper.pdf", "notes.inkml", "words.doc", "Trees.plumbago"]
        .map { "file://\(bench.path($0))\r\n" }.joined()
      try bench.screen.drop([("text/uri-list", Array(list.utf8))], at: row.center)
      library.waitForFiles(["Boats", "Trees", "notes", "paper"])
      try library.tree.wait(for: "“words.doc” is damaged, or nothing that Plumbago can open.")
      try bench.screen.keyboard.press("Escape")
      try bench.screen.waitForWindows(1)
      let paper = try await DocumentStore.inspect(library.path("paper"))
      #expect(paper.settings.layout.pages.count == 2)
      for (name, bytes) in files { #expect(try Array(bench.bytes(name)) == bytes) }
      try await library.finish(strokes: ["notes": 1, "paper": 0, "Trees": 4])
    }

    @Test func `a document with a password that is dropped on the library is asked for it`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let bench = library.bench
      for name in ["locked.pdf", "other.pdf"] {
        try Data(contentsOf: Repository.url("Tests/Fixtures/foreign/encrypted.pdf"))
          .write(to: URL(filePath: bench.path(name)))
      }
      try library.open()
      let row = try library.frame("Boats")
      let list = "file://\(bench.path("locked.pdf"))\r\nfile://\(bench.path("other.pdf"))\r\n"
      try bench.screen.drop([("text/uri-list", Array(list.utf8))], at: row.center)
      for (file, words) in [("locked", ["guess", "secret"]), ("other", [])] {
        try library.tree.wait(for: "“\(file).pdf” is protected by a password")
        for (i, word) in words.enumerated() {
          if i > 0 {
            try library.tree.wait(for: "This password does not open it. Please try again.")
          }
          try bench.screen.waitUntilStill()
          try bench.screen.keyboard.type(word + "\n")
        }
        // One that is not given is no failure.
        if words.isEmpty {
          try bench.screen.waitUntilStill()
          try bench.screen.keyboard.press("Escape")
        }
      }
      try bench.screen.waitForWindows(1)
      library.waitForFiles(["Boats", "locked"])
      let paper = try await DocumentStore.inspect(library.path("locked"))
      #expect(paper.settings.layout.pages.count == 3)
      let said = try library.tree.texts()
      #expect(!said.contains("Not everything could be brought into the library"))
      try await library.finish()
    }
  }
}
