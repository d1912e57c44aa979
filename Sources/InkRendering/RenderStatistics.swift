/// How much work painting took, counted so that tests can limit it without a clock.
public struct RenderStatistics: Hashable, Sendable {
  /// Elements painted, each once for every surface it was painted on.
  public var elements = 0
  /// Points of the strokes' paths read.
  public var points = 0
  /// Nodes that simplification left near the surface, and that were painted.
  public var nodes = 0
  /// Corners of the polygons filled.
  public var vertices = 0
  /// Pixels in the boxes painted to, whether ink covered them or not.
  public var pixels = 0

  public init() {}

  public static func += (a: inout RenderStatistics, b: RenderStatistics) {
    a.elements += b.elements
    a.points += b.points
    a.nodes += b.nodes
    a.vertices += b.vertices
    a.pixels += b.pixels
  }

  public static func - (a: RenderStatistics, b: RenderStatistics) -> RenderStatistics {
    var c = a
    c.elements -= b.elements
    c.points -= b.points
    c.nodes -= b.nodes
    c.vertices -= b.vertices
    c.pixels -= b.pixels
    return c
  }
}
