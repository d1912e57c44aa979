import ForeignReading
import Foundation
import Glibc
import InkModel
import RepositoryFiles
import Testing

@testable import PlumbagoApp

/// The text of documents, by the reader of a drawing.
@Suite struct ReadDocumentTextsTests {
  private let size = PageSize(width: 200, height: 300)

  private func shelf(_ path: String) -> ForeignShelf {
    let program =
      ProcessInfo.processInfo.environment["PLUMBAGO_BINARY"].map { $0 + "-reader" }
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "plumbago-reader").path
    return ForeignShelf(
      program: program,
      bytes: { _ in
        let file = open(path, O_RDONLY | O_CLOEXEC)
        return file < 0 ? nil : file
      }, onEvent: { _ in })
  }

  private func blob() throws -> BlobID { try #require(BlobID((0..<32).map { UInt8($0) })) }

  @Test func `a protected document is read once its password is typed`() async throws {
    let shelf = shelf(Repository.url("Tests/Fixtures/foreign/encrypted.pdf").path)
    defer { shelf.close() }
    let blob = try blob()
    // Not “no text”, which would count for good.
    #expect(await ReadDocumentTexts(shelf).lines(ofPage: 0, of: blob, size: size) == nil)
    shelf.unlock(blob, password: "secret")
    #expect(await ReadDocumentTexts(shelf).lines(ofPage: 0, of: blob, size: size) != nil)
  }

  @Test func `of a file that cannot be read at all nothing is known`() async throws {
    let shelf = shelf(Repository.url("README.md").path)
    defer { shelf.close() }
    let texts = ReadDocumentTexts(shelf)
    for page in 0..<5 {
      #expect(await texts.lines(ofPage: page, of: try blob(), size: size) == nil)
    }
  }

  @Test func `a page that a document does not have is one without text`() async throws {
    let shelf = shelf(Repository.url("Tests/Fixtures/foreign/encrypted.pdf").path)
    defer { shelf.close() }
    shelf.unlock(try blob(), password: "secret")
    #expect(await ReadDocumentTexts(shelf).lines(ofPage: 99, of: try blob(), size: size) == [])
  }
}
