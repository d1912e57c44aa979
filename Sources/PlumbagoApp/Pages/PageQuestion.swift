import Canvas
import Gtk
import InkModel

/// Asks for the number of a page or its label, in a popover.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageQuestion {
  /// Given the index, counted from 0.
  var onAnswer: (Int) -> Void = { _ in }
  /// Told when it has closed, with or without an answer.
  var onClosed: () -> Void = {}

  private let popover = Popover()
  /// It may be out of its parent already: one that is destroyed drops its children first.
  private let kept: Kept<Popover>
  private let name = Entry()
  private let layout: PageLayout
  private var isRemoved = false
  /// To the end of what it points at, with which it ends as well.
  private var parentEnd: Subscription?

  /// - Parameters:
  ///   - parent: What it points at; a widget that lays out its children.
  ///   - layout: One page at least.
  ///   - now: The index of the page in view, which it begins with.
  init(over parent: some WidgetProtocol, _ layout: PageLayout, now: Int) {
    self.layout = layout
    kept = Kept(popover)
    name.text = String(now + 1)
    name.setAccessibleName(tr("Number or label of the page"))
    name.setExtraMenu(TextMenu.steps)
    name.maximumWidthInCharacters = 12
    let range = layout.hasLabels ? tr("Page, 1 to {count}, or its label") : tr("Page, 1 to {count}")
    let label = Label(range.filled("count", String(layout.pageCount)))
    label.xAlign = 0
    let go = Button(mnemonic: tr("_Go")).styled("suggested-action")
    go.horizontalAlign = .end
    popover.setChild(Box(.vertical, spacing: 8, label, name, go).styled("page-question"))
    popover.setParent(parent)
    go.clicked.connect { [weak self] in self?.answer() }
    name.changed.connect { [weak self] in self?.name.removeClass("error") }
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      switch key {
      case .enter, .keypadEnter: self?.answer()
      case .up, .keypadUp: self?.step(1)
      case .down, .keypadDown: self?.step(-1)
      default: return false
      }
      return true
    }
    name.add(keys)
    popover.closed.connect { [weak self] in
      guard let self else { return }
      // It is there until then.
      MainLoop.after(Popover.timeForKeys) { self.remove() }
      // At once: the next key goes to what has the focus then, and that is still the field.
      self.onClosed()
    }
    parentEnd = parent.destroyed.subscribe { [weak self] in self?.remove() }
    popover.popUp()
    name.grabFocus()
    name.select()
  }

  private func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    popover.unparent()
  }

  /// To the page after the one that is meant, or before it.
  private func step(_ offset: Int) {
    let index = (layout.index(named: name.text) ?? 0) + offset
    guard layout.pages.indices.contains(index) else { return }
    name.text = String(index + 1)
    name.select()
  }

  private func answer() {
    guard let index = layout.index(named: name.text) else {
      name.addClass("error")
      name.select()
      return
    }
    popover.popDown()
    onAnswer(index)
  }
}
