import Glibc
import Gtk
import InkModel
import InkStore

/// Drawings that the library does not open by itself, since the app may have ended because of them.
///
/// They are neither painted nor read until somebody opens them, but for pictures that are there already:
///
/// 1. What ``OpeningMarks`` name as the app starts: a window offers these.
/// 2. What the library was painting or reading as the app crashed (``ReadingMark``). Nothing
///    offers these: they are in the list, without a picture.
/// 3. What was offered, and was declined.
///
/// A file in the state folder keeps each of the latter two for the next starts.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibrarySuspects {
  static let shared = LibrarySuspects()

  /// Told that a drawing is no suspect any more.
  let listeners = Listeners()
  /// Canonical ones.
  private var paths: Set<String> = []
  private let state: String
  private var folder: String { state + "/unread" }

  /// - Parameter state: The folder of the app's state.
  init(in state: String = Installation.state) { self.state = state }

  /// Takes over what earlier processes have left, before the library paints or reads anything.
  ///
  /// - Parameters:
  ///   - marked: What ``OpeningMarks/left(in:)`` returns.
  ///   - hasCrashed: Whether the last one crashed. Who quits, or ends the app otherwise, often does
  ///     so while something is read.
  func judge(marked: Set<String>, hasCrashed: Bool) {
    let left = ReadingMark.takeLeft(in: state)
    if hasCrashed { for path in left { keep(path) } }
    paths = marked.union(kept())
  }

  func contains(_ path: String) -> Bool {
    // To resolve a path takes several system calls.
    !paths.isEmpty && paths.contains(FilePaths.canonical(path))
  }

  /// Has the next starts leave a drawing alone, too.
  func keep(_ path: String) {
    let path = FilePaths.canonical(path)
    paths.insert(path)
    OpeningMarks.write(path, in: folder)
  }

  /// Somebody has opened a drawing, and the app still runs.
  func clear(_ path: String) {
    guard contains(path) else { return }
    remove(FilePaths.canonical(path))
    listeners.tell()
  }

  /// A drawing, or a folder of some, was given another path here.
  func follow(_ moved: MovedPath) {
    for path in paths {
      guard let now = moved[path] else { continue }
      remove(path)
      keep(now)
    }
  }

  private func remove(_ path: String) {
    paths.remove(path)
    for mark in marks where drawing(of: mark) == path { unlink(mark) }
  }

  private var marks: [String] { FilePaths.names(in: folder).map { folder + "/" + $0 } }

  private func drawing(of mark: String) -> String? {
    guard let path = FilePaths.text(of: mark), !path.isEmpty else { return nil }
    // A symbolic link may have come or gone since.
    return FilePaths.canonical(path)
  }

  /// What the files name; removes those of drawings that were deleted.
  private func kept() -> Set<String> {
    var drawings: Set<String> = []
    for mark in marks {
      guard let path = drawing(of: mark) else {
        // The app ended before it was written.
        unlink(mark)
        continue
      }
      // One whose folder is gone as well may be on a drive that is not there now.
      if FileTest.exists(path) || !FileTest.isFolder(FilePaths.split(path).folder) {
        drawings.insert(path)
      } else {
        unlink(mark)
      }
    }
    return drawings
  }
}
