import Glibc
import InkTestSupport
import Testing

@testable import InkStore

/// SQLite's locks on a drawing that is open, as other programs meet them.
@Suite(.timeLimit(.minutes(20))) struct LockTests {
  let folder: TemporaryFolder
  var path: String { folder["a.plumbago"] }

  init() throws { folder = try TemporaryFolder() }

  private func inode(_ suffix: String) -> ino_t? {
    var file = stat()
    return stat(path + suffix, &file) == 0 ? file.st_ino : nil
  }

  /// Another program, which knows SQLite and not our lock; it ends as the file's last user would.
  private func useElsewhere(_ sql: String) throws -> String {
    try ChildProcess.output(["/usr/bin/sqlite3", path, sql])
  }

  @Test func `a library that looks into the files of an open drawing ends no lock on them`()
    async throws
  {
    var model = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    let (log, memory) = (inode("-wal"), inode("-shm"))
    try #require(log != nil && memory != nil)
    for round in 1...3 {
      // As GTK's file chooser looks for the type of each file, in this process.
      for suffix in ["", "-wal", "-shm"] {
        let descriptor = open(path + suffix, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        var start = [UInt8](repeating: 0, count: 64)
        #expect(read(descriptor, &start, start.count) > 0)
        close(descriptor)
      }
      #expect(try useElsewhere("SELECT 'seen' FROM sqlite_schema LIMIT 1") == "seen")
      #expect(inode("-wal") == log && inode("-shm") == memory, "round \(round)")
      try await store.perform([model.next().command])
    }
    try await expectEqual(store, model)
    try await store.close()
    let again = try await DocumentStore.open(path)
    try await expectEqual(again, model)
    try await again.close()
  }

  @Test func `a process that is being started keeps no lock of a drawing that was closed`()
    async throws
  {
    let path = path
    let starting = Task.detached {
      while !Task.isCancelled { _ = try ChildProcess.output(["/bin/true"]) }
    }
    defer { starting.cancel() }
    var model = try await makeDrawing(path)
    for _ in 1...60 {
      let store = try await DocumentStore.open(path)
      try await store.perform([model.next().command])
      try await store.close()
    }
    let store = try await DocumentStore.open(path)
    try await expectEqual(store, model)
    try await store.close()
  }

  @Test func `a drawing that is closed is another program's alone`() async throws {
    for _ in 1...2 {
      let store = try await DocumentStore.open(path)
      try await store.close()
    }
    #expect(
      try useElsewhere("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT") == "exclusive")
  }
}
