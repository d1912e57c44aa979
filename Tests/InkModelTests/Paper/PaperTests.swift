import InkModel
import InkTestSupport
import Testing

@Suite struct PaperTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `settings come back from their text as they are`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let settings = DrawingSettings.random(using: &generator)
      #expect(DrawingSettings(text: settings.text) == settings)
    }
    #expect(DrawingSettings(text: DrawingSettings.standard.text) == .standard)
  }

  @Test func `text that says little or nonsense gives settings that can be`() throws {
    #expect(DrawingSettings(text: "") == .standard)
    #expect(DrawingSettings(text: "pattern=holes mood=blue = ==") == .standard)
    let wild = DrawingSettings(
      text: "pattern=grid spacing=nan lines=zz pages=1e300 width=inf height=-4")
    #expect(wild.paper == Paper(pattern: .grid))
    #expect(wild.layout == .infinite)
    let huge = DrawingSettings(text: "spacing=1e9 pages=999 width=1e9 height=0")
    #expect(Paper.spacings.contains(huge.paper.spacing))
    let size = try #require(huge.layout.size)
    #expect(huge.layout.pageCount == 999)
    #expect(PageSize.sides.contains(size.width) && PageSize.sides.contains(size.height))
  }

  @Test func `a change of settings and its inverse leave a drawing as it was`() throws {
    var generator = SeededGenerator(seed: 5)
    var drawing = Drawing(strokes(50))
    for _ in 0..<100 {
      let before = drawing
      let change = SettingsChange(
        before: drawing.settings, after: .random(using: &generator))
      let edit = DrawingEdit(label: .paper, settings: change)
      try drawing.apply(edit)
      #expect(drawing.settings == change.after && drawing.count == before.count)
      #expect(edit.damage.isEmpty)
      var back = drawing
      try back.apply(edit.inverse)
      #expect(back == before)
    }
  }

  @Test func `an edit of other settings than the drawing has changes nothing`() throws {
    var drawing = Drawing(strokes(3))
    let before = drawing
    let grid = DrawingSettings(paper: Paper(pattern: .grid))
    let edit = DrawingEdit(
      label: .paper, removed: Array(drawing.elements),
      settings: SettingsChange(before: grid, after: .standard))
    #expect(throws: DrawingError.otherSettings) { try drawing.apply(edit) }
    #expect(drawing == before)
  }

  @Test func `pages lie one below another, and are found by where they are`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let size = PageSize(
        width: Double.random(in: 40...900, using: &generator),
        height: Double.random(in: 40...900, using: &generator))
      let layout = PageLayout.pages(size, count: Int.random(in: 1...9, using: &generator))
      let frames = layout.frames
      #expect(frames.count == layout.pageCount)
      for (above, below) in zip(frames, frames.dropFirst()) {
        #expect(abs(below.minY - above.maxY - PageLayout.gap) < 1e-9)
        #expect(below.minX == 0 && below.width == above.width)
      }
      let area = Rect(
        x: Double.random(in: -1200...1200, using: &generator),
        y: Double.random(in: -1200...9000, using: &generator),
        width: Double.random(in: 0...2000, using: &generator),
        height: Double.random(in: 0...2000, using: &generator))
      #expect(
        Array(layout.pages(in: area))
          == frames.indices.filter { !area.isEmpty && frames[$0].intersects(area) })
      func distance(_ frame: Rect, _ p: Point) -> Double {
        max(frame.minY - p.y, p.y - frame.maxY, 0)
      }
      let p = Point(area.minX, area.minY)
      let nearest = layout.page(nearest: p)
      let least = frames.map { distance($0, p) }.min()
      #expect(nearest.map { distance(frames[$0], p) } == least)
      #expect(layout.bounds == frames.reduce(.empty) { $0.union($1) })
    }
    #expect(PageLayout.infinite.frames.isEmpty && PageLayout.infinite.page(nearest: .zero) == nil)
  }

  @Test func `pages have the sizes that shops sell`() {
    func millimetres(_ page: StandardPage) -> [Int] {
      [page.size.width, page.size.height].map { Int(($0 / 72 * 25.4).rounded()) }
    }
    #expect(millimetres(.a4) == [210, 297] && millimetres(.a6) == [105, 148])
    #expect(millimetres(.letter) == [216, 279] && millimetres(.legal) == [216, 356])
    for page in StandardPage.allCases {
      #expect(StandardPage(page.size) == page && StandardPage(page.size.turned) == page)
      #expect(page.size.turned.isLandscape && page.size.turned.upright == page.size)
    }
    #expect(StandardPage(PageSize(width: 600, height: 600)) == nil)
    // Each A size has half the area of the one before.
    #expect(abs(StandardPage.a4.size.width - StandardPage.a3.size.height / 2) < 0.1)
  }

  @Test(arguments: StandardPage.allCases)
  func `a page in whole points is the standard that it was rounded from, upright or turned`(
    page: StandardPage
  ) {
    func standards(_ width: Double, _ height: Double) -> Set<StandardPage?> {
      let size = PageSize(width: width, height: height)
      return [StandardPage(size), StandardPage(size.turned)]
    }
    let (width, height) = (page.size.width, page.size.height)
    for rule: FloatingPointRoundingRule in [.toNearestOrEven, .down, .up] {
      #expect(standards(width.rounded(rule), height.rounded(rule)) == [page])
    }
    // Two points more or less are another size.
    let other: StandardPage? = nil
    for offset in [-2.0, 2] {
      #expect(standards(width.rounded() + offset, height) == [other])
      #expect(standards(width, height.rounded() + offset) == [other])
    }
  }

  @Test func `A4 is known by all the numbers that PDF documents give it`() {
    for (width, height) in [(594.0, 841.0), (595, 842), (595.28, 841.89), (596, 842)] {
      #expect(StandardPage(PageSize(width: width, height: height)) == .a4)
      #expect(StandardPage(PageSize(width: height, height: width)) == .a4)
    }
  }

  @Test func `the number of pages stays within bounds`() {
    var settings = DrawingSettings(layout: .pages(StandardPage.a4.size, count: 0))
    #expect(settings.layout.pageCount == 1)
    settings.layout = .pages(StandardPage.a4.size, count: 1_000_000)
    #expect(settings.layout.pageCount == PageLayout.mostPages)
  }

  @Test func `S56 a drawing that keeps its colours is on light paper in any app`() {
    var settings = DrawingSettings.standard
    #expect(settings.paperStyle(in: .dark) == .dark && settings.paperStyle(in: .light) == .light)
    settings.keepsColors = true
    for style in PaperStyle.allCases {
      let paper = settings.paperStyle(in: style)
      for color in DefaultPalette.colors { #expect(color.resolved(on: paper) == color) }
    }
  }

  @Test(arguments: PaperStyle.allCases)
  func `S56 default inks can be read on every tint, and stand out from every line`(
    style: PaperStyle
  ) {
    for tint in [nil] + Paper.tints.map(Optional.some) {
      let sheet = Paper(tint: tint).sheetColor(on: style)
      for color in DefaultPalette.colors {
        #expect(color.resolved(on: style).contrast(against: sheet) >= 4.4, "\(color) on \(sheet)")
      }
      for line in Paper.lineColors {
        let seen = line.resolved(on: style).contrast(against: sheet)
        // Seen, and far below any ink.
        #expect(seen > 1.2 && seen < 4, "\(line) on \(sheet): \(seen)")
      }
    }
  }
}
