import Gtk

/// The canvas's cursor: one place that knows whose wish comes first.
///
/// A hand that moves the paper, then a colour to be picked, then a preview that takes the cursor's
/// place, else the tool's own.
final class CanvasCursor {
  /// The cursor of a hand that moves the paper, `nil` while none does.
  var grab: String? { didSet { update() } }
  var isPicking = false { didSet { update() } }
  /// A preview shows where the tool is, and better.
  var isReplaced = false { didSet { update() } }

  /// What the tool in the hand has.
  var ofTool = "crosshair" { didSet { update() } }

  private let widget: Widget
  private var shown = ""

  init(of widget: some WidgetProtocol) {
    self.widget = Widget(widget)
    update()
  }

  private func update() {
    let name = grab ?? (isPicking ? "cell" : isReplaced ? "none" : ofTool)
    guard name != shown else { return }
    shown = name
    widget.setCursor(named: name)
  }
}
