import CSQLite
import Glibc
import InkModel

extension DocumentOpener {
  /// Makes an empty drawing at `path`, where there is no file.
  ///
  /// It is built under a hidden name in the same folder and renamed when it is complete and synced,
  /// so that no half file is seen. Where another process makes a file of that name meanwhile,
  /// throws ``DocumentStoreError/alreadyExists(_:)``.
  func create(_ path: String) throws(DocumentStoreError) {
    try createWhole(path) { _ throws(DocumentStoreError) in }
  }

  /// The same for a drawing that `fill` writes to before it gets its name.
  func createWhole<T>(
    _ path: String, _ fill: (Connection) throws(DocumentStoreError) -> T
  ) throws(DocumentStoreError) -> T {
    let draft = FilePaths.temporary(beside: path)
    defer { FilePaths.removeDrawing(draft) }
    try checkFolder(of: path)
    FilePaths.removeAbandoned(beside: path)
    let result = try fillDraft(draft, fill)
    try FilePaths.giveName(path, to: draft)
    return result
  }

  private func fillDraft<T>(
    _ draft: String, _ fill: (Connection) throws(DocumentStoreError) -> T
  ) throws(DocumentStoreError) -> T {
    let c = try translating { () throws(SQLiteError) in
      try Connection(
        draft, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE, vfs: vfs)
    }
    defer { c.close() }
    try translating { () throws(SQLiteError) in
      try Self.prepareDraft(c)
      try migrator.run(on: c)
      try c.execute("BEGIN")
      for row in Self.firstMetadata() { try row.write(to: c) }
    }
    let result = try fill(c)
    try translating { () throws(SQLiteError) in
      try c.execute("COMMIT")
      // Last, because it is the mode that the file keeps.
      try c.execute("PRAGMA journal_mode = WAL")
    }
    return result
  }

  /// A draft needs no journal on disk: after a crash it is removed or ignored.
  static func prepareDraft(_ c: Connection) throws(SQLiteError) {
    try c.execute(
      "PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL")
  }

  private func checkFolder(of path: String) throws(DocumentStoreError) {
    let folder = FilePaths.split(path).folder
    guard access(folder, W_OK | X_OK) == 0 else { throw .system(call: "access \(folder)") }
  }

  private static func firstMetadata() -> [MetaRow] {
    [
      MetaRow(key: MetadataKey.created.rawValue, value: String(Clock.now())),
      MetaRow(key: MetadataKey.identity.rawValue, value: randomIdentity()),
    ]
  }

  /// A version 4 UUID.
  static func randomIdentity() -> String {
    var random = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    var text = ""
    for (i, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(i) { text += "-" }
      let hex = String(byte, radix: 16)
      text += hex.utf8.count == 1 ? "0" + hex : hex
    }
    return text
  }
}

/// The time of day as files keep it.
enum Clock {
  /// Milliseconds since 1970, UTC.
  @Sendable static func now() -> Int64 {
    var t = timespec()
    clock_gettime(CLOCK_REALTIME, &t)
    return Int64(t.tv_sec) * 1000 + Int64(t.tv_nsec) / 1_000_000
  }
}

extension FilePaths {
  /// An unused name in the same folder for a drawing that gets its own when it is whole; hidden from lists of files.
  ///
  /// What a killed process leaves under such a name is removed when a drawing is next saved in the folder, or made there
  /// on the way to another format: the draft is named as a drawing's whatever it lies beside.
  public static func temporary(beside path: String) -> String {
    let (folder, name) = split(path)
    let isNamed = drawings.contains { name.hasSuffix($0) } || isDraft(name, of: name)
    return draft(of: isNamed ? name : "\(name).\(DocumentFormat.fileExtension)", in: folder)
  }

  /// The same for a folder, which is removed when one of that name is next made (``FolderCopy``).
  static func temporary(besideFolder path: String) -> String {
    let (folder, name) = split(path)
    return draft(of: name, in: folder)
  }

  private static func draft(of name: String, in folder: String) -> String {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let stem =
      name.utf8.count > mostBytesOfStem ? "\(hash(of: name)).\(DocumentFormat.fileExtension)" : name
    return "\(folder)/.\(stem).\(number).new"
  }

  /// Of a name to which a draft adds: with what SQLite adds to that, a name of Linux's file systems has 255 bytes.
  private static let mostBytesOfStem = 200

  /// Seconds after which a draft that nobody has written to belongs to a process that was killed.
  ///
  /// A draft is written without a pause and renamed at once, or a store has it open. Larger: what a killed process left
  /// stays longer.
  private static let abandonedAfter = 60

  /// Removes the drafts of a file and of all drawings in its folder, made by ``temporary(beside:)``, that a killed
  /// process left.
  static func removeAbandoned(beside path: String) {
    let (folder, name) = split(path)
    for candidate in names(in: folder) where isDraft(candidate, of: name) {
      let path = folder + "/" + candidate
      var s = stat()
      guard lstat(path, &s) == 0, s.st_mode & S_IFMT == S_IFREG,
        s.st_mtim.tv_sec < time(nil) - abandonedAfter,
        DocumentLock.isUnused(String(withoutSide(path)))
      else { continue }
      unlink(path)
    }
  }

  /// Whether a name is one that ``temporary(beside:)`` gives, for any drawing, for a draft of it or for what SQLite keeps
  /// beside one, or that it or an earlier version gave for `name`.
  static func isDraft(_ candidate: String, of name: String) -> Bool {
    var rest = withoutSide(candidate)
    while rest.hasPrefix("."), rest.hasSuffix(".new") {
      rest = rest.dropLast(4)
      guard let dot = rest.lastIndex(of: "."), dot > rest.startIndex,
        UInt64(rest[rest.index(after: dot)...], radix: 36) != nil
      else { return false }
      rest = rest[..<dot].dropFirst()
      if rest == name || drawings.contains(where: { rest.hasSuffix($0) }) { return true }
    }
    return false
  }

  /// The name of a drawing whose own or a side file's this is.
  private static func withoutSide(_ name: String) -> Substring {
    let side = sideFiles(of: "").first { name.hasSuffix($0) } ?? ""
    return name.dropLast(side.count)
  }

  private static let drawings = [".\(DocumentFormat.fileExtension)", WorkingCopy.suffix]

  /// Moves a finished file to a name that another one may have, and makes that survive a power cut.
  ///
  /// A crash at any moment leaves the old file with all that was committed to it, or the new one.
  static func replace(_ path: String, by draft: String) throws(DocumentStoreError) {
    let replaced = try ReplacedFile(path)
    defer { withExtendedLifetime(replaced) {} }
    guard rename(draft, path) == 0 else { throw .system(call: "rename \(path)") }
    syncFolder(of: path)
  }

  /// Moves a finished file to a name that is to be new, and makes that survive a power cut.
  static func giveName(_ path: String, to draft: String) throws(DocumentStoreError) {
    // The log of a file that is gone: SQLite would write it into the one that comes.
    let orphans = sideFiles(of: path).filter { access($0, F_OK) == 0 }
    if !orphans.isEmpty, access(path, F_OK) != 0, errno == ENOENT {
      for orphan in orphans { unlink(orphan) }
    }
    try renameToNew(draft, path)
    syncFolder(of: path)
  }

  /// Renames a folder without replacing anything, and makes that survive a power cut.
  static func giveName(_ path: String, toFolder old: String) throws(DocumentStoreError) {
    if plumbago_rename_noreplace(old, path) != 0 {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
        throw .system(call: "rename \(path)")
      }
      // An empty folder may be replaced by another, so making one takes the name.
      guard mkdir(path, 0o700) == 0 else { throw .system(call: "mkdir \(path)") }
      guard rename(old, path) == 0 else {
        let error = DocumentStoreError.system(call: "rename \(path)")
        rmdir(path)
        throw error
      }
    }
    syncFolder(of: path)
    if split(old).folder != split(path).folder { syncFolder(of: old) }
  }

  /// Renames a file without replacing one, by the best call that the file system supports.
  private static func renameToNew(_ old: String, _ new: String) throws(DocumentStoreError) {
    // The kernel keeps track of an open file by its name through a rename, not through a link.
    if plumbago_rename_noreplace(old, new) == 0 { return }
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else {
      throw .system(call: "rename \(new)")
    }
    if link(old, new) == 0 {
      unlink(old)
      return
    }
    guard [EPERM, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else {
      throw .system(call: "link \(new)")
    }
    try renameToReserved(old, new)
  }

  /// The same where files have no second names: an empty file reserves the name, and the other one replaces it.
  ///
  /// A crash in between leaves that empty file, and the other one under its old name.
  private static func renameToReserved(
    _ old: String, _ new: String
  ) throws(DocumentStoreError) {
    let descriptor = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system(call: "open \(new)") }
    var s = stat()
    let reserved = fstat(descriptor, &s) == 0 ? FileIdentity(s) : nil
    close(descriptor)
    guard rename(old, new) == 0 else {
      let error = DocumentStoreError.system(call: "rename \(new)")
      if let reserved, FileIdentity(path: new) == reserved { unlink(new) }
      throw error
    }
  }
}
