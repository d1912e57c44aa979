import InkModel

/// The positions of the lines or dots of a paper's pattern, within a part of the canvas.
///
/// Rows and columns of those that have no others; the rest are ``lines``.
public struct PaperRules: Hashable, Sendable {
  /// The y of each line from side to side, or of each row of dots, ascending; canvas points.
  public var rows: [Double] = []
  /// The x of each line from top to bottom, or of each column of dots, ascending.
  public var columns: [Double] = []
  /// The rectangle that lines cross from edge to edge.
  public var reach: Rect
  let paper: Paper
  let page: Rect?

  /// The width of a line, in canvas points; on a screen never less than a pixel.
  public static let lineWidth = 0.75
  /// The diameter of a dot, in canvas points.
  public static let dotDiameter = 2.2

  /// - Parameters:
  ///   - area: The visible part; finite.
  ///   - page: The page that the pattern is on, `nil` on a canvas without end. Patterns begin at
  ///     its corner and stay off its edges.
  public init(_ paper: Paper, in area: Rect, page: Rect?) {
    (self.paper, self.page) = (paper, page)
    let spacing = paper.spacing
    let origin = page.map { Point($0.minX, $0.minY) } ?? .zero
    reach = page.map { $0.intersection(area) } ?? area
    guard !reach.isEmpty else { return }
    switch paper.pattern {
    // Made when they are asked for: of some there may be very many.
    case .plain, .isometric, .hexagons, .logLog, .cornell, .toDo, .week, .storyboard: break
    case .ruled:
      rows = Self.multiples(of: spacing, from: origin.y, reach.minY, reach.maxY, page?.maxY)
    case .grid, .dots:
      rows = Self.multiples(of: spacing, from: origin.y, reach.minY, reach.maxY, page?.maxY)
      columns = Self.multiples(of: spacing, from: origin.x, reach.minX, reach.maxX, page?.maxX)
    case .music:
      if let page {
        let margin = min(36, page.width / 12)
        reach = reach.intersection(
          Rect(
            minX: page.minX + margin, minY: page.minY, maxX: page.maxX - margin, maxY: page.maxY))
      }
      guard !reach.isEmpty else { return }
      rows = Self.staves(spacing, from: origin.y, reach.minY, reach.maxY, page)
    }
  }

  /// What is neither a row nor a column, within ``reach``.
  var lines: [PaperLine] {
    guard !reach.isEmpty else { return [] }
    let spacing = paper.spacing
    let origin = page.map { Point($0.minX, $0.minY) } ?? .zero
    switch paper.pattern {
    case .plain, .ruled, .grid, .dots, .music: return []
    case .isometric: return PaperGrids.isometric(spacing, from: origin, in: reach)
    case .hexagons: return PaperGrids.hexagons(spacing, from: origin, in: reach)
    case .logLog: return PaperGrids.logLog(spacing, on: page, in: reach)
    case .cornell, .toDo, .week, .storyboard:
      return PaperForm.lines(paper.pattern, spacing, on: page, in: reach)
    }
  }

  /// About how many ``lines`` there are, without making them.
  var lineCount: Int {
    guard !reach.isEmpty else { return 0 }
    let (width, height) = (reach.width, reach.height)
    let spacing = paper.spacing
    let count: Double
    switch paper.pattern {
    case .plain, .ruled, .grid, .dots, .music: count = 0
    case .isometric:
      let slanted = height + width / (2 * PaperGrids.triangleHeight)
      count = width / (spacing * PaperGrids.triangleHeight) + 2 * slanted / spacing
    case .hexagons:
      // Three sides each, of an area of 3/2 √3 squares of the side.
      count = 3 * width * height / (3 * PaperGrids.triangleHeight * spacing * spacing)
    case .logLog:
      let step = PaperGrids.decades(spacing, on: page, in: reach).step
      count = Double(PaperGrids.decade.count) * (width + height) / step
    case .cornell, .toDo, .week, .storyboard:
      let form =
        page
        ?? Rect(
          x: 0, y: 0, width: PaperForm.endless.width, height: PaperForm.endless.height)
      let one = PaperForm.lines(paper.pattern, spacing, filling: form).count
      let forms = page == nil ? max(width * height / (form.width * form.height), 1) : 1
      count = Double(one) * forms
    }
    return Int(min(count.rounded(.up), 1e15))
  }

  /// Multiples of `step` counted from `origin`; on a page without those on its edges.
  private static func multiples(
    of step: Double, from origin: Double, _ low: Double, _ high: Double, _ end: Double?
  ) -> [Double] {
    var first = ((low - origin) / step).rounded(.up)
    if end != nil { first = max(first, 1) }
    let last = ((min(high, end.map { $0 - 1 } ?? high) - origin) / step).rounded(.down)
    guard first <= last else { return [] }
    return (0...Int(last - first)).map { origin + (first + Double($0)) * step }
  }

  /// Spaces from the top of one staff to the top of the next: four of its own, six between.
  static let staffPitch = 10.0

  /// The lines of staves; on a page only of those that fit whole.
  private static func staves(
    _ space: Double, from origin: Double, _ low: Double, _ high: Double, _ page: Rect?
  ) -> [Double] {
    let pitch = space * staffPitch
    let first = ((low - origin) / pitch).rounded(.down)
    let last = ((high - origin) / pitch).rounded(.down)
    guard first <= last else { return [] }
    return (0...Int(last - first)).flatMap { i -> [Double] in
      let top = origin + (first + Double(i)) * pitch + 3 * space
      if let page, top < page.minY || top + 7 * space > page.maxY { return [] }
      return (0..<5).map { top + Double($0) * space }.filter { $0 >= low && $0 < high }
    }
  }
}

extension Paper {
  /// The opacity of the pattern where its lines are so many screen points apart: 1
  /// from 5 on, 0 below 3, where lines would be a grey haze.
  static func fade(at pitch: Double) -> Double { min(max((pitch - 3) / 2, 0), 1) }
}
