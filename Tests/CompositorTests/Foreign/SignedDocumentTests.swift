import Foundation
import InkModel
import RepositoryFiles
import SampleDocuments
import TabletCompositor
import Testing

extension PaperOnScreen {
  /// Documents that somebody has signed.
  @Suite struct SignedDocumentTests {
    /// A page of 300 by 300 points with a red square from 100 to 200, and a signature that is none.
    static let document = SampleDocument.text(
      content: "1 0 0 rg 100 100 100 100 re f", box: "[0 0 300 300]", page: "/Annots [5 0 R]",
      root: "/AcroForm << /SigFlags 3 /Fields [5 0 R] >>",
      more: [
        "<< /Type /Annot /Subtype /Widget /FT /Sig /T (approval) /V 6 0 R /Rect [0 0 0 0]"
          + " /P 3 0 R /F 4 >>",
        "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached"
          + " /ByteRange [0 10 20 10] /Contents <3000> >>",
      ])

    @Test
    func `before ink goes into a signed document a copy is offered, and that alone is written`()
      async throws
    {
      let bench = try FileBench(size: PixelSize(width: 1000, height: 700))
      let screen = bench.screen
      let paper = bench.path("paper.pdf")
      try Self.document.write(toFile: paper, atomically: true, encoding: .utf8)
      let before = try bench.bytes("paper.pdf")
      let app = try screen.launchApp([paper])
      let window = try screen.waitForWindow()
      try window.maximize()
      try RedSquare.drawLine(below: 0.5, on: screen)
      _ = try await Kept.strokes(1, in: #require(bench.library.first), by: app)
      let tree = try AccessibleTree(screen)

      /// Waits for the question, before which nothing was written.
      func waitForQuestion() throws {
        try tree.wait(for: "Save a copy of the signed document?")
        try tree.wait(for: "Ink in the PDF document would break its signature.")
        try screen.waitUntilStill()
        let now = try bench.bytes("paper.pdf")
        #expect(now == before)
        #expect(bench.names("").filter { $0.hasSuffix(".pdf") } == ["paper.pdf"])
      }
      try screen.waitUntilStill()
      // Under a name that no file has: it is asked about as well, and let be.
      try DocumentExportTests.beginSavingIntoPDF(bench.path("other.pdf"), screen)
      try waitForQuestion()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try screen.waitUntilStill()
      #expect(bench.names("other").isEmpty)
      // Over the document itself: a copy needs another name.
      try DocumentExportTests.beginSavingIntoPDF(paper, screen)
      // GTK asks, since there is such a file.
      try tree.press("Replace")
      try waitForQuestion()
      try tree.press("Save a Copy…")
      _ = try screen.waitForWindow { $0.title == "Save Into PDF" }
      try screen.waitUntilStill()
      let copy = bench.path("copy.pdf")
      try screen.keyboard.press("a", [.control])
      try screen.keyboard.type(copy + "\n")
      try tree.wait(for: "The signature of the PDF document does not hold for this copy.")
      try screen.waitForWindows(1)
      // Under a new name, once that is agreed to.
      try screen.waitUntilStill()
      let second = bench.path("second.pdf")
      try DocumentExportTests.beginSavingIntoPDF(second, screen)
      try tree.wait(for: "Save a copy of the signed document?")
      try screen.waitUntilStill()
      #expect(bench.names("second").isEmpty)
      try tree.press("Save a Copy…")
      try tree.wait(for: "The ink is in “second.pdf”.")
      try screen.waitForWindows(1)
      #expect(bench.names("second") == ["second.pdf"])

      let after = try bench.bytes("paper.pdf")
      #expect(after == before)
      try RedSquare.expectInk(below: 0.5, in: copy, bench)
      try bench.finish(app, window)
      screen.close()
    }
  }
}
