import CCairo
import InkModel

/// Paints the stroke in progress, point by point, in device pixels of the view.
///
/// 1. Made when the tool touches, for one stroke, one view transform and one paper. A view that
///    moves or turns in mid-stroke makes another and appends the whole path again.
/// 2. ``append(_:)`` takes settled points and says which tiles changed; ``tiles`` has them all.
/// 3. ``tail(_:)`` is the disposable end of the stroke, a small shape painted above the tiles and
///    made anew each frame.
/// 4. ``finish(with:)`` paints the end. From then on the tiles show what ``StrokeRasterizer`` paints for
///    the whole stroke.
///
/// Cost: each append paints the new nodes and about a nib's width of the line before them, never
/// more than ``longestOverlap`` nodes, whatever the stroke's length.
///
/// How no seam shows: each time, the last stretch of the line is filled as one outline into a
/// scratch mask, and each pixel keeps the largest coverage that any of the fills gave it. A fill
/// is short of the whole stroke only in the pixels where its own stretch begins or ends, and
/// stretches overlap by more than that. Where the stroke crosses itself, the few pixels that hold
/// edges of both lines may stay a little lighter than in the whole fill.
public final class WetInkRenderer {
  /// The most nodes painted again in front of new ones.
  public static let longestOverlap = 24

  public let ink: Ink
  /// The ink's colour on the paper of the view.
  public let color: Color
  public let deviceFromCanvas: AffineTransform
  /// The part of the device plane that is painted at all: the view.
  public let visible: PixelBox
  /// All tiles that have ink.
  public private(set) var tiles: [WetTileKey: WetTile] = [:]
  public private(set) var statistics = RenderStatistics()

  private let family: StockBrushes.Family
  private let scale: Double
  private var simplifier = LineSimplifier(tolerance: StrokeRasterizer.tolerance)
  /// The settled nodes that the next fill overlaps, oldest first; the last one is painted.
  private var recent: ContiguousArray<LineNode> = []
  private let scratch: OpaquePointer
  private var outline = StrokeOutline()

  /// - Parameters:
  ///   - deviceFromCanvas: Moves, turns and scales evenly, as a view does.
  ///   - visible: The view, in device pixels; ink outside is left out.
  public init(
    ink: Ink, paper: PaperStyle, deviceFromCanvas: AffineTransform, visible: PixelBox
  ) throws(RenderingError) {
    self.ink = ink
    self.deviceFromCanvas = deviceFromCanvas
    self.visible = visible
    color = ink.color.resolved(on: paper)
    family = StockBrushes.family(of: ink)
    scale = deviceFromCanvas.meanScale
    scratch = try makeSurface(CAIRO_FORMAT_A8, width: WetTile.side, height: WetTile.side)
  }

  deinit {
    cairo_surface_destroy(scratch)
  }

  /// Paints the next settled points.
  ///
  /// - Returns: The tiles that changed.
  @discardableResult
  public func append(
    _ points: some Sequence<StrokePoint>
  ) throws(RenderingError) -> Set<WetTileKey> {
    let before = recent.count
    for p in points {
      statistics.points += 1
      let n = node(p)
      if n.isFinite { simplifier.add(n, into: &recent) }
    }
    return try paint(new: recent.count - before)
  }

  /// Paints the end of the stroke: `points`, and what waited for more to come.
  @discardableResult
  public func finish(
    with points: some Sequence<StrokePoint> = []
  ) throws(RenderingError) -> Set<WetTileKey> {
    let before = recent.count
    for p in points {
      statistics.points += 1
      let n = node(p)
      if n.isFinite { simplifier.add(n, into: &recent) }
    }
    simplifier.finish(into: &recent)
    return try paint(new: recent.count - before)
  }

  /// The end of the stroke that is good for one frame: from the last node that is painted
  /// through `points`, which follow the settled ones.
  ///
  /// - Returns: `nil` where there is nothing to add.
  public func tail(_ points: some Sequence<StrokePoint>) -> WetTail? {
    var line = recent.last.map { [$0] } ?? []
    if let waiting = simplifier.pending { line.append(waiting) }
    let known = line.count
    line += points.lazy.map { self.node($0) }.filter(\.isFinite)
    guard line.count > (known == 1 && !recent.isEmpty ? 1 : 0) else { return nil }
    let outline = StrokeOutline(line)
    let bounds = PixelBox(outline.bounds.outset(by: 1), within: visible)
    return bounds.isEmpty ? nil : WetTail(outline: outline, bounds: bounds, color: color)
  }

  private func node(_ p: StrokePoint) -> LineNode {
    LineNode(p, family.mark(ink, at: p), deviceFromCanvas, scale: scale)
  }

  private func paint(new count: Int) throws(RenderingError) -> Set<WetTileKey> {
    guard count > 0 else { return [] }
    var changed: Set<WetTileKey> = []
    // Many points at once (a path painted anew) go in stretches, so that no scratch is large.
    var end = recent.count - count
    while end < recent.count {
      let start = overlapStart(before: end)
      end = min(end + Self.longestOverlap, recent.count)
      outline.removeAll()
      recent.withUnsafeBufferPointer {
        outline.append(UnsafeBufferPointer(rebasing: $0[start..<end]))
      }
      statistics.nodes += end - start
      statistics.vertices += outline.vertices.count
      try fill(start..<end, &changed)
    }
    // Keep what the next stretch overlaps.
    let keep = overlapStart(before: recent.count)
    recent.removeFirst(keep)
    return changed
  }

  /// Where a stretch begins that continues at node `index`: so far back that the pixels in which
  /// it begins are not those in which the painted part ends.
  private func overlapStart(before index: Int) -> Int {
    var i = index - 1
    guard i > 0 else { return 0 }
    var length = 0.0
    let wanted = 4 + 2 * recent[i].radius
    while i > 0 && length < wanted && index - i < Self.longestOverlap {
      length += Vector(recent[i].x - recent[i - 1].x, recent[i].y - recent[i - 1].y).length
      i -= 1
    }
    return i
  }

  /// Fills ``outline``, the shape of `line`, into the tiles it meets.
  private func fill(
    _ line: Range<Int>, _ changed: inout Set<WetTileKey>
  ) throws(RenderingError) {
    let whole = PixelBox(outline.bounds.outset(by: 1), within: visible)
    guard !whole.isEmpty else { return }
    let side = WetTile.side
    func floorDivide(_ a: Int) -> Int { a >= 0 ? a / side : -((side - 1 - a) / side) }
    for row in floorDivide(whole.y)...floorDivide(whole.maxY - 1) {
      for column in floorDivide(whole.x)...floorDivide(whole.maxX - 1) {
        let key = WetTileKey(column: column, row: row)
        let part = whole.rect.intersection(key.box.rect)
        // Whole groups of 16 columns, for the joining.
        let left = (Int(part.minX) - key.box.x) & ~15
        let right = (Int(part.maxX) - key.box.x + 15) & ~15
        let box = PixelBox(
          x: left, y: Int(part.minY) - key.box.y, width: right - left, height: Int(part.height))
        guard recent.touches(key.box.rect.outset(by: 1), in: line) else { continue }
        try paintScratch(key, box)
        statistics.pixels += box.count
        if let tile = tiles[key] {
          if tile.join(scratch, in: box) { changed.insert(key) }
        } else {
          let tile = try WetTile(key, color: color)
          guard tile.join(scratch, in: box) else { continue }
          tiles[key] = tile
          changed.insert(key)
        }
      }
    }
  }

  private func paintScratch(_ key: WetTileKey, _ box: PixelBox) throws(RenderingError) {
    let cr = cairo_create(scratch)!
    defer { cairo_destroy(cr) }
    cairo_rectangle(
      cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    cairo_clip(cr)
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR)
    cairo_paint(cr)
    cairo_set_operator(cr, CAIRO_OPERATOR_OVER)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    cairo_translate(cr, -Double(key.box.x), -Double(key.box.y))
    outline.addPath(to: cr)
    cairo_fill(cr)
    cairo_surface_flush(scratch)
    let status = cairo_status(cr)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderingError(call: "cairo_fill", status: status)
    }
  }
}

extension ContiguousArray<LineNode> {
  /// Whether the box of any segment of `line` meets `area`.
  fileprivate func touches(_ area: Rect, in line: Range<Int>) -> Bool {
    if line.count == 1 { return self[line.lowerBound].box.intersects(area) }
    return line.dropLast().contains { self[$0].box(with: self[$0 + 1]).intersects(area) }
  }
}

/// The end of a stroke in progress that is good for one frame.
public struct WetTail: Sendable {
  /// In device pixels of the view.
  public let outline: StrokeOutline
  /// The box of its pixels: the bounds of its node.
  public let bounds: PixelBox
  public let color: Color

  /// Paints it in a context in device pixels of the view, above the wet tiles.
  public func paint(on cr: OpaquePointer) {
    cairo_set_source(cr, color)
    outline.addPath(to: cr)
    cairo_fill(cr)
  }
}
