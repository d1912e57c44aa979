import CGtk
import InkModel

/// The text of a ``TextView``, with its selection and its own undo.
nonisolated public struct TextBuffer: ObjectHandle {
  public let raw: UnsafeMutableRawPointer
  public init(raw: UnsafeMutableRawPointer) { self.raw = raw }
}

extension TextBuffer {
  public var changed: Signal<Void> { Signal(self, "changed") }
  public var selectionChanged: Signal<Void> { notify("has-selection") }

  public func undo() { step("undo") }
  public func redo() { step("redo") }

  /// GTK's own functions emit nothing where the buffer itself remembers nothing.
  private func step(_ signal: String) {
    var value = GValue()
    g_value_init(&value, gtk_text_buffer_get_type())
    g_value_set_object(&value, raw)
    g_signal_emitv(&value, g_signal_lookup(signal, gtk_text_buffer_get_type()), 0, nil)
    g_value_unset(&value)
  }

  /// Emitted before the first change of what is one step, and after its last.
  public var actionBegan: Signal<Void> { Signal(self, "begin-user-action") }
  public var actionEnded: Signal<Void> { Signal(self, "end-user-action") }

  /// Has undo and redo done by functions, whoever asks for them by its signals; it remembers nothing itself then.
  public func replaceUndo(_ undo: @escaping () -> Void, redo: @escaping () -> Void) {
    gtk_text_buffer_set_enable_undo(cast(), 0)
    for (name, body) in [("undo", undo), ("redo", redo)] {
      Signal<Void>(self, name).connect { [raw] in
        g_signal_stop_emission_by_name(raw, name)
        body()
      }
    }
  }

  public var hasSelection: Bool { gtk_text_buffer_get_has_selection(cast()) != 0 }

  /// The selected characters, by their numbers; empty at the caret.
  public var selection: Range<Int> {
    get {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_selection_bounds(cast(), &start, &end)
      return Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
    }
    nonmutating set {
      var (start, end) = (iter(at: newValue.lowerBound), iter(at: newValue.upperBound))
      gtk_text_buffer_select_range(cast(), &end, &start)
    }
  }

  /// How many characters, which are Unicode scalars, it has.
  public var count: Int { Int(gtk_text_buffer_get_char_count(cast())) }

  /// Replaces characters as one step of its undo.
  public func replace(_ range: Range<Int>, with text: String) {
    gtk_text_buffer_begin_user_action(cast())
    var (start, end) = (iter(at: range.lowerBound), iter(at: range.upperBound))
    gtk_text_buffer_delete(cast(), &start, &end)
    gtk_text_buffer_insert(cast(), &start, text, -1)
    gtk_text_buffer_end_user_action(cast())
  }

  /// Makes several changes one step of its undo.
  public func asOneStep(_ body: () -> Void) {
    gtk_text_buffer_begin_user_action(cast())
    body()
    gtk_text_buffer_end_user_action(cast())
  }

  func iter(at offset: Int) -> GtkTextIter {
    var iter = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(cast(), &iter, CInt(clamping: offset))
    return iter
  }
}

/// The fonts and colours of a ``TextBuffer``: a tag for each look.
///
/// Invariant: once ``mendLooks()`` has run, each character has exactly one look.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
public final class StyledText {
  private let buffer: TextBuffer
  private let kept: Kept<Object>
  /// Widget points for a point of a run's size.
  private let scale: Double
  /// By the look of a run, which has no text here.
  private var tags: [TextRun: UnsafeMutablePointer<GtkTextTag>] = [:]
  private var looks: [UnsafeMutableRawPointer: TextRun] = [:]
  /// The look of a text that is empty.
  public private(set) var fallback: TextRun
  /// The look of what is typed next, chosen at a caret, and how many characters there were.
  private var next: (caret: Int, count: Int, look: TextRun)?
  /// What was selected when it was noted last, how many characters there were, and the look of the first of them.
  private var selected: (range: Range<Int>, count: Int, look: TextRun)?
  /// How colours are shown.
  public var resolve: (Color) -> Color = { $0 } {
    didSet { for (look, tag) in tags { color(tag, look) } }
  }

  public init(_ buffer: TextBuffer, scale: Double, fallback: TextRun) {
    self.buffer = buffer
    kept = Kept(Object(buffer))
    self.scale = scale
    self.fallback = Self.look(of: fallback)
  }

  private static func look(of run: TextRun) -> TextRun {
    var look = run
    look.text = ""
    return look
  }

  private func tag(for look: TextRun) -> UnsafeMutablePointer<GtkTextTag> {
    if let known = tags[look] { return known }
    guard let tag = gtk_text_tag_new(nil), let font = pango_font_description_new() else {
      preconditionFailure("GLib ends the process where it has no memory")
    }
    pango_font_description_set_family(font, look.family)
    pango_font_description_set_absolute_size(
      font, max(look.size * scale, 1).rounded() * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, PangoWeight(UInt32(look.weight)))
    let style =
      switch look.slant {
      case .upright: PANGO_STYLE_NORMAL
      case .italic: PANGO_STYLE_ITALIC
      case .oblique: PANGO_STYLE_OBLIQUE
      }
    pango_font_description_set_style(font, style)
    var value = GValue()
    g_value_init(&value, pango_font_description_get_type())
    g_value_take_boxed(&value, font.raw)
    g_object_set_property(tag.object, "font-desc", &value)
    g_value_unset(&value)
    gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer.cast()), tag)
    // The table keeps it.
    g_object_unref(tag.raw)
    tags[look] = tag
    looks[tag.raw] = look
    color(tag, look)
    return tag
  }

  private func color(_ tag: UnsafeMutablePointer<GtkTextTag>, _ look: TextRun) {
    var rgba = resolve(look.color).gdk
    var value = GValue()
    g_value_init(&value, gdk_rgba_get_type())
    g_value_set_boxed(&value, &rgba)
    g_object_set_property(tag.object, "foreground-rgba", &value)
    g_value_unset(&value)
  }

  /// The look of the character behind a position; `nil` where it has none.
  private func look(at iter: inout GtkTextIter) -> TextRun? {
    let list = gtk_text_iter_get_tags(&iter)
    defer { g_slist_free(list) }
    var next = list
    while let each = next {
      if let tag = each.pointee.data, let look = looks[tag] { return look }
      next = each.pointee.next
    }
    return nil
  }

  /// Calls `body` with each stretch between two changes of tags.
  private func forEachStretch(_ body: (inout GtkTextIter, inout GtkTextIter) -> Void) {
    var start = buffer.iter(at: 0)
    while gtk_text_iter_is_end(&start) == 0 {
      var end = start
      gtk_text_iter_forward_to_tag_toggle(&end, nil)
      body(&start, &end)
      start = end
    }
  }

  /// The text by looks; one run without text where there is none.
  public var runs: [TextRun] {
    var runs: [TextRun] = []
    forEachStretch { start, end in
      var run = look(at: &start) ?? fallback
      run.text = takeString(gtk_text_iter_get_slice(&start, &end)) ?? ""
      if let last = runs.last, Self.look(of: last) == Self.look(of: run) {
        runs[runs.count - 1].text += run.text
      } else {
        runs.append(run)
      }
    }
    return runs.isEmpty ? [fallback] : runs
  }

  /// Makes text and looks those of runs; characters that stay are not replaced.
  public func change(to runs: [TextRun]) {
    let old = self.runs.flatMap(\.text.unicodeScalars)
    let new = runs.flatMap(\.text.unicodeScalars)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - start
    let end = min(zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count, rest)
    let inserted = String(String.UnicodeScalarView(new[start..<(new.count - end)]))
    if old != new { buffer.replace(start..<(old.count - end), with: inserted) }
    if let first = runs.first { fallback = Self.look(of: first) }
    var offset = 0
    for run in runs {
      let next = offset + run.text.unicodeScalars.count
      set(Self.look(of: run), offset..<next)
      offset = next
    }
  }

  private func set(_ look: TextRun, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let own = tag(for: look)
    var (start, end) = (buffer.iter(at: range.lowerBound), buffer.iter(at: range.upperBound))
    for tag in tags.values where tag != own {
      gtk_text_buffer_remove_tag(buffer.cast(), tag, &start, &end)
    }
    gtk_text_buffer_apply_tag(buffer.cast(), own, &start, &end)
  }

  /// Notes what is selected: what is typed in its place looks as its first character.
  ///
  /// To be called when the selection, its looks or the text have changed.
  public func noteSelection() {
    let range = buffer.selection
    if let old = selected, buffer.count == old.count - old.range.count,
      range == old.range.lowerBound..<old.range.lowerBound
    {
      next = (range.lowerBound, buffer.count, old.look)
    }
    selected =
      range.isEmpty ? nil : (range: range, count: buffer.count, look: lookAtSelection)
  }

  /// What was selected was replaced by what is before the caret now, in one change.
  private func noteReplaced() {
    guard let old = selected else { return }
    let (start, left) = (old.range.lowerBound, old.count - old.range.count)
    let caret = buffer.selection
    guard caret.isEmpty, caret.lowerBound > start,
      caret.lowerBound - start == buffer.count - left
    else { return }
    selected = nil
    next = (start, left, old.look)
  }

  /// Gives characters that have no look, as they were typed or pasted, that which was chosen at the caret, or that of the
  /// one before; at the start that of the one behind.
  public func mendLooks() {
    noteReplaced()
    if let next, !isAtCaret(next) {
      self.next = nil
      let caret = buffer.selection.lowerBound
      if caret > next.caret, caret - next.caret == buffer.count - next.count {
        set(next.look, next.caret..<caret)
      }
    }
    var bare: [Range<Int>] = []
    var before: [TextRun?] = []
    var last: TextRun?
    forEachStretch { start, end in
      let look = self.look(at: &start)
      if look == nil {
        bare.append(
          Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end)))
        before.append(last)
      } else {
        if last == nil, let behind = look {
          before = before.map { $0 ?? behind }
        }
        last = look
      }
    }
    for (range, look) in zip(bare, before) { set(look ?? fallback, range) }
    if let last { fallback = last }
  }

  /// Changes the looks of characters; of an empty text, what is typed next.
  public func change(_ range: Range<Int>, _ body: (inout TextRun) -> Void) {
    var changes: [(Range<Int>, TextRun)] = []
    forEachStretch { start, end in
      let part = Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
      let both = part.clamped(to: range)
      guard !both.isEmpty, var look = self.look(at: &start) else { return }
      body(&look)
      changes.append((both, look))
    }
    for (part, look) in changes { set(look, part) }
    if buffer.count == 0 { body(&fallback) }
  }

  /// Changes the look of what is typed next at the caret, until the caret moves.
  public func changeNext(_ body: (inout TextRun) -> Void) {
    var look = lookAtSelection
    body(&look)
    next = (buffer.selection.lowerBound, buffer.count, Self.look(of: look))
  }

  /// What is typed next looks as the character before the caret again, where the caret has moved or `always`.
  public func forgetNext(always: Bool = false) {
    if let next, always || !isAtCaret(next) { self.next = nil }
  }

  private func isAtCaret(_ next: (caret: Int, count: Int, look: TextRun)) -> Bool {
    buffer.selection == next.caret..<next.caret && buffer.count == next.count
  }

  /// The look of what is selected, or at the caret: that of its first character, or of the one before the caret, or what
  /// was chosen there.
  public var lookAtSelection: TextRun {
    if let next, isAtCaret(next) { return next.look }
    let selection = buffer.selection
    var iter = buffer.iter(
      at: selection.isEmpty ? max(selection.lowerBound - 1, 0) : selection.lowerBound)
    return look(at: &iter) ?? fallback
  }
}
