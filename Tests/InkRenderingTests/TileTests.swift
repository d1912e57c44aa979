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
    let rasterizer = StrokeRasterizer(paper: .light)
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
}
