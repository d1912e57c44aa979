import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// What the window's last frame shows of the canvas, to be painted again with more ink in it, below
/// the dry ink.
///
/// A surface over the window can add nothing below what is there. So where a stroke in progress
/// belongs below the dry ink (a highlighter's), the layer shows all of the frame that the stroke
/// touches, pixel for pixel, opaque, with the stroke in its place.
struct FrameGround {
  private struct Tile: Equatable {
    let image: TileImage
    let x: Int
    let y: Int
    var box: PixelBox

    static func == (a: Tile, b: Tile) -> Bool {
      a.image === b.image && a.x == b.x && a.y == b.y
    }
  }

  /// From the canvas to device pixels of the widget, as the frame has it.
  let deviceFromCanvas: AffineTransform
  private let paper: PaperPicture
  /// The node that shows what is printed on the paper, where anything is.
  var marks: RenderNode?
  private let tiles: [Tile]
  /// Ink that is still drying.
  private let wet: [PictureLayers.Wet]

  /// `nil` where a frame cannot be painted again pixel for pixel: where pictures stand in for tiles,
  /// scaled or turned by the window's renderer, or where something of the frame itself moves.
  init?(_ layers: PictureLayers) {
    guard layers.tiles.allSatisfy({ $0.clip == nil }), layers.tails.isEmpty, layers.erasers.isEmpty,
      layers.lifted.isEmpty
    else { return nil }
    deviceFromCanvas = .scale(layers.deviceScale) * layers.view.widgetFromCanvas
    paper = layers.paper
    wet = layers.wet
    var tiles: [Tile] = []
    tiles.reserveCapacity(layers.tiles.count)
    for tile in layers.tiles {
      let key = tile.image.key
      let corner = key.gridRect
      let place = deviceFromCanvas(
        key.grid.canvasFromGrid(Point(corner.minX, corner.minY)))
      let (x, y) = (place.x.rounded(), place.y.rounded())
      // A view that comes to rest on whole pixels with its next frame.
      guard abs(place.x - x) < 0.01, abs(place.y - y) < 0.01, abs(x) < 1e9, abs(y) < 1e9 else {
        return nil
      }
      let ink = tile.image.inkBounds
      tiles.append(
        Tile(
          image: tile.image, x: Int(x), y: Int(y),
          box: PixelBox(
            x: Int(x) + ink.x, y: Int(y) + ink.y, width: ink.width, height: ink.height)))
    }
    self.tiles = tiles
  }

  /// Whether two frames look the same.
  func looksLike(_ other: FrameGround) -> Bool {
    deviceFromCanvas == other.deviceFromCanvas && paper == other.paper && tiles == other.tiles
      && wet.elementsEqual(other.wet) { $0.tile === $1.tile && $0.serial == $1.serial }
  }

  /// Paints a part of the frame, to which the context is clipped, with `sheets` below the dry ink.
  ///
  /// Device pixels of the canvas.
  func paint(on cr: OpaquePointer, in box: PixelBox, below sheets: [WetSheet]) {
    var ground = paper.ground.gdk
    gdk_cairo_set_source_rgba(cr, &ground)
    cairo_paint(cr)
    if paper.hasMarks, let marks {
      cairo_save(cr)
      cairo_scale(cr, paper.deviceScale, paper.deviceScale)
      gsk_render_node_draw(marks.pointer, cr)
      cairo_restore(cr)
    }
    paintWet(.below, on: cr, in: box)
    for sheet in sheets { sheet.paint(on: cr, in: box) }
    for tile in tiles where !tile.box.intersection(box).isEmpty {
      tile.image.paint(on: cr, x: Double(tile.x), y: Double(tile.y))
    }
    paintWet(.above, on: cr, in: box)
  }

  private func paintWet(_ band: LayerBand, on cr: OpaquePointer, in box: PixelBox) {
    for piece in wet where piece.tile.band == band {
      guard !piece.tile.bounds.intersection(box).isEmpty else { continue }
      piece.tile.paint(on: cr)
    }
  }
}
