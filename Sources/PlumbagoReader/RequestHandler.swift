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
  /// What a picture of shapes is painted with.
  func lines(in part: ForeignBox) throws(ReaderFailure) -> [ForeignLine]
}

extension OpenedFile {
  func outline() -> [OutlineEntry] { [] }
  func links(on page: Int) -> [ForeignLink] { [] }
  func text(of page: Int) -> ForeignText { ForeignText(text: "", boxes: []) }
  func lines(in part: ForeignBox) throws(ReaderFailure) -> [ForeignLine] { throw .unsupported }
}

/// Answers requests about one file.
struct RequestHandler {
  private let file: MappedBytes
  private let pixels: MappedBytes
  private var opened: (any OpenedFile)?
  /// What was given for the next request.
  private var given: [UInt8] = []
  private var result = ReadingResult.none

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
    if let reply = try answerForInk(request) { return reply }
    guard let opened else { throw .unsupported }
    switch request {
    case .open, .give, .annotate, .findInk, .removeInk, .result: throw .unsupported
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
    case .lines(let part): return .lines(try opened.lines(in: part))
    }
  }

  // MARK: Ink in documents

  /// The answer to a request about ink in a document; `nil` to any other.
  private mutating func answerForInk(_ request: ReaderRequest) throws(ReaderFailure) -> ReaderReply?
  {
    switch request {
    case .give(let bytes):
      guard given.count + bytes.count <= ReaderLimits.documentBytes else { throw .tooLarge }
      given += bytes
      return .taken
    case .annotate(let password, let planBytes):
      result = .none
      let bytes = given
      given = []
      return try annotate(bytes, planBytes, password)
    case .findInk(let password):
      result = .none
      let document = try document(password)
      let found = try InkFinding(document: document).find()
      result = .bytes(found.flatMap(\.data))
      return .found(found.map(\.annotation), layers: LayerSwitches(in: document).layers)
    case .removeInk(let password, let numbers):
      result = .none
      let document = try document(password)
      return try keep(try InkFinding(document: document).remove(Set(numbers)), of: document)
    case .result(let offset):
      return .part(try result.copy(from: offset, to: pixels))
    default: return nil
    }
  }

  private func document(_ password: String) throws(ReaderFailure) -> QpdfFile {
    guard MediaType.of(file.bytes.prefix(MediaType.headBytes)) == "application/pdf" else {
      throw .unsupported
    }
    return try QpdfFile(file.bytes, password: password)
  }

  private mutating func annotate(
    _ bytes: [UInt8], _ planBytes: Int, _ password: String
  ) throws(ReaderFailure) -> ReaderReply {
    guard planBytes <= bytes.count,
      let plan = try? AnnotationPlan(Array(bytes.prefix(planBytes)))
    else { throw .unsupported }
    // Where it lies for as long as the document refers to it.
    let rest = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count - planBytes, 1), alignment: 1)
    defer { rest.deallocate() }
    rest.copyBytes(from: bytes.dropFirst(planBytes))
    var at = 0
    func next(_ count: Int, _ password: String) throws(ReaderFailure) -> QpdfFile {
      guard count <= bytes.count - planBytes - at else { throw .unsupported }
      defer { at += count }
      return try QpdfFile(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(rest)[at..<at + count]),
        password: password)
    }
    let document = try document(password)
    let companion = try next(plan.companionBytes, "")
    var others: [QpdfFile] = []
    for other in plan.documents { others.append(try next(other.byteCount, other.password)) }
    let written = try InkWriting(
      document: document, companion: companion, others: others, plan: plan
    ).write()
    withExtendedLifetime((companion, others)) {}
    _ = try keep(try document.lastWritten(), of: document)
    return .written(written)
  }

  /// Keeps a document that was written as the result, once it can be read.
  private mutating func keep(
    _ bytes: UnsafeRawBufferPointer, of document: QpdfFile
  ) throws(ReaderFailure) -> ReaderReply {
    guard bytes.count <= ReaderLimits.documentBytes else { throw .tooLarge }
    let again = try QpdfFile(bytes, password: document.password)
    guard again.pageCount == document.pageCount else { throw .unwritable }
    result = .document(document, bytes)
    return .written(
      WrittenDocument(
        byteCount: bytes.count, pageCount: document.pageCount, wasSigned: false))
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

/// What the last request has made, to be fetched piece by piece.
enum ReadingResult {
  case none
  case bytes([UInt8])
  /// Bytes that are valid as long as the document.
  case document(QpdfFile, UnsafeRawBufferPointer)

  /// Copies as much as there is, from an offset on, to the start of the memory; returns how much.
  func copy(from offset: Int, to memory: MappedBytes) throws(ReaderFailure) -> Int {
    func copy(_ bytes: UnsafeRawBufferPointer) -> Int {
      let count = min(bytes.count - offset, ReaderLimits.pixelBytes)
      guard count > 0 else { return 0 }
      memory.base.copyMemory(from: bytes.baseAddress! + offset, byteCount: count)
      return count
    }
    let count: Int
    switch self {
    case .none: throw .unsupported
    case .bytes(let bytes): count = bytes.withUnsafeBytes { copy($0) }
    case .document(let owner, let bytes): count = withExtendedLifetime(owner) { copy(bytes) }
    }
    guard count > 0 else { throw .unsupported }
    return count
  }
}
