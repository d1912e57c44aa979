import CGtk

/// Sizes of files as people of this language write them.
public nonisolated enum ByteSize {
  /// In units of a thousand, as file managers tell it: “1.2 MB”.
  public static func text(_ count: Int64) -> String {
    takeString(g_format_size(guint64(count))) ?? ""
  }
}
