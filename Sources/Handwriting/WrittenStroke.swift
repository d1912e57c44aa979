import InkModel

/// One stroke as the recogniser sees it: where the tip went, in the order written.
///
/// Any unit will do, as long as all strokes of one call use the same one; y grows downwards. Points that
/// are not finite are skipped. Force and time are taken by the callers' types but not needed: many
/// tablets and every finger lack them, so the network was trained without.
public struct WrittenStroke: Hashable, Sendable {
  public var points: [Point]

  public init(_ points: [Point]) {
    self.points = points
  }

  /// The positions of recorded samples.
  public init(samples: some Sequence<StylusSample>) {
    points = samples.map(\.position)
  }
}

extension Stroke {
  /// What can be read of the stroke: one for each stretch of its path that erasers left.
  ///
  /// - Parameter transform: From the path's space to the one that all strokes of a call share.
  public func written(through transform: AffineTransform = .identity) -> [WrittenStroke] {
    shownPoints.map { points in WrittenStroke(points.map { transform($0.position) }) }
  }
}
