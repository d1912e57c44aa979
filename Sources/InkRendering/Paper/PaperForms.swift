import InkModel

/// Patterns that divide a page as a form does, and are as large as it.
struct PaperForm {
  private let page: Rect
  private let spacing: Double
  private var lines: [PaperLine] = []

  /// The size of a form on a canvas without end.
  static let endless = StandardPage.a4.size

  /// All lines of the forms that meet a part of the canvas: of the page's, or of those that lie side by side.
  static func lines(
    _ pattern: PaperPattern, _ spacing: Double, on page: Rect?, in reach: Rect
  ) -> [PaperLine] {
    if let page {
      return lines(pattern, spacing, filling: page).compactMap { $0.clipped(to: reach) }
    }
    let (w, h) = (endless.width, endless.height)
    let columns = Int((reach.minX / w).rounded(.down))...Int((reach.maxX / w).rounded(.down))
    let rows = Int((reach.minY / h).rounded(.down))...Int((reach.maxY / h).rounded(.down))
    let one = lines(pattern, spacing, filling: Rect(x: 0, y: 0, width: w, height: h))
    return rows.flatMap { row in
      columns.flatMap { column in
        let offset = Vector(Double(column) * w, Double(row) * h)
        return one.compactMap {
          PaperLine($0.start + offset, $0.end + offset, $0.weight).clipped(to: reach)
        }
      }
    }
  }

  /// All lines of one form.
  static func lines(
    _ pattern: PaperPattern, _ spacing: Double, filling page: Rect
  ) -> [PaperLine] {
    var form = PaperForm(page, spacing)
    switch pattern {
    case .cornell: form.addCornell()
    case .toDo: form.addToDo()
    case .week: form.addWeek()
    case .storyboard: form.addStoryboard()
    case .plain, .ruled, .grid, .dots, .music, .isometric, .hexagons, .logLog: break
    }
    return form.lines
  }

  private init(_ page: Rect, _ spacing: Double) {
    self.page = page
    self.spacing = spacing
  }

  // MARK: Forms

  /// The shares of the page that its title, its column of cues and its summary take, as Walter Pauk's paper has them:
  /// two and a half inches of eight and a half, two of eleven.
  private static let (title, cues, summary) = (0.09, 0.29, 0.18)

  private mutating func addCornell() {
    let inset = page.insetForMargins
    let top = page.minY + page.height * Self.title
    let bottom = page.maxY - page.height * Self.summary
    let left = page.minX + page.width * Self.cues
    let gap = (inset.minX - page.minX) / 3
    rule(page.minX, page.maxX, top, .strong)
    rule(page.minX, page.maxX, bottom, .strong)
    lines.append(PaperLine(Point(left, top), Point(left, bottom), .strong))
    rule(
      Rect(minX: left + gap, minY: top, maxX: page.maxX - gap, maxY: bottom))
    rule(
      Rect(minX: page.minX + gap, minY: bottom, maxX: page.maxX - gap, maxY: page.maxY))
  }

  private mutating func addToDo() {
    let inset = page.insetForMargins
    let top = page.minY + page.height * Self.title
    rule(inset.minX, inset.maxX, top, .strong)
    let side = spacing * 0.5
    var y = top + spacing * 1.25
    while y <= inset.maxY {
      frame(
        Rect(x: inset.minX, y: y - side - spacing * 0.1, width: side, height: side), .usual)
      rule(inset.minX + side + spacing * 0.35, inset.maxX, y)
      y += spacing
    }
  }

  private mutating func addWeek() {
    let inset = page.insetForMargins
    let top = page.minY + page.height * Self.title
    let gap = (inset.minX - page.minX) / 3
    let (columns, rows) = page.width > page.height ? (4, 2) : (2, 4)
    let area = Rect(minX: inset.minX, minY: top, maxX: inset.maxX, maxY: inset.maxY)
    // For the number of the week.
    rule(inset.minX, inset.minX + area.width / 2, top - gap, .strong)
    for (i, cell) in cells(of: area, columns, rows, gap: gap).enumerated() {
      frame(cell, .strong)
      // The last is for notes: no day, so no name.
      let head = min(spacing, cell.height)
      if i < 7 { rule(cell.minX, cell.maxX, cell.minY + head, .strong) }
      rule(
        Rect(
          minX: cell.minX + gap, minY: cell.minY + (i < 7 ? head : 0), maxX: cell.maxX - gap,
          maxY: cell.maxY))
    }
  }

  private mutating func addStoryboard() {
    let inset = page.insetForMargins
    let gap = (inset.minX - page.minX) * 0.7
    let (columns, rows) = page.width > page.height ? (3, 2) : (2, 3)
    for cell in cells(of: inset, columns, rows, gap: gap) {
      // Sixteen to nine, as films have it; on a wide page lower, for the text.
      let height = min(cell.width * 9 / 16, cell.height * 0.7)
      frame(Rect(x: cell.minX, y: cell.minY, width: cell.width, height: height), .strong)
      var y = cell.minY + height + spacing
      while y <= cell.maxY + 1e-6 {
        rule(cell.minX, cell.maxX, y)
        y += spacing
      }
    }
  }

  // MARK: Parts

  private func cells(of area: Rect, _ columns: Int, _ rows: Int, gap: Double) -> [Rect] {
    let width = (area.width - gap * Double(columns - 1)) / Double(columns)
    let height = (area.height - gap * Double(rows - 1)) / Double(rows)
    return (0..<rows).flatMap { row in
      (0..<columns).map { column in
        Rect(
          x: area.minX + Double(column) * (width + gap),
          y: area.minY + Double(row) * (height + gap),
          width: width, height: height)
      }
    }
  }

  private mutating func rule(
    _ left: Double, _ right: Double, _ y: Double, _ weight: PaperLine.Weight = .usual
  ) {
    guard left < right else { return }
    lines.append(PaperLine(Point(left, y), Point(right, y), weight))
  }

  /// Lines to write on within an area, the last with room below it.
  private mutating func rule(_ area: Rect) {
    var y = area.minY + spacing
    while y <= area.maxY - spacing * 0.4 {
      rule(area.minX, area.maxX, y)
      y += spacing
    }
  }

  private mutating func frame(_ box: Rect, _ weight: PaperLine.Weight) {
    rule(box.minX, box.maxX, box.minY, weight)
    rule(box.minX, box.maxX, box.maxY, weight)
    // Over the lines that they meet, so that corners are whole.
    let (top, bottom) = (box.minY - weight.width / 2, box.maxY + weight.width / 2)
    lines.append(PaperLine(Point(box.minX, top), Point(box.minX, bottom), weight))
    lines.append(PaperLine(Point(box.maxX, top), Point(box.maxX, bottom), weight))
  }
}
