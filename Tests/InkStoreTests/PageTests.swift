import CSQLite
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Pages and layers in a file` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Settings that follow one another: pages added, moved, turned, deleted and layers renamed, hidden and raised.
  private static let stages: [DrawingSettings] = {
    var settings = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 3))
    var stages = [DrawingSettings.standard, settings]
    func change(_ body: (inout [Page], inout [Layer]) -> Void) {
      var pages = settings.layout.pages
      body(&pages, &settings.layers)
      settings.layout = PageLayout(pages)
      stages.append(settings)
    }
    change { pages, _ in pages[0].order = pages[2].order.next }
    change { pages, _ in pages[1].quarterTurns = 1 }
    change { _, layers in layers.append(Layer(id: 1, order: OrderKey.first.next, name: "下書き")) }
    change { pages, layers in
      pages.remove(at: 0)
      layers[1].isHidden = true
      layers[1].opacity = 0.25
    }
    change { pages, _ in
      pages[0].background = .paper(Paper(pattern: .dots, tint: Paper.tints[1]))
      pages[0].size = PageSize(width: 200, height: 90)
    }
    change { _, layers in layers[0].order = layers[1].order.next }
    change { pages, _ in
      pages[0].label = "iv"
      pages[1].label = "第 12 週"
    }
    change { pages, _ in pages[1].label = "" }
    return stages
  }()

  /// A file with a step for each stage, and a stroke on page 2.
  private func store(_ name: String = "a.plumbago") async throws -> DocumentStore {
    let store = try await DocumentStore.open(folder[name])
    var ink = RandomInk(seed: 3)
    for (i, (before, after)) in zip(Self.stages, Self.stages.dropFirst()).enumerated() {
      var edit = DrawingEdit(
        label: .paper, settings: SettingsChange(before: before, after: after))
      if i == 0 {
        let content = ink.content(1, count: 9, near: Point(40, 40))
        edit.contents = [content]
        edit.inserted = [
          Element(
            id: ElementID(1), page: 2, order: .first,
            pageFromElement: .translation(Vector(0.1, 1 / 3)),
            kind: .stroke(
              Stroke(
                content: content.id, ink: .standard, path: content.path, seed: content.seed)))
        ]
      }
      try await store.perform([.commit(step: i + 1, edit: edit)])
    }
    return store
  }

  private static func drawing(_ store: DocumentStore) async throws -> Drawing {
    try await store.load().drawing
  }

  @Test func `each step has its pages and layers, and what is on them lies there`() async throws {
    let store = try await store()
    try await store.verify()
    let last = Self.stages.count - 1
    for head in [last, 3, 1, 5, 0, 2, last] {
      try await store.perform([.moveHead(to: head)])
      let contents = try await store.load()
      #expect(contents.settings == Self.stages[head])
      for element in contents.elements { #expect(Self.stages[head].placed(element) == element) }
    }
    try await store.close()
    // Walked by its steps, a drawing in memory is what the file says.
    let again = try await DocumentStore.open(folder["a.plumbago"])
    var memory = Drawing()
    for step in 1...last {
      let edit = try await again.edit(step: step)
      #expect(
        edit.settings == SettingsChange(before: Self.stages[step - 1], after: Self.stages[step]))
      try memory.apply(edit)
      memory.checkInvariants()
      try await again.perform([.moveHead(to: step)])
      #expect(try await Self.drawing(again) == memory)
    }
  }

  @Test func `a step after undo forgets the pages and layers of the undone ones`() async throws {
    let store = try await store()
    try await store.perform([.moveHead(to: 3)])
    var after = Self.stages[3]
    after.layout = after.layout.with(count: 5)
    try await store.perform([
      .commit(
        step: 4,
        edit: DrawingEdit(
          label: .paper, settings: SettingsChange(before: Self.stages[3], after: after)))
    ])
    try await store.verify()
    #expect(try await store.load().settings == after)
    try await store.perform([.moveHead(to: 2)])
    #expect(try await store.load().settings == Self.stages[2])
    try await store.verify()
  }

  @Test func `a copy without history has the pages and layers that show, and no other`()
    async throws
  {
    let store = try await store()
    try await store.perform([.moveHead(to: 5)])
    let shown = try await Self.drawing(store)
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    let given = try await DocumentStore.open(folder["b.plumbago"])
    try await given.verify()
    #expect(try await Self.drawing(given) == shown)
    try await given.close()
    let c = try Connection(folder["b.plumbago"], flags: SQLITE_OPEN_READONLY)
    #expect(try c.int("SELECT count(*) FROM page") == 2)
    #expect(try c.int("SELECT count(*) FROM layer") == 2)
    c.close()
  }

  @Test(arguments: 0..<stages.count)
  func `what is recovered has its pages and layers`(head: Int) async throws {
    let store = try await store()
    try await store.perform([.moveHead(to: head)])
    let shown = try await Self.drawing(store)
    try await store.close()
    for isHeadless in [false, true] {
      var file = try bytes(of: folder["a.plumbago"])
      if isHeadless { file.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096)) }
      let name = "d\(isHeadless).plumbago"
      try write(file, to: folder[name])
      _ = try await DocumentStore.recover(from: folder[name], to: folder["r" + name])
      let saved = try await DocumentStore.open(folder["r" + name])
      try await saved.verify()
      #expect(try await Self.drawing(saved) == shown)
      try await saved.close()
    }
  }

  @Test(arguments: [
    "DELETE FROM page WHERE id = 2", "DELETE FROM layer WHERE id = 2",
    "UPDATE page SET turns = 2 WHERE id = 3", "UPDATE page SET died = NULL WHERE died = 2",
    "UPDATE page SET died = died + 1 WHERE died = 5", "UPDATE layer SET name = 'x' WHERE id = 3",
    "UPDATE layer SET hidden = 0 WHERE id = 3", "UPDATE layer SET opacity = 0.5 WHERE id = 3",
    "UPDATE step SET settings = 1 WHERE number = 3", "DROP TABLE page", "DROP TABLE layer",
    "UPDATE layer SET born = 1 WHERE id = 1", "DELETE FROM layer",
  ])
  func `pages and layers that are not as they were written are noticed`(damage: String)
    async throws
  {
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

  @Test func `a drawing of version 4 has a page for each that its one size stood for`() async throws
  {
    // As version 4 wrote it: paper without pages, two pages, other paper on three of them, undone.
    let path = folder["old.plumbago"]
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try Migrator(migrations: Array(Migrations.all.prefix(4))).run(on: c)
    let settings = [
      DrawingSettings(paper: Paper(pattern: .grid)),
      DrawingSettings(
        paper: Paper(pattern: .grid), layout: .pages(StandardPage.a5.size, count: 2)),
      DrawingSettings(layout: .pages(StandardPage.a5.size, count: 3), keepsColors: true),
      DrawingSettings(layout: .pages(StandardPage.a4.size, count: 1)),
    ]
    for (i, settings) in settings.enumerated() {
      try SettingsRow(born: Int64(i), value: settings.text).insert(into: c)
      guard i > 0 else { continue }
      try StepRow(
        number: Int64(i), label: "paper", time: 0, inserted: 0, removed: 0, settings: 1
      ).insert(into: c)
    }
    try HistoryRow(head: 2).update(in: c)
    try c.execute("PRAGMA journal_mode = WAL")
    c.close()
    for mode in [OpenMode.readOnly, .readWrite] {
      let store = try await DocumentStore.open(path, mode: mode)
      try await store.verify()
      #expect(try await store.load().settings == settings[2])
      for step in 1...3 {
        #expect(
          try await store.edit(step: step).settings
            == SettingsChange(before: settings[step - 1], after: settings[step]))
      }
      if mode == .readWrite {
        for head in [0, 3, 1] {
          try await store.perform([.moveHead(to: head)])
          #expect(try await store.load().settings == settings[head])
        }
      }
      try await store.close()
    }
    // Each thing is said once.
    let d = try Connection(path, flags: SQLITE_OPEN_READONLY)
    #expect(try d.int("SELECT count(*) FROM settings WHERE value LIKE '%pages%'") == 0)
    #expect(try d.int("SELECT count(*) FROM page") == 4)
    d.close()
  }
}
