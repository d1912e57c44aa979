import CWaylandServer
import InkModel

/// `zwp_pointer_gestures_v1`: what several fingers do on a touchpad.
final class PointerGesturesObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_zwp_pointer_gestures_v1(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    let kind: GestureObject.Kind
    switch request.name {
    case "get_swipe_gesture": kind = .swipe
    case "get_pinch_gesture": kind = .pinch
    case "get_hold_gesture": kind = .hold
    default: return super.handle(request)
    }
    server.gestures.objects.append(
      GestureObject(server, client: client, version: version, id: request.newID(0), kind: kind))
  }
}

/// A client's listener for one kind of gesture.
final class GestureObject: ProtocolObject {
  enum Kind {
    case swipe
    case pinch
    case hold
  }
  let kind: Kind

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32, kind: Kind) {
    self.kind = kind
    let interface =
      switch kind {
      case .swipe: cwayland_zwp_pointer_gesture_swipe_v1()
      case .pinch: cwayland_zwp_pointer_gesture_pinch_v1()
      case .hold: cwayland_zwp_pointer_gesture_hold_v1()
      }
    super.init(server, client: client, interface, version: version, id: id)
  }

  override func resourceDestroyed() { server.gestures.objects.removeAll { $0 === self } }
}

/// The touchpad's gestures.
///
/// They go to the surface under the pointer at their begin.
final class GestureDevice {
  private unowned let server: Server
  var objects: [GestureObject] = []
  private weak var surface: Surface?

  init(_ server: Server) { self.server = server }

  private func each(_ kind: GestureObject.Kind, _ body: (OpaquePointer) -> Void) {
    guard let surface else { return }
    for object in objects where object.kind == kind && object.client == surface.client {
      if let resource = object.resource { body(resource) }
    }
  }

  func begin(_ kind: GestureObject.Kind, fingers: Int, time: Double) {
    surface = server.seat.pointer.focus
    guard let s = surface?.resource else { return }
    let serial = server.nextSerial()
    let t = eventTime(time)
    each(kind) { resource in
      switch kind {
      case .swipe: zwp_pointer_gesture_swipe_v1_send_begin(resource, serial, t, s, UInt32(fingers))
      case .pinch: zwp_pointer_gesture_pinch_v1_send_begin(resource, serial, t, s, UInt32(fingers))
      case .hold: zwp_pointer_gesture_hold_v1_send_begin(resource, serial, t, s, UInt32(fingers))
      }
    }
  }

  func swipe(by v: Vector, time: Double) {
    each(.swipe) {
      zwp_pointer_gesture_swipe_v1_send_update(
        $0, eventTime(time), wl_fixed_from_double(v.dx), wl_fixed_from_double(v.dy))
    }
  }

  /// `scale` relative to the begin, `degrees` clockwise since the last update.
  func pinch(by v: Vector, scale: Double, degrees: Double, time: Double) {
    each(.pinch) {
      zwp_pointer_gesture_pinch_v1_send_update(
        $0, eventTime(time), wl_fixed_from_double(v.dx), wl_fixed_from_double(v.dy),
        wl_fixed_from_double(scale), wl_fixed_from_double(degrees))
    }
  }

  func end(_ kind: GestureObject.Kind, cancelled: Bool, time: Double) {
    let serial = server.nextSerial()
    let t = eventTime(time)
    let c: Int32 = cancelled ? 1 : 0
    each(kind) { resource in
      switch kind {
      case .swipe: zwp_pointer_gesture_swipe_v1_send_end(resource, serial, t, c)
      case .pinch: zwp_pointer_gesture_pinch_v1_send_end(resource, serial, t, c)
      case .hold: zwp_pointer_gesture_hold_v1_send_end(resource, serial, t, c)
      }
    }
    surface = nil
  }
}
