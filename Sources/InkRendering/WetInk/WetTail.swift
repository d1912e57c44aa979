import CCairo
import Glibc
import InkModel

/// The end of a stroke in progress, valid for one frame.
public struct WetTail: Sendable {
  enum Shape: Sendable {
    /// Opaque ink: painted over the tiles, whatever they have there.
    case outline(StrokeOutline)
    /// Anything else: what it adds to the coverage of the tiles, or shows instead of it.
    case mask(TailMask)
  }

  let shape: Shape
  /// The bounds of its pixels and of its render node.
  public let bounds: PixelBox
  public let color: Color
  /// Whether it is painted above or below the dry ink: as the tiles of its stroke.
  public let band: LayerBand
  /// The box of device pixels in which it shows all of its stroke, tiles included, which are not painted
  /// there; empty where it is painted above them.
  public internal(set) var replaced = PixelBox.empty

  /// Paints it in a context in device pixels of the view, above the wet tiles of its own
  /// stroke, which leave out what it replaces.
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
/// Plain memory, of which cairo gets a surface only where it is to paint it: one is made for each report of a pen.
///
/// `@unchecked Sendable`: written before it is returned and never after.
final class TailMask: @unchecked Sendable {
  let box: PixelBox
  /// One byte for each pixel, that of the box's top left corner first.
  let pixels: UnsafeMutablePointer<UInt8>
  /// Bytes from a row to the next, aligned as cairo requires.
  let stride: Int
  private var made: OpaquePointer?

  init(_ box: PixelBox) throws(RenderingError) {
    self.box = box
    stride = (box.width + 3) & ~3
    guard let memory = calloc(max(stride * box.height, 1), 1) else {
      throw RenderingError(call: "calloc", status: CAIRO_STATUS_NO_MEMORY)
    }
    pixels = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit {
    if let made { cairo_surface_destroy(made) } else { free(pixels) }
  }

  /// A `cairo_surface_t`, format A8, on the same memory.
  var surface: OpaquePointer {
    if let made { return made }
    let new = cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_A8, Int32(box.width), Int32(box.height), Int32(stride))!
    // A painting context may keep the surface for longer than this lives.
    withUnsafePointer(to: &Self.memoryKey) { key in
      _ = cairo_surface_set_user_data(new, key, pixels) { free($0) }
    }
    made = new
    return new
  }

  nonisolated(unsafe) private static var memoryKey = cairo_user_data_key_t()

  /// Covers what is within an outline.
  ///
  /// - Parameter areas: As ``CoverageFill`` requires them.
  func fill(_ outline: StrokeOutline, with areas: inout [Float]) {
    CoverageFill.fill(outline, in: box, to: pixels, stride: stride, with: &areas)
  }

  /// Reduces the mask so that, painted over what the tiles show, it gives what the larger of both
  /// coverages would give by itself.
  ///
  /// Where the tiles cover c and both together u, of a colour with opacity α, that is
  /// (u - c) / (1 - c α).
  func take(away tiles: [WetTileKey: WetTile], alpha: UInt8) {
    for key in WetTileKey.covering(box) {
      guard let tile = tiles[key] else { continue }
      let part = box.intersection(tile.bounds)
      guard !part.isEmpty else { continue }
      cairo_surface_flush(tile.coverage)
      guard let covered = cairo_image_surface_get_data(tile.coverage) else { continue }
      let tileStride = Int(cairo_image_surface_get_stride(tile.coverage))
      for y in part.y..<part.maxY {
        let to = pixels + (y - box.y) * stride + part.x - box.x
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
