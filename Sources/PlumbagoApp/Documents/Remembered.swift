import InkStore

/// What is remembered of drawings by their paths and not in them: where each was looked at, which were open lately, which
/// are favourites, and which the library leaves alone.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
enum Remembered {
  /// A drawing, or a folder of some, was given another path here.
  ///
  /// - Parameter isRenamed: Whether a drawing got another name by that.
  static func follow(_ path: String, to target: String, isRenamed: Bool = true) {
    let moved = MovedPath(path, to: target)
    SessionFile.follow(moved)
    RecentDrawings.follow(moved, isRenamed: isRenamed)
    FavoritesFile.shared.change { $0.follow(moved) }
    LibrarySuspects.shared.follow(moved)
  }
}
