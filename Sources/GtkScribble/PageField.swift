import CGtk
import Gtk
import Handwriting
import Scribble

/// A field of many lines, a GtkTextView.
final class PageField: TextField {
  let widget: UnsafeMutablePointer<GtkWidget>
  var paper: UnsafeMutablePointer<GtkWidget> { widget }
  var isEditable: Bool { gtk_text_view_get_editable(textView) != 0 }
  private let view: Kept<Object>
  let kind: RecognitionContext.Kind

  /// `nil` where the widget takes no handwriting.
  init?(_ view: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_text_view_get_editable(view.cast()) != 0,
      let kind = gtk_text_view_get_input_purpose(view.cast()).written
    else { return nil }
    widget = view
    self.view = Kept(Object(view))
    self.kind = kind == .line ? .text : kind
  }

  var textView: UnsafeMutablePointer<GtkTextView> { widget.cast() }
  var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(textView) }

  func iter(at offset: Int) -> GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iter, CInt(offset))
    return iter
  }

  func hasRoom(for edit: TextEdit) -> Bool {
    // In a scrolled window of its own size the text may grow; the caret must be in sight, and stay so.
    var seen = GdkRectangle()
    gtk_text_view_get_visible_rect(textView, &seen)
    var (end, box) = (iter(at: edit.replaced.upperBound), GdkRectangle())
    gtk_text_view_get_iter_location(textView, &end, &box)
    guard !edit.text.contains("\n"), box.y >= seen.y, box.y + box.height <= seen.y + seen.height
    else { return false }
    gtk_text_view_forward_display_line_end(textView, &end)
    gtk_text_view_get_iter_location(textView, &end, &box)
    return Double(box.x) + width(of: edit.text) < Double(seen.x + seen.width)
  }

  func select(_ range: Range<Int>, takesFocus: Bool) {
    if takesFocus { gtk_widget_grab_focus(widget) }
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_select_range(buffer, &end, &start)
  }

  func apply(_ edit: TextEdit, takesFocus: Bool) {
    var range = edit.replaced
    if let former = edit.former {
      let steps = TextBuffer(buffer.raw)
      steps.undo()
      if has(former.scalars) {
        range = former.replaced
      } else {
        steps.redo()
      }
    }
    if takesFocus { gtk_widget_grab_focus(widget) }
    gtk_text_buffer_begin_user_action(buffer)
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, edit.text, -1)
    gtk_text_buffer_place_cursor(buffer, &start)
    gtk_text_buffer_end_user_action(buffer)
    // GTK measures the new text when idle. Where the next frame is earlier, it would be measured while it is painted, and
    // would move the scroll bars after their layout; asked for a layout, it is measured there. A resize, since with that
    // all that it lies in is allocated too: see ``Cover``.
    Widget(widget).queueResize()
  }

  func subscribe(toLayout body: @escaping () -> Void) -> [Subscription] {
    let adjustments = [
      gtk_scrollable_get_hadjustment(widget.opaque), gtk_scrollable_get_vadjustment(widget.opaque),
    ]
    return [Signal<Void>(buffer, "changed").subscribe(body)]
      + adjustments.compactMap { $0 }.map { Signal<Void>($0, "value-changed").subscribe(body) }
  }

  func subscribe(toSelection body: @escaping () -> Void) -> [Subscription] {
    // Each end of the selection is a mark.
    [Signal<Void>(buffer, "mark-set").subscribe(body)]
  }

  func blank(at position: Int) -> (any WidenedBlank)? { PageBlank(buffer, at: position) }

  func showCaret() {
    gtk_text_view_scroll_mark_onscreen(textView, gtk_text_buffer_get_insert(buffer))
  }

  /// A GtkTextView has no placeholder.
  func setPlaceholderHidden(_ hidden: Bool) {}
}
