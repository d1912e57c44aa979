/// One touch of one tool, from down to up.
///
/// Two tools, or two fingers, never share one.
public struct ContactID: Hashable, Sendable {
  public var tool: StylusTool
  /// Distinguishes the fingers of a hand; 0 for anything that has one tip.
  public var sequence: UInt

  public init(_ tool: StylusTool, sequence: UInt = 0) {
    self.tool = tool
    self.sequence = sequence
  }

  /// By one number, since each report of a pen looks its contact up a dozen times.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(truncatingIfNeeded: sequence) &+ tool.serial)
  }
}

/// What a tool did, as the toolkit layer reports it.
///
/// Positions are widget points.
public enum StylusInput: Sendable {
  /// Contact began at `tip`, whose axes may still change.
  case down(ContactID, tip: StylusSample)
  /// The samples that are settled since the last input, oldest first, and where the tip is now.
  case move(ContactID, settled: [StylusSample], tip: StylusSample?)
  /// Contact ended, with what was still to settle.
  case up(ContactID, settled: [StylusSample])
  /// The tool left in mid-stroke (out of range, unplugged, focus lost): what is drawn stays.
  case lost(ContactID)
  /// The system took the touch for a gesture of its own: what is drawn is removed.
  case cancelled(ContactID)

  /// The newest sample of the tool, settled or not; `nil` where the input has none.
  public var tip: StylusSample? {
    switch self {
    case .down(_, let tip): tip
    case .move(_, let settled, let tip): tip ?? settled.last
    case .up(_, let settled): settled.last
    case .lost, .cancelled: nil
    }
  }
}
