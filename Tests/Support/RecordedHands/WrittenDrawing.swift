import InkModel
import InkStore

/// A drawing with handwriting and text boxes in it, made without a screen.
public struct WrittenDrawing {
  /// Strokes in canvas space.
  public var ink: [[Point]] = []
  /// Of all strokes.
  public var color = Ink.standard.color
  /// Text boxes and where they are, in canvas space.
  public var texts: [(text: String, box: Rect)] = []
  /// Pages of 600 by 800 points, one below the other, 24 points apart; 0 for a canvas without pages.
  public var pages = 0

  public init() {}

  /// Adds a line of somebody's hand.
  public mutating func write(_ line: RecordedWriting, in box: Rect) {
    ink += line.strokes(in: box)
  }

  /// Makes the drawing at a path, which nothing has.
  public func save(to path: String) async throws {
    var edit = DrawingEdit(label: .draw)
    if pages > 0 {
      var after = DrawingSettings.standard
      after.layout = .pages(PageSize(width: 600, height: 800), count: pages)
      edit.settings = SettingsChange(before: .standard, after: after)
    }
    var (id, order) = (Int64(1), OrderKey.first)
    var pen = Ink.standard
    pen.color = color
    for points in ink {
      var wet = WetStroke(tool: StylusTool(.pen), ink: pen, seed: 1)
      wet.append(
        points.enumerated().map { j, p in
          StylusSample(position: p, time: Double(j) / 120, force: 0.5, altitude: 1, azimuth: 0.8)
        })
      guard let content = wet.finished(id: ContentID(id)) else { continue }
      edit.contents.append(content)
      edit.inserted.append(
        Element(
          id: ElementID(id), order: order,
          kind: .stroke(
            Stroke(content: content.id, ink: pen, path: content.path, seed: content.seed))))
      (id, order) = (id + 1, order.next)
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
    let store = try await DocumentStore.open(path)
    try await store.perform([.commit(step: 1, edit: edit)])
    try await store.close()
  }
}
