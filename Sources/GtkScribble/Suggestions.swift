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

  private static func closeCompletion(in entry: UnsafeMutablePointer<GtkWidget>) {
    var child = gtk_widget_get_first_child(entry)
    while let popover = child {
      child = gtk_widget_get_next_sibling(popover)
      if popover.isA(gtk_popover_get_type()) { gtk_popover_popdown(popover.cast()) }
    }
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

  /// Lets the field have suggestions again, and a search begin for what was written.
  private func show() {
    popovers?.end()
    popovers = nil
    if completesEmoji { text.object.set("enable-emoji-completion", true) }
    if let (object, showsPopup, completesInline) = completion {
      gtk_entry_completion_set_popup_completion(object.object.opaque, showsPopup ? 1 : 0)
      gtk_entry_completion_set_inline_completion(object.object.opaque, completesInline ? 1 : 0)
    }
    if let (object, delay, before) = search {
      let entry = object.object
      gtk_search_entry_set_search_delay(entry.opaque, delay)
      if gtk_widget_get_root(entry.widget) != nil,
        String(cString: gtk_editable_get_text(entry.opaque)) != before
      {
        emitSearchChanged(entry)
      }
    }
    (completion, search, completesEmoji) = (nil, nil, false)
  }

  private func emitSearchChanged(_ entry: Object) {
    let type = gtk_search_entry_get_type()
    var value = GValue()
    g_value_init(&value, type)
    g_value_set_object(&value, entry.raw)
    g_signal_emitv(&value, g_signal_lookup("search-changed", type), 0, nil)
    g_value_unset(&value)
  }
}
