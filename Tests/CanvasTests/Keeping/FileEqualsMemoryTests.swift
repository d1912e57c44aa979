import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

@Suite @MainActor struct FileEqualsMemoryTests {
  /// What the file holds is what the session shows, and can be undone and redone as far.
  private func expectSame(_ contents: DocumentContents, as session: CanvasSession) {
    #expect(contents.drawing == session.drawing)
    #expect(contents.history.head == session.history.head)
    #expect(contents.history.steps == session.history.steps)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `S102 the file equals memory after every step of a random session`(seed: UInt64)
    async throws
  {
    let folder = try TestFolder()
    var generator = SeededGenerator(seed: seed)
    var kept = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    for _ in 0..<120 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...3:
        kept.draw(
          (0...Int.random(in: 0...30, using: &generator)).map { _ in
            Point(
              Double.random(in: 0...800, using: &generator),
              Double.random(in: 0...600, using: &generator))
          })
      case 4, 5:
        kept.session.picker.eraserKind =
          Eraser.Kind.allCases.randomElement(using: &generator) ?? .stroke
        kept.session.viewport.zoom(
          to: Double.random(in: 0.5...3, using: &generator), about: kept.session.viewport.center)
        let x = Double.random(in: 0...800, using: &generator)
        kept.draw([Point(x, 0), Point(x, 600)], with: StylusTool(.eraser))
      case 6, 7: try await kept.undo()
      case 8: try await kept.redo()
      default:
        guard kept.keeper.file != nil else { continue }
        // Closed and opened again, with the whole history.
        await kept.close()
        kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
      }
      #expect(await kept.keeper.flush())
      guard let store = kept.keeper.store else { continue }
      expectSame(try await store.load(), as: kept.session)
    }
    kept.session.drawing.checkInvariants()
    await kept.close()
    #expect(folder.names() == ["a.plumbago"])
    let last = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    expectSame(try await last.load(), as: kept.session)
    try await last.verify()
    try await last.close()
  }

  @Test func `S102 all of a history can be undone and redone after opening again`() async throws {
    let folder = try TestFolder()
    let first = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    var states = [first.session.drawing]
    for i in 0..<150 {
      first.line(Double(i) * 3)
      states.append(first.session.drawing)
    }
    await first.close()
    let second = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    for i in (0..<150).reversed() {
      try await second.undo()
      #expect(second.session.drawing == states[i])
    }
    await second.close()
    #expect(try await folder.strokes("a.plumbago") == 0)
    let third = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    for i in 1...150 {
      try await third.redo()
      #expect(third.session.drawing == states[i])
    }
    await third.close()
    #expect(try await folder.strokes("a.plumbago") == 150)
  }

  @Test func `commands that come faster than the disk are all kept, in order`() async throws {
    let folder = try TestFolder()
    let kept = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    for i in 0..<400 {
      kept.line(Double(i))
      if i % 7 == 0 { kept.take(kept.session.undo()) }
      if i % 21 == 0 { kept.take(kept.session.redo()) }
    }
    #expect(await kept.keeper.flush())
    let store = try #require(kept.keeper.store)
    expectSame(try await store.load(), as: kept.session)
    await kept.close()
  }
}
