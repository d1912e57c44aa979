import Handwriting
import InkModel
import InkRendering

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

/// The pages of a drawing, each made when it is asked for: a thick book must not lie in memory twice.
public struct WrittenPages: Sendable {
  private let drawing: Drawing
  private let hidden: Set<Int32>

  public init(_ drawing: Drawing) {
    self.drawing = drawing
    hidden = drawing.settings.hiddenLayers
  }

  private var layout: PageLayout { drawing.settings.layout }

  /// One at least: the canvas without pages.
  public var count: Int { max(1, layout.pageCount) }

  /// What lies on a page, and the page's own identity; 0 for the canvas without pages.
  private func elements(_ page: Int) -> (id: Int32, elements: [Element]) {
    guard let band = layout.band(of: page) else {
      return (0, drawing.elements.filter { !hidden.contains($0.layer) })
    }
    let id = layout.pages[page].id
    // What belongs to it began in its band, beside it included.
    return (
      id,
      drawing.elements(in: band).filter {
        !hidden.contains($0.layer) && drawing.page(of: $0) == id
      }
    )
  }

  /// A page, counted from 0.
  public subscript(index: Int) -> WrittenPage {
    let (id, elements) = elements(index)
    let settings = drawing.settings
    guard id != 0 else {
      var page = WrittenPage(number: 0, canvasFromPage: .identity)
      for element in elements { page.add(element) }
      return page
    }
    var page = WrittenPage(
      number: index + 1, canvasFromPage: settings.placement(page: id, layer: 0).canvasFromPage,
      background: layout.pages[index].background, size: layout.pages[index].size)
    for element in elements { page.add(element) }
    return page
  }

  /// A number that is another one once what is on a page is.
  public func signature(_ index: Int) -> Int {
    let (id, elements) = elements(index)
    var hasher = Hasher()
    hasher.combine(index)
    hasher.combine(id)
    if layout.pages.indices.contains(index) { hasher.combine(layout.pages[index]) }
    for element in elements {
      hasher.combine(element.id)
      hasher.combine(element.pageFromElement)
    }
    return hasher.finalize()
  }
}

extension WrittenPage {
  /// The elements alone, as on a canvas without pages.
  public init(_ elements: some Sequence<Element>) {
    self.init(number: 0, canvasFromPage: .identity)
    for element in elements { add(element) }
  }

  /// Strokes that are read on one page: nobody writes more, and time and memory must be bounded.
  private static let mostStrokes = 20_000

  fileprivate mutating func add(_ element: Element) {
    guard let pageFromCanvas = canvasFromPage.inverse else { return }
    let pageFromElement = pageFromCanvas * element.canvasFromElement
    switch element.kind {
    case .stroke(let stroke):
      guard element.mayBeWriting, strokes.count < Self.mostStrokes else { return }
      strokes += stroke.written(through: pageFromElement).map {
        PageStroke(element: element.id.number, points: $0.points)
      }
    case .other(let value):
      guard let box = value as? TextBox else { return }
      texts += box.lines(through: pageFromElement)
    }
  }
}

extension Element {
  /// Whether it is ink that is read: a stroke, but not of a highlighter, which marks writing.
  public var mayBeWriting: Bool { kind.inkStroke != nil && band == .above }
}

extension TextBox {
  /// Its paragraphs as lines of words, each where it is set.
  ///
  /// O(text).
  func lines(through transform: AffineTransform) -> [TextLine] {
    TextBoxLayout(self).words.compactMap { words in
      words.isEmpty
        ? nil : TextLine(words.map { TextLine.Word($0.text, box: transform($0.box)) })
    }
  }
}
