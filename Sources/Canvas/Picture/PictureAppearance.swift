import InkModel

/// What decides the colours of a picture: the appearance of the app, and whether the drawing follows it.
struct PictureAppearance: Hashable {
  let style: PaperStyle
  private let keepsColors: Bool

  init(style: PaperStyle, settings: DrawingSettings) {
    self.style = style
    keepsColors = settings.keepsColors
  }

  /// The paper that ink is resolved for.
  var paper: PaperStyle { settings(.standard).paperStyle(in: style) }

  /// Settings as a picture with this appearance shows them.
  func settings(_ settings: DrawingSettings) -> DrawingSettings {
    var shown = settings
    shown.keepsColors = keepsColors
    return shown
  }
}
