import CGtk

/// A menu in a popover.
nonisolated public struct PopoverMenu: PopoverProtocol {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension PopoverMenu {
  public init(_ menu: Menu) { self.init(gtk_popover_menu_new_from_model(menu.model)) }

  /// Puts a widget where an item of the menu has the `custom` attribute `id`.
  @discardableResult
  public func addChild(_ child: some WidgetProtocol, id: String) -> Bool {
    gtk_popover_menu_add_child(cast(), child.cast(), id) != 0
  }

  @discardableResult
  public func removeChild(_ child: some WidgetProtocol) -> Bool {
    gtk_popover_menu_remove_child(cast(), child.cast()) != 0
  }
}
