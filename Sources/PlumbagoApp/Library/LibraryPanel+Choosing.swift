import Gtk
import InkStore

/// Several rows at once: the bar of what can be done with them, and the ticks on them.
extension LibraryPanel {
  /// Follows what is selected.
  func selectionChanged() {
    showChosen()
    onSelection()
  }

  /// Shows the bar and the ticks while several are selected, or are being selected.
  private func showChosen() {
    let chosen = selection
    isChoosing = several.isActive || chosen.count > 1
    let drawings = chosen.filter { $0.kind == .drawing }
    let favorites = FavoritesFile.shared.favorites
    choice.show(
      isChoosing ? chosen.count : nil,
      areFavorites: !drawings.isEmpty && drawings.allSatisfy { favorites.contains($0.path) })
    for row in list.shownRows { tick(row) }
  }

  /// Ticks a row that is one of several.
  func tick(_ row: LibraryRow) {
    row.isTicked = isChoosing && (index(of: row).map { list.isSelected($0) } ?? false)
  }

  /// Selects nothing any more; a tap opens again.
  func endChoosing() {
    several.isActive = false
    list.selectNothing()
    selectionChanged()
  }
}
