/// The elements of a drawing in layer order, and its settings: a value that is cheap to copy and to keep.
///
/// Elements lie in chunks of at most ``chunkLimit``; a copy shares all chunks, and an edit copies
/// the chunks it touches. So a background worker can keep a snapshot while drawing continues, at
/// the cost of one chunk a stroke and not of the whole drawing.
///
/// Invariants, checked by ``checkInvariants()``:
/// 1. No chunk is empty or longer than ``chunkLimit``.
/// 2. Elements ascend in ``Element/paintsBelow(_:)``, within chunks and from chunk to chunk.
/// 3. A chunk's bounds hold the bounds of each of its elements.
/// 4. ``count`` is the number of all elements.
/// 5. Each element has the placement that ``settings`` give it.
/// 6. The pages of ``settings`` have the positions that ``arrangement`` gives them.
public struct Drawing: Sendable {
  public static let chunkLimit = 256

  struct Chunk: Sendable {
    var elements: [Element]
    /// The elements' bounds, packed for a fast search.
    var boxes: [Rect]
    var bounds: Rect

    init(_ elements: [Element]) {
      self.elements = elements
      boxes = elements.map(\.bounds)
      bounds = boxes.reduce(.empty) { $0.union($1) }
    }
  }

  private(set) var chunks: [Chunk] = []
  public private(set) var count = 0
  /// The paper, the pages, the layers and how colours are resolved.
  public private(set) var settings: DrawingSettings
  /// Where its pages stand, and those that it gets where it has none.
  public let arrangement: PageArrangement

  public init(settings: DrawingSettings = .standard) {
    self.settings = settings
    arrangement = settings.layout.arrangement
  }

  /// From elements in any order; O(n log n).
  ///
  /// Their identities must differ.
  public init(_ elements: [Element], settings: DrawingSettings = .standard) {
    self.init(elements, settings: settings, arrangement: settings.layout.arrangement)
  }

  /// - Parameter arrangement: That of the settings, where these have pages.
  init(_ elements: [Element], settings: DrawingSettings, arrangement: PageArrangement) {
    self.settings = settings
    self.arrangement = arrangement
    let sorted = elements.map { settings.placed($0) }.sorted { $0.paintsBelow($1) }
    count = sorted.count
    // Half full chunks would split late and waste memory early; three quarters is a compromise.
    let fill = Self.chunkLimit * 3 / 4
    chunks = stride(from: 0, to: sorted.count, by: fill).map {
      Chunk(Array(sorted[$0..<min($0 + fill, sorted.count)]))
    }
  }

  public var isEmpty: Bool { count == 0 }

  /// The bounds of everything painted, in canvas space.
  public var bounds: Rect { chunks.reduce(.empty) { $0.union($1.bounds) } }

  /// All elements in layer order, bottom first.
  public var elements: some Sequence<Element> { chunks.lazy.flatMap(\.elements) }

  /// The elements whose bounds meet `area`, in layer order.
  public func elements(in area: Rect) -> [Element] {
    var found: [Element] = []
    for chunk in chunks where chunk.bounds.intersects(area) {
      for (i, box) in chunk.boxes.enumerated() where box.intersects(area) {
        found.append(chunk.elements[i])
      }
    }
    return found
  }

  /// Applies an edit whole, or throws and changes nothing.
  ///
  /// The pages of the edit's settings get the arrangement of the drawing.
  ///
  /// What it removes lies where the settings before it place it, what it inserts where those after it do.
  ///
  /// - Returns: The bounds, before and after, of those elements that the edit does not name and that lie elsewhere now,
  ///   because their page does or their layer, or that look different because their layer does.
  @discardableResult
  public mutating func apply(_ edit: DrawingEdit) throws(DrawingError) -> Rect {
    var copy = self
    var moved = Rect.empty
    for e in edit.removed { try copy.remove(settings.placed(e)) }
    if let change = edit.settings?.arranged(as: arrangement) {
      guard copy.settings == change.before else { throw .otherSettings }
      copy.settings = change.after
      if change.movesElements { moved = copy.placeAll() }
      for id in change.layersThatLookDifferent { moved = moved.union(copy.bounds(ofLayer: id)) }
    }
    for e in edit.inserted { try copy.insert(copy.settings.placed(e)) }
    self = copy
    return moved
  }

  /// Moves all elements to where the settings place them; returns the bounds of what has moved, before and after.
  private mutating func placeAll() -> Rect {
    var moved = Rect.empty
    let placed = elements.map { old in
      let new = settings.placed(old)
      if new.placement != old.placement { moved = moved.union(old.bounds).union(new.bounds) }
      return new
    }
    if !moved.isEmpty {
      self = Drawing(placed, settings: settings, arrangement: arrangement)
    }
    return moved
  }

  /// Where `e` is, or would be: the chunk, the index in it, and whether it is there.
  private func locate(_ e: Element) -> (chunk: Int, index: Int, found: Bool) {
    var (low, high) = (0, chunks.count)
    while low < high {
      let mid = (low + high) / 2
      if let last = chunks[mid].elements.last, last.paintsBelow(e) {
        low = mid + 1
      } else {
        high = mid
      }
    }
    guard low < chunks.count else {
      return (max(chunks.count - 1, 0), chunks.last?.elements.count ?? 0, false)
    }
    let elements = chunks[low].elements
    var (a, b) = (0, elements.count)
    while a < b {
      let mid = (a + b) / 2
      if elements[mid].paintsBelow(e) { a = mid + 1 } else { b = mid }
    }
    return (low, a, a < elements.count && elements[a].id == e.id)
  }

  /// Whether these versions of elements are in it.
  public func holds(_ elements: [Element]) -> Bool {
    elements.allSatisfy { locate(settings.placed($0)).found }
  }

  private mutating func insert(_ e: Element) throws(DrawingError) {
    let slot = locate(e)
    guard !slot.found else { throw .duplicate(e.id) }
    count += 1
    guard !chunks.isEmpty else {
      chunks = [Chunk([e])]
      return
    }
    let c = slot.chunk
    chunks[c].elements.insert(e, at: slot.index)
    chunks[c].boxes.insert(e.bounds, at: slot.index)
    chunks[c].bounds = chunks[c].bounds.union(e.bounds)
    if chunks[c].elements.count > Self.chunkLimit {
      // New ink is on top, so the last chunk splits near its end and the rest stays full.
      let all = chunks[c].elements
      let cut = c == chunks.count - 1 ? all.count - 1 : all.count / 2
      chunks.replaceSubrange(c...c, with: [Chunk(Array(all[..<cut])), Chunk(Array(all[cut...]))])
    }
  }

  private mutating func remove(_ e: Element) throws(DrawingError) {
    let slot = locate(e)
    guard slot.found else { throw .missing(e.id) }
    count -= 1
    let c = slot.chunk
    chunks[c].elements.remove(at: slot.index)
    chunks[c].boxes.remove(at: slot.index)
    if chunks[c].elements.isEmpty {
      chunks.remove(at: c)
    } else {
      chunks[c].bounds = chunks[c].boxes.reduce(.empty) { $0.union($1) }
    }
  }

  /// Traps where an invariant is broken; O(n), for tests.
  public func checkInvariants() {
    precondition(settings.layout == settings.layout.arranged(as: arrangement))
    var total = 0
    var previous: Element?
    for chunk in chunks {
      precondition(!chunk.elements.isEmpty && chunk.elements.count <= Self.chunkLimit)
      for (e, box) in zip(chunk.elements, chunk.boxes) {
        if let previous { precondition(previous.paintsBelow(e)) }
        precondition(box == e.bounds && chunk.bounds.contains(box))
        precondition(settings.placed(e) == e)
        previous = e
      }
      precondition(chunk.boxes.count == chunk.elements.count)
      total += chunk.elements.count
    }
    precondition(total == count)
  }
}

extension Drawing: Equatable {
  /// The same elements in the same order, however they are chunked, on the same paper.
  public static func == (a: Drawing, b: Drawing) -> Bool {
    a.count == b.count && a.settings == b.settings && a.elements.elementsEqual(b.elements)
  }
}
