import InkModel

/// A pinch of two fingers on a touchpad, as two on the screen around the pointer: it does
/// the same to the view and to the selection.
public struct TouchpadPinch: Hashable, Sendable {
  /// Widget points from the pointer to each of the two simulated fingers.
  static let reach = 100.0

  private let start: Point
  private var offset = Vector.zero
  private var scale = 1.0
  private var turn = 0.0

  /// Fingers come down.
  ///
  /// - Parameter position: Of the pointer, in widget points.
  public init(at position: Point) { start = position }

  /// The fingers moved.
  ///
  /// - Parameters:
  ///   - step: Since the last movement, in widget points.
  ///   - scale: Since the beginning, 1 is as far apart as then.
  ///   - turn: Since the last movement, in radians from +x towards +y.
  public mutating func move(by step: Vector, scale: Double, turn: Double) {
    if step.dx.isFinite, step.dy.isFinite { offset = offset + step }
    if scale.isFinite, scale > 0 { self.scale = scale }
    if turn.isFinite { self.turn += turn }
  }

  /// What the fingers have done since they came down.
  public var step: ViewStep {
    let arm = Vector(Self.reach, 0)
    let turned = Vector(angle: turn) * (Self.reach * scale)
    let position = start + offset
    return .pinched(from: (start - arm, start + arm), to: (position - turned, position + turned))
  }
}
