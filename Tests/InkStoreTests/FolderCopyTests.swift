import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A folder of drawings and other files goes to another file system, and nothing of it is lost on the way.
@Suite struct `Moving a folder to another file system` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var source: String { FilePaths.canonical(folder["Work"]) }
  private var target: String { FilePaths.canonical(folder["Old"]) }

  /// All below a folder by its path there: bytes of files, `/` for folders, where links lead.
  private func tree(_ path: String) throws -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in FilePaths.names(in: path) {
      var s = stat()
      lstat(path + "/" + name, &s)
      switch s.st_mode & S_IFMT {
      case S_IFDIR:
        found[name] = [UInt8(ascii: "/")]
        for (below, bytes) in try tree(path + "/" + name) { found[name + "/" + below] = bytes }
      case S_IFREG: found[name] = try bytes(of: path + "/" + name)
      case S_IFLNK:
        var buffer = [CChar](repeating: 0, count: 1000)
        let count = readlink(path + "/" + name, &buffer, buffer.count)
        found[name] = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      default: found[name] = []
      }
    }
    return found
  }

  private func expectTree(
    _ path: String, _ expected: [String: [UInt8]], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try tree(path)
    #expect(found == expected, comment, sourceLocation: sourceLocation)
  }

  private func mode(_ path: String) -> mode_t {
    var s = stat()
    return stat(path, &s) == 0 ? s.st_mode & 0o7777 : 0
  }

  /// A folder with drawings, one of which a crash has left a log beside and one of which is none, and with other things.
  ///
  /// - Returns: What the drawing “a” shows.
  private func makeFolder() async throws -> RandomDocument {
    for name in ["Work", "Work/In", "Work/Empty"] {
      mkdir(folder[name], 0o755)
      chmod(folder[name], 0o750)
    }
    let model = try await makeDrawing(folder["Work/a.plumbago"])
    _ = try await makeDrawing(folder["Work/In/b.plumbago"], seed: 2)
    var logged = try await makeDrawing(folder["Work/logged.plumbago"], seed: 3)
    let store = try await DocumentStore.open(folder["Work/logged.plumbago"])
    try await store.perform([logged.next().command])
    await store.abandon()
    try write(Array("no drawing".utf8), to: folder["Work/broken.plumbago"])
    try write(Array("notes".utf8), to: folder["Work/In/notes.txt"])
    chmod(folder["Work/In/notes.txt"], 0o640)
    try write([], to: folder["Work/.hidden"])
    symlink("notes.txt", folder["Work/In/link"])
    return model
  }

  @Test func `all that is in it is there afterwards, as it was, and nothing is left`() async throws
  {
    let model = try await makeFolder()
    let before = try tree(source)
    #expect(before["logged.plumbago-wal"]?.isEmpty == false)
    let items = DrawingFolder(source).items(.date)
    try FolderCopy.make(of: source, to: target).removeOriginal()
    #expect(folder.names == ["Old"])
    try expectTree(target, before)
    // The library sorts them as before.
    let moved = DrawingFolder(target).items(.date)
    #expect(moved.map(\.name) == items.map(\.name))
    let isDrawing = { (item: LibraryItem) in item.kind == .drawing }
    #expect(moved.filter(isDrawing).map(\.modified) == items.filter(isDrawing).map(\.modified))
    #expect(mode(target + "/In/notes.txt") == 0o640)
    #expect(mode(target) == 0o750 && mode(target + "/In") == 0o750)
    let store = try await DocumentStore.open(target + "/a.plumbago")
    try await expectEqual(store, model)
    try await store.close()
  }

  /// What keeps a folder from being copied.
  enum Obstacle: CaseIterable, Sendable {
    case pipe
    case openHere
    case openElsewhere
    case nameIsTaken
    case isInItself
  }

  @Test(arguments: Obstacle.allCases)
  func `where it cannot be moved all is as it was, and no half of it lies elsewhere`(
    obstacle: Obstacle
  ) async throws {
    let model = try await makeFolder()
    var (new, names, expected) = (target, ["Work"], "inUse")
    var store: DocumentStore?
    var child: ChildProcess?
    switch obstacle {
    case .pipe:
      // After others by its name.
      mkfifo(folder["Work/In/pipe"], 0o600)
      expected = "ioError"
    case .openHere:
      store = try await DocumentStore.open(folder["Work/In/b.plumbago"])
    case .openElsewhere:
      let other = try ChildProcess([
        ChildProcess.exerciser, "hold", folder["Work/In/b.plumbago"],
      ])
      #expect(other.line() == "holding")
      child = other
    case .nameIsTaken:
      mkdir(target, 0o755)
      (names, expected) = (["Old", "Work"], "alreadyExists")
    case .isInItself:
      (new, expected) = (source + "/In/Work", "ioError")
    }
    let before = try tree(source)
    let error = #expect(throws: DocumentStoreError.self) {
      try FolderCopy.make(of: source, to: new)
    }
    #expect(error?.name == expected)
    // It says which file is in use.
    #expect(expected != "inUse" || error?.failure.file == source + "/In/b.plumbago")
    #expect(folder.names == names)
    try expectTree(source, before)
    #expect(FilePaths.names(in: target).isEmpty)
    try await store?.close()
    child?.closeInput()
    child?.wait()
    let again = try await DocumentStore.open(source + "/a.plumbago")
    try await expectEqual(again, model)
    try await again.close()
  }

  @Test func `what others change or add after it was copied is not removed`() async throws {
    _ = try await makeFolder()
    let before = try tree(source)
    let copy = try FolderCopy.make(of: source, to: target)
    try write(Array("other notes".utf8), to: source + "/In/notes.txt")
    try write(Array("new".utf8), to: source + "/In/new.txt")
    let child = try ChildProcess([ChildProcess.exerciser, "hold", source + "/a.plumbago"])
    #expect(child.line() == "holding")
    copy.removeOriginal()
    child.closeInput()
    #expect(child.wait() == 0)
    let left = try tree(source)
    #expect(Set(left.keys) == ["a.plumbago", "In", "In/notes.txt", "In/new.txt"])
    #expect(left["In/notes.txt"] == Array("other notes".utf8))
    try expectTree(target, before)
  }

  @Test func `a copy that is given up is removed, but for what others have put there`() async throws
  {
    _ = try await makeFolder()
    let before = try tree(source)
    let copy = try FolderCopy.make(of: source, to: target)
    try write(Array("theirs".utf8), to: target + "/In/theirs.txt")
    try write(Array("their notes".utf8), to: target + "/In/notes.txt")
    let theirs = try await DocumentStore.open(target + "/a.plumbago")
    copy.removeCopy()
    try await theirs.close()
    try expectTree(source, before)
    let left = try tree(target)
    #expect(Set(left.keys) == ["In", "In/theirs.txt", "In/notes.txt", "a.plumbago"])
  }

  @Test func `a drawing that is open goes there by its store, and goes on there`() async throws {
    _ = try await makeFolder()
    let path = source + "/In/c.plumbago"
    var model = try await makeDrawing(path, seed: 4)
    let store = try await DocumentStore.open(path)
    try await store.perform([model.next().command])
    let copy = try FolderCopy.make(of: source, to: target, besides: [path])
    #expect(!FilePaths.names(in: target + "/In").contains { $0.hasPrefix("c.plumbago") })
    try await store.move(to: target + "/In/c.plumbago")
    copy.removeOriginal()
    #expect(folder.names == ["Old"])
    try await store.perform([model.next().command])
    try await store.close()
    let again = try await DocumentStore.open(target + "/In/c.plumbago")
    try await expectEqual(again, model)
    try await again.close()
  }

  @Test func `a folder moves to another disk and back whole`() async throws {
    let disk = "/dev/shm/inkstore-\(UInt64.random(in: 0 ... .max))"
    guard mkdir(disk, 0o700) == 0,
      FileIdentity(path: disk)?.device != FileIdentity(path: folder.path)?.device
    else {
      rmdir(disk)
      return withKnownIssue("there is no second disk", isIntermittent: true) {
        Issue.record("skipped")
      }
    }
    defer { rmdir(disk) }
    _ = try await makeFolder()
    let before = try tree(source)
    let isRenamed = try DrawingFolder(source).rename(to: disk + "/Old")
    #expect(!isRenamed)
    try expectTree(source, before)
    #expect(FilePaths.names(in: disk).isEmpty)
    try DrawingFolder(source).move(to: disk + "/Old")
    #expect(folder.names.isEmpty)
    #expect(FilePaths.names(in: disk) == ["Old"])
    try expectTree(disk + "/Old", before)
    try DrawingFolder(disk + "/Old").move(to: source)
    #expect(FilePaths.names(in: disk).isEmpty)
    try expectTree(source, before)
  }

  @Test func `a kill before any call leaves it whole under one of its names, and no copy for good`()
    async throws
  {
    _ = try await makeDrawing(folder["a.plumbago"], events: 4)
    let drawing = try bytes(of: folder["a.plumbago"])
    let run = [ChildProcess.exerciser, "copy-folder"]
    var (calls, wasOld, wasNew, wasDraft) = (0, false, false, false)
    while true {
      let base = folder["\(calls)"]
      let (old, new) = (base + "/Work", base + "/Old")
      for path in [base, old, old + "/In"] { mkdir(path, 0o755) }
      try write(drawing, to: old + "/a.plumbago")
      try write(Array("notes".utf8), to: old + "/In/notes.txt")
      let before = try tree(old)
      let said = try ChildProcess.output(run + [old, new, "\(calls)"])
      let isOld = try tree(old) == before
      let isNew = try tree(new) == before
      #expect(isOld || isNew, "killed before call \(calls)")
      // Half of it has no name.
      #expect(isNew || !FilePaths.names(in: base).contains("Old"), "killed before call \(calls)")
      (wasOld, wasNew) = (wasOld || !isNew, wasNew || isNew)
      if said == "moved" { break }
      #expect(said.isEmpty, "\(said)")
      if !isNew {
        wasDraft = wasDraft || FilePaths.names(in: base).count > 1
        let again = try ChildProcess.output(run + [old, new])
        #expect(again == "moved")
        #expect(FilePaths.names(in: base) == ["Old"])
        try expectTree(new, before)
      }
      calls += 1
      try #require(calls < 1000)
    }
    #expect(calls > 8 && wasOld && wasNew && wasDraft)
  }
}
