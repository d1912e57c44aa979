import Testing

@testable import PlumbagoApp

/// What the names of files tell of them.
@MainActor
@Suite struct FileNameTests {
  @Test(arguments: [
    ("/a/missing.pdf", true), ("/a/MISSING.PDF", true), ("/a/p.png", true), ("/a/p.JPEG", true),
    ("/a/p.svg", true), ("/a/p.plumbago", false), ("/a/p.pdf.plumbago", false), ("/a/p", false),
    ("/a.pdf/p", false), ("/a/pdf", false),
  ])
  func `no drawing begins under a document's or a picture's name`(path: String, isForeign: Bool) {
    #expect(OpenDocument.isForeign(named: path) == isForeign)
  }
}
