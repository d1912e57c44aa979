import CSQLite
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Durability` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ path: String, _ files: ObservedFiles) async throws -> DocumentStore {
    var opener = DocumentOpener()
    opener.vfs = files.name
    return try await DocumentStore.open(path, mode: .readWrite, opener: opener, clock: Clock.now)
  }

  @Test func `each stroke is synced to the disk after its last byte is written`() async throws {
    let files = ObservedFiles()
    let path = folder["a.plumbago"]
    let store = try await open(path, files)
    var model = RandomDocument(seed: 1)
    try await store.verify()
    for _ in 0..<40 {
      files.forgetOperations()
      try await store.perform([model.next().command])
      let log = files.operations.filter { $0.file == path + "-wal" }
      #expect(log.contains { !$0.isSync })
      #expect(log.last?.isSync == true)
      // Beyond the first, which also makes the log's head durable, one sync is all it takes.
      #expect(log.filter(\.isSync).count <= 2)
    }
    files.forgetOperations()
    try await store.perform((0..<10).map { _ in model.next().command })
    #expect(files.operations.filter { $0.isSync && $0.file == path + "-wal" }.count == 1)
  }

  /// Bytes that fifty more strokes write, one by one, to a drawing of so many.
  private func bytesWritten(byStrokesBeside count: Int) async throws -> Int {
    let files = ObservedFiles()
    let path = folder["\(count).plumbago"]
    let store = try await open(path, files)
    var order = OrderKey.first
    func stroke(_ number: Int, _ ink: inout RandomInk) -> StoreCommand {
      let content = ink.content(Int64(number), count: 40, near: ink.point())
      let stroke = Stroke(
        content: content.id, ink: ink.ink(), path: content.path, seed: content.seed)
      order = order.next
      let element = Element(id: ElementID(Int64(number)), order: order, kind: .stroke(stroke))
      return .commit(
        step: number, edit: DrawingEdit(label: .draw, inserted: [element], contents: [content]))
    }
    var before = RandomInk(seed: 1)
    try await store.perform((1...count).map { stroke($0, &before) })
    try await store.checkpoint()
    files.forgetOperations()
    // The same strokes, whatever is there.
    var ink = RandomInk(seed: 2)
    for number in 1...50 { try await store.perform([stroke(count + number, &ink)]) }
    let written = files.operations.reduce(0) { sum, operation in
      if case .write(_, _, let bytes) = operation { sum + bytes.count } else { sum }
    }
    try await store.close()
    return written
  }

  @Test func `a stroke writes no more to a drawing of 10,000 strokes than to one of 100`()
    async throws
  {
    let few = try await bytesWritten(byStrokesBeside: 100)
    let many = try await bytesWritten(byStrokesBeside: 10_000)
    // Fifty strokes of forty samples are not nothing. Whole pages are written, and their number differs a little.
    #expect(few > 50 * 400)
    #expect(Double(many) < Double(few) * 1.5, "\(few) and \(many)")
  }

  @Test func `a new drawing and a copy are synced before they have their names`() async throws {
    let files = ObservedFiles()
    let store = try await open(folder["a.plumbago"], files)
    var last: [String: Bool] = [:]
    for operation in files.operations { last[operation.file] = operation.isSync }
    // The draft's journal is in memory, so the draft itself is all there is.
    #expect(last.count == 1)
    #expect(last.values.allSatisfy { $0 })
    try await store.close()
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `after a power cut at any moment everything acknowledged is there`(seed: UInt64) async throws
  {
    let path = folder["a.plumbago"]
    try await DocumentStore.open(path).close()
    var disk = SimulatedDisk()
    disk.durable[path] = try bytes(of: path)
    let files = ObservedFiles()
    let store = try await open(path, files)
    var model = RandomDocument(seed: seed)
    /// The drawing after each event, and how many operations it took to acknowledge it.
    var acknowledged = [(0, model.drawing)]
    for i in 0..<60 {
      try await store.perform([model.next().command])
      acknowledged.append((files.operations.count, model.drawing))
      if i % 17 == 16 { try await store.checkpoint() }
    }
    let operations = files.operations
    var generator = SeededGenerator(seed: seed)
    let crashed = folder["crashed.plumbago"]
    for _ in 0..<40 {
      let cut = Int.random(in: 0...operations.count, using: &generator)
      let state = disk.after(operations.prefix(cut), &generator)
      try write(state[path] ?? [], to: crashed)
      try write(state[path + "-wal"] ?? [], to: crashed + "-wal")
      let number = acknowledged.lastIndex { $0.0 <= cut } ?? 0
      let reopened = try await DocumentStore.open(crashed, mode: .readWriteExisting)
      try await reopened.verify()
      let found = try await reopened.load().drawing
      // The event in progress may have been written, too.
      let possible = acknowledged[number...min(number + 1, acknowledged.count - 1)].map(\.1)
      #expect(possible.contains(found), "cut after \(cut) of \(operations.count)")
      try await reopened.close()
    }
  }

  @Test(arguments: [SQLITE_FULL, SQLITE_IOERR_WRITE_CODE])
  func `a failing disk loses nothing and the same command works later`(code: Int32) async throws {
    let path = folder["a.plumbago"]
    let files = ObservedFiles()
    let store = try await open(path, files)
    var model = RandomDocument(seed: 8)
    try await store.perform((0..<10).map { _ in model.next().command })
    // Fails at the first operation of a command, then at the second, until one gets through.
    for _ in 0..<6 {
      let before = model
      let command = model.next().command
      var allowed = 0
      while true {
        files.fail(after: allowed, code: code)
        do {
          try await store.perform([command])
          files.heal()
          break
        } catch {
          files.heal()
          switch error {
          case .diskFull: #expect(code == SQLITE_FULL)
          case .ioError(let failure): #expect(failure.code == code)
          default: Issue.record("\(error)")
          }
          try await expectEqual(store, before, "failed after \(allowed)")
        }
        allowed += 1
        try #require(allowed < 100)
      }
      #expect(allowed > 0)
      try await expectEqual(store, model)
    }
    try await store.close()
    let again = try await DocumentStore.open(path)
    try await again.verify()
    try await expectEqual(again, model)
  }
}

/// SQLITE_IOERR_WRITE, a macro that is not imported.
let SQLITE_IOERR_WRITE_CODE = SQLITE_IOERR | 3 << 8

/// What files hold when the power fails: what was synced, and any part of what was not.
struct SimulatedDisk {
  var durable: [String: [UInt8]] = [:]

  /// The files after some operations, each one since its file's last sync done, half done or not.
  func after(
    _ operations: some Sequence<ObservedFiles.Operation>, _ generator: inout SeededGenerator
  ) -> [String: [UInt8]] {
    var files = durable
    var pending: [String: [ObservedFiles.Operation]] = [:]
    for operation in operations {
      if operation.isSync {
        for p in pending.removeValue(forKey: operation.file) ?? [] {
          Self.apply(p, to: &files[operation.file, default: []])
        }
      } else {
        pending[operation.file, default: []].append(operation)
      }
    }
    for (file, operations) in pending {
      for operation in operations where !generator.once(in: 2) {
        if case .write(_, let offset, let bytes) = operation, generator.once(in: 3) {
          // Disks write sectors whole.
          let sectors = Int.random(in: 0...bytes.count / 512, using: &generator)
          let part = Array(bytes.prefix(sectors * 512))
          Self.apply(
            .write(file: file, offset: offset, bytes: part), to: &files[file, default: []])
        } else {
          Self.apply(operation, to: &files[file, default: []])
        }
      }
    }
    return files
  }

  private static func apply(_ operation: ObservedFiles.Operation, to file: inout [UInt8]) {
    switch operation {
    case .write(_, let offset, let bytes):
      if file.count < offset + bytes.count {
        file += [UInt8](repeating: 0, count: offset + bytes.count - file.count)
      }
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .truncate(_, let size):
      if size < file.count { file.removeLast(file.count - size) }
      file += [UInt8](repeating: 0, count: max(0, size - file.count))
    case .sync: break
    }
  }
}
