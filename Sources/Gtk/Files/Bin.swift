import CGtk
import Glibc

/// The desktop's bin.
public enum Bin {
  /// Why something could not be moved there, in the desktop's words.
  public struct Failure: Error {
    public var sentence: String
  }

  /// Moves a file there.
  ///
  /// - Returns: Where it is now, from where it can be moved back; `nil` where that cannot be told, as in a bin of another
  ///   disk or behind a portal.
  public static func take(_ path: String) throws(Failure) -> String? {
    let file = g_file_new_for_path(path)
    defer { if let file { g_object_unref(file.raw) } }
    let before = entries
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file, nil, &error) != 0 else {
      let sentence = error.map { String(cString: $0.pointee.message) } ?? ""
      if let error { g_error_free(error) }
      throw Failure(sentence: sentence)
    }
    // The bin's own name of it is told nowhere: the file that was not there before and comes from this path
    // (https://specifications.freedesktop.org/trash-spec/1.0/).
    for name in entries.subtracting(before) {
      let info = KeyFile(path: folder + "/info/" + name + ".trashinfo")
      let origin = info.string("Path", in: "Trash Info").flatMap {
        takeString(g_uri_unescape_string($0, nil))
      }
      if origin == path { return folder + "/files/" + name }
    }
    return nil
  }

  /// Forgets a file that was moved out of the bin again, by the path that it had there.
  public static func forget(_ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    unlink(folder + "/info/" + name + ".trashinfo")
  }

  private static var folder: String { String(cString: g_get_user_data_dir()) + "/Trash" }

  private static var entries: Set<String> {
    guard let listing = opendir(folder + "/files") else { return [] }
    defer { closedir(listing) }
    var found: Set<String> = []
    while let entry = readdir(listing) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          if let name = String(validatingCString: $0) { found.insert(name) }
        }
      }
    }
    return found.subtracting([".", ".."])
  }
}
