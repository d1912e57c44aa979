import CCairo
import InkModel
import Synchronization

/// The picture of one tile: ink on transparency.
///
/// The paper below it is painted by the view.
///
/// Memory is allocated for the bounds of the ink alone; an empty tile has none.
///
/// `@unchecked Sendable`: the surface is written before the object exists and never after; what
/// cairo counts and caches in it while it is shown happens on the one thread that shows it.
public final class TileImage: @unchecked Sendable {
  public let key: TileKey
  /// The version of the drawing that is shown.
  public let version: Int
  /// Only good enough as a stand-in; see ``TileRequest/isRough``.
  public let isRough: Bool
  /// The part of the tile that has pixels, in pixels of the tile; empty for an empty tile.
  public let inkBounds: PixelBox
  /// A `cairo_surface_t` of the size of ``inkBounds``, format ARGB32 (premultiplied); `nil` for an
  /// empty tile.
  ///
  /// Owned by this object, never to be written.
  public let surface: OpaquePointer?
  /// The work that went into it.
  public let statistics: RenderStatistics
  /// Unique within this process.
  public let serial = TileImage.serials.add(1, ordering: .relaxed).newValue
  /// Where pages of documents and pictures are shown.
  let foreignAreas: [ForeignArea]
  /// Another image of the same tile that it equals, but for a box.
  public let growth: Growth?

  public struct Growth: Sendable {
    /// The other one's ``TileImage/serial``.
    public var from: Int
    /// Pixels of the tile.
    public var box: PixelBox
  }

  private static let serials = Atomic(0)

  /// Takes ownership of the reference to `surface`.
  init(
    key: TileKey, version: Int, isRough: Bool = false, inkBounds: PixelBox, surface: OpaquePointer?,
    statistics: RenderStatistics, growth: Growth? = nil, foreignAreas: [ForeignArea] = []
  ) {
    self.growth = growth
    self.foreignAreas = foreignAreas
    self.key = key
    self.version = version
    self.isRough = isRough
    self.inkBounds = surface == nil ? .empty : inkBounds
    self.surface = surface
    self.statistics = statistics
    if let surface { cairo_surface_flush(surface) }
  }

  deinit {
    if let surface { cairo_surface_destroy(surface) }
  }

  public var isEmpty: Bool { surface == nil }

  /// Memory of the pixels.
  public var byteCount: Int { inkBounds.count * 4 }

  /// The part that has pixels, in pixels of the grid.
  public var gridRect: Rect {
    let tile = key.gridRect
    let b = inkBounds.rect
    return Rect(
      x: tile.minX + b.minX, y: tile.minY + b.minY, width: b.width, height: b.height)
  }

  /// Paints the tile with its top left corner at (`x`, `y`) of the context, one pixel to one
  /// unit: exact where the context's own transform moves by whole device pixels.
  public func paint(on cr: OpaquePointer, x: Double, y: Double) {
    guard let surface else { return }
    cairo_set_source_surface(cr, surface, x + Double(inkBounds.x), y + Double(inkBounds.y))
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST)
    cairo_rectangle(
      cr, x + Double(inkBounds.x), y + Double(inkBounds.y), Double(inkBounds.width),
      Double(inkBounds.height))
    cairo_fill(cr)
  }

  /// Paints the tile at its position in a context in the space of its grid, at whatever scale and
  /// turn the context has; smoothed.
  ///
  /// Each pixel of the target belongs to one tile: those beside each other neither overlap nor
  /// leave a seam, since shared corners map to the same positions.
  public func paintInGrid(on cr: OpaquePointer) {
    guard let surface else { return }
    let r = gridRect
    cairo_save(cr)
    cairo_set_source_surface(cr, surface, r.minX, r.minY)
    // Beyond its edge a tile repeats its last pixel.
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR)
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE)
    // By its corners: cairo's own rectangle goes from one to the next by rounded steps.
    for corner in r.corners { cairo_line_to(cr, corner.x, corner.y) }
    cairo_fill(cr)
    cairo_restore(cr)
  }
}
