import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Papers with more lines or dots than a file can hold one by one.
@Suite struct `Export of a pattern that repeats` {
  /// A line or a dot, from end to end.
  private struct Mark {
    var x0, y0, x1, y1: Double

    func isNear(_ o: Mark) -> Bool {
      let differences = [x0 - o.x0, y0 - o.y0, x1 - o.x1, y1 - o.y1]
      // What is written one by one is rounded to hundredths.
      return differences.allSatisfy { abs($0) < 0.011 }
    }
  }

  private static func drawing(
    _ pattern: PaperPattern, _ layout: PageLayout, spacing: Double? = nil
  ) -> Drawing {
    let path = StrokePath([StrokePoint(x: -31, y: 17), StrokePoint(x: 203, y: 160)])
    return Drawing(
      [SyntheticInk.element(1, path)],
      settings: DrawingSettings(paper: Paper(pattern: pattern, spacing: spacing), layout: layout))
  }

  private static let patterns = PaperPattern.allCases.filter { $0 != .plain }

  private static let pages = PageLayout.pages(PageSize(width: 210.5, height: 297.3), count: 2)

  private func svg(_ drawing: Drawing, mostMarks: Int? = nil) throws -> String {
    var exporter = SVGExporter()
    if let mostMarks { exporter.mostMarks = mostMarks }
    let options = ExportOptions(margins: .clip)
    return String(decoding: try exporter.data(of: drawing, options: options), as: UTF8.self)
  }

  private func number(_ text: Substring) throws -> Double { try #require(Double(text)) }

  private func written(_ svg: String) throws -> [Mark] {
    try svg.matches(of: /M(-?[\d.]+) (-?[\d.]+)([hv])(-?[\d.]+)/).map { match in
      let (x, y, length) = (
        try number(match.1), try number(match.2), try number(match.4)
      )
      return match.3 == "h"
        ? Mark(x0: x, y0: y, x1: x + length, y1: y) : Mark(x0: x, y0: y, x1: x, y1: y + length)
    }
  }

  /// What a program shows that knows the element `pattern` (SVG 1.1, 13.3).
  private func repeated(_ svg: String) throws -> [Mark] {
    var marks: [Mark] = []
    for match in svg.matches(
      of:
        /<pattern id="(\S+)" [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"><path[^>]*d="M(\S+) (\S+)L(\S+) (\S+)"\/><\/pattern>\s*<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" fill="url\(#(\S+)\)"/
    ) {
      #expect(match.1 == match.12)
      let (width, height) = (try number(match.2), try number(match.3))
      let start = Point(try number(match.4), try number(match.5))
      let end = Point(try number(match.6), try number(match.7))
      let corner = Point(try number(match.8), try number(match.9))
      let columns = (try number(match.10) / width).rounded()
      let rows = (try number(match.11) / height).rounded()
      for row in 0..<Int(rows) {
        for column in 0..<Int(columns) {
          let (x, y) = (corner.x + Double(column) * width, corner.y + Double(row) * height)
          marks.append(Mark(x0: x + start.x, y0: y + start.y, x1: x + end.x, y1: y + end.y))
        }
      }
    }
    return marks
  }

  @Test(arguments: [PaperPattern.ruled, .grid, .dots, .music], [PageLayout.infinite, pages])
  func `in an SVG every mark is where it would be, were it written by itself`(
    pattern: PaperPattern, layout: PageLayout
  ) throws {
    let drawing = Self.drawing(pattern, layout)
    let expected = try written(try svg(drawing))
    let marks = try repeated(try svg(drawing, mostMarks: 0))
    #expect(expected.count > 5 && marks.count == expected.count)
    for mark in expected { #expect(marks.contains { $0.isNear(mark) }, "\(mark)") }
    let folder = Folder()
    var exporter = SVGExporter()
    exporter.mostMarks = 0
    try exporter.export(drawing, options: ExportOptions(), to: folder.file("a.svg"))
    #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
  }

  @Test(arguments: Self.patterns, [PageLayout.infinite, pages])
  func `a PDF shows the same picture`(pattern: PaperPattern, layout: PageLayout) throws {
    let folder = Folder()
    func picture(_ mostMarks: Int, _ name: String) throws -> Pixels {
      var exporter = PDFExporter()
      exporter.mostMarks = mostMarks
      try exporter.export(
        Self.drawing(pattern, layout), options: ExportOptions(margins: .clip),
        to: folder.file("a.pdf"))
      shell(
        "pdftoppm -r 288 -png -f 1 -l 1 -singlefile '\(folder.path)/a.pdf' '\(folder.path)/\(name)'"
      )
      return try #require(Pixels(png: folder.file("\(name).png")))
    }
    let (each, once) = (try picture(.max, "each"), try picture(0, "once"))
    #expect(each.width == once.width && each.height == once.height)
    // By the red of blue lines: how much darker than paper in all, and where.
    func darkness(_ pixel: UInt32) -> Int { 255 - Int(pixel >> 16 & 0xFF) }
    let (a, b) = (each.values.map(darkness), once.values.map(darkness))
    let sums = (Double(a.reduce(0, +)), Double(b.reduce(0, +)))
    #expect(abs(sums.0 - sums.1) < sums.0 * 0.05, "\(sums)")
    // A mark may lie a fraction of a point beside.
    #expect(missed(of: a, in: b, width: each.width) < 0.05)
    #expect(missed(of: b, in: a, width: each.width) < 0.05)
  }

  /// The part of the dark pixels of one picture that are not within a point of one of another's.
  private func missed(of a: [Int], in b: [Int], width: Int) -> Double {
    let dark = a.indices.filter { a[$0] > 20 }
    let near = (-4...4).flatMap { y in (-4...4).map { y * width + $0 } }
    let missed = dark.filter { i in
      !near.contains { b.indices.contains(i + $0) && b[i + $0] > 20 }
    }
    return Double(missed.count) / Double(max(dark.count, 1))
  }

  @Test func `a drawing as large as drawings get, on dots, is exported in few bytes`() throws {
    let folder = Folder()
    let huge = PageSize(width: 14_174, height: 595)
    for (layout, bytes) in [(PageLayout.pages(huge, count: 999), 2_000_000), (.infinite, 20_000)] {
      var drawing = Self.drawing(.dots, layout, spacing: 2)
      if layout == .infinite {
        let far = StrokePath([
          StrokePoint(x: -1_000_000, y: 0), StrokePoint(x: 1_000_000, y: 1_000_000),
        ])
        drawing = Drawing([SyntheticInk.element(1, far)], settings: drawing.settings)
      }
      for exporter in [SVGExporter(), PDFExporter()] as [any DrawingExporter] {
        let path = folder.file("a." + exporter.fileExtension)
        try exporter.export(drawing, options: ExportOptions(margins: .clip), to: path)
        let size = try #require(read(path)?.utf8.count)
        #expect(size < bytes, "\(exporter.fileExtension)")
      }
    }
  }
}
