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
    private static let document = SampleDocument.text(
      content: "1 0 0 rg 100 100 100 100 re f", box: "[0 0 300 300]", page: "/Annots [5 0 R]",
      root: "/AcroForm << /SigFlags 3 /Fields [5 0 R] >>",
      more: [
        "<< /Type /Annot /Subtype /Widget /FT /Sig /T (approval) /V 6 0 R /Rect [0 0 0 0]"
          + " /P 3 0 R /F 4 >>",
        "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached"
          + " /ByteRange [0 10 20 10] /Contents <3000> >>",
      ])

    @Test
    func `ink goes into a copy of a signed document alone, and it is said why`()
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

      try screen.waitUntilStill()
      try DocumentTests.beginSavingIntoPDF(paper, screen)
      // GTK asks, since there is such a file.
      try tree.press("Replace")
      try tree.wait(for: "The ink was not saved into the PDF")
      try tree.wait(
        for: "The PDF document is signed, and ink in it breaks the signature.")
      let refused = try bench.bytes("paper.pdf")
      #expect(refused == before)
      try screen.waitUntilStill()
      try screen.keyboard.press("Escape")
      try screen.waitForWindows(1)
      try screen.waitUntilStill()

      let copy = bench.path("copy.pdf")
      try DocumentTests.saveIntoPDF(copy, screen, tree)
      try tree.wait(for: "The signature of the PDF document does not hold for this copy.")
      let after = try bench.bytes("paper.pdf")
      #expect(after == before)
      try RedSquare.expectInk(below: 0.5, in: copy, bench)
      try bench.finish(app, window)
      screen.close()
    }
  }
}
