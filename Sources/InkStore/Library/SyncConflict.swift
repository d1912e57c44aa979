/// Names that syncing programs give to the other version of a file that was changed in two places.
public enum SyncConflict {
  /// The name of the drawing that one of this name is another version of, both without their ending; `nil` for a name
  /// that no syncing program gives.
  ///
  /// Syncthing: `Name.sync-conflict-20260102-030405-ABCDEFG`
  /// (https://docs.syncthing.net/users/syncing.html#conflicting-changes). ownCloud: `Name_conflict-20260102-030405`.
  /// Nextcloud and Dropbox: `Name (conflicted copy 2026-01-02 030405)`, `Name (Ann's conflicted copy 2026-01-02)`, which
  /// Dropbox says in the language of its user. Seafile: `Name (SFConflict ann@example.org 2026-01-02-03-04-05)`. OneDrive
  /// adds the name of a computer alone, which any name may end with.
  public static func original(of name: String) -> String? {
    for mark in [".sync-conflict-", "_conflict-"] {
      guard let range = lastRange(of: mark, in: name[...]),
        let first = name[range.upperBound...].first, first.isASCII, first.isNumber
      else { continue }
      return whole(name[..<range.lowerBound])
    }
    guard name.hasSuffix(")"), let open = lastBracket(in: name) else { return nil }
    let note = name[open...].lowercased()[...]
    guard
      lastRange(of: "conflicted copy", in: note) != nil
        || hasDate(note) && conflicts.contains(where: { lastRange(of: $0, in: note) != nil })
    else { return nil }
    return whole(name[..<open])
  }

  /// What “conflict” is called, or begins with, in languages of Dropbox: English, Spanish; French, Italian, Portuguese;
  /// German, Dutch, Polish, the northern ones; Russian, Ukrainian; Japanese; Chinese, simple and traditional; Korean.
  private static let conflicts = [
    "conflict", "conflit", "konflikt", "конфликт", "конфлікт", "競合", "冲突", "衝突", "충돌",
  ]

  /// The bracket that the one at the end of a name closes: names of people and devices may have some, too.
  private static func lastBracket(in name: String) -> String.Index? {
    var depth = 0
    for index in name.indices.reversed() {
      if name[index] == ")" { depth += 1 }
      if name[index] == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return name.lastIndex(of: "(")
  }

  /// Whether there is a date as these programs write it: `2026-01-02`.
  private static func hasDate(_ note: Substring) -> Bool {
    let (bytes, pattern) = (Array(note.utf8), Array("dddd-dd-dd".utf8))
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count >= pattern.count else { return false }
    return (0...bytes.count - pattern.count).contains { start in
      zip(bytes[start...], pattern).allSatisfy {
        $1 == UInt8(ascii: "d") ? digits.contains($0) : $0 == $1
      }
    }
  }

  /// Where a text is found in a name, byte by byte, the last time.
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
