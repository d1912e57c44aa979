import InkModel

/// The tool that hovers over the canvas, and where.
///
/// Told of hovering by ``hover(_:_:)`` and of drawing by ``take(_:)``; ``preview(in:fade:)`` answers
/// what is to be seen of it. Hearing of a hovering tool and hearing of a drawing one are two things,
/// and either works without the other (S97).
///
/// Invariants:
/// 1. Nothing here changes a drawing, a tool or a setting, whatever hovers (S26).
/// 2. One tool hovers at most: the one heard of last.
/// 3. A tool that touches does not hover. Where it lifts it hovers from that moment on (S98), unless
///    it vanished instead.
public struct Hover: Hashable, Sendable {
  /// What hovers, `nil` where nothing does.
  public private(set) var tool: StylusTool?
  /// Where it is and how it is held, in widget points.
  public private(set) var sample: StylusSample?
  /// The height to fade by, `nil` where it is not known.
  public private(set) var height: Double?

  private var senses: [StylusTool: HeightSense] = [:]
  /// Where tools that touch are.
  private var tips: [ContactID: StylusSample] = [:]

  public init() {}

  /// A tool hovers at a place, in widget points; `nil` says that it went.
  public mutating func hover(_ tool: StylusTool, _ sample: StylusSample?) {
    guard let sample, sample.position.isFinite else {
      if self.tool == tool { forget() }
      return
    }
    self.tool = tool
    self.sample = sample
    height = senses[tool, default: HeightSense()].height(sample.distance)
  }

  /// Whether a tool draws.
  public func isTouching(_ tool: StylusTool) -> Bool { tips.keys.contains { $0.tool == tool } }

  /// A tool draws.
  public mutating func take(_ input: StylusInput) {
    switch input {
    case .down(let contact, let tip):
      tips[contact] = tip
      if contact.tool == tool { forget() }
    case .move(let contact, let settled, let tip):
      if let last = tip ?? settled.last, tips[contact] != nil { tips[contact] = last }
    case .up(let contact, let settled):
      guard var last = tips.removeValue(forKey: contact) else { return }
      last = settled.last ?? last
      // A finger that lifts is gone.
      guard contact.tool.kind != .finger, last.position.isFinite else { return }
      tool = contact.tool
      sample = last
      height = 0
    case .lost(let contact), .cancelled(let contact):
      tips[contact] = nil
      if contact.tool == tool { forget() }
    }
  }

  private mutating func forget() {
    tool = nil
    sample = nil
    height = nil
  }
}
