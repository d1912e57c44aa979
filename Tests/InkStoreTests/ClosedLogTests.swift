import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// The log that a crash left beside a drawing whose file is to go elsewhere alone, as to the bin.
@Suite struct `A log that is brought into its drawing` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder["a.plumbago"] }

  @Test func `the file alone has every stroke, and nothing lies beside it any more`() async throws {
    let model = try await makeCrashed(path, seed: 5)
    let torn = try await DocumentStore.bringInLog(of: path)
    #expect(torn == nil)
    #expect(folder.names == ["a.plumbago"])
    // As the bin takes it.
    mkdir(folder["bin"], 0o700)
    rename(path, folder["bin/a.plumbago"])
    #expect(folder.names == ["bin"])
    let store = try await DocumentStore.open(folder["bin/a.plumbago"], mode: .readWriteExisting)
    try await store.verify()
    try await expectEqual(store, model)
    try await store.close()
  }

  @Test func `a log that cannot be read stays as it is, and its drawing, too`() async throws {
    _ = try await makeCrashed(path, seed: 5)
    var log = try bytes(of: path + "-wal")
    // In the log's first page, after its own 32 bytes and the page's 24.
    log[32 + 24 + 100] ^= 1
    try write(log, to: path + "-wal")
    let before = try folder.contents()
    let error = await #expect(throws: DocumentStoreError.self) {
      try await DocumentStore.bringInLog(of: path)
    }
    #expect(error?.name == "damaged")
    let after = try folder.contents()
    #expect(after == before)
  }

  @Test func `of a drawing that another process has open nothing is brought in`() async throws {
    _ = try await makeCrashed(path, seed: 5)
    let child = try ChildProcess([ChildProcess.exerciser, "hold", path])
    #expect(child.line() == "holding")
    let (file, log) = (try bytes(of: path), try bytes(of: path + "-wal"))
    let error = await #expect(throws: DocumentStoreError.self) {
      try await DocumentStore.bringInLog(of: path)
    }
    #expect(error?.name == "inUse")
    let (fileNow, logNow) = (try bytes(of: path), try bytes(of: path + "-wal"))
    #expect(fileNow == file && logNow == log)
    child.closeInput()
    #expect(child.wait() == 0)
  }

  @Test(arguments: [false, true])
  func `what is no drawing may go where no log holds anything`(hasEmptyLog: Bool) async throws {
    try write(Array("no drawing".utf8), to: path)
    if hasEmptyLog { try write([], to: path + "-wal") }
    let before = try folder.contents()
    let torn = try await DocumentStore.bringInLog(of: path)
    #expect(torn == nil)
    let after = try folder.contents()
    #expect(after == before)
  }
}
