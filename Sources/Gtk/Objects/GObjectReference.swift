import CGtk

/// Keeps a GObject alive as long as this object lives.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class GObjectReference {
  public let pointer: UnsafeMutableRawPointer

  /// Takes a reference of its own; a floating one is sunk.
  public init(_ object: some GObjectPointer) {
    pointer = object.raw
    g_object_ref_sink(pointer)
  }

  isolated deinit { g_object_unref(pointer) }
}
