import CWaylandServer
import InkModel

/// A client's `wl_touch`.
final class TouchObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_touch(), version: version, id: id)
  }

  override func resourceDestroyed() { server.seat.touch.remove(self) }
}

/// The touchscreen.
///
/// Each finger belongs to the surface on which it came down until it lifts.
final class TouchDevice {
  private unowned let server: Server
  private var objects: [TouchObject] = []
  private struct Finger {
    weak var surface: Surface?
    var position: Point
    /// Of its coming down, as its client was told; 0 where none was.
    var serial: UInt32 = 0
  }
  /// The finger that drags data.
  private var dragging: Int32?
  private var moving: (finger: Int32, move: WindowMove)?
  private var fingers: [Int32: Finger] = [:]
  /// Who has been sent something since the last frame.
  private var told: Set<OpaquePointer> = []

  init(_ server: Server) { self.server = server }

  func add(_ object: TouchObject) { objects.append(object) }
  func remove(_ object: TouchObject) { objects.removeAll { $0 === object } }

  private func each(of client: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    for object in objects where object.client == client {
      if let resource = object.resource { body(resource) }
    }
  }

  func down(_ id: Int32, at p: Point, time: Double) {
    let surface = server.scene.pick(p)
    if fingers.isEmpty { server.shell.pressed(on: surface) }
    fingers[id] = Finger(surface: surface, position: p)
    defer { server.log.sent(.finger, .down, at: p, inContact: true, scene: server.scene) }
    guard let surface, let s = surface.resource, let local = server.scene.local(p, in: surface)
    else { return }
    let serial = server.nextSerial()
    fingers[id]?.serial = serial
    told.insert(surface.client)
    each(of: surface.client) {
      wl_touch_send_down(
        $0, serial, eventTime(time), s, id, wl_fixed_from_double(local.x),
        wl_fixed_from_double(local.y))
    }
  }

  /// A finger's contact is an ellipse, in logical pixels; told to those who know of shapes.
  func shape(_ id: Int32, major: Double, minor: Double) {
    guard let surface = fingers[id]?.surface else { return }
    told.insert(surface.client)
    for object in objects where object.client == surface.client && object.version >= 6 {
      guard let resource = object.resource else { continue }
      wl_touch_send_shape(
        resource, id, wl_fixed_from_double(major), wl_fixed_from_double(minor))
    }
  }

  func move(_ id: Int32, to p: Point, time: Double) {
    fingers[id]?.position = p
    if let moving, moving.finger == id { moving.move.follow(to: p) }
    if dragging == id { server.dataExchange.dragMoved(to: p, time: time) }
    defer { server.log.sent(.finger, .move, at: p, inContact: true, scene: server.scene) }
    guard let surface = fingers[id]?.surface, let local = server.scene.local(p, in: surface)
    else { return }
    told.insert(surface.client)
    each(of: surface.client) {
      wl_touch_send_motion(
        $0, eventTime(time), id, wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
    }
  }

  func up(_ id: Int32, time: Double) {
    if moving?.finger == id { moving = nil }
    if dragging == id {
      dragging = nil
      server.dataExchange.drop()
    }
    guard let finger = fingers.removeValue(forKey: id) else { return }
    defer {
      server.log.sent(.finger, .up, at: finger.position, inContact: false, scene: server.scene)
    }
    guard let surface = finger.surface else { return }
    let serial = server.nextSerial()
    told.insert(surface.client)
    each(of: surface.client) { wl_touch_send_up($0, serial, eventTime(time), id) }
  }

  /// Closes the group of events of one moment.
  func frame() {
    for client in told { each(of: client) { wl_touch_send_frame($0) } }
    told = []
  }

  /// The compositor takes all fingers for itself, as for a gesture of its own.
  func cancel() {
    var clients: Set<OpaquePointer> = []
    for finger in fingers.values {
      if let surface = finger.surface { clients.insert(surface.client) }
    }
    fingers = [:]
    told = []
    moving = nil
    if dragging != nil { server.dataExchange.endDrag() }
    dragging = nil
    for client in clients { each(of: client) { wl_touch_send_cancel($0) } }
    server.log.sent(.finger, .cancel, at: nil, inContact: false, scene: server.scene)
  }

  /// Takes up the window that a finger is on: it follows the finger until that lifts, and the
  /// client loses its fingers.
  ///
  /// False where no finger is on it.
  func beginMove(of toplevel: Toplevel) -> Bool {
    let held = fingers.first { server.shell.toplevel(of: $0.value.surface) === toplevel }
    guard let held else { return false }
    takeFingers(from: toplevel.client)
    moving = (held.key, WindowMove(toplevel, at: held.value.position))
    return true
  }

  /// A client drags data by the finger that it was told of with a serial, and loses its fingers.
  ///
  /// - Returns: Where that finger is; `nil` where there is none.
  func beginDrag(by serial: UInt32) -> Point? {
    let held = fingers.first { $0.value.serial == serial }
    guard serial != 0, dragging == nil, let held, let client = held.value.surface?.client
    else { return nil }
    takeFingers(from: client)
    dragging = held.key
    return held.value.position
  }

  private func takeFingers(from client: OpaquePointer) {
    for (id, finger) in fingers where finger.surface?.client == client {
      fingers[id]?.surface = nil
    }
    told.remove(client)
    each(of: client) { wl_touch_send_cancel($0) }
  }

  func surfaceDestroyed(_ surface: Surface) {
    for (id, finger) in fingers where finger.surface === surface { fingers[id]?.surface = nil }
  }
}
