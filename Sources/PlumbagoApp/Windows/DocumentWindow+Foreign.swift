import Gtk
import InkModel
import InkStore

/// Pages and pictures of other formats.
extension DocumentWindow {
  /// Asks for a document or a picture whose pages come after the last of the chosen ones, or after the one in view.
  func insertPages() {
    guard canWrite else { return }
    dialogs.open(CommandTable["win.insert-pages"].title, [.foreign]) { [weak self] path in
      self?.insertPages(of: path, password: "", isAgain: false)
    }
  }

  private func insertPages(of path: String, password: String, isAgain: Bool) {
    canvas.finishContacts()
    let chosen = chosenPages
    let layout = document.session.drawing.settings.layout
    let page =
      layout.pages.lastIndex { chosen.contains($0.id) } ?? document.session.pageInView
    let hasInk = !document.session.drawing.isEmpty
    Task { [weak self] in
      guard let self else { return }
      do throws(ForeignContentError) {
        let update = try await self.document.insertPages(of: path, password: password, after: page)
        self.canvas.perform { _ in update }
        if layout == .infinite, hasInk {
          self.showFirstPage()
        } else if layout == .infinite {
          self.canvas.view.showPages()
        } else {
          self.showPage(page.map { $0 + 1 } ?? 0)
        }
      } catch {
        let name = OpenDocument.fileName(of: path)
        guard !error.needsPassword else {
          PasswordDialog.ask(parent: self.window, file: name, isAgain: isAgain) {
            guard let password = $0 else { return }
            self.insertPages(of: path, password: password, isAgain: true)
          }
          return
        }
        MessageDialog.tell(
          parent: self.window, tr("No pages were inserted"),
          ErrorPresentation.sentence(error, name: name))
      }
    }
  }

  /// Says what cannot be shown, and offers to try again.
  func tellOfForeignTrouble() {
    guard let (blob, error) = document.foreign.trouble else { return messages.hide(.foreign) }
    let name = document.title
    var actions: [(String, () -> Void)] = []
    switch error {
    case .refused(.encrypted):
      actions.append(
        (
          tr("_Enter the Password…"),
          { [weak self] in self?.askForPassword(of: blob, again: false) }
        )
      )
    case .noReader, .refused, .cancelled: break
    case .crashed, .tooSlow, .garbage, .noBytes:
      actions.append(
        (
          tr("_Try Again"),
          { [weak self] in
            self?.messages.hide(.foreign)
            self?.document.foreign.retry(blob)
            self?.readAgain()
          }
        ))
    }
    messages.show(.foreign, ErrorPresentation.sentence(error, name: name), actions: actions)
  }

  private func askForPassword(of blob: BlobID, again: Bool) {
    messages.hide(.foreign)
    PasswordDialog.ask(parent: window, file: document.title, isAgain: again) { [weak self] in
      guard let password = $0 else { return }
      self?.document.foreign.unlock(blob, password: password)
      self?.readAgain()
    }
  }

  /// Reads what a document has beside its pages' pixels, where that could not be read before.
  private func readAgain() {
    pageTexts.retry()
    readOutlines(again: true)
  }
}
