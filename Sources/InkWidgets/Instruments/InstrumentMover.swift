import Canvas
import InkModel

/// Moves and turns the instrument over the paper by two fingers, and opens a compass (S76).
///
/// While they do, the view is as it was before.
final class InstrumentMover {
  private unowned let canvas: CanvasWidget
  private let viewMover: ViewMover
  /// With the instrument as it was before.
  private var grip = PairGrip<Instrument>()

  init(_ canvas: CanvasWidget, _ viewMover: ViewMover) {
    self.canvas = canvas
    self.viewMover = viewMover
  }

  /// Whether a step moves the instrument instead of the view; if so, it is performed.
  func takes(_ step: ViewStep) -> Bool {
    let session = canvas.session
    return grip.takes(step) { from in
      guard let instrument = session.instrument, instrument.isHeld(byFingersAt: from) else {
        return nil
      }
      viewMover.take(.restored)
      // Its size is told at the scale of the view.
      return session.instrument
    } move: { before, from, to in
      let view = session.viewport
      canvas.perform { $0.placeInstrument(before.moved(from: from, to: to, over: view)) }
    } end: { before, keeping in
      if !keeping { canvas.perform { $0.placeInstrument(before) } }
    }
  }
}
