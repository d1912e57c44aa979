import Gtk
import Handwriting
import InkModel

/// A text widget of a program's own making, neither GtkEditable nor GtkTextView, that takes handwriting.
///
/// ``ScribbleController/register(_:)`` puts it on its widget; from then on the pen writes into the widget as into every
/// field: unfocused, without a tap or a selection first, with the same gestures.
///
/// Text positions count the Unicode scalars before them, from 0 to the text's number of scalars. Rectangles are in the
/// widget's own points, y downwards. All members are called on the main thread, while the widget is mapped.
@MainActor
public protocol ScribbleTextInput: AnyObject {
  /// The widget that shows the text and takes the keyboard focus; the same all the time.
  var widget: Widget { get }
  /// Whether the text can be changed now; true by default. A pen's press is the widget's where not.
  var isEditable: Bool { get }
  /// The kind of text that is expected; by default one line of any text.
  ///
  /// For `.text` a line can be broken by a gesture, and other readings stand below the word's line; for all others they
  /// stand below the widget.
  var kind: RecognitionContext.Kind { get }

  /// The text; set by ``replace(_:with:)`` alone, where that is the default.
  var text: String { get set }
  /// The selected text positions; empty at the caret. Set to show a selection, or to place the caret.
  var selection: Range<Int> { get set }
  /// The text positions that are not scrolled away; all by default.
  ///
  /// ``caret(at:)`` is asked of each whenever a pen comes down or lifts.
  var visibleText: Range<Int> { get }
  /// The caret's frame before the character at a position, or behind the last one: of any width, and as high as the line.
  /// `nil` where it has none, as before the first layout.
  func caret(at position: Int) -> Rect?

  /// Replaces a part of the text, which may be empty, by another, which may be empty, as one step of undo; by default it
  /// sets ``text``.
  ///
  /// The selection is set afterwards, to the caret behind what was inserted.
  func replace(_ range: Range<Int>, with text: String)
  /// Undoes the last ``replace(_:with:)`` where it is the last change of the text, and the text before it was `former`:
  /// a word that is read anew with what follows it then replaces itself in one step of undo.
  ///
  /// - Returns: Whether it did; otherwise nothing is changed. False by default: both readings are a step.
  func takeBack(to former: String) -> Bool

  /// Whether the widget shows a replacement without scrolling or changing its size; false by default.
  ///
  /// Where true, words are inserted while the next one is written; otherwise all wait for a pause.
  func hasRoom(for text: String, replacing range: Range<Int>) -> Bool
  /// Scrolls to the caret where it is out of sight; called at a pause. Does nothing by default.
  func showCaret()
  /// Hides what is shown instead of a text, or shows it again. Does nothing by default.
  func setPlaceholderHidden(_ hidden: Bool)
  /// Told by the program whenever the text, or the positions of its characters, have changed; `nil` by default.
  ///
  /// The dotted lines below words just written follow it.
  var layoutChanges: Listeners? { get }
}

extension ScribbleTextInput {
  public var isEditable: Bool { true }
  public var kind: RecognitionContext.Kind { .line }
  public var visibleText: Range<Int> { 0..<text.unicodeScalars.count }
  public func replace(_ range: Range<Int>, with text: String) {
    var scalars = Array(self.text.unicodeScalars)
    scalars.replaceSubrange(range, with: text.unicodeScalars)
    self.text = String(String.UnicodeScalarView(scalars))
  }
  public func takeBack(to former: String) -> Bool { false }
  public func hasRoom(for text: String, replacing range: Range<Int>) -> Bool { false }
  public func showCaret() {}
  public func setPlaceholderHidden(_ hidden: Bool) {}
  public var layoutChanges: Listeners? { nil }
}

extension ScribbleController {
  /// Lets the pen write into a text widget of a program's own.
  ///
  /// - Parameter input: Its widget keeps it, and no earlier one. Text widgets inside that widget take no
  ///   handwriting of their own.
  public static func register(_ input: any ScribbleTextInput) {
    WidgetInteractions.of(input.widget.widget).input = input
  }
}
