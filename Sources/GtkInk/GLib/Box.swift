/// Carries a Swift value through a C pointer.
public final class Box<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }

  /// A pointer that owns one reference to this box.
  public func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  public static func from(_ data: UnsafeMutableRawPointer?) -> Box? {
    data.map { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Gives up the reference that ``retained()`` made.
  public static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Box>.fromOpaque(data).release() }
  }
}
