import InkModel

extension Shape: StoredElement {
  public static let kindName = "shape"

  /// The numbers of outlines in files.
  private enum Number {
    static let line: UInt8 = 1
    static let polyline: UInt8 = 2
    static let arrow: UInt8 = 3
    static let rectangle: UInt8 = 4
    static let ellipse: UInt8 = 5
    static let polygon: UInt8 = 6
    static let arc: UInt8 = 7
  }

  public func encode(into out: inout ByteWriter) {
    out.write(text: ink.brush)
    out.write(varint: UInt64(clamping: ink.brushVersion))
    out.write(word: ink.color.rgba)
    out.write(double: ink.size)
    out.write(word: seed)
    switch outline {
    case .line(let a, let b):
      out.write(byte: Number.line)
      out.write(a)
      out.write(b)
    case .polyline(let points):
      out.write(byte: Number.polyline)
      out.write(points)
    case .arrow(let points, let atStart, let atEnd):
      out.write(byte: Number.arrow)
      out.write(byte: (atStart ? 1 : 0) | (atEnd ? 2 : 0))
      out.write(points)
    case .rectangle(let box):
      out.write(byte: Number.rectangle)
      out.write(box)
    case .ellipse(let box):
      out.write(byte: Number.ellipse)
      out.write(box)
    case .polygon(let points):
      out.write(byte: Number.polygon)
      out.write(points)
    case .arc(let box, let start, let sweep):
      out.write(byte: Number.arc)
      out.write(box)
      out.write(double: start)
      out.write(double: sweep)
    }
  }

  public init(decoding reader: inout ByteReader) throws(CodecError) {
    let brush = try reader.text()
    let version = try reader.varint()
    guard version <= UInt64(Int32.max) else { throw CodecError(reason: "\(version) is no version") }
    let ink = Ink(
      brush: brush, brushVersion: Int(version), color: Color(rgba: try reader.word()),
      size: try reader.double())
    let seed = try reader.word()
    let outline: ShapeOutline
    switch try reader.byte() {
    case Number.line: outline = .line(try reader.point(), try reader.point())
    case Number.polyline: outline = .polyline(try reader.points())
    case Number.arrow:
      let heads = try reader.byte()
      outline = .arrow(try reader.points(), atStart: heads & 1 != 0, atEnd: heads & 2 != 0)
    case Number.rectangle: outline = .rectangle(try reader.rect())
    case Number.ellipse: outline = .ellipse(try reader.rect())
    case Number.polygon: outline = .polygon(try reader.points())
    case Number.arc:
      outline = .arc(
        try reader.rect(), start: try reader.double(), sweep: try reader.double())
    case let other: throw CodecError(reason: "it is a shape of no known sort (\(other))")
    }
    self.init(outline, ink: ink, seed: seed)
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ p: Point) {
    write(double: p.x)
    write(double: p.y)
  }

  fileprivate mutating func write(_ points: [Point]) {
    write(varint: UInt64(points.count))
    for p in points { write(p) }
  }

  fileprivate mutating func write(_ box: Rect) {
    for v in [box.minX, box.minY, box.maxX, box.maxY] { write(double: v) }
  }
}

extension ByteReader {
  fileprivate mutating func point() throws(CodecError) -> Point {
    Point(try double(), try double())
  }

  fileprivate mutating func points() throws(CodecError) -> [Point] {
    var points: [Point] = []
    for _ in 0..<(try count(bytesEach: 16)) { points.append(try point()) }
    return points
  }

  fileprivate mutating func rect() throws(CodecError) -> Rect {
    Rect(minX: try double(), minY: try double(), maxX: try double(), maxY: try double())
  }
}
