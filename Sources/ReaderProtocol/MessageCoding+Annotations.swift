extension MessageWriter {
  mutating func write(_ data: [UInt8]) {
    write(data.count)
    append(data)
  }
}

extension MessageReader {
  mutating func transform() throws(MessageError) -> ForeignTransform {
    ForeignTransform(
      try double(), try double(), try double(), try double(), try double(), try double())
  }
}

extension AnnotationPlan {
  public var bytes: [UInt8] {
    var out = MessageWriter()
    out.write(date)
    out.write(pages) { out, page in
      switch page.base {
      case .own(let index):
        out.write(1 as UInt8)
        out.write(index)
      case .added(let index):
        out.write(2 as UInt8)
        out.write(index)
      }
      out.write(page.quarterTurns)
      out.write(page.annotations) { $0.write($1) }
    }
    return out.bytes
  }

  public init(_ bytes: [UInt8]) throws(MessageError) {
    var reader = MessageReader(bytes)
    date = try reader.text()
    pages = try reader.list(least: 25) { (r: inout MessageReader) throws(MessageError) in
      let kind = try r.byte()
      let index = try r.int(0...ReaderLimits.annotations)
      guard kind == 1 || kind == 2 else { throw MessageError() }
      let turns = try r.int(0...3)
      return PlannedPage(
        kind == 1 ? .own(index) : .added(index), quarterTurns: turns,
        annotations: try r.list(least: 64) { (r: inout MessageReader) throws(MessageError) in
          try r.annotation()
        })
    }
    try reader.end()
  }
}

extension MessageWriter {
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
  }
}

extension MessageReader {
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
      name: try text(), text: try text(), data: try data())
  }
}
