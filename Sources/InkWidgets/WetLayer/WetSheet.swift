import CGtk
import InkModel
import InkRendering

/// One stroke in progress as a picture: its masks and its tail, once, in its colour.
struct WetSheet {
  let renderer: WetInkRenderer
  let tail: WetTail?

  /// Paints what of it lies in `box`, to which the context is clipped; both in device pixels of the
  /// canvas.
  func paint(on cr: OpaquePointer, in box: PixelBox) {
    let tiles = tiles(in: box)
    let tail = tail.flatMap { $0.bounds.intersection(box).isEmpty ? nil : $0 }
    guard !tiles.isEmpty || tail != nil else { return }
    if renderer.color.alpha == 255 || tiles.isEmpty || tail == nil {
      for tile in tiles { tile.paint(on: cr) }
      tail?.paint(on: cr)
      return
    }
    // Where the tail lies on the line, a translucent ink is no darker.
    cairo_push_group_with_content(cr, CAIRO_CONTENT_ALPHA)
    cairo_set_source_rgba(cr, 0, 0, 0, 1)
    for tile in tiles {
      cairo_mask_surface(cr, tile.coverage, Double(tile.key.box.x), Double(tile.key.box.y))
    }
    tail?.outline.addPath(to: cr)
    cairo_fill(cr)
    let coverage = cairo_pop_group(cr)
    let c = renderer.color
    cairo_set_source_rgba(
      cr, Double(c.red) / 255, Double(c.green) / 255, Double(c.blue) / 255, Double(c.alpha) / 255)
    cairo_mask(cr, coverage)
    cairo_pattern_destroy(coverage)
  }

  private func tiles(in box: PixelBox) -> [WetTile] {
    let side = WetTile.side
    func cell(_ a: Int) -> Int { a >= 0 ? a / side : -((side - 1 - a) / side) }
    guard !box.isEmpty else { return [] }
    var found: [WetTile] = []
    for row in cell(box.y)...cell(box.maxY - 1) {
      for column in cell(box.x)...cell(box.maxX - 1) {
        if let tile = renderer.tiles[WetTileKey(column: column, row: row)] { found.append(tile) }
      }
    }
    return found
  }
}
