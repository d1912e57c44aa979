import InkModel

/// The picker as one line of text, for settings.
///
/// Words with a space between them, each a key, `=` and a value:
///
///     tool=pencil previous=eraser brush=pencil eraser=part pencil.color=C8273DFF pencil.size=3.5
///     eraser.part=24.0 recents=11223344,55667788 highlights=FFEE66FF
///
/// `palette` and `recents` are colours for ink and text, `lights` and `highlights` those for highlighters.
///
/// Reading never fails: a word that is damaged, or that another version wrote, leaves the
/// default. Values of a fresh profile are not written.
extension ToolPicker {
  public var text: String {
    if isLent {
      var own = self
      own.returnTool()
      return own.text
    }
    let fresh = ToolPicker()
    var words = ["tool=\(tool)", "previous=\(previous)", "brush=\(brush)"]
    if eraserKind != fresh.eraserKind { words.append("eraser=\(eraserKind.rawValue)") }
    if eraserKind == .stroke, finerEraser != fresh.finerEraser {
      words.append("finer=\(finerEraser.rawValue)")
    }
    if selectionKind != fresh.selectionKind { words.append("selection=\(selectionKind.rawValue)") }
    if addsToSelection { words.append("adding=1") }
    for (name, setting) in inks.sorted(by: { $0.key < $1.key }) where Tool.isName(name) {
      words.append("\(name).color=\(setting.color.hex)")
      words.append("\(name).size=\(setting.size)")
    }
    for (kind, size) in eraserSizes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      words.append("eraser.\(kind.rawValue)=\(size)")
    }
    words += newTextStyle.words
    if inkPalette != fresh.inkPalette { words.append("palette=\(Self.list(inkPalette))") }
    if highlightPalette != fresh.highlightPalette {
      words.append("lights=\(Self.list(highlightPalette))")
    }
    if !inkRecents.isEmpty { words.append("recents=\(Self.list(inkRecents))") }
    if !highlightRecents.isEmpty { words.append("highlights=\(Self.list(highlightRecents))") }
    return words.joined(separator: " ")
  }

  /// The picker that ``text`` describes, as far as it can be read.
  public init(text: String) {
    self.init()
    var values: [Substring: Substring] = [:]
    for word in text.split(separator: " ") {
      guard let cut = word.firstIndex(of: "=") else { continue }
      values[word[..<cut]] = word[word.index(after: cut)...]
    }
    // Also brushes that this version does not offer: another version wrote them.
    for (key, value) in values {
      guard key.hasSuffix(".color"), let color = Color(hex: value) else { continue }
      let name = String(key.dropLast(".color".count))
      guard Tool.isName(name), Tool(name) == .brush(name),
        let size = Self.number(values["\(name).size"])
      else { continue }
      let setting = Setting(
        color: color.clamped, size: size.clamped(to: Self.sizes(of: .brush(name))))
      let standard = Self.standardInk(name)
      if setting != Setting(color: standard.color, size: standard.size) { inks[name] = setting }
    }
    for kind in Eraser.Kind.allCases {
      guard let size = Self.number(values["eraser.\(kind.rawValue)"]) else { continue }
      eraserSizes[kind] = size.clamped(to: Eraser.sizes)
    }
    if let kind = values["eraser"].flatMap({ Eraser.Kind(rawValue: String($0)) }) {
      eraserKind = kind
      if kind != .stroke { finerEraser = kind }
    }
    if let kind = values["finer"].flatMap({ Eraser.Kind(rawValue: String($0)) }), kind != .stroke,
      eraserKind == .stroke
    {
      finerEraser = kind
    }
    textStyle = TextStyle(words: values)
    if let kind = values["selection"].flatMap({ SelectionKind(rawValue: String($0)) }) {
      selectionKind = kind
    }
    addsToSelection = values["adding"] == "1"
    let (inks, lights) = (Self.colors(values["palette"]), Self.colors(values["lights"]))
    if !inks.isEmpty { inkPalette = inks }
    if !lights.isEmpty { highlightPalette = lights }
    inkRecents = Self.recents(values["recents"], beside: inkPalette)
    highlightRecents = Self.recents(values["highlights"], beside: highlightPalette)
    let tools = ToolCatalog.tools
    func tool(_ key: Substring) -> Tool? {
      values[key].flatMap { Tool(String($0)) }.flatMap { tools.contains($0) ? $0 : nil }
    }
    if let name = values["brush"], tools.contains(.brush(String(name))) { brush = String(name) }
    self.tool = tool("tool") ?? .brush(brush)
    if let name = self.tool.brush { brush = name }
    previous = tool("previous") ?? .eraser
    if previous == self.tool { previous = previous == .eraser ? .brush(brush) : .eraser }
  }

  private static func list(_ colors: [Color]) -> String {
    colors.map(\.hex).joined(separator: ",")
  }

  /// The colours of a list, each once, without those of `others`.
  private static func colors(_ text: Substring?, except others: [Color] = []) -> [Color] {
    var seen = Set(others)
    return (text ?? "").split(separator: ",").compactMap { Color(hex: $0)?.opaque }
      .filter { seen.insert($0).inserted }
  }

  private static func recents(_ text: Substring?, beside palette: [Color]) -> [Color] {
    Array(colors(text, except: palette).prefix(recentLimit))
  }

  static func number(_ text: Substring?) -> Double? {
    guard let value = text.flatMap({ Double($0) }), value.isFinite else { return nil }
    return value
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

extension Color {
  /// Eight hexadecimal digits, RRGGBBAA.
  var hex: String {
    let digits = String(rgba, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// From ``hex``; `nil` for anything but eight digits.
  init?(hex: some StringProtocol) {
    guard hex.utf8.count == 8, !hex.hasPrefix("+"), let rgba = UInt32(hex, radix: 16) else {
      return nil
    }
    self.init(rgba: rgba)
  }

  /// With an alpha that ``ToolPicker/opacities`` has.
  fileprivate var clamped: Color {
    var color = self
    color.alpha = max(alpha, UInt8((ToolPicker.opacities.lowerBound * 255).rounded()))
    return color
  }
}
