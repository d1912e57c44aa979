import CGtk
import Gtk

/// Shows for a moment that a field has taken nothing of what was written in it.
///
/// The field looks as GTK's do whose text is wrong. Its colours change, its size does not.
///
/// Invariants:
/// 1. It is over after ``duration``, and before the next stroke: the ink of that has the colour of the field's text.
/// 2. A field that its program shows as wrong already stays as it is.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class FieldRefusal {
  /// Seconds for which it is seen.
  private static let duration = 1.5
  /// GTK's style class of fields whose text is wrong.
  private static let styleClass = "error"

  private let field: Kept<Object>
  private var timer: Timer?
  private var isShown = false

  init(of field: any TextField) {
    self.field = Kept(Object(field.outermost))
    let widget = Widget(field.outermost)
    guard !widget.hasClass(Self.styleClass) else { return }
    isShown = true
    widget.addClass(Self.styleClass)
    timer = Timer(after: Self.duration) { [weak self] in self?.end() }
  }

  func end() {
    timer = nil
    guard isShown else { return }
    isShown = false
    Widget(field.object.widget).removeClass(Self.styleClass)
  }
}
