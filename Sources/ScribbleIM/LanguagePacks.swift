import CGtk
import Glibc
import Handwriting

/// Where the language packs of handwriting may be, seen from another program's process.
enum LanguagePacks {
  /// Folders of the English pack, the likeliest first; they need not exist.
  ///
  /// Below `PLUMBAGO_DATA_DIR`, where a tree is not installed; else `share` of the prefix in which the module is
  /// installed; else the data folders of XDG.
  static func folders(forModuleAt path: String) -> [String] {
    var shares: [String] = []
    if let share = getenv("PLUMBAGO_DATA_DIR") { shares.append(String(cString: share)) }
    var folder = path
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
