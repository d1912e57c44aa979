import CGtk
import CWayland
import Gtk
import InkModel

/// How large the contacts of a touchscreen are, which Wayland tells (`wl_touch.shape`) and GTK 4 does not.
///
/// A second ear beside GTK's own: it hears of each contact before GTK does, and a contact is known again by
/// its time and place, which are the same for both. Where the compositor measures nothing, as on X11, all
/// sizes are `nil`.
final class ContactSizes {
  private struct Contact {
    var number: Int
    var id: Int32
    var time: UInt32
    var place: Point
    /// The longest diameter so far, in the units of the surface.
    var size: Double?
  }

  private let ear: UnsafeMutablePointer<ink_touch>
  /// The last ones, oldest first; one that has lifted may still have to be told of by GTK.
  private var contacts: [Contact] = []
  private var count = 0

  /// More than any hands have fingers, twice over.
  private static let most = 40
  private static var known: [OpaquePointer: ContactSizes] = [:]

  /// Those of a display, `nil` where it is not Wayland's.
  static func of(_ gdkDisplay: OpaquePointer) -> ContactSizes? {
    if let asked = known[gdkDisplay] { return asked }
    guard let display = plumbago_wayland_display(gdkDisplay) else { return nil }
    let sizes = ContactSizes(display)
    known[gdkDisplay] = sizes
    return sizes
  }

  /// Listens for as long as the program runs.
  private init(_ display: OpaquePointer) {
    ear = .allocate(capacity: 1)
    ear.initialize(to: ink_touch())
    ear.pointee.owner = Unmanaged.passUnretained(self).toOpaque()
    ear.pointee.began = { owner, id, time, x, y in
      ContactSizes.told(owner)?.began(id, time, Point(x, y))
    }
    ear.pointee.measured = { owner, id, length in
      ContactSizes.told(owner)?.measured(id, length)
    }
    ink_touch_listen(display, ear)
  }

  private static func told(_ owner: UnsafeMutableRawPointer?) -> ContactSizes? {
    owner.map { Unmanaged<ContactSizes>.fromOpaque($0).takeUnretainedValue() }
  }

  private func began(_ id: Int32, _ time: UInt32, _ place: Point) {
    count += 1
    contacts.append(Contact(number: count, id: id, time: time, place: place))
    if contacts.count > Self.most { contacts.removeFirst() }
  }

  private func measured(_ id: Int32, _ length: Double) {
    guard length > 0, let i = contacts.lastIndex(where: { $0.id == id }) else { return }
    contacts[i].size = max(contacts[i].size ?? 0, length)
  }

  /// The number of a contact that began at a time, in milliseconds, and a place on its surface.
  func contact(at time: UInt32, _ place: Point) -> Int? {
    contacts.last { $0.time == time && $0.place.distance(to: place) < 0.01 }?.number
  }

  /// The longest diameter that a contact has had, in the units of its surface.
  func size(of contact: Int) -> Double? { contacts.last { $0.number == contact }?.size }
}
