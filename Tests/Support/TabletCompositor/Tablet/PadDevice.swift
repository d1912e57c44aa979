import CWaylandServer
import InkModel

/// The row of buttons, rings and strips beside a tablet's surface.
public struct PadDescription: Hashable, Sendable {
  /// Buttons, rings and strips that change their meaning together.
  public struct Group: Hashable, Sendable {
    /// Numbers of the pad's buttons.
    public var buttons: [Int]
    public var rings: Int
    public var strips: Int
    public var modes: Int

    public init(buttons: [Int], rings: Int = 0, strips: Int = 0, modes: Int = 1) {
      self.buttons = buttons
      self.rings = rings
      self.strips = strips
      self.modes = modes
    }
  }

  public var buttons: Int
  public var groups: [Group]

  public init(buttons: Int, groups: [Group]) {
    self.buttons = buttons
    self.groups = groups
  }

  /// Nine buttons, a ring and a strip in one group of four modes.
  public static let usual = PadDescription(
    buttons: 9, groups: [Group(buttons: Array(0..<9), rings: 1, strips: 1, modes: 4)])
}

/// A client's `zwp_tablet_pad_v2`, with its groups, rings and strips.
final class PadObject: ProtocolObject {
  private(set) var groups: [PadPartObject] = []
  private(set) var rings: [PadPartObject] = []
  private(set) var strips: [PadPartObject] = []

  init(_ server: Server, client: OpaquePointer, version: Int) {
    super.init(server, client: client, cwayland_zwp_tablet_pad_v2(), version: version, id: 0)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_feedback": break  // A text for an on-screen help that is not there.
    default: super.handle(request)
    }
  }

  private func part(_ interface: UnsafePointer<wl_interface>?) -> PadPartObject {
    PadPartObject(server, client: client, interface, version: version)
  }

  func describe(_ pad: PadDevice) {
    guard let resource else { return }
    for group in pad.description.groups {
      let object = part(cwayland_zwp_tablet_pad_group_v2())
      guard let r = object.resource else { return }
      groups.append(object)
      zwp_tablet_pad_v2_send_group(resource, r)
      withWordArray(group.buttons.map { UInt32($0) }) {
        zwp_tablet_pad_group_v2_send_buttons(r, $0)
      }
      for _ in 0..<group.rings {
        let ring = part(cwayland_zwp_tablet_pad_ring_v2())
        rings.append(ring)
        if let ring = ring.resource { zwp_tablet_pad_group_v2_send_ring(r, ring) }
      }
      for _ in 0..<group.strips {
        let strip = part(cwayland_zwp_tablet_pad_strip_v2())
        strips.append(strip)
        if let strip = strip.resource { zwp_tablet_pad_group_v2_send_strip(r, strip) }
      }
      zwp_tablet_pad_group_v2_send_modes(r, UInt32(group.modes))
      zwp_tablet_pad_group_v2_send_done(r)
    }
    zwp_tablet_pad_v2_send_path(resource, "/dev/input/event-plumbago-pad")
    zwp_tablet_pad_v2_send_buttons(resource, UInt32(pad.description.buttons))
    zwp_tablet_pad_v2_send_done(resource)
  }
}

/// A client's group, ring or strip of a pad.
final class PadPartObject: ProtocolObject {
  init(
    _ server: Server, client: OpaquePointer, _ interface: UnsafePointer<wl_interface>?, version: Int
  ) {
    super.init(server, client: client, interface, version: version, id: 0)
  }

  override func handle(_ request: Request) {
    switch request.name {
    case "set_feedback": break
    default: super.handle(request)
    }
  }
}

/// The pad.
///
/// Its focus is the surface that has the keyboard.
final class PadDevice {
  private unowned let server: Server
  let description: PadDescription
  private weak var focus: Surface?

  init(_ server: Server, _ description: PadDescription) {
    self.server = server
    self.description = description
  }

  private func each(_ body: (PadObject, OpaquePointer) -> Void) {
    guard let focus else { return }
    for seat in server.tablets.seats(of: focus.client) {
      if let pad = seat.pad, let resource = pad.resource { body(pad, resource) }
    }
  }

  func focus(_ surface: Surface?) {
    guard surface !== focus else { return }
    if let old = focus?.resource {
      let serial = server.nextSerial()
      each { _, r in zwp_tablet_pad_v2_send_leave(r, serial, old) }
    }
    focus = surface
    guard let surface, let s = surface.resource else { return }
    let serial = server.nextSerial()
    for seat in server.tablets.seats(of: surface.client) {
      guard let pad = seat.pad?.resource, let tablet = seat.tablet?.resource else { continue }
      zwp_tablet_pad_v2_send_enter(pad, serial, tablet, s)
      for group in seat.pad?.groups ?? [] {
        if let r = group.resource {
          zwp_tablet_pad_group_v2_send_mode_switch(r, eventTime(now()), serial, 0)
        }
      }
    }
  }

  func button(_ number: Int, pressed: Bool, time: Double) {
    each { _, r in
      zwp_tablet_pad_v2_send_button(
        r, eventTime(time), UInt32(number),
        (pressed
          ? ZWP_TABLET_PAD_V2_BUTTON_STATE_PRESSED : ZWP_TABLET_PAD_V2_BUTTON_STATE_RELEASED)
          .rawValue)
    }
  }

  func mode(group: Int, _ mode: Int, time: Double) {
    let serial = server.nextSerial()
    each { pad, _ in
      guard group < pad.groups.count, let r = pad.groups[group].resource else { return }
      zwp_tablet_pad_group_v2_send_mode_switch(r, eventTime(time), serial, UInt32(mode))
    }
  }

  /// `degrees` clockwise from the top; `nil` when the finger lifts.
  func ring(_ number: Int, degrees: Double?, time: Double) {
    each { pad, _ in
      guard number < pad.rings.count, let r = pad.rings[number].resource else { return }
      zwp_tablet_pad_ring_v2_send_source(r, ZWP_TABLET_PAD_RING_V2_SOURCE_FINGER.rawValue)
      if let degrees {
        zwp_tablet_pad_ring_v2_send_angle(r, wl_fixed_from_double(degrees))
      } else {
        zwp_tablet_pad_ring_v2_send_stop(r)
      }
      zwp_tablet_pad_ring_v2_send_frame(r, eventTime(time))
    }
  }

  /// `position` 0…1 from the top; `nil` when the finger lifts.
  func strip(_ number: Int, position: Double?, time: Double) {
    each { pad, _ in
      guard number < pad.strips.count, let r = pad.strips[number].resource else { return }
      zwp_tablet_pad_strip_v2_send_source(r, ZWP_TABLET_PAD_STRIP_V2_SOURCE_FINGER.rawValue)
      if let position {
        zwp_tablet_pad_strip_v2_send_position(r, UInt32(max(0, min(1, position)) * 65535))
      } else {
        zwp_tablet_pad_strip_v2_send_stop(r)
      }
      zwp_tablet_pad_strip_v2_send_frame(r, eventTime(time))
    }
  }

  func surfaceDestroyed(_ surface: Surface) {
    if focus === surface { focus = nil }
  }
}
