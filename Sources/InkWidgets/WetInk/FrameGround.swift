import CGtk
import Canvas
import Gtk
import GtkInk
import InkModel
import InkRendering

/// What the window's last frame shows of the canvas, to be painted again with more ink below the dry ink.
///
/// A surface over the window cannot add anything below the window's contents. So where a stroke in
/// progress belongs below the dry ink (a highlighter's), the layer shows the part of the frame under the
/// stroke as well, pixel for pixel and opaque, with the stroke in its layer order.
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
  /// The node of the paper's pattern, where there is one.
  var marks: RenderNode?
  private let tiles: [Tile]
  /// Ink that is still drying.
  private let wet: [PictureLayers.Wet]

  /// `nil` where a frame cannot be painted again pixel for pixel: where stand-ins are shown, scaled or
  /// turned by GSK, or where the frame itself shows a tail, an eraser or lifted ink.
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
      let position = deviceFromCanvas(
        key.grid.canvasFromGrid(Point(corner.minX, corner.minY)))
      let (x, y) = (position.x.rounded(), position.y.rounded())
      // Else it is a moving view, which is aligned with whole pixels when it comes to rest, but for what is rounded; a
      // number beyond a billion is no whole pixel in 32 bits.
      guard abs(position.x - x) < 0.01, abs(position.y - y) < 0.01, abs(x) < 1e9, abs(y) < 1e9
      else {
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

  /// Whether two frames show the same pixels.
  func hasSamePixels(as other: FrameGround) -> Bool {
    deviceFromCanvas == other.deviceFromCanvas && paper == other.paper && tiles == other.tiles
      && wet.elementsEqual(other.wet) { $0.tile === $1.tile && $0.serial == $1.serial }
  }

  /// Paints a part of the frame, to which the context is clipped, with `sheets` below the dry ink.
  ///
  /// In device pixels of the canvas. Raw calls: `Gtk` paints no nodes and sets no colours on a cairo context.
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
