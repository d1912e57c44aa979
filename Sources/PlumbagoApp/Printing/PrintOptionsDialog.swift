import Gtk

/// Asks how a drawing is printed, before a dialog that has no page for that: `data/ui/print-options.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class PrintOptionsDialog {
  /// Told whether to go on.
  var onDone: (Bool) -> Void = { _ in }

  private let dialog: Dialog

  init?(parent: some GObjectPointer, _ options: Widget) {
    guard let layout = Layout("print-options") else { return nil }
    dialog = layout.child("dialog")
    let content: Box = layout.child("content")
    options.expandsHorizontally = true
    content.append(options)
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() { dialog.present() }

  private func respond(_ response: Response) {
    dialog.destroy()
    onDone(response == .accept)
  }
}
