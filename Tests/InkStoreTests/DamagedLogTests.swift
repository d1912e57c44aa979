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
}
