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
    let head = Array(file.bytes.prefix(1024))
    if find("%PDF-", in: head) { return try DocumentFile(file, password: password) }
    if let mediaType = mediaType(of: head) { return try PixelFile(file, mediaType) }
    let start = Array(file.bytes.prefix(16 << 10))
    if find("<svg", in: start) || find(":svg", in: start) { return try ShapeFile(file) }
    throw .unknownFormat
  }

  /// The type of a picture of pixels, by its first bytes.
  private static func mediaType(of head: [UInt8]) -> String? {
    func begins(_ bytes: [UInt8], at start: Int = 0) -> Bool {
      head.count >= start + bytes.count && Array(head[start..<start + bytes.count]) == bytes
    }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) { return "image/gif" }
    if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) {
      return "image/tiff"
    }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    return nil
  }

  private static func find(_ text: String, in bytes: [UInt8]) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains {
      bytes[$0..<$0 + wanted.count] == wanted[...]
    }
  }
}
