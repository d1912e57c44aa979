import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

@Suite struct `Export of pages` {
  private static let size = PageSize(width: 200, height: 120)

  /// Two pages; ink on the first, across its right edge, far to the left of the second, and on it.
  private static let drawing: Drawing = {
    func line(_ id: Int64, _ a: Point, _ b: Point) -> Element {
      SyntheticInk.element(
        id,
        StrokePath(
          (0...20).map { i in
            let p = a + (b - a) * (Double(i) / 20)
            return StrokePoint(x: Float(p.x), y: Float(p.y))
          }))
    }
    return Drawing(
      [
        line(1, Point(20, 20), Point(120, 40)), line(2, Point(150, 60), Point(260, 80)),
        line(3, Point(-90, 200), Point(-40, 210)), line(4, Point(30, 200), Point(80, 240)),
      ],
      settings: DrawingSettings(
        paper: Paper(pattern: .grid, spacing: 20), layout: .pages(size, count: 2)))
  }()

  private static func info(_ path: String) -> String {
    shell("pdfinfo -f 1 -l 99 '\(path)'").output
  }

  @Test func `S4 a page grows until it holds the ink that left it`() throws {
    let sheets = try ExportOptions(margin: 6).sheets(of: Self.drawing)
    #expect(sheets.count == 2)
    for element in Self.drawing.elements {
      #expect(sheets.contains { $0.area.contains(element.bounds) && $0.elements.contains(element) })
    }
    #expect(sheets[0].area.minX == 0 && sheets[0].area.maxX > 260)
    #expect(sheets[1].area.minX < -95 && sheets[1].area.maxX == 200)
    for sheet in sheets { #expect(sheet.page.map { sheet.area.contains($0) } == true) }
  }

  @Test func `S4 margins are cut off where that was chosen, and the loss is told`() throws {
    let options = ExportOptions(margins: .clip)
    let sheets = try options.sheets(of: Self.drawing)
    #expect(sheets.map(\.area) == Self.drawing.settings.layout.frames)
    #expect(sheets.map { $0.elements.map(\.id.number) } == [[1, 2], [4]])
    #expect(options.leftOut(of: Self.drawing) == 1)
    #expect(ExportOptions().leftOut(of: Self.drawing) == 0)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `S4 no ink is lost wherever it is`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let elements = (Int64(1)...60).map { id -> Element in
      let x = Float.random(in: -900...900, using: &generator)
      let y = Float.random(in: -900...1500, using: &generator)
      return SyntheticInk.element(
        id, StrokePath([StrokePoint(x: x, y: y), StrokePoint(x: x + 40, y: y + 300)]))
    }
    let drawing = Drawing(
      elements, settings: DrawingSettings(layout: .pages(Self.size, count: 4)))
    let sheets = try ExportOptions().sheets(of: drawing)
    for element in drawing.elements {
      let shown = sheets.filter { $0.elements.contains(element) }
      #expect(shown.contains { $0.area.contains(element.bounds) })
    }
    for sheet in sheets {
      #expect(sheet.elements == drawing.elements.filter { sheet.elements.contains($0) })
    }
  }

  @Test func `a PDF has a page for each page, as large as it is`() throws {
    let folder = Folder()
    let path = folder.file("a.pdf")
    try PDFExporter().export(Self.drawing, options: ExportOptions(margins: .clip), to: path)
    var info = Self.info(path)
    #expect(info.contains("Pages:           2"))
    #expect(info.contains("Page    1 size:  200 x 120 pts"), "\(info)")
    #expect(info.contains("Page    2 size:  200 x 120 pts"))
    try PDFExporter().export(Self.drawing, options: ExportOptions(), to: path)
    info = Self.info(path)
    let area = try ExportOptions().sheets(of: Self.drawing)[1].area
    let size = "\(Int(area.width)) x \(Int(area.height)) pts"
    #expect(info.contains("Page    2 size:  " + size), "\(info)")
  }

  /// Two plain pages, the second of cream paper, with a line to the right of each.
  private static let beside: Drawing = {
    var settings = DrawingSettings(layout: .pages(size, count: 2))
    settings.layout = settings.layout.changing([2]) {
      $0.background = .paper(Paper(tint: Color(rgba: 0xFCF5_E1FF)))
    }
    let lines = settings.layout.frames.enumerated().map { i, frame in
      let points = (0...20).map {
        StrokePoint(x: Float(frame.maxX) + 20 + Float($0), y: Float(frame.center.y))
      }
      return SyntheticInk.element(Int64(i + 1), StrokePath(points))
    }
    return Drawing(lines, settings: settings)
  }()

  @Test func `a PDF is white around its pages and where their paper has no tint`() throws {
    let folder = Folder()
    try PDFExporter().export(Self.beside, options: ExportOptions(), to: folder.file("a.pdf"))
    for page in 1...2 {
      shell(
        "pdftoppm -r 72 -png -f \(page) -l \(page) -singlefile '\(folder.path)/a.pdf' "
          + "'\(folder.path)/b'")
      let pixels = try #require(Pixels(png: folder.file("b.png")))
      #expect(pixels.width > 230 && pixels.height == 120)
      // The line is there; above it nothing is but paper.
      #expect((201..<pixels.width).contains { pixels[$0, 60] & 0xFF < 0x80 })
      let own: UInt32 = page == 1 ? 0xFFFF_FFFF : 0xFFFC_F5E1
      #expect((2..<198).allSatisfy { pixels[$0, 20] == own }, "page \(page)")
      #expect((202..<pixels.width).allSatisfy { pixels[$0, 20] == 0xFFFF_FFFF }, "page \(page)")
    }
  }

  @Test func `what is printed has no colour of paper, on its pages or around them`() throws {
    var options = ExportOptions()
    options.isPrinted = true
    let sheets = try DrawingSheets(Self.beside, options: options)
    for i in 0..<sheets.count {
      let size = sheets.size(i)
      let pixels = Pixels(Int(size.dx), Int(size.dy))
      try sheets.recorded(i).paint(on: pixels.cr)
      #expect(pixels.values.contains { $0 >> 24 > 0x80 })
      #expect((0..<pixels.width).allSatisfy { pixels[$0, 20] == 0 }, "sheet \(i)")
    }
  }

  @Test func `S4 pictures show all pages in their surroundings, grown or cut`() throws {
    let folder = Folder()
    func export(_ options: ExportOptions) throws -> (Pixels, ExportPicture) {
      try PNGExporter().export(Self.drawing, options: options, to: folder.file("a.png"))
      return (
        try #require(Pixels(png: folder.file("a.png"))), try ExportPicture(Self.drawing, options)
      )
    }
    let (grown, all) = try export(ExportOptions())
    #expect(grown.width == Int(all.area.width.rounded(.up)) && all.area.minX < -90)
    func ink(_ pixels: Pixels, _ picture: ExportPicture, _ p: Point) -> Bool {
      let (x, y) = (Int(p.x - picture.area.minX), Int(p.y - picture.area.minY))
      guard x >= 0, y >= 0, x < pixels.width, y < pixels.height else { return false }
      return pixels[x, y] >> 8 & 0xFF < 0x60
    }
    #expect(ink(grown, all, Point(255, 79)) && ink(grown, all, Point(-65, 205)))
    let (cut, pages) = try export(ExportOptions(margins: .clip))
    #expect(cut.width == 200 && cut.height == Int(120 * 2 + PageLayout.gap))
    #expect(ink(cut, pages, Point(70, 30)) && ink(cut, pages, Point(55, 220)))
    let between = cut[100, 130]
    #expect(between == PaperStyle.light.surroundings.rgba >> 8 | 0xFF00_0000)
  }

  @Test func `one page is exported alone, with its own ink, in every format`() throws {
    let folder = Folder()
    for margins in MarginExport.allCases {
      for page in 1...2 {
        let all = try ExportOptions(margins: margins).sheets(of: Self.drawing)
        let options = ExportOptions(margins: margins, chosenPages: PageNumbers(page))
        let alone = try ExportPicture(Self.drawing, options)
        #expect(alone.area == all[page - 1].area)
        #expect(alone.elements == all[page - 1].elements)
        try PNGExporter().export(Self.drawing, options: options, to: folder.file("a.png"))
        let pixels = try #require(Pixels(png: folder.file("a.png")))
        #expect(pixels.width == Int(alone.area.width) && pixels.height == Int(alone.area.height))
        // No surroundings: paper, whatever is on it, to the edges.
        #expect(!pixels.values.contains(PaperStyle.light.surroundings.rgba >> 8 | 0xFF00_0000))
        #expect(pixels.values.contains { $0 >> 8 & 0xFF < 0x60 })
        try SVGExporter().export(Self.drawing, options: options, to: folder.file("a.svg"))
        let svg = try #require(read(folder.file("a.svg")))
        #expect(svg.split(separator: "<path fill").count == alone.elements.count + 1)
        try PDFExporter().export(Self.drawing, options: options, to: folder.file("a.pdf"))
        #expect(Self.info(folder.file("a.pdf")).contains("Pages:           1"))
      }
    }
    let cut = ExportOptions(margins: .clip, chosenPages: PageNumbers(1))
    #expect(cut.leftOut(of: Self.drawing) == 0)
    let second = ExportOptions(margins: .clip, chosenPages: PageNumbers(2))
    #expect(second.leftOut(of: Self.drawing) == 1)
  }

  @Test func `pages are exported by their numbers, and ink that reaches over several once`() throws
  {
    let drawing = Drawing(
      Array(Self.drawing.elements), settings: DrawingSettings(layout: .pages(Self.size, count: 4)))
    let all = try ExportOptions(margins: .clip).sheets(of: drawing)
    for (text, pages) in [
      ("1, 3-4", [0, 2, 3]), ("4,2", [1, 3]), ("2–1", [0, 1]), ("3 ,3", [2]),
    ] {
      let numbers: PageNumbers = try #require(.init(text: text))
      let options = ExportOptions(margins: .clip, chosenPages: numbers)
      let sheets = try options.sheets(of: drawing)
      #expect(sheets.map(\.area) == pages.map { all[$0].area }, "\(text)")
      let vectors = try DrawingSheets(drawing, options: options)
      #expect((0..<vectors.count).map { vectors.page($0) } == pages, "\(text)")
      let elements = try ExportPicture(drawing, options).elements.map(\.id)
      #expect(elements.count == Set(elements).count)
      #expect(
        elements
          == drawing.shownElements.map(\.id).filter { id in
            pages.contains { all[$0].elements.contains { $0.id == id } }
          }, "\(text)")
    }
  }

  @Test func `numbers of pages are read as people write them, and nothing else is`() {
    func pages(_ text: String) -> [Int]? {
      PageNumbers(text: text).map { numbers in (1...20).filter { numbers.contains($0) } }
    }
    #expect(pages("7") == [7])
    #expect(pages(" 2 - 4 , 9 ") == [2, 3, 4, 9])
    #expect(pages("12–10;1") == [1, 10, 11, 12])
    #expect(pages("２、４〜６") == [2, 4, 5, 6])
    #expect(pages("٣") == [3])
    #expect(PageNumbers(text: "3,9-5")?.bounds == 3...9)
    for wrong in [
      "", " ", ",", "0", "-2", "2-", "1--3", "1-2-3", "a", "1.5", "½", "1 2", "9999999999",
    ] {
      #expect(pages(wrong) == nil, "“\(wrong)”")
    }
  }

  @Test(arguments: [(2, 0), (2, 3), (0, 1)])
  func `a page that is not there is not exported`(count: Int, page: Int) throws {
    let layout = count == 0 ? PageLayout.infinite : .pages(Self.size, count: count)
    let drawing = Drawing(
      Array(Self.drawing.elements), settings: DrawingSettings(layout: layout))
    #expect(throws: ExportError.noSuchPage(page, count: count)) {
      try PNGExporter().export(
        drawing, options: ExportOptions(chosenPages: PageNumbers(page)), to: Folder().file("a.png"))
    }
  }

  @Test func `the pattern is exported by choice, in every format`() throws {
    let folder = Folder()
    let options = ExportOptions(margins: .clip)
    var without = options
    without.pattern = false
    func svg(_ options: ExportOptions) throws -> String {
      try SVGExporter().export(Self.drawing, options: options, to: folder.file("a.svg"))
      #expect(shell("xmllint --noout '\(folder.path)/a.svg' 2>&1").output == "")
      return try #require(read(folder.file("a.svg")))
    }
    #expect(try svg(options).contains("stroke=\"#bccee6\""))
    #expect(try !svg(without).contains("stroke="))
    #expect(try svg(options).contains("clip-path"))
    #expect(try !svg(ExportOptions()).contains("clip-path"))
    func lines(_ options: ExportOptions) throws -> Int {
      try PNGExporter().export(Self.drawing, options: options, to: folder.file("a.png"))
      let png = try #require(Pixels(png: folder.file("a.png")))
      return png.values.count { $0 & 0xFF_FFFF == Paper.blueLines.rgba >> 8 }
    }
    #expect(try lines(options) > 1000)
    #expect(try lines(without) == 0)
    // A PDF shows the same as the PNG.
    for options in [options, without] {
      var close = options
      close.scale = 2
      try PDFExporter().export(Self.drawing, options: options, to: folder.file("a.pdf"))
      shell("pdftoppm -r 144 -png -f 1 -l 1 -singlefile '\(folder.path)/a.pdf' '\(folder.path)/b'")
      let pdf = try #require(Pixels(png: folder.file("b.png")))
      let blue = pdf.values.count { $0 & 0xFF < 0xF4 && $0 >> 16 & 0xFF > 0x60 }
      #expect(options.pattern ? blue > 2000 : blue < 1000, "\(blue)")
    }
  }

  @Test func `pages without ink are exported for their lines, all of them`() throws {
    let folder = Folder()
    let empty = Drawing(settings: Self.drawing.settings)
    for exporter in DrawingExporters.all {
      let path = folder.file("e." + exporter.fileExtension)
      try exporter.export(empty, options: ExportOptions(), to: path)
    }
    #expect(Self.info(folder.file("e.pdf")).contains("Pages:           2"))
  }

  @Test func `S56 a drawing that keeps its colours is exported in them on dark paper, too`() throws
  {
    let folder = Folder()
    var settings = Self.drawing.settings
    settings.keepsColors = true
    let exact = Drawing(Array(Self.drawing.elements), settings: settings)
    for drawing in [Self.drawing, exact] {
      try SVGExporter().export(
        drawing, options: ExportOptions(paper: .dark), to: folder.file("a.svg"))
      let text = try #require(read(folder.file("a.svg")))
      #expect(text.contains("#1a1f2b") == drawing.settings.keepsColors)
    }
  }
}
