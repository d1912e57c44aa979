import Canvas
import InkModel
import InkStore
import InkTestSupport
import Testing

/// Pages that are made from templates, and templates that are made of pages.
@Suite @MainActor struct PageTemplateTests {
  private static let paper = Paper(pattern: .cornell, tint: Paper.tints[0])

  /// Three pages, the second turned and on paper of its own, with a stroke on each, and one beside the second.
  private func bench() -> Bench {
    let b = Bench()
    var settings = DrawingSettings(
      paper: Paper(pattern: .grid), layout: .pages(StandardPage.a6.size, count: 3))
    settings.layout = settings.layout.changing([2]) {
      $0.quarterTurns = 1
      $0.background = .paper(Self.paper)
      $0.label = "iv"
    }
    b.take(b.session.change(to: settings))
    for frame in settings.layout.frames {
      b.draw([
        Point(frame.minX + 30, frame.minY + 40), Point(frame.minX + 90, frame.minY + 60),
      ])
    }
    let second = settings.layout.frames[1]
    b.draw([Point(second.minX - 60, second.minY + 90), Point(second.minX - 40, second.minY + 99)])
    return b
  }

  private func template(_ b: Bench, _ page: Int32) throws -> PageTemplate {
    try #require(PageTemplate(page, of: b.session.drawing, contents: [:], blobs: [:]))
  }

  /// Where the strokes of a page begin, from its corner on the canvas, in order.
  private func starts(_ session: CanvasSession, onPage index: Int) throws -> [Vector] {
    let page = session.pages[index]
    let frame = session.drawing.settings.layout.frames[index]
    return try session.drawing.elements.filter { $0.page == page.id }.map {
      let p = try #require($0.kind.inkStroke?.path.points.first).position
      return $0.canvasFromElement(p) - Point(frame.minX, frame.minY)
    }
  }

  @Test func `a page of a template has the size, turn, paper and ink of the page that it was`()
    throws
  {
    let b = bench()
    let template = try template(b, 2)
    let before = b.session.drawing
    b.told = []
    b.take(b.session.addPage(from: template, at: 3))
    // One step, and a page that has no label.
    #expect(b.told.count == 1 && b.session.history.undoLabel == .addPages)
    let (old, new) = (b.session.pages[1], b.session.pages[3])
    #expect(new.size == old.size && new.quarterTurns == 1 && new.label.isEmpty)
    #expect(b.session.settings.paper(of: new) == Self.paper)
    let (expected, found) = (
      try starts(b.session, onPage: 1), try starts(b.session, onPage: 3)
    )
    #expect(expected.count == 2 && found.count == 2)
    for (a, b) in zip(expected, found) { #expect((a + b * -1).length < 1e-6) }
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test func `a drawing that begins with a template has it as the start of its history`() throws {
    let template = try template(bench(), 2)
    var contents = DocumentContents.empty
    contents.settings = template.settings()
    let session = CanvasSession(contents)
    let command = session.begin(with: template.clips(on: 1))
    guard case .begin(let settings, let elements, _) = command else {
      Issue.record("\(command) is a step")
      return
    }
    #expect(settings == template.settings())
    #expect(elements.count == 2)
    #expect(Set(session.drawing.elements) == Set(elements))
    #expect(session.undoLabel == nil && session.history.steps.isEmpty)
    let begun = session.drawing
    #expect(session.undo().commands.isEmpty && session.drawing == begun)
    // A step and its undo leave it, too.
    let page = session.pages[0].id
    _ = session.change(
      to: DrawingSettings(
        paper: settings.paper, layout: settings.layout.changing([page]) { $0.label = "v" }))
    #expect(session.undoLabel != nil)
    #expect(session.drawing.count == 2)
    _ = session.undo()
    #expect(session.undoLabel == nil && session.drawing == begun)
  }

  /// A clip of one element.
  private func clip(_ kind: Element.Kind) throws -> InkClip {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    let bytes = InkClip.Blob(blob, type: "image/png", bytes: [1])
    let element = Element(id: ElementID(1), order: .first, kind: kind)
    return InkClip([element], contents: [:], blobs: [blob: bytes])
  }

  @Test func `marks of clips lie over the pictures that they come over, on their own pages only`()
    throws
  {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    let picture = try clip(.other(PlacedPicture(blob: blob, width: 90, height: 40)))
    let ink = Ink(StockBrushes.highlighter, .black, size: 8)
    let mark = try clip(
      .other(Shape(.line(Point(10, 20), Point(80, 20)), ink: ink, seed: 1)))
    #expect(picture.elements.count == 1 && mark.elements.count == 1)
    let move = AffineTransform.translation(Vector(100, 150))
    func isOver(_ b: Bench) throws -> Bool {
      let shown = Array(b.session.drawing.elements)
      #expect(shown.count == 2)
      return try #require(shown.firstIndex { $0.band == .below }) == 1
    }
    let cases: [(pages: [Int32], isOver: Bool)] = [
      ([2, 2], true), ([1, 2], false), ([2, 1], false),
    ]
    for (pages, isExpected) in cases {
      let clips = [
        PlacedClip(picture, page: pages[0], pageFromClip: move),
        PlacedClip(mark, page: pages[1], pageFromClip: move),
      ]
      // At once, and one after the other.
      for parts in [[clips], [[clips[0]], [clips[1]]]] {
        let b = Bench()
        b.take(
          b.session.change(to: DrawingSettings(layout: .pages(StandardPage.a6.size, count: 3))))
        for part in parts {
          b.take(b.session.change(to: b.session.settings, label: .insertPages, adding: part))
        }
        #expect(try isOver(b) == isExpected)
      }
    }
    // A page that comes before the one with the picture is where that was.
    let b = Bench()
    var settings = DrawingSettings(layout: .pages(StandardPage.a6.size, count: 1))
    b.take(b.session.change(to: settings))
    b.take(
      b.session.change(
        to: settings, label: .insertPages,
        adding: [PlacedClip(picture, page: 1, pageFromClip: move)]))
    settings = b.session.settings
    var page = b.session.pages[0]
    page.id = settings.layout.nextID
    settings.layout = settings.layout.inserting([page], at: 0)
    b.take(
      b.session.change(
        to: settings, label: .addPages,
        adding: [PlacedClip(mark, page: page.id, pageFromClip: move)]))
    #expect(try !isOver(b))
  }

  private func expect(_ found: [Vector], at expected: [Vector]) {
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect((a + b * -1).length < 1e-6) }
  }

  @Test func `a page becomes what a template is in one step, below it what was drawn there stays`()
    throws
  {
    let b = bench()
    b.take(b.session.labelPage(1, "Week 12"))
    let template = try template(b, 2)
    let before = b.session.drawing
    let drawn = try (0..<3).map { try starts(b.session, onPage: $0) }
    b.told = []
    b.take(b.session.use(template, for: [1]))
    #expect(b.told.count == 1 && b.session.history.undoLabel == .pagePaper)
    let page = b.session.pages[0]
    #expect(page.size == StandardPage.a6.size && page.quarterTurns == 1)
    #expect(page.label == "Week 12" && b.session.settings.paper(of: page) == Self.paper)
    // The page lies on its side now: what was there is where it was, from the corner, and not turned.
    let found = try starts(b.session, onPage: 0)
    expect(found, at: drawn[0] + drawn[1])
    let line = try #require(b.session.drawing.elements.first { $0.page == 1 })
    #expect(line.bounds.width > line.bounds.height)
    // Other pages stay.
    #expect(b.session.pages.dropFirst() == before.settings.layout.pages.dropFirst())
    for i in 1...2 { expect(try starts(b.session, onPage: i), at: drawn[i]) }
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test func `several pages become what a template of another drawing is, and none does nothing`()
    throws
  {
    let other = Bench()
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 1))
    settings.layout = settings.layout.changing([1]) { $0.background = .paper(Self.paper) }
    other.take(other.session.change(to: settings))
    other.draw([Point(200, 300), Point(260, 310)])
    let template = try template(other, 1)
    let line = try starts(other.session, onPage: 0)

    let b = bench()
    let before = b.session.drawing
    let drawn = try (0..<3).map { try starts(b.session, onPage: $0) }
    b.told = []
    b.take(b.session.use(template, for: [77]))
    #expect(b.told.isEmpty && b.session.drawing == before)
    b.take(b.session.use(template, for: [1, 2]))
    #expect(b.told.count == 1)
    for (i, page) in b.session.pages.prefix(2).enumerated() {
      #expect(page.size == StandardPage.a5.size && page.quarterTurns == 0)
      #expect(b.session.settings.paper(of: page) == Self.paper)
      let found = try starts(b.session, onPage: i)
      expect(found, at: drawn[i] + line)
    }
    #expect(b.session.pages[1].label == "iv")
    expect(try starts(b.session, onPage: 2), at: drawn[2])
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test(arguments: 0...3)
  func `on a page that is turned already what was drawn stays, though it gets another size`(
    turns: Int
  ) throws {
    let other = Bench()
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 1))
    settings.layout = settings.layout.changing([1]) { $0.quarterTurns = turns }
    other.take(other.session.change(to: settings))
    let template = try template(other, 1)
    let b = bench()
    for _ in 0..<turns { b.take(b.session.turnPages([1, 3], clockwise: true)) }
    let before = b.session.drawing
    let drawn = try (0..<3).map { try starts(b.session, onPage: $0) }
    b.take(b.session.use(template, for: [1, 3]))
    for i in [0, 2] {
      let page = b.session.pages[i]
      #expect(page.size == StandardPage.a5.size && page.quarterTurns == turns)
    }
    for i in 0..<3 { expect(try starts(b.session, onPage: i), at: drawn[i]) }
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test func `pages that get other paper keep the colours of their own each, in one step`() {
    let b = bench()
    let before = b.session.drawing
    b.told = []
    b.take(
      b.session.setPaper(of: [1, 2]) {
        Paper(pattern: .music, lineColor: $0.lineColor, tint: $0.tint)
      })
    #expect(b.told.count == 1 && b.session.history.undoLabel == .pagePaper)
    let papers = b.session.pages.map { b.session.settings.paper(of: $0) }
    #expect(papers.map(\.pattern) == [.music, .music, .grid])
    #expect(Self.paper.tint != nil)
    #expect(papers.map(\.tint) == [nil, Self.paper.tint, nil])
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
  }

  @Test func `the drawing of a template has that page alone, in another drawing it is the same`()
    throws
  {
    let b = bench()
    let template = try template(b, 2)
    let settings = template.settings()
    #expect(settings.layout.pageCount == 1 && settings.paper == Self.paper)
    #expect(settings.layout.pages[0].background == .paper(nil))
    var contents = DocumentContents.empty
    contents.settings = settings
    let file = CanvasSession(contents)
    _ = file.change(to: settings, label: .addPages, adding: template.clips(on: 1))
    let again = try #require(PageTemplate(1, of: file.drawing, contents: [:], blobs: [:]))
    // On a canvas without end it is the first page.
    let other = Bench()
    other.line(500)
    let bounds = other.session.drawing.bounds
    let update = other.session.addPage(from: again, at: 0)
    other.take(update)
    #expect(other.session.pages.count == 1 && other.strokes == 3)
    #expect(other.session.settings.paper(of: other.session.pages[0]) == Self.paper)
    let found = try starts(other.session, onPage: 0)
    for start in try starts(b.session, onPage: 1) {
      #expect(found.contains { ($0 + start * -1).length < 1e-3 })
    }
    // What was there lies in its middle, and the view is to follow.
    let moved = AffineTransform.translation(update.shift)(bounds)
    let frame = try #require(other.session.settings.layout.frame(0))
    #expect(other.session.drawing.bounds.outset(by: 1e-6).contains(moved))
    #expect(frame.center.distance(to: moved.center) < 1)
  }

  @Test func `what is hidden is not in a template`() throws {
    let b = bench()
    b.take(b.session.setLayer(b.session.currentLayer.id, isHidden: true))
    #expect(try template(b, 2).clips(on: 1).isEmpty)
    #expect(PageTemplate(77, of: b.session.drawing, contents: [:], blobs: [:]) == nil)
  }

  @Test func `a label is a step, and none where nothing changes`() {
    let b = bench()
    b.told = []
    b.take(b.session.labelPage(1, "  Week 12 "))
    #expect(b.session.pages.map(\.label) == ["Week 12", "iv", ""])
    #expect(b.session.history.undoLabel == .labelPage && b.told.count == 1)
    b.take(b.session.labelPage(1, "Week 12"))
    b.take(b.session.labelPage(99, "x"))
    #expect(b.told.count == 1)
    b.take(b.session.undo())
    #expect(b.session.pages.map(\.label) == ["", "iv", ""])
    b.take(b.session.addPages(at: 3, count: 2, label: "v"))
    #expect(b.session.pages.map(\.label) == ["", "iv", "", "v", ""])
  }
}
