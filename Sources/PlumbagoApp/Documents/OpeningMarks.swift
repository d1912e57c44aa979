import Canvas
import Glibc
import InkModel
import InkStore

/// Drawings that are being opened, noted on the disk for the next start: one during which the app ended may end it again.
///
/// 1. ``begin(_:)`` before a file is read; ``end(_:)`` once it is on the screen, or cannot be opened.
/// 2. ``takeLeft()`` at the next start returns what a process that ended in between has left.
///
/// A file in the state folder for each, without a sync: what is written to a file survives the process.
enum OpeningMarks {
  private static var folder: String { Installation.state + "/opening" }

  static func begin(_ path: String) {
    let path = FilePaths.canonical(path)
    // Without the folder the drawing is opened like any other.
    guard (try? FilePaths.makeFolder(folder)) != nil else { return }
    let descriptor = open(mark(of: path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(path.utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  static func end(_ path: String) { unlink(mark(of: FilePaths.canonical(path))) }

  /// The drawings that were being opened when the app ended, each returned once.
  static func takeLeft() -> [String] {
    FilePaths.names(in: folder).sorted().compactMap { name in
      let mark = folder + "/" + name
      defer { unlink(mark) }
      return FilePaths.text(of: mark)
    }
  }

  private static func mark(of path: String) -> String { folder + "/" + FilePaths.hash(of: path) }
}
