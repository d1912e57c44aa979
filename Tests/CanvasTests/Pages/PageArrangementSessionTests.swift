import InkModel
import InkStore
import InkTestSupport
import Testing

@testable import Canvas

/// Pages side by side in a view, as a person writes on them.
@Suite struct `Pages side by side` {
  private static let size = PageSize(width: 300, height: 200)
  private static let pages = DrawingSettings(layout: .pages(size, count: 4))

  private func bench(_ settings: DrawingSettings = Self.pages) -> Bench {
    let b = Bench()
    b.take(b.session.change(to: settings))
    b.told = []
    return b
  }

  /// A page beside one that is four times as high: what is 300 points below its upper edge is on the second one where the
  /// pages stand in one column.
  private func unequalBench() -> Bench {
    let pages = [
      Page(id: 1, order: .first, size: PageSize(width: 300, height: 100)),
      Page(id: 2, order: OrderKey.first.next, size: PageSize(width: 300, height: 400)),
    ]
    let b = bench(DrawingSettings(layout: PageLayout(pages)))
    b.take(b.session.arrange(in: .two))
    return b
  }

  /// Draws 100 points to the right with a finger, which may turn out to be a palm.
  private func drag(_ b: Bench, from start: Point) {
    b.session.fingersAreProvisional = true
    let finger = ContactID(.finger, sequence: 1)
    let samples = (0...20).map {
      StylusSample(position: start + Vector(Double($0) * 5, 0), time: Double($0) / 100)
    }
    b.handle(.down(finger, tip: samples[0]))
    for sample in samples { b.handle(.move(finger, settled: [sample], tip: nil)) }
    b.handle(.up(finger, settled: []))
  }

  /// The page of the newest element, and the offset of the element's bounds from the corner of that page.
  private func newest(_ b: Bench) throws -> (page: Int32, corner: Vector) {
    let newest = try #require(b.session.drawing.elements.max { $0.id < $1.id })
    let layout = b.session.drawing.settings.layout
    let frame = try #require(layout.index(of: newest.page).flatMap { layout.frame($0) })
    return (newest.page, Vector(newest.bounds.minX - frame.minX, newest.bounds.minY - frame.minY))
  }

  @Test func `S4 what is written on a page on the right stays on it when pages are in one column`()
    throws
  {
    let b = bench()
    b.take(b.session.arrange(in: .two))
    #expect(b.session.settings.layout.frames[1].minX == 324)
    // On the page on the right, in the margin beyond it, and on the left of the second row.
    for (start, page) in [
      (Point(424, 50), 2), (Point(700, 80), 2), (Point(40, 274), 3),
    ] {
      b.told = []
      b.draw([start, start + Vector(20, 5)])
      let seen = try newest(b)
      #expect(seen.page == Int32(page) && b.told.count == 1)
      b.told = []
      b.take(b.session.arrange(in: .one))
      let kept = try newest(b)
      #expect(kept.page == seen.page)
      #expect((kept.corner - seen.corner).length < 1e-6)
      b.take(b.session.arrange(in: .two))
      let again = try newest(b)
      #expect((again.corner - seen.corner).length < 1e-6)
      // The file is told nothing, and there is nothing to undo.
      #expect(b.told.isEmpty)
    }
    #expect(b.session.history.steps.count == 4)
  }

  @Test func `the page in view stays where it is on the screen`() throws {
    let b = bench()
    b.session.viewport.hold(b.session.settings.layout.frames[2].center, at: Point(400, 300))
    #expect(b.session.pageInView == 2)
    let update = b.session.arrange(in: .two)
    #expect(update.arrangementChanged && update.settingsChanged && update.commands.isEmpty)
    // From the third in one column to the first of the second row.
    #expect((update.shift - Vector(0, 224 - 448)).length < 1e-6)
    #expect(b.session.arrange(in: .two).shift == .zero)
  }

  @Test func `steps from before an arrangement are undone and redone where they are seen`() throws {
    let b = bench()
    b.draw([Point(40, 274), Point(60, 280)])
    let column = b.session.drawing
    b.take(b.session.arrange(in: .two))
    let bounds = try #require(b.session.drawing.elements.first { _ in true }?.bounds)
    #expect(bounds.minX > 324 && bounds.maxY < 200)
    b.damage = .empty
    b.take(b.session.undo())
    #expect(b.strokes == 0 && b.damage.contains(bounds))
    b.take(b.session.redo())
    #expect(b.session.drawing.elements.map(\.bounds) == [bounds])
    b.take(b.session.addPages(at: 4))
    b.take(b.session.movePages([2], to: 0))
    b.session.drawing.checkInvariants()
    #expect(b.session.drawing.arrangement.columns == .two)
    b.take(b.session.undo())
    b.take(b.session.undo())
    b.take(b.session.arrange(in: .one))
    #expect(b.session.drawing == column)
  }

  @Test func `each window of a drawing has its own arrangement, and follows the other`() throws {
    let a = bench()
    let b = Bench(CanvasSession(beside: a.session))
    b.session.onFollowed = { [weak b] in b?.take($0) }
    b.take(b.session.arrange(in: .two))
    #expect(a.session.drawing.arrangement == .oneColumn)
    b.damage = .empty
    a.draw([Point(40, 274), Point(60, 280)])
    #expect(b.damage.minX > 300 && b.damage.maxY < 200)
    b.take(b.session.movePages([1], to: 4))
    #expect(a.session.pages.map(\.id) == [2, 3, 4, 1])
    a.session.drawing.checkInvariants()
    b.session.drawing.checkInvariants()
    #expect(b.session.drawing.inOneColumn == a.session.drawing)
    // A third one begins like the one that it is made of.
    let c = CanvasSession(beside: b.session)
    #expect(c.drawing == b.session.drawing)
  }

  @Test func `the past is shown with the pages as they are arranged now`() {
    let b = bench()
    let past = b.session.drawing
    b.draw([Point(40, 50), Point(60, 60)])
    b.take(b.session.arrange(in: .two))
    b.take(b.session.look(at: past))
    #expect(b.session.settings.layout.frames[1].minX == 324)
    b.take(b.session.arrange(in: .one))
    #expect(b.session.drawing == past && b.session.isLookingBack)
    b.take(b.session.returnToNow())
    #expect(b.session.drawing.arrangement == .oneColumn && b.strokes == 1)
  }

  @Test func `what is changed while pages stand side by side is in the file as in one column`()
    async throws
  {
    let folder = try TestFolder()
    let store = try await DocumentStore.open(folder["a.plumbago"])
    let b = Bench()
    b.take(b.session.change(to: Self.pages))
    b.take(b.session.arrange(in: .two))
    b.draw([Point(424, 50), Point(444, 55)])
    b.take(b.session.addPages(at: 4))
    b.take(b.session.movePages([2], to: 0))
    b.take(b.session.setPaper(of: [3]) { _ in Paper(pattern: .grid) })
    b.take(b.session.addLayer(named: "Notes"))
    b.take(b.session.undo())
    try await store.perform(b.told)
    let kept = try await store.load()
    #expect(kept.settings.layout.pages.map(\.id) == [2, 1, 3, 4, 5])
    #expect(kept.drawing == b.session.drawing.inOneColumn)
    // And so it is where the file has lost its history.
    let rescued = try #require(b.session.forgetHistory())
    #expect(rescued.drawing == kept.drawing)
    try await store.close()
  }

  @Test(arguments: PageColumns.allCases)
  func `pieces of ink that names no page are on the page of the whole, in a copy as well`(
    columns: PageColumns
  ) async throws {
    // From the first page down to the second, which begins at 224: as files have it that are older than pages.
    let plain = Bench()
    plain.draw((0...40).map { Point(40, 60 + Double($0) * 6) })
    let folder = try TestFolder()
    let store = try await DocumentStore.open(folder["a.plumbago"])
    try await store.perform([.begin(with: Self.pages)] + plain.told)
    let b = Bench(try await store.load())
    #expect(b.session.drawing.elements.map(\.page) == [0])
    b.take(b.session.arrange(in: columns))
    b.session.picker.eraserKind = .part
    b.draw([Point(20, 215), Point(60, 215)], with: StylusTool(.eraser))
    #expect(b.session.drawing.elements.map(\.page) == [1, 1])
    let pieces = b.session.drawing.elements.map(\.bounds)
    #expect(pieces.allSatisfy { abs($0.center.x - 40) < 1 })

    // There the path of the lower one begins where this does, nearer to the second page.
    try await store.perform(b.told)
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    try await store.close()
    let copy = try await DocumentStore.open(folder["b.plumbago"])
    let copied = try await copy.load().drawing.arranged(as: b.session.drawing.arrangement)
    try await copy.close()
    let boxes = copied.elements.map(\.bounds)
    #expect(boxes.count == 2)
    for piece in pieces {
      let isThere = boxes.contains { $0.center.distance(to: piece.center) < 1 }
      #expect(isThere, "\(piece) of \(boxes)")
    }
  }

  /// The next process, which finds what a killed one has told the file.
  private func next(after b: Bench, in columns: PageColumns) -> Bench {
    let kept = b.session.drawing.inOneColumn
    var contents = DocumentContents.empty
    contents.elements = Array(kept.elements)
    contents.settings = kept.settings
    contents.nextElementID = ElementID(100)
    for case .setMetadata(let key, let text) in b.told { contents.metadata[key] = text }
    let next = Bench(contents)
    next.take(next.session.arrange(in: columns))
    next.take(next.session.recover())
    return next
  }

  @Test(arguments: PageColumns.allCases)
  func `a text that was written when the app was killed is where it was on its page`(
    columns: PageColumns
  ) throws {
    let b = bench()
    b.session.picker.select(.text)
    b.take(b.session.arrange(in: .two))
    b.take(b.session.beginText(at: Point(424, 50)))
    var box = try #require(b.session.textEditing).box
    box.runs[0].text = "Hello"
    b.take(b.session.changeText(to: box))
    // The page on the right begins at 324.
    let frame = try #require(b.session.textEditing).bounds
    let seen = Vector(frame.minX - 324, frame.minY)
    let new = try newest(next(after: b, in: columns))
    #expect(new.page == 2)
    #expect((new.corner - seen).length < 2)
    // And one that was there before.
    b.take(b.session.endText())
    b.told = []
    let old = try #require(b.session.drawing.elements.first { _ in true })
    b.take(b.session.beginText(old))
    box.runs[0].text = "Hello, you"
    b.take(b.session.changeText(to: box))
    let changed = try newest(next(after: b, in: columns))
    #expect(changed.page == 2)
    #expect((changed.corner - seen).length < 2)
  }

  @Test(arguments: PageColumns.allCases)
  func `ink that may be a palm's is on its page after a kill`(columns: PageColumns) throws {
    let b = bench()
    b.take(b.session.arrange(in: .two))
    // The second page of the second row begins at 324, 224.
    drag(b, from: Point(424, 274))
    #expect(b.strokes == 0)
    let found = try newest(next(after: b, in: columns))
    #expect(found.page == 4)
    #expect((found.corner - Vector(100, 50)).length < 10)
  }

  @Test(arguments: [true, false])
  func `what is drawn below a page that is shorter than the one beside it stays with it`(
    byFinger: Bool
  ) throws {
    let b = unequalBench()
    if byFinger {
      // A palm's for all that is known yet.
      drag(b, from: Point(100, 300))
      #expect(b.strokes == 0)
    } else {
      b.draw([Point(100, 300), Point(200, 300)])
    }
    for columns in [PageColumns.one, .two, .one] {
      b.take(b.session.arrange(in: columns))
      let found = try newest(b)
      #expect(b.strokes == 1 && found.page == 1)
      #expect((found.corner - Vector(100, 300)).length < 10)
    }
  }

  @Test(arguments: PageColumns.allCases)
  func `what was begun below a page shorter than the one beside it stays with it after a kill`(
    columns: PageColumns
  ) throws {
    let b = unequalBench()
    drag(b, from: Point(100, 300))
    let ink = try newest(next(after: b, in: columns))
    #expect(ink.page == 1)
    #expect((ink.corner - Vector(100, 300)).length < 10)

    let written = unequalBench()
    written.session.picker.select(.text)
    written.take(written.session.beginText(at: Point(100, 300)))
    var box = try #require(written.session.textEditing).box
    box.runs[0].text = "Hello"
    written.take(written.session.changeText(to: box))
    // The page begins at the origin.
    let frame = try #require(written.session.textEditing).bounds
    let text = try newest(next(after: written, in: columns))
    #expect(text.page == 1)
    #expect((text.corner - Vector(frame.minX, frame.minY)).length < 2)
  }

  @Test func `a pull beyond the higher page of the last row adds one`() throws {
    let settings = DrawingSettings(
      layout: PageLayout([
        Page(id: 1, order: .first, size: Self.size),
        Page(id: 2, order: OrderKey.first.next, size: PageSize(width: 300, height: 100)),
      ]))
    let layout = settings.arranged(as: .twoColumns()).layout
    func view(room: Double) -> Viewport {
      var view = Viewport(width: 700, height: 500)
      view.origin = Point(0, Self.size.height - 500 + room)
      return view
    }
    var pull = try #require(PagePull(from: view(room: 30), of: layout))
    pull.moved(to: view(room: 80))
    #expect(!pull.isArmed && pull.progress > 0)
    pull.moved(to: view(room: 160))
    #expect(pull.isArmed)
    // The end of the lower page is in view, that of the higher one is far below it.
    #expect(PagePull(from: view(room: -90), of: layout) == nil)
  }
}
