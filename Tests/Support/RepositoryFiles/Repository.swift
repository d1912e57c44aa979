import Foundation

/// The checked-out tree, for tests that read the repository itself: imports, packaging, strings.
///
/// Paths go in and come out relative to the top folder, with `/` between their parts.
public enum Repository {
  /// The top folder, which has Package.swift.
  public static let root: URL = {
    var folder = URL(filePath: #filePath)
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      precondition(folder.path != "/", "\(#filePath) does not stand in the repository")
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// The file's absolute path.
  public static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The text of the file, which must be UTF-8.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  /// The lines of the file that are neither empty nor begin with `#`: LINGUAS, POTFILES.in.
  public static func entries(_ path: String) throws -> [String] {
    try text(path).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The files below a folder whose names end so, sorted; a folder that is not there has none.
  public static func files(under folder: String, suffix: String = "") -> [String] {
    files(below: url(folder)).filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
  }

  /// The files at any depth below a folder of the file system, by their paths from it, sorted.
  public static func files(below folder: URL) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return found.compactMap { $0 as? String }.filter { path in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: folder.appending(path: path).path, isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }.sorted()
  }
}
