import Gtk

/// The exports of a window that are being written: each that takes long says so, and can be cancelled.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class RunningExports {
  private let messages: Messages
  private var running: [Export] = []

  private struct Export {
    let number: Int
    let path: String
    /// Whether its drawing is not closed before it has ended.
    let isAwaited: Bool
    let task: Task<Void, Never>
    /// Until it is said.
    let patience: Timer
    var takesLong = false
  }

  private var count = 0

  /// Seconds after which an export is one that takes long.
  private static let patience = 1.0

  init(_ messages: Messages) { self.messages = messages }

  /// Begins an export.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether the drawing is not closed before it has ended.
  ///   - write: Ends soon once its task is cancelled.
  func begin(
    to path: String, isAwaited: Bool = false, _ write: @escaping @MainActor () async -> Void
  ) {
    count += 1
    let number = count
    let task = Task {
      await write()
      self.end(number)
    }
    let patience = Timer(after: Self.patience) { [weak self] in
      self?.change(number) { $0.takesLong = true }
    }
    running.append(
      Export(number: number, path: path, isAwaited: isAwaited, task: task, patience: patience))
  }

  /// Whether the drawing is not closed yet.
  var isAwaited: Bool { running.contains(where: \.isAwaited) }

  /// Waits until all have ended that the drawing is not closed before.
  func finishAwaited() async {
    while let export = running.first(where: \.isAwaited) { await export.task.value }
  }

  /// Ends them all: their drawing is closed.
  func cancelAll() {
    for export in running { export.task.cancel() }
  }

  private func change(_ number: Int, _ body: (inout Export) -> Void) {
    guard let i = running.firstIndex(where: { $0.number == number }) else { return }
    body(&running[i])
    tell()
  }

  /// Tells of the one that began last of those that take long.
  private func tell() {
    guard let export = running.last(where: \.takesLong) else { return messages.hide(.exporting) }
    let number = export.number
    messages.show(
      .exporting,
      tr("Exporting to “{file}”…").filled("file", OpenDocument.fileName(of: export.path)),
      actions: [(tr("Cancel"), { [weak self] in self?.cancel(number) })])
  }

  private func cancel(_ number: Int) {
    change(number) {
      $0.task.cancel()
      $0.takesLong = false
    }
  }

  private func end(_ number: Int) {
    running.removeAll { $0.number == number }
    tell()
  }
}
