import CGtk

/// A pointer to a GObject in either of the shapes that C headers give it in Swift, or as a typed handle.
nonisolated public protocol GObjectPointer {
  var raw: UnsafeMutableRawPointer { get }
}

nonisolated extension OpaquePointer: GObjectPointer {
  @inlinable public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
nonisolated extension UnsafeMutablePointer: GObjectPointer {
  @inlinable public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}
nonisolated extension UnsafeMutableRawPointer: GObjectPointer {
  @inlinable public var raw: UnsafeMutableRawPointer { self }
}

nonisolated extension GObjectPointer {
  /// The same object as another of its types; the caller vouches for it.
  @inlinable public func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: type)
  }
  /// The same object where C declares its type without a body.
  @inlinable public func cast() -> OpaquePointer { OpaquePointer(raw) }

  @inlinable public var widget: UnsafeMutablePointer<GtkWidget> { cast() }
  @inlinable public var object: UnsafeMutablePointer<GObject> { cast() }
  @inlinable public var opaque: OpaquePointer { OpaquePointer(raw) }

  /// Whether two handles are of one object.
  @inlinable public func isSame(as other: some GObjectPointer) -> Bool { raw == other.raw }

  /// Whether an object is an instance of a type.
  public func isA(_ type: GType) -> Bool {
    g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
  }
}

/// A GObject by its type, as a value: the name of an object, not a reference to it.
///
/// A handle does not keep its object alive, so that a closure connected to a button can name that button without
/// a cycle. GTK's rules say what does: a widget lives as long as its parent, a window until it is destroyed, a
/// controller as long as its widget. ``Kept`` is for objects without an owner. Using a handle after its object was
/// destroyed is an error, as it is in C.
nonisolated public protocol ObjectHandle: GObjectPointer, Hashable {
  /// The caller vouches for the object's type.
  init(raw: UnsafeMutableRawPointer)
}

nonisolated extension ObjectHandle {
  /// - Parameter pointer: Of the right type; the caller vouches for it.
  public init(_ pointer: some GObjectPointer) { self.init(raw: pointer.raw) }
}

/// Any GObject.
nonisolated public struct Object: ObjectHandle {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

/// Keeps an object alive as long as this lives: a widget without a parent yet, or an object that several share.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class Kept<Handle: ObjectHandle> {
  public let object: Handle

  /// Takes a reference of its own; a floating one is sunk.
  public init(_ object: Handle) {
    self.object = object
    g_object_ref_sink(object.raw)
  }

  /// Takes over the reference that a C constructor returned.
  public init(taking object: Handle) { self.object = object }

  isolated deinit { g_object_unref(object.raw) }
}
