import Canvas
import InkModel
import InkStore
import Testing

/// Whether anything of the drawing is in view, and what leads back to it.
///
/// A bench's view is 800 by 600 widget points.
@Suite struct WayBackTests {
  /// A dot at a widget point of a view that shows the canvas from its origin.
  private func bench(dotAt p: Point) -> Bench {
    let b = Bench()
    b.draw([p])
    return b
  }

  /// The view that a press of the button gives.
  private func goBack(_ b: Bench) throws {
    let way = try #require(b.session.wayBack(from: b.session.viewport))
    b.session.viewport.fit(way.area, way.manner)
  }

  @Test func `a drawing without anything is never out of view`() {
    let b = Bench()
    b.session.viewport.pan(by: Vector(5000, 3000))
    #expect(!b.session.isDrawingOutOfView)
    let hasWay = b.session.wayBack(from: b.session.viewport) != nil
    #expect(!hasWay)
  }

  @Test(arguments: [0.0, 0.6, -2.5])
  func `ink is out of view once it is beyond an edge, on turned paper as well`(turn: Double) {
    let p = Point(400, 300)
    let b = bench(dotAt: p)
    b.session.viewport.rotate(to: turn, about: p)
    for inside in [Point(20, 290), Point(780, 290), Point(400, 15), Point(400, 585)] {
      b.session.viewport.hold(p, at: inside)
      #expect(!b.session.isDrawingOutOfView, "\(inside)")
    }
    for outside in [Point(-20, 290), Point(820, 290), Point(400, -20), Point(400, 620)] {
      b.session.viewport.hold(p, at: outside)
      #expect(b.session.isDrawingOutOfView, "\(outside)")
    }
  }

  @Test func `in the middle of a large circle nothing is in view`() {
    let b = Bench()
    let middle = Point(400, 300)
    b.session.viewport.zoom(to: 0.25, about: middle)
    b.draw((0...120).map { middle + Vector(angle: Double($0) * .pi / 60) * 250 })
    #expect(!b.session.isDrawingOutOfView)
    // At 100 % the circle has a radius of 1000, and the corners of the view are 500 from the middle.
    b.session.viewport.zoom(to: 1, about: middle)
    #expect(b.session.isDrawingOutOfView)
  }

  @Test func `what tools at the lower edge cover is out of view`() {
    let b = bench(dotAt: Point(400, 550))
    #expect(!b.session.isDrawingOutOfView)
    b.session.viewport.coveredBelow = 150
    #expect(b.session.isDrawingOutOfView)
  }

  @Test func `ink of a hidden layer is not in view`() {
    let b = bench(dotAt: Point(400, 300))
    b.take(b.session.addLayer())
    b.session.viewport.pan(by: Vector(-5000, 0))
    b.draw([Point(400, 300)])
    b.session.viewport.pan(by: Vector(5000, 0))
    #expect(!b.session.isDrawingOutOfView)
    b.take(b.session.setLayer(0, isHidden: true))
    #expect(b.session.isDrawingOutOfView)
  }

  @Test func `while a tool is down no drawing is out of view`() {
    let b = bench(dotAt: Point(400, 300))
    b.session.viewport.pan(by: Vector(-5000, 0))
    #expect(b.session.isDrawingOutOfView)
    let contact = ContactID(StylusTool(.eraser))
    let sample = StylusSample(position: Point(100, 100), time: 0, force: 0.5)
    b.handle(.down(contact, tip: sample))
    #expect(!b.session.isDrawingOutOfView)
    b.handle(.up(contact, settled: [sample]))
    #expect(b.session.isDrawingOutOfView)
  }

  @Test func `back to a drawing is back to all of it`() throws {
    let b = bench(dotAt: Point(100, 100))
    b.draw([Point(700, 500)])
    b.session.viewport.pan(by: Vector(9000, -4000))
    try goBack(b)
    #expect(!b.session.isDrawingOutOfView)
    let box = b.session.viewport.widgetFromCanvas(b.session.drawing.bounds)
    #expect(Rect(x: 0, y: 0, width: 800, height: 600).contains(box))
  }

  @Test func `where all of a drawing is too wide to be seen, the way back is to what is nearest`()
    throws
  {
    let b = bench(dotAt: Point(400, 300))
    // Nothing is in the middle between the dots, and the view shows 8000 canvas points at most.
    b.session.viewport.pan(by: Vector(-60_000, 0))
    b.draw([Point(400, 300)])
    b.session.viewport.pan(by: Vector(-3000, 0))
    #expect(b.session.isDrawingOutOfView)
    try goBack(b)
    #expect(!b.session.isDrawingOutOfView)
    let second = b.session.viewport.widgetFromCanvas(Point(60_400, 300))
    #expect(second.distance(to: Point(400, 300)) < 1)
  }

  @Test func `from within a circle that is larger than any view, the way back is to a part of it`()
    throws
  {
    let b = Bench()
    let middle = Point(400, 300)
    b.session.viewport.zoom(to: 0.1, about: middle)
    b.draw((0...240).map { middle + Vector(angle: Double($0) * .pi / 120) * 900 })
    #expect(b.session.isDrawingOutOfView)
    try goBack(b)
    #expect(!b.session.isDrawingOutOfView)
  }

  @Test func `the nearest is what begins nearest, not what has its middle there`() throws {
    let b = bench(dotAt: Point(400, 300))
    b.session.viewport.zoom(to: 0.1, about: Point(400, 300))
    b.session.viewport.pan(by: Vector(-5000, 0))
    // A line of 6000 points whose end is 1000 from the view's edge, and a dot 3000 to the other side.
    b.draw([Point(900, 300), Point(1500, 300)])
    b.draw([Point(-200, 300)])
    #expect(b.session.isDrawingOutOfView)
    let way = try #require(b.session.wayBack(from: b.session.viewport))
    #expect(way.area.width > 5000)
  }

  @Test func `from beside the pages the nearest one is fitted, empty or not`() throws {
    var contents = DocumentContents.empty
    contents.settings.layout = .pages(PageSize(width: 595, height: 842), count: 3)
    let b = Bench(contents)
    #expect(!b.session.isDrawingOutOfView)
    for (offset, page) in [(9000.0, 0), (-9000, 2)] {
      b.session.viewport.pan(by: Vector(0, offset))
      #expect(b.session.isDrawingOutOfView)
      try goBack(b)
      #expect(!b.session.isDrawingOutOfView)
      let frame = try #require(b.session.settings.layout.frame(page))
      let box = b.session.viewport.widgetFromCanvas(frame)
      #expect(Rect(x: 0, y: 0, width: 800, height: 600).contains(box), "page \(page)")
    }
  }
}
