import CGtk

/// A button that opens a popover or a menu.
nonisolated public struct MenuButton: WidgetProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension MenuButton {
  public init() { self.init(gtk_menu_button_new()) }
  public init(icon name: String) {
    self.init()
    gtk_menu_button_set_icon_name(cast(), name)
  }

  public var popover: Popover? {
    get { gtk_menu_button_get_popover(cast()).map { Popover($0) } }
    nonmutating set { gtk_menu_button_set_popover(cast(), newValue?.cast()) }
  }

  public func setMenu(_ menu: Menu?) { gtk_menu_button_set_menu_model(cast(), menu?.model) }
  /// Called before each opening of the popover.
  public func onOpening(_ body: @escaping () -> Void) {
    gtk_menu_button_set_create_popup_func(
      cast(), { _, data in Retained<() -> Void>.from(data)?.value() }, Retained(body).retained(),
      { Retained<() -> Void>.release($0) })
  }

  public func popUp() { gtk_menu_button_popup(cast()) }
  public func popDown() { gtk_menu_button_popdown(cast()) }

  public var isPrimary: Bool {
    get { gtk_menu_button_get_primary(cast()) != 0 }
    nonmutating set { gtk_menu_button_set_primary(cast(), newValue ? 1 : 0) }
  }

  public var hasFrame: Bool {
    get { gtk_menu_button_get_has_frame(cast()) != 0 }
    nonmutating set { gtk_menu_button_set_has_frame(cast(), newValue ? 1 : 0) }
  }

  public var iconName: String {
    get { gtk_menu_button_get_icon_name(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_menu_button_set_icon_name(cast(), newValue) }
  }

  public var label: String {
    get { gtk_menu_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_menu_button_set_label(cast(), newValue) }
  }

  public var child: Widget? {
    get { gtk_menu_button_get_child(cast()).map { Widget($0) } }
    nonmutating set { gtk_menu_button_set_child(cast(), newValue?.cast()) }
  }

  public func setChild(_ child: some WidgetProtocol) {
    gtk_menu_button_set_child(cast(), child.cast())
  }
}
