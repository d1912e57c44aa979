import Gtk
import InkStore

/// Asks for the name of a template: `data/ui/template-name.ui`.
// Explicit, since the optimizer loses the default isolation (Swift 6.3).
@MainActor
final class TemplateNameDialog {
  /// Told the name, once the dialog is closed; not where it was cancelled or none was given.
  var onDone: (String) -> Void = { _ in }

  private let dialog: Dialog
  private let name: Entry

  /// - Parameter name: Proposed.
  init?(parent: some GObjectPointer, _ title: String, _ name: String) {
    guard let layout = Layout("template-name") else { return nil }
    dialog = layout.child("dialog")
    self.name = layout.child("name")
    dialog.title = title
    self.name.text = name
    self.name.setExtraMenu(TextMenu.steps)
    dialog.setTransient(for: Window(parent))
    self.name.activated.connect { [weak self] in self?.dialog.respond(.accept) }
    dialog.onResponse { [weak self] in self?.respond($0) }
  }

  func present() {
    name.grabFocus()
    name.select()
    dialog.present()
  }

  private func respond(_ response: Response) {
    let given = name.text.trimmed
    dialog.destroy()
    if response == .accept, !given.isEmpty { onDone(given) }
  }

  /// Says that no template can have a name.
  static func refuse(_ name: String, over parent: some GObjectPointer) {
    MessageDialog.tell(
      parent: parent, tr("No template can have this name"),
      name.contains("/")
        ? tr("A name cannot contain “/”.")
        : tr("A name cannot begin with a dot, nor be longer than about 230 letters."))
  }
}
