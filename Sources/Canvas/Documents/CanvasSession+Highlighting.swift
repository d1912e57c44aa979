import InkModel

/// The highlighter along lines of text.
///
/// A stroke along one line of the text of a document becomes straight, as high as the line, and reaches from the first to the
/// last character that it covers by half or more, whichever way the page lies. Any other stroke stays as it was drawn.
extension CanvasSession {
  /// How far a stroke may lie off the line, in heights of the line.
  ///
  /// Larger: what is meant for the space between two lines is put onto one.
  private static let offset = 0.35
  /// The most that it may reach across the line, in heights of the line.
  ///
  /// Larger: circles and scribbles become lines.
  private static let spread = 1.3
  /// The least that it reaches along the line, in heights of the line; shorter is a dot.
  private static let least = 0.6
  /// What the nib adds at either end, in heights of the line: it leans a little.
  private static let nib = 0.2
  /// Canvas points from sample to sample.
  private static let step = 8.0

  /// A stroke that covers a stretch of a line of text.
  struct Highlight {
    var stroke: WetStroke
    /// By quarters of a circle, so that the nib stands upright on the text.
    var canvasFromStroke: AffineTransform
  }

  /// The same stroke put onto the line of text along which it was drawn; `nil` where it was not.
  func highlight(_ stroke: WetStroke) -> Highlight? {
    guard snapsHighlighter, !pageTexts.isEmpty,
      StockBrushes.family(of: stroke.ink).band == .below
    else { return nil }
    let points = stroke.samples.map(\.position) + (stroke.tip.map { [$0.position] } ?? [])
    guard points.count > 1, let start = points.first, let page = documentPage(at: start),
      let pageFromCanvas = page.canvasFromPage.inverse
    else { return nil }
    // The nib has one direction in the space of its stroke: on the canvas's it would be thin where the page lies on its
    // side.
    guard let turn = Self.turn(of: page.canvasFromPage), let strokeFromCanvas = turn.inverse else {
      return nil
    }
    let box = Rect(around: points.map { pageFromCanvas($0) })
    guard let (line, range) = line(of: page.text, under: box) else { return nil }
    let covered = page.text.boxes(of: range).reduce(Rect.empty) { $0.union($1) }
    let area = Rect(
      minX: covered.minX, minY: line.box.minY, maxX: covered.maxX, maxY: line.box.maxY)
    return straight(stroke, over: (strokeFromCanvas * page.canvasFromPage)(area))
      .map { Highlight(stroke: $0, canvasFromStroke: turn) }
  }

  /// How a page is turned, without rounding; `nil` where it is not by quarters of a circle.
  private static func turn(of canvasFromPage: AffineTransform) -> AffineTransform? {
    let scale = canvasFromPage.meanScale
    let turn = AffineTransform(
      a: (canvasFromPage.a / scale).rounded(), b: (canvasFromPage.b / scale).rounded(),
      c: (canvasFromPage.c / scale).rounded(), d: (canvasFromPage.d / scale).rounded(), tx: 0, ty: 0
    )
    return turn.determinant == 1 ? turn : nil
  }

  private func line(of text: PageText, under box: Rect) -> (PageText.Line, Range<Int>)? {
    let found = text.lines.compactMap { line -> (PageText.Line, Range<Int>)? in
      let height = line.box.height
      guard abs(box.center.y - line.box.center.y) <= height * (0.5 + Self.offset),
        box.height <= height * Self.spread, box.width >= height * Self.least,
        let range = text.characters(of: line, from: box.minX, to: box.maxX)
      else { return nil }
      return (line, range)
    }
    return found.min {
      abs(box.center.y - $0.0.box.center.y) < abs(box.center.y - $1.0.box.center.y)
    }
  }

  /// - Parameter area: In the space of the new stroke.
  private func straight(_ stroke: WetStroke, over area: Rect) -> WetStroke? {
    guard area.width > 0, area.height > 0, let time = stroke.samples.first?.time ?? stroke.tip?.time
    else { return nil }
    var ink = stroke.ink
    ink.size = area.height
    var line = WetStroke(tool: stroke.tool, ink: ink, seed: stroke.seed)
    let inset = min(area.height * Self.nib, area.width / 2 - 0.01)
    let (low, high) = (area.minX + inset, area.maxX - inset)
    let count = max(Int((high - low) / Self.step), 1)
    line.append(
      (0...count).map { i in
        StylusSample(
          position: Point(low + (high - low) * Double(i) / Double(count), area.center.y),
          time: time + Double(i) / 100, force: 0.5)
      })
    return line
  }
}
