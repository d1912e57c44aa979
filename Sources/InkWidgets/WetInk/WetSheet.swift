import CGtk
import InkModel
import InkRendering

/// One stroke in progress as a picture: its masks and its tail, in its colour.
struct WetSheet {
  let renderer: WetInkRenderer
  let tail: WetTail?

  /// Paints the part of it in `box`, to which the context is clipped; in device pixels of the canvas.
  func paint(on cr: OpaquePointer, in box: PixelBox) {
    let replaced = tail?.replaced ?? .empty
    for tile in tiles(in: box) { tile.paint(on: cr, except: replaced) }
    // A tail's mask excludes what the stroke's masks cover already, or replaces it, so that translucent ink
    // is not darker where they overlap.
    if let tail, !tail.bounds.intersection(box).isEmpty { tail.paint(on: cr) }
  }

  /// The boxes within `box` in which it may have painted.
  func boxes(in box: PixelBox) -> [PixelBox] {
    (tiles(in: box).map(\.bounds) + (tail.map { [$0.bounds] } ?? []))
      .map { $0.intersection(box) }.filter { !$0.isEmpty }
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
