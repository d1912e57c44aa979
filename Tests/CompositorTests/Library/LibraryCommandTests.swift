import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the menu of the library does with one drawing, and with several that are selected.
  @Suite struct LibraryCommandTests {
    @Test func `drawings move to the folder that is chosen in the dialog, one and several at once`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      let screen = library.bench.screen
      try library.makeFolder("Work")
      let names = ["Work", "Boats", "Trees", "Houses"]
      /// Types the folder's path into the dialog.
      func moveSelected(by name: String) throws {
        try library.choose("Move to a Folder…", of: name)
        _ = try screen.waitForWindow { $0.isDialog }
        try screen.waitUntilStill()
        try screen.keyboard.type(library.bench.path(LibraryBench.folder + "/Work"))
        try screen.waitUntilStill()
        try screen.keyboard.press("Return")
        try screen.waitForWindows(1)
        try screen.waitUntilStill()
      }
      try library.open()
      try library.waitForList(names, of: names)
      // A dialog that is left changes nothing.
      try library.choose("Move to a Folder…", of: "Trees")
      _ = try screen.waitForWindow { $0.isDialog }
      try library.tree.press("Cancel")
      try screen.waitForWindows(1)
      try library.waitForList(names, of: names)
      try moveSelected(by: "Trees")
      library.waitForFile("Work/Trees")
      try library.waitForList(["Work", "Boats", "Houses"], of: names)
      // The open one among them, which goes on there.
      try library.select(["Boats", "Houses"])
      try moveSelected(by: "Houses")
      for name in ["Boats", "Houses"] { library.waitForFile("Work/" + name) }
      library.waitForFiles([])
      try library.waitForList(["Work"], of: names)
      #expect(screen.windows.map(\.title) == ["Boats – Plumbago"])
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try await library.finish(strokes: ["Work/Boats": 6, "Work/Trees": 5, "Work/Houses": 6])
    }

    @Test
    func `a folder moves to another disk whole, and a drawing in it that is open goes on there`()
      async throws
    {
      let disk = "/dev/shm/plumbago-\(UUID().uuidString)"
      try? FileManager.default.createDirectory(
        atPath: disk, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: disk) }
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let screen = library.bench.screen
      guard let other = FileIdentity(path: disk)?.device,
        other != FileIdentity(path: library.bench.path(LibraryBench.folder))?.device
      else {
        try await library.finish()
        return withKnownIssue("there is no second disk", isIntermittent: true) {
          Issue.record("skipped")
        }
      }
      try library.makeFolder("Work/In")
      for (name, count) in [("Plans", 5), ("In/Maps", 4)] {
        try await library.bench.drawing(
          "\(LibraryBench.folder)/Work/\(name).plumbago", strokes: count)
      }
      try library.open()
      try library.tap("Work", with: .mouse)
      try library.tap("Plans", with: .mouse)
      try library.wait(forTitle: "Plans")
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try library.tree.press("The Folder Above")
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats", "Plans"])
      try screen.waitUntilStill()
      try library.choose("Move to a Folder…", of: "Work")
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      try screen.keyboard.type(disk)
      try screen.waitUntilStill()
      try screen.keyboard.press("Return")
      try screen.waitForWindows(1)
      let deadline = Date().addingTimeInterval(10)
      while !library.folders.isEmpty, Date() < deadline { pause(0.05) }
      #expect(library.folders.isEmpty)
      try screen.waitUntilStill()
      #expect(screen.windows.map(\.title) == ["Plans – Plumbago"])
      library.bench.strokes(1, x: 200, y: 360)
      screen.pen.proximityOut()
      try await library.finish(strokes: ["Boats": 5])
      for (name, count) in [("Plans", 7), ("In/Maps", 4)] {
        let strokes = try await DocumentStore.inspect("\(disk)/Work/\(name).plumbago").strokes
        #expect(strokes == count, "in \(name)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: disk + "/Work")
      #expect(names.sorted() == ["In", "Plans.plumbago"])
    }

    @Test func `drawings that are selected are copied at once, the open one with its last ink`()
      async throws
    {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      library.bench.strokes(1, x: 200, y: 300)
      library.bench.screen.pen.proximityOut()
      try library.open()
      try library.select(["Boats", "Trees"])
      try library.choose("Make a Copy", of: "Trees")
      library.waitForFiles(["Boats", "Boats (copy)", "Houses", "Trees", "Trees (copy)"])
      // Nothing was opened, and the one in the window is still the same.
      #expect(library.bench.screen.windows.map(\.title) == ["Boats – Plumbago"])
      library.bench.strokes(1, x: 200, y: 360)
      library.bench.screen.pen.proximityOut()
      try await library.finish(
        strokes: ["Boats": 7, "Boats (copy)": 6, "Trees": 5, "Trees (copy)": 5, "Houses": 6])
    }

    @Test func `drawings that are selected open in windows of their own, beside the one there is`()
      async throws
    {
      let library = try await LibraryBench(
        ["Boats", "Trees", "Houses", "Pines"], opening: "Boats")
      let screen = library.bench.screen
      try library.open()
      try library.select(["Trees", "Houses", "Pines"])
      // One that has gone meanwhile is not begun anew.
      try library.choose("Open in a New Window", of: "Houses") {
        try FileManager.default.removeItem(atPath: library.path("Pines"))
      }
      try screen.waitForWindows(3)
      try screen.waitUntilStill()
      let titles = Set(screen.windows.map(\.title))
      #expect(titles == ["Boats – Plumbago", "Trees – Plumbago", "Houses – Plumbago"])
      #expect(library.files == ["Boats", "Houses", "Trees"])
      // Each takes the ink of its own paper.
      for (name, count) in [("Trees", 6), ("Houses", 7), ("Boats", 6)] {
        let window = try screen.waitForWindow { $0.title == "\(name) – Plumbago" }
        window.activate()
        try window.maximize()
        try screen.waitUntilStill()
        library.bench.strokes(1, x: 300, y: 300)
        screen.pen.proximityOut()
        try await Kept.wait(for: "a stroke more", in: library.path(name), by: library.app) {
          $0.strokes == count
        }
      }
      library.app.signal(SIGTERM)
      #expect(try library.app.waitForExit() == .exited(0))
      try library.app.expectQuiet()
      screen.close()
    }

    /// The names of the tabs that the window has, sorted; none while it shows no strip.
    private func tabs(_ library: LibraryBench) throws -> [String] {
      try library.tree.widgets(ofRoles: [AccessibleRole.pageTab.rawValue]).map(\.name).sorted()
    }

    /// Narrow, the library is a sheet over the paper; wide, it is a column beside it.
    @Test(arguments: [400, 800], [false, true])
    func `a drawing that opens in a tab is in front at every width, and takes the next stroke`(
      width: Int, isOpen: Bool
    ) async throws {
      let library = try await LibraryBench(
        ["Boats", "Trees"], opening: "Boats",
        size: PixelSize(width: width, height: width == 400 ? 720 : 1200))
      let screen = library.bench.screen
      try library.open()
      try library.choose("Open in a Tab", of: "Trees")
      let deadline = Date().addingTimeInterval(20)
      while try tabs(library).count < 2, Date() < deadline { pause(0.02) }
      if isOpen {
        // It has a tab already, which comes to the front again.
        try library.wait(forTitle: "Trees")
        try screen.keyboard.press("Tab", [.control])
        try library.wait(forTitle: "Boats")
        if try !library.tree.texts().contains("Search the library") { try library.open() }
        try library.choose("Open in a Tab", of: "Trees")
      }
      // Nobody presses anything any more, so nothing is waited for.
      try screen.waitUntilStill()
      pause(0.3)
      screen.pen.stroke((0...20).map { Point(200 + Double($0) * 6, 480) })
      screen.pen.proximityOut()
      try await library.finish(strokes: ["Boats": 5, "Trees": 6])
    }

    @Test func `drawings that are selected open in tabs of the window`() async throws {
      let library = try await LibraryBench(["Boats", "Trees", "Houses"], opening: "Boats")
      let screen = library.bench.screen
      try library.open()
      try library.select(["Trees", "Houses"])
      try library.choose("Open in a Tab", of: "Houses")
      let deadline = Date().addingTimeInterval(20)
      while try tabs(library).count < 3, Date() < deadline { pause(0.05) }
      let found = try tabs(library)
      #expect(found == ["Boats", "Houses", "Trees"])
      // The last of them is seen, and takes ink.
      try library.wait(forTitle: "Houses")
      library.bench.strokes(1, x: 200, y: 300)
      screen.pen.proximityOut()
      try await library.finish(strokes: ["Boats": 5, "Trees": 5, "Houses": 7])
    }

    @Test func `the key that deletes a drawing goes on with the next one, or the one before`()
      async throws
    {
      let names = ["Boats", "Trees", "Houses", "Hills", "Oaks"]
      let library = try await LibraryBench(names, opening: "Boats")
      let screen = library.bench.screen
      var left = names
      func delete(_ name: String) throws {
        try screen.keyboard.press("Delete")
        left.removeAll { $0 == name }
        library.waitForFiles(left.sorted())
        try library.waitForList(left, of: names)
        try screen.waitUntilStill()
      }
      try library.open()
      try library.waitForList(names, of: names)
      try screen.keyboard.press("Down")
      try screen.waitUntilStill()
      for name in ["Trees", "Houses"] { try delete(name) }
      try screen.keyboard.press("Down")
      try screen.waitUntilStill()
      try delete("Oaks")
      try screen.keyboard.press("Return")
      try library.wait(forTitle: "Hills")
      try await library.finish(strokes: ["Boats": 5, "Hills": 5])
    }

    @Test func `F2 names the folder that has the keyboard, and not the drawing in the window`()
      async throws
    {
      let library = try await LibraryBench(["Boats"], opening: "Boats")
      let screen = library.bench.screen
      try library.makeFolder("Work")
      try library.open()
      try library.waitForList(["Work", "Boats"], of: ["Work", "Boats"])
      // To the rows, and there to the first one.
      for key in ["Down", "Up", "Up"] { try screen.keyboard.press(key) }
      try screen.waitUntilStill()
      try screen.keyboard.press("F2")
      try library.tree.wait(for: "Name of the folder")
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type("Sea\n")
      try library.waitForList(["Sea", "Boats"], of: ["Work", "Sea", "Boats"])
      #expect(library.folders == ["Sea"] && library.files == ["Boats"])
      try await library.finish()
    }
  }
}
