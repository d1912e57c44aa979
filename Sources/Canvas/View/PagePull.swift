import InkModel

/// A pull of the paper beyond the end of the last page, which adds another page when it is let go.
///
/// 1. Made where a movement of the view begins; `nil` unless the end of the last page is in view then, so that scrolling
///    through a drawing and beyond its end adds nothing.
/// 2. ``moved(to:)`` with each view. ``progress`` says how far it is; a view that is moved back takes it back.
/// 3. Where it ``isArmed`` at the end of the movement, a page is added.
public struct PagePull: Sendable {
  /// Widget points that the end of the last page is pulled up until a page is added; smaller, and a page comes by
  /// accident.
  public static let distance = 120.0
  /// Widget points below the view within which the end of the last page counts as in view.
  private static let nearly = 40.0

  private let layout: PageLayout
  private let start: Viewport
  /// Room below the last page at the beginning.
  private let base: Double
  private var pulled = 0.0

  public init?(from view: Viewport, of layout: PageLayout) {
    guard let room = Self.room(below: layout, in: view), room > -Self.nearly else { return nil }
    self.layout = layout
    start = view
    base = max(room, Viewport.margin)
  }

  public mutating func moved(to view: Viewport) {
    let isPan = view.scale == start.scale && view.rotation == start.rotation
    pulled = isPan ? (Self.room(below: layout, in: view) ?? 0) - base : 0
  }

  /// 0 … 1.
  public var progress: Double { min(max(pulled / Self.distance, 0), 1) }

  public var isArmed: Bool { pulled >= Self.distance }

  /// Widget points from the lower end of the last page to that of the view.
  private static func room(below layout: PageLayout, in view: Viewport) -> Double? {
    guard let last = layout.lastRowFrame else { return nil }
    return view.clearBounds.maxY - view.widgetFromCanvas(last).maxY
  }
}
