import Canvas
import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// What a drawing's file says of the PDF that the ink is saved into as the drawing is closed.
@Suite struct ClosingPDFTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)

  @Test(arguments: ["current", "behind", "signed", "gone", "changed", "failed"])
  func `a line of a file says the same once it was read and written`(state: String) throws {
    let line = "\(state) \(Self.digest) /home/a name/my paper.pdf"
    let pdf = try #require(ClosingPDF(text: line))
    #expect(pdf.path == "/home/a name/my paper.pdf")
    #expect("\(pdf.bytes)" == Self.digest)
    #expect(pdf.isBehind == (state != "current"))
    #expect(pdf.refusal?.rawValue == (["current", "behind"].contains(state) ? nil : state))
    #expect(pdf.text == line)
    #expect(pdf.pending == nil)
  }

  @Test func `a line with the bytes that are being written says the same, too`() throws {
    let next = String(Self.digest.reversed())
    let line = "behind \(Self.digest)+\(next) /home/a name/my+paper.pdf"
    let pdf = try #require(ClosingPDF(text: line))
    #expect(pdf.known.map(\.description) == [Self.digest, next])
    #expect(pdf.path == "/home/a name/my+paper.pdf")
    #expect(pdf.isBehind && pdf.refusal == nil)
    #expect(pdf.text == line)
  }

  @Test func `a line that names no file or no bytes says nothing`() {
    let digest = Self.digest
    let lines = [
      "", "current", "current \(digest)", "current \(digest) ", "current \(digest) paper.pdf",
      "current 0123 /paper.pdf", "current \(digest)00 /paper.pdf",
      "current \(digest)+ /paper.pdf", "current +\(digest) /paper.pdf",
      "current \(digest)+0123 /paper.pdf", "current \(digest)+\(digest)+\(digest) /paper.pdf",
    ]
    for line in lines { #expect(ClosingPDF(text: line) == nil, "\(line)") }
  }

  @Test func `what a PDF did not get is told once, for each drawing and for each reason`() throws {
    var told = ToldRefusals()
    let gone = try #require(ClosingPDF(text: "gone \(Self.digest) /paper.pdf"))
    let changed = try #require(ClosingPDF(text: "changed \(Self.digest) /paper.pdf"))
    let behind = try #require(ClosingPDF(text: "behind \(Self.digest) /paper.pdf"))
    let said = [(gone, "a"), (gone, "a"), (gone, "b"), (changed, "a"), (behind, "c"), (gone, "a")]
      .map { told.next($0, of: $1) }
    let expected: [ClosingPDF.Refusal?] = [.gone, nil, .gone, .changed, nil, nil]
    #expect(said == expected)
  }

  /// A drawing whose ink is saved into “paper.pdf” as it is closed, which has `first` now.
  @MainActor private struct Bench {
    static let first = Array("first".utf8)

    let folder: TemporaryFolder
    let document: OpenDocument
    let paper: String

    init() throws {
      folder = try TemporaryFolder()
      let root = folder.url.path
      paper = FilePaths.canonical(try folder.write("first", to: "paper.pdf").path)
      let folders = DocumentFolders(working: root + "/working", library: root + "/library")
      document = OpenDocument(
        CanvasSession(.empty),
        DocumentKeeper(creatingAt: root + "/a.plumbago", folders: folders))
      document.closingPDF = ClosingPDF(
        path: paper, bytes: BlobID(of: Self.first), isBehind: true)
    }

    /// What the drawing's file says: all that is left after a kill.
    func kept() async throws -> ClosingPDF {
      let facts = try await document.keeper.store?.metadata()
      let text = try #require(facts?[.closingDocument])
      return try #require(ClosingPDF(text: text))
    }

    /// Gives the PDF other bytes, which the drawing's file names first.
    func put(_ text: String) async throws(PDFAnnotatingError) -> BlobID {
      try await PDFAnnotating.put(
        Array(text.utf8), at: paper, replacing: BlobID(of: Self.first),
        noting: { await document.noteWriting($0, to: paper) })
    }

    /// What the PDF has.
    func found() async throws -> BlobID {
      let bytes = await ClosingPDF.bytes(at: paper)
      return try #require(bytes)
    }

    func close() async {
      document.foreign.close()
      await document.keeper.close()
    }
  }

  @MainActor @Test
  func `after a kill between a PDF's new bytes and the note that it has them they are known`()
    async throws
  {
    let bench = try Bench()
    let written = try await bench.put("second")
    // The app is killed here.
    var kept = try await bench.kept()
    let found = try await bench.found()
    #expect(found == written)
    #expect(found == BlobID(of: Array("second".utf8)))
    let isOurs = kept.take(found)
    #expect(isOurs)
    #expect(kept.bytes == found && kept.pending == nil)
    // What was drawn after the PDF was made is not known to be in it.
    #expect(kept.isBehind)
    await bench.close()
  }

  @MainActor @Test
  func `after kills before a PDF has its new bytes those that it has are known`() async throws {
    let bench = try Bench()
    let (document, paper) = (bench.document, bench.paper)
    await document.noteWriting(BlobID(of: Array("second".utf8)), to: paper)
    var kept = try await bench.kept()
    let first = try await bench.found()
    let isFirstOurs = kept.take(first)
    #expect(isFirstOurs)

    // One kill after the PDF had its bytes, and one before it got the next ones.
    try bench.folder.write("second", to: "paper.pdf")
    await document.noteWriting(BlobID(of: Array("third".utf8)), to: paper)
    kept = try await bench.kept()
    let second = try await bench.found()
    let isSecondOurs = kept.take(second)
    #expect(isSecondOurs)
    await bench.close()
  }

  @MainActor @Test func `bytes of another program are no pending ones, and stay`() async throws {
    let bench = try Bench()
    try bench.folder.write("another program's", to: "paper.pdf")
    var isRefused = false
    do throws(PDFAnnotatingError) {
      _ = try await bench.put("second")
    } catch {
      if case .changed = error { isRefused = true }
    }
    #expect(isRefused)
    let found = try await bench.found()
    #expect(found == BlobID(of: Array("another program's".utf8)))
    var kept = try await bench.kept()
    let isOurs = kept.take(found)
    #expect(!isOurs)
    await bench.close()
  }
}
