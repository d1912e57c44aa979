import Canvas
import InkModel

/// Moves and turns the ruler by two fingers (S76).
///
/// While they do, the view is as it was before.
final class RulerMover {
  private unowned let canvas: CanvasWidget
  private let viewMover: ViewMover
  /// With the ruler as it was before.
  private var grip = PairGrip<Ruler>()

  init(_ canvas: CanvasWidget, _ viewMover: ViewMover) {
    self.canvas = canvas
    self.viewMover = viewMover
  }

  /// Whether a step moves the ruler instead of the view; if so, it is performed.
  func takes(_ step: ViewStep) -> Bool {
    let session = canvas.session
    return grip.takes(step) { from in
      // One finger on it is enough: the other one may turn it from beside.
      let isOnRuler = [from.0, from.1].contains { session.rulerPart(at: $0, of: .finger) != nil }
      guard isOnRuler, let ruler = session.ruler else { return nil }
      viewMover.take(.restored)
      return ruler
    } move: { before, from, to in
      let rotation = session.viewport.rotation
      canvas.perform { $0.placeRuler(before.moved(from: from, to: to, over: rotation)) }
    } end: { before, keeping in
      if !keeping { canvas.perform { $0.placeRuler(before) } }
    }
  }
}
