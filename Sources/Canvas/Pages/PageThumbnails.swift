import InkModel
import InkRendering
import Synchronization

/// Small pictures of the pages that a list shows, painted in the background from snapshots of the drawing.
///
/// 1. ``want(_:)`` says which pages are in view; ``picture(of:)`` is what there is of one, perhaps of before a change.
/// 2. ``changed(in:)`` and ``settingsChanged()`` tell what has changed. Nothing is painted before ``work()`` is called,
///    which is for when the drawing has been at rest for a moment; it goes on until all that is wanted is fresh.
/// 3. ``arrived(_:)`` tells of pixels of documents and pictures that were not there when they were asked for.
/// 4. ``pause()`` stops at the next element: a contact begins.
///
/// Invariants:
/// 1. One page is painted at a time, and none while a tool is down.
/// 2. Pictures take ``memoryLimit`` bytes at most, beside those that are wanted.
@MainActor public final class PageThumbnails {
  /// Told when the picture of a page, by its identity, has been painted anew.
  public var onPicture: (Int32) -> Void = { _ in }

  private let session: CanvasSession
  /// Gives the pixels of documents and pictures on pages; without it there are stand-ins.
  public var pages: (any ForeignPages)? { didSet { allChanged() } }
  /// The paper style of the app.
  public var style = PaperStyle.light { didSet { if style != oldValue { allChanged() } } }
  /// The largest picture, in pixels.
  public var size = (width: 148, height: 190) { didSet { if size != oldValue { allChanged() } } }

  /// Bytes: a hundred pictures or so, ten times what is in view.
  public static let memoryLimit = 24 << 20

  private struct Entry {
    var picture: PagePicture
    /// The version of the page that it shows.
    var version: Int
    /// The turn of ``want(_:)`` in which it was wanted last.
    var use: Int
  }
  private var entries: [Int32: Entry] = [:]
  /// How often each page has changed, where it has; beside ``base``, how often all have.
  private var versions: [Int32: Int] = [:]
  private var base = 0
  private var wanted: [Int32] = []
  private var turn = 0
  /// Pages that no memory was left for, until something changes.
  private var failed: Set<Int32> = []
  /// The page that is being painted.
  private var job: (id: Int32, isCancelled: Flag)?

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  public init(_ session: CanvasSession) { self.session = session }

  /// What there is of a page, by its identity; while it is stale it shows the page as it was.
  public func picture(of id: Int32) -> PagePicture? { entries[id]?.picture }

  /// Bytes of all pictures.
  public var byteCount: Int { entries.values.reduce(0) { $0 + $1.picture.byteCount } }

  /// Whether all that is wanted shows the drawing as it is.
  public var isFresh: Bool { next == nil }

  /// Sets the pages in view by their identities, the most urgent first.
  public func want(_ ids: [Int32]) {
    wanted = ids
    turn += 1
    for id in ids { entries[id]?.use = turn }
    forget()
  }

  /// Ink in areas of the canvas looks different.
  public func changed(in areas: [Rect]) {
    let layout = session.drawing.settings.layout
    for area in areas {
      for i in layout.pages(in: area) { versions[layout.pages[i].id, default: 0] += 1 }
    }
    failed = []
  }

  /// There are pixels of pages of documents, and of pictures: what lacks them is stale.
  ///
  /// - Parameter parts: By page, in its own units; `nil` for all of it.
  public func arrived(_ parts: [ForeignPage: Rect?]) {
    let drawing = session.drawing
    let layout = drawing.settings.layout
    for (page, part) in parts {
      for area in drawing.areas(showing: page, part, size: pages?.size(of: page)) {
        for id in layout.pages(in: area).map({ layout.pages[$0].id })
        where job?.id == id || entries[id]?.picture.isWaiting ?? false {
          versions[id, default: 0] += 1
        }
      }
    }
  }

  /// The pages or their paper have changed.
  public func settingsChanged() {
    let layout = session.drawing.settings.layout
    entries = entries.filter { layout.index(of: $0.key) != nil }
    allChanged()
  }

  private func allChanged() {
    base += 1
    failed = []
  }

  /// Paints what is stale.
  public func work() {
    guard job == nil, !session.isBusy, let id = next,
      let index = session.drawing.settings.layout.index(of: id)
    else { return }
    let flag = Flag()
    job = (id, flag)
    let (drawing, style, size, version) = (session.drawing, style, size, version(of: id))
    let pages = pages
    Task.detached(priority: .utility) {
      do throws(RenderingError) {
        let picture = try PagePicture.paint(
          page: index, of: drawing, style: style, width: size.width, height: size.height,
          pages: pages, isCancelled: { flag.isSet })
        await self.finished(id, picture, version)
      } catch {
        await self.finished(id, nil, version, hasFailed: true)
      }
    }
  }

  /// Stops painting: a tool comes down.
  public func pause() { job?.isCancelled.set() }

  private func version(of id: Int32) -> Int { base + versions[id, default: 0] }

  private var next: Int32? {
    wanted.first { id in
      entries[id]?.version != version(of: id) && !failed.contains(id)
        && session.drawing.settings.layout.index(of: id) != nil
    }
  }

  private func finished(
    _ id: Int32, _ picture: PagePicture?, _ version: Int, hasFailed: Bool = false
  ) {
    let wasCancelled = job?.isCancelled.isSet ?? false
    job = nil
    if hasFailed { failed.insert(id) }
    if let picture {
      entries[id] = Entry(picture: picture, version: version, use: turn)
      forget()
      onPicture(id)
    }
    if !wasCancelled { work() }
  }

  /// Removes the pictures that have been out of view for longest, until the others are within
  /// ``memoryLimit``.
  private func forget() {
    var bytes = byteCount
    guard bytes > Self.memoryLimit else { return }
    let shown = Set(wanted)
    for (id, entry) in entries.sorted(by: { $0.value.use < $1.value.use })
    where !shown.contains(id) && bytes > Self.memoryLimit {
      bytes -= entry.picture.byteCount
      entries[id] = nil
    }
  }
}
