import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// What a later or another program put into a drawing that this one has no words for.
@Suite struct `What this version does not know` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Adds, as another program would, a column to each table, a table, facts, and elements of an
  /// unknown kind that steps of their own made appear: two in step `head + 1`, the first of which
  /// step `head + 2` takes away.
  private func addUnknown(to path: String, head: Int64, firstID: Int64) throws {
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    defer { c.close() }
    for table in [
      "history", "meta", "step", "ink", "content", "samples", "element", "settings",
    ] {
      try c.execute(
        "ALTER TABLE \(table) ADD COLUMN future TEXT; UPDATE \(table) SET future = 'x' || rowid")
    }
    try c.execute(
      "CREATE TABLE stamps (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO stamps VALUES (1, 'cat')"
    )
    try MetaRow(key: "mood", value: "blue").write(to: c)
    for id in [firstID, firstID + 1] {
      try c.prepare(
        """
        INSERT INTO element (\(ElementRow.columns), died, future)
        VALUES (?, 'hologram', 0, 0, 'a5', NULL, NULL, NULL, NULL, NULL, 1, 2, 3, 4, ?, ?, 0, ?, 'y')
        """
      ).run(id, head + 1, [UInt8]([1, 2, 3, UInt8(id & 0xFF)]), id == firstID ? head + 2 : nil)
      try ElementRow.reseal(id, in: c)
    }
    for (number, inserted, removed) in [(head + 1, 2, 0), (head + 2, 0, 1)]
      as [(Int64, Int64, Int64)]
    {
      try StepRow(number: number, label: "paste", time: 5, inserted: inserted, removed: removed)
        .insert(into: c)
    }
    var history = HistoryRow(head: head + 2, nextElement: firstID + 2, nextContent: 1000)
    history.revision = 99
    try history.update(in: c)
  }

  /// Everything in the file that this version does not know, as text.
  private func unknown(in path: String) throws -> [String] {
    let c = try Connection(path, flags: SQLITE_OPEN_READONLY)
    defer { c.close() }
    var lines: [String] = []
    for sql in [
      "SELECT hex(extra) || kind || future || min_x || max_y FROM element WHERE kind <> 'stroke' ORDER BY id",
      "SELECT id || name FROM stamps", "SELECT value FROM meta WHERE key = 'mood'",
      "SELECT id || future FROM element WHERE kind = 'stroke' AND future IS NOT NULL ORDER BY id",
      "SELECT id || future FROM content WHERE future IS NOT NULL ORDER BY id",
      "SELECT id || future FROM ink WHERE future IS NOT NULL ORDER BY id",
    ] {
      let s = try c.prepare(sql)
      while try s.step() { lines.append(s.text(0)) }
    }
    return lines
  }

  @Test func `unknown kinds, columns, tables and facts survive everything`() async throws {
    let path = folder["a.plumbago"]
    var store = try await DocumentStore.open(path)
    var ink = RandomInk(seed: 1)
    var elements: [Element] = []
    func stroke(_ step: Int, _ id: Int64) -> DrawingEdit {
      let content = ink.content(id, count: 20, near: ink.point())
      let stroke = Stroke(
        content: content.id, ink: .standard, path: content.path, seed: content.seed)
      let element = Element(id: ElementID(id), order: .first, kind: .stroke(stroke))
      elements.append(element)
      return DrawingEdit(label: .draw, inserted: [element], contents: [content])
    }
    for i in 1...4 { try await store.perform([.commit(step: i, edit: stroke(i, Int64(i)))]) }
    try await store.close()
    try addUnknown(to: path, head: 4, firstID: 500)
    let before = try unknown(in: path)
    #expect(before.count == 13)

    store = try await DocumentStore.open(path)
    try await store.verify()
    var contents = try await store.load()
    #expect(contents.elements.count == 4 && contents.unknownElements == 1)
    #expect(contents.nextElementID.number == 502)
    #expect(contents.history.steps.map(\.label.rawValue).suffix(2) == ["paste", "paste"])
    let paste = try await store.edit(step: 5)
    #expect(paste.isEmpty)
    #expect(try await store.statistics().unknownElements == 1)
    #expect(try await store.statistics().bounds.contains(Rect(minX: 1, minY: 2, maxX: 3, maxY: 4)))

    // Undo and redo of what we do not understand.
    for (head, shown) in [(5, 2), (4, 0), (2, 0), (5, 2), (6, 1)] {
      try await store.perform([.moveHead(to: head)])
      #expect(try await store.load().unknownElements == shown)
    }
    // Editing, and undoing that.
    try await store.perform([.setMetadata(.title, "T")])
    try await store.perform([
      .commit(step: 7, edit: DrawingEdit(label: .erase, removed: [elements[0], elements[1]]))
    ])
    try await store.perform([.moveHead(to: 6)])
    #expect(try unknown(in: path) == before)
    try await store.close()
    #expect(try unknown(in: path) == before)

    // Save as.
    store = try await DocumentStore.open(path)
    try await store.copy(to: folder["b.plumbago"], includingHistory: true)
    #expect(try unknown(in: folder["b.plumbago"]) == before)
    // To give away: what shows, and nothing of what was removed.
    try await store.copy(to: folder["c.plumbago"], includingHistory: false)
    let given = try await DocumentStore.open(folder["c.plumbago"])
    try await given.verify()
    contents = try await given.load()
    #expect(contents.elements.count == 4 && contents.unknownElements == 1)
    try await given.close()
    #expect(try unknown(in: folder["c.plumbago"]) == Array(before.dropFirst()))

    // A new step after undo forgets, and nothing but what was undone.
    try await store.perform([.moveHead(to: 5)])
    try await store.perform([.commit(step: 6, edit: stroke(6, 600))])
    contents = try await store.load()
    #expect(contents.elements.count == 5 && contents.unknownElements == 2)
    try await store.verify()
    try await store.close()
    let after = try unknown(in: path)
    #expect(after == before)

    // And of a damaged file they are recovered.
    let report = try await DocumentStore.recover(from: path, to: folder["d.plumbago"])
    #expect(report.unknownElements == 2 && report.strokes == 5)
    let saved = try await DocumentStore.open(folder["d.plumbago"])
    try await saved.verify()
    #expect(try await saved.metadata()[MetadataKey(rawValue: "mood")] == "blue")
  }

  @Test func `brushes, tools and labels of other versions come back as they are`() async throws {
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path)
    var ink = RandomInk(seed: 3)
    let content = ink.content(1, count: 5, near: .zero)
    let strange = Ink(brush: "laser \u{1F58A}", brushVersion: 42, color: .white, size: 0.001)
    let element = Element(
      id: ElementID(1), page: -3, layer: 7, order: .first, pageFromElement: .identity,
      kind: .stroke(
        Stroke(content: content.id, ink: strange, path: content.path, seed: content.seed)))
    let edit = DrawingEdit(
      label: EditLabel(rawValue: "teleport"), inserted: [element], contents: [content])
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
    let again = try await DocumentStore.open(path)
    #expect(try await again.load().elements == [element])
    #expect(try await again.edit(step: 1).label.rawValue == "teleport")
  }
}
