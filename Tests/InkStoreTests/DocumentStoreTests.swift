import InkModel
import InkTestSupport
import Testing

@testable import InkStore

extension RandomDocument.Event {
  var command: StoreCommand {
    switch self {
    case .commit(let step, let edit): .commit(step: step, edit: edit)
    case .moveHead(let step): .moveHead(to: step)
    }
  }
}

/// Holds a store against the obvious model of it.
func expectEqual(
  _ store: DocumentStore, _ model: RandomDocument, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let contents = try await store.load()
  #expect(
    contents.drawing == model.drawing, comment, sourceLocation: sourceLocation)
  #expect(contents.history.head == model.head, comment, sourceLocation: sourceLocation)
  #expect(
    contents.history.steps
      == model.steps.map { HistorySummary.Step(number: $0.number, label: $0.edit.label) },
    comment, sourceLocation: sourceLocation)
  #expect(contents.nextElementID.number >= model.nextElement, sourceLocation: sourceLocation)
  #expect(contents.nextContentID.number >= model.nextContent, sourceLocation: sourceLocation)
}

@Suite struct `Document store` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `S102 the file equals memory after every step of a random history`(seed: UInt64) async throws
  {
    var model = RandomDocument(seed: seed)
    let path = folder["a.plumbago"]
    var store = try await DocumentStore.open(path)
    for i in 0..<60 {
      try await store.perform([model.next().command])
      try await expectEqual(store, model, "after \(i)")
      if i % 10 == 9 {
        try await store.close()
        #expect(folder.names == ["a.plumbago"])
        store = try await DocumentStore.open(path, mode: .readWriteExisting)
        try await expectEqual(store, model, "reopened after \(i)")
      }
    }
    for (number, edit) in model.steps {
      let stored = try await store.edit(step: number)
      #expect(stored.label == edit.label)
      #expect(stored.settings == edit.settings)
      #expect(Set(stored.removed) == Set(edit.removed))
      #expect(Set(stored.inserted) == Set(edit.inserted))
    }
    for content in model.contents {
      #expect(try await store.content(content.id) == content.roundedForFile)
      #expect(try await store.samples(of: content.id) == content.roundedForFile.samples)
    }
    try await store.close()
    let again = try await DocumentStore.open(path, mode: .readWriteExisting)
    try await again.verify()
  }

  @Test func `a batch of commands is one step on the disk, all or nothing`() async throws {
    var model = RandomDocument(seed: 5)
    let store = try await DocumentStore.open(folder["a.plumbago"])
    try await store.perform((0..<20).map { _ in model.next().command })
    try await expectEqual(store, model)
    let bad: [StoreCommand] = [.setMetadata(.title, "lost"), .moveHead(to: 12345)]
    await #expect(throws: DocumentStoreError.self) { try await store.perform(bad) }
    try await expectEqual(store, model)
    #expect(try await store.metadata().title == nil)
  }
}
