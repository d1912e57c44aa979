import InkModel

extension PagePicture {
  /// Paints a paper as a chooser shows it: its pattern is seen at a glance, in few pixels.
  ///
  /// Of grids and lines a part of a page is shown, so large that the lines are apart, and forms
  /// whole; where lines would run together all the same, there are fewer of them. They stand out
  /// more than on the page itself, where ink is to stand out from them.
  ///
  /// - Parameters:
  ///   - settings: Of the drawing that the page would be of.
  ///   - size: Of that page.
  ///   - style: Of the app.
  ///   - width: Pixels, in the page's proportions.
  ///   - height: Pixels.
  ///   - scale: Pixels for a screen point.
  public static func preview(
    of paper: Paper, in settings: DrawingSettings, size: PageSize, style: PaperStyle, width: Int,
    height: Int, scale: Int
  ) throws(RenderingError) -> PagePicture? {
    let (w, h) = (Double(max(width, 1)), Double(max(height, 1)))
    let apart = leastPitch * Double(scale)
    let k = pixelsPerPoint(of: paper, size, w, h, apart: apart)
    var shown = settings
    shown.paper = paper.with(
      linesStandingOut: leastContrast, on: settings.paperStyle(in: style))
    let lines = paper.pitch(of: paper.pattern == .logLog ? .strong : .usual)
    let factor = min(apart / (k * lines), h / (k * paper.period * room))
    shown.paper.spacing = paper.spacing * max(factor, 1)
    shown.layout = .pages(PageSize(width: w / k, height: h / k), count: 1)
    return try paint(
      page: 0, of: Drawing(settings: shown), style: style, width: Int(w), height: Int(h))
  }

  /// Screen points from line to line: closer ones fade, since they are a grey haze.
  private static let leastPitch = 5.0
  /// Of a pixel that a line covers whole; of one that it covers by half it is 1.5 then.
  ///
  /// Larger: the papers are told apart more easily, and look less like themselves.
  private static let leastContrast = 2.6
  /// Of the page's width; of patterns that repeat it is enough.
  private static let part = 0.3
  /// The height of a page that has a pattern just once, in periods of it.
  private static let room = 1.05

  /// - Parameter apart: Pixels that the strongest lines are apart at least.
  private static func pixelsPerPoint(
    of paper: Paper, _ size: PageSize, _ width: Double, _ height: Double, apart: Double
  ) -> Double {
    let whole = width / size.width
    // Its decades are made to fit the page.
    if paper.pattern == .logLog { return whole }
    if paper.pattern.isForm { return max(whole, apart / paper.pitch(of: .strong)) }
    let least = min(width, height)
    let k = max(min(whole / part, least / (paper.period * 3)), apart / paper.pitch(of: .usual))
    // It is there once, and no page is smaller than pages can be.
    return min(k, height / (paper.period * room), least / PageSize.sides.lowerBound)
  }
}

extension Paper {
  /// After how many canvas points the pattern is there again.
  fileprivate var period: Double {
    switch pattern {
    case .music: spacing * PaperRules.staffPitch
    case .hexagons: spacing * 3
    default: spacing
    }
  }

  /// The same with lines that have a contrast to the sheet, of their own hue.
  func with(linesStandingOut contrast: Double, on style: PaperStyle) -> Paper {
    let onLight = sheetColor(on: .light)
    let sheet = sheetColor(on: style)
    let own = onLight.mixed(lineColor, Double(lineColor.alpha) / 255)
    let farthest: Color =
      onLight.contrast(against: .black) > onLight.contrast(against: .white) ? .black : .white
    var paper = self
    for step in 0...20 {
      paper.lineColor = own.mixed(farthest, Double(step) / 20)
      let line = paper.lineColor.resolved(on: style)
      if line.contrast(against: sheet) >= contrast { break }
    }
    return paper
  }
}
