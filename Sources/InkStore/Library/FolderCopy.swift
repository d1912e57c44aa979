import Glibc
import InkModel

/// A folder on its way to another file system, which no rename reaches.
///
/// 1. ``make(of:to:besides:)`` copies all that is in it under a hidden name beside its new one, brings that to the disk and
///    gives it the name in one call. Where any of that fails the copy is removed, and the folder is as it was.
/// 2. Drawings that stores of this process have open are not copied; each store moves its own
///    (``DocumentStore/move(to:replacing:)``).
/// 3. ``removeOriginal()`` removes what was copied; ``removeCopy()`` gives up, where 2 fails.
///
/// A crash leaves the folder whole under its old name, its new one or both, and a hidden copy perhaps, which the next one
/// of that name removes, on a disk of this computer. Drawings are copied byte by byte with the log that a crash left, so
/// that damaged ones and those of later versions come along; what programs have noted on files and folders does, too, as far
/// as the other file system can hold it (``FileAttributes``).
///
/// Invariant: what another program changes or adds meanwhile is never removed.
public struct FolderCopy: Sendable {
  /// Absolute, without symbolic links.
  private let source: String
  private let target: String
  /// Below ``source``, those above others first.
  private var folders: [String] = []
  private var files: [CopiedFile] = []
  /// Names in each folder, but for what was left out and side files of drawings.
  private var names: [String: Set<String>] = [:]
  /// Of the copies of ``files``, by their paths below the folder.
  private var copies: [String: Stamp] = [:]

  /// A file or link with what lies beside it.
  private struct CopiedFile {
    /// Whether stores keep others out while they have it open.
    var isDrawing: Bool
    /// Itself first.
    var parts: [Part]
  }

  private struct Part {
    /// Below the folder.
    var path: String
    var stamp: Stamp
  }

  /// What shows that a file was changed or replaced.
  private struct Stamp: Equatable {
    private let identity: FileIdentity
    let size: Int
    private let times: [Int]

    init(_ s: stat) {
      identity = FileIdentity(s)
      size = Int(s.st_size)
      times = [s.st_mtim.tv_sec, s.st_mtim.tv_nsec, s.st_ctim.tv_sec, s.st_ctim.tv_nsec]
    }

    /// Of a file or link; `nil` where there is none.
    init?(_ path: String) {
      var s = stat()
      guard lstat(path, &s) == 0 else { return nil }
      self.init(s)
    }
  }

  private init(source: String, target: String) {
    self.source = source
    self.target = target
  }

  /// Copies a folder to a path that nothing has.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where a store has a drawing in it open for writing, in this process or in
  /// another one, or where something in it changes meanwhile.
  ///
  /// - Parameter open: Paths of drawings that are left out.
  public static func make(
    of source: String, to target: String, besides open: [String] = []
  ) throws(DocumentStoreError) -> FolderCopy {
    var copy = FolderCopy(
      source: FilePaths.canonical(source), target: FilePaths.canonical(target))
    try copy.checkSource()
    removeAbandoned(beside: copy.target)
    let draft = FilePaths.temporary(besideFolder: copy.target)
    guard mkdir(draft, 0o700) == 0 else { throw .system(call: "mkdir \(draft)") }
    // Tells others that somebody works on it.
    let handle = Glibc.open(draft, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if handle >= 0 { close(handle) } }
    _ = flock(handle, LOCK_EX | LOCK_NB)
    do throws(DocumentStoreError) {
      try copy.add("", into: draft, besides: Set(open))
      try copy.checkUnchanged(besides: Set(open), draft)
      try FilePaths.giveName(copy.target, toFolder: draft)
    } catch {
      removeAll(draft)
      throw error
    }
    return copy
  }

  /// Removes the folder under its old path, but for what was changed or added since it was copied.
  public func removeOriginal() {
    for file in files {
      let path = source + "/" + file.parts[0].path
      // Nobody opens it to write while it is looked at and removed.
      let held = file.isDrawing ? try? HeldFile(path, isDrawing: true) : nil
      guard held != nil || !file.isDrawing, isUnchanged(file) else { continue }
      for part in file.parts { unlink(source + "/" + part.path) }
      withExtendedLifetime(held) {}
    }
    for folder in folders.reversed() { rmdir(source + "/" + folder) }
    rmdir(source)
    FilePaths.syncFolder(of: source)
  }

  /// Removes what was made under the new path, but for what was changed or added there since.
  public func removeCopy() {
    for file in files {
      let path = target + "/" + file.parts[0].path
      let held = file.isDrawing ? try? HeldFile(path, isDrawing: true) : nil
      guard held != nil || !file.isDrawing,
        file.parts.allSatisfy({ Stamp(target + "/" + $0.path) == copies[$0.path] })
      else { continue }
      for part in file.parts { unlink(target + "/" + part.path) }
      withExtendedLifetime(held) {}
    }
    for folder in folders.reversed() { rmdir(target + "/" + folder) }
    rmdir(target)
    FilePaths.syncFolder(of: target)
  }

  // MARK: Copying

  private func checkSource() throws(DocumentStoreError) {
    guard !target.hasPrefix(source + "/") else {
      throw .ioError(
        StoreFailure(
          systemError: EINVAL, message: "a folder cannot be in itself", call: "rename \(target)"))
    }
    guard access(source, F_OK) == 0 else { throw .system(call: "access \(source)") }
    let above = FilePaths.split(source).folder
    guard access(above, W_OK | X_OK) == 0 else {
      throw DocumentStoreError.system(call: "access \(above)").about(above)
    }
    guard FileIdentity(path: above)?.device == FileIdentity(path: source)?.device else {
      throw Self.isDisk(source)
    }
  }

  /// Where another disk is mounted nothing can be removed.
  private static func isDisk(_ path: String) -> DocumentStoreError {
    DocumentStoreError.ioError(
      StoreFailure(
        systemError: EBUSY, message: "another file system is mounted there", call: path)
    ).about(path)
  }

  /// Copies what is in a folder into one that was made for it.
  ///
  /// - Parameter folder: Below ``source``; empty for that itself.
  private mutating func add(
    _ folder: String, into draft: String, besides open: Set<String>
  ) throws(DocumentStoreError) {
    let from = source + Self.below(folder)
    guard let handle = opendir(from) else {
      throw DocumentStoreError.system(call: "opendir \(from)").about(from)
    }
    closedir(handle)
    guard access(from, W_OK | X_OK) == 0 else {
      throw DocumentStoreError.system(call: "access \(from)").about(from)
    }
    let all = FilePaths.names(in: from)
    // Texts that Unicode takes for the same are one name here, and two in a folder.
    guard Set(all).count == all.count else {
      throw DocumentStoreError.ioError(
        StoreFailure(
          systemError: EINVAL, message: "two names in it are the same text", call: from)
      ).about(from)
    }
    let found = Self.names(in: from, besides: open)
    names[folder] = found
    for name in found.sorted() {
      let path = folder.isEmpty ? name : folder + "/" + name
      var s = stat()
      guard lstat(from + "/" + name, &s) == 0 else {
        throw DocumentStoreError.system(call: "lstat \(name)").about(from + "/" + name)
      }
      guard s.st_mode & S_IFMT == S_IFDIR else {
        try addFile(path, s, into: draft)
        continue
      }
      guard FileIdentity(s).device == FileIdentity(path: source)?.device else {
        throw Self.isDisk(from + "/" + name)
      }
      guard mkdir(draft + "/" + path, 0o700) == 0 else {
        throw .system(call: "mkdir \(draft)/\(path)")
      }
      folders.append(path)
      try add(path, into: draft, besides: open)
    }
    try Self.finishFolder(draft + Self.below(folder), like: from)
  }

  private static func below(_ folder: String) -> String { folder.isEmpty ? "" : "/" + folder }

  /// Gives a folder the rights of another one and what is noted on it, and brings its names to the disk.
  private static func finishFolder(
    _ path: String, like other: String
  ) throws(DocumentStoreError) {
    let handles = [other, path].map { (path: String) in
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    defer { for handle in handles where handle >= 0 { close(handle) } }
    if handles[0] >= 0, handles[1] >= 0 {
      // While it may be written.
      try FileAttributes.copy(from: handles[0], to: handles[1])
    }
    var s = stat()
    if stat(other, &s) == 0 { chmod(path, s.st_mode & 0o7777) }
    FilePaths.syncFolder(of: path + "/x")
  }

  /// The names in a folder, but for what is left out and what lies beside drawings.
  private static func names(in folder: String, besides open: Set<String>) -> Set<String> {
    let all = Set(FilePaths.names(in: folder))
    let sides = all.filter(isDrawing).flatMap(FilePaths.sideFiles)
    return all.subtracting(sides).filter { !open.contains(folder + "/" + $0) }
  }

  private static func isDrawing(_ name: String) -> Bool {
    name.hasSuffix(".\(DocumentFormat.fileExtension)")
  }

  /// Copies a file with what lies beside it.
  private mutating func addFile(
    _ path: String, _ s: stat, into draft: String
  ) throws(DocumentStoreError) {
    let from = source + "/" + path
    let isDrawing = Self.isDrawing(path) && s.st_mode & S_IFMT == S_IFREG
    do throws(DocumentStoreError) {
      // What is beside it belongs to it as long as nobody writes.
      let held = isDrawing ? try HeldFile(from, isDrawing: true) : nil
      defer { withExtendedLifetime(held) {} }
      var file = CopiedFile(isDrawing: isDrawing, parts: [])
      file.parts.append(Part(path: path, stamp: try Self.copy(from, to: draft + "/" + path)))
      for side in isDrawing ? FilePaths.sideFiles(of: path) : []
      where Stamp(source + "/" + side) != nil {
        file.parts.append(
          Part(path: side, stamp: try Self.copy(source + "/" + side, to: draft + "/" + side)))
      }
      files.append(file)
    } catch {
      // A disk is full for the folder.
      if case .diskFull = error { throw error }
      throw error.about(from)
    }
  }

  /// Copies a file or a link; what it was like before.
  private static func copy(
    _ path: String, to new: String
  ) throws(DocumentStoreError) -> Stamp {
    var s = stat()
    guard lstat(path, &s) == 0 else { throw .system(call: "lstat \(path)") }
    switch s.st_mode & S_IFMT {
    case S_IFREG: try copyFile(path, s, to: new)
    case S_IFLNK: try copyLink(path, to: new)
    default:
      throw .ioError(
        StoreFailure(
          systemError: EOPNOTSUPP, message: "it is no plain file", call: "lstat \(path)"))
    }
    return Stamp(s)
  }

  private static func copyFile(
    _ path: String, _ s: stat, to new: String
  ) throws(DocumentStoreError) {
    let held = try HeldFile(path, isDrawing: false)
    let copy = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw .system(call: "open \(new)") }
    defer { close(copy) }
    try FileCopying.copy(from: held.descriptor, to: copy)
    // While it may be written.
    try FileAttributes.copy(from: held.descriptor, to: copy)
    fchmod(copy, s.st_mode & 0o7777)
    // The library sorts by it.
    var times = [s.st_atim, s.st_mtim]
    _ = futimens(copy, &times)
    guard fsync(copy) == 0 else { throw .system(call: "fsync \(new)") }
  }

  private static func copyLink(_ path: String, to new: String) throws(DocumentStoreError) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count >= 0 else { throw .system(call: "readlink \(path)") }
    guard symlink(buffer, new) == 0 else { throw .system(call: "symlink \(new)") }
  }

  // MARK: Changes by others

  /// Throws where the folder is not what was copied, or where the copy is not whole.
  private mutating func checkUnchanged(
    besides open: Set<String>, _ draft: String
  ) throws(DocumentStoreError) {
    for (folder, found) in names {
      let path = source + Self.below(folder)
      guard Self.names(in: path, besides: open) == found else { throw Self.changed(path) }
    }
    for file in files {
      for part in file.parts { copies[part.path] = Stamp(draft + "/" + part.path) }
      guard isUnchanged(file), file.parts.allSatisfy({ copies[$0.path]?.size == $0.stamp.size })
      else { throw Self.changed(source + "/" + file.parts[0].path) }
    }
  }

  private static func changed(_ path: String) -> DocumentStoreError {
    DocumentStoreError.inUse(
      .otherProcess, StoreFailure(message: "it was changed while it was copied", call: path)
    ).about(path)
  }

  private func isUnchanged(_ file: CopiedFile) -> Bool {
    let sides = file.isDrawing ? FilePaths.sideFiles(of: file.parts[0].path) : []
    let others = sides.filter { side in !file.parts.contains { $0.path == side } }
    return file.parts.allSatisfy { Stamp(source + "/" + $0.path) == $0.stamp }
      && others.allSatisfy { Stamp(source + "/" + $0) == nil }
  }

  // MARK: Removing

  /// Removes copies of the same name that a killed process left.
  private static func removeAbandoned(beside target: String) {
    let (folder, name) = FilePaths.split(target)
    // Elsewhere a lock need not tell of another computer.
    guard EditingLocation.isLocal(folder) else { return }
    for candidate in FilePaths.names(in: folder) where FilePaths.isDraft(candidate, of: name) {
      let path = folder + "/" + candidate
      let handle = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard handle >= 0 else { continue }
      defer { close(handle) }
      if flock(handle, LOCK_EX | LOCK_NB) == 0 { removeAll(path) }
    }
  }

  /// Removes a file, a link, or a folder with all that is in it.
  private static func removeAll(_ path: String) {
    var s = stat()
    guard lstat(path, &s) == 0 else { return }
    guard s.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o700)
    for name in FilePaths.names(in: path) { removeAll(path + "/" + name) }
    rmdir(path)
  }
}

/// A file that is open for reading; no store opens a drawing to write it as long as this object lives.
private final class HeldFile {
  let descriptor: CInt
  private var lock: DocumentLock?
  private var claim: FileClaim?

  /// Throws ``DocumentStoreError/inUse(_:_:)`` where a store writes it.
  init(_ path: String, isDrawing: Bool) throws(DocumentStoreError) {
    guard let identity = FileIdentity(path: path) else { throw .system(call: "stat \(path)") }
    claim = FileClaim(identity, for: .inspecting)
    // One that is only read has no locks that closing a descriptor would drop.
    guard claim != nil || OpenFiles.use(of: identity) != .locking else {
      throw .inUse(
        .thisProcess, StoreFailure(message: "the file is open in this process", call: path))
    }
    descriptor = FilePaths.openPlain(path, O_RDONLY | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(call: "open \(path)") }
    guard isDrawing else {
      lock = DocumentLock(locked: descriptor)
      return
    }
    let taken = try DocumentLock(
      descriptor: descriptor, .shared, patience: DocumentOpener.standardPatience)
    lock = consume taken
  }

  deinit {
    // The order matters: see DocumentLock.
    lock = nil
    claim = nil
  }
}
