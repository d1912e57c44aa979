import InkModel

/// A clip as bytes.
///
/// Eight letters (`plumbink`), a version byte (1), then numbers as in files (``ByteWriter``):
///
/// - the number of contents; each its tool (text), its serial and hardware numbers, the modeler's
///   version, the seed (a word), its path and its samples (blobs);
/// - the number of elements; each the number of its content, its brush (text) and that one's
///   version, the colour (a word), the size (a double), whether a transform follows (a byte) and the
///   transform (48 bytes), the seed (a word), its own path and what was erased of it (blobs, empty
///   where there is none);
/// - CRC-32C of all that.
///
/// Texts and blobs are led by their length. Blobs are those of files, sealed as such, the number of
/// the content or element being their row.
extension InkClip {
  private static let magic = Array("plumbink".utf8)
  static let version: UInt8 = 1

  public var data: [UInt8] {
    var out = ByteWriter(bytes: Self.magic)
    out.write(byte: Self.version)
    out.write(varint: UInt64(contents.count))
    var paths: [ContentID: StrokePath] = [:]
    for content in contents {
      let row = content.id.number
      paths[content.id] = content.path
      out.write(blob: Array(content.tool.kind.rawValue.utf8))
      out.write(varint: content.tool.serial)
      out.write(varint: content.tool.hardwareID)
      out.write(varint: UInt64(max(content.modelerVersion, 0)))
      out.write(word: content.seed)
      out.write(blob: PathCodec.encode(content.path, at: .contentPath, row: row))
      out.write(blob: SampleCodec.encode(content.samples, row: row))
    }
    out.write(varint: UInt64(elements.count))
    for element in elements {
      guard case .stroke(let stroke) = element.kind else { continue }
      let row = element.id.number
      out.write(varint: UInt64(stroke.content.number))
      out.write(blob: Array(stroke.ink.brush.utf8))
      out.write(varint: UInt64(max(stroke.ink.brushVersion, 0)))
      out.write(word: stroke.ink.color.rgba)
      out.write(double: stroke.ink.size)
      let transform = TransformCodec.encode(element.canvasFromElement)
      out.write(byte: transform == nil ? 0 : 1)
      out.bytes += transform ?? []
      out.write(word: stroke.seed)
      let isOwn = paths[stroke.content] != stroke.path
      out.write(
        blob: isOwn ? PathCodec.encode(stroke.path, at: .elementPath, row: row) : [])
      out.write(blob: ErasureCodec.encode(stroke, row: row) ?? [])
    }
    var sum = Checksum()
    out.bytes.withUnsafeBytes { sum.add($0) }
    out.write(word: sum.value)
    return out.bytes
  }

  /// The most bytes that are read, far above a day's writing.
  ///
  /// The more this is, the more memory another program's clipboard can make us take.
  public static let mostBytes = 512 << 20

  /// What bytes from elsewhere hold; `nil` where they are no clip, or one of a version to come, or
  /// damaged.
  public init?(data: [UInt8]) {
    guard data.count <= Self.mostBytes,
      let read = try? data.withUnsafeBytes({ bytes in try Self(reading: bytes) })
    else { return nil }
    self = read
  }

  private init(reading bytes: UnsafeRawBufferPointer) throws(CodecError) {
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
    guard found == Self.version else { throw CodecError(reason: "its version is \(found)") }
    var contents: [StrokeContent] = []
    var elements: [Element] = []
    for row in 0..<(try reader.count(bytesEach: 16)) {
      contents.append(try StrokeContent(Int64(row + 1), from: &reader, of: body))
    }
    var order = OrderKey.first
    for row in 0..<(try reader.count(bytesEach: 16)) {
      elements.append(
        try Element(Int64(row + 1), order, contents, from: &reader, of: body))
      order = order.next
    }
    let used = Set(
      elements.map { element in
        switch element.kind {
        case .stroke(let stroke): stroke.content
        }
      })
    guard reader.remaining == 0, !elements.isEmpty, used.count == contents.count else {
      throw CodecError(reason: "it holds what it should not")
    }
    self.init(elements: elements, contents: contents)
  }
}

extension ByteWriter {
  fileprivate mutating func write(blob: [UInt8]) {
    write(varint: UInt64(blob.count))
    bytes += blob
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

extension Element {
  fileprivate init(
    _ row: Int64, _ order: OrderKey, _ contents: [StrokeContent], from reader: inout ByteReader,
    of body: UnsafeRawBufferPointer
  ) throws(CodecError) {
    let number = try reader.varint()
    guard number >= 1, number <= UInt64(contents.count) else {
      throw CodecError(reason: "there is no content \(number)")
    }
    let content = contents[Int(number) - 1]
    let ink = Ink(
      brush: try reader.text(of: body), brushVersion: try reader.small(),
      color: Color(rgba: try reader.word()), size: try reader.double())
    var transform = AffineTransform.identity
    if try reader.byte() != 0 {
      transform = try TransformCodec.decode(try reader.take(48, of: body))
    }
    let seed = try reader.word()
    let path = try reader.blob(of: body)
    var stroke = Stroke(
      content: content.id, ink: ink,
      path: path.isEmpty ? content.path : try PathCodec.decode(path, at: .elementPath, row: row),
      seed: seed)
    let erasure = try reader.blob(of: body)
    if !erasure.isEmpty { try ErasureCodec.decode(erasure, row: row, into: &stroke) }
    guard !stroke.path.points.isEmpty, ink.size.isFinite, ink.size > 0, ink.size < 1e6,
      transform.inverse != nil, stroke.path.points.allSatisfy({ $0.position.isFinite })
    else { throw CodecError(reason: "element \(row) is nothing that can be drawn") }
    self.init(
      id: ElementID(row), order: order, canvasFromElement: transform, kind: .stroke(stroke))
    guard bounds.width.isFinite, bounds.height.isFinite, bounds.corners.allSatisfy(\.isFinite)
    else { throw CodecError(reason: "element \(row) is nowhere") }
  }
}
