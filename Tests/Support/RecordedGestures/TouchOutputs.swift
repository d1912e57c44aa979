import Canvas
import InkModel

/// What came of touches.
extension [TouchOutput] {
  /// The gestures that were told, in order.
  public var effects: [Gesture.Effect] {
    compactMap { if case .gesture(let effect, _) = $0 { effect } else { nil } }
  }

  public var steps: [ViewStep] {
    compactMap { if case .view(let step) = $0 { step } else { nil } }
  }

  /// Contacts whose ink is on the paper.
  public var ink: Set<ContactID> {
    var ink: Set<ContactID> = []
    for case .ink(let input) in self {
      switch input {
      case .down(let contact, _): ink.insert(contact)
      case .cancelled(let contact): ink.remove(contact)
      default: break
      }
    }
    return ink
  }

  /// What the touches were taken for, in words.
  public var taken: String {
    var parts = effects.map(\.rawValue)
    if !ink.isEmpty { parts.append("ink") }
    let isRestored = steps.last?.isRestored ?? true
    if !isRestored, steps.contains(where: { !$0.isBegin && !$0.isRestored }) {
      parts.append("moves")
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension ViewStep {
  public var isBegin: Bool { if case .began = self { true } else { false } }
  public var isEnd: Bool {
    switch self {
    case .ended, .restored: true
    default: false
    }
  }
  public var isRestored: Bool { if case .restored = self { true } else { false } }
}

extension Gesture {
  /// What it should be taken for, in the words of `taken`.
  public var expected: String {
    switch effect {
    case .draw: "ink"
    case .pan, .moveView: "moves"
    // The first of the two taps chooses, as one tap does.
    case .zoom: "select, zoom"
    default: effect.rawValue
    }
  }

  /// Whether one finger draws where the gesture is done, in each of the modes in which it is one.
  public var modes: [Bool] { fingers == 1 ? [effect == .draw] : [false, true] }
}
