import Glibc
import Gtk
import InkModel
import InkStore

/// A variable of the environment, `nil` where it is unset or empty.
nonisolated func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}

/// Where the app's own files are, and what it is called.
nonisolated enum Installation {
  static let applicationID = "org.plumbago.Plumbago"
  static let version = "0.2.0"

  /// The `share` folder of the prefix that the program runs from.
  static let share = prefix + "/share"

  /// The program that reads PDF documents and pictures: beside this one in a folder of a build, else where it is installed.
  static let reader: String = {
    if let own = environment("PLUMBAGO_READER") { return own }
    let beside = programFolder + "/plumbago-reader"
    return access(beside, X_OK) == 0 ? beside : prefix + "/libexec/plumbago-reader"
  }()

  private static var prefix: String {
    programFolder.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }

  private static let programFolder: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let n = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard n > 0 else { return "/usr/bin" }
    let path = String(decoding: buffer[..<n].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  /// The folder of the app's icons: the source tree's when run from there.
  static var icons: String { (environment("PLUMBAGO_DATA_DIR") ?? share) + "/icons" }

  /// The resource file with the layouts of windows and the style sheet.
  static var layouts: String {
    (environment("PLUMBAGO_DATA_DIR") ?? share) + "/plumbago/\(applicationID).gresource"
  }

  /// The folder of the help's pictures.
  static var helpPictures: String { (environment("PLUMBAGO_DATA_DIR") ?? share) + "/plumbago/help" }

  /// The folder of the handwriting engine's language packs, a folder each.
  static var recognition: String {
    (environment("PLUMBAGO_DATA_DIR") ?? share) + "/plumbago/recognition"
  }

  /// The folder where older versions kept drawings that were saved nowhere else, and where the library is in a sandbox,
  /// `~/.local/share/plumbago/drawings`.
  static var drawings: String { UserFolders.data + "/plumbago/drawings" }

  /// The folder of working copies, for drawings whose own folder does not allow editing,
  /// `~/.local/share/plumbago/working`.
  static var workingCopies: String { UserFolders.data + "/plumbago/working" }

  /// The folder of pages that were saved as templates, `~/.local/share/plumbago/templates`.
  static var templates: String { UserFolders.data + "/plumbago/templates" }

  /// Which drawings are favourites.
  static var favorites: String { FilePaths.split(workingCopies).folder + "/favorites" }

  /// Which drawings' ink is saved into a PDF as they are closed; see ``ClosingChoices``.
  static var closingChoices: String {
    FilePaths.split(workingCopies).folder + "/closing-documents"
  }

  /// The folder of what can be made again, `~/.cache/plumbago`.
  static var cache: String { UserFolders.cache + "/plumbago" }

  /// What is written in the drawings of the library, to be searched.
  static var searchIndex: String { cache + "/index.db" }

  /// The folder of the app's state, as which drawings were open, `~/.local/state/plumbago`.
  static var state: String { UserFolders.state + "/plumbago" }
}
