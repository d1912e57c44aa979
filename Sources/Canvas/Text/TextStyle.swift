import InkModel

/// How text is set: font, size, colour and alignment.
public struct TextStyle: Hashable, Sendable {
  /// The name of a family of fonts.
  public var family = "Sans"
  /// In canvas points, within ``sizes``.
  public var size = 18.0
  public var isBold = false
  public var isItalic = false
  public var alignment = TextAlignment.start
  /// As on light paper, opaque.
  public var color = Color.ink

  /// The sizes to choose from, in canvas points.
  public static let sizes = 6.0...144.0

  public init() {}

  /// That of a run of text; the alignment is the box's.
  public init(_ run: TextRun, alignment: TextAlignment) {
    family = run.family
    size = run.size
    isBold = run.weight >= Self.bold
    isItalic = run.slant != .upright
    self.alignment = alignment
    color = run.color
  }

  /// The lightest weight that counts as bold, and the one that bold text gets.
  static let bold = 600
  static let boldWeight = 700

  /// A run that looks so.
  public func run(_ text: String) -> TextRun {
    TextRun(
      text, family: family, size: size, weight: isBold ? Self.boldWeight : 400,
      slant: isItalic ? .italic : .upright, color: color)
  }

  /// Gives a run what differs between this style and another, and leaves the rest of it.
  public func apply(changesFrom other: TextStyle, to run: inout TextRun) {
    if family != other.family { run.family = family }
    if size != other.size { run.size = size }
    if isBold != other.isBold { run.weight = isBold ? Self.boldWeight : 400 }
    if isItalic != other.isItalic { run.slant = isItalic ? .italic : .upright }
    if color != other.color { run.color = color }
  }

  /// Gives another style what differs between this one and `other`, and leaves the rest of it.
  func apply(changesFrom other: TextStyle, to style: inout TextStyle) {
    var run = style.run("")
    apply(changesFrom: other, to: &run)
    style = TextStyle(
      run, alignment: alignment == other.alignment ? style.alignment : alignment)
  }

  /// Whether this style is another in bold and italic, and in nothing else.
  public func differsInEmphasisAlone(from other: TextStyle) -> Bool {
    var same = self
    (same.isBold, same.isItalic) = (other.isBold, other.isItalic)
    return same == other && self != other
  }

  mutating func keepWithinLimits() {
    size = size.isFinite ? min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound) : 18
    if family.isEmpty || family.utf8.count > 200 { family = "Sans" }
    color = color.opaque
  }
}

/// As words of ``ToolPicker/text``.
extension TextStyle {
  var words: [String] {
    let fresh = TextStyle()
    var words: [String] = []
    if family != fresh.family { words.append("text.family=\(Self.escaped(family))") }
    if size != fresh.size { words.append("text.size=\(size)") }
    if isBold { words.append("text.bold=1") }
    if isItalic { words.append("text.italic=1") }
    if alignment != fresh.alignment { words.append("text.alignment=\(alignment.rawValue)") }
    if color != fresh.color { words.append("text.color=\(color.hex)") }
    return words
  }

  init(words: [Substring: Substring]) {
    self.init()
    if let name = words["text.family"] { family = Self.unescaped(name) }
    if let size = ToolPicker.number(words["text.size"]) { self.size = size }
    isBold = words["text.bold"] == "1"
    isItalic = words["text.italic"] == "1"
    if let alignment = words["text.alignment"].flatMap({ Int($0) }).flatMap({
      TextAlignment(rawValue: $0)
    }) {
      self.alignment = alignment
    }
    if let color = words["text.color"].flatMap({ Color(hex: $0) }) { self.color = color }
    keepWithinLimits()
  }

  /// All but ASCII letters and digits as `%XX`, by UTF-8.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let c = Unicode.Scalar(byte)
      if byte < 128, c.properties.isAlphabetic || c.properties.numericType != nil {
        return String(Character(c))
      }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }

  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        rest = rest.dropFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
