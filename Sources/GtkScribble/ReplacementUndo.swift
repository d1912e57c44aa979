import CGtk
import Gtk

/// Makes what replaced a selection in a GtkText one step of its undo, and of its redo.
///
/// GtkText (4.8) has a step for the deletion and one for the insertion, and no public interface that joins them. So
/// this follows the text: where an undo or a redo has stopped between the two, it performs the other step as well,
/// before the next frame.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class ReplacementUndo {
  private struct Replacement: Equatable {
    var before: String
    /// Without the selection, and not yet with what replaces it.
    var between: String
    var after: String
  }

  /// Replacements that are remembered for each field: more than anyone takes back one by one.
  private static let most = 100
  private static let key = "plumbago-replacements"

  private let text: UnsafeMutablePointer<GtkWidget>
  private var replacements: [Replacement] = []
  private var last: String
  private var isStepping = false

  /// That of a GtkText, which owns it.
  static func of(_ text: UnsafeMutablePointer<GtkWidget>) -> ReplacementUndo {
    if let data = g_object_get_data(text.object, key),
      let known = Retained<ReplacementUndo>.from(data)?.value
    {
      return known
    }
    let new = ReplacementUndo(text)
    g_object_set_data_full(
      text.object, key, Retained(new).retained(), { Retained<ReplacementUndo>.release($0) })
    Signal<Void>(text, "changed").connect { [weak new] in new?.changed() }
    return new
  }

  private init(_ text: UnsafeMutablePointer<GtkWidget>) {
    self.text = text
    last = String(cString: gtk_editable_get_text(text.opaque))
  }

  private var string: String { String(cString: gtk_editable_get_text(text.opaque)) }

  /// A selection was replaced; `between` is the text without it.
  func add(before: String, between: String, after: String) {
    let new = Replacement(before: before, between: between, after: after)
    replacements.removeAll { $0 == new }
    replacements.append(new)
    if replacements.count > Self.most { replacements.removeFirst() }
  }

  private func changed() {
    let (former, now) = (last, string)
    last = now
    guard !isStepping, now != former,
      let replacement = replacements.last(where: {
        $0.between == now && (former == $0.after || former == $0.before)
      })
    else { return }
    // GtkText is still in its step.
    MainLoop.after(0) { [weak self] in
      self?.complete(replacement, isUndo: former == replacement.after)
    }
  }

  /// Performs the rest of a step that has led to the text between.
  ///
  /// The same text comes about where someone deletes the words; but then there is nothing to redo.
  private func complete(_ replacement: Replacement, isUndo: Bool) {
    guard string == replacement.between, gtk_widget_get_root(text) != nil else { return }
    isStepping = true
    defer { isStepping = false }
    step("text.redo")
    guard isUndo, string == replacement.after else { return }
    step("text.undo")
    step("text.undo")
  }

  private func step(_ action: String) {
    gtk_widget_activate_action_variant(text, action, nil)
  }
}
