import InkModel

/// What is done with ink outside of the pages.
public enum MarginExport: String, CaseIterable, Hashable, Sendable {
  /// A page grows until it holds the ink that is nearest to it.
  case grow
  /// Pages keep their size; what lies outside is cut off.
  case clip
}

/// One sheet of an export: a page, or the one sheet of a drawing without pages.
struct ExportSheet {
  /// What is shown, in canvas space.
  var area: Rect
  /// The page's index in the drawing; `nil` where there are no pages.
  var index: Int?
  /// The page's frame, in the space that `toCanvas` maps from; `nil` where there are no pages.
  var page: Rect?
  /// Turns a page that is turned; else the identity.
  var toCanvas = AffineTransform.identity
  var paper: Paper
  /// Of the page, empty where it has none.
  var label = ""
  /// Everything that reaches into `area` and is to be shown there, in layer order.
  var elements: [Element]

  /// The page's frame, in canvas space; `nil` where there are no pages.
  var frame: Rect? { page.map { toCanvas($0) } }
}

extension Drawing {
  /// What an export shows, in layer order.
  ///
  /// What is beyond ``InkModel/ElementLimits`` no file holds, and no format has the numbers for it.
  ///
  /// O(points).
  var exportedElements: [Element] { shownElements.filter(\.isWithinLimits) }

  /// The bounds of what an export shows, in canvas space.
  ///
  /// O(points).
  public var exportedBounds: Rect { Self.bounds(of: exportedElements) }

  /// Whether an export shows anything but paper.
  public var hasExportedInk: Bool {
    shownElements.contains { !$0.bounds.isEmpty && $0.isWithinLimits }
  }

  static func bounds(of elements: [Element]) -> Rect {
    elements.reduce(.empty) { $0.union($1.bounds) }
  }
}

extension ExportOptions {
  /// The sheets of a drawing that the options select, in order; at least one.
  func sheets(of drawing: Drawing) throws(ExportError) -> [ExportSheet] {
    try sheets(of: drawing, showing: drawing.exportedElements)
  }

  /// - Parameter elements: The drawing's `exportedElements`.
  func sheets(
    of drawing: Drawing, showing elements: [Element]
  ) throws(ExportError) -> [ExportSheet] {
    let layout = drawing.settings.layout
    if let bounds = chosenPages?.bounds {
      for page in [bounds.lowerBound, bounds.upperBound]
      where !(1...max(layout.pageCount, 1)).contains(page) || layout == .infinite {
        throw .noSuchPage(page, count: layout.pageCount)
      }
    }
    guard layout != .infinite else {
      return [
        ExportSheet(
          area: try page(around: elements), page: nil, paper: drawing.settings.paper,
          elements: elements)
      ]
    }
    guard scale.isFinite, scale > 0 else { throw .badScale(scale) }
    let frames = layout.frames
    var sheets = zip(layout.pages, frames).enumerated().map { index, pair in
      let (page, frame) = pair
      let rules = drawing.settings.rules(of: page, frame)
      return ExportSheet(
        area: frame, index: index, page: rules.page, toCanvas: rules.toCanvas,
        paper: drawing.settings.paper(of: page), label: page.label, elements: [])
    }
    for element in elements {
      let box = element.bounds
      var shown = Set(layout.pages(in: box))
      if margins == .grow, let nearest = layout.page(nearest: box.center),
        !frames[nearest].contains(box)
      {
        sheets[nearest].area = sheets[nearest].area.union(box.outset(by: max(margin, 0)).roundedOut)
        shown.insert(nearest)
      }
      for i in shown { sheets[i].elements.append(element) }
    }
    guard let chosenPages else { return sheets }
    return sheets.filter { $0.index.map { chosenPages.contains($0 + 1) } ?? false }
  }

  /// How many lines or dots of the paper an export shows on its sheets.
  func marks(on sheets: [ExportSheet]) -> Int {
    guard pattern else { return 0 }
    return sheets.reduce(0) { sum, sheet in
      guard sheet.paper.pattern != .plain else { return sum }
      let rules = PaperRules(sheet.paper, in: sheet.page ?? sheet.area, page: sheet.page)
      return sum + rules.marks(of: sheet.paper.pattern)
    }
  }

  /// How many strokes of a drawing an export would not show at all; of some pages, those that are nearest to them.
  public func leftOut(of drawing: Drawing) -> Int {
    let layout = drawing.settings.layout
    guard layout != .infinite, margins == .clip else { return 0 }
    return drawing.exportedElements.count { element in
      let box = element.bounds
      guard layout.pages(in: box).isEmpty else { return false }
      guard let chosenPages else { return true }
      return layout.page(nearest: box.center).map { chosenPages.contains($0 + 1) } ?? false
    }
  }
}

/// All sheets in one picture, for formats without pages.
struct ExportPicture {
  var sheets: [ExportSheet]
  /// What is shown, in canvas space.
  var area: Rect
  /// What is painted, in layer order.
  var elements: [Element]
  /// What ink is clipped to; `nil` where it is all shown.
  var clips: [Rect]?

  /// What holds the frames of the pages that are exported, and no other's.
  var shownPages: Rect { sheets.compactMap(\.frame).reduce(.empty) { $0.union($1) } }

  init(_ drawing: Drawing, _ options: ExportOptions) throws(ExportError) {
    let exported = drawing.exportedElements
    sheets = try options.sheets(of: drawing, showing: exported)
    if options.chosenPages == nil {
      elements = exported
    } else {
      // One that reaches from page to page is painted once.
      let shown = Set(sheets.flatMap(\.elements).map(\.id))
      elements = exported.filter { shown.contains($0.id) }
    }
    area = sheets.reduce(.empty) { $0.union($1.area) }
    if sheets.contains(where: { $0.page != nil }), options.margins == .clip {
      clips = sheets.map(\.area)
    }
  }
}
