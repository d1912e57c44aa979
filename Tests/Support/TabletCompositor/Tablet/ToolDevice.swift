import CWaylandServer
import InkModel

/// What a tool is and what it can tell.
public struct ToolDescription: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    case pen
    case eraser
    case brush
    case pencil
    case airbrush
    case finger
    case mouse
    case lens
  }

  /// Axes beyond the position.
  public enum Axis: Hashable, Sendable, CaseIterable {
    case pressure
    case distance
    case tilt
    case rotation
    case slider
    case wheel
  }

  public var kind: Kind
  /// Tells two tools of one kind apart; 0 where the hardware cannot.
  public var serial: UInt64
  /// Wacom's number for the model.
  public var hardwareID: UInt64
  public var axes: Set<Axis>

  public init(_ kind: Kind, serial: UInt64, hardwareID: UInt64, axes: Set<Axis>) {
    self.kind = kind
    self.serial = serial
    self.hardwareID = hardwareID
    self.axes = axes
  }

  /// What tools of this kind usually tell.
  public static func usual(_ kind: Kind, serial: UInt64) -> ToolDescription {
    switch kind {
    case .pen: .init(.pen, serial: serial, hardwareID: 0x802, axes: [.pressure, .distance, .tilt])
    case .eraser:
      .init(.eraser, serial: serial, hardwareID: 0x80A, axes: [.pressure, .distance, .tilt])
    case .brush:
      .init(
        .brush, serial: serial, hardwareID: 0x804, axes: [.pressure, .distance, .tilt, .rotation])
    case .pencil:
      .init(.pencil, serial: serial, hardwareID: 0x812, axes: [.pressure, .distance, .tilt])
    case .airbrush:
      .init(
        .airbrush, serial: serial, hardwareID: 0x902, axes: [.pressure, .distance, .tilt, .slider])
    case .finger: .init(.finger, serial: 0, hardwareID: 0, axes: [])
    case .mouse:
      .init(.mouse, serial: serial, hardwareID: 0x007, axes: [.distance, .rotation, .wheel])
    case .lens: .init(.lens, serial: serial, hardwareID: 0x096, axes: [.distance, .rotation])
    }
  }
}

/// How a tool is held at one moment; an axis that its tool lacks is not sent.
public struct ToolAxes: Hashable, Sendable {
  /// 0…1.
  public var force = 0.0
  /// 0 touching … 1 as far as the tablet can tell.
  public var distance = 0.0
  /// Degrees, −90…90; positive leans to the right.
  public var tiltX = 0.0
  /// Degrees, −90…90; positive leans towards the person, downwards on the screen.
  public var tiltY = 0.0
  /// Degrees, 0..<360, clockwise.
  public var rotation = 0.0
  /// −1…1.
  public var slider = 0.0

  public init() {}
}

/// One tool: in proximity or not, touching or not, and the surface with its focus.
///
/// States and what leads from one to the next:
/// 1. away: no surface. ``approach(_:_:time:)`` → near.
/// 2. near: the surface under it has the focus; moving onto another surface leaves the old one.
///    ``touch(_:_:time:)`` → touching, ``leave(time:)`` → away.
/// 3. touching: the surface that was touched gets all events. ``lift(time:)`` → near.
final class ToolDevice {
  private unowned let server: Server
  let number: Int
  let description: ToolDescription
  private(set) weak var focus: Surface?
  private(set) var isNear = false
  private(set) var isTouching = false
  private(set) var buttons: Set<UInt32> = []
  private var position = Point.zero
  private var axes = ToolAxes()
  private var moving: WindowMove?
  /// Data is dragged with it.
  private var isDragging = false
  /// Of the last touch, as its client was told.
  private var touchSerial: UInt32 = 0
  /// The cursor that the client has set for this tool.
  var cursor = CursorState()
  /// Whether clients were told that it exists.
  var wasNear = false

  init(_ server: Server, number: Int, _ description: ToolDescription) {
    self.server = server
    self.number = number
    self.description = description
  }

  func describe(to r: OpaquePointer) {
    let type =
      switch description.kind {
      case .pen: ZWP_TABLET_TOOL_V2_TYPE_PEN
      case .eraser: ZWP_TABLET_TOOL_V2_TYPE_ERASER
      case .brush: ZWP_TABLET_TOOL_V2_TYPE_BRUSH
      case .pencil: ZWP_TABLET_TOOL_V2_TYPE_PENCIL
      case .airbrush: ZWP_TABLET_TOOL_V2_TYPE_AIRBRUSH
      case .finger: ZWP_TABLET_TOOL_V2_TYPE_FINGER
      case .mouse: ZWP_TABLET_TOOL_V2_TYPE_MOUSE
      case .lens: ZWP_TABLET_TOOL_V2_TYPE_LENS
      }
    func halves(_ v: UInt64) -> (UInt32, UInt32) {
      (UInt32(v >> 32), UInt32(truncatingIfNeeded: v))
    }
    zwp_tablet_tool_v2_send_type(r, type.rawValue)
    let serial = halves(description.serial)
    zwp_tablet_tool_v2_send_hardware_serial(r, serial.0, serial.1)
    let model = halves(description.hardwareID)
    zwp_tablet_tool_v2_send_hardware_id_wacom(r, model.0, model.1)
    for axis in ToolDescription.Axis.allCases where description.axes.contains(axis) {
      let capability =
        switch axis {
        case .pressure: ZWP_TABLET_TOOL_V2_CAPABILITY_PRESSURE
        case .distance: ZWP_TABLET_TOOL_V2_CAPABILITY_DISTANCE
        case .tilt: ZWP_TABLET_TOOL_V2_CAPABILITY_TILT
        case .rotation: ZWP_TABLET_TOOL_V2_CAPABILITY_ROTATION
        case .slider: ZWP_TABLET_TOOL_V2_CAPABILITY_SLIDER
        case .wheel: ZWP_TABLET_TOOL_V2_CAPABILITY_WHEEL
        }
      zwp_tablet_tool_v2_send_capability(r, capability.rawValue)
    }
    zwp_tablet_tool_v2_send_done(r)
  }

  // MARK: Sending

  private func each(_ body: (OpaquePointer) -> Void) {
    guard let focus else { return }
    for seat in server.tablets.seats(of: focus.client) {
      if let resource = seat.tools[number]?.resource { body(resource) }
    }
  }

  private func frame(_ time: Double) {
    each { zwp_tablet_tool_v2_send_frame($0, eventTime(time)) }
  }

  private func sendMotion() {
    guard let focus, let local = server.scene.local(position, in: focus) else { return }
    each {
      zwp_tablet_tool_v2_send_motion(
        $0, wl_fixed_from_double(local.x), wl_fixed_from_double(local.y))
    }
  }

  private func sendAxes() {
    func whole(_ v: Double) -> UInt32 { UInt32((max(0, min(1, v)) * 65535).rounded()) }
    let has = description.axes
    each { r in
      if has.contains(.pressure) { zwp_tablet_tool_v2_send_pressure(r, whole(axes.force)) }
      if has.contains(.distance) { zwp_tablet_tool_v2_send_distance(r, whole(axes.distance)) }
      if has.contains(.tilt) {
        zwp_tablet_tool_v2_send_tilt(
          r, wl_fixed_from_double(axes.tiltX), wl_fixed_from_double(axes.tiltY))
      }
      if has.contains(.rotation) {
        zwp_tablet_tool_v2_send_rotation(r, wl_fixed_from_double(axes.rotation))
      }
      if has.contains(.slider) {
        zwp_tablet_tool_v2_send_slider(r, Int32((max(-1, min(1, axes.slider)) * 65535).rounded()))
      }
    }
  }

  private func sendState() {
    switch server.tablets.order {
    case .motionFirst:
      sendMotion()
      sendAxes()
    case .axesFirst:
      sendAxes()
      sendMotion()
    }
  }

  private func setFocus(_ surface: Surface?, time: Double) {
    guard surface !== focus else { return }
    if focus != nil {
      each { zwp_tablet_tool_v2_send_proximity_out($0) }
      frame(time)
    }
    focus = surface
    cursor = CursorState()
    guard let surface, let s = surface.resource else { return }
    let serial = server.nextSerial()
    for seat in server.tablets.seats(of: surface.client) {
      if let tool = seat.tools[number]?.resource, let tablet = seat.tablet?.resource {
        zwp_tablet_tool_v2_send_proximity_in(tool, serial, tablet, s)
      }
    }
  }

  private func update(_ p: Point, _ axes: ToolAxes) {
    position = p
    self.axes = axes
  }

  // MARK: Moving

  /// Comes near or moves near the surface, or moves while touching.
  func move(to p: Point, _ axes: ToolAxes, time: Double) {
    guard server.tablets.isPlugged else { return }
    if !isNear {
      isNear = true
      wasNear = true
      server.tablets.approaches(self, time: time)
    }
    update(p, axes)
    if let moving {
      moving.follow(to: p)
      return server.log.sent(.tool, .move, at: p, inContact: false, scene: server.scene)
    }
    if isDragging {
      server.dataExchange.dragMoved(to: p, time: time)
      return server.log.sent(.tool, .move, at: p, inContact: false, scene: server.scene)
    }
    if !isTouching, buttons.isEmpty { setFocus(server.scene.pick(p), time: time) }
    sendState()
    frame(time)
    server.log.sent(.tool, .move, at: p, inContact: isTouching, scene: server.scene)
  }

  /// The tip touches; its position and axes are in the same frame, or wait for the next one.
  func touch(_ p: Point, _ axes: ToolAxes, time: Double) {
    guard server.tablets.isPlugged else { return }
    if !isNear {
      // What comes down comes near first.
      var hovering = axes
      hovering.force = 0
      move(to: p, hovering, time: time)
    }
    guard !isTouching else { return move(to: p, axes, time: time) }
    update(p, axes)
    setFocus(server.scene.pick(p), time: time)
    isTouching = true
    server.shell.pressed(on: focus)
    if server.tablets.tipReport == .withAxes { sendState() }
    let serial = server.nextSerial()
    touchSerial = serial
    each { zwp_tablet_tool_v2_send_down($0, serial) }
    frame(time)
    server.log.sent(.tool, .down, at: p, inContact: true, scene: server.scene)
  }

  /// The tip lifts.
  ///
  /// The axes stay what they were until the tool moves again, as with libinput.
  func lift(time: Double) {
    guard isTouching else { return }
    isTouching = false
    server.log.sent(.tool, .up, at: position, inContact: false, scene: server.scene)
    guard moving == nil else {
      // For the client it had lifted when the window was taken up.
      moving = nil
      return setFocus(server.scene.pick(position), time: time)
    }
    guard !isDragging else {
      isDragging = false
      server.dataExchange.drop()
      return setFocus(server.scene.pick(position), time: time)
    }
    each { zwp_tablet_tool_v2_send_up($0) }
    frame(time)
  }

  /// Goes out of reach, lifting first where it touches.
  func leave(time: Double) {
    if isTouching { lift(time: time) }
    for button in buttons { self.button(button, pressed: false, time: time) }
    guard isNear else { return }
    isNear = false
    setFocus(nil, time: time)
    server.log.sent(.tool, .leave, at: nil, inContact: false, scene: server.scene)
  }

  // MARK: Windows under the tip

  /// Takes up the window that is touched: it follows the tip until that lifts.
  ///
  /// False where the tip does not touch it.
  func beginMove(of toplevel: Toplevel) -> Bool {
    guard isTouching, server.shell.toplevel(of: focus) === toplevel else { return false }
    let time = now()
    each { zwp_tablet_tool_v2_send_up($0) }
    frame(time)
    setFocus(nil, time: time)
    moving = WindowMove(toplevel, at: position)
    return true
  }

  /// A client drags data by the touch that it was told of with a serial.
  ///
  /// - Returns: Where the tip is; `nil` where that does not touch, or touches otherwise.
  func beginDrag(by serial: UInt32) -> Point? {
    guard isTouching, !isDragging, moving == nil, focus != nil, serial == touchSerial else {
      return nil
    }
    let time = now()
    each { zwp_tablet_tool_v2_send_up($0) }
    frame(time)
    setFocus(nil, time: time)
    isDragging = true
    return position
  }

  /// Goes away with no event to the client.
  func forget() {
    isNear = false
    isTouching = false
    moving = nil
    if isDragging { server.dataExchange.endDrag() }
    isDragging = false
    buttons = []
    focus = nil
  }

  /// `code` as in linux/input-event-codes.h.
  func button(_ code: UInt32, pressed: Bool, time: Double) {
    if pressed { buttons.insert(code) } else { buttons.remove(code) }
    let serial = server.nextSerial()
    each {
      zwp_tablet_tool_v2_send_button(
        $0, serial, code,
        (pressed
          ? ZWP_TABLET_TOOL_V2_BUTTON_STATE_PRESSED : ZWP_TABLET_TOOL_V2_BUTTON_STATE_RELEASED)
          .rawValue)
    }
    frame(time)
  }

  /// A turn of the tool's wheel.
  func wheel(degrees: Double, clicks: Int, time: Double) {
    guard description.axes.contains(.wheel) else { return }
    each { zwp_tablet_tool_v2_send_wheel($0, wl_fixed_from_double(degrees), Int32(clicks)) }
    frame(time)
  }

  func surfaceDestroyed(_ surface: Surface) {
    if focus === surface { focus = nil }
  }
}
