import Gtk
import InkModel

/// A press of the pen in a list that scrolls it by as much as the pen moves: GTK does so for fingers alone.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PenSwipe {
  /// It has moved far enough; it is no tap any more.
  private(set) var isScrolling = false

  private let scroller: ScrolledWindow
  private let start: Point
  /// Of the list as the pen was put down.
  private let position: Double

  /// Widget points that the pen may move before it scrolls.
  private static let slop = 12.0
  /// Of a travel's length to its height, at the most; along a row ``SwipeActions`` are shown.
  private static let flatness = 2.0

  /// - Parameter start: Where the pen was put down, in points of what does not scroll.
  init(in scroller: ScrolledWindow, from start: Point) {
    self.scroller = scroller
    self.start = start
    position = scroller.position
  }

  /// Follows the pen to a point of what does not scroll.
  ///
  /// - Returns: Whether it scrolls.
  func move(to tip: Point) -> Bool {
    let travel = tip - start
    if travel.length > Self.slop, abs(travel.dx) <= Self.flatness * abs(travel.dy) {
      isScrolling = true
    }
    if isScrolling { scroller.position = position - travel.dy }
    return isScrolling
  }
}
