import Canvas
import InkModel

/// Moves, scales and turns the selection by two fingers (S66, S79).
///
/// While they do, the view is as it was before.
final class SelectionMover {
  private unowned let canvas: CanvasWidget
  private let viewMover: ViewMover
  private var grip = PairGrip<Void>()

  init(_ canvas: CanvasWidget, _ viewMover: ViewMover) {
    self.canvas = canvas
    self.viewMover = viewMover
  }

  /// Whether a step moves the selection instead of the view; if so, it is performed.
  func takes(_ step: ViewStep) -> Bool {
    grip.takes(step) { from in
      guard begin(at: from) else { return nil }
      viewMover.take(.restored)
      return ()
    } move: { _, from, to in
      move(from, to)
    } end: { _, keeping in
      canvas.perform { $0.endSelectionMotion(keeping: keeping) }
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
    let fingers = PairMotion(from: from, to: to)
    guard fingers.hasDirection else { return }
    let motion = canvas.session.viewport.motion(of: fingers)
    canvas.perform { $0.moveSelection(through: motion) }
  }
}
