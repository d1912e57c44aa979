import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

extension WetInkRenderer {
  /// What the view would show.
  fileprivate func picture(_ tail: WetTail? = nil) -> Pixels {
    let p = Pixels(visible.width, visible.height)
    for tile in tiles.values { tile.paint(on: p.cr, except: tail?.replaced ?? .empty) }
    tail?.paint(on: p.cr)
    return p
  }

  /// The coverage of each tile, byte by byte.
  fileprivate var masks: [WetTileKey: [UInt8]] {
    tiles.mapValues { tile in
      cairo_surface_flush(tile.coverage)
      let data = cairo_image_surface_get_data(tile.coverage)!
      return Array(UnsafeBufferPointer(start: data, count: WetTile.side * WetTile.side))
    }
  }
}

@Suite struct `Wet ink` {
  private static let view = PixelBox(x: 0, y: 0, width: 400, height: 300)

  private static func renderer(
    _ ink: Ink = .standard, _ t: AffineTransform = .identity, visible: PixelBox = view
  ) throws -> WetInkRenderer {
    try WetInkRenderer(ink: ink, paper: .light, deviceFromCanvas: t, visible: visible)
  }

  private static func dry(
    _ path: StrokePath, _ ink: Ink, _ t: AffineTransform
  ) -> Pixels {
    let p = Pixels(view.width, view.height)
    p.paint([SyntheticInk.element(1, path, ink: ink)], deviceFromCanvas: t)
    return p
  }

  /// cairo computes a row of pixels exactly, or in 15 samples where an edge begins or ends in it,
  /// anywhere in the row.
  ///
  /// So one fifteenth is what an edge's shade differs by on its own.
  private static let shade = 17

  /// Lines that do not cross themselves, where wet and dry must agree.
  private static let open: [(String, StrokePath)] = [
    (
      "wave",
      SyntheticInk.path(samples: 300) { t in
        Point(20 + 360 * t, 150 + 60 * sin(t * 14))
      } force: {
        0.5 + 0.4 * sin($0 * 23)
      }
    ),
    (
      "spiral",
      SyntheticInk.path(samples: 600) { t in
        let r = 15 + 110 * t
        return Point(200 + r * cos(t * 22), 150 + r * sin(t * 22))
      } force: {
        0.2 + 0.6 * $0
      }
    ),
    ("slow", SyntheticInk.path(samples: 400) { t in Point(100 + 25 * t, 100 + 9 * sin(t * 6)) }),
    (
      "fast",
      SyntheticInk.path(samples: 6) { t in
        Point(10 + 380 * t, 20 + 250 * t * t)
      } force: {
        $0
      }
    ),
    ("dot", SyntheticInk.path(samples: 1) { _ in Point(77.3, 88.8) }),
    (
      "pressed in place",
      SyntheticInk.path(samples: 40) { _ in
        Point(77.3, 88.8)
      } force: {
        $0
      }
    ),
  ]

  @Test(arguments: [0.6, 1, 2, 12])
  func `finished wet ink is what dry ink will be`(size: Double) throws {
    var ink = Ink.standard
    ink.size = size
    for (name, path) in Self.open {
      for scale in [1, 2, 24.0] {
        for angle in [0, 0.5] {
          let t =
            AffineTransform.translation(Vector(200, 150)) * .rotation(angle) * .scale(scale)
            * .translation(Vector(-200, -150))
          let wet = try Self.renderer(ink, t)
          var i = 0
          while i < path.points.count {
            try wet.append(path.points[i..<min(i + 4, path.points.count)])
            i += 4
          }
          try wet.finish()
          let d = Difference(wet.picture(), Self.dry(path, ink, t))
          #expect(d.worst <= Self.shade, "\(name), scale \(scale), angle \(angle): \(d)")
        }
      }
    }
  }

  @Test(arguments: [1, 2, 6.0])
  func `where a stroke crosses itself, wet ink is what dry ink will be too`(size: Double) throws {
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 9, samples: 500)
    var ink = Ink.standard
    ink.size = size
    let wet = try Self.renderer(ink)
    for p in path.points { try wet.append([p]) }
    try wet.finish()
    let d = Difference(wet.picture(), Self.dry(path, ink, .identity))
    #expect(d.worst <= Self.shade, "\(d)")
  }

  @Test func `a scribble over one area is nearly what dry ink will be, at a bounded cost`() throws {
    // A thousand lines back and forth over the same stamp-sized area.
    let path = SyntheticInk.path(samples: 12_000) { t in
      Point(200 + 30 * sin(t * 3000) + 9 * sin(t * 71), 150 + 25 * sin(t * 1300 + 1))
    }
    let wet = try Self.renderer()
    var most = 0
    for p in path.points {
      let before = wet.statistics.nodes
      try wet.append([p])
      most = max(most, wet.statistics.nodes - before)
    }
    try wet.finish()
    #expect(most <= 2 * WetInkRenderer.mostNeighbours)
    let dry = Self.dry(path, .standard, .identity)
    let d = Difference(wet.picture(), dry)
    #expect(d.strong < 200, "\(d)")
    // Never darker, and no holes.
    let both = zip(wet.picture().values, dry.values).map { (Int($0 >> 24), Int($1 >> 24)) }
    #expect(both.allSatisfy { w, v in w <= v + Self.shade })
    #expect(both.allSatisfy { w, v in v < 255 || w > 100 })
  }

  @Test func `translucent ink is even where the stroke crosses itself`() throws {
    var ink = Ink.standard
    ink.color = Color(rgba: 0x2459_C880)
    ink.size = 8
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 6, samples: 400)
    let wet = try Self.renderer(ink)
    try wet.append(path.points[...])
    try wet.finish()
    #expect(wet.picture().values.allSatisfy { $0 >> 24 <= 0x81 })
    #expect(wet.picture().values.contains { $0 >> 24 == 0x80 })
  }

  @Test func `splitting the points into any batches gives the same ink`() throws {
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 7, samples: 300)
    var ink = Ink.standard
    ink.size = 3
    func masks(_ next: () -> Int) throws -> [WetTileKey: [UInt8]] {
      let wet = try Self.renderer(ink)
      var i = 0
      while i < path.points.count {
        let end = min(i + next(), path.points.count)
        try wet.append(path.points[i..<end])
        i = end
      }
      try wet.finish()
      return wet.masks
    }
    let whole = try masks { path.points.count }
    for seed in 0..<12 as Range<UInt64> {
      var g = SeededGenerator(seed: seed)
      let most = [1, 2, 5, 40][Int(seed % 4)]
      let split = try masks { Int.random(in: 1...most, using: &g) }
      #expect(split.keys == whole.keys)
      var worst = 0
      for (key, mask) in whole {
        for (a, b) in zip(mask, try #require(split[key])) {
          worst = max(worst, abs(Int(a) - Int(b)))
        }
      }
      #expect(worst <= Self.shade)
    }
  }

  @Test func `each append says which tiles changed, and no other tile does`() throws {
    let path = SyntheticInk.word(
      at: Point(30, 200), width: 320, height: 120, loops: 7, samples: 200)
    let wet = try Self.renderer()
    var before = wet.masks
    for i in stride(from: 0, to: path.points.count, by: 3) {
      let changed = try wet.append(path.points[i..<min(i + 3, path.points.count)])
      let after = wet.masks
      for (key, mask) in after {
        #expect(changed.contains(key) == (before[key] != mask))
      }
      before = after
    }
  }

  @Test func `ink bounds hold all ink, and no more than a tile's ink`() throws {
    let wet = try Self.renderer(.standard, .scale(1.7))
    try wet.append(Self.open[0].1.points[...])
    try wet.finish()
    for (key, mask) in wet.masks {
      let box = try #require(wet.tiles[key]).inkBounds
      var tight = PixelBox.empty
      for (i, v) in mask.enumerated() where v > 0 {
        tight = tight.union(
          PixelBox(x: i % WetTile.side, y: i / WetTile.side, width: 1, height: 1))
      }
      #expect(box == tight)
    }
  }

  @Test func `S20 damage stays within the stroke's own bounds`() throws {
    let path = Self.open[0].1
    let wet = try Self.renderer()
    var line: [StrokePoint] = []
    for p in path.points {
      line.append(p)
      let changed = try wet.append([p])
      let reach = StrokePath(line).pointBounds.outset(
        by: StockBrushes.pen.reach(.standard) + 1.5)
      for key in changed {
        #expect(reach.contains(try #require(wet.tiles[key]).bounds.rect))
      }
      if let tail = wet.tail([]) { #expect(reach.contains(tail.bounds.rect.outset(by: -1))) }
    }
  }

  @Test func `S96 a point costs the same at the end of a long stroke as at its start`() throws {
    // Line below line of the same loops, 10,000 samples in one stroke.
    let view = PixelBox(x: 0, y: 0, width: 1000, height: 2100)
    let wet = try Self.renderer(.standard, .identity, visible: view)
    var costs: [RenderStatistics] = []
    for line in 0..<50 {
      let path = SyntheticInk.path(samples: 201) { t in
        Point(20 + 900 * t + 15 * sin(t * 200), 40 + Double(line) * 40 + 15 * cos(t * 200))
      }
      let before = wet.statistics
      for p in path.points { try wet.append([p]) }
      costs.append(wet.statistics - before)
    }
    #expect(wet.statistics.points > 10_000)
    let (early, late) = (costs[1], costs[49])
    #expect(early.nodes > 200)
    #expect(abs(Double(late.nodes) / Double(early.nodes) - 1) < 0.05)
    #expect(abs(Double(late.pixels) / Double(early.pixels) - 1) < 0.05)
  }

  @Test func `the tail joins the painted line and ends at the tip`() throws {
    let path = Self.open[0].1
    let wet = try Self.renderer()
    let cut = path.points.count / 2
    try wet.append(path.points[..<cut])
    let tail = try #require(wet.tail(path.points[cut..<(cut + 6)]))
    let shown = wet.picture(tail)
    let whole = Self.dry(
      StrokePath(Array(path.points[..<(cut + 6)])), .standard, .identity)
    let d = Difference(shown, whole)
    // Twice painted edges are a little darker for the one frame that they last.
    #expect(d.visible < 60, "\(d)")
    #expect(zip(shown.values, whole.values).allSatisfy { a, b in b >> 24 < 255 || a >> 24 > 200 })
    #expect(tail.bounds.count < 2000)
  }

  @Test(arguments: StockBrushes.inks)
  func `pixels written directly are those that cairo paints, with the tail, in any box`(
    ink: Ink
  ) throws {
    let path = Self.open[0].1
    let wet = try Self.renderer(ink)
    let cut = path.points.count / 2
    try wet.append(path.points[..<cut])
    let tail = wet.tail(path.points[cut..<(cut + 6)], isCoverage: true)
    let painted = wet.picture(tail).values
    for box in [Self.view, PixelBox(x: 121, y: 97, width: 101, height: 89)] {
      let stride = box.width + 3
      // What the memory held before is gone; what is beside the box stays.
      var memory = [UInt32](repeating: 0xDEAD_BEEF, count: stride * box.height)
      memory.withUnsafeMutableBufferPointer {
        wet.write(tail, in: box, to: $0.baseAddress!, stride: stride)
      }
      var most = 0
      for y in 0..<box.height {
        for x in 0..<stride {
          let here = memory[y * stride + x]
          guard x < box.width else {
            #expect(here == 0xDEAD_BEEF)
            continue
          }
          let there = painted[(box.y + y) * Self.view.width + box.x + x]
          for shift in [0, 8, 16, 24] as [UInt32] {
            most = max(most, abs(Int(here >> shift & 255) - Int(there >> shift & 255)))
          }
        }
      }
      #expect(most <= 1, "\(ink.brush) in \(box)")
      #expect(memory.contains { $0 != 0 && $0 != 0xDEAD_BEEF })
    }
  }

  @Test func `S12 before anything is settled the tail alone is a dot`() throws {
    let wet = try Self.renderer()
    let dot = StrokePoint(x: 50, y: 60)
    let tail = try #require(wet.tail([dot]))
    #expect(tail.bounds.rect.contains(Point(50, 60)))
    #expect(abs(wet.picture(tail).area - .pi) < 0.2)
    #expect(wet.tail([]) == nil)
    try wet.append([dot])
    #expect(wet.tail([]) == nil)
  }

  @Test func `ink outside the view makes no tiles`() throws {
    let wet = try Self.renderer(.standard, .scale(64))
    try wet.append([
      StrokePoint(x: -900_000, y: 2), StrokePoint(x: 900_000, y: 3),
      StrokePoint(x: 900_000, y: 900_000),
    ])
    try wet.finish()
    #expect(wet.tiles.count <= 12)
    #expect(wet.tiles.keys.allSatisfy { (0...3).contains($0.column) && (0...2).contains($0.row) })
  }

  @Test func `what cairo recorded keeps the ink of its moment`() throws {
    let wet = try Self.renderer()
    try wet.append(Self.open[0].1.points[..<200])
    let tile = try #require(wet.tiles.values.first)
    let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, nil)!
    let cr = cairo_create(recording)!
    tile.paint(on: cr)
    cairo_destroy(cr)
    func replay() -> [UInt32] {
      let p = Pixels(400, 300)
      cairo_set_source_surface(p.cr, recording, 0, 0)
      cairo_paint(p.cr)
      return p.values
    }
    let then = replay()
    #expect(then.contains { $0 != 0 })
    try wet.append(Self.open[0].1.points[200...])
    try wet.finish()
    #expect(replay() == then)
    cairo_surface_destroy(recording)
  }
}
