import Gtk

/// The drawings that were open lately, from the desktop's list.
final class RecentDrawings {
  /// A live menu of them; each item opens its file.
  let menu = Menu()
  static let mimeType = "application/vnd.plumbago.drawing"
  private static let program = "plumbago"
  private static let most = 10

  init() {
    RecentFiles.onChange { [weak self] in self?.refill() }
    refill()
  }

  func add(_ path: String, title: String) {
    RecentFiles.add(
      path, title: title, mimeType: Self.mimeType, program: Self.program,
      command: Self.program + " %u")
  }

  func remove(_ path: String) { RecentFiles.remove(path) }

  private func refill() {
    menu.removeAll()
    let files = RecentFiles.files(of: Self.program).sorted { $0.time > $1.time }
    for file in files.prefix(Self.most) {
      // An underscore in a name is no mnemonic.
      menu.item(file.title.replacing("_", with: "__"), "app.open-file", target: file.path)
    }
  }
}
