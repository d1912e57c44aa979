import InkModel
import InkStore
import Testing

@testable import Canvas

@Suite @MainActor struct ForgettingTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `what is drawn after the history was forgotten is kept, and undone alone`()
    async throws
  {
    try await folder.drawing("a.plumbago")
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    try await kept.undo()
    #expect(await kept.keeper.flush())
    try await kept.keeper.forgetHistory()
    _ = kept.session.forgetHistory()
    #expect(kept.session.undoLabel == nil && kept.session.history.steps.isEmpty)
    kept.line(200)
    kept.line(300)
    try await kept.undo()
    try await kept.undo()
    try await kept.undo()
    kept.line(400)
    await kept.close()
    let facts = try await DocumentStore.inspect(folder["a.plumbago"])
    #expect(facts.strokes == 3 && facts.undoDepth == 1 && facts.redoDepth == 0)
    #expect(folder.names() == ["a.plumbago"])
  }

  @Test func `a working copy hands what it forgot on to the original`() async throws {
    let folders = folder.distantFolders
    try folder.makeFolder("distant")
    try await folder.drawing("a.plumbago")
    try folder.move("a.plumbago", to: "distant/a.plumbago")
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    try #require(kept.keeper.file?.copy != nil)
    try await kept.keeper.forgetHistory()
    _ = kept.session.forgetHistory()
    #expect(try await DocumentStore.inspect(folder["distant/a.plumbago"]).undoDepth == 0)
    kept.line(200)
    await kept.close()
    let facts = try await DocumentStore.inspect(folder["distant/a.plumbago"])
    #expect(facts.strokes == 4 && facts.undoDepth == 1)
  }
}
