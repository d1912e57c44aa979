import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

extension SyntheticInk {
  /// A lively hand: a path whose force, altitude and azimuth all change along it, for t in 0…1.
  static func lively(
    samples: Int, _ curve: (Double) -> Point, turn: Double = 1.2
  ) -> StrokePath {
    var path = path(samples: samples, curve, force: { 0.5 + 0.4 * sin($0 * 17) })
    let end = path.points.last?.timeOffset ?? 0
    for i in path.points.indices {
      let t = end > 0 ? path.points[i].timeOffset / end : 0
      path.points[i].altitude = 0.75 + 0.5 * sin(t * 11)
      path.points[i].azimuth = 0.8 + Float(turn) * t
      path.points[i].barrel = path.points[i].azimuth
    }
    return path
  }
}

/// Ink of every brush: what is true of the pen is true of each.
@Suite struct `Brush ink` {
  private static let view = PixelBox(x: 0, y: 0, width: 400, height: 300)

  /// One fifteenth: what cairo's edges differ by on their own; see the tests of wet ink.
  private static let shade = 17

  private static let wave = SyntheticInk.lively(samples: 260) { t in
    Point(30 + 340 * t, 150 + 60 * sin(t * 12))
  }
  private static let loops = SyntheticInk.lively(samples: 420) { t in
    Point(70 + 250 * t + 55 * sin(t * 40), 150 + 70 * cos(t * 40))
  }

  private static func wet(
    _ ink: Ink, _ path: StrokePath, _ t: AffineTransform = .identity, batch: Int = 4,
    finish: Bool = true
  ) throws -> WetInkRenderer {
    let wet = try WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: t, visible: Self.view)
    for i in stride(from: 0, to: path.points.count, by: batch) {
      try wet.append(path.points[i..<min(i + batch, path.points.count)])
    }
    if finish { try wet.finish() }
    return wet
  }

  private static func picture(_ wet: WetInkRenderer, _ tail: WetTail? = nil) -> Pixels {
    let p = Pixels(view.width, view.height)
    for tile in wet.tiles.values { tile.paint(on: p.cr, except: tail?.replaced ?? .empty) }
    tail?.paint(on: p.cr)
    return p
  }

  private static func dry(
    _ path: StrokePath, _ ink: Ink, _ t: AffineTransform = .identity
  ) -> Pixels {
    let p = Pixels(view.width, view.height)
    p.paint([SyntheticInk.element(1, path, ink: ink)], deviceFromCanvas: t)
    return p
  }

  @Test(arguments: StockBrushes.inks)
  func `finished wet ink of every brush is what dry ink will be`(ink: Ink) throws {
    for path in [Self.wave, Self.loops] {
      for t in [
        .identity, .scale(2) * .translation(Vector(-60, -70)), .scale(0.3),
        .translation(Vector(90, -60)) * .rotation(0.4),
      ] as [AffineTransform] {
        let d = Difference(Self.picture(try Self.wet(ink, path, t)), Self.dry(path, ink, t))
        #expect(d.worst <= Self.shade, "\(ink.brush) \(t): \(d)")
      }
    }
  }

  @Test(arguments: StockBrushes.inks)
  func `the tail of every brush joins its stroke without a darker pixel`(ink: Ink) throws {
    for cut in [40, 200, 333] {
      let wet = try Self.wet(
        ink, StrokePath(Array(Self.loops.points[..<cut])), finish: false)
      let tail = try #require(wet.tail(Self.loops.points[cut..<(cut + 9)]))
      let shown = Self.picture(wet, tail)
      let whole = Self.dry(StrokePath(Array(Self.loops.points[..<(cut + 9)])), ink)
      let d = Difference(shown, whole)
      if ink.color.alpha < 255 || StockBrushes.family(of: ink).medium != .ink {
        // Even where tail and stroke overlap; a few edge pixels may be joined otherwise.
        #expect(d.strong <= 30, "\(ink.brush): \(d)")
        let most = whole.values.map { $0 >> 24 }.max() ?? 0
        #expect(shown.values.allSatisfy { $0 >> 24 <= most + 2 }, "\(ink.brush): \(d)")
      } else {
        #expect(d.strong <= 60, "\(ink.brush): \(d)")
      }
    }
  }

  @Test(arguments: StockBrushes.inks)
  func `splitting the points into any batches gives the same ink of every brush`(
    ink: Ink
  ) throws {
    let whole = Self.picture(try Self.wet(ink, Self.loops, batch: 100_000))
    for batch in [1, 3, 50] {
      let d = Difference(Self.picture(try Self.wet(ink, Self.loops, batch: batch)), whole)
      // Where more segments meet than are looked at, some edges are joined otherwise.
      #expect(d.worst <= Self.shade || d.strong <= 60, "\(ink.brush) by \(batch): \(d)")
    }
  }

  @Test(arguments: StockBrushes.inks)
  func `S20 damage of every brush stays within the reach of its new points`(ink: Ink) throws {
    let wet = try WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: .identity, visible: Self.view)
    var line: [StrokePoint] = []
    for p in Self.wave.points {
      line.append(p)
      let before = wet.tiles.mapValues { $0.inkBounds }
      let changed = try wet.append([p])
      let reach = StrokePath(line).pointBounds.outset(
        by: StockBrushes.family(of: ink).reach(ink) + 2)
      for key in changed {
        #expect(reach.contains(try #require(wet.tiles[key]).bounds.rect))
      }
      for (key, tile) in wet.tiles where !changed.contains(key) {
        #expect(before[key] ?? .empty == tile.inkBounds)
      }
    }
  }

  @Test(arguments: StockBrushes.inks)
  func `S96 a point of every brush costs the same at the end of a long stroke as at its start`(
    ink: Ink
  ) throws {
    let view = PixelBox(x: 0, y: 0, width: 1000, height: 1400)
    let wet = try WetInkRenderer(
      ink: ink, paper: .light, deviceFromCanvas: .identity, visible: view)
    var costs: [RenderStatistics] = []
    for line in 0..<16 {
      let path = SyntheticInk.path(samples: 201) { t in
        Point(30 + 900 * t + 15 * sin(t * 200), 60 + Double(line) * 80 + 15 * cos(t * 200))
      }
      let before = wet.statistics
      for p in path.points { try wet.append([p]) }
      costs.append(wet.statistics - before)
    }
    let (early, late) = (costs[1], costs[15])
    #expect(early.nodes > 200)
    #expect(abs(Double(late.nodes) / Double(early.nodes) - 1) < 0.05)
    #expect(abs(Double(late.pixels) / Double(early.pixels) - 1) < 0.05)
  }

  @Test(arguments: StockBrushes.inks)
  func `tiles of every brush join without a seam, wherever the view has been moved`(
    ink: Ink
  ) throws {
    let drawing = Drawing([SyntheticInk.element(1, Self.loops, ink: ink)])
    for scale in [1, 2, 0.37] {
      let grid = TileGrid(paper: .light, scale: scale)
      let rasterizer = ElementPainter(paper: .light)
      let (w, h) = (Int(400 * scale), Int(300 * scale))
      let tiled = Pixels(w, h)
      let area = Rect(x: 0, y: 0, width: 400, height: 300)
      for key in grid.keys(covering: area) {
        let image = try TileRenderer.paint(
          TileRequest(key: key, version: 1), of: drawing, with: rasterizer)
        image?.paint(
          on: tiled.cr, x: Double(key.column * TileGrid.side),
          y: Double(key.row * TileGrid.side))
      }
      let whole = Pixels(w, h)
      whole.paint(drawing.elements, deviceFromCanvas: .scale(scale))
      let d = Difference(tiled, whole)
      #expect(d.worst <= Self.shade, "\(ink.brush) at \(scale): \(d)")
      // Moved by whole pixels, the same pixels come out elsewhere.
      let moved = Pixels(w, h)
      moved.paint(
        drawing.elements,
        deviceFromCanvas: .translation(Vector(37, -21)) * .scale(scale))
      let (a, b) = (whole.values, moved.values)
      var worst = 0
      for y in 25..<(h - 25) {
        for x in 0..<(w - 40) {
          worst = max(
            worst, abs(Int(a[y * w + x] >> 24) - Int(b[(y - 21) * w + x + 37] >> 24)))
        }
      }
      #expect(worst <= Self.shade, "\(ink.brush) at \(scale)")
    }
  }

  @Test(arguments: StockBrushes.inks)
  func `a stroke of even ink is nowhere darker than its colour, however often it crosses itself`(
    ink: Ink
  ) {
    guard StockBrushes.family(of: ink).medium == .ink else { return }
    let values = Self.dry(Self.loops, ink).values.map { $0 >> 24 }
    #expect(values.max() == UInt32(ink.color.alpha))
    #expect(values.count { $0 == UInt32(ink.color.alpha) } > values.count { $0 > 0 } / 8)
  }

  @Test func `dry colour gets darker where a stroke passes again, and never darker than it may`() {
    for ink in StockBrushes.inks {
      guard case .dry(let texture) = StockBrushes.family(of: ink).medium else { continue }
      func tone(_ passes: Int) -> Double {
        let path = SyntheticInk.path(samples: 60 * passes) { t in
          Point(200 + 100 * cos(t * .pi * Double(passes)), 150)
        }
        let p = Self.dry(path, ink)
        let values = p.values
        let reach = Int(ink.size / 4)
        let row = (-reach...reach).flatMap { dy in
          (140...260).map { Double(values[(150 + dy) * 400 + $0] >> 24) }
        }
        #expect(row.allSatisfy { $0 <= texture.strength * 255 + 1 })
        return row.reduce(0, +) / Double(row.count) / 255
      }
      let tones = [1, 2, 4, 8].map(tone)
      for (a, b) in zip(tones, tones.dropFirst()) { #expect(b > a - 0.001, "\(ink.brush)") }
      #expect(tones[1] > tones[0] + 0.1, "\(ink.brush): \(tones)")
    }
  }

  @Test func `shading comes out as dark at any zoom, whatever of the grain can be seen`() {
    for ink in StockBrushes.inks {
      guard case .dry = StockBrushes.family(of: ink).medium else { continue }
      // Lines close beside each other: a grey.
      func tone(_ scale: Double) -> Double {
        let p = Pixels(Int(120 * scale), Int(80 * scale))
        let lines = (0..<30).map { i in
          SyntheticInk.element(
            Int64(i + 1),
            SyntheticInk.path(samples: 30) { t in
              Point(10 + 100 * t, 15 + Double(i) * ink.size / 3)
            }, ink: ink)
        }
        p.paint(lines, deviceFromCanvas: .scale(scale))
        let values = p.values
        var sum = 0.0
        for y in Int(17 * scale)..<Int(30 * scale) {
          for x in Int(30 * scale)..<Int(90 * scale) {
            sum += Double(values[y * p.width + x] >> 24) / 255
          }
        }
        return sum / (Double(Int(30 * scale) - Int(17 * scale)) * 60 * scale)
      }
      let tones = [0.5, 1, 2, 4].map(tone)
      for t in tones { #expect(abs(t - tones[1]) < 0.13, "\(ink.brush): \(tones)") }
    }
  }

  @Test func `S13 S14 a pencil is darker under force, and its side shades a broad band`() {
    let ink = Ink(StockBrushes.pencil, .black, size: 3)
    func picture(force: Double, altitude: Float) -> Pixels {
      var path = SyntheticInk.path(
        samples: 60, { Point(50 + 300 * $0, 150) }, force: { _ in force })
      for i in path.points.indices {
        path.points[i].altitude = altitude
        path.points[i].azimuth = .pi / 2
        path.points[i].barrel = path.points[i].azimuth
      }
      return Self.dry(path, ink)
    }
    let areas = [0.1, 0.3, 0.5, 0.7, 0.9].map { picture(force: $0, altitude: 1.2).area }
    for (a, b) in zip(areas, areas.dropFirst()) { #expect(b > a * 1.05) }
    func height(_ p: Pixels) -> Int {
      let values = p.values
      return (0..<300).count { y in (60..<340).count { values[y * 400 + $0] >> 24 > 8 } > 20 }
    }
    let heights = [Float(90), 60, 30, 15].map {
      height(picture(force: 0.5, altitude: $0 / 180 * .pi))
    }
    #expect(heights[0] == heights[1] && heights[0] <= 4)
    #expect(heights[2] >= 4 * heights[0] && heights[3] > heights[2])
  }

  @Test(arguments: StockBrushes.inks)
  func `S12 a tap with every brush is a dot as wide as its mark`(ink: Ink) throws {
    let family = StockBrushes.family(of: ink)
    for force in [Float(0.3), 0.5, 0.9] {
      let p = StrokePoint(x: 200, y: 150, force: force)
      let mark = family.mark(ink, at: p)
      let shown = Self.dry(StrokePath([p]), ink)
      #expect(shown.area > 0.5 * mark.radius * mark.radius * mark.flow, "\(ink.brush)")
      let reach = Int((mark.reach + 1.5).rounded(.up))
      let values = shown.values
      for (i, v) in values.enumerated() where v >> 24 > 8 {
        #expect(abs(i % 400 - 200) <= reach && abs(i / 400 - 150) <= reach)
      }
      let d = Difference(Self.picture(try Self.wet(ink, StrokePath([p]))), shown)
      #expect(d.worst <= Self.shade)
    }
  }

  // MARK: The highlighter's band

  @Test func `a highlighter goes below all ink, whenever it was drawn`() throws {
    let pen = SyntheticInk.element(1, Self.wave, ink: .standard, order: .first)
    var drawing = Drawing([pen])
    let ink = try #require(StockBrushes.inks.first { $0.brush == "highlighter" })
    var order = drawing.order(for: StockBrushes.family(of: ink).band)
    #expect(order < pen.order)
    let first = SyntheticInk.element(2, Self.wave, ink: ink, order: order)
    try drawing.apply(DrawingEdit(label: .draw, inserted: [first]))
    order = drawing.order(for: .below)
    #expect(order < first.order)
    #expect(drawing.order(for: .above) > pen.order)
    #expect(Drawing().order(for: .below) == Drawing().order(for: .above))
  }

  @Test func `new ink below everything is on the tiles at once, below what is there`() throws {
    let area = Rect(x: 0, y: 0, width: 400, height: 300)
    let grid = TileGrid(paper: .light, scale: 1)
    let ink = try #require(StockBrushes.inks.first { $0.brush == "highlighter" })
    var drawing = Drawing([
      SyntheticInk.element(1, Self.wave, ink: Ink(StockBrushes.pen, .black, size: 9))
    ])
    var cache = TileCache(budget: 1 << 26)
    let rasterizer = ElementPainter(paper: .light)
    for request in cache.requests(visible: area, grid: grid, version: 0) {
      if let image = try TileRenderer.paint(request, of: drawing, with: rasterizer) {
        cache.insert(image)
      }
    }
    let element = SyntheticInk.element(
      2, Self.wave, ink: ink, order: drawing.order(for: .below))
    try drawing.apply(DrawingEdit(label: .draw, inserted: [element]))
    #expect(cache.append(element, version: 1).pending.isEmpty)
    for key in grid.keys(covering: area) {
      let (shown, fresh) = (Pixels(256, 256), Pixels(256, 256))
      cache.image(for: key)?.paint(on: shown.cr, x: 0, y: 0)
      try TileRenderer.paint(TileRequest(key: key, version: 1), of: drawing, with: rasterizer)?
        .paint(on: fresh.cr, x: 0, y: 0)
      #expect(Difference(shown, fresh).worst <= 2)
    }
  }

  @Test(arguments: HighlighterPalette.colors)
  func `S56 highlighter on dark paper is seen, and light ink on it is read`(
    _ color: Color
  ) throws {
    var ink = try #require(StockBrushes.inks.first { $0.brush == "highlighter" })
    ink.color = color.with(alpha: Double(ink.color.alpha) / 255)
    /// How it looks on a sheet.
    func shown(_ glow: Color, on paper: Color) -> Color {
      func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
        UInt8((Double(a) * Double(glow.alpha) + Double(b) * Double(255 - glow.alpha)) / 255)
      }
      return Color(
        red: mix(glow.red, paper.red), green: mix(glow.green, paper.green),
        blue: mix(glow.blue, paper.blue))
    }
    let dark = PaperStyle.dark.color
    let onDark = shown(ink.color(on: .dark), on: dark)
    #expect(onDark.contrast(against: dark) > 1.5)
    #expect(Color.ink.resolved(on: .dark).contrast(against: onDark) > 4.5)
    #expect(ink.color(on: .light) == ink.color)
    let onLight = shown(ink.color, on: PaperStyle.light.color)
    #expect(Color.ink.contrast(against: onLight) > 4.5)
  }

  @Test func `wet highlighter says that it belongs below`() throws {
    let ink = try #require(StockBrushes.inks.first { $0.brush == "highlighter" })
    let wet = try Self.wet(ink, StrokePath(Array(Self.wave.points[..<60])), finish: false)
    #expect(wet.band == .below && wet.tiles.values.allSatisfy { $0.band == .below })
    #expect(wet.tail(Self.wave.points[60..<64])?.band == .below)
    #expect(try Self.wet(.standard, Self.wave).tiles.values.allSatisfy { $0.band == .above })
  }
}
