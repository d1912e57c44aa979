import InkModel

/// The zoom of a double tap: closer to the position of the tap, and back.
public struct TapZoom: Hashable, Sendable {
  /// The views before and after the last zoom.
  private var lastStep: (from: Viewport, to: Viewport)?

  /// The factor of the scale.
  public static let factor = 2.5

  public init() {}

  public static func == (a: TapZoom, b: TapZoom) -> Bool {
    a.lastStep?.from == b.lastStep?.from && a.lastStep?.to == b.lastStep?.to
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(lastStep?.to) }

  /// The view after a double tap at a widget point.
  ///
  /// Closer than 100 % it zooms back: to the view before the last double tap, if the scale and the
  /// turn are still those after it; else to 100 %. The canvas point that was tapped stays where it
  /// is, except when zooming back.
  public mutating func view(_ view: Viewport, tappedAt position: Point) -> Viewport {
    var next = view
    if let last = lastStep, last.to.scale == view.scale, last.to.rotation == view.rotation {
      lastStep = nil
      next = last.from
      (next.width, next.height) = (view.width, view.height)
      next.coveredBelow = view.coveredBelow
      return next
    }
    lastStep = nil
    if view.scale > 1.05 {
      next.zoom(to: 1, about: position)
    } else {
      next.zoom(to: view.scale * Self.factor, about: position)
      lastStep = (view, next)
    }
    return next
  }
}
