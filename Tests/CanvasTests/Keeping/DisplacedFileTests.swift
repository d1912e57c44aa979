import Foundation
import InkModel
import InkStore
import Testing

@testable import Canvas

/// What becomes of a drawing whose file others move, delete, replace or damage while it is open.
@Suite @MainActor struct DisplacedFileTests {
  let folder: TestFolder
  let kept: KeptDrawing

  /// Three lines in "a.plumbago".
  init() async throws {
    folder = try TestFolder()
    try await folder.drawing("a.plumbago")
    kept = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
  }

  /// One more line, and everything is on disk.
  private func lineIsKept(at name: String, _ strokes: Int = 4) async throws {
    kept.line(300)
    #expect(await kept.keeper.flush())
    #expect(kept.keeper.path == folder[name])
    #expect(kept.keeper.state == .saved)
    #expect(try await folder.strokes(name) == strokes)
    kept.line(320)
    await kept.close()
    #expect(try await folder.strokes(name) == strokes + 1)
  }

  @Test func `a deleted file is written anew with all it held`() async throws {
    try folder.remove("a.plumbago")
    try await lineIsKept(at: "a.plumbago")
    #expect(kept.events == [.rewritten])
    #expect(folder.names() == ["a.plumbago"])
    let again = try await KeptDrawing.open(folder["a.plumbago"], folder.folders)
    try await again.undo()
    #expect(again.session.history.position == 4)
    await again.close()
  }

  @Test func `a renamed file is followed`() async throws {
    try folder.move("a.plumbago", to: "b.plumbago")
    try await lineIsKept(at: "b.plumbago")
    #expect(kept.events == [.followed])
    #expect(folder.names() == ["b.plumbago"])
  }

  @Test func `a renamed file is followed before anything is drawn`() async throws {
    try folder.move("a.plumbago", to: "b.plumbago")
    let deadline = ContinuousClock.now + .seconds(10)
    while kept.events.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(kept.events == [.followed] && kept.keeper.path == folder["b.plumbago"])
  }

  /// Reads the log of the drawing as another program may, so that it cannot be emptied.
  private func readLog() async throws -> Connection {
    // Only what is asked for here empties the log.
    kept.keeper.idleInterval = 1000
    kept.line(300)
    #expect(await kept.keeper.flush())
    // SQLITE_OPEN_READONLY
    let reader = try Connection(folder["a.plumbago"], flags: 1)
    try reader.execute("BEGIN")
    _ = try reader.int("SELECT count(*) FROM element")
    kept.line(310)
    #expect(await kept.keeper.flush())
    return reader
  }

  @Test
  func `a renamed file whose log is being read is followed later, and nothing is said before`()
    async throws
  {
    let reader = try await readLog()
    var states: [DocumentKeeper.State] = []
    kept.keeper.onState = { states.append($0) }
    try folder.move("a.plumbago", to: "b.plumbago")
    // The first try ends when SQLite has waited for the reader.
    let deadline = ContinuousClock.now + .seconds(30)
    while states.count < 2, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(states.prefix(2) == [.saving, .saved] && kept.events.isEmpty)
    #expect(!kept.keeper.isSaved)
    try reader.execute("ROLLBACK")
    reader.close()
    while kept.events.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(kept.events == [.followed] && kept.keeper.path == folder["b.plumbago"])
    try await lineIsKept(at: "b.plumbago", 6)
    #expect(folder.names() == ["b.plumbago"])
    #expect(states.allSatisfy { [.saving, .saved].contains($0) })
  }

  @Test(arguments: [false, true])
  func `a renamed file that stays in use is said to be, and at once where ink waits for it`(
    isDrawnOn: Bool
  ) async throws {
    kept.keeper.followPatience = isDrawnOn ? 1000 : 0
    let reader = try await readLog()
    try folder.move("a.plumbago", to: "b.plumbago")
    if isDrawnOn { kept.line(320) }
    let deadline = ContinuousClock.now + .seconds(30)
    var error: DocumentStoreError?
    while error == nil, ContinuousClock.now < deadline {
      if case .waiting(let found) = kept.keeper.state { error = found }
      try await Task.sleep(for: .milliseconds(10))
    }
    guard case .inUse(.otherProcess, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try reader.execute("ROLLBACK")
    reader.close()
    while kept.events.isEmpty, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(kept.events == [.followed])
    try await lineIsKept(at: "b.plumbago", isDrawnOn ? 7 : 6)
    #expect(folder.names() == ["b.plumbago"])
  }

  @Test func `a drawing that has no file yet is made where its folder is then, or in the library`()
    async throws
  {
    try folder.makeFolder("library/Work")
    let moved = KeptDrawing(at: folder["library/Work/new.plumbago"], folder.folders)
    try folder.move("library/Work", to: "library/Old Work")
    moved.keeper.begin(at: folder["library/Old Work/new.plumbago"])
    moved.line(100)
    #expect(await moved.keeper.flush())
    #expect(try await folder.strokes("library/Old Work/new.plumbago") == 1)
    // Its folder is gone, and nobody said where to.
    let left = KeptDrawing(at: folder["library/Work/new.plumbago"], folder.folders)
    left.line(100)
    #expect(await left.keeper.flush())
    #expect(try await folder.strokes("library/new.plumbago") == 1)
    await moved.keeper.close()
    await left.keeper.close()
  }

  @Test func `a file that was moved into the bin is written anew, and that in the bin stays`()
    async throws
  {
    try folder.makeFolder("Trash/files")
    try folder.move("a.plumbago", to: "Trash/files/a.plumbago")
    try await lineIsKept(at: "a.plumbago")
    #expect(kept.events == [.rewritten])
    #expect(try await folder.strokes("Trash/files/a.plumbago") == 3)
    #expect(folder.names() == ["Trash", "a.plumbago"])
  }

  @Test func `another file that took the name stays, and work goes on beside it`() async throws {
    try folder.remove("a.plumbago")
    try Data("precious".utf8).write(to: URL(filePath: folder["a.plumbago"]))
    try await lineIsKept(at: "a (2).plumbago")
    #expect(kept.events == [.separated(from: folder["a.plumbago"], hasHistory: true)])
    #expect(try folder.bytes("a.plumbago") == Data("precious".utf8))
    #expect(folder.names() == ["a (2).plumbago", "a.plumbago"])
  }

  /// Puts other bytes under the name, into the same file or into another one.
  private func replace(_ bytes: Data, inPlace: Bool) throws {
    guard inPlace else {
      try bytes.write(to: URL(filePath: folder["new"]))
      #expect(rename(folder["new"], folder["a.plumbago"]) == 0)
      return
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: folder["a.plumbago"]))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  private func other() async throws -> Data {
    try await folder.drawing("other.plumbago", lines: 7)
    let bytes = try folder.bytes("other.plumbago")
    try folder.remove("other.plumbago")
    return bytes
  }

  @Test(arguments: [false, true])
  func `what another program makes of a file that is only read here is told once`(
    inPlace: Bool
  ) async throws {
    await kept.close()
    var folders = folder.folders
    folders.editing = { _ in .readOnly }
    let reading = try await KeptDrawing.open(folder["a.plumbago"], folders)
    #expect(reading.keeper.file?.obstacle == .unwritable)
    // It is touched, and stays what it was: its own bytes.
    try replace(folder.bytes("a.plumbago"), inPlace: inPlace)
    #expect(await reading.keeper.store?.isOutdated() == false)
    #expect(reading.events.isEmpty)
    let theirs = try await other()
    try replace(theirs, inPlace: inPlace)
    while reading.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    // It is told once, whatever comes.
    let more = try await other()
    try replace(more, inPlace: inPlace)
    try await Task.sleep(for: .milliseconds(200))
    #expect(reading.events == [.outdated])
    #expect(try folder.bytes("a.plumbago") == more)
    await reading.close()
  }

  @Test(arguments: [false, true])
  func `a file that another program writes while nothing is drawn is noticed, and both are kept`(
    inPlace: Bool
  ) async throws {
    let theirs = try await other()
    kept.keeper.nameBeside = { $0 + " of mine" }
    try replace(theirs, inPlace: inPlace)
    while kept.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(kept.events == [.separated(from: folder["a.plumbago"], hasHistory: !inPlace)])
    #expect(try folder.bytes("a.plumbago") == theirs)
    try await lineIsKept(at: "a of mine.plumbago")
    #expect(try folder.bytes("a.plumbago") == theirs)
    #expect(folder.names() == ["a of mine.plumbago", "a.plumbago"])
    let again = try await KeptDrawing.open(folder["a of mine.plumbago"], folder.folders)
    #expect(again.session.history.position == (inPlace ? 2 : 5))
    #expect(again.session.drawing == kept.session.drawing)
    await again.close()
  }

  @Test(arguments: [false, true])
  func `what is drawn before an overwritten file was noticed is kept whole`(
    isClosed: Bool
  ) async throws {
    let theirs = try await other()
    kept.keeper.watchInterval = 100
    try replace(theirs, inPlace: true)
    if !isClosed {
      for i in 0..<5 { kept.line(400 + Double(i) * 20) }
      #expect(kept.session.history.undoStep != nil)
    }
    await kept.close()
    #expect(try folder.bytes("a.plumbago") == theirs)
    #expect(folder.names() == ["a (2).plumbago", "a.plumbago"])
    let store = try await DocumentStore.open(folder["a (2).plumbago"], mode: .readOnly)
    try await store.verify()
    let found = try await store.load()
    #expect(found.drawing == kept.session.drawing)
    #expect(found.drawing.count == (isClosed ? 3 : 8))
    // What was drawn since still has the pen's own samples.
    for element in found.elements.suffix(isClosed ? 0 : 5) {
      let content = try #require(element.kind.content)
      #expect(try await store.samples(of: content).count == 11)
    }
    try await store.close()
  }

  @Test func `a contact that is down when the file is overwritten draws on into the new file`()
    async throws
  {
    let theirs = try await other()
    let contact = ContactID(StylusTool(.pen))
    let samples = (0...10).map {
      StylusSample(position: Point(100 + Double($0) * 5, 500), time: Double($0) / 240, force: 0.5)
    }
    kept.take(kept.session.handle(.down(contact, tip: samples[0])))
    try replace(theirs, inPlace: true)
    try await Task.sleep(for: .milliseconds(200))
    #expect(kept.events.isEmpty)
    kept.take(kept.session.handle(.move(contact, settled: samples, tip: nil)))
    kept.take(kept.session.handle(.up(contact, settled: [])))
    while kept.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    try await lineIsKept(at: "a (2).plumbago", 5)
    #expect(try folder.bytes("a.plumbago") == theirs)
  }

  @Test func `a file whose folder is gone is written to the library`() async throws {
    try folder.makeFolder("sub")
    try await kept.keeper.saveAs(folder["sub/b.plumbago"], moving: false)
    try folder.remove("sub")
    try await lineIsKept(at: "library/b.plumbago")
    #expect(folder.names("library") == ["b.plumbago"])
    #expect(folder.names() == ["a.plumbago", "library"])
  }

  @Test func `a name that was taken before the first stroke is left alone`() async throws {
    let new = KeptDrawing(at: folder["new.plumbago"], folder.folders)
    try await folder.drawing("new.plumbago", lines: 2)
    new.line(10)
    await new.close()
    #expect(try await folder.strokes("new.plumbago") == 2)
    #expect(try await folder.strokes("new (2).plumbago") == 1)
    await kept.close()
  }

  @Test func `what cannot be written waits, in order, until it can`() async throws {
    let new = KeptDrawing(at: folder["later/new.plumbago"], folder.folders)
    var states: [DocumentKeeper.State] = []
    new.keeper.onState = { states.append($0) }
    for i in 0..<5 { new.line(Double(i) * 10) }
    #expect(await !new.keeper.flush())
    guard case .waiting(.notFound) = new.keeper.state else {
      Issue.record("\(new.keeper.state)")
      return
    }
    #expect(new.session.drawing.count == 5)
    #expect(!new.keeper.isSaved)
    new.line(60)
    try folder.makeFolder("later")
    // It tries again by itself; no stroke is needed.
    while !new.keeper.isSaved { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await folder.strokes("later/new.plumbago") == 6)
    // One change to trouble and one out of it, however many tries there were.
    #expect(states.count { if case .waiting = $0 { true } else { false } } == 1)
    #expect(states.last == .saved)
    await new.close()
    await kept.close()
  }

  /// A drawing of 60 lines with one bit wrong that opening and loading do not read.
  private func hiddenDamage(_ name: String) async throws -> Data {
    try await folder.drawing(name, lines: 60)
    let good = try folder.bytes(name)
    for i in stride(from: good.count - 1, to: 4096, by: -37) where good[i] != 0 {
      var bytes = good
      bytes[i] ^= 1
      try bytes.write(to: URL(filePath: folder[name]))
      guard let store = try? await DocumentStore.open(folder[name], mode: .readOnly) else {
        continue
      }
      let loads = (try? await store.load()) != nil
      let isWhole = (try? await store.verify()) != nil
      try await store.close()
      if loads, !isWhole { return bytes }
    }
    throw CocoaError(.fileReadUnknown)
  }

  @Test func `damage stops all writing, and recovery brings the strokes that came after it`()
    async throws
  {
    await kept.close()
    let bytes = try await hiddenDamage("big.plumbago")
    let names = folder.names()

    let open = try await KeptDrawing.open(folder["big.plumbago"], folder.folders)
    open.line(5000)
    open.line(5010)
    #expect(await !open.keeper.flush())
    guard case .damaged = open.events.last else {
      Issue.record("\(open.events)")
      return
    }
    #expect(open.keeper.isHalted)
    #expect(open.session.drawing.count == 62)
    #expect(try folder.bytes("big.plumbago") == bytes)
    #expect(folder.names() == names)
    await #expect(throws: DocumentStoreError.self) {
      try await open.keeper.saveAs(folder["other.plumbago"], moving: false)
    }

    let report = try await open.keeper.recover(
      to: folder["saved.plumbago"], showing: open.session.drawing)
    #expect(report.strokes >= 61)
    #expect(try await folder.strokes("saved.plumbago") == report.strokes)
    let saved = try await KeptDrawing.open(folder["saved.plumbago"], folder.folders)
    let lines = saved.session.drawing.elements.filter { $0.bounds.minY > 4900 }
    #expect(Array(lines).count == 2)
    await saved.close()
    #expect(try folder.bytes("big.plumbago") == bytes)
  }

  @Test func `verifying finds damage that nothing else would`() async throws {
    await kept.close()
    let bytes = try await hiddenDamage("big.plumbago")
    let open = try await KeptDrawing.open(folder["big.plumbago"], folder.folders)
    open.keeper.verify()
    while open.events.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    guard case .damaged = open.events.last else {
      Issue.record("\(open.events)")
      return
    }
    #expect(open.keeper.isSaved)
    await open.close()
    #expect(try folder.bytes("big.plumbago") == bytes)
    #expect(folder.names() == ["a.plumbago", "big.plumbago"])
  }

  @Test func `a damaged file that an end in mid-work left with a log keeps both as they are`()
    async throws
  {
    await kept.close()
    _ = try await hiddenDamage("big.plumbago")
    // The log of a good drawing with the same beginning: what a killed process leaves.
    let damaged = try folder.bytes("big.plumbago")
    try await folder.drawing("good.plumbago", lines: 60)
    let store = try await DocumentStore.open(folder["good.plumbago"])
    try await store.perform([.setMetadata(.title, "in the log")])
    let log = try folder.bytes("good.plumbago-wal")
    try await store.close()
    #expect(!log.isEmpty)
    try log.write(to: URL(filePath: folder["big.plumbago-wal"]))
    try folder.remove("good.plumbago")
    let names = folder.names()

    let open = try? await KeptDrawing.open(folder["big.plumbago"], folder.folders)
    if let open {
      open.line(5000)
      #expect(await !open.keeper.flush())
      await open.close()
    }
    #expect(try folder.bytes("big.plumbago") == damaged)
    #expect(try folder.bytes("big.plumbago-wal") == log)
    #expect(folder.names() == names)
  }
}
