import CCairo
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

@Suite struct `Precision` {
  /// A cross of two lines one canvas point wide, around `center`.
  private static func cross(_ center: Point) -> [Element] {
    let ink = Ink(brush: "pen", brushVersion: 1, color: .black, size: 1)
    func line(_ v: Vector) -> StrokePath {
      SyntheticInk.path(samples: 9) { t in center + v * (t * 2 - 1) }
    }
    return [
      SyntheticInk.element(1, line(Vector(6, 0)), ink: ink),
      SyntheticInk.element(2, line(Vector(0, 6)), ink: ink),
    ]
  }

  /// Twenty offsets within a pixel, none of them special.
  private static let offsets: [Point] = (0..<20).map { i in
    Point(30 + Double(i) * 0.05 + 0.013, 30 + Double(i * 7 % 20) * 0.05 + 0.021)
  }

  private static let views: [AffineTransform] = [1, 2].flatMap { scale in
    [0, .pi / 6].map { angle in
      .translation(Vector(60, 20)) * .rotation(angle) * .scale(scale)
    }
  }

  /// The allowance is 0.5; a tenth of it is what the painting takes of it.
  private static let error = 0.05

  @Test(arguments: views)
  func `S1 dry ink is where it was drawn, at scales 1 and 2 and turned by 30°`(
    view: AffineTransform
  ) {
    for center in Self.offsets {
      let p = Pixels(160, 160)
      p.paint(Self.cross(center), deviceFromCanvas: view)
      let want = view(center)
      #expect(p.centroid.distance(to: want) < Self.error, "\(center): \(p.centroid), \(want)")
      // One point wide, too.
      let area = (2 * (12 + .pi / 4) - 1) * abs(view.determinant)
      #expect(abs(p.area / area - 1) < 0.03)
    }
  }

  @Test(arguments: views)
  func `S1 wet ink is where it is drawn`(view: AffineTransform) throws {
    for center in Self.offsets {
      let p = Pixels(160, 160)
      for element in Self.cross(center) {
        guard case .stroke(let stroke) = element.kind else { continue }
        let wet = try WetInkRenderer(
          ink: stroke.ink, paper: .light, deviceFromCanvas: view,
          visible: PixelBox(x: 0, y: 0, width: 160, height: 160))
        for point in stroke.path.points { try wet.append([point]) }
        try wet.finish()
        for tile in wet.tiles.values { tile.paint(on: p.cr) }
      }
      #expect(p.centroid.distance(to: view(center)) < Self.error)
    }
  }

  @Test(arguments: views)
  func `S1 tiles show ink where it was drawn, turned ones too`(view: AffineTransform) throws {
    let grid = TileGrid(paper: .light, scale: view.meanScale)
    for center in Self.offsets {
      let drawing = Drawing(Self.cross(center))
      let p = Pixels(160, 160)
      cairo_set_matrix(p.cr, view * grid.canvasFromGrid)
      let rasterizer = ElementPainter(paper: .light)
      for key in grid.keys(covering: Rect(x: 0, y: 0, width: 160, height: 160)) {
        let image = try #require(
          try TileRenderer.paint(TileRequest(key: key, version: 0), of: drawing, with: rasterizer))
        image.paintInGrid(on: p.cr)
      }
      #expect(p.centroid.distance(to: view(center)) < 0.2)
    }
  }

  @Test(arguments: [0.1, 0.25, 0.5, 1, 2])
  func `leaving points out shifts no edge by a tenth of a pixel`(scale: Double) {
    let path = SyntheticInk.word(
      at: Point(10, 100), width: 180, height: 70, loops: 6, samples: 900)
    let element = SyntheticInk.element(1, path)
    let size = Int(200 * scale)
    let simplified = Pixels(size, size)
    simplified.paint([element], deviceFromCanvas: .scale(scale))
    let exact = Pixels(size, size)
    if case .stroke(let stroke) = element.kind {
      StrokePainter(paper: .light)
        .outline(of: stroke, deviceFromElement: .scale(scale), tolerance: 1e-6).addPath(
          to: exact.cr)
    }
    cairo_set_source(exact.cr, .ink)
    cairo_fill(exact.cr)
    // A tenth of a pixel on both sides of a line, and cairo's own fifteenth.
    let d = Difference(simplified, exact)
    #expect(d.worst <= 51 + 17, "\(d)")
    #expect(abs(simplified.area / exact.area - 1) < 0.02)
  }

  @Test func `a squeezed and slanted stroke is squeezed and slanted whole, ends too`() {
    let path = SyntheticInk.path(samples: 30) { t in Point(-20 + 40 * t, 5 * sin(t * 7)) }
    let ink = Ink(brush: "pen", brushVersion: 1, color: .ink, size: 12)
    let squeeze = AffineTransform(a: 2, b: 0.3, c: 0.8, d: 0.4, tx: 80, ty: 40)
    let once = Pixels(160, 80)
    once.paint(
      [SyntheticInk.element(1, path, ink: ink, canvasFromElement: squeeze)],
      deviceFromCanvas: .identity)
    // The same through cairo's own transform.
    let twice = Pixels(160, 80)
    cairo_set_matrix(twice.cr, squeeze)
    if case .stroke(let stroke) = SyntheticInk.element(1, path, ink: ink).kind {
      StrokePainter(paper: .light)
        .outline(of: stroke, deviceFromElement: .identity, tolerance: 0.01).addPath(to: twice.cr)
    }
    cairo_set_source(twice.cr, .ink)
    cairo_fill(twice.cr)
    let d = Difference(once, twice)
    #expect(d.worst < 40, "\(d)")
    // A clip changes nothing within itself.
    let clipped = Pixels(160, 80)
    ElementPainter(paper: .light).paint(
      SyntheticInk.element(1, path, ink: ink, canvasFromElement: squeeze), on: clipped.cr,
      deviceFromCanvas: .identity, clip: Rect(x: 0, y: 0, width: 160, height: 80))
    #expect(Difference(once, clipped).worst <= 17)
  }

  @Test func `ink a million points away, enlarged 64 times, is still drawn where it is`() {
    let far = 900_000.0
    let path = StrokePath([
      StrokePoint(x: -Float(far), y: 10), StrokePoint(x: Float(far), y: 10),
    ])
    let p = Pixels(100, 100)
    let t = AffineTransform.translation(Vector(0, -64 * 10 + 50)) * .scale(64)
    let rasterizer = ElementPainter(paper: .light)
    rasterizer.paint(
      SyntheticInk.element(1, path, ink: Ink(brush: "pen", brushVersion: 1, color: .ink, size: 1)),
      on: p.cr, deviceFromCanvas: t, clip: Rect(x: 0, y: 0, width: 100, height: 100))
    // A band 64 pixels high across the picture.
    #expect(abs(p.area - 6400) < 30)
    #expect(abs(p.centroid.y - 50) < 0.1)
  }

  @Test func `points that are not numbers are left out`() {
    let path = StrokePath([
      StrokePoint(x: 10, y: 10), StrokePoint(x: .nan, y: 3), StrokePoint(x: 40, y: .infinity),
      StrokePoint(x: 40, y: 10),
    ])
    let p = Pixels(60, 30)
    p.paint([SyntheticInk.element(1, path)], deviceFromCanvas: .identity)
    #expect(abs(p.area - (30 * 2 + .pi)) < 1)
  }
}

func cairo_set_matrix(_ cr: OpaquePointer, _ t: AffineTransform) {
  var m = cairo_matrix_t(xx: t.a, yx: t.b, xy: t.c, yy: t.d, x0: t.tx, y0: t.ty)
  CCairo.cairo_set_matrix(cr, &m)
}
