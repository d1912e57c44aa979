/// The sheet of a drawing: what is printed on it, its spacing and its colours.
public struct Paper: Hashable, Sendable {
  public var pattern: PaperPattern
  /// From line to line or from dot to dot, in canvas points, within ``spacings``.
  ///
  /// For music, from line to line of one staff; for other patterns see ``PaperPattern``.
  public var spacing: Double {
    didSet { spacing = Self.clamped(spacing) }
  }
  /// The colour of lines and dots on light paper; painting resolves it for the paper in use.
  public var lineColor: Color
  /// The tint of the sheet itself as it is on light paper; `nil` is the paper's own white.
  public var tint: Color?

  /// Two to two hundred points: 0.7 … 70 mm.
  public static let spacings = 2.0...200.0

  public init(
    pattern: PaperPattern = .plain, spacing: Double? = nil, lineColor: Color = Paper.blueLines,
    tint: Color? = nil
  ) {
    self.pattern = pattern
    self.spacing = Self.clamped(spacing ?? pattern.usualSpacing)
    self.lineColor = lineColor
    self.tint = tint
  }

  /// Plain and white.
  public static let plain = Paper()

  private static func clamped(_ spacing: Double) -> Double {
    guard spacing.isFinite else { return PaperPattern.grid.usualSpacing }
    return min(max(spacing, spacings.lowerBound), spacings.upperBound)
  }

  /// The colour of the bare sheet on paper of a style.
  public func sheetColor(on style: PaperStyle) -> Color {
    guard let tint else { return style.color }
    return Color(red: tint.red, green: tint.green, blue: tint.blue).resolved(on: style)
  }

  /// The soft blue of school exercise books.
  public static let blueLines = Color(rgba: 0xBCCE_E6FF)

  /// Colours of lines that every ink stands out from.
  public static let lineColors: [Color] = [
    blueLines, Color(rgba: 0xC8C8_C4FF), Color(rgba: 0x8A8F_97FF), Color(rgba: 0xEBC0_B8FF),
    Color(rgba: 0xB9D8_BFFF), Color(rgba: 0xD1C3_E3FF),
  ]

  /// Tints on which every default ink can be read: cream, rose, mint, sky, grey.
  public static let tints: [Color] = [
    Color(rgba: 0xFCF5_E1FF), Color(rgba: 0xFDF3_F2FF), Color(rgba: 0xF0F8_F0FF),
    Color(rgba: 0xEFF5_FBFF), Color(rgba: 0xF5F5_F3FF),
  ]
}

/// What is printed on paper, by the word that files keep.
public enum PaperPattern: String, CaseIterable, Hashable, Sendable {
  case plain
  case ruled
  case grid
  case dots
  /// Staves of five lines, with room between them for four more spaces.
  case music
  /// Equilateral triangles; the spacing is their side, one of which stands upright.
  case isometric
  /// Regular hexagons, point up; the spacing is their side.
  case hexagons
  /// Both axes divided by logarithms; the spacing is a decade.
  case logLog = "log-log"
  /// A column of cues, one of ruled lines for notes, and room for a summary below.
  case cornell
  /// A box and a line for each thing to do; the spacing is from line to line.
  case toDo = "to-do"
  /// Seven ruled boxes for days, and one for notes.
  case week
  /// Frames as of a film, with lines for text below each.
  case storyboard

  /// The spacing that most paper of the kind has, in canvas points.
  public var usualSpacing: Double {
    switch self {
    case .plain, .grid, .dots, .isometric, .hexagons: Length.millimetre * 5
    case .ruled, .cornell, .week, .storyboard: Length.millimetre * 8
    case .toDo: Length.millimetre * 10
    case .music: Length.millimetre * 2
    case .logLog: Length.millimetre * 55
    }
  }

  /// Whether it divides the page as a form does, so that it is as large as its page.
  ///
  /// On a canvas without end such a form is as large as A4, and is repeated in both directions.
  public var isForm: Bool {
    switch self {
    case .cornell, .toDo, .week, .storyboard: true
    case .plain, .ruled, .grid, .dots, .music, .isometric, .hexagons, .logLog: false
    }
  }
}

/// Lengths that people measure paper in, in canvas points.
public enum Length {
  public static let inch = 72.0
  public static let millimetre = inch / 25.4
}
