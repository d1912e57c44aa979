import InkModel

/// A modelled path as a blob; decode(encode(path)) == path, bit for bit.
///
/// Payload: the number of points as a varint, then six columns (``ColumnCodec``): time offset, x,
/// y, force, altitude, azimuth. Axes that the tool did not report hold constants and cost five
/// bytes each for the whole stroke. Two fields may follow: the lead and the trail, floats as words,
/// of a path that was cut down; and after these, even where both are 0, a column of barrel
/// rotations, if the tool reported them.
enum PathCodec {
  static func encode(_ path: StrokePath, at column: BlobEnvelope.Column, row: Int64) -> [UInt8] {
    BlobEnvelope.seal(column, row: row) { out in
      let points = path.points
      out.write(varint: UInt64(points.count))
      ColumnCodec.encode(points.map(\.timeOffset), mayBeConstant: false, into: &out)
      ColumnCodec.encode(points.map(\.x), into: &out)
      ColumnCodec.encode(points.map(\.y), into: &out)
      ColumnCodec.encode(points.map(\.force), into: &out)
      ColumnCodec.encode(points.map(\.altitude), into: &out)
      ColumnCodec.encode(points.map(\.azimuth), into: &out)
      let hasBarrel = points.contains { $0.barrel.bitPattern != $0.azimuth.bitPattern }
      if hasBarrel || path.lead != 0 || path.trail != 0 {
        out.write(word: path.lead.bitPattern)
        out.write(word: path.trail.bitPattern)
      }
      if hasBarrel { ColumnCodec.encode(points.map(\.barrel), into: &out) }
    }
  }

  static func decode(
    _ bytes: UnsafeRawBufferPointer, at column: BlobEnvelope.Column, row: Int64
  ) throws(CodecError) -> StrokePath {
    var reader = try BlobEnvelope.open(column, row: row, bytes)
    let n = try reader.count(bytesEach: 1)
    var points = [StrokePoint](repeating: StrokePoint(x: 0, y: 0), count: n)
    // A large part of the time of opening a large drawing: the buffer saves a bounds check a number.
    try points.withUnsafeMutableBufferPointer { p throws(CodecError) in
      try ColumnCodec.decode(n, from: &reader) { p[$0].timeOffset = $1 }
      try ColumnCodec.decode(n, from: &reader) { p[$0].x = $1 }
      try ColumnCodec.decode(n, from: &reader) { p[$0].y = $1 }
      try ColumnCodec.decode(n, from: &reader) { p[$0].force = $1 }
      try ColumnCodec.decode(n, from: &reader) { p[$0].altitude = $1 }
      try ColumnCodec.decode(n, from: &reader) {
        p[$0].azimuth = $1
        p[$0].barrel = $1
      }
    }
    var path = StrokePath(points)
    if reader.remaining >= 8 {
      path.lead = Float(bitPattern: try reader.word())
      path.trail = Float(bitPattern: try reader.word())
    }
    if reader.remaining > 0 {
      try ColumnCodec.decode(n, from: &reader) { path.points[$0].barrel = $1 }
    }
    guard reader.remaining == 0 else {
      throw CodecError(reason: "\(reader.remaining) bytes are left over")
    }
    return path
  }
}
