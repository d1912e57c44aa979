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
  private(set) var opacity = 0.0 { didSet { onOpacity(opacity) } }
  /// Told of each ``opacity``; unless it is set, the widget is painted anew.
  var onOpacity: (Double) -> Void
  private var delay: Timer?
  private var animation: FrameAnimation?

  init(on widget: some WidgetProtocol, duration: Double) {
    let widget = Widget(widget)
    self.widget = widget
    self.duration = duration
    onOpacity = { _ in widget.queueDraw() }
  }

  func show() {
    stop()
    opacity = 1
  }

  /// Disappears now.
  func hide() {
    guard opacity > 0 else { return }
    stop()
    opacity = 0
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
      self?.opacity = 1 - progress
    }
  }

  private func stop() {
    delay = nil
    animation = nil
  }
}
