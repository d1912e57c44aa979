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
  }
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
    fingers[id] = Finger(surface: surface)
    guard let surface, let s = surface.resource, let local = server.scene.local(p, in: surface)
    else { return }
    let serial = server.nextSerial()
    told.insert(surface.client)
    each(of: surface.client) {
      wl_touch_send_down(
        $0, serial, eventTime(time), s, id, wl_fixed_from_double(local.x),
        wl_fixed_from_double(local.y))
    }
  }

  func move(_ id: Int32, to p: Point, time: Double) {
    guard let surface = fingers[id]?.surface, let local = server.scene.local(p, in: surface)
    else { return }
    told.insert(surface.client)
    each(of: surface.client) {
      wl_touch_send_motion(
        $0, eventTime(time), id, wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
    }
  }

  func up(_ id: Int32, time: Double) {
    guard let finger = fingers.removeValue(forKey: id), let surface = finger.surface else { return }
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
    for client in clients { each(of: client) { wl_touch_send_cancel($0) } }
  }

  func surfaceDestroyed(_ surface: Surface) {
    for (id, finger) in fingers where finger.surface === surface { fingers[id]?.surface = nil }
  }
}
