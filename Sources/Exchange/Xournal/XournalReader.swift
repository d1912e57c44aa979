import InkModel

/// Reads the format of Xournal++ and of Xournal: https://github.com/xournalpp/xournalpp, file versions 1 … 5.
///
/// Pages of Xournal have layers each of its own; the first of every page are one layer here, and so on.
final class XournalReader: ExchangeReader {
  private var result = ExchangeDocument(layers: [])
  private var page: ExchangePage?
  /// The index of the layer, on its page.
  private var layer = -1
  /// Attributes of the element whose text is gathered.
  private var attributes: [String: String] = [:]
  private var gathered: [UInt8] = []
  private var isGathering = false
  private var points = 0
  /// The PDF below the pages, which its first page names.
  private var pdf: ExchangeBytes?
  private var strokes: UInt32 = 0

  func begin(_ name: String, _ attributes: [String: String]) throws(ExchangeError) {
    switch name {
    case "page":
      guard result.pages.count < ExchangeLimits.pages else { throw .tooLarge }
      guard let width = Double(attributes["width"] ?? ""),
        let height = Double(attributes["height"] ?? ""),
        width > 0, height > 0
      else { throw .damaged("a page has no size") }
      page = ExchangePage(size: PageSize(width: width, height: height))
      layer = -1
    case "background": page?.background = background(attributes)
    case "layer":
      layer += 1
      guard layer < ExchangeLimits.layers else { throw .tooLarge }
      if layer == result.layers.count { result.layers.append(ExchangeLayer()) }
      if let name = attributes["name"], result.layers[layer].name.isEmpty {
        result.layers[layer].name = name
      }
    case "title", "stroke", "text", "image", "teximage":
      self.attributes = attributes
      gathered = []
      isGathering = true
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isGathering { gathered += bytes }
  }

  func end(_ name: String) throws(ExchangeError) {
    switch name {
    case "page":
      if let page { result.pages.append(page) }
      page = nil
    case "title":
      isGathering = false
      let title = String(decoding: gathered, as: UTF8.self)
      // What both programs write where nobody gave one.
      if !title.hasPrefix("Xournal") { result.title = title }
    case "stroke":
      isGathering = false
      if let stroke = try stroke() { add(.stroke(stroke, []), .identity) }
    case "text":
      isGathering = false
      if let (box, corner) = textBox() { add(.text(box), .translation(corner - .zero)) }
    case "image", "teximage":
      isGathering = false
      if name == "teximage" { result.losses.insert(.formulas) }
      addPicture()
    default: break
    }
  }

  func document() throws(ExchangeError) -> ExchangeDocument {
    guard !result.pages.isEmpty else { throw .damaged("it has no page") }
    if result.layers.isEmpty { result.layers = [ExchangeLayer()] }
    return result
  }

  private func add(_ content: ExchangeItem.Content, _ pageFromElement: AffineTransform) {
    // What lies on a page and on no layer is on its first.
    if result.layers.isEmpty { result.layers = [ExchangeLayer()] }
    page?.items.append(
      ExchangeItem(content, layer: max(layer, 0), pageFromElement: pageFromElement))
  }

  // MARK: Ink

  private func stroke() throws(ExchangeError) -> Stroke? {
    guard let numbers = XMLText.numbers(gathered), numbers.count % 2 == 0 else {
      throw .damaged("a stroke has coordinates that are no numbers")
    }
    points += numbers.count / 2
    guard points <= ExchangeLimits.points else { throw .tooLarge }
    let line = stride(from: 0, to: numbers.count, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
    guard !line.isEmpty, line.allSatisfy(\.isWithinReach) else { return nil }
    guard let widths = XMLText.numbers(attributes["width"] ?? "1.41"), let nominal = widths.first,
      widths.allSatisfy({ (0...1000).contains($0) })
    else { throw .damaged("a stroke has no width") }
    if attributes["fill"].flatMap({ Double($0) }).map({ $0 >= 0 }) ?? false {
      result.losses.insert(.fill)
    }
    if attributes["style"].map({ $0 != "plain" }) ?? false { result.losses.insert(.brushes) }
    if attributes["fn"].map({ !$0.isEmpty }) ?? false { result.losses.insert(.sound) }
    let color = XournalColor.color(attributes["color"] ?? "black") ?? .black
    strokes &+= 1
    // A brush's random numbers: any will do, as long as strokes differ.
    let seed = strokes &* 0x9E37_79B9
    let least = 0.05
    if attributes["tool"] == "highlighter" {
      var color = color
      // Xournal paints it half transparent, whatever its colour says.
      if color.alpha == 255 { color.alpha = 128 }
      return LineInk.highlight(line, width: max(nominal, least), color: color, seed: seed)
    }
    // One width a segment where the pen had pressure; the last point has that of the segment before it.
    let own = widths.dropFirst().map { max($0, least) }
    return LineInk.stroke(
      line, widths: own.isEmpty ? [max(nominal, least)] : own, color: color, seed: seed)
  }

  // MARK: Text and pictures

  private func textBox() -> (TextBox, Point)? {
    let text = String(decoding: gathered, as: UTF8.self)
    guard !text.isEmpty, text.utf8.count <= ElementLimits.textBytes,
      let x = Double(attributes["x"] ?? ""), let y = Double(attributes["y"] ?? ""),
      Point(x, y).isWithinReach
    else { return nil }
    let size = min(max(Double(attributes["size"] ?? "") ?? 12, 1), 1000)
    let font = XournalFont(attributes["font"] ?? "Sans")
    let run = TextRun(
      text, family: font.family, size: size, weight: font.weight, slant: font.slant,
      color: XournalColor.color(attributes["color"] ?? "black") ?? .black)
    return (TextBox([run], extent: TextBox.estimatedExtent(of: text, size: size)), Point(x, y))
  }

  private func addPicture() {
    let sides = ["left", "top", "right", "bottom"].compactMap { Double(attributes[$0] ?? "") }
    guard sides.count == 4, sides.allSatisfy({ $0.isFinite && abs($0) <= ElementLimits.reach }),
      sides[2] > sides[0], sides[3] > sides[1], let bytes = Base64.decode(gathered), !bytes.isEmpty
    else {
      result.losses.insert(.pictures)
      return
    }
    add(
      .picture(.data(bytes), width: sides[2] - sides[0], height: sides[3] - sides[1]),
      .translation(Vector(sides[0], sides[1])))
  }

  // MARK: Backgrounds

  private func background(_ attributes: [String: String]) -> ExchangeBackground {
    switch attributes["type"] {
    case "pdf":
      if let name = attributes["filename"], !name.isEmpty {
        pdf = attributes["domain"] == "attach" ? .attachment(name) : .file(name)
      }
      guard let pdf, let number = Int(attributes["pageno"] ?? "1"), number >= 1 else {
        result.losses.insert(.background)
        return .paper(.plain)
      }
      return .document(pdf, page: number - 1)
    case "pixmap":
      switch attributes["domain"] {
      case "clone":
        // The number of the page that has the same picture, counted from 0.
        if let number = Int(attributes["filename"] ?? ""), result.pages.indices.contains(number) {
          return result.pages[number].background
        }
      case let domain:
        if let name = attributes["filename"], !name.isEmpty {
          return .picture(domain == "attach" ? .attachment(name) : .file(name))
        }
      }
      result.losses.insert(.background)
      return .paper(.plain)
    default: return .paper(paper(attributes))
    }
  }

  private func paper(_ attributes: [String: String]) -> Paper {
    var paper = Paper.plain
    if let (pattern, spacing) = XournalPaper.pattern(attributes["style"] ?? "plain") {
      paper = Paper(pattern: pattern, spacing: spacing)
    } else {
      result.losses.insert(.background)
    }
    // In Xournal++: r1 is the distance of lines or dots.
    for word in (attributes["config"] ?? "").split(separator: ",") {
      if word.hasPrefix("r1="), let spacing = Double(word.dropFirst(3)) { paper.spacing = spacing }
    }
    if let color = XournalColor.background(attributes["color"] ?? "white"), color != .white {
      paper.tint = color
    }
    return paper
  }
}

extension TextBox {
  /// About what a text covers, before anyone has laid it out, in the unit of `size`.
  static func estimatedExtent(of text: String, size: Double) -> Rect {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map(\.count).max() ?? 1
    return Rect(
      x: 0, y: 0, width: Double(max(longest, 1)) * size * 0.6,
      height: Double(lines.count) * size * 1.2)
  }
}
