import CGtk
import Gtk

/// Keeps a field's suggestions away while it is written in: completion, and what a program shows of a search.
///
/// Where the pen goes on to another field they wait for a pause in that one, too: nothing comes up beside a pen that writes.
///
/// A program shows results of a search at `GtkSearchEntry::search-changed`, which waits for a delay without changes; here
/// it waits for the end of the writing. Popovers that a program opens otherwise are ``HeldPopovers``.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class Suggestions {
  private let text: Kept<Object>
  private var completion: (object: Kept<Object>, showsPopup: Bool, completesInline: Bool)?
  private var search: (object: Kept<Object>, delay: UInt32, text: String)?
  private var completesEmoji = false
  /// What the field has since something was written in it, and where its caret is then.
  ///
  /// `nil` where nothing was written, where it has no completion, or where something else was done
  /// since.
  private var written: (text: String, caret: CInt)?
  private var popovers: HeldPopovers?
  /// Those of fields that the pen has left, until a pause in what is written now.
  private static var waiting: [Suggestions] = []

  /// Hides those of a GtkText's entry, or of a GtkTextView, until ``show()``.
  ///
  /// - Parameter field: The outermost widget that is the field.
  init(
    hidingThoseOf text: UnsafeMutablePointer<GtkWidget>, in field: UnsafeMutablePointer<GtkWidget>
  ) {
    self.text = Kept(Object(text))
    if text.isA(gtk_text_get_type()) { hideCompletion() }
    // After those of GTK, which are closed.
    popovers = HeldPopovers(of: field)
  }

  /// A popover has been opened.
  func hold(_ popover: UnsafeMutablePointer<GtkWidget>) { popovers?.hold(popover) }

  /// The same, perhaps by the program of a field that the pen has left.
  static func holdInWaiting(_ popover: UnsafeMutablePointer<GtkWidget>) {
    for each in waiting { each.hold(popover) }
  }

  private func hideCompletion() {
    let text = text.object.widget
    completesEmoji = self.text.object.bool("enable-emoji-completion")
    if completesEmoji { self.text.object.set("enable-emoji-completion", false) }
    if let entry = gtk_widget_get_ancestor(text, gtk_entry_get_type()) {
      if let completion = gtk_entry_get_completion(entry.cast()) { hide(completion, of: entry) }
    }
    if let search = gtk_widget_get_ancestor(text, gtk_search_entry_get_type()) {
      let entry = search.opaque
      self.search = (
        Kept(Object(search)), gtk_search_entry_get_search_delay(entry),
        String(cString: gtk_editable_get_text(entry))
      )
      gtk_search_entry_set_search_delay(entry, .max)
    }
  }

  private func hide(_ completion: OpaquePointer, of entry: UnsafeMutablePointer<GtkWidget>) {
    self.completion = (
      Kept(Object(completion)), gtk_entry_completion_get_popup_completion(completion) != 0,
      gtk_entry_completion_get_inline_completion(completion) != 0
    )
    gtk_entry_completion_set_popup_completion(completion, 0)
    gtk_entry_completion_set_inline_completion(completion, 0)
    Self.closeCompletion(in: entry)
  }

  /// Closes the completion of a text's entry, where one is open since something was typed; the next key opens it again.
  static func closeCompletion(of text: UnsafeMutablePointer<GtkWidget>) {
    guard let entry = gtk_widget_get_ancestor(text, gtk_entry_get_type()),
      gtk_entry_get_completion(entry.cast()) != nil
    else { return }
    closeCompletion(in: entry)
  }

  /// Whether a popover is the completion of an entry.
  static func isCompletion(_ popover: UnsafeMutablePointer<GtkWidget>) -> Bool {
    guard let entry = gtk_widget_get_parent(popover), entry.isA(gtk_entry_get_type()) else {
      return false
    }
    return gtk_entry_get_completion(entry.cast()) != nil
  }

  private static func closeCompletion(in entry: UnsafeMutablePointer<GtkWidget>) {
    var child = gtk_widget_get_first_child(entry)
    while let popover = child {
      child = gtk_widget_get_next_sibling(popover)
      if popover.isA(gtk_popover_get_type()) { gtk_popover_popdown(popover.cast()) }
    }
  }

  /// Somebody has written, or deleted, something in the field: its completion opens for that at the pause.
  func textIsWritten() {
    if completion != nil { written = textAndCaret }
  }

  /// Somebody has done something else than write: what GTK makes of that is all that comes.
  func forgetWritten() { written = nil }

  /// What a GtkText has now.
  private var textAndCaret: (text: String, caret: CInt) {
    let editable = text.object.opaque
    return (String(cString: gtk_editable_get_text(editable)), gtk_editable_get_position(editable))
  }

  /// Lets the field have suggestions again once nobody writes, in whatever field.
  ///
  /// - Parameter time: Seconds that pass before that.
  func showAtPause(after time: Double) {
    guard time > 0 || !ScribbleController.mayMove else { return show() }
    Self.waiting.append(self)
    MainLoop.after(time) { [self] in
      ScribbleController.performAtPause { [self] in
        // The field may be written in again.
        guard let i = Self.waiting.firstIndex(where: { $0 === self }) else { return }
        Self.waiting.remove(at: i)
        show()
      }
    }
  }

  /// Takes those of a text that wait for a pause: it is written in again, and they stay hidden.
  static func takeWaiting(of text: UnsafeMutablePointer<GtkWidget>) -> Suggestions? {
    waiting.firstIndex { $0.text.object.widget == text }.map { waiting.remove(at: $0) }
  }

  /// Lets the field have suggestions again, and completion and a search begin for what was written.
  private func show() {
    popovers?.end()
    popovers = nil
    if let (object, showsPopup, completesInline) = completion {
      gtk_entry_completion_set_popup_completion(object.object.opaque, showsPopup ? 1 : 0)
      gtk_entry_completion_set_inline_completion(object.object.opaque, completesInline ? 1 : 0)
      if showsPopup { complete(by: object.object) }
    }
    // After that, of which it would hear.
    if completesEmoji { text.object.set("enable-emoji-completion", true) }
    if let (object, delay, before) = search {
      let entry = object.object
      gtk_search_entry_set_search_delay(entry.opaque, delay)
      if gtk_widget_get_root(entry.widget) != nil,
        String(cString: gtk_editable_get_text(entry.opaque)) != before
      {
        emit("search-changed", of: gtk_search_entry_get_type(), by: entry)
      }
    }
    (completion, search, completesEmoji, written) = (nil, nil, false, nil)
  }

  /// Has a completion search for what was written, as it does at a key: its list opens where words fit.
  ///
  /// GTK 4.8 does so where the text widget tells of a change, and has no interface for it. The entry,
  /// and so its program, is not told: nothing has changed since it was. Neither undo nor a screen
  /// reader listens to that signal. No letters are added to the text, as GTK may add them to what is
  /// typed: they would become a part of what somebody wrote.
  private func complete(by completion: Object) {
    let text = text.object
    guard gtk_widget_has_focus(text.widget) != 0, let written, written == textAndCaret,
      gtk_editable_get_selection_bounds(text.opaque, nil, nil) == 0,
      let entry = gtk_widget_get_ancestor(text.widget, gtk_entry_get_type())
    else { return }
    let type = gtk_text_get_type()
    let changed = g_signal_lookup("changed", type)
    let mask = GSignalMatchType(
      rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue)
    // The program may have taken it from the entry.
    guard g_signal_handler_find(text.raw, mask, changed, 0, nil, nil, completion.raw) != 0 else {
      return
    }
    g_signal_handlers_block_matched(text.raw, mask, changed, 0, nil, nil, entry.raw)
    emit("changed", of: type, by: text)
    g_signal_handlers_unblock_matched(text.raw, mask, changed, 0, nil, nil, entry.raw)
  }

  /// Emits a signal without arguments.
  private func emit(_ signal: String, of type: GType, by object: Object) {
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_object(&value, object.raw)
    g_signal_emitv(&value, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(&value)
  }
}
