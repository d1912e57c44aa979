import Glibc
import InkModel

/// The state of an open document's file.
public enum FileState: Hashable, Sendable {
  /// It has the name under which it was opened.
  case there
  /// Someone gave it another name, here in full: ``DocumentStore/follow()``.
  case moved(String)
  /// It has no name any more; the store can still read it: ``DocumentStore/rescue(to:)``.
  case gone
  /// Another file has its name; the store can still read its own.
  case replaced
  /// Another program has written to it, and the store reads and writes it no more:
  /// ``DocumentStore/rescue(to:holding:)``.
  case overwritten
}

extension DocumentStore {
  /// The state of the file under its name.
  ///
  /// Costs a few system calls, and reads all of the file where another program has touched it.
  public func fileState() -> FileState {
    guard let file else { return .gone }
    // What is in the log may hide what another program wrote, so the file has to be as it was without it, too.
    file.lookForWriters { alone, withLog in
      let found = Self.version(in: alone)
      return found != nil && (found == checkpointed || found == version)
        && Self.version(in: withLog) == version
    }
    return file.state
  }

  /// What tells one state of a document from any other.
  ///
  /// Copies of a drawing that grew apart may have as many revisions; their last steps are of another time.
  struct Version: Equatable {
    var history: HistoryRow
    var lastStep: StepRow?
    var facts: [String: String]
  }

  /// What this store has written.
  var version: Version { Version(history: history, lastStep: lastStep, facts: facts) }

  /// What a file holds; `nil` where it is damaged.
  private static func version(in c: Connection) -> Version? {
    guard (try? Verifier(connection: c).run()) != nil else { return nil }
    return try? Version(
      history: .read(from: c), lastStep: .last(in: c), facts: MetaRow.facts(in: c))
  }

  /// The file, if no other program has written to it.
  func untouchedFile() throws(DocumentStoreError) -> OpenFile {
    guard let file else { throw .closed }
    guard file.access != .writable || fileState() != .overwritten else { throw file.displacement }
    return file
  }

  /// Whether the file has the name under which it was opened.
  public func isFileStillThere() -> Bool { fileState() == .there }

  /// Moves the document to another path; the store continues with it there.
  ///
  /// - Parameter replacing: whether an existing file of that name is replaced; otherwise
  ///   ``DocumentStoreError/alreadyExists(_:)``. Where moving fails the document is where it was.
  public func move(to path: String, replacing: Bool = false) throws(DocumentStoreError) {
    let file = try writableFile()
    let target = FilePaths.canonical(path)
    if FileIdentity(path: target) == file.identity {
      return try relocate(file, to: target) { () throws(DocumentStoreError) in
        guard rename(file.path, target) == 0 else { throw .system(call: "rename \(target)") }
      }
    }
    let (folder, _) = FilePaths.split(target)
    guard access(folder, W_OK | X_OK) == 0 else { throw .system(call: "access \(folder)") }
    if FilePaths.isFolder(target) {
      throw .notADrawing(StoreFailure(message: "it is a folder", call: target))
    }
    if let holder = DocumentLock.holder(of: target) {
      throw .inUse(holder, StoreFailure(message: "the file is open", call: target))
    }
    if !replacing, access(target, F_OK) == 0 {
      throw .alreadyExists(
        StoreFailure(systemError: EEXIST, message: "the name is taken", call: target))
    }
    if Self.device(of: folder) == file.identity?.device {
      try relocate(file, to: target) { () throws(DocumentStoreError) in
        if replacing {
          try FilePaths.replace(target, by: file.path)
        } else {
          try FilePaths.giveName(target, to: file.path)
        }
      }
    } else {
      let old = file.path
      try rewrite(to: target)
      FilePaths.removeDrawing(old)
    }
  }

  /// Continues under the name that the file has now, given by another program or with its folder.
  ///
  /// Does nothing where the file has the name that it was opened under.
  public func follow() throws(DocumentStoreError) {
    let file = try writableFile()
    guard case .moved(let path) = fileState() else { return }
    try relocate(file, to: path) { () throws(DocumentStoreError) in }
  }

  /// Writes the whole document to a new file and continues with that one, for a document whose file was
  /// deleted or replaced.
  ///
  /// The history is copied too.
  ///
  /// - Parameter path: an unused name, the document's old one for instance.
  public func rescue(to path: String) throws(DocumentStoreError) {
    _ = try writableFile()
    let target = FilePaths.canonical(path)
    guard access(target, F_OK) != 0 else {
      throw .alreadyExists(
        StoreFailure(systemError: EEXIST, message: "the name is taken", call: target))
    }
    try rewrite(to: target)
  }

  /// Writes a new file and continues with that one, for a document whose file another program has overwritten.
  ///
  /// There is no history in it. Contents of strokes that are only in the lost file get the path of the stroke for
  /// samples; elements that are not shown are lost.
  ///
  /// - Parameters:
  ///   - path: an unused name.
  ///   - contents: what the file is to show; of the metadata those of the lost file count.
  ///   - recorded: contents of strokes that were not written yet.
  public func rescue(
    to path: String, holding contents: DocumentContents, recorded: [StrokeContent] = []
  ) throws(DocumentStoreError) {
    let target = FilePaths.canonical(path)
    let before = (history, inks, inkNumbers)
    (history, inks, inkNumbers) = (HistoryRow(), [:], [:])
    do throws(DocumentStoreError) {
      try opener.createWhole(target) { c throws(DocumentStoreError) in
        try fill(c, with: contents, recorded)
      }
      do throws(DocumentStoreError) {
        try adopt(try opener.open(target, mode: .readWriteExisting))
      } catch {
        // The name is free again for another attempt.
        unlink(target)
        throw error
      }
    } catch {
      (history, inks, inkNumbers) = before
      throw error
    }
    isVerified = false
  }

  private func fill(
    _ c: Connection, with drawing: DocumentContents, _ recorded: [StrokeContent]
  ) throws(DocumentStoreError) {
    let contents = Self.contents(of: drawing.elements, recorded: recorded)
    try insertFirst(drawing.elements, contents, isRescue: true, in: c)
    if drawing.settings != .standard {
      try begin(with: drawing.settings.onPaper { _ in true }, in: c)
    }
    for (key, value) in facts where key != MetadataKey.identity.rawValue {
      try translating { () throws(SQLiteError) in
        try MetaRow(key: key, value: value).write(to: c)
      }
    }
    history.revision = 1
    history.nextElement = max(history.nextElement, drawing.nextElementID.number)
    history.nextContent = max(history.nextContent, drawing.nextContentID.number)
    try translating { () throws(SQLiteError) in try history.update(in: c) }
  }

  // MARK: Parts

  func writableFile() throws(DocumentStoreError) -> OpenFile {
    let file = try untouchedFile()
    guard file.access == .writable else {
      throw .readOnly(StoreFailure(message: "the document is open for reading only"))
    }
    return file
  }

  private func relocate(
    _ file: OpenFile, to target: String, _ rename: () throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    let old = file.path
    // SQLite leaves the log of a renamed file under the old name, and would not find
    // it under the new name; an empty one is not needed.
    guard try emptyLog(of: file) else {
      throw .inUse(.otherProcess, StoreFailure(message: "the file's log is in use", call: old))
    }
    try file.relocate(to: target, rename)
    if FileIdentity(path: old) == nil {
      for side in FilePaths.sideFiles(of: old) { unlink(side) }
    }
    FilePaths.syncFolder(of: old)
    FilePaths.syncFolder(of: target)
  }

  /// Copies the whole document and continues with the copy.
  private func rewrite(to target: String) throws(DocumentStoreError) {
    let isNew = access(target, F_OK) != 0
    try write(to: target, includingHistory: true, metadata: [:])
    let copy: OpenFile
    do throws(DocumentStoreError) {
      copy = try opener.open(target, mode: .readWriteExisting)
    } catch {
      // The name is free again for another attempt.
      if isNew { unlink(target) }
      throw error
    }
    let old = file?.path
    // A log that is left would be read as that of the next file of this name.
    try? checkpoint()
    try adopt(copy)
    // Another file that has the name now has no log unless it is open somewhere.
    let isOurs =
      old.map { FileIdentity(path: $0) == nil || DocumentLock.holder(of: $0) == nil } ?? false
    if let old, isOurs, (FilePaths.size(of: FilePaths.log(of: old)) ?? 0) == 0 {
      for side in FilePaths.sideFiles(of: old) { unlink(side) }
    }
  }

  private static func device(of folder: String) -> UInt64? { FileIdentity(path: folder)?.device }
}
