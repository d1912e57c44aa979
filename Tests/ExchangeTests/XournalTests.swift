import Canvas
import InkModel
import InkTestSupport
import Testing

@testable import Exchange

@Suite struct XournalTests {
  @Test func `a file of Xournal++ is read, plain, packed or in an archive`() throws {
    let plain = try ExchangeFormat.read(Array(XournalExample.text.utf8))
    #expect(try ExchangeFormat.read(try XournalExample.packed()) == plain)
    #expect(try ExchangeFormat.read(XournalExample.zipped) == plain)
    #expect(
      plain.pages.map(\.size) == [
        PageSize(width: 595.275591, height: 841.889764), PageSize(width: 842, height: 595),
      ])
    #expect(plain.layers.map(\.name) == ["Sketch", ""])
    let first = plain.pages[0]
    #expect(
      first.background
        == .paper(Paper(pattern: .grid, spacing: 14.17, tint: Color(rgba: 0xFFF5_C0FF))))
    #expect(plain.pages[1].background == .document(.attachment("bg.pdf"), page: 2))
    #expect(first.items.map(\.layer) == [0, 0, 1, 1, 1])
    guard case .text(let box) = first.items[3].content else {
      Issue.record("no text")
      return
    }
    #expect(box.text == "one < two\nthree")
    let run = box.runs[0]
    #expect(run.family == "Sans" && run.weight == 700 && run.slant == .italic && run.size == 12)
    #expect(run.color == Color(rgba: 0x0080_00FF))
    #expect(first.items[3].pageFromElement(Point.zero) == Point(72.5, 500))
    guard case .picture(.data(let bytes), let width, let height) = first.items[4].content else {
      Issue.record("no picture")
      return
    }
    #expect(bytes == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect((width, height) == (40, 30))
  }

  @Test func `lines have the widths and the colours that they had`() throws {
    let items = try ExchangeFormat.read(Array(XournalExample.text.utf8)).pages[0].items
    let constant = try #require(items[0].stroke)
    #expect(constant.ink.color == Color(rgba: 0x3333_CCFF))
    #expect(
      constant.path.points.map(\.position) == [Point(100, 100), Point(200, 100), Point(200, 150)])
    // A round tip reaches half its width from the line.
    let family = StockBrushes.family(of: constant.ink)
    for point in constant.path.points {
      #expect(abs(2 * family.mark(constant.ink, at: point).reach - 2.26) < 0.01)
    }
    let varying = try #require(items[1].stroke)
    let brush = StockBrushes.family(of: varying.ink)
    let widths = varying.path.points.map { 2 * brush.mark(varying.ink, at: $0).reach }
    for (width, wanted) in zip(widths, [0.9, 1.2, 1.8, 1.8]) {
      #expect(abs(width - wanted) < 0.01)
    }
    let highlighter = try #require(items[2].stroke)
    #expect(StockBrushes.family(of: highlighter.ink).band == .below)
    #expect(highlighter.ink.size == 8.5 && highlighter.ink.color == Color(rgba: 0xFFFF_007F))
  }

  @Test func `widths that differ by more than a pen's are a brush's`() throws {
    let widths = [0.2, 1, 4, 8]
    let stroke = LineInk.stroke(
      (0..<4).map { Point(Double($0) * 30, 0) }, widths: widths, color: .ink, seed: 1)
    var hand = BrushHand(stroke.ink)
    for (point, wanted) in zip(stroke.path.points, widths) {
      let width = 2 * hand.mark(point).reach
      #expect(abs(width - wanted) < max(0.02 * wanted, 0.17), "\(width) for \(wanted)")
    }
  }

  /// Of a drawing of pens on pages.
  private static func drawing(seed: UInt64) -> Drawing {
    var random = RandomInk(seed: seed)
    var settings = DrawingSettings.standard
    settings.paper = Paper(pattern: .ruled, spacing: 20)
    settings.layout = .pages(PageSize(width: 400, height: 500), count: 3)
    settings.layers = [
      Layer(id: 0, order: .first, name: "Ink"),
      Layer(id: 1, order: OrderKey.first.next, name: "Top & more"),
    ]
    let elements = (1...30).map { n -> Element in
      let content = random.content(Int64(n), count: 12, near: random.point(within: 350))
      let ink = Ink(StockBrushes.pen, random.ink().color, size: 1 + Double(n % 5))
      return settings.placed(
        Element(
          id: ElementID(Int64(n)), page: Int32(n % 3 + 1), layer: Int32(n % 2),
          order: SyntheticInk.key(Int64(n)), pageFromElement: n % 4 == 0 ? .scale(1.5) : .identity,
          kind: .stroke(Stroke(content: content.id, ink: ink, path: content.path, seed: 1))))
    }
    return Drawing(elements, settings: settings)
  }

  @Test(arguments: 1...5)
  func `what was written comes back: pages, layers, lines and their widths`(seed: Int) throws {
    let drawing = Self.drawing(seed: UInt64(seed))
    let document = ExchangeDocument(drawing, title: "A “title”", for: .xournal)
    #expect(document.losses.isEmpty)
    let bytes = try ExchangeFormat.xournal.write(document) { _ in nil }
    #expect(bytes.starts(with: [0x1F, 0x8B]))
    let new = try ExchangeFormat.read(bytes).drawing()
    let settings = new.settings
    #expect(new.leftOut == 0)
    #expect(settings.layers.map(\.name) == drawing.settings.layers.map(\.name))
    #expect(settings.layout.pages.map(\.size) == drawing.settings.layout.pages.map(\.size))
    #expect(settings.paper == Paper(pattern: .ruled, spacing: 20))
    let back = Drawing(new.elements, settings: settings)
    #expect(back.count == drawing.count)
    // On each page the order is as before.
    for page in Int32(1)...3 {
      let before = drawing.elements.filter { $0.page == page }
      let after = back.elements.filter { $0.page == page }
      #expect(before.count == after.count)
      for (a, b) in zip(before, after) {
        #expect(a.layer == b.layer && a.color == b.color)
        let (p, q) = (try #require(a.kind.inkStroke), try #require(b.kind.inkStroke))
        #expect(p.path.points.count == q.path.points.count)
        var (old, new) = (BrushHand(p.ink), BrushHand(q.ink))
        for (i, (x, y)) in zip(p.path.points, q.path.points).enumerated() {
          #expect(
            a.canvasFromElement(x.position).distance(to: b.canvasFromElement(y.position)) < 0.001)
          let widths = (
            2 * old.mark(x).reach * a.canvasFromElement.meanScale, 2 * new.mark(y).reach
          )
          // The last point has none of its own.
          if i < p.path.points.count - 1 {
            #expect(abs(widths.0 - widths.1) < 0.01 * widths.0 + 0.01)
          }
        }
      }
    }
  }

  @Test func `what the format cannot hold is told`() throws {
    let word = ErasedInk.line(from: Point(10, 20), to: Point(110, 20))
    let canvas = ExchangeDocument(Drawing([word]), title: "", for: .xournal)
    #expect(canvas.losses == [.endlessCanvas])
    #expect(canvas.pages.count == 1)
    let area = try #require(canvas.pages.first?.size)
    #expect(area.width >= word.bounds.width && area.height >= word.bounds.height)
    var settings = DrawingSettings.standard
    settings.layout = .pages(PageSize(width: 200, height: 100), count: 1)
    settings.layers = [Layer(id: 0, order: .first, isHidden: true)]
    let hidden = ExchangeDocument(Drawing([word], settings: settings), title: "", for: .xournal)
    #expect(hidden.losses == [.layers])
    let chalk = ErasedInk.line(
      from: Point(10, 20), to: Point(110, 20), ink: Ink(StockBrushes.crayon, .ink, size: 4))
    settings.layers = [.first]
    let brushes = ExchangeDocument(Drawing([chalk], settings: settings), title: "", for: .xournal)
    #expect(brushes.losses == [.brushes])
  }

  @Test func `where ink was rubbed out the line has a gap`() throws {
    let line = ErasedInk.line(from: Point(10, 20), to: Point(110, 20), points: 101)
    let disc = SweptDisc(from: Point(60, 10), to: Point(60, 30), radius: 5)
    let left = try #require(line.rubbed(by: disc))
    let rubbed = try #require(line.holding(left.rest))
    let document = ExchangeDocument(Drawing([rubbed]), title: "", for: .xournal)
    #expect(document.losses.contains(.rubbedInk))
    let back = try ExchangeFormat.read(try ExchangeFormat.xournal.write(document) { _ in nil })
    let lines = back.pages[0].items.compactMap(\.stroke).map { $0.path.points.map { Double($0.x) } }
    #expect(lines.count == 2)
    // From the left end to the disc, and from there to the right end.
    let (first, second) = (lines[0], lines[1])
    #expect(abs((first.last ?? 0) - (first.first ?? 0) - 44.5) < 1)
    #expect(abs((second.last ?? 0) - (second.first ?? 0) - 44.5) < 1)
    #expect(abs((second.first ?? 0) - (first.last ?? 0) - 11) < 1.1)
  }

  /// Names of which some end in words that Pango takes for a weight or a width, or in a number, which is a size to it.
  @Test(arguments: [
    "Arial Black", "Noto Sans Black", "Roboto Condensed", "Segoe UI Semibold", "Press Start 2P",
    "Sans", "Bold", "DejaVu Sans Mono",
  ])
  func `the family of a font comes back, whatever its name ends in`(family: String) throws {
    for (weight, slant) in [(400, TextSlant.upright), (700, .italic), (900, .oblique)] {
      let run = TextRun("a", family: family, size: 12, weight: weight, slant: slant)
      let box = TextBox([run], extent: Rect(x: 0, y: 0, width: 9, height: 14))
      let page = ExchangePage(
        size: PageSize(width: 100, height: 100), items: [ExchangeItem(.text(box))])
      let bytes = try ExchangeFormat.xournal.write(ExchangeDocument(pages: [page])) { _ in nil }
      guard case .text(let back)? = try ExchangeFormat.read(bytes).pages.first?.items.first?.content
      else {
        Issue.record("no text")
        return
      }
      let found = try #require(back.runs.first)
      #expect(found.family == family)
      #expect(found.weight == weight && found.slant == slant)
    }
  }

  @Test(arguments: [
    // What Pango itself writes of that family.
    ("Arial Black,", "Arial Black", 400), ("Arial Black, Bold Italic", "Arial Black", 700),
    // As a person may have typed it: a family of its own.
    ("Arial Black", "Arial Black", 400), ("Arial Black Bold", "Arial Black", 700),
    // Of weights alone.
    ("Arial Heavy", "Arial", 900), ("Noto Sans Black", "Noto Sans", 900),
    ("Sans Bold", "Sans", 700), (",", "Sans", 400),
  ])
  func `the name of a font is read as Pango reads it, and families that end in a weight are whole`(
    name: String, family: String, weight: Int
  ) {
    let font = XournalFont(name)
    #expect(font.family == family && font.weight == weight)
  }

  @Test func `a comma ends a family in a file for Xournal++ that Pango would misread`() {
    for (family, name) in [
      ("Arial Black", "Arial Black, Bold"), ("Noto Sans Semi-Bold", "Noto Sans Semi-Bold, Bold"),
      ("Press Start 2P", "Press Start 2P, Bold"), ("Serif", "Serif Bold"),
    ] {
      let run = TextRun("a", family: family, size: 12, weight: 700)
      #expect(XournalFont(run).name == name)
    }
  }

  @Test func `a dot is a line that Xournal++ shows`() throws {
    let dot = Stroke(
      content: ContentID(1), ink: .standard, path: StrokePath([StrokePoint(x: 5, y: 6)]), seed: 1)
    let drawing = Drawing([Element(id: ElementID(1), order: .first, kind: .stroke(dot))])
    let document = ExchangeDocument(drawing, title: "", for: .xournal)
    let back = try ExchangeFormat.read(try ExchangeFormat.xournal.write(document) { _ in nil })
    let stroke = try #require(back.pages[0].items.first?.stroke)
    #expect(stroke.path.points.count == 2)
    #expect(abs(stroke.bounds.width - dot.bounds.width) < 0.05)
  }
}
