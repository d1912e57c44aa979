import CSQLite
import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

@Suite struct `Recovering a document` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Recovers into a new file and reads that, which must be good in every respect.
  private func recover(
    _ name: String
  ) async throws -> (report: RecoveryReport, drawing: Drawing, store: DocumentStore) {
    let before = try bytes(of: folder[name])
    let target = folder["recovered-\(UInt64.random(in: 0 ... .max)).plumbago"]
    let report = try await DocumentStore.recover(from: folder[name], to: target)
    #expect(try bytes(of: folder[name]) == before)
    let store = try await DocumentStore.open(target, mode: .readWriteExisting)
    try await store.verify()
    let contents = try await store.load()
    #expect(contents.elements.count == report.strokes)
    #expect(contents.unknownElements == report.unknownElements)
    return (report, contents.drawing, store)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `all of a whole file is recovered, and only what shows`(seed: UInt64) async throws {
    let model = try await makeDrawing(folder["a.plumbago"], seed: seed, events: 80)
    let (report, drawing, store) = try await recover("a.plumbago")
    #expect(drawing == model.drawing)
    #expect(report == RecoveryReport(strokes: model.drawing.count, repaired: 0, lost: 0))
    for element in drawing.elements {
      guard case .stroke(let stroke) = element.kind,
        let content = model.contents.first(where: { $0.id == stroke.content })
      else { continue }
      #expect(try await store.content(stroke.content) == content.roundedForFile)
    }
  }

  @Test(arguments: 4...DocumentFormat.version)
  func `pages are recovered from a file of any version that has some, with their labels`(
    version: Int
  ) async throws {
    let fixture = "\(`Documents of every version`.folder)/v\(version).plumbago"
    try write(try bytes(of: fixture), to: folder["a.plumbago"])
    let target = folder["b.plumbago"]
    _ = try await DocumentStore.recover(from: folder["a.plumbago"], to: target, kinds: .complete)
    let old = try await DocumentStore.open(fixture, mode: .readOnly, kinds: .complete)
    let new = try await DocumentStore.open(target, kinds: .complete)
    try await new.verify()
    let (before, after) = (try await old.load().settings, try await new.load().settings)
    #expect(before.layout.pages.map(\.label) == after.layout.pages.map(\.label))
    #expect(before.layout.pages.map(\.size) == after.layout.pages.map(\.size))
    if version >= 6 { #expect(after.layout.pages.contains { !$0.label.isEmpty }) }
    try await old.close()
    try await new.close()
  }

  @Test func `what a crash left in the log is recovered, too`() async throws {
    let child = try ChildProcess([
      ChildProcess.exerciser, "write", folder["a.plumbago"], "5", "400",
    ])
    while let line = child.line(), line != "50" {}
    child.kill()
    let expected = try await DocumentStore.open(folder["a.plumbago"], mode: .readOnly)
    let drawing = try await expected.load().drawing
    try await expected.close()
    #expect(try await recover("a.plumbago").drawing == drawing)
  }

  @Test func `with any one page lost, what it does not hold is saved exactly`() async throws {
    let path = folder["a.plumbago"]
    var model = RandomDocument(seed: 21)
    model.changesSettings = false
    model.lengths = 20...60
    let store = try await DocumentStore.open(path)
    try await store.perform((0..<120).map { _ in model.next().command })
    try await store.close()
    let whole = try bytes(of: path)
    let shown = Dictionary(
      uniqueKeysWithValues: model.drawing.elements.map { ($0.id, $0) })
    var total = 0
    for page in 0..<whole.count / 4096 {
      var damaged = whole
      for i in page * 4096..<(page + 1) * 4096 { damaged[i] = 0xA5 }
      try write(damaged, to: folder["b.plumbago"])
      let (report, drawing, store) = try await recover("b.plumbago")
      let same = drawing.elements.count { shown[$0.id] == $0 }
      // A page holds some forty elements or a handful of paths, and the tables are of that kind.
      #expect(same + 50 >= model.drawing.count, "page \(page + 1)")
      #expect(drawing.count >= same)
      total += same
      #expect(report.strokes - report.repaired <= same, "page \(page + 1)")
      if let lost = report.lost { #expect(lost + drawing.count >= model.drawing.count) }
      try await store.close()
    }
    // On the whole nearly everything is saved.
    let pages = whole.count / 4096
    let all = model.drawing.count * pages
    #expect(total * 100 >= all * 95)
  }

  @Test func `without its first page a file still gives up its strokes`() async throws {
    let path = folder["a.plumbago"]
    var model = RandomDocument(seed: 22)
    model.lengths = 100...400
    let store = try await DocumentStore.open(path)
    try await store.perform((0..<40).map { _ in model.next().command })
    try await store.close()
    var whole = try bytes(of: path)
    whole.replaceSubrange(0..<4096, with: [UInt8](repeating: 0, count: 4096))
    try write(whole, to: path)
    #expect(await errorOfOpening(path, .readWrite)?.name == "notADrawing")
    let (report, drawing, _) = try await recover("a.plumbago")
    #expect(drawing == model.drawing)
    #expect(report.strokes == model.drawing.count && report.repaired == 0)
  }

  @Test(arguments: stride(from: 1, to: 12, by: 1).map { $0 })
  func `of a file that was cut the first part is saved`(twelfth: Int) async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 23, events: 200, changesSettings: false)
    let whole = try bytes(of: path)
    try write(Array(whole.prefix(whole.count * twelfth / 12)), to: path)
    do {
      let (report, drawing, _) = try await recover("a.plumbago")
      let shown = Set(model.drawing.elements)
      let same = drawing.elements.count { shown.contains($0) }
      #expect(report.strokes - report.repaired <= same)
      if twelfth > 9 { #expect(same * 3 > model.drawing.count) }
    } catch let error as DocumentStoreError {
      // Too little is left to know that it was a drawing.
      #expect(error.name == "notADrawing" && twelfth < 3)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `any damage at all is survived`(seed: UInt64) async throws {
    let path = folder["a.plumbago"]
    let model = try await makeDrawing(path, seed: 24, events: 60)
    let whole = try bytes(of: path)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<25 {
      var damaged = whole
      for _ in 0..<1 << Int.random(in: 0...12, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      try write(damaged, to: folder["b.plumbago"])
      do {
        let (report, drawing, store) = try await recover("b.plumbago")
        // What it calls unharmed is; only the page that it lies on may be lost.
        let settings = model.drawing.settings
        let shown = Set(model.drawing.elements)
        let same = drawing.elements.count { shown.contains(settings.placed($0)) }
        let erased = Set(model.steps.flatMap(\.edit.inserted).map { settings.placed($0) })
        let known = drawing.elements.count { erased.contains(settings.placed($0)) }
        #expect(report.strokes - report.repaired <= max(same, known), "round \(round)")
        try await store.close()
      } catch let error as DocumentStoreError {
        #expect(error.name == "notADrawing")
      }
    }
  }

  @Test func `nothing is made of what is no drawing, and nothing is replaced`() async throws {
    try write(Array("some text".utf8), to: folder["text"])
    try write([], to: folder["empty"])
    try write([UInt8](repeating: 0, count: 50_000), to: folder["zeros"])
    let c = try Connection(folder["db"], flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try c.execute("CREATE TABLE element (id INTEGER); INSERT INTO element VALUES (1), (2)")
    c.close()
    _ = try await makeDrawing(folder["a.plumbago"])
    let before = try folder.contents()
    for (name, target, expected) in [
      ("text", "x", "notADrawing"), ("empty", "x", "notADrawing"), ("zeros", "x", "notADrawing"),
      ("db", "x", "notADrawing"), ("none", "x", "notFound"), (".", "x", "notADrawing"),
      ("a.plumbago", "text", "alreadyExists"), ("a.plumbago", "a.plumbago", "alreadyExists"),
      ("a.plumbago", "none/x", "notFound"),
    ] {
      let error = await #expect(throws: DocumentStoreError.self) {
        try await DocumentStore.recover(from: folder[name], to: folder[target])
      }
      #expect(error?.name == expected, "\(name) to \(target)")
    }
    #expect(try folder.contents() == before)
  }
}
