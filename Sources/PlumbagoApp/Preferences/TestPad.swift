import Canvas
import Gtk
import InkModel
import InkWidgets

/// A canvas to try a pen on, as the preferences and the input test have it.
///
/// It has the paper color, the tool and the force curve of drawings, and is not saved.
final class TestPad {
  let canvas = CanvasWidget(session: CanvasSession(.empty))
  private var subscriptions: [Subscription] = []

  init() {
    // The pad does not scroll, so that one finger can draw on it whatever the settings say.
    canvas.touch.fingerMode = .draw
    canvas.session.forceCurve = Settings.shared[.forceCurve]
    canvas.hover.policy = Settings.shared[.hoverPreview]
    showAppearance()
    showTool()
    Appearance.shared.listeners.subscribe { [weak self] in self?.showAppearance() }
      .store(in: &subscriptions)
    SharedToolPicker.shared.listeners.subscribe { [weak self] in self?.showTool() }
      .store(in: &subscriptions)
    Settings.shared.subscribe(to: .hoverPreview) { [weak self] in self?.canvas.hover.policy = $0 }
      .store(in: &subscriptions)
  }

  /// - Parameters:
  ///   - width: At least, in points.
  ///   - height: At least, in points.
  func put(in frame: Frame, width: Int, height: Int) {
    let widget = Widget(canvas.widget)
    widget.setAccessibleName(tr("Test pad"))
    widget.setMinimumSize(width: width, height: height)
    widget.expandsHorizontally = true
    frame.child = widget
  }

  private func showAppearance() { canvas.paper = Appearance.shared.isDark ? .dark : .light }

  private func showTool() { canvas.session.picker = SharedToolPicker.shared.picker.onPad }

  /// Removes all ink.
  func clear() {
    while canvas.session.history.undoStep != nil {
      let before = canvas.session.history.position
      canvas.perform { $0.undo() }
      guard canvas.session.history.position < before else { return }
    }
  }
}
