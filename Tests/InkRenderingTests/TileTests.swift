import CCairo
import InkModel
import InkTestSupport
import Testing

@testable import InkRendering

@Suite struct `Tiles` {
  @Test(arguments: [0.25, 1, 1.5, 2])
  func `a mosaic of tiles is the whole picture`(scale: Double) throws {
    let drawing = SyntheticInk.page(strokes: 120)
    let (w, h) = (Int(600 * scale), Int(300 * scale))
    let whole = Pixels(w, h)
    whole.paint(drawing.elements, deviceFromCanvas: .scale(scale))
    let mosaic = Pixels(w, h)
    let grid = TileGrid(paper: .light, scale: scale)
    let rasterizer = ElementPainter(paper: .light)
    for key in grid.keys(covering: Rect(x: 0, y: 0, width: 600, height: 300)) {
      let image = try #require(
        try TileRenderer.paint(
          TileRequest(key: key, version: 1), of: drawing, with: rasterizer))
      image.paint(on: mosaic.cr, x: Double(key.column * 256), y: Double(key.row * 256))
    }
    let d = Difference(whole, mosaic)
    // cairo cuts polygons at the surface's edge in 24 bits, which shifts a few edges a little.
    #expect(d.strong == 0 && d.visible <= 30, "\(d)")
  }

  @Test(arguments: [15.0, 30, 45, 90, 137, 180, -60])
  func `S79 turned tiles are as sharp as the picture painted turned`(degrees: Double) throws {
    let drawing = SyntheticInk.page(strokes: 120)
    let grid = TileGrid(paper: .light, scale: 1.5, rotation: degrees * .pi / 180)
    let area = Rect(x: 0, y: 0, width: 400, height: 200)
    let box = grid.gridFromCanvas(area).roundedOut
    let shift = AffineTransform.translation(Vector(-box.minX, -box.minY))
    let whole = Pixels(Int(box.width), Int(box.height))
    whole.paint(drawing.elements, deviceFromCanvas: shift * grid.gridFromCanvas)
    let mosaic = Pixels(Int(box.width), Int(box.height))
    let rasterizer = ElementPainter(paper: .light)
    var seen = Rect.empty
    for key in grid.keys(covering: Quad(grid.gridFromCanvas(area)).mapped(by: grid.canvasFromGrid))
    {
      seen = seen.union(key.gridRect)
      let image = try #require(
        try TileRenderer.paint(
          TileRequest(key: key, version: 1), of: drawing, with: rasterizer))
      image.paint(on: mosaic.cr, x: key.gridRect.minX - box.minX, y: key.gridRect.minY - box.minY)
    }
    #expect(seen.outset(by: 1e-6).contains(box.outset(by: -1)))
    let d = Difference(whole, mosaic)
    #expect(d.strong == 0 && d.visible <= 30, "\(d)")
  }

  @Test(arguments: [0, 0.2, .pi / 2, 2.5, -1])
  func `the tiles of a turned window are those that it meets`(rotation: Double) throws {
    let grid = TileGrid(paper: .light, scale: 0.8, rotation: 0.7)
    let window = Quad(Rect(x: -300, y: 200, width: 1500, height: 700))
      .mapped(by: .rotation(rotation))
    let keys = Set(grid.keys(covering: window))
    for key in grid.keys(around: window, margin: 256) {
      // Points all over the tile: some of them in the window, or none.
      let inGrid = key.gridRect
      let hits = (0..<1600).count { i in
        let p = Point(
          inGrid.minX + (Double(i % 40) + 0.5) * 6.4, inGrid.minY + (Double(i / 40) + 0.5) * 6.4)
        let back = AffineTransform.rotation(-rotation)(grid.canvasFromGrid(p))
        return Rect(x: -300, y: 200, width: 1500, height: 700).contains(back)
      }
      if hits > 0 { #expect(keys.contains(key)) }
      if keys.contains(key) {
        #expect(window.mapped(by: grid.gridFromCanvas).intersects(inGrid))
      } else {
        #expect(hits == 0)
      }
    }
  }

  @Test(arguments: [(1.0, 0.26), (2, 0.52), (1, 1.2), (0.7, 0), (1.37, 0), (3.1, 0.785)])
  func `scaled and turned tiles leave no seam between them`(
    scale: Double, rotation: Double
  ) throws {
    // Ink all over: a seam would show as anything else.
    let line = SyntheticInk.path(samples: 2) { Point(100 + 500 * $0, 300) }
    let ink = Ink(
      brush: Ink.standard.brush, brushVersion: Ink.standard.brushVersion,
      color: Color(rgba: 0x1A1F_2B80), size: 900)
    let drawing = Drawing([
      Element(
        id: ElementID(1), order: .first,
        kind: .stroke(Stroke(content: ContentID(1), ink: ink, path: line, seed: 1)))
    ])
    let grid = TileGrid(paper: .light, scale: 1)
    let p = Pixels(700, 700)
    let view =
      AffineTransform.translation(Vector(350.3, 350.7)) * .scale(scale) * .rotation(rotation)
      * .translation(Vector(-350, -300))
    cairo_set_matrix(p.cr, view)
    let rasterizer = ElementPainter(paper: .light)
    for key in grid.keys(covering: Rect(x: -400, y: -400, width: 1500, height: 1500)) {
      let image = try #require(
        try TileRenderer.paint(TileRequest(key: key, version: 0), of: drawing, with: rasterizer))
      image.paintInGrid(on: p.cr)
    }
    let middle = p[350, 350]
    #expect(middle >> 24 == 0x80)
    // In the middle there is nothing but ink; an edge of the picture may have another alpha.
    var others = 0
    let reach = Int(200 * min(scale, 1))
    for y in 350 - reach..<350 + reach {
      for x in 350 - reach..<350 + reach where p[x, y] != middle { others += 1 }
    }
    #expect(others == 0)
  }
}
