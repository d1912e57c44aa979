import Canvas
import Gtk
import InkModel

/// The zoom and the rotation of the view, over the paper, while somebody changes them, by whatever means (S71).
///
/// It takes no input, and fades with the scroll indicators: a moment after the last change, or after fingers that hold the
/// view have lifted.
final class ViewReadout {
  let widget: Label
  private let labels: PickerLabels
  private let fading: Fading

  init(_ labels: PickerLabels) {
    self.labels = labels
    let widget = Label().styled("tool-badge", "view-readout")
    self.widget = widget
    widget.canTarget = false
    widget.isVisible = false
    fading = Fading(on: widget, duration: ScrollIndicators.fadeTime)
    fading.onOpacity = { opacity in
      widget.opacity = opacity
      if widget.isVisible != (opacity > 0) { widget.isVisible = opacity > 0 }
    }
  }

  /// Shows them until ``fade()`` or ``hide()``.
  func show(_ view: Viewport) {
    let degrees = Int((view.rotation * 180 / .pi).rounded())
    let turn = degrees == 0 ? "" : "  \(degrees < 0 ? "−" : "")\(abs(degrees))°"
    let text = labels.percentage(view.scale) + turn
    if widget.text != text { widget.text = text }
    fading.show()
  }

  /// Lets them be read, and fades.
  func fade() { fading.fade(after: ScrollIndicators.holdTime) }

  /// Disappears now.
  func hide() { fading.hide() }
}
