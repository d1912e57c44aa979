import CSQLite
import InkModel

/// Reads every row of a file and checks it against its checksum and against the rows that it refers to.
struct Verifier {
  let connection: Connection

  func run() throws(DocumentStoreError) {
    try checkStructure()
    let history = try HistoryRow.read(from: connection)
    _ = try MetaRow.all(in: connection)
    let inks = try InkRow.all(in: connection)
    try checkContents()
    try checkElements(inks: inks)
    try checkSteps(history)
    try checkNumbers(history)
    try checkSettings()
    try checkBlobs()
  }

  /// Pages, trees, free pages and indexes: https://sqlite.org/pragma.html#pragma_integrity_check.
  private func checkStructure() throws(DocumentStoreError) {
    let s = try translating { () throws(SQLiteError) in
      try connection.prepare("PRAGMA integrity_check(1)")
    }
    guard try translating(s.step), s.text(0) == "ok" else {
      throw .damaged(StoreFailure(message: s.text(0), call: s.sql))
    }
  }

  private func checkContents() throws(DocumentStoreError) {
    let s = try translating { () throws(SQLiteError) in
      try connection.prepare(
        """
        SELECT \(ContentRow.Head.columns), path, data
        FROM content LEFT JOIN samples ON samples.content = content.id
        """)
    }
    while try translating(s.step) {
      let head = try ContentRow.Head(s)
      do throws(CodecError) {
        _ = try BlobEnvelope.open(.contentPath, row: head.id, s.blob(9))
        var reader = try BlobEnvelope.open(.contentSamples, row: head.id, s.blob(10))
        guard try reader.varint() == UInt64(bitPattern: head.sampleCount) else {
          throw CodecError(reason: "samples are missing")
        }
      } catch {
        throw .damaged("content \(head.id): \(error.reason)")
      }
    }
  }

  private func checkElements(inks: [Int64: Ink]) throws(DocumentStoreError) {
    let s = try translating { () throws(SQLiteError) in
      try connection.prepare(
        """
        SELECT e.id, e.kind, e.page, e.layer, e.order_key, e.transform, e.content, e.ink, e.path,
          e.seed, e.min_x, e.min_y, e.max_x, e.max_y, e.born, e.extra, e.seal, e.died,
          EXISTS (SELECT 1 FROM content AS c WHERE c.id = e.content)
        FROM element AS e
        """)
    }
    while try translating(s.step) {
      let id = s.int(0)
      guard ElementRow.seal(s) == s.int(16) else {
        throw .damaged("element \(id) fails its checksum")
      }
      if let died = s.intIfAny(17), died <= s.int(14) {
        throw .damaged("element \(id) died before it was born")
      }
      if s.text(1) == StrokeCodec.kindName {
        guard s.int(18) == 1, let ink = s.intIfAny(7), inks[ink] != nil else {
          throw .damaged("element \(id) names things that are missing")
        }
      }
    }
  }

  /// The counts of each step agree with the elements born and died at it.
  private func checkSteps(_ history: HistoryRow) throws(DocumentStoreError) {
    let inserted = try counts("born")
    let removed = try counts("died")
    let steps = try StepRow.all(in: connection)
    guard inserted[0] ?? 0 == history.base else {
      throw .damaged("\(inserted[0] ?? 0) elements are older than the history, not \(history.base)")
    }
    for step in steps {
      guard inserted[step.number] ?? 0 == step.inserted, removed[step.number] ?? 0 == step.removed
      else { throw .damaged("step \(step.number) is not what the elements say") }
    }
    let known = Set(steps.map(\.number))
    guard inserted.keys.allSatisfy({ $0 == 0 || known.contains($0) }),
      removed.keys.allSatisfy(known.contains), history.head == 0 || known.contains(history.head)
    else { throw .damaged("a step of the history is missing") }
  }

  /// The next numbers are above all that are used, so that none is given twice.
  private func checkNumbers(_ history: HistoryRow) throws(DocumentStoreError) {
    let (element, content) = try translating { () throws(SQLiteError) in
      (
        try connection.int("SELECT max(id) FROM element"),
        try connection.int("SELECT max(id) FROM content")
      )
    }
    guard history.nextElement > element, history.nextContent > content else {
      throw .damaged("the history's next numbers are used already")
    }
  }

  /// Each row of settings, each page and each layer is of a step that says so, and each such step has its rows.
  private func checkSettings() throws(DocumentStoreError) {
    let rows = try SettingsRows(in: connection)
    let steps = try StepRow.all(in: connection)
    func said(_ what: ChangedSettings) -> Set<Int64> {
      Set(steps.filter { ChangedSettings(rawValue: $0.settings).contains(what) }.map(\.number))
    }
    guard Set(rows.sheets.map(\.born).filter { $0 != 0 }) == said(.sheet),
      PageRow.steps(rows.pages) == said(.pages), LayerRow.steps(rows.layers) == said(.layers)
    else { throw .damaged("the settings of a step are missing") }
    try rows.check()
  }

  /// All bytes that something shows are there, as they were written.
  private func checkBlobs() throws(DocumentStoreError) {
    let rows = try BlobRow.all(in: connection)
    for row in rows {
      for position in 0..<row.chunkCount {
        try row.withChunk(position, in: connection) { _ in }
      }
    }
    let known = Set(rows.map(\.sha256))
    let pages = try PageRow.all(in: connection).compactMap(\.value.background.blob)
    guard try BlobUseRow.all(in: connection).allSatisfy({ known.contains($0.sha256) }),
      pages.allSatisfy(known.contains)
    else { throw .damaged("bytes of a picture or a document are missing") }
  }

  private func counts(_ column: String) throws(DocumentStoreError) -> [Int64: Int64] {
    try translating { () throws(SQLiteError) in
      let s = try connection.prepare(
        "SELECT \(column), count(*) FROM element WHERE \(column) IS NOT NULL GROUP BY \(column)")
      var counts: [Int64: Int64] = [:]
      while try s.step() { counts[s.int(0)] = s.int(1) }
      return counts
    }
  }
}
