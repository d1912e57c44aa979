import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// A field of one line: the GtkText of an entry, a search entry or a spin button.
class LineField: TextField {
  let widget: UnsafeMutablePointer<GtkWidget>
  var paper: UnsafeMutablePointer<GtkWidget> { widget }
  var isEditable: Bool { gtk_editable_get_editable(editable) != 0 }
  var isOneLine: Bool { true }
  private let text: Kept<Object>
  /// The kind of its text where it is not a spin button's.
  private let ownKind: RecognitionContext.Kind
  /// The spin button that has the text, if it is one's.
  private let spin: Kept<Object>?
  private var placeholder: String?

  /// `nil` where the widget takes no handwriting.
  init?(_ text: UnsafeMutablePointer<GtkWidget>) {
    guard gtk_editable_get_editable(text.opaque) != 0, gtk_text_get_visibility(text.cast()) != 0,
      gtk_widget_get_ancestor(text, gtk_password_entry_get_type()) == nil,
      let written = gtk_text_get_input_purpose(text.cast()).written
    else { return nil }
    widget = text
    self.text = Kept(Object(text))
    spin = gtk_widget_get_ancestor(text, gtk_spin_button_get_type()).map { Kept(Object($0)) }
    let isSearch = gtk_widget_get_ancestor(text, gtk_search_entry_get_type()) != nil
    ownKind = isSearch ? .search : written
    // What somebody types there may be no text of the program's.
    if !hasFocus { noteShownText() }
  }

  private var editable: OpaquePointer { widget.opaque }

  private var string: String { String(cString: gtk_editable_get_text(editable)) }

  private var kind: RecognitionContext.Kind { spinText?.kind ?? ownKind }

  /// What the spin button shows; `nil` where it is none's text.
  private var spinText: SpinButtonText? {
    guard let spin = spin?.object else { return nil }
    var shown = SpinButtonText(string)
    shown.isNumeric = gtk_spin_button_get_numeric(spin.opaque) != 0
    // Without such a handler GTK makes a number of any text.
    shown.isReadByProgram =
      g_signal_handler_find(
        spin.raw, G_SIGNAL_MATCH_ID, g_signal_lookup("input", gtk_spin_button_get_type()), 0, nil,
        nil, nil) != 0
    shown.hasShownDigits = g_object_get_data(spin.object, Self.hasShownDigits) != nil
    var lowest = 0.0
    gtk_spin_button_get_range(spin.opaque, &lowest, nil)
    shown.takesMinus = lowest < 0
    if gtk_spin_button_get_digits(spin.opaque) > 0 {
      shown.decimalMark = NumberText.decimalMark
    }
    return shown
  }

  /// The key of a spin button's mark that it has shown digits.
  private static let hasShownDigits = "plumbago-has-shown-digits"

  /// Remembers whether the spin button shows digits, for when it shows a word.
  ///
  /// To be called where its text is what the program has made of its value.
  private func noteShownText() {
    guard let spin = spin?.object, SpinButtonText(string).hasDigits else { return }
    g_object_set_data(spin.object, Self.hasShownDigits, spin.raw)
  }

  func text(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    var (start, end) = (CInt(0), CInt(0))
    if gtk_editable_get_selection_bounds(editable, &start, &end) == 0 {
      start = gtk_editable_get_position(editable)
      end = start
    }
    var field = FieldText(
      string, selection: Int(start)..<Int(end), hasFocus: hasFocus, kind: kind,
      alphabet: alphabet, isReplacedWhole: spin != nil)
    field.refused = spinText?.refused ?? []
    if !region.isEmpty, let corner = textOrigin(in: native) {
      let positions = positionsInSight(of: field.scalars.count)
      field.firstCaret = positions.lowerBound
      let carets =
        positions.count < LineCarets.fewest
        ? nil : LineCarets(field.scalars, in: widget).carets(at: positions, like: caret(at:))
      field.carets = (carets ?? positions.map(caret(at:))).map { caret in
        Rect(
          x: corner.x + caret.minX, y: corner.y + caret.minY, width: caret.width,
          height: caret.height)
      }
      if field.runsLeft { field.sides = sides(in: field) }
    }
    return field
  }

  /// Where the point (0, 0) of what shows its text is, in the points of an ancestor.
  func textOrigin(in native: UnsafeMutablePointer<GtkWidget>) -> Point? { origin(in: native) }

  /// The width in which its text is seen.
  private var visibleWidth: Double { Double(gtk_widget_get_width(paper)) }

  /// The sides of the characters that have carets; none where they are not known.
  ///
  /// A GtkText tells carets alone, and where a direction ends these do not tell a character's sides. So they are taken from
  /// a layout of the same text, where that has its carets where the widget has them.
  private func sides(in field: FieldText) -> [FieldText.Sides] {
    guard let firstCaret = field.carets.first else { return [] }
    let line = LineCarets(field.scalars, in: widget)
    defer { withExtendedLifetime(line) {} }
    let (layout, bytes) = (line.layout, line.bytes)
    func caret(at position: Int) -> Double {
      var box = PangoRectangle()
      pango_layout_get_cursor_pos(layout, bytes[position], &box, nil)
      return Double(box.x) / Double(PANGO_SCALE)
    }
    let offset = firstCaret.minX - caret(at: field.firstCaret)
    var sides: [FieldText.Sides] = []
    for (i, own) in field.carets.enumerated() {
      let position = field.firstCaret + i
      guard abs(caret(at: position) + offset - own.minX) <= Self.caretTolerance else { return [] }
      guard i + 1 < field.carets.count else { break }
      var box = PangoRectangle()
      pango_layout_index_to_pos(layout, bytes[position], &box)
      // From right to left its width is negative.
      let start = Double(box.x) / Double(PANGO_SCALE) + offset
      sides.append(
        FieldText.Sides(from: start, to: start + Double(box.width) / Double(PANGO_SCALE)))
    }
    return sides
  }

  /// Points by which carets of the two layouts may differ: GTK rounds its own.
  private static let caretTolerance = 2.0

  /// The caret's frame at a text position, in the points of what shows the text, see ``textOrigin(in:)``.
  func caret(at position: Int) -> Rect {
    var caret = graphene_rect_t()
    gtk_text_compute_cursor_extents(widget.cast(), UInt(position), &caret, nil)
    return Rect(
      x: Double(caret.origin.x), y: Double(caret.origin.y), width: Double(caret.size.width),
      height: Double(caret.size.height))
  }

  /// The text positions whose carets are computed: all of a short text, of a longer one those in sight and some beside
  /// them.
  ///
  /// A long text is taken to run in one direction.
  private func positionsInSight(of count: Int) -> ClosedRange<Int> {
    guard count > Self.mostCarets else { return 0...count }
    let isReversed = caret(at: count).minX < caret(at: 0).minX
    /// The first position whose caret meets a condition that all carets after it meet as well.
    func first(where isThere: (Double) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isThere(caret(at: middle).minX) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let width = visibleWidth
    let start = first { isReversed ? $0 <= width : $0 >= 0 }
    let end = first { isReversed ? $0 < 0 : $0 > width }
    let lowest = max(start - Self.caretsBeside, 0)
    return lowest...min(max(end, start) + Self.caretsBeside, lowest + Self.mostCarets, count)
  }

  func textInSight(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    let field = text(in: native, region)
    guard let corner = textOrigin(in: native) else { return field }
    return field.inSight(from: corner.x, to: corner.x + visibleWidth)
  }

  /// Of a longer text only the carets in sight are computed: one rectangle for each character would take too long.
  private static let mostCarets = 1000
  /// How many carets are computed on each side of what is in sight: those of a long word that ends there.
  private static let caretsBeside = 40

  /// The only characters that the pen writes in it; `nil` for all.
  private var alphabet: Set<Character>? {
    guard let spinText else { return gtk_text_get_input_purpose(widget.cast()).alphabet }
    return spinText.alphabet
  }

  func select(_ range: Range<Int>, takesFocus: Bool) {
    if takesFocus {
      leaveLabel()
      gtk_text_grab_focus_without_selecting(widget.cast())
    }
    gtk_editable_select_region(editable, CInt(range.lowerBound), CInt(range.upperBound))
  }

  func apply(_ edit: TextEdit, takesFocus: Bool) {
    var range = edit.replaced
    let undo = ReplacementUndo.of(widget)
    if let former = edit.former, undo.takeBack(to: former.text) { range = former.replaced }
    let inserted = edit.text
    undo.record {
      if inserted.isEmpty {
        // Undo selects again what was selected as it was deleted, and the next word would replace that.
        select(range.upperBound..<range.upperBound, takesFocus: takesFocus)
        gtk_editable_delete_text(editable, CInt(range.lowerBound), CInt(range.upperBound))
      } else {
        select(range, takesFocus: takesFocus)
        gtk_editable_delete_selection(editable)
      }
      if range.isEmpty, spin == nil, let character = character(before: range.lowerBound),
        !Self.isStepOfUndo(inserted, behind: character)
      {
        undo.pass(renew(character, before: range.lowerBound))
      }
      var caret = CInt(range.lowerBound)
      if !inserted.isEmpty { gtk_editable_insert_text(editable, inserted, -1, &caret) }
      gtk_editable_set_position(editable, caret)
      // Takes the number over, or the word for it, as when the focus leaves a typed one; it may be
      // written anew.
      if let spin { gtk_spin_button_update(spin.object.opaque) }
      return spin == nil && !inserted.isEmpty ? Int(caret) : nil
    }
    noteShownText()
  }

  func hasTaken(_ edit: TextEdit, from former: FieldText) -> Bool {
    if let spinText { return spinText.hasTaken(edit.text, insteadOf: former.text) }
    guard string == former.text else { return true }
    let replaced = former.text.unicodeScalars.dropFirst(edit.replaced.lowerBound)
      .prefix(edit.replaced.count)
    return replaced.elementsEqual(edit.text.unicodeScalars)
  }

  /// The character before a text position, if there is one.
  private func character(before position: Int) -> Unicode.Scalar? {
    guard position > 0 else { return nil }
    return string.unicodeScalars.dropFirst(position - 1).first
  }

  /// Replaces a character by itself, with the caret behind it as before.
  ///
  /// GtkText joins an insertion to one that ends there as one step of undo, but none to a deletion.
  /// So what is inserted next is a step with this character, and with nothing before it. It is done
  /// in the buffer, of which a screen reader is told nothing, and the text is never seen without the
  /// character.
  ///
  /// - Returns: The text without the character.
  private func renew(_ character: Unicode.Scalar, before position: Int) -> String {
    guard let buffer = gtk_text_get_buffer(widget.cast()) else { return string }
    for object in [buffer.object, widget.object] { g_object_freeze_notify(object) }
    gtk_entry_buffer_delete_text(buffer, guint(position - 1), 1)
    let between = string
    gtk_entry_buffer_insert_text(buffer, guint(position - 1), String(character), 1)
    gtk_editable_set_position(editable, CInt(position))
    for object in [buffer.object, widget.object] { g_object_thaw_notify(object) }
    return between
  }

  /// Whether GtkText makes the insertion of a text a step of undo of its own, where another one may
  /// end with the character before it.
  ///
  /// It does so with a word that brings the space before it, with more than one word, and with lines.
  /// Spaces are joined to spaces alone.
  private static func isStepOfUndo(_ text: String, behind character: Unicode.Scalar) -> Bool {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { g_unichar_isspace(scalar.value) != 0 }
    let newline: Unicode.Scalar = "\n"
    let scalars = text.unicodeScalars
    guard let first = scalars.first else { return true }
    if character == newline || scalars.contains(newline) { return true }
    if scalars.allSatisfy({ isSpace($0) }) { return !isSpace(character) }
    return isSpace(first) || scalars.contains { isSpace($0) }
  }

  var needsFocusForText: Bool { false }

  func hasRoom(for edit: TextEdit) -> Bool {
    guard gtk_text_get_propagate_text_width(widget.cast()) == 0 else { return false }
    // In the middle or at the end the words before would move.
    guard gtk_editable_get_alignment(editable) == 0 else { return false }
    // What is replaced is not deducted: an edit that revises another one is rare, and may wait.
    let caret = 2.0
    return width(of: string + edit.text) + caret < Double(gtk_widget_get_width(widget))
  }

  func blank(at position: Int) -> (any WidenedBlank)? { LineBlank(widget, at: position) }

  func subscribe(toLayout body: @escaping () -> Void) -> [Subscription] {
    [
      Signal<Void>(widget, "changed").subscribe(body),
      Object(widget).notify("scroll-offset").subscribe(body),
    ]
  }

  func subscribe(toSelection body: @escaping () -> Void) -> [Subscription] {
    ["cursor-position", "selection-bound"].map { Object(widget).notify($0).subscribe(body) }
  }

  /// A GtkText keeps its caret in sight.
  func showCaret() {}

  func setPlaceholderHidden(_ hidden: Bool) {
    if hidden {
      guard placeholder == nil, let text = gtk_text_get_placeholder_text(widget.cast()) else {
        return
      }
      placeholder = String(cString: text)
      gtk_text_set_placeholder_text(widget.cast(), "")
    } else if let text = placeholder {
      placeholder = nil
      // A text that is being destroyed must not make new children.
      guard gtk_widget_get_root(widget) != nil else { return }
      gtk_text_set_placeholder_text(widget.cast(), text)
    }
  }
}

/// A GtkEditableLabel, which becomes a field of one line while it is edited.
final class EditableLabelField: LineField {
  private let label: Kept<Object>

  override init?(_ label: UnsafeMutablePointer<GtkWidget>) {
    guard let text = gtk_editable_get_delegate(label.opaque) else { return nil }
    self.label = Kept(Object(label))
    super.init(text.widget)
  }

  override var paper: UnsafeMutablePointer<GtkWidget> { label.object.widget }

  /// The GtkLabel that shows the text until it is edited; `nil` while it is.
  ///
  /// It begins where its alignment and the direction of its language have it; the text widget is laid out only while it is
  /// edited.
  private var plainLabel: UnsafeMutablePointer<GtkWidget>? {
    guard needsFocusForText, let stack = gtk_widget_get_parent(widget),
      stack.isA(gtk_stack_get_type()), let shown = gtk_stack_get_visible_child(stack.opaque),
      shown.isA(gtk_label_get_type())
    else { return nil }
    return shown
  }

  override func textOrigin(in native: UnsafeMutablePointer<GtkWidget>) -> Point? {
    if let plainLabel { return Widget(plainLabel).point(.zero, in: Widget(native)) }
    // Until the next frame the text widget has the height of the last time that it was edited, or none; the text is in
    // the middle of the height that it will have.
    guard let corner = super.textOrigin(in: native), let stack = gtk_widget_get_parent(widget)
    else { return nil }
    let missing = gtk_widget_get_height(stack) - gtk_widget_get_height(widget)
    return corner + Vector(0, Double(missing) / 2)
  }

  override func caret(at position: Int) -> Rect {
    guard let plainLabel, let layout = gtk_label_get_layout(plainLabel.opaque),
      let text = pango_layout_get_text(layout),
      let end = g_utf8_offset_to_pointer(text, min(position, g_utf8_strlen(text, -1)))
    else { return super.caret(at: position) }
    var box = PangoRectangle()
    pango_layout_get_cursor_pos(layout, CInt(UnsafePointer(end) - text), &box, nil)
    var (x, y) = (CInt(0), CInt(0))
    gtk_label_get_layout_offsets(plainLabel.opaque, &x, &y)
    func points(_ units: CInt) -> Double { Double(units) / Double(PANGO_SCALE) }
    return Rect(
      x: Double(x) + points(box.x), y: Double(y) + points(box.y), width: points(box.width),
      height: points(box.height))
  }

  /// Its text has neither a caret nor a selection until it is edited.
  override var needsFocusForText: Bool {
    gtk_editable_label_get_editing(label.object.opaque) == 0
  }

  /// Words wait for the pause where they would give it the focus: that asks for the desktop's keyboard.
  override func hasRoom(for edit: TextEdit) -> Bool {
    !needsFocusForText && super.hasRoom(for: edit)
  }

  override func select(_ range: Range<Int>, takesFocus: Bool) {
    if takesFocus, needsFocusForText {
      gtk_editable_label_start_editing(label.object.opaque)
    }
    super.select(range, takesFocus: takesFocus)
  }
}
