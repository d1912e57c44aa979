import Gtk
import InkModel

/// The field in which the label of a page is edited: one for all pages, over the page's own.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageLabelField {
  /// Told the label, `nil` where it stays as it was, and whether the keyboard is still in the field.
  var onDone: (_ page: Int32, _ label: String?, _ keepsFocus: Bool) -> Void = { _, _, _ in }

  let entry = Entry().styled("page-label")
  /// The identity of the page whose label is edited.
  private(set) var page: Int32?
  private var before = ""

  init() {
    entry.setAccessibleName(tr("Label of the page"))
    entry.setExtraMenu(TextMenu.steps)
    entry.maximumWidthInCharacters = 8
    entry.widthInCharacters = 8
    entry.activated.connect { [weak self] in self?.finish() }
    let focus = FocusController()
    focus.left.connect { [weak self] in
      // Not within the change of the focus.
      MainLoop.after(0) { self?.finish(keepsFocus: false) }
    }
    entry.add(focus)
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .escape else { return false }
      self?.finish(isKept: false)
      return true
    }
    entry.add(keys)
  }

  /// - Parameter text: What is in the field; empty where a pen writes all of it.
  func begin(_ page: Int32, text: String) {
    if self.page != page { finish(keepsFocus: false) }
    self.page = page
    before = text
    entry.text = text
    entry.isVisible = true
  }

  func focus() {
    entry.grabFocus()
    entry.select()
  }

  func finish(isKept: Bool = true, keepsFocus: Bool = true) {
    guard let page else { return }
    self.page = nil
    let text = entry.text
    entry.isVisible = false
    onDone(page, isKept && text != before ? text : nil, keepsFocus)
  }
}
