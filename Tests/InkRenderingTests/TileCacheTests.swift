import CCairo
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// Paints what is asked for, at once.
private func serve(
  _ requests: [TileRequest], of drawing: Drawing, into cache: inout TileCache
) throws {
  for request in requests {
    let rasterizer = ElementPainter(paper: request.key.paper)
    if let image = try TileRenderer.paint(request, of: drawing, with: rasterizer) {
      cache.insert(image)
    }
  }
}

/// A whole tile as pixels.
private func pixels(_ image: TileImage) -> Pixels {
  let p = Pixels(TileGrid.side, TileGrid.side)
  image.paint(on: p.cr, x: 0, y: 0)
  return p
}

@Suite struct `Tile cache` {
  private static let grid = TileGrid(paper: .light, scale: 1)
  private static let window = Rect(x: 100, y: 50, width: 700, height: 500)

  @Test func `visible tiles are asked for first, from the centre outwards, then a ring`() {
    var cache = TileCache(budget: 64 << 20)
    let requests = cache.requests(visible: Self.window, grid: Self.grid, version: 3)
    let keys = requests.map(\.key)
    let visible = Set(Self.grid.keys(covering: Self.window))
    #expect(Set(keys.prefix(visible.count)) == visible)
    #expect(Set(keys).count == keys.count)
    #expect(requests.allSatisfy { $0.version == 3 })
    for part in [keys.prefix(visible.count), keys.dropFirst(visible.count)] {
      let distances = part.map { $0.canvasRect.center.distance(to: Self.window.center) }
      #expect(distances == distances.sorted())
    }
    // 4 × 3 visible tiles, 6 × 5 with the ring.
    #expect(visible.count == 12 && keys.count == 30)
  }

  @Test func `what is fresh is not asked for again`() throws {
    let drawing = SyntheticInk.page(strokes: 60)
    var cache = TileCache(budget: 64 << 20)
    try serve(
      cache.requests(visible: Self.window, grid: Self.grid, version: 1), of: drawing, into: &cache)
    #expect(cache.requests(visible: Self.window, grid: Self.grid, version: 1) == [])
    #expect(cache.isFresh(in: Self.window))
    // A change asks for the tiles that it touches and for no other.
    let area = Rect(x: 130, y: 60, width: 10, height: 10)
    cache.invalidate(area, version: 2)
    let again = cache.requests(visible: Self.window, grid: Self.grid, version: 2)
    #expect(again.map(\.key) == [TileKey(paper: .light, scale: 1, column: 0, row: 0)])
    #expect(cache.image(for: again[0].key) != nil)
    #expect(!cache.isFresh(in: Self.window))
    #expect(cache.isFresh(in: Rect(x: 600, y: 60, width: 10, height: 10)))
  }

  @Test func `empty tiles take no memory`() throws {
    var cache = TileCache(budget: 1 << 20)
    try serve(
      cache.requests(visible: Self.window, grid: Self.grid, version: 1), of: Drawing(),
      into: &cache)
    #expect(cache.byteCount == 0)
    #expect(cache.isFresh(in: Self.window))
    #expect(
      Self.grid.keys(covering: Self.window).allSatisfy { cache.image(for: $0)?.isEmpty == true })
  }

  @Test func `what is known to be empty is forgotten, too, where it is much`() throws {
    var cache = TileCache(budget: 64 << 20)
    for i in 0..<200 {
      let grid = TileGrid(paper: .light, scale: 1 + Double(i) / 100)
      let requests = cache.requests(visible: Self.window, grid: grid, version: 1)
      try serve(requests, of: Drawing([]), into: &cache)
      #expect(cache.count <= TileCache.entryLimit && cache.count >= min(requests.count, 12))
      #expect(grid.keys(covering: Self.window).allSatisfy { cache.isFresh($0) })
    }
  }

  @Test func `light and dark paper have tiles of their own`() throws {
    let drawing = SyntheticInk.page(strokes: 20)
    let dark = TileGrid(paper: .dark, scale: 1)
    var cache = TileCache(budget: 64 << 20)
    try serve(
      cache.requests(visible: Self.window, grid: Self.grid, version: 1), of: drawing, into: &cache)
    try serve(
      cache.requests(visible: Self.window, grid: dark, version: 1), of: drawing, into: &cache)
    let (a, b) = (
      try #require(cache.image(for: Self.grid.keys(covering: Self.window)[0])),
      try #require(cache.image(for: dark.keys(covering: Self.window)[0]))
    )
    // The same shapes, light on dark where it was dark on light.
    let (p, q) = (pixels(a).values, pixels(b).values)
    #expect(zip(p, q).allSatisfy { $0 >> 24 == $1 >> 24 })
    #expect(p.contains { $0 == 0xFF1A_1F2B })
    let ink = Color.ink.resolved(on: .dark).rgba >> 8 | 0xFF00_0000
    #expect(q.contains { $0 == ink })
  }

  @Test func `the budget is kept while scrolling about, and visible tiles are never dropped`()
    throws
  {
    let drawing = SyntheticInk.page(strokes: 900, width: 1500)
    let budget = 4 << 20
    var cache = TileCache(budget: budget)
    var g = SeededGenerator(seed: 5)
    for step in 0..<60 {
      let window = Rect(
        x: Double.random(in: -100...1300, using: &g), y: Double.random(in: -100...900, using: &g),
        width: 500, height: 400)
      let scale = [0.5, 1, 1, 2][step % 4]
      let grid = TileGrid(paper: .light, scale: scale)
      try serve(
        cache.requests(visible: window, grid: grid, version: 1), of: drawing, into: &cache)
      let visible = grid.keys(covering: window)
      #expect(visible.allSatisfy { cache.isFresh($0) })
      let needed = visible.reduce(0) { $0 + (cache.image(for: $1)?.byteCount ?? 0) }
      #expect(cache.byteCount <= max(budget, needed))
      // Nothing was painted only to be thrown away: asking again asks for nothing.
      #expect(cache.requests(visible: window, grid: grid, version: 1) == [])
    }
    #expect(cache.byteCount > budget / 4)
    cache.budget = 0
    let kept = cache.byteCount
    cache.removeAll()
    #expect(kept > 0 && cache.byteCount == 0 && cache.count == 0)
  }

  @Test func `new ink on top is painted at once as a full repaint would`() throws {
    let all = Array(SyntheticInk.page(strokes: 90).elements)
    var drawing = Drawing(Array(all.prefix(40)))
    var cache = TileCache(budget: 64 << 20)
    let window = Rect(x: 0, y: 0, width: 600, height: 300)
    try serve(
      cache.requests(visible: window, grid: Self.grid, version: 0), of: drawing, into: &cache)
    for (i, element) in all.dropFirst(40).enumerated() {
      try drawing.apply(DrawingEdit(label: .draw, inserted: [element]))
      let result = cache.append(element, version: i + 1)
      let touched = Self.grid.keys(covering: window).filter {
        $0.reach.intersects(element.bounds)
      }
      #expect(Set(result.changed) == Set(touched) && result.pending.isEmpty)
      #expect(cache.isFresh(in: element.bounds))
    }
    for key in Self.grid.keys(covering: window) {
      let fast = try #require(cache.image(for: key))
      let slow = try #require(
        try TileRenderer.paint(
          TileRequest(key: key, version: 50), of: drawing, with: ElementPainter(paper: .light)))
      let d = Difference(pixels(fast), pixels(slow))
      #expect(d.strong <= 4 && d.worst <= 17, "\(d)")
    }
  }

  @Test func `a new stroke is painted alone, on its own tiles, over 10,000 strokes as over 100`()
    throws
  {
    let window = Rect(x: 0, y: 0, width: 600, height: 300)
    let added = SyntheticInk.element(
      20_000,
      SyntheticInk.word(
        at: Point(210, 170), width: 120, height: 40, loops: 5, samples: 90))
    func cost(over count: Int64) throws -> (work: RenderStatistics, tiles: [TileKey]) {
      var random = SeededGenerator(seed: 3)
      let elements = (1...count).map { number -> Element in
        let from = Point(
          .random(in: 0...600, using: &random), .random(in: 0...300, using: &random))
        return SyntheticInk.element(
          number, SyntheticInk.path(samples: 6) { t in from + Vector(20 * t, 12 * t * t) })
      }
      var cache = TileCache(budget: 64 << 20)
      try serve(
        cache.requests(visible: window, grid: Self.grid, version: 0), of: Drawing(elements),
        into: &cache)
      let result = cache.append(added, version: 1)
      #expect(result.pending.isEmpty)
      var work = RenderStatistics()
      for key in result.changed {
        let image = try #require(cache.image(for: key))
        work += image.statistics
      }
      return (work, result.changed)
    }
    let (few, many) = (try cost(over: 100), try cost(over: 10_000))
    #expect(!few.tiles.isEmpty && Set(few.tiles) == Set(many.tiles))
    #expect(many.work.elements == many.tiles.count)
    // Where the ink of a tile ends may change which nodes are near it.
    #expect(few.work.nodes > 20 && many.work.nodes * 20 <= few.work.nodes * 21)
    #expect(many.work.points * 20 <= few.work.points * 21)
    #expect(many.work.vertices * 20 <= few.work.vertices * 21)
    #expect(many.work.pixels <= many.tiles.count * TileGrid.side * TileGrid.side)
  }

  @Test func `an image that grew differs from the one before in the box it names and nowhere else`()
    throws
  {
    let all = Array(SyntheticInk.page(strokes: 120).elements)
    let drawing = Drawing(Array(all.prefix(40)))
    var cache = TileCache(budget: 64 << 20)
    let window = Rect(x: 0, y: 0, width: 600, height: 300)
    try serve(
      cache.requests(visible: window, grid: Self.grid, version: 0), of: drawing, into: &cache)
    var smaller = 0
    for (i, element) in all.dropFirst(40).enumerated() {
      let keys = Self.grid.keys(covering: window)
      let before = keys.map { cache.image(for: $0) }
      let pictures = before.map { $0.map(pixels) }
      for key in cache.append(element, version: i + 1).changed {
        let j = try #require(keys.firstIndex(of: key))
        let (old, new) = (try #require(before[j]), try #require(cache.image(for: key)))
        let growth = try #require(new.growth)
        #expect(growth.from == old.serial && new.serial != old.serial)
        #expect(new.inkBounds.contains(growth.box))
        if growth.box.count < new.inkBounds.count { smaller += 1 }
        let (was, now) = (try #require(pictures[j]), pixels(new))
        for y in 0..<TileGrid.side {
          for x in 0..<TileGrid.side {
            let isInside = growth.box.contains(PixelBox(x: x, y: y, width: 1, height: 1))
            guard !isInside, was[x, y] != now[x, y] else { continue }
            Issue.record("\(x), \(y) changed outside \(growth.box)")
          }
        }
        // What others may still show is as it was.
        #expect(Difference(pixels(old), was).worst == 0)
      }
    }
    #expect(smaller > 20)
  }

  @Test(arguments: 0..<16 as Range<UInt64>)
  func `ink drawn, rubbed and undone across a tile's edge leaves nothing that a repaint would not`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let scale = [0.1, 0.37, 1, 1.6][Int(seed % 4)]
    let grid = TileGrid(paper: .light, scale: scale)
    let edge = Double(TileGrid.side) / scale
    let window = Rect(x: 0, y: 0, width: edge, height: 2 * edge)
    var drawing = Drawing([])
    var cache = TileCache(budget: 64 << 20)
    var (version, number) = (0, 0 as Int64)
    func update() throws {
      try serve(
        cache.requests(visible: window, grid: grid, version: version), of: drawing, into: &cache)
      for key in grid.keys(covering: window) {
        let shown = try #require(cache.image(for: key))
        let whole = try #require(
          try TileRenderer.paint(
            TileRequest(key: key, version: version), of: drawing,
            with: ElementPainter(paper: .light)))
        let d = Difference(pixels(shown), pixels(whole))
        #expect(d.strong <= 1 && d.worst <= 34, "\(key.row) at version \(version): \(d)")
      }
    }
    func near(_ reach: Double) -> Point {
      Point(
        .random(in: 0.1...0.9, using: &random) * edge,
        edge + .random(in: -reach...reach, using: &random) / scale)
    }
    func change(_ edit: DrawingEdit, _ damage: Rect) throws {
      try drawing.apply(edit)
      version += 1
      cache.invalidate(damage, version: version)
      try update()
    }
    try update()
    for _ in 0..<24 {
      var ink = try #require(StockBrushes.inks.randomElement(using: &random))
      ink.size = .random(in: 0.6...12, using: &random) / scale
      let from = near(14)
      let offset = Vector(
        .random(in: -60...60, using: &random), .random(in: -3...3, using: &random))
      let points = (0...20).map { i in
        let p = from + offset * (Double(i) / 20 / scale)
        return StrokePoint(
          x: Float(p.x), y: Float(p.y), force: 0.7, timeOffset: Float(i) / 100)
      }
      number += 1
      let element = SyntheticInk.element(
        number, StrokePath(points), ink: ink,
        order: drawing.order(for: StockBrushes.family(of: ink).band))
      let drawn = DrawingEdit(label: .draw, inserted: [element])
      try drawing.apply(drawn)
      version += 1
      _ = cache.append(element, version: version)
      try update()
      let disc = SweptDisc(
        from: near(20), to: near(20), radius: .random(in: 2...12, using: &random) / scale)
      if random.once(in: 3) {
        try change(drawn.inverse, element.bounds)
      } else if let rubbed = element.rubbed(by: disc) {
        number += 1
        let rest = rubbed.rest.map { element.version(ElementID(number), $0) }
        try change(
          DrawingEdit(
            label: .erase, removed: [element], inserted: rest.map { [$0] } ?? []), rubbed.damage)
      }
    }
  }

  @Test func `the grid that stands in is the nearest that covers all of an area`() throws {
    let drawing = SyntheticInk.page(strokes: 300)
    var cache = TileCache(budget: 64 << 20)
    let window = Rect(x: 0, y: 0, width: 600, height: 300)
    let corner = Rect(x: 100, y: 20, width: 60, height: 60)
    let grids = [0.5, 1.7, 3].map { TileGrid(paper: .light, scale: $0) }
    for grid in grids {
      // At the finest scale a corner only.
      try serve(
        cache.requests(visible: grid.scale == 3 ? corner : window, grid: grid, version: 1),
        of: drawing, into: &cache)
    }
    let wanted = TileGrid(paper: .light, scale: 2)
    #expect(cache.grids(standingInFor: wanted) == [grids[1], grids[2], grids[0]])
    #expect(cache.grids(standingInFor: grids[0]).first == grids[1])
    #expect(cache.grids(standingInFor: TileGrid(paper: .dark, scale: 2)) == [])
    // What is far finer would be a crowd of tiles.
    #expect(cache.grids(standingInFor: TileGrid(paper: .light, scale: 0.2)) == [grids[0]])
    for area in [window, corner] {
      for grid in grids where grid.scale < 3 {
        let images = try #require(cache.images(of: grid, covering: Quad(area), fresh: true))
        let shown = images.map(\.key.canvasRect).reduce(Rect.empty) { $0.union($1) }
        #expect(shown.outset(by: 1e-9).contains(area))
      }
    }
    #expect(cache.images(of: grids[2], covering: Quad(corner), fresh: true) != nil)
    #expect(cache.images(of: grids[2], covering: Quad(window), fresh: true) == nil)
    #expect(cache.hasImage(of: grids[2], in: Quad(window)))
    cache.invalidate(Rect(x: 120, y: 40, width: 5, height: 5), version: 2)
    #expect(cache.images(of: grids[2], covering: Quad(corner), fresh: true) == nil)
    #expect(cache.images(of: grids[2], covering: Quad(corner), fresh: false) != nil)
  }

  /// A view, its drawing and its slow workers, whose images arrive late and in any order.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `whatever order changes and images come in, fresh means right`(seed: UInt64) throws {
    var g = SeededGenerator(seed: seed)
    let stock = Array(SyntheticInk.page(strokes: 80, width: 400, seed: seed + 7).elements)
    var rest = stock[...]
    var drawing = Drawing()
    var version = 0
    var cache = TileCache(budget: 1 << 20)
    var underWay: [TileImage] = []
    var window = Rect(x: 0, y: 0, width: 300, height: 200)
    var scale = 1.0

    func check() throws {
      for key in TileGrid(paper: .light, scale: scale).keys(covering: window) {
        guard cache.isFresh(key), let image = cache.image(for: key) else { continue }
        let truth = try #require(
          try TileRenderer.paint(
            TileRequest(key: key, version: version), of: drawing,
            with: ElementPainter(paper: .light)))
        let d = Difference(pixels(image), pixels(truth))
        #expect(d.worst <= 17 && d.strong <= 4, "\(key): \(d)")
      }
    }

    for step in 0..<60 {
      let requests = cache.requests(
        visible: window, grid: TileGrid(paper: .light, scale: scale), version: version)
      for request in requests where !g.once(in: 3) {
        if let image = try TileRenderer.paint(
          request, of: drawing, with: ElementPainter(paper: .light))
        {
          underWay.append(image)
        }
      }
      switch Int.random(in: 0..<8, using: &g) {
      case 0...3:
        guard let element = rest.popFirst() else { break }
        version += 1
        try drawing.apply(DrawingEdit(label: .draw, inserted: [element]))
        let result = cache.append(element, version: version)
        #expect(result.changed.allSatisfy { cache.isFresh($0) })
      case 4:
        guard let victim = drawing.elements.shuffled(using: &g).first else { break }
        version += 1
        try drawing.apply(DrawingEdit(label: .erase, removed: [victim]))
        cache.invalidate(victim.bounds, version: version)
      case 5:
        window = Rect(
          x: Double.random(in: 0...150, using: &g), y: Double.random(in: 0...100, using: &g),
          width: 300, height: 200)
      case 6: scale = [0.5, 1, 2].randomElement(using: &g) ?? 1
      default: break
      }
      while !underWay.isEmpty, !g.once(in: 4) {
        let i = Int.random(in: 0..<underWay.count, using: &g)
        cache.insert(underWay.remove(at: i))
      }
      if step % 6 == 0 { try check() }
    }
    // In the end everything is fresh after one round, and right.
    try serve(
      cache.requests(
        visible: window, grid: TileGrid(paper: .light, scale: scale), version: version),
      of: drawing, into: &cache)
    for image in underWay { cache.insert(image) }
    #expect(cache.isFresh(in: window))
    try check()
  }

  @Test func `an image is never replaced by an older one`() throws {
    let key = TileKey(paper: .light, scale: 1, column: 0, row: 0)
    let everywhere = Rect(x: 0, y: 0, width: 200, height: 200)
    var cache = TileCache(budget: 64 << 20)
    _ = cache.requests(visible: everywhere, grid: Self.grid, version: 0)
    func image(_ version: Int) throws -> TileImage {
      try #require(
        try TileRenderer.paint(
          TileRequest(key: key, version: version), of: Drawing(),
          with: ElementPainter(paper: .light)))
    }
    let (one, two) = (try image(1), try image(2))
    for version in 1...3 { cache.invalidate(everywhere, version: version) }
    let (took2, took1) = (cache.insert(two), cache.insert(one))
    #expect(took2 && !took1)
    #expect(cache.image(for: key) === two && !cache.isFresh(key))
    let three = try image(3)
    let (took3, again) = (cache.insert(three), cache.insert(two))
    #expect(took3 && !again && cache.isFresh(key) && cache.image(for: key) === three)
  }

  @Test func `many changes while a worker is busy make its image stale, not wrong`() throws {
    let key = TileKey(paper: .light, scale: 1, column: 0, row: 0)
    var cache = TileCache(budget: 64 << 20)
    _ = cache.requests(
      visible: Rect(x: 0, y: 0, width: 200, height: 200), grid: Self.grid, version: 0)
    let old = try #require(
      try TileRenderer.paint(
        TileRequest(key: key, version: 0), of: Drawing(), with: ElementPainter(paper: .light)))
    for version in 1...500 {
      cache.invalidate(
        Rect(x: version == 1 ? 10 : 5000, y: 10, width: 5, height: 5), version: version)
    }
    cache.insert(old)
    #expect(!cache.isFresh(key) && cache.image(for: key) === old)
  }
}

@Suite struct `Tile renderer` {
  @Test func `painting stops at the next element once cancelled`() throws {
    let drawing = SyntheticInk.page(strokes: 200)
    let rasterizer = ElementPainter(paper: .light)
    var asked = 0
    let image = try TileRenderer.paint(
      TileRequest(
        key: TileKey(paper: .light, scale: 0.3, column: 0, row: 0), version: 1), of: drawing,
      with: rasterizer,
      isCancelled: {
        asked += 1
        return asked > 17
      })
    #expect(image == nil)
    #expect(rasterizer.statistics.elements == 17)
  }

  @Test func `statistics tell the work, and points left out`() throws {
    let drawing = SyntheticInk.page(strokes: 100)
    func work(_ scale: Double) throws -> RenderStatistics {
      let rasterizer = ElementPainter(paper: .light)
      let key = TileKey(paper: .light, scale: scale, column: 0, row: 0)
      let image = try #require(
        try TileRenderer.paint(TileRequest(key: key, version: 1), of: drawing, with: rasterizer))
      return image.statistics
    }
    let (near, far) = (try work(0.4), try work(0.1))
    #expect(near.elements == 100 && far.elements == 100)
    #expect(far.nodes * 2 < near.nodes, "\(near), \(far)")
    #expect(far.nodes * 8 < far.points)
    #expect(near.pixels <= TileGrid.side * TileGrid.side)
  }
}
