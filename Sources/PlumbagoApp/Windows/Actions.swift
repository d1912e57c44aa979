import CGtk
import Gtk
import GtkInk

/// The actions of a window or of the app, by Swift closures.
struct Actions {
  private let map: OpaquePointer

  /// For a GtkApplication or a GtkApplicationWindow.
  init(_ map: some GObjectPointer) {
    self.map = map.opaque
  }

  func add(_ name: String, _ body: @escaping () -> Void) {
    let action = g_simple_action_new(name, nil)
    RawSignal.connect1(action!, "activate") { _ in body() }
    g_action_map_add_action(map, action)
    g_object_unref(action?.raw)
  }

  /// An action that takes a text: a file's path, say.
  func add(_ name: String, taking body: @escaping (String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = g_simple_action_new(name, type)
    RawSignal.connect1(action!, "activate") { parameter in
      guard let parameter, let text = g_variant_get_string(OpaquePointer(parameter), nil) else {
        return
      }
      body(String(cString: text))
    }
    g_action_map_add_action(map, action)
    g_object_unref(action?.raw)
  }

  /// An action with a text for a state, shown as a group of radio items.
  func add(_ name: String, state: String, _ body: @escaping (String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = g_simple_action_new_stateful(name, type, g_variant_new_string(state))
    RawSignal.connect1(action!, "activate") { parameter in
      guard let parameter, let text = g_variant_get_string(OpaquePointer(parameter), nil) else {
        return
      }
      g_simple_action_set_state(action, g_variant_new_string(text))
      body(String(cString: text))
    }
    g_action_map_add_action(map, action)
    g_object_unref(action?.raw)
  }

  /// An action that is on or off, shown with a check mark.
  func add(_ name: String, isOn: Bool, _ body: @escaping (Bool) -> Void) {
    let action = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
    RawSignal.connect1(action!, "activate") { _ in
      guard let state = g_action_get_state(action) else { return }
      let isOn = g_variant_get_boolean(state) == 0
      g_variant_unref(state)
      body(isOn)
    }
    g_action_map_add_action(map, action)
    g_object_unref(action?.raw)
  }

  func has(_ name: String) -> Bool { g_action_map_lookup_action(map, name) != nil }

  /// Whether there is such an action and it can be activated now.
  func isEnabled(_ name: String) -> Bool {
    g_action_map_lookup_action(map, name).map { g_action_get_enabled($0) != 0 } ?? false
  }

  /// Does what an action without a parameter does, where there is one and it is enabled.
  func activate(_ name: String) {
    guard isEnabled(name), let action = g_action_map_lookup_action(map, name) else { return }
    g_action_activate(action, nil)
  }

  func enable(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(map, name) else { return }
    g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
  }

  /// Shows another state without doing what activating would.
  func show(_ name: String, state: String) {
    guard let action = g_action_map_lookup_action(map, name) else { return }
    g_simple_action_set_state(action, g_variant_new_string(state))
  }

  func show(_ name: String, isOn: Bool) {
    guard let action = g_action_map_lookup_action(map, name) else { return }
    g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0))
  }
}

/// A menu being put together.
struct Menu {
  let model: OpaquePointer

  init() {
    model = g_menu_new()
  }

  func item(_ label: String, _ action: String) {
    g_menu_append(model, label, action)
  }

  /// An item whose action takes a text.
  func item(_ label: String, _ action: String, target: String) {
    let item = g_menu_item_new(label, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(target))
    g_menu_append_item(model, item)
    g_object_unref(item?.raw)
  }

  /// A place for a widget, to be added to the popover under this name.
  func place(_ id: String) {
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
}
