import Glibc

/// The drawings that a person has marked as favourites.
///
/// They are kept in a text file of the app, and not in the drawings: marking one does not change it, nor need it be written.
/// A line is a drawing's path and the number of its file, by which it is found again when another program has renamed or
/// moved it on the same file system; a drawing that a program writes anew keeps its path. One that is gone stays in the
/// list: its folder may come back.
public struct Favorites: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var path: String
    var file: FileIdentity?
  }

  private(set) var entries: [Entry] = []

  public init() {}

  /// From the text of the file; lines that say nothing are left out.
  public init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[2].hasPrefix("/"), let device = UInt64(words[0]),
        let number = UInt64(words[1])
      else { continue }
      entries.append(
        Entry(
          path: String(words[2]),
          file: number == 0 ? nil : FileIdentity(device: device, inode: number)))
    }
  }

  public var text: String {
    entries.map {
      "\($0.file?.device ?? 0) \($0.file?.inode ?? 0) \($0.path)\n"
    }.joined()
  }

  public var isEmpty: Bool { entries.isEmpty }

  /// The paths at which they were last, in the order in which they were marked.
  public var paths: [String] { entries.map(\.path) }

  /// The files of those that are not at their paths now, as far as their numbers are known.
  ///
  /// Costs a system call for each favourite.
  public var missing: Set<FileIdentity> {
    Set(entries.compactMap { access($0.path, F_OK) == 0 ? nil : $0.file })
  }

  public func contains(_ path: String) -> Bool { entries.contains { $0.path == path } }

  /// Marks a drawing, or takes its mark away.
  public mutating func set(_ path: String, _ isFavorite: Bool) {
    entries.removeAll { $0.path == path }
    // A line is one path.
    guard isFavorite, !path.contains("\n") else { return }
    entries.append(Entry(path: path, file: FileIdentity(path: path)))
  }

  /// Follows a drawing, or those in a folder, that was given another path.
  public mutating func follow(_ moved: MovedPath) {
    for (i, entry) in entries.enumerated() {
      guard let path = moved[entry.path] else { continue }
      // On another disk it is another file.
      entries[i] = Entry(path: path, file: FileIdentity(path: path) ?? entry.file)
    }
  }

  /// Follows drawings that have other names now, and notes the numbers of files that were written anew.
  ///
  /// - Parameter items: What is in a folder now, or in several.
  /// - Returns: Whether anything is other than before.
  public mutating func follow(_ items: [LibraryItem]) -> Bool {
    guard !entries.isEmpty else { return false }
    var (byPath, byFile): ([String: FileIdentity], [FileIdentity: String]) = ([:], [:])
    for item in items where item.kind == .drawing {
      guard let file = item.file else { continue }
      byPath[item.path] = file
      byFile[file] = item.path
    }
    let before = entries
    for i in entries.indices {
      if let file = byPath[entries[i].path] {
        entries[i].file = file
      } else if let file = entries[i].file, let path = byFile[file], !contains(path),
        access(entries[i].path, F_OK) != 0
      {
        entries[i].path = path
      }
    }
    return entries != before
  }
}
