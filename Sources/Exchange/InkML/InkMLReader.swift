import InkModel

/// Reads InkML, https://www.w3.org/TR/2011/REC-InkML-20110920/, as people's programs write it: traces with the
/// channels X, Y, F, T, OA and OE, one after another or as differences; brushes with colour, width and transparency.
///
/// Each `traceGroup` with a page's size (``InkMLWriter``) is a page; all else is one canvas without edges.
final class InkMLReader: ExchangeReader {
  /// A channel of traces, in the order of their numbers.
  private struct Channel {
    var name: String
    /// Canvas points a unit, of X and Y; radians a unit, of angles; the share of the greatest, of forces; seconds.
    var scale: Double
    var least = 0.0
  }

  private struct Brush {
    var color = Color.black
    /// In canvas points.
    var width: Double?
    /// Ours, where it was written by us.
    var family: BrushFamily?
  }

  private var title = ""
  private var channels: [String: [Channel]] = [:]
  private var brushes: [String: Brush] = [:]
  /// Of each context, the keys of its format and its brush.
  private var contexts: [String: (format: String?, brush: String?)] = [:]
  private var usual = [
    Channel(name: "X", scale: Length.inch / 96), Channel(name: "Y", scale: Length.inch / 96),
  ]
  private var currentContext: (format: String?, brush: String?) = (nil, nil)

  private var format: String?
  private var brush: String?
  private var context: String?
  private var annotation: String?
  private var trace: (context: String?, brush: String?)?
  private var gathered: [UInt8] = []
  /// Of each open group, whether it is a page.
  private var groups: [Bool] = []
  private var pages: [ExchangePage] = []
  private var canvas = ExchangePage(size: nil)
  private var points = 0
  private var strokes: UInt32 = 0

  func begin(_ name: String, _ attributes: [String: String]) throws(ExchangeError) {
    switch name {
    case "traceFormat":
      format = attributes["id"] ?? ""
      channels[format ?? ""] = []
    case "channel":
      guard let format, let name = attributes["name"] else { return }
      channels[format, default: []].append(channel(name, attributes))
    case "channelProperty":
      // Units of the device an inch, a centimetre and so on.
      guard attributes["name"] == "resolution", let name = attributes["channel"],
        let value = Double(attributes["value"] ?? ""), value > 0, value.isFinite,
        let length = Self.length(attributes["units"] ?? "")
      else { return }
      for key in channels.keys {
        for i in channels[key]!.indices where channels[key]![i].name == name {
          channels[key]![i].scale = length / value
        }
      }
    case "brush":
      brush = attributes["id"] ?? ""
      brushes[brush ?? ""] = Brush()
    case "brushProperty": property(attributes)
    case "context":
      context = attributes["id"] ?? ""
      contexts[context ?? ""] = (
        attributes["traceFormatRef"].map(Self.key), attributes["brushRef"].map(Self.key)
      )
      currentContext = contexts[context ?? ""] ?? (nil, nil)
    case "annotation":
      annotation = attributes["type"]
      gathered = []
    case "traceGroup":
      let size = attributes["pageSize"].flatMap { XMLText.numbers($0) }
      groups.append(size?.count == 2)
      if let size, size.count == 2 {
        guard pages.count < ExchangeLimits.pages else { throw .tooLarge }
        pages.append(ExchangePage(size: PageSize(width: size[0], height: size[1])))
      }
    case "trace":
      // A trace in the air is no ink.
      guard attributes["type"] != "penUp" else { return }
      trace = (attributes["contextRef"].map(Self.key), attributes["brushRef"].map(Self.key))
      gathered = []
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if trace != nil || annotation != nil { gathered += bytes }
  }

  func end(_ name: String) throws(ExchangeError) {
    switch name {
    case "traceFormat":
      if let own = format.flatMap({ channels[$0] }), own.contains(where: { $0.name == "X" }) {
        // The one that is in a context without a name of its own is that of all traces after it.
        if let context { contexts[context]?.format = format }
        if context == nil || currentContext.format == nil { currentContext.format = format }
        usual = own
      }
      format = nil
    case "brush":
      if let context, contexts[context]?.brush == nil { contexts[context]?.brush = brush }
      brush = nil
    case "context": context = nil
    case "annotation":
      let text = String(decoding: gathered, as: UTF8.self)
      if annotation == "title", trace == nil { title = text }
      annotation = nil
    case "traceGroup": _ = groups.popLast()
    case "trace":
      if let trace { try add(trace) }
      trace = nil
    default: break
    }
  }

  func document() throws(ExchangeError) -> ExchangeDocument {
    var document = ExchangeDocument(title: title, pages: pages)
    if !canvas.items.isEmpty || pages.isEmpty { document.pages.append(canvas) }
    if document.pages.count > 1, document.pages.contains(where: { $0.size == nil }) {
      // Ink beside the pages belongs to the last.
      document.pages.removeLast()
      document.pages[document.pages.count - 1].items += canvas.items
    }
    return document
  }

  /// A reference without the mark of its document.
  private static func key(_ reference: String) -> String {
    String(reference.drop { $0 == "#" })
  }

  /// A unit of length in canvas points, also as `1/unit`; `nil` for what is none.
  private static func length(_ unit: String) -> Double? {
    switch unit.hasPrefix("1/") ? String(unit.dropFirst(2)) : unit {
    case "m": Length.millimetre * 1000
    case "cm": Length.millimetre * 10
    case "mm": Length.millimetre
    case "in": Length.inch
    case "pt": 1
    case "pc": 12
    // Hundredths of a millimetre.
    case "himetric": Length.millimetre / 100
    default: nil
    }
  }

  private func channel(_ name: String, _ attributes: [String: String]) -> Channel {
    let units = attributes["units"] ?? ""
    switch name {
    case "X", "Y":
      // A device that does not say how large its units are has those of a screen.
      return Channel(name: name, scale: Self.length(units) ?? Length.inch / 96)
    case "F":
      let least = Double(attributes["min"] ?? "") ?? 0
      let most = Double(attributes["max"] ?? "") ?? 1
      return Channel(name: name, scale: most > least ? 1 / (most - least) : 1, least: least)
    case "OA", "OE": return Channel(name: name, scale: units == "rad" ? 1 : .pi / 180)
    case "T": return Channel(name: name, scale: units == "s" ? 1 : 0.001)
    default: return Channel(name: name, scale: 1)
    }
  }

  private func property(_ attributes: [String: String]) {
    guard let brush, let value = attributes["value"] else { return }
    switch attributes["name"] {
    case "color":
      if let color = XournalColor.color(value) {
        let alpha = brushes[brush]?.color.alpha ?? 255
        brushes[brush]?.color = Color(
          red: color.red, green: color.green, blue: color.blue, alpha: alpha)
      }
    case "transparency":
      if let number = Double(value), (0...255).contains(number) {
        brushes[brush]?.color.alpha = UInt8(255 - number.rounded())
      }
    case "width":
      if let number = Double(value), number > 0, number <= 1000 {
        brushes[brush]?.width = number * (Self.length(attributes["units"] ?? "") ?? 1)
      }
    case "plumbago-brush":
      let words = value.split(separator: " ")
      brushes[brush]?.family = StockBrushes.all.first {
        words.count == 2 && $0.name == words[0] && String($0.version) == words[1]
      }
    default: break
    }
  }

  // MARK: Traces

  private func add(_ trace: (context: String?, brush: String?)) throws(ExchangeError) {
    let context = trace.context.flatMap { contexts[$0] } ?? currentContext
    let format = context.format.flatMap { channels[$0] } ?? usual
    guard let x = format.firstIndex(where: { $0.name == "X" }),
      let y = format.firstIndex(where: { $0.name == "Y" })
    else { throw .damaged("a trace has no X or no Y") }
    let rows = try InkMLTrace.rows(gathered, channels: format.count)
    points += rows.count
    guard points <= ExchangeLimits.points else { throw .tooLarge }
    func index(_ name: String) -> Int? { format.firstIndex { $0.name == name } }
    let (force, time, azimuth, altitude) = (index("F"), index("T"), index("OA"), index("OE"))
    func value(_ row: [Double], _ i: Int?) -> Double? {
      i.map { (row[$0] - format[$0].least) * format[$0].scale }
    }
    let begin = value(rows.first ?? [], rows.isEmpty ? nil : time) ?? 0
    var path: [StrokePoint] = []
    for (n, row) in rows.enumerated() {
      let p = Point(row[x] * format[x].scale, row[y] * format[y].scale)
      guard p.isWithinReach else { continue }
      let moment = value(row, time).map { $0 - begin } ?? Double(n) / 100
      let turn = 2 * Float.pi
      let direction = value(row, azimuth).map {
        let angle = Float($0).truncatingRemainder(dividingBy: turn)
        return angle < 0 ? angle + turn : angle
      }
      path.append(
        StrokePoint(
          x: Float(p.x), y: Float(p.y),
          force: value(row, force).map { Float(min(max($0, 0), 1)) } ?? StrokePoint.defaultForce,
          altitude: value(row, altitude).map { Float(min(max($0, 0), .pi / 2)) }
            ?? StrokePoint.defaultAltitude,
          azimuth: direction ?? StrokePoint.defaultAzimuth,
          timeOffset: Float(min(max(moment, 0), 1e6))))
    }
    guard !path.isEmpty else { return }
    let brush = (trace.brush ?? context.brush).flatMap { brushes[$0] } ?? Brush()
    strokes &+= 1
    let ink = Ink(brush.family ?? StockBrushes.pen, brush.color, size: brush.width ?? 2)
    let stroke = Stroke(
      content: ContentID(0), ink: ink, path: StrokePath(path), seed: strokes &* 0x9E37_79B9)
    let item = ExchangeItem(.stroke(stroke, []))
    if groups.last(where: { $0 }) != nil {
      pages[pages.count - 1].items.append(item)
    } else {
      canvas.items.append(item)
    }
  }
}

/// The numbers of a trace (InkML, 3.2.1).
enum InkMLTrace {
  /// The points, each with a number for each channel.
  ///
  /// `!` before a number says that the channel's numbers are themselves from here on, `'` that they are differences to the
  /// point before, `"` differences of differences; `*` repeats the number before, `?` does not know it. Numbers of base 16
  /// begin with `#`; `T` and `F` are 1 and 0.
  static func rows(_ text: [UInt8], channels: Int) throws(ExchangeError) -> [[Double]] {
    var rows: [[Double]] = []
    var orders = [Int](repeating: 0, count: channels)
    var last = [Double](repeating: 0, count: channels)
    var speed = [Double](repeating: 0, count: channels)
    let broken = ExchangeError.damaged("a trace has points that are no numbers")
    for point in text.split(separator: UInt8(ascii: ",")) {
      var row: [Double] = []
      var i = point.startIndex
      while i < point.endIndex {
        let c = point[i]
        if c == 32 || (9...13).contains(c) {
          i += 1
          continue
        }
        let n = row.count
        guard n < channels else { break }
        var order: Int?
        switch c {
        case UInt8(ascii: "!"): order = 0
        case UInt8(ascii: "'"): order = 1
        case UInt8(ascii: "\""): order = 2
        default: break
        }
        if let order {
          orders[n] = order
          i += 1
          continue
        }
        let value: Double
        if c == UInt8(ascii: "*") || c == UInt8(ascii: "?") {
          i += 1
          value = orders[n] == 0 ? last[n] : orders[n] == 1 ? speed[n] : 0
        } else if c == UInt8(ascii: "T") || c == UInt8(ascii: "F") {
          i += 1
          value = c == UInt8(ascii: "T") ? 1 : 0
        } else {
          // A sign may follow a number without a space between.
          var end = i + 1
          while end < point.endIndex, isPart(point[end], after: point[end - 1]) { end += 1 }
          let word = String(decoding: point[i..<end], as: UTF8.self)
          let number =
            word.hasPrefix("#") ? Int(word.dropFirst(), radix: 16).map(Double.init) : Double(word)
          guard let number, number.isFinite else { throw broken }
          value = number
          i = end
        }
        switch orders[n] {
        case 0:
          speed[n] = rows.isEmpty ? 0 : value - last[n]
          last[n] = value
        case 1:
          speed[n] = value
          last[n] += value
        default:
          speed[n] += value
          last[n] += speed[n]
        }
        row.append(last[n])
      }
      guard !row.isEmpty else { continue }
      // Channels that come and go may be missing at the end of a point.
      while row.count < channels { row.append(last[row.count]) }
      guard row.allSatisfy(\.isFinite) else { throw broken }
      rows.append(row)
    }
    return rows
  }

  private static func isPart(_ c: UInt8, after before: UInt8) -> Bool {
    switch c {
    case 48...57, UInt8(ascii: "."): true
    case 65...70, 97...102: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      before == UInt8(ascii: "e") || before == UInt8(ascii: "E")
    default: false
    }
  }
}
