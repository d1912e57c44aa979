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
    try copy(to: path, includingHistory: includingHistory, asOf: history.head)
  }

  /// - Parameter step: The step after which a copy without history shows the drawing.
  func copy(
    to path: String, includingHistory: Bool, asOf step: Int64
  ) throws(DocumentStoreError) {
    var metadata: [MetadataKey: String?] = [
      .identity: DocumentOpener.randomIdentity(), .closingDocument: nil, .writtenDocument: nil,
    ]
    if !includingHistory {
      metadata[.created] = String(clock())
      for key in Self.unfinished + WorkingCopy.keys {
        metadata[key] = .some(nil)
      }
    }
    try write(to: path, includingHistory: includingHistory, asOf: step, metadata: metadata)
  }

  /// Writes the document to another file, with some facts about it changed there.
  ///
  /// - Parameter beforeReplacing: Called when all is written but the file itself; called again where its folder then turns out
  ///   to take no new file. Where it throws, the file stays as it is.
  func write(
    to path: String, includingHistory: Bool, asOf step: Int64? = nil,
    metadata: [MetadataKey: String?],
    beforeReplacing: () throws(DocumentStoreError) -> Void = {}
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
        try Self.strip(connection, asOf: step, into: draft)
        try Self.finish(draft, metadata: metadata)
      }
      try beforeReplacing()
    }
  }

  /// Facts that are ink or text in the making, which is no part of a drawing yet.
  static let unfinished = [
    MetadataKey(rawValue: "provisional-ink"), MetadataKey(rawValue: "text-draft"),
  ]

  /// Writes what shows to a new file; no byte of the rest is in it.
  ///
  /// - Parameter step: The one after which it shows that; `nil` for the head.
  static func strip(
    _ connection: Connection, asOf step: Int64? = nil, into draft: String
  ) throws(DocumentStoreError) {
    // Twice: the first copy is stripped, the second has no page that ever contained the rest.
    let rough = FilePaths.temporary(beside: draft)
    defer { FilePaths.removeDrawing(rough) }
    try vacuum(connection, into: rough)
    let c = try translating { () throws(SQLiteError) in
      let c = try Connection(rough, flags: SQLITE_OPEN_READWRITE)
      try DocumentOpener.prepareDraft(c)
      return c
    }
    defer { c.close() }
    if let step {
      var history = try HistoryRow.read(from: c)
      history.head = step
      try translating { () throws(SQLiteError) in try history.update(in: c) }
    }
    try HistoryStripper(connection: c).run()
    try vacuum(c, into: draft)
  }

  private static func vacuum(_ c: Connection, into path: String) throws(DocumentStoreError) {
    try translating { () throws(SQLiteError) in
      try c.prepare("VACUUM INTO ?").run(path)
    }
  }

  /// Makes a copy a drawing of its own, in the journal mode in which drawings are kept.
  static func finish(
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
