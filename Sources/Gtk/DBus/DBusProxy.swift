import CGtk

/// An object of another program on the session's bus.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class DBusProxy {
  private let pointer: UnsafeMutablePointer<GDBusProxy>

  private init(taking pointer: UnsafeMutablePointer<GDBusProxy>) { self.pointer = pointer }

  isolated deinit { g_object_unref(pointer) }

  /// Connects to an object; without a bus no signal ever comes.
  public static func reach(
    _ name: String, path: String, interface: String, _ then: @escaping (DBusProxy) -> Void
  ) {
    g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_NONE, nil, name, path, interface, nil,
      { _, result, data in
        defer { Retained<(DBusProxy) -> Void>.release(data) }
        guard let proxy = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
        Retained<(DBusProxy) -> Void>.from(data)?.value(DBusProxy(taking: proxy))
      }, Retained(then).retained())
  }

  /// The object has sent a signal: its name and its arguments, a tuple.
  public func onSignal(_ body: @escaping (String, Variant) -> Void) {
    Signal<Void, String, String, Variant?>(pointer, "g-signal").connect { _, name, arguments in
      if let arguments { body(name, arguments) }
    }
  }

  /// A property of the object that is a truth value, as far as it is known.
  public func bool(_ property: String) -> Bool? {
    guard let value = g_dbus_proxy_get_cached_property(pointer, property) else { return nil }
    defer { g_variant_unref(value) }
    return Variant(value).innerValue(Bool.self)
  }

  /// Properties of the object have changed.
  public func onChange(_ body: @escaping () -> Void) {
    Signal<Void, Variant?>(pointer, "g-properties-changed").connect { _ in body() }
  }

  /// Calls a method with strings for arguments; the handler is not called where that fails.
  ///
  /// The object's program is not activated for it.
  ///
  /// - Parameter timeout: In milliseconds.
  public func call(
    _ method: String, _ arguments: [String], timeout: Int, _ then: @escaping (Variant) -> Void
  ) {
    let texts = arguments.map(\.variant)
    g_dbus_proxy_call(
      pointer, method, g_variant_new_tuple(texts, gsize(texts.count)),
      G_DBUS_CALL_FLAGS_NO_AUTO_START, CInt(timeout), nil,
      { source, result, data in
        defer { Retained<(Variant) -> Void>.release(data) }
        guard let source, let reply = g_dbus_proxy_call_finish(source.cast(), result, nil) else {
          return
        }
        Retained<(Variant) -> Void>.from(data)?.value(Variant(reply))
        g_variant_unref(reply)
      }, Retained(then).retained())
  }
}

nonisolated extension Variant {
  /// The number of children of a tuple, an array or a variant.
  public var count: Int {
    g_variant_is_container(pointer) != 0 ? Int(g_variant_n_children(pointer)) : 0
  }

  /// Hands `body` one of those; `nil` where there is none.
  public func child<Result>(_ index: Int, _ body: (Variant) -> Result?) -> Result? {
    guard index < count, let child = g_variant_get_child_value(pointer, gsize(index)) else {
      return nil
    }
    defer { g_variant_unref(child) }
    return body(Variant(child))
  }

  /// The value, through as many variants as it is wrapped in.
  public func innerValue<Value: VariantValue>(_ type: Value.Type) -> Value? {
    if String(cString: g_variant_get_type_string(pointer)) == "v" {
      return child(0) { $0.innerValue(type) }
    }
    return value(type)
  }
}

nonisolated extension UInt32: VariantValue {
  public static var variantType: String { "u" }
  public var variant: OpaquePointer? { g_variant_new_uint32(self) }
  public init(_ variant: Variant) { self = g_variant_get_uint32(variant.pointer) }
}
