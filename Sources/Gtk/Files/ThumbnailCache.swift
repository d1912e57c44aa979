import CGtk
import Glibc

/// The small pictures of files that all programs of a user share.
///
/// After freedesktop.org's Thumbnail Managing Standard (https://specifications.freedesktop.org/thumbnail-spec/). In a sandbox with a cache of its own they are this program's.
nonisolated public enum ThumbnailCache {
  /// The most pixels of a side: the standard's size “large”.
  public static let side = 256

  /// Where the picture of a file is kept; `nil` where the file's path is not absolute.
  public static func path(of file: String) -> String? {
    guard let uri = FileTest.uri(of: file),
      let name = takeString(g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1))
    else { return nil }
    return "\(folder)/\(name).png"
  }

  /// Keeps a picture, whole or not at all.
  ///
  /// - Parameters:
  ///   - png: The picture as a PNG file; no side longer than ``side``.
  ///   - file: The absolute path of what it shows.
  ///   - modified: When that was written to last, in seconds since 1970: the picture of another time counts as none.
  /// - Returns: Whether it is kept.
  public static func keep(_ png: [UInt8], of file: String, modified: Int) -> Bool {
    guard let uri = FileTest.uri(of: file), let target = path(of: file) else { return false }
    g_mkdir_with_parents(folder, 0o700)
    let bytes = g_bytes_new(png, gsize(png.count))
    let stream = g_memory_input_stream_new_from_bytes(bytes)
    let picture = gdk_pixbuf_new_from_stream(stream, nil, nil)
    g_object_unref(stream)
    g_bytes_unref(bytes)
    guard let picture else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(picture)) }
    let texts = [
      "tEXt::Thumb::URI": uri, "tEXt::Thumb::MTime": String(modified),
      "tEXt::Software": "Plumbago",
    ]
    // Two programs that make it at a time write to files of their own.
    let unfinished = "\(target).\(getpid())"
    var keys = texts.keys.map { strdup($0) } + [nil]
    var values = texts.values.map { strdup($0) } + [nil]
    defer { for string in keys + values { free(string) } }
    // What a drawing shows is for nobody else.
    let isKept =
      gdk_pixbuf_savev(picture, unfinished, "png", &keys, &values, nil) != 0
      && chmod(unfinished, 0o600) == 0 && rename(unfinished, target) == 0
    if !isKept { unlink(unfinished) }
    return isKept
  }

  private static var folder: String { UserFolders.cache + "/thumbnails/large" }
}
