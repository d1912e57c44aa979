/// Text on a page, set in lines.
///
/// Its top left corner, or the middle of its top or its top right corner where lines are aligned there, is the origin of
/// element space, whose units are canvas points before the element's transform.
public struct TextBox: ElementValue {
  /// What is written, in order; a line break within ends a paragraph.
  public var runs: [TextRun]
  public var alignment: TextAlignment
  /// The width at which lines are broken, in element space; `nil` is as wide as the text.
  public var width: Double?
  /// What the text covered, in element space, when it was laid out last: this floor lays out none.
  public var extent: Rect

  public init(
    _ runs: [TextRun], alignment: TextAlignment = .start, width: Double? = nil, extent: Rect
  ) {
    self.runs = runs
    self.alignment = alignment
    self.width = width
    self.extent = extent
  }

  /// What is written, without how.
  public var text: String { runs.reduce(into: "") { $0 += $1.text } }

  public var bounds: Rect { extent }

  /// That of its first run; recolouring gives all runs one.
  public var color: Color? { runs.first?.color }

  public func recolored(_ color: Color) -> TextBox {
    var copy = self
    for i in copy.runs.indices { copy.runs[i].color = color }
    return copy
  }

  /// Erasers of every kind take it whole: there is no part of a word to leave.
  public func cut(
    by disc: SweptDisc, _ canvasFromElement: AffineTransform
  ) -> Erased<TextBox>? {
    isTouched(by: disc, canvasFromElement)
      ? Erased(rest: nil, damage: canvasFromElement(bounds)) : nil
  }

  public func rubbed(
    by disc: SweptDisc, _ canvasFromElement: AffineTransform
  ) -> Erased<TextBox>? { cut(by: disc, canvasFromElement) }

  public var isWithinLimits: Bool {
    extent.corners.allSatisfy(\.isWithinReach) && !extent.isEmpty
      && (width.map { $0 > 0 && $0 <= ElementLimits.reach } ?? true)
      && runs.reduce(0) { $0 + $1.text.utf8.count } <= ElementLimits.textBytes
      && runs.allSatisfy(\.isWithinLimits)
  }
}

/// A stretch of text that looks the same throughout.
public struct TextRun: Hashable, Sendable {
  public var text: String
  /// The name of a family of fonts; kept where this machine has none of that name.
  public var family: String
  /// In canvas points, above 0.
  public var size: Double
  /// From thin to heavy, 1 … 1000, 400 being regular and 700 bold: the weights of OpenType.
  public var weight: Int
  public var slant: TextSlant
  /// As on light paper, as an ink's.
  public var color: Color

  public init(
    _ text: String, family: String, size: Double, weight: Int = 400, slant: TextSlant = .upright,
    color: Color = .ink
  ) {
    self.text = text
    self.family = family
    self.size = size
    self.weight = weight
    self.slant = slant
    self.color = color
  }

  var isWithinLimits: Bool {
    size > 0 && size <= ElementLimits.size && (1...1000).contains(weight)
      && family.utf8.count <= ElementLimits.nameBytes
  }
}

/// How letters lean.
public enum TextSlant: Int, CaseIterable, Hashable, Sendable {
  case upright = 0
  case italic = 1
  case oblique = 2
}

/// Where lines of text begin and end; start and end follow the direction of writing.
public enum TextAlignment: Int, CaseIterable, Hashable, Sendable {
  case start = 0
  case center = 1
  case end = 2
  case justified = 3
}
