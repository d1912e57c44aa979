import Canvas
import Gtk
import GtkScribble
import InkModel
import InkWidgets

/// Keeps fields beside the paper from taking the strokes of a drawing.
///
/// Ink that waits in a field goes on where the next stroke begins, over the paper too. While somebody draws there
/// (``Canvas/RecentStrokes``) a stroke that begins on the paper is the paper's instead, whatever waits beside it, and what
/// goes on with the drawing in a field is not the field's. With the text tool the pen does not draw.
///
/// A hand that aims at the start of a field may come down on the paper before it: the letters that it draws there are taken
/// back, and become text with the rest of their word (``GtkScribble/ScribbleInteraction``).
final class PaperStrokes: ScribbleInteractionDelegate {
  private let canvas: CanvasWidget
  private var session: CanvasSession { canvas.session }
  private var recent = RecentStrokes()
  /// How many strokes have begun on the paper; fingers are not counted.
  private(set) var count = 0
  /// How many steps of the history were done before the drawing.
  private var stepsBefore = 0
  /// How many strokes were taken back last, and how many steps were done then.
  private var givenUp: (count: Int, position: Int)?

  init(_ canvas: CanvasWidget) {
    self.canvas = canvas
    ScribbleInteraction(on: canvas.widget, delegate: self)
  }

  /// A tool did something on the paper.
  func take(_ input: StylusInput) {
    let now = session.clock.now
    if case .down(let contact, _) = input {
      if !recent.isDrawing(at: now) { stepsBefore = session.history.position }
      if contact.tool.kind != .finger { count += 1 }
    }
    recent.take(input, at: now)
  }

  /// Whether a tool is down on the paper, a stroke ended there a moment ago, or a pen writes with the text tool.
  var isDrawing: Bool {
    session.isBusy || recent.isDrawing(at: session.clock.now)
      || session.picker.tool == .text && !ScribbleController.mayMove
  }

  func interaction(_ interaction: ScribbleInteraction, shouldBeginAt point: Point) -> Bool {
    session.picker.tool == .text || !recent.isDrawing(at: session.clock.now)
  }

  func interactionRecentStrokes(_ interaction: ScribbleInteraction) -> [[StylusSample]] {
    session.picker.tool == .text ? [] : recent.ended(at: session.clock.now)
  }

  func interactionGivesUpStrokes(_ interaction: ScribbleInteraction) -> Bool {
    let count = recent.ended(at: session.clock.now).count
    // Each has become a step, and nothing else has: none was an eraser's.
    guard session.history.position == stepsBefore + count,
      let update = session.takeBackStrokes(count)
    else { return false }
    canvas.perform { _ in update }
    recent.forget()
    givenUp = (count, session.history.position)
    return true
  }

  func interactionRestoresStrokes(_ interaction: ScribbleInteraction) {
    guard let givenUp, session.history.position == givenUp.position else { return }
    self.givenUp = nil
    for _ in 0..<givenUp.count { canvas.perform { $0.redo() } }
  }
}
