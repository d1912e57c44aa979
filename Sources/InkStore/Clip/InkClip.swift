import InkModel

/// Elements copied from one drawing for another: the contents of the clipboard.
///
/// 1. Made of elements of a drawing and what they were made from; erased ink is left
///    out.
/// 2. ``data`` are the bytes; ``init(data:kinds:)`` reads bytes of any origin, hostile ones included.
/// 3. Pasting numbers the elements and contents anew.
///
/// Invariants: elements are in layer order and numbered from 1; each stroke uses one of ``contents``,
/// numbered from 1 as well; each content is used.
public struct InkClip: Hashable, Sendable {
  public private(set) var elements: [Element]
  public private(set) var contents: [StrokeContent]

  /// The name of the format among the types of a clipboard.
  public static let mimeType = "application/x-plumbago-ink"

  /// - Parameters:
  ///   - elements: In any order. Those with numbers beyond ``ElementLimits``, which no file has, are left out.
  ///   - known: What they were made from. Where that is missing, a stroke's path is used.
  public init(_ elements: [Element], contents known: [ContentID: StrokeContent]) {
    self.elements = []
    contents = []
    var numbers: [ContentID: ContentID] = [:]
    let sorted = elements.filter(\.isWithinLimits).sorted { $0.paintsBelow($1) }
    var users: [ContentID: [Stroke]] = [:]
    for stroke in sorted.compactMap(\.kind.inkStroke) {
      users[stroke.content, default: []].append(stroke)
    }
    for element in sorted {
      var kind = element.kind
      if let whole = kind.inkStroke {
        var stroke = whole.trimmed
        if let number = numbers[whole.content] {
          stroke.content = number
        } else {
          let number = ContentID(Int64(contents.count + 1))
          numbers[whole.content] = number
          stroke.content = number
          var content = known[whole.content] ?? StrokeContent(from: whole)
          content.id = number
          content.cut(to: users[whole.content] ?? [])
          contents.append(content)
        }
        kind = .stroke(stroke)
      }
      self.elements.append(
        Element(
          id: ElementID(Int64(self.elements.count + 1)), order: element.order,
          canvasFromElement: element.canvasFromElement, kind: kind))
    }
  }

  init(elements: [Element], contents: [StrokeContent]) {
    self.elements = elements
    self.contents = contents
  }

  /// The bounds of all that is painted, in canvas points.
  public var bounds: Rect { elements.reduce(.empty) { $0.union($1.bounds) } }
}

extension StrokeContent {
  /// A content made from a stroke whose samples are not known.
  public init(from stroke: Stroke) {
    self.init(
      id: stroke.content, tool: StylusTool(.pen),
      samples: stroke.path.points.map {
        StylusSample(
          position: $0.position, time: Double($0.timeOffset), force: $0.force,
          altitude: $0.altitude, azimuth: $0.azimuth)
      }, path: stroke.path, modelerVersion: 0, seed: stroke.seed)
  }

  /// Keeps what the strokes that were made from it show, where all of them were cut.
  fileprivate mutating func cut(to strokes: [Stroke]) {
    guard strokes.allSatisfy({ !$0.spans.isEmpty }) else { return }
    // Samples have times to a microsecond, paths have floats: they agree within this.
    let slack: Float = 0.000_02
    let spans = strokes.flatMap(\.shownPoints).compactMap { points in
      points.map(\.timeOffset).min().flatMap { low in
        points.map(\.timeOffset).max().map { low - slack...$0 + slack }
      }
    }
    path.points.removeAll { p in !spans.contains { $0.contains(p.timeOffset) } }
    samples.removeAll { s in !spans.contains { $0.contains(Float(s.time)) } }
  }
}
