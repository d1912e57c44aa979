import Canvas
import Glibc
import InkModel

/// Moves, scales and turns the selection by two fingers (S66, S79).
///
/// Invariants:
/// 1. Whether the fingers move the view or the selection is decided by their position when they first
///    move as a pair, and does not change until they lift.
/// 2. While they move the selection the view is as it was before.
final class SelectionMover {
  private enum State {
    case idle
    case undecided
    case holding
    case refused
  }

  private unowned let canvas: CanvasWidget
  private let viewMover: ViewMover
  private var state = State.idle

  init(_ canvas: CanvasWidget, _ viewMover: ViewMover) {
    self.canvas = canvas
    self.viewMover = viewMover
  }

  /// Whether a step moves the selection instead of the view; if so, it is performed.
  func takes(_ step: ViewStep) -> Bool {
    switch step {
    case .began:
      state = .undecided
      return false
    case .dragged: return state == .holding
    case .pinched(let from, let to):
      if state == .undecided {
        state = begin(at: from) ? .holding : .refused
        if state == .holding { viewMover.take(.restored) }
      }
      guard state == .holding else { return false }
      move(from, to)
      return true
    case .restored: return end(keeping: false)
    case .ended: return end(keeping: true)
    }
  }

  /// Begins to move the selection, if the middle of the fingers is on it, or a picture under both of them.
  private func begin(at from: (Point, Point)) -> Bool {
    let session = canvas.session
    let middle = from.0.lerp(to: from.1, 0.5)
    // What lies under them alone comes before the view (S70).
    if !session.isOnSelection(middle) {
      canvas.perform { $0.selectPicture(under: from.0, from.1) }
    }
    return session.isOnSelection(middle) && session.beginSelectionMotion()
  }

  private func move(_ from: (Point, Point), _ to: (Point, Point)) {
    let (before, after) = (from.1 - from.0, to.1 - to.0)
    guard before.length > 1, after.length > 1 else { return }
    let motion = canvas.session.viewport.motion(
      from: from.0.lerp(to: from.1, 0.5), to: to.0.lerp(to: to.1, 0.5),
      scale: after.length / before.length,
      angle: atan2(before.cross(after), before.dot(after)))
    canvas.perform { $0.moveSelection(through: motion) }
  }

  private func end(keeping: Bool) -> Bool {
    defer { state = .idle }
    guard state == .holding else { return false }
    canvas.perform { $0.endSelectionMotion(keeping: keeping) }
    return true
  }
}
