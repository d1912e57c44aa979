import CCairo
import InkModel

/// Sets a plain colour to paint with.
func cairo_set_source(_ cr: OpaquePointer, _ c: Color) {
  cairo_set_source_rgba(
    cr, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255, Double(c.alpha) / 255)
}

extension StrokeOutline {
  /// Adds the polygons to the path of a cairo context, for the nonzero fill rule, cairo's own.
  public func addPath(to cr: OpaquePointer) {
    vertices.withUnsafeBufferPointer { vertices in
      var i = 0
      for end in ends {
        guard i < end else { continue }
        cairo_move_to(cr, vertices[i].x, vertices[i].y)
        i += 1
        while i < end {
          cairo_line_to(cr, vertices[i].x, vertices[i].y)
          i += 1
        }
        cairo_close_path(cr)
      }
    }
  }
}

/// What went wrong in the painting library.
public struct RenderingError: Error, Hashable, Sendable {
  /// The function that failed.
  public var call: String
  /// cairo's status code.
  public var status: UInt32
  /// cairo's sentence for it, in English.
  public var message: String

  init(call: String, status: cairo_status_t) {
    self.call = call
    self.status = status.rawValue
    message = String(cString: cairo_status_to_string(status))
  }
}

/// A transparent image surface of at least 1 × 1 pixels; the caller owns the reference.
func makeSurface(
  _ format: cairo_format_t, width: Int, height: Int
) throws(RenderingError) -> OpaquePointer {
  guard let surface = cairo_image_surface_create(format, Int32(width), Int32(height)) else {
    throw RenderingError(call: "cairo_image_surface_create", status: CAIRO_STATUS_NO_MEMORY)
  }
  let status = cairo_surface_status(surface)
  guard status == CAIRO_STATUS_SUCCESS else {
    cairo_surface_destroy(surface)
    throw RenderingError(call: "cairo_image_surface_create", status: status)
  }
  if let bytes = cairo_image_surface_get_data(surface) {
    touchPages(of: bytes, count: height * Int(cairo_image_surface_get_stride(surface)))
  }
  return surface
}

/// Writes to each page of new memory that is all 0.
///
/// Painting reads a pixel before it writes it. Where that is a page's first use, the kernel first maps the shared
/// page of zeros, and then unmaps it on every processor: that costs half as much as a tile's ink.
func touchPages(of bytes: UnsafeMutableRawPointer, count: Int) {
  for offset in stride(from: 0, to: count, by: 4096) {
    bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
  }
}
