import CGtk
import CWayland
import Gtk
import InkModel

/// The sizes of a touchscreen's contacts, from Wayland (`wl_touch.shape`); GTK 4 does not report them.
///
/// A second listener on the seat's `wl_touch` beside GTK's own. It gets each contact before GTK does; contacts are
/// matched by time and position, which are the same for both. Where the compositor measures nothing, and on
/// X11, all sizes are `nil`.
final class ContactSizes {
  private struct Contact {
    var number: Int
    var id: Int32
    var time: UInt32
    var position: Point
    /// The longest diameter so far, in the surface's points.
    var size: Double?
  }

  private let listener: UnsafeMutablePointer<ink_touch>
  /// The last ones, oldest first; GTK may report a contact later than it lifted.
  private var contacts: [Contact] = []
  private var count = 0

  /// Contacts to remember: twice as many as two people have fingers.
  private static let most = 40
  private static var known: [OpaquePointer: ContactSizes] = [:]

  /// Those of a display, `nil` where it is not a Wayland display.
  static func of(_ gdkDisplay: OpaquePointer) -> ContactSizes? {
    if let asked = known[gdkDisplay] { return asked }
    guard let display = plumbago_wayland_display(gdkDisplay) else { return nil }
    let sizes = ContactSizes(display)
    known[gdkDisplay] = sizes
    return sizes
  }

  /// Listens for as long as the program runs.
  private init(_ display: OpaquePointer) {
    listener = .allocate(capacity: 1)
    listener.initialize(to: ink_touch())
    listener.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    listener.pointee.began = { owner, id, time, x, y in
      ContactSizes.told(owner)?.began(id, time, Point(x, y))
    }
    listener.pointee.measured = { owner, id, length in
      ContactSizes.told(owner)?.measured(id, length)
    }
    ink_touch_listen(display, listener)
  }

  private static func told(_ owner: UnsafeMutableRawPointer?) -> ContactSizes? {
    owner.map { Unmanaged<ContactSizes>.fromOpaque($0).takeUnretainedValue() }
  }

  private func began(_ id: Int32, _ time: UInt32, _ position: Point) {
    count += 1
    contacts.append(Contact(number: count, id: id, time: time, position: position))
    if contacts.count > Self.most { contacts.removeFirst() }
  }

  private func measured(_ id: Int32, _ length: Double) {
    guard length > 0, let i = contacts.lastIndex(where: { $0.id == id }) else { return }
    contacts[i].size = max(contacts[i].size ?? 0, length)
  }

  /// The number of a contact that began at a time, in milliseconds, and a position on its surface.
  func contact(at time: UInt32, _ position: Point) -> Int? {
    contacts.last { $0.time == time && $0.position.distance(to: position) < 0.01 }?.number
  }

  /// The longest diameter that a contact has had, in its surface's points.
  func size(of contact: Int) -> Double? { contacts.last { $0.number == contact }?.size }
}
