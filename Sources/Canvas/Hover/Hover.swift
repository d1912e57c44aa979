import InkModel

/// The tool that hovers over the canvas, and its position.
///
/// ``hover(_:_:)`` takes reports of hovering and ``take(_:)`` those of drawing; ``preview(in:fade:)`` gives
/// what is shown. The two kinds of reports are independent
/// (S97).
///
/// Invariants:
/// 1. Nothing here changes a drawing, a tool or a setting, whatever hovers (S26).
/// 2. At most one tool hovers: the one that reported last.
/// 3. A tool that touches does not hover. Where it lifts it hovers from that moment on (S98), unless
///    it was lost instead.
public struct Hover: Hashable, Sendable {
  /// What hovers, `nil` where nothing does.
  public private(set) var tool: StylusTool?
  /// Its position and axes, in widget points.
  public private(set) var sample: StylusSample?
  /// The height to fade by, `nil` where it is not known.
  public private(set) var height: Double?

  private var senses: [StylusTool: HeightSense] = [:]
  /// The positions of tools that touch.
  private var tips: [ContactID: StylusSample] = [:]

  public init() {}

  /// A tool hovers at a position, in widget points; `nil` where it left.
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
      // A finger that lifts does not hover.
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
