import Glibc
import InkModel

/// The drawings that a person has marked as favourites.
///
/// They are kept in a text file of the app, and not in the drawings: marking one does not change it, nor need it be written.
/// A line is a drawing's path and the number of its file, by which it is found again when another program has renamed or
/// moved it on the same file system; a drawing that a program writes anew keeps its path. One that is gone stays in the
/// list: its folder may come back.
///
/// A line behind that says when the file was made, where that is known: the number of one that is gone is given to another
/// file, which is no favourite. Versions that do not know that line leave it out, and lists without it are read, too.
public struct Favorites: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var path: String
    var file: FileIdentity?
    /// When that was made (``FilePaths/birth(of:)``); `nil` where it is not known.
    var born: Int64?

    /// Whether a file that has the number is the same one, as far as is known.
    func isSame(_ other: String) -> Bool {
      guard let born, let time = FilePaths.birth(of: other) else { return true }
      return born == time
    }

    var text: String {
      let line = "\(file?.device ?? 0) \(file?.inode ?? 0) \(path)\n"
      return born.map { "\(line)\(Favorites.bornWord) \($0)\n" } ?? line
    }
  }

  private static let bornWord = "born"

  private(set) var entries: [Entry] = []

  public init() {}

  /// From the text of the file; lines that say nothing are left out.
  public init(text: String) {
    var isBehindEntry = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      if isBehindEntry, words.count == 2, words[0] == Self.bornWord, let born = Int64(words[1]) {
        entries[entries.count - 1].born = born
      }
      isBehindEntry = false
      guard words.count == 3, words[2].hasPrefix("/"), let device = UInt64(words[0]),
        let number = UInt64(words[1])
      else { continue }
      entries.append(
        Entry(
          path: String(words[2]),
          file: number == 0 ? nil : FileIdentity(device: device, inode: number)))
      isBehindEntry = true
    }
  }

  public var text: String { entries.map(\.text).joined() }

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
    entries.append(
      Entry(path: path, file: FileIdentity(path: path), born: FilePaths.birth(of: path)))
  }

  /// Follows a drawing, or those in a folder, that was given another path.
  public mutating func follow(_ moved: MovedPath) {
    for (i, entry) in entries.enumerated() {
      guard let path = moved[entry.path] else { continue }
      entries[i].path = path
      // On another disk it is another file.
      guard let file = FileIdentity(path: path), file != entry.file else { continue }
      (entries[i].file, entries[i].born) = (file, FilePaths.birth(of: path))
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
    for (i, entry) in before.enumerated() {
      if let file = byPath[entry.path] {
        entries[i].file = file
        // One that was written anew may have got the number of the one before.
        let isKnown = file == entry.file
        entries[i].born = FilePaths.birth(of: entry.path) ?? (isKnown ? entry.born : nil)
      } else if let file = entry.file, let path = byFile[file], !contains(path),
        access(entry.path, F_OK) != 0, entry.isSame(path)
      {
        entries[i].path = path
      }
    }
    return entries != before
  }
}
