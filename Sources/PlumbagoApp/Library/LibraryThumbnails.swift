import Canvas
import ForeignReading
import Glibc
import Gtk
import InkModel
import InkRendering
import InkStore

/// Small pictures of drawings as PNG files in the cache, made one by one in the background.
///
/// A picture has the time at which its drawing was last written, which tells whether it is of the drawing as it is.
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

  /// Pixels of the longer side: twice the size in a row.
  nonisolated private static let side = 144

  /// The picture of a drawing as it is; `nil` while there is none.
  func file(for item: LibraryItem) -> String? {
    let path = Self.path(for: item)
    var s = stat()
    guard stat(path, &s) == 0 else { return nil }
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
    let target = path(for: item)
    do {
      try FilePaths.makeFolder(folder)
      if let open {
        try await PictureExport.writeThumbnail(
          of: open.drawing, to: target, size: side, pages: open.pages)
      } else {
        try await paint(item.path, to: target)
      }
    } catch {
      return false
    }
    let (seconds, rest) = item.modified.quotientAndRemainder(dividingBy: 1000)
    let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000)
    return utimensat(AT_FDCWD, target, [time, time], 0) == 0
  }

  nonisolated private static func paint(_ path: String, to target: String) async throws {
    let store = try await DocumentStore.open(path, mode: .readOnly)
    let shelf = ForeignShelf(
      program: Installation.reader, bytes: { StoredBytes.file(of: $0) { store } }, onEvent: { _ in }
    )
    do {
      try await PictureExport.writeThumbnail(
        of: store.load().includingDraft.drawing, to: target, size: side, pages: ForeignSource(shelf)
      )
    } catch {
      shelf.close()
      try? await store.close()
      throw error
    }
    shelf.close()
    try await store.close()
  }

  nonisolated private static var folder: String { Installation.cache + "/thumbnails" }

  /// FNV-1a of the drawing's path (http://www.isthe.com/chongo/tech/comp/fnv/).
  nonisolated private static func path(for item: LibraryItem) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in item.path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(folder)/\(String(hash, radix: 16)).png"
  }
}
