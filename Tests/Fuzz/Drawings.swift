import Canvas
import Glibc
import InkModel
import InkRendering
import InkStore
import InkTestSupport

extension Fuzzer {
  static let fileKinds = [
    Kind(name: "drawings", body: drawings), Kind(name: "crafted", body: crafted),
    Kind(name: "resealed", body: resealed), Kind(name: "logs", body: logs),
    Kind(name: "journals", body: journals),
  ]

  /// A file with bits, numbers or pages changed.
  @Sendable static func drawings(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    var bytes = try await good(&g, folder)
    if g.once(in: 3) {
      Mutation.changePages(&bytes, &g)
    } else {
      Mutation.change(&bytes, times: 1...8, &g)
    }
    try folder.write(bytes, "a.plumbago")
    try await read(folder, &g)
  }

  /// A file whose rows were changed and sealed again, or whose elements were made of wild numbers.
  @Sendable static func crafted(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    _ = try await good(&g, folder, isWild: g.once(in: 2))
    let crafting = try Crafting(folder["a.plumbago"])
    crafting.change(&g)
    crafting.close()
    try await read(folder, &g)
  }

  /// A file with rows of every kind that are sealed again as they are: it stays whole.
  ///
  /// So what is crafted is refused for what it says, and not for its seal.
  @Sendable static func resealed(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    _ = try await good(&g, folder, isFull: true)
    let store = try await DocumentStore.open(
      folder["a.plumbago"], mode: .readOnly, kinds: .complete)
    let before = try await store.load()
    try await store.close()
    let crafting = try Crafting(folder["a.plumbago"])
    let missing = crafting.reseal()
    crafting.close()
    guard missing.isEmpty else { throw Failure("a full drawing has no row of \(missing)") }
    let again = try await DocumentStore.open(
      folder["a.plumbago"], mode: .readOnly, kinds: .complete)
    let after = try await again.load()
    try await again.verify()
    try await again.close()
    guard after.drawing == before.drawing, after.metadata == before.metadata else {
      throw Failure("what is sealed again is not what was sealed")
    }
  }

  /// What a crash leaves, with the log, its index or the file changed.
  @Sendable static func logs(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    _ = try await good(&g, folder)
    let store = try await DocumentStore.open(folder["a.plumbago"])
    var edits = RandomInk(seed: g.next())
    for _ in 0..<Int.random(in: 1...12, using: &g) {
      let contents = try await store.load()
      try await store.perform([stroke(in: contents, &edits)])
    }
    var files = folder.contents
    try await store.close()
    if g.once(in: 3) { files["a.plumbago-shm"] = nil }
    for name in ["a.plumbago-wal", "a.plumbago-shm", "a.plumbago"] where !g.once(in: 3) {
      guard var bytes = files[name] else { continue }
      Mutation.change(&bytes, times: 1...4, &g)
      files[name] = bytes
      if name == "a.plumbago-wal", !g.once(in: 4) { break }
    }
    for (name, bytes) in files { try folder.write(bytes, name) }
    try await read(folder, &g)
  }

  /// A file with something beside it that is not its own.
  @Sendable static func journals(_ g: inout SeededGenerator, _ folder: Folder) async throws {
    let good = try await good(&g, folder)
    let name = "a.plumbago" + (["-journal", "-wal", "-shm"].randomElement(using: &g) ?? "")
    switch Int.random(in: 0..<4, using: &g) {
    case 0: mkfifo(folder[name], 0o644)
    case 1: symlink("/etc/hostname", folder[name])
    case 2:
      // The header of a journal, then pages (https://sqlite.org/fileformat2.html#the_rollback_journal).
      var bytes: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
      bytes += [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 500) + good.prefix(9000)
      Mutation.change(&bytes, times: 0...4, &g)
      try folder.write(bytes, name)
    default:
      try folder.write(
        (0..<Int.random(in: 0...9000, using: &g)).map { _ in .random(in: 0...255, using: &g) }, name
      )
    }
    try await read(folder, &g)
  }

  // MARK: Parts

  /// Makes a drawing, "a.plumbago"; returns its bytes.
  ///
  /// - Parameter isFull: It has rows of every kind.
  private static func good(
    _ g: inout SeededGenerator, _ folder: Folder, isWild: Bool = false, isFull: Bool = false
  ) async throws -> [UInt8] {
    var document = RandomDocument(seed: g.next())
    document.erasesInPart = g.once(in: 2)
    document.lengths = 1...20
    let store = try await DocumentStore.open(folder["a.plumbago"], kinds: .complete)
    for _ in 0..<Int.random(in: 1...15, using: &g) {
      switch document.next() {
      case .commit(let step, let edit): try await store.perform([.commit(step: step, edit: edit)])
      case .moveHead(let step): try await store.perform([.moveHead(to: step)])
      }
    }
    if isFull || g.once(in: 2) { try await addContent(to: store, isWild: isWild, &g) }
    if isFull {
      var ink = RandomInk(seed: g.next())
      let contents = try await store.load()
      try await store.perform([stroke(in: contents, &ink)])
    }
    if isFull || g.once(in: 2) { try await addFacts(to: store, &g) }
    if isWild {
      var ink = RandomInk(seed: g.next())
      for _ in 0..<3 {
        let contents = try await store.load()
        guard case .commit(let step, var edit) = stroke(in: contents, &ink) else { continue }
        edit.inserted = edit.inserted.map { wild($0, &g) }
        if g.once(in: 4) {
          var after = contents.settings
          after.layout = .pages(
            PageSize(width: Wild.double(&g), height: Wild.double(&g)),
            count: Int(truncatingIfNeeded: Wild.integer(&g)))
          edit.settings = SettingsChange(before: contents.settings, after: after)
        }
        try? await store.perform([.commit(step: step, edit: edit)])
      }
    }
    try await store.close()
    return folder.bytes("a.plumbago")
  }

  /// A picture with its bytes, text and a shape; of wild numbers where they are to be.
  private static func addContent(
    to store: DocumentStore, isWild: Bool, _ g: inout SeededGenerator
  ) async throws {
    let draft = try await store.beginBlob(type: "image/png")
    let count = Int.random(in: 0...3, using: &g) * 200_000 + 5
    try await store.append(
      [UInt8](repeating: UInt8.random(in: 0...9, using: &g), count: count), to: draft)
    let blob = try await store.finish(draft)
    let contents = try await store.load()
    func number(_ usual: Double) -> Double { isWild && g.once(in: 4) ? Wild.double(&g) : usual }
    let box = Rect(x: number(3), y: number(4), width: number(50), height: number(20))
    let points = [Point(number(0), number(0)), Point(number(40), number(9)), Point(2, number(30))]
    let outlines: [ShapeOutline] = [
      .rectangle(box), .ellipse(box), .polygon(points), .polyline(points),
      .line(points[0], points[1]),
      .arrow(points, atStart: g.once(in: 2), atEnd: true),
      .arc(box, start: number(1), sweep: number(-2)),
    ]
    let ink = Ink(brush: "pen", brushVersion: 1, color: .ink, size: number(3))
    let values: [any ElementValue] = [
      PlacedPicture(
        blob: blob, width: number(60), height: number(40),
        crop: Rect(x: number(0), y: 0, width: number(30), height: 30), opacity: number(0.5)),
      TextBox(
        [
          TextRun(
            "図 text", family: "Sans", size: number(12), weight: isWild && g.once(in: 4) ? 0 : 400)
        ],
        width: g.once(in: 2) ? number(80) : nil, extent: box),
      Shape(outlines.randomElement(using: &g) ?? outlines[0], ink: ink, seed: 1),
    ]
    let page = contents.settings.layout.pages.last?.id ?? 0
    let elements = values.enumerated().map { i, value in
      Element(
        id: ElementID(contents.nextElementID.number + Int64(i)), page: i == 1 ? page : 0,
        order: .first, pageFromElement: .identity, kind: .other(value))
    }
    try? await store.perform([
      .commit(
        step: contents.history.head + 1, edit: DrawingEdit(label: .paste, inserted: elements))
    ])
  }

  /// A page with a label, and all that a file says beside its drawing.
  ///
  /// That is a title, the layer that tools work on, and, as after a crash, a finger's ink and a text in the making.
  private static func addFacts(
    to store: DocumentStore, _ g: inout SeededGenerator
  ) async throws {
    let contents = try await store.load()
    var after = contents.settings
    after.paper = Paper(pattern: .grid, tint: Color(rgba: 0xFFF8_E7FF))
    if after.layout.pages.isEmpty { after.layout = .pages(StandardPage.a5.size, count: 2) }
    var pages = after.layout.pages
    pages[0].label = "iv"
    after.layout = PageLayout(pages)
    let change = SettingsChange(before: contents.settings, after: after)
    try await store.perform([
      .commit(
        step: contents.history.head + 1, edit: DrawingEdit(label: .paper, settings: change))
    ])

    let session = CanvasSession(
      try await store.load(), random: SeededGenerator(seed: g.next()))
    session.viewport.width = 800
    session.viewport.height = 600
    session.fingersAreProvisional = true
    var commands: [StoreCommand] = [.setMetadata(.title, "図")]
    commands += session.addLayer(named: "図").commands
    commands += session.beginText(at: Point(300, 200)).commands
    if var box = session.textEditing?.box {
      box.runs[0].text = "Draft"
      commands += session.changeText(to: box).commands
    }
    let finger = ContactID(StylusTool(.finger), sequence: 1)
    let samples = (0...8).map {
      StylusSample(position: Point(100 + Double($0) * 9, 80), time: Double($0) / 60)
    }
    commands += session.handle(.down(finger, tip: samples[0])).commands
    commands += session.handle(.move(finger, settled: samples, tip: nil)).commands
    commands += session.handle(.up(finger, settled: [])).commands
    try await store.perform(commands)
  }

  private static func stroke(
    in contents: DocumentContents, _ ink: inout RandomInk
  ) -> StoreCommand {
    let made = ink.content(contents.nextContentID.number, count: 12, near: Point(50, 50))
    let stroke = Stroke(content: made.id, ink: ink.ink(), path: made.path, seed: made.seed)
    let element = Element(
      id: contents.nextElementID, order: .first, kind: .stroke(stroke))
    return .commit(
      step: contents.history.head + 1,
      edit: DrawingEdit(label: .draw, inserted: [element], contents: [made]))
  }

  /// An element with some of its numbers made wild.
  static func wild(_ element: Element, _ g: inout SeededGenerator) -> Element {
    var copy = element
    guard case .stroke(var stroke) = element.kind else { return copy }
    for _ in 0..<Int.random(in: 1...2, using: &g) {
      let x = Wild.double(&g)
      let i = Int.random(in: 0..<max(stroke.path.points.count, 1), using: &g)
      switch Int.random(in: 0..<12, using: &g) {
      case 0: copy.pageFromElement.a = x
      case 1: copy.pageFromElement.tx = x
      case 2: copy.pageFromElement.d = x
      case 3 where i < stroke.path.points.count: stroke.path.points[i].x = Float(x)
      case 4 where i < stroke.path.points.count: stroke.path.points[i].y = Float(x)
      case 5 where i < stroke.path.points.count: stroke.path.points[i].force = Float(x)
      case 6 where i < stroke.path.points.count: stroke.path.points[i].timeOffset = Float(x)
      case 7: stroke.ink.size = x
      case 8: stroke.path.lead = Float(x)
      case 9:
        let positions = [Point(x, 0), Point(40, Wild.double(&g))]
        stroke.trails = [EraserTrail(positions: positions, radius: 5)]
      case 10: stroke.trails = [EraserTrail(positions: [Point(50, 50)], radius: x)]
      default: stroke.path.points.removeAll()
      }
    }
    copy.kind = .stroke(stroke)
    return copy
  }

  /// Does with "a.plumbago" whatever the app does with a file.
  private static func read(_ folder: Folder, _ g: inout SeededGenerator) async throws {
    let path = folder["a.plumbago"]
    let before = folder.contents
    func expectUntouched(_ what: String) throws {
      // SQLite makes the index of a log anew whenever it opens one, and what is left of a torn
      // commit is saved to the other drawing.
      func counts(_ name: String) -> Bool {
        !name.hasSuffix("-shm") && name != "a (2).plumbago"
      }
      let now = folder.contents.filter { counts($0.key) }
      let old = before.filter { counts($0.key) }
      let changed = Set(now.keys).union(old.keys).filter { now[$0] != old[$0] }
      guard changed.isEmpty else { throw Failure("\(what) changed \(changed.sorted())") }
    }
    _ = try? await DocumentStore.inspect(path)
    try expectUntouched("inspecting")
    if let store = try? await DocumentStore.open(path, mode: .readOnly, kinds: .complete) {
      if let contents = try? await store.load() {
        try use(contents, &g)
        for step in contents.history.steps.suffix(4) {
          _ = try? await store.edit(step: step.number)
        }
        for case .stroke(let stroke) in contents.elements.map(\.kind).suffix(4) {
          _ = try? await store.content(stroke.content)
        }
      }
      _ = try? await store.verify()
      try await store.close()
    }
    try expectUntouched("reading")
    let saved = folder["saved.plumbago"]
    if (try? await DocumentStore.recover(from: path, to: saved)) != nil {
      let store = try await DocumentStore.open(saved)
      try await store.verify()
      try use(try await store.load(), &g)
      try await store.close()
      unlink(saved)
    }
    try expectUntouched("recovering")
    try await write(path, expectUntouched)
  }

  private static func write(
    _ path: String, _ expectUntouched: (String) throws -> Void
  ) async throws {
    guard let store = try? await DocumentStore.open(path, mode: .readWriteExisting) else {
      return try expectUntouched("refusing")
    }
    guard let contents = try? await store.load(), (try? await store.verify()) != nil else {
      await store.abandon()
      return
    }
    let session = CanvasSession(contents)
    let replay = StylusReplay(session)
    do {
      try await store.perform(session.recover().commands)
      try await store.perform(replay.play(scribble))
      try await store.verify()
      let now = try await store.load()
      guard now.drawing == session.drawing else { throw Failure("the file is not what shows") }
      try await store.close()
      let again = try await DocumentStore.open(path, mode: .readOnly)
      try await again.verify()
      guard try await again.load().drawing == now.drawing else {
        throw Failure("the file is not what was written")
      }
      try await again.close()
    } catch let error as DocumentStoreError {
      throw Failure("a file that was whole could not be written: \(error)")
    }
  }

  /// A pen draws across, and its other end erases.
  private static let scribble: StylusRecording = {
    var recording = StylusRecording(width: 800, height: 600)
    for (i, tool) in [StylusTool(.pen), StylusTool(.eraser)].enumerated() {
      let points = (0...20).map { Point(Double($0) * 20, Double($0 * 13 % 17) * 10) }
      for (k, point) in points.enumerated() {
        let sample = StylusSample(
          position: point, time: Double(i) + Double(k) / 100, force: 0.5)
        recording.records.append(
          .init(k == 0 ? .down : k == 20 ? .up : .move, tool: tool, sample: sample))
      }
    }
    return recording
  }()

  /// Paints and copies what a file shows.
  static func use(_ contents: DocumentContents, _ g: inout SeededGenerator) throws {
    let drawing = contents.drawing
    var options = ExportOptions(scale: [0.02, 0.1, 1].randomElement(using: &g) ?? 1)
    options.background = g.once(in: 2)
    _ = try? SVGExporter().data(of: drawing, options: options)
    let size = drawing.bounds
    // As large as a screen; more would only take longer.
    if size.width * options.scale < 2000, size.height * options.scale < 2000 {
      _ = try? PNGExporter().data(of: drawing, options: options)
    }
    // Pictures are copied with bytes, which are not here; `clips` has them.
    let copied = drawing.elements.filter { $0.kind.blobs.isEmpty }
    if !copied.isEmpty {
      let data = InkClip(copied, contents: [:]).data
      guard let back = InkClip(data: data, kinds: .complete) else {
        throw Failure("what is shown cannot be pasted")
      }
      guard back.data == data else { throw Failure("what is pasted is not what was copied") }
    }
    let session = CanvasSession(contents)
    // What a crash left becomes ink and text.
    if !session.recover().commands.isEmpty {
      _ = try? SVGExporter().data(of: session.drawing, options: options)
    }
    _ = session.undo()
    _ = session.redo()
  }
}
