import InkModel

/// What erasers left of a stroke as a blob: `extra` of a stroke's element.
///
/// Payload: the number of spans as a varint, each two doubles; the number of trails as a varint,
/// each its radius as a double, a byte that says whether six doubles of a transform follow (a, b, c,
/// d, tx, ty), the number of positions as a varint, and their x and y (``ColumnCodec``).
enum ErasureCodec {
  /// Binary fraction digits of eraser positions at which they take the fewest bytes.
  static let positionExponent = 12

  /// `nil` for a stroke that no eraser touched.
  static func encode(_ stroke: Stroke, row: Int64) -> [UInt8]? {
    if stroke.spans.isEmpty && stroke.trails.isEmpty { return nil }
    return BlobEnvelope.seal(.elementExtra, row: row) { out in
      out.write(varint: UInt64(stroke.spans.count))
      for span in stroke.spans {
        out.write(double: span.lowerBound)
        out.write(double: span.upperBound)
      }
      out.write(varint: UInt64(stroke.trails.count))
      for trail in stroke.trails {
        out.write(double: trail.radius)
        let t = trail.elementFromTrail
        out.write(byte: t == .identity ? 0 : 1)
        if t != .identity {
          for v in [t.a, t.b, t.c, t.d, t.tx, t.ty] { out.write(double: v) }
        }
        out.write(varint: UInt64(trail.positions.count))
        ColumnCodec.encode(trail.positions.map(\.x), exponent: positionExponent, into: &out)
        ColumnCodec.encode(trail.positions.map(\.y), exponent: positionExponent, into: &out)
      }
    }
  }

  /// Reads spans and trails into a stroke that has its path.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, row: Int64, into stroke: inout Stroke
  ) throws(CodecError) {
    var reader = try BlobEnvelope.open(.elementExtra, row: row, bytes)
    // Each position took a byte or more when it was written; so all trails together have no more either.
    var room = reader.remaining
    let end = stroke.path.span.upperBound
    for _ in 0..<(try reader.count(bytesEach: 16)) {
      let (low, high) = (try reader.double(), try reader.double())
      guard 0 <= low, low <= high, high <= end else {
        throw CodecError(reason: "a stretch is not one of its path")
      }
      stroke.spans.append(low...high)
    }
    for _ in 0..<(try reader.count(bytesEach: 10)) {
      let radius = try reader.double()
      var t = AffineTransform.identity
      if try reader.byte() != 0 {
        t = AffineTransform(
          a: try reader.double(), b: try reader.double(), c: try reader.double(),
          d: try reader.double(), tx: try reader.double(), ty: try reader.double())
      }
      let n = try reader.count(bytesEach: 1)
      room -= n
      guard room >= 0 else { throw CodecError(reason: "erasers have more positions than bytes") }
      var positions = [Point](repeating: .zero, count: n)
      try ColumnCodec.decodeDoubles(n, from: &reader) { positions[$0].x = $1 }
      try ColumnCodec.decodeDoubles(n, from: &reader) { positions[$0].y = $1 }
      stroke.trails.append(EraserTrail(positions: positions, radius: radius, elementFromTrail: t))
    }
    guard reader.remaining == 0 else {
      throw CodecError(reason: "\(reader.remaining) bytes are left over")
    }
  }
}
