import CGtk
import Gtk

/// Makes what one commit did to the text of a GtkText one step of its undo, and of its redo.
///
/// GtkText (4.8) has a step for each deletion and one for each insertion, and no public interface
/// that joins them: two where a selection is replaced, and two more where a spin button then writes
/// the number anew, with its decimals or within its range. So this follows the text: where an undo
/// or a redo has stopped within a commit, it performs the other steps as well, before the next
/// frame.
///
/// GtkText also joins an insertion to one that ends there, as with letters that are typed. So before
/// something is inserted right behind a commit, that is closed.
// Explicit, since the optimizer loses the default isolation of another module (Swift 6.3).
@MainActor
final class ReplacementUndo {
  /// Commits that are remembered for each field: more than anyone takes back one by one.
  private static let most = 100
  private static let key = "plumbago-replacements"
  private static let undo = "text.undo"
  private static let redo = "text.redo"

  private let text: UnsafeMutablePointer<GtkWidget>
  /// The texts that each commit of several steps led through.
  ///
  /// First is the one before it, then one for each step.
  private var commits: [[String]] = []
  /// Those of the commit that is being performed.
  private var recorded: [String]?
  /// The texts that the last commit led through and the position where its insertion ends, while
  /// the text has not changed since.
  private var latest: (texts: [String], end: Int)?
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
    Signal<Void, String, Int, UnsafeMutableRawPointer?>(text, "insert-text").connect {
      [weak new] _, _, position in
      if let position { new?.close(before: Int(position.load(as: CInt.self))) }
    }
    return new
  }

  private init(_ text: UnsafeMutablePointer<GtkWidget>) {
    self.text = text
    last = String(cString: gtk_editable_get_text(text.opaque))
  }

  private var string: String { String(cString: gtk_editable_get_text(text.opaque)) }

  /// Performs a commit, all of whose steps are one from then on.
  ///
  /// - Parameter commit: Returns the text position where its last step has inserted a text; `nil`
  ///   where it was none that inserts.
  func record(_ commit: () -> Int?) {
    recorded = [string]
    let end = commit()
    let texts = recorded ?? []
    recorded = nil
    latest = texts.count > 1 ? end.map { (texts, $0) } : nil
    // What is one step anyhow needs no help.
    if texts.count > 2 { remember(texts) }
  }

  private func remember(_ texts: [String]) {
    commits.removeAll { $0 == texts }
    commits.append(texts)
    if commits.count > Self.most { commits.removeFirst() }
  }

  /// The text has been another one within the commit, of which its field tells nobody.
  func pass(_ text: String) { recorded?.append(text) }

  /// Lets nothing that is inserted at a text position be a step of undo with the last commit.
  ///
  /// GtkText joins an insertion to one that ends there, but none to a deletion. So the last character
  /// of the commit is inserted once more and deleted, in the buffer, of which a screen reader is told
  /// nothing; the text is never seen with it.
  private func close(before position: Int) {
    guard recorded == nil, !isStepping, let (texts, end) = latest, end == position else { return }
    latest = nil
    let scalars = string.unicodeScalars
    guard texts.last == string, end > 0, end <= scalars.count,
      let buffer = gtk_text_get_buffer(text.cast())
    else { return }
    let character = scalars[scalars.index(scalars.startIndex, offsetBy: end - 1)]
    // GtkText joins spaces to spaces alone.
    guard g_unichar_isspace(character.value) == 0 else { return }
    for object in [buffer.object, text.object] { g_object_freeze_notify(object) }
    // None is inserted where the text is as long as it may be.
    if gtk_entry_buffer_insert_text(buffer, guint(end), String(character), 1) == 1 {
      let between = string
      gtk_entry_buffer_delete_text(buffer, guint(end), 1)
      commits.removeAll { $0 == texts }
      remember(texts.dropLast() + [between, string])
    }
    for object in [buffer.object, text.object] { g_object_thaw_notify(object) }
  }

  /// Undoes the last commit, so that another one replaces it as a step of undo.
  ///
  /// - Returns: False, and nothing is changed, where that does not lead to the former text.
  func takeBack(to former: String) -> Bool {
    isStepping = true
    defer { isStepping = false }
    let now = string
    for texts in commits.reversed() where texts.first == former && texts.last == now {
      if follow(texts.dropLast().reversed(), by: Self.undo, back: Self.redo) { return true }
    }
    // An insertion alone.
    return follow([former], by: Self.undo, back: Self.redo)
  }

  private func changed() {
    let (former, now) = (last, string)
    last = now
    guard now != former else { return }
    latest = nil
    guard !isStepping else { return }
    guard recorded == nil else {
      recorded?.append(now)
      return
    }
    let entered = commits.filter { texts in
      Self.isUndo(of: texts, from: former, to: now) || Self.isRedo(of: texts, from: former, to: now)
    }
    guard !entered.isEmpty else { return }
    // GtkText is still in its step.
    MainLoop.after(0) { [weak self] in self?.complete(entered, from: former, to: now) }
  }

  /// Whether the text may have changed by the last step of a commit that was undone.
  private static func isUndo(of texts: [String], from former: String, to now: String) -> Bool {
    texts.last == former && texts[texts.count - 2] == now
  }

  /// Whether the text may have changed by the first step of a commit that was done again.
  private static func isRedo(of texts: [String], from former: String, to now: String) -> Bool {
    texts.first == former && texts[1] == now
  }

  /// Performs the rest of the commit that an undo or a redo has entered.
  private func complete(_ entered: [[String]], from former: String, to now: String) {
    guard string == now, gtk_widget_get_root(text) != nil else { return }
    isStepping = true
    defer { isStepping = false }
    // Several commits may begin or end alike; the other texts tell which one it is.
    for texts in entered.reversed() {
      if Self.isUndo(of: texts, from: former, to: now), finishUndo(of: texts) { return }
      if Self.isRedo(of: texts, from: former, to: now), finishRedo(of: texts) { return }
    }
  }

  /// Undoes the rest of a commit.
  ///
  /// - Returns: False, and nothing is changed, where the last step was none back from its end.
  private func finishUndo(of texts: [String]) -> Bool {
    // The same text comes about where someone deletes the words; but then there is nothing to redo.
    guard follow(texts.suffix(1), by: Self.redo, back: Self.undo) else { return false }
    step(Self.undo)
    return follow(texts.dropLast(2).reversed(), by: Self.undo, back: Self.redo)
  }

  /// Redoes the rest of a commit.
  ///
  /// - Returns: False, and nothing is changed, where the last step was none into it.
  private func finishRedo(of texts: [String]) -> Bool {
    follow(texts.dropFirst(2), by: Self.redo, back: Self.undo)
  }

  /// Undoes or redoes while the text becomes each of these in turn.
  ///
  /// - Returns: False, and all is as before, where it becomes another one.
  private func follow(_ texts: some Sequence<String>, by action: String, back: String) -> Bool {
    var steps = 0
    for text in texts {
      let former = string
      step(action)
      // There may be no step left.
      if string != former { steps += 1 }
      guard string == text else {
        for _ in 0..<steps { step(back) }
        return false
      }
    }
    return true
  }

  private func step(_ action: String) {
    gtk_widget_activate_action_variant(text, action, nil)
  }
}
