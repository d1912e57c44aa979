/// What is painted into a page for good, as far as it is not the page's own.
///
/// It is made on a sheet: pages of the companion that all show the same part of the drawing.
public struct PlannedContent: Hashable, Sendable {
  /// From the sheet, y down, in points of the companion's pages, to the page as it is looked at in the document.
  public var seenFromSheet: ForeignTransform
  /// The page of the companion below everything of the page, counted from 0.
  public var below: Int?
  /// Above everything of the page, bottom first.
  public var layers: [PlannedLayer]
  /// The page shows what the sheet shows; otherwise it stays as it is cut.
  public var isCutToSheet: Bool
  /// How many points of the page are a point of what is printed: the factor to the page's `/UserUnit`.
  public var unit: Double
  /// What the page's ink says, for programs that search.
  public var words: [PlannedWord]

  public init(
    seenFromSheet: ForeignTransform, below: Int? = nil, layers: [PlannedLayer] = [],
    isCutToSheet: Bool = false, unit: Double = 1, words: [PlannedWord] = []
  ) {
    self.seenFromSheet = seenFromSheet
    self.below = below
    self.layers = layers
    self.isCutToSheet = isCutToSheet
    self.unit = unit
    self.words = words
  }
}

public struct PlannedLayer: Hashable, Sendable {
  /// The page of the companion, counted from 0.
  public var appearance: Int
  /// Which of the plan's layers it is part of; `nil` where viewers cannot switch it.
  public var layer: Int?

  public init(appearance: Int, layer: Int? = nil) {
    self.appearance = appearance
    self.layer = layer
  }
}

/// A word that ink says, and where.
public struct PlannedWord: Hashable, Sendable {
  public var text: String
  /// From a box of the word, upright, 0 … 1 to the right and up, to the sheet.
  public var sheetFromWord: ForeignTransform

  public init(text: String, sheetFromWord: ForeignTransform) {
    self.text = text
    self.sheetFromWord = sheetFromWord
  }
}

/// A further document that pages come from.
public struct PlannedDocument: Hashable, Sendable {
  public var byteCount: Int
  public var password: String

  public init(byteCount: Int, password: String) {
    self.byteCount = byteCount
    self.password = password
  }
}
