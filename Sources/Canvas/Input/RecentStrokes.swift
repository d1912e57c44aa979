import InkModel

/// Whether somebody draws on a canvas: a stroke is under way, or ended a moment ago.
///
/// While somebody does, a text field beside the canvas takes none of its strokes, though ink waits there. Fingers do not
/// count: one on the paper may be the palm of the hand that writes in the field. Times are seconds on one clock.
public struct RecentStrokes: Sendable {
  /// Seconds after a stroke in which the next one is still part of the same drawing.
  ///
  /// If they are fewer, a field takes strokes of a hand that stops to look; if they are more, a hand that goes from the
  /// paper to a field cannot leave that with its first letters.
  public static let memory = 1.0

  /// How many strokes of one drawing are kept, the last ones.
  ///
  /// More than the start of a word has.
  private static let mostKept = 8

  private var open: Set<ContactID> = []
  private var lastEnd = -Double.infinity
  /// Those of one drawing, in the order begun, with what is known of each that is under way.
  private var strokes: [(contact: ContactID, samples: [StylusSample])] = []

  public init() {}

  /// A tool did something on the canvas.
  public mutating func take(_ input: StylusInput, at time: Double) {
    switch input {
    case .down(let contact, let tip):
      guard contact.tool.kind != .finger else { return }
      if !isDrawing(at: time) { strokes = [] }
      open.insert(contact)
      strokes.append((contact, [tip]))
      strokes.removeFirst(max(strokes.count - Self.mostKept, 0))
    case .move(let contact, let settled, _): extend(contact, settled)
    case .up(let contact, let settled):
      extend(contact, settled)
      if open.remove(contact) != nil { lastEnd = time }
    case .lost(let contact): if open.remove(contact) != nil { lastEnd = time }
    case .cancelled(let contact):
      guard open.remove(contact) != nil else { return }
      lastEnd = time
      if let i = strokes.lastIndex(where: { $0.contact == contact }) { strokes.remove(at: i) }
    }
  }

  private mutating func extend(_ contact: ContactID, _ settled: [StylusSample]) {
    guard open.contains(contact), let i = strokes.lastIndex(where: { $0.contact == contact })
    else { return }
    strokes[i].samples += settled
  }

  /// The strokes of the drawing that ended a moment ago, in widget points, the last ones where they are many; none while
  /// one is under way, and none of a drawing that ended earlier.
  public func ended(at time: Double) -> [[StylusSample]] {
    open.isEmpty && isDrawing(at: time) ? strokes.map(\.samples) : []
  }

  /// They were taken back: nobody draws.
  public mutating func forget() {
    strokes = []
    lastEnd = -.infinity
  }

  /// Whether somebody draws.
  public func isDrawing(at time: Double) -> Bool {
    !open.isEmpty || time - lastEnd <= Self.memory
  }
}
