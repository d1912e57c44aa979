import CGtk

/// An object of this program that others call over the session's bus, for as long as the process runs.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public enum DBusObject {
  /// A call of one of its methods, to be answered once.
  public struct Call {
    public let method: String
    /// A tuple; valid until the answer.
    public let arguments: Variant
    fileprivate let invocation: OpaquePointer

    /// Answers with the values that the method returns.
    public func answer(_ values: [DBusValue] = []) {
      let variants = values.map(\.variant)
      g_dbus_method_invocation_return_value(
        invocation, g_variant_new_tuple(variants, gsize(variants.count)))
    }
  }

  /// GLib keeps a pointer to it.
  private static let table: UnsafeMutablePointer<GDBusInterfaceVTable> = {
    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, method, arguments, invocation, data in
      guard let method, let arguments, let invocation else { return }
      Retained<(Call) -> Void>.from(data)?.value(
        Call(
          method: String(cString: method), arguments: Variant(arguments), invocation: invocation))
    }
    let kept = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
    kept.initialize(to: table)
    return kept
  }()

  /// Offers an object; without a bus nobody ever calls it.
  ///
  /// Before the program's name is taken, so that no call is made in vain: the connection is the one that the application takes.
  ///
  /// - Parameters:
  ///   - interface: As introspection XML.
  ///   - body: Answers each call, at once or later.
  public static func offer(
    at path: String, interface: String, _ body: @escaping (Call) -> Void
  ) {
    // Kept: the connection is shared as long as somebody holds it, and another would not have the object.
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return }
    guard let node = g_dbus_node_info_new_for_xml("<node>\(interface)</node>", nil) else {
      preconditionFailure("the interface is no introspection XML")
    }
    defer { g_dbus_node_info_unref(node) }
    g_dbus_connection_register_object(
      bus, path, node.pointee.interfaces[0], table, Retained(body).retained(),
      { Retained<(Call) -> Void>.release($0) }, nil)
  }
}

/// What a method returns.
public enum DBusValue: Sendable {
  case strings([String])
  /// Of texts by keys, each of any type to the bus (`aa{sv}`).
  case dictionaries([[String: String]])

  fileprivate var variant: OpaquePointer? {
    switch self {
    case .strings(let texts): Self.array("s", texts.map { g_variant_new_string($0) })
    case .dictionaries(let dictionaries):
      Self.array(
        "a{sv}",
        dictionaries.map { dictionary in
          Self.array(
            "{sv}",
            dictionary.map { key, text in
              g_variant_new_dict_entry(
                g_variant_new_string(key), g_variant_new_variant(g_variant_new_string(text)))
            })
        })
    }
  }

  private static func array(_ type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
    let type = g_variant_type_new(type)
    defer { g_variant_type_free(type) }
    return g_variant_new_array(type, children, gsize(children.count))
  }
}

nonisolated extension Variant {
  /// The texts of an array of them.
  public var strings: [String] {
    (0..<count).compactMap { i in child(i) { $0.value(String.self) } }
  }
}
