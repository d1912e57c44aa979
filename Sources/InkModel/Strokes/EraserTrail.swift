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

/// All that a disc covers on a straight way: the eraser between two samples.
public struct SweptDisc: Hashable, Sendable {
  public var start: Point
  public var end: Point
  /// Above 0.
  public var radius: Double

  public init(from start: Point, to end: Point, radius: Double) {
    self.start = start
    self.end = end
    self.radius = radius
  }

  public var bounds: Rect {
    Rect(center: start, radius: radius).union(Rect(center: end, radius: radius))
  }

  /// How far a place is from the middle of the way; within ``radius`` it is covered.
  @inlinable
  public func distance(to p: Point) -> Double {
    let v = end - start
    let l = v.lengthSquared
    guard l > 0 else { return p.distance(to: start) }
    let t = min(max((p - start).dot(v) / l, 0), 1)
    return p.distance(to: start + v * t)
  }
}
