import InkModel

/// Rows of `element`: one version of one element each.
enum ElementRow {
  /// The columns whose use each kind defines.
  struct Own {
    var content: Int64?
    var ink: Int64?
    var path: [UInt8]?
    var seed: Int64?
    var extra: [UInt8]?
  }

  static let columns = """
    id, kind, page, layer, order_key, transform, content, ink, path, seed, \
    min_x, min_y, max_x, max_y, born, extra, seal
    """

  /// The columns that ``read(_:inks:kinds:in:last:)`` takes, from `element AS e LEFT JOIN content AS c`.
  static let joined = """
    e.id, e.kind, e.page, e.layer, e.order_key, e.transform, e.content, e.ink, e.path, e.seed, \
    e.min_x, e.min_y, e.max_x, e.max_y, e.born, e.extra, e.seal, c.path, c.seed
    """

  /// The index of `born` in ``joined``.
  static let bornColumn: Int32 = 14

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

  /// What a row turned out to be.
  enum Reading {
    case element(Element)
    /// Of a kind that is not known.
    case unknown
    /// Its numbers are not such that anything can be done with them (``InkModel/ElementLimits``).
    case refused(ElementID)
  }

  /// The element under a statement that selects ``joined``.
  ///
  /// The only code that makes elements of rows.
  ///
  /// - Parameters:
  ///   - settings: Those that place it.
  ///   - last: see ``StrokeCodec/read(_:inks:last:)``.
  static func read(
    _ s: Statement, inks: [Int64: Ink], kinds: ElementKinds, in settings: DrawingSettings,
    last: inout (content: Int64, path: StrokePath)?
  ) throws(DocumentStoreError) -> Reading {
    let id = s.int(0)
    guard seal(s) == s.int(16) else { throw .damaged("element \(id) fails its checksum") }
    do throws(CodecError) {
      let kind: Element.Kind
      if StrokeCodec.kindName.utf8.elementsEqual(s.textBytes(1)) {
        kind = .stroke(try StrokeCodec.read(s, inks: inks, last: &last))
      } else if let value = try kinds.read(s.text(1), s.blob(15), row: id) {
        kind = .other(value)
      } else {
        return .unknown
      }
      guard let order = OrderKey(s.text(4)) else { throw StrokeCodec.incomplete }
      let (page, layer) = (
        Int32(truncatingIfNeeded: s.int(2)), Int32(truncatingIfNeeded: s.int(3))
      )
      let element = Element(
        id: ElementID(id), page: page, layer: layer, order: order,
        pageFromElement: s.isNull(5) ? .identity : try TransformCodec.decode(s.blob(5)),
        placement: settings.placement(page: page, layer: layer), kind: kind)
      let isWithinLimits = RowNumbers.contains(id) && element.isWithinLimits
      return isWithinLimits ? .element(element) : .refused(element.id)
    } catch {
      throw .damaged("element \(id): \(error.reason)")
    }
  }

  /// Writes an element's row.
  static func insert(
    _ element: Element, kind: String, _ own: Own, born: Int64, into c: Connection
  ) throws(SQLiteError) {
    let id = element.id.number
    let page = Int64(element.page)
    let layer = Int64(element.layer)
    let transform = TransformCodec.encode(element.pageFromElement)
    // SQLite stores NaN as NULL, which the column refuses; an invalid coordinate must not lose ink.
    let box = element.pageBounds
    let (minX, minY) = (box.minX.finite, box.minY.finite)
    let (maxX, maxY) = (box.maxX.finite, box.maxY.finite)
    var seal = RowSeal(.element, row: id)
    seal.add(kind)
    seal.add(page)
    seal.add(layer)
    seal.add(element.order.text)
    seal.add(blob: transform)
    seal.add(own.content)
    seal.add(own.ink)
    seal.add(blob: own.path)
    seal.add(own.seed)
    for v in [minX, minY, maxX, maxY] { seal.add(v) }
    seal.add(born)
    seal.add(blob: own.extra)
    try c.statement(
      """
      INSERT INTO element (\(columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      id, kind, page, layer, element.order.text, transform, own.content, own.ink, own.path,
      own.seed, minX, minY, maxX, maxY, born, own.extra, seal.value)
  }
}

extension Double {
  fileprivate var finite: Double { isFinite ? self : 0 }
}
