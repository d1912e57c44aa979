import Canvas
import InkModel
import InkStore
import InkTestSupport
import Testing

/// Views of pages whose window gets another size.
@Suite struct ViewFitTests {
  private static let page = PageSize(width: 595, height: 842)
  private static let lying = (width: 1280.0, height: 742.0)
  private static let standing = (width: 800.0, height: 1222.0)
  /// Widget points from what is shown whole to the edges.
  private static let margin = 24.0

  private func session(pages: Int) -> CanvasSession {
    var contents = DocumentContents.empty
    if pages > 0 { contents.settings.layout = .pages(Self.page, count: pages) }
    return CanvasSession(contents)
  }

  private func view(_ size: (width: Double, height: Double)) -> Viewport {
    Viewport(width: size.width, height: size.height)
  }

  /// The view in a window of another size.
  @discardableResult
  private func resize(
    _ view: inout Viewport, to size: (width: Double, height: Double), _ fit: ViewFit?,
    _ session: CanvasSession, in room: Rect? = nil
  ) -> ViewFit? {
    let width = view.width
    (view.width, view.height) = size
    return session.follow(&view, from: width, fit: fit, in: room)
  }

  private func frame(_ page: Int, _ session: CanvasSession) throws -> Rect {
    try #require(session.settings.layout.frame(page))
  }

  @Test
  func `S60 pages that are fitted to the width are as wide as the window when that is turned`()
    throws
  {
    let session = session(pages: 5)
    var view = view(Self.lying)
    view.fit(session.extent, .width(closest: 4))
    var fit: ViewFit? = ViewFit(.width(closest: 4), of: session.extent, in: view)
    let first = try frame(0, session)
    for size in [Self.standing, Self.lying, Self.standing] {
      fit = resize(&view, to: size, fit, session)
      let box = view.widgetFromCanvas(first)
      #expect(abs(box.minX - Self.margin) < 1e-6)
      #expect(abs(box.maxX - (size.width - Self.margin)) < 1e-6)
    }
    // From its top, once that is in view; beside tools that lie there.
    let room = Rect(x: 0, y: 100, width: 900, height: 600)
    view.hold(first.corners[0], at: Point(Self.margin, 40))
    fit = ViewFit(.width(closest: 4), of: session.extent, in: view)
    resize(&view, to: (900, 700), fit, session, in: room)
    #expect(abs(view.widgetFromCanvas(first).minY - (100 + Self.margin)) < 1e-6)
  }

  @Test
  func `S60 scrolled since, they are as wide as the window, and the same is at its upper edge`()
    throws
  {
    let session = session(pages: 5)
    let first = try frame(0, session)
    for manner in [ViewFit.Manner.width(closest: 4), .opening] {
      var view = view(Self.standing)
      let area = manner == .opening ? first : session.extent
      view.fit(area, manner)
      let fit = ViewFit(manner, of: area, in: view)
      view.pan(by: Vector(0, -1500))
      let top = view.canvasFromWidget(Point(400, 0))
      resize(&view, to: (600, 500), fit, session)
      let box = view.widgetFromCanvas(session.extent)
      #expect(abs(box.minX - Self.margin) < 1e-6)
      #expect(abs(box.maxX - (600 - Self.margin)) < 1e-6)
      #expect(view.widgetFromCanvas(top).distance(to: Point(300, 0)) < 1e-6)
    }
  }

  @Test func `a page that is fitted is whole and in the middle of the window's new size`() throws {
    let session = session(pages: 3)
    let second = try frame(1, session)
    for manner in [ViewFit.Manner.page, .drawing] {
      let area = manner == .page ? second : session.extent
      var view = view(Self.lying)
      view.fit(area, manner)
      let fit = ViewFit(manner, of: area, in: view)
      resize(&view, to: Self.standing, fit, session)
      let box = view.widgetFromCanvas(area)
      #expect(box.center.distance(to: view.center) < 1e-6)
      #expect(view.widgetBounds.contains(box))
      // As large as it can be.
      let rim = min(view.width - box.width, view.height - box.height)
      #expect(abs(rim - 2 * Self.margin) < 1e-6)
    }
  }

  @Test func `a document that was opened in a small window is in the middle of a large one`() throws
  {
    let session = session(pages: 3)
    let first = try frame(0, session)
    var view = view((1100, 700))
    let fit = session.showDrawing(in: &view, isRestored: false)
    #expect(fit?.manner == .opening)
    resize(&view, to: Self.lying, fit, session)
    let box = view.widgetFromCanvas(first)
    #expect(abs(box.center.x - 640) < 1e-6 && abs(box.minY - Self.margin) < 1e-6)
    // At most as large as it is on paper.
    #expect(view.scale == 1)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `any other view of pages keeps the middle of its upper edge, and comes back as it was`(
    seed: UInt64
  ) throws {
    var g = SeededGenerator(seed: seed)
    let session = session(pages: 4)
    var view = view(Self.lying)
    let first = try frame(0, session)
    view.fit(first, .page)
    let fit = ViewFit(.page, of: first, in: view)
    // Moved by hand since.
    view.zoom(to: .random(in: 0.3...3, using: &g), about: view.center)
    view.rotate(to: .random(in: -3...3, using: &g), about: view.center)
    let before = view
    let middle = view.canvasFromWidget(Point(640, 0))
    let after = resize(&view, to: Self.standing, fit, session)
    #expect(after == nil && view.scale == before.scale)
    #expect(view.widgetFromCanvas(middle).distance(to: Point(400, 0)) < 1e-6)
    resize(&view, to: Self.lying, after, session)
    #expect(!view.isMoved(from: before) && view.origin.distance(to: before.origin) < 1e-6)
  }

  @Test func `on a canvas without pages nothing moves when the window gets another size`() {
    let session = session(pages: 0)
    var view = view(Self.lying)
    let area = Rect(x: 10, y: 20, width: 300, height: 200)
    view.fit(area, .drawing)
    let (before, fit) = (view, ViewFit(.drawing, of: area, in: view))
    resize(&view, to: Self.standing, fit, session)
    #expect(!view.isMoved(from: before) && view.origin == before.origin)
  }
}
