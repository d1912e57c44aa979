import CFileFacts
import Glibc

/// What programs have noted on files and folders: extended attributes of the class `user` (xattr(7)).
///
/// Tags and comments of file managers are such, and the addresses that browsers have fetched files from. Other classes are
/// the system's, which gives a new file its own.
enum FileAttributes {
  private static let classOfPrograms = Array("user.".utf8CString.dropLast())

  /// Notes on a file or folder what is noted on another one, as far as its file system can hold that.
  ///
  /// - Parameters:
  ///   - source: Open for reading.
  ///   - target: Open, and this user may write it.
  static func copy(from source: CInt, to target: CInt) throws(DocumentStoreError) {
    for name in names(of: source) {
      guard let value = filled(by: { fgetxattr(source, name, $0, $1) }) else { continue }
      guard fsetxattr(target, name, value, value.count, 0) != 0 else { continue }
      // File systems say in many ways that they have no attributes, or no room for one of this size or name.
      if errno == EIO { throw .system(call: "fsetxattr") }
    }
  }

  /// A text that is noted on a file or folder; `nil` where it has none of that name.
  static func text(_ name: String, of path: String) -> String? {
    guard let value = filled(by: { getxattr(path, name, $0, $1) }) else { return nil }
    return String(decoding: value.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Each with the zero that ends it; they need not be UTF-8.
  private static func names(of file: CInt) -> [[CChar]] {
    let list = filled(by: { flistxattr(file, $0, $1) }) ?? []
    return list.split(separator: 0).filter { $0.starts(with: classOfPrograms) }
      .map { Array($0) + [0] }
  }

  /// What a call writes that tells its size where it gets no room; `nil` where it fails.
  private static func filled(by call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [CChar]? {
    while true {
      let size = call(nil, 0)
      guard size >= 0 else { return nil }
      var buffer = [CChar](repeating: 0, count: size)
      let count = size == 0 ? 0 : call(&buffer, size)
      if count >= 0 { return Array(buffer.prefix(count)) }
      // It has grown meanwhile.
      guard errno == ERANGE else { return nil }
    }
  }
}
