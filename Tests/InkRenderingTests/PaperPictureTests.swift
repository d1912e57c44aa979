import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

@Suite struct `Paper below the ink` {
  private static func picture(
    _ settings: DrawingSettings, _ t: AffineTransform = .identity, style: PaperStyle = .light,
    width: Int = 240, height: Int = 160, deviceScale: Double = 1
  ) -> PaperPicture {
    PaperPicture(
      settings: settings, style: style, deviceFromCanvas: t, width: width, height: height,
      deviceScale: deviceScale)
  }

  /// What a view of it shows.
  private static func paint(_ picture: PaperPicture) -> Pixels {
    let pixels = Pixels(picture.width, picture.height)
    cairo_set_source(pixels.cr, picture.ground)
    cairo_paint(pixels.cr)
    picture.paint(on: pixels.cr)
    return pixels
  }

  private static func on(_ pattern: PaperPattern, _ spacing: Double) -> DrawingSettings {
    DrawingSettings(paper: Paper(pattern: pattern, spacing: spacing, lineColor: .black))
  }

  /// Whether a pixel is darker than bare paper.
  private static func isMarked(_ pixel: UInt32) -> Bool { pixel & 0xFF < 0xE0 }

  @Test(arguments: [0.31, 0.5, 1, 1.37, 2, 3.3, 16], [0.0, 0.37])
  func `lines lie on whole pixels at every zoom, each where it belongs`(
    zoom: Double, shift: Double
  ) {
    let spacing = 14.17
    let t = AffineTransform.translation(Vector(-7 + shift, 3 - shift)) * .scale(zoom)
    let seen = Self.paint(Self.picture(Self.on(.grid, spacing), t))
    let values = Set(seen.values)
    // Bare paper and line, and nothing in between.
    #expect(values.count == 2, "\(values)")
    // A row and a column that run between lines show where the others are.
    func marks(_ count: Int, _ at: (Int) -> UInt32) -> [ClosedRange<Int>] {
      var runs: [ClosedRange<Int>] = []
      for i in 0..<count where Self.isMarked(at(i)) {
        if let last = runs.last, last.upperBound == i - 1 {
          runs[runs.count - 1] = last.lowerBound...i
        } else {
          runs.append(i...i)
        }
      }
      return runs
    }
    let free = (0..<seen.height).first { y in
      !(0..<seen.width).allSatisfy { Self.isMarked(seen[$0, y]) }
    }
    let runs = marks(seen.width) { seen[$0, free ?? 0] }
    let width = max(Int((PaperRules.lineWidth * zoom).rounded()), 1)
    for run in runs where run.lowerBound > 0 && run.upperBound < seen.width - 1 {
      #expect(run.count == width)
      let middle = Double(run.lowerBound + run.upperBound + 1) / 2
      let line = ((middle - t.tx) / zoom / spacing).rounded() * spacing * zoom + t.tx
      #expect(abs(line - middle) <= 0.51, "\(line) at \(middle)")
    }
    let expected = Double(seen.width) / (spacing * zoom)
    #expect(abs(Double(runs.count) - expected) <= 1.01)
  }

  @Test(arguments: [PaperPattern.ruled, .grid, .dots, .music])
  func `a quarter turn shows the same pixels, turned`(pattern: PaperPattern) {
    let settings = Self.on(pattern, 9.3)
    let side = 120
    let upright = Self.paint(Self.picture(settings, .scale(1.6), width: side, height: side))
    let turn = AffineTransform.translation(Vector(Double(side), 0)) * .rotation(.pi / 2)
    let turned = Self.paint(
      Self.picture(settings, turn * .scale(1.6), width: side, height: side))
    var wrong = 0
    for y in 2..<side - 2 {
      for x in 2..<side - 2 where upright[x, y] != turned[side - 1 - y, x] { wrong += 1 }
    }
    // Halves of pixels are rounded in the other direction.
    let marked = upright.values.count { Self.isMarked($0) }
    #expect(wrong * 3 <= marked * 2 && marked > 0, "\(wrong) of \(marked)")
    #expect(turned.values.count { Self.isMarked($0) } > marked * 9 / 10)
  }

  @Test(arguments: [0.2, 0.5, 1.1, 2.5])
  func `a turned pattern has its lines where the turn puts them`(angle: Double) {
    let spacing = 20.0
    let t =
      AffineTransform.translation(Vector(120, 80)) * .rotation(angle) * .scale(1.25)
    let seen = Self.paint(Self.picture(Self.on(.grid, spacing), t))
    for i in -2...2 {
      for j in -2...2 {
        let crossing = Point(Double(i) * spacing, Double(j) * spacing)
        let between = crossing + Vector(spacing / 2, spacing / 2)
        for (p, expected) in [(crossing, true), (between, false)] {
          let q = t(p)
          guard (2..<238).contains(q.x), (2..<158).contains(q.y) else { continue }
          #expect(Self.isMarked(seen[Int(q.x), Int(q.y)]) == expected, "\(p)")
        }
      }
    }
  }

  @Test(arguments: [1.0, 2])
  func `lines fade out before they are a haze`(deviceScale: Double) {
    let settings = Self.on(.grid, 10)
    func darkness(_ zoom: Double) -> Double {
      let t = AffineTransform.scale(zoom * deviceScale)
      let picture = Self.picture(
        settings, t, width: 600, height: 400, deviceScale: deviceScale)
      let values = Self.paint(picture).values
      return values.reduce(0) { $0 + Double(0xF9 - min($1 & 0xFF, 0xF9)) } / Double(values.count)
    }
    #expect(darkness(0.29) == 0)
    #expect(!Self.picture(settings, .scale(0.29)).hasMarks)
    let steps = [0.30, 0.33, 0.36, 0.40, 0.44, 0.48].map(darkness)
    for (less, more) in zip(steps, steps.dropFirst()) { #expect(less < more) }
    // From there on zooming in makes the page lighter again, until lines grow with it.
    #expect(darkness(0.9) < darkness(0.55))
  }

  @Test func `five lines make a staff, and a page holds whole ones`() {
    let page = Rect(x: 0, y: 0, width: 400, height: 500)
    let paper = Paper(pattern: .music, spacing: 6)
    let rules = PaperRules(paper, in: page, page: page)
    #expect(rules.columns.isEmpty && !rules.rows.isEmpty && rules.rows.count % 5 == 0)
    for i in stride(from: 0, to: rules.rows.count, by: 5) {
      let staff = rules.rows[i..<i + 5]
      for (a, b) in zip(staff, staff.dropFirst()) { #expect(abs(b - a - 6) < 1e-9) }
    }
    for i in stride(from: 5, to: rules.rows.count, by: 5) {
      #expect(rules.rows[i] - rules.rows[i - 1] > 30)
    }
    #expect(rules.reach.minX > 10 && rules.reach.maxX < 390)
    #expect((rules.rows.first ?? 0) > 6 && (rules.rows.last ?? 500) < 494)
  }

  @Test(arguments: PaperPattern.allCases)
  func `what a part of the canvas shows does not depend on the part that is asked for`(
    pattern: PaperPattern
  ) {
    var generator = SeededGenerator(seed: 4)
    let page = Rect(x: 0, y: 866, width: 595, height: 842)
    for page in [nil, page] {
      let paper = Paper(pattern: pattern, spacing: 11.3)
      let all = PaperRules(
        paper, in: Rect(x: -1000, y: -1000, width: 4000, height: 4000), page: page)
      for _ in 0..<50 {
        let part = Rect(
          x: Double.random(in: -900...900, using: &generator),
          y: Double.random(in: -900...2000, using: &generator), width: 300, height: 200)
        let rules = PaperRules(paper, in: part, page: page)
        let whole = all.rows.filter { $0 >= part.minY && $0 < part.maxY }
        if !rules.rows.isEmpty || part.intersects(page ?? part) {
          #expect(rules.rows.count <= whole.count)
          for y in rules.rows { #expect(whole.contains { abs($0 - y) < 1e-6 }) }
          if part.intersects(all.reach) { #expect(rules.rows.count == whole.count) }
        }
        if let page { #expect(page.contains(rules.reach)) }
      }
    }
  }

  @Test(arguments: PaperStyle.allCases)
  func `pages are sheets in quieter surroundings, with a soft shadow`(style: PaperStyle) {
    let size = PageSize(width: 100, height: 60)
    let settings = DrawingSettings(layout: .pages(size, count: 2))
    let t = AffineTransform.translation(Vector(40, 20))
    let seen = Self.paint(Self.picture(settings, t, style: style))
    func pixel(_ c: Color) -> UInt32 { c.rgba >> 8 | 0xFF00_0000 }
    #expect(seen[90, 50] == pixel(style.color))
    #expect(seen[41, 21] == pixel(style.color) && seen[139, 79] == pixel(style.color))
    #expect(seen[90, 120] == pixel(style.color))
    #expect(seen[5, 5] == pixel(style.surroundings) && seen[230, 150] == pixel(style.surroundings))
    // The shadow gets weaker outwards, below the sheet and beside it.
    let beside = (142..<156).map { Int(seen[$0, 55] >> 8 & 0xFF) }
    #expect(beside == beside.sorted() && beside[0] < beside[beside.count - 1])
    #expect(Int(seen[39, 50] >> 8 & 0xFF) != Int(seen[40, 50] >> 8 & 0xFF))
    #expect(style.surroundings.contrast(against: style.color) > 1.1)
  }

  @Test func `a pattern stays on its pages`() {
    let settings = DrawingSettings(
      paper: Paper(pattern: .grid, spacing: 8, lineColor: .black),
      layout: .pages(PageSize(width: 100, height: 60), count: 2))
    var plain = settings
    plain.paper.pattern = .plain
    for turn in [0, 0.4, .pi / 2] {
      let t = AffineTransform.translation(Vector(110, 20)) * .rotation(turn)
      let (a, b) = (Self.paint(Self.picture(settings, t)), Self.paint(Self.picture(plain, t)))
      guard let back = t.inverse else { return }
      var inside = 0
      for y in 0..<a.height {
        for x in 0..<a.width where a[x, y] != b[x, y] {
          let p = back(Point(Double(x) + 0.5, Double(y) + 0.5))
          let frames = settings.layout.frames.map { $0.outset(by: 0.8) }
          #expect(frames.contains { $0.contains(p) }, "\(p)")
          inside += 1
        }
      }
      #expect(inside > 500)
    }
  }

  @Test func `S56 lines and tints are resolved for dark paper, unless colours are kept`() {
    let tint = Paper.tints[0]
    var settings = DrawingSettings(
      paper: Paper(pattern: .grid, spacing: 12, tint: tint))
    let line = settings.paper.lineColor
    func colors(_ style: PaperStyle) -> Set<UInt32> {
      Set(Self.paint(Self.picture(settings, style: style)).values.map { $0 & 0xFF_FFFF })
    }
    func rgb(_ c: Color) -> UInt32 { c.rgba >> 8 }
    #expect(colors(.light) == [rgb(tint), rgb(line)])
    #expect(colors(.dark) == [rgb(tint.resolved(on: .dark)), rgb(line.resolved(on: .dark))])
    settings.keepsColors = true
    #expect(colors(.dark) == [rgb(tint), rgb(line)])
  }

  @Test func `plain paper without end is one colour and nothing to paint`() {
    let picture = Self.picture(.standard)
    #expect(!picture.hasMarks)
    #expect(Set(Self.paint(picture).values).count == 1)
    // No view is painted that has no pixels.
    Self.picture(Self.on(.dots, 9), width: 0, height: 0).paint(on: Pixels(1, 1).cr)
  }

  @Test func `pages far away cost nothing`() {
    let settings = DrawingSettings(layout: .pages(StandardPage.a4.size, count: 999))
    let t = AffineTransform.translation(Vector(0, -400_000)) * .scale(2)
    let seen = Self.paint(Self.picture(settings, t))
    #expect(Set(seen.values).count >= 1)
    #expect(settings.layout.pages(in: Rect(x: 0, y: 200_000, width: 100, height: 80)).count <= 1)
  }
}
