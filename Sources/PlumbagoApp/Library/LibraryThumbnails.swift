import Canvas
import ForeignReading
import Glibc
import Gtk
import InkModel
import InkRendering
import InkStore

/// Small pictures of drawings in the cache that all programs share (``Gtk/ThumbnailCache``), made one by one in the
/// background.
///
/// Each file of the cache has the time at which its drawing was last written, to the millisecond and with the drawing's
/// log: the whole seconds of the cache's standard do not tell two strokes apart, and other programs, which do not know
/// of the log, paint a drawing that is open as it was.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryThumbnails {
  static let shared = LibraryThumbnails()

  /// Told that there is another picture, which is ``newest``.
  let listeners = Listeners()
  /// The drawing whose picture was made last.
  private(set) var newest: LibraryItem?

  private var wanted: [LibraryItem] = []
  private var isWorking = false
  /// What has no picture: empty drawings, those that cannot be read.
  private var without: Set<LibraryItem> = []

  /// The picture of a drawing as it is; `nil` while there is none.
  func file(for item: LibraryItem) -> String? {
    var s = stat()
    guard let path = ThumbnailCache.path(of: item.path), stat(path, &s) == 0 else { return nil }
    return Int64(s.st_mtim.tv_sec) * 1000 + Int64(s.st_mtim.tv_nsec) / 1_000_000 == item.modified
      ? path : nil
  }

  /// Makes pictures of drawings that have none, the first ones first; what was wanted before is not any more.
  func want(_ items: [LibraryItem]) {
    wanted = items.filter { file(for: $0) == nil && !without.contains($0) }
    work()
  }

  private func work() {
    guard !isWorking, let item = wanted.first else { return }
    wanted.removeFirst()
    isWorking = true
    // An open drawing is painted as its window has it: its file is the window's own.
    let open = Application.shared?.openDrawing(at: item.path)
    Task {
      let isMade = await Self.make(item, open)
      isWorking = false
      if isMade {
        newest = item
        listeners.tell()
      } else {
        without.insert(item)
      }
      work()
    }
  }

  @concurrent nonisolated private static func make(
    _ item: LibraryItem, _ open: (drawing: Drawing, pages: ForeignSource)?
  ) async -> Bool {
    guard let target = ThumbnailCache.path(of: item.path) else { return false }
    do {
      var s = stat()
      guard stat(item.path, &s) == 0 else { return false }
      let picture =
        if let open {
          try await PictureExport.thumbnail(
            of: open.drawing, size: ThumbnailCache.side, pages: open.pages)
        } else {
          try await picture(of: item.path)
        }
      guard ThumbnailCache.keep(picture, of: item.path, modified: s.st_mtim.tv_sec) else {
        return false
      }
    } catch {
      return false
    }
    let (seconds, rest) = item.modified.quotientAndRemainder(dividingBy: 1000)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000)
    // Desktops remove pictures that nobody has read for long.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return utimensat(AT_FDCWD, target, [now, time], 0) == 0
  }

  nonisolated private static func picture(of path: String) async throws -> [UInt8] {
    let store = try await DocumentStore.open(path, mode: .readOnly)
    let shelf = ForeignShelf(
      program: Installation.reader, bytes: { StoredBytes.file(of: $0) { store } }, onEvent: { _ in }
    )
    do {
      let picture = try await PictureExport.thumbnail(
        of: store.load().includingDraft.drawing, size: ThumbnailCache.side,
        pages: ForeignSource(shelf))
      shelf.close()
      try await store.close()
      return picture
    } catch {
      shelf.close()
      try? await store.close()
      throw error
    }
  }
}
