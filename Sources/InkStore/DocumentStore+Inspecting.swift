import Glibc
import InkModel

extension DocumentStore {
  /// Facts about the document as it is now.
  public func statistics() throws(DocumentStoreError) -> DocumentStatistics {
    let c = try connection()
    return try c.reading { [kinds] () throws(DocumentStoreError) in
      try DocumentStatistics(of: c, kinds: kinds)
    }
  }

  /// Whether the file at `path`, or the one that a link there leads to, is a drawing of any version, damaged or
  /// not.
  public static func isDrawing(_ path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    let found = OpenFiles.whileUnclaimed(identity) {
      let descriptor = FilePaths.openPlain(path)
      guard descriptor >= 0 else { return false }
      defer { Glibc.close(descriptor) }
      return (try? FileHeader(descriptor: descriptor))?.isOfDrawing ?? false
    }
    // One that is open here is not opened again, since that would cost it its locks.
    return found ?? true
  }

  /// Facts about a file, changing nothing in it or beside it, wherever it is.
  ///
  /// Works on a read-only disk, beside a process that writes the file, beside a store of this
  /// process, and where a crash has left SQLite's side files: what is in them counts.
  public static func inspect(
    _ path: String
  ) async throws(DocumentStoreError) -> DocumentStatistics {
    try await DocumentStore(opener: DocumentOpener(), kinds: .complete, clock: Clock.now)
      .statistics(at: path)
  }

  /// What a file says of itself beside its ink, likewise; nothing else of it is read.
  static func metadata(
    of path: String
  ) async throws(DocumentStoreError) -> DocumentMetadata {
    try await DocumentStore(opener: DocumentOpener(), kinds: .complete, clock: Clock.now)
      .metadata(at: path)
  }

  private func metadata(at path: String) throws(DocumentStoreError) -> DocumentMetadata {
    let inspection = try opener.inspect(at: path)
    defer { if inspection.file == nil { inspection.connection.close() } }
    let c = inspection.connection
    return try c.reading { () throws(DocumentStoreError) in
      DocumentMetadata(rows: try MetaRow.facts(in: c))
    }
  }

  private func statistics(
    at path: String
  ) throws(DocumentStoreError) -> DocumentStatistics {
    let inspection = try opener.inspect(at: path)
    defer { if inspection.file == nil { inspection.connection.close() } }
    let c = inspection.connection
    return try c.reading { [kinds] () throws(DocumentStoreError) in
      var statistics = try DocumentStatistics(of: c, kinds: kinds)
      statistics.hasLostCommits = inspection.file?.hasLostCommits ?? false
      statistics.hasTornCommit = inspection.file?.tornCommit != nil
      return statistics
    }
  }
}

extension DocumentStatistics {
  init(of c: Connection, kinds: ElementKinds) throws(DocumentStoreError) {
    let history = try HistoryRow.read(from: c)
    metadata = DocumentMetadata(rows: try MetaRow.facts(in: c))
    // Counting reads every step, so a damaged one is noticed.
    let steps = try StepRow.all(in: c)
    undoDepth = steps.count { $0.number <= history.head }
    redoDepth = steps.count - undoDepth
    (formatVersion, samples) = try translating { () throws(SQLiteError) in
      let s = try c.prepare(
        """
        SELECT sum(sample_count) FROM content WHERE id IN (
          SELECT e.content FROM element AS e WHERE \(ElementRow.isLive))
        """)
      try s.bind(history.head)
      return (Int(try c.int("PRAGMA user_version")), try s.step() ? Int(s.int(0)) : 0)
    }
    settings = try DrawingSettings.read(at: history.head, in: c)
    strokes = 0
    otherElements = 0
    unknownElements = 0
    refusedElements = []
    bounds = .empty
    let inks = try InkRow.all(in: c)
    let s = try translating { () throws(SQLiteError) in
      let s = try c.prepare(
        "SELECT \(ElementRow.joined) FROM \(ElementRow.source) WHERE \(ElementRow.isLive)")
      try s.bind(history.head)
      return s
    }
    var last: (content: Int64, path: StrokePath)?
    while try translating(s.step) {
      let box = Rect(minX: s.double(10), minY: s.double(11), maxX: s.double(12), maxY: s.double(13))
      switch try ElementRow.read(s, inks: inks, kinds: kinds, in: settings, last: &last) {
      case .refused(let id): refusedElements.append(id)
      case .unknown:
        unknownElements += 1
        let page = Int32(truncatingIfNeeded: s.int(2))
        bounds = bounds.union(settings.placement(page: page, layer: 0).canvasFromPage(box))
      case .element(let element):
        count(element)
        bounds = bounds.union(element.bounds)
      }
    }
    refusedElements.sort { $0.number < $1.number }
    // An index that has lost an element would hide it.
    let found = strokes + otherElements + unknownElements + refusedElements.count
    try history.check(showing: Int64(found), after: steps)
  }
}
