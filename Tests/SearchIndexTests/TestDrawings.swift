import Foundation
import Handwriting
import InkModel
import InkStore
import PageReading
import RecordedHands
import RepositoryFiles
import SearchIndex

/// A folder of drawings, and an index beside it.
struct TestDrawings {
  let folder: TemporaryFolder
  var path: String { folder.url.path + "/drawings" }
  var indexPath: String { folder.url.path + "/cache/index.db" }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true)
  }

  func index() throws -> SearchIndex { try SearchIndex(at: indexPath) }

  static func reader() throws -> PageReader {
    PageReader(
      pack: try LanguagePack(.english, at: Repository.url("data/recognition/en").path))
  }

  /// Strokes of a line of somebody's hand, 20 high, from a point on.
  static func ink(_ line: RecordedWriting, at p: Point) -> [[Point]] {
    line.strokes.map { $0.map { p + ($0 - .zero) * 0.2 } }
  }

  /// Adds a step with strokes and texts to a drawing, which is made where there is none.
  func draw(
    _ name: String, _ ink: [[Point]] = [], texts: [(String, Rect)] = [], deleting: Int = 0,
    pages: Int = 0
  ) async throws {
    let store = try await DocumentStore.open(path + "/" + name)
    let contents = try await store.load()
    var edit = DrawingEdit(label: .draw)
    var (id, content) = (contents.nextElementID.number, contents.nextContentID.number)
    let drawing = contents.drawing
    let layout =
      pages > 0
      ? PageLayout.pages(PageSize(width: 600, height: 800), count: pages) : drawing.settings.layout
    if pages > 0 {
      var after = drawing.settings
      after.layout = layout
      edit.settings = SettingsChange(before: drawing.settings, after: after)
    }
    edit.removed = Array(drawing.elements.suffix(deleting))
    var order = contents.elements.map(\.order).max()?.next ?? .first
    for points in ink {
      var wet = WetStroke(tool: StylusTool(.pen), ink: .standard, seed: 1)
      wet.append(
        points.enumerated().map { j, p in
          StylusSample(position: p, time: Double(j) / 120, force: 0.5, altitude: 1, azimuth: 0.8)
        })
      guard let made = wet.finished(id: ContentID(content)) else { continue }
      edit.contents.append(made)
      edit.inserted.append(
        Element(
          id: ElementID(id), order: order,
          kind: .stroke(
            Stroke(content: made.id, ink: .standard, path: made.path, seed: made.seed))))
      (id, content, order) = (id + 1, content + 1, order.next)
    }
    for (text, box) in texts {
      edit.inserted.append(
        Element(
          id: ElementID(id), order: order,
          canvasFromElement: .translation(Vector(box.minX, box.minY)),
          kind: .other(
            TextBox(
              [TextRun(text, family: "Sans", size: 12)],
              extent: Rect(x: 0, y: 0, width: box.width, height: box.height)))))
      (id, order) = (id + 1, order.next)
    }
    try await store.perform([
      .commit(step: (contents.history.steps.last?.number ?? 0) + 1, edit: edit)
    ])
    try await store.close()
  }
}
