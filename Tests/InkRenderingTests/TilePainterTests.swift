import InkModel
import InkTestSupport
import Synchronization
import Testing

@testable import InkRendering

@Suite(.timeLimit(.minutes(20))) struct `Tile painter` {
  private static let requests = TileGrid(paper: .light, scale: 2)
    .keys(covering: Rect(x: 0, y: 0, width: 600, height: 500))
    .map { TileRequest(key: $0, version: 4) }

  /// What comes until nothing is left to do.
  private func images(of painter: TilePainter) async -> [TileImage] {
    var got: [TileImage] = []
    for await event in painter.events {
      switch event {
      case .painted(let image): got.append(image)
      case .failed(let error): Issue.record(error)
      case .idle: return got
      }
    }
    return got
  }

  @Test(arguments: 1...4)
  func `all tiles come, each once, showing the version asked for`(workers: Int) async throws {
    let painter = TilePainter()
    painter.want(Self.requests, of: SyntheticInk.page(strokes: 200), workers: workers)
    let got = await images(of: painter)
    #expect(got.count == Self.requests.count)
    #expect(Set(got.map(\.key)) == Set(Self.requests.map(\.key)))
    #expect(got.allSatisfy { $0.version == 4 })
    if workers == 1 { #expect(got.map(\.key) == Self.requests.map(\.key)) }
  }

  @Test func `where nothing is wanted, that is said, and no image comes`() async throws {
    let painter = TilePainter()
    painter.want([], of: Drawing())
    #expect(await images(of: painter).isEmpty)
  }

  @Test func `what is no longer wanted stops, the rest goes on, and nothing is painted twice`()
    async throws
  {
    let begun = Mutex<[TileRequest]>([])
    let (gates, gate) = AsyncStream<Int>.makeStream()
    let iterator = Mutex(false)
    // The first tile waits until the wish has changed.
    let painter = TilePainter { request in
      begun.withLock { $0.append(request) }
      if iterator.withLock({ old in
        defer { old = true }
        return !old
      }) {
        for await _ in gates { break }
      }
    }
    let drawing = SyntheticInk.page(strokes: 300)
    painter.want(Self.requests, of: drawing, workers: 1)
    while begun.withLock({ $0.isEmpty }) { await Task.yield() }
    let kept = Array(Self.requests.dropFirst(3))
    painter.want(kept, of: drawing, workers: 2)
    gate.yield(1)
    let got = await images(of: painter)
    #expect(Set(got.map(\.key)) == Set(kept.map(\.key)))
    #expect(got.count == kept.count)
    // The one in progress was given up, and none of the others that went out of view begun.
    let all = begun.withLock { $0 }
    #expect(all.count == kept.count + 1 && all.first == Self.requests[0])
  }

  @Test func `given up and wanted again, a tile comes after all`() async throws {
    let (gates, gate) = AsyncStream<Int>.makeStream()
    let isFirst = Mutex(true)
    let hasBegun = Mutex(false)
    let painter = TilePainter { _ in
      guard
        isFirst.withLock({ old in
          defer { old = false }
          return old
        })
      else { return }
      hasBegun.withLock { $0 = true }
      for await _ in gates { break }
    }
    let drawing = SyntheticInk.page(strokes: 50)
    painter.want([Self.requests[0]], of: drawing, workers: 1)
    while !hasBegun.withLock({ $0 }) { await Task.yield() }
    painter.want([], of: drawing, workers: 1)
    painter.want(
      [TileRequest(key: Self.requests[0].key, version: 9)], of: drawing, workers: 2)
    gate.yield(1)
    let got = await images(of: painter)
    #expect(got.contains { $0.key == Self.requests[0].key && $0.version == 9 })
  }

  @Test func `a painter that is stopped ends its stream`() async throws {
    let painter = TilePainter()
    painter.want(Self.requests, of: SyntheticInk.page(strokes: 200), workers: 2)
    painter.stop()
    // Whatever was done by then may come; then it is over, and no event says that it is idle.
    for await event in painter.events {
      if case .idle = event { Issue.record("idle") }
    }
  }
}

@Suite struct `Tile overview` {
  private func serve(_ requests: [TileRequest], _ drawing: Drawing, _ overview: inout TileOverview)
    throws
  {
    let rasterizer = ElementPainter(paper: .light)
    for request in requests {
      if let image = try TileRenderer.paint(request, of: drawing, with: rasterizer) {
        overview.insert(image)
      }
    }
  }

  /// A drawing of words of one size, anywhere within a square.
  private func drawing(_ count: Int, spread: Double, seed: UInt64) -> Drawing {
    var g = SeededGenerator(seed: seed)
    return Drawing(
      (0..<count).map { i in
        SyntheticInk.element(
          Int64(i + 1),
          SyntheticInk.word(
            at: Point(.random(in: 0...spread, using: &g), .random(in: 0...spread, using: &g)),
            width: 60, height: 20, loops: 3, samples: 6))
      })
  }

  @Test(arguments: [(1, 10.0), (40, 300), (700, 4000), (300, 1e6), (300, 3e7)])
  func `it knows the whole drawing and keeps within its memory, however large that is`(
    count: Int, spread: Double
  ) throws {
    let drawing = drawing(count, spread: spread, seed: 3)
    var overview = TileOverview()
    let requests = overview.update(for: drawing, paper: .light, version: 1)
    #expect(!requests.isEmpty && requests.count * 256 * 256 * 4 <= TileOverview.byteLimit)
    #expect(!overview.isFresh(Quad(drawing.bounds)))
    try serve(requests, drawing, &overview)
    #expect(overview.isFresh(Quad(drawing.bounds)))
    #expect(overview.byteCount <= TileOverview.byteLimit && overview.byteCount > 0)
    #expect(overview.update(for: drawing, paper: .light, version: 1) == [])
    for element in drawing.elements {
      let images = overview.images(covering: Quad(element.bounds))
      #expect(images.contains { !$0.isEmpty })
    }
  }

  @Test(arguments: [0.02, 0.05, 0.1])
  func `strokes too small for a shape are dots as dark, in the same position`(scale: Double) throws
  {
    let drawing = SyntheticInk.page(strokes: 400)
    let key = TileKey(paper: .light, scale: scale, column: 0, row: 0)
    func tile(_ isRough: Bool) throws -> (Pixels, RenderStatistics) {
      let image = try #require(
        try TileRenderer.paint(
          TileRequest(key: key, version: 1, isRough: isRough), of: drawing,
          with: ElementPainter(paper: .light)))
      let p = Pixels(256, 256)
      image.paint(on: p.cr, x: 0, y: 0)
      return (p, image.statistics)
    }
    let (fine, work) = try tile(false)
    let (rough, less) = try tile(true)
    #expect(rough.centroid.distance(to: fine.centroid) < 0.3)
    #expect(abs(rough.area / fine.area - 1) < 0.7, "\(rough.area) for \(fine.area)")
    if scale < 0.03 { #expect(less.points * 4 < work.points, "\(less), \(work)") }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `whatever is drawn and erased, fresh means right and memory stays bounded`(
    seed: UInt64
  ) throws {
    var g = SeededGenerator(seed: seed)
    let stock = Array(
      self.drawing(40, spread: seed % 2 == 0 ? 900 : 6000, seed: seed).elements)
    var rest = stock[...]
    var drawing = Drawing()
    var overview = TileOverview()
    var version = 0
    var under: [TileRequest] = []
    for step in 0..<80 {
      switch Int.random(in: 0..<5, using: &g) {
      case 0, 1:
        guard let element = rest.popFirst() else { break }
        version += 1
        try drawing.apply(DrawingEdit(label: .draw, inserted: [element]))
        overview.append(element, version: version)
      case 2:
        guard let victim = drawing.elements.shuffled(using: &g).first else { break }
        version += 1
        try drawing.apply(DrawingEdit(label: .erase, removed: [victim]))
        overview.invalidate(victim.bounds, version: version)
      default:
        under = overview.update(for: drawing, paper: .light, version: version)
        if !g.once(in: 3) { try serve(under, drawing, &overview) }
      }
      #expect(overview.byteCount <= 2 * TileOverview.byteLimit)
      guard step % 40 == 39, let grid = overview.grid else { continue }
      let shown = drawing.elements.filter { overview.isFresh(Quad($0.bounds)) }
        .flatMap { overview.images(covering: Quad($0.bounds)) }
      for image in Dictionary(shown.map { ($0.key, $0) }, uniquingKeysWith: { a, _ in a }).values {
        let truth = try #require(
          try TileRenderer.paint(
            TileRequest(key: image.key, version: version), of: drawing,
            with: ElementPainter(paper: .light)))
        let (a, b) = (Pixels(256, 256), Pixels(256, 256))
        image.paint(on: a.cr, x: 0, y: 0)
        truth.paint(on: b.cr, x: 0, y: 0)
        let d = Difference(a, b)
        #expect(image.key.grid == grid && d.worst <= 17 && d.strong <= 4, "\(d)")
      }
    }
  }
}
