import CGtk
import GtkInk

/// Remembers which drawings were open, for the next start.
///
/// A key file in the state folder. It holds nothing that cannot be lost: the drawings themselves
/// are all on disk already.
struct SessionFile {
  private static var path: String { Installation.state + "/session" }

  /// Paths, in the order the windows were opened.
  static var drawings: [String] {
    get {
      let file = g_key_file_new()
      defer { g_key_file_unref(file) }
      guard g_key_file_load_from_file(file, path, G_KEY_FILE_NONE, nil) != 0 else { return [] }
      var count: gsize = 0
      guard let list = g_key_file_get_string_list(file, "windows", "drawings", &count, nil) else {
        return []
      }
      defer { g_strfreev(list) }
      return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
    }
    set {
      let file = g_key_file_new()
      defer { g_key_file_unref(file) }
      let texts = newValue.map { g_strdup($0) }
      defer { for text in texts { g_free(text) } }
      let list = texts.map { UnsafePointer($0) }
      list.withUnsafeBufferPointer {
        g_key_file_set_string_list(file, "windows", "drawings", $0.baseAddress, gsize($0.count))
      }
      g_mkdir_with_parents(Installation.state, 0o700)
      // A state folder that cannot be written costs the session its memory and nothing else.
      g_key_file_save_to_file(file, path, nil)
    }
  }
}
