import CCairo
import CPixbuf
import ReaderProtocol

/// A picture of pixels, at the sizes that are asked for: halved so often that it is not much finer than it is shown.
final class PixelFile: OpenedFile {
  let facts: ForeignFacts
  private let file: MappedBytes
  /// Width and height as they are stored.
  private let stored: (width: Int, height: Int)
  /// The same in square units.
  private let sides: ForeignSize
  private let orientation: Orientation
  /// Decoded pictures by how often they are halved.
  private var levels: [Int: OpaquePointer] = [:]

  /// The most pixels of a picture that is decoded whole.
  private static let mostPixels = 400_000_000
  /// The most pixels along a side that cairo takes.
  private static let longestSide = 32_767

  init(_ file: MappedBytes, _ mediaType: String) throws(ReaderFailure) {
    self.file = file
    let header = try mediaType == "image/png" ? Self.headerOfPNG(file) : Self.header(file)
    guard header.width > 0, header.height > 0,
      max(header.width, header.height) <= Int(ReaderLimits.pageSide)
    else { throw .damaged }
    guard header.width * header.height <= Self.mostPixels else { throw .tooLarge }
    stored = (header.width, header.height)
    orientation = header.orientation
    let (stretch, resolution) = Self.units(of: header)
    let (w, h) = (Double(header.width) * stretch.x, Double(header.height) * stretch.y)
    sides = ForeignSize(width: w, height: h)
    facts = ForeignFacts(
      kind: .pixels, mediaType: mediaType, pageCount: 1,
      size: orientation.swapsSides ? ForeignSize(width: h, height: w) : sides,
      resolution: resolution, isUpright: orientation == .upright)
  }

  /// Pixels to the inch, along the sides as they are stored.
  private typealias Density = (x: Double, y: Double)
  private static let square: Density = (x: 1, y: 1)
  private typealias Header = (
    width: Int, height: Int, orientation: Orientation, density: Density?
  )

  /// Square units for a pixel in either direction, the shorter side of which is one, and units to the inch; `nil` where the
  /// file does not say them.
  private static func units(of header: Header) -> (stretch: Density, resolution: Double?) {
    guard let density = header.density, ReaderLimits.resolutions.contains(density.x),
      ReaderLimits.resolutions.contains(density.y)
    else { return (square, nil) }
    let finest = max(density.x, density.y)
    // Numbers that were rounded to a whole one are not taken for another shape of pixels.
    guard finest > min(density.x, density.y) * 1.01 else {
      return (square, finest > screenDensity ? finest : nil)
    }
    let stretch: Density = (x: finest / density.x, y: finest / density.y)
    let longest = max(Double(header.width) * stretch.x, Double(header.height) * stretch.y)
    guard longest <= ReaderLimits.pageSide else { return (square, nil) }
    return (stretch, finest)
  }

  /// Cameras, and what prepares pictures for screens, write 72 or 96 where nobody knows (EXIF, tag XResolution), in PNG
  /// rounded to whole pixels to the metre.
  private static let screenDensity = 96.5

  /// What a loader finds out, at the least size.
  private static func header(_ file: MappedBytes) throws(ReaderFailure) -> Header {
    let probe = try load(file, halved: nil)
    defer { g_object_unref(probe.loader) }
    let pixbuf = gdk_pixbuf_loader_get_pixbuf(probe.loader)
    func option(_ name: String) -> Int? {
      pixbuf.flatMap { gdk_pixbuf_get_option($0, name) }.flatMap { Int(String(cString: $0)) }
    }
    var density: Density?
    if let x = option("x-dpi"), let y = option("y-dpi") {
      density = (x: Double(x), y: Double(y))
    }
    let orientation = Orientation(rawValue: option("orientation") ?? 1) ?? .upright
    return (probe.width, probe.height, orientation, density)
  }

  /// From its first chunks: the loader, which does not decode it smaller than it is, would take memory for all of it.
  private static func headerOfPNG(_ file: MappedBytes) throws(ReaderFailure) -> Header {
    guard file.count >= 33 else { throw .damaged }
    return (word(16, of: file), word(20, of: file), .upright, densityOfPNG(file))
  }

  /// What the chunk pHYs says, which comes before the pixels.
  private static func densityOfPNG(_ file: MappedBytes) -> Density? {
    let (density, pixels) = (0x7048_5973, 0x4944_4154)
    var at = 8
    // Behind more chunks than any program writes before the pixels, nobody looks.
    for _ in 0..<1000 where at + 21 <= file.count {
      let (length, name) = (word(at, of: file), word(at + 4, of: file))
      if name == pixels { return nil }
      if name == density {
        // 1: in pixels to the metre; else only the shape of a pixel is told.
        guard length == 9, file.bytes[at + 16] == 1 else { return nil }
        return (
          x: Double(word(at + 8, of: file)) * 0.0254, y: Double(word(at + 12, of: file)) * 0.0254
        )
      }
      at += 12 + length
    }
    return nil
  }

  /// Four bytes as PNG has numbers.
  private static func word(_ at: Int, of file: MappedBytes) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(file.bytes[at + $1]) }
  }

  func size(of page: Int) -> ForeignSize { facts.size }

  func paint(_ page: Int, on cr: OpaquePointer, scale: Double) throws(ReaderFailure) {
    var level = 0
    while level < 12, scale * Double(2 << level) <= 1 { level += 1 }
    while max(stored.width, stored.height) >> level > Self.longestSide { level += 1 }
    let surface = try surface(level)
    let (w, h) = (sides.width, sides.height)
    orientation.apply(to: cr, width: w, height: h)
    // What is halved has whole pixels.
    cairo_scale(
      cr, w / Double(cairo_image_surface_get_width(surface)),
      h / Double(cairo_image_surface_get_height(surface)))
    cairo_set_source_surface(cr, surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD)
    cairo_rectangle(
      cr, 0, 0, Double(cairo_image_surface_get_width(surface)),
      Double(cairo_image_surface_get_height(surface)))
    cairo_fill(cr)
  }

  private func surface(_ level: Int) throws(ReaderFailure) -> OpaquePointer {
    if let known = levels[level] { return known }
    if let finer = levels.keys.filter({ $0 < level }).max(), let from = levels[finer] {
      var (at, surface) = (finer, from)
      while at < level {
        surface = try Self.halved(surface)
        at += 1
        levels[at] = surface
      }
      return surface
    }
    let result = try Self.load(file, halved: level)
    defer { g_object_unref(result.loader) }
    guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(result.loader) else { throw .damaged }
    let surface = try Self.surface(of: pixbuf)
    levels[level] = surface
    return surface
  }

  // MARK: Decoding

  /// What the loader's signal leaves.
  private final class Sizes {
    var width = 0
    var height = 0
    let level: Int?
    init(level: Int?) { self.level = level }
  }

  /// Runs a loader over the file.
  ///
  /// - Parameter level: How often the picture is halved; `nil` reads until the header is known.
  private static func load(
    _ file: MappedBytes, halved level: Int?
  ) throws(ReaderFailure) -> (
    loader: UnsafeMutablePointer<GdkPixbufLoader>, width: Int, height: Int
  ) {
    guard let loader = gdk_pixbuf_loader_new() else { throw .tooLarge }
    let sizes = Sizes(level: level)
    let prepared:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, Int32, Int32, gpointer) -> Void =
        { loader, width, height, data in
          let sizes = Unmanaged<Sizes>.fromOpaque(data).takeUnretainedValue()
          (sizes.width, sizes.height) = (Int(width), Int(height))
          guard width > 0, height > 0 else { return }
          if let level = sizes.level {
            if level > 0 {
              gdk_pixbuf_loader_set_size(
                loader, max(Int32(Int(width) >> level), 1), max(Int32(Int(height) >> level), 1))
            }
          } else {
            // As small as decoders can do it.
            gdk_pixbuf_loader_set_size(loader, max(width / 64, 1), max(height / 64, 1))
          }
        }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
      Unmanaged.passUnretained(sizes).toOpaque(), nil, GConnectFlags(rawValue: 0))
    let base = file.base.assumingMemoryBound(to: UInt8.self)
    let step = level == nil ? 16 << 10 : 1 << 20
    var (at, isRight) = (0, true)
    while at < file.count, isRight {
      let count = min(step, file.count - at)
      isRight = gdk_pixbuf_loader_write(loader, base + at, gsize(count), nil) != 0
      at += count
      if level == nil, sizes.width > 0, gdk_pixbuf_loader_get_pixbuf(loader) != nil { break }
    }
    // What is cut short shows as far as it goes; what was only begun is no error here.
    gdk_pixbuf_loader_close(loader, nil)
    withExtendedLifetime(sizes) {}
    guard sizes.width > 0, level == nil || gdk_pixbuf_loader_get_pixbuf(loader) != nil else {
      let isKnown = at > 0 && gdk_pixbuf_loader_get_format(loader) != nil
      g_object_unref(loader)
      throw isKnown ? .damaged : .unknownFormat
    }
    return (loader, sizes.width, sizes.height)
  }

  /// The pixels as cairo has them; the caller owns the reference.
  private static func surface(of pixbuf: OpaquePointer) throws(ReaderFailure) -> OpaquePointer {
    let (width, height) = (
      Int(gdk_pixbuf_get_width(pixbuf)), Int(gdk_pixbuf_get_height(pixbuf))
    )
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
    guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, channels == (hasAlpha ? 4 : 3),
      let source = gdk_pixbuf_read_pixels(pixbuf)
    else { throw .damaged }
    let surface = try make(hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, width, height)
    let (from, to) = (
      Int(gdk_pixbuf_get_rowstride(pixbuf)), Int(cairo_image_surface_get_stride(surface))
    )
    guard let target = cairo_image_surface_get_data(surface) else { throw .tooLarge }
    for y in 0..<height {
      let row = source + y * from
      let line = UnsafeMutableRawPointer(target + y * to).assumingMemoryBound(to: UInt32.self)
      if hasAlpha {
        for x in 0..<width {
          let p = row + x * 4
          let a = UInt32(p[3])
          func times(_ v: UInt8) -> UInt32 {
            let t = UInt32(v) * a + 128
            return (t + t >> 8) >> 8
          }
          line[x] = a << 24 | times(p[0]) << 16 | times(p[1]) << 8 | times(p[2])
        }
      } else {
        for x in 0..<width {
          let p = row + x * 3
          line[x] = 0xFF00_0000 | UInt32(p[0]) << 16 | UInt32(p[1]) << 8 | UInt32(p[2])
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }

  private static func make(
    _ format: cairo_format_t, _ width: Int, _ height: Int
  ) throws(ReaderFailure) -> OpaquePointer {
    guard let surface = cairo_image_surface_create(format, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    else { throw .tooLarge }
    return surface
  }

  private static func halved(_ surface: OpaquePointer) throws(ReaderFailure) -> OpaquePointer {
    let width = max(Int(cairo_image_surface_get_width(surface)) / 2, 1)
    let height = max(Int(cairo_image_surface_get_height(surface)) / 2, 1)
    let half = try make(cairo_image_surface_get_format(surface), width, height)
    guard let cr = cairo_create(half) else { throw .tooLarge }
    defer { cairo_destroy(cr) }
    cairo_scale(
      cr, Double(width) / Double(cairo_image_surface_get_width(surface)),
      Double(height) / Double(cairo_image_surface_get_height(surface)))
    cairo_set_source_surface(cr, surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD)
    cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE)
    cairo_paint(cr)
    return half
  }
}

/// How a stored picture has to be turned to be upright, by the numbers of EXIF.
enum Orientation: Int {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case flipped = 4
  case transposed = 5
  case turnedRight = 6
  case transversed = 7
  case turnedLeft = 8

  /// Whether what is stored as width is height.
  var swapsSides: Bool { rawValue >= 5 }

  /// From the space of the stored picture, whose sides are given, to that of the upright one.
  func apply(to cr: OpaquePointer, width w: Double, height h: Double) {
    let (a, b, c, d, x, y): (Double, Double, Double, Double, Double, Double) =
      switch self {
      case .upright: (1, 0, 0, 1, 0, 0)
      case .mirrored: (-1, 0, 0, 1, w, 0)
      case .upsideDown: (-1, 0, 0, -1, w, h)
      case .flipped: (1, 0, 0, -1, 0, h)
      case .transposed: (0, 1, 1, 0, 0, 0)
      case .turnedRight: (0, 1, -1, 0, h, 0)
      case .transversed: (0, -1, -1, 0, h, w)
      case .turnedLeft: (0, -1, 1, 0, 0, w)
      }
    var matrix = cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: x, y0: y)
    cairo_transform(cr, &matrix)
  }
}
