import InkModel

/// Writes the format of Xournal++, file version 4.
struct XournalWriter {
  private let sink: any XMLSink
  private let bytes: (ExchangeBytes) -> [UInt8]?

  /// - Parameter bytes: Those of a picture; `nil` leaves it out.
  init(_ sink: any XMLSink, _ bytes: @escaping (ExchangeBytes) -> [UInt8]?) {
    self.sink = sink
    self.bytes = bytes
  }

  /// The name of the document below the pages, beside the file: Xournal++ looks for what the file is called, a dot, and this.
  static let attachment = "bg.pdf"

  func write(_ document: ExchangeDocument) throws(ExchangeError) {
    try sink.write("<?xml version=\"1.0\" standalone=\"no\"?>\n")
    try sink.write("<xournal creator=\"Plumbago\" fileversion=\"4\">\n")
    try sink.write("<title>\(XMLText.escaped(document.title))</title>\n")
    var isFirst = true
    for page in document.pages {
      let size = page.size ?? PageSize(width: 595, height: 842)
      try sink.write("<page width=\"\(number(size.width))\" height=\"\(number(size.height))\">\n")
      try write(page.background, isFirst: isFirst)
      if case .document = page.background { isFirst = false }
      for (i, layer) in document.layers.enumerated() {
        let name = layer.name.isEmpty ? "" : " name=\"\(XMLText.escaped(layer.name))\""
        try sink.write("<layer\(name)>\n")
        for item in page.items where item.layer == i { try write(item) }
        try sink.write("</layer>\n")
      }
      try sink.write("</page>\n")
    }
    try sink.write("</xournal>\n")
  }

  private func number(_ x: Double) -> String { XMLText.number(x) }

  private func write(
    _ background: ExchangeBackground, isFirst: Bool
  ) throws(ExchangeError) {
    switch background {
    case .paper(let paper):
      let spacing = paper.pattern == .plain ? "" : " config=\"r1=\(number(paper.spacing))\""
      try sink.write(
        "<background type=\"solid\" color=\"\(XournalColor.text(paper.tint ?? .white))\" "
          + "style=\"\(XournalPaper.style(paper.pattern))\"\(spacing)/>\n")
    case .document(_, let page):
      let file = isFirst ? " domain=\"attach\" filename=\"\(Self.attachment)\"" : ""
      try sink.write("<background type=\"pdf\"\(file) pageno=\"\(page + 1)\"/>\n")
    case .picture:
      // Below everything, and as large as the page: written as the first thing on it (`ExchangeDocument`).
      try sink.write("<background type=\"solid\" color=\"#ffffffff\" style=\"plain\"/>\n")
    }
  }

  private func write(_ item: ExchangeItem) throws(ExchangeError) {
    let t = item.pageFromElement
    switch item.content {
    case .stroke(let stroke, _):
      let isHighlighter = StockBrushes.family(of: stroke.ink).band == .below
      for line in stroke.lines(after: t) { try write(line, stroke.ink.color, isHighlighter) }
    case .text(let box):
      guard let run = box.runs.first(where: { !$0.text.isEmpty }) else { return }
      let corner = t(Point(box.extent.minX, box.extent.minY))
      try sink.write(
        "<text font=\"\(XMLText.escaped(XournalFont(run).name))\" size=\"\(number(run.size * t.meanScale))\" "
          + "x=\"\(number(corner.x))\" y=\"\(number(corner.y))\" color=\"\(XournalColor.text(run.color))\">"
          + "\(XMLText.escaped(box.text))</text>\n")
    case .picture(let source, let width, let height):
      guard let data = bytes(source) else { return }
      let frame = Self.upright(Rect(x: 0, y: 0, width: width, height: height), t)
      try sink.write(
        "<image left=\"\(number(frame.minX))\" top=\"\(number(frame.minY))\" "
          + "right=\"\(number(frame.maxX))\" bottom=\"\(number(frame.maxY))\">")
      // In parts, so that a large picture is not there three times.
      for start in stride(from: 0, to: data.count, by: 3 << 14) {
        try sink.write(Base64.encode(data[start..<min(start + 3 << 14, data.count)]))
      }
      try sink.write("</image>\n")
    }
  }

  private func write(
    _ line: [(point: Point, width: Double)], _ color: Color, _ isHighlighter: Bool
  ) throws(ExchangeError) {
    var line = line
    // Xournal++ shows no line of one point; this one is as long as nothing.
    if line.count == 1 { line.append((line[0].point + Vector(0.01, 0), line[0].width)) }
    let widest = line.map(\.width).max() ?? 1
    var widths = number(widest)
    if !isHighlighter, line.contains(where: { abs($0.width - widest) > widest / 1000 }) {
      for w in line.dropLast() { widths += " " + number(w.width) }
    }
    let points = line.map { "\(number($0.point.x)) \(number($0.point.y))" }.joined(separator: " ")
    try sink.write(
      "<stroke tool=\"\(isHighlighter ? "highlighter" : "pen")\" color=\"\(XournalColor.text(color))\" "
        + "width=\"\(widths)\">\(points)</stroke>\n")
  }

  /// A rectangle after a motion, without its turn.
  static func upright(_ r: Rect, _ t: AffineTransform) -> Rect {
    guard t.b != 0 || t.c != 0 else { return t(r) }
    let (center, k) = (t(r.center), t.meanScale)
    return Rect(
      x: center.x - r.width * k / 2, y: center.y - r.height * k / 2, width: r.width * k,
      height: r.height * k)
  }
}
