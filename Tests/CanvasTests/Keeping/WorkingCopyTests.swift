import Foundation
import InkModel
import InkStore
import Testing

@testable import Canvas

/// Drawings in the folder "distant", which takes no files beside them.
@Suite @MainActor struct WorkingCopyTests {
  let folder: TestFolder
  let folders: DocumentFolders

  init() async throws {
    folder = try TestFolder()
    folders = folder.distantFolders
    try folder.makeFolder("distant")
    try await folder.drawing("a.plumbago")
    try folder.move("a.plumbago", to: "distant/a.plumbago")
  }

  @Test func `work is written back on closing, and nothing stays behind`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    #expect(kept.keeper.file?.copy != nil)
    #expect(kept.keeper.path == folder["distant/a.plumbago"])
    kept.line(100)
    #expect(await kept.keeper.flush())
    #expect(kept.keeper.isSaved)
    #expect(folder.names("distant") == ["a.plumbago"])
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    await kept.close()
    #expect(folder.names("working") == [])
    let facts = try await DocumentStore.inspect(folder["distant/a.plumbago"])
    #expect(facts.undoDepth == 4)
  }

  @Test func `work is written back when nothing comes for a while`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    kept.keeper.idleInterval = 0.02
    kept.line(100)
    #expect(!kept.keeper.isSaved)
    while !kept.keeper.isSaved { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    await kept.close()
  }

  @Test func `a drawing that is not there yet is made in its own folder`() async throws {
    let kept = KeptDrawing(at: folder["distant/new.plumbago"], folders)
    kept.line(1)
    await kept.close()
    #expect(try await folder.strokes("distant/new.plumbago") == 1)
    #expect(folder.names("working") == [])
  }

  @Test func `what an end in mid-work left is taken up again, even where its folder is gone`()
    async throws
  {
    do {
      // Ends as a process that is killed: no flush, no close.
      let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
      kept.keeper.idleInterval = 3600
      kept.line(100)
      while kept.keeper.persistedStep < 4 { await Task.yield() }
      try await kept.keeper.store?.close()
    }
    #expect(try await folder.strokes("distant/a.plumbago") == 3)
    try folder.move("distant", to: "elsewhere")
    let again = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    #expect(again.session.drawing.count == 4)
    #expect(await !again.keeper.flush())
    guard case .notWrittenBack = again.keeper.state else {
      Issue.record("\(again.keeper.state)")
      return
    }
    try folder.move("elsewhere", to: "distant")
    #expect(await again.keeper.flush())
    await again.close()
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    #expect(folder.names("working") == [])
  }

  /// A working copy with a line of its own, whose original others have replaced by a drawing of seven.
  private func replacedByOthers() async throws -> KeptDrawing {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    // However slow the machine is, nothing is written back before they did.
    kept.keeper.idleInterval = 3600
    kept.line(100)
    try await folder.drawing("theirs.plumbago", lines: 7)
    try folder.remove("distant/a.plumbago")
    try folder.move("theirs.plumbago", to: "distant/a.plumbago")
    return kept
  }

  @Test func `what others did to the original meanwhile is put aside`() async throws {
    let kept = try await replacedByOthers()
    #expect(await kept.keeper.flush())
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    guard case .putAside(let aside) = kept.events.last else {
      Issue.record("\(kept.events)")
      return
    }
    #expect(try await DocumentStore.inspect(aside).strokes == 7)
    await kept.close()
  }

  @Test func `what others did to the original is put aside, and told, by save as as well`()
    async throws
  {
    let kept = try await replacedByOthers()
    try await kept.keeper.saveAs(folder["b.plumbago"], moving: false)
    #expect(kept.events.count == 1)
    guard case .putAside(let aside) = kept.events.first else {
      Issue.record("\(kept.events)")
      return
    }
    #expect(try await DocumentStore.inspect(aside).strokes == 7)
    await kept.close()
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    #expect(try await folder.strokes("b.plumbago") == 4)
  }

  @Test func `save as leads out of such a folder and into one`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    kept.line(100)
    try await kept.keeper.saveAs(folder["b.plumbago"], moving: false)
    #expect(kept.keeper.file?.copy == nil)
    kept.line(110)
    try await kept.keeper.saveAs(folder["distant/c.plumbago"], moving: false)
    #expect(kept.keeper.file?.copy != nil)
    kept.line(120)
    await kept.close()
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    #expect(try await folder.strokes("b.plumbago") == 5)
    #expect(try await folder.strokes("distant/c.plumbago") == 6)
    #expect(folder.names("working") == [])
    #expect(folder.names("distant") == ["a.plumbago", "c.plumbago"])
  }

  @Test func `rename names the original`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    kept.line(100)
    try await kept.keeper.rename(to: folder["distant/b.plumbago"])
    kept.line(110)
    await kept.close()
    #expect(folder.names("distant") == ["b.plumbago"])
    #expect(try await folder.strokes("distant/b.plumbago") == 5)
    #expect(folder.names("working") == [])
  }

  @Test func `a rename that fails leaves everything as it was`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    kept.line(100)
    for name in ["none/b.plumbago", "distant/" + String(repeating: "x", count: 300)] {
      await #expect(throws: DocumentStoreError.self) {
        try await kept.keeper.rename(to: folder[name])
      }
      kept.line(110)
      #expect(await kept.keeper.flush())
      #expect(kept.keeper.path == folder["distant/a.plumbago"])
    }
    await kept.close()
    #expect(folder.names("distant") == ["a.plumbago"])
    #expect(try await folder.strokes("distant/a.plumbago") == 6)
    #expect(folder.names("working") == [])
  }

  @Test(arguments: ["none/b.plumbago", "distant/b.plumbago"])
  func `what is drawn after a rename that found no room for working copies is saved`(
    name: String
  ) async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    kept.line(100)
    #expect(await kept.keeper.flush())
    // No new working copy can be made.
    try folder.move("working", to: "before")
    try Data("no folder".utf8).write(to: URL(filePath: folder["working"]))
    try? await kept.keeper.rename(to: folder[name])
    kept.line(110)
    _ = await kept.keeper.flush()
    try folder.remove("working")
    try folder.move("before", to: "working")
    #expect(await kept.keeper.flush())
    let expected = try #require(folder.names("distant").first)
    #expect(kept.keeper.path == folder["distant/" + expected])
    #expect(try await folder.strokes("distant/" + expected) == 5)
    await kept.close()
    #expect(folder.names("distant") == [expected])
    #expect(try await folder.strokes("distant/" + expected) == 5)
    #expect(folder.names("working") == [])
  }

  @Test func `a rename does not take what came to have the name`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    try await folder.drawing("distant/b.plumbago", lines: 7)
    await #expect(throws: DocumentStoreError.self) {
      try await kept.keeper.rename(to: folder["distant/b.plumbago"])
    }
    #expect(try await folder.strokes("distant/b.plumbago") == 7)
    await kept.close()
  }

  @Test func `a rename is refused where a drawing of that name left work`() async throws {
    // Ends as a process that is killed, and the folder with the original is gone.
    do {
      let other = KeptDrawing(at: folder["distant/b.plumbago"], folders)
      other.keeper.idleInterval = 3600
      for i in 1...7 { other.line(Double(i) * 10) }
      while other.keeper.persistedStep < 7 { await Task.yield() }
      try await other.keeper.store?.close()
    }
    #expect(folder.names("distant") == ["a.plumbago"])
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    await #expect(throws: DocumentStoreError.self) {
      try await kept.keeper.rename(to: folder["distant/b.plumbago"])
    }
    kept.line(100)
    await kept.close()
    #expect(try await folder.strokes("distant/a.plumbago") == 4)
    let leftover = try await KeptDrawing.open(folder["distant/b.plumbago"], folders)
    #expect(leftover.session.drawing.count == 7)
    await leftover.close()
  }

  @Test func `a renamed drawing is the same to whoever opens it`() async throws {
    let kept = try await KeptDrawing.open(folder["distant/a.plumbago"], folders)
    // However slow the machine is, the work is not written back before the “crash”.
    kept.keeper.idleInterval = 3600
    try await kept.keeper.rename(to: folder["distant/b.plumbago"])
    kept.line(100)
    while kept.keeper.persistedStep < 4 { await Task.yield() }
    // Its working copy is found under the new name by others, and after a crash.
    await #expect(throws: DocumentStoreError.self) {
      try await WorkingCopy.checkOut(folder["distant/b.plumbago"], in: folders.working)
    }
    try await kept.keeper.store?.close()
    let leftovers = await WorkingCopy.leftovers(in: folders.working)
    #expect(leftovers.map(\.original) == [FilePaths.canonical(folder["distant/b.plumbago"])])
    let again = try await KeptDrawing.open(folder["distant/b.plumbago"], folders)
    #expect(again.session.drawing.count == 4)
    await again.close()
    #expect(folder.names("distant") == ["b.plumbago"])
    #expect(folder.names("working") == [])
  }
}
