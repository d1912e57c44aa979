import Glibc
import InkModel

extension DocumentStore {
  /// Removes everything from the file that does not show: what was erased, undone or cut off, and all steps.
  ///
  /// What shows is written to a draft beside the file, which then takes its name in one system call: a crash at any
  /// moment leaves the file with all of its history or with none of it, and the error of a full disk leaves it as it
  /// was. The drawing keeps its identity and the file its rights; afterwards nothing can be undone. What the file's old
  /// blocks on the disk held is the file system's.
  ///
  /// Throws ``DocumentStoreError/inUse(_:_:)`` where another program reads the log, which holds some of the history.
  public func forgetHistory() throws(DocumentStoreError) {
    let old = try writableFile()
    try verify()
    guard try emptyLog(of: old) else {
      throw .inUse(.otherProcess, StoreFailure(message: "the file's log is in use", call: old.path))
    }
    FilePaths.removeAbandoned(beside: old.path)
    let draft = FilePaths.temporary(beside: old.path)
    defer { FilePaths.removeDrawing(draft) }
    try Self.strip(try old.connection(), into: draft)
    try Self.finish(
      draft, metadata: Dictionary(uniqueKeysWithValues: Self.unfinished.map { ($0, nil) }))
    try FileReplacement.sync(draft, withRightsOf: old.path)
    try replace(old, by: draft)
    // Equal revisions mean equal contents, also to the program that a working copy is of.
    try? transact { _ throws(DocumentStoreError) in }
    _ = try? emptyLog(of: untouchedFile())
  }

  /// Gives a file's name to a draft and goes on with that.
  ///
  /// Both are open and locked throughout, so that no other program comes between; a connection would take the other
  /// file's log for its own, so neither has one while the name changes.
  private func replace(_ old: OpenFile, by draft: String) throws(DocumentStoreError) {
    let path = old.path
    let new = try opener.open(draft, mode: .readWriteExisting)
    old.closeConnection()
    try new.relocate(to: path) { () throws(DocumentStoreError) in
      guard old.state == .there else { throw old.displacement }
      for file in FilePaths.sideFiles(of: path) { unlink(file) }
      guard rename(new.path, path) == 0 else { throw .system(call: "rename \(path)") }
    }
    FilePaths.syncFolder(of: path)
    try adopt(new)
  }
}
