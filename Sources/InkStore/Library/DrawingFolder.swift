import Glibc
import InkModel

/// A drawing, or a folder of some, as the listing of its folder tells: nothing of it was opened.
public struct LibraryItem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case folder
    case drawing
  }
  public var kind: Kind
  /// Absolute.
  public var path: String
  /// When it was last written to, its log included, in milliseconds since 1970.
  public var modified: Int64
  /// Its log included; 0 for a folder.
  public var byteCount: Int64
  /// Which file it is, whatever its name; `nil` where that is not known.
  public var file: FileIdentity?

  /// What people call it: the file's name without our ending.
  public var name: String { DrawingFolder.name(of: path) }

  /// The name of the drawing that it is another version of, as a syncing program has called it.
  public var conflictingWith: String? {
    kind == .drawing ? SyncConflict.original(of: name) : nil
  }
}

/// A folder of drawings, which other programs may change at any time.
public struct DrawingFolder: Hashable, Sendable {
  /// In what order items are shown; folders always come before drawings.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The one that was written to last comes first.
    case date
    /// As people sort names: “Page 2” before “Page 10”, without regard to capitals.
    case name
  }

  /// Absolute.
  public var path: String

  public init(_ path: String) { self.path = path }

  private static let ending = ".\(DocumentFormat.fileExtension)"
  /// Behind a drawing's name in that of its log.
  private static let log = "-wal"
  private static let logEnding = ending + log

  /// The name of a drawing or folder without our ending.
  public static func name(of path: String) -> String {
    let file = FilePaths.split(path).name
    return file.hasSuffix(ending) ? String(file.dropLast(ending.utf8.count)) : file
  }

  /// Whether it is there: the disk that it is on may be gone for a while.
  public var isThere: Bool { FilePaths.isFolder(path) }

  /// Whether there is nothing in it, hidden files included; true where it cannot be read.
  public var isEmpty: Bool {
    guard let folder = opendir(path) else { return true }
    defer { closedir(folder) }
    // Itself and the one above.
    for _ in 0..<2 { guard readdir(folder) != nil else { return true } }
    return readdir(folder) == nil
  }

  /// The drawings at some paths, those that are there; in an order.
  ///
  /// - Parameter title: What people see as an item's name.
  public static func items(
    at paths: [String], _ order: Order, titled title: (LibraryItem) -> String = { $0.name }
  ) -> [LibraryItem] {
    let found = paths.compactMap { path -> LibraryItem? in
      var s = stat()
      guard stat(path, &s) == 0, s.st_mode & S_IFMT == S_IFREG else { return nil }
      return item(path, s) { stat(path + log, &$0) == 0 }
    }
    return sorted(found, order, titled: title)
  }

  /// A drawing from what is known of its file, and of its log.
  private static func item(
    _ path: String, _ s: stat, log: (inout stat) -> Bool
  ) -> LibraryItem {
    var item = LibraryItem(
      kind: .drawing, path: path, modified: time(s), byteCount: Int64(s.st_size),
      file: FileIdentity(s))
    var l = stat()
    if log(&l), l.st_size > 0 {
      item.modified = max(item.modified, time(l))
      item.byteCount += Int64(l.st_size)
    }
    return item
  }

  /// What is in it, in an order; empty where the folder cannot be read or is gone.
  ///
  /// Hidden names are left out, and those that are not UTF-8, which nothing could open by. Costs a system call for each
  /// name, so it is for a thread other than the main one.
  ///
  /// - Parameter title: What people see as an item's name.
  public func items(
    _ order: Order, titled title: (LibraryItem) -> String = { $0.name }
  ) -> [LibraryItem] { Self.sorted(listed(), order, titled: title) }

  /// The drawings of some files, in it and in all folders below it, whatever their names are now.
  ///
  /// Costs a system call for each name, until all are found.
  public func drawings(of files: Set<FileIdentity>) -> [LibraryItem] {
    guard !files.isEmpty else { return [] }
    var (left, found) = (files, [] as [LibraryItem])
    walk { items in
      for item in items {
        if let file = item.file, left.remove(file) != nil { found.append(item) }
      }
      return !left.isEmpty
    }
    return found
  }

  /// The drawings in it and in all folders below it, in no order.
  ///
  /// Costs a system call for each name.
  var allDrawings: [LibraryItem] {
    var found: [LibraryItem] = []
    walk { items in
      found += items.filter { $0.kind == .drawing }
      return true
    }
    return found
  }

  /// Hands what is in it and in all folders below it to `take`, a folder at a time, until that returns false.
  private func walk(_ take: ([LibraryItem]) -> Bool) {
    var folders = [path]
    // Links may go round.
    var seen: Set<FileIdentity> = []
    while !folders.isEmpty, !Task.isCancelled {
      let folder = folders.removeFirst()
      guard let identity = FileIdentity(path: folder), seen.insert(identity).inserted else {
        continue
      }
      let items = DrawingFolder(folder).listed()
      guard take(items) else { return }
      folders += items.filter { $0.kind == .folder }.map(\.path)
    }
  }

  private func listed() -> [LibraryItem] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    let descriptor = dirfd(folder)
    var names: [String] = []
    var logs: Set<String> = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      guard let name, !name.hasPrefix(".") else { continue }
      if name.hasSuffix(Self.logEnding) { logs.insert(name) } else { names.append(name) }
    }
    var found: [LibraryItem] = []
    for name in names {
      var s = stat()
      guard fstatat(descriptor, name, &s, 0) == 0 else { continue }
      switch s.st_mode & S_IFMT {
      case S_IFDIR:
        found.append(
          LibraryItem(
            kind: .folder, path: path + "/" + name, modified: Self.time(s), byteCount: 0))
      case S_IFREG where name.hasSuffix(Self.ending):
        let log = name + Self.log
        found.append(
          Self.item(path + "/" + name, s) {
            logs.contains(log) && fstatat(descriptor, log, &$0, 0) == 0
          })
      default: continue
      }
    }
    return found
  }

  /// The drawing at a path as a listing of its folder has it; `nil` where there is none.
  public static func drawing(at path: String) -> LibraryItem? {
    path.hasSuffix(ending) ? items(at: [path], .date).first : nil
  }

  /// When a file was last written to, in milliseconds since 1970.
  static func time(_ s: stat) -> Int64 {
    Int64(s.st_mtim.tv_sec) * 1000 + Int64(s.st_mtim.tv_nsec) / 1_000_000
  }

  /// Sorts items; those that are equal in the order's eyes stay in the order of their paths, and the other version of a
  /// drawing that a syncing program has kept comes right after that.
  static func sorted(
    _ items: [LibraryItem], _ order: Order, titled title: (LibraryItem) -> String = { $0.name }
  ) -> [LibraryItem] {
    let sorted = sortedAlone(items, order, titled: title)
    guard sorted.contains(where: { $0.conflictingWith != nil }) else { return sorted }
    let there = Set(sorted.lazy.filter { $0.kind == .drawing }.map(\.path))
    var versions: [String: [LibraryItem]] = [:]
    var rest: [LibraryItem] = []
    for item in sorted {
      if let name = item.conflictingWith {
        let original = FilePaths.split(item.path).folder + "/" + name + ending
        if there.contains(original) {
          versions[original, default: []].append(item)
          continue
        }
      }
      rest.append(item)
    }
    return rest.flatMap { [$0] + (versions[$0.path] ?? []) }
  }

  private static func sortedAlone(
    _ items: [LibraryItem], _ order: Order, titled title: (LibraryItem) -> String
  ) -> [LibraryItem] {
    let keyed = items.map { ($0, order == .name || $0.kind == .folder ? sortKey(title($0)) : []) }
    return keyed.sorted { a, b in
      if a.0.kind != b.0.kind { return a.0.kind == .folder }
      if order == .date, a.0.kind == .drawing, a.0.modified != b.0.modified {
        return a.0.modified > b.0.modified
      }
      if a.1 != b.1 { return a.1.lexicographicallyPrecedes(b.1) }
      return a.0.path < b.0.path
    }.map(\.0)
  }

  /// A part of a name that is compared as a whole: digits by the number that they say.
  private enum Part: Equatable, Comparable {
    case number([UInt8])
    case text(String)

    static func < (a: Part, b: Part) -> Bool {
      switch (a, b) {
      case (.number(let a), .number(let b)):
        a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
      case (.text(let a), .text(let b)): a < b
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  private static func sortKey(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name.lowercased()[...]
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let part = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      rest = rest[part.endIndex...]
      // Without leading zeros, any length of digits compares as the number.
      parts.append(
        isDigit ? .number(Array(part.drop { $0 == "0" }.utf8)) : .text(String(part)))
    }
    return parts
  }

  // MARK: Changes

  /// The path for a drawing of a name in it, which nothing has; `nil` where no file can be called that.
  ///
  /// “Name (2)” and so on where the name is taken.
  public func unusedPath(for name: String) -> String? {
    guard Self.isName(name) else { return nil }
    return FilePaths.unused(path + "/" + name + Self.ending)
  }

  /// Makes an empty folder in it: “Name (2)” and so on where the name is taken.
  ///
  /// - Returns: Its path.
  public func makeFolder(named name: String) throws(DocumentStoreError) -> String {
    let made = FilePaths.unused(path + "/" + name)
    guard mkdir(made, 0o777) == 0 else { throw .system(call: "mkdir \(made)") }
    FilePaths.syncFolder(of: made)
    return made
  }

  /// Gives it another path, which nothing has, with all that is in it; on another file system it is a copy.
  ///
  /// A store that has a drawing in it open goes on there once it is told (``DocumentStore/follow()``). To another file system
  /// nothing is moved while one has.
  public func move(to target: String) throws(DocumentStoreError) {
    if try rename(to: target) { return }
    try FolderCopy.make(of: path, to: target).removeOriginal()
  }

  /// The same where that takes no copy; false where it does (``FolderCopy``), and nothing was done.
  public func rename(to target: String) throws(DocumentStoreError) -> Bool {
    do throws(DocumentStoreError) {
      try FilePaths.giveName(target, toFolder: path)
      return true
    } catch {
      guard error.failure.systemError == EXDEV else { throw error }
      return false
    }
  }

  /// A title as a name that a file can have: “-” for slashes and what no screen shows, no dot at its beginning, not too
  /// long; empty where nothing is left of it.
  public static func fileName(for title: String) -> String {
    let shown = title.unicodeScalars.map { $0 == "/" || $0.value < 0x20 ? "-" : Character($0) }
    var name = String(shown.drop { $0 == "." || $0 == " " })
    while name.utf8.count > longestName || name.last == " " { name.removeLast() }
    return name
  }

  /// Bytes of UTF-8: what Linux allows, less what stands beside a drawing and a number where the name is taken.
  private static let longestName =
    255 - ending.utf8.count - "-wal".utf8.count - " (999)".utf8.count

  /// Whether a file can have a name: not empty, no slash, not hidden, at most 255 bytes with what stands beside a drawing.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= longestName
      && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 }
  }
}

extension DocumentStore {
  /// Gives a drawing that is open nowhere another path, which nothing has; a log that a crash left is brought in before.
  ///
  /// - Returns: What became of a last commit that cannot be read (``tornCommit``).
  @discardableResult
  public static func move(
    _ path: String, to target: String
  ) async throws(DocumentStoreError) -> TornCommit? {
    try await closing(path) { store throws(DocumentStoreError) in
      try await store.move(to: target)
    }
  }

  /// Brings the log that a crash left beside a drawing that is open nowhere into its file.
  ///
  /// For a file that goes elsewhere without what lies beside it, as to the bin. Where the log holds
  /// nothing, a file that is damaged, read-only, of a later version or no drawing at all may go.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where another program has the drawing open, and what
  /// opening it to write throws where its log holds something: then the file is not to go.
  ///
  /// - Returns: What became of a last commit that cannot be read (``tornCommit``).
  @discardableResult
  public static func bringInLog(
    of path: String
  ) async throws(DocumentStoreError) -> TornCommit? {
    let sides = FilePaths.sideFiles(of: path)
    guard sides.contains(where: { FilePaths.size(of: $0) != nil }) else { return nil }
    let logs = [FilePaths.log(of: path), FilePaths.journal(of: path)]
    let hasLog = logs.contains { (FilePaths.size(of: $0) ?? 0) > 0 }
    let torn: TornCommit?
    do throws(DocumentStoreError) {
      torn = try await closing(path) { _ throws(DocumentStoreError) in }
    } catch {
      // Whoever has it open may write to the log next.
      if case .inUse = error { throw error }
      guard hasLog else { return nil }
      throw error
    }
    guard (FilePaths.size(of: FilePaths.log(of: path)) ?? 0) == 0 else {
      throw .inUse(.otherProcess, StoreFailure(message: "the file's log is in use", call: path))
    }
    return torn
  }

  /// Opens a drawing to write, and closes it after `body`, which brings its log in unless another program reads it.
  private static func closing(
    _ path: String, after body: (DocumentStore) async throws(DocumentStoreError) -> Void
  ) async throws(DocumentStoreError) -> TornCommit? {
    let store = try await open(path, mode: .readWriteExisting)
    let torn = await store.tornCommit
    do throws(DocumentStoreError) {
      try await body(store)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
    return torn
  }

  /// Writes a drawing that is open nowhere to another path; the copy is a drawing of its own.
  public static func duplicate(
    _ path: String, to target: String, includingHistory: Bool = true
  ) async throws(DocumentStoreError) {
    let store = try await open(path, mode: .readOnly)
    do throws(DocumentStoreError) {
      try await store.copy(to: target, includingHistory: includingHistory)
    } catch {
      try? await store.close()
      throw error
    }
    try await store.close()
  }
}
