import CSQLite
import CardElement
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Elements of a kind that only tests know, in files that know it and in files that do not.
@Suite struct `Files with elements of any kind` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func card(_ i: Int64) -> Element {
    Card(
      Rect(x: Double(i) * 10, y: 5, width: 8, height: 6),
      fill: Color(rgba: UInt32(0xFF00_00FF + i << 8))
    ).element(
      i, order: SyntheticInk.key(i),
      canvasFromElement: i % 2 == 0 ? .identity : .rotation(Double(i)))
  }

  private static func open(
    _ path: String, _ kinds: ElementKinds = .withCards
  ) async throws -> DocumentStore {
    try await DocumentStore.open(path, kinds: kinds)
  }

  /// Two cards and a stroke between them, then the first card moved and recoloured, and the second taken
  /// away and brought back by undo.
  private func make(_ path: String) async throws -> Drawing {
    let store = try await Self.open(path)
    var ink = RandomInk(seed: 4)
    let content = ink.content(1, count: 20, near: .zero)
    let stroke = Element(
      id: ElementID(2), order: SyntheticInk.key(2),
      kind: .stroke(
        Stroke(content: content.id, ink: .standard, path: content.path, seed: content.seed)))
    let (a, b) = (Self.card(1), Self.card(3))
    let moved = a.version(ElementID(4), moved: .scale(3), color: Color(rgba: 0x00FF_0080))
    try await store.perform([
      .commit(
        step: 1,
        edit: DrawingEdit(label: .paste, inserted: [a, stroke, b], contents: [content])),
      .commit(step: 2, edit: DrawingEdit(label: .transform, removed: [a], inserted: [moved])),
      .commit(step: 3, edit: DrawingEdit(label: .delete, removed: [b])),
      .moveHead(to: 2),
    ])
    try await store.close()
    return Drawing([moved, stroke, b])
  }

  @Test func `they come back as they were, and so does every step`() async throws {
    let path = folder["a.plumbago"]
    let drawing = try await make(path)
    let store = try await Self.open(path)
    try await store.verify()
    let contents = try await store.load()
    #expect(contents.drawing == drawing && contents.unknownElements == 0)
    #expect(contents.nextElementID == ElementID(5))
    let edit = try await store.edit(step: 2)
    #expect(edit.removed == [Self.card(1)] && edit.inserted.map(\.id) == [ElementID(4)])
    let statistics = try await store.statistics()
    #expect(statistics.strokes == 1 && statistics.otherElements == 2)
    try await store.perform([.moveHead(to: 1)])
    #expect(try await store.load().elements.compactMap(\.card).count == 2)
    try await store.perform([.moveHead(to: 3)])
    #expect(try await store.load().elements.compactMap(\.card).count == 1)
    // What is given away has what shows and nothing else.
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    let given = try await Self.open(folder["b.plumbago"])
    try await given.verify()
    #expect(try await given.load().elements.count == 2)
  }

  @Test func `who does not know them keeps them, and changes the rest`() async throws {
    let path = folder["a.plumbago"]
    let drawing = try await make(path)
    let plain = try await Self.open(path, .standard)
    try await plain.verify()
    let contents = try await plain.load()
    #expect(contents.elements.map(\.id) == [ElementID(2)] && contents.unknownElements == 2)
    #expect(try await plain.statistics().unknownElements == 2)
    // It erases the stroke, takes that back, and undoes and redoes what it does not understand.
    try await plain.perform([
      .commit(step: 3, edit: DrawingEdit(label: .erase, removed: contents.elements))
    ])
    for head in [2, 1, 0, 3, 2] { try await plain.perform([.moveHead(to: head)]) }
    try await plain.copy(to: folder["b.plumbago"], includingHistory: true)
    try await plain.copy(to: folder["c.plumbago"], includingHistory: false)
    try await plain.close()
    for name in ["a.plumbago", "b.plumbago", "c.plumbago"] {
      let store = try await Self.open(folder[name])
      try await store.verify()
      #expect(try await store.load().drawing == drawing, "\(name)")
    }
  }

  @Test func `who does not know them cannot write them, and nothing has changed`() async throws {
    let path = folder["a.plumbago"]
    let store = try await DocumentStore.open(path)
    await #expect(throws: DocumentStoreError.self) {
      try await store.perform([
        .commit(step: 1, edit: DrawingEdit(label: .paste, inserted: [Self.card(1)]))
      ])
    }
    #expect(try await store.load().elements.isEmpty)
    #expect(try await store.load().history.steps.isEmpty)
  }

  @Test(arguments: [5, 40, 90])
  func `what a killed process acknowledged is there`(wanted: Int) async throws {
    let path = folder["a.plumbago"]
    let child = try ChildProcess([ChildProcess.exerciser, "cards", path])
    var acknowledged = 0
    while acknowledged < wanted, let line = child.line() { acknowledged = try #require(Int(line)) }
    child.kill()
    while let line = child.line() { acknowledged = Int(line) ?? acknowledged }
    #expect(acknowledged >= wanted)
    let store = try await Self.open(path)
    try await store.verify()
    let cards = try await store.load().drawing.elements.compactMap(\.card)
    // The one in progress may be there, whole.
    #expect((acknowledged...acknowledged + 1).contains(cards.count))
    #expect(cards.map(\.bounds.minX) == (1...cards.count).map { Double($0) })
  }

  @Test func `a damaged file gives them back, known or not`() async throws {
    let path = folder["a.plumbago"]
    let drawing = try await make(path)
    // A wrong byte in the table of steps, which no element needs.
    let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
    try c.execute("UPDATE step SET label = 'other' WHERE number = 1")
    c.close()
    let damaged = try await Self.open(path)
    await #expect(throws: DocumentStoreError.self) { try await damaged.verify() }
    await damaged.abandon()
    for (name, kinds) in [("b", ElementKinds.withCards), ("c", .standard)] {
      let target = folder[name + ".plumbago"]
      let report = try await DocumentStore.recover(from: path, to: target, kinds: kinds)
      #expect(report.strokes == 1 && report.otherElements + report.unknownElements == 2)
      #expect(report.otherElements == (name == "b" ? 2 : 0) && report.lost ?? 0 == 0)
      let store = try await Self.open(target)
      try await store.verify()
      #expect(try await store.load().drawing == drawing, "\(name)")
    }
  }

  @Test func `a value that is none of its kind is damage, not a crash`() async throws {
    let path = folder["a.plumbago"]
    _ = try await make(path)
    for payload in [
      [], [1, 2, 3], [UInt8](repeating: 0, count: 36), [UInt8](repeating: 1, count: 50),
    ]
      as [[UInt8]]
    {
      let c = try Connection(path, flags: SQLITE_OPEN_READWRITE)
      let blob = BlobEnvelope.seal(.elementExtra, row: 4) { out in
        for b in payload { out.write(byte: b) }
      }
      try c.prepare("UPDATE element SET extra = ? WHERE id = 4").run(blob)
      try ElementRow.reseal(4, in: c)
      c.close()
      let store = try await Self.open(path)
      await #expect(throws: DocumentStoreError.self) { _ = try await store.load() }
      try await store.close()
      // A reader that does not know the kind does not read it.
      let plain = try await Self.open(path, .standard)
      #expect(try await plain.load().unknownElements == 2)
      try await plain.close()
    }
  }

  // MARK: The clipboard

  private static func clip() -> InkClip {
    let document = SyntheticInk.page(strokes: 5)
    var elements = Array(document.elements)
    for i in [1, 3, 7] as [Int64] {
      elements.append(
        card(i).version(
          ElementID(100 + i), order: OrderKey.between(SyntheticInk.key(i), SyntheticInk.key(i + 1)))
      )
    }
    return InkClip(elements, contents: [:])
  }

  @Test func `a clip of all kinds comes back from its bytes in its order`() throws {
    let clip = Self.clip()
    #expect(
      clip.elements.map { $0.card != nil } == [false, true, false, false, true, false, false, true])
    let read = try #require(InkClip(data: clip.data, kinds: .withCards))
    #expect(read.elements.map(\.kind) == clip.elements.map(\.kind))
    #expect(read.elements.map(\.canvasFromElement) == clip.elements.map(\.canvasFromElement))
    #expect(read.elements.map(\.id) == clip.elements.map(\.id))
    // Cards alone are a clip, too.
    let cards = InkClip(clip.elements.filter { $0.card != nil }, contents: [:])
    #expect(InkClip(data: cards.data, kinds: .withCards)?.elements.count == 3)
    #expect(InkClip(data: cards.data) == nil)
  }

  @Test func `who does not know a kind takes the rest of a clip`() throws {
    let clip = Self.clip()
    let read = try #require(InkClip(data: clip.data))
    #expect(read.elements.map(\.kind) == clip.elements.filter { $0.card == nil }.map(\.kind))
  }

  @Test func `a clip of strokes alone is what version 1 wrote`() throws {
    let strokes = InkClip(Array(SyntheticInk.page(strokes: 5).elements), contents: [:])
    #expect(strokes.data[8] == 1)
    // Numbered as in the mixed one, the lists of strokes are the same bytes.
    let mixed = Self.clip().data
    #expect(mixed[8] == 2)
    #expect(mixed[9..<strokes.data.count - 4] == strokes.data[9..<strokes.data.count - 4])
  }

  @Test func `bytes that were made to do harm are refused or are elements that can be drawn`() {
    let good = Self.clip().data
    var g = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<1500 {
      var bytes = good
      // The end, where the cards are, as often as the rest.
      let range = Bool.random(using: &g) ? 9..<bytes.count - 4 : bytes.count - 240..<bytes.count - 4
      for _ in 0..<Int.random(in: 1...4, using: &g) {
        bytes[Int.random(in: range, using: &g)] = UInt8.random(in: .min ... .max, using: &g)
      }
      var out = ByteWriter(bytes: Array(bytes.dropLast(4)))
      var sum = Checksum()
      out.bytes.withUnsafeBytes { sum.add($0) }
      out.write(word: sum.value)
      guard let clip = InkClip(data: out.bytes, kinds: .withCards) else {
        refused += 1
        continue
      }
      for element in clip.elements {
        #expect(element.bounds.corners.allSatisfy { $0.isFinite })
        #expect(element.canvasFromElement.inverse != nil)
      }
    }
    #expect(refused > 500)
  }
}
