import Canvas
import Glibc
import InkModel
import InkStore

/// Drawings that are being opened, noted on the disk for the next start: one during which the app ended may end it again.
///
/// 1. ``begin(_:in:)`` before a file is read; ``end(_:in:)`` once it is on the screen, waits in a
///    tab that is not shown, is closed, or cannot be opened. ``Application/judgeLastEnd()``
///    begins again with what was open when the app crashed later.
/// 2. ``left(in:)`` returns what a process that ended in between has left. Such a mark stays, so
///    that each start offers the drawing, until it was opened, however that was, or the offer was
///    declined.
/// 3. ``noteOffered(_:in:)`` once an offer of the drawing has said that the app ended: later offers
///    speak otherwise, unless the app ends anew while it opens the drawing.
///
/// A file in the state folder for each, without a sync: what is written to a file survives the process.
/// The name of each is the hash of the drawing's canonical path when the mark was made, with
/// ``offered`` behind it once that was noted; ``left(in:)`` renames those whose path is another one
/// by now.
enum OpeningMarks {
  private static let offered = "-offered"

  /// - Parameter state: The folder of the app's state.
  static func begin(_ path: String, in state: String = Installation.state) {
    let path = FilePaths.canonical(path)
    if write(path, in: opening(state)) { unlink(mark(of: path, in: state) + offered) }
  }

  /// Makes a file in a folder, which may not be there yet, that names a drawing.
  ///
  /// - Parameter path: The drawing's canonical one.
  /// - Returns: Whether there is one. Where there is none, the drawing is one like any other.
  @discardableResult
  static func write(_ path: String, in folder: String) -> Bool {
    guard (try? FilePaths.makeFolder(folder)) != nil else { return false }
    let mark = folder + "/" + FilePaths.hash(of: path)
    let descriptor = open(mark, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(path.utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
    return true
  }

  static func end(_ path: String, in state: String = Installation.state) {
    let mark = mark(of: FilePaths.canonical(path), in: state)
    unlink(mark)
    unlink(mark + offered)
  }

  /// Notes that an offer of the drawing has said that the app ended.
  static func noteOffered(_ path: String, in state: String = Installation.state) {
    let mark = mark(of: FilePaths.canonical(path), in: state)
    rename(mark, mark + offered)
  }

  /// Whether that was noted, and the drawing was not opened since.
  static func wasOffered(_ path: String, in state: String = Installation.state) -> Bool {
    let mark = mark(of: FilePaths.canonical(path), in: state)
    return access(mark + offered, F_OK) == 0 && access(mark, F_OK) != 0
  }

  /// The drawings that were being opened when the app ended, and those that were offered since then,
  /// by their canonical paths; writes marks anew where those have changed.
  static func left(in state: String = Installation.state) -> [String] {
    removeShown(in: state)
    let folder = opening(state)
    var drawings: [String] = []
    for name in FilePaths.names(in: folder).sorted() {
      let mark = folder + "/" + name
      guard let path = FilePaths.text(of: mark), !path.isEmpty else {
        // The app ended before it was written.
        unlink(mark)
        continue
      }
      let now = FilePaths.canonical(path)
      let (new, end) = (self.mark(of: now, in: state), name.hasSuffix(offered) ? offered : "")
      if mark != new + end {
        // A symbolic link has come or gone since, and `end` would not find the mark.
        begin(now, in: state)
        if !end.isEmpty { noteOffered(now, in: state) }
        // Where the disk is full the old one goes on saying it.
        if FilePaths.text(of: new + end) == now { unlink(mark) }
      }
      if !drawings.contains(now) { drawings.append(now) }
    }
    return drawings
  }

  /// Removes the marks of drawings that were just on the screen, which a build before this one made.
  private static func removeShown(in state: String) {
    let folder = state + "/shown"
    for name in FilePaths.names(in: folder) { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  private static func opening(_ state: String) -> String { state + "/opening" }

  private static func mark(of path: String, in state: String) -> String {
    opening(state) + "/" + FilePaths.hash(of: path)
  }
}
