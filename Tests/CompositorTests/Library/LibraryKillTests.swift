import Foundation
import InkModel
import InkStore
import InkTestSupport
import RecordedHands
import SearchIndex
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The app is killed while it renames, moves and reads what is in the library, a hundred times in all.
  @Suite struct LibraryKillTests {
    private enum Action: CaseIterable { case rename, move, read }

    /// Drawings by their numbers of strokes, which stay the same while names and folders change.
    private static let names = ["Boat", "Trees", "Houses"]

    /// A sheet of lines by many hands, which takes seconds to read.
    ///
    /// What is known of a line's ink is known of it where it is: at another offset all is to be read anew.
    private func sheet(at offset: Vector) throws -> WrittenDrawing {
      var drawing = WrittenDrawing()
      for (i, line) in try RecordedWriting.lines().prefix(24).enumerated() {
        let corner = Point(60, 60 + 40 * Double(i)) + offset
        drawing.write(line, in: Rect(x: corner.x, y: corner.y, width: 500, height: 24))
      }
      return drawing
    }

    /// Replaces the sheet by such a one.
    private func rewrite(_ path: String, at offset: Vector) async throws {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      let drawing = try sheet(at: offset)
      try await drawing.save(to: path)
    }

    /// Whether the index lacks the sheet as it is now.
    private func isUnread(_ library: LibraryBench) async throws -> Bool {
      let index = try SearchIndex(at: library.bench.screen.folder.cache + "/plumbago/index.db")
      let missing = try await index.outdated(in: library.bench.path(LibraryBench.folder))
      return missing.contains { $0.name == "Written" }
    }

    /// Every drawing in the folder and those below it: numbers of strokes by paths within it.
    private func drawings(_ library: LibraryBench) async throws -> [String: Int] {
      let folder = library.bench.path(LibraryBench.folder)
      let paths = try #require(FileManager.default.enumerator(atPath: folder))
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".plumbago") }
      var found: [String: Int] = [:]
      for path in paths {
        found[path] = try await DocumentStore.inspect("\(folder)/\(path)").strokes
      }
      return found
    }

    /// Shows the panel, with the keyboard in it.
    private func show(_ library: LibraryBench) throws {
      // It is there from the beginning where it was at the end; the paper has the keyboard then.
      if try library.tree.texts().contains("Search the library") {
        try library.bench.screen.keyboard.press("l", [.control])
        try library.tree.wait(forNo: "Search the library")
      }
      try library.open()
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `kill -9 while drawings are renamed, moved and read loses none of them`(
      seed: UInt64
    ) async throws {
      var generator = SeededGenerator(seed: seed)
      var library = try await LibraryBench(
        Self.names, opening: "Boat", written: ["Written": sheet(at: .zero)])
      let written = library.path("Written")
      let strokes = try await DocumentStore.inspect(written).strokes
      let (screen, keyboard) = (library.bench.screen, library.bench.screen.keyboard)
      let folder = library.bench.path(LibraryBench.folder)
      try FileManager.default.createDirectory(
        atPath: folder + "/Work", withIntermediateDirectories: true)
      let expected = (Self.names.map(\.count) + [strokes]).sorted()
      var (boat, done, interrupted) = ("Boat", 0, 0)
      for round in 0..<25 {
        let action = Action.allCases[(round + Int(seed)) % 3]
        if round > 0 {
          if action == .read {
            // Nothing of it was read yet.
            try await rewrite(written, at: Vector(3, 2) * Double(round))
          }
          (library.app, library.window) = try library.bench.start(["\(folder)/\(boat).plumbago"])
          library.tree = try AccessibleTree(screen)
          try screen.waitUntilStill()
        }
        try show(library)
        // Long enough for some to be over, short enough for others not to have begun.
        var longest = 0.03
        var isReading = false
        switch action {
        case .rename:
          // The open one.
          try library.choose("Rename…", of: boat)
          try library.tree.wait(for: "Name of the drawing")
          try keyboard.press("a", [.control])
          try keyboard.type("Boat \(round)\n")
        case .move:
          try Pointing.mouse.drag(
            library.frame("Trees").center, to: library.frame("Work").center, on: screen)
        case .read:
          // Whoever searches has what is not read yet read at once.
          try keyboard.type("quick")
          isReading = (try? library.tree.wait(for: "Drawings are being read…", timeout: 5)) != nil
          longest = 0.5
        }
        pause(.random(in: 0...longest, using: &generator))
        library.app.kill()
        _ = try library.app.waitForExit()

        let found = try await drawings(library)
        #expect(found.values.sorted() == expected, "\(action) in round \(round): \(found)")
        switch action {
        case .rename:
          let name = found.first { $0.value == 4 }.map { String($0.key.dropLast(9)) }
          #expect(name == boat || name == "Boat \(round)", "\(found)")
          if let name, name != boat { (boat, done) = (name, done + 1) }
        case .move where found["Work/Trees.plumbago"] != nil:
          done += 1
          for end in ["", "-wal", "-shm"] {
            let (from, to) = (
              "\(folder)/Work/Trees.plumbago\(end)", "\(folder)/Trees.plumbago\(end)"
            )
            if FileManager.default.fileExists(atPath: from) {
              try FileManager.default.moveItem(atPath: from, toPath: to)
            }
          }
        case .read where isReading:
          if try await isUnread(library) { interrupted += 1 }
        case .move, .read: break
        }
      }
      #expect(done > 0, "each time the kill came first")
      #expect(interrupted > 0, "no kill came while the drawing was read")
      // What was kept of the reading is whole: it finds the line.
      (library.app, library.window) = try library.bench.start(["\(folder)/\(boat).plumbago"])
      library.tree = try AccessibleTree(screen)
      try screen.waitUntilStill()
      try show(library)
      try keyboard.type("quick")
      try library.tree.wait(for: "quick brown", timeout: 60)
      try await library.finish()
    }
  }
}
