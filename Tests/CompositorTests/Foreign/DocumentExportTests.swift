import Foundation
import InkModel
import InkStore
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// What leaves a drawing of a document: ink that is saved into a copy of it, and exports that take long.
  @Suite struct DocumentExportTests {
    @Test func `saving into a PDF begins in the folder that the PDF came from`() async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      try FileManager.default.createDirectory(
        atPath: bench.path("papers"), withIntermediateDirectories: true)
      try DocumentTests.document().write(
        toFile: bench.path("papers/paper.pdf"), atomically: true, encoding: .utf8)
      let app = try screen.launchApp([bench.path("papers/paper.pdf")])
      let window = try screen.waitForWindow()
      try window.maximize()
      _ = try RedSquare.wait(on: screen)
      bench.stroke(300, 400)
      try Self.beginSavingIntoPDF("inked.pdf", screen)
      try AccessibleTree(screen).wait(for: "The ink is in “inked.pdf”.")
      #expect(FileManager.default.fileExists(atPath: bench.path("papers/inked.pdf")))
      try app.expectQuiet()
      window.close()
      #expect(try app.waitForExit() == .exited(0))
    }

    @Test func `saving into a PDF offers the drawing's own name, then what it was saved into`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      try DocumentTests.document().write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      let original = try bench.bytes("paper.pdf")
      let app = try screen.launchApp([bench.path("paper.pdf")])
      let window = try screen.waitForWindow()
      try window.maximize()
      _ = try RedSquare.wait(on: screen)
      let tree = try AccessibleTree(screen)
      func rename(to name: String) throws {
        screen.pen.proximityOut()
        try screen.keyboard.press("F2")
        try screen.waitForPopups(1)
        try screen.waitUntilStill()
        try screen.keyboard.press("a", [.control])
        try screen.keyboard.type(name + "\n")
        try screen.waitForPopups(0)
        try screen.waitUntilStill()
        #expect(window.title == "\(name) – Plumbago")
      }
      try rename(to: "Marked")
      bench.stroke(300, 400)
      try Self.askForPDF(screen)
      try screen.keyboard.press("Return")
      try tree.wait(for: "The ink is in “Marked.pdf”.")
      let marked = try bench.bytes("Marked.pdf")
      try rename(to: "Read")
      bench.stroke(300, 450)
      try Self.askForPDF(screen)
      try screen.keyboard.press("Return")
      try tree.press("Replace")
      let deadline = Date().addingTimeInterval(10)
      while try bench.bytes("Marked.pdf") == marked, Date() < deadline { pause(0.05) }
      #expect(try bench.bytes("Marked.pdf") != marked)
      #expect(try bench.bytes("paper.pdf") == original)
      #expect(!FileManager.default.fileExists(atPath: bench.path("Read.pdf")))
      try bench.finish(app, window)
      screen.close()
    }

    /// Saves the drawing's ink into a copy of its document, by keys.
    static func saveIntoPDF(_ path: String, _ screen: Screen, _ tree: AccessibleTree) throws {
      try beginSavingIntoPDF(path, screen)
      let name = path.split(separator: "/").last ?? ""
      try tree.wait(for: "The ink is in “\(name)”.")
      try screen.waitForWindows(1)
    }

    /// Opens the dialog that asks where the ink is to be saved, by keys.
    @discardableResult
    static func askForPDF(_ screen: Screen) throws -> Window {
      // In “Save and Export”.
      try screen.chooseByLetters("s", "i")
      let chooser = try screen.waitForWindow { $0.title == "Save Into PDF" }
      try screen.waitUntilStill()
      return chooser
    }

    /// Enters a path where the ink is to be saved, by keys.
    static func beginSavingIntoPDF(_ path: String, _ screen: Screen) throws {
      try askForPDF(screen)
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(path + "\n")
    }

    @Test(arguments: [true, false])
    func `an export that takes long says so, and leaves nothing once it is cancelled`(
      isFlat: Bool
    ) async throws {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      try DocumentTests.document().write(
        toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
      // A reader that hangs from some moment on.
      let (script, hanging) = (bench.path("reader"), bench.path("hanging"))
      try """
      #!/bin/sh
      [ -e '\(hanging)' ] && exec sleep 100
      exec '\(App.binary)-reader' "$@"
      """.write(toFile: script, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
      let app = try screen.launchApp(
        [bench.path("paper.pdf")], environment: ["PLUMBAGO_READER": script])
      let window = try screen.waitForWindow()
      try window.maximize()
      _ = try RedSquare.wait(on: screen)
      let tree = try AccessibleTree(screen)
      try "".write(toFile: hanging, atomically: true, encoding: .utf8)
      let output = bench.path("out.pdf")
      if isFlat {
        try screen.keyboard.press("e", [.control])
        _ = try screen.waitForWindow { $0.isDialog }
        try screen.waitUntilStill()
        try tree.press("Export…")
        _ = try screen.waitForWindow { $0.title == "Export the Drawing" }
        try screen.waitUntilStill()
        try screen.keyboard.press("a", [.control])
        try screen.keyboard.type(output + "\n")
      } else {
        try Self.beginSavingIntoPDF(output, screen)
      }
      try tree.wait(for: "Exporting to “out.pdf”…")
      try screen.waitForWindows(1)
      // Ink does not wait for it.
      screen.pen.stroke((0...10).map { Point(500 + Double($0) * 4, 300) })
      screen.pen.proximityOut()
      try screen.waitUntilStill()
      try tree.press("Cancel")
      try tree.wait(forNo: "Exporting to")
      // At once, not after the patience for a reader.
      try screen.waitUntilStill()
      try FileManager.default.removeItem(atPath: hanging)
      #expect(bench.names("out").isEmpty)
      #expect(try tree.texts().allSatisfy { !$0.contains("Exported") })
      try bench.finish(app, window)
      screen.close()
    }
  }
}
