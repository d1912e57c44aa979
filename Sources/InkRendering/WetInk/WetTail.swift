import CCairo
import InkModel

/// The end of a stroke in progress that is good for one frame.
public struct WetTail: Sendable {
  enum Shape: Sendable {
    /// Opaque ink: painted over the tiles, it does not matter what lies there.
    case outline(StrokeOutline)
    /// Translucent or dry ink: what it adds to the coverage of the tiles.
    case mask(TailMask)
  }

  let shape: Shape
  /// The box of its pixels: the bounds of its node.
  public let bounds: PixelBox
  public let color: Color
  /// Where it is painted: as the tiles of its stroke.
  public let place: PaintingPlace

  /// The same as coverage, to be looked at more than once; itself where there is no memory for that.
  public func masked() -> WetTail {
    guard case .outline(let outline) = shape, let mask = try? TailMask(bounds) else { return self }
    mask.fill(outline)
    return WetTail(shape: .mask(mask), bounds: bounds, color: color, place: place)
  }

  /// Paints it in a context in device pixels of the view, above the wet tiles of its own stroke.
  public func paint(on cr: OpaquePointer) {
    cairo_set_source(cr, color)
    switch shape {
    case .outline(let outline):
      outline.addPath(to: cr)
      cairo_fill(cr)
    case .mask(let mask):
      cairo_mask_surface(cr, mask.surface, Double(bounds.x), Double(bounds.y))
    }
  }
}

/// Coverage in a box of device pixels.
///
/// `@unchecked Sendable`: written before it is handed out and never after.
final class TailMask: @unchecked Sendable {
  let box: PixelBox
  /// A `cairo_surface_t`, format A8.
  let surface: OpaquePointer

  init(_ box: PixelBox) throws(RenderingError) {
    self.box = box
    surface = try makeSurface(CAIRO_FORMAT_A8, width: box.width, height: box.height)
  }

  deinit { cairo_surface_destroy(surface) }

  /// Covers what is within an outline.
  func fill(_ outline: StrokeOutline) {
    guard let cr = cairo_create(surface) else { return }
    cairo_translate(cr, -Double(box.x), -Double(box.y))
    outline.addPath(to: cr)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    cairo_fill(cr)
    cairo_destroy(cr)
    cairo_surface_flush(surface)
  }

  func write(_ body: (UnsafeMutablePointer<UInt8>, _ stride: Int) -> Void) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    body(data, Int(cairo_image_surface_get_stride(surface)))
    cairo_surface_mark_dirty(surface)
  }

  /// Leaves only so much that, painted over what the tiles show, it makes what the larger of both
  /// coverages would show by itself.
  ///
  /// Where the tiles cover c and both together u, of a colour with opacity α, that is
  /// (u - c) / (1 - c α).
  func take(away tiles: [WetTileKey: WetTile], alpha: UInt8) {
    write { data, stride in
      for key in WetTileKey.covering(box) {
        guard let tile = tiles[key] else { continue }
        let part = box.intersection(tile.bounds)
        guard !part.isEmpty else { continue }
        cairo_surface_flush(tile.coverage)
        guard let covered = cairo_image_surface_get_data(tile.coverage) else { continue }
        let tileStride = Int(cairo_image_surface_get_stride(tile.coverage))
        for y in part.y..<part.maxY {
          let to = data + (y - box.y) * stride + part.x - box.x
          let from = covered + (y - key.box.y) * tileStride + part.x - key.box.x
          for x in 0..<part.width {
            let (u, c) = (Int(to[x]), Int(from[x]))
            guard u > c else {
              to[x] = 0
              continue
            }
            if c > 0 {
              let rest = 255 * 255 - c * Int(alpha)
              to[x] = UInt8(min(((u - c) * 255 * 255 + rest / 2) / rest, 255))
            }
          }
        }
      }
    }
  }
}
