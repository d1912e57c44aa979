import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// Turns the layers of a picture into render nodes, and keeps them while they are the same.
final class InkNodes {
  private let tiles = TileNodes()
  private let liftedTiles = TileNodes()
  private var wetNodes: [WetKey: (tile: WetTile, node: RenderNode)] = [:]

  private let paper = PaperNode()

  /// The node of the paper's pattern in the last frame; `nil` where there is none.
  var paperMarks: RenderNode? { paper.marks }

  private struct WetKey: Hashable {
    var tile: ObjectIdentifier
    var serial: Int
  }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - isPaintedAnew: See ``TileNodes/append(_:_:_:isPaintedAnew:to:)``.
  ///   - underlay: Appends what lies on the paper, below all ink.
  ///   - extra: Appends what else belongs below the dry ink, and above all ink.
  func append(
    _ layers: PictureLayers, isPaintedAnew: Bool, to snapshot: OpaquePointer,
    underlay: (OpaquePointer) -> Void, with extra: (LayerBand) -> Void = { _ in }
  ) {
    let (view, deviceScale) = (layers.view, layers.deviceScale)
    paper.append(layers.paper, view.widgetBounds, to: snapshot)
    underlay(snapshot)
    var kept: [WetKey: (tile: WetTile, node: RenderNode)] = [:]
    appendWet(.below, of: layers, deviceScale, to: snapshot, &kept)
    extra(.below)
    tiles.append(layers.tiles, view, deviceScale, isPaintedAnew: isPaintedAnew, to: snapshot)
    liftedTiles.append(
      layers.lifted, layers.liftedView, deviceScale, isPaintedAnew: isPaintedAnew, to: snapshot)
    appendWet(.above, of: layers, deviceScale, to: snapshot, &kept)
    wetNodes = kept
    for position in layers.erasers {
      EraserRing.append(
        layers.eraser.kind, at: position, radius: layers.eraser.radius, to: snapshot)
    }
    extra(.above)
  }

  /// Appends the wet ink whose band is above the dry ink, or below it.
  private func appendWet(
    _ band: LayerBand, of layers: PictureLayers, _ deviceScale: Double,
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
    for piece in layers.wet where piece.tile.band == band {
      let key = WetKey(tile: ObjectIdentifier(piece.tile), serial: piece.serial)
      if !piece.replaced.intersection(piece.tile.bounds).isEmpty {
        // For this frame only, as the tail is.
        node(piece.tile.bounds) { piece.tile.paint(on: $0, except: piece.replaced) }?
          .append(to: snapshot)
        continue
      }
      let whole = wetNodes[key]?.node ?? node(piece.tile.bounds) { piece.tile.paint(on: $0) }
      guard let node = whole else { continue }
      kept[key] = (piece.tile, node)
      node.append(to: snapshot)
    }
    for tail in layers.tails where tail.band == band {
      node(tail.bounds, tail.paint)?.append(to: snapshot)
    }
  }
}
