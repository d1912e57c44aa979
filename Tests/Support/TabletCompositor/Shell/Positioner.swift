import CWaylandServer
import InkModel

/// An `xdg_positioner`: rules for where a popup goes.
final class PositionerObject: ProtocolObject {
  private(set) var state = PositionerState()

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_xdg_positioner(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_size": state.size = PixelSize(width: request.int(0), height: request.int(1))
    case "set_anchor_rect": state.anchorRect = request.box(0)
    case "set_anchor": state.anchor = .init(request.uint(0))
    case "set_gravity": state.gravity = .init(request.uint(0))
    case "set_constraint_adjustment": state.adjustment = request.uint(0)
    case "set_offset": state.offset = (request.int(0), request.int(1))
    case "set_reactive": state.isReactive = true
    case "set_parent_size", "set_parent_configure": break
    default: super.handle(request)
    }
  }
}

/// The rules themselves; all coordinates are in the parent's window geometry.
struct PositionerState {
  /// A side or corner as two steps: x −1 left, 1 right; y −1 top, 1 bottom.
  ///
  /// `xdg_positioner.anchor` and `.gravity` number them alike.
  struct Edge {
    var x = 0
    var y = 0

    init() {}

    init(_ value: UInt32) {
      switch value {
      case XDG_POSITIONER_ANCHOR_TOP.rawValue: y = -1
      case XDG_POSITIONER_ANCHOR_BOTTOM.rawValue: y = 1
      case XDG_POSITIONER_ANCHOR_LEFT.rawValue: x = -1
      case XDG_POSITIONER_ANCHOR_RIGHT.rawValue: x = 1
      case XDG_POSITIONER_ANCHOR_TOP_LEFT.rawValue: (x, y) = (-1, -1)
      case XDG_POSITIONER_ANCHOR_BOTTOM_LEFT.rawValue: (x, y) = (-1, 1)
      case XDG_POSITIONER_ANCHOR_TOP_RIGHT.rawValue: (x, y) = (1, -1)
      case XDG_POSITIONER_ANCHOR_BOTTOM_RIGHT.rawValue: (x, y) = (1, 1)
      default: break
      }
    }
  }

  var size = PixelSize(width: 0, height: 0)
  var anchorRect = PixelBox.empty
  var anchor = Edge()
  var gravity = Edge()
  /// Bits of `xdg_positioner.constraint_adjustment`.
  var adjustment: UInt32 = 0
  var offset = (x: 0, y: 0)
  var isReactive = false

  /// One axis of the rules: where the popup begins and how long it is.
  private static func origin(
    rect: (start: Int, length: Int), anchor: Int, gravity: Int, offset: Int, length: Int
  ) -> Int {
    let at = rect.start + (anchor < 0 ? 0 : anchor > 0 ? rect.length : rect.length / 2)
    return at + offset + (gravity < 0 ? -length : gravity > 0 ? 0 : -length / 2)
  }

  private func solve(
    rect: (start: Int, length: Int), anchor: Int, gravity: Int, offset: Int, length: Int,
    limits: (start: Int, end: Int), flip: UInt32, slide: UInt32, resize: UInt32
  ) -> (start: Int, length: Int) {
    func fits(_ start: Int) -> Bool { start >= limits.start && start + length <= limits.end }
    var start = Self.origin(
      rect: rect, anchor: anchor, gravity: gravity, offset: offset, length: length)
    if fits(start) { return (start, length) }
    if adjustment & flip != 0 {
      let flipped = Self.origin(
        rect: rect, anchor: -anchor, gravity: -gravity, offset: -offset, length: length)
      if fits(flipped) { return (flipped, length) }
    }
    if adjustment & slide != 0 {
      // The near edge wins where both stand out.
      start = max(limits.start, min(start, limits.end - length))
      if fits(start) { return (start, length) }
    }
    if adjustment & resize != 0 {
      let from = max(start, limits.start)
      let to = min(start + length, limits.end)
      if to > from { return (from, to - from) }
    }
    return (start, length)
  }

  /// The popup's position in the parent's window geometry, within `limits` (the screen, in the
  /// same coordinates) as far as the rules allow.
  func box(within limits: PixelBox) -> PixelBox {
    let h = solve(
      rect: (anchorRect.x, anchorRect.width), anchor: anchor.x, gravity: gravity.x,
      offset: offset.x, length: size.width, limits: (limits.x, limits.maxX),
      flip: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_FLIP_X.rawValue,
      slide: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_SLIDE_X.rawValue,
      resize: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_RESIZE_X.rawValue)
    let v = solve(
      rect: (anchorRect.y, anchorRect.height), anchor: anchor.y, gravity: gravity.y,
      offset: offset.y, length: size.height, limits: (limits.y, limits.maxY),
      flip: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_FLIP_Y.rawValue,
      slide: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_SLIDE_Y.rawValue,
      resize: XDG_POSITIONER_CONSTRAINT_ADJUSTMENT_RESIZE_Y.rawValue)
    return PixelBox(x: h.start, y: v.start, width: h.length, height: v.length)
  }
}
