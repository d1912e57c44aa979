import Foundation
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Pictures on the clipboard: with their bytes, or not at all.
@Suite struct `Clips with pictures` {
  static let png = InkClip.Blob(type: "image/png", bytes: (0..<5000).map { UInt8($0 % 251) })
  static let svg = InkClip.Blob(type: "image/svg+xml", bytes: Array("<svg/>".utf8))

  private static func picture(_ blob: InkClip.Blob, _ i: Int64) -> Element {
    Element(
      id: ElementID(i), order: SyntheticInk.key(i),
      canvasFromElement: .translation(Vector(Double(i) * 10, 5)) * .rotation(Double(i)),
      kind: .other(PlacedPicture(blob: blob.id, width: 80, height: 60, alternativeText: "A cat")))
  }

  /// Ink with three pictures of two sorts of bytes on it.
  private static let elements: [Element] =
    Array(SyntheticInk.page(strokes: 4).elements)
    + [picture(png, 101), picture(svg, 102), picture(png, 103)]

  private static let known = [png.id: png, svg.id: svg]

  private static func clip() -> InkClip { InkClip(elements, contents: [:], blobs: known) }

  /// With a checksum that is right.
  private func sealed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var out = ByteWriter(bytes: Array(bytes))
    var sum = Checksum()
    out.bytes.withUnsafeBytes { sum.add($0) }
    out.write(word: sum.value)
    return out.bytes
  }

  @Test func `they come back with their bytes, each once, and with what they are of`() throws {
    let clip = Self.clip()
    let data = clip.data
    #expect(data[8] == 3)
    let read = try #require(InkClip(data: data, kinds: .complete))
    #expect(read.elements.map(\.kind) == clip.elements.map(\.kind))
    #expect(read.elements.map(\.canvasFromElement) == clip.elements.map(\.canvasFromElement))
    #expect(read.blobs.map(\.bytes) == [Self.png.bytes, Self.svg.bytes])
    #expect(read.blobs.map(\.type) == ["image/png", "image/svg+xml"])
    #expect(read.blobs.map(\.id) == [Self.png.id, Self.svg.id])
    #expect(read.data == data)
  }

  @Test func `the identity of bytes is what sha256sum prints`() {
    // echo -n abc | sha256sum
    #expect(
      InkClip.Blob(type: "", bytes: Array("abc".utf8)).id.description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `a picture whose bytes are missing, or too many, is left out and all else stays`() {
    let some = InkClip(Self.elements, contents: [:], blobs: [Self.svg.id: Self.svg])
    #expect(some.elements.count == 5 && some.blobs.map(\.id) == [Self.svg.id])
    #expect(some.elements.map(\.id.number) == Array(1...5))
    #expect(InkClip(data: some.data, kinds: .complete)?.elements.count == 5)
    let none = InkClip(Self.elements, contents: [:])
    #expect(none.elements.count == 4 && none.blobs.isEmpty && none.data[8] == 1)
    let long = InkClip.Blob(
      Self.png.id, type: "image/png",
      bytes: [UInt8](repeating: 0, count: Int(InkClip.mostBlobBytes) + 1))
    let most = InkClip(
      Self.elements, contents: [:], blobs: [Self.svg.id: Self.svg, Self.png.id: long])
    #expect(most.elements.count == 5)
  }

  @Test func `bytes under an identity that is not theirs make no picture`() throws {
    let data = Self.clip().data
    // The bytes of the first picture lie in it as they are.
    let start = try #require(
      data.indices.first { data[$0...].starts(with: Self.png.bytes.prefix(64)) })
    var forged = Array(data.dropLast(4))
    forged[start + 3] ^= 1
    let read = try #require(InkClip(data: sealed(forged), kinds: .complete))
    #expect(read.blobs.map(\.id) == [Self.svg.id])
    #expect(read.elements.flatMap(\.kind.blobs) == [Self.svg.id])
  }

  @Test func `who does not know pictures takes the ink and none of the bytes`() throws {
    let read = try #require(InkClip(data: Self.clip().data, kinds: ElementKinds([Shape.self])))
    #expect(read.elements.count == 4 && read.blobs.isEmpty)
  }

  @Test func `a clip of version 2, which had no bytes, is read as far as that goes`() throws {
    // As it was written before: kinds, and no list of bytes.
    var old = Array(Self.clip().data.dropLast(4))
    var list = ByteWriter()
    list.write(varint: 2)
    for blob in [Self.png, Self.svg] {
      list.write(varint: UInt64(blob.type.utf8.count))
      list.write(Array(blob.type.utf8))
      list.write(varint: UInt64(blob.bytes.count))
      list.write(blob.bytes)
    }
    #expect(old.suffix(list.bytes.count) == list.bytes[...])
    old.removeLast(list.bytes.count)
    old[8] = 2
    let read = try #require(InkClip(data: sealed(old), kinds: .complete))
    #expect(read.elements.count == 4 && read.blobs.isEmpty)
    // A later version's is not guessed at.
    old[8] = 4
    #expect(InkClip(data: sealed(old), kinds: .complete) == nil)
  }

  @Test func `lists that promise more than is there, or name bytes twice, are refused`() {
    let base = Array(Self.clip().data.dropLast(4))
    let tail = 1 + (1 + 9) + (2 + 5000) + (1 + 13) + (1 + 6)
    let body = Array(base.dropLast(tail))
    func list(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
      var out = ByteWriter(bytes: body)
      write(&out)
      return sealed(out.bytes)
    }
    func add(_ blob: InkClip.Blob, to out: inout ByteWriter) {
      out.write(varint: UInt64(blob.type.utf8.count))
      out.write(Array(blob.type.utf8))
      out.write(varint: UInt64(blob.bytes.count))
      out.write(blob.bytes)
    }
    // The same as it was, so that what follows is refused for its own sake.
    #expect(
      InkClip(
        data: list {
          $0.write(varint: 2)
          add(Self.png, to: &$0)
          add(Self.svg, to: &$0)
        }, kinds: .complete)?.elements.count == 7)
    let wrong: [(String, (inout ByteWriter) -> Void)] = [
      ("a count beyond the end", { $0.write(varint: 1 << 40) }),
      (
        "a length beyond the end",
        {
          $0.write(varint: 1)
          $0.write(varint: 0)
          $0.write(varint: UInt64.max)
        }
      ),
      (
        "the same twice",
        {
          $0.write(varint: 2)
          add(Self.png, to: &$0)
          add(Self.png, to: &$0)
        }
      ),
      (
        "a type that is a book",
        {
          $0.write(varint: 1)
          add(InkClip.Blob(type: String(repeating: "a", count: 201), bytes: [1]), to: &$0)
        }
      ),
      (
        "something behind it",
        {
          $0.write(varint: 1)
          add(Self.png, to: &$0)
          $0.write(byte: 0)
        }
      ),
    ]
    for (what, write) in wrong {
      #expect(InkClip(data: list(write), kinds: .complete) == nil, "\(what)")
    }
  }

  @Test func `bytes that were made to do harm are refused or are elements with their bytes`() {
    let good = Self.clip().data
    var g = SeededGenerator(seed: 11)
    var refused = 0
    for _ in 0..<600 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &g) {
        bytes[Int.random(in: 9..<bytes.count - 4, using: &g)] = UInt8.random(
          in: .min ... .max, using: &g)
      }
      guard let clip = InkClip(data: sealed(bytes.dropLast(4)), kinds: .complete) else {
        refused += 1
        continue
      }
      let held = Set(clip.blobs.map(\.id))
      for element in clip.elements {
        #expect(element.isWithinLimits && held.isSuperset(of: element.kind.blobs))
      }
      for blob in clip.blobs {
        #expect(InkClip.Blob(type: blob.type, bytes: blob.bytes).id == blob.id)
      }
    }
    // Most hits are in the bytes of the picture, which then is left out.
    #expect(refused > 100)
  }

  // MARK: Into a file and out of it

  @Test func `bytes go into a file once, and come out of it as they went in`() async throws {
    let folder = try TemporaryFolder()
    let store = try await DocumentStore.open(folder["a.plumbago"], kinds: .complete)
    let long = [UInt8](repeating: 3, count: 600_000)
    for _ in 0..<2 {
      let draft = try await store.beginBlob(type: "image/jpeg")
      try await store.append(long, to: draft)
      let id = try await store.finish(draft)
      #expect(id == InkClip.Blob(type: "", bytes: long).id)
    }
    let id = InkClip.Blob(type: "", bytes: long).id
    let blob = try #require(try await store.clipBlob(id, limit: 1 << 20))
    #expect(blob.bytes == long && blob.type == "image/jpeg" && blob.id == id)
    #expect(try await store.clipBlob(id, limit: 599_999) == nil)
    #expect(try await store.clipBlob(Self.png.id, limit: 1 << 20) == nil)
    // And into a file of their own, in place of another; never in place of a drawing.
    try Data([1, 2, 3]).write(to: URL(filePath: folder["out.jpg"]))
    try await store.write(id, to: folder["out.jpg"])
    #expect(Array(try Data(contentsOf: URL(filePath: folder["out.jpg"]))) == long)
    await #expect(throws: DocumentStoreError.self) {
      try await store.write(id, to: folder["a.plumbago"])
    }
    await #expect(throws: DocumentStoreError.self) {
      try await store.write(Self.png.id, to: folder["none.png"])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names.filter { !$0.hasPrefix("a.plumbago") } == ["out.jpg"])
    try await store.close()
  }
}
