import CGtk

/// The buttons of a tablet's pad.
nonisolated public struct PadController: ControllerProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension PadController {
  /// - Parameter actions: Where the actions are looked for; kept.
  public init(_ actions: ActionGroup) {
    self.init(gtk_pad_controller_new(actions.pointer.cast(), nil))
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
