import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Bytes of a media type at random, from a seed.
func randomBytes(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    for i in 0..<count { buffer[i] = UInt8(truncatingIfNeeded: generator.next()) }
    filled = count
  }
}

extension DocumentStore {
  /// Writes bytes in pieces of a size.
  func add(
    _ bytes: [UInt8], type: String = "image/png", pieces: Int = 100_000
  ) async throws(DocumentStoreError) -> BlobID {
    let draft = try beginBlob(type: type)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try append(Array(bytes[start..<min(start + pieces, bytes.count)]), to: draft)
    }
    return try finish(draft)
  }
}

/// A picture as an element.
func picture(_ number: Int64, _ blob: BlobID, page: Int32 = 0) -> Element {
  Element(
    id: ElementID(number), page: page, order: SyntheticInk.key(number),
    pageFromElement: .translation(Vector(Double(number), 5)),
    kind: .other(PlacedPicture(blob: blob, width: 640, height: 480, alternativeText: "図 \(number)"))
  )
}

@Suite struct `Bytes in a file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String = "a.plumbago") async throws -> DocumentStore {
    try await DocumentStore.open(folder[name], kinds: .complete)
  }

  // MARK: SHA-256

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `the digest is that of the examples of FIPS 180`(text: String, digest: String) throws {
    var sum = SHA256()
    sum.add(Array(text.utf8))
    #expect(try #require(BlobID(sum.value)).description == digest)
  }

  @Test func `the digest of a million letters, however they are cut, is the one of FIPS 180`()
    throws
  {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    for piece in [1_000_000, 64, 63, 997] {
      var sum = SHA256()
      for start in stride(from: 0, to: letters.count, by: piece) {
        sum.add(Array(letters[start..<min(start + piece, letters.count)]))
      }
      #expect(
        try #require(BlobID(sum.value)).description
          == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }
  }

  @Test func `the digest is what another program computes`() throws {
    var expected: [String] = []
    for (i, count) in [1, 55, 56, 63, 64, 65, 119, 120, 4096, 300_001].enumerated() {
      let bytes = randomBytes(count, seed: UInt64(i))
      try write(bytes, to: folder["\(i)"])
      var sum = SHA256()
      sum.add(bytes)
      expected.append(try #require(BlobID(sum.value)).description)
    }
    let child = try ChildProcess(
      ["/usr/bin/sha256sum"] + expected.indices.map { folder["\($0)"] })
    for digest in expected { #expect(child.line()?.hasPrefix(digest) == true) }
  }

  // MARK: Writing and reading

  @Test func `bytes come back whole and in part, from any length`() async throws {
    let store = try await open()
    let chunk = BlobRow.chunkSize
    var added: [(BlobID, [UInt8])] = []
    for (i, count) in [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 700_001].enumerated() {
      let bytes = randomBytes(count, seed: UInt64(i))
      added.append((try await store.add(bytes, type: "x/\(i)"), bytes))
    }
    let elements = added.enumerated().map { i, blob in picture(Int64(i + 1), blob.0) }
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .paste, inserted: elements))
    ])
    try await store.close()
    let again = try await open()
    try await again.verify()
    #expect(Set(try await again.load().elements) == Set(elements))
    for (i, (id, bytes)) in added.enumerated() {
      let facts = try #require(try await again.blob(id))
      #expect(facts.length == Int64(bytes.count) && facts.type == "x/\(i)")
      #expect(try await again.bytes(of: id, in: 0..<facts.length) == bytes)
      for range in [chunk - 3..<chunk + 5, 0..<1, 2 * chunk..<2 * chunk + 9]
      where range.upperBound <= bytes.count {
        let part = Int64(range.lowerBound)..<Int64(range.upperBound)
        #expect(try await again.bytes(of: id, in: part) == Array(bytes[range]))
      }
      await #expect(throws: DocumentStoreError.self) {
        _ = try await again.bytes(of: id, in: 0..<facts.length + 1)
      }
    }
  }

  @Test func `the same bytes are kept once, and steps between their parts do no harm`() async throws
  {
    let store = try await open()
    let bytes = randomBytes(900_000, seed: 1)
    let first = try await store.add(bytes)
    let draft = try await store.beginBlob(type: "image/jpeg")
    try await store.append(Array(bytes[..<400_000]), to: draft)
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .paste, inserted: [picture(1, first)]))
    ])
    let other = try await store.add(randomBytes(300_000, seed: 2))
    try await store.append(Array(bytes[400_000...]), to: draft)
    #expect(try await store.finish(draft) == first)
    await #expect(throws: DocumentStoreError.self) { _ = try await store.finish(draft) }
    try await store.perform([
      .commit(
        step: 2, edit: DrawingEdit(label: .paste, inserted: [picture(2, first), picture(3, other)]))
    ])
    try await store.verify()
    try await store.close()
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("SELECT count(*) FROM blob") == 2)
    #expect(try c.int("SELECT count(*) FROM blob_chunk") == 4 + 2)
    c.close()
  }

  @Test func `a step cannot show bytes that are not there`() async throws {
    let store = try await open()
    let missing = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 1))
    var pages = settings.layout.pages
    pages[0].background = .picture(missing)
    settings.layout = PageLayout(pages)
    for edit in [
      DrawingEdit(label: .paste, inserted: [picture(1, missing)]),
      DrawingEdit(
        label: .paper, settings: SettingsChange(before: .standard, after: settings)),
    ] {
      let error = await #expect(throws: DocumentStoreError.self) {
        try await store.perform([.commit(step: 1, edit: edit)])
      }
      #expect(error?.name == "invalidCommand")
    }
    try await store.verify()
    #expect(try await store.load().history.steps.isEmpty)
  }

  // MARK: What goes, and what stays

  /// Chunks in a closed file.
  private func chunks(_ name: String = "a.plumbago") throws -> Int64 {
    let c = try Connection(folder[name], flags: SQLITE_OPEN_READONLY)
    defer { c.close() }
    return try c.int("SELECT count(*) FROM blob_chunk")
  }

  @Test func `bytes stay as long as a step knows them, undone or erased, and go afterwards`()
    async throws
  {
    let path = folder["a.plumbago"]
    var store = try await open()
    let kept = try await store.add(randomBytes(300_000, seed: 1))
    let undone = try await store.add(randomBytes(2_000_000, seed: 2))
    _ = try await store.add(randomBytes(800_000, seed: 3))
    let unfinished = try await store.beginBlob(type: "image/png")
    try await store.append(randomBytes(600_000, seed: 4), to: unfinished)
    let element = picture(1, kept)
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .paste, inserted: [element])),
      .commit(step: 2, edit: DrawingEdit(label: .erase, removed: [element])),
      .commit(step: 3, edit: DrawingEdit(label: .paste, inserted: [picture(2, undone)])),
      .moveHead(to: 2),
    ])
    try await store.close()
    #expect(try chunks() == 2 + 8)
    // Still there to be done again, and to be undone.
    store = try await open()
    try await store.perform([.moveHead(to: 3)])
    #expect(try await store.bytes(of: undone, in: 0..<2_000_000) == randomBytes(2_000_000, seed: 2))
    try await store.perform([.moveHead(to: 1)])
    #expect(try await store.load().elements == [element])
    try await store.close()
    #expect(try chunks() == 2 + 8)
    let size = try #require(FilePaths.size(of: path))
    // Another step takes the place of the undone one.
    store = try await open()
    try await store.perform([
      .commit(step: 2, edit: DrawingEdit(label: .paste, inserted: [picture(3, kept)]))
    ])
    try await store.close()
    #expect(try chunks() == 2)
    #expect(try #require(FilePaths.size(of: path)) < size - 1_900_000)
    store = try await open()
    try await store.verify()
    #expect(try await store.load().elements.count == 2)
    #expect(try await store.bytes(of: kept, in: 0..<300_000) == randomBytes(300_000, seed: 1))
  }

  @Test func `who does not know pictures keeps their bytes`() async throws {
    var store = try await open()
    let blob = try await store.add(randomBytes(400_000, seed: 1))
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .paste, inserted: [picture(1, blob)]))
    ])
    try await store.close()
    let plain = try await DocumentStore.open(folder["a.plumbago"], kinds: ElementKinds([]))
    #expect(try await plain.load().unknownElements == 1)
    try await plain.perform([.setMetadata(.title, "T")])
    try await plain.copy(to: folder["b.plumbago"], includingHistory: false)
    try await plain.close()
    for name in ["a.plumbago", "b.plumbago"] {
      store = try await open(name)
      try await store.verify()
      #expect(try await store.bytes(of: blob, in: 0..<400_000) == randomBytes(400_000, seed: 1))
      try await store.close()
    }
  }

  @Test func `a copy without history has the bytes that show, and no others`() async throws {
    let store = try await open()
    let shown = try await store.add(randomBytes(300_000, seed: 1))
    let erased = try await store.add(randomBytes(300_000, seed: 2))
    let ground = try await store.add(randomBytes(300_000, seed: 3))
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 2))
    var pages = settings.layout.pages
    pages[1].background = .document(ground, page: 3)
    settings.layout = PageLayout(pages)
    let gone = picture(1, erased)
    try await store.perform([
      .commit(
        step: 1,
        edit: DrawingEdit(
          label: .paste, inserted: [gone, picture(2, shown)],
          settings: SettingsChange(before: .standard, after: settings))),
      .commit(step: 2, edit: DrawingEdit(label: .erase, removed: [gone])),
    ])
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    try await store.close()
    #expect(try chunks("b.plumbago") == 4 && chunks() == 6)
    let copy = try await open("b.plumbago")
    try await copy.verify()
    #expect(try await copy.blob(erased) == nil)
    #expect(try await copy.bytes(of: ground, in: 0..<300_000) == randomBytes(300_000, seed: 3))
    #expect(try await copy.load().settings == settings)
    // No trace of the erased ones is anywhere in the file.
    let needle = Array(randomBytes(300_000, seed: 2)[1000..<1032])
    let file = try bytes(of: folder["b.plumbago"])
    #expect(
      !file.indices.dropLast(32).contains {
        file[$0] == needle[0] && file[$0..<$0 + 32].elementsEqual(needle)
      })
  }

  // MARK: Harm

  /// A drawing with three pictures, on pages one of which shows one of them.
  private func make() async throws -> (drawing: Drawing, blobs: [BlobID: [UInt8]]) {
    let store = try await open()
    var blobs: [BlobID: [UInt8]] = [:]
    for (i, count) in [300_000, 60_000, 262_144].enumerated() {
      let bytes = randomBytes(count, seed: UInt64(i + 10))
      blobs[try await store.add(bytes)] = bytes
    }
    let ids = blobs.keys.sorted { $0.description < $1.description }
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 2))
    var pages = settings.layout.pages
    pages[0].background = .picture(ids[2])
    settings.layout = PageLayout(pages)
    try await store.perform([
      .commit(
        step: 1,
        edit: DrawingEdit(
          label: .paste, inserted: [picture(1, ids[0], page: 2), picture(2, ids[1])],
          settings: SettingsChange(before: .standard, after: settings)))
    ])
    let drawing = try await store.load().drawing
    try await store.close()
    return (drawing, blobs)
  }

  @Test func `a flipped bit anywhere is noticed, or all is as it was`() async throws {
    let (drawing, blobs) = try await make()
    let whole = try bytes(of: folder["a.plumbago"])
    var generator = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<120 {
      var flipped = whole
      let bit = Int.random(in: 800..<whole.count * 8, using: &generator)
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      try write(flipped, to: folder["b.plumbago"])
      do {
        let store = try await DocumentStore.open(
          folder["b.plumbago"], mode: .readOnly, kinds: .complete)
        try await store.verify()
        #expect(try await store.load().drawing == drawing, "bit \(bit)")
        for (id, bytes) in blobs {
          #expect(try await store.bytes(of: id, in: 0..<Int64(bytes.count)) == bytes, "bit \(bit)")
        }
        try await store.close()
      } catch {
        #expect(error.name == "damaged", "bit \(bit)")
        refused += 1
      }
    }
    // Nearly all of the file is bytes of pictures.
    #expect(refused > 100)
  }

  @Test func `of a damaged file every picture is saved whose bytes are whole`() async throws {
    let (drawing, blobs) = try await make()
    let whole = try bytes(of: folder["a.plumbago"])
    var (lost, kept) = (0, 0)
    for page in stride(from: 0, to: whole.count / 4096, by: 5) {
      var damaged = whole
      for i in page * 4096..<(page + 1) * 4096 { damaged[i] = 0xA5 }
      try write(damaged, to: folder["b.plumbago"])
      let target = folder["r\(page).plumbago"]
      let report = try await DocumentStore.recover(
        from: folder["b.plumbago"], to: target, kinds: .complete)
      let store = try await DocumentStore.open(target, kinds: .complete)
      do { try await store.verify() } catch {
        Issue.record("page \(page): \(error), \(report)")
        continue
      }
      let found = try await store.load()
      for element in found.elements {
        #expect(drawing.elements.contains { $0.kind == element.kind })
      }
      for (id, bytes) in blobs {
        guard try await store.blob(id) != nil else {
          lost += 1
          continue
        }
        kept += 1
        #expect(try await store.bytes(of: id, in: 0..<Int64(bytes.count)) == bytes)
      }
      #expect(report.lostBlobs <= 3)
      try await store.close()
    }
    #expect(kept > lost && lost > 0)
    // Without its first page, which has no bytes in it, nothing is lost.
    var headless = whole
    headless.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096))
    try write(headless, to: folder["b.plumbago"])
    let report = try await DocumentStore.recover(
      from: folder["b.plumbago"], to: folder["h.plumbago"], kinds: .complete)
    #expect(report.lostBlobs == 0 && report.otherElements == 2)
    let store = try await open("h.plumbago")
    try await store.verify()
    #expect(try await store.load().drawing == drawing)
  }

  @Test(arguments: [
    "DELETE FROM blob WHERE id = 1", "DELETE FROM blob_chunk WHERE id = (1 << 20) | 1",
    "UPDATE blob SET length = length - 1 WHERE id = 2", "UPDATE blob SET type = 'x' WHERE id = 1",
    "UPDATE blob_use SET element = 2 WHERE id = 1", "DROP TABLE blob", "DROP TABLE blob_use",
    "UPDATE blob_chunk SET data = x'01' WHERE id = 1 << 20",
    "UPDATE blob_chunk SET id = id + 5 WHERE id = 2 << 20",
  ])
  func `bytes that are not as they were written are noticed`(damage: String) async throws {
    _ = try await make()
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READWRITE)
    try c.execute(damage)
    c.close()
    let error = await #expect(throws: DocumentStoreError.self) {
      let store = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
      try await store.verify()
    }
    #expect(error?.name == "damaged")
  }

  @Test func `bytes that are not as long as someone claims are no bytes to recovery`() async throws
  {
    let (drawing, _) = try await make()
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READWRITE)
    var row = try #require(try BlobRow.all(in: c).first)
    row.length -= 1
    try c.execute(
      "UPDATE blob SET length = \(row.length), seal = \(row.seal) WHERE id = \(row.number)")
    c.close()
    let report = try await DocumentStore.recover(
      from: folder["a.plumbago"], to: folder["b.plumbago"], kinds: .complete)
    #expect(report.lostBlobs == 1 && report.otherElements == 2)
    let store = try await open("b.plumbago")
    try await store.verify()
    #expect(try await store.load().elements.count == drawing.count)
  }

  @Test(arguments: [2, 9, 17])
  func `what a killed process acknowledged is there, bytes and all`(wanted: Int) async throws {
    let child = try ChildProcess([ChildProcess.exerciser, "pictures", folder["a.plumbago"]])
    var acknowledged = 0
    while acknowledged < wanted, let line = child.line() { acknowledged = try #require(Int(line)) }
    usleep(UInt32(wanted) * 700)
    child.kill()
    while let line = child.line() { acknowledged = Int(line) ?? acknowledged }
    let store = try await open()
    try await store.verify()
    let pictures = try await store.load().drawing.elements.compactMap {
      $0.kind.otherValue as? PlacedPicture
    }
    #expect((acknowledged...acknowledged + 1).contains(pictures.count))
    for picture in pictures {
      let facts = try #require(try await store.blob(picture.blob))
      var sum = SHA256()
      sum.add(try await store.bytes(of: picture.blob, in: 0..<facts.length))
      #expect(BlobID(sum.value) == picture.blob)
    }
    try await store.perform([.setMetadata(.title, "T")])
    try await store.close()
    // What was not finished is gone.
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("SELECT count(DISTINCT id >> 20) FROM blob_chunk") == Int64(pictures.count))
    c.close()
  }

  @Test func `a full disk loses nothing, and the same bytes can be given again`() throws {
    let child = try ChildProcess([
      ChildProcess.exerciser, "fill-pictures", folder["a.plumbago"], "3000000",
    ])
    var lines: [String] = []
    while let line = child.line() { lines.append(line) }
    #expect(lines.last == "whole", "\(lines)")
    #expect(lines.contains { $0.contains("diskFull") || $0.contains("ioError") }, "\(lines)")
  }
}
