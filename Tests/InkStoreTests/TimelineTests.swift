import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `The timeline of a document` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A document, and what it showed after each of the steps that are done, the first before all of them.
  private func document(
    _ seed: UInt64, events: Int = 60
  ) async throws -> (store: DocumentStore, moments: [(step: Int, drawing: Drawing)]) {
    var model = RandomDocument(seed: seed)
    let store = try await DocumentStore.open(folder["a.plumbago"])
    var shown: [Int: Drawing] = [0: model.drawing]
    for _ in 0..<events {
      try await store.perform([model.next().command])
      shown = shown.filter { $0.key <= model.head || model.steps.map(\.number).contains($0.key) }
      shown[model.head] = model.drawing
    }
    let steps = [0] + model.steps.map(\.number).filter { $0 <= model.head }
    return (store, try steps.map { ($0, try #require(shown[$0])) })
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `every moment is what the drawing showed then`(seed: UInt64) async throws {
    let (store, moments) = try await document(seed)
    let before = try bytes(of: folder["a.plumbago"])
    for shared in [Drawing(), try #require(moments.last).drawing] {
      let timeline = try await store.timeline(sharing: shared)
      #expect(timeline.count == moments.count - 1)
      for (i, moment) in moments.enumerated() {
        #expect(timeline.step(at: i) == moment.step)
        let drawing = timeline.drawing(at: i)
        drawing.checkInvariants()
        #expect(drawing == moment.drawing, "moment \(i)")
      }
    }
    // Looking changes nothing.
    #expect(try bytes(of: folder["a.plumbago"]) == before)
    try await store.close()
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `what differs between two moments lies in their difference`(seed: UInt64) async throws {
    let (store, moments) = try await document(seed, events: 120)
    let timeline = try await store.timeline()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let a = Int.random(in: 0..<moments.count, using: &generator)
      let b = Int.random(in: 0..<moments.count, using: &generator)
      let (before, after) = (moments[a].drawing, moments[b].drawing)
      guard before.settings == after.settings else { continue }
      let areas = timeline.difference(from: a, to: b, under: before.settings)
      let (old, new) = (Set(before.elements), Set(after.elements))
      for element in old.symmetricDifference(new) {
        #expect(areas.contains { $0.contains(element.bounds) })
      }
      #expect(areas.count <= 32)
      if old == new { #expect(areas.isEmpty) }
    }
    try await store.close()
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a copy of a moment shows that, and holds nothing that came or went before or after`(
    seed: UInt64
  ) async throws {
    let (store, moments) = try await document(seed)
    let head = try await store.load().history.head
    for moment in [moments[0], moments[moments.count / 2], moments[moments.count - 1]] {
      try await store.copy(to: folder["b.plumbago"], asOf: moment.step)
      let copy = try await DocumentStore.open(folder["b.plumbago"])
      try await copy.verify()
      let contents = try await copy.load()
      #expect(contents.drawing == moment.drawing)
      #expect(contents.history == HistorySummary())
      let used = Set(contents.elements.compactMap(\.kind.content))
      let last = try await store.load().nextContentID.number
      for i in 1..<max(last, 1) where !used.contains(ContentID(i)) {
        await #expect(throws: DocumentStoreError.self) { try await copy.content(ContentID(i)) }
      }
      try await copy.close()
    }
    #expect(try await store.load().history.head == head)
    let error = await #expect(throws: DocumentStoreError.self) {
      try await store.copy(to: folder["c.plumbago"], asOf: head + 1)
    }
    #expect(error?.name == "invalidCommand")
    try await store.close()
  }
}
