/// All that a disc covers on a straight path: the eraser between two samples.
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

  /// The distance of a point from the path of the disc's centre; within ``radius`` it is covered.
  @inlinable
  public func distance(to p: Point) -> Double {
    p.distance(toSegmentFrom: start, to: end)
  }
}
