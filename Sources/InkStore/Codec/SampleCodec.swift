import InkModel

/// The samples of a stroke as a blob; decode(encode(samples)) == samples, each ``rounded``.
///
/// Positions are kept to 1/4096 of a canvas point (0.09 µm on paper, a 64th of a pixel at 64 times
/// zoom) however far from the origin, times to a microsecond, axes exactly. Payload: the number of
/// samples as a varint, times, x, y (``ColumnCodec``), then a varint with two bits an axis, lowest
/// first in the order of ``axes`` (0: no sample has it, 1: all have, 2: some have), then a column
/// an axis; one that only some samples have is led by a bit a sample, lowest bit first.
enum SampleCodec {
  /// Binary digits after the point that positions keep.
  static let positionExponent = 12

  private static var axes: [WritableKeyPath<StylusSample, Float?>] {
    [\.force, \.altitude, \.azimuth, \.roll, \.slider, \.distance]
  }

  static func encode(_ samples: [StylusSample], row: Int64) -> [UInt8] {
    BlobEnvelope.seal(.contentSamples, row: row) { out in
      out.write(varint: UInt64(samples.count))
      guard !samples.isEmpty else { return }
      let rounded = samples.map(\.roundedForFile)
      ColumnCodec.encode(millionths: rounded.map(\.time), into: &out)
      ColumnCodec.encode(rounded.map(\.position.x), exponent: positionExponent, into: &out)
      ColumnCodec.encode(rounded.map(\.position.y), exponent: positionExponent, into: &out)
      let columns = axes.map { axis in rounded.map { $0[keyPath: axis] } }
      let presence = columns.map { column -> UInt64 in
        let n = column.count { $0 != nil }
        return n == 0 ? 0 : n == column.count ? 1 : 2
      }
      out.write(varint: presence.enumerated().reduce(0) { $0 | $1.element << (2 * $1.offset) })
      for (column, presence) in zip(columns, presence) where presence != 0 {
        if presence == 2 { out.write(bits: column.map { $0 != nil }) }
        ColumnCodec.encode(column.compactMap { $0 }, into: &out)
      }
    }
  }

  static func decode(
    _ bytes: UnsafeRawBufferPointer, row: Int64
  ) throws(CodecError) -> [StylusSample] {
    var reader = try BlobEnvelope.open(.contentSamples, row: row, bytes)
    let n = try reader.count(bytesEach: 1)
    var samples = [StylusSample](repeating: StylusSample(position: .zero, time: 0), count: n)
    if n > 0 {
      try ColumnCodec.decodeDoubles(n, from: &reader) { samples[$0].time = $1 }
      try ColumnCodec.decodeDoubles(n, from: &reader) { samples[$0].position.x = $1 }
      try ColumnCodec.decodeDoubles(n, from: &reader) { samples[$0].position.y = $1 }
      let presence = try reader.varint()
      for (i, axis) in axes.enumerated() {
        switch presence >> UInt64(2 * i) & 3 {
        case 0:
          break
        case 1:
          try ColumnCodec.decode(n, from: &reader) { samples[$0][keyPath: axis] = $1 }
        case 2:
          let which = try reader.bits(n).enumerated().filter(\.element).map(\.offset)
          try ColumnCodec.decode(which.count, from: &reader) {
            samples[which[$0]][keyPath: axis] = $1
          }
        default:
          throw CodecError(reason: "an axis has an unknown encoding")
        }
      }
    }
    guard reader.remaining == 0 else {
      throw CodecError(reason: "\(reader.remaining) bytes are left over")
    }
    return samples
  }
}

extension StylusSample {
  /// This sample at the precision that a file keeps: the position to 1/4096 canvas point, the time
  /// to a microsecond, the axes as they are.
  ///
  /// Rounding twice is rounding once.
  public var roundedForFile: StylusSample {
    var copy = self
    let scale = Double(1 << SampleCodec.positionExponent)
    copy.position.x = Self.rounded(position.x, scale)
    copy.position.y = Self.rounded(position.y, scale)
    copy.time = Self.rounded(time, 1_000_000)
    return copy
  }

  /// Numbers that are so large that they have no such digits, and what is no number, stay.
  private static func rounded(_ value: Double, _ scale: Double) -> Double {
    let scaled = (value * scale).rounded()
    return scaled.magnitude < ColumnCodec.limit ? scaled / scale : value
  }
}

extension StrokeContent {
  /// This content at the precision that a file keeps; see ``StylusSample/roundedForFile``.
  public var roundedForFile: StrokeContent {
    var copy = self
    copy.samples = samples.map(\.roundedForFile)
    return copy
  }
}

extension ByteWriter {
  fileprivate mutating func write(bits: [Bool]) {
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for i in start..<min(start + 8, bits.count) where bits[i] { byte |= 1 << UInt8(i - start) }
      write(byte: byte)
    }
  }
}

extension ByteReader {
  fileprivate mutating func bits(_ count: Int) throws(CodecError) -> [Bool] {
    var bits: [Bool] = []
    while bits.count < count {
      let byte = try self.byte()
      for i in 0..<min(8, count - bits.count) { bits.append(byte >> UInt8(i) & 1 == 1) }
    }
    return bits
  }
}
