import InkModel
import InkRendering
import ReaderProtocol

/// Makes of a drawing what a reader writes as a flat PDF: the pages of documents as they are, with ink, texts and
/// pictures painted over them.
nonisolated struct PDFPlanner {
  /// A document that pages come from.
  struct Source {
    var blob: BlobID
    /// Of its pages.
    var sizes: [ForeignSize]
  }

  let drawing: Drawing
  let sheets: DrawingSheets
  let options: ExportOptions
  /// The first is what is written into; none where that is ``ground()``.
  var sources: [Source]
  /// What layers are called, by their numbers; empty where viewers are not to switch them.
  let layerNames: [Int32: String]
  /// What the ink of the sheets says, by their numbers.
  let words: [Int: [PlannedWord]]

  /// The documents whose pages are exported, those with most pages first.
  static func documents(of drawing: Drawing, on sheets: DrawingSheets) -> [BlobID] {
    var counts: [BlobID: Int] = [:]
    var order: [BlobID] = []
    for blob in (0..<sheets.count).compactMap({ sheets.page($0) })
      .compactMap({ drawing.settings.document(onPage: $0)?.blob })
    {
      if counts[blob] == nil { order.append(blob) }
      counts[blob, default: 0] += 1
    }
    return order.enumerated().sorted {
      (-counts[$0.element]!, $0.offset) < (-counts[$1.element]!, $1.offset)
    }.map(\.element)
  }

  /// A document of what is below all elements, for a drawing that no document is part of.
  func ground() throws(ExportError) -> [UInt8] {
    let document = CompanionDocument(drawing, pages: options.pages)
    document.describe(title: options.title)
    do throws(RenderingError) {
      for i in 0..<sheets.count {
        _ = try document.addGround(of: i, in: sheets, isBlank: false, scale: scale(i))
      }
    } catch {
      throw .rendering(error)
    }
    return try document.finish()
  }

  func plan() throws(ExportError) -> (plan: AnnotationPlan, companion: [UInt8]) {
    let companion = CompanionDocument(drawing, pages: options.pages)
    let layers = drawing.settings.layers.filter { layerNames[$0.id] != nil }
    var plan = AnnotationPlan(pages: [], date: "")
    plan.layers = layers.map { $0.document(titled: layerNames[$0.id] ?? $0.name) }
    // A document of ours has them already.
    if !sources.isEmpty { plan.labels = sheets.labels ?? [] }
    do throws(RenderingError) {
      for i in 0..<sheets.count {
        var page = try page(i, companion)
        let scale = page.content == nil ? scale(i) : 1
        var content = page.content ?? PlannedContent(seenFromSheet: .identity)
        content.layers = try companion.addLayers(of: i, in: sheets, scale: scale).map { added in
          PlannedLayer(
            appearance: added.page, layer: layers.firstIndex { $0.id == added.layer })
        }
        content.words = (words[i] ?? []).map { word in
          PlannedWord(
            text: word.text,
            sheetFromWord: ForeignTransform(scale, 0, 0, scale, 0, 0) * word.sheetFromWord)
        }
        page.content = content
        plan.pages.append(page)
      }
      // A document without pages is none.
      _ = try companion.add([], in: Rect(x: 0, y: 0, width: 8, height: 8), .identity)
    } catch {
      throw .rendering(error)
    }
    return (plan, try companion.finish())
  }

  /// What a sheet becomes, with content where it is a page of a document.
  private func page(
    _ number: Int, _ companion: CompanionDocument
  ) throws(RenderingError) -> PlannedPage {
    guard let index = sheets.page(number), let foreign = drawing.settings.document(onPage: index),
      let source = sources.firstIndex(where: { $0.blob == foreign.blob }),
      sources[source].sizes.indices.contains(foreign.index),
      let frame = drawing.settings.layout.frame(index)
    else {
      guard !sources.isEmpty else { return PlannedPage(.own(number)) }
      return PlannedPage(
        .added(
          try companion.addGround(of: number, in: sheets, isBlank: false, scale: scale(number))))
    }
    let size = sources[source].sizes[foreign.index]
    let whole = Vector(size.width, size.height)
    guard let canvasFromSeen = drawing.settings.canvasFromDocument(onPage: index, size: whole),
      let seenFromCanvas = canvasFromSeen.inverse
    else {
      return PlannedPage(
        .added(
          try companion.addGround(of: number, in: sheets, isBlank: false, scale: scale(number))))
    }
    let area = sheets.area(number)
    let shown = canvasFromSeen(Rect(x: 0, y: 0, width: whole.dx, height: whole.dy))
    let isCut = !Self.isSame(area, frame) || !Self.isSame(shown, frame)
    let unit = scale(number) * canvasFromSeen.meanScale
    let content = PlannedContent(
      seenFromSheet: ForeignTransform(
        seenFromCanvas * .translation(Vector(area.minX, area.minY))),
      below: isCut ? try companion.addGround(of: number, in: sheets, isBlank: true) : nil,
      isCutToSheet: isCut, unit: abs(unit - 1) < Self.slack / 100 ? 1 : unit)
    var page = PlannedPage(
      source == 0 ? .own(foreign.index) : .other(document: source - 1, page: foreign.index),
      quarterTurns: drawing.settings.layout.pages[index].quarterTurns)
    page.content = content
    return page
  }

  /// Points of a page for a canvas point.
  private func scale(_ number: Int) -> Double {
    let size = sheets.size(number)
    return min(options.scale, PDFExporter.longestSide / max(size.dx, size.dy))
  }

  /// Points that sizes in documents and drawings may differ by where they mean the same: rounding of numbers in files.
  private static let slack = 0.05

  private static func isSame(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.minX - b.minX) < slack && abs(a.minY - b.minY) < slack && abs(a.maxX - b.maxX) < slack
      && abs(a.maxY - b.maxY) < slack
  }
}

nonisolated extension ForeignTransform {
  init(_ t: AffineTransform) { self.init(t.a, t.b, t.c, t.d, t.tx, t.ty) }
}
