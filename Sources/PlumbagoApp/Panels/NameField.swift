import Gtk
import GtkScribble

/// The field of a panel in which a name is edited, by keys and by handwriting.
///
/// Enter, a press elsewhere in the window (``pressed(_:)``), and a keyboard focus that goes elsewhere keep what is in it;
/// Escape does not. Where a pen has written in it, the editing goes on until that is read. Its owner shows and hides it,
/// and gives it the room that it has: of its own it asks for little.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class NameField {
  let entry = Entry().styled("name-field")
  /// Told that the editing ends, and whether the keyboard is still in the field.
  var onEnd: (_ isKept: Bool, _ keepsFocus: Bool) -> Void = { _, _ in }
  /// The one that has the keyboard.
  private static weak var focused: NameField?
  /// Its end may be told after its panel has gone.
  private let kept: Kept<Entry>
  private var writing: ScribbleInteraction?
  /// The editing ends as soon as what a pen writes is in the field.
  private var endsWithWriting = false

  /// More, and a row whose name is edited would be wider than the others.
  private static let leastCharacters = 4

  /// - Parameter name: What the field is, for those who cannot see it.
  init(_ name: String) {
    kept = Kept(entry)
    entry.setAccessibleName(name)
    entry.setExtraMenu(TextMenu.steps)
    entry.maximumWidthInCharacters = Self.leastCharacters
    entry.widthInCharacters = Self.leastCharacters
    entry.activated.connect { [weak self] in self?.end() }
    let focus = FocusController()
    focus.entered.connect { [weak self] in Self.focused = self }
    focus.left.connect { [weak self] in
      // The window alone has lost the keyboard, to another one or to a menu of its own that is closing.
      guard let self, !self.entry.containsFocus else { return }
      if Self.focused === self { Self.focused = nil }
      // Not within the change of the focus.
      self.endSoon()
    }
    entry.add(focus)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .escape else { return false }
      self?.onEnd(false, true)
      return true
    }
    entry.add(keys)
    writing = ScribbleInteraction(on: entry, delegate: self)
  }

  /// Once what goes on now is done.
  private func endSoon() {
    MainLoop.after(0) { [weak self] in self?.end() }
  }

  /// Keeps what is in it, or will be once it is read.
  private func end() {
    // An event waits for the text only briefly: where its reading takes longer, that would come into a field that is read
    // no more.
    endsWithWriting = writing?.isHandlingWriting == true
    if !endsWithWriting { onEnd(true, entry.containsFocus) }
  }

  /// Ends the editing of the name that is pressed beside: what is pressed need not take the keyboard.
  ///
  /// - Parameter event: A press in a window, before its widgets get it; it does what it does otherwise.
  static func pressed(_ event: Event) {
    guard let field = focused, let position = event.position, let surface = event.surface else {
      return
    }
    // The menu of the field is in it, too.
    let pressed = Widget.at(position, of: surface)
    let entry = field.entry
    guard pressed?.isSame(as: entry) != true, pressed?.isInside(entry) != true else { return }
    // Once what is pressed has the keyboard, if it takes it.
    field.endSoon()
  }

  /// Gives it the keyboard focus, all of its text selected.
  func focus() {
    endsWithWriting = false
    entry.grabFocus()
    entry.select()
  }
}

extension NameField: ScribbleInteractionDelegate {
  func interactionDidFinishWriting(_ interaction: ScribbleInteraction) {
    guard endsWithWriting else { return }
    endsWithWriting = false
    // Not within what ends the writing.
    endSoon()
  }
}
