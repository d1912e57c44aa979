import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Erased strokes in a file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A line of 400 samples along x, from 0 to 399.
  private func line() -> (content: StrokeContent, element: Element) {
    let samples = (0..<400).map {
      StylusSample(position: Point(Double($0), 50), time: Double($0) / 200)
    }
    let path = StrokePath(
      samples.map {
        StrokePoint(x: Float($0.position.x), y: 50, force: 0.5, timeOffset: Float($0.time))
      })
    let content = StrokeContent(
      id: ContentID(1), tool: StylusTool(.pen), samples: samples, path: path, modelerVersion: 1,
      seed: 5)
    return (
      content,
      Element(
        id: ElementID(1), order: .first,
        kind: .stroke(Stroke(content: content.id, ink: .standard, path: path, seed: 5)))
    )
  }

  /// The fragments that are left of the line when an eraser took the middle, as the file has them.
  private func erase(
    _ store: DocumentStore, rubs: Bool, from start: Double, to end: Double
  ) async throws -> [Element] {
    let (content, element) = line()
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content]))
    ])
    let disc = SweptDisc(from: Point(start, 50), to: Point(end, 50), radius: 10)
    let rest = try #require(rubs ? element.rubbed(by: disc) : element.cut(by: disc))
    let fragments = try #require(element.holding(rest.rest)).fragments.enumerated().map {
      i, stroke in
      Element(id: ElementID(Int64(i) + 2), order: .first, kind: .stroke(stroke))
    }
    try await store.perform([
      .commit(step: 2, edit: DrawingEdit(label: .erase, removed: [element], inserted: fragments))
    ])
    return fragments
  }

  @Test(arguments: [false, true])
  func `S4 S102 the pieces come back as they were, and so does the whole`(rubs: Bool) async throws {
    let store = try await DocumentStore.open(folder["a.plumbago"])
    let fragments = try await erase(store, rubs: rubs, from: 150, to: 250)
    #expect(fragments.count == 2)
    try await store.close()
    let again = try await DocumentStore.open(folder["a.plumbago"])
    try await again.verify()
    #expect(Drawing(try await again.load().elements) == Drawing(fragments))
    try await again.perform([.moveHead(to: 1)])
    #expect(try await again.load().elements == [line().element])
    // The fragments cost a row each and no path of their own.
    try await again.close()
    let c = try Connection(folder["a.plumbago"], flags: 1)
    #expect(try c.int("SELECT count(*) FROM element WHERE path IS NOT NULL") == 0)
    #expect(try c.int("SELECT max(length(extra)) FROM element") < 120)
    c.close()
  }

  @Test(arguments: [false, true])
  func `S4 a copy for sharing has no trace of what was erased, and shows the same`(rubs: Bool)
    async throws
  {
    let store = try await DocumentStore.open(folder["a.plumbago"])
    let fragments = try await erase(store, rubs: rubs, from: 150, to: 250)
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    let copy = try await DocumentStore.open(folder["b.plumbago"])
    try await copy.verify()
    let shown = try await copy.load().elements.sorted { $0.id < $1.id }
    #expect(shown.map(\.id) == fragments.map(\.id))
    // Up to 139 or from 261, and as far as an eraser's disc hides it where it was rubbed.
    let ends = rubs ? (150.0 - 8, 250.0 + 8) : (150.0 - 10, 250.0 + 10)
    for (a, b) in zip(shown, fragments) {
      #expect(a.stroke.shownPoints == b.stroke.shownPoints)
      #expect(a.stroke.trails == b.stroke.trails)
      #expect(a.stroke.spans.isEmpty && a.bounds == b.bounds)
      for p in a.stroke.path.points { #expect(Double(p.x) < ends.0 || Double(p.x) > ends.1) }
      let length = a.stroke.path.length(of: a.stroke.path.span)
      #expect(abs(a.stroke.path.lead + length + a.stroke.path.trail - 399) < 0.01)
    }
    let content = try await copy.content(ContentID(1))
    #expect(content.samples.count > 250)
    for s in content.samples { #expect(s.position.x < ends.0 || s.position.x > ends.1) }
    for p in content.path.points { #expect(Double(p.x) < ends.0 || Double(p.x) > ends.1) }
    try await copy.close()
  }

  @Test(arguments: [1, 2, 4, 5] as [UInt64])
  func `S102 a random history with erasing in part is kept, copied and gone back in`(seed: UInt64)
    async throws
  {
    var model = RandomDocument(seed: seed)
    model.erasesInPart = true
    let store = try await DocumentStore.open(folder["a.plumbago"])
    try await store.perform((0..<120).map { _ in model.next().command })
    try await store.verify()
    try await expectEqual(store, model)
    #expect(model.steps.contains { $0.edit.inserted.contains { !$0.stroke.spans.isEmpty } })
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    let copy = try await DocumentStore.open(folder["b.plumbago"])
    try await copy.verify()
    let shown = try await copy.load().elements.sorted { $0.id < $1.id }
    let expected = model.drawing.elements.sorted { $0.id < $1.id }
    #expect(shown.map(\.id) == expected.map(\.id))
    for (a, b) in zip(shown, expected) {
      #expect(a.stroke.shownPoints == b.stroke.shownPoints && a.stroke.trails == b.stroke.trails)
    }
  }

  @Test func `a broad stroke with a hole keeps its path in a copy`() async throws {
    var (content, element) = line()
    guard case .stroke(var stroke) = element.kind else {
      Issue.record("of another kind")
      return
    }
    stroke.ink.size = 60
    element = Element(id: element.id, order: element.order, kind: .stroke(stroke))
    let disc = SweptDisc(from: Point(100, 50), to: Point(130, 50), radius: 10)
    let rest = try #require(element.rubbed(by: disc)?.rest)
    content.seed = stroke.seed
    let holed = element.version(ElementID(2), rest)
    let store = try await DocumentStore.open(folder["a.plumbago"])
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content])),
      .commit(step: 2, edit: DrawingEdit(label: .erase, removed: [element], inserted: [holed])),
    ])
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    let copy = try await DocumentStore.open(folder["b.plumbago"])
    #expect(try await copy.load().elements == [holed])
    #expect(try await copy.samples(of: content.id).count == 400)
  }

  @Test func `stretches that are none of the path are damage, not a crash`() throws {
    var stroke = line().element.stroke
    for spans in [[5.0...1e9], [-1.0...4], [3.0 ... .infinity]] as [[PathSpan]] {
      stroke.spans = spans
      let bytes = try #require(ErasureCodec.encode(stroke, row: 7))
      var read = line().element.stroke
      #expect(throws: CodecError.self) {
        try bytes.withUnsafeBytes { try ErasureCodec.decode($0, row: 7, into: &read) }
      }
    }
  }
}
