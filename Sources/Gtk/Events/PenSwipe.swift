import InkModel

/// A press of the pen that scrolls a view by as much as the pen moves: GTK does so for fingers alone.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class PenSwipe {
  /// Where the pen was put down, in points of what does not scroll.
  public let start: Point
  /// It has moved far enough; it is no tap any more.
  public var isScrolling: Bool { axis != nil }

  /// It may go while the pen is down.
  private let scroller: Kept<ScrolledWindow>
  private let axes: [Orientation]
  private let flatness: Double
  /// Of the view as the pen was put down.
  private let position: Point
  /// The direction in which it scrolls, which it keeps.
  private var axis: Orientation?

  /// Widget points that the pen may move before it scrolls.
  private static let slop = 12.0

  /// - Parameters:
  ///   - start: Where the pen was put down, in points of what does not scroll.
  ///   - axes: In which it may scroll.
  ///   - flatness: How many times as far the pen may move across as along. By default twice, and where rows have actions
  ///     that a swipe along them shows a straighter one is for those.
  public init(
    in scroller: ScrolledWindow, from start: Point, along axes: [Orientation] = [.vertical],
    flatness: Double = 2
  ) {
    self.scroller = Kept(scroller)
    self.start = start
    self.axes = axes
    self.flatness = flatness
    position = Point(scroller.horizontalPosition, scroller.position)
  }

  /// Follows the pen to a point of what does not scroll.
  ///
  /// - Returns: Whether it scrolls.
  @discardableResult public func move(to tip: Point) -> Bool {
    let travel = tip - start
    if axis == nil, travel.length > Self.slop {
      axis = axes.first { axis in
        let (along, across) =
          axis == .vertical ? (travel.dy, travel.dx) : (travel.dx, travel.dy)
        return abs(across) <= flatness * abs(along)
      }
    }
    guard let axis else { return false }
    guard scroller.object.isMapped else { return true }
    if axis == .vertical {
      scroller.object.position = position.y - travel.dy
    } else {
      scroller.object.horizontalPosition = position.x - travel.dx
    }
    return true
  }
}
