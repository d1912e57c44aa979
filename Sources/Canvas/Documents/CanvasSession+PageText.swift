import InkModel
import InkRendering

/// A position between two characters of a page of a document.
struct PageTextPosition: Hashable, Sendable {
  /// The identity of the page of the drawing.
  var page: Int32
  /// Unicode scalars before it.
  var offset: Int
}

/// A stretch of the text of documents, from page to page.
struct PageTextSelection: Hashable, Sendable {
  /// Where it began; it may be behind ``head``.
  var anchor: PageTextPosition
  var head: PageTextPosition
}

/// The text of documents below the ink: selected by the selection tool, where nothing lies over it.
///
/// A drag that begins on a character selects from there to where it is, unless Control is held; one that begins beside all
/// text selects ink. A second tap selects the word, a third one the line. Nothing scrolls meanwhile, and no ink changes.
extension CanvasSession {
  /// Whether text is selected.
  public var hasSelectedText: Bool { !selectedParts.isEmpty }

  /// The text that is selected, for the clipboard.
  public var selectedText: String? {
    let parts = selectedParts
    return parts.isEmpty
      ? nil : parts.map { $0.text.text(in: $0.range) }.joined(separator: "\n")
  }

  /// What the selected text covers, in canvas space: a box for each line.
  public var selectedTextAreas: [Quad] {
    selectedParts.flatMap { part in
      part.text.boxes(of: part.range).map { Quad($0).mapped(by: part.canvasFromPage) }
    }
  }

  /// Selects no text.
  public func clearSelectedText() -> CanvasUpdate {
    var update = CanvasUpdate()
    guard textSelection != nil else { return update }
    textSelection = nil
    update.selectionChanged = true
    return update
  }

  /// Where the link leads at a position in widget points; `nil` where there is none.
  public func link(at position: Point) -> FollowedLink? {
    let p = viewport.canvasFromWidget(position)
    guard let page = documentPage(at: p), let point = page.canvasFromPage.inverse?(p) else {
      return nil
    }
    // The last one is on top.
    guard let link = page.text.links.last(where: { $0.box.contains(point) }) else { return nil }
    switch link.target {
    case .address(let address): return .address(address)
    case .page(let number):
      let pages = drawing.settings.layout.pages
      return pages.first { $0.background == .document(page.blob, page: number) }
        .map { .page($0.id) }
    }
  }

  /// The name of the cursor, in CSS, that tells what a press of the mouse does at a position in widget points; `nil` for the
  /// tool's own.
  public func cursor(at position: Point) -> String? {
    switch instrumentPart(at: position, of: .mouse) {
    case .body: return "move"
    case .dial, .reading: return "pointer"
    case .knob: return "grab"
    case nil: break
    }
    guard picker.tool == .selection, !pageTexts.isEmpty, !isBusy,
      selectionPart(at: position, of: .mouse) == nil, ink(at: position, with: .mouse) == nil
    else { return nil }
    if link(at: position) != nil { return "pointer" }
    return textCharacter(at: position, of: .mouse) == nil ? nil : "text"
  }

  /// The pages of documents in view whose text is not known; none while more are in view than can be read.
  public var pagesWithoutText: [ForeignPage] {
    let shown = settings.layout.pages(in: viewport.visibleCanvas)
    guard shown.count <= Self.mostPagesInView else { return [] }
    return shown.compactMap { settings.document(onPage: $0) }.filter { pageTexts[$0] == nil }
  }

  /// The most pages in view whose text is read; at a smaller scale nobody aims at words.
  ///
  /// Larger: the text of all of them is in memory, about 0.1 MB a page.
  private static let mostPagesInView = 16

  /// Forgets the text of pages that are not in view.
  public func forgetPageTexts() {
    let shown = settings.layout.pages(in: viewport.visibleCanvas)
      .compactMap { settings.document(onPage: $0) }
    pageTexts = pageTexts.filter { shown.contains($0.key) }
  }

  // MARK: Pages

  /// A page whose text is known.
  struct TextPage {
    var id: Int32
    var blob: BlobID
    var text: PageText
    var canvasFromPage: AffineTransform
  }

  func textPage(_ index: Int) -> TextPage? {
    guard let document = settings.document(onPage: index), let text = pageTexts[document],
      let map = settings.canvasFromDocument(onPage: index, size: text.size)
    else { return nil }
    return TextPage(
      id: settings.layout.pages[index].id, blob: document.blob, text: text, canvasFromPage: map)
  }

  /// The page at a position of the canvas.
  func documentPage(at p: Point) -> TextPage? {
    settings.layout.page(nearest: p).flatMap { index in
      settings.layout.frame(index).flatMap { $0.contains(p) ? textPage(index) : nil }
    }
  }

  // MARK: Selecting

  /// The character at a position in widget points, where nothing lies over it.
  func textCharacter(
    at position: Point, of tool: StylusTool.Kind
  ) -> (page: TextPage, index: Int)? {
    let p = viewport.canvasFromWidget(position)
    guard let page = documentPage(at: p), let point = page.canvasFromPage.inverse?(p),
      let index = page.text.character(at: point)
    else { return nil }
    return (page, index)
  }

  /// Where a drag begins that selects text; `nil` where it selects ink.
  func textAnchor(at position: Point, of tool: StylusTool.Kind) -> PageTextPosition? {
    guard !addsToSelection, !selectionModifiers.contains(.control),
      textCharacter(at: position, of: tool) != nil, ink(at: position, with: tool) == nil
    else { return nil }
    return textPosition(at: position)
  }

  /// The position between two characters that is nearest to a point of the widget, on the page there.
  private func textPosition(at position: Point) -> PageTextPosition? {
    let p = viewport.canvasFromWidget(position)
    guard let index = settings.layout.page(nearest: p), let page = textPage(index),
      !page.text.isEmpty, let point = page.canvasFromPage.inverse?(p)
    else { return nil }
    return PageTextPosition(page: page.id, offset: page.text.position(near: point))
  }

  /// Selects from where a drag began to where it is.
  func selectText(from anchor: PageTextPosition, to position: Point) -> CanvasUpdate {
    // clearSelection() would end the activity that selects.
    var update = dropSelection()
    guard let head = textPosition(at: position) else { return update }
    let new = PageTextSelection(anchor: anchor, head: head)
    guard textSelection != new else { return update }
    textSelection = new
    update.selectionChanged = true
    return update
  }

  /// A tap on text: the second one selects the word, the third the line; `nil` where there is no text.
  func tapText(at position: Point, with tool: StylusTool.Kind) -> CanvasUpdate? {
    guard let (page, index) = textCharacter(at: position, of: tool) else { return nil }
    let now = clock.now
    var count = 1
    if let last = lastTextTap, now - last.time < Self.doubleTapTime,
      last.position.distance(to: position) <= Press.slop(of: .finger)
    {
      count = last.count % 3 + 1
    }
    lastTextTap = (position, now, count)
    var update = clearSelection()
    guard count > 1 else {
      update.merge(clearSelectedText())
      return update
    }
    let range = count == 2 ? page.text.word(at: index) : page.text.line(at: index)
    textSelection = PageTextSelection(
      anchor: PageTextPosition(page: page.id, offset: range.lowerBound),
      head: PageTextPosition(page: page.id, offset: range.upperBound))
    update.selectionChanged = true
    return update
  }

  /// The selected stretch of each page, in order.
  private var selectedParts: [SelectedPart] {
    guard let selection = textSelection, let a = settings.layout.index(of: selection.anchor.page),
      let b = settings.layout.index(of: selection.head.page)
    else { return [] }
    let ends = [(a, selection.anchor.offset), (b, selection.head.offset)].sorted { $0 < $1 }
    let (first, last) = (ends[0], ends[1])
    return (first.0...last.0).compactMap { index in
      guard let page = textPage(index) else { return nil }
      let low = index == first.0 ? first.1 : 0
      let high = index == last.0 ? last.1 : page.text.count
      let range = (min(low, high)..<max(low, high)).clamped(to: 0..<page.text.count)
      return range.isEmpty
        ? nil : SelectedPart(text: page.text, canvasFromPage: page.canvasFromPage, range: range)
    }
  }

  private struct SelectedPart {
    var text: PageText
    var canvasFromPage: AffineTransform
    var range: Range<Int>
  }
}
