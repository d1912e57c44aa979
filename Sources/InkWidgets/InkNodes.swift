import CGtk
import Canvas
import GtkInk
import InkModel
import InkRendering

/// Turns the layers of a picture into render nodes, and keeps them while they are the same.
final class InkNodes {
  /// What was painted is held with its node: an identifier says who it is only while it lives.
  private var tileNodes: [TileNodeKey: (image: TileImage, node: RenderNode)] = [:]
  private var wetNodes: [WetKey: (tile: WetTile, node: RenderNode)] = [:]

  private let paper = PaperNode()

  /// What is printed on the paper of the last frame; `nil` where that is nothing.
  var paperMarks: RenderNode? { paper.marks }

  private struct TileNodeKey: Hashable {
    var image: ObjectIdentifier
    /// The tile of its grid that the node counts its place from.
    var column: Int
    var row: Int
  }

  private struct WetKey: Hashable {
    var tile: ObjectIdentifier
    var serial: Int
  }

  /// Appends a frame.
  ///
  /// Widget points; `deviceScale` is device pixels for a widget point.
  func append(
    _ layers: PictureLayers, _ view: Viewport, _ deviceScale: Double, to snapshot: OpaquePointer
  ) {
    paper.append(layers.paper, view.widgetBounds, to: snapshot)
    var kept: [WetKey: (tile: WetTile, node: RenderNode)] = [:]
    appendWet(.below, of: layers, deviceScale, to: snapshot, &kept)
    appendTiles(layers.tiles, view, deviceScale, to: snapshot)
    appendWet(.above, of: layers, deviceScale, to: snapshot, &kept)
    wetNodes = kept
    for place in layers.erasers { appendRing(place, layers.eraserRadius, to: snapshot) }
  }

  private func appendTiles(
    _ tiles: [PictureLayers.Tile], _ view: Viewport, _ deviceScale: Double,
    to snapshot: OpaquePointer
  ) {
    var kept: [TileNodeKey: (image: TileImage, node: RenderNode)] = [:]
    kept.reserveCapacity(tiles.count)
    for tile in tiles {
      guard let surface = tile.image.surface else { continue }
      let key = tile.image.key
      let isExact = tile.clip == nil
      // Nodes of one grid share a place to count from, near enough for GSK's short floats.
      let mask = isExact ? ~0 : ~15
      let base = (column: key.column & mask, row: key.row & mask)
      let id = TileNodeKey(
        image: ObjectIdentifier(tile.image), column: base.column, row: base.row)
      let side = Double(TileGrid.side)
      let origin = Point(Double(base.column) * side, Double(base.row) * side)
      let corner = tile.image.gridRect
      guard
        let node = tileNodes[id]?.node
          ?? RenderNode.image(
            surface, part: Rect(x: 0, y: 0, width: corner.width, height: corner.height),
            at: Point(corner.minX - origin.x, corner.minY - origin.y), pointsPerPixel: 1)
      else { continue }
      kept[id] = (tile.image, node)
      let place = view.widgetFromCanvas(key.grid.canvasFromGrid(origin))
      if let clip = tile.clip {
        var box = clip.graphene
        gtk_snapshot_push_clip(snapshot, &box)
        node.append(
          to: snapshot, at: place, rotation: view.rotation - key.grid.rotation,
          scale: view.scale / key.scale)
        gtk_snapshot_pop(snapshot)
      } else {
        node.append(to: snapshot, at: place, scale: 1 / deviceScale)
      }
    }
    tileNodes = kept
  }

  /// Appends the wet ink whose place is above the dry ink, or below it.
  private func appendWet(
    _ place: PaintingPlace, of layers: PictureLayers, _ deviceScale: Double,
    to snapshot: OpaquePointer, _ kept: inout [WetKey: (tile: WetTile, node: RenderNode)]
  ) {
    let k = 1 / deviceScale
    func node(_ box: PixelBox, _ paint: (OpaquePointer) -> Void) -> RenderNode? {
      let r = box.rect
      return RenderNode.painted(
        in: Rect(x: r.minX * k, y: r.minY * k, width: r.width * k, height: r.height * k)
      ) { cr in
        cairo_scale(cr, k, k)
        paint(cr)
      }
    }
    for piece in layers.wet where piece.tile.place == place {
      let key = WetKey(tile: ObjectIdentifier(piece.tile), serial: piece.serial)
      guard let node = wetNodes[key]?.node ?? node(piece.tile.bounds, piece.tile.paint) else {
        continue
      }
      kept[key] = (piece.tile, node)
      node.append(to: snapshot)
    }
    for tail in layers.tails where tail.place == place {
      node(tail.bounds, tail.paint)?.append(to: snapshot)
    }
  }

  /// A ring that is seen on any ground: dark within, light without.
  private func appendRing(_ place: Point, _ radius: Double, to snapshot: OpaquePointer) {
    let node = RenderNode.painted(in: Rect(center: place, radius: radius + 3)) { cr in
      cairo_arc(cr, place.x, place.y, radius, 0, 2 * .pi)
      cairo_set_source_rgba(cr, 1, 1, 1, 0.85)
      cairo_set_line_width(cr, 3)
      cairo_stroke_preserve(cr)
      cairo_set_source_rgba(cr, 0.2, 0.2, 0.25, 0.9)
      cairo_set_line_width(cr, 1)
      cairo_stroke(cr)
    }
    node?.append(to: snapshot)
  }
}
