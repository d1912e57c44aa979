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
      guard let range = lastRange(of: mark, in: name[...]),
        let first = name[range.upperBound...].first, first.isASCII, first.isNumber
      else { continue }
      return whole(name[..<range.lowerBound])
    }
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("),
      lastRange(of: "conflicted copy", in: name[open...].lowercased()[...]) != nil
    else { return nil }
    return whole(name[..<open])
  }

  /// Where an ASCII text is found in a name, the last time.
  ///
  /// Each name of a library is asked; the standard library's search makes a table for each.
  private static func lastRange(of mark: String, in name: Substring) -> Range<String.Index>? {
    let (bytes, mark) = (name.utf8, mark.utf8)
    var start = bytes.endIndex
    while start > bytes.startIndex {
      start = bytes.index(before: start)
      if bytes[start...].starts(with: mark) {
        return start..<bytes.index(start, offsetBy: mark.count)
      }
    }
    return nil
  }

  private static func whole(_ stem: Substring) -> String? {
    var stem = stem
    while stem.last == " " { stem.removeLast() }
    return stem.isEmpty ? nil : String(stem)
  }
}
