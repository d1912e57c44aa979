import Gtk

/// The bar below the list of the library while several rows are selected: how many, and what can be done with them.
///
/// Everything in it is in the menu of a row, too (S69).
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryChoiceBar {
  var box: Box { bar.box }
  /// The selecting ends.
  var onDone: () -> Void {
    get { bar.onDone }
    set { bar.onDone = newValue }
  }

  private let bar: ChoiceBar
  private let favorite = Button(
    panelCommand: "win.library-favorite", icon: FavoriteStar.icon(isFilled: false))

  init() {
    bar = ChoiceBar([
      favorite, Button(panelCommand: "win.library-move", icon: "folder-symbolic"),
      Button(panelCommand: "win.library-delete", icon: "user-trash-symbolic"),
    ])
  }

  /// - Parameters:
  ///   - count: How many rows are selected; `nil` hides the bar.
  ///   - areFavorites: Whether all drawings among them are favourites.
  func show(_ count: Int?, areFavorites: Bool) {
    bar.show(count)
    guard count != nil else { return }
    let icon = FavoriteStar.icon(isFilled: areFavorites)
    if favorite.iconName != icon { favorite.iconName = icon }
    favorite.setClass("starred", areFavorites)
  }
}
