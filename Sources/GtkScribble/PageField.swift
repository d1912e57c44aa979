import CGtk
import Gtk
import Handwriting
import Scribble

/// A field of many lines, a GtkTextView.
final class PageField: TextField {
  let widget: UnsafeMutablePointer<GtkWidget>
  var paper: UnsafeMutablePointer<GtkWidget> { widget }
  var isEditable: Bool { gtk_text_view_get_editable(textView) != 0 }
  var isOneLine: Bool { false }
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
    // In the middle and at the end the words before it would move to make room.
    guard
      [GTK_JUSTIFY_LEFT, GTK_JUSTIFY_FILL].contains(gtk_text_view_get_justification(textView))
    else { return false }
    // In a scrolled window of its own size the text may grow; the caret must be in sight, and stay so.
    var seen = GdkRectangle()
    gtk_text_view_get_visible_rect(textView, &seen)
    var (end, box) = (iter(at: edit.replaced.upperBound), GdkRectangle())
    gtk_text_view_get_iter_location(textView, &end, &box)
    guard !edit.text.contains("\n"), box.y >= seen.y, box.y + box.height <= seen.y + seen.height
    else { return false }
    gtk_text_view_forward_display_line_end(textView, &end)
    var start = end
    gtk_text_view_backward_display_line_start(textView, &start)
    let (first, last) = (caretFrame(at: start).x, caretFrame(at: end).x)
    let added = width(of: edit.text)
    if last < first {
      let left = seen.x + gtk_text_view_get_left_margin(textView)
      return runsLeft(before: edit.replaced.lowerBound) && Double(last) - added > Double(left)
    }
    // Words from left to right alone on a line that is at the right edge: they would move.
    if last == first, gtk_text_iter_equal(&start, &end) == 0 { return false }
    let right = seen.x + seen.width - gtk_text_view_get_right_margin(textView)
    return Double(last) + added < Double(right)
  }

  /// Whether the word before a text position runs from right to left, or none is before it on its line.
  ///
  /// On a line from right to left a word from left to right moves when another such word comes behind it.
  private func runsLeft(before offset: Int) -> Bool {
    var iter = self.iter(at: offset)
    while gtk_text_iter_starts_line(&iter) == 0 {
      gtk_text_iter_backward_char(&iter)
      if g_unichar_isspace(gtk_text_iter_get_char(&iter)) == 0 {
        return caretFrame(at: iter).width < 0
      }
    }
    return true
  }

  func select(_ range: Range<Int>, takesFocus: Bool) {
    if takesFocus { takeFocus() }
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_select_range(buffer, &end, &start)
  }

  /// Changes the text.
  ///
  /// Whenever the caret is set, GTK asks its layout where the caret is, for the input method, and then forgets the layout of
  /// the caret's line. In a line that has changed since it was laid out, that is a layout for nothing, of several milliseconds
  /// where the line has 20,000 characters. So the caret is set before an insertion, while the layout still holds: it moves
  /// along with what is inserted at it.
  func apply(_ edit: TextEdit, takesFocus: Bool) {
    var range = edit.replaced
    var isCaretSet = false
    if let former = edit.former {
      let steps = TextBuffer(buffer.raw)
      steps.undo()
      if has(former.scalars) {
        range = former.replaced
        // By the undo.
        isCaretSet = selection == range
      } else {
        steps.redo()
      }
    }
    if takesFocus { takeFocus() }
    gtk_text_buffer_begin_user_action(buffer)
    let inserts = range.isEmpty
    if inserts, !isCaretSet {
      var caret = iter(at: range.lowerBound)
      gtk_text_buffer_place_cursor(buffer, &caret)
    }
    // After the caret, with which an input method may end what it has begun.
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_delete(buffer, &start, &end)
    gtk_text_buffer_insert(buffer, &start, edit.text, -1)
    // What undo selects was selected before a deletion. GTK's handle of the caret moves only as that is set.
    if !inserts || TextFields.hasHandle(of: widget) { gtk_text_buffer_place_cursor(buffer, &start) }
    gtk_text_buffer_end_user_action(buffer)
    layOutCaretLine()
    // GTK measures the new text when idle. Where the next frame is earlier, it would be measured while it is painted, and
    // would move the scroll bars after their layout; asked for a layout, it is measured there. A resize, since with that
    // all that it lies in is allocated too: see ``Cover``.
    Widget(widget).queueResize()
  }

  /// Lays the line out that the caret is on, once for all that follows.
  ///
  /// GTK keeps a layout that was asked where something is, and measures and paints the line by that. Otherwise it measures the
  /// line by a layout that it throws away, and lays the line out again to paint it.
  private func layOutCaretLine() {
    var (caret, box) = (GtkTextIter(), GdkRectangle())
    gtk_text_buffer_get_iter_at_mark(buffer, &caret, gtk_text_buffer_get_insert(buffer))
    gtk_text_view_get_iter_location(textView, &caret, &box)
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
