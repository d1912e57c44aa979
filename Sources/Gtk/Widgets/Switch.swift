import CGtk

/// A switch.
nonisolated public struct Switch: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Switch {
  public init() { self.init(gtk_switch_new()) }

  /// ``isActive`` may have changed, by the user or by code.
  public var toggled: Signal<Void> { notify("active") }

  public var isActive: Bool {
    get { gtk_switch_get_active(cast()) != 0 }
    nonmutating set { gtk_switch_set_active(cast(), newValue ? 1 : 0) }
  }
}
