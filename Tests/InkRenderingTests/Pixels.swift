import CCairo
import InkModel

@testable import InkRendering

/// A picture in memory, to paint on and to read: ARGB32, premultiplied.
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
    get {
      cairo_surface_flush(surface)
      let stride = Int(cairo_image_surface_get_stride(surface))
      return UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
        .load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
    }
    set {
      cairo_surface_flush(surface)
      let stride = Int(cairo_image_surface_get_stride(surface))
      UnsafeMutableRawPointer(cairo_image_surface_get_data(surface)!)
        .storeBytes(of: newValue, toByteOffset: y * stride + x * 4, as: UInt32.self)
      cairo_surface_mark_dirty(surface)
    }
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
  /// The largest difference of any channel's mean over three by three pixels, 0 … 255.
  ///
  /// A line one pixel wide that is missing, or is one pixel aside, makes a third of its contrast. Edges smoothed
  /// otherwise make little: what one pixel has more its neighbour has less, or it is a step or two of 255.
  var local = 0
  /// Pixels in which some channel differs by more than 2.
  var visible = 0
  /// Pixels in which some channel differs by more than 16.
  var strong = 0

  init(_ a: Pixels, _ b: Pixels) {
    precondition(a.width == b.width && a.height == b.height)
    let (first, second) = (a.values, b.values)
    guard first != second else { return }
    local = Self.local(first, second, width: a.width, height: a.height)
    for (p, q) in zip(first, second) where p != q {
      var d = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        d = max(d, abs(Int(p >> shift & 0xFF) - Int(q >> shift & 0xFF)))
      }
      worst = max(worst, d)
      if d > 2 { visible += 1 }
      if d > 16 { strong += 1 }
    }
  }

  /// Whether both show the same ink, drawn by two versions of cairo.
  ///
  /// cairo (1.16, cairo-tor-scan-converter.c) tells 15 rows of a pixel apart, so a version that rounds otherwise
  /// changes covered pixels by a step of 17. Of nine pixels at most six are of the edges of a thin line: 12 on average.
  var isRoundingOnly: Bool { worst <= 64 && local <= 12 }

  private static func local(_ a: [UInt32], _ b: [UInt32], width: Int, height: Int) -> Int {
    var worst = 0
    for shift in [0, 8, 16, 24] as [UInt32] {
      // Sums of three along rows, then of three such rows.
      var rows = [Int](repeating: 0, count: width * height)
      for y in 0..<height {
        for x in 0..<width {
          for i in max(x - 1, 0)...min(x + 1, width - 1) {
            let j = y * width + i
            rows[y * width + x] += Int(a[j] >> shift & 0xFF) - Int(b[j] >> shift & 0xFF)
          }
        }
      }
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0
          for i in max(y - 1, 0)...min(y + 1, height - 1) { sum += rows[i * width + x] }
          worst = max(worst, abs(sum))
        }
      }
    }
    return worst / 9
  }

  var description: String {
    "worst \(worst), local \(local), visible \(visible), strong \(strong)"
  }
}
