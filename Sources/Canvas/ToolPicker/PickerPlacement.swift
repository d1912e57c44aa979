import InkModel

/// The position of the tool picker in a window, and whether it is folded.
///
/// Positions are fractions of the room there is, so that a window of another size, or a turned screen,
/// has the picker where it was before and never outside.
public struct PickerPlacement: Hashable, Sendable {
  /// An edge of the window, left and right in either direction of writing: hands do not
  /// change sides with a language.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    case top
    case bottom
    case left
    case right

    public var isHorizontal: Bool { self == .top || self == .bottom }
  }

  public enum Position: Hashable, Sendable {
    /// At an edge; `along` is 0 at its left or upper end, 1 at the other.
    case docked(Edge, along: Double)
    /// Anywhere; 0 … 1 of the room that the picker leaves, from the left and from the top.
    case floating(x: Double, y: Double)
  }

  public var position: Position
  /// Shows the tool in use and the name of the layer instead of the whole picker.
  public var isFolded = false

  public init(_ position: Position, isFolded: Bool = false) {
    self.position = position
    self.isFolded = isFolded
  }

  /// Widget points between the picker and the window's edges.
  public static let margin = 12.0

  // MARK: Geometry

  /// The part of a window that the picker may be in.
  public static func room(in window: Rect) -> Rect { window.outset(by: -margin) }

  /// The frame of a picker of this size; wholly within the window where that is possible at all.
  public func frame(width: Double, height: Double, in window: Rect) -> Rect {
    let room = Self.room(in: window)
    let (freeX, freeY) = (max(room.width - width, 0), max(room.height - height, 0))
    var x = freeX
    var y = freeY
    switch position {
    case .docked(let edge, let along):
      let along = along.unit
      switch edge {
      case .top: (x, y) = (freeX * along, 0)
      case .bottom: (x, y) = (freeX * along, freeY)
      case .left: (x, y) = (0, freeY * along)
      case .right: (x, y) = (freeX, freeY * along)
      }
    case .floating(let fx, let fy): (x, y) = (freeX * fx.unit, freeY * fy.unit)
    }
    return Rect(
      x: (room.minX + x).rounded(), y: (room.minY + y).rounded(), width: width, height: height)
  }

  /// The floating position of a frame.
  public static func floating(_ frame: Rect, in window: Rect) -> Position {
    let room = Self.room(in: window)
    func part(_ offset: Double, _ free: Double) -> Double { free > 0 ? (offset / free).unit : 0 }
    return .floating(
      x: part(frame.minX - room.minX, room.width - frame.width),
      y: part(frame.minY - room.minY, room.height - frame.height))
  }

  /// How near an edge a dragged picker has to come to dock there, in widget points.
  static let snap = 40.0

  /// The edge at which a picker would dock that is dropped here; `nil` where it stays afloat.
  ///
  /// The tip (or finger, or mouse) decides about the sides, since a picker as long as the window
  /// is always near both of them.
  public static func edge(for frame: Rect, heldAt tip: Point, in window: Rect) -> Edge? {
    let room = Self.room(in: window)
    let distances: [(Edge, Double)] = [
      (.left, tip.x - room.minX), (.right, room.maxX - tip.x),
      (.top, min(frame.minY - room.minY, tip.y - room.minY)),
      (.bottom, min(room.maxY - frame.maxY, room.maxY - tip.y)),
    ]
    guard let nearest = distances.min(by: { $0.1 < $1.1 }), nearest.1 < snap else { return nil }
    return nearest.0
  }

  /// The position at an edge for a picker of this size whose handle is at `tip`.
  ///
  /// - Parameter handle: The middle of the handle in the docked picker's own points.
  public static func docked(
    _ edge: Edge, width: Double, height: Double, handle: Point, at tip: Point, in window: Rect
  ) -> Position {
    let room = Self.room(in: window)
    let (free, offset) =
      edge.isHorizontal
      ? (room.width - width, tip.x - handle.x - room.minX)
      : (room.height - height, tip.y - handle.y - room.minY)
    return .docked(edge, along: free > 0 ? (offset / free).unit : 0.5)
  }

  /// One press of an arrow key: moves along its edge, off it, or across the window to the next edge.
  public mutating func move(_ direction: Edge, frame: Rect, in window: Rect) {
    let room = Self.room(in: window)
    let sign = direction == .top || direction == .left ? -1.0 : 1
    switch position {
    case .docked(let edge, let along):
      if edge.isHorizontal == !direction.isHorizontal {
        let free =
          edge.isHorizontal ? room.width - frame.width : room.height - frame.height
        guard free > 0 else { return }
        position = .docked(edge, along: (along.unit + sign * Self.step / free).unit)
      } else if edge != direction {
        let off = sign * 2 * Self.snap
        position = Self.floating(
          edge.isHorizontal ? frame.shifted(0, off) : frame.shifted(off, 0), in: window)
      }
    case .floating:
      let moved =
        direction.isHorizontal
        ? frame.shifted(0, sign * Self.step) : frame.shifted(sign * Self.step, 0)
      let isThere =
        switch direction {
        case .top: moved.minY <= room.minY
        case .bottom: moved.maxY >= room.maxY
        case .left: moved.minX <= room.minX
        case .right: moved.maxX >= room.maxX
        }
      position = isThere ? .docked(direction, along: 0.5) : Self.floating(moved, in: window)
    }
  }

  /// Widget points for one press of an arrow key.
  static let step = 24.0
}

extension Double {
  fileprivate var unit: Double { isFinite ? Swift.min(Swift.max(self, 0), 1) : 0.5 }
}

extension Rect {
  fileprivate func shifted(_ dx: Double, _ dy: Double) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }
}
