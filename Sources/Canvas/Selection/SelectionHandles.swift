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

  /// A side of the outline, in the frame's own space.
  ///
  /// The handle that turns is on the first one where there is room for it.
  public enum Side: CaseIterable, Hashable, Sendable {
    case top
    case bottom
    case right
    case left

    /// Of length 1.
    fileprivate var outward: Vector {
      switch self {
      case .top: Vector(0, -1)
      case .bottom: Vector(0, 1)
      case .right: Vector(1, 0)
      case .left: Vector(-1, 0)
      }
    }
  }

  /// The outline, clockwise from the top left in the frame's own space; its corners are the handles.
  public let corners: [Point]
  /// The handle that turns, and the middle of the side that it stands on.
  public let turn: Point
  public let turnFoot: Point
  let turnSide: Side
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

  /// - Parameters:
  ///   - tools: What tools over the paper cover, in widget points.
  ///   - kept: The side of the handle that turns, whatever room is there; `nil` to choose one.
  public init(
    _ frame: SelectionFrame, in view: Viewport, tools: Rect = .empty, turningAt kept: Side? = nil
  ) {
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
    func handle(on side: Side) -> (foot: Point, tip: Point) {
      let outward = side.outward
      let foot = Point(outward.dx * half.dx, outward.dy * half.dy)
      return (widgetFromFrame(foot), widgetFromFrame(foot + outward * Self.stalk))
    }
    let room = view.clearBounds.outset(by: -Self.turnRoom)
    let covered = tools.isEmpty ? tools : tools.outset(by: Self.turnRoom)
    let free = Side.allCases.filter { room.contains(handle(on: $0).tip) }
    let side =
      kept ?? free.first { !covered.contains(handle(on: $0).tip) } ?? free.first ?? .top
    let chosen = handle(on: side)
    (turnSide, turnFoot, turn) = (side, chosen.foot, chosen.tip)
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
