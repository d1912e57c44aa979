import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Turns tiles into render nodes, and keeps the node of each while its image is the same.
///
/// Where GSK paints with cairo, an image that has grown by some ink replaces the last one in the same node:
/// then only the new ink's box is painted again.
final class TileNodes {
  private struct Entry {
    let image: TileImage
    let shown: NodeImage
    let base: RenderNode
    /// ``base``, with a mark where its image changed last.
    let node: RenderNode
  }

  private var nodes: [Key: Entry] = [:]
  /// What the last frame showed, and all of it as one node.
  private var last: (shown: Shown, node: RenderNode?)?

  /// What a picture of tiles depends on.
  private struct Shown: Equatable {
    struct Tile: Equatable {
      var image: Int
      var clip: Rect?
    }
    var tiles: [Tile]
    var view: Viewport
    var deviceScale: Double
  }

  private struct Key: Hashable {
    /// The image's serial.
    var image: Int
    /// The tile of its grid whose corner is the node's origin.
    var column: Int
    var row: Int
  }

  /// Appends tiles as a view shows them.
  ///
  /// - Parameters:
  ///   - deviceScale: Device pixels for a widget point.
  ///   - isPaintedAnew: See ``RenderNode/arePaintedAnew(of:)``.
  func append(
    _ tiles: [PictureLayers.Tile], _ view: Viewport, _ deviceScale: Double, isPaintedAnew: Bool,
    to snapshot: OpaquePointer
  ) {
    let shown = Shown(
      tiles: tiles.map { Shown.Tile(image: $0.image.serial, clip: $0.clip) }, view: view,
      deviceScale: deviceScale)
    if last?.shown != shown {
      var isWhole = true
      let node = RenderNode.group {
        isWhole = append(tiles, view, deviceScale, isPaintedAnew: isPaintedAnew, each: $0)
      }
      node?.append(to: snapshot)
      last = isWhole ? (shown, node) : nil
    } else {
      last?.node?.append(to: snapshot)
    }
  }

  /// - Returns: False where there was no memory for one.
  private func append(
    _ tiles: [PictureLayers.Tile], _ view: Viewport, _ deviceScale: Double, isPaintedAnew: Bool,
    each snapshot: OpaquePointer
  ) -> Bool {
    var isWhole = true
    var kept: [Key: Entry] = [:]
    kept.reserveCapacity(tiles.count)
    for tile in tiles {
      guard let surface = tile.image.surface else { continue }
      let key = tile.image.key
      let isExact = tile.clip == nil
      // Nodes of one grid share an origin, near enough for GSK's single-precision floats.
      let mask = isExact ? ~0 : ~15
      let base = (column: key.column & mask, row: key.row & mask)
      let id = Key(image: tile.image.serial, column: base.column, row: base.row)
      let length = Double(TileGrid.side)
      let origin = Point(Double(base.column) * length, Double(base.row) * length)
      guard
        let entry = kept[id] ?? nodes[id]
          ?? (isPaintedAnew ? grown(tile.image, surface, id, origin) : nil)
          ?? made(tile.image, surface, origin)
      else {
        isWhole = false
        continue
      }
      kept[id] = entry
      let node = entry.node
      let position = view.widgetFromCanvas(key.grid.canvasFromGrid(origin))
      if let clip = tile.clip {
        // Raw: `Gtk` does not wrap a snapshot's clips.
        var box = clip.graphene
        gtk_snapshot_push_clip(snapshot, &box)
        node.append(
          to: snapshot, at: position, rotation: view.rotation - key.grid.rotation,
          scale: view.scale / key.scale)
        gtk_snapshot_pop(snapshot)
      } else {
        node.append(to: snapshot, at: position, scale: 1 / deviceScale)
      }
    }
    nodes = kept
    return isWhole
  }

  private func made(_ image: TileImage, _ surface: OpaquePointer, _ origin: Point) -> Entry? {
    let shown = NodeImage(surface, of: image)
    let corner = image.gridRect
    let position = Point(corner.minX - origin.x, corner.minY - origin.y)
    return RenderNode.image(shown, at: position, pointsPerPixel: 1).map {
      Entry(image: image, shown: shown, base: $0, node: $0)
    }
  }

  /// The last frame's entry with a later image; `nil` where that differs by more than some ink.
  private func grown(
    _ image: TileImage, _ surface: OpaquePointer, _ id: Key, _ origin: Point
  ) -> Entry? {
    guard let growth = image.growth,
      let old = nodes[Key(image: growth.from, column: id.column, row: id.row)],
      old.image.inkBounds == image.inkBounds
    else { return nil }
    let tile = image.key.gridRect
    // Scaled, a pixel reaches into its neighbours.
    let box = growth.box.rect.outset(by: 1)
    let position = Rect(
      x: tile.minX - origin.x + box.minX, y: tile.minY - origin.y + box.minY, width: box.width,
      height: box.height)
    guard let node = old.base.marked(in: position) else { return nil }
    old.shown.show(surface, of: image)
    return Entry(image: image, shown: old.shown, base: old.base, node: node)
  }
}
