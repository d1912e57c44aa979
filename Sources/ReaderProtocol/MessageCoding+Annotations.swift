extension MessageWriter {
  mutating func write(_ data: [UInt8]) {
    write(data.count)
    append(data)
  }
}

extension MessageWriter {
  mutating func write(_ layer: DocumentLayer) {
    write(layer.title)
    write(layer.name)
    write(layer.opacity)
    write(layer.isLocked ? 1 : 0 as UInt8)
  }
}

extension MessageReader {
  mutating func layer() throws(MessageError) -> DocumentLayer {
    let (title, name, opacity) = (try text(), try text(), try double())
    let isLocked = try byte()
    guard (0...1).contains(opacity), isLocked <= 1 else { throw MessageError() }
    return DocumentLayer(title: title, name: name, opacity: opacity, isLocked: isLocked == 1)
  }

  /// The number of something that may be missing.
  mutating func number() throws(MessageError) -> Int? {
    let number = try int(-1...ReaderLimits.annotations)
    return number < 0 ? nil : number
  }

  mutating func transform() throws(MessageError) -> ForeignTransform {
    ForeignTransform(
      try double(), try double(), try double(), try double(), try double(), try double())
  }
}

extension AnnotationPlan {
  public var bytes: [UInt8] {
    var out = MessageWriter()
    out.write(date)
    out.write(companionBytes)
    out.write(documents) {
      $0.write($1.byteCount)
      $0.write($1.password)
    }
    out.write(layers) { $0.write($1) }
    out.write(labels) { $0.write($1) }
    out.write(pages) { out, page in
      out.write(page.base)
      out.write(page.quarterTurns)
      out.write(page.annotations) { $0.write($1) }
      out.write(page.content.map { [$0] } ?? []) { $0.write($1) }
    }
    return out.bytes
  }

  public init(_ bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    date = try reader.text()
    companionBytes = try reader.int(0...ReaderLimits.documentBytes)
    documents = try reader.list(least: 16) { (r: inout MessageReader) throws(MessageError) in
      PlannedDocument(byteCount: try r.int(0...ReaderLimits.documentBytes), password: try r.text())
    }
    layers = try reader.list(least: 25) { (r: inout MessageReader) throws(MessageError) in
      try r.layer()
    }
    labels = try reader.list(least: 8) { (r: inout MessageReader) throws(MessageError) in
      try r.text()
    }
    pages = try reader.list(least: 33) { (r: inout MessageReader) throws(MessageError) in
      let base = try r.base()
      let turns = try r.int(0...3)
      var page = PlannedPage(
        base, quarterTurns: turns,
        annotations: try r.list(least: 64) { (r: inout MessageReader) throws(MessageError) in
          try r.annotation()
        })
      page.content = try r.list(least: 80) { (r: inout MessageReader) throws(MessageError) in
        try r.content()
      }.first
      return page
    }
    try reader.end()
  }
}

extension MessageWriter {
  fileprivate mutating func write(_ base: PlannedPage.Base) {
    switch base {
    case .own(let index):
      write(1 as UInt8)
      write(index)
    case .added(let index):
      write(2 as UInt8)
      write(index)
    case .other(let document, let index):
      write(3 as UInt8)
      write(index)
      write(document)
    }
  }

  fileprivate mutating func write(_ content: PlannedContent) {
    write(content.seenFromSheet)
    write(content.below ?? -1)
    write(content.layers) {
      $0.write($1.appearance)
      $0.write($1.layer ?? -1)
    }
    write(content.isCutToSheet ? 1 : 0 as UInt8)
    write(content.unit)
    write(content.words) {
      $0.write($1.text)
      $0.write($1.sheetFromWord)
    }
  }

  private mutating func write(_ transform: ForeignTransform) {
    for v in transform.numbers { write(v) }
  }

  fileprivate mutating func write(_ annotation: PlannedAnnotation) {
    write(annotation.kind.rawValue)
    write(annotation.appearance)
    write(annotation.box)
    write(annotation.lines) { out, line in out.write(line) { $0.write($1) } }
    write(annotation.color) { $0.write($1) }
    write(annotation.width)
    write(annotation.name)
    write(annotation.text)
    write(annotation.data)
    write(annotation.layer ?? -1)
  }
}

extension MessageReader {
  fileprivate mutating func base() throws(MessageError) -> PlannedPage.Base {
    let kind = try byte()
    let index = try int(0...ReaderLimits.annotations)
    switch kind {
    case 1: return .own(index)
    case 2: return .added(index)
    case 3: return .other(document: try int(0...ReaderLimits.pages), page: index)
    default: throw MessageError()
    }
  }

  fileprivate mutating func content() throws(MessageError) -> PlannedContent {
    let transform = try transform()
    let below = try int(-1...ReaderLimits.annotations)
    let layers = try list(least: 16) { (r: inout MessageReader) throws(MessageError) in
      let appearance = try r.int(0...ReaderLimits.annotations)
      let layer = try r.int(-1...ReaderLimits.annotations)
      return PlannedLayer(appearance: appearance, layer: layer < 0 ? nil : layer)
    }
    let isCut = try byte()
    let unit = try double()
    guard isCut <= 1, unit > 0 else { throw MessageError() }
    return PlannedContent(
      seenFromSheet: transform, below: below < 0 ? nil : below, layers: layers,
      isCutToSheet: isCut == 1, unit: unit,
      words: try list(least: 56) { (r: inout MessageReader) throws(MessageError) in
        PlannedWord(text: try r.text(), sheetFromWord: try r.transform())
      })
  }

  fileprivate mutating func annotation() throws(MessageError) -> PlannedAnnotation {
    guard let kind = PlannedAnnotation.Kind(rawValue: try byte()) else { throw MessageError() }
    let appearance = try int(0...ReaderLimits.annotations)
    let box = try box()
    let lines = try list(least: 8) { (r: inout MessageReader) throws(MessageError) in
      try r.list(least: 8) { (r: inout MessageReader) throws(MessageError) in try r.double() }
    }
    let color = try list(least: 8) { (r: inout MessageReader) throws(MessageError) in
      try r.double()
    }
    guard color.count == 4, lines.allSatisfy({ $0.count.isMultiple(of: 2) }) else {
      throw MessageError()
    }
    return PlannedAnnotation(
      kind, appearance: appearance, box: box, lines: lines, color: color, width: try double(),
      name: try text(), text: try text(), data: try data(), layer: try number())
  }
}
