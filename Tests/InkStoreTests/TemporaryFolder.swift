import Glibc

/// A folder of its own for each test, gone with everything in it when the test is.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/inkstore-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failed(what: "mkdtemp", number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  struct Failed: Error {
    var what: String
    var number: Int32
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    var s = stat()
    guard lstat(path, &s) == 0 else { return }
    if s.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      if let folder = opendir(path) {
        while let entry = readdir(folder) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          if name != "." && name != ".." { remove("\(path)/\(name)") }
        }
        closedir(folder)
      }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

/// The bytes of a file.
func bytes(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw TemporaryFolder.Failed(what: "open \(path)", number: errno) }
  defer { close(descriptor) }
  var s = stat()
  fstat(descriptor, &s)
  var bytes = [UInt8](repeating: 0, count: Int(s.st_size))
  let n = pread(descriptor, &bytes, bytes.count, 0)
  guard n == bytes.count else { throw TemporaryFolder.Failed(what: "read \(path)", number: errno) }
  return bytes
}

/// Makes a file of bytes, replacing any other.
func write(_ bytes: [UInt8], to path: String) throws {
  unlink(path)
  let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw TemporaryFolder.Failed(what: "open \(path)", number: errno) }
  defer { close(descriptor) }
  guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
    throw TemporaryFolder.Failed(what: "write \(path)", number: errno)
  }
}
