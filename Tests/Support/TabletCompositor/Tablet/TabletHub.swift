import CWaylandServer
import InkModel

/// `zwp_tablet_manager_v2`: leads clients to the tablets of a seat.
final class TabletManagerObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_zwp_tablet_manager_v2(), version: version, id: id)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "get_tablet_seat":
      server.tablets.add(
        TabletSeatObject(server, client: client, version: version, id: request.newID(0)))
    default: super.handle(request)
    }
  }
}

/// A client's `zwp_tablet_seat_v2`, which announces tablets, tools and pads.
final class TabletSeatObject: ProtocolObject {
  /// What this client was given, by the device's number.
  fileprivate(set) var tablet: TabletObject?
  fileprivate(set) var tools: [Int: ToolObject] = [:]
  fileprivate(set) var pad: PadObject?

  init(_ server: Server, client: OpaquePointer, version: Int, id: UInt32) {
    super.init(server, client: client, cwayland_zwp_tablet_seat_v2(), version: version, id: id)
  }

  override func resourceDestroyed() { server.tablets.remove(self) }
}

/// A client's `zwp_tablet_v2`.
final class TabletObject: ProtocolObject {
  init(_ server: Server, client: OpaquePointer, version: Int) {
    super.init(server, client: client, cwayland_zwp_tablet_v2(), version: version, id: 0)
  }
}

/// A client's `zwp_tablet_tool_v2`.
final class ToolObject: ProtocolObject {
  private unowned let device: ToolDevice

  init(_ server: Server, client: OpaquePointer, version: Int, device: ToolDevice) {
    self.device = device
    super.init(server, client: client, cwayland_zwp_tablet_tool_v2(), version: version, id: 0)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_cursor":
      let state = CursorState(request)
      if device.focus?.client == client { device.cursor = state }
    default: super.handle(request)
    }
  }
}

/// The tablet with its tools and its pad, plugged in or not, and which clients know of them.
final class TabletHub {
  unowned let server: Server
  private var seats: [TabletSeatObject] = []
  private(set) var isPlugged = true
  private(set) var tools: [ToolDevice] = []
  private(set) var pad: PadDevice?
  /// In which order the events of one frame are sent.
  var order = AxisOrder.motionFirst
  var tipReport = TipReport.withAxes
  /// Whether several tools may be near the tablet at once.
  var allowsSeveralTools = false

  init(_ server: Server) { self.server = server }

  // MARK: Clients

  func add(_ seat: TabletSeatObject) {
    seats.append(seat)
    guard isPlugged else { return }
    announceTablet(to: seat)
    for tool in tools where tool.wasNear { announce(tool, to: seat) }
    if let pad { announce(pad, to: seat) }
  }

  func remove(_ seat: TabletSeatObject) { seats.removeAll { $0 === seat } }

  func seats(of client: OpaquePointer) -> [TabletSeatObject] {
    seats.filter { $0.client == client && $0.resource != nil }
  }

  private func announceTablet(to seat: TabletSeatObject) {
    guard let seatResource = seat.resource else { return }
    let object = TabletObject(server, client: seat.client, version: seat.version)
    guard let resource = object.resource else { return }
    seat.tablet = object
    zwp_tablet_seat_v2_send_tablet_added(seatResource, resource)
    zwp_tablet_v2_send_name(resource, "Plumbago test tablet")
    zwp_tablet_v2_send_id(resource, 0x056A, 0x0357)
    zwp_tablet_v2_send_path(resource, "/dev/input/event-plumbago")
    zwp_tablet_v2_send_done(resource)
  }

  private func announce(_ tool: ToolDevice, to seat: TabletSeatObject) {
    guard let seatResource = seat.resource, seat.tools[tool.number] == nil else { return }
    let object = ToolObject(server, client: seat.client, version: seat.version, device: tool)
    guard let resource = object.resource else { return }
    seat.tools[tool.number] = object
    zwp_tablet_seat_v2_send_tool_added(seatResource, resource)
    tool.describe(to: resource)
  }

  /// A tool is announced when it first comes near, as libinput learns of it then.
  private func announceEverywhere(_ tool: ToolDevice) {
    for seat in seats { announce(tool, to: seat) }
  }

  private func announce(_ pad: PadDevice, to seat: TabletSeatObject) {
    guard let seatResource = seat.resource else { return }
    let object = PadObject(server, client: seat.client, version: seat.version)
    guard let resource = object.resource else { return }
    seat.pad = object
    zwp_tablet_seat_v2_send_pad_added(seatResource, resource)
    object.describe(pad)
  }

  /// A tool comes near: where the tablet can see only one, the one that was near goes.
  func approaches(_ tool: ToolDevice, time: Double) {
    if !allowsSeveralTools {
      for other in tools where other !== tool && other.isNear { other.leave(time: time) }
    }
    announceEverywhere(tool)
  }

  // MARK: Devices

  /// Numbers of tools are indices into ``tools``.
  func addTool(_ make: (Int) -> ToolDevice) -> ToolDevice {
    let tool = make(tools.count)
    tools.append(tool)
    return tool
  }

  /// Adds the tablet's pad, or replaces it by another one.
  func setPad(_ description: PadDescription?) {
    removePad()
    guard let description else { return }
    pad = PadDevice(server, description)
    guard isPlugged, let pad else { return }
    for seat in seats { announce(pad, to: seat) }
    padsFocused(server.seat.keyboard.focus)
  }

  private func removePad() {
    pad?.focus(nil)
    for seat in seats {
      if let r = seat.pad?.resource { zwp_tablet_pad_v2_send_removed(r) }
      seat.pad = nil
    }
    pad = nil
  }

  func padsFocused(_ surface: Surface?) {
    if isPlugged { pad?.focus(surface) }
  }

  /// The cable is pulled; tools that are near go away with no event.
  func unplug() {
    guard isPlugged else { return }
    for tool in tools {
      tool.forget()
      tool.wasNear = false
    }
    let description = pad?.description
    removePad()
    // Remembered for the day it is plugged in again.
    pad = description.map { PadDevice(server, $0) }
    isPlugged = false
    for seat in seats {
      for tool in seat.tools.values {
        if let r = tool.resource { zwp_tablet_tool_v2_send_removed(r) }
      }
      seat.tools = [:]
      if let r = seat.tablet?.resource { zwp_tablet_v2_send_removed(r) }
      seat.tablet = nil
    }
  }

  func plug() {
    guard !isPlugged else { return }
    isPlugged = true
    for seat in seats {
      announceTablet(to: seat)
      if let pad { announce(pad, to: seat) }
    }
    padsFocused(server.seat.keyboard.focus)
  }

  /// One tool is taken from the system while the tablet stays.
  func remove(_ tool: ToolDevice, politely: Bool, time: Double) {
    if politely { tool.leave(time: time) } else { tool.forget() }
    tool.wasNear = false
    for seat in seats {
      if let r = seat.tools[tool.number]?.resource { zwp_tablet_tool_v2_send_removed(r) }
      seat.tools[tool.number] = nil
    }
  }

  func surfaceDestroyed(_ surface: Surface) {
    for tool in tools { tool.surfaceDestroyed(surface) }
    pad?.surfaceDestroyed(surface)
  }
}

/// In which order a frame of tool events is sent.
public enum AxisOrder: Hashable, Sendable {
  /// Motion, then the axes, as Mutter sends it.
  case motionFirst
  /// The axes, then motion.
  case axesFirst
}

/// What the frame in which a tip touches says of the axes.
public enum TipReport: Hashable, Sendable {
  /// Position and axes come in the same frame.
  case withAxes
  /// The frame says no more than that the tip touches; the first pressure comes with the first
  /// motion.
  case alone
}
