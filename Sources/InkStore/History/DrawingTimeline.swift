import InkModel

/// All that a drawing showed at any step of its history, in memory: a value from which any moment is made at once.
///
/// A **moment** is how many steps are done, from 0, before all of them, to ``count``, the present. Steps that were undone
/// are no part of it.
public struct DrawingTimeline: Sendable {
  /// A step that is done.
  public struct Step: Hashable, Sendable {
    public var number: Int
    public var label: EditLabel
    /// When, in milliseconds since 1970, UTC.
    public var time: Int64
  }

  struct Version: Sendable {
    var element: Element
    var born: Int64
    var died: Int64

    func shows(at step: Int64) -> Bool { born <= step && died > step }
  }

  /// In order.
  public let steps: [Step]
  private let versions: [Version]
  private let settings: SettingsRows

  init(steps: [Step], versions: [Version], settings: SettingsRows) {
    self.steps = steps
    self.versions = versions
    self.settings = settings
  }

  /// How many steps there are, and the moment that is the present.
  public var count: Int { steps.count }

  /// The number of the last step that is done at a moment, 0 where none is.
  public func step(at moment: Int) -> Int { moment > 0 ? steps[moment - 1].number : 0 }

  /// What the drawing showed at a moment; O(n log n) in its elements.
  public func drawing(at moment: Int) -> Drawing {
    let step = Int64(step(at: moment))
    return Drawing(
      versions.lazy.filter { $0.shows(at: step) }.map(\.element),
      settings: settings.settings(at: step))
  }

  /// The parts of the canvas that look different at two moments of the same settings; the drawings at these are given.
  ///
  /// - Returns: Few rectangles, which may hold more than what differs.
  public func difference(from a: Int, to b: Int, under settings: DrawingSettings) -> [Rect] {
    let (a, b) = (Int64(step(at: a)), Int64(step(at: b)))
    var areas: [Rect] = []
    for version in versions where version.shows(at: a) != version.shows(at: b) {
      let bounds = settings.placed(version.element).bounds
      if areas.count < Self.mostAreas {
        areas.append(bounds)
      } else {
        areas[Self.mostAreas - 1] = areas[Self.mostAreas - 1].union(bounds)
      }
    }
    return areas
  }

  /// More of them cost more to paint than what lies between them.
  private static let mostAreas = 32
}

extension DocumentStore {
  /// Reads all of the history up to the head.
  ///
  /// Elements of kinds that are not known, and those that make no sense, are left out.
  ///
  /// - Parameter drawing: What shows at the head: its elements are taken for those of the file, and need no memory twice.
  public func timeline(
    sharing drawing: Drawing = Drawing()
  ) throws(DocumentStoreError) -> DrawingTimeline {
    let c = try connection()
    return try c.reading { () throws(DocumentStoreError) in try timeline(drawing, from: c) }
  }

  private func timeline(
    _ drawing: Drawing, from c: Connection
  ) throws(DocumentStoreError) -> DrawingTimeline {
    try refresh()
    let head = history.head
    let steps = try StepRow.all(in: c).filter { $0.number <= head }.map {
      DrawingTimeline.Step(
        number: Int($0.number), label: EditLabel(rawValue: $0.label), time: $0.time)
    }
    let settings = try SettingsRows(in: c)
    let current = settings.settings(at: head)
    let known = Dictionary(drawing.elements.map { ($0.id, $0) }) { first, _ in first }
    let s = try translating { () throws(SQLiteError) in
      let s = try c.statement(
        "SELECT \(ElementRow.joined), e.died FROM \(ElementRow.source) WHERE e.born <= ?")
      try s.bind(head)
      return s
    }
    defer { s.reset() }
    let died = Int32(ElementRow.joined.split(separator: ",").count)
    var versions: [DrawingTimeline.Version] = []
    var last: (content: Int64, path: StrokePath)?
    while try translating(s.step) {
      guard
        case .element(let element) = try ElementRow.read(
          s, inks: inks, kinds: kinds, in: current, last: &last)
      else { continue }
      versions.append(
        DrawingTimeline.Version(
          element: known[element.id] ?? element, born: s.int(ElementRow.bornColumn),
          died: s.intIfAny(died) ?? .max))
    }
    return DrawingTimeline(steps: steps, versions: versions, settings: settings)
  }

  /// Writes what the drawing showed after a step, or before all of them (0), to another file, without any history.
  ///
  /// Otherwise as ``copy(to:includingHistory:)``.
  public func copy(to path: String, asOf step: Int) throws(DocumentStoreError) {
    guard step >= 0, step <= history.head else { throw .invalid("there is no step \(step)") }
    try copy(to: path, includingHistory: false, asOf: Int64(step))
  }
}
