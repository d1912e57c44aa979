import CGtk
import Glibc
import GtkInk
import InkStore

/// The data folder, where drawings live that were never given another place.
nonisolated enum Library {
  static func contains(_ path: String) -> Bool {
    path.hasPrefix(Installation.drawings + "/")
  }

  /// A path for a new drawing: the day and time, and a number where that is taken.
  static func newPath() -> String {
    let now = g_date_time_new_now_local()
    defer { g_date_time_unref(now) }
    let stamp = takeString(g_date_time_format(now, "%Y-%m-%d %H.%M.%S")) ?? "drawing"
    var path = "\(Installation.drawings)/\(stamp).plumbago"
    var n = 2
    while g_file_test(path, G_FILE_TEST_EXISTS) != 0 {
      path = "\(Installation.drawings)/\(stamp) (\(n)).plumbago"
      n += 1
    }
    return path
  }

  /// Makes the folder, readable by its owner alone.
  static func prepare() throws(DocumentStoreError) {
    guard g_mkdir_with_parents(Installation.drawings, 0o700) == 0 else {
      let number = errno
      let failure = StoreFailure(
        systemError: number, message: String(cString: strerror(number)),
        call: "mkdir " + Installation.drawings)
      switch number {
      case ENOSPC, EDQUOT: throw .diskFull(failure)
      case EACCES, EPERM: throw .permissionDenied(failure)
      case EROFS: throw .readOnly(failure)
      default: throw .ioError(failure)
      }
    }
  }

  /// Takes away a drawing that lives elsewhere now, with its side files.
  static func delete(_ path: String) {
    guard contains(path) else { return }
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
