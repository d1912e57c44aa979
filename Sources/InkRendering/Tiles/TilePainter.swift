import Glibc
import InkModel
import Synchronization

/// Paints tiles from a snapshot of the drawing, off the main actor, a few at a time.
///
/// 1. ``want(_:of:workers:)`` sets what is wanted, most urgent first; each call replaces the one
///    before. A tile in progress continues where it is still wanted, and else stops at the next
///    element.
/// 2. ``events`` has each tile as it is done, and an event when nothing is left to do.
/// 3. ``stop()``, or the painter's end, ends the stream.
///
/// Invariants, whenever the state is unlocked:
/// 1. No request is painted by two workers, and none that was begun waits to be begun.
/// 2. Where something waits, as many workers run as are allowed, or as are needed.
public final class TilePainter: Sendable {
  public enum Event: Sendable {
    /// A tile of the snapshot, complete.
    case painted(TileImage)
    /// There was no memory for a tile; nothing waits any more.
    case failed(RenderingError)
    /// All that was wanted is done.
    case idle
  }

  /// For one reader.
  public let events: AsyncStream<Event>

  /// Where pages and pictures get their pixels from.
  public var pages: (any ForeignPages)? {
    get { state.withLock { $0.pages } }
    set { state.withLock { $0.pages = newValue } }
  }

  private struct State {
    var pages: (any ForeignPages)?
    var drawing = Drawing()
    var waiting: ArraySlice<TileRequest> = []
    /// What the last call wanted: keys, and the version that the snapshot has.
    var wanted: [TileKey: Int] = [:]
    var begun: Set<TileRequest> = []
    var limit = 1
    var asksWhole = true
    var running = 0
    var isStopped = false
  }

  private let state = Mutex(State())
  private let continuation: AsyncStream<Event>.Continuation
  /// For tests: what a worker waits for before it paints a tile.
  private let beforeEach: (@Sendable (TileRequest) async -> Void)?

  /// As many workers as there are processors, up to 8.
  public static let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 8)

  public init(beforeEach: (@Sendable (TileRequest) async -> Void)? = nil) {
    self.beforeEach = beforeEach
    (events, continuation) = AsyncStream.makeStream()
  }

  deinit { continuation.finish() }

  /// Ends the stream; what is being painted stops.
  public func stop() {
    state.withLock {
      $0.isStopped = true
      $0.waiting = []
      $0.wanted = [:]
    }
    continuation.finish()
  }

  /// Replaces what is wanted; ``Event/idle`` follows once it is done, even where it is nothing.
  ///
  /// - Parameters:
  ///   - workers: How many tiles are painted at a time, 1 or more.
  ///   - asksWhole: Whether a tile has all of a page read that it shows a part of, for the tiles beside it: sooner done
  ///     than part by part, and later begun to be seen.
  public func want(
    _ requests: [TileRequest], of drawing: Drawing, workers: Int = TilePainter.processors,
    asksWhole: Bool = true
  ) {
    let starting = state.withLock { state -> Int? in
      guard !state.isStopped else { return 0 }
      state.drawing = drawing
      state.wanted = Dictionary(
        requests.map { ($0.key, $0.version) }, uniquingKeysWith: { max($0, $1) })
      state.waiting = requests.filter { !state.begun.contains($0) }[...]
      state.limit = max(workers, 1)
      state.asksWhole = asksWhole
      if state.running == 0, state.waiting.isEmpty { return nil }
      let more = min(max(state.limit - state.running, 0), state.waiting.count)
      state.running += more
      return more
    }
    guard let starting else {
      continuation.yield(.idle)
      return
    }
    for _ in 0..<starting {
      Task.detached(priority: .utility) { await self.work() }
    }
  }

  private func work() async {
    var painters: [PaperStyle: ElementPainter] = [:]
    while let (request, drawing) = next() {
      await beforeEach?(request)
      let paper = request.key.paper
      let painter = painters[paper] ?? ElementPainter(paper: paper, pages: pages)
      painters[paper] = painter
      painter.foreign.asksWhole = state.withLock { $0.asksWhole }
      do throws(RenderingError) {
        let image = try TileRenderer.paint(
          request, of: drawing, with: painter, isCancelled: { !self.isWanted(request.key) })
        finished(request, image)
      } catch {
        state.withLock {
          $0.waiting = []
          $0.begun.remove(request)
        }
        continuation.yield(.failed(error))
      }
      // Other tasks (the document's file, above all) run between tiles.
      await Task.yield()
    }
  }

  private func isWanted(_ key: TileKey) -> Bool { state.withLock { $0.wanted[key] != nil } }

  private func finished(_ request: TileRequest, _ image: TileImage?) {
    state.withLock { state in
      state.begun.remove(request)
      // Cancelled, and wanted again before the worker noticed.
      if image == nil, let version = state.wanted[request.key],
        !state.waiting.contains(where: { $0.key == request.key })
      {
        state.waiting =
          [TileRequest(key: request.key, version: version, isRough: request.isRough)]
          + state.waiting
      }
    }
    if let image { continuation.yield(.painted(image)) }
  }

  private func next() -> (TileRequest, Drawing)? {
    let found = state.withLock { state -> (request: (TileRequest, Drawing)?, isLast: Bool) in
      if state.running <= state.limit, let request = state.waiting.popFirst() {
        state.begun.insert(request)
        return ((request, state.drawing), false)
      }
      state.running -= 1
      return (nil, state.running == 0 && state.waiting.isEmpty && !state.isStopped)
    }
    if found.isLast { continuation.yield(.idle) }
    return found.request
  }
}
