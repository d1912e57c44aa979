import CGtk

/// A GVariant: borrowed, valid as long as its owner keeps it.
nonisolated public struct Variant: PointerValue {
  public let pointer: OpaquePointer

  public init(_ pointer: OpaquePointer) { self.pointer = pointer }
  public init(signalPointer: UnsafeMutableRawPointer) { pointer = OpaquePointer(signalPointer) }

  /// `nil` where it is of another type.
  public func value<Value: VariantValue>(_ type: Value.Type) -> Value? {
    guard String(cString: g_variant_get_type_string(pointer)) == Value.variantType else {
      return nil
    }
    return Value(self)
  }

  static func withType<Value: VariantValue, Result>(
    _ type: Value.Type, _ body: (OpaquePointer?) -> Result
  ) -> Result {
    let type = g_variant_type_new(Value.variantType)
    defer { g_variant_type_free(type) }
    return body(type)
  }
}

/// A type that GVariants hold.
nonisolated public protocol VariantValue {
  /// GLib's name of it, as `"s"`.
  static var variantType: String { get }
  /// A new GVariant, floating.
  var variant: OpaquePointer? { get }
  /// From one of ``variantType``.
  init(_ variant: Variant)
}

nonisolated extension Bool: VariantValue {
  public static var variantType: String { "b" }
  public var variant: OpaquePointer? { g_variant_new_boolean(self ? 1 : 0) }
  public init(_ variant: Variant) { self = g_variant_get_boolean(variant.pointer) != 0 }
}

nonisolated extension Int: VariantValue {
  public static var variantType: String { "i" }
  public var variant: OpaquePointer? { g_variant_new_int32(gint32(clamping: self)) }
  public init(_ variant: Variant) { self = Int(g_variant_get_int32(variant.pointer)) }
}

nonisolated extension Double: VariantValue {
  public static var variantType: String { "d" }
  public var variant: OpaquePointer? { g_variant_new_double(self) }
  public init(_ variant: Variant) { self = g_variant_get_double(variant.pointer) }
}

nonisolated extension String: VariantValue {
  public static var variantType: String { "s" }
  public var variant: OpaquePointer? { g_variant_new_string(self) }
  public init(_ variant: Variant) {
    self = g_variant_get_string(variant.pointer, nil).map { String(cString: $0) } ?? ""
  }
}
