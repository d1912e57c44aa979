import CSQLite
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Settings of a drawing` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let papers = [
    DrawingSettings.standard, DrawingSettings(paper: Paper(pattern: .grid, tint: .white)),
    DrawingSettings(layout: .pages(StandardPage.a5.size.turned, count: 7)),
    DrawingSettings(paper: Paper(pattern: .music, spacing: 6.25), keepsColors: true),
  ]

  /// A file in which the papers follow one another, a step each.
  private func store(_ name: String = "a.plumbago") async throws -> DocumentStore {
    let store = try await DocumentStore.open(folder[name])
    for (i, (before, after)) in zip(Self.papers, Self.papers.dropFirst()).enumerated() {
      let change = SettingsChange(before: before, after: after)
      try await store.perform([
        .commit(step: i + 1, edit: DrawingEdit(label: .paper, settings: change))
      ])
    }
    return store
  }

  @Test func `S102 each step has its settings, whichever is undone, redone or done anew`()
    async throws
  {
    let store = try await store()
    for head in [3, 2, 0, 1, 3, 0, 2] {
      try await store.perform([.moveHead(to: head)])
      #expect(try await store.load().settings == Self.papers[head])
      #expect(try await store.statistics().settings == Self.papers[head])
    }
    let last = SettingsChange(before: Self.papers[2], after: Self.papers[1])
    try await store.perform([
      .commit(step: 3, edit: DrawingEdit(label: .paper, settings: last))
    ])
    try await store.verify()
    #expect(try await store.edit(step: 3).settings == last)
    #expect(try await store.load().settings == Self.papers[1])
    try await store.close()
    let again = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    try await again.verify()
    #expect(try await again.load().settings == Self.papers[1])
  }

  @Test func `settings that the drawing does not have cannot be changed`() async throws {
    let store = try await store()
    let wrong = SettingsChange(before: Self.papers[1], after: Self.papers[0])
    let error = await #expect(throws: DocumentStoreError.self) {
      try await store.perform([
        .commit(step: 4, edit: DrawingEdit(label: .paper, settings: wrong))
      ])
    }
    #expect(error?.name == "invalidCommand")
    #expect(try await store.load().settings == Self.papers[3])
  }

  @Test func `what a drawing begins with is older than all steps, and no undo takes it`()
    async throws
  {
    let store = try await DocumentStore.open(folder["a.plumbago"])
    var ink = RandomInk(seed: 5)
    let contents = (Int64(1)...3).map { ink.content($0, count: 8, near: Point(20, 30)) }
    let elements = contents.map { content in
      Element(
        id: ElementID(content.id.number), order: SyntheticInk.key(content.id.number),
        kind: .stroke(
          Stroke(content: content.id, ink: .standard, path: content.path, seed: content.seed)))
    }
    try await store.perform([
      .begin(
        with: Self.papers[2], elements: Array(elements[..<2]), contents: Array(contents[..<2])),
      .commit(
        step: 1,
        edit: DrawingEdit(
          label: .draw, inserted: Array(elements[2...]), contents: Array(contents[2...]))),
    ])
    for (head, shown) in [(1, [1, 2, 3]), (0, [1, 2])] as [(Int, Set<Int64>)] {
      try await store.perform([.moveHead(to: head)])
      let loaded = try await store.load()
      #expect(Set(loaded.elements.map(\.id.number)) == shown && loaded.settings == Self.papers[2])
    }
    // Another step forgets the one that was undone, and that alone.
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .erase, removed: [elements[0]])), .moveHead(to: 0),
    ])
    try await store.verify()
    let facts = try await store.statistics()
    #expect(facts.strokes == 2 && facts.undoDepth == 0 && facts.redoDepth == 1)
    #expect(try await store.timeline().drawing(at: 0).count == 2)
    for content in contents[..<2] {
      #expect(try await store.content(content.id).path == content.path)
    }
    try await store.close()
    let again = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    try await again.verify()
    #expect(try await again.load().elements.count == 2)
  }

  @Test func `a drawing that begins with a picture whose bytes are missing is refused whole`()
    async throws
  {
    let store = try await DocumentStore.open(folder["a.plumbago"], kinds: .complete)
    let blob = InkClip.Blob(type: "image/png", bytes: [1, 2, 3]).id
    let picture = Element(
      id: ElementID(1), order: .first,
      kind: .other(PlacedPicture(blob: blob, width: 80, height: 60)))
    await #expect(throws: DocumentStoreError.self) {
      try await store.perform([.begin(with: Self.papers[1], elements: [picture])])
    }
    let loaded = try await store.load()
    #expect(loaded.elements.isEmpty && loaded.settings == .standard)
  }

  @Test func `a drawing begins on any paper, but only before its first step`() async throws {
    let store = try await DocumentStore.open(folder["a.plumbago"])
    for paper in [Self.papers[2], Self.papers[1]] {
      try await store.perform([.begin(with: paper)])
      #expect(try await store.load().settings == paper)
    }
    #expect(try await store.load().history.steps.isEmpty)
    let change = SettingsChange(before: Self.papers[1], after: Self.papers[3])
    try await store.perform([
      .commit(step: 1, edit: DrawingEdit(label: .paper, settings: change))
    ])
    try await store.perform([.moveHead(to: 0)])
    #expect(try await store.load().settings == Self.papers[1])
    try await store.verify()
    await #expect(throws: DocumentStoreError.self) {
      try await store.perform([.begin(with: .standard)])
    }
  }

  @Test func `a copy without history has the settings that show, and no other`() async throws {
    let store = try await store()
    try await store.perform([.moveHead(to: 2)])
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    try await store.copy(to: folder["c.plumbago"], includingHistory: true)
    let given = try await DocumentStore.open(folder["b.plumbago"])
    try await given.verify()
    #expect(try await given.load().settings == Self.papers[2])
    #expect(try await given.load().history.steps.isEmpty)
    try await given.close()
    let c = try Connection(folder["b.plumbago"], flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("SELECT count(*) FROM settings") == 1)
    c.close()
    let kept = try await DocumentStore.open(folder["c.plumbago"])
    try await kept.perform([.moveHead(to: 3)])
    #expect(try await kept.load().settings == Self.papers[3])
  }

  @Test(arguments: 0...3)
  func `what is recovered is on the paper that it was on`(head: Int) async throws {
    let store = try await store()
    try await store.perform([.moveHead(to: head)])
    try await store.close()
    // Without its schema the rows are found by their seals alone.
    for isHeadless in [false, true] {
      var file = try bytes(of: folder["a.plumbago"])
      if isHeadless { file.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096)) }
      let name = "d\(isHeadless).plumbago"
      try write(file, to: folder[name])
      _ = try await DocumentStore.recover(from: folder[name], to: folder["r" + name])
      let saved = try await DocumentStore.open(folder["r" + name])
      try await saved.verify()
      #expect(try await saved.load().settings == Self.papers[head])
      try await saved.close()
    }
  }

  @Test(arguments: [
    "DELETE FROM settings WHERE born = 2", "UPDATE settings SET value = 'pattern=dots'",
    "UPDATE settings SET born = 9 WHERE born = 3", "UPDATE step SET settings = 0 WHERE number = 1",
    "UPDATE settings SET seal = seal + 1 WHERE born = 1", "DROP TABLE settings",
  ])
  func `settings that are not as they were written are noticed`(damage: String) async throws {
    let store = try await store()
    try await store.close()
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READWRITE)
    try c.execute(damage)
    c.close()
    let error = await #expect(throws: DocumentStoreError.self) {
      let store = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
      try await store.verify()
    }
    #expect(error?.name == "damaged")
  }

  @Test func `a drawing from before there were settings is on plain paper without end`()
    async throws
  {
    let path = folder["v1.plumbago"]
    try write(
      try bytes(of: "\(`Documents of every version`.folder)/v1.plumbago"), to: path)
    for mode in [OpenMode.readOnly, .readWriteExisting] {
      let store = try await DocumentStore.open(path, mode: mode)
      #expect(try await store.load().settings == .standard)
      try await store.close()
    }
    // And takes settings from now on.
    let store = try await DocumentStore.open(path)
    let step = try await store.load().history.head + 1
    let change = SettingsChange(before: .standard, after: Self.papers[3])
    try await store.perform([
      .commit(step: step, edit: DrawingEdit(label: .paper, settings: change))
    ])
    try await store.verify()
    #expect(try await store.load().settings == Self.papers[3])
    #expect(try await store.edit(step: step).settings == change)
  }
}
