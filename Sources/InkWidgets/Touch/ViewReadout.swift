import Canvas
import Gtk
import InkModel

/// The zoom and the rotation of the view, over the paper, while two fingers change them (S71).
///
/// It takes no input, and disappears when the fingers lift.
final class ViewReadout {
  let widget: Label
  private let labels: PickerLabels

  init(_ labels: PickerLabels) {
    self.labels = labels
    widget = Label().styled("tool-badge", "view-readout")
    widget.canTarget = false
    widget.isVisible = false
  }

  /// Shows them for a view that fingers are moving; `nil` where none do any more.
  func show(_ view: Viewport?) {
    guard let view else {
      if widget.isVisible { widget.isVisible = false }
      return
    }
    let degrees = Int((view.rotation * 180 / .pi).rounded())
    let turn = degrees == 0 ? "" : "  \(degrees < 0 ? "−" : "")\(abs(degrees))°"
    let text = labels.percentage(view.scale) + turn
    if widget.text != text { widget.text = text }
    if !widget.isVisible { widget.isVisible = true }
  }
}
