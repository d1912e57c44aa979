import Gtk
import InkModel

/// The field in which the label of a page is edited: one for all pages, over the page's own.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageLabelField {
  /// Told the label, `nil` where it stays as it was, and whether the keyboard is still in the field.
  var onDone: (_ page: Int32, _ label: String?, _ keepsFocus: Bool) -> Void = { _, _, _ in }

  var entry: Entry { field.entry }
  private let field = NameField(tr("Label of the page"))
  /// The identity of the page whose label is edited.
  private(set) var page: Int32?
  private var before = ""

  init() {
    entry.addClass("page-label")
    field.onEnd = { [weak self] in self?.finish(isKept: $0, keepsFocus: $1) }
  }

  /// - Parameter text: What is in the field; empty where a pen writes all of it.
  func begin(_ page: Int32, text: String) {
    if self.page != page { finish(keepsFocus: false) }
    self.page = page
    before = text
    entry.text = text
    entry.isVisible = true
  }

  func focus() { field.focus() }

  func finish(isKept: Bool = true, keepsFocus: Bool = true) {
    guard let page else { return }
    self.page = nil
    let text = entry.text
    entry.isVisible = false
    onDone(page, isKept && text != before ? text : nil, keepsFocus)
  }
}
