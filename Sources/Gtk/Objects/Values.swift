import CGtk

/// Properties and variants by Swift values, where C offers only varargs or macros.
extension GObjectPointer {
  public func set(_ property: String, _ value: Bool) {
    var v = GValue()
    g_value_init(&v, .boolean)
    g_value_set_boolean(&v, value ? 1 : 0)
    g_object_set_property(object, property, &v)
    g_value_unset(&v)
  }

  public func set(_ property: String, _ value: String) {
    var v = GValue()
    g_value_init(&v, .string)
    g_value_set_string(&v, value)
    g_object_set_property(object, property, &v)
    g_value_unset(&v)
  }

  public func set(_ property: String, _ value: Int) {
    var v = GValue()
    g_value_init(&v, .int)
    g_value_set_int(&v, CInt(clamping: value))
    g_object_set_property(object, property, &v)
    g_value_unset(&v)
  }

  public func set(_ property: String, _ value: some RawRepresentable<UInt32>, _ type: GType) {
    var v = GValue()
    g_value_init(&v, type)
    g_value_set_enum(&v, CInt(value.rawValue))
    g_object_set_property(object, property, &v)
    g_value_unset(&v)
  }

  public func bool(_ property: String) -> Bool {
    var v = GValue()
    g_value_init(&v, .boolean)
    g_object_get_property(object, property, &v)
    defer { g_value_unset(&v) }
    return g_value_get_boolean(&v) != 0
  }

  public func int(_ property: String) -> Int {
    var v = GValue()
    g_value_init(&v, .int)
    g_object_get_property(object, property, &v)
    defer { g_value_unset(&v) }
    return Int(g_value_get_int(&v))
  }

  public func unsigned(_ property: String) -> Int {
    var v = GValue()
    g_value_init(&v, .uint)
    g_object_get_property(object, property, &v)
    defer { g_value_unset(&v) }
    return Int(g_value_get_uint(&v))
  }

  public func string(_ property: String) -> String? {
    var v = GValue()
    g_value_init(&v, .string)
    g_object_get_property(object, property, &v)
    defer { g_value_unset(&v) }
    return g_value_get_string(&v).map { String(cString: $0) }
  }
}

/// Text that C made for us, freed here.
nonisolated public func takeString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}

/// The name of a file as a Swift string, freeing it; `nil` where it is not UTF-8, which no string can hold.
nonisolated func takePath(_ path: UnsafeMutablePointer<CChar>?) -> String? {
  guard let path else { return nil }
  defer { g_free(path) }
  return String(validatingCString: path)
}
