import Gtk

/// The bar below the list of the library while several rows are selected: how many, and what can be done with them.
///
/// Everything in it is in the menu of a row, too (S69).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryChoiceBar {
  let box = Box(.vertical, spacing: 2).styled("library-choice")
  /// The selecting ends.
  var onDone: () -> Void = {}

  private let count = Label()
  private let favorite = Button(
    panelCommand: "win.library-favorite", icon: "non-starred-symbolic")
  private let hiding: PressSafeHiding

  init() {
    // Its own buttons end what it is there for.
    hiding = PressSafeHiding(box)
    count.xAlign = 0
    count.ellipsis = .end
    count.setAccessibleRole(.status)
    let move = Button(panelCommand: "win.library-move", icon: "folder-symbolic")
    let delete = Button(panelCommand: "win.library-delete", icon: "user-trash-symbolic")
    let row = Box(.horizontal, spacing: 2, favorite, move, delete)
    let done = Button(tr("Done")).styled("flat", "panel-button")
    done.focusesOnClick = false
    done.expandsHorizontally = true
    done.horizontalAlign = .end
    row.append(done)
    box.append(count, row)
    box.isVisible = false
    done.clicked.connect { [weak self] in self?.onDone() }
  }

  /// - Parameters:
  ///   - count: How many rows are selected; `nil` hides the bar.
  ///   - areFavorites: Whether all drawings among them are favourites.
  func show(_ count: Int?, areFavorites: Bool) {
    if hiding.isShown != (count != nil) { hiding.isShown = count != nil }
    guard let count else { return }
    let text = trn("{count} selected", "{count} selected", count)
    if self.count.text != text { self.count.text = text }
    let icon = areFavorites ? "starred-symbolic" : "non-starred-symbolic"
    if favorite.iconName != icon { favorite.iconName = icon }
  }
}
