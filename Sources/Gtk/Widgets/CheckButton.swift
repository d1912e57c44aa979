import CGtk

/// A box to tick, or, in a group, one of several.
nonisolated public struct CheckButton: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension CheckButton {
  public init(_ label: String? = nil) { self.init(gtk_check_button_new_with_label(label)) }
  public init(mnemonic label: String) {
    self.init(gtk_check_button_new_with_mnemonic(label))
    setAccessibleName(label.withoutMnemonic)
  }

  public var toggled: Signal<Void> { Signal(self, "toggled") }

  public var isActive: Bool {
    get { gtk_check_button_get_active(cast()) != 0 }
    nonmutating set { gtk_check_button_set_active(cast(), newValue ? 1 : 0) }
  }

  /// Of all in one group one is active.
  public func join(_ other: CheckButton?) { gtk_check_button_set_group(cast(), other?.cast()) }
}
