import InkModel

/// Strokes in rows of `element`.
enum StrokeCodec {
  /// The `kind` of strokes.
  static let kindName = "stroke"

  static let incomplete = CodecError(reason: "it names things that are missing")

  /// The columns of a stroke.
  ///
  /// - Parameters:
  ///   - ink: The row of its ink.
  ///   - recorded: Its content's path and seed, which its own row leaves out where they are the same.
  static func columns(
    _ stroke: Stroke, row: Int64, ink: Int64, recorded: (path: StrokePath, seed: UInt32)?
  ) -> ElementRow.Own {
    ElementRow.Own(
      content: stroke.content.number, ink: ink,
      path: recorded?.path == stroke.path
        ? nil : PathCodec.encode(stroke.path, at: .elementPath, row: row),
      seed: recorded?.seed == stroke.seed ? nil : Int64(stroke.seed),
      extra: ErasureCodec.encode(stroke, row: row))
  }

  /// The stroke under a statement that selects ``ElementRow/joined``.
  ///
  /// - Parameter last: The content read last and its path: the fragments of a stroke follow one another
  ///   and share it.
  static func read(
    _ s: Statement, inks: [Int64: Ink], last: inout (content: Int64, path: StrokePath)?
  ) throws(CodecError) -> Stroke {
    guard let content = s.intIfAny(6), let inkID = s.intIfAny(7), let ink = inks[inkID],
      !s.isNull(17)
    else { throw incomplete }
    let id = s.int(0)
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
    return stroke
  }

  /// Cuts the path of a stroke's row down to what is painted of it.
  static func update(_ id: Int64, to stroke: Stroke, in c: Connection) throws(SQLiteError) {
    try c.statement("UPDATE element SET path = ?, extra = ? WHERE id = ?").run(
      PathCodec.encode(stroke.path, at: .elementPath, row: id),
      ErasureCodec.encode(stroke, row: id), id)
    try ElementRow.reseal(id, in: c)
  }
}
