import CCairo
import InkModel

/// Paints the stroke in progress, point by point, in device pixels of the view.
///
/// 1. Made when the tool touches, for one stroke, one view transform and one paper. For a view that
///    moves or turns in mid-stroke another one is made, and the whole path appended again.
/// 2. ``append(_:)`` takes settled points and returns the tiles that changed; ``tiles`` has them all.
/// 3. ``tail(_:)`` is the disposable end of the stroke, a small shape painted above the tiles and
///    made anew each frame.
/// 4. ``finish(with:)`` paints the end. From then on the tiles show what ``StrokePainter`` paints for
///    the whole stroke.
///
/// Why there are no seams: each time, the box of the new segments is painted with everything of the
/// stroke that reaches into it, found by ``SegmentIndex``, as one fill. So each pixel holds what a
/// fill of the whole stroke so far would give it. Other media need none of that: what new segments
/// leave is added to what is there (``InkField``), in any order.
///
/// Whatever the brush, what is shown is coverage times one colour, above or below the dry ink by
/// ``band``. Cost: what lies in the box of the new segments, whatever the stroke's length. Where a stroke
/// is scribbled over itself so densely that more than ``mostNeighbours`` segments meet, the new
/// ones are painted with the ``overlap`` before them alone, and each pixel keeps the larger
/// coverage: that differs only where edges of different passes share a pixel.
public final class WetInkRenderer {
  /// The most segments that one box is painted with exactly.
  public static let mostNeighbours = 64
  /// The nodes painted again in front of new ones where there are too many neighbours.
  public static let overlap = 12
  /// New segments painted at a time.
  private static let stretch = 16

  public let ink: Ink
  /// Whether the ink is painted above or below the dry ink.
  public let band: LayerBand
  /// The ink's colour on the paper of the view.
  public let color: Color
  public let deviceFromCanvas: AffineTransform
  /// The part of the device plane that is painted at all: the view.
  public let visible: PixelBox
  // Unchecked here and below: on the path of each report, on one thread, and nothing that is called here
  // comes back.
  /// All tiles that have ink.
  @exclusivity(unchecked)
  public private(set) var tiles: [WetTileKey: WetTile] = [:]
  @exclusivity(unchecked)
  public private(set) var statistics = RenderStatistics()
  /// The bounds of all that was painted since ``takePainted()``.
  @exclusivity(unchecked)
  private var painted = PixelBox.empty

  /// Whether the brush's medium is even ink.
  public var isEven: Bool { medium == nil }

  /// `nil` for even ink.
  private let medium: FieldMedium?
  @exclusivity(unchecked)
  private var hand: BrushHand
  private let scale: Double
  @exclusivity(unchecked)
  private var tracer: LineTracer
  /// The settled line, simplified; all of it is painted.
  @exclusivity(unchecked)
  private var nodes: ContiguousArray<LineNode> = []
  @exclusivity(unchecked)
  private var index: SegmentIndex
  private let scratch: OpaquePointer
  @exclusivity(unchecked)
  private var outline = StrokeOutline()
  /// For ``CoverageFill``.
  @exclusivity(unchecked)
  private var areas: [Float] = []
  @exclusivity(unchecked)
  private var tailLine: ContiguousArray<LineNode> = []
  /// For ``write(_:in:to:stride:)``.
  lazy var colors = CoverageColors(color)

  /// - Parameters:
  ///   - deviceFromCanvas: Moves, turns and scales evenly, as a view does.
  ///   - visible: The view, in device pixels; ink outside is left out.
  ///   - band: Where it is shown; `nil` for that of its brush.
  public init(
    ink: Ink, paper: PaperStyle, deviceFromCanvas: AffineTransform, visible: PixelBox,
    band: LayerBand? = nil
  ) throws(RenderingError) {
    self.ink = ink
    self.deviceFromCanvas = deviceFromCanvas
    self.visible = visible
    color = ink.color(on: paper)
    let family = StockBrushes.family(of: ink)
    self.band = band ?? family.band
    medium = deviceFromCanvas.inverse.flatMap {
      FieldMedium(family.medium, elementFromDevice: $0)
    }
    hand = BrushHand(ink)
    scale = deviceFromCanvas.meanScale
    tracer = LineTracer(scale: scale, tolerance: StrokePainter.tolerance)
    index = SegmentIndex(within: visible, reach: family.reach(ink) * scale)
    scratch = try makeSurface(CAIRO_FORMAT_A8, width: WetTile.side, height: WetTile.side)
  }

  deinit {
    cairo_surface_destroy(scratch)
  }

  /// Paints the next settled points.
  ///
  /// - Returns: The tiles that changed.
  @discardableResult
  public func append(_ points: ArraySlice<StrokePoint>) throws(RenderingError) -> Set<WetTileKey> {
    let before = nodes.count
    take(points)
    return try paint(from: before)
  }

  /// Paints the end of the stroke: `points`, and what waited for more to come.
  @discardableResult
  public func finish(
    with points: ArraySlice<StrokePoint> = []
  ) throws(RenderingError) -> Set<WetTileKey> {
    let before = nodes.count
    take(points)
    tracer.finish(into: &nodes)
    return try paint(from: before)
  }

  /// The bounds, in device pixels, of all that was painted since the last call.
  public func takePainted() -> PixelBox {
    defer { painted = .empty }
    return painted
  }

  private func take(_ points: ArraySlice<StrokePoint>) {
    statistics.points += points.count
    for p in points {
      let n = LineNode(p, hand.mark(p), deviceFromCanvas, scale: scale)
      if n.isFinite { tracer.add(n, into: &nodes) }
    }
  }

  /// The end of the stroke for one frame: from the last node that is painted
  /// through `points`, which follow the settled ones.
  ///
  /// - Parameter isCoverage: Made as coverage whatever the ink, to be read more than once.
  /// - Returns: `nil` where there is nothing to add.
  public func tail(_ points: ArraySlice<StrokePoint>, isCoverage: Bool = false) -> WetTail? {
    // Memory for it is reused from one tail to the next.
    var line: ContiguousArray<LineNode> = []
    swap(&line, &tailLine)
    defer { swap(&line, &tailLine) }
    line.removeAll(keepingCapacity: true)
    if let last = nodes.last { line.append(last) }
    // Copies of hand and tracer continue from here, for this frame only.
    var (hand, tracer) = (hand, tracer)
    for p in points {
      let n = LineNode(p, hand.mark(p), deviceFromCanvas, scale: scale)
      if n.isFinite { tracer.add(n, into: &line) }
    }
    tracer.finish(into: &line)
    guard line.count > (nodes.isEmpty ? 0 : 1) else { return nil }
    if let medium { return tail(line, of: medium) }
    outline.removeAll()
    line.withUnsafeBufferPointer { outline.append($0) }
    let bounds = PixelBox(outline.bounds.outset(by: 1), within: visible)
    guard !bounds.isEmpty else { return nil }
    let isTranslucent = color.alpha < 255
    guard isCoverage || isTranslucent, let mask = try? TailMask(bounds) else {
      guard !isTranslucent else { return nil }
      return WetTail(shape: .outline(outline), bounds: bounds, color: color, band: band)
    }
    mask.fill(outline, with: &areas)
    // So that a translucent ink is even where its tail lies over it.
    if isTranslucent { mask.take(away: tiles, alpha: color.alpha) }
    return WetTail(shape: .mask(mask), bounds: bounds, color: color, band: band)
  }

  /// A tail of a medium that is no even ink.
  private func tail(_ line: ContiguousArray<LineNode>, of medium: FieldMedium) -> WetTail? {
    var area = line.count == 1 ? line[0].box : Rect.empty
    for (p, q) in zip(line, line.dropFirst()) { area = area.union(p.box(with: q)) }
    let bounds = PixelBox(area.outset(by: 1), within: visible)
    guard !bounds.isEmpty, let mask = try? TailMask(bounds) else { return nil }
    let field = medium.field(in: bounds)
    for key in WetTileKey.covering(bounds) { tiles[key]?.field.map(field.join) }
    line.withUnsafeBufferPointer { _ = field.add($0, isBeginning: nodes.isEmpty) }
    _ = field.cover(mask.pixels, stride: mask.stride)
    var tail = WetTail(shape: .mask(mask), bounds: bounds, color: color, band: band)
    if medium.onlyGrows {
      mask.take(away: tiles, alpha: color.alpha)
    } else {
      tail.replaced = bounds
    }
    return tail
  }

  private func paint(from first: Int) throws(RenderingError) -> Set<WetTileKey> {
    var changed: Set<WetTileKey> = []
    if let medium {
      try add(from: first, medium, &changed)
      return changed
    }
    // Many points at once (a path painted anew) are split into stretches, so that no box is large.
    var start = first
    while start < nodes.count {
      let end = min(start + Self.stretch, nodes.count)
      // A segment is named by the node it ends at; the first node alone is a dot.
      let new = max(start, 1)..<max(end, 1)
      var box = nodes.count == 1 ? nodes[0].box : Rect.empty
      for i in new {
        let b = nodes[i - 1].box(with: nodes[i])
        box = box.union(b)
        index.insert(i, b)
      }
      try paint(new, in: box.outset(by: 1), &changed)
      start = end
    }
    return changed
  }

  /// Adds what the segments leave that end at node `first` and later.
  private func add(
    from first: Int, _ medium: FieldMedium, _ changed: inout Set<WetTileKey>
  ) throws(RenderingError) {
    guard first < nodes.count else { return }
    let start = ContiguousArray(nodes[max(first - 1, 0)...])
    var touched: Set<WetTileKey> = []
    func fields(_ box: Rect) throws(RenderingError) -> [any InkField] {
      var found: [any InkField] = []
      for key in WetTileKey.covering(PixelBox(box.outset(by: 1), within: visible)) {
        let tile: WetTile
        if let known = tiles[key] {
          tile = known
        } else {
          tile = try WetTile(key, color: color, band: band, medium: medium)
          tiles[key] = tile
        }
        touched.insert(key)
        if let field = tile.field { found.append(field) }
      }
      return found
    }
    if first == 0, let n = start.first {
      for field in try fields(n.box) { field.touchDown(n) }
    }
    for (p, q) in zip(start, start.dropFirst()) {
      for field in try fields(p.box(with: q)) { field.add(p, q) }
      statistics.nodes += 1
    }
    for key in touched {
      guard let tile = tiles[key] else { continue }
      let written = tile.settle()
      statistics.pixels += written.count
      painted = painted.union(written)
      if !written.isEmpty { changed.insert(key) }
    }
  }

  /// Paints what the stroke covers in `area`, the bounds of its segments `new` with a pixel around.
  private func paint(
    _ new: Range<Int>, in area: Rect, _ changed: inout Set<WetTileKey>
  ) throws(RenderingError) {
    let whole = PixelBox(area, within: visible)
    guard !whole.isEmpty else { return }
    painted = painted.union(whole)
    outline.removeAll()
    let near = whole.rect
    let found = index.segments(near: near.outset(by: 2), most: Self.mostNeighbours, in: nodes)
    var isPlain = false
    nodes.withUnsafeBufferPointer { nodes in
      isPlain = Self.isPlain(found, nodes)
      if let found {
        var i = 0
        while i < found.count {
          var j = i
          while j + 1 < found.count, found[j + 1] == found[j] + 1 { j += 1 }
          add(nodes[found[i] - 1...found[j]], near)
          i = j + 1
        }
      } else {
        add(nodes[max(new.lowerBound - 1 - Self.overlap, 0)..<new.upperBound], near)
      }
      if nodes.count == 1 { add(nodes[...], near) }
    }
    statistics.vertices += outline.vertices.count
    try fill(whole, isPlain: isPlain && outline.ends.count == 1, &changed)
  }

  /// Whether segments follow each other in much the same direction, so that none of what they cover is
  /// covered twice: then areas are summed for a third of what cairo's nonzero rule costs.
  private static func isPlain(_ found: [Int]?, _ nodes: UnsafeBufferPointer<LineNode>) -> Bool {
    guard let found, let first = found.first, let last = found.last, first > 0,
      last - first == found.count - 1
    else { return false }
    func offset(_ i: Int) -> Vector {
      Vector(nodes[i].x - nodes[i - 1].x, nodes[i].y - nodes[i - 1].y)
    }
    let main = offset(first)
    let length = main.lengthSquared
    return found.allSatisfy {
      let next = offset($0)
      let along = main.dot(next)
      // Within 45 degrees.
      return along > 0 && 2 * along * along >= length * next.lengthSquared
    }
  }

  private func add(_ line: Slice<UnsafeBufferPointer<LineNode>>, _ near: Rect) {
    statistics.nodes += outline.append(UnsafeBufferPointer(rebasing: line), near: near)
  }

  /// Fills ``outline`` into the tiles that `whole` meets.
  ///
  /// - Parameter isPlain: No area is wound around twice.
  private func fill(
    _ whole: PixelBox, isPlain: Bool, _ changed: inout Set<WetTileKey>
  ) throws(RenderingError) {
    for key in WetTileKey.covering(whole) {
      let part = whole.rect.intersection(key.box.rect)
      // Whole groups of 16 columns, for the joining.
      let left = (Int(part.minX) - key.box.x) & ~15
      let right = (Int(part.maxX) - key.box.x + 15) & ~15
      let box = PixelBox(
        x: left, y: Int(part.minY) - key.box.y, width: right - left, height: Int(part.height))
      if isPlain { sumScratch(key, box) } else { try paintScratch(key, box) }
      statistics.pixels += box.count
      if let tile = tiles[key] {
        if tile.join(scratch, in: box) { changed.insert(key) }
      } else {
        let tile = try WetTile(key, color: color, band: band)
        guard tile.join(scratch, in: box) else { continue }
        tiles[key] = tile
        changed.insert(key)
      }
    }
  }

  private func sumScratch(_ key: WetTileKey, _ box: PixelBox) {
    guard let data = cairo_image_surface_get_data(scratch) else { return }
    let stride = Int(cairo_image_surface_get_stride(scratch))
    CoverageFill.fill(
      outline,
      in: PixelBox(
        x: key.box.x + box.x, y: key.box.y + box.y, width: box.width, height: box.height),
      to: data + box.y * stride + box.x, stride: stride, with: &areas)
  }

  private func paintScratch(_ key: WetTileKey, _ box: PixelBox) throws(RenderingError) {
    let rowBytes = Int(cairo_image_surface_get_stride(scratch))
    if let data = cairo_image_surface_get_data(scratch) {
      for y in box.y..<box.maxY {
        (data + y * rowBytes + box.x).update(repeating: 0, count: box.width)
      }
      cairo_surface_mark_dirty(scratch)
    }
    let cr = cairo_create(scratch)!
    defer { cairo_destroy(cr) }
    cairo_rectangle(
      cr, Double(box.x), Double(box.y), Double(box.width), Double(box.height))
    cairo_clip(cr)
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
