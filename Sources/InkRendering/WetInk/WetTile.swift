import CCairo
import InkModel

/// The column and row of a wet tile: a square of ``WetTile/side`` device pixels of the view, column 0,
/// row 0 in its top left corner.
public struct WetTileKey: Hashable, Sendable {
  public var column: Int
  public var row: Int

  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The tiles that a box of device pixels meets, row by row.
  static func covering(_ box: PixelBox) -> Covering { Covering(box) }

  /// Keys row by row, without memory of their own.
  struct Covering: Sequence, IteratorProtocol {
    private let columns: Range<Int>
    private let end: Int
    private var at: WetTileKey

    fileprivate init(_ box: PixelBox) {
      let side = WetTile.side
      func floorDivide(_ a: Int) -> Int { a >= 0 ? a / side : -((side - 1 - a) / side) }
      guard !box.isEmpty else {
        (columns, end, at) = (0..<0, 0, WetTileKey(column: 0, row: 0))
        return
      }
      columns = floorDivide(box.x)..<floorDivide(box.maxX - 1) + 1
      end = floorDivide(box.maxY - 1) + 1
      at = WetTileKey(column: columns.lowerBound, row: floorDivide(box.y))
    }

    mutating func next() -> WetTileKey? {
      guard at.row < end else { return nil }
      let key = at
      at.column += 1
      if at.column == columns.upperBound {
        at = WetTileKey(column: columns.lowerBound, row: at.row + 1)
      }
      return key
    }
  }

  /// The tile's square, in device pixels of the view.
  public var box: PixelBox {
    PixelBox(
      x: column * WetTile.side, y: row * WetTile.side, width: WetTile.side, height: WetTile.side)
  }
}

/// A square of the stroke in progress: how much of each pixel its ink covers.
///
/// The coverage is kept and the colour applied when it is painted; so a translucent ink
/// stays even where its stroke crosses itself.
public final class WetTile {
  /// Device pixels along each side.
  ///
  /// Small, because what changes in a frame is repainted whole within its ``inkBounds``.
  public static let side = 128

  public let key: WetTileKey
  /// The colour of the ink on the view's paper.
  public let color: Color
  /// Whether the ink is painted above or below the dry ink.
  public let band: LayerBand
  /// A `cairo_surface_t` of 128 × 128, format A8: the coverage.
  ///
  /// Written by ``WetInkRenderer`` alone; cairo keeps what recorded it (a render node) at the state
  /// it had then.
  public let coverage: OpaquePointer
  /// The bounds within the tile of the ink so far, in pixels of the tile.
  public internal(set) var inkBounds = PixelBox.empty
  /// What the coverage is made of; `nil` for even ink.
  let field: (any InkField)?

  init(
    _ key: WetTileKey, color: Color, band: LayerBand, medium: FieldMedium? = nil
  ) throws(RenderingError) {
    self.key = key
    self.color = color
    self.band = band
    field = medium?.field(in: key.box)
    coverage = try makeSurface(CAIRO_FORMAT_A8, width: Self.side, height: Self.side)
  }

  deinit {
    cairo_surface_destroy(coverage)
  }

  /// The bounds of the ink, in device pixels of the view, and of its render node.
  public var bounds: PixelBox {
    PixelBox(
      x: key.box.x + inkBounds.x, y: key.box.y + inkBounds.y, width: inkBounds.width,
      height: inkBounds.height)
  }

  /// Paints the ink in a context in device pixels of the view.
  ///
  /// - Parameter hidden: A box of device pixels of the view that is left out: see ``WetTail/replaced``.
  public func paint(on cr: OpaquePointer, except hidden: PixelBox = .empty) {
    let b = bounds
    let left = b.intersection(hidden)
    cairo_save(cr)
    cairo_rectangle(cr, Double(b.x), Double(b.y), Double(b.width), Double(b.height))
    if !left.isEmpty {
      cairo_rectangle(
        cr, Double(left.x), Double(left.y), Double(left.width), Double(left.height))
      cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD)
    }
    cairo_clip(cr)
    cairo_set_source(cr, color)
    cairo_mask_surface(cr, coverage, Double(key.box.x), Double(key.box.y))
    cairo_restore(cr)
  }

  /// Brings the coverage up to date with what was added to ``field``.
  ///
  /// - Returns: The bounds of the pixels that may have changed, in device pixels of the view.
  func settle() -> PixelBox {
    // Snapshots that cairo took of the coverage get their own copy before it is written.
    cairo_surface_flush(coverage)
    guard let field, let data = cairo_image_surface_get_data(coverage) else { return .empty }
    let written = field.cover(data, stride: Int(cairo_image_surface_get_stride(coverage)))
    guard !written.isEmpty else { return .empty }
    let box = PixelBox(
      x: written.x - key.box.x, y: written.y - key.box.y, width: written.width,
      height: written.height)
    cairo_surface_mark_dirty_rectangle(
      coverage, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
    inkBounds = inkBounds.union(box)
    return written
  }

  /// Joins `scratch` (A8, same size) into the coverage within `box`, whose columns are whole
  /// multiples of 16: for each pixel the larger.
  ///
  /// - Returns: Whether any pixel changed.
  func join(_ scratch: OpaquePointer, in box: PixelBox) -> Bool {
    // Snapshots that cairo took of the coverage get their own copy before it is written.
    cairo_surface_flush(coverage)
    guard let to = cairo_image_surface_get_data(coverage),
      let from = cairo_image_surface_get_data(scratch)
    else { return false }
    let stride = Int(cairo_image_surface_get_stride(coverage))
    let (target, source) = (UnsafeMutableRawPointer(to), UnsafeRawPointer(from))
    var (minX, maxX, minY, maxY) = (Int.max, Int.min, Int.max, Int.min)
    var changed = SIMD16<UInt8>.zero
    for x in Swift.stride(from: box.x, to: box.maxX, by: 16) {
      var column = SIMD16<UInt8>.zero
      for y in box.y..<box.maxY {
        let at = y * stride + x
        let new = source.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        guard new != .zero else { continue }
        let old = target.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
        let larger = pointwiseMax(old, new)
        changed |= larger ^ old
        target.storeBytes(of: larger, toByteOffset: at, as: SIMD16<UInt8>.self)
        column |= new
        minY = min(minY, y)
        maxY = max(maxY, y + 1)
      }
      for lane in 0..<16 where column[lane] != 0 {
        minX = min(minX, x + lane)
        maxX = max(maxX, x + lane + 1)
      }
    }
    guard changed != .zero else { return false }
    cairo_surface_mark_dirty_rectangle(
      coverage, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
    inkBounds = inkBounds.union(
      PixelBox(x: minX, y: minY, width: maxX - minX, height: maxY - minY))
    return true
  }
}
