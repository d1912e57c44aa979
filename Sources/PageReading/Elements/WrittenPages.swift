import Handwriting
import InkModel

/// What is written on one page of a drawing, before it is read.
public struct WrittenPage: Sendable {
  /// From 1 on; 0 for a canvas without pages.
  public var number: Int
  /// From the page's space to the canvas's.
  public var canvasFromPage: AffineTransform
  /// In the order painted, which is about that written.
  public var strokes: [PageStroke] = []
  /// The lines of its text boxes.
  public var texts: [TextLine] = []
  /// The page of the document that it shows.
  public var background: PageBackground?
  public var size: PageSize?
}

extension WrittenPage {
  /// All pages of a drawing, those with nothing on them included.
  ///
  /// Without what hidden layers hold, and without highlighters, which mark writing.
  public static func all(of drawing: Drawing) -> [WrittenPage] {
    let settings = drawing.settings
    var pages = settings.layout.pages.enumerated().map { i, page in
      WrittenPage(
        number: i + 1,
        canvasFromPage: settings.placement(page: page.id, layer: 0).canvasFromPage,
        background: page.background, size: page.size)
    }
    if pages.isEmpty { pages = [WrittenPage(number: 0, canvasFromPage: .identity)] }
    let hidden = settings.hiddenLayers
    for element in drawing.elements where !hidden.contains(element.layer) {
      let page = settings.layout.index(of: drawing.page(of: element)) ?? 0
      pages[page].add(element)
    }
    return pages
  }

  /// The elements alone, as on a canvas without pages.
  public init(_ elements: some Sequence<Element>) {
    self.init(number: 0, canvasFromPage: .identity)
    for element in elements { add(element) }
  }

  private mutating func add(_ element: Element) {
    guard let pageFromCanvas = canvasFromPage.inverse else { return }
    let pageFromElement = pageFromCanvas * element.canvasFromElement
    switch element.kind {
    case .stroke(let stroke):
      guard StockBrushes.family(of: stroke.ink).band == .above else { return }
      strokes += stroke.written(through: pageFromElement).map {
        PageStroke(element: element.id.number, points: $0.points)
      }
    case .other(let value):
      guard let box = value as? TextBox else { return }
      texts += box.lines(through: pageFromElement)
    }
  }
}

extension TextBox {
  /// Its paragraphs as lines of words.
  ///
  /// Nothing is laid out here: words lie where those of even letters would, and all over the box where its lines break by a width.
  func lines(through transform: AffineTransform) -> [TextLine] {
    let paragraphs = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let longest = Double(paragraphs.map(\.count).max() ?? 1)
    let height = extent.height / Double(max(1, paragraphs.count))
    return paragraphs.enumerated().compactMap { row, paragraph in
      var words: [TextLine.Word] = []
      var column = 0
      for word in paragraph.split(
        omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
      {
        defer { column += word.count + 1 }
        guard !word.isEmpty else { continue }
        var box = extent
        if width == nil, alignment == .start {
          let letter = extent.width / max(1, longest)
          box = Rect(
            x: extent.minX + Double(column) * letter, y: extent.minY + Double(row) * height,
            width: Double(word.count) * letter, height: height)
        }
        words.append(TextLine.Word(String(word), box: transform(box)))
      }
      return words.isEmpty ? nil : TextLine(words)
    }
  }
}
