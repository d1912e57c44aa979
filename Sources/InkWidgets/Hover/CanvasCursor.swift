import Gtk

/// Decides which cursor the canvas shows.
///
/// The first that applies: the one for moving the paper, the one for picking a colour, none where a
/// preview is shown instead, that of what lies under it, the tool's own.
final class CanvasCursor {
  /// The cursor while the paper is moved or can be, else `nil`.
  var grab: String? { didSet { update() } }
  var isPicking = false { didSet { update() } }
  /// A preview is shown instead of a cursor.
  var isReplaced = false { didSet { update() } }

  /// The cursor of what lies under it, a link for one, else `nil`.
  var over: String? { didSet { update() } }

  /// The cursor of the picker's tool.
  var ofTool = "crosshair" {
    didSet {
      // Another tool does something else there.
      if ofTool != oldValue { over = nil }
      update()
    }
  }

  private let widget: Widget
  private var shown = ""

  init(of widget: some WidgetProtocol) {
    self.widget = Widget(widget)
    update()
  }

  private func update() {
    let name = grab ?? (isPicking ? "cell" : isReplaced ? "none" : over ?? ofTool)
    guard name != shown else { return }
    shown = name
    widget.setCursor(named: name)
  }
}
