import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension InputOnScreen {
  /// The switches of the preferences by which the pen writes into other programs, from the next login on.
  @Suite struct NextLoginTests {
    private static let name = "Handwriting in other programs"

    /// A folder in which the app is installed with the input-method module.
    private func installation() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let resources = try #require(App.resources["PLUMBAGO_DATA_DIR"])
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.path + "/share", withDestinationPath: resources)
      try FileManager.default.createDirectory(
        atPath: folder.url.path + "/lib", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.path + "/lib/gtk-4.0", withDestinationPath: ScribbleModule.folder)
      return folder
    }

    /// The variables of a session that begins with lines of `environment.d`, and with these.
    private func session(
      _ lines: String, after before: [String: String] = [:]
    ) throws -> [String: String] {
      let folder = try TemporaryFolder()
      // The rules of environment.d(5) that the lines need are those of a shell.
      let script = try folder.write(lines + "\nenv\n", to: "login")
      let run = try Command.run(
        ["env", "-i", "PATH=/usr/bin:/bin"] + before.map { "\($0.key)=\($0.value)" }
          + ["sh", "-a", script.path])
      let variables = run.standardOutput.split(separator: "\n").compactMap { line in
        line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
      }
      return Dictionary(variables) { $1 }
    }

    @Test
    func `switched on, programs of the next login take handwriting; switched off, nothing is left`()
      throws
    {
      let folder = try installation()
      let fixture = try AppFixture(
        size: PixelSize(width: 900, height: 1000),
        environment: ["PLUMBAGO_DATA_DIR": folder.url.path + "/share"])
      let screen = fixture.screen
      let tree = try AccessibleTree(screen)
      let file = screen.folder.config + "/environment.d/90-plumbago-handwriting.conf"
      var isThere: Bool { FileManager.default.fileExists(atPath: file) }
      func wait(forFile isExpected: Bool) {
        let end = Date().addingTimeInterval(10)
        while isThere != isExpected, Date() < end { pause(0.02) }
        #expect(isThere == isExpected)
      }
      try screen.keyboard.press(",", [.control])
      _ = try screen.waitForWindow { $0.title == "Preferences" }
      try screen.waitUntilStill()
      #expect(!isThere)
      try fixture.focus(Self.name, tree)
      try screen.keyboard.press("space")
      wait(forFile: true)
      try tree.wait(for: "from the next login on")
      let lines = try String(contentsOfFile: file, encoding: .utf8)
      let next = try session(lines)
      #expect(next["GTK_IM_MODULE"] == "plumbago")
      #expect(next["GTK_PATH"] == folder.url.path + "/lib/gtk-4.0")
      // Another input method that was chosen is the next one.
      let other = try session(lines, after: ["GTK_IM_MODULE": "ibus", "GTK_PATH": "/opt/gtk"])
      #expect(other["GTK_IM_MODULE"] == "plumbago:ibus")
      #expect(other["GTK_PATH"] == folder.url.path + "/lib/gtk-4.0:/opt/gtk")
      try screen.waitUntilStill()
      try screen.keyboard.press("space")
      wait(forFile: false)
      try screen.waitUntilStill()
      // The row below it.
      func grows() throws -> String? {
        try Keyfile(of: screen).values(of: Preferences.group)["other-fields-grow"]
      }
      try fixture.focus("Low fields grow in other programs", tree)
      let before = try grows()
      #expect(before == nil)
      try screen.keyboard.press("space")
      let end = Date().addingTimeInterval(10)
      while try grows() != "true", Date() < end { pause(0.05) }
      let after = try grows()
      #expect(after == "true")
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try fixture.done()

      // With the variables that the file gave, a program that knows nothing of handwriting.
      let demo = try OtherProgram(
        "gtk4-demo", ["--run=entry_undo"],
        variables: ["GTK_PATH": next["GTK_PATH"], "GTK_IM_MODULE": next["GTK_IM_MODULE"]])
      try demo.write("coffee", in: try #require(try demo.fields().first))
      try demo.expectCopied("coffee")
      try demo.done()
    }

    @Test(.enabled(if: !ScribbleModule.isInstalled(ScribbleModule.loader)))
    func `where the module is not installed, the switch says so and cannot be pressed`() throws {
      let folder = try TemporaryFolder()
      let resources = try #require(App.resources["PLUMBAGO_DATA_DIR"])
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.path + "/share", withDestinationPath: resources)
      let fixture = try AppFixture(
        size: PixelSize(width: 900, height: 1000),
        environment: ["PLUMBAGO_DATA_DIR": folder.url.path + "/share"])
      let tree = try AccessibleTree(fixture.screen)
      try fixture.screen.keyboard.press(",", [.control])
      _ = try fixture.screen.waitForWindow { $0.title == "Preferences" }
      try tree.wait(for: "Plumbago's input-method module is not installed")
      // The switch, and the label that names it.
      let found = try tree.widgets().filter { $0.name == Self.name }
        .map { try tree.has(.sensitive, $0) }
      #expect(found.contains(false), "\(found)")
      try fixture.screen.keyboard.press("Escape")
      try fixture.screen.waitForWindows(1)
      try fixture.done()
    }
  }
}
