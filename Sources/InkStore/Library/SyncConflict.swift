/// Names that syncing programs give to the other version of a file that was changed in two places.
public enum SyncConflict {
  /// The name of the drawing that one of this name is another version of, both without their ending; `nil` for a name
  /// that no syncing program gives.
  ///
  /// Syncthing: `Name.sync-conflict-20260102-030405-ABCDEFG`
  /// (https://docs.syncthing.net/users/syncing.html#conflicting-changes). Nextcloud and Dropbox:
  /// `Name (conflicted copy 2026-01-02 030405)`, `Name (Ann's conflicted copy 2026-01-02)`. ownCloud:
  /// `Name_conflict-20260102-030405`.
  public static func original(of name: String) -> String? {
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let range = name.ranges(of: mark).last, let first = name[range.upperBound...].first,
        first.isASCII, first.isNumber
      else { continue }
      return whole(name[..<range.lowerBound])
    }
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("),
      name[open...].lowercased().contains("conflicted copy")
    else { return nil }
    return whole(name[..<open])
  }

  private static func whole(_ stem: Substring) -> String? {
    var stem = stem
    while stem.last == " " { stem.removeLast() }
    return stem.isEmpty ? nil : String(stem)
  }
}
