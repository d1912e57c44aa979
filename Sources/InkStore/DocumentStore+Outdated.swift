import InkModel

extension DocumentStore {
  /// What shows that another program may have changed a drawing, or its log.
  static func stamps(ofDrawing path: String) -> [FileStamp?] {
    [path, FilePaths.log(of: path)].map { FileStamp(lockable: $0) }
  }

  /// Whether a file that is only read here holds another state of the drawing, or another drawing, than was read.
  ///
  /// Costs two system calls, and reads the file where another program has touched it. False while the file is gone or
  /// cannot be read, as in the midst of being written: what was read is all there is then.
  public func isOutdated() -> Bool {
    guard let file, file.access != .writable else { return false }
    let now = Self.stamps(ofDrawing: file.path)
    guard now != stampsRead, let (_, found, _) = try? glance(file.path) else { return false }
    guard found == version else { return true }
    stampsRead = now
    return false
  }
}
