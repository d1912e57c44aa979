import CWaylandServer
import InkModel

/// A client's `wl_pointer`.
final class PointerObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_pointer(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_cursor":
      guard server.seat.pointer.focus?.client == client else { return }
      server.seat.pointer.cursor = CursorState(request)
    default: super.handle(request)
    }
  }

  override func resourceDestroyed() { server.seat.pointer.remove(self) }

  func frame() {
    if let resource, version >= 5 { wl_pointer_send_frame(resource) }
  }
}

/// The mouse: its position, the buttons that are down, and the surface with the focus.
///
/// While a button is down the surface that was pressed gets all events (an implicit grab),
/// wherever the pointer goes. A drag, a move or a resize of a window takes the pointer over.
final class PointerDevice {
  private unowned let server: Server
  private var objects: [PointerObject] = []
  private(set) weak var focus: Surface?
  /// On the screen; `nil` while the pointer is nowhere.
  private(set) var position: Point?
  private var buttons: Set<UInt32> = []
  /// The cursor that the client under it has set.
  var cursor = CursorState()
  private var action = Action.none
  private(set) var lastPressSerial: UInt32 = 0

  private enum Action {
    case none
    case move(WindowMove)
    case resize(Toplevel, edges: UInt32, from: Point, frame: PixelBox)
    case drag
  }

  init(_ server: Server) { self.server = server }

  func add(_ object: PointerObject) {
    objects.append(object)
    if let focus, focus.client == object.client, let position {
      enter(focus, at: position, [object])
    }
  }

  func remove(_ object: PointerObject) { objects.removeAll { $0 === object } }

  private var focused: [PointerObject] {
    guard let focus else { return [] }
    return objects.filter { $0.client == focus.client && $0.resource != nil }
  }

  private func each(_ body: (OpaquePointer, PointerObject) -> Void) {
    for object in focused { if let resource = object.resource { body(resource, object) } }
  }

  private func frame() { each { _, object in object.frame() } }

  // MARK: Focus

  private func enter(_ surface: Surface, at p: Point, _ to: [PointerObject]) {
    guard let local = server.scene.local(p, in: surface), let s = surface.resource else { return }
    let serial = server.nextSerial()
    for object in to {
      guard let resource = object.resource else { continue }
      wl_pointer_send_enter(
        resource, serial, s, wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
      object.frame()
    }
  }

  private func setFocus(_ surface: Surface?) {
    guard surface !== focus else { return }
    if let old = focus, let s = old.resource {
      let serial = server.nextSerial()
      each { resource, object in
        wl_pointer_send_leave(resource, serial, s)
        object.frame()
      }
    }
    focus = surface
    cursor = CursorState()
    if let surface, let position { enter(surface, at: position, focused) }
  }

  /// Finds the surface under the pointer again, unless a button's implicit grab keeps it.
  func refocus() {
    guard case .none = action, buttons.isEmpty else { return }
    setFocus(position.flatMap { server.scene.pick($0) })
  }

  // MARK: Events

  func move(to p: Point, time: Double) {
    position = p
    defer {
      server.log.sent(.mouse, .move, at: p, inContact: !buttons.isEmpty, scene: server.scene)
    }
    switch action {
    case .none:
      if buttons.isEmpty {
        let hit = server.scene.pick(p)
        if hit !== focus { return setFocus(hit) }
      }
      guard let focus, let local = server.scene.local(p, in: focus) else { return }
      each { resource, _ in
        wl_pointer_send_motion(
          resource, eventTime(time), wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
      }
      frame()
    case .move(let move): move.follow(to: p)
    case .resize(let toplevel, let edges, let from, let frame):
      resize(toplevel, edges, by: p - from, frame)
    case .drag: server.dataExchange.dragMoved(to: p, time: time)
    }
  }

  /// Takes the pointer off the screen.
  func leave() {
    position = nil
    setFocus(nil)
    server.log.sent(.mouse, .leave, at: nil, inContact: false, scene: server.scene)
  }

  /// `code` as in linux/input-event-codes.h.
  func button(_ code: UInt32, pressed: Bool, time: Double) {
    if pressed {
      if buttons.isEmpty { server.shell.pressed(on: focus) }
      buttons.insert(code)
    } else {
      buttons.remove(code)
    }
    if case .none = action {
      let serial = server.nextSerial()
      if pressed { lastPressSerial = serial }
      each { resource, _ in
        wl_pointer_send_button(
          resource, serial, eventTime(time), code,
          (pressed ? WL_POINTER_BUTTON_STATE_PRESSED : WL_POINTER_BUTTON_STATE_RELEASED).rawValue)
      }
      frame()
    }
    server.log.sent(
      .mouse, pressed ? .down : .up, at: position, inContact: pressed, scene: server.scene)
    guard buttons.isEmpty else { return }
    switch action {
    case .none: break
    case .move: action = .none
    case .resize(let toplevel, _, _, _):
      toplevel.isResizing = false
      action = .none
    case .drag:
      action = .none
      server.dataExchange.drop()
    }
    refocus()
  }

  /// A step of the wheel (`discrete`, ±1 a notch) or of two fingers on a touchpad.
  func scroll(dx: Double, dy: Double, discrete: (x: Int, y: Int)?, time: Double) {
    each { resource, object in
      if object.version >= 5 {
        wl_pointer_send_axis_source(
          resource,
          (discrete == nil ? WL_POINTER_AXIS_SOURCE_FINGER : WL_POINTER_AXIS_SOURCE_WHEEL).rawValue)
      }
      for (axis, value, steps) in [
        (WL_POINTER_AXIS_VERTICAL_SCROLL, dy, discrete?.y ?? 0),
        (WL_POINTER_AXIS_HORIZONTAL_SCROLL, dx, discrete?.x ?? 0),
      ] where value != 0 {
        if steps != 0, object.version >= 5 {
          wl_pointer_send_axis_discrete(resource, axis.rawValue, Int32(steps))
        }
        wl_pointer_send_axis(resource, eventTime(time), axis.rawValue, wl_fixed_from_double(value))
      }
    }
    frame()
  }

  /// The fingers left the touchpad.
  func scrollEnded(time: Double) {
    each { resource, object in
      guard object.version >= 5 else { return }
      wl_pointer_send_axis_source(resource, WL_POINTER_AXIS_SOURCE_FINGER.rawValue)
      for axis in [WL_POINTER_AXIS_VERTICAL_SCROLL, WL_POINTER_AXIS_HORIZONTAL_SCROLL] {
        wl_pointer_send_axis_stop(resource, eventTime(time), axis.rawValue)
      }
    }
    frame()
  }

  // MARK: Windows under the pointer

  /// False where no button is down.
  func beginMove(of toplevel: Toplevel) -> Bool {
    guard let position, !buttons.isEmpty, case .none = action else { return false }
    setFocus(nil)
    action = .move(WindowMove(toplevel, at: position))
    return true
  }

  func beginResize(of toplevel: Toplevel, edges: UInt32) {
    guard let position, !buttons.isEmpty, case .none = action else { return }
    setFocus(nil)
    toplevel.isResizing = true
    action = .resize(toplevel, edges: edges, from: position, frame: toplevel.xdgSurface.frame)
  }

  private func resize(_ toplevel: Toplevel, _ edges: UInt32, by v: Vector, _ frame: PixelBox) {
    var size = PixelSize(width: frame.width, height: frame.height)
    if edges & XDG_TOPLEVEL_RESIZE_EDGE_LEFT.rawValue != 0 {
      size.width -= Int(v.dx)
      toplevel.origin.x = frame.x + Int(v.dx)
    } else if edges & XDG_TOPLEVEL_RESIZE_EDGE_RIGHT.rawValue != 0 {
      size.width += Int(v.dx)
    }
    if edges & XDG_TOPLEVEL_RESIZE_EDGE_TOP.rawValue != 0 {
      size.height -= Int(v.dy)
      toplevel.origin.y = frame.y + Int(v.dy)
    } else if edges & XDG_TOPLEVEL_RESIZE_EDGE_BOTTOM.rawValue != 0 {
      size.height += Int(v.dy)
    }
    toplevel.resize(to: PixelSize(width: max(1, size.width), height: max(1, size.height)))
  }

  /// A client drags data: from now on the data exchange has the pointer.
  ///
  /// False without a button.
  func beginDrag() -> Bool {
    guard !buttons.isEmpty, case .none = action else { return false }
    setFocus(nil)
    action = .drag
    return true
  }

  func surfaceDestroyed(_ surface: Surface) {
    if focus === surface { focus = nil }
    if case .move(let move) = action, move.isOver { action = .none }
  }
}
