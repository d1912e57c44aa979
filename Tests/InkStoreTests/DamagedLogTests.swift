import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A log that a crash left, and that something damaged before the next opening.
@Suite(.timeLimit(.minutes(20))) struct `Damaged logs` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The files of a drawing whose process ended, and what showed after each step.
  private func crashed(
    _ steps: Int
  ) async throws -> (file: [UInt8], log: [UInt8], index: [UInt8], states: [Drawing]) {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path, events: 0)
    let store = try await DocumentStore.open(path)
    var model = RandomDocument(seed: 6)
    model.changesSettings = false
    var states = [Drawing()]
    for _ in 0..<steps {
      try await store.perform([model.next().command])
      states.append(model.drawing)
    }
    let files = (
      try bytes(of: path), try bytes(of: path + "-wal"), try bytes(of: path + "-shm"), states
    )
    try await store.close()
    return files
  }

  /// Expects that reading shows an earlier state, opening refuses, and nothing changes.
  private func expectTold(
    _ path: String, _ states: [Drawing], _ comment: Comment
  ) async throws -> Int {
    let before = try folder.contents()
    let statistics = try await DocumentStore.inspect(path)
    #expect(statistics.hasLostCommits, comment)
    #expect(states.contains { $0.count == statistics.strokes }, comment)
    for mode in [OpenMode.readWrite, .readOnly] {
      #expect(await errorOfOpening(path, mode)?.name == "damaged", comment)
    }
    #expect(try folder.contents() == before, comment)
    return statistics.strokes
  }

  @Test func `a flipped bit before other commits is told before anything is written`()
    async throws
  {
    let (file, log, _, states) = try await crashed(25)
    let path = folder["b.plumbago"]
    let frames = (log.count - 32) / 4120
    var best = 0
    for frame in stride(from: 0, to: frames - 8, by: 5) {
      for offset in [20, 24 + 100, 24 + 4000] {
        var bad = log
        bad[32 + frame * 4120 + offset] ^= 4
        try write(file, to: path)
        try write(bad, to: path + "-wal")
        best = max(best, try await expectTold(path, states, "frame \(frame), byte \(offset)"))
        let target = folder["c.plumbago"]
        let report = try await DocumentStore.recover(from: path, to: target)
        // What came after the damage is found, too.
        let last = try #require(states.last)
        #expect(report.strokes + 3 >= last.count, "frame \(frame), byte \(offset)")
        unlink(target)
      }
    }
    #expect(best > 0)
  }

  @Test func `a flipped bit in the log's header is told`() async throws {
    let (file, log, index, states) = try await crashed(10)
    let path = folder["b.plumbago"]
    for offset in [0, 9, 17, 25] {
      for hasIndex in [true, false] {
        var bad = log
        bad[offset] ^= 1
        try write(file, to: path)
        try write(bad, to: path + "-wal")
        unlink(path + "-shm")
        if hasIndex { try write(index, to: path + "-shm") }
        #expect(try await expectTold(path, states, "byte \(offset)") == 0)
        let report = try await DocumentStore.recover(from: path, to: folder["c.plumbago"])
        #expect(report.strokes + 3 >= (states.last?.count ?? 0))
        unlink(folder["c.plumbago"])
      }
    }
  }

  @Test func `damage to the only commit is told where the log's index is there`() async throws {
    let (file, log, index, states) = try await crashed(1)
    let path = folder["b.plumbago"]
    for frame in 0..<(log.count - 32) / 4120 {
      var bad = log
      bad[32 + frame * 4120 + 500] ^= 1
      try write(file, to: path)
      try write(bad, to: path + "-wal")
      try write(index, to: path + "-shm")
      #expect(try await expectTold(path, states, "frame \(frame)") == 0)
    }
    // A log as a crash leaves it is no damage.
    try write(file, to: path)
    try write(log, to: path + "-wal")
    try write(index, to: path + "-shm")
    #expect(try await DocumentStore.inspect(path).hasLostCommits == false)
    #expect(await errorOfOpening(path, .readWrite) == nil)
  }

  // MARK: The last commit, without the log's index

  /// What lies beside a drawing after each of some strokes, each a commit, and the drawing itself.
  private func drawn(
    _ count: Int
  ) async throws -> (file: [UInt8], logs: [[UInt8]], indices: [[UInt8]]) {
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path, events: 0)
    let store = try await DocumentStore.open(path)
    let file = try bytes(of: path)
    var ink = RandomInk(seed: 4)
    var order = OrderKey.first
    var logs: [[UInt8]] = []
    var indices: [[UInt8]] = []
    for number in 1...count {
      let content = ink.content(Int64(number), count: 30, near: Point(100, Double(40 * number)))
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      let element = Element(id: ElementID(Int64(number)), order: order, kind: .stroke(stroke))
      let edit = DrawingEdit(label: .draw, inserted: [element], contents: [content])
      try await store.perform([.commit(step: number, edit: edit)])
      order = order.next
      logs.append(try bytes(of: path + "-wal"))
      indices.append(try bytes(of: path + "-shm"))
    }
    try await store.close()
    return (file, logs, indices)
  }

  /// Makes “b.plumbago” of a file and a log, and of an index where there is one.
  private func place(_ file: [UInt8], _ log: [UInt8], index: [UInt8]? = nil) throws {
    let path = folder["b.plumbago"]
    unlink(path + "-shm")
    try write(file, to: path)
    try write(log, to: path + "-wal")
    if let index { try write(index, to: path + "-shm") }
  }

  /// For each frame of a log whether it ends a commit: then it has the size of the database.
  private static func commits(in log: [UInt8]) -> [Bool] {
    stride(from: 32, to: log.count, by: 4120).map { frame in
      log[frame + 4..<frame + 8] != [0, 0, 0, 0]
    }
  }

  /// Expects that the last commit of “b.plumbago” is told and left out, and what is left of it saved.
  ///
  /// - Parameter isWhole: Whether all pages are as they were written.
  private func expectSaved(strokes: Int, isWhole: Bool, _ comment: Comment) async throws {
    let path = folder["b.plumbago"]
    let before = try folder.contents()
    let statistics = try await DocumentStore.inspect(path)
    #expect(statistics.hasTornCommit && !statistics.hasLostCommits, comment)
    #expect(statistics.strokes == strokes - 1, comment)
    let reader = try await DocumentStore.open(path, mode: .readOnly)
    let toldReader = await reader.tornCommit
    #expect(toldReader == TornCommit(), comment)
    try await reader.close()
    let after = try folder.contents()
    #expect(after == before, comment)

    let store = try await DocumentStore.open(path, mode: .readWriteExisting)
    let told = await store.tornCommit
    let drawing = try await store.load().drawing
    #expect(drawing.count == strokes - 1, comment)
    try await store.close()
    let rescued = try #require(told?.rescued, comment)
    let saved = try await DocumentStore.inspect(rescued)
    #expect(saved.strokes >= (isWhole ? strokes : strokes - 1), comment)
    unlink(rescued)
    // It is told once: the drawing has no log any more.
    let again = try await DocumentStore.open(path, mode: .readWriteExisting)
    let toldAgain = await again.tornCommit
    #expect(toldAgain == nil, comment)
    try await again.close()
  }

  @Test(arguments: [1, 3])
  func `damage to the last commit is told without the index, and what is left of it is saved`(
    strokes: Int
  ) async throws {
    let (file, logs, _) = try await drawn(strokes)
    let log = try #require(logs.last)
    let commits = Self.commits(in: log)
    try #require(commits.filter(\.self).count == strokes && commits.last == true)
    let first = (commits.dropLast().lastIndex(of: true) ?? -1) + 1
    for frame in first..<commits.count {
      // In the salts, the checksum and the page.
      for offset in [8, 20, 24 + 100, 24 + 4000] {
        var bad = log
        bad[32 + frame * 4120 + offset] ^= 4
        try place(file, bad)
        try await expectSaved(
          strokes: strokes, isWhole: offset < 24, "frame \(frame), byte \(offset)")
      }
    }
  }

  @Test func `a drawing of what a torn commit left is not made over another one`() async throws {
    let (file, logs, _) = try await drawn(2)
    var log = try #require(logs.last)
    log[log.count - 4120 + 20] ^= 1
    try write(file, to: folder["b (2).plumbago"])
    try place(file, log)
    let store = try await DocumentStore.open(folder["b.plumbago"])
    let told = await store.tornCommit
    try await store.close()
    #expect(told?.rescued == FilePaths.canonical(folder["b (3).plumbago"]))
    let other = try bytes(of: folder["b (2).plumbago"])
    #expect(other == file)
  }

  @Test func `what a process leaves that is killed at any frame is no damage`() async throws {
    let (file, logs, indices) = try await drawn(4)
    let path = folder["b.plumbago"]
    let log = try #require(logs.last)
    let commits = Self.commits(in: log)
    // It ends between two frames, or within one: between its header and its page.
    for frame in 0...commits.count {
      for more in [0, 24] where frame < commits.count || more == 0 {
        try place(file, Array(log.prefix(32 + frame * 4120 + more)))
        let found = try await DocumentStore.inspect(path)
        #expect(!found.hasTornCommit && !found.hasLostCommits, "frame \(frame), \(more)")
        let whole = commits.prefix(frame).filter(\.self).count
        #expect(found.strokes == whole, "frame \(frame), \(more)")
      }
    }
    // It was begun anew over the frames of an earlier round, which have other salts.
    unlink(folder["a.plumbago"])
    let (newFile, newLogs, _) = try await drawn(2)
    for (i, new) in newLogs.enumerated() {
      try place(newFile, new + log[new.count...])
      let found = try await DocumentStore.inspect(path)
      #expect(!found.hasTornCommit && !found.hasLostCommits, "\(i)")
      #expect(found.strokes == i + 1)
    }
    // Then a frame may have its own header and the earlier page; the index does not count it yet.
    var torn = log
    for i in torn.count - 4096..<torn.count { torn[i] = UInt8(truncatingIfNeeded: i) }
    try place(file, torn, index: indices[2])
    let found = try await DocumentStore.inspect(path)
    #expect(!found.hasTornCommit && !found.hasLostCommits && found.strokes == 3)
    let store = try await DocumentStore.open(path, mode: .readWriteExisting)
    let told = await store.tornCommit
    try await store.close()
    #expect(told == nil)
    #expect(!folder.names.contains("b (2).plumbago"))
    // Without the index nothing tells it from damage.
    try place(file, torn)
    try await expectSaved(strokes: 4, isWhole: false, "without the index")
  }
}
