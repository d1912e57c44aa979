import Foundation
import InkModel
import RepositoryFiles
import Testing

/// Ink that is saved into a document while the drawing has pages of another one, too.
@Suite struct `Annotations beside pages of another document` {
  @Test
  func `contents, fields and facts stay the document's, and the other's page looks as it did`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.inkedDrawing()
    try await folder.draw(in: "d.plumbago")
    // The same with other words: it has contents, a link and a field of its own.
    try folder.write(
      SamplePDF.text.replacing("(Page ", with: "(Leaf ").replacing("(Third)", with: "(Leafs)"),
      to: "other.pdf")
    let other = [UInt8](try folder.bytes("other.pdf"))
    try await folder.changePages(of: "d.plumbago", bringing: other) { pages, blob in
      pages + [
        Page(
          id: 11, order: .first, size: PageSize(width: 300, height: 400),
          background: .document(blob, page: 0))
      ]
    }
    let run = try Plumbago.run(["annotate", "d.plumbago", "out.pdf"], in: folder)
    #expect(run.status == 0, "\(run)")
    try folder.tool("qpdf", "--check", "out.pdf")

    for arguments in [
      ["pdftotext", "-layout", "-l", "4", "FILE", "-"], ["pdfinfo", "-meta", "FILE"],
      ["qpdf", "--json", "--json-key=outlines", "FILE"],
    ] {
      let answers = try ["s.pdf", "out.pdf"].map { file in
        try folder.tool(arguments.map { $0 == "FILE" ? file : $0 })
          .replacing(/"[0-9]+ 0 R"|obj:[0-9]+|"object": .*/, with: "")
      }
      #expect(answers[0] == answers[1] && !answers[0].isEmpty, "\(arguments)")
    }
    // Its field is where it was, and has what was in it.
    let objects = try QpdfObjects(folder, "out.pdf")
    let values = objects.numbered.compactMap { $0["value"] as? [String: Any] }
    let catalog = try #require(values.first { $0["/Type"] as? String == "/Catalog" })
    let form = try #require(catalog["/AcroForm"].flatMap { objects.dictionary($0) })
    let field = try #require((form["/Fields"] as? [Any])?.first as? String)
    #expect(objects.dictionary(field)?["/V"] as? String == "u:Ada")
    #expect(objects.annotations(onPage: 0).contains { $0 as? String == field })
    // With what is in the field and with the square of another program.
    let theirs = try folder.picture(of: "other.pdf", page: 1)
    let ours = try folder.picture(of: "out.pdf", page: 5)
    #expect(ours.isNear(theirs))
    let told = try folder.tool("pdftotext", "-f", "5", "-l", "5", "out.pdf", "-")
    #expect(told.contains("Leaf One"))
  }
}
