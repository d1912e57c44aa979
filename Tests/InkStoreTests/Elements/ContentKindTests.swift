import CSQLite
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// Pictures, text and shapes in files and on the clipboard.
@Suite struct `Files with pictures, text and shapes` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let blob: BlobID = {
    guard let id = BlobID((0..<32).map { UInt8($0) }) else { preconditionFailure("32 bytes") }
    return id
  }()

  static let text = TextBox(
    [
      TextRun("Hello, ", family: "Cantarell", size: 12),
      TextRun(
        "мир と\n世界", family: "Noto Serif", size: 20.5, weight: 700, slant: .italic,
        color: Color(rgba: 0x1122_3380)),
    ], alignment: .justified, width: 200, extent: Rect(x: -1, y: 0, width: 201.5, height: 44))

  static let outlines: [ShapeOutline] = [
    .line(Point(1, 2), Point(30, -4.5)), .polyline([Point(0, 0), Point(10, 0), Point(10, 30)]),
    .arrow([Point(0, 0), Point(50, 0), Point(80, 20)], atStart: true, atEnd: true),
    .arrow([Point(0, 0), Point(50, 0)], atStart: false, atEnd: true),
    .rectangle(Rect(x: 3, y: 4, width: 50, height: 20)),
    .ellipse(Rect(x: 0, y: 0, width: 70, height: 30)),
    .polygon([Point(0, 0), Point(30, 5), Point(10, 30)]),
    .arc(Rect(x: 0, y: 0, width: 40, height: 60), start: 0.5, sweep: -2.25),
  ]

  static func picture(
    _ change: (inout PlacedPicture) -> Void = { _ in }
  ) -> PlacedPicture {
    var picture = PlacedPicture(
      blob: blob, width: 4000, height: 3000, crop: Rect(x: 10, y: 20, width: 1000, height: 500),
      opacity: 0.5, alternativeText: "A cat, 猫")
    change(&picture)
    return picture
  }

  /// One element of each, all within limits.
  static let elements: [Element] =
    (outlines.map { Shape($0, ink: .standard, seed: 5) as any ElementValue } + [text, picture()])
    .enumerated().map { i, value in
      Element(
        id: ElementID(Int64(i + 1)), page: Int32(i % 3), order: SyntheticInk.key(Int64(i + 1)),
        pageFromElement: i % 2 == 0 ? .identity : .rotation(Double(i)), kind: .other(value))
    }

  private func open(
    _ name: String = "a.plumbago", _ kinds: ElementKinds = .complete
  ) async throws -> DocumentStore {
    try await DocumentStore.open(folder[name], kinds: kinds)
  }

  /// A file that holds some elements, on two pages.
  private func make(_ elements: [Element]) async throws -> Drawing {
    try await open().close()
    // Of no bytes at all: the row is what the picture names.
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READWRITE)
    try BlobRow(number: 1, sha256: Self.blob, type: "image/png", length: 0).insert(into: c)
    c.close()
    let store = try await open()
    let after = DrawingSettings(layout: .pages(StandardPage.a5.size, count: 2))
    try await store.perform([
      .commit(
        step: 1,
        edit: DrawingEdit(
          label: .paste, inserted: elements,
          settings: SettingsChange(before: .standard, after: after)))
    ])
    let drawing = try await store.load().drawing
    try await store.close()
    return drawing
  }

  @Test func `they come back as they were, from files, copies and recovery`() async throws {
    let drawing = try await make(Self.elements)
    #expect(drawing.count == Self.elements.count)
    #expect(drawing.elements.map(\.kind) == Self.elements.map(\.kind))
    let store = try await open()
    try await store.verify()
    #expect(try await store.load().drawing == drawing)
    try await store.perform([.moveHead(to: 0), .moveHead(to: 1)])
    #expect(try await store.edit(step: 1).inserted.count == drawing.count)
    try await store.copy(to: folder["b.plumbago"], includingHistory: false)
    try await store.close()
    let statistics = try await DocumentStore.inspect(folder["a.plumbago"])
    #expect(statistics.pictures == 1 && statistics.texts == 1)
    #expect(statistics.shapes == Self.outlines.count && statistics.strokes == 0)
    _ = try await DocumentStore.recover(from: folder["a.plumbago"], to: folder["c.plumbago"])
    for name in ["b.plumbago", "c.plumbago"] {
      let copy = try await open(name)
      try await copy.verify()
      #expect(try await copy.load().drawing == drawing, "\(name)")
      try await copy.close()
    }
    // The app paints shapes and text; the picture it keeps.
    let shown = try await open("a.plumbago", .standard)
    let contents = try await shown.load()
    #expect(contents.elements.count == Self.outlines.count + 1 && contents.unknownElements == 1)
  }

  static let nonsense: [any ElementValue] =
    [
      picture { $0.width = .nan }, picture { $0.height = -1 }, picture { $0.opacity = 2 },
      picture { $0.opacity = .nan }, picture { $0.crop.minX = -5 },
      picture { $0.crop = Rect(x: 0, y: 0, width: 0, height: 9) },
      picture { $0.crop.maxX = .infinity }, picture { $0.width = 1e12 },
      picture { $0.alternativeText = String(repeating: "x", count: ElementLimits.textBytes + 1) },
    ]
    + [
      { $0.extent.maxX = .nan }, { $0.extent.maxY = 1e30 }, { $0.width = -3 },
      { $0.width = .infinity }, { $0.runs[0].size = 0 }, { $0.runs[0].size = .nan },
      { $0.runs[1].weight = 0 }, { $0.runs[1].weight = 5000 },
      { $0.runs[0].family = String(repeating: "x", count: 1001) },
      { $0.runs[0].text = String(repeating: "x", count: ElementLimits.textBytes) },
    ].map { (change: (inout TextBox) -> Void) in
      var copy = text
      change(&copy)
      return copy
    }
    + [
      ShapeOutline.line(Point(.nan, 0), .zero), .line(Point(1e30, 0), .zero), .polyline([]),
      .polygon([]), .arrow([], atStart: true, atEnd: true),
      .rectangle(Rect(x: 0, y: 0, width: .infinity, height: 1)),
      .ellipse(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1)),
      .arc(Rect(x: 0, y: 0, width: 5, height: 5), start: .nan, sweep: 1),
      .arc(Rect(x: 0, y: 0, width: 5, height: 5), start: 0, sweep: 1e9),
      .polyline([Point](repeating: .zero, count: 10_001)),
    ].map { Shape($0, ink: .standard, seed: 1) }
    + [
      Shape(outlines[0], ink: Ink(brush: "pen", brushVersion: 1, color: .ink, size: .nan), seed: 1),
      Shape(outlines[0], ink: Ink(brush: "pen", brushVersion: 1, color: .ink, size: 1e9), seed: 1),
    ]

  @Test func `what makes no sense is kept, told with its number, and not shown`() async throws {
    let bad = Self.nonsense.enumerated().map { i, value in
      Element(
        id: ElementID(Int64(i + 100)), order: SyntheticInk.key(Int64(i + 100)),
        kind: .other(value))
    }
    for element in bad { #expect(!element.isWithinLimits, "\(element.id)") }
    for element in Self.elements { #expect(element.isWithinLimits, "\(element.id)") }
    _ = try await make(Self.elements + bad)
    let store = try await open()
    try await store.verify()
    let contents = try await store.load()
    #expect(contents.elements.count == Self.elements.count)
    #expect(contents.refusedElements == bad.map(\.id))
    try await store.perform([.moveHead(to: 0), .moveHead(to: 1)])
    #expect(try await store.load().refusedElements.count == bad.count)
    // A clip takes none of them.
    #expect(InkClip(bad, contents: [:]).elements.isEmpty)
  }

  @Test func `bytes that are no value are damage, whatever they are`() async throws {
    for value in (Self.elements.map(\.kind.otherValue)).compactMap({ $0 as? any StoredElement }) {
      var out = ByteWriter()
      value.encode(into: &out)
      var generator = SeededGenerator(seed: 9)
      for length in 0..<out.bytes.count {
        #expect(throws: CodecError.self) {
          try Array(out.bytes[..<length]).withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            _ = try type(of: value).init(decoding: &reader)
          }
        }
      }
      for _ in 0..<400 {
        var bytes = out.bytes
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: .min ... .max, using: &generator)
        // Read or refused, but never a crash; and what is read can be asked for its limits.
        bytes.withUnsafeBytes { bytes in
          var reader = ByteReader(bytes)
          guard let read = try? type(of: value).init(decoding: &reader) else { return }
          let element = Element(id: ElementID(1), order: .first, kind: .other(read))
          if element.isWithinLimits {
            #expect(element.bounds.corners.allSatisfy { $0.isFinite })
          }
        }
      }
    }
  }

  @Test(arguments: ["extra", "order_key", "transform"])
  func `recovery leaves out a value that nobody can read, and mends what is around it`(
    column: String
  )
    async throws
  {
    let drawing = try await make(Self.elements)
    let c = try Connection(folder["a.plumbago"], flags: SQLITE_OPEN_READWRITE)
    switch column {
    case "extra":
      let nonsense = BlobEnvelope.seal(.elementExtra, row: 9) { $0.write(byte: 77) }
      try c.statement("UPDATE element SET extra = ? WHERE id = 9").run(nonsense)
    case "order_key": try c.execute("UPDATE element SET order_key = '!' WHERE id = 9")
    default: try c.execute("UPDATE element SET transform = x'0102' WHERE id = 9")
    }
    try ElementRow.reseal(9, in: c)
    c.close()
    let damaged = try await open()
    await #expect(throws: DocumentStoreError.self) { _ = try await damaged.load() }
    try await damaged.close()
    for kinds in [ElementKinds.standard, .complete] {
      let target = folder["r\(kinds.all.count).plumbago"]
      _ = try await DocumentStore.recover(
        from: folder["a.plumbago"], to: target, kinds: kinds)
      let store = try await DocumentStore.open(target, kinds: .complete)
      try await store.verify()
      let found = try await store.load().drawing
      #expect(found.count == drawing.count - (column == "extra" ? 1 : 0))
      let others = Set(drawing.elements.filter { $0.id.number != 9 })
      #expect(Set(found.elements.filter { $0.id.number != 9 }) == others)
      try await store.close()
    }
  }

  @Test func `a clip of them comes back from its bytes`() throws {
    let clip = InkClip(Self.elements, contents: [:])
    let read = try #require(InkClip(data: clip.data, kinds: .complete))
    #expect(read.elements.map(\.kind) == Self.elements.map(\.kind))
    #expect(read.elements.map(\.canvasFromElement) == Self.elements.map(\.canvasFromElement))
    // Who knows shapes alone takes those.
    let shapes = InkClip(data: clip.data, kinds: ElementKinds([Shape.self]))
    #expect(shapes?.elements.count == Self.outlines.count)
  }
}
