import Canvas
import InkModel

/// Moves and turns the ruler by two fingers (S76).
///
/// Invariant: whether the fingers move the ruler is decided by their position when they first move as a pair, and does not
/// change until they lift; the view is then as it was before.
final class RulerMover {
  private enum State {
    case idle
    case undecided
    /// With the ruler as it was before.
    case holding(Ruler)
    case refused
  }

  private unowned let canvas: CanvasWidget
  private let viewMover: ViewMover
  private var state = State.idle

  init(_ canvas: CanvasWidget, _ viewMover: ViewMover) {
    self.canvas = canvas
    self.viewMover = viewMover
  }

  /// Whether a step moves the ruler instead of the view; if so, it is performed.
  func takes(_ step: ViewStep) -> Bool {
    switch step {
    case .began:
      state = .undecided
      return false
    case .dragged: return isHolding
    case .pinched(let from, let to):
      if case .undecided = state { begin(at: from) }
      guard case .holding(let before) = state else { return false }
      let rotation = canvas.session.viewport.rotation
      canvas.perform { $0.placeRuler(before.moved(from: from, to: to, over: rotation)) }
      return true
    case .restored:
      guard case .holding(let before) = state else { return end() }
      canvas.perform { $0.placeRuler(before) }
      return end()
    case .ended: return end()
    }
  }

  private var isHolding: Bool { if case .holding = state { true } else { false } }

  private func begin(at from: (Point, Point)) {
    let session = canvas.session
    // One finger on it is enough: the other one may turn it from beside.
    let isOnRuler = [from.0, from.1].contains { session.rulerPart(at: $0, of: .finger) != nil }
    guard isOnRuler, let ruler = session.ruler else { return state = .refused }
    state = .holding(ruler)
    viewMover.take(.restored)
  }

  private func end() -> Bool {
    defer { state = .idle }
    return isHolding
  }
}
