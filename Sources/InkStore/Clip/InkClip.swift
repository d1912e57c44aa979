import InkModel

/// Elements copied from one drawing for another: the contents of the clipboard.
///
/// 1. Made of elements of a drawing and what they were made from; erased ink is left
///    out.
/// 2. ``data`` are the bytes; ``init(data:kinds:)`` reads bytes of any origin, hostile ones included.
/// 3. Pasting numbers the elements and contents anew.
///
/// Invariants: elements are in layer order and numbered from 1; each stroke uses one of ``contents``,
/// numbered from 1 as well; each content is used. What elements show of other bytes is among ``blobs``, and no more.
public struct InkClip: Hashable, Sendable {
  public private(set) var elements: [Element]
  public private(set) var contents: [StrokeContent]
  /// In the order in which elements first show them.
  public private(set) var blobs: [Blob]

  /// Bytes of a picture, as they came.
  public struct Blob: Hashable, Sendable {
    public let id: BlobID
    /// Its media type.
    public let type: String
    public let bytes: [UInt8]

    /// Bytes that are known to have this identity.
    public init(_ id: BlobID, type: String, bytes: [UInt8]) {
      (self.id, self.type, self.bytes) = (id, type, bytes)
    }

    /// Bytes of any origin, whose identity is found out.
    public init(type: String, bytes: [UInt8]) {
      var sum = SHA256()
      sum.add(bytes)
      guard let id = BlobID(sum.value) else { preconditionFailure("a sum has another length") }
      self.init(id, type: type, bytes: bytes)
    }

    public static func == (a: Blob, b: Blob) -> Bool { a.id == b.id && a.type == b.type }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The most bytes of pictures that a clip takes.
  ///
  /// Larger: all of them are in memory, here and in the program that pastes them.
  public static let mostBlobBytes: Int64 = 256 << 20
  /// The most bytes of a media type's name.
  static let mostTypeBytes = 200

  /// The name of the format among the types of a clipboard.
  public static let mimeType = "application/x-plumbago-ink"

  /// - Parameters:
  ///   - elements: In any order. Those with numbers beyond ``ElementLimits``, which no file has, are left out.
  ///   - known: What they were made from. Where that is missing, a stroke's path is used.
  ///   - bytes: What they show. Where that is missing, or beyond ``mostBlobBytes`` in all, an element is left out.
  public init(
    _ elements: [Element], contents known: [ContentID: StrokeContent],
    blobs bytes: [BlobID: Blob] = [:]
  ) {
    self.elements = []
    contents = []
    var numbers: [ContentID: ContentID] = [:]
    let (sorted, blobs) = Self.withBlobs(
      elements.filter(\.isWithinLimits).sorted { $0.paintsBelow($1) }, bytes)
    self.blobs = blobs
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

  init(elements: [Element], contents: [StrokeContent], blobs: [Blob]) {
    self.elements = elements
    self.contents = contents
    self.blobs = blobs
  }

  /// The elements whose bytes are there, and those bytes.
  static func withBlobs(
    _ elements: [Element], _ known: [BlobID: Blob]
  ) -> (elements: [Element], blobs: [Blob]) {
    var blobs: [Blob] = []
    var taken: Set<BlobID> = []
    var room = mostBlobBytes
    let shown = elements.filter { element in
      let new = element.kind.blobs.filter { !taken.contains($0) }
      let found = new.compactMap { known[$0] }
      let size = found.reduce(0) { $0 + Int64($1.bytes.count) }
      guard found.count == new.count, size <= room else { return false }
      room -= size
      blobs += found
      taken.formUnion(new)
      return true
    }
    return (shown, blobs)
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
