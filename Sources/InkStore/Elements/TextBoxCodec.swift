import InkModel

extension TextBox: StoredElement {
  public static let kindName = "text"

  public func encode(into out: inout ByteWriter) {
    out.write(byte: UInt8(alignment.rawValue))
    out.write(byte: width == nil ? 0 : 1)
    if let width { out.write(double: width) }
    for v in [extent.minX, extent.minY, extent.maxX, extent.maxY] { out.write(double: v) }
    out.write(varint: UInt64(runs.count))
    for run in runs {
      out.write(text: run.text)
      out.write(text: run.family)
      out.write(double: run.size)
      out.write(varint: UInt64(clamping: run.weight))
      out.write(byte: UInt8(run.slant.rawValue))
      out.write(word: run.color.rgba)
    }
  }

  public init(decoding reader: inout ByteReader) throws(CodecError) {
    guard let alignment = TextAlignment(rawValue: Int(try reader.byte())) else {
      throw CodecError(reason: "its lines are aligned in no known way")
    }
    let width = try reader.byte() == 0 ? nil : try reader.double()
    let extent = Rect(
      minX: try reader.double(), minY: try reader.double(), maxX: try reader.double(),
      maxY: try reader.double())
    var runs: [TextRun] = []
    for _ in 0..<(try reader.count(bytesEach: 16)) {
      let (text, family) = (try reader.text(), try reader.text())
      let (size, weight) = (try reader.double(), try reader.varint())
      guard let slant = TextSlant(rawValue: Int(try reader.byte())) else {
        throw CodecError(reason: "its letters lean in no known way")
      }
      runs.append(
        TextRun(
          text, family: family, size: size, weight: Int(clamping: weight), slant: slant,
          color: Color(rgba: try reader.word())))
    }
    self.init(runs, alignment: alignment, width: width, extent: extent)
  }
}
