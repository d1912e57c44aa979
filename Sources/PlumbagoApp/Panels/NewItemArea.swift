import Gtk
import GtkScribble
import InkModel

/// The blank space below the last item of a panel's list: what a pen writes there names a new item (S42).
///
/// A tap or a click there does nothing, nor does a stroke that reads as marks alone; a flick scrolls.
/// The owner keeps it as long as ``box`` is shown.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class NewItemArea {
  let box = Box(.vertical)
  /// Told the name, which is not empty.
  var onNew: (String) -> Void = { _ in }
  /// A name begins to be written in it.
  var onBegin: () -> Void = {}
  /// Gives the keyboard focus back to the paper.
  var onLeave: () -> Void = {}

  private var area: IndirectScribbleInteraction?
  /// More of the blank space around ``box``, and which of its points are blank.
  private var surroundings: (area: IndirectScribbleInteraction, isBlank: (Point) -> Bool)?
  private let hint: Label
  /// Where the name is, from its writing to its being read.
  private let draft = Entry().styled("name-field")

  /// - Parameters:
  ///   - hint: What can be written.
  ///   - name: Of the field, for those who cannot see it.
  ///   - height: The least, in widget points: that of a line of handwriting.
  init(hint: String, name: String, height: Int) {
    self.hint = Label(hint).styled("new-item-hint")
    self.hint.wraps = true
    self.hint.maximumWidthInCharacters = 20
    self.hint.xAlign = 0
    self.hint.verticalAlign = .start
    draft.isVisible = false
    draft.setAccessibleName(name)
    draft.widthInCharacters = 8
    draft.maximumWidthInCharacters = 8
    box.append(draft, self.hint)
    box.setMinimumSize(height: height)
    area = IndirectScribbleInteraction(on: box, delegate: self)
  }

  /// Has a flick of the pen in ``box`` scroll the list above, where both are not in one view.
  func scrolls(_ list: ScrolledWindow) { area?.scroller = list }

  /// Has what is written beside ``box`` be written in it: letters are taller than the hint and begin above it.
  ///
  /// - Parameters:
  ///   - area: What ``box`` lies in.
  ///   - isBlank: Whether a point of the area is below all items.
  func extend(to area: some WidgetProtocol, where isBlank: @escaping (Point) -> Bool) {
    surroundings = (IndirectScribbleInteraction(on: area, delegate: self), isBlank)
  }

  /// The field for a name that is there; `nil` where no item can be made.
  func begin() -> Entry? {
    guard box.isVisible else { return nil }
    draft.text = ""
    draft.isVisible = true
    hint.isVisible = false
    return draft
  }

  /// The name is written, if ``begin()`` has given the field.
  func finish() {
    guard draft.isVisible else { return }
    let name = draft.text.trimmed
    // Where somebody has gone on to another field, the keyboard is that field's.
    if draft.containsFocus { onLeave() }
    draft.isVisible = false
    hint.isVisible = true
    draft.text = ""
    if !name.isEmpty { onNew(name) }
  }
}

extension NewItemArea: IndirectScribbleInteractionDelegate {
  /// The element that is written in: a new item.
  nonisolated enum Blank: Hashable { case below }

  func interaction(_ own: IndirectScribbleInteraction, elementsIn area: Rect) -> [Blank] {
    guard let surroundings, surroundings.area === own else { return [.below] }
    return box.isVisible && surroundings.isBlank(area.center) ? [.below] : []
  }

  func interaction(_ own: IndirectScribbleInteraction, frameOf _: Blank) -> Rect {
    own.widget.bounds
  }

  func interaction(_: IndirectScribbleInteraction, shouldDelayFocusOf _: Blank) -> Bool { true }

  func interaction(
    _: IndirectScribbleInteraction, focus _: Blank, near _: Point
  ) async -> Widget? { begin().map { Widget($0) } }

  func interaction(_: IndirectScribbleInteraction, willBeginWritingIn _: Blank) { onBegin() }

  func interaction(_: IndirectScribbleInteraction, didFinishWritingIn _: Blank) { finish() }
}
