import InkTestSupport
import Testing

@testable import InkModel

/// Pages that stand side by side in a view, and what lies on them and beside them.
@Suite struct `Arrangements of pages` {
  private static func pages(_ sizes: [(Double, Double)]) -> [Page] {
    var order = OrderKey.first
    return sizes.enumerated().map { i, size in
      defer { order = order.next }
      return Page(
        id: Int32(i + 1), order: order, size: PageSize(width: size.0, height: size.1))
    }
  }

  private static func random(_ count: Int, using generator: inout SeededGenerator) -> [Page] {
    pages(
      (0..<count).map { _ in
        (
          Double.random(in: 100...700, using: &generator).rounded(),
          Double.random(in: 100...700, using: &generator).rounded()
        )
      })
  }

  /// A stroke of a page, from a position of that page on; of the canvas for page 0.
  private static func line(_ id: Int64, at p: Point, page: Int32) -> Element {
    let plain = stroke(id, at: p, order: OrderKey.first)
    return Element(
      id: plain.id, page: page, order: plain.order, pageFromElement: .identity, kind: plain.kind)
  }

  /// Where a stroke begins on the canvas.
  private static func start(_ id: Int64, in drawing: Drawing) throws -> Point {
    let element = try #require(drawing.elements.first { $0.id.number == id })
    let first = try #require(element.kind.inkStroke?.path.points.first)
    return element.canvasFromElement(first.position)
  }

  @Test func `two columns stand beside a gutter, and a row is as high as its higher page`() {
    let layout = PageLayout(
      Self.pages([(300, 400), (200, 500), (100, 150), (400, 100), (250, 300)]),
      arranged: .twoColumns(gutter: 40))
    let frames = layout.frames
    // By hand: the gutter is 300 … 340, rows begin at 0, 500 + 24 and 524 + 150 + 24.
    #expect(frames[0] == Rect(x: 0, y: 0, width: 300, height: 400))
    #expect(frames[1] == Rect(x: 340, y: 0, width: 200, height: 500))
    #expect(frames[2] == Rect(x: 200, y: 524, width: 100, height: 150))
    #expect(frames[3] == Rect(x: 340, y: 524, width: 400, height: 100))
    #expect(frames[4] == Rect(x: 50, y: 698, width: 250, height: 300))
    #expect(layout.rowFrame(2) == Rect(x: 200, y: 524, width: 540, height: 150))
    #expect(layout.lastRowFrame == frames[4])
    #expect(layout.rowFrame(5) == nil && PageLayout.infinite.lastRowFrame == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `pages in two columns overlap nowhere, keep their order and are found by where they are`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    let pages = Self.random(Int.random(in: 1...9, using: &generator), using: &generator)
    let layout = PageLayout(pages.shuffled(using: &generator), arranged: .twoColumns())
    let frames = layout.frames
    #expect(layout.pages == pages && frames.count == pages.count)
    #expect(frames[0].minX == 0 && frames[0].minY == 0)
    for (i, frame) in frames.enumerated() {
      #expect(frame.width == pages[i].size.width && frame.height == pages[i].size.height)
      let near = frame.outset(by: PageLayout.gap - 0.001)
      #expect(!frames[..<i].contains { $0.intersects(near) })
      // A row is never above the one before it, and within a row it goes to the right.
      if i > 0 {
        let before = frames[i - 1]
        #expect(i.isMultiple(of: 2) ? frame.minY >= before.maxY : frame.minX >= before.maxX)
      }
      #expect(layout.page(nearest: frame.center) == i)
    }
    for _ in 0..<50 {
      let area = Rect(
        x: Double.random(in: -900...1600, using: &generator),
        y: Double.random(in: -300...3500, using: &generator),
        width: Double.random(in: 0...900, using: &generator),
        height: Double.random(in: 0...900, using: &generator))
      let met = frames.indices.filter { !area.isEmpty && frames[$0].intersects(area) }
      #expect(layout.pages(in: area) == met)
    }
    #expect(layout.inOneColumn == PageLayout(pages) && layout != layout.inOneColumn)
  }

  @Test func `beside a row the half of the gutter decides, and below it half the gap`() {
    let layout = PageLayout.pages(PageSize(width: 300, height: 200), count: 3)
      .arranged(as: .twoColumns(gutter: 60))
    for (point, page) in [
      (Point(329, 100), 0), (Point(331, 100), 1), (Point(-500, 100), 0), (Point(900, 100), 1),
      (Point(100, 211), 0), (Point(500, 211), 1), (Point(100, 213), 2),
      // No page stands on the right of the last row.
      (Point(900, 300), 2), (Point(500, -900), 1), (Point(500, 9000), 2),
    ] {
      #expect(layout.page(nearest: point) == page, "\(point)")
    }
    let band = layout.band(of: 1)
    #expect(band?.minY == -Double.infinity && band?.maxY == 212)
    let last = layout.band(of: 2)
    #expect(last?.minY == 212 && last?.maxY == Double.infinity)
  }

  @Test func `ink keeps its position from the corner of its page, and all comes back as it was`()
    throws
  {
    let layout = PageLayout.pages(PageSize(width: 300, height: 200), count: 4)
    let column = Drawing(
      (1...4).map { Self.line(Int64($0), at: Point(40, 50), page: Int32($0)) },
      settings: DrawingSettings(layout: layout))
    let columns = column.arranged(as: .twoColumns())
    columns.checkInvariants()
    // The right column begins at 300 + 24, the second row at 200 + 24.
    let expected = [Point(40, 50), Point(364, 50), Point(40, 274), Point(364, 274)]
    for (i, point) in expected.enumerated() {
      let start = try Self.start(Int64(i + 1), in: columns)
      #expect(start.distance(to: point) < 1e-6)
    }
    #expect(columns != column && columns.inOneColumn == column)
    let own = columns.elements.map(\.pageFromElement)
    #expect(own == column.elements.map(\.pageFromElement))
  }

  @Test func `ink that names no page goes with the page that it lies on`() throws {
    let layout = PageLayout.pages(PageSize(width: 300, height: 200), count: 3)
    // On the second page, and in the right margin of the third, in one column.
    let column = Drawing(
      [
        Self.line(1, at: Point(40, 250), page: 0), Self.line(2, at: Point(330, 500), page: 0),
      ], settings: DrawingSettings(layout: layout))
    var columns = column.arranged(as: .twoColumns())
    columns.checkInvariants()
    // 26 below the upper edge of the second page; 52 below that of the third, 30 to the right of it.
    let seen = try [Self.start(1, in: columns), Self.start(2, in: columns)]
    #expect(seen[0].distance(to: Point(364, 26)) < 1e-6)
    #expect(seen[1].distance(to: Point(330, 276)) < 1e-6)
    let owners = columns.elements.map { columns.page(of: $0) }
    #expect(owners == [2, 3])
    #expect(columns.inOneColumn == column)
    // A change of the pages gives it to its page, from where it is seen.
    var after = columns.settings
    after.layout = after.layout.moving([3], to: 0)
    var next: Int64 = 2
    let edit = columns.edit(.movePages, to: after) {
      next += 1
      return ElementID(next)
    }
    try columns.apply(edit)
    columns.checkInvariants()
    #expect(Set(columns.elements.map(\.page)) == [2, 3])
    let starts = try columns.elements.map { try Self.start($0.id.number, in: columns) }
    // The third page is the first now, and the second the last one.
    #expect(starts.contains { $0.distance(to: Point(330, 52)) < 1e-6 })
    #expect(starts.contains { $0.distance(to: Point(40, 250)) < 1e-6 })
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `an edit does the same to a drawing however its pages stand`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let layout = PageLayout(Self.random(5, using: &generator))
    var column = Drawing(
      (1...5).map { Self.line(Int64($0), at: Point(20, 30), page: Int32($0)) },
      settings: DrawingSettings(layout: layout))
    var columns = column.arranged(as: .twoColumns())
    var number: Int64 = 5
    for _ in 0..<20 {
      let before = columns
      var after = column.settings
      let pages = column.settings.layout.pages
      let chosen = Set(pages.map(\.id).filter { _ in generator.once(in: 2) })
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: after.layout = after.layout.moving(chosen, to: pages.count / 2)
      case 1: after.layout = after.layout.changing(chosen) { $0.quarterTurns += 1 }
      default: after.layout = after.layout.with(count: pages.count + 1)
      }
      guard after != column.settings else { continue }
      // As it comes from a file, or from another view.
      let edit = column.edit(.movePages, to: after) {
        number += 1
        return ElementID(number)
      }
      try column.apply(edit)
      try columns.apply(edit)
      columns.checkInvariants()
      #expect(columns.inOneColumn == column)
      #expect(columns.settings.layout.arrangement == .twoColumns())
      var back = columns
      try back.apply(edit.inverse)
      #expect(back == before)
    }
  }

  @Test func `an edit says where things are in the drawing that it is for`() throws {
    let layout = PageLayout.pages(PageSize(width: 300, height: 200), count: 2)
    let column = Drawing(settings: DrawingSettings(layout: layout))
    let element = column.settings.placed(Self.line(1, at: Point(40, 50), page: 2))
    let edit = DrawingEdit(label: .draw, inserted: [element])
    #expect(edit.damage.center.y > 224)
    let placed = edit.placed(in: column.arranged(as: .twoColumns()))
    #expect(placed.damage.minX > 324 && placed.damage.maxY < 200)
    // And so it is, in a drawing that gets its pages while they are to stand side by side.
    var columns = Drawing().arranged(as: .twoColumns())
    let first = columns.edit(.addPages, to: column.settings) { ElementID(9) }
    try columns.apply(first)
    columns.checkInvariants()
    #expect(columns.settings.layout.frames[1].minX == 324)
  }

  @Test func `the gutter has room for what is written beside the inner edges`() throws {
    let layout = PageLayout.pages(PageSize(width: 300, height: 200), count: 2)
    // 60 to the right of the left page, and 90 to the left of the right one; a stroke is 9 long.
    let elements = [
      Self.line(1, at: Point(360, 50), page: 1), Self.line(2, at: Point(-90, 100), page: 2),
      // Beside an outer edge there is room already.
      Self.line(3, at: Point(800, 50), page: 2),
    ]
    let column = Drawing(elements, settings: DrawingSettings(layout: layout))
    let gutter = column.suitableArrangement(in: .two).gutter
    #expect(gutter >= 69 + 90 + PageLayout.gap && gutter < 69 + 90 + PageLayout.gap + 60)
    let columns = column.arranged(as: column.suitableArrangement(in: .two))
    let frames = columns.settings.layout.frames
    let ink = columns.elements.prefix(2).map(\.bounds)
    for box in ink { #expect(!frames.contains { $0.intersects(box) }) }
    // As wide as it has to be, and not wider each time.
    #expect(abs(columns.suitableArrangement(in: .two).gutter - gutter) <= 1)
    #expect(columns.suitableArrangement(in: .one) == .oneColumn)
    let far = Drawing(
      [Self.line(1, at: Point(90_000, 50), page: 1)], settings: DrawingSettings(layout: layout))
    #expect(far.suitableArrangement(in: .two).gutter < 2000)
  }
}
