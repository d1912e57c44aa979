import CGtk
import Glibc

/// A variable of the environment, `nil` where it is unset or empty.
nonisolated func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}

/// Where the app's own files are, and what it is called.
///
/// The folders of the user are GLib's to say: it knows the XDG variables and what they mean where they are unset.
nonisolated enum Installation {
  static let applicationID = "org.plumbago.Plumbago"
  static let version = "0.1.0"

  /// The `share` folder of the prefix that the program runs from.
  static let share: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let n = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
    guard n > 0 else { return "/usr/share" }
    let path = String(decoding: buffer[..<n].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/share"
  }()

  /// Where our icons are looked for beside the theme's: the source tree's when run from there.
  static var icons: String { (environment("PLUMBAGO_DATA_DIR") ?? share) + "/icons" }

  /// The resource file with the layouts of windows and the style sheet.
  static var layouts: String {
    (environment("PLUMBAGO_DATA_DIR") ?? share) + "/plumbago/\(applicationID).gresource"
  }

  /// Where the language packs of the handwriting engine are, a folder each.
  static var recognition: String {
    (environment("PLUMBAGO_DATA_DIR") ?? share) + "/plumbago/recognition"
  }

  /// Where drawings live that were saved nowhere else, `~/.local/share/plumbago/drawings`.
  static var drawings: String { String(cString: g_get_user_data_dir()) + "/plumbago/drawings" }

  /// Where drawings are edited whose own folder does not allow it,
  /// `~/.local/share/plumbago/working`.
  static var workingCopies: String {
    String(cString: g_get_user_data_dir()) + "/plumbago/working"
  }

  /// What was open, `~/.local/state/plumbago`.
  static var state: String { String(cString: g_get_user_state_dir()) + "/plumbago" }
}
