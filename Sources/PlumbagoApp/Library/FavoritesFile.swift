import Gtk
import InkModel
import InkStore

/// The favourites of the library, in a file of the app that all windows share.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class FavoritesFile {
  static let shared = FavoritesFile()

  private(set) var favorites: Favorites
  /// Told when other drawings are favourites.
  let listeners = Listeners()

  private init() {
    favorites = Favorites(text: FilePaths.text(of: Installation.favorites) ?? "")
  }

  func change(_ body: (inout Favorites) -> Void) {
    let before = favorites
    body(&favorites)
    if favorites != before { save() }
  }

  /// Follows what another program has renamed.
  func follow(_ items: [LibraryItem]) {
    var followed = favorites
    guard followed.follow(items) else { return }
    favorites = followed
    save()
  }

  private func save() {
    listeners.tell()
    do {
      try FilePaths.makeFolder(FilePaths.split(Installation.favorites).folder)
      try TextFile.write(favorites.text, to: Installation.favorites)
    } catch {
      Console.complain("\(error)")
    }
  }
}
