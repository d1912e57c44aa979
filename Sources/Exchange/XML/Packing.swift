import CZlib

/// The bytes of a file, unpacked part by part: plain, packed by gzip, or the one entry of a zip archive that holds the
/// drawing.
///
/// A file of a megabyte may hold a thousand times as much: what comes out is limited.
final class UnpackedBytes {
  private enum Source {
    case plain
    case deflated(ZStream)
  }

  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  private var source: Source
  private var isOver = false
  private var total = 0
  private static let chunk = 1 << 16

  /// The most bytes that come out.
  private let limit: Int

  init(_ bytes: [UInt8], limit: Int = ExchangeLimits.bytes) throws(ExchangeError) {
    self.bytes = bytes
    self.limit = limit
    position = 0
    end = bytes.count
    source = .plain
    if bytes.starts(with: [0x1F, 0x8B]) {
      // 15 bits of window, and 16 for gzip's own head and tail.
      source = .deflated(try Self.stream(windowBits: 15 + 16))
    } else if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      let entry = try ZipEntry(in: bytes)
      position = entry.range.lowerBound
      isOver = entry.range.isEmpty
      source = entry.isDeflated ? .deflated(try Self.stream(windowBits: -15)) : .plain
      zipEnd = entry.range.upperBound
    }
  }

  /// Where the entry of a zip archive ends.
  private var zipEnd: Int?

  private var last: Int { zipEnd ?? end }

  deinit {
    if case .deflated(let stream) = source { inflateEnd(stream.pointer) }
  }

  private static func stream(windowBits: Int32) throws(ExchangeError) -> ZStream {
    let stream = ZStream()
    guard plumbago_inflate_begin(stream.pointer, windowBits) == Z_OK else {
      throw .damaged("no memory")
    }
    return stream
  }

  /// The next part; `nil` at the end.
  func next() throws(ExchangeError) -> [UInt8]? {
    guard !isOver else { return nil }
    let part: [UInt8]
    switch source {
    case .plain:
      guard position < last else { return nil }
      part = Array(bytes[position..<min(position + Self.chunk, last)])
      position += part.count
    case .deflated(let stream):
      part = try inflate(stream.pointer)
      if part.isEmpty { return nil }
    }
    total += part.count
    guard total <= limit else { throw .tooLarge }
    return part
  }

  private func inflate(
    _ stream: UnsafeMutablePointer<z_stream>
  ) throws(ExchangeError) -> [UInt8] {
    var status = Z_OK
    let part = [UInt8](unsafeUninitializedCapacity: Self.chunk) { out, count in
      bytes.withUnsafeBufferPointer { all in
        stream.pointee.next_out = out.baseAddress
        stream.pointee.avail_out = UInt32(Self.chunk)
        repeat {
          let available = min(last - position, 1 << 20)
          // zlib does not write to what it reads.
          stream.pointee.next_in = all.baseAddress.map {
            UnsafeMutablePointer(mutating: $0 + position)
          }
          stream.pointee.avail_in = UInt32(available)
          status = CZlib.inflate(stream, Z_NO_FLUSH)
          position += available - Int(stream.pointee.avail_in)
          if status == Z_STREAM_END { break }
        } while status == Z_OK && stream.pointee.avail_out > 0 && position < last
        count = Self.chunk - Int(stream.pointee.avail_out)
      }
    }
    switch status {
    case Z_STREAM_END: isOver = true
    case Z_OK, Z_BUF_ERROR:
      if part.isEmpty { throw .damaged("it breaks off") }
    default: throw .damaged("it cannot be unpacked")
    }
    return part
  }
}

/// The entry of a zip archive that has a drawing: `content.xml`, or the only one.
///
/// APPNOTE.TXT of PKWARE, 4.3; without encryption and without the fields of 64 bits.
struct ZipEntry {
  var range: Range<Int>
  var isDeflated: Bool

  init(in bytes: [UInt8]) throws(ExchangeError) {
    func number(_ at: Int, _ size: Int) -> Int? {
      guard at >= 0, at + size <= bytes.count else { return nil }
      return (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    let broken = ExchangeError.damaged("its table of contents is damaged")
    // The end record has 22 bytes and a comment of at most 65,535.
    let start = max(0, bytes.count - 22 - 65_535)
    guard
      let end = stride(from: bytes.count - 22, through: start, by: -1)
        .first(where: { number($0, 4) == 0x0605_4B50 }),
      let count = number(end + 10, 2), var entry = number(end + 16, 4)
    else { throw broken }
    var found: (offset: Int, size: Int, method: Int)?
    for _ in 0..<count {
      guard number(entry, 4) == 0x0201_4B50, let flags = number(entry + 8, 2),
        let method = number(entry + 10, 2), let size = number(entry + 20, 4),
        let nameLength = number(entry + 28, 2), let extra = number(entry + 30, 2),
        let comment = number(entry + 32, 2), let offset = number(entry + 42, 4),
        entry + 46 + nameLength <= bytes.count
      else { throw broken }
      let name = String(decoding: bytes[entry + 46..<entry + 46 + nameLength], as: UTF8.self)
      if name == "content.xml" || count == 1 {
        guard flags & 1 == 0 else { throw .damaged("it is encrypted") }
        found = (offset, size, method)
      }
      entry += 46 + nameLength + extra + comment
    }
    guard let found else { throw .unknownFormat }
    guard number(found.offset, 4) == 0x0403_4B50, let nameLength = number(found.offset + 26, 2),
      let extra = number(found.offset + 28, 2)
    else { throw broken }
    let first = found.offset + 30 + nameLength + extra
    guard first + found.size <= bytes.count, [0, 8].contains(found.method) else { throw broken }
    range = first..<first + found.size
    isDeflated = found.method == 8
  }
}

/// A `z_stream` that stays where it is: zlib's state knows its address.
private final class ZStream {
  let pointer: UnsafeMutablePointer<z_stream>

  init() {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: z_stream())
  }

  deinit { pointer.deallocate() }
}

/// Packs text by gzip (RFC 1952).
final class GzipPacker: XMLSink {
  private let stream = ZStream()
  private var packed: [UInt8] = []
  private var waiting: [UInt8] = []
  private var isOver = false

  init() {
    // Level 6 of zlib, its own choice; 16 for gzip's head and tail.
    plumbago_deflate_begin(stream.pointer, 6, 15 + 16)
  }

  deinit { if !isOver { deflateEnd(stream.pointer) } }

  func write(_ text: String) throws(ExchangeError) {
    waiting += text.utf8
    if waiting.count >= 1 << 16 { try pack(Z_NO_FLUSH) }
  }

  func finish() throws(ExchangeError) -> [UInt8] {
    try pack(Z_FINISH)
    isOver = true
    deflateEnd(stream.pointer)
    return packed
  }

  private func pack(_ flush: Int32) throws(ExchangeError) {
    var status = Z_OK
    waiting.withUnsafeMutableBufferPointer { input in
      stream.pointer.pointee.next_in = input.baseAddress
      stream.pointer.pointee.avail_in = UInt32(input.count)
      var room = [UInt8](repeating: 0, count: 1 << 16)
      repeat {
        room.withUnsafeMutableBufferPointer { out in
          stream.pointer.pointee.next_out = out.baseAddress
          stream.pointer.pointee.avail_out = UInt32(out.count)
          status = deflate(stream.pointer, flush)
        }
        packed += room[..<(room.count - Int(stream.pointer.pointee.avail_out))]
      } while status == Z_OK
        && (stream.pointer.pointee.avail_out == 0 || stream.pointer.pointee.avail_in > 0
          || flush == Z_FINISH)
    }
    waiting = []
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
      throw .damaged("it cannot be packed")
    }
  }
}
