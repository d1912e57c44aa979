import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Patterns that are neither rows nor columns: slanted grids, decades, and forms as large as a page.
@Suite struct `Patterns of single lines` {
  private static let patterns: [PaperPattern] = [
    .isometric, .hexagons, .logLog, .cornell, .toDo, .week, .storyboard,
  ]
  private static let forms = patterns.filter(\.isForm)
  private static let a4 = Rect(x: 0, y: 0, width: 595.28, height: 841.89)

  private func length(_ lines: [PaperLine]) -> Double {
    lines.reduce(0) { $0 + ($1.end - $1.start).length }
  }

  private func rules(
    _ pattern: PaperPattern, in area: Rect, page: Rect?, spacing: Double? = nil
  ) -> PaperRules { PaperRules(Paper(pattern: pattern, spacing: spacing), in: area, page: page) }

  @Test(arguments: patterns, [nil, Rect(x: 0, y: 866, width: 595, height: 842)])
  func `what a part of the canvas shows of it is that part of the whole`(
    pattern: PaperPattern, page: Rect?
  ) {
    var generator = SeededGenerator(seed: 11)
    let all = rules(pattern, in: Rect(x: -700, y: -300, width: 2200, height: 2300), page: page)
    #expect(!all.lines.isEmpty)
    for _ in 0..<20 {
      let part = Rect(
        x: Double.random(in: -600...1200, using: &generator),
        y: Double.random(in: -200...1700, using: &generator), width: 213, height: 171)
      let own = rules(pattern, in: part, page: page)
      let expected = all.lines.compactMap { $0.clipped(to: own.reach) }
      // Lines along an edge of the part may belong to it or not.
      #expect(abs(length(own.lines) - length(expected)) < 450, "\(part)")
      for line in own.lines {
        #expect(
          all.lines.contains { whole in
            whole.weight == line.weight && distance(whole, line.start) < 1e-6
              && distance(whole, line.end) < 1e-6
          })
      }
    }
  }

  private func distance(_ line: PaperLine, _ p: Point) -> Double {
    let (d, v) = (line.end - line.start, p - line.start)
    let t = min(max((v.dx * d.dx + v.dy * d.dy) / (d.dx * d.dx + d.dy * d.dy), 0), 1)
    return (v + d * -t).length
  }

  @Test(arguments: patterns)
  func `how many lines there are is known without making them`(pattern: PaperPattern) {
    for page in [nil, Self.a4] {
      for spacing in [4.0, 14, 60, 180] {
        let rules = rules(pattern, in: Self.a4, page: page, spacing: spacing)
        let count = Double(rules.lines.count)
        #expect(
          Double(rules.lineCount) > count * 0.6 - 10 && Double(rules.lineCount) < count * 1.7 + 40,
          "\(rules.lineCount) for \(count) at \(spacing)")
      }
    }
  }

  @Test(arguments: forms, StandardPage.allCases)
  func `a form lies on its page, and is as large as it`(pattern: PaperPattern, size: StandardPage) {
    for size in [size.size, size.size.turned] {
      let page = Rect(x: 30, y: 900, width: size.width, height: size.height)
      let lines = rules(pattern, in: page, page: page).lines
      let whole = page.outset(by: 0.001)
      for line in lines { #expect(whole.contains(line.start) && whole.contains(line.end)) }
      let box = Rect(around: lines.flatMap { [$0.start, $0.end] })
      #expect(box.width > page.width * 0.8 && box.height > page.height * 0.75)
    }
  }

  @Test(arguments: forms)
  func `on a canvas without end a form is as large as A4 and repeats`(pattern: PaperPattern) {
    let size = PaperForm.endless
    let first = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let far = Vector(3 * size.width, -2 * size.height)
    func sorted(_ lines: [PaperLine]) -> [[Double]] {
      lines.map { [$0.start.x, $0.start.y, $0.end.x, $0.end.y].map { ($0 * 1e4).rounded() } }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    // Lines that end on the edge of the sheet are those of two.
    let a = rules(pattern, in: first.outset(by: -1), page: nil).lines
    let b = rules(
      pattern,
      in: Rect(x: far.dx, y: far.dy, width: size.width, height: size.height)
        .outset(by: -1), page: nil
    ).lines.map { PaperLine($0.start + far * -1, $0.end + far * -1, $0.weight) }
    #expect(!a.isEmpty && sorted(a) == sorted(b))
  }

  @Test func `Cornell paper has a title, a column of cues, notes and a summary`() throws {
    let lines = rules(.cornell, in: Self.a4, page: Self.a4).lines
    let strong = lines.filter { $0.weight == .strong }
    let lying = strong.filter { $0.start.y == $0.end.y }.map(\.start.y).sorted()
    let upright = try #require(strong.first { $0.start.x == $0.end.x })
    #expect(strong.count == 3 && lying.count == 2)
    #expect(upright.start.y == lying[0] && upright.end.y == lying[1])
    #expect((0.2...0.35).contains(upright.start.x / Self.a4.width))
    // Lines to write on are right of the cues, or in the summary.
    for line in lines where line.weight == .usual {
      #expect(line.start.x > upright.start.x || line.start.y > lying[1])
    }
  }

  @Test func `a week has seven days, and a storyboard six frames with room for text`() {
    for page in [Self.a4, Rect(x: 0, y: 0, width: 841.89, height: 595.28)] {
      let week = rules(.week, in: page, page: page).lines
      let upright = week.filter { $0.start.x == $0.end.x }
      let lying = week.filter { $0.weight == .strong && $0.start.y == $0.end.y }
      // Eight boxes, the heads of seven, and the line for the week.
      #expect(upright.count == 16 && lying.count == 16 + 7 + 1)
      let board = rules(.storyboard, in: page, page: page).lines
      #expect(board.filter { $0.start.x == $0.end.x }.count == 12)
      #expect(board.filter { $0.weight == .usual }.count >= 12)
    }
  }

  @Test func `each thing to do has a box and a line`() {
    let lines = rules(.toDo, in: Self.a4, page: Self.a4, spacing: 28).lines
    let rows = lines.filter { $0.weight == .usual && $0.start.y == $0.end.y && $0.end.x > 300 }
    #expect(rows.count > 20)
    #expect(lines.count == 1 + rows.count * 5)
    for (a, b) in zip(rows, rows.dropFirst()) { #expect(abs(b.start.y - a.start.y - 28) < 1e-9) }
  }

  @Test func `decades are as long across as down, and whole`() {
    for page in [Self.a4, Rect(x: 5, y: 7, width: 300, height: 200)] {
      let lines = rules(.logLog, in: page, page: page).lines
      let strong = lines.filter { $0.weight == .strong }
      let xs = strong.filter { $0.start.x == $0.end.x }.map(\.start.x).sorted()
      let ys = strong.filter { $0.start.y == $0.end.y }.map(\.start.y).sorted()
      #expect(xs.count >= 2 && ys.count >= 2)
      for values in [xs, ys] {
        for (a, b) in zip(values, values.dropFirst()) {
          #expect(abs(b - a - (xs[1] - xs[0])) < 1e-6)
        }
      }
      // Two is a third of a decade from one, counted to the right and upwards.
      let step = xs[1] - xs[0]
      #expect(lines.contains { abs($0.start.x - xs[0] - log10(2) * step) < 1e-6 })
      #expect(lines.contains { abs($0.start.y - (ys[1] - log10(2) * step)) < 1e-6 })
    }
  }

  @Test func `three directions of an isometric grid meet in its points`() {
    let side = 20.0
    let lines = rules(
      .isometric, in: Rect(x: -90, y: -90, width: 180, height: 180), page: nil, spacing: side
    )
    .lines
    let h = side * 3.0.squareRoot() / 2
    for i in -3...3 {
      for j in -3...3 {
        let p = Point(Double(i) * h, (Double(j) + (i & 1 == 0 ? 0 : 0.5)) * side)
        #expect(lines.count { distance($0, p) < 1e-6 } == 3, "\(p)")
      }
    }
  }

  @Test func `the sides of hexagons are alike and three meet in a corner`() {
    let lines = rules(.hexagons, in: Rect(x: 0, y: 0, width: 300, height: 300), page: nil).lines
    let inner = Rect(x: 60, y: 60, width: 180, height: 180)
    var met: [[Int]: Int] = [:]
    for line in lines {
      for p in [line.start, line.end] where inner.contains(p) {
        met[[Int((p.x * 100).rounded()), Int((p.y * 100).rounded())], default: 0] += 1
      }
      if inner.contains(line.start), inner.contains(line.end) {
        #expect(abs((line.end - line.start).length - Length.millimetre * 5) < 1e-9)
      }
    }
    #expect(met.count > 50 && met.values.allSatisfy { $0 == 3 })
  }

  // MARK: Pixels

  private func paint(
    _ pattern: PaperPattern, _ layout: PageLayout, zoom: Double, style: PaperStyle = .light,
    width: Int = 400, height: Int = 500
  ) -> Pixels {
    let picture = PaperPicture(
      settings: DrawingSettings(paper: Paper(pattern: pattern), layout: layout), style: style,
      deviceFromCanvas: .scale(zoom), width: width, height: height, deviceScale: 1)
    let pixels = Pixels(width, height)
    cairo_set_source(pixels.cr, picture.ground)
    cairo_paint(pixels.cr)
    picture.paint(on: pixels.cr)
    return pixels
  }

  @Test(arguments: patterns, PaperStyle.allCases)
  func `it shows on light and dark paper, at every zoom from a thumbnail's on`(
    pattern: PaperPattern, style: PaperStyle
  ) {
    let a4 = PageLayout.pages(StandardPage.a4.size, count: 1)
    let zooms = pattern == .isometric || pattern == .hexagons ? [0.5, 1, 4] : [0.2, 0.5, 1, 4]
    for layout in [a4, .infinite] {
      for zoom in zooms {
        let side = Int(min(500, 590 * zoom))
        let seen = paint(pattern, layout, zoom: zoom, style: style, width: side, height: side)
        let bare = paint(.plain, layout, zoom: zoom, style: style, width: side, height: side)
        let marked = zip(seen.values, bare.values).count { $0 != $1 }
        #expect(marked > side, "\(zoom)")
        #expect(marked < seen.values.count * 9 / 10, "\(zoom)")
      }
    }
  }

  @Test(arguments: forms) func `the lines of a form lie on whole pixels`(pattern: PaperPattern) {
    for zoom in [0.83, 1, 1.37, 3] {
      let seen = paint(pattern, .infinite, zoom: zoom)
      #expect(Set(seen.values).count == 2, "\(zoom)")
    }
  }

  @Test(arguments: patterns)
  func `PNG, PDF and SVG show the same lines`(pattern: PaperPattern) throws {
    let folder = Folder()
    let path = StrokePath([StrokePoint(x: 10, y: 10), StrokePoint(x: 12, y: 11)])
    for layout in [PageLayout.pages(PageSize(width: 300, height: 400), count: 1), .infinite] {
      let far = StrokePath([StrokePoint(x: 300, y: 380), StrokePoint(x: 302, y: 381)])
      let drawing = Drawing(
        [SyntheticInk.element(1, path), SyntheticInk.element(2, far)],
        settings: DrawingSettings(
          paper: Paper(pattern: pattern, lineColor: Color(rgba: 0x0000_FFFF)), layout: layout))
      let options = ExportOptions(scale: 2, margins: .clip)
      try PNGExporter().export(drawing, options: options, to: folder.file("a.png"))
      try PDFExporter().export(
        drawing, options: ExportOptions(margins: .clip), to: folder.file("a.pdf"))
      try SVGExporter().export(
        drawing, options: ExportOptions(margins: .clip), to: folder.file("a.svg"))
      shell("pdftoppm -r 144 -png -singlefile '\(folder.path)/a.pdf' '\(folder.path)/b'")
      #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
      let svg = try #require(read(folder.file("a.svg")))
      let drawn = svg.matches(of: /M(-?[\d.]+) (-?[\d.]+)L(-?[\d.]+) (-?[\d.]+)/).count
      #expect(drawn > 10)
      let a = try #require(Pixels(png: folder.file("a.png")))
      let b = try #require(Pixels(png: folder.file("b.png")))
      // By the red, of which blue lines have none; a picture's paper is not quite as white as a document's.
      let paper = Int(PaperStyle.light.color.red)
      func darkness(_ pixels: Pixels) -> Double {
        pixels.values.reduce(0) { $0 + Double(max(paper - Int($1 >> 16 & 0xFF), 0)) }
      }
      let (png, pdf) = (darkness(a), darkness(b))
      #expect(abs(png - pdf) < max(png, pdf) * 0.45, "\(png) \(pdf)")
    }
  }

  @Test func `a PDF has the labels of pages, and the numbers of those without one`() throws {
    let folder = Folder()
    var settings = DrawingSettings(layout: .pages(StandardPage.a6.size, count: 3))
    func labels(_ name: String) throws -> [String] {
      try PDFExporter().export(
        Drawing(settings: settings), options: ExportOptions(), to: folder.file(name))
      shell("qpdf --qdf --object-streams=disable '\(folder.path)/\(name)' '\(folder.path)/q.pdf'")
      let text = try #require(read(folder.file("q.pdf")))
      return text.matches(of: /\/P \(([^)]*)\)/).map { String($0.1) }
        + (text.contains("/PageLabels") ? ["labels"] : [])
    }
    #expect(try labels("a.pdf").isEmpty)
    settings.layout = settings.layout.changing([2]) { $0.label = "iv" }
    let found = try labels("b.pdf")
    #expect(found.contains("iv") && found.last == "labels", "\(found)")
  }
}
