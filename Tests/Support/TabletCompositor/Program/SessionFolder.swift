import CWaylandServer
import Glibc

/// A private folder with everything a session keeps on disk: the runtime folder with the
/// Wayland socket, and a home with the folders of the XDG base directory specification.
public final class SessionFolder: Sendable {
  public let path: String
  public var runtime: String { path + "/run" }
  public var home: String { path + "/home" }
  public var data: String { home + "/data" }
  public var config: String { home + "/config" }
  public var cache: String { home + "/cache" }
  public var state: String { home + "/state" }
  /// What programs take for GTK's prefix: its modules are the machine's, but for input methods.
  public var toolkit: String { path + "/gtk" }

  init() throws(ScreenError) {
    let base = Environment.value("TMPDIR") ?? "/tmp"
    var template = Array((base + "/plumbago-screen-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .system("making a folder in \(base)", code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let modules = toolkit + "/lib/gtk-4.0/4.0.0"
    for folder in [
      runtime, home, data, config, cache, state, toolkit, toolkit + "/lib",
      toolkit + "/lib/gtk-4.0", modules,
    ] {
      guard mkdir(folder, 0o700) == 0 else { throw .system("making \(folder)", code: errno) }
    }
    for kind in ["printbackends", "media"] {
      guard let there = ToolkitModules.path(of: kind) else { continue }
      guard symlink(there, modules + "/" + kind) == 0 else {
        throw .system("linking \(there)", code: errno)
      }
    }
  }

  /// Deletes the folder with everything in it.
  func remove() { SessionFolder.removeTree(path) }

  private static func removeTree(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    if info.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { removeTree(path + "/" + name) }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// A listening socket for Wayland clients, at `runtime`/`name`.
  func listen(_ name: String) throws(ScreenError) -> Int32 {
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw .system("making the Wayland socket", code: errno) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array((runtime + "/" + name).utf8CString)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count <= room else {
      close(descriptor)
      throw .system("naming the Wayland socket", code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: bytes.map { UInt8(bitPattern: $0) })
    }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, Glibc.listen(descriptor, 16) == 0 else {
      let code = errno
      close(descriptor)
      throw .system("listening for Wayland clients", code: code)
    }
    return descriptor
  }
}

/// Environment variables.
enum Environment {
  static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// All variables of this process.
  static var all: [String: String] {
    var out: [String: String] = [:]
    var p = environ
    while let entry = p.pointee {
      let text = String(cString: entry)
      if let i = text.firstIndex(of: "=") {
        out[String(text[..<i])] = String(text[text.index(after: i)...])
      }
      p += 1
    }
    return out
  }
}
