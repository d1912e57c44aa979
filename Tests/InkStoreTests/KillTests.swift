import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Killed and full` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `what a killed process acknowledged is there`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let path = folder["a.plumbago"]
    let child = try ChildProcess([ChildProcess.exerciser, "write", path, "\(seed)", "400"])
    var acknowledged = 0
    let wanted = Int.random(in: 0...120, using: &generator)
    while acknowledged < wanted, let line = child.line() { acknowledged = try #require(Int(line)) }
    usleep(UInt32.random(in: 0...3000, using: &generator))
    child.kill()
    // What it wrote between the last reading and its end.
    while let line = child.line() { acknowledged = Int(line) ?? acknowledged }

    // A process that died before it had a file to write to has acknowledged nothing.
    if acknowledged == 0, FileIdentity(path: path) == nil { return }
    let store = try await DocumentStore.open(path, mode: .readWriteExisting)
    let torn = await store.tornCommit
    #expect(torn == nil)
    try await store.verify()
    let contents = try await store.load()
    let found = contents.drawing
    var model = RandomDocument(seed: seed)
    for _ in 0..<acknowledged { _ = model.next() }
    if found != model.drawing || contents.history.head != model.head {
      // The event in progress may be there, whole.
      _ = model.next()
      #expect(found == model.drawing)
      #expect(contents.history.head == model.head)
    }
    try await store.close()
    #expect(folder.names.filter { !$0.hasPrefix(".") } == ["a.plumbago"])
  }

  @Test func `what a killed process left can be inspected without a change`() async throws {
    let path = folder["a.plumbago"]
    let child = try ChildProcess([ChildProcess.exerciser, "write", path, "3", "400"])
    while let line = child.line(), line != "40" {}
    child.kill()
    var acknowledged = 40
    while let line = child.line() { acknowledged = Int(line) ?? acknowledged }
    let before = try folder.contents()
    #expect(before.keys.contains("a.plumbago-wal"))
    let statistics = try await DocumentStore.inspect(path)
    #expect(try folder.contents() == before)
    let reader = try await DocumentStore.open(path, mode: .readOnly)
    let head = try await reader.load().history.head
    try await reader.close()
    #expect(try folder.contents() == before)
    #expect(statistics.undoDepth == head)
    var model = RandomDocument(seed: 3)
    var drawings: [Int] = []
    for i in 1...acknowledged + 1 {
      _ = model.next()
      if i >= acknowledged { drawings.append(model.drawing.count) }
    }
    #expect(drawings.contains(statistics.strokes))
  }

  @Test func `a limit of the file's size is a full disk, and passes`() throws {
    let line = try ChildProcess.output(
      [ChildProcess.exerciser, "fill", folder["a.plumbago"], "200000"])
    #expect(line == "diskFull diskFull diskFull then equal")
  }

  @Test func `a full disk loses nothing, and passes`() throws {
    // A disk of its own: a small one in memory, in a namespace where we may mount it.
    let disk = folder["disk"]
    mkdir(disk, 0o755)
    let script = """
      mount -t tmpfs -o size=800k none '\(disk)' || { echo unavailable; exit 0; }
      head -c 400000 /dev/zero > '\(disk)/ballast'
      '\(ChildProcess.exerciser)' fill '\(disk)/a.plumbago' 'ballast:\(disk)/ballast'
      """
    let line = try ChildProcess.output(["unshare", "-m", "-r", "sh", "-c", script])
    if line == "unavailable" || line.isEmpty {
      withKnownIssue("no file system can be mounted here", isIntermittent: true) {
        Issue.record("skipped")
      }
      return
    }
    #expect(line == "diskFull diskFull diskFull then equal")
  }
}

extension TemporaryFolder {
  /// All files with their bytes.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in names { contents[name] = try bytes(of: self[name]) }
    return contents
  }
}
