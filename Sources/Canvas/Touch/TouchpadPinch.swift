import InkModel

/// Two fingers that pinch on a touchpad, as two on the screen that lie around the pointer: what they
/// do to the view and to what is selected is the same.
public struct TouchpadPinch: Hashable, Sendable {
  /// Widget points from the pointer to each of the fingers that are imagined there.
  static let reach = 100.0

  private let start: Point
  private var way = Vector.zero
  private var scale = 1.0
  private var turn = 0.0

  /// Fingers come down.
  ///
  /// - Parameter place: Where the pointer is, in widget points.
  public init(at place: Point) { start = place }

  /// The fingers moved.
  ///
  /// - Parameters:
  ///   - step: Since the last movement, in widget points.
  ///   - scale: Since the beginning, 1 is as far apart as then.
  ///   - turn: Since the last movement, in radians from +x towards +y.
  public mutating func move(by step: Vector, scale: Double, turn: Double) {
    if step.dx.isFinite, step.dy.isFinite { way = way + step }
    if scale.isFinite, scale > 0 { self.scale = scale }
    if turn.isFinite { self.turn += turn }
  }

  /// What the fingers have done since they came down.
  public var step: ViewStep {
    let arm = Vector(Self.reach, 0)
    let turned = Vector(angle: turn) * (Self.reach * scale)
    let place = start + way
    return .pinched(from: (start - arm, start + arm), to: (place - turned, place + turned))
  }
}
