import Gtk
import InkModel

/// Names for a moment the tool, or the mode of a tool, that a button of a pen or a tablet has chosen (S36).
///
/// It takes no input and hides when a tool touches the paper, so that it never lies over fresh ink.
final class ToolBadge {
  let widget: Label
  private var timer: Timer?
  private var fading: FrameAnimation?

  /// Widget points between it and the tools.
  private static let gap = 14.0
  /// Seconds before it fades, and of the fading.
  private static let holdTime = 1.2
  private static let fadeTime = 0.25

  init() {
    widget = Label()
    // A screen reader reads a status aloud when its text changes.
    widget.setAccessibleRole(.status)
    widget.addClass("tool-badge")
    widget.canTarget = false
    widget.isVisible = false
  }

  func show(_ text: String) {
    fading = nil
    widget.opacity = 1
    widget.isVisible = true
    // Later than it is shown: GTK tells a screen reader nothing of a text that changes before, nor of an equal one.
    if widget.text == text { widget.text = "" }
    widget.text = text
    timer = Timer(after: Self.holdTime) { [weak self] in self?.fade() }
  }

  func hide() {
    guard widget.isVisible else { return }
    timer = nil
    fading = nil
    widget.isVisible = false
    // So that the same text is news again the next time.
    widget.text = ""
  }

  private func fade() {
    fading = FrameAnimation(on: widget, duration: Self.fadeTime) { [weak self] progress in
      self?.widget.opacity = 1 - progress
      if progress >= 1 { self?.hide() }
    }
  }

  /// The frame of a badge in the overlay's points: centred above the middle, where the hand is not, and clear of the
  /// tools.
  ///
  /// - Parameter room: The part of the paper beside the tools (``ViewController/clearRoom``).
  static func frame(of widget: Label, in room: Rect, below tools: Rect) -> Rect {
    let width = Double(widget.measure(.horizontal).natural)
    let height = Double(widget.measure(.vertical).natural)
    let frame = room.centeredFrame(
      width: width, height: height, y: room.minY + room.height * 0.16)
    guard frame.intersects(tools.outset(by: gap)) else { return frame }
    return room.centeredFrame(width: width, height: height, y: tools.maxY + gap)
  }
}
