import CCairo
import InkModel

@testable import InkRendering

/// A picture in memory, to paint on and to look at: ARGB32, premultiplied.
final class Pixels {
  let width: Int
  let height: Int
  let surface: OpaquePointer
  let cr: OpaquePointer

  init(_ width: Int, _ height: Int, paper: PaperStyle? = nil) {
    self.width = width
    self.height = height
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    cr = cairo_create(surface)
    if let paper {
      PaperRenderer(paper).paint(
        on: cr, area: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
    }
  }

  /// From a PNG file, `nil` where it cannot be read.
  init?(png path: String) {
    guard let s = cairo_image_surface_create_from_png(path),
      cairo_surface_status(s) == CAIRO_STATUS_SUCCESS
    else { return nil }
    width = Int(cairo_image_surface_get_width(s))
    height = Int(cairo_image_surface_get_height(s))
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    cr = cairo_create(surface)
    cairo_set_source_surface(cr, s, 0, 0)
    cairo_paint(cr)
    cairo_surface_destroy(s)
  }

  deinit {
    cairo_destroy(cr)
    cairo_surface_destroy(surface)
  }

  /// 0xAARRGGBB, premultiplied, row by row.
  var values: [UInt32] {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
    return Array(unsafeUninitializedCapacity: width * height) { out, count in
      for y in 0..<height {
        UnsafeMutableRawPointer(out.baseAddress! + y * width)
          .copyMemory(from: data + y * stride, byteCount: width * 4)
      }
      count = width * height
    }
  }

  subscript(x: Int, y: Int) -> UInt32 {
    cairo_surface_flush(surface)
    let stride = Int(cairo_image_surface_get_stride(surface))
    return UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
      .load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }

  func write(_ path: String) {
    cairo_surface_write_to_png(surface, path)
  }

  /// Paints elements straight, without tiles.
  func paint(
    _ elements: some Sequence<Element>, paper: PaperStyle = .light,
    deviceFromCanvas: AffineTransform
  ) {
    let rasterizer = ElementPainter(paper: paper)
    for e in elements { rasterizer.paint(e, on: cr, deviceFromCanvas: deviceFromCanvas) }
  }

  /// The centre of mass of the coverage, in pixels (the middle of the first pixel is 0.5).
  var centroid: Point {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for (i, v) in values.enumerated() {
      let a = Double(v >> 24)
      sum += a
      x += a * (Double(i % width) + 0.5)
      y += a * (Double(i / width) + 0.5)
    }
    return Point(x / sum, y / sum)
  }

  /// The sum of the coverage, in pixels.
  var area: Double { values.reduce(0) { $0 + Double($1 >> 24) } / 255 }
}

/// How two pictures of one size differ.
struct Difference: CustomStringConvertible {
  /// The largest difference of any channel of any pixel, 0 … 255.
  var worst = 0
  /// Pixels in which some channel differs by more than 2.
  var visible = 0
  /// Pixels in which some channel differs by more than 16.
  var strong = 0

  init(_ a: Pixels, _ b: Pixels) {
    precondition(a.width == b.width && a.height == b.height)
    for (p, q) in zip(a.values, b.values) where p != q {
      var d = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        d = max(d, abs(Int(p >> shift & 0xFF) - Int(q >> shift & 0xFF)))
      }
      worst = max(worst, d)
      if d > 2 { visible += 1 }
      if d > 16 { strong += 1 }
    }
  }

  var description: String { "worst \(worst), visible \(visible), strong \(strong)" }
}
