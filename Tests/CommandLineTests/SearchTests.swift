import Foundation
import InkModel
import InkStore
import RecordedHands
import RepositoryFiles
import SampleDocuments
import Testing

/// What `plumbago search --json` prints, a line for each hit.
private struct Hit: Decodable {
  struct Box: Decodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }
  var file: String
  var page: Int?
  var box: Box?
  var text: String
  var rank: Int
}

@Suite struct SearchTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let pack = folder.url.appending(path: "share/plumbago/recognition/en")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: folder.path("notes/deep"), withIntermediateDirectories: true)
    for name in ["language.bin", "network.bin"] {
      try FileManager.default.createSymbolicLink(
        at: pack.appending(path: name),
        withDestinationURL: Repository.url("data/recognition/en/\(name)"))
    }
  }

  private func run(_ arguments: [String]) throws -> Command {
    try Plumbago.shell(
      "PLUMBAGO_DATA_DIR=$PWD/share XDG_CACHE_HOME=$PWD/cache exec \"$plumbago\" \"$@\"", arguments,
      in: folder)
  }

  private func hits(_ words: String...) throws -> [Hit] {
    let run = try run(["search", "--folder", "notes", "--json"] + words)
    #expect(run.status == 0 && run.standardError.isEmpty, "\(run)")
    return try run.standardOutput.split(separator: "\n").map {
      try JSONDecoder().decode(Hit.self, from: Data($0.utf8))
    }
  }

  /// Makes a drawing of two pages with a line of somebody's hand on the first and a text box on the second.
  private func write(_ line: RecordedWriting, _ text: String, to name: String) async throws {
    var drawing = WrittenDrawing()
    drawing.pages = 2
    drawing.write(line, in: Rect(x: 40, y: 100, width: 500, height: 24))
    drawing.texts = [(text, Rect(x: 40, y: 1000, width: 200, height: 20))]
    try await drawing.save(to: folder.path(name))
  }

  @Test
  func `words are found in ink, text and names of all drawings below a folder, new ones at once`()
    async throws
  {
    let lines = try RecordedWriting.lines()
    try await write(lines[1], "Remember the milk", to: "notes/Meeting.plumbago")
    let ink = try #require(try hits("benefits").first)
    #expect(ink.file == folder.url.resolvingSymlinksInPath().path + "/notes/Meeting.plumbago")
    #expect(ink.page == 1 && ink.rank == 1 && ink.text.contains("great benefits"))
    let box = try #require(ink.box)
    #expect(box.x >= 36 && box.x + box.width <= 545 && box.width > 20 && box.width < 250)
    #expect(box.y >= 95 && box.y + box.height <= 130)

    let text = try #require(try hits("MILK").first)
    // The second page begins 824 below the first.
    #expect(text.page == 2 && text.box.map { abs($0.y - 176) < 2 } == true)
    #expect(
      try hits("meeting").contains { $0.page == nil && $0.box == nil && $0.text == "Meeting" })
    #expect(try hits("milkk").map(\.rank) == [3])
    #expect(try hits("remember", "milk").count == 1)
    #expect(try hits("cheese").isEmpty)

    try await write(lines[11], "Cheese", to: "notes/deep/Other.plumbago")
    #expect(try hits("cheese").count == 1)
    try FileManager.default.removeItem(atPath: folder.path("notes/Meeting.plumbago"))
    #expect(try hits("benefits").isEmpty)
  }

  @Test func `index reads beforehand, and says which drawings cannot be read`() async throws {
    try await write(try RecordedWriting.lines()[1], "Bread", to: "notes/a.plumbago")
    try folder.write("no drawing", to: "notes/b.plumbago")
    let first = try run(["index", "--folder", "notes"])
    #expect(first.status == 1 && first.standardOutput.isEmpty)
    #expect(first.standardError.contains("“b.plumbago” is not a Plumbago drawing."))
    try FileManager.default.removeItem(atPath: folder.path("notes/b.plumbago"))
    let second = try run(["index", "--folder=notes"])
    #expect(second.status == 0 && second.standardError.isEmpty)
    #expect(FileManager.default.fileExists(atPath: folder.path("cache/plumbago/index.db")))
    let found = try run(["search", "--folder", "notes", "bread"])
    #expect(found.standardOutput.hasSuffix("/notes/a.plumbago, page 2: Bread\n"))
  }

  /// A document of two pages that say different things.
  private static let document: String = {
    let font = "/Resources << /Font << /F1 3 0 R >> >>"
    let objects =
      [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R 5 0 R] /Count 2 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      ]
      + [6, 7].map {
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents \($0) 0 R \(font) >>"
      }
      + ["Hello brave world", "Fourier transform"].map { text in
        let content = "BT /F1 20 Tf 40 285 Td (\(text)) Tj ET"
        return "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
      }
    return SampleDocument.text(objects: objects)
  }()

  @Test func `the text of a document's pages is found, each word in its box`() throws {
    try folder.write(Self.document, to: "paper.pdf")
    let made = try run(["convert", "paper.pdf", "notes/Paper.plumbago"])
    #expect(made.status == 0, "\(made)")
    let hit = try #require(try hits("fourier").first)
    #expect(hit.page == 2 && hit.rank == 1 && hit.text == "Fourier transform")
    let box = try #require(hit.box)
    // The line stands on 285 from below, 115 from above; the word is the first of two.
    #expect(abs(box.x - 40) < 3 && box.width > 40 && box.width < 80)
    #expect(box.y > 90 && box.y < 105 && box.y + box.height > 110 && box.y + box.height < 125)
    let second = try #require(try hits("world").first?.box)
    #expect(second.x > 100)
    #expect(try hits("fourier", "world").isEmpty)
  }

  @Test func `without words or folder there is a sentence`() throws {
    let none = try run(["search", "--json"])
    #expect(none.status == 2 && none.standardError.contains("“search” is used like this:"))
    let missing = try run(["index", "--folder", "nowhere"])
    #expect(missing.status == 1 && missing.standardError.contains("There is no folder “nowhere”."))
  }
}
