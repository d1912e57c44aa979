import Canvas
import Handwriting
import InkModel
import PageReading

/// What selected ink says.
nonisolated enum SelectedText {
  /// Something made of ink, and how many lines of the ink have no part in it: drawings, or what could not be read.
  struct Reading<Result: Sendable>: Sendable {
    var result: Result
    var unread: Int
  }

  /// The lines of ink that say something, in reading order.
  ///
  /// - Parameter includesUnsure: See ``PageReader/read(_:of:includesUnsure:check:)``.
  private static func read(_ page: WrittenPage, includesUnsure: Bool) -> Reading<[InkText]> {
    guard let reader = SearchReading.reader else { return Reading(result: [], unread: 0) }
    let found = LineFinder.lines(of: page.strokes)
    let texts = found.compactMap {
      try? reader.read($0, of: page.strokes, includesUnsure: includesUnsure)
    }
    return Reading(
      result: texts.filter { !$0.line.words.isEmpty },
      unread: texts.reduce(found.count - texts.count) { $0 + $1.unread })
  }

  /// The ink of the line that an element is in; none where it is in no line.
  ///
  /// - Parameter isLegible: Whether the line has to say something.
  @concurrent static func line(
    of id: ElementID, among elements: [Element], isLegible: Bool = false
  ) async -> Set<ElementID> {
    let strokes = WrittenPage(elements).strokes
    let line = LineFinder.lines(of: strokes).first { line in
      line.strokes.contains { strokes[$0].element == id.number }
    }
    guard let line else { return [] }
    if isLegible {
      let text = try? SearchReading.reader?.read(line, of: strokes)
      guard let text, !text.line.words.isEmpty else { return [] }
    }
    return Set(line.strokes.map { ElementID(strokes[$0].element) })
  }

  /// All that is written, by hand or in text boxes, in the order in which it is read; a line that is hard to read as
  /// well as it was read, since who copies sees a line that is wrong, but hardly one that is missing.
  @concurrent static func text(of elements: [Element]) async -> Reading<String> {
    let page = WrittenPage(elements)
    let reading = read(page, includesUnsure: true)
    let strokes = Dictionary(grouping: page.strokes, by: \.element)
    var blocks = reading.result.map { line in
      let turn = AffineTransform.rotation(-line.angle)
      let points = line.elements.flatMap { strokes[$0] ?? [] }.flatMap(\.points)
      return Block(
        text: line.line.text,
        piece: ReadingOrder.Piece(
          box: Rect(around: points.map { turn($0) }), height: line.height, angle: line.angle))
    }
    // Of boxes alone, the upper one says in which direction is read first.
    blocks += elements.filter { $0.textBox != nil }.sorted { $0.bounds.minY < $1.bounds.minY }
      .compactMap { Block($0) }
    let order = ReadingOrder.indices(of: blocks.map(\.piece))
    return Reading(
      result: order.map { blocks[$0].text }.joined(separator: "\n"), unread: reading.unread)
  }

  /// Whether some ink says something, however unsure that is.
  @concurrent static func hasWriting(_ elements: [Element]) async -> Bool {
    !read(WrittenPage(elements), includesUnsure: true).result.isEmpty
  }

  /// A line of ink, or a text box.
  nonisolated private struct Block {
    var text: String
    var piece: ReadingOrder.Piece

    /// Of the size of its letters, the share that small ones are high.
    static let letterHeight = 0.5

    init(text: String, piece: ReadingOrder.Piece) {
      self.text = text
      self.piece = piece
    }

    /// `nil` where the element is no text box.
    init?(_ element: Element) {
      guard let box = element.textBox else { return nil }
      let canvasFromElement = element.canvasFromElement
      let angle = canvasFromElement.angle
      let size = (box.runs.map(\.size).max() ?? 0) * canvasFromElement.greatestStretch
      self.init(
        text: box.text,
        piece: ReadingOrder.Piece(
          box: (AffineTransform.rotation(-angle) * canvasFromElement)(box.extent),
          height: Self.letterHeight * size, angle: angle))
    }
  }

  /// How often each element is among some.
  private static func counts(_ elements: [Int64]) -> [Int64: Int] {
    Dictionary(elements.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// Text boxes for the lines that are one below the other, where they are, as large as they are.
  ///
  /// Each stands for the ink that was read as its words; whatever else is selected stays. So does what may be a drawing,
  /// which would be gone.
  @concurrent static func converted(
    _ elements: [Element], family: String
  ) async -> Reading<[ConvertedText]> {
    let page = WrittenPage(elements)
    let byID = Dictionary(elements.map { ($0.id.number, $0) }) { a, _ in a }
    let reading = read(page, includesUnsure: false)
    let ink = reading.result
    let pieces = counts(page.strokes.map(\.element))
    let readPieces = counts(ink.flatMap(\.read))
    var texts: [ConvertedText] = []
    var taken: Set<Int64> = []
    var last: (line: InkText, box: Rect)?
    for line in ink {
      // The frame in which it is upright.
      let turn = AffineTransform.rotation(-line.angle)
      let own = Set(line.read)
      let points = page.strokes.filter { own.contains($0.element) }.flatMap(\.points)
      let box = Rect(around: points.map { turn($0) })
      // Only what was read, all pieces of it where some were rubbed out: nothing else is in the text, and would be lost.
      let ids = own.subtracting(taken).filter { pieces[$0] == readPieces[$0] }
        .map { ElementID($0) }
      taken.formUnion(ids.map(\.number))
      let color = ConvertedText.color(of: line.read.compactMap { byID[$0] })
      if let before = last, before.line.angle == line.angle,
        texts.last?.continues(in: box, color: color) ?? false
      {
        texts[texts.count - 1].add(line.line.text, in: box, of: ids)
      } else {
        texts.append(
          ConvertedText(
            line.line.text, in: box, angle: line.angle, of: ids, family: family, color: color))
      }
      last = (line, box)
    }
    return Reading(result: texts, unread: reading.unread)
  }
}
