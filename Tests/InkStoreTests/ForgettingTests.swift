import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Forgetting the history` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A drawing of which the first stroke shows, the second was erased and the third undone.
  private func draw(in store: DocumentStore) async throws -> Element {
    let elements = try await MarkedInk.draw(in: store)
    try await store.checkpoint()
    try await store.perform([.moveHead(to: 2)])
    try await store.perform([
      .commit(step: 3, edit: DrawingEdit(label: .erase, removed: [elements[1]])),
      .setMetadata(MetadataKey(rawValue: "text-draft"), "what was never said"),
    ])
    return elements[0]
  }

  @Test func `no byte of erased or undone ink is in the file or beside it, open or closed`()
    async throws
  {
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path)
    let left = try await draw(in: store)
    let before = try await store.metadata()
    var all = try folder.contents().values.flatMap(\.self)
    #expect(MarkedInk.marks.allSatisfy { MarkedInk.holds($0, all) })

    try await store.forgetHistory()
    all = try folder.contents().values.flatMap(\.self)
    let kept = MarkedInk.marks.map { MarkedInk.holds($0, all) }
    #expect(kept == [true, false, false])
    #expect(folder.names.allSatisfy { $0.hasPrefix("a.plumbago") })
    #expect(FilePaths.size(of: path + "-wal") ?? 0 == 0)

    let contents = try await store.load()
    #expect(contents.elements == [left] && contents.history == HistorySummary())
    #expect(contents.metadata.identity == before.identity)
    #expect(contents.metadata.created == before.created)
    #expect(contents.metadata[MetadataKey(rawValue: "text-draft")] == nil)
    #expect(DocumentLock.holder(of: path) == .thisProcess)
    // It is drawn on and undone as ever.
    try await store.perform([
      .commit(
        step: 1,
        edit: RandomInk.stroke(element: contents.nextElementID, content: contents.nextContentID))
    ])
    try await store.perform([.moveHead(to: 0)])
    #expect(try await store.load().elements == [left])
    try await store.close()
    #expect(folder.names == ["a.plumbago"])
    let c = try Connection(path, flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("PRAGMA application_id") == Int64(DocumentFormat.applicationID))
    c.close()
    let again = try await DocumentStore.open(path)
    try await again.verify()
    #expect(try await again.load().elements == [left])
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `what shows is the same, and work goes on in the file`(seed: UInt64) async throws {
    let path = folder["a.plumbago"]
    var model = RandomDocument(seed: seed)
    let store = try await DocumentStore.open(path)
    chmod(path, 0o640)
    try await store.perform((0..<60).map { _ in model.next().command })
    let revision = await store.revisionForTests
    try await store.forgetHistory()
    #expect(try await store.load().drawing == model.drawing)
    #expect(await store.revisionForTests > revision)
    var s = stat()
    #expect(stat(path, &s) == 0 && s.st_mode & 0o777 == 0o640)
    // Steps go on from any number above the head, which is none now.
    let contents = try await store.load()
    try await store.perform([
      .commit(
        step: 100,
        edit: RandomInk.stroke(element: contents.nextElementID, content: contents.nextContentID))
    ])
    #expect(await store.fileState() == .there)
    try await store.verify()
    try await store.close()
    let again = try await DocumentStore.open(path)
    #expect(try await again.load().drawing.count == model.drawing.count + 1)
  }

  @Test func `a kill at any moment leaves all of the history or none of it, and what shows`()
    async throws
  {
    let model = try await makeDrawing(folder["a.plumbago"], seed: 5)
    let before = try folder.contents()
    var crashes = 0
    var (wasOld, wasNew) = (false, false)
    while true {
      for name in folder.names { unlink(folder[name]) }
      for (name, bytes) in before { try write(bytes, to: folder[name]) }
      let last = try ChildProcess.output(
        [ChildProcess.exerciser, "forget", folder["a.plumbago"], ".", "\(crashes)"])
      let store = try await DocumentStore.open(folder["a.plumbago"], mode: .readWriteExisting)
      try await store.verify()
      let contents = try await store.load()
      #expect(contents.drawing == model.drawing, "killed before call \(crashes)")
      let isOld =
        contents.history.head == model.head && contents.history.steps.count == model.steps.count
      #expect(isOld || contents.history == HistorySummary(), "killed before call \(crashes)")
      (wasOld, wasNew) = (wasOld || isOld, wasNew || !isOld)
      try await store.close()
      if !last.isEmpty {
        #expect(last == "forgotten" && !isOld)
        break
      }
      crashes += 1
      try #require(crashes < 1000)
    }
    #expect(crashes > 4 && wasOld && wasNew)
  }

  @Test func `a file that another program reads, or that can only be read, keeps its history`()
    async throws
  {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 5)
    let reader = try await DocumentStore.open(path, mode: .readOnly)
    let error = await #expect(throws: DocumentStoreError.self) { try await reader.forgetHistory() }
    #expect(error?.name == "readOnly")
    try await reader.close()
    try await expectEqual(try await DocumentStore.open(path), model)
  }
}

extension DocumentStore {
  fileprivate var revisionForTests: Int64 { history.revision }
}
