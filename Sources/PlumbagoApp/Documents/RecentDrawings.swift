import Gtk
import InkStore

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

  func add(_ path: String, title: String) { Self.add(path, title: title) }

  private static func add(_ path: String, title: String) {
    RecentFiles.add(
      path, title: title, mimeType: mimeType, program: program, command: program + " %u")
  }

  func remove(_ path: String) { RecentFiles.remove(path) }

  /// Follows a drawing, or those in a folder, that was given another path.
  ///
  /// - Parameter isRenamed: Whether it was given another name by that, which is its title now.
  static func follow(_ moved: MovedPath, isRenamed: Bool) {
    for file in RecentFiles.files(of: program, includingGone: true) {
      guard let path = moved[file.path] else { continue }
      RecentFiles.move(file.path, to: path)
      let name = OpenDocument.name(of: path)
      if isRenamed, name != OpenDocument.name(of: file.path) { add(path, title: name) }
    }
  }

  private func refill() {
    menu.removeAll()
    let files = RecentFiles.files(of: Self.program).sorted { $0.time > $1.time }
    for file in files.prefix(Self.most) {
      // An underscore in a name is no mnemonic.
      menu.item(file.title.replacing("_", with: "__"), "app.open-file", target: file.path)
    }
  }
}
