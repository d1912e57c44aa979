import Canvas
import InkModel
import InkStore
import InkTestSupport
import Testing

/// Commands on pages, as a person gives them: each one step.
@Suite @MainActor struct PageSessionTests {
  private static let a6 = StandardPage.a6.size
  private static let pages = DrawingSettings(layout: .pages(a6, count: 3))

  private func bench() -> Bench {
    let b = Bench()
    b.take(b.session.change(to: Self.pages))
    b.told = []
    return b
  }

  private func ids(_ b: Bench) -> [Int32] { b.session.pages.map(\.id) }

  /// Where the only stroke of a page begins, from the upper left corner of the page on the canvas.
  private func start(_ b: Bench, onPage index: Int) throws -> Vector {
    let page = b.session.pages[index]
    let found = b.session.drawing.elements.filter { $0.page == page.id }
    let stroke = try #require(found.first?.kind.inkStroke)
    #expect(found.count == 1)
    let p = found[0].canvasFromElement(try #require(stroke.path.points.first).position)
    let frame = b.session.drawing.settings.layout.frames[index]
    return p - Point(frame.minX, frame.minY)
  }

  @Test func `S4 ink belongs to the page that it began on, and beside pages to the nearest`() {
    let b = bench()
    let frames = b.session.drawing.settings.layout.frames
    let second = frames[1]
    // On it, beside it, below all of them, above all of them.
    for (point, page) in [
      (Point(20, second.minY + 30), 2), (Point(-300, second.minY + 30), 2),
      (Point(20, frames[2].maxY + 200), 3), (Point(20, -40), 1),
    ] {
      b.draw([point, point + Vector(10, 400), point + Vector(30, 500)])
      #expect(b.appended.last?.page == Int32(page))
      let box = b.appended.last?.bounds
      #expect(box?.outset(by: 2).contains(point) == true)
    }
  }

  @Test func `deleting a page takes its ink, moves up what is below, and undo brings all back`()
    throws
  {
    let b = bench()
    let frames = b.session.drawing.settings.layout.frames
    for frame in frames { b.draw([Point(30, frame.minY + 40), Point(90, frame.minY + 60)]) }
    let before = b.session.drawing
    let third = try start(b, onPage: 2)
    b.told = []
    b.take(b.session.deletePages([2]))
    #expect(b.told.count == 1 && b.session.history.undoLabel == .deletePages)
    #expect(ids(b) == [1, 3] && b.strokes == 2)
    #expect(try start(b, onPage: 1) == third)
    #expect(b.session.drawing.settings.layout.frames[1] == frames[1])
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    b.take(b.session.redo())
    #expect(b.strokes == 2)
    // One has to stay.
    #expect(!b.session.canDeletePages([1, 3]))
    b.take(b.session.deletePages([1, 3]))
    #expect(ids(b) == [1, 3])
  }

  @Test func `what lies on no page wholly is counted, and nothing is on an endless canvas`() {
    let b = Bench()
    for x in [-100.0, 200, 700] { b.draw((0...10).map { Point(x + Double($0), 100) }) }
    #expect(b.session.elementsBesidePages == 0)
    b.take(
      b.session.change(
        to: DrawingSettings(layout: .pages(PageSize(width: 500, height: 400), count: 1))))
    #expect(b.session.elementsBesidePages == 2)
    b.take(
      b.session.change(
        to: DrawingSettings(layout: .pages(PageSize(width: 705, height: 400), count: 1))))
    #expect(b.session.elementsBesidePages == 2)
    b.take(b.session.undo())
    b.take(b.session.undo())
    #expect(b.session.elementsBesidePages == 0)
  }

  @Test func `pages are added like the one before them, or of another size and paper`() {
    let b = bench()
    b.take(b.session.turnPages([2], clockwise: true))
    b.take(b.session.setPaper(of: [2]) { _ in Paper(pattern: .music) })
    b.take(b.session.addPages(at: 2, count: 2))
    #expect(ids(b) == [1, 2, 4, 5, 3])
    for page in b.session.pages[2...3] {
      #expect(page.frameSize == Self.a6.turned)
      #expect(b.session.settings.paper(of: page).pattern == .music)
    }
    b.take(b.session.addPages(at: 0, size: StandardPage.a4.size, paper: Paper(pattern: .dots)))
    #expect(b.session.pages[0].frameSize == StandardPage.a4.size)
    #expect(b.session.settings.paper(of: b.session.pages[0]).pattern == .dots)
    #expect(b.session.history.undoLabel == .addPages)
  }

  /// A drawing with pages that show something instead of paper, turned, the first one with a label.
  private func bench(
    _ backgrounds: [PageBackground], _ contents: DocumentContents = .empty
  ) -> Bench {
    let b = Bench(contents)
    var settings = DrawingSettings(layout: .pages(Self.a6, count: backgrounds.count))
    for (i, background) in backgrounds.enumerated() {
      settings.layout = settings.layout.changing([Int32(i + 1)]) {
        $0.background = background
        $0.quarterTurns = 1
        if i == 0 { $0.label = "iv" }
      }
    }
    b.take(b.session.change(to: settings))
    return b
  }

  @Test func `where a drawing began with a template that shows something, new pages show it, too`()
    throws
  {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    var begun = DocumentContents.empty
    begun.metadata[.template] = "Planner"
    for background in [PageBackground.document(blob, page: 4), .picture(blob)] {
      let b = bench([background], begun)
      b.take(b.session.addPages(at: 1))
      b.take(b.session.addPages(at: 0, count: 2))
      let pages = b.session.pages
      #expect(pages.map(\.background) == Array(repeating: background, count: 4))
      #expect(pages.allSatisfy { $0.size == Self.a6 && $0.quarterTurns == 1 })
      #expect(pages.map(\.label) == ["", "", "iv", ""])
      // So do those that are chosen by their number, in whatever size.
      var settings = b.session.settings
      let isTemplate = b.session.hasTemplate
      settings.layout = settings.layout.with(count: 5, ofTemplate: isTemplate)
        .resized(to: StandardPage.a5.size, count: 6, ofTemplate: isTemplate)
      b.take(b.session.choose(settings))
      #expect(b.session.pages.map(\.background) == Array(repeating: background, count: 6))
      #expect(b.session.pages.map(\.label) == ["", "", "iv", "", "", ""])
      b.take(b.session.undo())
      // Paper that is asked for is what comes, and the size of a page with another one.
      b.take(b.session.addPages(at: 4, size: StandardPage.a4.size))
      #expect(b.session.pages[4].background == .paper(nil))
      b.take(b.session.undo())
      b.take(b.session.addPages(at: 4, paper: Paper(pattern: .dots)))
      #expect(b.session.pages[4].background == .paper(Paper(pattern: .dots)))
      // From then on there is paper, too.
      b.take(b.session.addPages(at: 1))
      #expect(b.session.pages[1].background == .paper(nil))
      #expect(b.session.pages[1].frameSize == Self.a6.turned)
    }
  }

  @Test func `pages added to a document, or behind several pages of a template, are paper`()
    throws
  {
    let blob = try #require(BlobID([UInt8](repeating: 7, count: 32)))
    var begun = DocumentContents.empty
    begun.metadata[.template] = "Planner"
    for b in [
      bench([.document(blob, page: 0)]), bench([.picture(blob)]),
      bench([.document(blob, page: 0), .document(blob, page: 1)], begun),
    ] {
      let count = b.session.pages.count
      let layout = b.session.settings.layout
      let more = layout.with(count: count + 1, ofTemplate: b.session.hasTemplate)
      #expect(more.pages.last?.background == .paper(nil))
      b.take(b.session.addPages(at: count))
      let page = try #require(b.session.pages.last)
      #expect(b.session.pages.count == count + 1)
      #expect(page.background == .paper(nil) && page.frameSize == Self.a6.turned)
      // And so it is in a second window.
      let other = Bench(CanvasSession(beside: b.session))
      other.take(other.session.undo())
      other.take(other.session.addPages(at: count))
      #expect(other.session.pages.last?.background == .paper(nil))
    }
  }

  /// A shape of strokes at the corners of a box.
  private func corners(of box: Rect, _ b: Bench) {
    for corner in [Point(box.minX, box.minY), Point(box.maxX, box.maxY)] { b.draw([corner]) }
  }

  @Test(
    arguments: [
      // What a page holds is followed by an empty one.
      (Rect(x: 700, y: -300, width: 300, height: 200), false, 2),
      (Rect(x: 100, y: 100, width: 1000, height: 400), true, 1),
      (Rect(x: 100, y: 100, width: 700, height: 1200), false, 1),
    ])
  func `the first page lies in the middle of the ink, which stays where it is seen, as undo has it`(
    box: Rect, liesOnItsSide: Bool, count: Int
  ) throws {
    let b = Bench()
    corners(of: box, b)
    let before = b.session.drawing
    let update = b.session.addPages(at: 0)
    b.take(update)
    let a4 = StandardPage.a4.size
    let size = liesOnItsSide ? a4.turned : a4
    #expect(b.session.pages.map(\.size) == Array(repeating: size, count: count))
    let frame = try #require(b.session.drawing.settings.layout.frame(0))
    let ink = b.session.drawing.bounds
    #expect(frame.center.distance(to: ink.center) < 1)
    // A view that moves as told shows the ink where it was, pixel by pixel.
    let shift = update.shift
    let whole = Vector(shift.dx.rounded(), shift.dy.rounded())
    #expect((shift - whole).length < 1e-9)
    for (old, new) in zip(before.elements, b.session.drawing.elements) {
      #expect(new.page == 1)
      #expect(new.bounds.center.distance(to: old.bounds.center + shift) < 1e-9)
      #expect(old.bounds.center.distance(to: new.bounds.center) > 10)
    }
    let back = b.session.undo()
    b.take(back)
    #expect(b.session.drawing == before && (back.shift + shift).length < 1e-9)
    let again = b.session.redo()
    b.take(again)
    #expect((again.shift - shift).length < 1e-9 && b.session.pages.count == count)
    // Other pages shift nothing.
    #expect(b.session.addPages(at: 1).shift == .zero)
  }

  @Test func `ink that a page holds is page 1, and the page that is added is empty, in one step`()
    throws
  {
    let b = Bench()
    corners(of: Rect(x: 700, y: -300, width: 300, height: 200), b)
    let before = b.session.drawing
    b.told = []
    b.take(b.session.addPages(at: 0, label: "Week 12"))
    #expect(b.told.count == 1 && b.session.history.undoLabel == .addPages)
    #expect(b.session.pages.map(\.label) == ["", "Week 12"])
    let frames = b.session.drawing.settings.layout.frames
    try #require(frames.count == 2)
    let ink = b.session.drawing.bounds
    #expect(frames[0].contains(ink) && !frames[1].intersects(ink))
    b.take(b.session.undo())
    #expect(b.session.drawing == before && b.session.pages.isEmpty)
    // A page of a certain paper is meant for what is there.
    b.take(b.session.addPages(at: 0, paper: Paper(pattern: .dots)))
    #expect(b.session.pages.count == 1)
  }

  @Test func `where there is no ink, the first page lies in the middle of the view`() throws {
    let b = Bench()
    b.session.viewport.origin = Point(5000, -2000)
    let update = b.session.addPages(at: 0)
    let frame = try #require(b.session.drawing.settings.layout.frame(0))
    // 800 by 600 points are in view.
    let middle = Point(5400, -1700) + update.shift
    #expect(frame.center.distance(to: middle) < 1)
  }

  @Test
  func `pages that are chosen lie as the first page does, and are tried out where they will be`()
    throws
  {
    let b = Bench()
    corners(of: Rect(x: 700, y: -300, width: 300, height: 200), b)
    let before = b.session.drawing
    var settings = before.settings
    settings.layout = .pages(StandardPage.a5.size, count: 2)
    _ = b.session.tryOut(settings)
    let tried = b.session.settings.layout.frames
    let first = try #require(tried.first)
    #expect(tried.count == 2 && first.center.distance(to: before.bounds.center) < 1)
    #expect(b.session.drawing == before)
    let update = b.session.choose(settings)
    b.take(update)
    #expect(b.session.drawing.settings == settings && b.session.history.undoLabel == .paper)
    // A view that moves as told shows pages and ink where it showed them.
    let shift = update.shift
    #expect(shift.length > 10)
    for (old, new) in zip(tried, b.session.settings.layout.frames) {
      #expect(new.center.distance(to: old.center + shift) < 1e-9)
    }
    let moved = b.session.drawing.bounds.center
    #expect(moved.distance(to: before.bounds.center + shift) < 1e-6)
    b.take(b.session.undo())
    #expect(b.session.drawing == before)
    // What is there already is no step.
    let same = b.session.choose(before.settings)
    #expect(same.commands.isEmpty)
  }

  @Test
  func `inserted pages lie as the first page does, and on an empty canvas at the origin`()
    throws
  {
    var settings = DrawingSettings.standard
    settings.layout = .pages(StandardPage.a5.size, count: 2)
    let b = Bench()
    corners(of: Rect(x: 700, y: -300, width: 300, height: 200), b)
    let before = b.session.drawing.bounds.center
    let update = b.session.change(to: settings, label: .insertPages, adding: [])
    b.take(update)
    let frame = try #require(b.session.drawing.settings.layout.frame(0))
    let ink = b.session.drawing.bounds.center
    #expect(frame.center.distance(to: ink) < 1)
    #expect(ink.distance(to: before + update.shift) < 1e-6)
    // Those that come into a drawing with pages move nothing.
    settings.layout = settings.layout.with(count: 3)
    #expect(b.session.change(to: settings, label: .insertPages, adding: []).shift == .zero)
    #expect(b.session.drawing.bounds.center.distance(to: ink) < 1e-9)
    let empty = Bench()
    empty.session.viewport.origin = Point(5000, -2000)
    let first = empty.session.change(to: settings, label: .insertPages, adding: [])
    #expect(first.shift == .zero && empty.session.pages.count == 3)
  }

  @Test func `a session beside the one that adds the first page is told of the shift, too`() {
    let b = Bench()
    corners(of: Rect(x: 700, y: 900, width: 300, height: 200), b)
    let other = CanvasSession(beside: b.session)
    var told: [Vector] = []
    other.onFollowed = { told.append($0.shift) }
    let update = b.session.addPages(at: 0)
    #expect(update.shift != .zero && told.filter { $0 != .zero } == [update.shift])
    #expect(other.drawing == b.session.drawing)
  }

  @Test func `fewer pages, or none, leave all ink where it is seen`() {
    let b = bench()
    let frames = b.session.drawing.settings.layout.frames
    for frame in frames { b.draw([Point(30, frame.minY + 40), Point(90, frame.minY + 60)]) }
    let boxes = b.session.drawing.elements.map(\.bounds)
    var settings = b.session.drawing.settings
    for layout in [settings.layout.with(count: 1), .infinite] {
      settings.layout = layout
      let before = b.session.drawing
      b.take(b.session.change(to: settings))
      #expect(b.session.history.undoLabel == .paper && b.strokes == 3)
      for (old, new) in zip(boxes, b.session.drawing.elements.map(\.bounds)) {
        #expect(abs(old.minX - new.minX) < 1e-9 && abs(old.minY - new.minY) < 1e-9)
      }
      #expect(b.session.drawing.elements.allSatisfy { $0.page == (layout == .infinite ? 0 : 1) })
      b.take(b.session.undo())
      #expect(b.session.drawing == before)
      b.take(b.session.redo())
    }
  }

  @Test func `a selection that is moved to another page belongs to it, and a copy too`() throws {
    let b = bench()
    b.draw([Point(30, 40), Point(90, 60)])
    let pitch = b.session.drawing.settings.layout.frames[1].minY
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    b.take(b.session.nudgeSelection(by: Vector(0, pitch)))
    #expect(b.session.drawing.elements.map(\.page) == [2])
    let box = b.session.drawing.bounds
    #expect(abs(box.center.y - (50 + pitch)) < 1)
    b.take(b.session.duplicateSelection())
    #expect(b.session.drawing.elements.map(\.page) == [2, 2])
    // The page goes with both.
    b.take(b.session.deletePages([2]))
    #expect(b.strokes == 0)
  }

  @Test func `moved and turned pages are one step each, and nothing happens under a pen`() throws {
    let b = bench()
    b.draw([Point(30, 40), Point(90, 60)])
    b.take(b.session.movePages([1], to: 3))
    #expect(ids(b) == [2, 3, 1] && b.session.history.undoLabel == .movePages)
    #expect(try start(b, onPage: 2) == Vector(30, 40))
    b.take(b.session.turnPages([1], clockwise: true))
    // What was 40 below the upper edge is 40 from the right one.
    let turned = try start(b, onPage: 2)
    #expect(abs(turned.dx - (Self.a6.height - 40)) < 1e-6 && abs(turned.dy - 30) < 1e-6)
    b.take(b.session.movePages([1], to: 3))
    #expect(b.session.history.undoLabel == .turnPages)
    b.handle(
      .down(
        ContactID(StylusTool(.pen)), tip: StylusSample(position: Point(5, 5), time: 0, force: 1)))
    b.take(b.session.deletePages([2]))
    #expect(b.session.pages.count == 3)
    b.session.isReadOnly = true
    b.take(b.session.addPages(at: 0))
    #expect(b.session.pages.count == 3)
  }

  @Test func `a selection ends where pages move below it`() {
    let b = bench()
    b.draw([Point(30, 40), Point(90, 60)])
    b.session.picker.select(.selection)
    b.take(b.session.selectAll())
    #expect(b.session.selection != nil)
    b.take(b.session.movePages([1], to: 2))
    #expect(b.session.selection == nil)
    b.take(b.session.selectAll())
    b.take(b.session.undo())
    #expect(b.session.selection == nil)
  }

  @Test(arguments: UInt64(1)...6)
  func `after any steps of pages and ink the file shows what the session does`(_ seed: UInt64)
    async throws
  {
    let folder = try TestFolder()
    let store = try await DocumentStore.open(folder["a.plumbago"])
    var generator = SeededGenerator(seed: seed)
    let b = Bench()
    b.take(b.session.change(to: Self.pages))
    for _ in 0..<40 {
      let pages = b.session.pages
      let some = Set(pages.map(\.id).filter { _ in generator.once(in: 2) })
      let i = Int.random(in: 0...pages.count, using: &generator)
      let frames = b.session.drawing.settings.layout.frames
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: b.take(b.session.addPages(at: i))
      case 1: b.take(b.session.duplicatePages(some))
      case 2: b.take(b.session.deletePages(some))
      case 3: b.take(b.session.movePages(some, to: i))
      case 4: b.take(b.session.turnPages(some, clockwise: generator.once(in: 2)))
      case 5: b.take(b.session.resizePages(some, to: StandardPage.a5.size))
      case 6: b.take(b.session.undo())
      case 7: b.take(b.session.setPaper(of: some) { _ in Paper(pattern: .grid) })
      default:
        let frame = frames.randomElement(using: &generator) ?? .empty
        b.draw([Point(frame.minX + 20, frame.minY + 30), Point(frame.minX + 60, frame.minY + 60)])
      }
      if b.session.pages.count > 30 { b.take(b.session.change(to: Self.pages)) }
      try await store.perform(b.told)
      b.told = []
    }
    let kept = try await store.load()
    #expect(Drawing(kept.elements, settings: kept.settings) == b.session.drawing)
    try await store.close()
    let again = try await DocumentStore.open(folder["a.plumbago"])
    let opened = try await again.load()
    #expect(Drawing(opened.elements, settings: opened.settings) == b.session.drawing)
    try await again.close()
  }
}

@Suite struct PagePullTests {
  private static let layout = PageLayout.pages(StandardPage.a6.size, count: 2)

  /// A view that shows the end of the last page so far above its own lower edge.
  private func view(room: Double) -> Viewport {
    var view = Viewport(width: 400, height: 500)
    view.origin = Point(0, Self.layout.bounds.maxY - 500 + room)
    return view
  }

  @Test
  func `a pull beyond the end is armed after a way that no accident has, and can be taken back`()
    throws
  {
    var pull = try #require(PagePull(from: view(room: 30), of: Self.layout))
    pull.moved(to: view(room: 80))
    #expect(pull.progress > 0.3 && pull.progress < 0.6 && !pull.isArmed)
    pull.moved(to: view(room: 160))
    #expect(pull.isArmed && pull.progress == 1)
    pull.moved(to: view(room: 60))
    #expect(!pull.isArmed)
  }

  @Test func `scrolling through the drawing to its end and on adds nothing`() {
    #expect(PagePull(from: view(room: -300), of: Self.layout) == nil)
    #expect(PagePull(from: view(room: 100), of: .infinite) == nil)
  }

  @Test func `zooming out shows what is below the end and is no pull`() throws {
    var pull = try #require(PagePull(from: view(room: 30), of: Self.layout))
    var out = view(room: 30)
    out.zoom(to: 0.3, about: out.center)
    pull.moved(to: out)
    #expect(pull.progress == 0)
  }
}

@Suite struct PageViewTests {
  private static let page = Rect(x: 0, y: 900, width: 300, height: 400)

  @Test func `a page is shown whole where it fits, and from its top where it does not`() {
    var view = Viewport(width: 800, height: 600)
    view.show(page: Self.page)
    #expect(view.scale == 1)
    let box = view.widgetFromCanvas(Self.page)
    #expect(box.center.distance(to: Point(400, 300)) < 1e-6)
    view.zoom(to: 2, about: .zero)
    view.show(page: Self.page)
    let large = view.widgetFromCanvas(Self.page)
    #expect(abs(large.minY - Viewport.margin) < 1e-6 && view.scale == 2)
  }
}
