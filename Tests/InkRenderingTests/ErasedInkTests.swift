import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

/// What erasers leave, in pixels.
@Suite struct `Erased ink` {
  /// How much an edge's pixel may differ though the edge is where it was: cairo cuts a row of pixels
  /// in fifteen where edges begin or end in it, and computes it exactly where none does, so a fragment
  /// that went shows in the grain of others in its rows (cairo-tor-scan-converter.c).
  private static let grain = 255 / 15

  private static let inks: [Ink] = StockBrushes.all.flatMap { family in
    [(1.5, 255), (7, 128), (24, 255)].map { size, alpha in
      var color = Color.ink
      color.alpha = UInt8(alpha)
      return Ink(brush: family.name, brushVersion: family.version, color: color, size: size)
    }
  }

  /// Two pictures of elements at a zoom, but for canvas points where `isNear` is true; `judged` are
  /// the pixels of ink that were not near.
  private func compare(
    _ before: [Element], _ after: [Element], zoom: Double, width: Double = 280,
    isNear: (Point, _ pixel: Double) -> Bool
  ) -> (strayed: Int, worst: Int, judged: Int) {
    let t = AffineTransform.scale(zoom) * .translation(Vector(-20, -40))
    let (width, height) = (Int(width * zoom), Int(120 * zoom))
    let (a, b) = (Pixels(width, height), Pixels(width, height))
    a.paint(before, deviceFromCanvas: t)
    b.paint(after, deviceFromCanvas: t)
    var (strayed, worst, judged) = (0, 0, 0)
    for (i, (p, q)) in zip(a.values, b.values).enumerated() where p != 0 || q != 0 {
      let position = Point(
        (Double(i % width) + 0.5) / zoom + 20, (Double(i / width) + 0.5) / zoom + 40)
      if isNear(position, 1 / zoom) { continue }
      judged += 1
      var d = 0
      for shift in [0, 8, 16, 24] as [UInt32] {
        let (m, n) = (Int(p >> shift & 0xFF), Int(q >> shift & 0xFF))
        d = max(d, abs(m - n))
      }
      worst = max(worst, d)
      if d > Self.grain { strayed += 1 }
    }
    return (strayed, worst, judged)
  }

  /// The most that a mark of the element reaches from its point: a pencil that is held as usual
  /// reaches a tenth of what its side does.
  private func reach(_ element: Element) -> Double {
    let (stroke, family) = (element.stroke, StockBrushes.family(of: element.stroke.ink))
    return stroke.path.points.map { family.mark(stroke.ink, at: $0).reach }.max() ?? 0
  }

  @Test(arguments: inks)
  func `S4 cutting a stroke moves no pixel of what stays`(ink: Ink) throws {
    var generator = SeededGenerator(seed: 5)
    // Each word is far longer than what twelve discs may take of it.
    for (zoom, radius, width) in [(0.3, 25.0, 1500.0), (1, 8, 600), (8, 1.2, 220)] {
      let whole = ErasedInk.word(ink: ink, width: width, loops: Int(width / 44))
      var element: Element? = whole
      var discs: [SweptDisc] = []
      for disc in ErasedInk.sweep(
        12, over: whole, radius: radius, using: &generator)
      {
        guard let now = element, let erased = now.cut(by: disc) else { continue }
        element = now.holding(erased.rest)
        discs.append(disc)
      }
      try #require(!discs.isEmpty)
      // A mark that touches the disc goes, as far as it reaches on the other side.
      let room = radius + 2.1 * reach(whole)
      let found = compare(
        [whole], element.map { [$0] } ?? [], zoom: zoom, width: width + 60
      ) { position, pixel in
        discs.contains { $0.distance(to: position) < room + 3 * pixel }
      }
      #expect(found.strayed == 0, "at \(zoom): \(found)")
      let inked = compare([whole], [], zoom: zoom, width: width + 60) { _, _ in false }.judged
      #expect(found.judged > inked / 4, "at \(zoom): \(found) of \(inked)")
      // The fragments that it separates into paint the same.
      let fragments = element.map { now in now.fragments.map { now.holding($0) } } ?? []
      let fallen = compare(
        element.map { [$0] } ?? [], fragments, zoom: zoom, width: width + 60
      ) { _, _ in false }
      #expect(fallen.strayed == 0, "at \(zoom): \(fallen)")
    }
  }

  @Test(arguments: inks)
  func `S4 nothing is left under the eraser, whole marks or rubbed ones`(ink: Ink) {
    for rubs in [false, true] {
      let disc = SweptDisc(from: Point(120, 60), to: Point(160, 130), radius: 9)
      let whole = ErasedInk.word(ink: ink)
      let rest = (rubs ? whole.rubbed(by: disc) : whole.cut(by: disc))?.rest
      let zoom = 4.0
      let picture = Pixels(Int(280 * zoom), Int(120 * zoom))
      picture.paint(
        [whole.holding(rest)].compactMap(\.self),
        deviceFromCanvas: .scale(zoom) * .translation(Vector(-20, -40)))
      var left = 0
      for (i, v) in picture.values.enumerated() where v >> 24 > 2 {
        let position = Point(
          (Double(i % picture.width) + 0.5) / zoom + 20,
          (Double(i / picture.width) + 0.5) / zoom + 40)
        if disc.distance(to: position) < disc.radius - 1 / zoom { left += 1 }
      }
      #expect(left == 0, "rubbed \(rubs)")
    }
  }

  @Test(arguments: inks)
  func `S4 rubbing takes the pixels under the disc and no other`(ink: Ink) throws {
    var generator = SeededGenerator(seed: 6)
    for (zoom, radius) in [(0.3, 25.0), (1, 8), (8, 1.2)] {
      let whole = ErasedInk.word(ink: ink)
      var element: Element? = whole
      var discs: [SweptDisc] = []
      for disc in ErasedInk.sweep(
        25, over: whole, radius: radius, using: &generator)
      {
        guard let now = element, let erased = now.rubbed(by: disc) else { continue }
        element = now.holding(erased.rest)
        discs.append(disc)
      }
      try #require(!discs.isEmpty)
      let found = compare([whole], element.map { [$0] } ?? [], zoom: zoom) { position, pixel in
        discs.contains { $0.distance(to: position) < radius + pixel }
      }
      #expect(found.strayed == 0, "at \(zoom): \(found)")
      // Settling hides no more than slivers at the disc's edge.
      let fragments = element.map { now in now.fragments.map { now.holding($0) } } ?? []
      let settled = compare(element.map { [$0] } ?? [], fragments, zoom: zoom) { position, pixel in
        discs.contains { abs($0.distance(to: position) - radius) < radius / 4 + pixel }
      }
      #expect(settled.strayed == 0, "at \(zoom): \(settled)")
    }
  }

  @Test func `what is rubbed out of one stroke shows the stroke below`() {
    var (low, high) = (Ink.standard, Ink.standard)
    (low.size, high.size) = (30, 30)
    high.color = Color(rgba: 0xC827_3DFF)
    let below = ErasedInk.line(from: Point(0, 50), to: Point(100, 50), ink: low)
    let above = ErasedInk.line(from: Point(50, 0), to: Point(50, 100), ink: high)
    let disc = SweptDisc(from: Point(50, 50), to: Point(50, 50), radius: 5)
    let (a, b) = (Pixels(100, 100), Pixels(100, 100))
    a.paint([below], deviceFromCanvas: .identity)
    b.paint(
      [below, above.holding(above.rubbed(by: disc)?.rest)!], deviceFromCanvas: .identity)
    #expect(a[50, 50] == b[50, 50])
    #expect(a[50, 58] != b[50, 58])
  }

  @Test func `a squeezed stroke keeps what was rubbed out where it was`() throws {
    let squeeze = AffineTransform(a: 1, b: 0, c: 0, d: 0.4, tx: 0, ty: 60)
    var ink = Ink.standard
    ink.size = 30
    let whole = ErasedInk.word(ink: ink, transform: squeeze)
    let disc = SweptDisc(from: Point(100, 80), to: Point(140, 100), radius: 6)
    let rest = try #require(whole.holding(whole.rubbed(by: disc)?.rest))
    let found = compare([whole], [rest], zoom: 2) { position, pixel in
      disc.distance(to: position) < disc.radius + pixel
    }
    #expect(found.strayed == 0)
    let picture = Pixels(560, 240)
    picture.paint([rest], deviceFromCanvas: .scale(2) * .translation(Vector(-20, -40)))
    #expect(picture[200, 100] == 0)
  }

  @Test func `the pieces of a long stroke cost its line once`() throws {
    let line = ErasedInk.element(
      SyntheticInk.path(samples: 3000) { t in
        Point(400 * t, 60 + 30 * sin(t * 200))
      })
    var element = line
    for x in stride(from: 5.0, to: 400, by: 10) {
      let disc = SweptDisc(from: Point(x, 0), to: Point(x, 120), radius: 1.5)
      element = try #require(element.holding(element.cut(by: disc)?.rest))
    }
    let fragments = element.fragments.map { element.holding($0) }
    #expect(fragments.count > 30)
    let rasterizer = ElementPainter(paper: .light)
    let picture = Pixels(400, 120)
    for fragment in fragments {
      rasterizer.paint(fragment, on: picture.cr, deviceFromCanvas: .identity)
    }
    #expect(rasterizer.statistics.points == line.stroke.path.points.count)
  }

  @Test func `what was rubbed out is not in an SVG or a PDF either`() throws {
    var ink = Ink.standard
    ink.size = 30
    let whole = ErasedInk.line(from: Point(20, 50), to: Point(120, 50), ink: ink)
    var element = whole
    // Rubbed to and fro, so that trails overlap themselves.
    for (a, b) in [(40.0, 80.0), (80, 50), (50, 70)] {
      let disc = SweptDisc(from: Point(a, 50), to: Point(b, 50), radius: 6)
      element = try #require(element.holding(element.rubbed(by: disc)?.rest))
    }
    let (mask, reference) = StrokePainter.mask(of: element.stroke, element)
    #expect(mask.hasPrefix("<mask id=\"rubbed1\" ") && reference == " mask=\"url(#rubbed1)\"")
    #expect(StrokePainter.mask(of: whole.stroke, whole).definition.isEmpty)
    // The PDF's own painting, onto pixels.
    let picture = Pixels(140, 100)
    StrokePainter.clipAwayTrails(of: element.stroke, element, on: picture.cr)
    picture.paint([whole], deviceFromCanvas: .identity)
    let expected = Pixels(140, 100)
    expected.paint([element], deviceFromCanvas: .identity)
    #expect(picture[60, 50] == 0 && picture[60, 38] >> 24 == 255)
    #expect(Difference(picture, expected).strong == 0, "\(Difference(picture, expected))")
  }
}
