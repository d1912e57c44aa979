import Gtk
import Handwriting

/// The languages in which handwriting is read.
nonisolated enum WrittenLanguages {
  /// Whether the language that texts of the desktop are in is one of them.
  @MainActor static var includeThatOfDesktop: Bool { includeFirst(of: DesktopSettings.languages) }

  /// Whether the first of these languages is one of them.
  ///
  /// - Parameter names: The languages of a locale, the best first: “en_GB.UTF-8”, “en”. Where there is none, or only “C”,
  ///   programs speak English.
  static func includeFirst(of names: [String]) -> Bool {
    let code = (names.first ?? "C").prefix { $0.isLetter }
    return code == "C" || code == "POSIX"
      || WritingSystem.all.contains { $0.language == code.lowercased() }
  }
}
