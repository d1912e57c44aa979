/// The pages of a drawing and where they lie; none on an endless canvas.
///
/// Pages are frames on the canvas, one below another with their middles in line: ink may lie across their edges and
/// outside of them.
public struct PageLayout: Hashable, Sendable {
  /// In order, top to bottom.
  public var pages: [Page] { storage?.pages ?? [] }
  /// The frames of the pages in canvas space, top to bottom; the first begins at the origin.
  public var frames: [Rect] { storage?.frames ?? [] }

  /// Shared by all copies.
  private let storage: Storage?

  private final class Storage: Sendable {
    let pages: [Page]
    let frames: [Rect]
    /// The index of each page by its identity.
    let indices: [Int32: Int]

    init(_ pages: [Page]) {
      self.pages = pages
      var frames: [Rect] = []
      var top = 0.0
      // In line with the first page: another width further down moves nothing that lies above it.
      let middle = (pages.first?.frameSize.width ?? 0) / 2
      for page in pages {
        let size = page.frameSize
        frames.append(
          Rect(x: middle - size.width / 2, y: top, width: size.width, height: size.height))
        top += size.height + PageLayout.gap
      }
      self.frames = frames
      indices = Dictionary(pages.enumerated().map { ($1.id, $0) }) { a, _ in a }
    }
  }

  /// From pages in any order, whose identities differ.
  public init(_ pages: [Page]) {
    storage = pages.isEmpty ? nil : Storage(pages.sorted { $0.comesBefore($1) })
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
    a.storage === b.storage || a.pages == b.pages
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
    guard !area.isEmpty else { return [] }
    let frames = self.frames
    let first = Self.first(of: frames) { $0.maxY > area.minY }
    return frames.indices[first...].prefix { frames[$0].minY < area.maxY }
      .filter { frames[$0].intersects(area) }
  }

  /// The page whose frame is nearest to a point, counted from 0; `nil` where there are no pages.
  public func page(nearest p: Point) -> Int? {
    let frames = self.frames
    guard !frames.isEmpty else { return nil }
    guard p.y.isFinite else { return 0 }
    // Half the gap belongs to the page above, half to the one below.
    return min(Self.first(of: frames) { p.y < $0.maxY + Self.gap / 2 }, frames.count - 1)
  }

  /// The bounds of all pages, ``Rect/empty`` where there are none.
  public var bounds: Rect { frames.reduce(.empty) { $0.union($1) } }

  /// The first frame that is far enough down.
  private static func first(of frames: [Rect], where isDown: (Rect) -> Bool) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let mid = (low + high) / 2
      if isDown(frames[mid]) { high = mid } else { low = mid + 1 }
    }
    return low
  }
}

extension PageLayout: CustomStringConvertible {
  public var description: String { "PageLayout(\(pages))" }
}

/// Layouts made from one another.
extension PageLayout {
  /// The same with another number of pages, 1 … ``mostPages`` (more where there are more): new ones are like the last,
  /// on paper; those beyond the number go.
  public func with(count: Int) -> PageLayout {
    let most = max(Self.mostPages, pageCount)
    let count = min(max(count, 1), most)
    guard let last = pages.last, count != pageCount else { return self }
    var pages = Array(self.pages.prefix(count))
    var id = nextID
    var order = last.order
    while pages.count < count {
      order = order.next
      var page = last
      (page.id, page.order) = (id, order)
      if page.background.blob != nil { page.background = .paper(nil) }
      pages.append(page)
      id += 1
    }
    return PageLayout(pages)
  }

  /// The same with `count` pages, all of which have a size, as they lie on the canvas.
  public func resized(to size: PageSize, count: Int) -> PageLayout {
    guard pageCount > 0 else { return .pages(size, count: count) }
    return PageLayout(
      with(count: count).pages.map { page in
        var copy = page
        copy.size = page.quarterTurns & 1 == 0 ? size : size.turned
        return copy
      })
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
}
