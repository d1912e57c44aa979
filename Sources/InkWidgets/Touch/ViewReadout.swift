import Canvas
import Gtk
import InkModel

/// The zoom and the rotation of the view, over the paper, while somebody changes them, by whatever
/// means (S71), and the angle of a selection while its handle turns it.
///
/// It takes no input, and fades with the scroll indicators: a moment after the last change, or after fingers that hold the
/// view have lifted.
final class ViewReadout {
  let widget: Label
  private let labels: PickerLabels
  private let fading: Fading
  /// Whether the angle of a selection is shown, until ``fade()`` or ``hide()``.
  private(set) var showsSelection = false

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
    let degrees = Self.degrees(view.rotation)
    let turn = degrees == 0 ? "" : "  \(Self.text(degrees))"
    showsSelection = false
    show(labels.percentage(view.scale) + turn)
  }

  /// Shows the angle of a selection, in radians clockwise, until ``fade()`` or ``hide()``.
  func show(selectionTurn angle: Double) {
    showsSelection = true
    show(Self.text(Self.degrees(angle)))
  }

  private func show(_ text: String) {
    if widget.text != text { widget.text = text }
    fading.show()
  }

  /// Whole degrees, from -179 to 180.
  private static func degrees(_ angle: Double) -> Int {
    let degrees = Int((angle * 180 / .pi).rounded())
    return degrees == -180 ? 180 : degrees
  }

  private static func text(_ degrees: Int) -> String {
    "\(degrees < 0 ? "−" : "")\(abs(degrees))°"
  }

  /// Lets them be read, and fades.
  func fade() {
    showsSelection = false
    fading.fade(after: ScrollIndicators.holdTime)
  }

  /// Disappears now.
  func hide() {
    showsSelection = false
    fading.hide()
  }
}
