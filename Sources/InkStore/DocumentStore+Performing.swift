import CSQLite
import InkModel

extension DocumentStore {
  /// Writes commands in one transaction: all of them or none.
  ///
  /// When it returns they are on the disk. Where it throws the document is as it was before, in the
  /// file and for this store, and the same commands can be given again: after
  /// ``DocumentStoreError/diskFull(_:)`` once there is room, after
  /// ``DocumentStoreError/displaced(_:_:)`` once the document has a file again.
  public func perform(_ commands: [StoreCommand]) throws(DocumentStoreError) {
    try transact { c throws(DocumentStoreError) in
      for command in commands {
        switch command {
        case .commit(let step, let edit): try commit(Int64(step), edit, in: c)
        case .moveHead(let step): try moveHead(Int64(step), in: c)
        case .setMetadata(let key, let value): try setMetadata(key, value, in: c)
        case .begin(let settings, let elements, let contents):
          try begin(with: settings, in: c)
          try insertFirst(
            elements, Dictionary(contents.map { ($0.id, $0) }) { $1 }, isRescue: false, in: c)
        }
      }
    }
  }

  /// The connection of a file that can be written and is sound.
  func writableConnection() throws(DocumentStoreError) -> Connection {
    guard let file else { throw .closed }
    guard file.access == .writable else {
      throw .readOnly(StoreFailure(message: "the document is open for reading only"))
    }
    guard fileState() == .there else { throw file.displacement }
    try verify()
    return try file.connection()
  }

  /// Writes in one transaction; where it throws, all is as it was before.
  func transact(
    _ body: (Connection) throws(DocumentStoreError) -> Void
  ) throws(DocumentStoreError) {
    let c = try writableConnection()
    guard let file else { throw .closed }
    let before = (history, lastStep, facts, inks, inkNumbers)
    defer { file.noteLogWritten() }
    do throws(DocumentStoreError) {
      try translating { () throws(SQLiteError) in try c.statement("BEGIN IMMEDIATE").run() }
      try body(c)
      history.revision += 1
      try translating { () throws(SQLiteError) in
        try history.update(in: c)
        try c.statement("COMMIT").run()
      }
    } catch {
      (history, lastStep, facts, inks, inkNumbers) = before
      // Some errors have ended the transaction themselves.
      if c.isInTransaction { try? c.execute("ROLLBACK") }
      throw error
    }
    // The log still has everything where this fails; the next commit tries again.
    if (FilePaths.size(of: FilePaths.log(of: file.path)) ?? 0) > DocumentOpener.logSizeLimit {
      try? shortenLog(of: file)
    }
  }

  private func commit(
    _ step: Int64, _ edit: DrawingEdit, in c: Connection
  ) throws(DocumentStoreError) {
    guard step > history.head else {
      throw .invalid("step \(step) is not above the head, \(history.head)")
    }
    try forgetUndone(in: c)
    for element in edit.removed { try remove(element.id, at: step, in: c) }
    var contents: [ContentID: StrokeContent] = [:]
    for content in edit.contents { contents[content.id] = content }
    try insert(edit.contents, used: edit.inserted, at: step, in: c)
    for element in edit.inserted { try insert(element, new: contents, at: step, in: c) }
    if let after = edit.settings?.after { try checkBlobs(of: after, in: c) }
    let changed = try edit.settings?.apply(at: step, in: c) ?? []
    let row = StepRow(
      number: step, label: edit.label.rawValue, time: clock(),
      inserted: Int64(edit.inserted.count), removed: Int64(edit.removed.count),
      settings: changed.rawValue)
    try translating { () throws(SQLiteError) in try row.insert(into: c) }
    history.head = step
    lastStep = row
  }

  /// Deletes the steps after the head with everything that only they refer to.
  private func forgetUndone(in c: Connection) throws(DocumentStoreError) {
    let head = history.head
    let forgotten = try translating { () throws(SQLiteError) in
      try c.statement("DELETE FROM step WHERE number > ?").run(head)
    }
    guard forgotten > 0 else { return }
    try translating { () throws(SQLiteError) in
      // A content is orphaned exactly where the step that inserted it is deleted: the element inserted
      // with it is deleted too, and any other that uses it was inserted later.
      for (table, key) in [("samples", "content"), ("content", "id")] {
        try c.statement(
          """
          DELETE FROM \(table) WHERE \(key) IN (
            SELECT e.content FROM element AS e JOIN content AS c ON c.id = e.content
            WHERE e.born > ?1 AND c.born > ?1)
          """
        ).run(head)
      }
      try c.statement("DELETE FROM element WHERE born > ?").run(head)
      try BlobUseRow.deleteStale(in: c)
      try c.statement("DELETE FROM settings WHERE born > ?").run(head)
      try c.statement("UPDATE element SET died = NULL WHERE died > ?").run(head)
    }
    try PageRow.forget(after: head, in: c)
    try LayerRow.forget(after: head, in: c)
  }

  private func remove(
    _ id: ElementID, at step: Int64, in c: Connection
  ) throws(DocumentStoreError) {
    let changed = try translating { () throws(SQLiteError) in
      try c.statement("UPDATE element SET died = ? WHERE id = ? AND died IS NULL")
        .run(step, id.number)
    }
    guard changed == 1 else { throw .invalid("element \(id.number) does not show") }
  }

  /// Inserts elements that are older than all steps.
  ///
  /// - Parameter isRescue: As of ``noteBlobs(of:isRescue:in:)``.
  func insertFirst(
    _ elements: [Element], _ contents: [ContentID: StrokeContent], isRescue: Bool,
    in c: Connection
  ) throws(DocumentStoreError) {
    try insert(
      contents.values.sorted { $0.id.number < $1.id.number }, used: elements, at: 0, in: c)
    for element in elements {
      try insert(element, new: contents, at: 0, isRescue: isRescue, in: c)
    }
    history.base += Int64(elements.count)
  }

  private func insert(
    _ contents: [StrokeContent], used elements: [Element], at step: Int64, in c: Connection
  ) throws(DocumentStoreError) {
    guard !contents.isEmpty else { return }
    let used = Set(elements.compactMap(\.kind.content))
    for content in contents {
      guard used.contains(content.id) else {
        throw .invalid("content \(content.id.number) comes without an element that uses it")
      }
      guard content.id.number > 0 else { throw .invalid("contents are numbered from 1") }
      do throws(SQLiteError) {
        try ContentRow.insert(content, born: step, into: c)
      } catch {
        throw Self.meaning(of: error, twice: "content \(content.id.number)")
      }
      history.nextContent = max(history.nextContent, content.id.number + 1)
    }
  }

  private func insert(
    _ element: Element, new contents: [ContentID: StrokeContent], at step: Int64,
    isRescue: Bool = false, in c: Connection
  ) throws(DocumentStoreError) {
    guard element.id.number > 0 else { throw .invalid("elements are numbered from 1") }
    let (kind, own) = try columns(of: element, new: contents, in: c)
    do throws(SQLiteError) {
      try ElementRow.insert(element, kind: kind, own, born: step, into: c)
    } catch {
      throw Self.meaning(of: error, twice: "element \(element.id.number)")
    }
    try noteBlobs(of: element, isRescue: isRescue, in: c)
    history.nextElement = max(history.nextElement, element.id.number + 1)
  }

  /// The row of an ink, made where the document has not used it before.
  func number(of ink: Ink, in c: Connection) throws(DocumentStoreError) -> Int64 {
    if let known = inkNumbers[ink] { return known }
    let id = (inks.keys.max() ?? 0) + 1
    try translating { () throws(SQLiteError) in try InkRow.insert(ink, id: id, into: c) }
    inks[id] = ink
    inkNumbers[ink] = id
    return id
  }

  /// Sets the settings of a drawing that has no history yet.
  func begin(
    with settings: DrawingSettings, in c: Connection
  ) throws(DocumentStoreError) {
    guard try StepRow.all(in: c).isEmpty else {
      throw .invalid("a drawing that has steps changes its settings by one more")
    }
    _ = try settings.write(at: 0, replacing: .read(at: 0, in: c), in: c)
    // Before the first step nothing has a past.
    try PageRow.rebase(at: 0, in: c)
    try LayerRow.rebase(at: 0, in: c)
  }

  private func moveHead(_ step: Int64, in c: Connection) throws(DocumentStoreError) {
    if step != 0 {
      let exists = try translating { () throws(SQLiteError) in
        let s = try c.statement("SELECT 1 FROM step WHERE number = ?")
        defer { s.reset() }
        try s.bind(step)
        return try s.step()
      }
      guard exists else { throw .invalid("there is no step \(step)") }
    }
    history.head = step
  }

  private func setMetadata(
    _ key: MetadataKey, _ value: String?, in c: Connection
  ) throws(DocumentStoreError) {
    try translating { () throws(SQLiteError) in
      if let value {
        try MetaRow(key: key.rawValue, value: value).write(to: c)
      } else {
        try MetaRow.delete(key.rawValue, from: c)
      }
    }
    facts[key.rawValue] = value
  }

  /// A number that is used twice is a mistake of the caller, not of the file.
  private static func meaning(of error: SQLiteError, twice what: String) -> DocumentStoreError {
    if error.primaryCode == SQLITE_CONSTRAINT {
      return .invalidCommand(
        StoreFailure(code: error.code, message: "\(what) is there already", call: error.call))
    }
    return DocumentStoreError(error)
  }
}

extension SettingsChange {
  /// Writes the settings that apply from `step` on.
  fileprivate func apply(
    at step: Int64, in c: Connection
  ) throws(DocumentStoreError) -> ChangedSettings {
    guard try DrawingSettings.read(at: step, in: c) == before else {
      throw .invalid("the drawing has other settings than the step changes")
    }
    return try after.write(at: step, replacing: before, in: c)
  }
}
