import Gtk
import InkStore

extension Application {
  /// A file that cannot be opened still gives a window that shows the error.
  func failedToOpen(_ path: String, _ sentence: String, _ error: DocumentStoreError) {
    recent.remove(path)
    let title = tr("“{file}” cannot be opened").filled("file", OpenDocument.name(of: path))
    guard ErrorPresentation.offersRecovery(error) else { return tell(title, sentence) }
    overWindow { parent in
      MessageDialog.ask(
        parent: parent, title, sentence,
        choices: [
          .close,
          .init(tr("_Recover What Is Left…")) { [weak self] in self?.recover(path) },
        ])
    }
  }

  func tell(_ title: String, _ sentence: String) {
    overWindow { MessageDialog.ask(parent: $0, title, sentence, choices: [.close]) }
  }

  /// Shows a dialog over the window that the user looks at, once there is one on the screen and the dialogs before it are
  /// closed.
  ///
  /// What comes before the window that it is to lie over would lie below it; of dialogs that lie on each other only one is
  /// seen, and keys may go to another.
  ///
  /// - Parameter show: Makes it, and gives what is destroyed when it is closed.
  private func overWindow(_ show: @escaping (Window?) -> Gtk.MessageDialog) {
    waitingDialogs.append(show)
    if waitingDialogs.count == 1 { showFirstDialog() }
  }

  private func showFirstDialog() {
    guard let show = waitingDialogs.first else { return }
    if gtk.activeWindow?.isActive == true { return follow(show(gtk.activeWindow)) }
    if windows.isEmpty { newDrawing() }
    gtk.hold()
    Task {
      defer { gtk.release() }
      // Not every desktop makes a new window the active one.
      for _ in 0..<Self.windowWaits where gtk.activeWindow?.isActive != true {
        try? await Task.sleep(for: .milliseconds(20))
      }
      follow(show(activeWindow))
    }
  }

  /// Shows the next dialog when this one is closed, and the one that its answer opens.
  private func follow(_ dialog: Gtk.MessageDialog) {
    dialog.destroyed.connect { [weak self] in
      // Not while GTK destroys it, and after what the answer does.
      MainLoop.after(0) {
        guard let self, self.recovery == nil else { return }
        self.showNextDialog()
      }
    }
  }

  private func showNextDialog() {
    waitingDialogs.removeFirst()
    showFirstDialog()
  }

  /// Asks for the password of a document, over the window that the user looks at; `nil` where it was cancelled.
  ///
  /// - Parameter isAgain: Another one did not fit.
  func password(for file: String, isAgain: Bool) async -> String? {
    await withCheckedContinuation { answer in
      overWindow {
        PasswordDialog.ask(parent: $0, file: file, isAgain: isAgain) { typed in
          answer.resume(returning: typed)
        }
      }
    }
  }

  /// How often, at 20 ms, a window is waited for that is to be active.
  private static let windowWaits = 75

  func chooseFile() {
    guard let parent = activeWindow else { return }
    let dialogs = FileDialogs(parent: parent) { [weak self] in self?.activePath }
    self.dialogs = dialogs
    let filters: [FileDialogs.Filter] = [.openable, .drawings, .foreign, .exchange, .texts]
    dialogs.open(
      tr("Open a Drawing"), filters, in: FileDialogs.drawings(beside: activePath)
    ) { [weak self] in self?.open($0, mustExist: true) }
  }

  /// Asks for a file to save what is left of a damaged one in, in the turn of the message that offers it.
  private func recover(_ path: String) {
    guard let parent = activeWindow else { return }
    let dialogs = FileDialogs(parent: parent) { [weak self] in self?.activePath }
    recovery = dialogs
    dialogs.onClosed = { [weak self] in
      // As in `follow(_:)`, and after that has found the dialog open.
      MainLoop.after(0) {
        self?.recovery = nil
        self?.showNextDialog()
      }
    }
    let name = tr("{drawing} (recovered).plumbago").filled(
      "drawing", OpenDocument.name(of: path))
    dialogs.save(
      tr("Save What Is Left As"), [.drawings], name: name, in: FileDialogs.drawings(beside: path)
    ) { [weak self] target in
      Task {
        do throws(DocumentStoreError) {
          let report = try await OpenDocument.recover(from: path, to: target)
          self?.open(target)
          self?.tell(tr("The drawing was recovered"), ErrorPresentation.sentence(report))
        } catch {
          var file = path
          if case .alreadyExists = error { file = target }
          self?.tell(
            tr("Nothing could be recovered"), ErrorPresentation.sentence(error, path: file))
        }
      }
    }
  }
}
