import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

@Suite @MainActor struct SelectionFileTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `S102 the file equals memory whatever was selected, moved, copied and erased`(
    seed: UInt64
  ) async throws {
    let folder = try TestFolder()
    var g = SeededGenerator(seed: seed)
    var kept = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    for _ in 0..<100 {
      let session = kept.session
      switch Int.random(in: 0..<12, using: &g) {
      case 0, 1:
        session.picker.select(.brush("pen"))
        let p = Point(.random(in: 0...800, using: &g), .random(in: 0...600, using: &g))
        kept.draw(
          (0...12).map { p + Vector(Double($0) * 7, .random(in: -9...9, using: &g)) })
        session.picker.select(.selection)
      case 2:
        session.picker.eraserKind = Eraser.Kind.allCases.randomElement(using: &g) ?? .part
        let x = Double.random(in: 0...800, using: &g)
        kept.draw([Point(x, 0), Point(x, 600)], with: StylusTool(.eraser))
      case 3: try await kept.undo()
      case 4: try await kept.redo()
      case 5:
        // What was copied comes back whole, by its bytes.
        let ids = Set((session.selection?.elements ?? []).compactMap(\.kind.content))
        let contents = await kept.keeper.contents(ids)
        #expect(contents.count == ids.count)
        let clip = InkClip(session.selection?.elements ?? [], contents: contents)
        guard !clip.elements.isEmpty else { continue }
        let read = try #require(InkClip(data: clip.data))
        kept.take(session.paste(read, at: Point(400, 300)))
      case 6 where kept.keeper.file != nil:
        await kept.close()
        kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
      default:
        kept.take(session.select(session.drawing.elements.filter { _ in g.once(in: 3) }))
        kept.take(session.random(using: &g))
      }
      #expect(await kept.keeper.flush())
      guard let store = kept.keeper.store else { continue }
      #expect(try await store.load().drawing == kept.session.drawing)
    }
    await kept.close()
    let last = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    #expect(try await last.load().drawing == kept.session.drawing)
    try await last.verify()
    try await last.close()
  }

  @Test(arguments: [50.0, 0.02])
  func `however often a selection is scaled or copied, all of it is there at the next opening`(
    factor: Double
  ) async throws {
    let folder = try TestFolder()
    let kept = KeptDrawing(at: folder["a.plumbago"], folder.folders)
    kept.session.picker.select(.brush("pen"))
    kept.draw((0...12).map { Point(100 + Double($0) * 20, 200) })
    kept.session.picker.select(.selection)
    let session = kept.session
    for _ in 0..<12 {
      kept.take(session.select(session.drawing.elements.map { $0 }))
      kept.take(session.transformSelection(scale: factor))
      kept.take(session.nudgeSelection(by: Vector(1e6, 1e6)))
    }
    let ids = Set((session.selection?.elements ?? []).compactMap(\.kind.content))
    let clip = InkClip(
      session.selection?.elements ?? [], contents: await kept.keeper.contents(ids))
    for x in [0.0, 1e7, -1e8] { kept.take(session.paste(clip, at: Point(x, 300))) }
    await kept.close()
    let store = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    let contents = try await store.load()
    #expect(contents.refusedElements.isEmpty)
    #expect(contents.drawing == session.drawing && contents.drawing.count >= 1)
    try await store.close()
  }
}
