import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Damaged documents` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What came of opening a file whose bytes may be wrong, reading all of it, and drawing on it.
  private enum Outcome {
    case refused(DocumentStoreError)
    case good
  }

  /// Opens a file for writing and does everything with it that a person might.
  ///
  /// Records an issue where something wrong is shown, or where a file that is refused has changed.
  private func exercise(
    _ path: String, _ model: RandomDocument, _ comment: Comment
  ) async throws -> Outcome {
    let before = try folder.contents()
    do {
      let store = try await DocumentStore.open(path, mode: .readWriteExisting)
      do {
        try await use(store, model, comment)
      } catch {
        try await store.close()
        throw error
      }
      try await store.close()
      return .good
    } catch let error as DocumentStoreError {
      let after = try folder.contents()
      if after != before {
        let names = after.keys.filter { after[$0] != before[$0] }.sorted()
        Issue.record("refused with \(error.name), but changed \(names), \(comment)")
      }
      return .refused(error)
    }
  }

  private func use(
    _ store: DocumentStore, _ model: RandomDocument, _ comment: Comment
  ) async throws {
    var model = model
    let contents = try await store.load()
    if contents.drawing != model.drawing {
      Issue.record("shows another drawing, \(comment)")
    }
    // The first change reads everything first.
    try await store.perform([model.next().command])
    try await expectEqual(store, model, comment)
    for content in model.contents
    where try await store.content(content.id) != content.roundedForFile {
      Issue.record("other samples, \(comment)")
    }
    for (number, edit) in model.steps {
      let stored = try await store.edit(step: number)
      if Set(stored.inserted) != Set(edit.inserted) || Set(stored.removed) != Set(edit.removed) {
        Issue.record("another step, \(comment)")
      }
    }
  }

  @Test func `a drawing cut at any page is refused or whole, and not changed if refused`()
    async throws
  {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 3, events: 60)
    let whole = try bytes(of: path)
    var refused = 0
    var lengths = Array(stride(from: 0, to: whole.count, by: 4096))
    lengths += [1, 50, 99, 100, 101, 4095, whole.count - 1]
    for length in lengths {
      try write(Array(whole.prefix(length)), to: path)
      guard case .refused(let error) = try await exercise(path, model, "cut at \(length)") else {
        continue
      }
      refused += 1
      #expect(["damaged", "notADrawing"].contains(error.name), "cut at \(length)")
    }
    #expect(refused == lengths.count)
  }

  @Test func `a drawing with a log cut anywhere is an earlier state, or refused`() async throws {
    let path = folder["a.plumbago"]
    let empty = try await makeDrawing(path, events: 0)
    let store = try await DocumentStore.open(path)
    var model = RandomDocument(seed: 6)
    var states = [empty.drawing]
    for _ in 0..<25 {
      try await store.perform([model.next().command])
      states.append(model.drawing)
    }
    let file = try bytes(of: path)
    let log = try bytes(of: path + "-wal")
    let copy = folder["b.plumbago"]
    var last = 0
    for length in Array(stride(from: 0, to: log.count, by: 4096)) + [log.count] {
      for suffix in ["-wal", "-shm"] { unlink(copy + suffix) }
      try write(file, to: copy)
      try write(Array(log.prefix(length)), to: copy + "-wal")
      let statistics = try await DocumentStore.inspect(copy)
      let reader = try await DocumentStore.open(copy, mode: .readOnly)
      let read = try await reader.load().drawing
      try await reader.close()
      let cut = try await DocumentStore.open(copy, mode: .readWriteExisting)
      try await cut.verify()
      let found = try await cut.load().drawing
      try await cut.close()
      #expect(found == read)
      #expect(statistics.strokes == found.count)
      // Later cuts show later states.
      let state = states[last...].firstIndex(of: found)
      #expect(state != nil)
      last = state ?? last
    }
    #expect(last == states.count - 1)
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `a flipped bit is noticed or does not matter`(part: UInt64) async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 4, events: 90)
    let whole = try bytes(of: path)
    var generator = SeededGenerator(seed: part + 100)
    var refused = 0
    let rounds = 80
    for _ in 0..<rounds {
      var flipped = whole
      // One bit in most, a few in some; the header more often than its size deserves.
      for _ in 0..<(generator.once(in: 4) ? 3 : 1) {
        let within = generator.once(in: 8) ? 100 : whole.count
        let bit = Int.random(in: 0..<within * 8, using: &generator)
        flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      }
      try write(flipped, to: path)
      if case .refused = try await exercise(path, model, "part \(part)") { refused += 1 }
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    // A small file is mostly room within pages; what is not means something.
    #expect(refused > rounds / 6)
  }

  @Test func `a page of rubbish anywhere is noticed`() async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 5, events: 60)
    let whole = try bytes(of: path)
    var generator = SeededGenerator(seed: 1)
    for page in 0..<whole.count / 4096 {
      var damaged = whole
      for i in page * 4096..<(page + 1) * 4096 {
        damaged[i] = UInt8.random(in: 0...255, using: &generator)
      }
      try write(damaged, to: path)
      guard case .refused = try await exercise(path, model, "page \(page + 1)") else {
        Issue.record("page \(page + 1) does not matter")
        continue
      }
    }
  }
}
