/// Carries a Swift value through a C pointer.
public final class Retained<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }

  /// A pointer that owns one reference to this object.
  public func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  public static func from(_ data: UnsafeMutableRawPointer?) -> Retained? {
    data.map { Unmanaged<Retained>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Gives up the reference that ``retained()`` made.
  public static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Retained>.fromOpaque(data).release() }
  }
}
