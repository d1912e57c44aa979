import CGtk
import Gtk
import InkModel

/// Room between two words of a field, to write in.
///
/// The space between the words is shown wider. The field's text, its undo and what a screen reader reads stay as they are.
///
/// Invariant: at the latest when it is released the field is shown as it would be without it.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class TextGap {
  /// Seconds in which it opens: the eye follows the words that move away.
  private static let openingTime = 0.12

  private let field: any TextField
  private let blank: any WidenedBlank
  private let width: Double
  private var opening: FrameAnimation?
  private var layout: [Subscription] = []

  /// - Parameters:
  ///   - blank: The space that is widened.
  ///   - field: The field that it is in.
  ///   - width: In points.
  ///   - isSameText: Whether the field's text is that in which it opened: the gap is void where another one comes.
  ///   - onChange: Called where the field has another text.
  init(
    _ blank: any WidenedBlank, in field: any TextField, width: Double,
    isSameText: @escaping () -> Bool, onChange: @escaping () -> Void
  ) {
    self.field = field
    self.blank = blank
    self.width = width
    opening = FrameAnimation(on: Widget(field.widget), duration: Self.openingTime) {
      [weak self] progress in
      self?.blank.widen(by: width * progress * (2 - progress))
    }
    layout = field.subscribe(toLayout: {
      // GTK is in the middle of the change.
      MainLoop.after(0) { if !isSameText() { onChange() } }
    })
  }

  /// Nothing moves any more, since a pen comes down.
  func stopOpening() {
    guard opening?.isRunning == true else { return }
    opening = nil
    blank.widen(by: width)
  }

  func close() {
    (opening, layout) = (nil, [])
    blank.restore()
  }

  isolated deinit { close() }
}

/// A space in a field's text that can be shown wider than it is.
@MainActor
protocol WidenedBlank: AnyObject {
  /// Shows it wider by some points.
  func widen(by width: Double)
  /// Shows it as it was, for good.
  func restore()
}

/// A space in a GtkText, widened by an attribute of its layout.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class LineBlank: WidenedBlank {
  private let text: Kept<Object>
  /// The bytes of the space.
  private let bytes: Range<UInt32>
  /// The attributes that the program gave the text, and those with the widened space.
  private let given: OpaquePointer?
  private var widened: OpaquePointer?

  init(_ text: UnsafeMutablePointer<GtkWidget>, at position: Int) {
    self.text = Kept(Object(text))
    let string = String(cString: gtk_editable_get_text(text.opaque))
    let scalars = string.unicodeScalars
    let start = scalars.prefix(position).reduce(0) { $0 + UTF8.width($1) }
    let length = scalars.dropFirst(position).first.map { UTF8.width($0) } ?? 0
    bytes = UInt32(start)..<UInt32(start + length)
    given = gtk_text_get_attributes(text.cast()).flatMap { pango_attr_list_ref($0) }
  }

  func widen(by width: Double) {
    guard isShown, isOwn || widened == nil,
      let list = given.flatMap({ pango_attr_list_copy($0) }) ?? pango_attr_list_new(),
      let spacing = pango_attr_letter_spacing_new(CInt(width * Double(PANGO_SCALE)))
    else { return }
    spacing.pointee.start_index = bytes.lowerBound
    spacing.pointee.end_index = bytes.upperBound
    pango_attr_list_change(list, spacing)
    gtk_text_set_attributes(text.object.widget.cast(), list)
    if let widened { pango_attr_list_unref(widened) }
    widened = list
    showEnd()
  }

  /// Scrolls to the end of the space, where it is out of sight: a GtkText shows its caret.
  private func showEnd() {
    let caret = gtk_editable_get_position(text.object.opaque)
    var end = graphene_rect_t()
    gtk_text_compute_cursor_extents(text.object.widget.cast(), UInt(caret + 1), &end, nil)
    guard end.origin.x > Float(gtk_widget_get_width(text.object.widget)) else { return }
    gtk_editable_set_position(text.object.opaque, caret + 1)
    gtk_editable_set_position(text.object.opaque, caret)
  }

  func restore() {
    guard let widened else { return }
    if isShown, isOwn { gtk_text_set_attributes(text.object.widget.cast(), given) }
    pango_attr_list_unref(widened)
    self.widened = nil
  }

  /// A text that is being destroyed is left alone.
  private var isShown: Bool { gtk_widget_get_root(text.object.widget) != nil }

  /// Whether the program has given the text no other attributes meanwhile.
  private var isOwn: Bool { gtk_text_get_attributes(text.object.widget.cast()) == widened }

  isolated deinit {
    restore()
    if let given { pango_attr_list_unref(given) }
  }
}

/// A space in a GtkTextView, widened by a tag.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class PageBlank: WidenedBlank {
  private let table: Kept<Object>
  private var tag: Kept<Object>?

  init(_ buffer: UnsafeMutablePointer<GtkTextBuffer>, at position: Int) {
    let tag = Kept(taking: Object(gtk_text_tag_new(nil).raw))
    self.tag = tag
    table = Kept(Object(gtk_text_buffer_get_tag_table(buffer).raw))
    gtk_text_tag_table_add(table.object.opaque, tag.object.cast())
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, CInt(position))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, CInt(position + 1))
    gtk_text_buffer_apply_tag(buffer, tag.object.cast(), &start, &end)
  }

  func widen(by width: Double) {
    tag?.object.set("letter-spacing", Int(width * Double(PANGO_SCALE)))
  }

  func restore() {
    guard let tag else { return }
    self.tag = nil
    gtk_text_tag_table_remove(table.object.opaque, tag.object.cast())
  }

  isolated deinit { restore() }
}
