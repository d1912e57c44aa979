import CGtk

/// A file of groups with keys and values, as GLib's own settings files are.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class KeyFile {
  private let pointer: OpaquePointer

  /// The contents of a file; empty where it cannot be read.
  public init(path: String) {
    guard let made = g_key_file_new() else {
      preconditionFailure("GLib aborts before it returns no object")
    }
    pointer = made
    g_key_file_load_from_file(pointer, path, G_KEY_FILE_NONE, nil)
  }

  isolated deinit { g_key_file_unref(pointer) }

  /// Writes the file, and makes its folder; whether that succeeded.
  @discardableResult
  public func save(to path: String) -> Bool {
    if let folder = takeString(g_path_get_dirname(path)) { g_mkdir_with_parents(folder, 0o700) }
    return g_key_file_save_to_file(pointer, path, nil) != 0
  }

  public func hasGroup(_ group: String) -> Bool { g_key_file_has_group(pointer, group) != 0 }
  public func removeGroup(_ group: String) { g_key_file_remove_group(pointer, group, nil) }

  public func string(_ key: String, in group: String) -> String? {
    takeString(g_key_file_get_string(pointer, group, key, nil))
  }
  public func set(_ value: String, _ key: String, in group: String) {
    g_key_file_set_string(pointer, group, key, value)
  }

  /// 0 where it holds no number.
  public func double(_ key: String, in group: String) -> Double {
    g_key_file_get_double(pointer, group, key, nil)
  }
  public func set(_ value: Double, _ key: String, in group: String) {
    g_key_file_set_double(pointer, group, key, value)
  }

  /// Empty where it holds no list.
  public func strings(_ key: String, in group: String) -> [String] {
    var count: gsize = 0
    guard let list = g_key_file_get_string_list(pointer, group, key, &count, nil) else { return [] }
    defer { g_strfreev(list) }
    return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }
  }
  public func set(_ values: [String], _ key: String, in group: String) {
    let texts = values.map { g_strdup($0) }
    defer { for text in texts { g_free(text) } }
    let list = texts.map { UnsafePointer($0) }
    list.withUnsafeBufferPointer {
      g_key_file_set_string_list(pointer, group, key, $0.baseAddress, gsize($0.count))
    }
  }
}
