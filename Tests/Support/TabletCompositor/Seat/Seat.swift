import CWaylandServer
import InkModel

/// The one seat: a pointer, a keyboard and a touchscreen. (Tablets stand beside it: ``TabletHub``.)
final class Seat {
  unowned let server: Server
  private(set) var pointer: PointerDevice!
  private(set) var keyboard: KeyboardDevice!
  private(set) var touch: TouchDevice!

  init(_ server: Server, keyboardLayout: String) throws(ScreenError) {
    self.server = server
    keyboard = try KeyboardDevice(server, layout: keyboardLayout)
    pointer = PointerDevice(server)
    touch = TouchDevice(server)
  }

  /// A client asks to have its window moved by the pointer or tool that presses it.
  func beginMove(of toplevel: Toplevel) {
    _ =
      pointer.beginMove(of: toplevel) || touch.beginMove(of: toplevel)
      || server.tablets.tools.contains { $0.beginMove(of: toplevel) }
  }

  /// A client drags data by the mouse, a finger or a tool that presses it: from now on the data exchange has that.
  ///
  /// - Parameter serial: Of the press; that of a finger or a tool has to be the one it was told with.
  /// - Returns: Where that is; `nil` where nothing presses.
  func beginDrag(by serial: UInt32) -> Point? {
    if pointer.beginDrag() { return pointer.position }
    if let p = touch.beginDrag(by: serial) { return p }
    for tool in server.tablets.tools {
      if let p = tool.beginDrag(by: serial) { return p }
    }
    return nil
  }

  func beginResize(of toplevel: Toplevel, edges: UInt32) {
    pointer.beginResize(of: toplevel, edges: edges)
  }

  func surfaceDestroyed(_ surface: Surface) {
    pointer.surfaceDestroyed(surface)
    keyboard.surfaceDestroyed(surface)
    touch.surfaceDestroyed(surface)
  }
}

/// A client's `wl_seat`.
final class SeatObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_wl_seat(), version: version, id: id)
    guard let resource else { return }
    if version >= 2 { wl_seat_send_name(resource, "seat0") }
    wl_seat_send_capabilities(
      resource,
      WL_SEAT_CAPABILITY_POINTER.rawValue | WL_SEAT_CAPABILITY_KEYBOARD.rawValue
        | WL_SEAT_CAPABILITY_TOUCH.rawValue)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_pointer":
      server.seat.pointer.add(
        PointerObject(server, client: client, version: version, id: request.newID(0)))
    case "get_keyboard":
      server.seat.keyboard.add(
        KeyboardObject(server, client: client, version: version, id: request.newID(0)))
    case "get_touch":
      server.seat.touch.add(
        TouchObject(server, client: client, version: version, id: request.newID(0)))
    default: super.handle(request)
    }
  }
}

/// The time that input events carry: milliseconds, wrapping after 49 days.
func eventTime(_ seconds: Double) -> UInt32 {
  UInt32(truncatingIfNeeded: Int((seconds * 1000).rounded(.down)))
}
