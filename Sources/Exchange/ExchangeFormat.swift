/// A format of another program.
public enum ExchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// Xournal++, and Xournal before it.
  case xournal = "xopp"
  /// Ink Markup Language, https://www.w3.org/TR/InkML/.
  case inkML = "inkml"

  /// What a document below the pages is called, behind the name of the file and a dot.
  public static let attachment = XournalWriter.attachment

  public var fileExtension: String { rawValue }

  public var mimeType: String {
    switch self {
    case .xournal: "application/x-xopp"
    case .inkML: "application/inkml+xml"
    }
  }

  /// How names of files end that are read, without the dot.
  public static let endings = ["xopp", "xoj", "inkml"]

  /// The format of a path by its ending; `nil` for all others.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "xopp", "xoj": self = .xournal
    case "inkml": self = .inkML
    default: return nil
    }
  }

  /// Whether a file may be of a format that is read, by its first bytes: packed, or with a root element that is one's.
  public static func isLikely(_ head: some Collection<UInt8>) -> Bool {
    let head = Array(head)
    if head.starts(with: [0x1F, 0x8B]) || head.starts(with: [0x50, 0x4B, 3, 4]) { return true }
    guard !head.contains(0) else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.contains(/<(xournal|ink)[\s>]/)
  }

  /// Reads a file's bytes, whatever its name.
  ///
  /// Packed or not; the root element says which format it is. Memory is needed for what comes out.
  public static func read(_ bytes: [UInt8]) throws(ExchangeError) -> ExchangeDocument {
    let parser = ExchangeParser()
    let source = try UnpackedBytes(bytes)
    try XMLParser(parser).parse { () throws(ExchangeError) in try source.next() }
    return try parser.document()
  }

  /// Writes a document.
  ///
  /// - Parameter bytes: Those that ``ExchangeBytes/blob(_:)`` names.
  /// - Returns: All bytes of the file, packed where the format is.
  public func write(
    _ document: ExchangeDocument, bytes: @escaping (ExchangeBytes) -> [UInt8]?
  ) throws(ExchangeError) -> [UInt8] {
    switch self {
    case .xournal:
      let packer = GzipPacker()
      try XournalWriter(packer, bytes).write(document)
      return try packer.finish()
    case .inkML:
      return InkMLWriter.write(document)
    }
  }
}

/// Chooses the reader by the root element.
final class ExchangeParser: XMLHandler {
  private var reader: (any ExchangeReader)?

  func begin(_ name: String, _ attributes: [String: String]) throws(ExchangeError) {
    if reader == nil {
      switch name {
      case "xournal": reader = XournalReader()
      case "ink": reader = InkMLReader()
      default: throw .unknownFormat
      }
    }
    try reader?.begin(name, attributes)
  }

  func end(_ name: String) throws(ExchangeError) { try reader?.end(name) }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) { reader?.text(bytes) }

  func document() throws(ExchangeError) -> ExchangeDocument {
    guard let reader else { throw .unknownFormat }
    return try reader.document()
  }
}

/// Makes a document of the elements of one format.
protocol ExchangeReader: XMLHandler {
  func document() throws(ExchangeError) -> ExchangeDocument
}
