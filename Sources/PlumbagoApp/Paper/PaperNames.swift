import Gtk
import InkModel

/// Names of patterns and pages.
nonisolated enum PaperNames {
  static func name(_ pattern: PaperPattern) -> String {
    switch pattern {
    case .plain: trc("paper", "Plain")
    case .ruled: trc("paper", "Ruled")
    case .grid: trc("paper", "Grid")
    case .dots: trc("paper", "Dots")
    case .music: trc("paper", "Music")
    case .isometric: trc("paper", "Isometric")
    case .hexagons: trc("paper", "Hexagons")
    case .logLog: trc("paper", "Log-Log")
    case .cornell: trc("paper", "Cornell")
    case .toDo: trc("paper", "To-Do")
    case .week: trc("paper", "Week")
    case .storyboard: trc("paper", "Storyboard")
    }
  }

  static func name(_ page: StandardPage) -> String {
    switch page {
    case .a3, .a4, .a5, .a6: page.rawValue
    case .letter: trc("paper size", "Letter")
    case .legal: trc("paper size", "Legal")
    }
  }

  static func name(_ size: PageSize) -> String {
    if let standard = StandardPage(size) { return name(standard) }
    return tr("{width} × {height} mm")
      .filled("width", millimetres(size.width)).filled("height", millimetres(size.height))
  }

  /// Without decimals for a whole number.
  static func millimetres(_ points: Double) -> String {
    NumberText.text(points / Length.millimetre, decimals: 1)
  }

  /// One line with pattern, spacing and pages.
  static func sentence(_ settings: DrawingSettings) -> String {
    var parts = [name(settings.paper.pattern)]
    if let size = settings.layout.size {
      parts.append(
        trn("{count} page, {size}", "{count} pages, {size}", settings.layout.pageCount)
          .filled("size", name(size)))
    } else {
      parts.append(tr("endless canvas"))
    }
    if settings.keepsColors { parts.append(tr("exact colors")) }
    return parts.joined(separator: ", ")
  }
}
