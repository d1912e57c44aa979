import Gtk
import InkModel

/// Asks for the number of a page, in a popover.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PageQuestion {
  /// Given the number, counted from 1.
  var onAnswer: (Int) -> Void = { _ in }
  /// Told when it has closed, with or without an answer.
  var onClosed: () -> Void = {}

  private let popover = Popover()
  private let number: SpinButton

  /// - Parameters:
  ///   - parent: What it points at; a widget that lays out its children.
  ///   - count: Of the pages, 1 or more.
  ///   - now: The page in view, which it begins with.
  init(over parent: some WidgetProtocol, count: Int, now: Int) {
    number = SpinButton(1...Double(max(count, 1)), step: 1)
    number.isNumeric = true
    number.value = Double(now)
    number.setAccessibleName(tr("Number of the page"))
    let label = Label(tr("Page, 1 to {count}").filled("count", String(count)))
    label.xAlign = 0
    let go = Button(mnemonic: tr("_Go")).styled("suggested-action")
    go.horizontalAlign = .end
    popover.setChild(Box(.vertical, spacing: 8, label, number, go).styled("page-question"))
    popover.setParent(parent)
    go.clicked.connect { [weak self] in self?.answer() }
    // Enter, before the field takes it.
    let keys = KeyController(phase: .capture)
    keys.pressed.connect { [weak self] key, _, _ in
      guard key == .enter || key == .keypadEnter else { return false }
      self?.answer()
      return true
    }
    number.add(keys)
    popover.closed.connect { [weak self] in
      // Not within its own signal.
      MainLoop.after(0) {
        guard let self else { return }
        self.popover.unparent()
        self.onClosed()
      }
    }
    popover.popUp()
    number.grabFocus()
    number.select()
  }

  private func answer() {
    number.update()
    let page = Int(number.value)
    popover.popDown()
    onAnswer(page)
  }
}
