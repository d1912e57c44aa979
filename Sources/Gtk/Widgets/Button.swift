import CGtk

/// A button of any kind.
public protocol ButtonProtocol: WidgetProtocol {}

/// A button that does something.
nonisolated public struct Button: ButtonProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension Button {
  public init() { self.init(gtk_button_new()) }
  public init(_ label: String) { self.init(gtk_button_new_with_label(label)) }
  /// With an underscore before the letter that Alt presses it with.
  public init(mnemonic label: String) {
    self.init(gtk_button_new_with_mnemonic(label))
    nameWithoutMnemonic()
  }
  public init(icon name: String) { self.init(gtk_button_new_from_icon_name(name)) }
  public init(child: some WidgetProtocol) {
    self.init()
    setChild(child)
  }
}

extension ButtonProtocol {
  public var clicked: Signal<Void> { Signal(self, "clicked") }

  public var label: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set {
      gtk_button_set_label(cast(), newValue)
      nameWithoutMnemonic()
    }
  }

  public var iconName: String {
    get { gtk_button_get_icon_name(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_button_set_icon_name(cast(), newValue) }
  }

  public var child: Widget? {
    get { gtk_button_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_button_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) { gtk_button_set_child(cast(), child.cast()) }

  public var hasFrame: Bool {
    get { gtk_button_get_has_frame(cast()) != 0 }
    nonmutating set { gtk_button_set_has_frame(cast(), newValue ? 1 : 0) }
  }

  public var usesUnderline: Bool {
    get { gtk_button_get_use_underline(cast()) != 0 }
    nonmutating set {
      gtk_button_set_use_underline(cast(), newValue ? 1 : 0)
      nameWithoutMnemonic()
    }
  }

  /// Names a button that has a mnemonic as its label is read.
  ///
  /// GTK 4.8 leaves the underscore in the name, and screen readers say it.
  func nameWithoutMnemonic() {
    guard usesUnderline, !label.isEmpty else { return }
    setAccessibleName(label.withoutMnemonic)
  }

  /// Does an action, by its full name, as `"win.undo"`; is sensitive while that is enabled.
  public func setAction(_ name: String?) { gtk_actionable_set_action_name(cast(), name) }
  /// Does an action by a detailed name, as `"win.zoom::fit"`.
  public func setDetailedAction(_ name: String) {
    gtk_actionable_set_detailed_action_name(cast(), name)
  }
}
