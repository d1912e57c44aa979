import CGtk
import Canvas
import GtkInk
import InkModel
import InkRendering

/// Turns tiles into render nodes, and keeps the node of each while its image is the same.
final class TileNodes {
  /// What was painted is held with its node: an identifier says who it is only while it lives.
  private var nodes: [Key: (image: TileImage, node: RenderNode)] = [:]

  private struct Key: Hashable {
    var image: ObjectIdentifier
    /// The tile of its grid that the node counts its place from.
    var column: Int
    var row: Int
  }

  /// Appends tiles as a view shows them.
  ///
  /// `deviceScale` is device pixels for a widget point.
  func append(
    _ tiles: [PictureLayers.Tile], _ view: Viewport, _ deviceScale: Double,
    to snapshot: OpaquePointer
  ) {
    var kept: [Key: (image: TileImage, node: RenderNode)] = [:]
    kept.reserveCapacity(tiles.count)
    for tile in tiles {
      guard let surface = tile.image.surface else { continue }
      let key = tile.image.key
      let isExact = tile.clip == nil
      // Nodes of one grid share a place to count from, near enough for GSK's short floats.
      let mask = isExact ? ~0 : ~15
      let base = (column: key.column & mask, row: key.row & mask)
      let id = Key(
        image: ObjectIdentifier(tile.image), column: base.column, row: base.row)
      let side = Double(TileGrid.side)
      let origin = Point(Double(base.column) * side, Double(base.row) * side)
      let corner = tile.image.gridRect
      guard
        let node = nodes[id]?.node
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
    nodes = kept
  }
}
