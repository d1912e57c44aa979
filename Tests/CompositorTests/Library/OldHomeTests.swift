import Foundation
import InkModel
import InkStore
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// The app starts in a home as version 0.1 left it.
  ///
  /// `Tests/Fixtures/homes/0.1` has what that version kept: drawings under time stamps, two of them as it left them when
  /// it was killed, with strokes and a title that are in the log alone; what was open and where it was looked at; its
  /// settings; and the desktop's list of recent files. In texts `@DATA@` stands for the data folder, `@DAY@` for a day.
  @Suite struct OldHomeTests {
    private static let drawings = [
      "2026-11-22 09.15.00": 5, "Boats-Ships": 3, "Garden plan": 6, "Version 1, 図 и чертёж": 0,
      "Version 3, 図 и чертёж": 0,
    ]

    /// Puts the home of the fixture where the app looks for it, and drawings of formats before its last one.
    private func put(_ bench: FileBench) throws {
      let folder = bench.screen.folder
      let fixture = Repository.url("Tests/Fixtures/homes/0.1").path
      let day = Date(timeIntervalSinceNow: -86_400).formatted(.iso8601.year().month().day())
      let names = try #require(FileManager.default.enumerator(atPath: fixture))
        .compactMap { $0 as? String }
      for name in names {
        let (from, to) = (fixture + "/" + name, folder.home + "/" + name)
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: from, isDirectory: &isFolder)
        if isFolder.boolValue {
          try FileManager.default.createDirectory(
            atPath: to, withIntermediateDirectories: true)
        } else if name.contains(".plumbago") {
          try FileManager.default.copyItem(atPath: from, toPath: to)
        } else {
          let text = try String(contentsOfFile: from, encoding: .utf8)
          try text.replacing("@DATA@", with: folder.data).replacing("@DAY@", with: day)
            .write(toFile: to, atomically: true, encoding: .utf8)
        }
      }
      for (version, stamp) in [("v1", "2026-11-21 07.10.00"), ("v3", "2026-11-21 09.40.00")] {
        try FileManager.default.copyItem(
          atPath: Repository.url("Tests/Fixtures/documents/\(version).plumbago").path,
          toPath: folder.data + "/plumbago/drawings/\(stamp).plumbago")
      }
    }

    @Test func `all that version 0.1 left is in the library, as it was, and comes there once`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 760))
      try put(bench)
      let folder = bench.screen.folder
      let old = folder.data + "/plumbago/drawings"
      var expected = Self.drawings
      for (version, name) in [("v1", "Version 1, 図 и чертёж"), ("v3", "Version 3, 図 и чертёж")] {
        let fixture = Repository.url("Tests/Fixtures/documents/\(version).plumbago").path
        let copy = bench.path(version + ".plumbago")
        try FileManager.default.copyItem(atPath: fixture, toPath: copy)
        expected[name] = try await DocumentStore.inspect(copy).strokes
        #expect(expected[name] != 0)
      }
      func names() -> [String] {
        bench.library.map { String($0.split(separator: "/").last!.dropLast(9)) }
      }
      let all = expected.keys.sorted()

      for start in 1...2 {
        let (app, window) = try bench.start()
        let deadline = Date().addingTimeInterval(20)
        while names().sorted() != all, Date() < deadline { pause(0.02) }
        // Whatever came twice would come now.
        pause(1)
        #expect(names().sorted() == all, "start \(start)")
        let left = try FileManager.default.contentsOfDirectory(atPath: old)
        #expect(left.isEmpty)
        // What was open is, where it was looked at, in a window as large as it was.
        let titles = bench.screen.windows.map(\.title)
        #expect(titles == ["Untitled drawing – Plumbago"])
        #expect(window.frame.width == 860 && window.frame.height == 640)
        let tree = try AccessibleTree(bench.screen)
        try bench.screen.keyboard.press("F10")
        try bench.screen.waitForPopups(1)
        try tree.wait(for: "150 %")
        try bench.screen.keyboard.press("Escape")
        try bench.screen.waitForPopups(0)
        // What was not open is where it was looked at, too.
        if start == 2 {
          let library = LibraryBench(bench: bench, app: app, window: window, tree: tree)
          try library.open()
          try library.tap("Garden plan", with: .mouse)
          try library.wait(forTitle: "Garden plan")
          try bench.screen.keyboard.press("F10")
          try bench.screen.waitForPopups(1)
          try tree.wait(for: "200 %")
          try bench.screen.keyboard.press("Escape")
          try bench.screen.waitForPopups(0)
        }
        try bench.finish(app, try #require(bench.screen.windows.first))
        for path in bench.library {
          let name = String(path.split(separator: "/").last!.dropLast(9))
          let facts = try await DocumentStore.inspect(path)
          #expect(facts.strokes == expected[name], "\(name)")
        }
        let settings = try Keyfile(of: bench.screen).values(of: Preferences.group)
        let kept = ["color-scheme", "finger", "stabilizer"].map { settings[$0] }
        #expect(kept == ["'dark'", "'pan'", "0.25"])
        let recent = try String(
          contentsOfFile: folder.data + "/recently-used.xbel", encoding: .utf8)
        #expect(!recent.contains("/plumbago/drawings/"))
        for link in ["Garden%20plan", "Boats-Ships", "2026-11-22%2009.15.00"] {
          #expect(recent.contains("/Documents/Plumbago/\(link).plumbago\""), "\(link)")
        }
      }
      bench.screen.close()
    }

    @Test
    func
      `drawings of older versions come to the library under their titles, once, but what is offered`()
      async throws
    {
      let bench = try FileBench()
      let folder = bench.screen.folder.data + "/plumbago/drawings"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      func put(_ fixture: String, _ name: String) throws {
        try FileManager.default.copyItem(
          atPath: "Tests/Fixtures/documents/\(fixture).plumbago",
          toPath: "\(folder)/\(name).plumbago")
      }
      try put("v1", "2025-03-01 10.00.00")
      try put("v4", "2025-03-02 10.00.00")
      let counts = [
        try await DocumentStore.inspect("\(folder)/2025-03-01 10.00.00.plumbago").strokes,
        try await DocumentStore.inspect("\(folder)/2025-03-02 10.00.00.plumbago").strokes,
      ]
      let titled = try await DocumentStore.open("\(folder)/2025-03-02 10.00.00.plumbago")
      try await titled.perform([.setMetadata(.title, "Plan: garden/house")])
      try await titled.close()
      try Data("no drawing".utf8).write(
        to: URL(filePath: "\(folder)/2025-03-03 10.00.00.plumbago"))
      // What the app ended with while it opened it is offered, and so has to stay where that finds it.
      try put("v6", "2025-03-04 10.00.00")
      let marks = bench.screen.folder.state + "/plumbago/opening"
      try FileManager.default.createDirectory(atPath: marks, withIntermediateDirectories: true)
      let offered = "2025-03-04 10.00.00.plumbago"
      let marked = FilePaths.canonical("\(folder)/\(offered)")
      // Under a name that such a path has no more, as once a folder above it is another one.
      try Data(marked.utf8).write(to: URL(filePath: marks + "/mark"))
      let (app, window) = try bench.start()
      // By the name that people know it by.
      try AccessibleTree(bench.screen).wait(for: "“Untitled drawing” was not opened again")
      let deadline = Date().addingTimeInterval(20)
      while bench.library.count < 2, Date() < deadline { pause(0.02) }
      pause(0.5)
      let names = bench.library.map { String($0.split(separator: "/").last!) }
      #expect(names == ["Plan: garden-house.plumbago", "Version 1, 図 и чертёж.plumbago"])
      for (path, count) in zip(bench.library, counts.reversed()) {
        #expect(try await DocumentStore.inspect(path).strokes == count)
      }
      // So does what is no drawing.
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(left == ["2025-03-03 10.00.00.plumbago", offered])
      // Who answers the offer removes the mark by that name; the end says that it was offered.
      let kept = try FileManager.default.contentsOfDirectory(atPath: marks)
      #expect(kept == [FilePaths.hash(of: marked) + "-offered"])
      try bench.screen.waitUntilStill()
      window.close()
      _ = try app.waitForExit()
      bench.screen.close()
    }
  }
}
