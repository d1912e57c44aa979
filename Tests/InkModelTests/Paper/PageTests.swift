import InkTestSupport
import Testing

@testable import InkModel

@Suite struct `Pages and layers` {
  private static let a5 = StandardPage.a5.size

  /// A short stroke at a position of a page.
  private static func stroke(
    _ id: Int64, at p: Point, page: Int32, layer: Int32 = 0, order: OrderKey = .first
  ) -> Element {
    let points = (0..<5).map { i in
      StrokePoint(
        x: Float(p.x) + Float(i), y: Float(p.y), force: 0.5, altitude: 1, azimuth: 0,
        timeOffset: Float(i) * 0.01)
    }
    return Element(
      id: ElementID(id), page: page, layer: layer, order: order, pageFromElement: .identity,
      kind: .stroke(
        Stroke(content: ContentID(id), ink: .standard, path: StrokePath(points), seed: 1)))
  }

  private static func edit(_ drawing: Drawing, _ change: (inout DrawingSettings) -> Void)
    -> DrawingEdit
  {
    var after = drawing.settings
    change(&after)
    return DrawingEdit(
      label: .paper, settings: SettingsChange(before: drawing.settings, after: after))
  }

  @Test func `what is on a page goes where the page goes, and comes back with it`() throws {
    let layout = PageLayout.pages(Self.a5, count: 3)
    var drawing = Drawing(
      (1...3).map { Self.stroke(Int64($0), at: Point(20, 30), page: Int32($0)) }
        + [Self.stroke(4, at: Point(20, 30), page: 0)], settings: DrawingSettings(layout: layout))
    drawing.checkInvariants()
    for (element, frame) in zip(drawing.elements.prefix(3), layout.frames) {
      #expect(frame.contains(element.bounds))
    }
    let before = drawing
    // The first page becomes the last.
    let move = Self.edit(drawing) { settings in
      var pages = settings.layout.pages
      pages[0].order = pages[2].order.next
      settings.layout = PageLayout(pages)
    }
    let moved = try drawing.apply(move)
    drawing.checkInvariants()
    #expect(drawing.settings.layout.pages.map(\.id) == [2, 3, 1])
    let frames = drawing.settings.layout.frames
    for (id, frame) in [(1, frames[2]), (2, frames[0]), (3, frames[1])] {
      let element = try #require(drawing.elements.first { $0.id.number == id })
      #expect(frame.contains(element.bounds) && moved.contains(element.bounds))
    }
    // What is on the canvas stays.
    let stays = before.elements.first { $0.page == 0 }
    #expect(drawing.elements.first { $0.page == 0 } == stays)
    try drawing.apply(move.inverse)
    #expect(drawing == before)
  }

  @Test(arguments: 0...3)
  func `a page that is turned has its ink at the same position of it`(turns: Int) throws {
    var page = Page(id: 5, order: .first, size: PageSize(width: 300, height: 500))
    page.quarterTurns = turns
    let first = Page(id: 1, order: OrderKey.first.previous, size: PageSize(width: 800, height: 90))
    let settings = DrawingSettings(layout: PageLayout([page, first]))
    let frame = try #require(settings.layout.frame(1))
    #expect(frame.width == (turns % 2 == 0 ? 300 : 500) && frame.center.x == 400)
    // Near the page's own top left corner.
    let element = settings.placed(Self.stroke(1, at: Point(10, 20), page: 5))
    let p = element.canvasFromElement(Point(10, 20))
    let expected = [
      Point(frame.minX + 10, frame.minY + 20), Point(frame.maxX - 20, frame.minY + 10),
      Point(frame.maxX - 10, frame.maxY - 20), Point(frame.minX + 20, frame.maxY - 10),
    ][turns]
    #expect(abs(p.x - expected.x) < 1e-9 && abs(p.y - expected.y) < 1e-9)
    #expect(frame.contains(element.bounds))
    // Moved on the canvas, it moves in that direction, however the page is turned.
    let moved = element.version(ElementID(2), moved: .translation(Vector(7, -3)))
    #expect(abs(moved.canvasFromElement(Point(10, 20)).x - p.x - 7) < 1e-9)
    #expect(abs(moved.canvasFromElement(Point(10, 20)).y - p.y + 3) < 1e-9)
    // Given to the canvas, it stays where it is.
    let free = element.version(ElementID(3), page: 0, layer: 0, in: settings)
    #expect(free.page == 0 && free.bounds == element.bounds)
    let back = free.version(ElementID(4), page: 5, layer: 0, in: settings)
    #expect(abs(back.pageFromElement.tx) < 1e-9 && abs(back.pageFromElement.a - 1) < 1e-12)
  }

  @Test func `layers paint in the order of their keys, whatever their numbers`() throws {
    let keys = [OrderKey.first, OrderKey.first.next, OrderKey.first.next.next]
    var settings = DrawingSettings()
    settings.layers = [
      Layer(id: 0, order: keys[1]), Layer(id: 1, order: keys[2]), Layer(id: 7, order: keys[0]),
    ]
    #expect(settings.layers.map(\.id) == [7, 0, 1])
    var drawing = Drawing(
      [0, 1, 7, 9, 8].enumerated().map { i, layer in
        Self.stroke(Int64(i + 1), at: .zero, page: 0, layer: layer)
      }, settings: settings)
    drawing.checkInvariants()
    // Layers that are not there lie above those that are.
    #expect(drawing.elements.map(\.layer) == [7, 0, 1, 8, 9])
    let raise = Self.edit(drawing) { $0.layers[0].order = keys[2].next }
    try drawing.apply(raise)
    drawing.checkInvariants()
    #expect(drawing.elements.map(\.layer) == [0, 1, 7, 8, 9])
    try drawing.apply(raise.inverse)
    #expect(drawing.elements.map(\.layer) == [7, 0, 1, 8, 9])
    // The last layer cannot be taken away.
    settings.layers = []
    #expect(settings.layers == [.first])
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a drawing whose pages and layers change at random comes back by undo`(seed: UInt64) {
    var model = RandomDocument(seed: seed)
    var sawPages = false
    for _ in 0..<250 {
      _ = model.next()
      model.drawing.checkInvariants()
      sawPages = sawPages || model.drawing.elements.contains { !$0.placement.isCanvas }
    }
    #expect(sawPages)
    // From its elements alone, in any order, the same drawing is made.
    let again = Drawing(Array(model.drawing.elements).reversed(), settings: model.drawing.settings)
    #expect(again == model.drawing)
  }

  @Test func `pages are added like the last one, and keep who they are`() {
    var pages = PageLayout.pages(Self.a5, count: 2).pages
    pages[1].background = .paper(Paper(pattern: .grid))
    pages[1].label = "iv"
    let layout = PageLayout(pages)
    let more = layout.with(count: 4)
    #expect(Array(more.pages.prefix(2)) == pages && more.pages.map(\.id) == [1, 2, 3, 4])
    #expect(more.pages[3].background == pages[1].background)
    // Two pages of one label could not be told apart by it.
    #expect(more.pages.map(\.label) == ["", "iv", "", ""])
    #expect(more.with(count: 2) == layout)
    let large = more.resized(to: StandardPage.a4.size.turned, count: 3)
    #expect(large.pages.map(\.id) == [1, 2, 3] && large.size == StandardPage.a4.size.turned)
    #expect(large.pages[1].background == pages[1].background)
    #expect(PageLayout.infinite.resized(to: Self.a5, count: 2) == .pages(Self.a5, count: 2))
  }

  @Test func `the identity of bytes is what other programs print of it`() throws {
    let bytes = (0..<32).map { UInt8($0 * 7) }
    let id = try #require(BlobID(bytes))
    #expect(id.bytes == bytes && id.description.hasPrefix("00070e15"))
    #expect(id.description.utf8.count == 64)
    #expect(BlobID(bytes.dropLast()) == nil && BlobID([]) == nil)
  }
}
