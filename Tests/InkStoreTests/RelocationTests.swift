import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A document gets another name, and SQLite cannot open it under that name, or any more under the old.
@Suite struct `Moving a document that cannot be opened` {
  let folder: TemporaryFolder
  let files = ObservedFiles()

  init() throws { folder = try TemporaryFolder() }

  private func open(_ path: String) async throws -> DocumentStore {
    var opener = DocumentOpener()
    opener.vfs = files.name
    return try await DocumentStore.open(path, mode: .readWrite, opener: opener, clock: Clock.now)
  }

  /// Each thing that a store can be asked fails with an error, and nothing ends the process.
  private func expectFailures(of store: DocumentStore, performing next: StoreCommand) async {
    for call: () async throws -> Void in [
      { try await store.perform([next]) }, { _ = try await store.load() },
      { _ = try await store.statistics() }, { _ = try await store.metadata() },
      { try await store.copy(to: folder["copy.plumbago"], includingHistory: true) },
    ] {
      let error = await #expect(throws: DocumentStoreError.self) { try await call() }
      #expect(error.map { [SQLITE_CANTOPEN].contains($0.failure.code & 0xFF) } == true)
    }
  }

  @Test(arguments: [false, true])
  func `a document that cannot be opened under its new name goes on there as soon as it can`(
    isFollowing: Bool
  ) async throws {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await open(folder["a.plumbago"])
    try await store.perform([model.next().command])
    files.refuseOpening { $0.contains("b.plumbago") }
    if isFollowing {
      rename(folder["a.plumbago"], folder["b.plumbago"])
      try? await store.follow()
    } else {
      try? await store.move(to: folder["b.plumbago"])
    }
    // The name is the new one, and the store says so.
    #expect(folder.names == ["b.plumbago"])
    #expect(await store.path == FilePaths.canonical(folder["b.plumbago"]))
    #expect(await store.fileState() == .there)
    #expect(DocumentLock.holder(of: folder["b.plumbago"]) == .thisProcess)
    let next = model.next().command
    await expectFailures(of: store, performing: next)
    #expect(folder.names == ["b.plumbago"])

    files.heal()
    try await store.perform([next])
    try await expectEqual(store, model)
    try await store.move(to: folder["c.plumbago"])
    try await store.perform([model.next().command])
    try await store.close()
    #expect(folder.names == ["c.plumbago"])
    let again = try await DocumentStore.open(folder["c.plumbago"])
    try await again.verify()
    try await expectEqual(again, model)
  }

  @Test func `a document that cannot be renamed nor opened again goes on as soon as it can`()
    async throws
  {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await open(folder["a.plumbago"])
    try await store.perform([model.next().command])
    files.refuseOpening { _ in true }
    // No file system has names of 300 bytes.
    let error = await #expect(throws: DocumentStoreError.self) {
      try await store.move(to: folder[String(repeating: "x", count: 300)])
    }
    #expect(error?.failure.systemError == ENAMETOOLONG)
    #expect(await store.path == FilePaths.canonical(folder["a.plumbago"]))
    let next = model.next().command
    await expectFailures(of: store, performing: next)
    files.heal()
    try await store.perform([next])
    try await expectEqual(store, model)
    try await store.close()
    #expect(folder.names == ["a.plumbago"])
    try await expectEqual(try await DocumentStore.open(folder["a.plumbago"]), model)
  }

  @Test func `a document that is closed before it could be opened again is whole`() async throws {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await open(folder["a.plumbago"])
    try await store.perform([model.next().command])
    files.refuseOpening { $0.contains("b.plumbago") }
    try? await store.move(to: folder["b.plumbago"])
    try await store.close()
    #expect(folder.names == ["b.plumbago"])
    #expect(DocumentLock.holder(of: folder["b.plumbago"]) == nil)
    try await expectEqual(try await DocumentStore.open(folder["b.plumbago"]), model)
  }

  @Test func `a document whose rescued copy cannot be opened is rescued at the next try`()
    async throws
  {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await open(folder["a.plumbago"])
    try await store.perform([model.next().command])
    for name in folder.names { unlink(folder[name]) }
    files.refuseOpening { $0.hasSuffix("b.plumbago") }
    let error = await #expect(throws: DocumentStoreError.self) {
      try await store.rescue(to: folder["b.plumbago"])
    }
    #expect(error?.failure.code == SQLITE_CANTOPEN)
    #expect(folder.names == [])
    files.heal()
    try await store.rescue(to: folder["b.plumbago"])
    try await store.perform([model.next().command])
    try await expectEqual(store, model)
  }

  @Test func `a document renamed by others before it could be opened again is followed`()
    async throws
  {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await open(folder["a.plumbago"])
    files.refuseOpening { $0.contains("b.plumbago") }
    try? await store.move(to: folder["b.plumbago"])
    rename(folder["b.plumbago"], folder["c.plumbago"])
    _ = try await makeDrawing(folder["d.plumbago"], seed: 9)
    rename(folder["d.plumbago"], folder["b.plumbago"])
    files.heal()
    // What has the name now is another drawing; nothing goes there.
    let next = model.next().command
    for call: () async throws -> Void in [
      { try await store.perform([next]) }, { _ = try await store.load() },
    ] {
      let error = await #expect(throws: DocumentStoreError.self) { try await call() }
      #expect(error?.name == "displaced")
    }
    try await store.follow()
    try await store.perform([next])
    try await expectEqual(store, model)
  }

  @Test func `a document keeps what is in its log where a reader keeps the log from being emptied`()
    async throws
  {
    var model = try await makeDrawing(folder["a.plumbago"])
    let store = try await DocumentStore.open(folder["a.plumbago"])
    let reader = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READONLY)
    try await store.perform([model.next().command])
    try reader.execute("BEGIN")
    _ = try reader.int("SELECT count(*) FROM element")
    try await store.perform([model.next().command])
    // Waits as long as SQLite waits for a reader.
    let error = await #expect(throws: DocumentStoreError.self) {
      try await store.move(to: folder["b.plumbago"])
    }
    #expect(error?.name == "inUse")
    #expect(await store.fileState() == .there)
    try await expectEqual(store, model)
    reader.close()
    try await store.move(to: folder["b.plumbago"])
    try await expectEqual(store, model)
    try await store.close()
    try await expectEqual(try await DocumentStore.open(folder["b.plumbago"]), model)
  }
}
