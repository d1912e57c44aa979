import InkModel

/// Rows of `element`: one version of one thing on the canvas each.
enum ElementRow {
  /// The `kind` of strokes; other kinds are kept untouched and not shown.
  static let strokeKind = "stroke"

  static let columns = """
    id, kind, page, layer, order_key, transform, content, ink, path, seed, \
    min_x, min_y, max_x, max_y, born, extra, seal
    """

  /// The columns that ``read(_:inks:)`` takes, from `element AS e LEFT JOIN content AS c`.
  static let joined = """
    e.id, e.kind, e.page, e.layer, e.order_key, e.transform, e.content, e.ink, e.path, e.seed, \
    e.min_x, e.min_y, e.max_x, e.max_y, e.born, e.extra, e.seal, c.path, c.seed
    """

  static let source = "element AS e LEFT JOIN content AS c ON c.id = e.content"

  /// The condition for being shown at the head, which is parameter 1.
  static let isLive = "e.born <= ?1 AND (e.died IS NULL OR e.died > ?1)"

  /// The same where the table has no other name.
  static let isLiveHere = "born <= ?1 AND (died IS NULL OR died > ?1)"

  /// The seal of the row under a statement that selects ``columns`` first.
  static func seal(_ s: Statement) -> Int64 {
    var seal = RowSeal(.element, row: s.int(0))
    seal.add(text: s.textBytes(1))
    seal.add(s.int(2))
    seal.add(s.int(3))
    seal.add(text: s.textBytes(4))
    seal.add(blob: s.blobIfAny(5))
    seal.add(s.intIfAny(6))
    seal.add(s.intIfAny(7))
    seal.add(blob: s.blobIfAny(8))
    seal.add(s.intIfAny(9))
    for i: Int32 in 10...13 { seal.add(s.double(i)) }
    seal.add(s.int(14))
    seal.add(blob: s.blobIfAny(15))
    return seal.value
  }

  /// Seals a row anew after a sealed column of it has changed.
  static func reseal(_ id: Int64, in c: Connection) throws(SQLiteError) {
    let s = try c.statement("SELECT \(columns) FROM element WHERE id = ?")
    try s.bind(id)
    let value = try s.step() ? seal(s) : nil
    s.reset()
    if let value { try c.statement("UPDATE element SET seal = ? WHERE id = ?").run(value, id) }
  }

  /// The element under a statement that selects ``joined``, `nil` where it is of a kind that this
  /// version does not know.
  ///
  /// - Parameter last: the content read last and its path: the pieces of a stroke follow one another
  ///   and share it.
  static func read(
    _ s: Statement, inks: [Int64: Ink], last: inout (content: Int64, path: StrokePath)?
  ) throws(DocumentStoreError) -> Element? {
    let id = s.int(0)
    guard seal(s) == s.int(16) else { throw .damaged("element \(id) fails its checksum") }
    guard strokeKind.utf8.elementsEqual(s.textBytes(1)) else { return nil }
    guard let order = OrderKey(s.text(4)), let content = s.intIfAny(6), let inkID = s.intIfAny(7),
      let ink = inks[inkID], !s.isNull(17)
    else { throw .damaged("element \(id) names things that are missing") }
    do {
      let path: StrokePath
      if !s.isNull(8) {
        path = try PathCodec.decode(s.blob(8), at: .elementPath, row: id)
      } else if let last, last.content == content {
        path = last.path
      } else {
        path = try PathCodec.decode(s.blob(17), at: .contentPath, row: content)
        last = (content, path)
      }
      let seed = s.intIfAny(9) ?? s.int(18)
      var stroke = Stroke(
        content: ContentID(content), ink: ink, path: path, seed: UInt32(truncatingIfNeeded: seed))
      if !s.isNull(15) { try ErasureCodec.decode(s.blob(15), row: id, into: &stroke) }
      return Element(
        id: ElementID(id), page: Int32(truncatingIfNeeded: s.int(2)),
        layer: Int32(truncatingIfNeeded: s.int(3)), order: order,
        canvasFromElement: s.isNull(5) ? .identity : try TransformCodec.decode(s.blob(5)),
        kind: .stroke(stroke))
    } catch {
      throw .damaged("element \(id): \(error.reason)")
    }
  }

  /// Cuts the path of a stroke's row down to what is painted of it.
  static func update(_ id: Int64, to stroke: Stroke, in c: Connection) throws(SQLiteError) {
    try c.statement("UPDATE element SET path = ?, extra = ? WHERE id = ?").run(
      PathCodec.encode(stroke.path, at: .elementPath, row: id),
      ErasureCodec.encode(stroke, row: id), id)
    try reseal(id, in: c)
  }

  /// Writes a stroke's row.
  ///
  /// `ownPath` and `ownSeed` are set where they differ from the content's.
  static func insert(
    _ element: Element, stroke: Stroke, ink: Int64, ownPath: StrokePath?, ownSeed: UInt32?,
    born: Int64, into c: Connection
  ) throws(SQLiteError) {
    let id = element.id.number
    let page = Int64(element.page)
    let layer = Int64(element.layer)
    let transform = TransformCodec.encode(element.canvasFromElement)
    let path = ownPath.map { PathCodec.encode($0, at: .elementPath, row: id) }
    let seed = ownSeed.map { Int64($0) }
    let extra = ErasureCodec.encode(stroke, row: id)
    // SQLite stores NaN as NULL, which the column refuses; an invalid coordinate must not lose ink.
    let box = element.bounds
    let (minX, minY) = (box.minX.finite, box.minY.finite)
    let (maxX, maxY) = (box.maxX.finite, box.maxY.finite)
    var seal = RowSeal(.element, row: id)
    seal.add(strokeKind)
    seal.add(page)
    seal.add(layer)
    seal.add(element.order.text)
    seal.add(blob: transform)
    seal.add(stroke.content.number)
    seal.add(ink)
    seal.add(blob: path)
    seal.add(seed)
    for v in [minX, minY, maxX, maxY] { seal.add(v) }
    seal.add(born)
    seal.add(blob: extra)
    try c.statement(
      """
      INSERT INTO element (\(columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      id, strokeKind, page, layer, element.order.text, transform, stroke.content.number, ink, path,
      seed, minX, minY, maxX, maxY, born, extra, seal.value)
  }
}

extension Double {
  fileprivate var finite: Double { isFinite ? self : 0 }
}
