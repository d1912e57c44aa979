import Glibc
import InkModel

/// The positions of a selection's frame and its handles on the screen; widget points.
public struct SelectionHandles: Hashable, Sendable {
  /// What a press can drag.
  public enum Part: Hashable, Sendable {
    /// Scales; numbered as ``SelectionFrame/corners``.
    case corner(Int)
    /// Turns.
    case turn
    /// Moves.
    case inside
  }

  /// The outline, clockwise from the top left in the frame's own space; its corners are the handles.
  public let corners: [Point]
  /// The handle that turns, and the middle of the side that it stands on.
  public let turn: Point
  public let turnFoot: Point
  private let center: Point
  private let half: Vector
  private let rotation: Double

  /// The distance between the ink and the outline.
  static let padding = 9.0
  /// The least distance of the outline from its centre: room for fingers between its corners.
  static let leastHalf = 26.0
  /// The distance from a side to the handle that turns.
  static let stalk = 34.0
  /// The distance of that handle from the edges of the view.
  static let turnRoom = 14.0

  /// The distance from a handle within which a press drags it: by a pen or the mouse, and by a finger.
  public static func reach(of tool: StylusTool.Kind) -> Double { tool == .finger ? 22 : 13 }

  /// - Parameter tools: What tools over the paper cover, in widget points.
  public init(_ frame: SelectionFrame, in view: Viewport, tools: Rect = .empty) {
    let center = view.widgetFromCanvas(frame.center)
    let rotation = frame.rotation + view.rotation
    let half = Vector(
      max(frame.width * view.scale / 2 + Self.padding, Self.leastHalf),
      max(frame.height * view.scale / 2 + Self.padding, Self.leastHalf))
    let widgetFromFrame =
      AffineTransform.translation(center - .zero) * AffineTransform.rotation(rotation)
    (self.center, self.half, self.rotation) = (center, half, rotation)
    corners = Rect(minX: -half.dx, minY: -half.dy, maxX: half.dx, maxY: half.dy).corners
      .map(widgetFromFrame.callAsFunction)
    // On the first side where there is room for it.
    let sides = [
      (Vector(0, -half.dy), Vector(0, -1)), (Vector(0, half.dy), Vector(0, 1)),
      (Vector(half.dx, 0), Vector(1, 0)), (Vector(-half.dx, 0), Vector(-1, 0)),
    ].map { foot, direction in
      (
        foot: widgetFromFrame(Point.zero + foot),
        tip: widgetFromFrame(Point.zero + foot + direction * Self.stalk)
      )
    }
    let room = view.clearBounds.outset(by: -Self.turnRoom)
    let covered = tools.isEmpty ? tools : tools.outset(by: Self.turnRoom)
    let free = sides.filter { room.contains($0.tip) }
    let side = free.first { !covered.contains($0.tip) } ?? free.first ?? sides[0]
    (turnFoot, turn) = (side.foot, side.tip)
  }

  /// The bounds of the outline and its handles.
  public var bounds: Rect {
    let all = corners + [turn]
    return Rect(
      minX: all.map(\.x).min() ?? 0, minY: all.map(\.y).min() ?? 0,
      maxX: all.map(\.x).max() ?? 0, maxY: all.map(\.y).max() ?? 0)
  }

  /// The part that a press at a position drags, `nil` outside of all.
  public func part(at position: Point, reach: Double) -> Part? {
    var nearest: (part: Part, distance: Double)?
    for (i, corner) in corners.enumerated() {
      let d = position.distance(to: corner)
      if d <= reach, d < nearest?.distance ?? .infinity { nearest = (.corner(i), d) }
    }
    let d = position.distance(to: turn)
    if d <= reach, d < nearest?.distance ?? .infinity { nearest = (.turn, d) }
    if let nearest { return nearest.part }
    let inFrame = AffineTransform.rotation(-rotation)(position - center)
    return abs(inFrame.dx) <= half.dx && abs(inFrame.dy) <= half.dy ? .inside : nil
  }
}
