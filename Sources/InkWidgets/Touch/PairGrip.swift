import Canvas
import InkModel

/// What two fingers hold on the paper instead of moving the view: an instrument, the selection.
///
/// Invariant: whether they hold it is decided by their position when they first move as a pair, and does not change until
/// they lift.
struct PairGrip<Held> {
  private enum State {
    case idle
    case undecided
    case holding(Held)
    case refused
  }

  private var state = State.idle

  /// Whether a step is that of a grip instead of the view; if so, it is performed.
  ///
  /// - Parameters:
  ///   - begin: What fingers at these positions hold; `nil` for nothing.
  ///   - move: Is given where the fingers were when they landed, and where they are.
  ///   - end: Whether what was done stays.
  mutating func takes(
    _ step: ViewStep, begin: ((Point, Point)) -> Held?,
    move: (Held, _ from: (Point, Point), _ to: (Point, Point)) -> Void,
    end: (Held, _ keeping: Bool) -> Void
  ) -> Bool {
    switch step {
    case .began: state = .undecided
    case .dragged: break
    case .pinched(let from, let to):
      if case .undecided = state { state = begin(from).map { .holding($0) } ?? .refused }
      if case .holding(let held) = state { move(held, from, to) }
    case .restored, .ended:
      defer { state = .idle }
      guard case .holding(let held) = state else { return false }
      if case .ended = step { end(held, true) } else { end(held, false) }
      return true
    }
    if case .holding = state { return true }
    return false
  }
}
