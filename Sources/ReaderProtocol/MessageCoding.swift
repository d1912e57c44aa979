/// A message that is not one.
public struct MessageError: Error, Hashable, Sendable {
  public init() {}
}

/// Writes the parts of a message.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ v: UInt8) { bytes.append(v) }

  /// Bytes alone, without their number.
  mutating func append(_ data: [UInt8]) { bytes += data }

  mutating func write(_ v: Int) {
    withUnsafeBytes(of: Int64(v).littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ v: Double) {
    withUnsafeBytes(of: v.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ v: UInt32) {
    withUnsafeBytes(of: v.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ text: String) {
    write(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ size: ForeignSize) {
    write(size.width)
    write(size.height)
  }

  mutating func write(_ box: ForeignBox) {
    for v in [box.x, box.y, box.width, box.height] { write(v) }
  }

  mutating func write<Part>(_ parts: [Part], each: (inout MessageWriter, Part) -> Void) {
    write(parts.count)
    for part in parts { each(&self, part) }
  }
}

/// Reads the parts of a message, trusting nothing.
struct MessageReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(MessageError) -> UInt8 {
    guard let v = rest.popFirst() else { throw MessageError() }
    return v
  }

  private mutating func word() throws(MessageError) -> UInt64 {
    guard rest.count >= 8 else { throw MessageError() }
    let v = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest.removeFirst(8)
    return v
  }

  mutating func half() throws(MessageError) -> UInt32 {
    guard rest.count >= 4 else { throw MessageError() }
    let i = rest.startIndex
    let v =
      UInt32(rest[i]) | UInt32(rest[i + 1]) << 8 | UInt32(rest[i + 2]) << 16
      | UInt32(rest[i + 3]) << 24
    rest.removeFirst(4)
    return v
  }

  mutating func int(_ range: ClosedRange<Int>) throws(MessageError) -> Int {
    let v = Int(Int64(bitPattern: try word()))
    guard range.contains(v) else { throw MessageError() }
    return v
  }

  /// Finite, and not beyond what a page can have.
  mutating func double() throws(MessageError) -> Double {
    let v = Double(bitPattern: try word())
    guard v.isFinite, abs(v) <= 1e9 else { throw MessageError() }
    return v
  }

  mutating func text() throws(MessageError) -> String {
    let count = try int(0...ReaderLimits.messageBytes)
    guard count <= rest.count else { throw MessageError() }
    defer { rest.removeFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }

  mutating func data() throws(MessageError) -> [UInt8] {
    let count = try int(0...rest.count)
    guard count <= rest.count else { throw MessageError() }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func size() throws(MessageError) -> ForeignSize {
    let size = ForeignSize(width: try double(), height: try double())
    guard size.width > 0, size.height > 0, max(size.width, size.height) <= ReaderLimits.pageSide
    else { throw MessageError() }
    return size
  }

  /// 0 where nobody said it.
  mutating func resolution() throws(MessageError) -> Double? {
    let resolution = try double()
    guard resolution != 0 else { return nil }
    guard ReaderLimits.resolutions.contains(resolution) else { throw MessageError() }
    return resolution
  }

  mutating func box() throws(MessageError) -> ForeignBox {
    ForeignBox(x: try double(), y: try double(), width: try double(), height: try double())
  }

  mutating func line() throws(MessageError) -> ForeignLine {
    let (width, color) = (try double(), try half())
    let points = try list(least: 8) { (r: inout MessageReader) throws(MessageError) in
      let point = ForeignLine.Point(
        x: Float(bitPattern: try r.half()), y: Float(bitPattern: try r.half()))
      guard abs(point.x) <= Self.farthest, abs(point.y) <= Self.farthest else {
        throw MessageError()
      }
      return point
    }
    guard width > 0, width < ReaderLimits.pageSide, !points.isEmpty else { throw MessageError() }
    return ForeignLine(points: points, width: width, color: color)
  }

  /// Of a point of a line from the origin, along each axis.
  private static let farthest = Float(ReaderLimits.pageSide)

  /// - Parameter least: The fewest bytes of a part.
  mutating func list<Part>(
    least: Int, each: (inout MessageReader) throws(MessageError) -> Part
  ) throws(MessageError) -> [Part] {
    let count = try int(0...rest.count / least)
    var parts: [Part] = []
    parts.reserveCapacity(count)
    for _ in 0..<count { parts.append(try each(&self)) }
    return parts
  }

  func end() throws(MessageError) {
    guard isAtEnd else { throw MessageError() }
  }
}

extension ReaderRequest {
  public var bytes: [UInt8] {
    var out = MessageWriter()
    switch self {
    case .open(let password):
      out.write(1 as UInt8)
      out.write(password)
    case .sizes(let first, let count):
      out.write(2 as UInt8)
      out.write(first)
      out.write(count)
    case .render(let part):
      out.write(3 as UInt8)
      out.write(part.page)
      for v in [part.x, part.y, part.scale] { out.write(v) }
      out.write(part.width)
      out.write(part.height)
    case .outline: out.write(4 as UInt8)
    case .links(let page):
      out.write(5 as UInt8)
      out.write(page)
    case .text(let page):
      out.write(6 as UInt8)
      out.write(page)
    case .give(let bytes):
      out.write(7 as UInt8)
      out.write(bytes)
    case .annotate(let password, let planBytes):
      out.write(8 as UInt8)
      out.write(password)
      out.write(planBytes)
    case .findInk(let password):
      out.write(9 as UInt8)
      out.write(password)
    case .removeInk(let password, let numbers):
      out.write(10 as UInt8)
      out.write(password)
      out.write(numbers) { $0.write($1) }
    case .result(let offset):
      out.write(11 as UInt8)
      out.write(offset)
    case .lines(let part):
      out.write(12 as UInt8)
      out.write(part)
    }
    return out.bytes
  }

  public init(_ bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    let pages = 0...ReaderLimits.pages
    switch try reader.byte() {
    case 1: self = .open(password: try reader.text())
    case 2: self = .sizes(first: try reader.int(pages), count: try reader.int(pages))
    case 3:
      let part = RenderedPart(
        page: try reader.int(pages), x: try reader.double(), y: try reader.double(),
        scale: try reader.double(), width: try reader.int(1...ReaderLimits.side),
        height: try reader.int(1...ReaderLimits.side))
      guard part.scale > 0, part.byteCount <= ReaderLimits.pixelBytes else { throw MessageError() }
      self = .render(part)
    case 4: self = .outline
    case 5: self = .links(page: try reader.int(pages))
    case 6: self = .text(page: try reader.int(pages))
    case 7: self = .give(try reader.data())
    case 8:
      self = .annotate(
        password: try reader.text(),
        planBytes: try reader.int(0...ReaderLimits.documentBytes))
    case 9: self = .findInk(password: try reader.text())
    case 10:
      self = .removeInk(
        password: try reader.text(),
        try reader.list(least: 8) { (r: inout MessageReader) throws(MessageError) in
          try r.int(0...ReaderLimits.annotations)
        })
    case 11: self = .result(offset: try reader.int(0...ReaderLimits.documentBytes))
    case 12: self = .lines(in: try reader.box())
    default: throw MessageError()
    }
    try reader.end()
  }
}

extension ReaderReply {
  public var bytes: [UInt8] {
    var out = MessageWriter()
    switch self {
    case .opened(let facts):
      out.write(1 as UInt8)
      out.write(facts.kind.rawValue)
      out.write(facts.mediaType)
      out.write(facts.pageCount)
      out.write(facts.size)
      out.write(facts.resolution ?? 0)
      out.write(facts.isUpright ? 1 : 0 as UInt8)
      out.write(facts.title)
    case .sizes(let sizes):
      out.write(2 as UInt8)
      out.write(sizes) { $0.write($1) }
    case .rendered: out.write(3 as UInt8)
    case .outline(let entries):
      out.write(4 as UInt8)
      out.write(entries) {
        $0.write($1.level)
        $0.write($1.title)
        $0.write($1.page ?? -1)
      }
    case .links(let links):
      out.write(5 as UInt8)
      out.write(links) {
        $0.write($1.box)
        switch $1.target {
        case .page(let page):
          $0.write(page)
          $0.write("")
        case .address(let address):
          $0.write(-1)
          $0.write(address)
        }
      }
    case .text(let text):
      out.write(6 as UInt8)
      out.write(text.text)
      out.write(text.boxes) { $0.write($1) }
    case .failed(let failure):
      out.write(7 as UInt8)
      out.write(failure.rawValue)
    case .taken: out.write(8 as UInt8)
    case .written(let document):
      out.write(9 as UInt8)
      out.write(document.byteCount)
      out.write(document.pageCount)
      out.write(document.wasSigned ? 1 : 0 as UInt8)
    case .found(let annotations, let layers):
      out.write(10 as UInt8)
      out.write(annotations) {
        $0.write($1.page)
        for v in $1.transform.numbers { $0.write(v) }
        $0.write($1.byteCount)
        $0.write($1.layer ?? -1)
      }
      out.write(layers) { $0.write($1) }
    case .part(let count):
      out.write(11 as UInt8)
      out.write(count)
    case .lines(let lines):
      out.write(12 as UInt8)
      out.write(lines) {
        $0.write($1.width)
        $0.write($1.color)
        $0.write($1.points) {
          $0.write($1.x.bitPattern)
          $0.write($1.y.bitPattern)
        }
      }
    }
    return out.bytes
  }

  public init(_ bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    switch try reader.byte() {
    case 1:
      guard let kind = ForeignFacts.Kind(rawValue: try reader.byte()) else { throw MessageError() }
      self = .opened(
        ForeignFacts(
          kind: kind, mediaType: try reader.text(),
          pageCount: try reader.int(1...ReaderLimits.pages), size: try reader.size(),
          resolution: try reader.resolution(), isUpright: try reader.byte() == 1,
          title: try reader.text()))
    case 2:
      self = .sizes(
        try reader.list(least: 16) { (r: inout MessageReader) throws(MessageError) in try r.size() }
      )
    case 3: self = .rendered
    case 4:
      self = .outline(
        try reader.list(least: 24) { (r: inout MessageReader) throws(MessageError) in
          let (level, title) = (try r.int(0...64), try r.text())
          let page = try r.int(-1...ReaderLimits.pages)
          return OutlineEntry(level: level, title: title, page: page < 0 ? nil : page)
        })
    case 5:
      self = .links(
        try reader.list(least: 48) { (r: inout MessageReader) throws(MessageError) in
          let (box, page) = (try r.box(), try r.int(-1...ReaderLimits.pages))
          let address = try r.text()
          return ForeignLink(box: box, target: page < 0 ? .address(address) : .page(page))
        })
    case 6:
      let text = ForeignText(
        text: try reader.text(),
        boxes: try reader.list(least: 32) { (r: inout MessageReader) throws(MessageError) in
          try r.box()
        })
      guard text.boxes.isEmpty || text.boxes.count == text.text.unicodeScalars.count else {
        throw MessageError()
      }
      self = .text(text)
    case 7:
      guard let failure = ReaderFailure(rawValue: try reader.byte()) else { throw MessageError() }
      self = .failed(failure)
    case 8: self = .taken
    case 9:
      self = .written(
        WrittenDocument(
          byteCount: try reader.int(1...ReaderLimits.documentBytes),
          pageCount: try reader.int(1...ReaderLimits.pages),
          wasSigned: try reader.byte() == 1))
    case 10:
      self = .found(
        try reader.list(least: 72) { (r: inout MessageReader) throws(MessageError) in
          FoundAnnotation(
            page: try r.int(0...ReaderLimits.pages), transform: try r.transform(),
            byteCount: try r.int(0...ReaderLimits.documentBytes), layer: try r.number())
        },
        layers: try reader.list(least: 25) { (r: inout MessageReader) throws(MessageError) in
          try r.layer()
        })
    case 11: self = .part(try reader.int(1...ReaderLimits.pixelBytes))
    case 12:
      self = .lines(
        try reader.list(least: 28) { (r: inout MessageReader) throws(MessageError) in try r.line() }
      )
    default: throw MessageError()
    }
    try reader.end()
  }
}
