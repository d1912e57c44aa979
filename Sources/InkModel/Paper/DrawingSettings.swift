/// The paper, pages and layers of a drawing and how its colours are resolved: chosen for each drawing, changed by steps
/// of its history like ink.
public struct DrawingSettings: Hashable, Sendable {
  public var paper: Paper
  public var layout: PageLayout
  /// Bottom first, one at least.
  public var layers: [Layer] {
    didSet { layers = Self.sorted(layers) }
  }
  /// Colours stay as they were chosen, on light paper, whatever the appearance of the app.
  public var keepsColors: Bool

  public init(
    paper: Paper = .plain, layout: PageLayout = .infinite, layers: [Layer] = [.first],
    keepsColors: Bool = false
  ) {
    self.paper = paper
    self.layout = layout
    self.layers = Self.sorted(layers)
    self.keepsColors = keepsColors
  }

  private static func sorted(_ layers: [Layer]) -> [Layer] {
    layers.isEmpty ? [.first] : layers.sorted { $0.isBelow($1) }
  }

  /// Plain paper without pages, and one layer: what drawings had before they had settings.
  public static let standard = DrawingSettings()

  /// The paper style of the drawing in an app of a given style.
  ///
  /// Only this reads ``keepsColors``: light paper shows every colour as it is stored,
  /// so painting, exports and swatches for this paper style are right.
  public func paperStyle(in style: PaperStyle) -> PaperStyle { keepsColors ? .light : style }
}

/// Where elements lie.
extension DrawingSettings {
  /// The placement of what names a page and a layer.
  ///
  /// A page that is not there counts as the canvas. A layer that is not there counts as one above all that are, of
  /// several the higher number as the higher one.
  public func placement(page: Int32, layer: Int32) -> ElementPlacement {
    let rank =
      layers.firstIndex { $0.id == layer }.map { Int64($0) } ?? Int64(layers.count - 1)
      + Int64(layer)
    guard page != 0 else { return ElementPlacement(rank: rank) }
    let (origin, turns) = layout.origin(of: page)
    return ElementPlacement(origin: origin, quarterTurns: turns, rank: rank)
  }

  /// The paper of a page: its own, or that of the drawing; plain below a document or a picture.
  public func paper(of page: Page) -> Paper {
    switch page.background {
    case .paper(let own): own ?? paper
    case .document, .picture: .plain
    }
  }

  /// The colour of a page's bare sheet in an app of a given style.
  ///
  /// Beside pages of a document light paper without a tint is white, as they are and as it is saved: the app's own white is a
  /// shade darker, which would be seen between them.
  public func sheetColor(of page: Page, in style: PaperStyle) -> Color {
    let (paper, paperStyle) = (paper(of: page), paperStyle(in: style))
    if case .paper = page.background, paper.tint == nil, paperStyle == .light,
      layout.hasDocument
    {
      return .white
    }
    return paper.sheetColor(on: paperStyle)
  }

  /// Whether there are lines or dots on any of the paper.
  public var hasPattern: Bool {
    let papers = layout == .infinite ? [paper] : layout.pages.map { paper(of: $0) }
    return papers.contains { $0.pattern != .plain }
  }

  /// The element with the placement that these settings give it.
  public func placed(_ element: Element) -> Element {
    var placement = placement(page: element.page, layer: element.layer)
    // Ink of before there were pages, whose positions are those in one column.
    if layout.arrangement.columns != .one, layout.index(of: element.page) == nil {
      placement.origin = layout.offset(fromOneColumnAt: element.firstPointOnPage)
    }
    return placement == element.placement ? element : element.placed(placement)
  }
}

extension DrawingSettings {
  /// The same with paper on pages that show a picture or a document whose bytes are lost.
  public func onPaper(whereLost isLost: (BlobID) -> Bool) -> DrawingSettings {
    var copy = self
    copy.layout = PageLayout(
      layout.pages.map { page in
        var page = page
        if let blob = page.background.blob, isLost(blob) { page.background = .paper(nil) }
        return page
      }, arranged: layout.arrangement)
    return copy
  }
}

/// The settings of a drawing before and after a step.
///
/// Pages and layers that are in both as they are stay; those in ``before`` alone vanish, and those in ``after`` alone
/// appear: a page that is moved or turned, or a layer that is renamed, does both.
public struct SettingsChange: Hashable, Sendable {
  public var before: DrawingSettings
  public var after: DrawingSettings

  public init(before: DrawingSettings, after: DrawingSettings) {
    self.before = before
    self.after = after
  }

  public var inverse: SettingsChange { SettingsChange(before: after, after: before) }

  /// Whether pages or layers change, so that elements may lie elsewhere afterwards.
  var movesElements: Bool { before.layout != after.layout || before.layers != after.layers }
}

// MARK: As text

/// One line of words such as `pattern=grid`, for settings stores and command lines.
///
/// Words that are missing or that this version does not know stand for those of
/// ``DrawingSettings/standard``.
extension DrawingSettings {
  /// All of a new drawing's settings: of the pages their number and the size of the first.
  public var text: String {
    var words = sheetWords
    if let size = layout.size {
      let end = keepsColors ? words.count - 1 : words.count
      words.insert(
        contentsOf: ["pages=\(layout.pageCount)", "width=\(size.width)", "height=\(size.height)"],
        at: end)
    }
    return words.joined(separator: " ")
  }

  /// The settings without pages and layers, which files have rows for.
  public var sheetText: String { sheetWords.joined(separator: " ") }

  private var sheetWords: [String] { paper.words + (keepsColors ? ["colors=exact"] : []) }

  public init(text: String) {
    let words = Words(text)
    var layout = PageLayout.infinite
    if let count = words.number("pages"), count >= 1, count <= Double(PageLayout.mostPages),
      let width = words.number("width"), let height = words.number("height")
    {
      layout = .pages(PageSize(width: width, height: height), count: Int(count))
    }
    self.init(
      paper: Paper(words), layout: layout, keepsColors: words["colors"] == "exact")
  }
}

extension Paper {
  /// The paper as words such as `pattern=grid`.
  public var text: String { words.joined(separator: " ") }

  /// From ``text``; words that are missing or not known stand for those of ``plain``.
  public init(text: String) { self.init(Words(text)) }

  fileprivate var words: [String] {
    var words = [
      "pattern=\(pattern.rawValue)", "spacing=\(spacing)", "lines=\(Words.hex(lineColor))",
    ]
    if let tint { words.append("tint=\(Words.hex(tint))") }
    return words
  }

  fileprivate init(_ words: Words) {
    self.init(
      pattern: words["pattern"].flatMap { PaperPattern(rawValue: String($0)) } ?? .plain,
      spacing: words.number("spacing"), lineColor: words.color("lines") ?? Paper.blueLines,
      tint: words.color("tint"))
  }
}

/// Words of the form `key=value`.
private struct Words {
  private var values: [Substring: Substring] = [:]

  init(_ text: String) {
    for word in text.split(separator: " ") {
      guard let mark = word.firstIndex(of: "=") else { continue }
      values[word[..<mark]] = word[word.index(after: mark)...]
    }
  }

  subscript(key: Substring) -> Substring? { values[key] }

  func number(_ key: Substring) -> Double? { values[key].flatMap { Double(String($0)) } }

  func color(_ key: Substring) -> Color? {
    values[key].flatMap { UInt32($0, radix: 16) }.map { Color(rgba: $0) }
  }

  static func hex(_ color: Color) -> String {
    let digits = String(color.rgba, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
