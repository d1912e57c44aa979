import InkModel

/// Where a double tap takes the view: closer to what was tapped, and back.
public struct TapZoom: Hashable, Sendable {
  /// Where the view was before, and where the tap took it.
  private var way: (from: Viewport, to: Viewport)?

  /// How much closer.
  public static let factor = 2.5

  public init() {}

  public static func == (a: TapZoom, b: TapZoom) -> Bool {
    a.way?.from == b.way?.from && a.way?.to == b.way?.to
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(way?.to) }

  /// The view after a double tap at a widget point.
  ///
  /// Closer than 100 % it goes back: to where the last double tap came from, if the scale and the
  /// turn are still those it led to; else to 100 %. The canvas point that was tapped stays where it
  /// is, but for the way back.
  public mutating func view(_ view: Viewport, tappedAt place: Point) -> Viewport {
    var next = view
    if let last = way, last.to.scale == view.scale, last.to.rotation == view.rotation {
      way = nil
      next = last.from
      (next.width, next.height) = (view.width, view.height)
      next.coveredBelow = view.coveredBelow
      return next
    }
    way = nil
    if view.scale > 1.05 {
      next.zoom(to: 1, about: place)
    } else {
      next.zoom(to: view.scale * Self.factor, about: place)
      way = (view, next)
    }
    return next
  }
}
