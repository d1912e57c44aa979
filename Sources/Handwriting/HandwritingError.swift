/// Why handwriting could not be read.
public enum HandwritingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file of the language pack does not exist or cannot be opened; the path and the system's `errno`.
  case packMissing(path: String, code: Int32)
  /// A file of the language pack is invalid; the path and what was found.
  case packDamaged(path: String, reason: String)
  /// The pack was made for a newer engine.
  case packTooNew(path: String, version: UInt32)
  /// The task that waited was cancelled.
  case cancelled

  public var description: String {
    switch self {
    case .packMissing(let path, let code):
      "The handwriting data \(path) cannot be opened (error \(code))."
    case .packDamaged(let path, let reason):
      "The handwriting data \(path) is damaged: \(reason)."
    case .packTooNew(let path, let version):
      "The handwriting data \(path) has version \(version), which this engine does not know."
    case .cancelled:
      "Reading the handwriting was cancelled."
    }
  }
}
