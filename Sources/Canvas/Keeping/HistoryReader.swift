import InkModel

/// Reads the edits that undo and redo need: those near the head in advance, and the one that
/// a request waits for.
///
/// 1. Made for a session, with a closure that reads an edit from the file.
/// 2. Call ``fetch()`` whenever the head may have moved, and when an update has
///    ``CanvasUpdate/wantsHistory``.
/// 3. ``onUpdate`` is called with what each edit that was read has changed.
///
/// Invariants:
/// 1. One edit is read at a time.
/// 2. After the last ``fetch()`` each wanted edit has been read, or has failed, at least once.
/// 3. No request waits for an edit that failed: the next request reads it again.
@MainActor public final class HistoryReader {
  public var onUpdate: (CanvasUpdate) -> Void = { _ in }

  private let session: CanvasSession
  private let read: @MainActor (_ step: Int) async throws -> DrawingEdit
  private var isReading = false
  /// There may be wanted edits that were not tried since.
  private var isAsked = false

  public init(
    _ session: CanvasSession,
    reading read: @escaping @MainActor (_ step: Int) async throws -> DrawingEdit
  ) {
    self.session = session
    self.read = read
  }

  public func fetch() {
    isAsked = true
    guard !isReading, !session.wantedSteps.isEmpty else { return }
    isReading = true
    Task { [weak self] in
      while let self, self.isAsked {
        self.isAsked = false
        await self.readAll()
      }
      self?.isReading = false
    }
  }

  private func readAll() async {
    for step in session.wantedSteps {
      do {
        let edit = try await read(step)
        let update = session.provide(edit, for: step)
        // Where a request waited for it the head has moved: then there is more to read.
        if update.historyChanged { isAsked = true }
        onUpdate(update)
      } catch {
        // This step cannot be undone now; others still can be read.
        session.giveUp(step)
      }
    }
  }
}
