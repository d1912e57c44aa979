import CGtk
import Gtk
import GtkInk

/// A menu being put together.
struct Menu {
  let model: OpaquePointer

  init() {
    model = g_menu_new()
  }

  /// Items for commands, by their actions.
  func items(_ actions: [String]) {
    for action in actions { g_menu_append(model, CommandTable[action].label, action) }
  }

  /// An item whose action takes a text.
  func item(_ label: String, _ action: String, target: String) {
    let item = g_menu_item_new(label, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
    g_menu_append_item(model, item)
    g_object_unref(item?.raw)
  }

  /// Leaves room for a widget, to be added to the popover under this name.
  func widget(_ id: String) {
    let item = g_menu_item_new(nil, nil)
    g_menu_item_set_attribute_value(item, "custom", g_variant_new_string(id))
    g_menu_append_item(model, item)
    g_object_unref(item?.raw)
  }

  func section(_ title: String? = nil, _ build: (Menu) -> Void) {
    let inner = Menu()
    build(inner)
    append(section: inner.model, title)
    g_object_unref(inner.model.raw)
  }

  func append(section: OpaquePointer, _ title: String? = nil) {
    g_menu_append_section(model, title, section.cast(to: GMenuModel.self))
  }

  func submenu(_ title: String, _ inner: OpaquePointer) {
    g_menu_append_submenu(model, title, inner.cast(to: GMenuModel.self))
  }

  /// - Parameter inner: Given away.
  func submenu(_ title: String, _ inner: Menu) {
    submenu(title, inner.model)
    g_object_unref(inner.model.raw)
  }

  func submenu(_ title: String, _ actions: [String]) {
    let inner = Menu()
    inner.items(actions)
    submenu(title, inner)
  }
}
