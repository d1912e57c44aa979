import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@Suite struct InfoTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `info tells what the file holds`(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago", seed: seed)
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.format == DocumentFormat.version)
    #expect(info.title == nil)
    #expect(info.strokes == document.drawing.count)
    #expect(info.undo == document.steps.count { $0.number <= document.head })
    #expect(info.redo == document.steps.count { $0.number > document.head })
    let contents = Dictionary(
      uniqueKeysWithValues: document.contents.map { ($0.id, $0.samples.count) })
    let samples = Set(
      document.drawing.elements.compactMap { element -> ContentID? in
        guard case .stroke(let stroke) = element.kind else { return nil }
        return stroke.content
      })
    #expect(info.samples == samples.reduce(0) { $0 + (contents[$1] ?? 0) })
    let box = document.drawing.bounds
    if let bounds = info.bounds {
      // Bounds are kept with the precision of the path's points.
      #expect(abs(bounds.x - box.minX) < 0.02 && abs(bounds.y - box.minY) < 0.02)
      #expect(abs(bounds.width - box.width) < 0.04 && abs(bounds.height - box.height) < 0.04)
    } else {
      #expect(box.isEmpty)
    }
  }

  @Test func `an empty drawing has no bounds and nothing to undo`() async throws {
    let folder = try TemporaryFolder()
    try await folder.emptyDrawing("a.plumbago")
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.strokes == 0 && info.samples == 0 && info.bounds == nil)
    #expect(info.undo == 0 && info.redo == 0)
    let text = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(text.standardOutput.contains("nothing drawn"))
  }

  @Test func `info for people has a line for each fact`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    try await store.perform([.setMetadata(.title, "A “title”")])
    try await store.close()
    let run = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty)
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines.first == "Title: A “title”")
    #expect(try Info(of: "a.plumbago", in: folder).title == "A “title”")
  }

  @Test func `info leaves file and folder as they were`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let before = try folder.bytes("a.plumbago")
    for arguments in [["info", "a.plumbago"], ["info", "--json", "a.plumbago"]] {
      #expect(try Plumbago.run(arguments, in: folder).status == 0)
    }
    #expect(try folder.bytes("a.plumbago") == before)
    #expect(folder.names == ["a.plumbago"])
  }

  @Test func `info reads beside a process that writes`() async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    try await store.perform([.setMetadata(.title, "in the log")])
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.title == "in the log")
    #expect(info.strokes == document.drawing.count)
    try await store.close()
  }
}
