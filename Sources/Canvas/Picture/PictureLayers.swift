import InkModel
import InkRendering

/// What a frame shows, bottom first; the shell turns it into whatever its toolkit paints.
public struct PictureLayers {
  /// A tile, as it is or as a stand-in.
  public struct Tile {
    public var image: TileImage
    /// The part of the widget that the tile is to be seen in, in widget points and on whole device
    /// pixels, the tile being scaled and turned to the view; `nil` for a tile of the view's own
    /// scale and turn, shown whole and pixel by pixel.
    public var clip: Rect?
  }

  /// A piece of wet ink; the same tile with the same serial looks the same as before.
  public struct Wet {
    public var tile: WetTile
    public var serial: Int
  }

  /// What the frame is a view of: from the canvas to widget points.
  public var view: Viewport
  /// Device pixels for a widget point.
  public var deviceScale: Double
  /// What lies below all ink.
  public var paper: PaperPicture
  public var tiles: [Tile]
  /// Ink on its way, above the other, and the view that it is seen by.
  public var lifted: [Tile] = []
  public var liftedView = Viewport()
  /// Ink in progress and ink that dries, as far as frames show it.
  public var wet: [Wet] = []
  /// The ends of wet strokes, good for this frame.
  public var tails: [WetTail] = []
  /// Where erasers are, in widget points, and what they are.
  public var erasers: [Point]
  public var eraser: Eraser
}
