import CCairo
import CPixbuf
import ReaderProtocol

/// An SVG picture.
///
/// Nothing that it refers to outside of itself is read.
final class ShapeFile: OpenedFile {
  let facts: ForeignFacts
  private let file: MappedBytes
  private let handle: UnsafeMutablePointer<RsvgHandle>

  /// Points for one of the format's pixels.
  private static let pixel = 0.75

  private static func open(
    _ file: MappedBytes
  ) throws(ReaderFailure) -> UnsafeMutablePointer<RsvgHandle> {
    guard
      let handle = rsvg_handle_new_from_data(
        file.base.assumingMemoryBound(to: UInt8.self), gsize(file.count), nil)
    else { throw .damaged }
    rsvg_handle_set_dpi(handle, 96)
    return handle
  }

  init(_ file: MappedBytes) throws(ReaderFailure) {
    self.file = file
    handle = try Self.open(file)
    var (width, height) = (0.0, 0.0)
    if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) == 0 {
      var (hasWidth, hasHeight, hasBox): (gboolean, gboolean, gboolean) = (0, 0, 0)
      var box = RsvgRectangle()
      rsvg_handle_get_intrinsic_dimensions(
        handle, &hasWidth, nil, &hasHeight, nil, &hasBox, &box)
      (width, height) = hasBox != 0 ? (box.width, box.height) : (300, 150)
    }
    guard width.isFinite, height.isFinite, width > 0, height > 0,
      max(width, height) * Self.pixel <= ReaderLimits.pageSide
    else { throw .damaged }
    facts = ForeignFacts(
      kind: .shapes, mediaType: "image/svg+xml", pageCount: 1,
      size: ForeignSize(width: width * Self.pixel, height: height * Self.pixel))
  }

  func size(of page: Int) -> ForeignSize { facts.size }

  func paint(_ page: Int, on cr: OpaquePointer, scale: Double) throws(ReaderFailure) {
    try paint(handle, on: cr)
  }

  private func paint(
    _ handle: UnsafeMutablePointer<RsvgHandle>, on cr: OpaquePointer
  ) throws(ReaderFailure) {
    var view = RsvgRectangle(x: 0, y: 0, width: facts.size.width, height: facts.size.height)
    guard rsvg_handle_render_document(handle, cr, &view, nil) != 0 else { throw .damaged }
  }

  /// What is stroked, and the edges of what is only filled.
  ///
  /// Turning what is painted does not turn what is in groups (``CairoScript/turn``). Where that fails, it is done without
  /// fills, or, where there is more then, without groups, whose opacity is lost.
  func lines(in part: ForeignBox) throws(ReaderFailure) -> [ForeignLine] {
    do throws(ReaderFailure) {
      return try lines(in: part, Self.withoutPixels)
    } catch {
      guard error == .damaged else { throw error }
    }
    let stroked = try lines(in: part, Self.withoutPixels + Self.withoutFills)
    do throws(ReaderFailure) {
      let all = try lines(in: part, Self.withoutPixels + Self.withoutGroups)
      return all.count > stroked.count ? all : stroked
    } catch {
      guard error == .damaged else { throw error }
      return stroked
    }
  }

  private func lines(in part: ForeignBox, _ style: String) throws(ReaderFailure) -> [ForeignLine] {
    let script = try record(style)
    guard let pictureFromSurface = script.surfaceFromPicture.inverse else { throw .damaged }
    var painting = PaintedLines(
      of: facts.size, in: LineBox(part), pictureFromSurface: pictureFromSurface)
    try script.run(on: &painting)
    return painting.lines
  }

  private func record(_ style: String) throws(ReaderFailure) -> CairoScript {
    // The one that is painted stays as it is.
    let handle = try Self.open(file)
    defer { g_object_unref(handle) }
    let bytes = Array(style.utf8)
    let isSet = bytes.withUnsafeBufferPointer {
      rsvg_handle_set_stylesheet(handle, $0.baseAddress, gsize($0.count), nil)
    }
    guard isSet != 0 else { throw .damaged }
    return try CairoScript.recorded(of: facts.size) { cr throws(ReaderFailure) in
      try paint(handle, on: cr)
    }
  }

  /// Neither photographs nor blurred shapes have lines; what is below a filter has.
  private static let withoutPixels =
    "image { display: none !important; } * { filter: none !important; }"
  private static let withoutGroups = """
    * { opacity: 1 !important; mask: none !important; mix-blend-mode: normal !important;
      isolation: auto !important; }
    [opacity="0"] { display: none !important; }
    """
  private static let withoutFills = "* { fill: none !important; }"
}
