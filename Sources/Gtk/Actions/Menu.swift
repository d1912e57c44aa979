import CGtk

/// A menu's items, by the actions that they activate (GMenu).
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Menu {
  let pointer: UnsafeMutableRawPointer

  public init() {
    guard let made = g_menu_new() else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    pointer = made.raw
  }

  public convenience init(_ build: (Menu) -> Void) {
    self.init()
    build(self)
  }

  isolated deinit { g_object_unref(pointer) }

  /// For what shows it.
  public var model: UnsafeMutablePointer<GMenuModel> { pointer.cast() }

  /// - Parameter action: A full name, as `"win.undo"`, or a detailed one, as `"win.zoom::fit"`.
  public func item(_ label: String, _ action: String) {
    g_menu_append(pointer.cast(), label, action)
  }

  /// An item whose action takes a parameter.
  public func item(_ label: String, _ action: String, target: some VariantValue) {
    let item = g_menu_item_new(label, nil)
    g_menu_item_set_action_and_target_value(item, action, target.variant)
    add(item)
  }

  /// Room for a widget: see ``PopoverMenu/addChild(_:id:)``.
  public func custom(_ id: String) {
    let item = g_menu_item_new(nil, nil)
    g_menu_item_set_attribute_value(item, "custom", id.variant)
    add(item)
  }

  private func add(_ item: OpaquePointer?) {
    g_menu_append_item(pointer.cast(), item)
    g_object_unref(item?.raw)
  }

  public func section(_ title: String? = nil, _ build: (Menu) -> Void) {
    append(section: Menu(build), title)
  }

  public func append(section: Menu, _ title: String? = nil) {
    g_menu_append_section(pointer.cast(), title, section.model)
  }

  public func submenu(_ title: String, _ build: (Menu) -> Void) {
    append(submenu: Menu(build), title)
  }

  public func append(submenu: Menu, _ title: String) {
    g_menu_append_submenu(pointer.cast(), title, submenu.model)
  }

  public func removeAll() { g_menu_remove_all(pointer.cast()) }
}
