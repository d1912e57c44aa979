import Gtk

/// The bar below a list while several of its items are selected, or are being selected: how many, and the end of that.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class ChoiceBar {
  let box = Box(.vertical, spacing: 2).styled("choice-bar")
  /// The selecting ends.
  var onDone: () -> Void = {}

  private let count = Label().styled("choice-count")
  private let hiding: PressSafeHiding

  /// - Parameter buttons: For what can be done with the items, where no others are for that.
  init(_ buttons: [Button] = []) {
    // Its own buttons end what it is there for.
    hiding = PressSafeHiding(box)
    count.xAlign = 0
    count.ellipsis = .end
    count.setAccessibleRole(.status)
    let row = Box(.horizontal, spacing: 2)
    if buttons.isEmpty {
      count.expandsHorizontally = true
      row.append(count)
    } else {
      box.append(count)
      for button in buttons { row.append(button) }
    }
    let done = Button(tr("Done")).styled("flat", "panel-button")
    done.focusesOnClick = false
    done.expandsHorizontally = !buttons.isEmpty
    done.horizontalAlign = .end
    row.append(done)
    box.append(row)
    box.isVisible = false
    done.clicked.connect { [weak self] in self?.onDone() }
  }

  /// - Parameter count: How many items are selected; `nil` hides the bar.
  func show(_ count: Int?) {
    if hiding.isShown != (count != nil) { hiding.isShown = count != nil }
    guard let count else { return }
    let text = trn("{count} selected", "{count} selected", count)
    if self.count.text != text { self.count.text = text }
  }
}

extension Image {
  /// A tick over the lower end corner of an item's picture: it is one of several that are selected; hidden at first.
  static func selectionTick() -> Image {
    let tick = Image(icon: "object-select-symbolic").styled("selection-tick")
    tick.horizontalAlign = .end
    tick.verticalAlign = .end
    tick.canTarget = false
    tick.isVisible = false
    tick.setAccessibleRole(.presentation)
    return tick
  }
}
