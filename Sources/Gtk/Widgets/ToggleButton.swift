import CGtk

/// A button that stays pressed.
nonisolated public struct ToggleButton: ButtonProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension ToggleButton {
  public init() { self.init(gtk_toggle_button_new()) }
  public init(_ label: String) { self.init(gtk_toggle_button_new_with_label(label)) }
  public init(mnemonic label: String) {
    self.init(gtk_toggle_button_new_with_mnemonic(label))
    nameWithoutMnemonic()
  }
  public init(child: some WidgetProtocol) {
    self.init()
    setChild(child)
  }

  public var toggled: Signal<Void> { Signal(self, "toggled") }

  public var isActive: Bool {
    get { gtk_toggle_button_get_active(cast()) != 0 }
    nonmutating set { gtk_toggle_button_set_active(cast(), newValue ? 1 : 0) }
  }

  /// Of all in one group one is active.
  public func join(_ other: ToggleButton?) { gtk_toggle_button_set_group(cast(), other?.cast()) }
}
