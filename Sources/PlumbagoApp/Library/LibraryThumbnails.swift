import Canvas
import ForeignReading
import Glibc
import Gtk
import InkModel
import InkRendering
import InkStore

/// Small pictures of drawings in the cache that all programs share (``Gtk/ThumbnailCache``), made one by one in the
/// background, and as textures of the size that they are shown in.
///
/// Each file of the cache has the time at which its drawing was last written, to the millisecond and with the drawing's
/// log: the whole seconds of the cache's standard do not tell two strokes apart, and other programs, which do not know
/// of the log, paint a drawing that is open as it was. Below the milliseconds it says how the picture was painted.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class LibraryThumbnails {
  static let shared = LibraryThumbnails()

  /// Told that there is another picture in memory, which is that of ``newest``.
  let listeners = Listeners()
  /// The drawing whose picture was read last.
  private(set) var newest: LibraryItem?

  /// Widget points of a picture.
  nonisolated static let size = (width: 60, height: 48)
  /// Pictures in memory: fewer, and they are read again as a list scrolls back.
  ///
  /// GTK makes 200 rows.
  private static let mostTextures = 400

  /// Seconds for which nothing else has to be wanted before pictures are made: less, and frames are missed as a list scrolls.
  private static let restTime = 0.15

  private struct Shown {
    var texture: Texture
    /// Of the drawing that it shows; see ``LibraryItem/modified``.
    var modified: Int64
    var lastUse: Int
  }

  /// By the paths of drawings.
  private var textures: [String: Shown] = [:]
  private var uses = 0
  private var unread: [LibraryItem] = []
  private var isReading = false
  private var wanted: [LibraryItem] = []
  /// Runs while others come to be wanted, as in a list that scrolls.
  private var rest: Timer?
  private var isWorking = false
  /// What is wanted and is not opened for it, as it is one of ``LibrarySuspects``.
  private var passedOver: [LibraryItem] = []
  /// To those, once one was passed over.
  private var subscription: Subscription?
  /// What has no picture: empty drawings, those that cannot be read.
  private var without: Set<LibraryItem> = []

  /// The picture of a drawing as it is, or as it was until another one is there; `nil` while there is none.
  func texture(for item: LibraryItem) -> Texture? {
    uses += 1
    textures[item.path]?.lastUse = uses
    return textures[item.path]?.texture
  }

  /// Why a drawing shows nothing, though something may be drawn there.
  enum Lack {
    /// Its picture was not read or made yet.
    case unmade
    /// None is made, as the drawing is one of ``LibrarySuspects``.
    case withheld
  }

  /// Why there is no picture of a drawing; `nil` where there is one, or where it has none.
  func lack(of item: LibraryItem) -> Lack? {
    guard textures[item.path] == nil, !without.contains(item) else { return nil }
    return isWithheld(item.path) ? .withheld : .unmade
  }

  private func isWithheld(_ path: String) -> Bool {
    LibrarySuspects.shared.contains(path) && Application.shared?.window(at: path) == nil
  }

  /// The file with the picture of a drawing as it is; `nil` while there is none.
  nonisolated static func file(for item: LibraryItem) -> String? {
    var s = stat()
    guard let path = ThumbnailCache.path(of: item.path), stat(path, &s) == 0 else { return nil }
    return isTime(s.st_mtim, ofPictureOf: item) ? path : nil
  }

  /// How pictures are painted; those that were painted otherwise are made anew.
  ///
  /// Microseconds beside a drawing's own milliseconds in the time of its picture's file, below 1000: to read them costs
  /// nothing, and earlier versions, which left them 0, do not look at them.
  nonisolated private static let manner = 1

  /// The time of the file with a drawing's picture.
  nonisolated private static func time(ofPictureOf item: LibraryItem) -> timespec {
    let (seconds, rest) = item.modified.quotientAndRemainder(dividingBy: 1000)
    return timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000 + manner * 1000)
  }

  /// Whether a file of this time has the picture of a drawing as it is, painted as it is now.
  nonisolated static func isTime(_ time: timespec, ofPictureOf item: LibraryItem) -> Bool {
    let expected = Self.time(ofPictureOf: item)
    return time.tv_sec == expected.tv_sec && time.tv_nsec / 1000 == expected.tv_nsec / 1000
  }

  /// Reads the pictures of drawings, and makes those that there are not, the first ones first; what was wanted before is not
  /// any more.
  func want(_ items: [LibraryItem]) {
    // A drawing with several hits is there several times.
    var paths: Set<String> = []
    unread = items.filter { isMissing($0) && paths.insert($0.path).inserted }
    wanted = []
    passedOver = []
    rest = nil
    read()
  }

  private func isMissing(_ item: LibraryItem) -> Bool {
    textures[item.path]?.modified != item.modified && !without.contains(item)
  }

  /// Reads one picture after the other, beside the main thread.
  private func read() {
    guard !isReading, let item = unread.first else { return }
    unread.removeFirst()
    isReading = true
    let scale = Monitor.all.map(\.scale).max() ?? 1
    Task {
      let reading = await Self.texture(of: item, scale: scale)
      isReading = false
      switch reading {
      case .texture(let texture): keep(texture, of: item)
      case .damaged: noteWithout(item)
      case .none:
        // The one that was being read may be wanted anew.
        if !wanted.contains(item), !unread.contains(item) { wanted.append(item) }
        workSoon()
      }
      read()
    }
  }

  /// What is read where the picture of a drawing should be.
  private enum Reading: Sendable {
    case texture(Texture)
    /// There is a file that is no picture.
    case damaged
    case none
  }

  @concurrent nonisolated private static func texture(
    of item: LibraryItem, scale: Int
  ) async -> Reading {
    guard let path = file(for: item) else { return .none }
    let texture = Texture(file: path, width: size.width * scale, height: size.height * scale)
    return texture.map { .texture($0) } ?? .damaged
  }

  private func keep(_ texture: Texture, of item: LibraryItem) {
    uses += 1
    textures[item.path] = Shown(texture: texture, modified: item.modified, lastUse: uses)
    if textures.count > Self.mostTextures,
      let oldest = textures.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      textures[oldest.key] = nil
    }
    newest = item
    listeners.tell()
  }

  private func workSoon() {
    guard rest == nil else { return }
    rest = Timer(after: Self.restTime) { [weak self] in
      self?.rest = nil
      self?.work()
    }
  }

  private func work() {
    guard !isWorking, rest == nil, let item = wanted.first else { return }
    wanted.removeFirst()
    guard isMissing(item) else { return work() }
    // An open drawing is painted as its window has it: its file is the window's own.
    let open = Application.shared?.openDrawing(at: item.path)
    if open == nil, LibrarySuspects.shared.contains(item.path) {
      passOver(item)
      return work()
    }
    isWorking = true
    Task {
      let isMade = await Self.make(item, open)
      isWorking = false
      if isMade {
        unread.insert(item, at: 0)
        read()
      } else {
        textures[item.path] = nil
        noteWithout(item)
      }
      work()
    }
  }

  private func noteWithout(_ item: LibraryItem) {
    without.insert(item)
    newest = item
    listeners.tell()
  }

  private func passOver(_ item: LibraryItem) {
    passedOver.append(item)
    guard subscription == nil else { return }
    subscription = LibrarySuspects.shared.listeners.subscribe { [weak self] in
      self?.wantPassedOver()
    }
  }

  /// Goes on with what is no suspect any more.
  private func wantPassedOver() {
    let suspects = LibrarySuspects.shared
    unread += passedOver.filter { !suspects.contains($0.path) }
    passedOver.removeAll { !suspects.contains($0.path) }
    read()
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
    let time = Self.time(ofPictureOf: item)
    // Desktops remove pictures that nobody has read for long.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return utimensat(AT_FDCWD, target, [now, time], 0) == 0
  }

  nonisolated private static func picture(of path: String) async throws -> [UInt8] {
    let mark = ReadingMark(path)
    defer { mark.end() }
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
