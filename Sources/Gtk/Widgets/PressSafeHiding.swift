import CGtk

/// Shows and hides a widget that may be pressed just then.
///
/// GTK (4.8) counts the presses on each widget and its ancestors, and takes a release from the widget that is under
/// it then. Where a widget is hidden while a finger presses it, it stays pressed for ever, and GTK warns of broken
/// accounting at the release. So here it becomes transparent, takes no further input and is hidden once it is released.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
public final class PressSafeHiding {
  private let widget: Widget
  /// It is to be hidden, and still pressed.
  private var isWaiting = false

  public init(_ widget: some WidgetProtocol) {
    self.widget = Widget(widget)
    self.widget.stateFlagsChanged.connect { [weak self] _ in self?.pressMayHaveEnded() }
  }

  /// Setting it to `false` while the widget is pressed ends what the press would do: see ``isShown``.
  public var isShown: Bool {
    get { widget.isVisible && !isWaiting }
    set { newValue ? show() : hide() }
  }

  private func show() {
    if isWaiting { end() }
    if !widget.isVisible { widget.isVisible = true }
  }

  private func hide() {
    guard isShown else { return }
    guard widget.isPressed else {
      widget.isVisible = false
      return
    }
    isWaiting = true
    widget.opacity = 0
    widget.canTarget = false
  }

  private func end() {
    isWaiting = false
    widget.opacity = 1
    widget.canTarget = true
  }

  private func pressMayHaveEnded() {
    guard isWaiting, !widget.isPressed else { return }
    // GTK is still counting, and delivers the release afterwards.
    MainLoop.after(0) { [weak self] in
      guard let self, self.isWaiting, !self.widget.isPressed else { return }
      self.widget.isVisible = false
      self.end()
    }
  }
}
