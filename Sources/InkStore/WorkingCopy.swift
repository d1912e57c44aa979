import CSQLite
import Glibc
import InkModel

/// A copy of a drawing in a folder of the app, edited there because the drawing's own folder does not
/// allow it, and written back as a whole.
///
/// In use:
///
/// 1. ``checkOut(_:in:)`` copies the original into the folder. Where a crash left a working copy of
///    the same original with work in it that was not written back, that one is used instead.
/// 2. A ``DocumentStore`` on ``path`` writes every change, as durably as to any file.
/// 3. ``writeBack(from:)`` when idle and before closing replaces the original by it.
/// 4. ``rename(to:of:)`` where the original gets another name meanwhile.
/// 5. ``discard()`` after the last of those, when the store is closed.
///
/// Invariants:
/// 1. Work stays in the working copy until the original has all of it, so no crash loses any.
/// 2. The working copy has its original's path, revision and digest, in its own `meta`.
/// 3. Where someone else changed the original meanwhile, their version is copied into the
///    folder before the original is replaced.
public struct WorkingCopy: Hashable, Sendable {
  /// The drawing's file as other programs know it, canonical.
  public let original: String
  /// The file to open a store on.
  public let path: String
  /// Whether it holds work of an earlier run that the original lacks.
  public let isRecovered: Bool

  static let suffix = ".working"

  /// The original's path, in the working copy's `meta`.
  static let originalKey = MetadataKey(rawValue: "working.original")
  /// The revision that the original has, or -1 where there is none yet.
  static let revisionKey = MetadataKey(rawValue: "working.revision")
  /// The digest of what the original held when it was last read or written here (``DocumentStore/Version``).
  static let digestKey = MetadataKey(rawValue: "working.digest")
  static let keys = [originalKey, revisionKey, digestKey]

  /// Gets a working copy of an existing drawing, or an empty one where there is none.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where the drawing is being edited in a working copy
  /// already, here or in another process.
  ///
  /// - Parameter folder: a local folder of the app; made where it is missing.
  public static func checkOut(
    _ original: String, in folder: String
  ) async throws(DocumentStoreError) -> WorkingCopy {
    let original = FilePaths.canonical(original)
    mkdir(folder, 0o700)
    let path = "\(FilePaths.canonical(folder))/\(name(for: original))"
    if let holder = DocumentLock.holder(of: path) {
      throw .inUse(holder, StoreFailure(message: "its working copy is open", call: path))
    }
    if FileIdentity(path: path) != nil, try await hasUnwrittenWork(path) {
      return WorkingCopy(original: original, path: path, isRecovered: true)
    }
    try await copyIn(original, to: path)
    return WorkingCopy(original: original, path: path, isRecovered: false)
  }

  /// The working copies in a folder that hold work which their originals lack: what a crash left.
  public static func leftovers(in folder: String) async -> [WorkingCopy] {
    var found: [WorkingCopy] = []
    for name in FilePaths.names(in: folder) where name.hasSuffix(suffix) {
      let path = "\(FilePaths.canonical(folder))/\(name)"
      // One that cannot be read is reported when its original is opened.
      guard let original = try? await facts(path).original,
        (try? await hasUnwrittenWork(path)) == true
      else { continue }
      found.append(WorkingCopy(original: original, path: path, isRecovered: true))
    }
    return found
  }

  /// Replaces the original by the document, if that has changed since it was last done.
  ///
  /// - Returns: the name of the file in the folder that now holds the original's content, where
  ///   someone else had changed it.
  @discardableResult
  public func writeBack(
    from store: DocumentStore
  ) async throws(DocumentStoreError) -> String? {
    try await store.writeBack(to: self)
  }

  /// Renames the original to an unused path; this becomes the working copy of that.
  ///
  /// The document stays open throughout. Where this throws, nothing has another name.
  ///
  /// - Returns: this working copy as it is now; the store's file has another name, too.
  public func rename(
    to newOriginal: String, of store: DocumentStore
  ) async throws(DocumentStoreError) -> WorkingCopy {
    let newOriginal = FilePaths.canonical(newOriginal)
    let (folder, _) = FilePaths.split(path)
    let newPath = "\(folder)/\(Self.name(for: newOriginal))"
    if FileIdentity(path: newPath) != nil {
      if let holder = DocumentLock.holder(of: newPath) {
        throw .inUse(holder, StoreFailure(message: "its working copy is open", call: newPath))
      }
      // Work that belongs to a file of the new name would be taken for the renamed one's.
      guard try await !Self.hasUnwrittenWork(newPath) else {
        throw .alreadyExists(
          StoreFailure(message: "a working copy of that name has work in it", call: newPath))
      }
    }
    try await writeBack(from: store)
    try FilePaths.giveName(newOriginal, to: original)
    // The original has all work, so nothing is lost where a crash or an error keeps the new name from
    // the working copy's meta table: the next write back stores it.
    try? await store.mark(original: newOriginal)
    try? await store.move(to: newPath, replacing: true)
    return WorkingCopy(
      original: newOriginal, path: await store.path ?? path, isRecovered: false)
  }

  /// Removes the working copy, whose store is closed and whose work is in the original.
  ///
  /// Does nothing where there is work left in it.
  public func discard() async {
    guard (try? await Self.hasUnwrittenWork(path)) == false else { return }
    FilePaths.removeDrawing(path)
  }

  // MARK: Parts

  /// What a file's `meta` says of it as a working copy.
  private struct Facts {
    var original: String?
    var writtenRevision: Int64?
    var revision: Int64
    var isTorn: Bool
  }

  private static func facts(_ path: String) async throws(DocumentStoreError) -> Facts {
    let (metadata, version, isTorn) = try await DocumentStore.glance(at: path)
    return Facts(
      original: metadata[originalKey], writtenRevision: metadata[revisionKey].flatMap { Int64($0) },
      revision: version.history.revision, isTorn: isTorn)
  }

  private static func hasUnwrittenWork(_ path: String) async throws(DocumentStoreError) -> Bool {
    let facts = try await facts(path)
    // A commit that cannot be read may be work that is nowhere else.
    return facts.isTorn || facts.writtenRevision != facts.revision
  }

  /// Of an original: with the hash, the suffix and what SQLite adds, a name of Linux's file systems has 255 bytes.
  private static let mostBytesOfName = 222

  /// A name for the working copy that only this original has: its own, and a hash of its path.
  private static func name(for original: String) -> String {
    let name = FilePaths.split(original).name
    let own = name.utf8.count > mostBytesOfName ? "" : name + "."
    return "\(own)\(FilePaths.hash(of: original))\(suffix)"
  }

  /// Copies the original, checks the copy, marks it and gives it its name.
  private static func copyIn(
    _ original: String, to path: String
  ) async throws(DocumentStoreError) {
    FilePaths.removeAbandoned(beside: path)
    let draft = FilePaths.temporary(beside: path)
    defer { FilePaths.removeDrawing(draft) }
    var digest: String?
    if access(original, F_OK) == 0 {
      let (_, version, isTorn) = try await DocumentStore.glance(at: original)
      // The copy has no index of the log, which tells whether that is whole.
      guard !isTorn else {
        // Its folder takes no drawing beside it, and the copy would replace what is left.
        throw .damaged("the last commit in the log cannot be read")
      }
      digest = version.digest
      try copyBytes(of: original, to: draft)
    }
    let store = try await DocumentStore.open(draft)
    // Without its index the copy's log may look torn; the original was found to be whole.
    if let rescued = await store.tornCommit?.rescued { unlink(rescued) }
    try await store.beginWorkingCopy(of: original, digest)
    try await store.close()
    try FilePaths.replace(path, by: draft)
  }

  /// Copies a file with the side files that SQLite may have left.
  static func copyBytes(of source: String, to target: String) throws(DocumentStoreError) {
    try SideFiles.check(source)
    for suffix in ["", "-wal"] {
      let isLog = !suffix.isEmpty
      let from = isLog ? try FilePaths.openLog(of: source) : FilePaths.openPlain(source)
      guard from >= 0 else {
        if !isLog { throw .system(call: "open \(source)") }
        continue
      }
      defer { close(from) }
      let to = Glibc.open(target + suffix, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard to >= 0 else { throw .system(call: "open \(target)") }
      defer { close(to) }
      try FileCopying.copy(from: from, to: to)
      guard fsync(to) == 0 else { throw .system(call: "fsync \(target)") }
    }
  }
}

extension DocumentStore {
  /// Counts transactions: a document that nobody else has changed holds the same at the same revision.
  ///
  /// Copies that grew apart may have the same one; ``Version`` tells them apart.
  var revision: Int64 { history.revision }

  /// A document's facts and version, and whether the last commit in its log is torn.
  ///
  /// Nothing is changed.
  static func glance(
    at path: String
  ) async throws(DocumentStoreError) -> (DocumentMetadata, Version, isTorn: Bool) {
    try await DocumentStore(opener: DocumentOpener(), clock: Clock.now).glance(path)
  }

  func glance(
    _ path: String
  ) throws(DocumentStoreError) -> (DocumentMetadata, Version, isTorn: Bool) {
    let inspection = try opener.inspect(at: path)
    defer { if inspection.file == nil { inspection.connection.close() } }
    // What was lost may be work that is nowhere else.
    guard inspection.file?.hasLostCommits != true else {
      throw .damaged("commits in the log cannot be read")
    }
    let c = inspection.connection
    let isTorn = inspection.file?.tornCommit != nil
    let version = try c.reading { () throws(DocumentStoreError) -> Version in
      let facts = try MetaRow.facts(in: c)
      // Damage in the last step is told when all of the file is read.
      let lastStep = try? StepRow.last(in: c)
      return Version(history: try HistoryRow.read(from: c), lastStep: lastStep, facts: facts)
    }
    return (DocumentMetadata(rows: version.facts), version, isTorn: isTorn)
  }

  /// Makes this document a working copy that equals its original.
  ///
  /// - Parameter digest: That of the original, `nil` where there is none yet.
  func beginWorkingCopy(of original: String, _ digest: String?) throws(DocumentStoreError) {
    try setQuietly([
      (WorkingCopy.originalKey, original),
      (WorkingCopy.revisionKey, digest == nil ? "-1" : String(revision)),
      (WorkingCopy.digestKey, digest ?? ""),
    ])
  }

  /// Writes the original's present name to the working copy.
  func mark(original: String) throws(DocumentStoreError) {
    try setQuietly([(WorkingCopy.originalKey, original)])
  }

  /// Writes facts about the file rather than the drawing: the revision stays.
  private func setQuietly(_ facts: [(MetadataKey, String)]) throws(DocumentStoreError) {
    let c = try connection()
    defer { file?.noteLogWritten() }
    do throws(SQLiteError) {
      try c.statement("BEGIN IMMEDIATE").run()
      for (key, value) in facts { try MetaRow(key: key.rawValue, value: value).write(to: c) }
      try c.statement("COMMIT").run()
      for (key, value) in facts { self.facts[key.rawValue] = value }
    } catch {
      if c.isInTransaction { try? c.execute("ROLLBACK") }
      throw DocumentStoreError(error)
    }
  }

  func writeBack(to copy: WorkingCopy) throws(DocumentStoreError) -> String? {
    let written = try metadata()[WorkingCopy.revisionKey].flatMap { Int64($0) }
    guard written != revision else { return nil }
    var aside: String?
    // As late as can be: what is written while a large drawing is copied is another's as well.
    func putAsideOnce() throws(DocumentStoreError) {
      if aside == nil { aside = try putAside(copy, written: written) }
    }
    try write(
      to: copy.original, includingHistory: true,
      metadata: Dictionary(uniqueKeysWithValues: WorkingCopy.keys.map { ($0, nil) }),
      beforeReplacing: putAsideOnce)
    try setQuietly([
      (WorkingCopy.originalKey, copy.original), (WorkingCopy.revisionKey, String(revision)),
      (WorkingCopy.digestKey, version.digest),
    ])
    return aside
  }

  /// Saves the original's content if it is not what this working copy last read there.
  private func putAside(
    _ copy: WorkingCopy, written: Int64?
  ) throws(DocumentStoreError) -> String? {
    guard access(copy.original, F_OK) == 0 else { return nil }
    let own = try metadata()
    // A file that cannot be read as this document may be another person's work. Working copies of earlier versions
    // of the app have no digest.
    if let (theirs, found, isTorn) = try? glance(copy.original), !isTorn,
      theirs.identity == own.identity, found.history.revision == written,
      [nil, found.digest].contains(own[WorkingCopy.digestKey])
    {
      return nil
    }
    let aside = "\(copy.path).\(clock()).\(DocumentFormat.fileExtension)"
    try WorkingCopy.copyBytes(of: copy.original, to: aside)
    FilePaths.syncFolder(of: aside)
    return aside
  }
}

extension DocumentStore.Version {
  /// A word that other states of the document do not have, nor copies of it that grew apart.
  ///
  /// What is noted of a working copy is no part of it, so that it is its original's, too.
  fileprivate var digest: String {
    let noted = WorkingCopy.keys.map(\.rawValue)
    let own = facts.filter { !noted.contains($0.key) }.sorted { $0.key < $1.key }
    let seals =
      [history.seal, lastStep?.seal ?? 0] + own.map { MetaRow(key: $0.key, value: $0.value).seal }
    return FilePaths.hash(of: seals.map { String($0) }.joined(separator: " "))
  }
}
