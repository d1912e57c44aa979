import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Another program writes to the file of an open document without SQLite: `cp`, `truncate`, one that syncs folders.
@Suite(.timeLimit(.minutes(20))) struct `Overwritten files` {
  let folder: TemporaryFolder
  var path: String { folder["a.plumbago"] }

  init() throws { folder = try TemporaryFolder() }

  enum Writing: CaseIterable {
    case otherDrawing
    case otherDrawingWithTheSameTime
    case cutToNothing
    case cutInHalf
    case garbageOfTheSameSize
  }

  /// Writes as another program does; returns what is in the file then.
  private func overwrite(_ writing: Writing) async throws -> [UInt8] {
    var old = stat()
    stat(path, &old)
    switch writing {
    case .otherDrawing, .otherDrawingWithTheSameTime:
      _ = try await makeDrawing(folder["other.plumbago"], seed: 77)
      let other = try bytes(of: folder["other.plumbago"])
      unlink(folder["other.plumbago"])
      try inPlace(other)
      if writing == .otherDrawingWithTheSameTime {
        let times = [old.st_atim, old.st_mtim]
        utimensat(AT_FDCWD, path, times, 0)
      }
    case .cutToNothing: truncate(path, 0)
    case .cutInHalf: truncate(path, old.st_size / 8192 * 4096)
    case .garbageOfTheSameSize: try inPlace([UInt8](repeating: 0x5A, count: Int(old.st_size)))
    }
    return try bytes(of: path)
  }

  private func inPlace(_ bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// - Parameter hasLog: whether the last steps are in the log alone.
  @Test(arguments: Writing.allCases, [false, true])
  func `what another program writes stays, and what was open goes on in a file of its own`(
    _ writing: Writing, hasLog: Bool
  ) async throws {
    var model = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command, .setMetadata(.title, "kept")])
    if !hasLog { try await store.checkpoint() }
    let shown = try await store.load()
    let theirs = try await overwrite(writing)

    #expect(await store.fileState() == .overwritten)
    let next = model.next().command
    for call: () async throws -> Void in [
      { try await store.perform([next]) }, { _ = try await store.load() },
      { try await store.checkpoint() }, { _ = try await store.statistics() },
      { try await store.copy(to: folder["copy.plumbago"], includingHistory: true) },
      { try await store.move(to: folder["moved.plumbago"]) },
      { try await store.rescue(to: folder["saved.plumbago"]) },
    ] {
      let error = await #expect(throws: DocumentStoreError.self) { try await call() }
      guard case .displaced(.overwritten, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try bytes(of: path) == theirs)

    let target = folder["mine.plumbago"]
    try await store.rescue(to: target, holding: shown)
    #expect(await store.fileState() == .there)
    #expect(await store.path == FilePaths.canonical(target))
    // The log beside the other's file would change what it holds.
    #expect(folder.names.filter { $0.hasPrefix("a.") } == ["a.plumbago"])
    let edit = RandomInk.stroke(
      element: shown.nextElementID, content: shown.nextContentID)
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
    #expect(folder.names == ["a.plumbago", "mine.plumbago"])
    #expect(try bytes(of: path) == theirs)

    let again = try await DocumentStore.open(target)
    try await again.verify()
    let found = try await again.load()
    var expected = shown.drawing
    try expected.apply(edit)
    #expect(found.drawing == expected)
    #expect(found.metadata.title == "kept")
    #expect(found.history.undoDepth == 1)
    #expect(found.metadata.identity != shown.metadata.identity)
  }

  @Test(arguments: [false, true])
  func `a document that is closed after its file was overwritten changes nothing in it`(
    isAbandoned: Bool
  ) async throws {
    var model = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    let theirs = try await overwrite(.otherDrawing)
    if isAbandoned { await store.abandon() } else { try? await store.close() }
    #expect(try bytes(of: path) == theirs)
    #expect(folder.names == ["a.plumbago"])
  }

  @Test func `a log that came with the other's file stays beside it`() async throws {
    var model = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    _ = try await overwrite(.otherDrawing)
    let log = Array("their log".utf8)
    try write(log, to: folder["new"])
    rename(folder["new"], path + "-wal")
    #expect(await store.fileState() == .overwritten)
    try? await store.close()
    #expect(try bytes(of: path + "-wal") == log)
  }

  enum Touch: CaseIterable {
    case time
    case sameBytes
    case checkpoint
  }

  @Test(arguments: Touch.allCases, [false, true])
  func `a file that was touched and still holds the drawing goes on`(
    _ touch: Touch, hasLog: Bool
  ) async throws {
    var model = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    if !hasLog { try await store.checkpoint() }
    switch touch {
    case .time: utimensat(AT_FDCWD, path, nil, 0)
    case .sameBytes: try inPlace(try bytes(of: path))
    case .checkpoint:
      _ = try ChildProcess.output(["/usr/bin/sqlite3", path, "PRAGMA wal_checkpoint"])
    }
    #expect(await store.fileState() == .there)
    try await store.perform([model.next().command])
    try await expectEqual(store, model)
    try await store.close()
    #expect(folder.names == ["a.plumbago"])
    let again = try await DocumentStore.open(path)
    try await again.verify()
    try await expectEqual(again, model)
  }

  @Test func `a copy of the drawing that grew apart elsewhere is another one`() async throws {
    var ink = try await makeDrawing(path, changesSettings: false).ink
    try write(try bytes(of: path), to: folder["b.plumbago"])
    // As many revisions and steps in both.
    let elsewhere = try await DocumentStore.open(folder["b.plumbago"])
    let contents = try await elsewhere.load()
    let step = contents.history.head + 1
    func edit(_ seed: Int) -> DrawingEdit {
      let made = ink.content(contents.nextContentID.number, count: 20 + seed, near: .zero)
      return DrawingEdit(
        label: .draw,
        inserted: [
          Element(
            id: contents.nextElementID, order: .first,
            kind: .stroke(
              Stroke(content: made.id, ink: .standard, path: made.path, seed: made.seed)))
        ], contents: [made])
    }
    try await elsewhere.perform([.commit(step: step, edit: edit(1))])
    try await elsewhere.close()
    usleep(2000)
    let store = try await DocumentStore.open(path)
    try await store.perform([.commit(step: step, edit: edit(2))])
    try inPlace(try bytes(of: folder["b.plumbago"]))
    #expect(await store.fileState() == .overwritten)
  }

  @Test func `a log that grew long is moved into the file while it is open`() async throws {
    var model = try await makeDrawing(path)
    model.lengths = 2000...2000
    let store = try await DocumentStore.open(path)
    let before = try bytes(of: path).count
    var longest = 0
    for _ in 0..<600 {
      try await store.perform([model.next().command])
      longest = max(longest, Int(FilePaths.size(of: path + "-wal") ?? 0))
    }
    #expect(longest > 4_194_304 && longest < 6_000_000)
    #expect(try bytes(of: path).count > before + 1_000_000)
    #expect(await store.fileState() == .there)
    try await expectEqual(store, model)
    try await store.close()
  }
}
