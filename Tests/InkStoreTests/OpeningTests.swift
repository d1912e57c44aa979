import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A drawing of some strokes with a history, closed.
///
/// - Parameter changesSettings: whether what the drawing is on changes, too.
func makeDrawing(
  _ path: String, seed: UInt64 = 1, events: Int = 30, changesSettings: Bool = true
) async throws -> RandomDocument {
  var model = RandomDocument(seed: seed)
  model.changesSettings = changesSettings
  let store = try await DocumentStore.open(path)
  try await store.perform((0..<events).map { _ in model.next().command })
  try await store.close()
  return model
}

extension DocumentStoreError {
  /// The case without what it carries.
  var name: String { "\("\(self)".prefix { $0 != "(" })" }
}

/// The error that opening and reading gives, `nil` where it works.
func errorOfOpening(_ path: String, _ mode: OpenMode) async -> DocumentStoreError? {
  do {
    let store = try await DocumentStore.open(path, mode: mode)
    do {
      _ = try await store.load()
    } catch {
      // The file is closed now and not whenever the store goes.
      try await store.close()
      return error
    }
    try await store.close()
    return nil
  } catch {
    return error
  }
}

@Suite struct `Opening a document` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Expects a refusal that leaves the folder as it was to the byte, however the file is opened.
  private func expectRefusal(
    _ name: String, _ expected: String, _ modes: [OpenMode] = [.readWrite, .readOnly],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.contents()
    for mode in modes {
      let error = await errorOfOpening(folder[name], mode)
      #expect(error?.name == expected, "\(mode)", sourceLocation: sourceLocation)
      #expect(error?.failure.message.isEmpty == false, sourceLocation: sourceLocation)
    }
    let error = await #expect(throws: DocumentStoreError.self, sourceLocation: sourceLocation) {
      try await DocumentStore.inspect(folder[name])
    }
    #expect(error?.name == expected, sourceLocation: sourceLocation)
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }

  @Test func `files of other formats are refused untouched`() async throws {
    let foreign: [(String, [UInt8])] = [
      ("empty", []), ("text", Array("Dear diary, today I drew nothing at all.\n".utf8)),
      ("short", Array("SQL".utf8).map { $0 ^ 1 }), ("zeros", [UInt8](repeating: 0, count: 8192)),
      ("picture", [0x89, 0x50, 0x4E, 0x47] + (0..<200).map { UInt8($0) }),
    ]
    for (name, bytes) in foreign {
      try write(bytes, to: folder[name])
      try await expectRefusal(name, "notADrawing")
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `another application's database is refused untouched`(journal: String) async throws {
    let c = try Connection(folder["db"], flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try c.execute("PRAGMA journal_mode = \(journal); CREATE TABLE element (id INTEGER)")
    c.close()
    try await expectRefusal("db", "notADrawing")
  }

  @Test func `a folder is no drawing, and a missing file is missing`() async throws {
    mkdir(folder["sub"], 0o755)
    for mode in [OpenMode.readWrite, .readOnly] {
      #expect(await errorOfOpening(folder["sub"], mode)?.name == "notADrawing")
    }
    for mode in [OpenMode.readWriteExisting, .readOnly] {
      #expect(await errorOfOpening(folder["none"], mode)?.name == "notFound")
    }
    #expect(await errorOfOpening(folder["none/none"], .readWrite)?.name == "notFound")
    #expect(folder.names == ["sub"])
  }

  @Test func `a drawing of a later version is refused untouched, with its version`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    try c.execute("PRAGMA user_version = 77")
    c.close()
    try await expectRefusal("a.plumbago", "newerVersion")
    if case .newerVersion(let version, _) = await errorOfOpening(path, .readWrite) {
      #expect(version == 77)
    }
  }

  @Test func `a later version in the log counts, too`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    let store = try await DocumentStore.open(path)
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    try c.execute("PRAGMA user_version = 78")
    // As a crash would leave it: the file before the change, the log with it.
    for suffix in ["", "-wal"] {
      try write(try bytes(of: path + suffix), to: folder["b.plumbago"] + suffix)
    }
    c.close()
    try await store.close()
    for name in folder.names where name.hasPrefix("a.") { unlink(folder[name]) }
    try await expectRefusal("b.plumbago", "newerVersion")
  }

  @Test func `the schema must be there`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    let whole = try bytes(of: path)
    for sql in ["DROP TABLE ink", "ALTER TABLE element DROP COLUMN extra", "DELETE FROM history"] {
      try write(whole, to: path)
      let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
      try c.execute(sql)
      c.close()
      try await expectRefusal("a.plumbago", "damaged")
    }
  }

  @Test func `a drawing opened and closed has no new bytes, and reading leaves no trace`()
    async throws
  {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path)
    let before = try folder.contents()
    for mode in [OpenMode.readWrite, .readWriteExisting, .readOnly] {
      let store = try await DocumentStore.open(path, mode: mode)
      try await expectEqual(store, model)
      if mode == .readOnly { #expect(try folder.contents() == before) }
      try await store.close()
      #expect(try folder.contents() == before)
    }
    let statistics = try await DocumentStore.inspect(path)
    #expect(try folder.contents() == before)
    #expect(statistics.strokes == model.drawing.count)
    #expect(statistics.bounds == model.drawing.bounds)
    #expect(statistics.undoDepth == model.steps.count { $0.number <= model.head })
    #expect(statistics.redoDepth == model.steps.count { $0.number > model.head })
    #expect(statistics.formatVersion == DocumentFormat.version)
    var shown: Set<ContentID> = []
    for element in model.drawing.elements {
      if case .stroke(let stroke) = element.kind { shown.insert(stroke.content) }
    }
    let samples = model.contents.filter { shown.contains($0.id) }.map(\.samples.count)
    #expect(statistics.samples == samples.reduce(0, +))
  }

  @Test func `a store that only reads writes nothing`() async throws {
    let path = folder["a.plumbago"]
    var model = try await makeDrawing(path)
    let before = try folder.contents()
    let store = try await DocumentStore.open(path, mode: .readOnly)
    await #expect(throws: DocumentStoreError.self) {
      try await store.perform([model.next().command])
    }
    #expect(await store.isReadOnly)
    try await store.close()
    #expect(try folder.contents() == before)
  }

  @Test func `a drawing has no say over what happens to drawings`() async throws {
    let path = folder["a.plumbago"]
    var model = try await makeDrawing(path)
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    _ = plumbago_sqlite3_db_config_switch(c.handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)
    try c.execute(
      """
      CREATE TRIGGER evil AFTER INSERT ON step BEGIN DELETE FROM element; END;
      CREATE TRIGGER worse AFTER UPDATE ON history BEGIN DELETE FROM content; END;
      CREATE VIEW everything AS SELECT * FROM element;
      """)
    c.close()
    let store = try await DocumentStore.open(path)
    for _ in 0..<10 { try await store.perform([model.next().command]) }
    try await expectEqual(store, model)
    try await store.close()
    try await DocumentStore.open(path).verify()
  }

  @Test func `a log that promises more than it holds is not believed`() throws {
    // A valid head and one frame that commits a database of 2^31 pages.
    var log = [UInt8](repeating: 0, count: 32 + 24 + 4096)
    func put(_ value: UInt32, at offset: Int) {
      for i in 0..<4 { log[offset + i] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * i)) }
    }
    func word(_ i: Int) -> UInt32 {
      UInt32(log[i]) | UInt32(log[i + 1]) << 8 | UInt32(log[i + 2]) << 16
        | UInt32(log[i + 3]) << 24
    }
    var sum: (UInt32, UInt32) = (0, 0)
    func add(_ range: Range<Int>) {
      for i in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        sum.0 &+= word(i) &+ sum.1
        sum.1 &+= word(i + 4) &+ sum.0
      }
    }
    for (i, value) in [0x377F_0682, 3_007_000, 4096, 0, 5, 6].enumerated() {
      put(UInt32(value), at: 4 * i)
    }
    add(0..<24)
    put(sum.0, at: 24)
    put(sum.1, at: 28)
    put(1, at: 32)
    put(0x7FFF_FFFF, at: 36)
    put(5, at: 40)
    put(6, at: 44)
    add(32..<40)
    add(56..<log.count)
    put(sum.0, at: 48)
    put(sum.1, at: 52)
    try write(log, to: folder["log"])
    try write([UInt8](repeating: 1, count: 8192), to: folder["file"])
    let (file, logFile) = (open(folder["file"], O_RDONLY), open(folder["log"], O_RDONLY))
    defer {
      close(file)
      close(logFile)
    }
    let read = WriteAheadLog(descriptor: logFile)
    #expect(read.pageOffsets == [1: 56] && read.pageCount == 0x7FFF_FFFF)
    let image = PageImage(file: file, logFile: logFile, pageSize: 4096)
    #expect(image.pageCount == 3)
    #expect(image.page(1).allSatisfy { $0 == 0 } && image.page(2).allSatisfy { $0 == 1 })
  }

  // MARK: Twice

  @Test func `a drawing is open once in a process, under whatever name`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    symlink(path, folder["link.plumbago"])
    link(path, folder["hard.plumbago"])
    let store = try await DocumentStore.open(path)
    for name in ["a.plumbago", "link.plumbago", "hard.plumbago"] {
      for mode in [OpenMode.readWrite, .readOnly] {
        guard case .inUse(.thisProcess, _) = await errorOfOpening(folder[name], mode) else {
          Issue.record("\(name) opened twice")
          continue
        }
      }
      #expect(DocumentLock.holder(of: folder[name]) == .thisProcess)
    }
    try await store.close()
    #expect(DocumentLock.holder(of: path) == nil)
    #expect(await errorOfOpening(path, .readWrite) == nil)
  }

  /// Copies of the descriptors of a file, as a process has them that is being started.
  private func copiedDescriptors(of path: String) throws -> [CInt] {
    let identity = try #require(FileIdentity(path: path))
    // Tests beside this one may have many open.
    let own = (0..<min(getdtablesize(), 65_536)).filter { descriptor in
      var s = stat()
      return fstat(descriptor, &s) == 0 && FileIdentity(s) == identity
    }
    return own.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
  }

  @Test(arguments: [OpenMode.readWrite, .readOnly])
  func `a drawing that was closed is free, though a process that starts has its descriptors yet`(
    _ mode: OpenMode
  ) async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    let store = try await DocumentStore.open(path, mode: mode)
    let copies = try copiedDescriptors(of: path)
    defer { for copy in copies { close(copy) } }
    #expect(!copies.isEmpty)
    try await store.close()
    #expect(DocumentLock.holder(of: path) == nil)
    var opener = DocumentOpener()
    opener.patience = 0
    let file = try opener.open(FilePaths.canonical(path), mode: .readWrite)
    #expect(file.access == .writable)
  }

  @Test func `a drawing that another process writes is in use, and can be read`() async throws {
    let path = folder["a.plumbago"]
    var model = try await makeDrawing(path)
    let child = try ChildProcess([ChildProcess.exerciser, "hold", path])
    #expect(child.line() == "holding")
    #expect(DocumentLock.holder(of: path) == .otherProcess)
    guard case .inUse(.otherProcess, _) = await errorOfOpening(path, .readWrite) else {
      Issue.record("opened for writing")
      return
    }
    let reader = try await DocumentStore.open(path, mode: .readOnly)
    try await expectEqual(reader, model)
    #expect(try await DocumentStore.inspect(path).strokes == model.drawing.count)
    try await reader.close()
    child.closeInput()
    #expect(child.wait() == 0)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    try await expectEqual(store, model)
    // And in reverse: what this process has locked the other finds in use.
    let line = try ChildProcess.output([ChildProcess.exerciser, "draw", path])
    #expect(line.hasPrefix("error inUse"))
    let inspected = try ChildProcess.output([ChildProcess.exerciser, "inspect", path])
    #expect(inspected.contains("strokes: \(model.drawing.count),"))
    let read = try ChildProcess.output([ChildProcess.exerciser, "open", path, "readOnly"])
    #expect(read == "elements \(model.drawing.count)")
    try await store.perform([model.next().command])
    try await store.close()
    let again = try await DocumentStore.open(path)
    try await expectEqual(again, model)
  }

  @Test func `a drawing being written is inspected as it is now`() async throws {
    let path = folder["a.plumbago"]
    var model = RandomDocument(seed: 2)
    let store = try await DocumentStore.open(path)
    for _ in 0..<20 {
      try await store.perform([model.next().command])
      let statistics = try await DocumentStore.inspect(path)
      #expect(statistics.strokes == model.drawing.count)
      let other = try ChildProcess.output([ChildProcess.exerciser, "inspect", path])
      #expect(other == "\(statistics)")
    }
    // Looking has not cost the store its locks.
    let line = try ChildProcess.output([ChildProcess.exerciser, "draw", path])
    #expect(line.hasPrefix("error inUse"))
    try await expectEqual(store, model)
  }

  @Test func `a reader beside a busy writer sees one whole state after the other`() async throws {
    let path = folder["a.plumbago"]
    let most = 300
    let child = try ChildProcess([ChildProcess.exerciser, "write", path, "9", "\(most)"])
    while let line = child.line(), line != "5" {}
    var model = RandomDocument(seed: 9)
    var events = 0
    let reader = try await DocumentStore.open(path, mode: .readOnly)
    for _ in 0..<40 {
      _ = child.line()
      let contents = try await reader.load()
      let drawing = contents.drawing
      // States come in order: the model follows until it is where the reader is.
      while (model.head, model.drawing) != (contents.history.head, drawing), events < most {
        _ = model.next()
        events += 1
      }
      try #require(model.head == contents.history.head)
      try #require(model.drawing == drawing)
      for step in contents.history.steps.suffix(2) {
        // It may be gone by now, but never half there.
        do {
          _ = try await reader.edit(step: step.number)
        } catch {
          #expect(error.name == "invalidCommand")
        }
      }
      let statistics = try await DocumentStore.inspect(path)
      #expect(statistics.formatVersion == DocumentFormat.version)
    }
    try await reader.verify()
    child.kill()
    try await reader.close()
  }

  // MARK: Permissions

  /// Runs a command of the helper as a user to whom permissions apply.
  private func asNobody(_ arguments: String...) throws -> String { try asNobody(arguments) }

  private func asNobody(_ arguments: [String]) throws -> String {
    chmod(folder.path, 0o755)
    let user = getuid() == 0 ? ["--user", "65534"] : []
    return try ChildProcess.output([ChildProcess.exerciser] + user + arguments)
  }

  @Test func `an unreadable file is refused as such`() async throws {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path)
    chmod(path, 0o000)
    #expect(try asNobody("open", path, "readWrite").hasPrefix("error permissionDenied"))
    #expect(try asNobody("open", path, "readOnly").hasPrefix("error permissionDenied"))
    #expect(try asNobody("inspect", path).hasPrefix("error permissionDenied"))
    #expect(folder.names == ["a.plumbago"])
  }

  @Test func `a drawing whose log may not be read is not shown without it`() async throws {
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path)
    var model = RandomDocument(seed: 5)
    model.changesSettings = false
    try await store.perform([model.next().command])
    let crashed = folder["b.plumbago"]
    for suffix in ["", "-wal"] { try write(try bytes(of: path + suffix), to: crashed + suffix) }
    try await store.close()
    let names = folder.names
    chmod(crashed + "-wal", 0o000)
    for command in [["open", crashed, "readOnly"], ["inspect", crashed]] {
      let line = try asNobody(command)
      #expect(line.hasPrefix("error permissionDenied"), "\(line)")
    }
    chmod(crashed + "-wal", 0o644)
    let line = try asNobody(["inspect", crashed])
    #expect(line.contains("strokes: \(model.drawing.count),"), "\(line)")
    #expect(folder.names == names)
  }

  @Test func `what cannot be written can be read, and says so`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path)
    let before = try folder.contents()
    // A file that is not ours, in a folder that is not ours.
    chmod(path, 0o444)
    chmod(folder.path, 0o555)
    #expect(try asNobody("open", path, "readWrite").hasPrefix("error readOnly"))
    #expect(try asNobody("open", path, "readOnly") == "elements \(model.drawing.count)")
    #expect(try asNobody("inspect", path).contains("strokes: \(model.drawing.count),"))
    // A file that may be written, in a folder that takes no side files.
    chmod(path, 0o666)
    #expect(try asNobody("open", path, "readWrite").hasPrefix("error readOnly"))
    #expect(try asNobody("open", folder["new.plumbago"], "readWrite").hasPrefix("error permission"))
    #expect(try folder.contents() == before)
  }

  @Test func `a read-only disk serves readers, even what a crash left there`() async throws {
    let crashed = folder["crashed.plumbago"]
    let child = try ChildProcess([ChildProcess.exerciser, "write", crashed, "4", "400"])
    while let line = child.line(), line != "30" {}
    child.kill()
    let expected = try await DocumentStore.inspect(crashed)
    mkdir(folder["disk"], 0o755)
    let script = """
      mount --bind '\(folder.path)' '\(folder["disk"])' && \
      mount -o remount,ro,bind '\(folder["disk"])' || { echo unavailable; exit 0; }
      cd '\(folder["disk"])'
      '\(ChildProcess.exerciser)' inspect crashed.plumbago
      '\(ChildProcess.exerciser)' open crashed.plumbago readOnly
      '\(ChildProcess.exerciser)' draw crashed.plumbago
      '\(ChildProcess.exerciser)' draw none.plumbago
      """
    let outside = try ChildProcess(["unshare", "-m", "-r", "sh", "-c", script])
    var lines: [String] = []
    while let line = outside.line() { lines.append(line) }
    outside.wait()
    if lines.isEmpty || lines == ["unavailable"] {
      withKnownIssue("no file system can be mounted here", isIntermittent: true) {
        Issue.record("skipped")
      }
      return
    }
    try #require(lines.count == 4)
    #expect(lines[0] == "\(expected)")
    #expect(lines[1] == "elements \(expected.strokes)")
    #expect(lines[2].hasPrefix("error readOnly"))
    #expect(lines[3].hasPrefix("error readOnly"))
  }
}
