import InkModel

extension PlacedPicture: StoredElement {
  public static let kindName = "picture"

  public func encode(into out: inout ByteWriter) {
    out.write(blob.bytes)
    for v in [width, height, crop.minX, crop.minY, crop.maxX, crop.maxY, opacity] {
      out.write(double: v)
    }
    out.write(text: alternativeText)
  }

  public init(decoding reader: inout ByteReader) throws(CodecError) {
    guard let blob = BlobID(try reader.bytes(BlobID.size)) else {
      throw CodecError(reason: "its bytes have no name")
    }
    let (width, height) = (try reader.double(), try reader.double())
    let crop = Rect(
      minX: try reader.double(), minY: try reader.double(), maxX: try reader.double(),
      maxY: try reader.double())
    self.init(
      blob: blob, width: width, height: height, crop: crop, opacity: try reader.double(),
      alternativeText: try reader.text())
  }
}
