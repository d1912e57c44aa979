/// The paper and pages of a drawing and how its colours are resolved: chosen for each drawing, changed by steps of
/// its history like ink.
public struct DrawingSettings: Hashable, Sendable {
  public var paper: Paper
  public var layout: PageLayout {
    didSet { layout = layout.valid }
  }
  /// Colours stay as they were chosen, on light paper, whatever the appearance of the app.
  public var keepsColors: Bool

  public init(
    paper: Paper = .plain, layout: PageLayout = .infinite, keepsColors: Bool = false
  ) {
    self.paper = paper
    self.layout = layout.valid
    self.keepsColors = keepsColors
  }

  /// Plain paper without pages: what drawings had before they had settings.
  public static let standard = DrawingSettings()

  /// The paper style of the drawing in an app of a given style.
  ///
  /// Only this reads ``keepsColors``: light paper shows every colour as it is stored,
  /// so painting, exports and swatches for this paper style are right.
  public func paperStyle(in style: PaperStyle) -> PaperStyle { keepsColors ? .light : style }
}

/// The settings of a drawing before and after a step.
public struct SettingsChange: Hashable, Sendable {
  public var before: DrawingSettings
  public var after: DrawingSettings

  public init(before: DrawingSettings, after: DrawingSettings) {
    self.before = before
    self.after = after
  }

  public var inverse: SettingsChange { SettingsChange(before: after, after: before) }
}

// MARK: As text

/// One line of words such as `pattern=grid`, for settings stores and command lines.
///
/// Words that are missing or that this version does not know stand for those of
/// ``DrawingSettings/standard``.
extension DrawingSettings {
  public var text: String {
    var words = [
      "pattern=\(paper.pattern.rawValue)", "spacing=\(paper.spacing)",
      "lines=\(Self.hex(paper.lineColor))",
    ]
    if let tint = paper.tint { words.append("tint=\(Self.hex(tint))") }
    if case .pages(let size, let count) = layout {
      words.append("pages=\(count)")
      words.append("width=\(size.width)")
      words.append("height=\(size.height)")
    }
    if keepsColors { words.append("colors=exact") }
    return words.joined(separator: " ")
  }

  public init(text: String) {
    var values: [Substring: Substring] = [:]
    for word in text.split(separator: " ") {
      guard let mark = word.firstIndex(of: "=") else { continue }
      values[word[..<mark]] = word[word.index(after: mark)...]
    }
    func number(_ key: Substring) -> Double? {
      values[key].flatMap { Double(String($0)) }
    }
    func color(_ key: Substring) -> Color? {
      values[key].flatMap { UInt32($0, radix: 16) }.map { Color(rgba: $0) }
    }
    let pattern = values["pattern"].flatMap { PaperPattern(rawValue: String($0)) } ?? .plain
    var layout = PageLayout.infinite
    if let count = number("pages"), count >= 1, count <= Double(PageLayout.mostPages),
      let width = number("width"), let height = number("height")
    {
      layout = .pages(PageSize(width: width, height: height), count: Int(count))
    }
    self.init(
      paper: Paper(
        pattern: pattern, spacing: number("spacing"), lineColor: color("lines") ?? Paper.blueLines,
        tint: color("tint")),
      layout: layout, keepsColors: values["colors"] == "exact")
  }

  private static func hex(_ color: Color) -> String {
    let digits = String(color.rgba, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
