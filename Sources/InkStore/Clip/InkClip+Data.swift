import InkModel

/// A clip as bytes.
///
/// Eight letters (`plumbink`), a version byte (1; 2 where the list of other kinds is there; 3 where that of bytes is, too),
/// then numbers as in files (``ByteWriter``):
///
/// - the number of contents; each its tool (text), its serial and hardware numbers, the modeler's
///   version, the seed (a word), its path and its samples (blobs);
/// - the number of strokes; each the number of its content, its brush (text) and that one's
///   version, the colour (a word), the size (a double), whether a transform follows (a byte) and the
///   transform (48 bytes), the seed (a word), its own path and what was erased of it (blobs, empty
///   where there is none);
/// - where there are elements of other kinds, their number; each how many elements are painted before
///   it, its kind (text), whether a transform follows and the transform, and its value (a blob);
/// - where elements show bytes, the number of those; each its media type (text) and the bytes;
/// - CRC-32C of all that.
///
/// Texts and blobs are led by their length. Blobs are those of files, sealed as such; their row is the
/// number of the content, stroke or other element, each counted from 1. Elements of kinds that a reader
/// does not know are left out, and so are those whose bytes are not there.
extension InkClip {
  private static let magic = Array("plumbink".utf8)
  /// With strokes alone, with other kinds among them, and with bytes that those show.
  static let versions: (strokes: UInt8, kinds: UInt8, bytes: UInt8) = (1, 2, 3)

  public var data: [UInt8] {
    let strokes = elements.compactMap { e in e.kind.inkStroke.map { (e.canvasFromElement, $0) } }
    let isMixed = strokes.count < elements.count
    var out = ByteWriter(bytes: Self.magic)
    let version = isMixed ? Self.versions.kinds : Self.versions.strokes
    out.write(byte: blobs.isEmpty ? version : Self.versions.bytes)
    out.write(varint: UInt64(contents.count))
    var paths: [ContentID: StrokePath] = [:]
    for content in contents {
      paths[content.id] = content.path
      out.write(content)
    }
    out.write(varint: UInt64(strokes.count))
    for (i, (transform, stroke)) in strokes.enumerated() {
      out.write(stroke, row: Int64(i + 1), transform, contentPath: paths[stroke.content])
    }
    if isMixed {
      let others = elements.enumerated().compactMap { i, e in
        (e.kind.otherValue as? any StoredElement).map { (i, e.canvasFromElement, $0) }
      }
      out.write(varint: UInt64(others.count))
      for (n, (i, transform, value)) in others.enumerated() {
        out.write(varint: UInt64(i))
        out.write(blob: Array(value.kindName.utf8))
        out.write(transform)
        out.write(blob: value.blob(row: Int64(n + 1)))
      }
    }
    if !blobs.isEmpty {
      out.write(varint: UInt64(blobs.count))
      for blob in blobs {
        out.write(blob: Array(blob.type.utf8))
        out.write(blob: blob.bytes)
      }
    }
    var sum = Checksum()
    out.bytes.withUnsafeBytes { sum.add($0) }
    out.write(word: sum.value)
    return out.bytes
  }

  /// The most bytes that are read, far more than a day's writing.
  ///
  /// Larger: another program's clipboard can make the app allocate more memory.
  public static let mostBytes = 512 << 20

  /// From bytes of any origin; `nil` where they are no clip, or one of a later version, or
  /// damaged.
  public init?(data: [UInt8], kinds: ElementKinds = .standard) {
    guard data.count <= Self.mostBytes,
      let read = try? data.withUnsafeBytes({ bytes in try Self(reading: bytes, kinds) })
    else { return nil }
    self = read
  }

  private init(
    reading bytes: UnsafeRawBufferPointer, _ kinds: ElementKinds
  ) throws(CodecError) {
    guard bytes.count > Self.magic.count + 5, bytes.starts(with: Self.magic) else {
      throw CodecError(reason: "it is no clip")
    }
    var sum = Checksum()
    sum.add(UnsafeRawBufferPointer(rebasing: bytes.dropLast(4)))
    var tail = ByteReader(UnsafeRawBufferPointer(rebasing: bytes.suffix(4)))
    guard try tail.word() == sum.value else {
      throw CodecError(reason: "its checksum does not match")
    }
    let body = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.magic.count).dropLast(4))
    var reader = ByteReader(body)
    let found = try reader.byte()
    guard (Self.versions.strokes...Self.versions.bytes).contains(found) else {
      throw CodecError(reason: "its version is \(found)")
    }
    var contents: [StrokeContent] = []
    for row in 0..<(try reader.count(bytesEach: 16)) {
      contents.append(try StrokeContent(Int64(row + 1), from: &reader, of: body))
    }
    var placed: [(kind: Element.Kind, transform: AffineTransform)] = []
    for row in 0..<(try reader.count(bytesEach: 16)) {
      placed.append(try reader.stroke(Int64(row + 1), contents, of: body))
    }
    let used = Set(placed.compactMap(\.kind.content))
    if found >= Self.versions.kinds {
      // An element that is left out still counts as painted before the next.
      var missing = 0
      for row in 0..<(try reader.count(bytesEach: 8)) {
        let before = try reader.small() - missing
        guard before >= 0, before <= placed.count else {
          throw CodecError(reason: "an element is out of order")
        }
        let name = try reader.text(of: body)
        let transform = try reader.transform(of: body)
        let blob = try reader.blob(of: body)
        if let value = try kinds.read(name, blob, row: Int64(row + 1)) {
          placed.insert((.other(value), transform), at: before)
        } else {
          missing += 1
        }
      }
    }
    let bytes = found == Self.versions.bytes ? try reader.blobs(of: body) : [:]
    var elements: [Element] = []
    var order = OrderKey.first
    for (i, (kind, transform)) in placed.enumerated() {
      let element = Element(
        id: ElementID(Int64(i + 1)), order: order, canvasFromElement: transform, kind: kind)
      guard element.isWithinLimits else {
        throw CodecError(reason: "element \(i + 1) makes no sense")
      }
      elements.append(element)
      order = order.next
    }
    let (shown, blobs) = Self.withBlobs(elements, bytes)
    guard reader.remaining == 0, !shown.isEmpty, used.count == contents.count else {
      throw CodecError(reason: "it holds what it should not")
    }
    self.init(
      elements: shown.enumerated().map { $1.version(ElementID(Int64($0 + 1))) },
      contents: contents, blobs: blobs)
  }
}

extension ByteWriter {
  fileprivate mutating func write(blob: [UInt8]) {
    write(varint: UInt64(blob.count))
    bytes += blob
  }

  /// The nearest version that is read again (``ByteReader/small()``): a file may name any.
  fileprivate mutating func write(version: Int) {
    write(varint: UInt64(min(max(version, 0), Int(Int32.max))))
  }

  fileprivate mutating func write(_ transform: AffineTransform) {
    let matrix = TransformCodec.encode(transform)
    write(byte: matrix == nil ? 0 : 1)
    bytes += matrix ?? []
  }

  fileprivate mutating func write(_ content: StrokeContent) {
    let row = content.id.number
    write(blob: Array(content.tool.kind.rawValue.utf8))
    write(varint: content.tool.serial)
    write(varint: content.tool.hardwareID)
    write(version: content.modelerVersion)
    write(word: content.seed)
    write(blob: PathCodec.encode(content.path, at: .contentPath, row: row))
    write(blob: SampleCodec.encode(content.samples, row: row))
  }

  fileprivate mutating func write(
    _ stroke: Stroke, row: Int64, _ transform: AffineTransform, contentPath: StrokePath?
  ) {
    write(varint: UInt64(stroke.content.number))
    write(blob: Array(stroke.ink.brush.utf8))
    write(version: stroke.ink.brushVersion)
    write(word: stroke.ink.color.rgba)
    write(double: stroke.ink.size)
    write(transform)
    write(word: stroke.seed)
    let isOwn = contentPath != stroke.path
    write(blob: isOwn ? PathCodec.encode(stroke.path, at: .elementPath, row: row) : [])
    write(blob: ErasureCodec.encode(stroke, row: row) ?? [])
  }
}

extension ByteReader {
  /// The next blob; `body` is what this reader reads.
  fileprivate mutating func blob(
    of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    try take(try count(bytesEach: 1), of: body)
  }

  fileprivate mutating func take(
    _ n: Int, of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> UnsafeRawBufferPointer {
    let start = offset
    try skip(n)
    return UnsafeRawBufferPointer(rebasing: body[start..<start + n])
  }

  fileprivate mutating func text(
    of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> String {
    String(decoding: try blob(of: body), as: UTF8.self)
  }

  /// The bytes that elements show, by what they are.
  fileprivate mutating func blobs(
    of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> [BlobID: InkClip.Blob] {
    var blobs: [BlobID: InkClip.Blob] = [:]
    var room = InkClip.mostBlobBytes
    for _ in 0..<(try count(bytesEach: 2)) {
      let type = try text(of: body)
      let bytes = try blob(of: body)
      room -= Int64(bytes.count)
      guard type.utf8.count <= InkClip.mostTypeBytes, room >= 0 else {
        throw CodecError(reason: "it holds too many bytes")
      }
      let blob = InkClip.Blob(type: type, bytes: Array(bytes))
      guard blobs.updateValue(blob, forKey: blob.id) == nil else {
        throw CodecError(reason: "it holds the same bytes twice")
      }
    }
    return blobs
  }

  fileprivate mutating func small() throws(CodecError) -> Int {
    let v = try varint()
    guard v <= UInt64(Int32.max) else { throw CodecError(reason: "\(v) is no version") }
    return Int(v)
  }
}

extension StrokeContent {
  fileprivate init(
    _ row: Int64, from reader: inout ByteReader, of body: UnsafeRawBufferPointer
  ) throws(CodecError) {
    let kind = StylusTool.Kind(rawValue: try reader.text(of: body)) ?? .pen
    let tool = StylusTool(kind, serial: try reader.varint(), hardwareID: try reader.varint())
    let modeler = try reader.small()
    let seed = try reader.word()
    let path = try PathCodec.decode(try reader.blob(of: body), at: .contentPath, row: row)
    let samples = try SampleCodec.decode(try reader.blob(of: body), row: row)
    self.init(
      id: ContentID(row), tool: tool, samples: samples, path: path, modelerVersion: modeler,
      seed: seed)
  }
}

extension ByteReader {
  fileprivate mutating func transform(
    of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> AffineTransform {
    try byte() == 0 ? .identity : try TransformCodec.decode(try take(48, of: body))
  }

  fileprivate mutating func stroke(
    _ row: Int64, _ contents: [StrokeContent], of body: UnsafeRawBufferPointer
  ) throws(CodecError) -> (kind: Element.Kind, transform: AffineTransform) {
    let number = try varint()
    guard number >= 1, number <= UInt64(contents.count) else {
      throw CodecError(reason: "there is no content \(number)")
    }
    let content = contents[Int(number) - 1]
    let ink = Ink(
      brush: try text(of: body), brushVersion: try small(), color: Color(rgba: try word()),
      size: try double())
    let transform = try self.transform(of: body)
    let seed = try word()
    let path = try blob(of: body)
    var stroke = Stroke(
      content: content.id, ink: ink,
      path: path.isEmpty ? content.path : try PathCodec.decode(path, at: .elementPath, row: row),
      seed: seed)
    let erasure = try blob(of: body)
    if !erasure.isEmpty { try ErasureCodec.decode(erasure, row: row, into: &stroke) }
    return (.stroke(stroke), transform)
  }
}
