import CCairo
import ReaderProtocol

/// A file of one of the formats, as far as all formats are alike.
protocol OpenedFile {
  var facts: ForeignFacts { get }

  /// - Parameter page: There is one.
  func size(of page: Int) -> ForeignSize

  /// Paints a page in its own units, y down.
  ///
  /// - Parameter scale: The context's pixels for a unit.
  func paint(_ page: Int, on cr: OpaquePointer, scale: Double) throws(ReaderFailure)

  func outline() -> [OutlineEntry]
  func links(on page: Int) -> [ForeignLink]
  func text(of page: Int) -> ForeignText
}

extension OpenedFile {
  func outline() -> [OutlineEntry] { [] }
  func links(on page: Int) -> [ForeignLink] { [] }
  func text(of page: Int) -> ForeignText { ForeignText(text: "", boxes: []) }
}

/// Answers requests.
struct ReadingDesk {
  private let file: MappedBytes
  private let pixels: MappedBytes
  private var opened: (any OpenedFile)?

  init(file: MappedBytes, pixels: MappedBytes) {
    self.file = file
    self.pixels = pixels
  }

  mutating func answer(_ request: ReaderRequest) throws(ReaderFailure) -> ReaderReply {
    if case .open(let password) = request {
      let found = try FileFormat.open(file, password: password)
      opened = found
      return .opened(found.facts)
    }
    guard let opened else { throw .unsupported }
    switch request {
    case .open: throw .unsupported
    case .sizes(let first, let count):
      guard first + count <= opened.facts.pageCount else { throw .noSuchPage }
      return .sizes((first..<first + count).map { opened.size(of: $0) })
    case .render(let part):
      try check(part.page, of: opened)
      try render(part, of: opened)
      return .rendered
    case .outline: return .outline(opened.outline())
    case .links(let page):
      try check(page, of: opened)
      return .links(opened.links(on: page))
    case .text(let page):
      try check(page, of: opened)
      return .text(opened.text(of: page))
    }
  }

  private func check(_ page: Int, of opened: any OpenedFile) throws(ReaderFailure) {
    guard page < opened.facts.pageCount else { throw .noSuchPage }
  }

  private func render(_ part: RenderedPart, of opened: any OpenedFile) throws(ReaderFailure) {
    let stride = part.width * 4
    pixels.base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * part.height)
    let surface = cairo_image_surface_create_for_data(
      pixels.base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(part.width),
      Int32(part.height), Int32(stride))
    defer { cairo_surface_destroy(surface) }
    guard let cr = cairo_create(surface) else { throw .tooLarge }
    defer { cairo_destroy(cr) }
    cairo_scale(cr, part.scale, part.scale)
    cairo_translate(cr, -part.x, -part.y)
    try opened.paint(part.page, on: cr, scale: part.scale)
    guard cairo_status(cr) == CAIRO_STATUS_SUCCESS else { throw .damaged }
    cairo_surface_flush(surface)
  }
}

/// Finds out what a file is.
enum FileFormat {
  static func open(
    _ file: MappedBytes, password: String
  ) throws(ReaderFailure) -> any OpenedFile {
    switch MediaType.of(file.bytes.prefix(MediaType.headBytes)) {
    case nil: throw .unknownFormat
    case "application/pdf": return try DocumentFile(file, password: password)
    case "image/svg+xml": return try ShapeFile(file)
    case let mediaType?: return try PixelFile(file, mediaType)
    }
  }
}
