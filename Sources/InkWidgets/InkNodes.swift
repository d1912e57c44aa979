import CGtk
import Canvas
import GtkInk
import InkModel
import InkRendering

/// Turns the layers of a picture into render nodes, and keeps them while they are the same.
final class InkNodes {
  /// What was painted is held with its node: an identifier says who it is only while it lives.
  private var tileNodes: [ObjectIdentifier: (image: TileImage, node: RenderNode)] = [:]
  private var wetNodes: [WetKey: (tile: WetTile, node: RenderNode)] = [:]

  private let paper = PaperNode()

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
    var kept: [ObjectIdentifier: (image: TileImage, node: RenderNode)] = [:]
    kept.reserveCapacity(tiles.count)
    for tile in tiles {
      guard let surface = tile.image.surface else { continue }
      let id = ObjectIdentifier(tile.image)
      let box = tile.image.inkBounds
      // In the node's own space one unit is one widget point at the tile's own scale.
      guard
        let node = tileNodes[id]?.node
          ?? RenderNode.image(
            surface, part: Rect(x: 0, y: 0, width: Double(box.width), height: Double(box.height)),
            at: Point(Double(box.x), Double(box.y)), pointsPerPixel: 1)
      else { continue }
      kept[id] = (tile.image, node)
      let key = tile.image.key
      let corner = view.widgetFromCanvas(Point(key.canvasRect.minX, key.canvasRect.minY))
      if let part = tile.part { pushClip(part, view, to: snapshot) }
      node.append(
        to: snapshot, at: corner, rotation: view.rotation, scale: view.scale / key.scale)
      if tile.part != nil { gtk_snapshot_pop(snapshot) }
    }
    tileNodes = kept
  }

  /// Shows only a piece of the canvas until the matching pop.
  private func pushClip(_ part: Rect, _ view: Viewport, to snapshot: OpaquePointer) {
    // A turned piece would need a turned clip; its box shows a little more than was asked for,
    // which a stand-in may.
    var box = view.widgetFromCanvas(part).graphene
    gtk_snapshot_push_clip(snapshot, &box)
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
