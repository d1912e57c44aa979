import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// A field of many lines, a GtkTextView.
final class PageField: TextField {
  let widget: UnsafeMutablePointer<GtkWidget>
  var paper: UnsafeMutablePointer<GtkWidget> { widget }
  var isEditable: Bool { gtk_text_view_get_editable(textView) != 0 }
  private let view: Kept<Object>
  private let kind: RecognitionContext.Kind

  /// `nil` where the widget takes no handwriting.
  init?(_ view: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_text_view_get_editable(view.cast()) != 0,
      let kind = gtk_text_view_get_input_purpose(view.cast()).written
    else { return nil }
    widget = view
    self.view = Kept(Object(view))
    self.kind = kind == .line ? .text : kind
  }

  private var textView: UnsafeMutablePointer<GtkTextView> { widget.cast() }
  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(textView) }

  private func iter(at offset: Int) -> GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &iter, CInt(offset))
    return iter
  }

  /// The text; a picture or a widget in it counts as one character, so that offsets are GTK's.
  private var string: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    return takeString(gtk_text_iter_get_slice(&start, &end)) ?? ""
  }

  func text(in native: UnsafeMutablePointer<GtkWidget>) -> FieldText {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_selection_bounds(buffer, &start, &end)
    var field = FieldText(
      string,
      selection: Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end)),
      hasFocus: hasFocus, kind: kind)
    guard let ancestorFromField = ancestorFromField(native) else { return field }
    var seen = GdkRectangle()
    gtk_text_view_get_visible_rect(textView, &seen)
    var (first, last) = (GtkTextIter(), GtkTextIter())
    gtk_text_view_get_iter_at_location(textView, &first, seen.x, seen.y)
    gtk_text_view_get_iter_at_location(
      textView, &last, seen.x + seen.width, seen.y + seen.height)
    // Whole lines: from right to left a line ends at its left edge.
    gtk_text_view_backward_display_line_start(textView, &first)
    gtk_text_view_forward_display_line_end(textView, &last)
    field.firstCaret = Int(gtk_text_iter_get_offset(&first))
    let offsets = field.firstCaret...max(field.firstCaret, Int(gtk_text_iter_get_offset(&last)))
    let boxes = offsets.map { box(at: $0, ancestorFromField) }
    field.carets = boxes.map { $0.caret }
    if field.runsLeft {
      field.sides = boxes.dropLast().map { FieldText.Sides(from: $0.caret.minX, to: $0.end) }
    }
    return field
  }

  /// The caret before a character, and where the character ends, in the points of an ancestor.
  private func box(
    at offset: Int, _ ancestorFromField: AffineTransform
  ) -> (caret: Rect, end: Double) {
    var iter = self.iter(at: offset)
    // From right to left its width is negative.
    var box = GdkRectangle()
    gtk_text_view_get_iter_location(textView, &iter, &box)
    var (x, y) = (CInt(0), CInt(0))
    gtk_text_view_buffer_to_window_coords(
      textView, GTK_TEXT_WINDOW_WIDGET, box.x, box.y, &x, &y)
    let (top, bottom) = (
      ancestorFromField(Point(Double(x), Double(y))),
      ancestorFromField(Point(Double(x), Double(y + box.height)))
    )
    let end = ancestorFromField(Point(Double(x + box.width), Double(y) + Double(box.height) / 2))
    // On turned paper the line around the caret.
    let caret = Rect(
      x: (top.x + bottom.x) / 2, y: min(top.y, bottom.y), width: 0, height: abs(bottom.y - top.y))
    return (caret, end.x)
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

  func select(_ range: Range<Int>) {
    gtk_widget_grab_focus(widget)
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_select_range(buffer, &end, &start)
  }

  func apply(_ edit: TextEdit, takesFocus: Bool) {
    var range = edit.replaced
    if let former = edit.former {
      let steps = TextBuffer(buffer.raw)
      steps.undo()
      if string == former.text {
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
