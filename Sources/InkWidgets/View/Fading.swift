import Gtk

/// The opacity of something that appears at once, stays a moment and fades: badges and indicators over the canvas.
///
/// Where the desktop wants no animations it disappears at once instead of fading.
///
/// Invariant: ``opacity`` is above 0 only from ``show()`` until the end of the fading that follows, or ``hide()``.
final class Fading {
  private let widget: Widget
  /// Seconds from full to nothing.
  private let duration: Double
  /// 0 … 1; what shows is painted with it.
  private(set) var opacity = 0.0
  private var delay: Timer?
  private var animation: FrameAnimation?

  init(on widget: some WidgetProtocol, duration: Double) {
    self.widget = Widget(widget)
    self.duration = duration
  }

  func show() {
    stop()
    opacity = 1
    widget.queueDraw()
  }

  /// Disappears now.
  func hide() {
    guard opacity > 0 else { return }
    stop()
    opacity = 0
    widget.queueDraw()
  }

  /// Fades away, after `delay` seconds.
  func fade(after delay: Double) {
    guard opacity > 0 else { return }
    stop()
    guard delay > 0 else { return start() }
    self.delay = Timer(after: delay) { [weak self] in self?.start() }
  }

  private func start() {
    animation = FrameAnimation(on: widget, duration: duration) { [weak self] progress in
      guard let self else { return }
      self.opacity = 1 - progress
      self.widget.queueDraw()
    }
  }

  private func stop() {
    delay = nil
    animation = nil
  }
}
