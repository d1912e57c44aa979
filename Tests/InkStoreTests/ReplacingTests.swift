import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A drawing whose last strokes are in its log alone, as a crash leaves it.
func makeCrashed(_ path: String, seed: UInt64) async throws -> RandomDocument {
  let child = try ChildProcess([ChildProcess.exerciser, "write", path, "\(seed)", "30"])
  while let line = child.line(), line != "30" {}
  child.kill()
  var model = RandomDocument(seed: seed)
  for _ in 0..<30 { _ = model.next() }
  #expect(try bytes(of: path + "-wal").count > 0)
  return model
}

/// What is left when the process ends between any two system calls of replacing a file.
@Suite struct `A crash while a file is replaced` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func drawing(_ path: String) async throws -> Drawing? {
    guard FileIdentity(path: path) != nil else { return nil }
    let store = try await DocumentStore.open(path, mode: .readWriteExisting)
    try await store.verify()
    let drawing = try await store.load().drawing
    try await store.close()
    return drawing
  }

  /// Puts the files back as they were before.
  private func restore(_ before: [String: [UInt8]]) throws {
    for name in folder.names { unlink(folder[name]) }
    for (name, bytes) in before { try write(bytes, to: folder[name]) }
  }

  @Test(arguments: ["copy", "move"])
  func `leaves the old drawing with every stroke of its log, or the new one`(how: String)
    async throws
  {
    let old = try await makeCrashed(folder["b.plumbago"], seed: 5)
    let new = try await makeDrawing(folder["a.plumbago"], seed: 2)
    let before = try folder.contents()
    // The log is what this is about: without it the old drawing is another.
    unlink(folder["b.plumbago-wal"])
    let without = try await drawing(folder["b.plumbago"])
    try #require(old.drawing != new.drawing && without != old.drawing && without != new.drawing)

    var crashes = 0
    var (wasOld, wasNew) = (false, false)
    while true {
      try restore(before)
      let arguments = [how, folder["a.plumbago"], folder["b.plumbago"], "\(crashes)"]
      let last = try ChildProcess.output([ChildProcess.exerciser] + arguments)
      let found = try await drawing(folder["b.plumbago"])
      let source = try await drawing(folder["a.plumbago"])
      #expect(
        found == old.drawing || found == new.drawing, "killed before call \(crashes)")
      #expect(source == new.drawing || found == new.drawing, "killed before call \(crashes)")
      (wasOld, wasNew) = (wasOld || found == old.drawing, wasNew || found == new.drawing)
      if !last.isEmpty {
        #expect(["copied", "moved"].contains(last))
        #expect(found == new.drawing)
        break
      }
      crashes += 1
      try #require(crashes < 1000)
    }
    // It was killed on both sides of the step that counts.
    #expect(crashes > 4 && wasOld && wasNew)
  }

  @Test func `leaves a working copy that is the original, whatever log an older one left`()
    async throws
  {
    _ = try await makeDrawing(folder["a.plumbago"], seed: 2)
    let original = try await makeCrashed(folder["b.plumbago"], seed: 5)
    let copy = try await WorkingCopy.checkOut(folder["a.plumbago"], in: folder["data"])
    unlink(copy.path)
    // What is beside a working copy that was removed half.
    try write(try bytes(of: folder["b.plumbago-wal"]), to: copy.path + "-wal")
    let again = try await WorkingCopy.checkOut(folder["a.plumbago"], in: folder["data"])
    #expect(again.path == copy.path)
    #expect(try await drawing(copy.path) == drawing(folder["a.plumbago"]))
    #expect(try await drawing(folder["b.plumbago"]) == original.drawing)
  }
}

@Suite struct `Logs of other files` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a log that a deleted drawing left is not taken for a new one's`() async throws {
    let path = folder["a.plumbago"]
    let child = try ChildProcess([ChildProcess.exerciser, "write", path, "3", "30"])
    while let line = child.line(), line != "30" {}
    child.kill()
    unlink(path)
    #expect(try bytes(of: path + "-wal").count > 0)
    var model = RandomDocument(seed: 7)
    let store = try await DocumentStore.open(path)
    #expect(try await store.load().drawing.isEmpty)
    try await store.perform([model.next().command])
    try await expectEqual(store, model)
    try await store.close()
    let again = try await DocumentStore.open(path)
    try await again.verify()
    try await expectEqual(again, model)
  }

  @Test func `a drawing is not replaced while somebody else's database connection uses its log`()
    async throws
  {
    let old = try await makeDrawing(folder["b.plumbago"], seed: 5)
    let new = try await makeDrawing(folder["a.plumbago"], seed: 2)
    let store = try await DocumentStore.open(folder["a.plumbago"])
    do {
      let other = try Connection(folder["b.plumbago"], flags: SQLITE_OPEN_READWRITE)
      defer { other.close() }
      try other.execute(
        """
        PRAGMA wal_autocheckpoint = 0;
        UPDATE meta SET value = value || ' ';
        UPDATE meta SET value = rtrim(value)
        """)
      #expect(try bytes(of: folder["b.plumbago-wal"]).count > 0)
      for replace in [
        { try await store.copy(to: folder["b.plumbago"], includingHistory: true) },
        { try await store.move(to: folder["b.plumbago"], replacing: true) },
      ] {
        let error = await #expect(throws: DocumentStoreError.self) { try await replace() }
        #expect(error?.name == "inUse")
      }
    }
    try await expectEqual(store, new)
    try await expectEqual(try await DocumentStore.open(folder["b.plumbago"]), old)
    try await store.move(to: folder["c.plumbago"])
    #expect(folder.names.filter { $0.hasPrefix("c.") && !$0.contains("-") } == ["c.plumbago"])
  }
}
