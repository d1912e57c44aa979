import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// What dry colour and washes leave on the paper.
@Suite struct `Brush media` {
  /// The coverage of each pixel, 0 … 1, of black ink.
  private struct Coverage {
    let width: Int
    let values: [Double]

    init(
      _ elements: [Element], width: Int, height: Int,
      _ deviceFromCanvas: AffineTransform = .identity
    ) {
      let p = Pixels(width, height)
      p.paint(elements, deviceFromCanvas: deviceFromCanvas)
      self.width = width
      values = p.values.map { Double($0 >> 24) / 255 }
    }

    subscript(x: Int, y: Int) -> Double { values[y * width + x] }

    func all(_ columns: Range<Int>, _ rows: Range<Int>) -> [Double] {
      rows.flatMap { y in columns.map { self[$0, y] } }
    }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// The standard deviation.
  private static func spread(_ values: [Double]) -> Double {
    let mean = mean(values)
    return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count))
      .squareRoot()
  }

  /// The correlation of two lists, -1 … 1.
  private static func likeness(_ a: [Double], _ b: [Double]) -> Double {
    let (m, n) = (mean(a), mean(b))
    return zip(a, b).map { ($0 - m) * ($1 - n) }.reduce(0, +) / Double(a.count)
      / max(spread(a) * spread(b), 1e-12)
  }

  /// A straight line at one force.
  private static func line(
    _ family: BrushFamily, from: Point, to: Point, force: Double = 0.5, size: Double,
    id: Int64 = 1, alpha: Double = 1
  ) -> Element {
    SyntheticInk.element(
      id, SyntheticInk.path(samples: 60, { from + (to - from) * $0 }, force: { _ in force }),
      ink: Ink(family, Color.black.with(alpha: alpha), size: size))
  }

  // MARK: The tooth of the paper

  @Test(arguments: [StockBrushes.pencil, StockBrushes.crayon])
  func
    `the tooth of the paper shows at 100 % on a screen of scale 1, and less where force fills it`(
      _ family: BrushFamily
    )
  {
    func middle(_ family: BrushFamily, _ force: Double, _ scale: Double) -> [Double] {
      let line = Self.line(
        family, from: Point(10, 30), to: Point(190, 30), force: force, size: 24)
      let k = Int(scale * 4)
      return Coverage([line], width: 200 * k / 4, height: 60 * k / 4, .scale(scale))
        .all(15 * k..<35 * k, 26 * k / 4..<34 * k / 4)
    }
    for scale in [0.5, 1, 2, 4, 8] {
      let forces = [0.15, 0.3, 0.5, 0.75, 1].map { middle(family, $0, scale) }
      let means = forces.map(Self.mean)
      for (a, b) in zip(means, means.dropFirst()) { #expect(b > a + 0.01, "\(scale): \(means)") }
      // Light and middling force: grains stand out from the paper between them.
      for values in forces[..<2] {
        #expect(Self.spread(values) > 0.1, "\(family.name) at \(scale): \(Self.spread(values))")
      }
      // Hard: hardly a gap is left.
      #expect(forces[4].count { $0 < 0.5 } < forces[4].count / 50, "\(family.name) at \(scale)")
    }
    // What that asks for was not there in the first pencil.
    #expect(Self.spread(middle(StockBrushes.smoothPencil, 0.3, 1)) < 0.02)
  }

  @Test(arguments: [StockBrushes.pencil, StockBrushes.crayon])
  func `the tooth belongs to the paper, not to the stroke nor to the screen`(
    _ family: BrushFamily
  ) {
    let size = 20.0
    func shown(_ from: Double, _ to: Double, _ t: AffineTransform = .identity) -> Coverage {
      Coverage(
        [Self.line(family, from: Point(from, 40), to: Point(to, 40), force: 0.35, size: size)],
        width: 400, height: 200, t)
    }
    let whole = shown(10, 190)
    // Begun elsewhere, and drawn in the other direction.
    for other in [shown(31.3, 187.6), shown(190, 10)] {
      for y in 34..<46 {
        for x in 60..<150 { #expect(abs(whole[x, y] - other[x, y]) < 0.02) }
      }
    }
    // At twice the scale there is more of it at the same positions.
    let near = shown(10, 190, .scale(2))
    let fine = (34..<46).flatMap { y in
      (60..<150).map { x in
        Self.mean(near.all(2 * x..<2 * x + 2, 2 * y..<2 * y + 2))
      }
    }
    #expect(Self.likeness(whole.all(60..<150, 34..<46), fine) > 0.5)
  }

  @Test func `wax is drawn out along the stroke, graphite is not`() {
    /// How much more alike neighbours along the stroke are than those across it.
    func drawnOut(_ family: BrushFamily, isUpright: Bool) -> Double {
      let (a, b) =
        isUpright ? (Point(60, 10), Point(60, 390)) : (Point(10, 60), Point(390, 60))
      let c = Coverage(
        [Self.line(family, from: a, to: b, force: 0.4, size: 40)], width: 400, height: 400)
      let (columns, rows) = isUpright ? (48..<72, 40..<360) : (40..<360, 48..<72)
      func likeness(_ dx: Int, _ dy: Int) -> Double {
        Self.likeness(
          c.all(columns, rows),
          rows.flatMap { y in columns.map { c[$0 + dx, y + dy] } })
      }
      let (right, down) = (likeness(2, 0), likeness(0, 2))
      return isUpright ? down - right : right - down
    }
    for isUpright in [false, true] {
      #expect(drawnOut(StockBrushes.crayon, isUpright: isUpright) > 0.2)
      #expect(abs(drawnOut(StockBrushes.pencil, isUpright: isUpright)) < 0.1)
    }
  }

  // MARK: Washes

  private static let wash = StockBrushes.watercolor

  @Test(arguments: [0.5, 1, 2, 4])
  func `watercolour is even inside and darker at its edge`(_ scale: Double) {
    let line = Self.line(Self.wash, from: Point(30, 40), to: Point(270, 40), size: 24)
    let c = Coverage(
      [line], width: Int(300 * scale), height: Int(80 * scale), .scale(scale))
    let columns = Int(60 * scale)..<Int(240 * scale)
    let inside = c.all(columns, Int(36 * scale)..<Int(44 * scale))
    #expect(Self.spread(inside) < 0.05)
    #expect(inside.allSatisfy { (0.3...0.6).contains($0) })
    // The darkest pixel on the way from outside to the middle.
    let edges = columns.map { x in (0..<Int(40 * scale)).map { c[x, $0] }.max() ?? 0 }
    #expect(Self.mean(edges) > Self.mean(inside) * (scale < 1 ? 1.15 : 1.35))
    // At either end as well.
    let end = (0..<Int(40 * scale)).map { c[$0, Int(40 * scale)] }.max() ?? 0
    #expect(end > Self.mean(inside) * (scale < 1 ? 1.1 : 1.25))
  }

  @Test func `a stroke of watercolour is no darker where it crosses itself, nor has an edge there`()
  {
    // Across, around, and down through the middle of where it began.
    let corners = [
      Point(20, 100), Point(180, 100), Point(180, 30), Point(100, 30), Point(100, 180),
    ]
    let path = SyntheticInk.path(samples: 401) { t in
      let i = min(Int(t * 4), 3)
      let from = corners[i]
      return from + (corners[i + 1] - from) * (t * 4 - Double(i))
    }
    let crossed = Coverage(
      [SyntheticInk.element(1, path, ink: Ink(Self.wash, .black, size: 24))], width: 200,
      height: 200)
    let once = Coverage(
      [Self.line(Self.wash, from: Point(20, 100), to: Point(180, 100), size: 24)],
      width: 200, height: 200)
    // Where the arms meet, their edges included.
    for y in 84..<116 {
      for x in 94..<106 {
        #expect((0.3...0.56).contains(crossed[x, y]), "\(x), \(y): \(crossed[x, y])")
      }
    }
    for y in 96..<104 {
      for x in 94..<106 { #expect(abs(crossed[x, y] - once[x, y]) < 0.01) }
    }
    // The edge of the first arm alone, which the other passes over, is dark.
    #expect((84..<92).map { once[100, $0] }.max()! > 0.6)
  }

  @Test func `strokes of watercolour above each other are glazes, each darker`() {
    let lines = (0..<4).map {
      Self.line(
        Self.wash, from: Point(30, 40), to: Point(270, 40), size: 24, id: Int64($0 + 1), alpha: 0.8)
    }
    let tones = (1...4).map { n in
      Self.mean(Coverage(Array(lines[..<n]), width: 300, height: 80).all(60..<240, 36..<44))
    }
    for (i, tone) in tones.enumerated() {
      // Each lets through what one lets through.
      #expect(abs(1 - tone - pow(1 - tones[0], Double(i + 1))) < 0.02, "\(tones)")
    }
  }

  @Test func `wet watercolour over its own edge is at once as it will be dry`() throws {
    let path = SyntheticInk.path(samples: 240) { t in
      Point(120 + 70 * cos(t * 12), 100 + 60 * sin(t * 12))
    }
    let ink = Ink(Self.wash, Color.black.with(alpha: 0.7), size: 20)
    for cut in [3, 100, 140, 200] {
      let wet = try WetInkRenderer(
        ink: ink, paper: .light, deviceFromCanvas: .identity,
        visible: PixelBox(x: 0, y: 0, width: 240, height: 200))
      try wet.append(path.points[..<cut])
      let tail = try #require(wet.tail(path.points[cut..<cut + 20]))
      let shown = Pixels(240, 200)
      for tile in wet.tiles.values { tile.paint(on: shown.cr, except: tail.replaced) }
      tail.paint(on: shown.cr)
      let dry = Pixels(240, 200)
      dry.paint(
        [SyntheticInk.element(1, StrokePath(Array(path.points[..<(cut + 20)])), ink: ink)],
        deviceFromCanvas: .identity)
      let d = Difference(shown, dry)
      #expect(d.worst <= 6, "\(cut): \(d)")
    }
  }
}
