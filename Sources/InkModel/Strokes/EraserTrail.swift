/// The path of an eraser's disc over a stroke: nothing of the stroke is painted under it.
///
/// The trail is kept in the space in which it was made, so that the disc stays round when the
/// stroke is moved or scaled later.
public struct EraserTrail: Hashable, Sendable {
  /// The positions of the disc's centre, one or more, joined by straight lines.
  public var positions: [Point]
  /// Above 0, in the unit of ``positions``.
  public var radius: Double
  /// From the space of ``positions`` to that of the stroke's path.
  public var elementFromTrail: AffineTransform

  public init(
    positions: [Point], radius: Double, elementFromTrail: AffineTransform = .identity
  ) {
    self.positions = positions
    self.radius = radius
    self.elementFromTrail = elementFromTrail
  }

  /// What the disc sweeps from each position to the next; one that does not move where there is one position.
  public var discs: [SweptDisc] {
    guard positions.count > 1 else {
      return positions.map { SweptDisc(from: $0, to: $0, radius: radius) }
    }
    return zip(positions, positions.dropFirst()).map { SweptDisc(from: $0, to: $1, radius: radius) }
  }

  /// The bounds of everything it covers, in the space of ``positions``.
  public var bounds: Rect {
    discs.reduce(.empty) { $0.union($1.bounds) }
  }
}
