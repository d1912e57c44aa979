import CCairo
import InkModel

/// A picture of one element in pixels, for vector formats that cannot represent it: dry colour, for one, whose
/// grain has no outline.
final class ElementPicture {
  /// Pixels for a canvas point: about 288 dpi, as good printers show.
  static let scale = 4.0
  /// The most pixels of one picture; a larger element has coarser ones.
  static let mostPixels = 16_000_000.0

  /// A `cairo_surface_t`, ARGB32: the ink on nothing.
  let surface: OpaquePointer
  /// The part of the canvas that it shows.
  let area: Rect

  /// `nil` for an element of which nothing is visible.
  init?(of element: Element, with painter: ElementPainter) throws(RenderingError) {
    let bounds = element.bounds.outset(by: 0.5)
    guard !element.bounds.isEmpty, bounds.width.isFinite, bounds.height.isFinite else { return nil }
    let pixels = bounds.width * bounds.height * Self.scale * Self.scale
    let longest = max(bounds.width, bounds.height) * Self.scale
    let side = Double(PNGExporter.longestSide - 2)
    let k = Self.scale * min(1, (Self.mostPixels / pixels).squareRoot(), side / longest)
    // On whole pixels of the canvas, so that the grain is the same wherever the element ends.
    let box = AffineTransform.scale(k)(bounds).roundedOut
    area = AffineTransform.scale(1 / k)(box)
    surface = try makeSurface(
      CAIRO_FORMAT_ARGB32, width: Int(box.width), height: Int(box.height))
    guard let cr = cairo_create(surface) else { return }
    painter.paint(
      element, on: cr,
      deviceFromCanvas: .translation(Vector(-box.minX, -box.minY)) * .scale(k))
    cairo_destroy(cr)
    cairo_surface_flush(surface)
  }

  deinit { cairo_surface_destroy(surface) }

  /// What `paint` paints of an area of the canvas.
  init(of area: Rect, paint: (OpaquePointer, AffineTransform, Rect) -> Void) throws(RenderingError)
  {
    let pixels = area.width * area.height * Self.scale * Self.scale
    let k = Self.scale * min(1, (Self.mostPixels / max(pixels, 1)).squareRoot())
    let box = AffineTransform.scale(k)(area).roundedOut
    self.area = AffineTransform.scale(1 / k)(box)
    surface = try makeSurface(CAIRO_FORMAT_ARGB32, width: Int(box.width), height: Int(box.height))
    guard let cr = cairo_create(surface) else { return }
    paint(
      cr, .translation(Vector(-box.minX, -box.minY)) * .scale(k),
      Rect(x: 0, y: 0, width: box.width, height: box.height))
    cairo_destroy(cr)
    cairo_surface_flush(surface)
  }

  /// Paints it at its position in a context in canvas space.
  func paint(on cr: OpaquePointer) {
    cairo_save(cr)
    cairo_translate(cr, area.minX, area.minY)
    let k = area.width / Double(cairo_image_surface_get_width(surface))
    cairo_scale(cr, k, k)
    cairo_set_source_surface(cr, surface, 0, 0)
    cairo_paint(cr)
    cairo_restore(cr)
  }

  /// As an image of SVG in canvas space.
  func svg() throws(RenderingError) -> String {
    "<image x=\"\(area.minX)\" y=\"\(area.minY)\" width=\"\(area.width)\" height=\"\(area.height)\" "
      + "href=\"data:image/png;base64,\(Base64.encode(try png()))\"/>\n"
  }

  /// As a PNG file.
  func png() throws(RenderingError) -> [UInt8] {
    final class Bytes {
      var list: [UInt8] = []
    }
    let bytes = Bytes()
    let status = cairo_surface_write_to_png_stream(
      surface,
      { closure, data, length in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().list
          .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(bytes).toOpaque())
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderingError(call: "cairo_surface_write_to_png_stream", status: status)
    }
    return bytes.list
  }
}
