import InkTestSupport
import Testing

@testable import InkModel

/// What lies on pages, however these are added, deleted, moved, turned and resized.
@Suite struct `Changes of pages` {
  /// A point of the canvas in the space of a page: from its own corner, along its own sides, before it was turned
  /// clockwise by quarters.
  private static func local(_ p: Point, on id: Int32, of layout: PageLayout) throws -> Point {
    let i = try #require(layout.index(of: id))
    let f = layout.frames[i]
    return switch layout.pages[i].quarterTurns {
    case 0: Point(p.x - f.minX, p.y - f.minY)
    case 1: Point(p.y - f.minY, f.maxX - p.x)
    case 2: Point(f.maxX - p.x, f.maxY - p.y)
    default: Point(f.maxY - p.y, p.x - f.minX)
    }
  }

  /// The page that a height is on, or nearest to.
  private static func page(at p: Point, of layout: PageLayout) -> Int32 {
    let nearest = layout.pages.indices.min { a, b in
      func distance(_ i: Int) -> Double {
        max(layout.frames[i].minY - p.y, p.y - layout.frames[i].maxY, 0)
      }
      return distance(a) < distance(b)
    }
    return nearest.map { layout.pages[$0].id } ?? 0
  }

  private static func start(_ element: Element) throws -> Point {
    let stroke = try #require(element.kind.inkStroke)
    return element.canvasFromElement(try #require(stroke.path.points.first).position)
  }

  /// A drawing that is changed, and what of it is told by rules of its own.
  private struct Model {
    var drawing: Drawing
    var number: Int64 = 0
    /// The page of each stroke by its content; 0 while it is on the canvas.
    var owners: [ContentID: Int32] = [:]
    var undone: [(edit: DrawingEdit, before: Drawing)] = []

    mutating func next() -> ElementID {
      number += 1
      return ElementID(number)
    }

    mutating func perform(_ edit: DrawingEdit) throws {
      undone.append((edit, drawing))
      try drawing.apply(edit)
      drawing.checkInvariants()
    }

    /// A stroke at a point of the canvas; one of before pages were rows lies on the canvas.
    mutating func draw(at p: Point, isOld: Bool) throws {
      let plain = stroke(
        next().number, at: p, order: drawing.topOrder()?.next ?? .first)
      let layout = drawing.settings.layout
      let page = isOld ? 0 : `Changes of pages`.page(at: p, of: layout)
      let element = plain.version(plain.id, page: page, layer: 0, in: drawing.settings)
      #expect(hypot(try start(element), p) < 1e-6)
      owners[try #require(element.kind.content)] = page
      try perform(DrawingEdit(label: .draw, inserted: [element]))
    }
  }

  private static func hypot(_ a: Point, _ b: Point) -> Double { a.distance(to: b) }

  @Test(arguments: UInt64(1)...40)
  func `ink goes where its page goes and nowhere else, none is lost, and undo gives back exactly`(
    _ seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var model = Model(
      drawing: Drawing(settings: DrawingSettings(layout: .pages(StandardPage.a5.size, count: 4))))
    for _ in 0..<60 {
      let before = model.drawing
      let layout = before.settings.layout
      if generator.once(in: 2) {
        let bounds = layout.bounds
        try model.draw(
          at: Point(
            Double.random(in: -200...600, using: &generator).rounded(),
            Double.random(in: -100...max(bounds.maxY + 150, 200), using: &generator).rounded()),
          isOld: generator.once(in: 3))
        continue
      }
      var settings = before.settings
      let ids = Set(layout.pages.map(\.id).filter { _ in generator.once(in: 3) })
      var gone: Set<Int32> = []
      let size = PageSize(
        width: Double.random(in: 200...700, using: &generator).rounded(),
        height: Double.random(in: 200...700, using: &generator).rounded())
      switch Int.random(in: 0..<7, using: &generator) {
      case 0:
        settings.layout = layout.inserting(
          [Page(id: layout.nextID, order: .first, size: size)],
          at: Int.random(in: 0...layout.pageCount, using: &generator))
      case 1 where ids.count < layout.pageCount:
        gone = ids
        settings.layout = layout.removing(ids)
      case 2:
        settings.layout = layout.moving(
          ids, to: Int.random(in: 0...layout.pageCount, using: &generator))
      case 3: settings.layout = layout.changing(ids) { $0.quarterTurns += 1 }
      case 4: settings.layout = layout.changing(ids) { $0.size = size }
      case 5 where layout.pageCount > 1: settings.layout = layout.with(count: layout.pageCount / 2)
      default:
        settings.layout =
          layout == .infinite || generator.once(in: 2)
          ? .pages(size, count: 3) : .infinite
        // Pages of before that have the numbers of new ones are those.
        if layout != .infinite, settings.layout != .infinite { settings.layout = layout }
      }
      let after = settings.layout
      guard after != layout else { continue }
      var owners = model.owners
      for element in before.elements {
        let content = try #require(element.kind.content)
        if owners[content] == 0 {
          owners[content] = Self.page(at: try Self.start(element), of: layout)
        }
      }
      let edit = before.edit(.paper, to: settings, deleting: gone) { model.next() }
      try model.perform(edit)

      let now = Dictionary(
        uniqueKeysWithValues: model.drawing.elements.compactMap { e in
          e.kind.content.map { ($0, e) }
        })
      #expect(now.count == model.drawing.count)
      for old in before.elements {
        let content = try #require(old.kind.content)
        let owner = try #require(owners[content])
        if gone.contains(owner) {
          #expect(now[content] == nil)
          continue
        }
        let new = try #require(now[content])
        let (p, q) = (try Self.start(old), try Self.start(new))
        if owner != 0, after.index(of: owner) != nil {
          let (a, b) = (
            try Self.local(p, on: owner, of: layout), try Self.local(q, on: owner, of: after)
          )
          #expect(a.distance(to: b) < 1e-6)
        } else {
          #expect(p.distance(to: q) < 1e-6)
        }
        // What the model knows of the page from now on.
        model.owners[content] = new.page
        #expect(new.page == 0 || after.index(of: new.page) != nil)
        #expect(new.order == old.order && new.layer == old.layer)
      }
    }
    for step in model.undone.reversed() {
      try model.drawing.apply(step.edit.inverse)
      #expect(model.drawing == step.before)
    }
    #expect(model.drawing.isEmpty)
  }

  @Test func `a page at the end moves no ink, and makes no version of it`() throws {
    var drawing = Drawing(
      [stroke(1, at: Point(30, 40), order: .first), stroke(2, at: Point(30, 700), order: .first)],
      settings: DrawingSettings(layout: .pages(StandardPage.a5.size, count: 2)))
    let before = Array(drawing.elements)
    var settings = drawing.settings
    settings.layout = settings.layout.inserting(
      [Page(id: 3, order: .first, size: StandardPage.a4.size)], at: 2)
    let edit = drawing.edit(.addPages, to: settings) { ElementID(99) }
    #expect(edit.inserted.isEmpty && edit.removed.isEmpty)
    try drawing.apply(edit)
    #expect(Array(drawing.elements) == before)
  }

  @Test(arguments: UInt64(1)...20)
  func `a copy of pages has all that is on them, as it lies on them, and the originals stay`(
    _ seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var model = Model(
      drawing: Drawing(settings: DrawingSettings(layout: .pages(StandardPage.a5.size, count: 5))))
    for _ in 0..<30 {
      try model.draw(
        at: Point(
          Double.random(in: 0...400, using: &generator).rounded(),
          Double.random(in: 0...3000, using: &generator).rounded()), isOld: generator.once(in: 3))
    }
    let before = model.drawing
    let layout = before.settings.layout
    let ids = Set(layout.pages.map(\.id).filter { _ in generator.once(in: 2) }).union([2])
    let edit = try #require(before.duplication(of: ids) { model.next() })
    try model.perform(edit)
    let after = model.drawing.settings.layout
    let last = try #require(layout.pages.lastIndex { ids.contains($0.id) })
    #expect(after.pageCount == 5 + ids.count)
    let copies = Array(after.pages[(last + 1)...].prefix(ids.count))
    #expect(Set(copies.map(\.id)).isDisjoint(with: layout.pages.map(\.id)))
    let originals = layout.pages.filter { ids.contains($0.id) }
    for (original, copy) in zip(originals, copies) {
      func spots(_ page: Int32, _ drawing: Drawing, _ layout: PageLayout) throws -> [String] {
        try drawing.elements.filter { drawing.page(of: $0) == page }.map { element in
          let p = try Self.local(try Self.start(element), on: page, of: layout)
          return "\(p.x.rounded()) \(p.y.rounded())"
        }.sorted()
      }
      let there = try spots(original.id, before, layout)
      #expect(try spots(original.id, model.drawing, after) == there)
      #expect(try spots(copy.id, model.drawing, after) == there)
    }
    let (step, old) = try #require(model.undone.last)
    try model.drawing.apply(step.inverse)
    #expect(model.drawing == old)
  }

  @Test func `pages with one key for all can still be told apart and moved`() {
    let size = StandardPage.a6.size
    let pages = (1...4).map { Page(id: $0, order: .first, size: size) }
    let layout = PageLayout(pages).moving([4], to: 1)
    #expect(layout.pages.map(\.id) == [1, 4, 2, 3])
    #expect(PageLayout(pages).moving([2, 3], to: 2) == PageLayout(pages))
    var grown = layout
    for id in Int32(5)...400 {
      grown = grown.inserting([Page(id: id, order: .first, size: size)], at: 1)
    }
    #expect(grown.pages.map(\.id) == [1] + (5...400).reversed() + [4, 2, 3])
    #expect(grown.pages.allSatisfy { $0.order.text.utf8.count < 100 })
  }
}
