import Glibc
import InkModel
import InkTestSupport
import Testing

@testable import InkStore

/// A drawing of each version of the format that ever shipped, with what it holds in words.
///
/// `vN.plumbago` and `vN.txt` in Tests/Fixtures/documents are made once, when version N is, by
///
///     MAKE_FIXTURE=1 swift test --filter 'Documents of every version'
///
/// and never again: they stand for the files that people have. A format that reads one of them as
/// anything else is wrong.
@Suite struct `Documents of every version` {
  static let folder =
    "\(#filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" })/Fixtures/documents"

  @Test(arguments: 1...DocumentFormat.version)
  func `a drawing of each version holds what it held`(version: Int) async throws {
    let fixture = "\(Self.folder)/v\(version).plumbago"
    let words = "\(Self.folder)/v\(version).txt"
    if version == DocumentFormat.version, getenv("MAKE_FIXTURE") != nil,
      FileIdentity(path: fixture) == nil
    {
      try await Self.make(fixture, words)
    }
    // The fixture itself is only read; what is done is done to a copy.
    let temporary = try TemporaryFolder()
    let path = temporary["copy.plumbago"]
    try write(try bytes(of: fixture), to: path)
    let expected = String(decoding: try bytes(of: words), as: UTF8.self)
    for mode in [OpenMode.readOnly, .readWriteExisting] {
      let store = try await DocumentStore.open(path, mode: mode, kinds: .complete)
      try await store.verify()
      #expect(try await Self.words(for: store) == expected)
      try await store.close()
    }
  }

  @Test func `a drawing that does not hold what it held is noticed`() async throws {
    let temporary = try TemporaryFolder()
    let path = temporary["copy.plumbago"]
    try write(try bytes(of: "\(Self.folder)/v1.plumbago"), to: path)
    let store = try await DocumentStore.open(path)
    let before = try await Self.words(for: store)
    try await store.perform([.moveHead(to: 0)])
    #expect(try await Self.words(for: store) != before)
  }

  @Test func `each bad document is refused and left alone`() async throws {
    // One of an older version would be brought to this one before it is read.
    let good = try bytes(of: "\(Self.folder)/v\(DocumentFormat.version).plumbago")
    let temporary = try TemporaryFolder()
    for bad in BadDocument.all(from: good) {
      let path = temporary[bad.name]
      try write(bad.bytes, to: path)
      for mode in [OpenMode.readWrite, .readOnly] {
        let error = await errorOfOpening(path, mode)
        #expect(error != nil, "\(bad.name)")
      }
      #expect(try bytes(of: path) == bad.bytes)
    }
    #expect(temporary.names.count == BadDocument.all(from: good).count)
  }

  private static func make(_ fixture: String, _ words: String) async throws {
    // The first history that ends on paper of its own.
    var model = RandomDocument(seed: 0)
    var events: [StoreCommand] = []
    for seed in UInt64(20)... where model.drawing.settings == .standard {
      model = RandomDocument(seed: seed)
      model.lengths = 1...40
      model.erasesInPart = true
      events = (0..<30).map { _ in model.next().command }
      if model.drawing.settings != .standard { break }
    }
    let store = try await DocumentStore.open(fixture, kinds: .complete)
    try await store.perform(
      [.setMetadata(.title, "Version \(DocumentFormat.version), 図 и чертёж")] + events)
    try await addContent(to: store)
    try write(Array(try await Self.words(for: store).utf8), to: words)
    try await store.close()
  }

  /// Steps of what is no ink: text, shapes and a picture, whose bytes are also the background of new pages, and a layer;
  /// then one of them taken away, and the layer hidden and raised.
  private static func addContent(to store: DocumentStore) async throws {
    let contents = try await store.load()
    let blob = try await store.add(randomBytes(262_200, seed: 5), type: "image/png")
    var after = contents.settings
    var pages = after.layout.pages
    let page = after.layout.nextID
    pages.append(
      Page(
        id: page, order: pages.last?.order.next ?? .first, size: StandardPage.a6.size,
        quarterTurns: 1, background: .picture(blob)))
    pages.append(
      Page(
        id: page + 1, order: pages[0].order.previous, size: PageSize(width: 300.5, height: 200),
        background: .document(blob, page: 2)))
    pages[1].background = .paper(Paper(pattern: .cornell, spacing: 26.5, tint: .white))
    pages[0].label = "iv, 図"
    after.layout = PageLayout(pages)
    let layer = (after.layers.map(\.id).max() ?? 0) + 1
    after.layers.append(
      Layer(
        id: layer, order: after.layers[0].order.previous, name: "下書き", isLocked: true,
        opacity: 0.625))
    var last = after
    last.layers[0].isHidden = true
    last.layers[0].order = after.layers[after.layers.count - 1].order.next
    let first = contents.nextElementID.number
    let values =
      `Files with pictures, text and shapes`.outlines.map {
        Shape($0, ink: .standard, seed: 3) as any ElementValue
      } + [
        `Files with pictures, text and shapes`.text,
        PlacedPicture(
          blob: blob, width: 640, height: 480, crop: Rect(x: 10, y: 0, width: 600, height: 400),
          opacity: 0.75, alternativeText: "図"),
      ]
    let elements = values.enumerated().map { i, value in
      after.placed(
        Element(
          id: ElementID(first + Int64(i)), page: i % 2 == 0 ? page + Int32(i % 4) / 2 : 0,
          layer: i % 5 == 0 ? layer : 0, order: SyntheticInk.key(1_000_000 + Int64(i)),
          pageFromElement: i % 3 == 0 ? .identity : .rotation(Double(i)), kind: .other(value)))
    }
    let head = contents.history.head
    try await store.perform([
      .commit(
        step: head + 1,
        edit: DrawingEdit(
          label: .paste, inserted: elements,
          settings: SettingsChange(before: contents.settings, after: after))),
      .commit(step: head + 2, edit: DrawingEdit(label: .delete, removed: [elements[0]])),
      .commit(
        step: head + 3,
        edit: DrawingEdit(
          label: .paper, settings: SettingsChange(before: after, after: last))),
    ])
  }

  /// Everything a document holds, a line each, numbers in full; but not what follows from the
  /// brushes, of which there will be more.
  private static func words(for store: DocumentStore) async throws -> String {
    let contents = try await store.load()
    var lines: [String] = []
    for (key, value) in contents.metadata.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append("\(key.rawValue): \(value)")
    }
    lines.append("head \(contents.history.head)")
    lines.append("next \(contents.nextElementID.number) \(contents.nextContentID.number)")
    var used: Set<Int64> = []
    lines += contents.elements.sorted { $0.id < $1.id }.map { "shows " + line(for: $0, &used) }
    // What version 1 had no words for is not in its list either.
    if contents.settings != .standard {
      lines.append("on \(contents.settings.text)")
      lines += pagesAndLayers(contents.settings)
    }
    for step in contents.history.steps {
      let edit = try await store.edit(step: step.number)
      lines.append("step \(step.number) \(edit.label.rawValue)")
      if let change = edit.settings {
        lines.append("  from \(change.before.text)")
        lines += pagesAndLayers(change.before)
        lines.append("  to \(change.after.text)")
        lines += pagesAndLayers(change.after)
      }
      lines += edit.removed.sorted { $0.id < $1.id }.map { "  removes \($0.id.number)" }
      lines += edit.inserted.sorted { $0.id < $1.id }.map { "  inserts " + line(for: $0, &used) }
    }
    for blob in Set(contents.elements.flatMap(\.kind.blobs)).sorted(by: {
      $0.bytes.lexicographicallyPrecedes($1.bytes)
    }) {
      let facts = try #require(try await store.blob(blob))
      var sum = SHA256()
      sum.add(try await store.bytes(of: blob, in: 0..<facts.length))
      lines.append("blob \(blob) \(facts.type) \(facts.length)")
      #expect(BlobID(sum.value) == blob)
    }
    for id in used.sorted() {
      let c = try await store.content(ContentID(id))
      lines.append(
        "content \(id) \(c.tool.kind.rawValue) \(c.tool.serial) \(c.tool.hardwareID) "
          + "modeler \(c.modelerVersion) seed \(c.seed) path \(points(c.path))")
      for s in c.samples {
        let axes = [s.force, s.altitude, s.azimuth, s.roll, s.slider, s.distance]
          .map { $0.map { "\($0)" } ?? "-" }
        lines.append(
          "  \(s.time) \(s.position.x) \(s.position.y) \(axes.joined(separator: " "))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func span(of box: Rect) -> String {
    "\(box.minX) \(box.minY) \(box.maxX) \(box.maxY)"
  }

  private static func figure(_ outline: ShapeOutline) -> String {
    func list(_ points: [Point]) -> String { points.map { "(\($0.x) \($0.y))" }.joined() }
    return switch outline {
    case .line(let a, let b): "line \(list([a, b]))"
    case .polyline(let points): "polyline \(list(points))"
    case .polygon(let points): "polygon \(list(points))"
    case .arrow(let points, let atStart, let atEnd):
      "arrow \(list(points)) with heads at start \(atStart), end \(atEnd)"
    case .rectangle(let box): "rectangle \(span(of: box))"
    case .ellipse(let box): "ellipse \(span(of: box))"
    case .arc(let box, let start, let sweep):
      "arc of \(span(of: box)) from \(start) by \(sweep)"
    }
  }

  /// Pages and layers where they are more than the first versions had words for.
  private static func pagesAndLayers(_ settings: DrawingSettings) -> [String] {
    let first = settings.layout.pages.first
    let isPlain = settings.layout.pages.allSatisfy {
      $0.size == first?.size && $0.quarterTurns == 0 && $0.background == .paper(nil)
        && $0.label.isEmpty
    }
    let pages: [String] =
      isPlain
      ? []
      : settings.layout.pages.map { page in
        let background =
          switch page.background {
          case .paper(let paper): paper?.text ?? "the drawing's paper"
          case .document(let blob, let part): "page \(part) of \(blob)"
          case .picture(let blob): "picture \(blob)"
          }
        return "    page \(page.id) \(page.order.text) \(page.size.width) \(page.size.height) "
          + "turned \(page.quarterTurns) on \(background)"
          + (page.label.isEmpty ? "" : " labelled “\(page.label)”")
      }
    let layers: [String] =
      settings.layers == [.first]
      ? []
      : settings.layers.map {
        "    layer \($0.id) \($0.order.text) “\($0.name)” hidden \($0.isHidden) "
          + "locked \($0.isLocked) opacity \($0.opacity)"
      }
    return pages + layers
  }

  private static func line(for e: Element, _ used: inout Set<Int64>) -> String {
    let t = e.pageFromElement
    var words = [
      "\(e.id.number)", "page \(e.page)", "layer \(e.layer)", "order \(e.order.text)",
      "transform \(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty)",
    ]
    switch e.kind {
    case .stroke(let s):
      used.insert(s.content.number)
      let ink = s.ink
      words += [
        "stroke of \(s.content.number)", "seed \(s.seed)",
        "\(ink.brush) \(ink.brushVersion) \(ink.color.rgba) \(ink.size)", points(s.path),
      ]
      if s.path.lead != 0 || s.path.trail != 0 {
        words.append("of a line, \(s.path.lead) before and \(s.path.trail) after")
      }
      words += s.spans.map { "shows \($0.lowerBound) to \($0.upperBound)" }
      words += s.trails.map { trail in
        let t = trail.elementFromTrail
        return "rubbed \(trail.radius) by \(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty) at "
          + trail.positions.map { "(\($0.x) \($0.y))" }.joined()
      }
    case .other(let value as Shape):
      let ink = value.ink
      words += [
        "shape \(figure(value.outline))", "seed \(value.seed)",
        "\(ink.brush) \(ink.brushVersion) \(ink.color.rgba) \(ink.size)",
      ]
    case .other(let value as TextBox):
      words.append(
        "text \(value.alignment) \(value.width.map { "\($0)" } ?? "natural") in \(span(of: value.extent))"
      )
      words += value.runs.map {
        "\($0.text.debugDescription) \($0.family) \($0.size) \($0.weight) \($0.slant) \($0.color.rgba)"
      }
    case .other(let value as PlacedPicture):
      words.append(
        "picture \(value.blob) \(value.width) \(value.height) crop \(span(of: value.crop)) "
          + "opacity \(value.opacity) “\(value.alternativeText)”")
    case .other(let value): words.append("\(value)")
    }
    return words.joined(separator: ", ")
  }

  private static func points(_ path: StrokePath) -> String {
    path.points.map { p in
      // What the first versions had no words for is not in their lists.
      let barrel = p.barrel == p.azimuth ? "" : " facing \(p.barrel)"
      return "(\(p.x) \(p.y) \(p.force) \(p.altitude) \(p.azimuth) \(p.timeOffset)\(barrel))"
    }.joined()
  }
}
