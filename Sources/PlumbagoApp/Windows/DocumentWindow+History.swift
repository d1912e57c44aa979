import Canvas
import Gtk
import GtkInk
import InkModel
import InkStore

/// The history: looked back through, left out of copies, and forgotten.
extension DocumentWindow {
  // MARK: Taking back

  /// The button of a message about the step that was made last, which takes that back.
  ///
  /// The message (``Messages/Subject/step``) goes when that was taken back by other means, or another step was made.
  func undoAction(of label: EditLabel) -> (String, () -> Void) {
    let step = document.session.history.head
    revertibleStep = step
    return (
      CommandTable["win.undo"].label,
      { [weak self] in
        guard let self else { return }
        self.messages.hide(.step)
        let history = self.document.session.history
        guard history.head == step, history.undoLabel == label else { return }
        self.canvas.perform { $0.undo() }
      }
    )
  }

  // MARK: Looking back

  func connectHistory() {
    lookingBack.onChange = { [weak self] in
      guard let self else { return }
      self.overlay.takesSteps = !self.lookingBack.isOn
      // Its button takes back a step.
      if self.lookingBack.isOn { self.messages.hide(.step) }
      self.historyChanged()
      self.overlay.refresh()
      if !self.document.session.isLookingBack { self.messages.hide(.past) }
      if !self.lookingBack.isOn { self.focusCanvas() }
    }
    lookingBack.onRestore = { [weak self] in self?.tellOfRestoredMoment() }
    for widget in [Widget(titlebar), Widget(content)] {
      let keys = KeyController(phase: .bubble)
      keys.pressed.connect { [weak self] key, _, _ in
        guard let self, key == .escape, self.lookingBack.isOn else { return false }
        self.lookingBack.end()
        return true
      }
      widget.add(keys)
    }
  }

  var isLookingBack: Bool { lookingBack.isOn }

  func lookBack(_ isOn: Bool) {
    guard isOn else { return lookingBack.end() }
    // Where all was undone there is a history, though nothing lies before now.
    guard !document.session.history.steps.isEmpty else {
      return messages.show(.noHistory, tr("There is no history to look back through yet."))
    }
    lookingBack.begin()
  }

  /// A step was made while the bar stands at the present.
  func stepMade() {
    guard lookingBack.isOn, !document.session.isLookingBack else { return }
    // Not within the update that made it.
    MainLoop.after(0) { [weak self] in self?.lookingBack.end() }
  }

  /// A contact would have drawn on what is shown.
  func tellOfThePast() {
    messages.show(
      .past, tr("This is the drawing as it was. Return to now to change it."),
      actions: [(tr("Return to _Now"), { [weak self] in self?.lookingBack.end() })])
  }

  /// Says that the drawing is what it was, and offers to take that back.
  private func tellOfRestoredMoment() {
    messages.show(
      .step, tr("The drawing is as it was at that moment again."),
      actions: [undoAction(of: .restore)])
  }

  /// Asks where the drawing as it was is saved.
  func saveMoment() {
    guard let step = lookingBack.step else { return }
    let name = tr("{drawing} (copy)").filled("drawing", document.title) + ".plumbago"
    dialogs.save(
      CommandTable["win.save-moment"].title, [.drawings], name: name,
      in: FileDialogs.drawings(beside: document.path)
    ) { [weak self] target in
      Task { await self?.saveMoment(step, to: target) }
    }
  }

  private func saveMoment(_ step: Int, to target: String) async {
    do throws(DocumentStoreError) {
      guard let store = document.keeper.store else { throw .closed }
      try await store.copy(to: target, asOf: step)
    } catch {
      return tell(tr("The drawing could not be copied"), error, path: target)
    }
    tellOfFile(
      target, tr("The copy “{file}” holds what showed at that moment, without the history."))
  }

  // MARK: Copies

  var canSaveCopy: Bool { document.keeper.store != nil }
  var canForgetHistory: Bool { document.canForgetHistory }

  /// Asks where a copy of the drawing is saved, which work does not go on in; its history is left out unless that is
  /// chosen.
  func saveCopy() {
    canvas.finishContacts()
    let name = tr("{drawing} (copy)").filled("drawing", document.title) + ".plumbago"
    dialogs.save(
      CommandTable["win.save-copy"].title, [.drawings], name: name,
      in: FileDialogs.drawings(beside: document.path), option: tr("Keep the history")
    ) { [weak self] target, keepsHistory in
      Task { await self?.saveCopy(to: target, includingHistory: keepsHistory) }
    }
  }

  private func saveCopy(to target: String, includingHistory: Bool) async {
    do throws(DocumentStoreError) {
      try await document.copy(to: target, includingHistory: includingHistory)
    } catch {
      return tell(tr("The drawing could not be copied"), error, path: target)
    }
    let sentence =
      includingHistory
      ? tr("The copy “{file}” has all of the drawing's history.")
      : tr("The copy “{file}” holds what shows, without the history.")
    tellOfFile(target, sentence)
  }

  // MARK: Forgetting

  /// Asks, and then removes all from the file that does not show.
  func forgetHistory() {
    MessageDialog.ask(
      parent: window,
      tr("Forget the history of “{drawing}”?").filled("drawing", document.title),
      tr(
        "All that was erased, undone or changed goes from the file for good; what shows stays. Nothing that was done before can be undone afterwards. This itself cannot be undone."
      ),
      choices: [
        .init(tr("_Cancel")) {},
        .init(tr("_Forget"), isDestructive: true) { [weak self] in
          Task { await self?.forgetHistoryNow() }
        },
      ])
  }

  private func forgetHistoryNow() async {
    canvas.finishContacts()
    overlay.endText()
    canvas.perform { $0.settleAll() }
    guard canForgetHistory else { return }
    do throws(DocumentStoreError) {
      try await document.forgetHistory()
      messages.show(.notice, tr("The history is forgotten. The file holds only what shows."))
      await search.erase()
    } catch {
      tell(tr("The history is still there"), error, path: document.path)
    }
  }
}
