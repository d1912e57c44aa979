import CGtk
import Gtk

/// Makes low fields as high as a pen needs while one is near, so that there is room before writing begins.
///
/// Invariants:
/// 1. Between a stroke's first point and the pause nothing grows or shrinks.
/// 2. While a pen is near nothing shrinks, so that nothing moves from below it.
@MainActor final class FieldGrowth {
  /// Seconds for which a pen hovers over a field before it grows: one that passes changes nothing.
  static let hoverTime = 0.1
  /// Seconds after a pen has left before the fields shrink: hands that write lift it often.
  static let absence = 2.0

  /// The style class of fields that have grown.
  private static let styleClass = "plumbago-room-to-write"
  private static let style = OverridingStyle()
  /// The height that the style class gives, in points; 0 before any field has grown.
  private static var styledHeight = 0.0

  private var grown: [Kept<Object>] = []
  private var hovered: UnsafeMutablePointer<GtkWidget>?
  /// A field that was to grow while somebody wrote already, its height, and the turn.
  private var postponed: (field: any TextField, height: Double, turn: Int)?
  /// Counts what puts an intended change off.
  private var turn = 0

  /// A pen hovers over a field; `nil` over none.
  ///
  /// - Parameters:
  ///   - height: The least height of a field within its border, in points; 0 lets all be as they are.
  ///   - mayChange: Asked when the field is to grow: whether nothing is written. Where something is, the field grows at the
  ///     pause (``writingHasEnded(in:)``), or when a pen hovers there again.
  func hover(
    over field: (any TextField)?, height: Double, mayChange: @escaping @MainActor () -> Bool
  ) {
    guard height > 0, field?.widget != hovered else { return }
    turn += 1
    hovered = field?.widget
    guard let field else { return }
    let turn = turn
    MainLoop.after(Self.hoverTime) { [weak self] in
      guard let self, self.turn == turn, field.isOpen else { return }
      guard mayChange() else {
        hovered = nil
        postponed = (field, height, turn)
        return
      }
      self.grow(field, height)
    }
  }

  /// A pause follows what was written in a field: it grows now where the pen came down before it could.
  func writingHasEnded(in field: any TextField) {
    guard let (waiting, height, turn) = postponed, waiting.widget == field.widget else { return }
    postponed = nil
    if turn == self.turn, waiting.isOpen { grow(waiting, height) }
  }

  private func grow(_ field: any TextField, _ height: Double) {
    let widget = field.outermost
    let room = gtk_widget_get_height(widget)
    guard !grown.contains(where: { $0.object.widget == widget }), Double(room) < height
    else { return }
    if Self.styledHeight != height {
      Self.styledHeight = height
      // Of a widget's own area: border and padding come to it. At once: a theme's transition would
      // go on below a pen that has come down.
      let pixels = Int(height.rounded(.up))
      Self.style.set(".\(Self.styleClass) { min-height: \(pixels)px; transition: none; }")
    }
    grown.append(Kept(Object(widget)))
    gtk_widget_add_css_class(widget, Self.styleClass)
  }

  /// The pen has left: all fields shrink, unless it is back soon.
  ///
  /// - Parameter mayChange: Asked then: whether nothing is written.
  func penHasLeft(mayChange: @escaping @MainActor () -> Bool) {
    hovered = nil
    postponed = nil
    turn += 1
    guard !grown.isEmpty else { return }
    shrink(at: turn, mayChange)
  }

  private func shrink(at turn: Int, _ mayChange: @escaping @MainActor () -> Bool) {
    MainLoop.after(Self.absence) { [weak self] in
      guard let self, self.turn == turn else { return }
      guard mayChange() else { return shrink(at: turn, mayChange) }
      for each in grown { gtk_widget_remove_css_class(each.object.widget, Self.styleClass) }
      grown = []
    }
  }
}

extension TextField {
  /// The widget that a program sees as the field: an entry with its border, or what scrolls the text.
  var outermost: UnsafeMutablePointer<GtkWidget> {
    var widget = paper
    while let parent = gtk_widget_get_parent(widget),
      parent.isA(gtk_editable_get_type()) || parent.isA(gtk_scrolled_window_get_type())
    {
      widget = parent
    }
    return widget
  }
}
