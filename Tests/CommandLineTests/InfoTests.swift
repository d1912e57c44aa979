import Foundation
import InkModel
import InkStore
import RepositoryFiles
import Testing

@Suite struct InfoTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `info tells what the file holds`(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago", seed: seed)
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.format == DocumentFormat.version)
    #expect(info.title == nil)
    #expect(info.strokes == document.drawing.count)
    #expect(info.undo == document.steps.count { $0.number <= document.head })
    #expect(info.redo == document.steps.count { $0.number > document.head })
    let contents = Dictionary(
      uniqueKeysWithValues: document.contents.map { ($0.id, $0.samples.count) })
    let samples = Set(
      document.drawing.elements.compactMap { element -> ContentID? in
        guard case .stroke(let stroke) = element.kind else { return nil }
        return stroke.content
      })
    #expect(info.samples == samples.reduce(0) { $0 + (contents[$1] ?? 0) })
    let box = document.drawing.bounds
    if let bounds = info.bounds {
      // Bounds are kept with the precision of the path's points.
      #expect(abs(bounds.x - box.minX) < 0.02 && abs(bounds.y - box.minY) < 0.02)
      #expect(abs(bounds.width - box.width) < 0.04 && abs(bounds.height - box.height) < 0.04)
    } else {
      #expect(box.isEmpty)
    }
  }

  @Test func `an empty drawing has no bounds and nothing to undo`() async throws {
    let folder = try TemporaryFolder()
    try await folder.emptyDrawing("a.plumbago")
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.strokes == 0 && info.samples == 0 && info.bounds == nil)
    #expect(info.undo == 0 && info.redo == 0)
    let text = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(text.standardOutput.contains("nothing drawn"))
  }

  @Test func `info for people has a line for each fact`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    try await store.perform([.setMetadata(.title, "A “title”")])
    try await store.close()
    let run = try Plumbago.run(["info", "a.plumbago"], in: folder)
    #expect(run.status == 0 && run.standardError.isEmpty)
    let lines = run.standardOutput.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(lines.first == "Title: A “title”")
    #expect(try Info(of: "a.plumbago", in: folder).title == "A “title”")
  }

  @Test func `info tells pages, pictures, texts, shapes and layers`() async throws {
    let folder = try TemporaryFolder()
    try await folder.emptyDrawing("plain.plumbago")
    let plain = try Info(of: "plain.plumbago", in: folder)
    #expect(plain.pages == nil && plain.pictures == 0 && plain.texts == 0 && plain.shapes == 0)
    #expect(plain.layers == [Info.Layer(name: "", hidden: false, locked: false, opacity: 1)])

    let store = try await DocumentStore.open(folder.path("a.plumbago"), kinds: .complete)
    let draft = try await store.beginBlob(type: "image/png")
    try await store.append([1, 2, 3], to: draft)
    let blob = try await store.finish(draft)
    var after = DrawingSettings(layout: .pages(PageSize(width: 300, height: 400), count: 3))
    after.layout = after.layout.changing([2]) { $0.label = "iv" }
    after.layers.append(
      Layer(
        id: 1, order: OrderKey.first.next, name: "下書き", isHidden: true, isLocked: true,
        opacity: 0.5))
    let values: [any ElementValue] = [
      PlacedPicture(blob: blob, width: 20, height: 10),
      PlacedPicture(blob: blob, width: 20, height: 10),
      TextBox(
        [TextRun("A", family: "Sans", size: 9)], extent: Rect(x: 0, y: 0, width: 9, height: 9)),
      Shape(.line(.zero, Point(30, 5)), ink: .standard, seed: 1),
    ]
    let elements = values.enumerated().map { i, value in
      Element(id: ElementID(Int64(i + 1)), order: .first, kind: .other(value))
    }
    try await store.perform([
      .commit(
        step: 1,
        edit: DrawingEdit(
          label: .paste, inserted: elements,
          settings: SettingsChange(before: .standard, after: after)))
    ])
    try await store.close()
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.pages == Info.Pages(count: 3, width: 300, height: 400, labels: [nil, "iv", nil]))
    #expect(info.pictures == 2 && info.texts == 1 && info.shapes == 1 && info.strokes == 0)
    #expect(info.unknownElements == 0)
    #expect(
      info.layers.last == Info.Layer(name: "下書き", hidden: true, locked: true, opacity: 0.5))
    let text = try Plumbago.run(["info", "a.plumbago"], in: folder).standardOutput
    for line in ["Pictures: 2", "Texts: 1", "Shapes: 1", "Layers: 2"] {
      #expect(text.split(separator: "\n").contains { $0 == line }, "\(text)")
    }
  }

  @Test func `info leaves file and folder as they were`() async throws {
    let folder = try TemporaryFolder()
    try await folder.drawing("a.plumbago")
    let before = try folder.bytes("a.plumbago")
    for arguments in [["info", "a.plumbago"], ["info", "--json", "a.plumbago"]] {
      #expect(try Plumbago.run(arguments, in: folder).status == 0)
    }
    #expect(try folder.bytes("a.plumbago") == before)
    #expect(folder.names == ["a.plumbago"])
  }

  @Test func `info reads beside a process that writes`() async throws {
    let folder = try TemporaryFolder()
    let document = try await folder.drawing("a.plumbago")
    let store = try await DocumentStore.open(folder.path("a.plumbago"))
    try await store.perform([.setMetadata(.title, "in the log")])
    let info = try Info(of: "a.plumbago", in: folder)
    #expect(info.title == "in the log")
    #expect(info.strokes == document.drawing.count)
    try await store.close()
  }
}
