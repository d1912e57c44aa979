import CSQLite
import Glibc
import InkModel

extension DocumentStore {
  /// Writes the document to another file, replacing an existing one.
  ///
  /// A saved copy keeps the history; one for sharing leaves it out: only what shows is copied,
  /// and no trace of erased ink is anywhere in the file. The copy is another drawing, with an
  /// identity of its own; this store keeps its own file.
  ///
  /// The copy appears under its name when it is whole and on the disk. Throws
  /// ``DocumentStoreError/inUse(_:_:)`` where the target is open, here or in another process.
  public func copy(to path: String, includingHistory: Bool) throws(DocumentStoreError) {
    var metadata: [MetadataKey: String?] = [.identity: DocumentOpener.randomIdentity()]
    if !includingHistory { metadata[.created] = String(clock()) }
    try write(to: path, includingHistory: includingHistory, metadata: metadata)
  }

  /// Writes the document to another file, with some facts about it changed there.
  func write(
    to path: String, includingHistory: Bool, metadata: [MetadataKey: String?]
  ) throws(DocumentStoreError) {
    let file = try untouchedFile()
    let connection = try file.connection()
    let target = FilePaths.canonical(path)
    if let holder = DocumentLock.holder(of: target) {
      throw .inUse(holder, StoreFailure(message: "the file is open", call: target))
    }
    if FilePaths.isFolder(target) {
      throw .notADrawing(StoreFailure(message: "it is a folder", call: target))
    }
    let replacement = FileReplacement(
      target: target, fallbackFolder: FilePaths.split(file.path).folder)
    try replacement.replace { draft throws(DocumentStoreError) in
      if includingHistory {
        try Self.vacuum(connection, into: draft)
        try Self.finish(draft, metadata: metadata)
      } else {
        // Twice: the first copy is stripped, the second has no page that ever contained the rest.
        let rough = FilePaths.temporary(beside: draft)
        defer { for file in [rough] + FilePaths.sideFiles(of: rough) { unlink(file) } }
        try Self.vacuum(connection, into: rough)
        let c = try translating { () throws(SQLiteError) in
          let c = try Connection(rough, flags: SQLITE_OPEN_READWRITE)
          try DocumentOpener.prepareDraft(c)
          return c
        }
        defer { c.close() }
        try HistoryStripper(connection: c).run()
        try Self.vacuum(c, into: draft)
        try Self.finish(draft, metadata: metadata)
      }
    }
  }

  private static func vacuum(_ c: Connection, into path: String) throws(DocumentStoreError) {
    try translating { () throws(SQLiteError) in
      try c.prepare("VACUUM INTO ?").run(path)
    }
  }

  /// Makes a copy a drawing of its own, in the journal mode in which drawings are kept.
  private static func finish(
    _ draft: String, metadata: [MetadataKey: String?]
  ) throws(DocumentStoreError) {
    try translating { () throws(SQLiteError) in
      let c = try Connection(draft, flags: SQLITE_OPEN_READWRITE)
      defer { c.close() }
      try DocumentOpener.prepareDraft(c)
      try c.execute("BEGIN")
      for (key, value) in metadata {
        if let value {
          try MetaRow(key: key.rawValue, value: value).write(to: c)
        } else {
          try MetaRow.delete(key.rawValue, from: c)
        }
      }
      try c.execute("COMMIT")
      try c.execute("PRAGMA journal_mode = WAL")
    }
  }
}
