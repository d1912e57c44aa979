import Gtk

/// Asks how a drawing is printed, before a dialog that has no page for that: `data/ui/print-options.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PrintOptionsDialog {
  /// Told once whether to go on; where the dialog goes with its parent, it does not.
  var onDone: (Bool) -> Void = { _ in }

  private let dialog: Dialog
  private var isDone = false

  init?(parent: some GObjectPointer, _ options: Widget) {
    guard let layout = Layout("print-options") else { return nil }
    dialog = layout.child("dialog")
    let content: Box = layout.child("content")
    options.expandsHorizontally = true
    content.append(options)
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.end(goesOn: $0 == .accept) }
    // With its parent, which asks for no response.
    dialog.destroyed.connect { [weak self] in self?.end(goesOn: false) }
  }

  func present() { dialog.present() }

  private func end(goesOn: Bool) {
    guard !isDone else { return }
    isDone = true
    // Does nothing to one that is being destroyed.
    dialog.destroy()
    onDone(goesOn)
  }
}
