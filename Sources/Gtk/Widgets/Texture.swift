import CGtk

/// A picture in memory (GdkTexture), which nothing changes.
nonisolated public final class Texture: Sendable {
  // A texture may be used by any thread (GdkTexture).
  nonisolated(unsafe) let raw: OpaquePointer

  /// Decodes a file, made smaller to fit into a size in pixels; `nil` where it cannot be read.
  ///
  /// Takes about a millisecond for a thumbnail, on any thread.
  public init?(file: String, width: Int, height: Int) {
    guard
      let picture = gdk_pixbuf_new_from_file_at_scale(file, CInt(width), CInt(height), 1, nil)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    guard let texture = gdk_texture_new_for_pixbuf(picture) else { return nil }
    raw = texture
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(raw)) }
}
