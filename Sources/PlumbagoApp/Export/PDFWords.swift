import Glibc
import InkModel
import InkRendering
import PageReading
import ReaderProtocol

/// What ink says, for PDF files that are searched elsewhere.
nonisolated enum PDFWords {
  /// A line that was read, and how it stands upright.
  private struct Line {
    var text: InkText
    /// Turns the page so that the line runs to the right.
    var upright: AffineTransform
    /// Around its ink, in that space.
    var box: Rect

    init(_ text: InkText, of strokes: [PageStroke]) {
      self.text = text
      let turn = AffineTransform.rotation(-text.angle)
      upright = turn
      let own = Set(text.elements)
      box = Rect(
        around: strokes.filter { own.contains($0.element) }.flatMap(\.points).map { turn($0) })
    }

    /// From a word's box, 0 … 1 to the right and up, to the page: as high as the line, so that words of one line are
    /// one line elsewhere, too.
    func pageFromWord(_ word: TextLine.Word) -> AffineTransform? {
      // Of the word's box in the page, which is turned with it, only the middle and the extent are known.
      let middle = upright(word.box.center)
      let (c, s) = (abs(cos(text.angle)), abs(sin(text.angle)))
      let width =
        c >= s
        ? (word.box.width - box.height * s) / max(c, 1e-6)
        : (word.box.height - box.height * c) / max(s, 1e-6)
      let half = max(width, box.height / 4, 1) / 2
      guard let back = upright.inverse, box.height > 0 else { return nil }
      return back
        * AffineTransform(
          a: half * 2, b: 0, c: 0, d: -box.height, tx: middle.x - half, ty: box.maxY)
    }
  }

  private static func lines(of page: WrittenPage) -> [Line] {
    guard let reader = SearchReading.reader else { return [] }
    return LineFinder.lines(of: page.strokes).compactMap { found in
      // Nobody wants it any more.
      guard !Task.isCancelled else { return nil }
      guard let text = try? reader.read(found, of: page.strokes), !text.line.words.isEmpty else {
        return nil
      }
      return Line(text, of: page.strokes)
    }
  }

  /// The words of the sheets of an export, by their numbers; takes some milliseconds a line.
  static func read(_ drawing: Drawing, on sheets: DrawingSheets) -> [Int: [PlannedWord]] {
    guard SearchReading.isInstalled else { return [:] }
    let pages = WrittenPages(drawing)
    var all: [Int: [PlannedWord]] = [:]
    for i in 0..<sheets.count {
      let page = pages[sheets.page(i) ?? 0]
      let area = sheets.area(i)
      let sheetFromCanvas = AffineTransform.translation(Vector(-area.minX, -area.minY))
      for line in lines(of: page) {
        for word in line.text.line.words {
          guard area.contains(page.canvasFromPage(word.box.center)),
            let pageFromWord = line.pageFromWord(word)
          else { continue }
          all[i, default: []].append(
            PlannedWord(
              text: word.text,
              sheetFromWord: ForeignTransform(
                sheetFromCanvas * page.canvasFromPage * pageFromWord)))
        }
      }
    }
    return all
  }

  /// What groups of ink on a page say, each its own words; a word that lies in several belongs to the one that has most
  /// of it.
  ///
  /// - Parameter index: Of the page, counted from 0.
  static func texts(
    of groups: [[Element]], onPage index: Int, of pages: WrittenPages
  ) -> [String] {
    var texts = groups.map { $0.plainText ?? "" }
    guard SearchReading.isInstalled, groups.contains(where: { $0[0].kind.inkStroke != nil }) else {
      return texts
    }
    let boxes = groups.map { $0.reduce(Rect.empty) { $0.union($1.pageBounds) } }
    let numbers = groups.map { Set($0.map(\.id.number)) }
    for line in lines(of: pages[index]) {
      let own = groups.indices.filter { !numbers[$0].isDisjoint(with: line.text.elements) }
      for word in line.text.line.words {
        func share(_ i: Int) -> Double {
          let common = boxes[i].intersection(word.box)
          return common.isEmpty ? 0 : common.width * common.height
        }
        guard let most = own.max(by: { share($0) < share($1) }), share(most) > 0 else { continue }
        texts[most] += (texts[most].isEmpty ? "" : " ") + word.text
      }
    }
    return texts
  }
}
