import CGtk

/// Files of text.
public enum TextFile {
  /// Replaces a file, whole or not at all.
  public static func write(_ text: String, to path: String) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    guard g_file_set_contents(path, text, -1, &error) != 0 else { throw GLibError(of: error) }
  }
}
