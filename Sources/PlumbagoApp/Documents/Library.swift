import CGtk
import Canvas
import Gtk
import GtkInk
import InkStore

/// The data folder, where drawings live that were never saved elsewhere.
nonisolated enum Library {
  /// Our folders, made when they are needed.
  static var folders: DocumentFolders {
    DocumentFolders(
      working: Installation.workingCopies, library: Installation.drawings)
  }

  static func contains(_ path: String) -> Bool {
    path.hasPrefix(Installation.drawings + "/")
  }

  /// A path for a new drawing: the day and time, and a number where that is taken.
  static func newPath() -> String {
    // Raw: nothing else here formats the local date and time without Foundation.
    let now = g_date_time_new_now_local()
    defer { g_date_time_unref(now) }
    let stamp = takeString(g_date_time_format(now, "%Y-%m-%d %H.%M.%S")) ?? "drawing"
    return FilePaths.unused("\(Installation.drawings)/\(stamp).plumbago")
  }
}
