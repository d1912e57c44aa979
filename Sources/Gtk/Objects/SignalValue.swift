import CGtk

/// A type that an argument of a signal, a property or a handler's result can have.
nonisolated public protocol SignalValue {
  /// Reads a GValue of a type that fits; the caller vouches for it.
  static func read(_ value: UnsafePointer<GValue>) -> Self
}

/// A type that a handler can return.
nonisolated public protocol SignalResult {
  /// Stores itself in a GValue that is initialized to a type that fits.
  func write(to value: UnsafeMutablePointer<GValue>)
}

nonisolated extension Bool: SignalValue, SignalResult {
  public static func read(_ value: UnsafePointer<GValue>) -> Bool {
    g_value_get_boolean(value) != 0
  }
  public func write(to value: UnsafeMutablePointer<GValue>) {
    g_value_set_boolean(value, self ? 1 : 0)
  }
}

nonisolated extension Double: SignalValue {
  public static func read(_ value: UnsafePointer<GValue>) -> Double { g_value_get_double(value) }
}

nonisolated extension Int: SignalValue {
  /// From `int`, `uint` or an enumeration.
  public static func read(_ value: UnsafePointer<GValue>) -> Int {
    switch g_type_fundamental(value.pointee.g_type) {
    case .uint: Int(g_value_get_uint(value))
    case .enumeration: Int(g_value_get_enum(value))
    case .flags: Int(g_value_get_flags(value))
    default: Int(g_value_get_int(value))
    }
  }
}

nonisolated extension UInt32: SignalValue {
  public static func read(_ value: UnsafePointer<GValue>) -> UInt32 { g_value_get_uint(value) }
}

nonisolated extension String: SignalValue {
  public static func read(_ value: UnsafePointer<GValue>) -> String {
    g_value_get_string(value).map { String(cString: $0) } ?? ""
  }
}

/// Objects, boxed values, events: whatever a GValue holds by a pointer.
nonisolated extension Optional: SignalValue where Wrapped: PointerValue {
  public static func read(_ value: UnsafePointer<GValue>) -> Wrapped? {
    g_value_peek_pointer(value).map(Wrapped.init(signalPointer:))
  }
}

/// A type that wraps a pointer; as an argument of a signal it is optional.
///
/// Borrowed: good during the call.
nonisolated public protocol PointerValue {
  init(signalPointer: UnsafeMutableRawPointer)
}

nonisolated extension ObjectHandle {
  public init(signalPointer: UnsafeMutableRawPointer) { self.init(raw: signalPointer) }
}

nonisolated extension UnsafeMutableRawPointer: PointerValue {
  public init(signalPointer: UnsafeMutableRawPointer) { self = signalPointer }
}

nonisolated extension Object: PointerValue {}

nonisolated extension Widget: SignalResult {
  public func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_object(value, raw) }
}

/// GLib's fundamental types, which its headers have as macros.
nonisolated extension GType {
  public static let boolean = GType(5 << 2)
  public static let int = GType(6 << 2)
  public static let uint = GType(7 << 2)
  public static let enumeration = GType(12 << 2)
  public static let flags = GType(13 << 2)
  public static let double = GType(15 << 2)
  public static let string = GType(16 << 2)
}
