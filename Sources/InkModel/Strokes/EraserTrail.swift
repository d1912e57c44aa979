/// Where an eraser's disc has been on a stroke: nothing of the stroke is painted there.
///
/// The trail is kept in the space it was made in, so that the disc stays round however its stroke
/// is moved or squeezed later.
public struct EraserTrail: Hashable, Sendable {
  /// The centre's way, one place or more.
  public var places: [Point]
  /// Above 0, in the unit of the places.
  public var radius: Double
  /// From the space of ``places`` to that of the stroke's path.
  public var elementFromTrail: AffineTransform

  public init(
    places: [Point], radius: Double, elementFromTrail: AffineTransform = .identity
  ) {
    self.places = places
    self.radius = radius
    self.elementFromTrail = elementFromTrail
  }

  /// The straight pieces of the way, each a disc on its way from one place to the next.
  public var discs: [SweptDisc] {
    guard places.count > 1 else {
      return places.map { SweptDisc(from: $0, to: $0, radius: radius) }
    }
    return zip(places, places.dropFirst()).map { SweptDisc(from: $0, to: $1, radius: radius) }
  }

  /// The box of all that it covers, in the space of its places.
  public var bounds: Rect {
    discs.reduce(.empty) { $0.union($1.bounds) }
  }
}
