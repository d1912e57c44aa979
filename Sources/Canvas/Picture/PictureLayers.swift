import InkModel
import InkRendering

/// What a frame shows, bottom first; the widget makes render nodes of it.
public struct PictureLayers {
  /// A tile, as it is or as a stand-in.
  public struct Tile {
    public var image: TileImage
    /// The part of the widget that the tile is shown in, in widget points and on whole device
    /// pixels, the tile being scaled and turned to the view; `nil` for a tile of the view's own
    /// scale and turn, shown whole and pixel by pixel.
    public var clip: Rect?
  }

  /// A tile of wet ink; the same tile with the same serial has the same pixels.
  public struct Wet {
    public var tile: WetTile
    public var serial: Int
    /// The box, in device pixels, that the tail of its stroke shows instead: ``WetTail/replaced``.
    public var replaced = PixelBox.empty
  }

  /// The view, which maps the canvas to widget points.
  public var view: Viewport
  /// Device pixels for a widget point.
  public var deviceScale: Double
  /// The paper below all ink.
  public var paper: PaperPicture
  public var tiles: [Tile]
  /// Ink that is being moved, above the other, and the view through which it is shown.
  public var lifted: [Tile] = []
  public var liftedView = Viewport()
  /// Ink in progress and ink that dries, as far as frames show it.
  public var wet: [Wet] = []
  /// The ends of wet strokes, valid for this frame.
  public var tails: [WetTail] = []
  /// The positions of erasers, in widget points, and their kind.
  public var erasers: [Point]
  public var eraser: Eraser
}
