import CGtk

/// A program's settings, by keys with a type and a default.
///
/// ```swift
/// extension Settings.Key where Value == Double {
///   static var stabilizer: Self { Self("stabilizer", default: 0) }
/// }
/// settings[.stabilizer] = 0.4
/// settings.subscribe(to: .stabilizer) { print($0) }.store(in: &subscriptions)
/// ```
///
/// They are GSettings where a schema is installed. Where there is none, or one without the key, the values are kept in
/// memory as long as the program runs, and all else is the same.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Settings {
  /// One setting.
  public struct Key<Value> {
    public let name: String
    public let defaultValue: Value
    let read: (Variant) -> Value?
    let write: (Value) -> OpaquePointer?

    /// For what a GVariant holds as it is: truth, whole and other numbers, text.
    public init(_ name: String, default defaultValue: Value) where Value: VariantValue {
      self.name = name
      self.defaultValue = defaultValue
      read = { $0.value(Value.self) }
      write = { $0.variant }
    }

    /// For an enumeration by its raw texts; a text that is none of them is the default.
    public init(_ name: String, default defaultValue: Value)
    where Value: RawRepresentable, Value.RawValue == String {
      self.init(
        name, default: defaultValue, decode: { Value(rawValue: $0) }, encode: { $0.rawValue })
    }

    /// For anything that can be written as text; a text that says nothing is the default.
    public init(
      _ name: String, default defaultValue: Value, decode: @escaping (String) -> Value?,
      encode: @escaping (Value) -> String
    ) {
      self.name = name
      self.defaultValue = defaultValue
      read = { $0.value(String.self).flatMap(decode) }
      write = { encode($0).variant }
    }
  }

  private struct Listener {
    var id: Int
    var body: () -> Void
  }

  /// `nil` where no schema is installed.
  private let store: UnsafeMutablePointer<GSettings>?
  /// The keys of the schema that were found, and those that were not.
  private var isStored: [String: Bool] = [:]
  /// What the store has no key for; owned.
  private var unstored: [String: OpaquePointer] = [:]
  /// Values as they were read; a read of GSettings takes some 10,000 instructions, and each report of the pen reads.
  private var cache: [String: Any] = [:]
  private var listeners: [String: [Listener]] = [:]
  private var count = 0

  /// - Parameter schema: Its id; `nil` keeps all in memory.
  public init(schema id: String?) {
    // g_settings_new aborts without a schema, so the schema is looked up first.
    guard let id, let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, id, 1)
    else {
      store = nil
      return
    }
    let store: UnsafeMutablePointer<GSettings> = g_settings_new_full(schema, nil, nil)
    self.store = store
    g_settings_schema_unref(schema)
    // Of a key that was read, which all are that are in the cache or listened to.
    Signal<Void, String>(store, "changed").connect { [weak self] in self?.changed($0) }
  }

  isolated deinit {
    for variant in unstored.values { g_variant_unref(variant) }
    if let store { g_object_unref(store) }
  }

  public subscript<Value>(key: Key<Value>) -> Value {
    get {
      if let store = store(for: key.name) {
        if let cached = cache[key.name], let value = cached as? Value { return value }
        guard let variant = g_settings_get_value(store, key.name) else { return key.defaultValue }
        defer { g_variant_unref(variant) }
        let value = key.read(Variant(variant)) ?? key.defaultValue
        cache.updateValue(value, forKey: key.name)
        return value
      }
      return unstored[key.name].flatMap { key.read(Variant($0)) } ?? key.defaultValue
    }
    set {
      guard let variant = key.write(newValue) else { return }
      g_variant_ref_sink(variant)
      if let store = store(for: key.name) {
        // Refused where the schema has another type or range, with GLib's own warning.
        g_settings_set_value(store, key.name, variant)
        g_variant_unref(variant)
        cache[key.name] = nil
      } else {
        if let old = unstored.updateValue(variant, forKey: key.name) { g_variant_unref(old) }
        changed(key.name)
      }
    }
  }

  /// Whether the value may be changed.
  public func isWritable(_ key: Key<some Any>) -> Bool {
    store(for: key.name).map { g_settings_is_writable($0, key.name) != 0 } ?? true
  }

  /// Calls back with each new value, whoever set it, until the subscription ends.
  public func subscribe<Value>(
    to key: Key<Value>, _ body: @escaping (Value) -> Void
  ) -> Subscription {
    count += 1
    let (id, name) = (count, key.name)
    listeners[name, default: []].append(
      Listener(id: id) { [unowned self] in body(self[key]) })
    // GSettings tells of a key only once it has been read.
    if let store = store(for: name) { g_variant_unref(g_settings_get_value(store, name)) }
    return Subscription { [weak self] in
      self?.listeners[name]?.removeAll { $0.id == id }
    }
  }

  private func changed(_ name: String) {
    cache[name] = nil
    for listener in listeners[name] ?? [] { listener.body() }
  }

  /// The store, if it has the key.
  private func store(for name: String) -> UnsafeMutablePointer<GSettings>? {
    guard let store else { return nil }
    if let known = isStored[name] { return known ? store : nil }
    var schema: OpaquePointer?
    withUnsafeMutablePointer(to: &schema) { pointer in
      var value = GValue()
      g_value_init(&value, g_settings_schema_get_type())
      g_object_get_property(store.object, "settings-schema", &value)
      pointer.pointee = g_value_get_boxed(&value).map { OpaquePointer($0) }
      let isThere = pointer.pointee.map { g_settings_schema_has_key($0, name) != 0 } ?? false
      isStored[name] = isThere
      g_value_unset(&value)
    }
    return isStored[name] == true ? store : nil
  }
}
