import Foundation
import InkModel
import InkStore
import RecordedHands
import TabletCompositor
import Testing

extension LibraryBench {
  /// Makes an empty folder in the library.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: bench.path(Self.folder + "/" + name), withIntermediateDirectories: true)
  }

  /// Writes a word with the pen over the name of a drawing or a folder, and goes on elsewhere, by which that has the name.
  ///
  /// - Parameters:
  ///   - label: What its field is called.
  ///   - waits: Whether the word is read before that.
  func write(
    _ text: String, overNameOf name: String, in label: String, waits: Bool = true
  ) throws {
    try choose("Rename…", of: name)
    let field = try tree.wait(for: label, isWhole: true)
    try bench.screen.waitUntilStill()
    let position = try tree.position(of: label, in: window)
    let search = try tree.position(of: "Search the library", in: window)
    let word = try RecordedWriting.word(text)
    let box = Rect(x: position.x - 45, y: position.y - 12, width: 100, height: 24)
    InputOnScreen.ScribbleTests.writeQuickly(word.strokes(in: box), with: bench.screen.pen)
    guard waits else { return bench.screen.mouse.click(at: search) }
    let deadline = Date().addingTimeInterval(10)
    while try tree.content(field) != text, Date() < deadline { pause(0.05) }
    let content = try tree.content(field)
    #expect(content == text)
    try Pointing.pen.press(search, on: bench.screen)
  }

  /// The names of the folders in the library, sorted.
  var folders: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: bench.path(Self.folder))) ?? [])
      .filter { !$0.contains(".") }.sorted()
  }

  /// Waits until a drawing is in the library, or in a folder of it.
  func waitForFile(_ name: String) {
    let deadline = Date().addingTimeInterval(10)
    while !FileManager.default.fileExists(atPath: path(name)), Date() < deadline { pause(0.05) }
    #expect(FileManager.default.fileExists(atPath: path(name)), "\(name) is not there")
  }

  /// Selects rows by the mouse: the first by its menu, which opens no drawing, the others with Control held.
  func select(_ names: [String]) throws {
    for (i, name) in names.enumerated() {
      let row = try frame(name).center
      if i == 0 {
        bench.screen.mouse.click(at: row, .right)
        try bench.screen.waitForPopups(1)
        try bench.screen.waitUntilStill()
        try bench.screen.keyboard.press("Escape")
        try bench.screen.waitForPopups(0)
      } else {
        bench.screen.keyboard.hold(.control)
        bench.screen.mouse.click(at: row)
        bench.screen.keyboard.release(.control)
      }
      try bench.screen.waitUntilStill()
    }
    bench.screen.mouse.leave()
  }

  /// Drags a drawing to a folder; a pen or a finger rests before.
  func drag(_ name: String, to folder: String, by hand: Pointing) throws {
    try drag(name, to: frame(folder).center, by: hand)
  }

  /// Drags a drawing or folder to a point of the screen.
  func drag(_ name: String, to end: Point, by hand: Pointing) throws {
    let start = try frame(name).center
    try hand.drag(start, to: end, on: bench.screen, rests: hand != .mouse)
  }

  /// Rests on a row with the pen or a finger, until it has been pressed long, and lifts.
  func rest(on name: String, by hand: Pointing) throws {
    let row = try frame(name).center
    if hand == .pen {
      bench.screen.pen.hover(at: row)
      bench.screen.pen.down(at: row)
      pause(0.9)
      bench.screen.pen.up()
    } else {
      bench.screen.touch.down(1, at: row)
      pause(0.9)
      bench.screen.touch.up(1)
    }
  }

  /// Gives the drawing or folder of a row another name, by the keyboard.
  func rename(_ name: String, to new: String) throws {
    try choose("Rename…", of: name)
    try tree.wait(for: "Name of the ")
    try bench.screen.waitUntilStill()
    try bench.screen.keyboard.press("a", [.control])
    try bench.screen.keyboard.type(new + "\n")
  }
}

extension PaperOnScreen {
  /// Drawings get other names and other folders in the library, one or several at once, by every hand.
  @Suite struct LibraryMovingTests {
    /// What happens to a drawing that is not open.
    enum Change: CaseIterable, Sendable {
      case folderIsRenamed
      case isRenamed
      case isMoved
    }

    @Test(arguments: Change.allCases)
    func `a closed drawing that has another path is shown where it was looked at, and is recent`(
      change: Change
    ) async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.makeFolder("Work")
      let (old, new) =
        switch change {
        case .folderIsRenamed: ("Work/Plans", "Old Work/Plans")
        case .isRenamed: ("Plans", "Maps")
        case .isMoved: ("Plans", "Work/Plans")
        }
      try await library.bench.drawing("\(LibraryBench.folder)/\(old).plumbago", strokes: 30)
      try library.open()
      if change == .folderIsRenamed { try library.tap("Work", with: .mouse) }
      try library.tap("Plans", with: .mouse)
      try library.wait(forTitle: "Plans")
      if change == .folderIsRenamed { try library.tree.press("The Folder Above") }
      let screen = library.bench.screen
      let paper = PixelBox(x: 200, y: 100, width: 350, height: 500)
      let usual = screen.screenshot(of: paper)
      screen.mouse.move(to: Point(300, 300))
      screen.keyboard.hold(.control)
      screen.mouse.scroll(-3)
      screen.keyboard.release(.control)
      screen.mouse.leave()
      // Once how much is told no more.
      pause(1)
      let seen = try screen.waitUntilStill().cropped(to: paper)
      #expect(seen != usual)
      try library.tap("Boats", with: .mouse)
      try library.wait(forTitle: "Boats")

      switch change {
      case .folderIsRenamed: try library.rename("Work", to: "Old Work")
      case .isRenamed: try library.rename("Plans", to: "Maps")
      case .isMoved: try library.drag("Plans", to: "Work", by: .mouse)
      }
      library.waitForFile(new)
      let list = screen.folder.data + "/recently-used.xbel"
      let link = new.replacing(" ", with: "%20") + ".plumbago"
      let deadline = Date().addingTimeInterval(10)
      var recent = ""
      while !recent.contains("/Plumbago/\(link)\""), Date() < deadline {
        pause(0.05)
        recent = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      }
      #expect(recent.contains("/Plumbago/\(link)\"") && !recent.contains("/Plumbago/\(old).p"))
      let parts = new.split(separator: "/").map(String.init)
      for name in parts { try library.tap(name, with: .mouse) }
      try library.wait(forTitle: try #require(parts.last))
      let again = try screen.waitUntilStill().cropped(to: paper)
      #expect(again == seen)
      try await library.finish(strokes: [new: 30])
    }

    @Test
    func `a drawing that another process writes is read on in a folder that gets another name`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.makeFolder("Work")
      try await library.bench.drawing("\(LibraryBench.folder)/Work/Plans.plumbago", strokes: 5)
      let store = try await DocumentStore.open(library.path("Work/Plans"))
      try library.open()
      try library.tap("Work", with: .mouse)
      try library.tap("Plans", with: .mouse)
      try library.wait(forTitle: "Plans")
      try library.tree.wait(for: "This drawing is open in another program.")
      try library.tree.press("The Folder Above")
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats", "Plans"])
      try library.bench.screen.waitUntilStill()
      try library.rename("Work", to: "Old Work")
      library.waitForFile("Old Work/Plans")
      try library.bench.screen.waitUntilStill()
      #expect(library.bench.screen.windows.map(\.title) == ["Plans – Plumbago"])
      library.app.signal(SIGTERM)
      #expect(try library.app.waitForExit() == .exited(0))
      try library.app.expectQuiet()
      // The other process has it still, and follows.
      try await store.follow()
      try await store.close()
      // It is what was open.
      let (app, window) = try library.bench.start()
      #expect(window.title == "Plans – Plumbago")
      library.bench.strokes(1)
      library.bench.screen.pen.proximityOut()
      try library.bench.finish(app, window)
      #expect(try await DocumentStore.inspect(library.path("Old Work/Plans")).strokes == 6)
      library.bench.screen.close()
    }

    @Test(arguments: [Pointing.pen, .finger])
    func `S76 a drawing is dragged into a folder by a pen or a finger that has rested on it`(
      by hand: Pointing
    ) async throws {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.makeFolder("Work")
      let names = ["Work", "Boats", "Trees", "Houses"]
      try library.open()
      try library.waitForList(names, of: names)
      // It scrolls where it has not rested.
      try hand.drag(
        library.frame("Trees").center, to: library.frame("Work").center, on: library.bench.screen)
      pause(0.5)
      #expect(library.files == ["Boats", "Houses", "Trees"])
      try library.drag("Trees", to: "Work", by: hand)
      library.waitForFile("Work/Trees")
      try library.waitForList(["Work", "Boats", "Houses"], of: names)
      // Beside a folder it goes nowhere, and nothing was opened.
      try library.drag("Houses", to: "Boats", by: hand)
      pause(0.5)
      #expect(library.files == ["Boats", "Houses"])
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      // The open one is still the same drawing.
      try library.drag("Boats", to: "Work", by: hand)
      library.waitForFile("Work/Boats")
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      try await library.finish(strokes: ["Work/Boats": 6, "Work/Trees": 5, "Houses": 6])
    }

    @Test(arguments: [Pointing.pen, .finger])
    func `a pen or a finger that rests on a drawing opens its menu`(by hand: Pointing) async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      let screen = library.bench.screen
      try library.open()
      try library.rest(on: "Trees", by: hand)
      screen.pen.proximityOut()
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let copy = try library.tree.position(ofRow: "Make a Copy", in: #require(screen.popups.last))
      screen.mouse.click(at: copy)
      screen.mouse.leave()
      library.waitForFiles(["Boats", "Trees", "Trees (copy)"])
      #expect(screen.windows.map(\.title) == ["Boats – Plumbago"])
      try await library.finish()
    }

    @Test(arguments: Pointing.allCases)
    func `S76 drawings that are selected are dragged into a folder together`(by hand: Pointing)
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.makeFolder("Work")
      try library.open()
      try library.select(["Trees", "Houses"])
      try library.drag("Houses", to: "Work", by: hand)
      for name in ["Trees", "Houses"] { library.waitForFile("Work/" + name) }
      #expect(library.files == ["Boats"])
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      try await library.finish(strokes: ["Boats": 5, "Work/Trees": 5, "Work/Houses": 6])
    }

    @Test func `S76 of several that are selected a drag takes only another one that is not`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      try library.makeFolder("Work")
      try library.open()
      try library.select(["Trees", "Houses"])
      try library.drag("Boats", to: "Work", by: .pen)
      library.waitForFile("Work/Boats")
      library.waitForFiles(["Houses", "Trees"])
      try await library.finish()
    }

    @Test func `what was moved into a folder is told with its name, and goes back by Undo`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      for name in ["Sea", "Work"] { try library.makeFolder(name) }
      let names = ["Sea", "Work", "Boats", "Trees", "Houses"]
      try library.open()
      for (moved, sentence) in [
        (["Trees"], "“Trees” is in “Work” now."),
        // The one that is open.
        (["Boats"], "“Boats” is in “Work” now."),
        (["Sea"], "“Sea” is in “Work” now."),
        (["Trees", "Houses"], "2 drawings are in “Work” now."),
        (["Sea", "Trees"], "1 folder and 1 drawing are in “Work” now."),
      ] {
        try library.waitForList(names, of: names)
        try library.select(moved)
        try library.drag(try #require(moved.last), to: "Work", by: .mouse)
        library.bench.screen.mouse.leave()
        try library.tree.wait(for: sentence, isWhole: true)
        try library.waitForList(names.filter { !moved.contains($0) }, of: names)
        let undo = try library.tree.box(library.tree.wait(for: "Undo", isWhole: true)).center
        library.bench.screen.mouse.click(at: library.window.point(undo.x, undo.y))
        library.bench.screen.mouse.leave()
        try library.tree.wait(forNo: sentence)
      }
      try library.waitForList(names, of: names)
      #expect(library.folders == ["Sea", "Work"])
      let left = try FileManager.default.contentsOfDirectory(
        atPath: library.bench.path(LibraryBench.folder + "/Work"))
      #expect(left.isEmpty)
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Houses": 6])
    }

    @Test func `several drawings and folders go to the bin at once, and come back by Undo`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      for name in ["Sea", "Work"] { try library.makeFolder(name) }
      let names = ["Sea", "Work", "Boats", "Trees", "Houses"]
      try library.open()
      for (chosen, sentence) in [
        (["Trees", "Houses"], "2 drawings are in the bin now."),
        (["Sea", "Work"], "2 folders are in the bin now."),
        (["Sea", "Trees"], "1 folder and 1 drawing are in the bin now."),
        (["Work", "Trees", "Houses"], "1 folder and 2 drawings are in the bin now."),
      ] {
        try library.waitForList(names, of: names)
        try library.select(chosen)
        try library.bench.screen.keyboard.press("Delete")
        try library.tree.wait(for: sentence, isWhole: true)
        try library.waitForList(names.filter { !chosen.contains($0) }, of: names)
        try library.tree.press("Undo")
        try library.tree.wait(forNo: sentence)
      }
      try library.waitForList(names, of: names)
      #expect(library.folders == ["Sea", "Work"])
      let bin = library.bench.screen.folder.data + "/Trash/files"
      let left = try FileManager.default.contentsOfDirectory(atPath: bin)
      #expect(left.isEmpty)
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Houses": 6])
    }

    @Test
    func `the menu of a row does not hide it, and a press elsewhere keeps the name that was typed`()
      async throws
    {
      let all = ["Boats", "Trees", "Houses", "Oaks", "Elms", "Firs", "Pines"]
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      let (screen, tree) = (library.bench.screen, library.tree)
      try library.open()
      func edit(_ name: String) throws {
        try library.choose("Rename…", of: name)
        try tree.wait(for: "Name of the drawing")
        try screen.waitUntilStill()
        try screen.keyboard.press("a", [.control])
      }
      func search() throws -> Rect {
        try tree.box(tree.wait(for: "Search the library", isWhole: true))
      }
      let (field, below) = (try search(), try library.frame("Houses"))
      // The head of the panel, which does nothing and takes no keys.
      let head = try tree.position(of: "Search the library", in: library.window) - Vector(60, 80)
      let trees = try library.frame("Trees")
      screen.mouse.click(at: trees.center, .right)
      try screen.waitForPopups(1)
      try screen.waitUntilStill()
      let menu = try #require(screen.popups.last).rect
      #expect(!menu.intersects(trees))
      try screen.keyboard.press("Escape")
      try screen.waitForPopups(0)
      var name = "Trees"
      let names: [(Pointing, String)] = [(.finger, "Oaks"), (.mouse, "Elms"), (.pen, "Firs")]
      for (hand, next) in names {
        try edit(name)
        // Neither the panel nor the row is larger meanwhile.
        let (fieldNow, belowNow) = (try search(), try library.frame("Houses"))
        #expect(fieldNow == field && belowNow == below)
        try screen.keyboard.type(next)
        try hand.press(head, on: screen)
        library.waitForFiles(["Boats", "Houses", next].sorted())
        try library.waitForList(["Boats", next, "Houses"], of: all)
        name = next
      }
      // None is the one before.
      try edit(name)
      try screen.keyboard.press("Delete")
      try Pointing.mouse.press(head, on: screen)
      try library.waitForList(["Boats", name, "Houses"], of: all)
      // The picture in the row, which would open what has another path by then.
      let row = try library.frame(name)
      try edit(name)
      try screen.keyboard.type("Pines")
      try Pointing.mouse.press(Point(row.minX - 40, row.center.y), on: screen)
      library.waitForFiles(["Boats", "Houses", "Pines"])
      try library.waitForList(["Boats", "Pines", "Houses"], of: all)
      #expect(library.window.title == "Boats – Plumbago")
      try await library.finish(strokes: ["Boats": 5, "Pines": 5, "Houses": 6])
    }

    @Test func `a drawing gets the name that a pen writes over its own, pressed beside at once`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees"], opening: "Boats")
      try library.open()
      // The first word may be read late: what reads is opened as the pen comes over the field.
      try library.write("coffee", overNameOf: "Trees", in: "Name of the drawing", waits: false)
      library.waitForFiles(["Boats", "coffee"])
      try await library.finish(strokes: ["Boats": 5, "coffee": 5])
    }

    @Test func `S5 a folder gets the name that a pen writes over its own`() async throws {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      try library.makeFolder("Work")
      try await library.bench.drawing("\(LibraryBench.folder)/Work/Plans.plumbago", strokes: 4)
      try library.open()
      try library.write("coffee", overNameOf: "Work", in: "Name of the folder")
      // With what is in it.
      library.waitForFile("coffee/Plans")
      #expect(library.folders == ["coffee"])
      try await library.finish(strokes: ["Boats": 5, "coffee/Plans": 4])
    }
  }
}
