import Foundation
import InkModel
import InkStore
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Ink that is saved into its PDF again as the drawing is closed, where that was chosen for the drawing.
  @Suite struct ClosingDocumentTests {
    /// A page of 300 by 300 points with a red square from 100 to 200.
    private static let document = SampleDocument.text(
      content: "1 0 0 rg 100 100 100 100 re f", box: "[0 0 300 300]")

    /// The app with a PDF on which a line was drawn, half the height of the square below it.
    private struct Annotated {
      let bench: FileBench
      let app: Program
      let window: Window
      let tree: AccessibleTree
      /// The file of the drawing.
      let drawing: String

      var screen: Screen { bench.screen }

      /// - Parameter hold: While this file is in the home folder, a reader that starts waits.
      init(_ document: String, readersWaitFor hold: String? = nil) async throws {
        let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
        let screen = bench.screen
        try document.write(toFile: bench.path("paper.pdf"), atomically: true, encoding: .utf8)
        var environment: [String: String] = [:]
        if let hold {
          let script = bench.path("reader")
          try """
          #!/bin/sh
          while [ -e '\(bench.path(hold))' ]; do sleep 0.1; done
          exec '\(App.binary)-reader' "$@"
          """.write(toFile: script, atomically: true, encoding: .utf8)
          try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script)
          environment["PLUMBAGO_READER"] = script
        }
        let app = try screen.launchApp([bench.path("paper.pdf")], environment: environment)
        let window = try screen.waitForWindow()
        try window.maximize()
        try RedSquare.drawLine(below: 0.5, on: screen)
        let drawing = try #require(bench.library.first)
        _ = try await Kept.strokes(1, in: drawing, by: app)
        try screen.waitUntilStill()
        (self.bench, self.app, self.window, self.drawing) = (bench, app, window, drawing)
        tree = try AccessibleTree(screen)
      }

      /// Saves the ink into a PDF, by default the one that it was drawn on.
      ///
      /// - Parameters:
      ///   - copy: The path of a new one.
      ///   - isSigned: Whether that is asked about, since the document is signed.
      func save(again: Bool, into copy: String? = nil, isSigned: Bool = false) throws {
        try beginSaving(again: again, into: copy)
        if isSigned {
          try tree.wait(for: "Save a copy of the signed document?")
          try screen.waitUntilStill()
          try tree.press("Save a Copy…")
        }
        let name = (copy ?? "paper.pdf").split(separator: "/").last ?? ""
        try tree.wait(for: "The ink is in “\(name)”.")
        try screen.waitForWindows(1)
      }

      /// Answers where the ink is to be saved, and does not wait for that.
      func beginSaving(again: Bool, into copy: String? = nil) throws {
        let chooser = try DocumentExportTests.askForPDF(screen)
        if let copy {
          try screen.keyboard.press("a", [.control])
          try screen.keyboard.type(copy)
          try screen.waitUntilStill()
        }
        if again {
          let box = try tree.position(of: "Again when the drawing is closed", in: chooser)
          try Pointing.mouse.press(box, on: screen)
        }
        try tree.press("Save")
        // GTK asks where there is such a file.
        if copy == nil { try tree.press("Replace") }
      }

      /// Draws a second line nearer to the square, and closes the window.
      func drawAndClose() async throws {
        try RedSquare.drawLine(below: 0.25, on: screen)
        _ = try await Kept.strokes(2, in: drawing, by: app)
        try bench.finish(app, window)
      }

      /// What the drawing's file says of itself.
      func facts() async throws -> DocumentMetadata {
        let store = try await DocumentStore.open(drawing, mode: .readOnly)
        let facts = try await store.metadata()
        try await store.close()
        return facts
      }

      /// The file of the app that has the PDFs that were chosen.
      func choices() throws -> String {
        let home = screen.folder.home
        let all = FileManager.default.enumerator(atPath: home)?.compactMap { $0 as? String }
        let path = try #require(all?.first { $0.hasSuffix("/closing-documents") })
        return home + "/" + path
      }

      /// Opens files, or what was open last, and closes it once it says a sentence.
      ///
      /// - Parameter answer: The button that is pressed then.
      func reopen(
        _ paths: [String] = [], waitingFor sentence: String? = nil, answer: String? = nil
      ) throws {
        let again = try screen.launchApp(paths)
        let window = try screen.waitForWindow()
        try window.maximize()
        if let sentence {
          let tree = try AccessibleTree(screen)
          try tree.wait(for: sentence)
          if let answer {
            try tree.press(answer)
            try tree.wait(forNo: sentence)
          }
        }
        _ = try RedSquare.wait(on: screen)
        try bench.finish(again, window)
      }
    }

    /// How many annotations of ink another program finds in a document.
    private func annotations(in path: String, _ bench: FileBench) throws -> Int {
      let plain = bench.path("plain.pdf")
      let made = try Command.run(["qpdf", "--qdf", "--object-streams=disable", path, plain])
      #expect(made.status == 0, "\(made)")
      let text = String(decoding: try bench.bytes("plain.pdf"), as: UTF8.self)
      return text.components(separatedBy: "/Subtype /Ink").count - 1
    }

    @Test
    func `ink drawn since is saved into its PDF as the drawing is closed, if that was chosen`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let bench = annotated.bench
      let paper = bench.path("paper.pdf")
      try annotated.save(again: true)
      try annotated.tree.wait(for: "It is saved there again whenever the drawing is closed.")
      let first = try annotations(in: paper, bench)
      #expect(first == 1)
      try await annotated.drawAndClose()
      let second = try annotations(in: paper, bench)
      #expect(second == 2)
      try RedSquare.expectInk(below: 0.5, in: paper, bench)
      try RedSquare.expectInk(below: 0.25, in: paper, bench)

      // Nothing was drawn since: it is not written once more.
      let written = try bench.bytes("paper.pdf")
      try annotated.reopen()
      let after = try bench.bytes("paper.pdf")
      #expect(after == written)
      // The PDF leads to the drawing whose ink it has.
      let app = try bench.screen.launchApp([paper])
      let window = try bench.screen.waitForWindow()
      try window.maximize()
      let tree = try AccessibleTree(bench.screen)
      let question = "This is what you wrote on “paper.pdf” before."
      try tree.wait(for: question)
      #expect(bench.library.count == 1)
      // What is asked for meanwhile is told in place of that, which does not come back.
      _ = try RedSquare.wait(on: bench.screen)
      try DocumentExportTests.beginSavingIntoPDF(bench.path("copy.pdf"), bench.screen)
      try tree.wait(for: "The ink is in “copy.pdf”.")
      try bench.screen.waitForWindows(1)
      try tree.wait(forNo: question)
      try tree.press("Close")
      try tree.wait(forNo: "The ink is in “copy.pdf”.")
      try bench.screen.waitUntilStill(for: 0.5)
      let said = try tree.texts()
      #expect(!said.contains { $0.contains(question) })
      try bench.finish(app, window)
      bench.screen.close()
    }

    @Test func `Save says that the PDF gets the ink as the drawing is closed, if that was chosen`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let (bench, screen, tree) = (annotated.bench, annotated.screen, annotated.tree)
      let told = "Every stroke is saved at once."
      try screen.keyboard.press("s", [.control])
      try tree.wait(for: told)
      let before = try tree.texts()
      #expect(!before.contains { $0.contains(told) && $0.contains("paper.pdf") })
      try annotated.save(again: true)
      try screen.keyboard.press("s", [.control])
      try tree.wait(for: "“paper.pdf” has the ink, too.")
      try RedSquare.drawLine(below: 0.25, on: screen)
      _ = try await Kept.strokes(2, in: annotated.drawing, by: annotated.app)
      try screen.keyboard.press("s", [.control])
      try tree.wait(for: "“paper.pdf” gets the ink when the drawing is closed.")
      try bench.finish(annotated.app, annotated.window)
      let written = try annotations(in: bench.path("paper.pdf"), bench)
      #expect(written == 2)
      screen.close()
    }

    @Test func `Save says that the PDF stays as it is, with a button for saving the ink into it`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let (bench, screen, tree) = (annotated.bench, annotated.screen, annotated.tree)
      let before = try bench.bytes("paper.pdf")
      try screen.keyboard.press("s", [.control])
      let told = "The PDF itself stays as it is until you choose “Save Into PDF”."
      try tree.wait(for: told)
      let after = try bench.bytes("paper.pdf")
      #expect(after == before)
      let button = try tree.box(tree.wait(for: "Save Into PDF…", isWhole: true)).center
      screen.mouse.click(at: annotated.window.point(button.x, button.y))
      screen.mouse.leave()
      _ = try screen.waitForWindow { $0.title == "Save Into PDF" }
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try tree.wait(forNo: told)
      try bench.finish(annotated.app, annotated.window)
      screen.close()
    }

    @Test func `a drawing that is closed while its ink is being saved stays open until it is`()
      async throws
    {
      let annotated = try await Annotated(Self.document, readersWaitFor: "hold")
      let (bench, screen, app) = (annotated.bench, annotated.screen, annotated.app)
      let hold = bench.path("hold")
      try "".write(toFile: hold, atomically: true, encoding: .utf8)
      try annotated.beginSaving(again: true)
      try annotated.tree.wait(for: "Exporting to “paper.pdf”…")
      try screen.waitForWindows(1)
      // This comes too late for it, but not for closing.
      try RedSquare.drawLine(below: 0.25, on: screen)
      _ = try await Kept.strokes(2, in: annotated.drawing, by: app)
      annotated.window.close()
      pause(1)
      #expect(app.status == .running)
      try FileManager.default.removeItem(atPath: hold)
      let status = try app.waitForExit()
      #expect(status == .exited(0))
      try app.expectQuiet()
      let paper = bench.path("paper.pdf")
      let found = try annotations(in: paper, bench)
      #expect(found == 2)
      try RedSquare.expectInk(below: 0.5, in: paper, bench)
      try RedSquare.expectInk(below: 0.25, in: paper, bench)
      screen.close()
    }

    @Test func `a PDF is left as it is as the drawing is closed, unless that was chosen`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let bench = annotated.bench
      try annotated.save(again: false)
      let saved = try bench.bytes("paper.pdf")
      try await annotated.drawAndClose()
      let after = try bench.bytes("paper.pdf")
      #expect(after == saved)
      bench.screen.close()
    }

    @Test(arguments: [true, false])
    func `a PDF that is gone, or that another program has changed, stays so, and that is said`(
      isGone: Bool
    ) async throws {
      let annotated = try await Annotated(Self.document)
      let bench = annotated.bench
      let paper = bench.path("paper.pdf")
      try annotated.save(again: true)
      var left: Data?
      if isGone {
        try FileManager.default.removeItem(atPath: paper)
      } else {
        left = try bench.bytes("paper.pdf") + Data("% another program's\n".utf8)
        try left?.write(to: URL(filePath: paper))
      }
      try await annotated.drawAndClose()
      let after = try? bench.bytes("paper.pdf")
      #expect(after == left)
      let choices = try String(contentsOfFile: annotated.choices(), encoding: .utf8)
      #expect(choices.contains("/paper.pdf\n"))
      try annotated.reopen(
        waitingFor: isGone
          ? "its ink was not saved into “paper.pdf”, which is not there any more."
          : "its ink was not saved into “paper.pdf”, which another program has changed since.",
        answer: "Do Not Save There Any More")
      // The choice is taken back, and what the drawing's file says of it.
      let rest = try String(contentsOfFile: annotated.choices(), encoding: .utf8)
      #expect(!rest.contains("paper.pdf"))
      let facts = try await annotated.facts()
      #expect(facts[.identity] != nil && facts[.closingDocument] == nil)
      let last = try? bench.bytes("paper.pdf")
      #expect(last == left)
      bench.screen.close()
    }

    @Test func `a copy of a signed PDF stays as it is when the drawing is closed`()
      async throws
    {
      let annotated = try await Annotated(SignedDocumentTests.document)
      let bench = annotated.bench
      let paper = try bench.bytes("paper.pdf")
      try annotated.save(again: true, into: bench.path("copy.pdf"), isSigned: true)
      let copy = try bench.bytes("copy.pdf")
      let texts = try annotated.tree.texts()
      #expect(texts.contains { $0.contains("The ink is in “copy.pdf”.") })
      #expect(!texts.contains { $0.contains("It is saved there again") })
      let sentence = "nothing is saved there: the PDF document is signed."
      #expect(texts.contains { $0.contains(sentence) })
      try await annotated.drawAndClose()
      let (paperAfter, copyAfter) = (try bench.bytes("paper.pdf"), try bench.bytes("copy.pdf"))
      #expect(paperAfter == paper)
      #expect(copyAfter == copy)
      bench.screen.close()
    }

    @Test func `what a drawing says of its PDF counts for nothing where it was not chosen here`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let bench = annotated.bench
      try annotated.save(again: true)
      // As for somebody else to whom the drawing was given.
      let choices = try annotated.choices()
      try bench.finish(annotated.app, annotated.window)
      let saved = try bench.bytes("paper.pdf")
      try FileManager.default.removeItem(atPath: choices)

      let again = try annotated.screen.launchApp()
      let window = try annotated.screen.waitForWindow()
      try window.maximize()
      try RedSquare.drawLine(below: 0.25, on: annotated.screen)
      _ = try await Kept.strokes(2, in: annotated.drawing, by: again)
      try bench.finish(again, window)
      let after = try bench.bytes("paper.pdf")
      #expect(after == saved)
      bench.screen.close()
    }

    @Test func `a drawing that is saved under another name leaves the PDF to the one that stays`()
      async throws
    {
      let annotated = try await Annotated(Self.document)
      let (bench, screen) = (annotated.bench, annotated.screen)
      let paper = bench.path("paper.pdf")
      try annotated.save(again: true)
      try RedSquare.drawLine(below: 0.25, on: screen)
      _ = try await Kept.strokes(2, in: annotated.drawing, by: annotated.app)
      try screen.keyboard.press("s", [.control, .shift])
      _ = try screen.waitForWindow { $0.isDialog }
      try screen.waitUntilStill()
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(bench.path("other.plumbago") + "\n")
      try screen.wait(for: "the name") { _ in annotated.window.title == "other – Plumbago" }
      try screen.waitForWindows(1)
      // What was drawn before is in it, and what is drawn in the other one is not.
      try RedSquare.drawLine(below: 0.75, on: screen)
      _ = try await Kept.strokes(3, in: bench.path("other.plumbago"), by: annotated.app)
      try bench.finish(annotated.app, annotated.window)
      let found = try annotations(in: paper, bench)
      #expect(found == 2)
      screen.close()
    }
  }
}
