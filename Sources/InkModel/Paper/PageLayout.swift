/// The pages of a drawing and where they lie; none on an endless canvas.
///
/// Pages are frames on the canvas, one below another with their middles in line, or as a view has arranged them: ink may
/// lie across their edges and outside of them.
public struct PageLayout: Hashable, Sendable {
  /// In order, row by row from the top, each from the left.
  public var pages: [Page] { storage?.pages ?? [] }
  /// The frames of the pages in canvas space, in their order; the first begins at the origin, or where a layout that is
  /// only shown has it.
  public var frames: [Rect] { storage?.frames ?? [] }
  /// That of an endless canvas is one column.
  public var arrangement: PageArrangement { storage?.arrangement ?? .oneColumn }

  /// Shared by all copies.
  private let storage: Storage?

  private final class Storage: Sendable {
    let pages: [Page]
    let arrangement: PageArrangement
    let frames: [Rect]
    /// The upper left corner of the first page.
    let start: Point
    /// From the upper edge of each row of pages to the lower edge of its highest page.
    let rows: [ClosedRange<Double>]
    /// The index of each page by its identity.
    let indices: [Int32: Int]
    /// The same pages in one column; `nil` where they stand in one.
    let column: Storage?

    init(_ pages: [Page], _ arrangement: PageArrangement, from start: Point = .zero) {
      self.pages = pages
      self.arrangement = arrangement
      self.start = start
      let positions = arrangement.frames(of: pages)
      frames = positions.frames.map {
        Rect(x: $0.minX + start.x, y: $0.minY + start.y, width: $0.width, height: $0.height)
      }
      rows = positions.rows.map { $0.lowerBound + start.y...$0.upperBound + start.y }
      indices = Dictionary(pages.enumerated().map { ($1.id, $0) }) { a, _ in a }
      column = arrangement.columns == .one ? nil : Storage(pages, .oneColumn)
    }

    /// The indices of the pages of a row, from the left.
    func pages(ofRow row: Int) -> Range<Int> {
      let count = arrangement.columns.count
      return row * count..<min((row + 1) * count, pages.count)
    }
  }

  /// From pages in any order, whose identities differ.
  public init(_ pages: [Page], arranged arrangement: PageArrangement = .oneColumn) {
    storage =
      pages.isEmpty ? nil : Storage(pages.sorted { $0.comesBefore($1) }, arrangement)
  }

  private init(_ storage: Storage?) { self.storage = storage }

  /// The same pages at other positions of the canvas.
  public func arranged(as arrangement: PageArrangement) -> PageLayout {
    if arrangement == self.arrangement { return self }
    return arrangement.columns == .one
      ? inOneColumn : PageLayout(pages, arranged: arrangement)
  }

  /// The same pages as files and exports have them.
  public var inOneColumn: PageLayout {
    guard let column = storage?.column else { return self }
    return PageLayout(column)
  }

  /// The same pages shown elsewhere: where they will be seen once what is on the canvas has moved to them.
  ///
  /// No drawing has such a layout; layouts that are made of it begin at the origin.
  public func shown(from start: Point) -> PageLayout {
    PageLayout(storage.map { Storage($0.pages, $0.arrangement, from: start) })
  }

  public static let infinite = PageLayout([])

  /// Pages of one size on the drawing's paper, numbered from 1; 1 … ``mostPages`` of them.
  public static func pages(_ size: PageSize, count: Int) -> PageLayout {
    PageLayout([Page(id: 1, order: .first, size: size)]).with(count: count)
  }

  /// Between two pages, in canvas points.
  public static let gap = 24.0
  /// The most pages that are made at once.
  public static let mostPages = 999

  public static func == (a: PageLayout, b: PageLayout) -> Bool {
    a.storage === b.storage
      || (a.pages == b.pages && a.arrangement == b.arrangement
        && a.storage?.start == b.storage?.start)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(pages) }

  public var pageCount: Int { pages.count }

  /// The size of the first page as it lies on the canvas, `nil` where there are no pages.
  public var size: PageSize? { pages.first?.frameSize }

  /// The frame of a page, counted from 0, in canvas space; `nil` where there is no such page.
  public func frame(_ page: Int) -> Rect? {
    frames.indices.contains(page) ? frames[page] : nil
  }

  /// The index of the page of an identity.
  public func index(of id: Int32) -> Int? { storage?.indices[id] }

  /// The pages whose frames meet an area of the canvas, by their indices.
  public func pages(in area: Rect) -> [Int] {
    guard let storage, !area.isEmpty else { return [] }
    let (frames, rows) = (storage.frames, storage.rows)
    let first = Self.first(of: rows) { $0.upperBound > area.minY }
    return rows.indices[first...].prefix { rows[$0].lowerBound < area.maxY }
      .flatMap { storage.pages(ofRow: $0) }
      .filter { frames[$0].intersects(area) }
  }

  /// The page whose frame is nearest to a point, counted from 0; `nil` where there are no pages.
  public func page(nearest p: Point) -> Int? {
    guard let storage else { return nil }
    guard p.y.isFinite else { return 0 }
    let rows = storage.rows
    // Half the gap belongs to the row above, half to the one below.
    let row = min(Self.first(of: rows) { p.y < $0.upperBound + Self.gap / 2 }, rows.count - 1)
    let pages = storage.pages(ofRow: row)
    guard pages.count == 2 else { return pages.lowerBound }
    // And half the gutter to the page on the left, half to the one on the right.
    let (left, right) = (storage.frames[pages.lowerBound], storage.frames[pages.lowerBound + 1])
    return p.x > (left.maxX + right.minX) / 2 ? pages.lowerBound + 1 : pages.lowerBound
  }

  /// The part of the canvas in which the row of a page is the nearest one, from side to side without end; `nil` where
  /// there is no such page.
  public func band(of page: Int) -> Rect? {
    guard let storage, let row = row(of: page) else { return nil }
    let (range, half) = (storage.rows[row], Self.gap / 2)
    let isLast = row == storage.rows.count - 1
    return Rect(
      minX: -.infinity, minY: row == 0 ? -.infinity : range.lowerBound - half,
      maxX: .infinity, maxY: isLast ? .infinity : range.upperBound + half)
  }

  /// The bounds of the row of a page, counted from 0; `nil` where there is no such page.
  public func rowFrame(_ page: Int) -> Rect? {
    guard let storage, let row = row(of: page) else { return nil }
    return storage.pages(ofRow: row).reduce(Rect.empty) { $0.union(storage.frames[$1]) }
  }

  private func row(of page: Int) -> Int? {
    frames.indices.contains(page) ? page / arrangement.columns.count : nil
  }

  /// The bounds of the last row of pages; `nil` where there are none.
  public var lastRowFrame: Rect? { rowFrame(pageCount - 1) }

  /// The bounds of all pages, ``Rect/empty`` where there are none.
  public var bounds: Rect { frames.reduce(.empty) { $0.union($1) } }

  /// The first row that is far enough down.
  private static func first(
    of rows: [ClosedRange<Double>], where isDown: (ClosedRange<Double>) -> Bool
  ) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let mid = (low + high) / 2
      if isDown(rows[mid]) { high = mid } else { low = mid + 1 }
    }
    return low
  }
}

extension PageLayout: CustomStringConvertible {
  public var description: String { "PageLayout(\(pages))" }
}

/// Layouts made from one another.
extension PageLayout {
  /// Whether all pages show the very same page of a document, or the same picture.
  public var repeatsContent: Bool {
    guard let first = pages.first, first.background.blob != nil else { return false }
    return pages.allSatisfy { $0.background == first.background }
  }

  /// Whether any page is one of a document.
  public var hasDocument: Bool {
    pages.contains { page in
      if case .document = page.background { return true }
      return false
    }
  }

  /// The same with another number of pages, 1 … ``mostPages`` (more where there are more): new ones are like the last,
  /// without its label, on paper; those beyond the number go.
  ///
  /// - Parameter isTemplate: New pages show what all pages show (``repeatsContent``) rather than paper.
  public func with(count: Int, ofTemplate isTemplate: Bool = false) -> PageLayout {
    let most = max(Self.mostPages, pageCount)
    let count = min(max(count, 1), most)
    guard let last = pages.last, count != pageCount else { return self }
    let showsContent = isTemplate && repeatsContent
    var pages = Array(self.pages.prefix(count))
    var id = nextID
    var order = last.order
    while pages.count < count {
      order = order.next
      var page = last
      (page.id, page.order, page.label) = (id, order, "")
      if page.background.blob != nil, !showsContent { page.background = .paper(nil) }
      pages.append(page)
      id += 1
    }
    return PageLayout(pages, arranged: arrangement)
  }

  /// The same with `count` pages, all of which have a size, as they lie on the canvas; see ``with(count:ofTemplate:)``.
  public func resized(
    to size: PageSize, count: Int, ofTemplate isTemplate: Bool = false
  ) -> PageLayout {
    guard pageCount > 0 else { return .pages(size, count: count) }
    return PageLayout(
      with(count: count, ofTemplate: isTemplate).pages.map { page in
        var copy = page
        copy.size = page.quarterTurns & 1 == 0 ? size : size.turned
        return copy
      }, arranged: arrangement)
  }

  /// The identity for a new page, above those of all that are there.
  ///
  /// That of a page that was deleted may come again: what lay on that one was deleted with it.
  public var nextID: Int32 { (pages.map(\.id).max() ?? 0) + 1 }

  /// Where a page lies and how it is turned; that of the canvas for an identity that no page has.
  func origin(of id: Int32) -> (origin: Vector, quarterTurns: Int8) {
    guard let storage, let i = storage.indices[id] else { return (Vector(0, 0), 0) }
    let frame = storage.frames[i]
    let turns = storage.pages[i].quarterTurns
    // The corner of the page that lies at the frame's top left, top right and so on after the turns.
    let corner = frame.corners[turns]
    return (corner - .zero, Int8(turns))
  }

  /// How far ink that names no page is moved by the arrangement, from its position ``inOneColumn``: as far as the page
  /// that it is on or nearest to there.
  public func offset(fromOneColumnAt point: Point) -> Vector {
    inOneColumn.page(nearest: point).map { offsetFromOneColumn(of: $0) } ?? .zero
  }

  /// How far a page is moved by the arrangement; `nil` where there is none of this identity.
  public func offset(fromOneColumnOf id: Int32) -> Vector? {
    index(of: id).map { offsetFromOneColumn(of: $0) }
  }

  /// How far what begins at a point of the canvas is from its position ``inOneColumn``, on the page that it is on or
  /// nearest to.
  public func offset(toOneColumnAt point: Point) -> Vector {
    page(nearest: point).map { -offsetFromOneColumn(of: $0) } ?? .zero
  }

  private func offsetFromOneColumn(of page: Int) -> Vector {
    let (here, there) = (frames[page], inOneColumn.frames[page])
    return Vector(here.minX - there.minX, here.minY - there.minY)
  }
}
