import InkModel

/// A drawing or a folder that was given another path, for what is known of drawings by their paths.
public struct MovedPath: Sendable {
  /// As they were given, and without symbolic links.
  private let changes: [(old: String, new: String)]

  /// - Parameters:
  ///   - old: Where it was. Nothing need be there now.
  ///   - new: Where it is.
  public init(_ old: String, to new: String) {
    let given = (old, new)
    let canonical = (FilePaths.canonical(old), FilePaths.canonical(new))
    changes = given == canonical ? [given] : [given, canonical]
  }

  /// The path that leads now to what another led to before; `nil` where that leads there still.
  public subscript(path: String) -> String? {
    for (old, new) in changes {
      if path == old { return new }
      if path.hasPrefix(old + "/") { return new + path.dropFirst(old.count) }
    }
    return nil
  }
}
