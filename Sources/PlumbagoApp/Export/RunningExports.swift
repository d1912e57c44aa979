import Gtk

/// The exports of a window that are being written: each that takes long says so, and can be cancelled.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class RunningExports {
  private let messages: Messages
  private var running: [Export] = []

  private struct Export {
    let number: Int
    let task: Task<Void, Never>
    /// Until it is said.
    let patience: Timer
  }

  private var count = 0

  /// Seconds after which an export is one that takes long.
  private static let patience = 1.0

  init(_ messages: Messages) { self.messages = messages }

  /// Begins an export.
  ///
  /// - Parameter write: Ends soon once its task is cancelled.
  func begin(to path: String, _ write: @escaping @MainActor () async -> Void) {
    count += 1
    let number = count
    let task = Task {
      await write()
      self.end(number)
    }
    let patience = Timer(after: Self.patience) { [weak self] in self?.tell(of: number, path) }
    running.append(Export(number: number, task: task, patience: patience))
  }

  private func tell(of number: Int, _ path: String) {
    messages.show(
      .exporting,
      tr("Exporting to “{file}”…").filled("file", OpenDocument.fileName(of: path)),
      actions: [(tr("Cancel"), { [weak self] in self?.cancel(number) })])
  }

  private func cancel(_ number: Int) {
    running.first { $0.number == number }?.task.cancel()
    messages.hide(.exporting)
  }

  private func end(_ number: Int) {
    running.removeAll { $0.number == number }
    if running.isEmpty { messages.hide(.exporting) }
  }
}
