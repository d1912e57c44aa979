import CCairo
import InkModel

/// The picture of one tile: ink on nothing.
///
/// The paper below it is painted by whoever shows it.
///
/// Memory is taken for the box that holds ink alone; an empty tile has none.
///
/// `@unchecked Sendable`: the surface is written before the object exists and never after; what
/// cairo counts and caches in it while it is shown happens on the one thread that shows it.
public final class TileImage: @unchecked Sendable {
  public let key: TileKey
  /// The version of the drawing that is shown.
  public let version: Int
  /// The part of the tile that has pixels, in pixels of the tile; empty for an empty tile.
  public let inkBounds: PixelBox
  /// A `cairo_surface_t` of the size of ``inkBounds``, format ARGB32 (premultiplied); `nil` for an
  /// empty tile.
  ///
  /// Owned by this object, never to be written.
  public let surface: OpaquePointer?
  /// The work that went into it.
  public let statistics: RenderStatistics

  /// Takes over the reference to `surface`.
  init(
    key: TileKey, version: Int, inkBounds: PixelBox, surface: OpaquePointer?,
    statistics: RenderStatistics
  ) {
    self.key = key
    self.version = version
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

  /// The part of the canvas that has pixels.
  public var canvasRect: Rect {
    let tile = key.canvasRect
    let b = inkBounds.rect
    return Rect(
      x: tile.minX + b.minX / key.scale, y: tile.minY + b.minY / key.scale,
      width: b.width / key.scale, height: b.height / key.scale)
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

  /// Paints `part` (canvas space) of the tile where it belongs in a context in canvas space, at
  /// whatever scale and turn the context has; smoothed.
  public func paint(on cr: OpaquePointer, canvasPart part: Rect) {
    guard let surface else { return }
    let r = canvasRect
    cairo_save(cr)
    cairo_rectangle(cr, part.minX, part.minY, part.width, part.height)
    cairo_clip(cr)
    cairo_translate(cr, r.minX, r.minY)
    cairo_scale(cr, 1 / key.scale, 1 / key.scale)
    cairo_set_source_surface(cr, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD)
    cairo_paint(cr)
    cairo_restore(cr)
  }
}
