import InkModel

/// Three fingers that swipe on a touchpad: the same gesture as on the screen, by the way they tell
/// themselves.
public struct TouchpadSwipe: Hashable, Sendable {
  private var way = Vector.zero

  /// As far as on the screen: fingers on a touchpad go as far as the pointer would.
  public static let fullDistance = TouchRecognizer.Settings().swipeDistance

  public init() {}

  /// The fingers moved by `step`, in widget points.
  ///
  /// - Returns: how far the swipe is; `nil` while it goes nowhere, or up and down.
  public mutating func move(_ step: Vector) -> GestureProgress? {
    if step.dx.isFinite, step.dy.isFinite { way = way + step }
    return progress
  }

  public var progress: GestureProgress? {
    guard abs(way.dx) > 4, abs(way.dx) > abs(way.dy) * 1.2 else { return nil }
    return GestureProgress(way.dx < 0 ? .undo : .redo, abs(way.dx) / Self.fullDistance)
  }
}
