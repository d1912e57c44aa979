import InkModel

/// One `path` for each stroke, in layer order; coordinates are canvas points.
///
/// A stroke of dry colour is an `image`. A layer is a group with its name and opacity, where there are several or it is
/// not opaque.
public struct SVGExporter: MemoryExporter {
  /// See ``PaperRules/mostMarks``.
  var mostMarks = PaperRules.mostMarks

  public init() {}

  public var fileExtension: String { "svg" }
  public var mimeType: String { "image/svg+xml" }

  public func write(
    _ drawing: Drawing, _ options: ExportOptions, to open: () throws(ExportError) -> ExportFile
  ) throws(ExportError) {
    let picture = try ExportPicture(drawing, options)
    let page = picture.area
    let style = drawing.settings.paperStyle(in: options.paper)
    let file = try open()
    func number(_ v: Double) -> String { Self.number(Self.hundredths(v)) }
    let namespace = drawing.settings.layers.count > 1 ? " \(LayerGroup.svgNamespace)" : ""
    // A canvas point is the typographic point, 1/72 inch.
    file.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg"\(namespace) \
      width="\(number(page.width * options.scale))pt" \
      height="\(number(page.height * options.scale))pt" \
      viewBox="\(number(page.minX)) \(number(page.minY)) \(number(page.width)) \
      \(number(page.height))">

      """)
    if !options.title.isEmpty { file.write("<title>\(Self.escaped(options.title))</title>\n") }
    let repeats = options.marks(on: picture.sheets) > mostMarks
    for (i, sheet) in picture.sheets.enumerated() {
      if options.background {
        let color = sheet.paper.sheetColor(on: style)
        file.write("<rect \(Self.box(sheet.area)) \(Self.fill(color))/>\n")
      }
      guard options.pattern else { continue }
      guard sheet.paper.pattern != .plain else { continue }
      let t = sheet.toCanvas
      let isTurned = t != .identity
      if isTurned {
        file.write("<g transform=\"matrix(\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty))\">\n")
      }
      writePattern(
        of: sheet.paper, style, sheet, repeated: repeats ? "paper\(i)" : nil, to: file)
      if isTurned { file.write("</g>\n") }
    }
    if let clips = picture.clips {
      file.write("<clipPath id=\"pages\">")
      for clip in clips { file.write("<rect \(Self.box(clip))/>") }
      file.write("</clipPath>\n<g clip-path=\"url(#pages)\">\n")
    }
    let painter = ElementPainter(paper: style).waitingForPages(options.pages)
    let ground = ForeignGround(drawing.settings, in: picture.shownPages)
    if options.background {
      do throws(RenderingError) {
        file.write(try ground.svg(with: painter.foreign))
      } catch {
        throw .rendering(error)
      }
    }
    var areas = ground.areas
    for group in drawing.settings.groups(of: picture.elements) {
      // A drawing of one layer is as plain as it was before there were layers.
      let tag = group.svgTag(isNamed: drawing.settings.layers.count > 1)
      if let tag { file.write(tag) }
      for element in group.elements {
        do throws(RenderingError) {
          // Each as a whole: over a page where its middle is.
          let isOver = areas.contains { $0.quad.contains(element.bounds.center) }
          let own = isOver ? painter.overForeign : painter
          own.foreign = painter.foreign
          if let text = try own.svg(of: element) { file.write(text) }
          if let area = ForeignArea(element) { areas.append(area) }
        } catch {
          throw .rendering(error)
        }
      }
      if tag != nil { file.write("</g>\n") }
    }
    if picture.clips != nil { file.write("</g>\n") }
    file.write("</svg>\n")
    try file.commit()
  }

  /// All lines or dots of a sheet: as one path of strokes, or as one of them each that repeats.
  ///
  /// - Parameter name: what the names of those begin with; `nil` where none is to repeat.
  private func writePattern(
    of paper: Paper, _ style: PaperStyle, _ sheet: ExportSheet, repeated name: String?,
    to file: ExportFile
  ) {
    func number(_ v: Double) -> String { Self.number(Self.hundredths(v)) }
    let rules = PaperRules(paper, in: sheet.page ?? sheet.area, page: sheet.page)
    let isDots = paper.pattern == .dots
    let color = PaperRenderer(style).lineColor(of: paper)
    func start(_ weight: PaperLine.Weight) -> String {
      let width = isDots ? PaperRules.dotDiameter : weight.width
      return "<path \(Self.paint("stroke", color.faded(weight.opacity))) "
        + "stroke-width=\"\(number(width))\""
        + (isDots ? " stroke-linecap=\"round\"" : "") + " fill=\"none\" d=\""
    }
    let cells = name == nil ? [] : rules.cells(of: paper)
    if let name, !cells.isEmpty {
      for (i, cell) in cells.enumerated() {
        file.write(Self.repeated(cell, named: "\(name)-\(i)", path: start))
      }
      return
    }
    let lines = rules.lines
    for weight in PaperLine.Weight.allCases {
      let own = lines.filter { $0.weight == weight }
      guard !own.isEmpty else { continue }
      file.write(start(weight))
      for line in own {
        file.write(
          "M\(number(line.start.x)) \(number(line.start.y))L\(number(line.end.x)) \(number(line.end.y))"
        )
      }
      file.write("\"/>\n")
    }
    guard !rules.rows.isEmpty || !rules.columns.isEmpty else { return }
    file.write(start(.usual))
    if isDots {
      for y in rules.rows {
        for x in rules.columns { file.write("M\(number(x)) \(number(y))h0") }
      }
    } else {
      let reach = rules.reach
      for y in rules.rows {
        file.write("M\(number(reach.minX)) \(number(y))h\(number(reach.width))")
      }
      for x in rules.columns {
        file.write("M\(number(x)) \(number(reach.minY))v\(number(reach.height))")
      }
    }
    file.write("\"/>\n")
  }

  /// Marks that repeat, those of each weight begun by `path`.
  ///
  /// In full precision: what is rounded in one cell adds up over many.
  private static func repeated(
    _ cell: PaperCell, named name: String, path: (PaperLine.Weight) -> String
  ) -> String {
    let (area, box) = (cell.area, cell.cell)
    func corner(_ r: Rect) -> String { "x=\"\(r.minX)\" y=\"\(r.minY)\"" }
    let paths = cell.weights.map { weight, lines in
      let marks = lines.map { "M\($0.start.x) \($0.start.y)L\($0.end.x) \($0.end.y)" }
      return path(weight) + marks.joined() + "\"/>"
    }
    return """
      <pattern id="\(name)" patternUnits="userSpaceOnUse" \(corner(box)) width="\(box.width)" \
      height="\(box.height)" viewBox="0 0 \(box.width) \(box.height)">\
      \(paths.joined())</pattern>
      <rect \(corner(area)) width="\(area.width)" height="\(area.height)" fill="url(#\(name))"/>

      """
  }

  private static func box(_ r: Rect) -> String {
    func number(_ v: Double) -> String { Self.number(Self.hundredths(v)) }
    return "x=\"\(number(r.minX))\" y=\"\(number(r.minY))\" width=\"\(number(r.width))\" "
      + "height=\"\(number(r.height))\""
  }

  static func fill(_ c: Color) -> String { paint("fill", c) }

  /// A colour as the attributes of `what`: fill or stroke.
  private static func paint(_ what: String, _ c: Color) -> String {
    func hex(_ v: UInt8) -> String { (v < 16 ? "0" : "") + String(v, radix: 16) }
    let color = "\(what)=\"#\(hex(c.red))\(hex(c.green))\(hex(c.blue))\""
    guard c.alpha < 255 else { return color }
    return color + " \(what)-opacity=\"\(Double((Double(c.alpha) / 255 * 1000).rounded()) / 1000)\""
  }

  /// A coordinate in hundredths.
  ///
  /// Far beyond all canvases it is the farthest that there is, and what is no number is 0: whatever it is given, two
  /// of them can be subtracted and written.
  static func hundredths(_ v: Double) -> Int {
    let farthest = 1e15
    let whole = (v * 100).rounded()
    return whole.isNaN ? 0 : Int(min(max(whole, -farthest), farthest))
  }

  /// Hundredths as a decimal number, as short as it can be written.
  static func number(_ hundredths: Int) -> String {
    let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    var text = hundredths < 0 ? "-" : ""
    if whole > 0 || rest == 0 { text += String(whole) }
    if rest > 0 {
      text += rest < 10 ? ".0" : "."
      text += String(rest % 10 == 0 ? rest / 10 : rest)
    }
    return text
  }

  /// Path data in hundredths of a point: one absolute start for each polygon, then steps, which are
  /// short to write.
  ///
  /// Rounding errors do not add up, because each step starts at the rounded point before it.
  static func path(_ outline: StrokeOutline) -> String {
    var text = ""
    text.reserveCapacity(outline.vertices.count * 8)
    var start = 0
    for end in outline.ends {
      var at: (x: Int, y: Int)?
      var isFirstStep = true
      for p in outline.vertices[start..<end] {
        let here = (x: hundredths(p.x), y: hundredths(p.y))
        guard let from = at else {
          text += "M\(number(here.x)) \(number(here.y))"
          at = here
          continue
        }
        if here == from { continue }
        text += isFirstStep ? "l" : here.x < from.x ? "" : " "
        text += number(here.x - from.x)
        if here.y >= from.y { text += " " }
        text += number(here.y - from.y)
        isFirstStep = false
        at = here
      }
      text += "z"
      start = end
    }
    return text
  }

  /// Text escaped for XML.
  ///
  /// Characters that XML 1.0 does not allow are left out.
  static func escaped(_ text: String) -> String {
    var out = ""
    for c in text.unicodeScalars {
      switch c {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\t", "\n", "\r": out += "&#\(c.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
      default: out.unicodeScalars.append(c)
      }
    }
    return out
  }
}
