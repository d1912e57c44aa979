import Foundation
import InkModel
import RepositoryFiles
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Drawings among other files, as a file manager has them.
  @Suite struct FileManagerTests {
    private func isRunning(with path: String) -> Bool {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.contains { id in
        let arguments = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
        return arguments.split(separator: 0).contains { $0.elementsEqual(path.utf8) }
      }
    }

    @Test func `the desktop opens a drawing in the app`() async throws {
      let bench = try FileBench()
      try await bench.drawing("Boats.plumbago", strokes: 3)
      // The app as it is installed, but for the folder that it is in.
      let data = bench.screen.folder.data
      for (source, target) in [
        ("desktop.in", "applications/org.plumbago.Plumbago.desktop"),
        ("mime.xml.in", "mime/packages/org.plumbago.Plumbago.xml"),
      ] {
        let file = Repository.root.appending(path: "data/org.plumbago.Plumbago.\(source)")
        let path = "\(data)/\(target)"
        try FileManager.default.createDirectory(
          atPath: path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" },
          withIntermediateDirectories: true)
        let variables = App.environment.map { "\($0)=\($1)" }.joined(separator: " ")
        try String(contentsOf: file, encoding: .utf8)
          .replacing("Exec=plumbago", with: "Exec=/usr/bin/env \(variables) \(App.binary)")
          .write(toFile: path, atomically: true, encoding: .utf8)
      }
      for command in [
        ["update-desktop-database", "\(data)/applications"],
        ["update-mime-database", "\(data)/mime"],
      ] {
        #expect(try Command.run(command, environment: bench.screen.environment).status == 0)
      }
      try Preferences.everyday.store(on: bench.screen, overwriting: false)
      let opening = try bench.screen.launch("gio", ["open", bench.path("Boats.plumbago")])
      #expect(try opening.waitForExit() == .exited(0))
      let window = try bench.screen.waitForWindow()
      try bench.screen.waitUntilStill()
      bench.stroke(400, 300)
      try await Kept.wait(for: "the stroke", in: bench.path("Boats.plumbago")) { $0.strokes == 4 }
      window.close()
      // The app is no child of this process: what is running has its arguments in /proc.
      let deadline = Date().addingTimeInterval(20)
      while isRunning(with: bench.path("Boats.plumbago")), Date() < deadline { pause(0.05) }
      #expect(!isRunning(with: bench.path("Boats.plumbago")))
      try opening.expectQuiet()
    }
  }
}
