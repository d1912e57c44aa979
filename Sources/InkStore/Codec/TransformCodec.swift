import InkModel

/// A transform as 48 bytes: a, b, c, d, tx, ty, doubles with the lowest byte first.
enum TransformCodec {
  /// `nil` for the identity, which most elements have.
  static func encode(_ t: AffineTransform) -> [UInt8]? {
    if t == .identity { return nil }
    var out = ByteWriter()
    for v in [t.a, t.b, t.c, t.d, t.tx, t.ty] { out.write(double: v) }
    return out.bytes
  }

  static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> AffineTransform {
    guard bytes.count == 48 else { throw CodecError(reason: "it has \(bytes.count) bytes, not 48") }
    var reader = ByteReader(bytes)
    return AffineTransform(
      a: try reader.double(), b: try reader.double(), c: try reader.double(),
      d: try reader.double(), tx: try reader.double(), ty: try reader.double())
  }
}
