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
  func lines(in part: ForeignBox) throws(ReaderFailure) -> [ForeignLine] {
    let script: CairoScript
    do throws(ReaderFailure) {
      script = try record(handle)
    } catch {
      guard error == .damaged else { throw error }
      script = try recordStrokes()
    }
    guard let pictureFromSurface = script.surfaceFromPicture.inverse else { throw .damaged }
    var painting = PaintedLines(
      of: facts.size, in: LineBox(part), pictureFromSurface: pictureFromSurface)
    try script.run(on: &painting)
    return painting.lines
  }

  private func record(
    _ handle: UnsafeMutablePointer<RsvgHandle>
  ) throws(ReaderFailure) -> CairoScript {
    try CairoScript.recorded(of: facts.size) { cr throws(ReaderFailure) in
      try paint(handle, on: cr)
    }
  }

  /// Turning what is painted does not turn what is in groups (``CairoScript/turn``): where that fails, at least what is
  /// stroked.
  private func recordStrokes() throws(ReaderFailure) -> CairoScript {
    // The one that is painted keeps its fills.
    let handle = try Self.open(file)
    defer { g_object_unref(handle) }
    let isSet = Self.withoutFills.withUnsafeBufferPointer {
      rsvg_handle_set_stylesheet(handle, $0.baseAddress, gsize($0.count), nil)
    }
    guard isSet != 0 else { throw .damaged }
    return try record(handle)
  }

  private static let withoutFills = Array("* { fill: none !important; }".utf8)
}
