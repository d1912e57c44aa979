import Foundation
import InkModel
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What the preferences say of the library, by their controls, while the app runs.
  @Suite struct LibraryPreferencesTests: AsksPortals {
    /// The setting as it is stored; `nil` where it is as it comes.
    private func stored(_ key: String, _ screen: Screen) throws -> String? {
      try Keyfile(of: screen).values(of: Preferences.group)[key]
    }

    private func wait(for value: String, of key: String, _ screen: Screen) throws {
      let deadline = Date().addingTimeInterval(10)
      while try stored(key, screen) != value, Date() < deadline { pause(0.05) }
      let last = try stored(key, screen)
      #expect(last == value, "\(key)")
    }

    private func openPreferences(_ screen: Screen) throws {
      try screen.keyboard.press(",", [.control])
      _ = try screen.waitForWindow { $0.title == "Preferences" }
      try screen.waitUntilStill()
    }

    @Test func `a folder that is chosen in the preferences is the library at once, and back again`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 760))
      let screen = bench.screen
      let names = ["Boats", "Trees"]
      for (folder, name) in zip([LibraryBench.folder, "Drawings"], names) {
        try FileManager.default.createDirectory(
          atPath: bench.path(folder), withIntermediateDirectories: true)
        try await bench.drawing("\(folder)/\(name).plumbago", strokes: 5)
      }
      // Elsewhere, so that only the list has names of the library.
      try await bench.drawing("Plan.plumbago", strokes: 3)
      // Who answers the dialog, where the desktop has a portal for it.
      let portal = try launch([bench.path("Drawings")], on: screen)
      let (app, window) = try bench.start(
        [bench.path("Plan.plumbago")], environment: Self.sandbox)
      try screen.waitUntilStill()
      let tree = try AccessibleTree(screen)
      let library = LibraryBench(bench: bench, app: app, window: window, tree: tree)
      try library.open()
      try library.waitForList(["Boats"], of: names)
      let reset = "The Folder Plumbago in the Documents"
      try openPreferences(screen)
      try tree.wait(for: "/" + LibraryBench.folder)
      let before = try tree.texts()
      #expect(!before.contains(reset))
      try tree.press("Choose a Folder…")
      try library.waitForList(["Trees"], of: names)
      try tree.wait(for: bench.path("Drawings"), isWhole: true)
      try wait(for: "'\(bench.path("Drawings"))'", of: "library-folder", screen)
      try tree.press(reset)
      try library.waitForList(["Boats"], of: names)
      try tree.wait(forNo: reset)
      try wait(for: "''", of: "library-folder", screen)
      try tree.wait(for: "/" + LibraryBench.folder)
      // What is in either folder has stayed there.
      for (folder, name) in zip([LibraryBench.folder, "Drawings"], names) {
        #expect(FileManager.default.fileExists(atPath: bench.path("\(folder)/\(name).plumbago")))
      }
      try portal.expectQuiet()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try bench.finish(app, window)
      screen.close()
    }

    @Test func `a new drawing without any change begins in the folder that is chosen meanwhile`()
      throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 760))
      let screen = bench.screen
      let folder = bench.path("Drawings")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let portal = try launch([folder], on: screen)
      let (app, window) = try startMaximized(bench)
      let tree = try AccessibleTree(screen)
      try openPreferences(screen)
      try tree.press("Choose a Folder…")
      try wait(for: "'\(folder)'", of: "library-folder", screen)
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try screen.waitUntilStill()
      bench.strokes(1)
      screen.pen.proximityOut()
      try bench.finish(app, window)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".plumbago") })
      #expect(bench.library.isEmpty)
      try portal.expectQuiet()
      screen.close()
    }

    @Test func `the switches of the desktop's search and of reading on battery change settings`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1000))
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try openPreferences(screen)
      for (name, key, first) in [
        ("Read drawings on battery", "read-on-battery", "true"),
        ("Drawings in the desktop’s search", "desktop-search", "false"),
      ] {
        try fixture.focus(name, tree)
        try screen.keyboard.press("space")
        try wait(for: first, of: key, screen)
        try screen.keyboard.press("space")
        try wait(for: first == "true" ? "false" : "true", of: key, screen)
      }
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }

    @Test func `the switch for the history of what is dragged out is changed by key and by mouse`()
      throws
    {
      let fixture = try AppFixture(size: PixelSize(width: 900, height: 1000))
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      try openPreferences(screen)
      let (name, key) = ("Keep the history when dragging out", "drag-keeps-history")
      // It comes switched off: the first press turns it on.
      let first = try stored(key, screen)
      #expect(first == nil)
      try fixture.focus(name, tree)
      try screen.keyboard.press("space")
      try wait(for: "true", of: key, screen)
      let dialog = try #require(screen.windows.first { $0.title == "Preferences" })
      try screen.waitUntilStill()
      for value in ["false", "true"] {
        try Pointing.mouse.press(tree.position(of: name, in: dialog), on: screen)
        try wait(for: value, of: key, screen)
      }
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
