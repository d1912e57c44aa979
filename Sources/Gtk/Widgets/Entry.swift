import CGtk

/// A line to type in.
nonisolated public struct Entry: EditableProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Entry {
  public init() { self.init(gtk_entry_new()) }

  /// Enter was pressed.
  public var activated: Signal<Void> { Signal(self, "activate") }

  public var placeholder: String {
    get { gtk_entry_get_placeholder_text(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_entry_set_placeholder_text(cast(), newValue) }
  }

  /// Items that its context menu has behind GTK's own.
  public func setExtraMenu(_ menu: Menu) { gtk_entry_set_extra_menu(cast(), menu.model) }

  public var activatesDefault: Bool {
    get { gtk_entry_get_activates_default(cast()) != 0 }
    nonmutating set { gtk_entry_set_activates_default(cast(), newValue ? 1 : 0) }
  }
}
