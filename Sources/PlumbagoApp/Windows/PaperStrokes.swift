import Canvas
import Gtk
import GtkScribble
import InkModel
import InkWidgets

/// Keeps fields beside the paper from taking the strokes of a drawing.
///
/// Ink that waits in a field goes on where the next stroke begins, over the paper too. While somebody draws there
/// (``Canvas/RecentStrokes``) a stroke that begins on the paper is the paper's instead, whatever waits beside it. What
/// begins in a field is always the field's; and with the text tool the pen does not draw.
final class PaperStrokes: ScribbleInteractionDelegate {
  private let session: CanvasSession
  private var recent = RecentStrokes()

  init(_ canvas: CanvasWidget) {
    session = canvas.session
    ScribbleInteraction(on: canvas.widget, delegate: self)
  }

  /// A tool did something on the paper.
  func take(_ input: StylusInput) { recent.take(input, at: session.clock.now) }

  func interaction(_ interaction: ScribbleInteraction, shouldBeginAt point: Point) -> Bool {
    session.picker.tool == .text || !recent.isDrawing(at: session.clock.now)
  }
}
