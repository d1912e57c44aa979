import InkModel
import InkRendering
import InkStore
import Testing

@testable import Canvas

/// The text and the links of documents, under the tools.
@Suite struct PageTextTests {
  private static let blob = BlobID([UInt8](repeating: 7, count: 32))!

  /// Three lines of characters 10 units wide and 20 high, 40 from line to line; the first at (50, 100).
  private static func text(_ lines: [String], links: [PageLink] = []) -> PageText {
    var boxes: [Rect] = []
    for (n, line) in lines.enumerated() {
      let y = 100 + Double(n) * 40
      for i in line.unicodeScalars.indices.enumerated().map(\.offset) {
        boxes.append(Rect(x: 50 + Double(i) * 10, y: y, width: 10, height: 20))
      }
      // The end of the line has a box without a width.
      if n < lines.count - 1 {
        boxes.append(
          Rect(x: 50 + Double(line.unicodeScalars.count) * 10, y: y, width: 0, height: 20))
      }
    }
    return PageText(
      size: Vector(300, 300), text: lines.joined(separator: "\n"), boxes: boxes, links: links)
  }

  private static let lines = ["Hello brave new", "world of lines", "and more"]

  /// Two pages of a document, the second of which has the text, too; at the origin of the view.
  private static func bench(
    _ tool: Tool, links: [PageLink] = [], turns: Int = 0, scale: Double = 1
  ) -> Bench {
    var contents = DocumentContents.empty
    contents.settings.layout = PageLayout(
      (0..<2).map { i in
        Page(
          id: Int32(i + 1), order: i == 0 ? .first : OrderKey.first.next,
          size: PageSize(width: 300, height: 300), quarterTurns: turns,
          background: .document(blob, page: i))
      })
    let bench = Bench(contents)
    for i in 0..<2 {
      bench.session.pageTexts[ForeignPage(blob: blob, index: i)] = text(lines, links: links)
    }
    bench.session.picker.select(tool)
    bench.session.viewport.zoom(to: scale, about: .zero)
    return bench
  }

  /// A point of the first page, on the screen.
  private func at(_ x: Double, _ y: Double, _ b: Bench) -> Point {
    b.session.viewport.widgetFromCanvas(Point(x, y))
  }

  @Test
  func `S27 over a page a highlighter's mark to come is above all ink, beside it below`() throws {
    let b = Self.bench(.brush(StockBrushes.highlighter.name))
    func painting(_ x: Double) throws -> LayerBand {
      var hover = Hover()
      hover.hover(
        StylusTool(.pen, serial: 7), StylusSample(position: at(x, 50, b), time: 1, force: 0))
      return try #require(b.session.preview(of: hover)).painting
    }
    #expect(try painting(150) == .above)
    #expect(try painting(400) == .below)
  }

  @Test func `each character is found where it is, and each position between two`() {
    let text = Self.text(Self.lines)
    let all = Array(Self.lines.joined(separator: "\n").unicodeScalars)
    var index = 0
    for (n, line) in Self.lines.enumerated() {
      for i in 0..<line.unicodeScalars.count {
        let p = Point(55 + Double(i) * 10, 110 + Double(n) * 40)
        #expect(text.character(at: p) == index)
        #expect(text.position(near: p - Vector(1, 0)) == index)
        #expect(text.position(near: p + Vector(1, 0)) == index + 1)
        #expect(text.text(in: index..<index + 1).unicodeScalars.first == all[index])
        index += 1
      }
      index += 1
    }
    #expect(text.character(at: Point(40, 110)) == nil)
    #expect(text.character(at: Point(55, 90)) == nil)
    // Beside all lines the nearest one counts.
    #expect(text.position(near: Point(0, 0)) == 0)
    #expect(text.position(near: Point(900, 900)) == text.count)
    #expect(text.text(in: text.word(at: 7)) == "brave")
    #expect(text.text(in: text.line(at: 7)) == Self.lines[0])
    #expect(text.boxes(of: 0..<text.count).count == 3)
    // Boxes that are not those of the text select nothing.
    let wrong = PageText(size: Vector(300, 300), text: "abc", boxes: [.empty], links: [])
    #expect(wrong.isEmpty && wrong.position(near: Point(1, 1)) == 0)
  }

  @Test(arguments: [0.5, 1, 2.3])
  func `S48 a drag over text selects what it passes over, to the character, and scrolls nothing`(
    scale: Double
  ) {
    let b = Self.bench(.selection, scale: scale)
    let view = b.session.viewport
    // From within “brave” to the end of “of”, one line down.
    b.drag([at(121, 110, b), at(121, 130, b), at(129, 150, b)])
    #expect(b.session.selectedText == "rave new\nworld of")
    #expect(b.session.selectedTextAreas.count == 2)
    #expect(b.session.viewport == view && b.session.selection == nil && b.told.isEmpty)
    // Backwards it is the same.
    b.drag([at(129, 150, b), at(121, 110, b)])
    #expect(b.session.selectedText == "rave new\nworld of")
    b.take(b.session.clearSelectedText())
    #expect(b.session.selectedText == nil)
  }

  @Test func `text is selected from page to page`() {
    let b = Self.bench(.selection)
    b.session.viewport.height = 900
    let below = 300 + PageLayout.gap
    b.drag([at(51, 190, b), at(100, below + 110, b)])
    #expect(b.session.selectedText == "and more\nHello")
  }

  @Test func `a second tap selects the word, a third one the line, one beside it nothing`() {
    let b = Self.bench(.selection)
    let clock = b.setClock()
    for wanted in [nil, "brave", "Hello brave new"] as [String?] {
      b.tap(at(121, 110, b))
      #expect(b.session.selectedText == wanted)
      clock.now += 0.2
    }
    b.tap(at(20, 20, b))
    #expect(b.session.selectedText == nil)
    // Slow taps are single ones.
    for _ in 0..<3 {
      clock.now += 1
      b.tap(at(121, 110, b))
      #expect(b.session.selectedText == nil)
    }
  }

  @Test func `S70 ink over text is selected before it, and a drag beside text selects ink`() {
    let b = Self.bench(.selection)
    b.ink(from: at(60, 110, b), to: at(140, 110, b))
    b.drag([at(100, 110, b), at(100, 200, b)])
    #expect(b.session.selectedText == nil)
    // A loop that begins beside all text.
    b.drag(Bench.loop(Rect(x: 30, y: 85, width: 200, height: 50)))
    #expect(b.selected.count == 1 && b.session.selectedText == nil)
    // A tap on the ink selects that, and text that was selected is not any more.
    b.take(b.session.clearSelection())
    b.drag([at(60, 190, b), at(100, 190, b)])
    #expect(b.session.selectedText != nil)
    b.tap(at(100, 110, b))
    #expect(b.selected.count == 1 && b.session.selectedText == nil)
    // With Control the loop begins anywhere.
    b.take(b.session.clearSelection())
    b.session.selectionModifiers = .control
    b.drag([at(60, 190, b), at(200, 190, b), at(200, 90, b), at(30, 90, b), at(30, 190, b)])
    #expect(b.session.selectedText == nil && b.selected.count == 1)
  }

  @Test func `the cursor tells what the selection tool does`() {
    let b = Self.bench(.selection, links: Self.links)
    #expect(b.session.cursor(at: at(60, 110, b)) == "text")
    #expect(b.session.cursor(at: at(60, 150, b)) == "pointer")
    #expect(b.session.cursor(at: at(20, 20, b)) == nil)
    b.session.picker.select(.brush("pen"))
    #expect(b.session.cursor(at: at(60, 110, b)) == nil)
  }

  // MARK: Links

  private static let links = [
    PageLink(box: Rect(x: 50, y: 140, width: 60, height: 20), target: .page(1)),
    PageLink(box: Rect(x: 150, y: 140, width: 60, height: 20), target: .address("https://a.b")),
    PageLink(box: Rect(x: 50, y: 220, width: 60, height: 20), target: .page(99)),
  ]

  @Test func `a tap of the selection tool follows a link; no other tool does`() {
    for tool in ToolCatalog.tools {
      let b = Self.bench(tool, links: Self.links)
      var followed: [FollowedLink] = []
      let points = [at(60, 150, b), at(160, 150, b), at(60, 230, b), at(60, 110, b)]
      for p in points {
        let contact = ContactID(StylusTool(.pen))
        let sample = StylusSample(position: p, time: 0, force: 0.5)
        for input in [
          StylusInput.down(contact, tip: sample), .up(contact, settled: [sample]),
        ] {
          if let link = b.session.handle(input).followed { followed.append(link) }
        }
      }
      let wanted: [FollowedLink] = tool == .selection ? [.page(2), .address("https://a.b")] : []
      #expect(followed == wanted, "\(tool)")
    }
  }

  @Test
  func `a drag over a link follows none; a finger and a hand that move the paper do by a tap`() {
    let b = Self.bench(.selection, links: Self.links)
    let contact = ContactID(StylusTool(.pen))
    func handle(_ input: StylusInput) -> FollowedLink? { b.session.handle(input).followed }
    func sample(_ x: Double) -> StylusSample {
      StylusSample(position: at(x, 150, b), time: 0, force: 0.5)
    }
    for isPan in [false, true] {
      b.session.isPanHeld = isPan
      #expect(handle(.down(contact, tip: sample(60))) == nil)
      #expect(handle(.move(contact, settled: [], tip: sample(90))) == nil)
      #expect(handle(.up(contact, settled: [sample(90)])) == nil)
    }
    #expect(handle(.down(contact, tip: sample(60))) == nil)
    #expect(handle(.up(contact, settled: [sample(60)])) == .page(2))
    b.session.isPanHeld = false
    b.session.picker.select(.brush("pen"))
    #expect(b.session.select(at: at(60, 150, b), with: .finger).followed == .page(2))
    #expect(b.session.select(at: at(60, 150, b), with: .mouse).followed == nil)
    #expect(b.strokes == 0)
  }

  // MARK: The highlighter

  private func stroke(_ b: Bench, _ points: [(Double, Double)]) -> Element? {
    let before = b.strokes
    b.drag(points.map { at($0.0, $0.1, b) })
    return b.strokes > before ? b.all.max { $0.id < $1.id } : nil
  }

  @Test(arguments: [0.6, 1, 1.9])
  func `along a line of text the highlighter covers its characters, from the first to the last`(
    scale: Double
  ) throws {
    let b = Self.bench(.brush("highlighter"), scale: scale)
    // From within “brave” to the end of it, a little up and down.
    let wavy = [(109, 107), (120, 113), (135, 106), (150, 112), (161, 109)].map {
      (Double($0.0), Double($0.1))
    }
    let element = try #require(stroke(b, wavy))
    let ink = try #require(element.kind.inkStroke?.ink)
    #expect(ink.size == 20 && ink.brush == "highlighter")
    // In the middle of the line, so far within it that the nib ends with the characters.
    let points = try #require(element.kind.inkStroke?.path.points)
    #expect(points.allSatisfy { abs($0.y - 110) < 0.1 })
    let (low, high) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    #expect(abs(low - 114) < 0.5 && abs(high - 156) < 0.5, "\(low) \(high)")
    // One step, and undo takes all of it away.
    b.take(b.session.undo())
    #expect(b.strokes == 0)
  }

  @Test func `the highlighter stays as it was drawn elsewhere, and where that is wanted`() throws {
    let own = ToolPicker.standardInk("highlighter").size
    let along = [(55.0, 110.0), (150.0, 110.0)]
    let others: [[(Double, Double)]] = [
      // Across lines, between two, beside all, a dot.
      [(100, 100), (120, 180)], [(55, 131), (150, 131)], [(55, 40), (150, 40)],
      [(60, 110), (62, 110)],
    ]
    for points in others {
      let b = Self.bench(.brush("highlighter"))
      #expect(try #require(stroke(b, points)).kind.inkStroke?.ink.size == own, "\(points)")
    }
    let b = Self.bench(.brush("highlighter"))
    b.session.snapsHighlighter = false
    #expect(try #require(stroke(b, along)).kind.inkStroke?.ink.size == own)
    // The pen writes over text as anywhere.
    let pen = Self.bench(.brush("pen"))
    #expect(try #require(stroke(pen, along)).kind.inkStroke?.ink.size != 20)
  }

  /// A point of the first page, 300 points wide and high, on the canvas after quarter turns to the right.
  private static func turned(_ p: Point, _ turns: Int) -> Point {
    switch turns {
    case 1: Point(300 - p.y, p.x)
    case 2: Point(300 - p.x, 300 - p.y)
    case 3: Point(p.y, 300 - p.x)
    default: p
    }
  }

  @Test(arguments: 0..<4, [0.0, 0.6])
  func `on a page that is turned the highlighter covers the characters as on one that is not`(
    turns: Int, viewTurn: Double
  ) throws {
    let b = Self.bench(.brush("highlighter"), turns: turns)
    b.session.viewport.rotate(to: viewTurn, about: b.session.viewport.center)
    // Along “brave”, a little up and down.
    let wavy: [Point] = [
      Point(109, 107), Point(120, 113), Point(135, 106), Point(150, 112), Point(161, 109),
    ]
    let drawn = wavy.map { Self.turned($0, turns) }
    let element = try #require(stroke(b, drawn.map { ($0.x, $0.y) }))
    let band = try #require(element.kind.inkStroke)
    let nib = StockBrushes.family(of: band.ink)
    // What the marks cover on the canvas: of each the nib, a bar with round ends.
    var covered = Rect.empty
    for point in band.path.points {
      let mark = nib.mark(band.ink, at: point)
      let (position, edge) = (
        element.canvasFromElement(point.position), element.canvasFromElement(mark.edge)
      )
      for end in [position + edge, position - edge] {
        covered = covered.union(Rect(center: end, radius: mark.radius))
      }
    }
    let word = Rect(
      around: Rect(x: 110, y: 100, width: 50, height: 20).corners.map { Self.turned($0, turns) })
    #expect(abs(covered.minX - word.minX) < 0.5 && abs(covered.maxX - word.maxX) < 0.5)
    #expect(abs(covered.minY - word.minY) < 0.5 && abs(covered.maxY - word.maxY) < 0.5)
    // It belongs to that page.
    #expect(element.page == 1)
    b.take(b.session.undo())
    #expect(b.strokes == 0)
  }
}
