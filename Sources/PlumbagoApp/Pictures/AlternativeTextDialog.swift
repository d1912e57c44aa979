import Gtk

/// Asks what is seen in a picture: `data/ui/alternative-text.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class AlternativeTextDialog {
  /// Told the text, once the dialog is closed; not where it was cancelled.
  var onDone: (String) -> Void = { _ in }

  private let dialog: Dialog
  private let text: TextView

  /// - Parameter text: What has been said so far.
  init?(parent: some GObjectPointer, _ text: String) {
    guard let layout = Layout("alternative-text") else { return nil }
    dialog = layout.child("dialog")
    self.text = layout.child("text")
    self.text.text = text
    self.text.setExtraMenu(TextMenu.steps)
    dialog.setTransient(for: Window(parent))
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() {
    text.grabFocus()
    dialog.present()
  }

  private func respond(_ response: Response) {
    let said = text.text.trimmed
    dialog.destroy()
    if response == .accept { onDone(said) }
  }
}
