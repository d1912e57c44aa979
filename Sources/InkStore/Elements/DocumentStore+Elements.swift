import InkModel

extension DocumentStore {
  /// What elements were made from: as it was recorded, or made from the stroke where that is lost.
  static func contents(
    of elements: [Element], recorded: [StrokeContent]
  ) -> [ContentID: StrokeContent] {
    var known: [ContentID: StrokeContent] = [:]
    for content in recorded { known[content.id] = content }
    var used: [ContentID: StrokeContent] = [:]
    for stroke in elements.compactMap(\.kind.inkStroke) where used[stroke.content] == nil {
      used[stroke.content] = known[stroke.content] ?? StrokeContent(from: stroke)
    }
    return used
  }

  /// The name of an element's kind and what its own columns hold.
  ///
  /// With what is above the only code of this module that distinguishes kinds when it writes; ``ElementRow`` does when it
  /// reads.
  func columns(
    of element: Element, new contents: [ContentID: StrokeContent], in c: Connection
  ) throws(DocumentStoreError) -> (kind: String, own: ElementRow.Own) {
    let id = element.id.number
    switch element.kind {
    case .stroke(let stroke):
      let recorded: (path: StrokePath, seed: UInt32)
      if let content = contents[stroke.content] {
        recorded = (content.path, content.seed)
      } else if let stored = try ContentRow.pathAndSeed(stroke.content.number, in: c) {
        recorded = stored
      } else {
        throw .invalid("element \(id) uses content \(stroke.content.number), which is missing")
      }
      let ink = try number(of: stroke.ink, in: c)
      return (
        StrokeCodec.kindName,
        StrokeCodec.columns(stroke, row: id, ink: ink, recorded: recorded)
      )
    case .other(let value):
      guard let (name, blob) = kinds.write(value, row: id) else {
        throw .invalid("element \(id) is of a kind that this store does not know")
      }
      return (name, ElementRow.Own(extra: blob))
    }
  }
}

extension DocumentStatistics {
  /// Counts an element that shows under its kind.
  mutating func count(_ element: Element) {
    guard let value = element.kind.otherValue else {
      strokes += 1
      return
    }
    otherElements += 1
    switch value {
    case is PlacedPicture: pictures += 1
    case is TextBox: texts += 1
    case is Shape: shapes += 1
    default: break
    }
  }
}
