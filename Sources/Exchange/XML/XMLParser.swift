import CXML

/// Is told what an XML document consists of, in order.
protocol XMLHandler: AnyObject {
  /// An element begins; names are without prefix.
  func begin(_ name: String, _ attributes: [String: String]) throws(ExchangeError)
  func end(_ name: String) throws(ExchangeError)
  /// A part of the text of the innermost element.
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Reads XML by libxml2, event by event.
///
/// Nothing is loaded from elsewhere; a document type declaration ends it before anything of that is read, so that no
/// entity is ever expanded but the five of XML itself.
final class XMLParser {
  private let handler: any XMLHandler
  private var context: xmlParserCtxtPtr?
  private var failure: ExchangeError?
  private var depth = 0

  init(_ handler: any XMLHandler) { self.handler = handler }

  /// Parses all that `next` returns, until that is `nil`.
  func parse(_ next: () throws(ExchangeError) -> [UInt8]?) throws(ExchangeError) {
    var sax = xmlSAXHandler()
    sax.initialized = UInt32(XML_SAX2_MAGIC)
    sax.startElementNs = { closure, name, _, _, _, _, count, _, attributes in
      XMLParser.of(closure)?.begin(name, Int(count), attributes)
    }
    sax.endElementNs = { closure, name, _, _ in XMLParser.of(closure)?.end(name) }
    sax.characters = { closure, text, length in XMLParser.of(closure)?.text(text, Int(length)) }
    sax.cdataBlock = { closure, text, length in XMLParser.of(closure)?.text(text, Int(length)) }
    sax.internalSubset = { closure, _, _, _ in XMLParser.of(closure)?.fail(.hasDeclarations) }
    // Errors are asked for at the end; printing them is libxml2's default.
    sax.serror = { _, _ in }
    let context = xmlCreatePushParserCtxt(
      &sax, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    guard let context else { throw .damaged("no memory") }
    self.context = context
    defer {
      self.context = nil
      if let tree = context.pointee.myDoc { xmlFreeDoc(tree) }
      xmlFreeParserCtxt(context)
    }
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
    while let chunk = try next() {
      let status = chunk.withUnsafeBytes {
        xmlParseChunk(
          context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 0)
      }
      try check(context, status)
    }
    try check(context, xmlParseChunk(context, nil, 0, 1))
    guard context.pointee.wellFormed == 1 else { throw .damaged("it breaks off") }
  }

  private func check(_ context: xmlParserCtxtPtr, _ status: Int32) throws(ExchangeError) {
    if let failure { throw failure }
    // What is only said about an encoding or a name space does no harm.
    guard status != 0, context.pointee.wellFormed == 0 else { return }
    let error = xmlCtxtGetLastError(context)
    let message = error?.pointee.message.map { String(cString: $0) } ?? "error \(status)"
    let line = error?.pointee.line ?? 0
    throw .damaged("line \(line): \(message.split(separator: "\n").first ?? "")")
  }

  private static func of(_ closure: UnsafeMutableRawPointer?) -> XMLParser? {
    closure.map { Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func fail(_ error: ExchangeError) {
    if failure == nil { failure = error }
    if let context { xmlStopParser(context) }
  }

  private func attempt(_ body: () throws(ExchangeError) -> Void) {
    guard failure == nil else { return }
    do {
      try body()
    } catch {
      fail(error)
    }
  }

  private func begin(
    _ name: UnsafePointer<xmlChar>?, _ count: Int,
    _ list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    depth += 1
    guard depth <= ExchangeLimits.depth else { return fail(.tooLarge) }
    var attributes: [String: String] = [:]
    // Five pointers each: name, prefix, name space, and the value from its first byte to behind its last.
    for i in 0..<count {
      guard let key = list?[5 * i], let start = list?[5 * i + 3], let end = list?[5 * i + 4] else {
        continue
      }
      let value = UnsafeBufferPointer(start: start, count: end - start)
      attributes[String(cString: key)] = Self.plain(String(decoding: value, as: UTF8.self))
    }
    let name = name.map { String(cString: $0) } ?? ""
    attempt { () throws(ExchangeError) in try handler.begin(name, attributes) }
  }

  /// A value as it was meant: libxml2 hands on an ampersand, and nothing else, as a reference to its number.
  private static func plain(_ value: String) -> String {
    var (text, rest) = ("", value[...])
    while let mark = rest.firstIndex(of: "&") {
      text += rest[..<mark] + "&"
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix("#38;") { rest = rest.dropFirst(4) }
    }
    return text + rest
  }

  private func end(_ name: UnsafePointer<xmlChar>?) {
    depth -= 1
    let name = name.map { String(cString: $0) } ?? ""
    attempt { () throws(ExchangeError) in try handler.end(name) }
  }

  private func text(_ text: UnsafePointer<xmlChar>?, _ length: Int) {
    guard failure == nil else { return }
    handler.text(UnsafeBufferPointer(start: text, count: length))
  }
}
