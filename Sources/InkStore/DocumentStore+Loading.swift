import InkModel

extension DocumentStore {
  /// Everything needed to show the drawing as it was left; O(what shows + steps).
  public func load() throws(DocumentStoreError) -> DocumentContents {
    let c = try connection()
    return try c.reading { () throws(DocumentStoreError) in try load(from: c) }
  }

  private func load(from c: Connection) throws(DocumentStoreError) -> DocumentContents {
    try refresh()
    let steps = try StepRow.all(in: c)
    let settings = try DrawingSettings.read(at: history.head, in: c)
    var elements: [Element] = []
    elements.reserveCapacity(try Int(clamping: min(max(history.liveCount(steps), 0), 1 << 20)))
    var unknown = 0
    var refused: [ElementID] = []
    var last: (content: Int64, path: StrokePath)?
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement(
        "SELECT \(ElementRow.joined) FROM \(ElementRow.source) WHERE \(ElementRow.isLive)")
      try s.bind(history.head)
      return s
    }
    defer { s.reset() }
    while try translating(s.step) {
      switch try ElementRow.read(s, inks: inks, kinds: kinds, in: settings, last: &last) {
      case .element(let element): elements.append(element)
      case .unknown: unknown += 1
      case .refused(let id): refused.append(id)
      }
    }
    let found = elements.count + unknown + refused.count
    try history.check(showing: Int64(found), after: steps)
    return DocumentContents(
      elements: elements, history: summary(steps),
      nextElementID: ElementID(history.nextElement),
      nextContentID: ContentID(history.nextContent),
      settings: settings,
      metadata: try metadata(), unknownElements: unknown,
      refusedElements: refused.sorted { $0.number < $1.number })
  }

  /// Reads again what this store caches of the file, where another process may have changed it.
  func refresh() throws(DocumentStoreError) {
    guard let file, file.access == .besideWriter else { return }
    try remember(try file.connection())
  }

  private func summary(_ steps: [StepRow]) -> HistorySummary {
    HistorySummary(
      head: Int(history.head),
      steps: steps.map {
        HistorySummary.Step(number: Int($0.number), label: EditLabel(rawValue: $0.label))
      })
  }

  /// The facts about the document as a whole.
  public func metadata() throws(DocumentStoreError) -> DocumentMetadata {
    DocumentMetadata(rows: try MetaRow.facts(in: try connection()))
  }

  /// The samples from which a stroke was made, at the precision of
  /// ``InkModel/StylusSample/roundedForFile``.
  public func samples(of content: ContentID) throws(DocumentStoreError) -> [StylusSample] {
    guard let samples = try ContentRow.samples(content.number, in: try connection()) else {
      throw .invalid("there is no content \(content.number)")
    }
    return samples
  }

  /// A content whole, likewise.
  public func content(_ id: ContentID) throws(DocumentStoreError) -> StrokeContent {
    guard let content = try ContentRow.read(id.number, in: try connection()) else {
      throw .invalid("there is no content \(id.number)")
    }
    return content
  }

  /// What a step did, done or undone: versions that vanished and versions that appeared.
  ///
  /// Elements of unknown kinds are left out; the file handles them.
  public func edit(step: Int) throws(DocumentStoreError) -> DrawingEdit {
    let c = try connection()
    return try c.reading { () throws(DocumentStoreError) in try edit(step: step, from: c) }
  }

  private func edit(step: Int, from c: Connection) throws(DocumentStoreError) -> DrawingEdit {
    try refresh()
    let row: StepRow?
    do {
      let s = try translating { () throws(SQLiteError) in
        let s = try c.statement("SELECT \(StepRow.columns) FROM step WHERE number = ?")
        try s.bind(step)
        return s
      }
      defer { s.reset() }
      row = try translating(s.step) ? try StepRow(s) : nil
    }
    guard let row else { throw .invalid("there is no step \(step)") }
    let rows = try SettingsRows(in: c)
    // Where the head was before a step is where it is just below it: whatever lies between was undone and forgotten.
    let (before, after) = (rows.settings(at: row.number - 1), rows.settings(at: row.number))
    let removed = try elements("e.died = ?", step, before, in: c)
    let inserted = try elements("e.born = ?", step, after, in: c)
    guard removed.count == row.removed, inserted.count == row.inserted else {
      throw .damaged(
        """
        step \(step) inserts \(inserted.count) and removes \(removed.count) elements, \
        not \(row.inserted) and \(row.removed)
        """)
    }
    var settings: SettingsChange?
    if row.settings != 0 {
      settings = SettingsChange(before: before, after: after)
    }
    return DrawingEdit(
      label: EditLabel(rawValue: row.label), removed: removed.known, inserted: inserted.known,
      settings: settings)
  }

  private func elements(
    _ condition: String, _ step: Int, _ settings: DrawingSettings, in c: Connection
  ) throws(DocumentStoreError) -> (known: [Element], count: Int64) {
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement(
        "SELECT \(ElementRow.joined) FROM \(ElementRow.source) WHERE \(condition) ORDER BY e.id")
      try s.bind(step)
      return s
    }
    defer { s.reset() }
    var known: [Element] = []
    var count: Int64 = 0
    var last: (content: Int64, path: StrokePath)?
    while try translating(s.step) {
      count += 1
      if case .element(let element) = try ElementRow.read(
        s, inks: inks, kinds: kinds, in: settings, last: &last)
      {
        known.append(element)
      }
    }
    return (known, count)
  }
}
