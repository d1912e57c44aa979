import CGtk
import Glibc
import Handwriting

/// Where the language packs of handwriting may be, seen from any program's process.
nonisolated public enum LanguagePacks {
  /// Opens the English pack, where it is first found.
  ///
  /// May be called on any thread; takes some milliseconds.
  ///
  /// - Parameter folders: Those of packs, the likeliest first; see ``folders(forModuleAt:)``.
  /// - Returns: `nil` where there is none that can be read.
  public static func recognizer(in folders: [String] = folders()) -> HandwritingRecognizer? {
    folders.lazy.compactMap { try? HandwritingRecognizer(.english, at: $0) }.first
  }

  /// Folders of the English pack, the likeliest first; they need not exist.
  ///
  /// - Parameter path: That of a module of which the program is a part; `nil` where it is on its own.
  ///
  /// Below `PLUMBAGO_DATA_DIR`, where a tree is not installed; else `share` of the prefix in which the module is
  /// installed; else the data folders of XDG.
  public static func folders(forModuleAt path: String? = nil) -> [String] {
    var shares: [String] = []
    if let share = getenv("PLUMBAGO_DATA_DIR") { shares.append(String(cString: share)) }
    var folder = path ?? ""
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      shares.append(folder + "/share")
    }
    shares.append(String(cString: g_get_user_data_dir()))
    var system = g_get_system_data_dirs()
    while let name = system?.pointee {
      shares.append(String(cString: name))
      system = system?.successor()
    }
    return shares.map { $0 + "/plumbago/recognition/" + WritingSystem.english.language }
  }
}
