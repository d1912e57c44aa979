import CGtk
import Gtk
import Handwriting
import InkModel
import Scribble

/// A text widget of a program's own, as a field.
final class TextInputField: TextField {
  let widget: UnsafeMutablePointer<GtkWidget>
  var paper: UnsafeMutablePointer<GtkWidget> { widget }
  var isEditable: Bool { input.isEditable }
  var isOneLine: Bool { input.kind != .text }
  private let input: any ScribbleTextInput
  private let kept: Kept<Object>

  /// `nil` where it cannot be changed now.
  init?(_ input: any ScribbleTextInput) {
    guard input.isEditable else { return nil }
    self.input = input
    widget = input.widget.widget
    kept = Kept(Object(widget))
  }

  func text(in native: UnsafeMutablePointer<GtkWidget>, _ region: TextRegion) -> FieldText {
    let count = input.text.unicodeScalars.count
    var field = FieldText(
      input.text, selection: input.selection.clamped(to: 0..<count), hasFocus: hasFocus,
      kind: input.kind)
    guard !region.isEmpty, let corner = origin(in: native) else { return field }
    let seen = input.visibleText.clamped(to: 0..<count)
    let carets = (seen.lowerBound...seen.upperBound).map { input.caret(at: $0) }
    guard carets.allSatisfy({ $0 != nil }) else { return field }
    field.firstCaret = seen.lowerBound
    field.carets = carets.compactMap(\.self).map {
      Rect(x: corner.x + $0.minX, y: corner.y + $0.minY, width: $0.width, height: $0.height)
    }
    return field
  }

  func select(_ range: Range<Int>, takesFocus: Bool) {
    if takesFocus { takeFocus() }
    input.selection = range
  }

  func apply(_ edit: TextEdit, takesFocus: Bool) {
    var range = edit.replaced
    if let former = edit.former, input.takeBack(to: former.text) { range = former.replaced }
    if takesFocus { takeFocus() }
    input.replace(range, with: edit.text)
    let caret = range.lowerBound + edit.text.unicodeScalars.count
    input.selection = caret..<caret
  }

  func hasRoom(for edit: TextEdit) -> Bool {
    input.hasRoom(for: edit.text, replacing: edit.replaced)
  }

  func setPlaceholderHidden(_ hidden: Bool) {
    // A widget that is being destroyed must not make new children.
    guard hidden || gtk_widget_get_root(widget) != nil else { return }
    input.setPlaceholderHidden(hidden)
  }

  func hideSuggestions() -> Suggestions? { nil }

  func showCaret() { input.showCaret() }

  func subscribe(toLayout body: @escaping () -> Void) -> [Subscription] {
    [input.layoutChanges?.subscribe(body)].compactMap(\.self)
  }
}
