import InkModel

/// The tiles at hand, who needs which, and which of them are out of date.
///
/// For one owner, the view on the main actor. Versions are the owner's: a number that grows with
/// each change of the drawing. The life of it:
///
/// 1. Each frame, ``requests(visible:grid:version:)`` says which tiles to have painted. The view
///    paints ``image(for:)``, and ``standIns(for:)`` where there is none yet.
/// 2. ``insert(_:)`` takes what the workers made. An image that is older than a later change of
///    its part of the canvas is shown but stays wanted.
/// 3. A change of the drawing comes as ``append(_:version:)`` where it is new ink on top, painted
///    at once, and as ``invalidate(_:version:)`` otherwise.
///
/// Invariants: an image is never replaced by an older one; ``byteCount`` is at most ``budget``
/// unless the visible tiles alone take more; visible tiles are never thrown away.
public struct TileCache {
  /// Most bytes of pixels to keep.
  public var budget: Int {
    didSet { evict() }
  }
  /// Bytes of pixels kept.
  public private(set) var byteCount = 0

  private struct Entry {
    var image: TileImage
    var isStale: Bool
    var lastUse: Int
  }

  /// A change of the drawing that images under way may lack.
  private struct Change {
    var version: Int
    var area: Rect
    /// New ink on top, which can be added to an image that lacks it; `nil` for other changes.
    var appended: Element?
  }

  private var entries: [TileKey: Entry] = [:]
  private var visible: Set<TileKey> = []
  private var frame = 0
  private var changes: [Change] = []
  /// All changes up to ``forgottenVersion`` that ``changes`` no longer lists.
  private var forgottenArea = Rect.empty
  private var forgottenVersion = Int.min
  private var rasterizers: [PaperStyle: StrokeRasterizer] = [:]

  /// Changes remembered one by one; a worker is rarely more than a few behind.
  private static let rememberedChanges = 128
  /// Entries without pixels are nearly free, yet not entirely.
  private static let entryLimit = 8192

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

  /// Whether all visible tiles that meet `area` (canvas space) are fresh: wet ink there may go.
  public func isFresh(in area: Rect) -> Bool {
    visible.allSatisfy { !$0.canvasRect.intersects(area) || isFresh($0) }
  }

  /// Notes what is visible and says which tiles are to be painted, the most urgent first: the
  /// visible ones from the centre outwards, then a ring of one tile around, as far as the budget
  /// has room for it.
  public mutating func requests(
    visible area: Rect, grid: TileGrid, version: Int
  ) -> [TileRequest] {
    frame += 1
    let center = area.center
    func byDistance(_ keys: [TileKey]) -> [TileKey] {
      keys.map { key -> (Double, TileKey) in
        ((key.canvasRect.center - center).lengthSquared, key)
      }
      .sorted { $0.0 < $1.0 }.map(\.1)
    }
    let seen = byDistance(grid.keys(covering: area))
    visible = Set(seen)
    let around = byDistance(
      grid.keys(covering: area.outset(by: Double(TileGrid.side) / grid.scale)).filter {
        !visible.contains($0)
      })
    // Counted at full size, so that the ring can never push itself out and be asked for again.
    let full = TileGrid.side * TileGrid.side * 4
    let room = max(budget / full - seen.count, 0)
    var wanted: [TileRequest] = []
    for key in seen + around.prefix(room) {
      entries[key]?.lastUse = frame
      if !isFresh(key) { wanted.append(TileRequest(key: key, version: version)) }
    }
    return wanted
  }

  /// Takes a painted tile in.
  ///
  /// - Returns: Whether a visible tile looks different now.
  @discardableResult
  public mutating func insert(_ image: TileImage) -> Bool {
    let key = image.key
    if let old = entries[key], old.image.version > image.version || !old.isStale { return false }
    let area = key.canvasRect
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

  /// New ink on top of everything, or below everything where that is its place: paints it at once onto the visible tiles it touches, so that
  /// dry ink is there in the frame the wet ink goes.
  ///
  /// - Parameters:
  ///   - element: Paints above every other element of the drawing, or below every other one.
  ///   - version: The version of the drawing that has it.
  public mutating func append(_ element: Element, version: Int) -> Appended {
    remember(Change(version: version, area: element.bounds, appended: element))
    var result = Appended(changed: [], pending: [])
    for (key, entry) in entries where key.canvasRect.intersects(element.bounds) {
      if visible.contains(key), !entry.isStale,
        let image = paint(element, onto: entry.image, version: version)
      {
        store(image, isStale: false)
        result.changed.append(key)
      } else {
        entries[key]?.isStale = true
      }
    }
    for key in visible where key.canvasRect.intersects(element.bounds) && !isFresh(key) {
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
    for key in entries.keys where key.canvasRect.intersects(area) {
      entries[key]?.isStale = true
    }
  }

  /// Forgets every picture: the drawing is another one.
  public mutating func removeAll() {
    entries = [:]
    byteCount = 0
    changes = []
    forgottenArea = .empty
    forgottenVersion = .min
  }

  /// A piece of another tile to show in place of one that is not there yet.
  public struct StandIn {
    public var image: TileImage
    /// The piece, in canvas space; see ``TileImage/paint(on:canvasPart:)``.
    public var part: Rect
  }

  /// Pieces of tiles at other scales that cover as much as they can of a tile that has no picture,
  /// none overlapping another.
  ///
  /// The nearest finer scale is asked first, then the coarser ones, then the rest.
  public func standIns(for key: TileKey) -> [StandIn] {
    let area = key.canvasRect
    let near = entries.values.filter {
      $0.image.key.paper == key.paper && $0.image.key.scale != key.scale
        && $0.image.key.canvasRect.intersects(area)
    }
    /// 0 for the same scale; finer ones count half as far away as coarser ones.
    func distance(_ scale: Double) -> Double {
      scale > key.scale ? (scale / key.scale - 1) / 2 : key.scale / scale - 1
    }
    let ordered = near.sorted {
      let (a, b) = ($0.image.key, $1.image.key)
      let (m, n) = (distance(a.scale), distance(b.scale))
      if m != n { return m < n }
      return (a.row, a.column) < (b.row, b.column)
    }
    var open = [area]
    var found: [StandIn] = []
    for entry in ordered {
      let cover = entry.image.key.canvasRect
      var rest: [Rect] = []
      for hole in open {
        let part = hole.intersection(cover)
        guard !part.isEmpty else {
          rest.append(hole)
          continue
        }
        if !entry.image.isEmpty { found.append(StandIn(image: entry.image, part: part)) }
        rest += hole.minus(part)
      }
      open = rest
      if open.isEmpty { break }
    }
    return found
  }

  private mutating func paint(
    _ element: Element, onto image: TileImage, version: Int
  ) -> TileImage? {
    let paper = image.key.paper
    let rasterizer = rasterizers[paper] ?? StrokeRasterizer(paper: paper)
    rasterizers[paper] = rasterizer
    return try? TileRenderer.paint(element, onto: image, version: version, with: rasterizer)
  }

  private mutating func store(_ image: TileImage, isStale: Bool) {
    let old = entries[image.key]
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
    for victim in victims {
      let tooMany = entries.count > Self.entryLimit
      guard byteCount > budget || tooMany else { return }
      guard victim.bytes > 0 || tooMany else { continue }
      entries[victim.key] = nil
      byteCount -= victim.bytes
    }
  }
}

extension Rect {
  /// What is left of this rectangle without `part`, which lies inside: up to four pieces.
  fileprivate func minus(_ part: Rect) -> [Rect] {
    [
      Rect(minX: minX, minY: minY, maxX: maxX, maxY: part.minY),
      Rect(minX: minX, minY: part.minY, maxX: part.minX, maxY: part.maxY),
      Rect(minX: part.maxX, minY: part.minY, maxX: maxX, maxY: part.maxY),
      Rect(minX: minX, minY: part.maxY, maxX: maxX, maxY: maxY),
    ].filter { !$0.isEmpty }
  }
}
