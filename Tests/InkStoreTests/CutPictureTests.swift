import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Files with pictures and a text that end too early, as a full disk or an interrupted copy leaves them.
@Suite struct `Pictures in a file that was cut` {
  private static let pageSize = 4096
  /// Two pictures, each of many pages.
  private static let pictures = [randomBytes(60_000, seed: 1), randomBytes(45_000, seed: 2)]

  let folder: TemporaryFolder
  /// The bytes of the pictures by their identities, in their order.
  private let blobs: [(id: BlobID, bytes: [UInt8])]
  /// What shows after each step.
  private let states: [Drawing]

  init() throws {
    folder = try TemporaryFolder()
    blobs = try Self.pictures.map { bytes -> (id: BlobID, bytes: [UInt8]) in
      var sum = SHA256()
      sum.add(bytes)
      return (try #require(BlobID(sum.value)), bytes)
    }
    let text = Element(
      id: ElementID(3), order: SyntheticInk.key(3), pageFromElement: .identity,
      kind: .other(`Files with pictures, text and shapes`.text))
    let elements = [picture(1, blobs[0].id), picture(2, blobs[1].id), text]
    states = (0...3).map { Drawing(Array(elements.prefix($0))) }
  }

  /// Draws one element after the other, the bytes of each before it.
  private func draw(in store: DocumentStore) async throws {
    for step in 1..<states.count {
      if step <= blobs.count {
        let id = try await store.add(blobs[step - 1].bytes)
        #expect(id == blobs[step - 1].id)
      }
      let new = states[step].elements.filter { $0.id.number == Int64(step) }
      try await store.perform([
        .commit(step: step, edit: DrawingEdit(label: .paste, inserted: new))
      ])
    }
  }

  /// What a file shows once all of it was read, bytes included; `nil` where it is refused.
  private func shown(_ path: String, _ comment: Comment) async -> Drawing? {
    do throws(DocumentStoreError) {
      let store = try await DocumentStore.open(path, mode: .readOnly, kinds: .complete)
      do throws(DocumentStoreError) {
        try await store.verify()
        let drawing = try await store.load().drawing
        try await expectBytes(of: drawing, in: store, comment)
        try await store.close()
        return drawing
      } catch {
        try? await store.close()
        throw error
      }
    } catch {
      #expect(["damaged", "notADrawing"].contains(error.name), comment)
      return nil
    }
  }

  /// Expects that the pictures of a drawing are in its file as they were given.
  private func expectBytes(
    of drawing: Drawing, in store: DocumentStore, _ comment: Comment
  ) async throws(DocumentStoreError) {
    for (id, bytes) in blobs where drawing.elements.contains(where: { $0.kind.blobs == [id] }) {
      let found = try await store.bytes(of: id, in: 0..<Int64(bytes.count))
      #expect(found == bytes, comment)
    }
  }

  /// The pictures that recovery finds in a file, whole, in a drawing that shows nothing but what was drawn; `nil` where it
  /// finds nothing.
  private func recovered(_ path: String, _ comment: Comment) async throws -> Set<BlobID>? {
    let target = folder["recovered.plumbago"]
    unlink(target)
    do throws(DocumentStoreError) {
      _ = try await DocumentStore.recover(from: path, to: target, kinds: .complete)
    } catch {
      #expect(error.name == "notADrawing", comment)
      return nil
    }
    let store = try await DocumentStore.open(target, kinds: .complete)
    try await store.verify()
    let elements = try await store.load().elements
    let drawn = states[3].elements.map(\.kind)
    #expect(elements.allSatisfy { drawn.contains($0.kind) }, comment)
    var found: Set<BlobID> = []
    for (id, bytes) in blobs where try await store.blob(id) != nil {
      let isWhole = try await store.bytes(of: id, in: 0..<Int64(bytes.count)) == bytes
      #expect(isWhole, comment)
      if elements.contains(where: { $0.kind.blobs == [id] }) { found.insert(id) }
    }
    try await store.close()
    return found
  }

  /// Where the pages of a file end that have bytes of a picture, or up to a page later.
  private func end(of bytes: [UInt8], in file: [UInt8]) throws -> Int {
    func part(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
    // So near each other that there are some within each page but for the very last bytes.
    let parts = Set(stride(from: 0, to: bytes.count - 8, by: 500).map { part(bytes, $0) })
    let last = (0...file.count - 8).last { parts.contains(part(file, $0)) }
    return (try #require(last) / Self.pageSize + 2) * Self.pageSize
  }

  @Test func `cut at a page it is refused or whole, and pictures before the cut are recovered`()
    async throws
  {
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path, kinds: .complete)
    try await draw(in: store)
    try await store.close()
    let whole = try bytes(of: path)
    let ends = try blobs.map { try end(of: $0.bytes, in: whole) }
    var (owed, lost) = (0, 0)
    for cut in stride(from: Self.pageSize, to: whole.count, by: 2 * Self.pageSize) {
      let comment: Comment = "cut at \(cut) of \(whole.count)"
      try write(Array(whole.prefix(cut)), to: path)
      let shown = await shown(path, comment)
      #expect(shown == nil || shown == states[3], comment)
      // Reading has changed nothing.
      let left = try bytes(of: path)
      #expect(left.elementsEqual(whole.prefix(cut)), comment)
      let found = try await recovered(path, comment) ?? []
      for (blob, end) in zip(blobs, ends) {
        if !found.contains(blob.id) { lost += 1 }
        guard end <= cut else { continue }
        #expect(found.contains(blob.id), comment)
        owed += 1
      }
    }
    // There were cuts before the first one, and behind it.
    #expect(owed > 1 && lost > 1)
  }

  @Test func `with a log cut anywhere it is as before a step, and recovery finds no picture less`()
    async throws
  {
    let path = folder["a.plumbago"]
    let empty = try await DocumentStore.open(path, kinds: .complete)
    try await empty.close()
    let store = try await DocumentStore.open(path, kinds: .complete)
    try await draw(in: store)
    let (file, log) = (try bytes(of: path), try bytes(of: path + "-wal"))
    try await store.close()
    let copy = folder["b.plumbago"]
    var last = 0
    // Within frames, which have 24 bytes before each page, and at the end of some.
    for length in Array(stride(from: 0, to: log.count, by: 11_000)) + [log.count] {
      let comment: Comment = "log cut at \(length) of \(log.count)"
      for suffix in ["-wal", "-shm"] { unlink(copy + suffix) }
      try write(file, to: copy)
      try write(Array(log.prefix(length)), to: copy + "-wal")
      let shown = await shown(copy, comment)
      let found = try #require(shown, comment)
      // Later cuts show later steps.
      let state = states[last...].firstIndex(of: found)
      #expect(state != nil, comment)
      last = state ?? last
      let recovered = try await recovered(copy, comment) ?? []
      let pictures = found.elements.flatMap(\.kind.blobs)
      #expect(recovered.isSuperset(of: pictures), comment)
    }
    #expect(last == states.count - 1)
  }
}
