import InkModel

/// The painted tiles, which of them are needed, and which are out of date.
///
/// For one owner, the view on the main actor. Versions are the owner's: a number that grows with
/// each change of the drawing. In use:
///
/// 1. When the view moves, ``requests(visible:grid:version:withMargin:)`` gives the tiles to be
///    painted. The view shows ``image(for:)``, and where there is none yet what another grid has:
///    ``grids(standingInFor:)``, ``images(of:covering:fresh:)``.
/// 2. ``insert(_:)`` adds what the workers painted. An image that is older than a later change of
///    its part of the canvas is shown but stays wanted.
/// 3. A change of the drawing comes as ``append(_:version:)`` where it is new ink on top, painted
///    at once, and as ``invalidate(_:version:)`` otherwise.
///
/// Invariants: an image is never replaced by an older one; ``byteCount`` is at most ``budget``
/// unless the visible tiles alone take more; visible tiles are never discarded.
public struct TileCache {
  /// Most bytes of pixels to keep.
  public var budget: Int {
    didSet { evict() }
  }
  /// Bytes of pixels kept.
  public private(set) var byteCount = 0
  /// Counts the pictures inserted: while it is the same, so are those of visible tiles.
  public private(set) var pictureCount = 0

  private struct Entry {
    var image: TileImage
    var isStale: Bool
    var lastUse: Int
  }

  /// A change of the drawing that images in progress may lack.
  private struct Change {
    var version: Int
    var area: Rect
    /// New ink on top, which can be added to an image that lacks it; `nil` for other changes.
    var appended: Element?
  }

  private var entries: [TileKey: Entry] = [:]
  private var visible: Set<TileKey> = []
  /// The margin around the visible tiles.
  private var margin: Set<TileKey> = []
  /// How many entries each grid has.
  private var gridCounts: [TileGrid: Int] = [:]
  private var frame = 0
  private var changes: [Change] = []
  /// All changes up to ``forgottenVersion`` that ``changes`` no longer lists.
  private var forgottenArea = Rect.empty
  private var forgottenVersion = Int.min
  private var painters: [PaperStyle: ElementPainter] = [:]

  /// Changes remembered one by one; a worker is rarely more than a few behind.
  private static let rememberedChanges = 128
  /// Entries without pixels are small, but not free.
  ///
  /// Each zoom and each turn leaves some: where there are more than so many, a quarter is removed.
  static let entryLimit = 1024

  public init(budget: Int) {
    self.budget = budget
  }

  /// A budget for a view of so many device pixels: itself, its margin and a zoom level more, and
  /// at least 24 MiB.
  public static func budget(forPixels pixels: Int) -> Int {
    max(pixels * 4 * 3, 24 << 20)
  }

  /// The number of tiles kept, empty ones included.
  public var count: Int { entries.count }

  /// The picture of a tile, up to date or not.
  public func image(for key: TileKey) -> TileImage? { entries[key]?.image }

  /// Whether a tile's picture shows the latest version.
  public func isFresh(_ key: TileKey) -> Bool { entries[key].map { !$0.isStale } ?? false }

  /// Whether a tile is among the visible ones of the last request.
  public func isVisible(_ key: TileKey) -> Bool { visible.contains(key) }

  /// Whether all visible tiles that meet `area` (canvas space) are fresh: wet ink there is not needed any more.
  public func isFresh(in area: Rect) -> Bool {
    visible.allSatisfy { !$0.reach.intersects(area) || isFresh($0) }
  }

  /// Sets which tiles are visible and returns those to be painted, the most urgent first: the
  /// visible ones from the centre outwards, then a ring of one tile around, as far as the budget
  /// has room for it.
  public mutating func requests(
    visible area: Quad, grid: TileGrid, version: Int, withMargin: Bool = true
  ) -> [TileRequest] {
    let center = grid.gridFromCanvas(area.center)
    func byDistance(_ keys: [TileKey]) -> [TileKey] {
      keys.map { key -> (Double, TileKey) in ((key.gridRect.center - center).lengthSquared, key) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
    let seen = byDistance(grid.keys(covering: area))
    guard withMargin else { return requests(visible: seen, margin: [], version: version) }
    let known = Set(seen)
    let around = byDistance(
      grid.keys(around: area, margin: Double(TileGrid.side)).filter { !known.contains($0) })
    // Counted at full size, so that the ring cannot evict itself and be requested again.
    let full = TileGrid.side * TileGrid.side * 4
    let room = max(budget / full - seen.count, 0)
    return requests(visible: seen, margin: Array(around.prefix(room)), version: version)
  }

  public mutating func requests(
    visible area: Rect, grid: TileGrid, version: Int
  ) -> [TileRequest] {
    requests(visible: Quad(area), grid: grid, version: version)
  }

  /// Sets which tiles are visible, and which are near, and returns those to be painted, in the order
  /// given.
  public mutating func requests(
    visible: [TileKey], margin: [TileKey], version: Int
  ) -> [TileRequest] {
    frame += 1
    self.visible = Set(visible)
    self.margin = Set(margin)
    var wanted: [TileRequest] = []
    for key in visible + margin {
      entries[key]?.lastUse = frame
      if !isFresh(key) { wanted.append(TileRequest(key: key, version: version)) }
    }
    return wanted
  }

  /// Adds a painted tile.
  ///
  /// - Returns: Whether a visible tile looks different now.
  @discardableResult
  public mutating func insert(_ image: TileImage) -> Bool {
    let key = image.key
    if let old = entries[key], old.image.version > image.version || !old.isStale { return false }
    let area = key.reach
    var image = image
    var isStale = image.version < forgottenVersion && forgottenArea.intersects(area)
    for change in changes where change.version > image.version && change.area.intersects(area) {
      guard !isStale, let element = change.appended,
        let more = paint(element, onto: image, version: change.version)
      else {
        isStale = true
        break
      }
      image = more
    }
    store(image, isStale: isStale)
    evict()
    return visible.contains(key)
  }

  /// What ``append(_:version:)`` did.
  public struct Appended {
    /// The visible tiles that show the element now.
    public var changed: [TileKey]
    /// Visible tiles that are still being painted and do not show it yet; keep the wet ink until
    /// ``TileCache/isFresh(in:)``.
    public var pending: [TileKey]
  }

  /// Adds new ink on top of everything, or below everything where that is its band: paints it at once
  /// onto the tiles it touches that are visible or in the margin, so that dry ink is there in the
  /// frame in which the wet ink is removed.
  ///
  /// - Parameters:
  ///   - element: Paints above every other element of the drawing, or below every other one.
  ///   - version: The version of the drawing that has it.
  @discardableResult
  public mutating func append(_ element: Element, version: Int) -> Appended {
    remember(Change(version: version, area: element.bounds, appended: element))
    var result = Appended(changed: [], pending: [])
    for (key, entry) in entries where key.reach.intersects(element.bounds) {
      if visible.contains(key) || margin.contains(key), !entry.isStale,
        let image = paint(element, onto: entry.image, version: version)
      {
        store(image, isStale: false)
        if visible.contains(key) { result.changed.append(key) }
      } else {
        entries[key]?.isStale = true
      }
    }
    for key in visible where key.reach.intersects(element.bounds) && !isFresh(key) {
      result.pending.append(key)
    }
    evict()
    return result
  }

  /// A change of the drawing within `area` (canvas space), from `version` on: the tiles there
  /// are wanted anew, and shown as they are until then.
  public mutating func invalidate(_ area: Rect, version: Int) {
    guard !area.isEmpty else { return }
    remember(Change(version: version, area: area))
    for key in entries.keys where key.reach.intersects(area) {
      entries[key]?.isStale = true
    }
  }

  /// Forgets every picture: the drawing is another one.
  public mutating func removeAll() {
    entries = [:]
    pictureCount += 1
    gridCounts = [:]
    byteCount = 0
    changes = []
    forgottenArea = .empty
    forgottenVersion = .min
  }

  // MARK: Standing in

  /// The other grids on the same paper that have pictures, the best stand-in for a
  /// tile of `grid` first: the nearest in scale, finer ones counting half as far as coarser ones.
  ///
  /// None that is so much finer that a tile's area has too many of its tiles.
  public func grids(standingInFor grid: TileGrid) -> [TileGrid] {
    func distance(_ other: TileGrid) -> Double {
      let k = other.scale / grid.scale
      // Of two that are as near, the one with the same rotation needs no smoothing.
      return (k > 1 ? (k - 1) / 2 : 1 / k - 1) + (other.rotation == grid.rotation ? 0 : 0.1)
    }
    return gridCounts.keys
      .filter { $0.paper == grid.paper && $0 != grid && $0.scale <= 4 * grid.scale }
      .map { (distance($0), $0) }
      .sorted {
        $0.0 != $1.0
          ? $0.0 < $1.0 : ($0.1.scale, $0.1.rotation) < ($1.1.scale, $1.1.rotation)
      }
      .map(\.1)
  }

  /// The pictures of one grid that cover an area of the canvas, `nil` where one is missing or,
  /// where `fresh` is wanted, out of date.
  public func images(of grid: TileGrid, covering area: Quad, fresh: Bool) -> [TileImage]? {
    guard gridCounts[grid] != nil else { return nil }
    var images: [TileImage] = []
    for key in grid.keys(covering: area) {
      guard let entry = entries[key], !(fresh && entry.isStale) else { return nil }
      images.append(entry.image)
    }
    return images
  }

  /// Whether a grid has any picture of an area of the canvas.
  public func hasImage(of grid: TileGrid, in area: Quad) -> Bool {
    gridCounts[grid] != nil && grid.keys(covering: area).contains { entries[$0] != nil }
  }

  private mutating func paint(
    _ element: Element, onto image: TileImage, version: Int
  ) -> TileImage? {
    // Pixels of a picture have to be waited for, and below ink over a page is not below the page.
    if !element.kind.blobs.isEmpty { return nil }
    if element.band == .below, !image.foreignAreas.isEmpty { return nil }
    let paper = image.key.paper
    let painter = painters[paper] ?? ElementPainter(paper: paper, keepsLines: true)
    painters[paper] = painter
    return try? TileRenderer.paint(element, onto: image, version: version, with: painter)
  }

  private mutating func store(_ image: TileImage, isStale: Bool) {
    let old = entries[image.key]
    pictureCount += 1
    if old == nil { gridCounts[image.key.grid, default: 0] += 1 }
    byteCount += image.byteCount - (old?.image.byteCount ?? 0)
    entries[image.key] = Entry(image: image, isStale: isStale, lastUse: old?.lastUse ?? frame)
  }

  private mutating func remember(_ change: Change) {
    changes.append(change)
    guard changes.count > Self.rememberedChanges else { return }
    for old in changes.prefix(changes.count / 2) {
      forgottenArea = forgottenArea.union(old.area)
      forgottenVersion = max(forgottenVersion, old.version)
    }
    changes.removeFirst(changes.count / 2)
  }

  private mutating func evict() {
    guard byteCount > budget || entries.count > Self.entryLimit else { return }
    let victims = entries.filter { !visible.contains($0.key) }
      .map { (key: $0.key, lastUse: $0.value.lastUse, bytes: $0.value.image.byteCount) }
      .sorted { $0.lastUse < $1.lastUse }
    let most = entries.count > Self.entryLimit ? Self.entryLimit * 3 / 4 : Self.entryLimit
    // Once there is too much, an eighth more: while a view moves, not every tile that comes has to look through all.
    let low = byteCount > budget ? budget - budget / 8 : budget
    for victim in victims {
      let tooMany = entries.count > most
      // What the last request asked for stays where it can: else it would be asked for again.
      let isTooLarge = byteCount > (victim.lastUse < frame ? low : budget)
      guard isTooLarge || tooMany else { return }
      guard victim.bytes > 0 || tooMany else { continue }
      entries[victim.key] = nil
      byteCount -= victim.bytes
      let left = (gridCounts[victim.key.grid] ?? 1) - 1
      gridCounts[victim.key.grid] = left > 0 ? left : nil
    }
  }
}
