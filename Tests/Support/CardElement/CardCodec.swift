import InkModel
import InkStore

extension Card: StoredElement {
  public static let kindName = "card"

  public func encode(into out: inout ByteWriter) {
    for v in [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY] { out.write(double: v) }
    out.write(word: fill.rgba)
  }

  public init(decoding reader: inout ByteReader) throws(CodecError) {
    let box = Rect(
      minX: try reader.double(), minY: try reader.double(), maxX: try reader.double(),
      maxY: try reader.double())
    guard !box.isEmpty, box.corners.allSatisfy(\.isFinite) else {
      throw CodecError(reason: "a card has no size")
    }
    self.init(box, fill: Color(rgba: try reader.word()))
  }
}

extension ElementKinds {
  /// What ships, and cards.
  public static let withCards = ElementKinds(standard.all + [Card.self])
}
