/// Where the page and the layer that an element names lie: what follows for it from a drawing's settings.
///
/// Nothing of it is in the file: a page that moves takes its elements along, and a layer its own, without another
/// version of any of them. ``Drawing`` gives each of its elements its placement.
public struct ElementPlacement: Hashable, Sendable {
  /// Where the page's own origin, its corner before turning, lies on the canvas.
  public var origin: Vector
  /// ``Page/quarterTurns``.
  public var quarterTurns: Int8
  /// The position of the layer among all, counted from the bottom.
  public var rank: Int64

  public init(origin: Vector = Vector(0, 0), quarterTurns: Int8 = 0, rank: Int64 = 0) {
    self.origin = origin
    self.quarterTurns = quarterTurns
    self.rank = rank
  }

  /// The canvas without pages and with one layer.
  static func canvas(layer: Int32) -> ElementPlacement { ElementPlacement(rank: Int64(layer)) }

  /// From the space of the page to the canvas.
  ///
  /// Exact but for the addition of ``origin``.
  public var canvasFromPage: AffineTransform {
    let (cos, sin): (Double, Double) =
      switch quarterTurns & 3 {
      case 0: (1, 0)
      case 1: (0, 1)
      case 2: (-1, 0)
      default: (0, -1)
      }
    return AffineTransform(a: cos, b: sin, c: -sin, d: cos, tx: origin.dx, ty: origin.dy)
  }

  /// Whether the space of the page is that of the canvas.
  var isCanvas: Bool { quarterTurns == 0 && origin.dx == 0 && origin.dy == 0 }
}
