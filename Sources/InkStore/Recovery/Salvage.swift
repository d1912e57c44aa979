import InkModel

/// Makes a new document of what a scan found.
struct Salvage {
  private let scan: RecoveryScan
  private let kinds: ElementKinds
  private let connection: Connection
  private var report = RecoveryReport()
  /// What has been written so far.
  private var contents: Set<Int64> = []
  private var inks: [Ink: Int64] = [:]
  private var top: OrderKey?
  private var lastElement: Int64 = 0
  private var saved: Set<Int64> = []

  init(scan: RecoveryScan, kinds: ElementKinds, connection: Connection) {
    self.scan = scan
    self.kinds = kinds
    self.connection = connection
  }

  mutating func run() throws(DocumentStoreError) -> RecoveryReport {
    for (id, ink) in scan.inks.sorted(by: { $0.key < $1.key }) {
      try translating { () throws(SQLiteError) in
        try InkRow.insert(ink, id: id, into: connection)
      }
      inks[ink] = id
    }
    for (id, facts) in scan.elements.sorted(by: { $0.key < $1.key }) where isLive(facts) {
      if facts.kind == StrokeCodec.kindName {
        try restoreStroke(id, facts)
      } else {
        try restoreOther(id, facts)
      }
    }
    try restoreOrphans()
    try finish()
    return report
  }

  private mutating func restoreStroke(
    _ id: Int64, _ facts: RowFacts.ElementFacts
  ) throws(DocumentStoreError) {
    guard let number = facts.content, let content = content(number) else { return }
    try insert(content.value)
    let ink = facts.ink.flatMap { scan.inks[$0] }
    let stroke = self.stroke(id, facts, content.value, ink: ink ?? .standard)
    let transform = facts.values[5].blob.flatMap { bytes in
      bytes.withUnsafeBytes { try? TransformCodec.decode($0) }
    }
    try insert(
      Element(
        id: ElementID(id), page: facts.page, layer: facts.layer, order: facts.order ?? .first,
        pageFromElement: transform ?? .identity, kind: .stroke(stroke)), stroke)
    if content.isRepaired || ink == nil || facts.order == nil { report.repaired += 1 }
  }

  /// Brings back contents whose elements are lost: all but their ink and layer order is known.
  private mutating func restoreOrphans() throws(DocumentStoreError) {
    let known = Set(scan.elements.values.compactMap(\.content))
    let numbers = Set(scan.contents.keys).union(scan.samples.keys).subtracting(known)
    var id = max(scan.elements.keys.max() ?? 0, (scan.history?.nextElement ?? 1) - 1)
    for number in numbers.sorted() {
      guard let content = content(number)?.value else { continue }
      id += 1
      try insert(content)
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      try insert(
        Element(id: ElementID(id), order: top?.next ?? .first, kind: .stroke(stroke)), stroke)
      report.repaired += 1
    }
  }

  /// Whether an element shows at the head, or would if nothing says where the head is.
  private func isLive(_ e: RowFacts.ElementFacts) -> Bool {
    guard let head = scan.history?.head else { return e.died == nil }
    return e.born <= head && (e.died.map { $0 > head } ?? true)
  }

  /// How many elements showed, if head and steps are complete.
  private var expected: Int64? {
    guard let history = scan.history else { return nil }
    let done = scan.steps.values.filter { $0.number <= history.head }
    // Steps are numbered without gaps, so a missing one shows.
    guard done.count == Int(history.head) else { return nil }
    return done.reduce(history.base) { $0 &+ $1.inserted &- $1.removed }
  }

  /// A content from what is left of it.
  private func content(_ id: Int64) -> (value: StrokeContent, isRepaired: Bool)? {
    let found = scan.contents[id]
    let samples = scan.samples[id]
    let path =
      found?.path
      ?? samples.map { StrokePath($0.map { StrokePoint($0) }) }
    guard let path, !path.points.isEmpty else { return nil }
    let content = StrokeContent(
      id: ContentID(id), tool: found?.head?.tool ?? StylusTool(.pen),
      samples: samples ?? path.points.map { StylusSample($0) }, path: path,
      modelerVersion: found?.head?.modeler ?? 1, seed: found?.head?.seed ?? 0)
    return (content, samples == nil || found?.path == nil || found?.head == nil)
  }

  private func stroke(
    _ id: Int64, _ facts: RowFacts.ElementFacts, _ content: StrokeContent, ink: Ink
  ) -> Stroke {
    // The row has passed its checksum, so what is in it can be read.
    let own = facts.values[8].blob.flatMap { bytes in
      bytes.withUnsafeBytes { try? PathCodec.decode($0, at: .elementPath, row: id) }
    }
    let stroke = Stroke(
      content: content.id, ink: ink, path: own ?? content.path, seed: facts.seed ?? content.seed)
    // A path that had to be made from samples may have other points; then more of it shows.
    let left = facts.values[16].blob.flatMap { extra in
      extra.withUnsafeBytes { bytes -> Stroke? in
        var left = stroke
        let isRead = (try? ErasureCodec.decode(bytes, row: id, into: &left)) != nil
        return isRead ? left : nil
      }
    }
    return left ?? stroke
  }

  // MARK: Writing

  private mutating func insert(_ content: StrokeContent) throws(DocumentStoreError) {
    guard contents.insert(content.id.number).inserted else { return }
    try translating { () throws(SQLiteError) in
      try ContentRow.insert(content, born: 0, into: connection)
    }
  }

  private mutating func insert(
    _ element: Element, _ stroke: Stroke
  ) throws(DocumentStoreError) {
    let content = try ContentRow.pathAndSeed(stroke.content.number, in: connection)
    let ink = inks[stroke.ink] ?? (inks.values.max() ?? 0) + 1
    let isNew = inks.updateValue(ink, forKey: stroke.ink) == nil
    try translating { () throws(SQLiteError) in
      if isNew { try InkRow.insert(stroke.ink, id: ink, into: connection) }
      try ElementRow.insert(
        element, kind: StrokeCodec.kindName,
        StrokeCodec.columns(stroke, row: element.id.number, ink: ink, recorded: content), born: 0,
        into: connection)
    }
    top = max(top ?? element.order, element.order)
    lastElement = max(lastElement, element.id.number)
    report.strokes += 1
  }

  /// Whether a value can be read by who knows its kind; where nobody here does, it is left to who will.
  private func isReadable(_ id: Int64, _ facts: RowFacts.ElementFacts) -> Bool {
    let bytes = facts.values[16].blob ?? []
    return bytes.withUnsafeBytes { bytes in
      [kinds, .complete].allSatisfy { kinds in
        do {
          _ = try kinds.read(facts.kind, bytes, row: id)
          return true
        } catch {
          return false
        }
      }
    }
  }

  /// Copies an element that is no stroke as it is, whether this version knows its kind or not, with the rows that it
  /// refers to, as far as they exist.
  private mutating func restoreOther(
    _ id: Int64, _ facts: RowFacts.ElementFacts
  ) throws(DocumentStoreError) {
    let v = facts.values
    guard isReadable(id, facts) else { return }
    let isKnown = kinds.knows(facts.kind) || ElementKinds.complete.knows(facts.kind)
    let order = isKnown ? (facts.order ?? .first).text : v[4].text ?? ""
    let transform = v[5].blob.flatMap { bytes in
      let isSound = bytes.withUnsafeBytes { (try? TransformCodec.decode($0)) != nil }
      return isSound || !isKnown ? bytes : nil
    }
    var number: Int64?
    if let content = facts.content.flatMap({ content($0)?.value }) {
      try insert(content)
      number = content.id.number
    }
    let ink = facts.ink.flatMap { scan.inks[$0] == nil ? nil : $0 }
    try translating { () throws(SQLiteError) in
      try connection.statement(
        """
        INSERT INTO element (\(ElementRow.columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)
        """
      ).run(
        id, facts.kind, Int64(facts.page), Int64(facts.layer), order, transform, number, ink,
        v[8].blob, v[9].int, v[10].real ?? 0, v[11].real ?? 0, v[12].real ?? 0,
        v[13].real ?? 0, v[16].blob)
      try ElementRow.reseal(id, in: connection)
    }
    lastElement = max(lastElement, id)
    saved.insert(id)
    if kinds.knows(facts.kind) {
      report.otherElements += 1
    } else {
      report.unknownElements += 1
    }
  }

  /// Brings back the bytes that what was saved shows, as far as all of them are there; returns which those are.
  private mutating func restoreBlobs() throws(DocumentStoreError) -> Set<BlobID> {
    let head = scan.history?.head ?? Int64.max - 1
    let uses = scan.uses.values.filter { saved.contains($0.element) }.sorted {
      $0.number < $1.number
    }
    let pages = scan.pages.values.filter { $0.shows(at: head) }
      .compactMap(\.value.background.blob)
    let wanted = Set(uses.map(\.sha256) + pages)
    var found: [Int64: BlobRow] = [:]
    for row in scan.blobs.values where wanted.contains(row.sha256) {
      let isWhole = (0..<row.chunkCount).allSatisfy {
        scan.chunks[BlobRow.chunk(row.number, $0)]?.count == row.size(ofChunk: $0)
      }
      if isWhole { found[row.number] = row }
    }
    let rows = found.values.sorted { $0.number < $1.number }
    var restored: Set<BlobID> = []
    try translating { () throws(SQLiteError) in
      for row in rows where restored.insert(row.sha256).inserted {
        try row.insert(into: connection)
      }
    }
    try scan.forEachChunk {
      found[$0 >> BlobRow.positionBits] != nil
    } _: {
      id, bytes throws(DocumentStoreError) in
      try translating { () throws(SQLiteError) in
        try BlobRow.insert(chunk: id, bytes, into: connection)
      }
    }
    try translating { () throws(SQLiteError) in
      for use in uses where restored.contains(use.sha256) { try use.insert(into: connection) }
    }
    report.lostBlobs = wanted.count - restored.count
    return restored
  }

  /// Brings back the settings at the head; where nothing says where that is, the last of all.
  private func restoreSettings(_ blobs: Set<BlobID>) throws(DocumentStoreError) {
    let head = scan.history?.head ?? Int64.max - 1
    var rows = SettingsRows(
      sheets: scan.settings.values.sorted { $0.born < $1.born },
      pages: Self.newest(scan.pages.values.filter { $0.shows(at: head) }),
      layers: Self.newest(scan.layers.values.filter { $0.shows(at: head) }))
    // From a file of an older version, the pages are in the words.
    if scan.layers.isEmpty, scan.pages.isEmpty,
      let old = rows.sheets.last(where: { $0.born <= head })
    {
      rows.pages = old.settings.layout.pages.enumerated().map { i, page in
        PageRow(row: Int64(i + 1), value: page, born: 0, died: nil)
      }
    }
    let settings = rows.settings(at: head).onPaper(whereLost: { !blobs.contains($0) })
    _ = try settings.write(at: 0, replacing: .read(at: 0, in: connection), in: connection)
    try PageRow.rebase(at: 0, in: connection)
    try LayerRow.rebase(at: 0, in: connection)
  }

  /// One version of each page or layer: the one that was written last.
  private static func newest<Row: VersionedRow>(_ rows: [Row]) -> [Row] {
    var newest: [Int32: Row] = [:]
    for row in rows.sorted(by: { $0.row < $1.row }) { newest[Row.identity(of: row.value)] = row }
    return newest.values.sorted { $0.row < $1.row }
  }

  private mutating func finish() throws(DocumentStoreError) {
    let count = Int64(report.strokes + report.otherElements + report.unknownElements)
    report.lost = expected.map { max(0, Int(clamping: $0 &- count)) }
    let old = scan.history ?? HistoryRow()
    let history = HistoryRow(
      head: 0, base: count, revision: old.revision + 1,
      nextElement: max(old.nextElement, lastElement + 1),
      nextContent: max(old.nextContent, (contents.max() ?? 0) + 1))
    let blobs = try restoreBlobs()
    try restoreSettings(blobs)
    try translating { () throws(SQLiteError) in
      try history.update(in: connection)
      // Identity and date of the new file stay its own.
      let own: Set<MetadataKey> = [.identity, .created, .closingDocument, .writtenDocument]
      for (key, value) in scan.meta where !own.contains(MetadataKey(rawValue: key)) {
        try MetaRow(key: key, value: value).write(to: connection)
      }
    }
  }
}

extension StrokePoint {
  /// A sample as it is, without a modeler's smoothing.
  fileprivate init(_ s: StylusSample) {
    self.init(
      x: Float(s.position.x), y: Float(s.position.y), force: s.force ?? Self.defaultForce,
      altitude: s.altitude ?? Self.defaultAltitude, azimuth: s.azimuth ?? Self.defaultAzimuth,
      barrel: s.roll.map { Self.barrel(roll: $0) }, timeOffset: Float(s.time))
  }
}

extension StylusSample {
  fileprivate init(_ p: StrokePoint) {
    self.init(position: p.position, time: Double(p.timeOffset), force: p.force)
  }
}
