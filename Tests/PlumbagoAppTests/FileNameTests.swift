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

  @Test(arguments: [
    ("/a/2026-11-29 01.17.43.plumbago", false, "Untitled drawing"),
    ("/a/2026-11-29 01.17.43 (2).plumbago", false, "Untitled drawing"),
    ("/a/2026-11-29.plumbago", false, "2026-11-29"),
    ("/a/Trees.plumbago", false, "Trees"),
    ("/a/2026-11-29 01.17.43", true, "2026-11-29 01.17.43"),
  ])
  func `people see no name that is a time, but for a folder's`(
    path: String, isFolder: Bool, title: String
  ) {
    #expect(Library.title(of: path, isFolder: isFolder) == title)
  }
}
