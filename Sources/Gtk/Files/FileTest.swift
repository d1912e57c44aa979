import CGtk

/// What GLib says of a path, symbolic links followed; for callers that need not know why not.
public nonisolated enum FileTest {
  /// A path as a `file:` address; `nil` where it is not absolute.
  public static func uri(of path: String) -> String? {
    takeString(g_filename_to_uri(path, nil, nil))
  }

  /// Whether there is anything at a path.
  public static func exists(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_EXISTS) != 0 }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_IS_DIR) != 0 }
}
