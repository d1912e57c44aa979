import InkModel

/// A swipe of three fingers on a touchpad: the same gesture as on the screen, from the offsets that the
/// touchpad reports.
public struct TouchpadSwipe: Hashable, Sendable {
  private var offset = Vector.zero

  /// The same as on the screen, since swipes are reported in the pointer's units.
  public static let fullDistance = TouchRecognizer.Settings().swipeDistance

  public init() {}

  /// The fingers moved by `step`, in widget points.
  ///
  /// - Returns: the progress of the swipe; `nil` while it is too short, or vertical.
  public mutating func move(_ step: Vector) -> GestureProgress? {
    if step.dx.isFinite, step.dy.isFinite { offset = offset + step }
    return progress
  }

  public var progress: GestureProgress? {
    guard abs(offset.dx) > 4, abs(offset.dx) > abs(offset.dy) * 1.2 else { return nil }
    return GestureProgress(offset.dx < 0 ? .undo : .redo, abs(offset.dx) / Self.fullDistance)
  }
}
