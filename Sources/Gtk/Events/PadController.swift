import CGtk

/// The buttons of a tablet's pad.
nonisolated public struct PadController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension PadController {
  /// - Parameter actions: The group with the actions; retained.
  public init(_ actions: ActionGroup) {
    self.init(gtk_pad_controller_new(actions.pointer.cast(), nil))
  }

  /// How many buttons the connected pad with most of them has, `nil` where none is connected.
  public static var connectedButtons: Int? {
    guard let seat = gdk_display_get_default_seat(gdk_display_get_default()),
      let list = gdk_seat_get_devices(seat, GDK_SEAT_CAPABILITY_TABLET_PAD)
    else { return nil }
    defer { g_list_free(list) }
    return sequence(first: list, next: { $0.pointee.next }).compactMap(\.pointee.data)
      .map { Int(gdk_device_pad_get_n_features($0.opaque, GDK_DEVICE_PAD_FEATURE_BUTTON)) }.max()
  }

  /// - Parameters:
  ///   - index: Of the button, ring or strip, from 0; -1 for any.
  ///   - mode: Of the pad; -1 for any.
  ///   - action: A name in the group.
  public func setAction(
    _ type: GtkPadActionType, index: Int, mode: Int = -1, label: String, action: String
  ) {
    gtk_pad_controller_set_action(cast(), type, CInt(index), CInt(mode), label, action)
  }
}
