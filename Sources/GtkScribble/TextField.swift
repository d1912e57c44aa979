import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// A text widget that takes handwriting.
protocol TextField: AnyObject {
  /// The widget that holds the text.
  var widget: UnsafeMutablePointer<GtkWidget> { get }
  /// The widget that is written on; it is mapped even where ``widget`` is not.
  var paper: UnsafeMutablePointer<GtkWidget> { get }
  var isEditable: Bool { get }
  /// Whether it has one line, all of which other readings of a word leave in sight.
  var isOneLine: Bool { get }
  /// Whether a stroke at a position belongs to ink that waits in it: in it, or close to it where nothing takes presses.
  ///
  /// - Parameter ink: The ink's bounds; like the position, in the points of a window or a popover.
  func isBeside(_ position: Point, _ ink: Rect, in native: UnsafeMutablePointer<GtkWidget>) -> Bool
  /// Its text and selection, and the carets that a question is about, in the points of an ancestor.
  func text(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText
  /// The same with carets only where the field would not scroll if a selection ended there.
  func textInSight(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText
  /// What taps at a text position select, see ``Scribble/FieldText/tapped(at:count:)``.
  func tapped(at position: Int, count: Int, in text: FieldText) -> Range<Int>
  /// Changes the text, with the caret after the insertion.
  ///
  /// - Parameter takesFocus: Whether that gives the field the focus.
  func apply(_ edit: TextEdit, takesFocus: Bool)
  /// Whether an edit that was applied has changed the text, or was to leave it as it is.
  ///
  /// - Parameter former: The field before the edit.
  func hasTaken(_ edit: TextEdit, from former: FieldText) -> Bool
  /// Whether it shows a caret and what is selected only while it has the focus: so what the pen does in it waits for the
  /// pause.
  var needsFocusForText: Bool { get }
  /// Whether the field shows the text of an edit without the focus, without scrolling or changing its size, and without
  /// moving the words before it.
  func hasRoom(for edit: TextEdit) -> Bool
  /// Selects a range; an empty one sets the caret.
  ///
  /// - Parameter takesFocus: Whether that gives the field the focus.
  func select(_ range: Range<Int>, takesFocus: Bool)
  /// The space at a text position, to be shown wider; `nil` where the field cannot show it so.
  func blank(at position: Int) -> (any WidenedBlank)?
  /// Hides the placeholder, or shows it again.
  func setPlaceholderHidden(_ hidden: Bool)
  /// Hides completion, results of a search and the like until they are shown at a pause; `nil` where the field has none.
  func hideSuggestions() -> Suggestions?
  /// Scrolls to the caret, where it is out of sight.
  func showCaret()
  /// Calls back whenever the positions of its characters may have changed.
  func subscribe(toLayout body: @escaping () -> Void) -> [Subscription]
  /// Calls back whenever something else may be selected, as far as the field tells.
  func subscribe(toSelection body: @escaping () -> Void) -> [Subscription]
}

extension TextField {
  func textInSight(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    text(in: native, region)
  }

  func tapped(at position: Int, count: Int, in text: FieldText) -> Range<Int> {
    text.tapped(at: position, count: count)
  }

  func hasTaken(_ edit: TextEdit, from former: FieldText) -> Bool { true }

  var needsFocusForText: Bool { false }

  /// Gives the field the focus and selects a range.
  func select(_ range: Range<Int>) { select(range, takesFocus: true) }

  func blank(at position: Int) -> (any WidenedBlank)? { nil }

  func hideSuggestions() -> Suggestions? { Suggestions(hidingThoseOf: widget, in: outermost) }

  func subscribe(toSelection body: @escaping () -> Void) -> [Subscription] { [] }

  /// Calls back whenever its characters may be elsewhere in a window or a popover.
  func subscribe(
    toLayoutIn native: UnsafeMutablePointer<GtkWidget>, _ body: @escaping () -> Void
  ) -> [Subscription] {
    var changes = subscribe(toLayout: body)
    // What lies beside the field may have moved it.
    if let surface = gtk_native_get_surface(native.opaque) {
      changes.append(Signal<Void, Int, Int>(surface, "layout").subscribe { _, _ in body() })
    }
    return changes
  }

  /// The field's origin in the points of an ancestor.
  func origin(in native: UnsafeMutablePointer<GtkWidget>) -> Point? {
    var zero = graphene_point_t()
    var corner = graphene_point_t()
    guard gtk_widget_compute_point(widget, native, &zero, &corner) != 0 else { return nil }
    return Point(Double(corner.x), Double(corner.y))
  }

  /// From the field's points to those of an ancestor, in which it may be scaled and turned.
  func ancestorFromField(_ native: UnsafeMutablePointer<GtkWidget>) -> AffineTransform? {
    // A distance that floats divide without a rest.
    let far = 1024.0
    let points = [Point(0, 0), Point(far, 0), Point(0, far)].compactMap {
      Widget(widget).point($0, in: Widget(native))
    }
    guard points.count == 3 else { return nil }
    let (right, down) = ((points[1] - points[0]) * (1 / far), (points[2] - points[0]) * (1 / far))
    return AffineTransform(
      a: right.dx, b: right.dy, c: down.dx, d: down.dy, tx: points[0].x, ty: points[0].y)
  }

  /// The field's frame in the points of an ancestor.
  func frame(in native: UnsafeMutablePointer<GtkWidget>) -> Rect {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(paper, native, &bounds) != 0 else { return .empty }
    return Rect(
      x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
      height: Double(bounds.size.height))
  }

  func isBeside(
    _ position: Point, _ ink: Rect, in native: UnsafeMutablePointer<GtkWidget>
  ) -> Bool {
    frame(in: native).outset(by: ScribbleController.reach).contains(position)
      && TextFields.isFree(position, beside: self, in: native)
  }

  /// Whether it is mapped and takes text.
  var isOpen: Bool {
    gtk_widget_get_mapped(paper) != 0 && gtk_widget_is_sensitive(paper) != 0 && isEditable
  }

  var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

  /// Gives its widget the keyboard focus.
  func takeFocus() {
    leaveLabel()
    gtk_widget_grab_focus(widget)
  }

  /// Ends the editing of a GtkEditableLabel that has the focus and is not this field.
  ///
  /// It would end that itself a moment after it has lost the focus, and the focus would be lost to whoever has it by then (GTK
  /// 4.8, after clicks as well).
  func leaveLabel() {
    guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root),
      let label = gtk_widget_get_ancestor(focus, gtk_editable_label_get_type()),
      gtk_widget_is_ancestor(widget, label) == 0
    else { return }
    gtk_editable_label_stop_editing(label.opaque, 1)
  }

  /// The width of a text in the field's font, in points.
  func width(of text: String) -> Double {
    let layout = Kept(taking: Object(gtk_widget_create_pango_layout(widget, text).raw))
    var (width, height) = (CInt(0), CInt(0))
    pango_layout_get_pixel_size(layout.object.opaque, &width, &height)
    return Double(width)
  }

  /// The colour of its text.
  var color: Color {
    var rgba = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &rgba)
    func byte(_ v: Float) -> UInt8 { UInt8(min(max(v, 0), 1) * 255) }
    return Color(red: byte(rgba.red), green: byte(rgba.green), blue: byte(rgba.blue))
  }
}

enum TextFields {
  /// How far above or below a field the first stroke may begin, in points: a low field has no room for tall letters.
  static let overhang = 14.0

  /// The field at a position of a window or a popover, in its own points; `nil` where there is none that takes
  /// handwriting: password fields and text that cannot be edited do not.
  ///
  /// The area within ``overhang`` above and below a field counts as the field's where nothing there can be pressed.
  static func field(
    at position: Point, in native: UnsafeMutablePointer<GtkWidget>
  ) -> (any TextField)? {
    guard let picked = pick(position, in: native) else { return nil }
    if let field = field(around: picked) { return field }
    if isPressedLeaf(picked) { return nil }
    for dy in [overhang, -overhang] {
      if let field = pick(Point(position.x, position.y + dy), in: native).flatMap(field(around:)),
        isFreeToBegin(position, beside: field, in: native)
      {
        return field
      }
    }
    return nil
  }

  /// The text widget of a handle that GTK shows at a position of a window's or popover's surface;
  /// `nil` where none is there.
  static func text(
    ofHandleAt position: Point, in native: UnsafeMutablePointer<GtkWidget>
  ) -> UnsafeMutablePointer<GtkWidget>? {
    guard let root = gtk_widget_get_root(native), let focus = gtk_root_get_focus(root),
      handles(of: focus).contains(where: { picture(of: $0)?.contains(position) == true })
    else { return nil }
    return focus
  }

  /// Whether GTK shows a handle of the caret or the selection in a text widget.
  static func hasHandle(of text: UnsafeMutablePointer<GtkWidget>) -> Bool {
    !handles(of: text).isEmpty
  }

  /// Hides the handles that GTK shows in a text widget, until it shows them again: as the caret
  /// moves, or at the next touch.
  static func hideHandles(of text: UnsafeMutablePointer<GtkWidget>) {
    for handle in handles(of: text) { handle.isVisible = false }
  }

  /// The handles that GTK shows of a text widget's caret or selection.
  ///
  /// GTK 4.8 shows handles on surfaces of their own, which take no input; the text's window gets
  /// presses there.
  private static func handles(of text: UnsafeMutablePointer<GtkWidget>) -> [Widget] {
    let type = g_type_from_name("GtkTextHandle")
    guard type != 0 else { return [] }
    return Widget(text).children.filter { $0.isA(type) && $0.isMapped }
  }

  /// Where the picture of such a handle is, and a few points around it, on the surface of the
  /// text's window or popover.
  ///
  /// The theme leaves room for a finger around it, on all sides, over the line too.
  private static func picture(of handle: Widget) -> Rect? {
    guard let surface = gtk_native_get_surface(handle.opaque) else { return nil }
    let whole = Rect(
      x: Double(gdk_popup_get_position_x(surface)), y: Double(gdk_popup_get_position_y(surface)),
      width: Double(gdk_surface_get_width(surface)),
      height: Double(gdk_surface_get_height(surface)))
    let (width, height) = (
      Double(gtk_widget_get_width(handle.widget)), Double(gtk_widget_get_height(handle.widget))
    )
    let picture = Rect(
      x: whole.center.x - width / 2, y: whole.center.y - height / 2, width: width, height: height)
    return picture.outset(by: TextHandles.margin)
  }

  /// The widget at a position that takes input there.
  static func pick(
    _ position: Point, in native: UnsafeMutablePointer<GtkWidget>
  ) -> UnsafeMutablePointer<GtkWidget>? {
    gtk_widget_pick(native, position.x, position.y, GTK_PICK_DEFAULT)
  }

  /// The field that a widget is, or is a part of; `nil` where that takes no handwriting.
  static func field(around picked: UnsafeMutablePointer<GtkWidget>) -> (any TextField)? {
    // What a program has made, with all that is in it.
    if let input = WidgetInteractions.around(picked).lazy.compactMap(\.input).first {
      return TextInputField(input)
    }
    // Before its text, which is mapped only while it is edited.
    if let label = gtk_widget_get_ancestor(picked, gtk_editable_label_get_type()) {
      return EditableLabelField(label)
    }
    if let text = gtk_widget_get_ancestor(picked, gtk_text_get_type()) { return LineField(text) }
    if let view = gtk_widget_get_ancestor(picked, gtk_text_view_get_type()) {
      return PageField(view)
    }
    // The border of an entry, outside its text, or the picture at the start of a search entry, which only shows what
    // the entry is for; the one at its end empties it.
    var entry = picked
    if let parent = gtk_widget_get_parent(picked), parent.isA(gtk_search_entry_get_type()),
      picked.isA(gtk_image_get_type()), gtk_widget_get_prev_sibling(picked) == nil
    {
      entry = parent
    }
    guard entry.isA(gtk_editable_get_type()), let text = gtk_editable_get_delegate(entry.opaque)
    else { return nil }
    return LineField(text.widget)
  }
}

extension GtkInputPurpose {
  /// The kind of text in a field of this purpose; `nil` where it takes no handwriting.
  var written: RecognitionContext.Kind? {
    switch self {
    case GTK_INPUT_PURPOSE_PASSWORD, GTK_INPUT_PURPOSE_PIN, GTK_INPUT_PURPOSE_TERMINAL: nil
    case GTK_INPUT_PURPOSE_DIGITS, GTK_INPUT_PURPOSE_NUMBER: .number
    case GTK_INPUT_PURPOSE_PHONE: .phone
    case GTK_INPUT_PURPOSE_URL: .url
    case GTK_INPUT_PURPOSE_EMAIL: .email
    default: .line
    }
  }

  /// The only characters that the pen writes in a field of this purpose; `nil` for all.
  ///
  /// Numbers and phone numbers have their marks as well (``RecognitionContext/numberMarks``), but no
  /// “e” of an exponent: a digit would be read as one.
  var alphabet: Set<Character>? {
    switch self {
    case GTK_INPUT_PURPOSE_DIGITS: RecognitionContext.digits
    case GTK_INPUT_PURPOSE_NUMBER:
      RecognitionContext.digits.union(RecognitionContext.numberMarks)
    case GTK_INPUT_PURPOSE_PHONE:
      RecognitionContext.digits.union(RecognitionContext.phoneMarks)
    default: nil
    }
  }
}
