import Glibc

/// Paths of files and folders: plain strings, absolute where they are kept.
public enum FilePaths {
  /// The folder and the last component of a path, as dirname(1) and basename(1) find them.
  ///
  /// The folder of a name alone is `.`; the root is `/` in the folder `/`.
  public static func split(_ path: String) -> (folder: String, name: String) {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else {
      return path.isEmpty ? (".", "") : ("/", "/")
    }
    let whole = path[...last]
    guard let end = whole.utf8.lastIndex(of: slash) else { return (".", String(whole)) }
    let name = String(whole[whole.utf8.index(after: end)...])
    guard let folderEnd = whole[..<end].utf8.lastIndex(where: { $0 != slash }) else {
      return ("/", name)
    }
    return (String(whole[...folderEnd]), name)
  }

  /// Whether a path is one that the desktop's portal of documents has handed over: a file alone, beside which no other one
  /// can be saved, though it may look so.
  ///
  /// What lies in a folder that was handed over has others beside it.
  public static func isHandedOver(_ path: String) -> Bool {
    isHandedOver(path, runtime: runtime)
  }

  /// - Parameter runtime: The folder that `XDG_RUNTIME_DIR` names.
  static func isHandedOver(_ path: String, runtime: String?) -> Bool {
    guard let path = pathInPortal(path, runtime: runtime) else { return false }
    var components = path.split(separator: "/")
    // As it is seen from outside of the sandbox that it was handed to.
    if components.first == "by-app" { components = Array(components.dropFirst(2)) }
    // The portal's key, and the name.
    return components.count <= 2
  }

  /// Whether a path is seen through the desktop's portal of documents: a file or a folder that it has handed over, or
  /// anything in such a folder.
  public static func isOfPortal(_ path: String) -> Bool {
    isOfPortal(path, runtime: runtime)
  }

  static func isOfPortal(_ path: String, runtime: String?) -> Bool {
    pathInPortal(path, runtime: runtime) != nil
  }

  private static var runtime: String? {
    getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
  }

  /// What follows the folder in which the portal shows all that it hands over.
  private static func pathInPortal(_ path: String, runtime: String?) -> Substring? {
    let folders = ["/run/user/\(getuid())", "/run/flatpak"] + [runtime].compactMap(\.self)
    return folders.map { $0 + "/doc/" }.first { path.hasPrefix($0) }
      .map { path.dropFirst($0.count) }
  }

  /// The names in a folder, in no order; none where it cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// All of a file that is small, or that has no size because the kernel makes it up.
  public static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = read(descriptor, &buffer, buffer.count)
      if n < 0 && errno == EINTR { continue }
      guard n >= 0 else { return nil }
      if n == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(n)
    }
  }
}
