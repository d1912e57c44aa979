import CGtk

/// A named action (GSimpleAction), which menus, keys and buttons activate.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Action {
  public let pointer: OpaquePointer
  public let name: String

  private init(_ name: String, taking pointer: OpaquePointer?) {
    guard let pointer else { preconditionFailure("GLib aborts before it returns no action") }
    self.pointer = pointer
    self.name = name
  }

  isolated deinit { g_object_unref(pointer.raw) }

  /// Without a parameter.
  public convenience init(_ name: String, _ body: @escaping () -> Void) {
    self.init(name, taking: g_simple_action_new(name, nil))
    Signal<Void>(pointer, "activate").connect(body)
  }

  /// With a parameter, as a file's path.
  public convenience init<Value: VariantValue>(
    _ name: String, taking body: @escaping (Value) -> Void
  ) {
    self.init(name, taking: Variant.withType(Value.self) { g_simple_action_new(name, $0) })
    Signal<Void, Variant?>(pointer, "activate").connect { parameter in
      if let value = parameter?.value(Value.self) { body(value) }
    }
  }

  /// With one of several values as its state, shown as a group of radio items.
  ///
  /// Activated with another value it takes that for its state and calls the handler.
  public convenience init(_ name: String, state: String, _ body: @escaping (String) -> Void) {
    self.init(
      name,
      taking: Variant.withType(String.self) {
        g_simple_action_new_stateful(name, $0, state.variant)
      })
    Signal<Void, Variant?>(pointer, "activate").connect { [pointer] parameter in
      guard let text = parameter?.value(String.self) else { return }
      g_simple_action_set_state(pointer, text.variant)
      body(text)
    }
  }

  /// That is on or off, shown with a check mark.
  ///
  /// Activated it calls the handler with the requested state; ``setState(_:)`` shows the result.
  public convenience init(_ name: String, isOn: Bool, _ body: @escaping (Bool) -> Void) {
    self.init(name, taking: g_simple_action_new_stateful(name, nil, isOn.variant))
    Signal<Void, Variant?>(pointer, "activate").connect { [pointer] _ in
      guard let state = g_action_get_state(pointer) else { return }
      let isOn = Variant(state).value(Bool.self) == true
      g_variant_unref(state)
      body(!isOn)
    }
  }

  public var isEnabled: Bool {
    get { g_action_get_enabled(pointer) != 0 }
    set { g_simple_action_set_enabled(pointer, newValue ? 1 : 0) }
  }

  /// Shows another state without doing what activating would.
  public func setState(_ state: some VariantValue) {
    g_simple_action_set_state(pointer, state.variant)
  }

  /// Activates it, if it is enabled and takes no parameter.
  public func activate() { g_action_activate(pointer, nil) }
}
