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

  private var open: Set<ContactID> = []
  private var lastEnd = -Double.infinity

  public init() {}

  /// A tool did something on the canvas.
  public mutating func take(_ input: StylusInput, at time: Double) {
    switch input {
    case .down(let contact, _): if contact.tool.kind != .finger { open.insert(contact) }
    case .move: break
    case .up(let contact, _), .lost(let contact), .cancelled(let contact):
      if open.remove(contact) != nil { lastEnd = time }
    }
  }

  /// Whether somebody draws.
  public func isDrawing(at time: Double) -> Bool {
    !open.isEmpty || time - lastEnd <= Self.memory
  }
}
