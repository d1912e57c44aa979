import Foundation
import InkModel
import InkStore
import Testing

@testable import Canvas

@Suite @MainActor struct SaveAsTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// An untitled drawing of three lines in the library.
  private func untitled() async throws -> KeptDrawing {
    let kept = KeptDrawing(at: folder["library/u.plumbago"], folder.folders)
    for i in 0..<3 { kept.line(Double(i) * 10) }
    #expect(await kept.keeper.flush())
    return kept
  }

  @Test func `a drawing without a change has a file once one is asked for, and no other later`()
    async throws
  {
    let settings = DrawingSettings(layout: .pages(PageSize(width: 300, height: 400), count: 2))
    let kept = KeptDrawing(at: folder["library/u.plumbago"], folder.folders)
    _ = await kept.keeper.complete()
    #expect(folder.names("library") == [])
    kept.keeper.makeFile(with: settings)
    #expect(await kept.keeper.complete())
    kept.line(10)
    // Of a drawing that has one, it changes nothing.
    kept.keeper.makeFile(with: .standard)
    await kept.close()
    #expect(folder.names("library") == ["u.plumbago"])
    let store = try await DocumentStore.open(folder["library/u.plumbago"])
    let contents = try await store.load()
    try await store.close()
    #expect(contents.settings.layout.pages.count == 2)
    #expect(contents.elements.count == 1)
  }

  @Test func `an untitled drawing moves, with its history`() async throws {
    let kept = try await untitled()
    try await kept.keeper.saveAs(folder["a.plumbago"], moving: true)
    kept.line(100)
    try await kept.undo()
    await kept.close()
    #expect(folder.names() == ["a.plumbago", "library"])
    #expect(folder.names("library") == [])
    let facts = try await DocumentStore.inspect(folder["a.plumbago"])
    #expect(facts.strokes == 3 && facts.undoDepth == 3 && facts.redoDepth == 1)
  }

  @Test func `another drawing stays behind as it is, and work goes on in the copy`() async throws {
    try await folder.drawing("a.plumbago")
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    try await kept.keeper.saveAs(folder["b.plumbago"], moving: false)
    kept.line(100)
    try await kept.undo()
    try await kept.undo()
    await kept.close()
    #expect(try await folder.strokes("a.plumbago") == 3)
    #expect(try await folder.strokes("b.plumbago") == 2)
    #expect(folder.names() == ["a.plumbago", "b.plumbago"])
  }

  @Test(arguments: [true, false])
  func `a file that was agreed to go is replaced whole`(moving: Bool) async throws {
    try await folder.drawing("b.plumbago", lines: 9)
    let kept = try await untitled()
    try await kept.keeper.saveAs(folder["b.plumbago"], moving: moving)
    kept.line(100)
    await kept.close()
    #expect(try await folder.strokes("b.plumbago") == 4)
    #expect(folder.names() == ["b.plumbago", "library"])
    #expect(folder.names("library") == (moving ? [] : ["u.plumbago"]))
  }

  @Test func `once all is complete the file has it without its log`() async throws {
    try await folder.drawing("a.plumbago")
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    kept.line(100)
    let isComplete = await kept.keeper.complete()
    #expect(isComplete)
    try folder.bytes("a.plumbago").write(to: URL(filePath: folder["b.plumbago"]))
    #expect(try await folder.strokes("b.plumbago") == 4)
    await kept.close()
  }

  @Test func `saving onto itself, by whatever name, changes nothing`() async throws {
    try await folder.drawing("a.plumbago")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link.plumbago"], withDestinationPath: folder["a.plumbago"])
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    for name in ["a.plumbago", "../\(folder.url.lastPathComponent)/a.plumbago", "link.plumbago"] {
      try await kept.keeper.saveAs(folder[name], moving: true)
      #expect(kept.keeper.path == folder["a.plumbago"])
    }
    kept.line(100)
    await kept.close()
    #expect(try await folder.strokes("a.plumbago") == 4)
    #expect(folder.names() == ["a.plumbago", "link.plumbago"])
  }

  @Test func `a drawing without ink becomes an empty file, in place of one if that was agreed`()
    async throws
  {
    try await folder.drawing("old.plumbago")
    for name in ["new.plumbago", "old.plumbago"] {
      let kept = KeptDrawing(at: folder["library/u.plumbago"], folder.folders)
      try await kept.keeper.saveAs(folder[name], moving: true)
      #expect(try await folder.strokes(name) == 0)
      kept.line(10)
      await kept.close()
      #expect(try await folder.strokes(name) == 1)
    }
    #expect(folder.names() == ["new.plumbago", "old.plumbago"])
  }

  @Test func `a file that someone has open is left to them`() async throws {
    try await folder.drawing("a.plumbago")
    try await folder.drawing("b.plumbago", lines: 5)
    let other = try await KeptDrawing.open(folder["b.plumbago"], folder.folders)
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    await #expect(throws: DocumentStoreError.self) {
      try await kept.keeper.saveAs(folder["b.plumbago"], moving: false)
    }
    kept.line(100)
    other.line(100)
    await kept.close()
    await other.close()
    #expect(try await folder.strokes("a.plumbago") == 4)
    #expect(try await folder.strokes("b.plumbago") == 6)
  }

  @Test func `where saving fails the drawing goes on where it was`() async throws {
    let kept = try await untitled()
    try folder.makeFolder("folder.plumbago")
    for name in ["no/where.plumbago", "folder.plumbago"] {
      await #expect(throws: DocumentStoreError.self) {
        try await kept.keeper.saveAs(folder[name], moving: true)
      }
    }
    kept.line(100)
    await kept.close()
    #expect(try await folder.strokes("library/u.plumbago") == 4)
    #expect(folder.names() == ["folder.plumbago", "library"])
    #expect(folder.names("folder.plumbago").isEmpty)
  }

  @Test func `strokes drawn while saving goes on are in the new file`() async throws {
    let kept = try await untitled()
    async let saved: Void = kept.keeper.saveAs(folder["a.plumbago"], moving: true)
    for i in 0..<20 {
      kept.line(Double(i) * 7)
      await Task.yield()
    }
    try await saved
    await kept.close()
    #expect(try await folder.strokes("a.plumbago") == 23)
  }

  @Test func `what the disk refused goes to where it is saved instead`() async throws {
    let kept = KeptDrawing(at: folder["missing/a.plumbago"], folder.folders)
    kept.line(10)
    kept.line(20)
    #expect(await !kept.keeper.flush())
    try await kept.keeper.saveAs(folder["b.plumbago"], moving: true)
    #expect(await kept.keeper.flush())
    #expect(try await folder.strokes("b.plumbago") == 2)
    await kept.close()
  }

  @Test func `rename gives the file another name, and takes none that is taken`() async throws {
    try await folder.drawing("a.plumbago")
    try await folder.drawing("b.plumbago", lines: 1)
    let kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    await #expect(throws: DocumentStoreError.self) {
      try await kept.keeper.rename(to: folder["b.plumbago"])
    }
    try await kept.keeper.rename(to: folder["c.plumbago"])
    kept.line(100)
    await kept.close()
    #expect(folder.names() == ["b.plumbago", "c.plumbago"])
    #expect(try await folder.strokes("c.plumbago") == 4)
    #expect(try await folder.strokes("b.plumbago") == 1)

    let new = KeptDrawing(at: folder["d.plumbago"], folder.folders)
    try await new.keeper.rename(to: folder["e.plumbago"])
    new.line(1)
    await new.close()
    #expect(folder.names() == ["b.plumbago", "c.plumbago", "e.plumbago"])
  }
}
