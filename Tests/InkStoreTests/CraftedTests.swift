import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Drawings whose checksums are right and whose values are not: someone made them on purpose.
@Suite(.timeLimit(.minutes(20))) struct `Crafted documents` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs SQL on a closed drawing.
  private func change(_ path: String, _ body: (Connection) throws -> Void) throws {
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    defer { c.close() }
    // Whoever crafts a file need not keep to its schema.
    try c.execute("PRAGMA ignore_check_constraints = ON")
    try body(c)
  }

  /// A drawing of three strokes, the second of which is changed before it is written.
  static func crafted(
    _ path: String, _ craft: (inout Element, inout Stroke) -> Void
  ) async throws {
    var model = RandomDocument(seed: 4)
    model.changesSettings = false
    var inserted: [(Element, Stroke, StrokeContent)] = []
    while inserted.count < 3 {
      guard case .commit(_, let edit) = model.next() else { continue }
      for element in edit.inserted {
        guard case .stroke(let stroke) = element.kind, inserted.count < 3,
          let content = edit.contents.first(where: { $0.id == stroke.content })
        else { continue }
        inserted.append((element, stroke, content))
      }
    }
    var (element, stroke) = (inserted[1].0, inserted[1].1)
    craft(&element, &stroke)
    (inserted[1].0, inserted[1].1) = (element, stroke)
    let elements = inserted.map { element, stroke, _ in
      var copy = element
      copy.kind = .stroke(stroke)
      return copy
    }
    let store = try await DocumentStore.open(path)
    let edit = DrawingEdit(
      label: .draw, inserted: elements, contents: inserted.map(\.2))
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
  }

  static let crafts: [(String, @Sendable (inout Element, inout Stroke) -> Void)] = [
    ("a transform of no numbers", { e, _ in e.pageFromElement.a = .nan }),
    ("an infinite transform", { e, _ in e.pageFromElement.tx = .infinity }),
    ("a huge transform", { e, _ in e.pageFromElement.d = 1e300 }),
    (
      "a transform to nothing",
      { e, _ in
        e.pageFromElement = AffineTransform(
          a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
      }
    ),
    ("a path of no numbers", { _, s in s.path.points[0].x = .nan }),
    ("an infinite path", { _, s in s.path.points[0].y = -.infinity }),
    ("a far path", { _, s in s.path.points[0].y = 1e30 }),
    ("a force of no number", { _, s in s.path.points[0].force = .nan }),
    ("an infinite azimuth", { _, s in s.path.points[0].azimuth = .infinity }),
    ("an infinite time", { _, s in s.path.points[0].timeOffset = .infinity }),
    ("an empty path", { _, s in s.path.points = [] }),
    ("an endless lead", { _, s in s.path.lead = .infinity }),
    ("an ink of no size", { _, s in s.ink.size = -.infinity }),
    ("an ink without end", { _, s in s.ink.size = .infinity }),
    ("a huge ink", { _, s in s.ink.size = 1e12 }),
    (
      "far erasing",
      { _, s in
        s.trails = [EraserTrail(positions: [Point(1e9, 1e9), Point(-1e9, 0)], radius: 4)]
      }
    ),
    ("wide erasing", { _, s in s.trails = [EraserTrail(positions: [.zero], radius: 1e9)] }),
    ("erasing by nothing", { _, s in s.trails = [EraserTrail(positions: [], radius: 2)] }),
    (
      "erasing by no number",
      { _, s in
        s.trails = [EraserTrail(positions: [Point(.nan, 0)], radius: 2)]
      }
    ),
  ]

  @Test(arguments: 0..<crafts.count)
  func `an element that makes no sense is kept and not shown`(index: Int) async throws {
    let path = folder["a.plumbago"]
    let (what, craft) = Self.crafts[index]
    try await Self.crafted(path, craft)
    for mode in [OpenMode.readOnly, .readWrite] {
      let store = try await DocumentStore.open(path, mode: mode)
      let contents = try await store.load()
      #expect(contents.elements.count == 2, "\(what)")
      try await store.verify()
      if mode == .readWrite {
        // Undo and redo leave it where it is.
        try await store.perform([.moveHead(to: 0), .moveHead(to: 1)])
        #expect(try await store.edit(step: 1).inserted.count == 2)
        #expect(try await store.load().elements.count == 2)
      }
      try await store.close()
    }
    try change(path) { c in
      let kept = try c.int("SELECT count(*) FROM element")
      #expect(kept == 3)
    }
    _ = try await DocumentStore.recover(from: path, to: folder["b.plumbago"])
    let store = try await DocumentStore.open(folder["b.plumbago"])
    #expect(try await store.load().elements.count <= 3)
    try await store.verify()
    try await store.close()
  }

  @Test func `numbers at the ends of their range are damage, and recovery survives them`()
    async throws
  {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, events: 20)
    let whole = try bytes(of: path)
    for number in [Int64.max, .max - 1, .min, -1] {
      for column in ["head", "base", "revision", "next_element", "next_content"] {
        try write(whole, to: path)
        try change(path) { c in
          try c.execute("UPDATE history SET \(column) = \(number)")
          let s = try c.statement("SELECT \(HistoryRow.columns) FROM history")
          _ = try s.step()
          let row = HistoryRow(
            head: s.int(0), base: s.int(1), revision: s.int(2), nextElement: s.int(3),
            nextContent: s.int(4))
          s.reset()
          try c.execute("UPDATE history SET seal = \(row.seal)")
        }
        #expect(await errorOfOpening(path, .readWrite)?.name == "damaged", "\(column) \(number)")
        let target = folder["\(column)\(number).plumbago"]
        let report = try await DocumentStore.recover(from: path, to: target)
        #expect(report.strokes >= model.drawing.count / 2)
      }
      for (table, key) in [("element", "id"), ("step", "number"), ("content", "id"), ("ink", "id")]
      {
        try write(whole, to: path)
        try change(path) { c in
          try c.execute(
            "UPDATE \(table) SET \(key) = \(number) WHERE \(key) = (SELECT max(\(key)) FROM \(table))"
          )
          switch table {
          case "element": try ElementRow.reseal(number, in: c)
          case "content":
            let s = try c.statement(
              "SELECT id, tool, tool_serial, tool_hardware, modeler, seed, sample_count, born FROM content WHERE id = ?"
            )
            try s.bind(number)
            _ = try s.step()
            var seal = RowSeal(.content, row: number)
            seal.add(s.text(1))
            for i: Int32 in 2...7 { seal.add(s.int(i)) }
            s.reset()
            try c.execute("UPDATE content SET seal = \(seal.value) WHERE id = \(number)")
          case "step":
            let s = try c.statement("SELECT \(StepRow.columns) FROM step WHERE number = ?")
            try s.bind(number)
            _ = try s.step()
            let row = StepRow(
              number: number, label: s.text(1), time: s.int(2), inserted: s.int(3),
              removed: s.int(4), settings: s.int(6))
            s.reset()
            try c.execute("UPDATE step SET seal = \(row.seal) WHERE number = \(number)")
          default:
            let s = try c.statement("SELECT \(InkRow.columns) FROM ink WHERE id = ?")
            try s.bind(number)
            _ = try s.step()
            let ink = Ink(
              brush: s.text(1), brushVersion: Int(s.int(2)),
              color: Color(rgba: UInt32(truncatingIfNeeded: s.int(3))), size: s.double(4))
            s.reset()
            try c.execute(
              "UPDATE ink SET seal = \(InkRow.seal(ink, id: number)) WHERE id = \(number)")
          }
        }
        _ = await errorOfOpening(path, .readWrite)
        let target = folder["\(table)\(number).plumbago"]
        _ = try await DocumentStore.recover(from: path, to: target)
        #expect(await errorOfOpening(target, .readWrite) == nil)
      }
    }
  }

  @Test(arguments: [10_000, 1 << 20])
  func `of a layer whose name is a whole text the drawing opens, with the beginning of the name`(
    length: Int
  ) async throws {
    let path = folder["a.plumbago"]
    try await Self.crafted(path) { _, _ in }
    let name = String(repeating: "n", count: length)
    try change(path) { c in
      try c.statement("UPDATE layer SET name = ? WHERE id = 1").run(name)
      // Not by way of a layer, which has no such name.
      let s = try c.statement(
        "SELECT layer, order_key, hidden, locked, opacity, born FROM layer WHERE id = 1")
      let isThere = try s.step()
      #expect(isThere)
      var seal = RowSeal(.layer, row: 1)
      seal.add(s.int(0))
      seal.add(s.text(1))
      seal.add(name)
      seal.add(s.int(2))
      seal.add(s.int(3))
      seal.add(s.double(4))
      seal.add(s.int(5))
      seal.addNull()
      s.reset()
      try c.execute("UPDATE layer SET seal = \(seal.value) WHERE id = 1")
    }
    let target = folder["b.plumbago"]
    let report = try await DocumentStore.recover(from: path, to: target)
    #expect(report.strokes == 3)
    func expectNames(_ path: String) async throws {
      let store = try await DocumentStore.open(path)
      let names = try await store.load().settings.layers.map(\.name)
      #expect(names == [String(name.prefix(10_000))])
      try await store.verify()
      try await store.close()
    }
    for file in [path, target] { try await expectNames(file) }
    // Sealed anew, as where the version of the layer ends.
    try change(path) { c in
      try LayerRow.rebase(at: 0, in: c)
      let s = try c.statement("SELECT length(name) FROM layer WHERE id = 1")
      let isThere = try s.step()
      let count = s.int(0)
      #expect(isThere && count == 10_000)
      s.reset()
    }
    try await expectNames(path)
    // A seal that is not that of the whole name is no seal.
    try change(path) { c in
      try c.statement("UPDATE layer SET name = ? WHERE id = 1").run(name + "n")
    }
    let error = await errorOfOpening(path, .readWrite)
    #expect(error?.name == "damaged")
  }

  @Test func `a label of a page that no page can have is sealed as it is, and cut off`() {
    let page = Page(id: 1, order: .first, size: StandardPage.a5.size)
    let label = String(repeating: "x", count: 5000)
    var seal = RowSeal(.page, row: 1)
    for v in PageRow.columns(of: page) { seal.add(v) }
    seal.add(0 as Int64)
    seal.addNull()
    seal.add(label)
    let sealed: [RecordValue] = PageRow.columns(of: page) + [.int(0), .null, .int(seal.value)]
    let row = PageRow(row: 1, raw: sealed + [.text(Array(label.utf8))])
    #expect(row?.value.label == String(label.prefix(100)))
    let other = PageRow(row: 1, raw: sealed + [.text(Array("x".utf8))])
    #expect(other == nil)
  }

  @Test func `a history whose counters leave no room to go on is none`() {
    #expect(HistoryRow().isPossible && HistoryRow(head: 1 << 40, revision: 1 << 40).isPossible)
    for most in [RowNumbers.most, RowNumbers.most - 1, .max] {
      for full in [
        HistoryRow(head: most), HistoryRow(base: most), HistoryRow(revision: most),
        HistoryRow(nextElement: most), HistoryRow(nextContent: most),
      ] {
        #expect(!full.isPossible)
      }
    }
  }

  @Test func `recovery of a crafted megabyte reads no more than some times a megabyte`()
    async throws
  {
    // Every page is a leaf of the table of tables, whose cells all point into one chain of pages.
    let pages = 256
    func big16(_ v: Int) -> [UInt8] { [UInt8(v >> 8), UInt8(v & 0xFF)] }
    var page = [UInt8](repeating: 0, count: 4096)
    let cells = 1700
    page[0] = 0x0D
    page.replaceSubrange(3..<5, with: big16(cells))
    for i in 0..<cells {
      page.replaceSubrange(8 + 2 * i..<10 + 2 * i, with: big16(8 + 2 * cells + i % 80))
    }
    // Varints of three bytes for the size, one for the number.
    for i in 8 + 2 * cells..<4096 { page[i] = [0xBF, 0xFF, 0x01, 0x01][i % 4] }
    var file: [UInt8] = []
    for number in 0..<pages {
      var copy = page
      copy.replaceSubrange(0..<4, with: [0x0D, 0, 0, UInt8(number % 200 + 2)])
      copy.replaceSubrange(3..<5, with: big16(cells))
      file += copy
    }
    let path = folder["a.plumbago"]
    _ = try await makeDrawing(path, events: 20)
    try write(try bytes(of: path) + file, to: path)
    _ = try await DocumentStore.recover(from: path, to: folder["b.plumbago"])
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let size = try bytes(of: path).count
    let before = try Self.bytesRead()
    _ = RecoveryScan(PageImage(file: descriptor, logFile: -1, pageSize: 4096))
    let read = try Self.bytesRead() - before
    // All at least once; a cell that claims the whole file reads that once more, and there are 400,000.
    #expect(read >= size && read < 20 * size, "\(read) of \(size)")
  }

  /// The bytes that this thread has read by system calls (proc_pid_io(5), `rchar`), however busy the machine is.
  private static func bytesRead() throws -> Int {
    let descriptor = open("/proc/thread-self/io", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = max(0, Glibc.read(descriptor, &buffer, buffer.count))
    let line = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").first
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
  }
}
